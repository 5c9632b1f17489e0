"""The models, one module each, and the code that fitting and prediction share."""
