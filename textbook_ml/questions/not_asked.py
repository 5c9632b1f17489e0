"""Equations that are no questions, each with the reason."""

from collections.abc import Mapping

NOT_ASKED: Mapping[str, str] = {
    "weather_joint": "a table of the text, not a computation",
    "count": "it takes a property, which is a function: no plain value",
    "draw_examples": "it takes functions and a source of chance: no plain values",
    "classifier_error": "it takes a classifier, which is a function: no plain value",
    "shatters": "it takes classifiers, which are functions: no plain values",
    "expected_estimate": "it takes an estimator, which is a function: no plain value",
    "regularised_risk": "it takes a loss, which is a function: no plain value",
    "draw_normal": "it takes a source of chance, and has no one right answer",
    "numerical_gradient": "it takes the function whose slopes are wanted: no plain value",
    "map_objective": "it takes a prior, which is a function: no plain value",
}
