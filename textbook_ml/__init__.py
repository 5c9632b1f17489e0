"""The executable edition of one chapter: generative and discriminative classifiers."""

__version__ = "0.1.0"
