"""Export a learner: code that updates a model with new examples where it runs."""
