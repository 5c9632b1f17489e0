"""The tools for fitting models: additive statistics, objective functions and optimisers."""
