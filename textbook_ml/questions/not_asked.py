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
    "normal_log_terms": "it computes many log densities at once; `normal_log_pdf` is asked",
    "categorical_log_terms": "it looks up logarithms in tables: no computation",
    "multinomial_log_terms": "it multiplies counts by logarithms; `multinomial_event` is asked",
    "poisson_log_terms": "it computes many log probabilities at once; `poisson_pmf` is asked",
    "poisson_log_pmf": "the logarithm of `poisson_pmf`, which is asked",
    "class_residuals": "`softmax_residuals` with a weight vector for every class",
    "class_log_likelihood": "`softmax_log_likelihood` with a weight vector for every class",
    "class_gradient": "`softmax_gradient` with a weight vector for every class",
    "class_step": "`softmax_step` with a weight vector for every class",
    "newton_direction": "a part of `newton_step`, which is asked",
    "map_objective": "it takes a prior, which is a function: no plain value",
}
