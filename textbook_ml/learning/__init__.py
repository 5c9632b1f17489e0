"""What fitting needs: additive statistics, objective functions and optimisers."""
