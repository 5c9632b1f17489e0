"""Equations without a question, each with the reason."""

from collections.abc import Mapping

NOT_ASKED: Mapping[str, str] = {
    "weather_joint": "it is a table of the source text, not a computation",
    "count": "its argument is a property, which is a function, not a plain value",
    "draw_examples": "its arguments are functions and a random generator, not plain values",
    "classifier_error": "its argument is a classifier, which is a function, not a plain value",
    "shatters": "its arguments are classifiers, which are functions, not plain values",
    "expected_estimate": "its argument is an estimator, which is a function, not a plain value",
    "regularised_risk": "its argument is a loss, which is a function, not a plain value",
    "draw_normal": "its argument is a random generator, so there is no single correct result",
    "numerical_gradient": "its argument is the function to differentiate, not a plain value",
    "map_objective": "its argument is a prior, which is a function, not a plain value",
}
