"""Models of scikit-learn, converted to the models of this package."""
