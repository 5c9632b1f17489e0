"""Experiments that check the claims of the five source texts.

_experiment     the class of an experiment
_random_data    random data, reproducible on every version of Python
_population     finite populations, in which the probability of every case is known
_linear_rules   naive Bayes and logistic regression as linear rules
_tables         the numbers of an experiment as tables;   _section   an experiment as HTML
"""
