"""The intermediate representation of a model, from which the code of every target is generated."""
