"""Experiments that check the claims of the five source texts.

_experiment    the class of an experiment;   _draw   random data, reproducible on every Python
errata/        errata, each with a function that demonstrates the error
exercises/     the exercises of the source texts, solved step by step
figures/       the figures of the source texts
"""
