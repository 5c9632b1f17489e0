"""Checks of models: posteriors, conversions to logistic regression, fitting, and model files."""

from collections.abc import Iterator
from fractions import Fraction as F
from functools import partial
from itertools import product
from typing import Any

from textbook_ml.core.numeric import mean
from textbook_ml.core.stable import sigmoid
from textbook_ml.data.datasets import load
from textbook_ml.embedding.checks.check_result import (
    CheckResult,
    check_close,
    check_equal,
    check_posterior,
)
from textbook_ml.embedding.checks.reference_models import COVARIANCE, HALF, NAMES, REFERENCES, TWO
from textbook_ml.equations.gaussian import variance_mle, variance_mvue
from textbook_ml.equations.likelihood import (
    conditional_log_likelihood,
    gradient,
    numerical_gradient,
)
from textbook_ml.equations.smoothing import categorical_smoothed, dirichlet_mean
from textbook_ml.learning.optimisers.optimise import FitReport
from textbook_ml.models.catalogue import recipe
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.recipes import Settings
from textbook_ml.models.softmax_regression import SoftmaxRegression

# tolerance for the error of a posterior; the tests use the same one for every model
POSTERIOR_ULPS = 4.0
CANCELLATION_ULPS = 16.0  # tolerance if two sums cancel before the exponential


def posteriors() -> Iterator[CheckResult]:
    """Check the posterior of each kind of model, for one row and for many rows."""
    for model, row, expected in REFERENCES:
        kind = type(model).__name__
        found = model.posterior(row)
        for y, digits in zip(model.classes, expected):
            yield check_close(f"{kind}, P({y} | x)", found[y], digits, POSTERIOR_ULPS)
        yield check_posterior(
            f"{kind}, many rows", model.predict_proba([row])[0], found, CANCELLATION_ULPS
        )
        if hasattr(model, "exact_posterior"):
            exact = dict(zip(model.classes, expected))
            yield check_equal(f"{kind}, exact", model.exact_posterior(row), exact)


def files() -> Iterator[CheckResult]:
    """Check that a model is the same after it was saved and loaded."""
    for model, *_ in REFERENCES:
        again = type(model).from_json(model.to_json())
        yield check_equal(type(model).__name__, (again, again.to_json()), (model, model.to_json()))


def conversions() -> Iterator[CheckResult]:
    """Check that generative models and their logistic regressions have the same posteriors."""
    tied = GaussianNaiveBayes(
        TWO, NAMES, (0.25, 0.75), ((1.0, -2.0), (2.5, 0.5)), ((0.5, 4.0), (0.5, 4.0))
    )
    gda = GaussianDiscriminantAnalysis(TWO, NAMES, (0.5, 0.5), ((0.0, 0.0), (2.0, 1.0)), COVARIANCE)
    models: list[tuple[Any, tuple[float, ...]]] = [(tied, (1.5, 0.25)), (gda, (0.75, 1.5))]
    models += [(REFERENCES[2].model, (1, 0)), (REFERENCES[4].model, (4, 1))]
    for model, row in models:
        weights = model.to_logistic()
        same = LogisticRegression(model.classes, NAMES, weights.w0, weights.w)
        name = f"{type(model).__name__} as logistic regression"
        yield check_posterior(name, same.posterior(row), model.posterior(row), CANCELLATION_ULPS)
    w0, tables = REFERENCES[1].model.to_logistic()
    yield check_close(
        "CategoricalNaiveBayes as logistic regression",
        sigmoid(w0 + tables[0]["u"]),
        F(3, 4),
        POSTERIOR_ULPS,
    )
    binary = LogisticRegression(TWO, NAMES, -0.5, (1.25, -2.0))
    both = SoftmaxRegression(TWO, NAMES, ((0.0, 0.0, 0.0), (-0.5, 1.25, -2.0)))
    row = (0.75, 0.3)
    yield check_posterior(
        "softmax of two classes", both.posterior(row), binary.posterior(row), POSTERIOR_ULPS
    )


def identities() -> Iterator[CheckResult]:
    """Check theorems in Fractions, without rounding."""
    numbers = [F(1), F(5, 2), F(-4)]
    samples = list(product(numbers, repeat=2))
    unbiased = mean([variance_mvue(s, mean(s)) for s in samples])
    yield check_equal("(15) is unbiased", unbiased, variance_mle(numbers, mean(numbers)))
    counts = [3, 0, 2]
    smoothed = categorical_smoothed(counts, strength=HALF)
    yield check_equal("smoothed probabilities sum to 1", sum(smoothed), F(1))
    mean_of_dirichlet = dirichlet_mean(counts, alphas=[HALF] * 3)
    yield check_equal(
        "smoothed probabilities are the Dirichlet mean", list(smoothed), list(mean_of_dirichlet)
    )
    tennis = load("play-tennis")
    theta = partial(categorical_smoothed, strength=F(1))
    fitted = CategoricalNaiveBayes.fit(tennis.rows, tennis.labels, theta=theta)
    for row in tennis.rows[:3]:
        total = sum(fitted.exact_posterior(row).values())
        yield check_equal("a posterior sums to 1", total, F(1))
    count = CategoricalNaiveBayes.count
    parts = count(tennis.rows[:5], tennis.labels[:5]) + count(tennis.rows[5:], tennis.labels[5:])
    again = CategoricalNaiveBayes.from_statistics(parts, theta=theta)
    yield check_equal("counts of two parts add up to the counts of all rows", again, fitted)
    missing = fitted.exact_posterior((None, None, None, None))
    yield check_equal(
        "the posterior of a row of missing values is the prior",
        missing,
        dict(zip(("No", "Yes"), fitted.priors)),
    )


def fitting() -> Iterator[CheckResult]:
    """Check errors on iris, means, a gradient, and that an optimiser converges."""
    iris = load("iris")
    iris_errors = {"gaussian-nb": 6, "gda": 3, "qda": 3}
    for name, errors in iris_errors.items():
        model = recipe(name).fit(iris)
        found = sum(a != b for a, b in zip(model.predict(iris.rows), iris.labels))
        yield check_equal(f"errors of {name} on iris", found, errors)
    means = getattr(recipe("gaussian-nb").fit(iris), "means")[0]
    yield check_equal("means of iris", means, (5.006, 3.428, 1.462, 0.246))
    rows, labels, w = [[1.0, x] for x in (-1.0, 0.0, 1.0, 2.0)], [0, 1, 0, 1], [0.5, -0.25]
    estimates = numerical_gradient(lambda w: conditional_log_likelihood(w, rows, labels), w)
    for estimate, exact in zip(estimates, gradient(w, rows, labels)):
        yield check_equal("gradient of the log likelihood", abs(estimate - exact) < 1e-8, True)
    tennis = load("play-tennis")
    logistic = recipe("logistic").fit(tennis, Settings(l2=1.0))
    report: FitReport = getattr(logistic, "regression").fit_report
    yield check_equal("the optimiser converges", report.gradient_norm <= 1e-8, True)
