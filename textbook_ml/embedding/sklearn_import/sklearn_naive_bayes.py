"""Convert the naive Bayes models of scikit-learn, from their counts.

alpha    smoothing pseudo-count for each value: l in equation (7)
counts   are converted to probabilities as Fractions. The logarithms of these must be equal to those
         that scikit-learn stores, up to rounding.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import exp, isfinite
from typing import Any

from textbook_ml.core.errors import TextbookError, require
from textbook_ml.core.stable import safe_log
from textbook_ml.embedding.sklearn_import.estimator_json import (
    Estimator,
    Vector,
    difference,
    matrix_of,
    vector_of,
)
from textbook_ml.models.bernoulli_naive_bayes import BernoulliNaiveBayes
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.multinomial_naive_bayes import MultinomialNaiveBayes
from textbook_ml.models.priors import exact_shares

TOLERANCE = 1e-9  # difference of two logarithms that rounding can cause
LEAST_ALPHA = 1e-10  # scikit-learn replaces a smaller alpha by this, unless force_alpha is true

Probabilities = tuple[Fraction, ...]


def gaussian(estimator: Estimator) -> GaussianNaiveBayes[Any]:
    """Convert GaussianNB; its variances already include var_smoothing."""
    classes, n = estimator.classes(), estimator.n_features()
    return GaussianNaiveBayes(
        classes,
        estimator.feature_names(),
        estimator.probabilities("class_prior_", len(classes)),
        estimator.matrix("theta_", len(classes), n),
        estimator.matrix("var_", len(classes), n),
    )


def categorical(
    estimator: Estimator, categories: Sequence[Sequence[Any]] | None = None
) -> CategoricalNaiveBayes[Any]:
    """Convert CategoricalNB; `categories` are the meanings of its codes 0, 1, 2, …"""
    classes, n = estimator.classes(), estimator.n_features()
    counts, logs = estimator.attribute("category_count_"), estimator.attribute("feature_log_prob_")
    require(
        isinstance(counts, list) and isinstance(logs, list) and len(counts) == len(logs) == n,
        f"CategoricalNB.category_count_ and feature_log_prob_ must have {n} entries each, one for "
        "each feature",
    )
    names = estimator.feature_names()
    columns = []
    for i, name in enumerate(names):
        size = len(counts[i][0]) if isinstance(counts[i], list) and counts[i] else 0
        shape = (len(classes), size)
        table = matrix_of(f"CategoricalNB.category_count_[{i}]", counts[i], *shape)
        stored = matrix_of(f"CategoricalNB.feature_log_prob_[{i}]", logs[i], *shape, infinite=True)
        values = range(size) if categories is None else categories[i]
        require(
            len(values) >= size,
            f"feature {name!r} has {size} categories, but the encoder has {len(values)}",
        )
        alphas = alphas_of(estimator, size)
        rows = [smoothed(estimator, row, alphas, kept) for row, kept in zip(table, stored)]
        columns.append([dict(zip(values, row)) for row in rows])
    return CategoricalNaiveBayes(classes, names, prior_of(estimator), tuple(zip(*columns)))


def bernoulli(estimator: Estimator) -> BernoulliNaiveBayes[Any]:
    """Convert BernoulliNB; its threshold must leave 0 and 1 unchanged."""
    threshold = estimator.settings.get("binarize", 0.0)
    require(
        threshold is None or type(threshold) in (int, float) and 0 <= threshold < 1,
        f"BernoulliNB has binarize={threshold!r}, which changes rows of 0 and 1. Fix: fit it with "
        "binarize=None on rows of 0 and 1",
    )
    sizes = estimator.vector("class_count_", len(estimator.classes()))
    counts, stored = counts_and_logs(estimator)
    alphas = alphas_of(estimator, 2)
    phi = [
        tuple(smoothed(estimator, (k, size - k), alphas, (log,))[0] for k, log in zip(row, logs))
        for size, row, logs in zip(sizes, counts, stored)
    ]
    names = estimator.feature_names()
    return BernoulliNaiveBayes(estimator.classes(), names, prior_of(estimator), tuple(phi))


def multinomial(estimator: Estimator) -> MultinomialNaiveBayes[Any]:
    """Convert MultinomialNB; a row is a mapping from the name of a feature to its count."""
    n = estimator.n_features()
    counts, stored = counts_and_logs(estimator)
    alphas = alphas_of(estimator, n, several=True)
    phi = [smoothed(estimator, row, alphas, logs) for row, logs in zip(counts, stored)]
    names = estimator.feature_names()
    return MultinomialNaiveBayes(estimator.classes(), names, prior_of(estimator), tuple(phi))


def counts_and_logs(estimator: Estimator) -> tuple[Sequence[Vector], Sequence[Vector]]:
    """Return the counts and the logarithms of probabilities, for each class and feature."""
    shape = (len(estimator.classes()), estimator.n_features())
    stored = estimator.matrix("feature_log_prob_", *shape, infinite=True)
    return estimator.matrix("feature_count_", *shape), stored


def alphas_of(estimator: Estimator, n: int, several: bool = False) -> list[Fraction]:
    """Return the pseudo-counts of n values; if `several` is true, they may differ."""
    given = estimator.settings.get("alpha", 1.0)
    alphas = vector_of(
        f"{estimator.name}.alpha", given if several and isinstance(given, list) else [given] * n, n
    )
    for alpha in alphas:
        require(alpha >= 0, f"{estimator.name}.alpha must be at least 0, got {alpha}")
    least = 0.0 if estimator.settings.get("force_alpha", True) is True else LEAST_ALPHA
    return [Fraction(max(alpha, least)) for alpha in alphas]


def smoothed(
    estimator: Estimator, counts: Sequence[float], alphas: Sequence[Fraction], logs: Vector = ()
) -> Probabilities:
    """Return (count + α) / Σ (count + α). Raise TextbookError if `logs` differ."""
    parts = [Fraction(k) + a for k, a in zip(counts, alphas)]
    require(
        min(parts, default=-1) >= 0 and sum(parts) > 0,
        f"{estimator.name} has the counts {list(counts)[:8]} and no smoothing, which give no "
        "probabilities",
    )
    total = sum(parts)
    probabilities = tuple(part / total for part in parts)
    error = max(map(difference, map(safe_log, probabilities), logs), default=0.0)
    require(
        error <= TOLERANCE,
        f"{estimator.name}.feature_log_prob_ must follow from the counts and alpha, but a "
        f"logarithm differs by {error:.3g}: it was changed after fitting. Fix: fit it again",
    )
    return probabilities


def prior_of(estimator: Estimator) -> Probabilities:
    """Return P(y): from the counts of the classes, or as it was given."""
    classes = estimator.classes()
    logs = estimator.vector("class_log_prior_", len(classes), infinite=True)
    sizes = estimator.vector("class_count_", len(classes))
    if min(sizes) > 0:
        counted = smoothed(estimator, sizes, [Fraction(0)] * len(sizes))
        if max(map(difference, map(safe_log, counted), logs)) <= TOLERANCE:
            return counted
    if len(set(logs)) == 1 and isfinite(logs[0]):
        return (Fraction(1, len(classes)),) * len(classes)
    if max(logs) > 1:  # the probability would be above e
        raise TextbookError(
            f"{estimator.name}.class_log_prior_ must be logarithms of probabilities, got {logs}"
        )
    return exact_shares([exp(t) for t in logs], f"{estimator.name}.class_log_prior_")
