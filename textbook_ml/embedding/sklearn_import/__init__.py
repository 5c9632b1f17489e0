"""Convert fitted estimators of scikit-learn to models of this package."""
