"""The executable edition of one chapter: generative and discriminative classifiers."""
