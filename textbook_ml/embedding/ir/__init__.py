"""The intermediate representation of a model, from which every target is written."""
