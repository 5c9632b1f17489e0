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
    "normal_log_terms": "it computes many log densities at once; `normal_log_pdf` is asked",
    "categorical_log_terms": "it looks up logarithms in tables: no computation",
    "multinomial_log_terms": "it multiplies counts by logarithms; `multinomial_event` is asked",
    "poisson_log_terms": "it computes many log probabilities at once; `poisson_pmf` is asked",
    "poisson_log_pmf": "the logarithm of `poisson_pmf`, which is asked",
    "class_residuals": "`softmax_residuals` with a weight vector for every class",
    "class_log_likelihood": "`softmax_log_likelihood` with a weight vector for every class",
    "class_gradient": "`softmax_gradient` with a weight vector for every class",
    "class_step": "`softmax_step` with a weight vector for every class",
    "posterior_from_log_terms": "`naive_bayes_posterior` in logarithms",
    "hinge_step": "the step that a linear SVM repeats; `hinge_loss` is asked",
    "gradient_step": "a part of `ascent_step`, which is asked",
    "newton_direction": "a part of `newton_step`, which is asked",
    "map_objective": "its argument is a prior, which is a function, not a plain value",
}
