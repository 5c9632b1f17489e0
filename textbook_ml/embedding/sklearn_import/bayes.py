"""The naive Bayes models of scikit-learn as ours, from what they counted.

alpha    how many examples of each value are hallucinated: the strength l of equation (7)
counts   what was seen; probabilities are made of them as Fractions, and then compared with
         the logarithms that scikit-learn keeps, so that nothing is carried over unseen
"""

from collections.abc import Sequence
from fractions import Fraction
from math import exp, inf, isfinite
from typing import Any

from textbook_ml.core.errors import TextbookError, require
from textbook_ml.core.stable import safe_log
from textbook_ml.embedding.sklearn_import.estimator_json import (
    Described,
    Vector,
    gap,
    matrix_of,
    vector_of,
)
from textbook_ml.models.bernoulli_naive_bayes import BernoulliNaiveBayes
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.multinomial_naive_bayes import MultinomialNaiveBayes
from textbook_ml.models.priors import exact_shares, feature_names

SAME = 1e-9  # of a logarithm: what rounding may have left between two ways to one number
LEAST = 1e-10  # what scikit-learn makes of a smaller alpha, unless force_alpha

Values = Sequence[Sequence[Any]]


def gaussian(found: Described) -> GaussianNaiveBayes[Any]:
    """GaussianNB; its variances have var_smoothing in them already."""
    classes, n = found.classes(), found.width()
    return GaussianNaiveBayes(
        classes,
        feature_names(found.names(), n),
        found.shares("class_prior_", len(classes)),
        found.matrix("theta_", len(classes), n),
        found.matrix("var_", len(classes), n),
    )


def categorical(found: Described, values: Values | None = None) -> CategoricalNaiveBayes[Any]:
    """CategoricalNB; `values` are what its codes 0, 1, 2, … stand for, if an encoder made them."""
    classes, n, alpha = found.classes(), found.width(), alpha_of(found)
    counted, logs = found.attribute("category_count_"), found.attribute("feature_log_prob_")
    require(
        isinstance(counted, list) and isinstance(logs, list) and len(counted) == len(logs) == n,
        f"CategoricalNB.category_count_ and feature_log_prob_ are due for {n} features each",
    )
    names = feature_names(found.names(), n)
    columns = []
    for i, name in enumerate(names):
        size = len(counted[i][0]) if isinstance(counted[i], list) and counted[i] else 0
        where = f"CategoricalNB.category_count_[{i}]"
        table = matrix_of(where, counted[i], len(classes), size)
        kept = matrix_of(f"CategoricalNB.feature_log_prob_[{i}]", logs[i], len(classes), size, True)
        meant = range(size) if values is None else values[i]
        require(
            len(meant) >= size,
            f"feature {name!r} has {size} categories, and the encoder names {len(meant)}",
        )
        shares = [smoothed(row, [alpha] * size, where) for row in table]
        for share, log_row in zip(shares, kept):
            require_same(share, log_row, f"CategoricalNB.feature_log_prob_[{i}]")
        columns.append([dict(zip(meant, share)) for share in shares])
    return CategoricalNaiveBayes(classes, names, prior_of(found), tuple(zip(*columns)))


def bernoulli(found: Described) -> BernoulliNaiveBayes[Any]:
    """BernoulliNB; its threshold must leave zeros and ones as they are."""
    threshold = found.settings.get("binarize", 0.0)
    as_it_is = threshold is None or type(threshold) in (int, float) and 0 <= threshold < 1
    require(
        as_it_is,
        f"BernoulliNB has binarize={threshold!r}, and our rows are 0 and 1, which it would change: "
        "fit it with binarize=None on rows that are 0 and 1 already",
    )
    classes, n, alpha = found.classes(), found.width(), alpha_of(found)
    sizes = found.vector("class_count_", len(classes))
    ones = found.matrix("feature_count_", len(classes), n)
    kept = found.matrix("feature_log_prob_", len(classes), n, wild=True)
    phi = []
    for size, row, logs in zip(sizes, ones, kept):
        coins = [smoothed([k, size - k], [alpha] * 2, "BernoulliNB.feature_count_")[0] for k in row]
        require_same(coins, logs, "BernoulliNB.feature_log_prob_")
        phi.append(tuple(coins))
    names = feature_names(found.names(), n)
    return BernoulliNaiveBayes(classes, names, prior_of(found), tuple(phi))


def multinomial(found: Described) -> MultinomialNaiveBayes[Any]:
    """MultinomialNB; a row is a mapping from the name of a feature to its count."""
    classes, n = found.classes(), found.width()
    given = found.settings.get("alpha", 1.0)
    alphas = alphas_of(found, given if isinstance(given, list) else [given] * n, n)
    counted = found.matrix("feature_count_", len(classes), n)
    kept = found.matrix("feature_log_prob_", len(classes), n, wild=True)
    phi = [smoothed(row, alphas, "MultinomialNB.feature_count_") for row in counted]
    for row, logs in zip(phi, kept):
        require_same(row, logs, "MultinomialNB.feature_log_prob_")
    names = feature_names(found.names(), n)
    return MultinomialNaiveBayes(classes, names, prior_of(found), tuple(phi))


def alpha_of(found: Described) -> Fraction:
    """The one strength of the smoothing."""
    (alpha,) = alphas_of(found, [found.settings.get("alpha", 1.0)], 1)
    return alpha


def alphas_of(found: Described, given: list[Any], length: int) -> list[Fraction]:
    """Strengths of the smoothing, as they were really used."""
    alphas = vector_of(f"{found.name}.alpha", given, length)
    for alpha in alphas:
        require(alpha >= 0, f"{found.name}.alpha is {alpha}: it counts examples, and is 0 or more")
    least = 0.0 if found.settings.get("force_alpha", True) is True else LEAST
    return [Fraction(max(alpha, least)) for alpha in alphas]


def smoothed(
    counts: Sequence[float], alphas: Sequence[Fraction], name: str
) -> tuple[Fraction, ...]:
    """(count + α) / Σ (count + α), in Fractions."""
    parts = [Fraction(k) + a for k, a in zip(counts, alphas)]
    require(
        min(parts, default=-1) >= 0 and sum(parts) > 0,
        f"{name} has counts {list(counts)[:8]} and no smoothing: they give no probabilities",
    )
    whole = sum(parts)
    return tuple(part / whole for part in parts)


def require_same(shares: Sequence[Fraction], logs: Vector, name: str) -> None:
    """Refuse counts that do not lead to the logarithms that scikit-learn computes with."""
    far = max(map(gap, map(safe_log, shares), logs), default=0.0)
    require(
        far <= SAME,
        f"{name} is not what the counts and alpha give (a logarithm differs by {far:.3g}): it was "
        "changed after fitting; fit it again",
    )


def prior_of(found: Described) -> tuple[Fraction, ...]:
    """P(y): the shares of what was counted, or what was given."""
    classes = found.classes()
    logs = found.vector("class_log_prior_", len(classes), wild=True)
    sizes = found.vector("class_count_", len(classes))
    if min(sizes) > 0:
        counted = smoothed(sizes, [Fraction(0)] * len(sizes), f"{found.name}.class_count_")
        if max(map(gap, map(safe_log, counted), logs)) <= SAME:
            return counted
    if len(set(logs)) == 1 and isfinite(logs[0]):
        return (Fraction(1, len(classes)),) * len(classes)
    if max(logs) == inf:
        raise TextbookError(f"{found.name}.class_log_prior_ is {logs}: no logarithm of a share")
    return exact_shares([exp(t) for t in logs], f"{found.name}.class_log_prior_")
