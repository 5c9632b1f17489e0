"""Common mistakes with prior and factors, shared by the questions on naive Bayes models.

priors     P(y) by label
factors    P(xᵢ | y) by label, one for each feature
"""

from collections.abc import Mapping, Sequence
from math import exp, fsum, log, prod
from typing import Any, TypeVar

from textbook_ml.equations.bayes import naive_bayes_posterior
from textbook_ml.questions.framework.case_repair import with_sum_one
from textbook_ml.questions.framework.judge import Case
from textbook_ml.questions.framework.random_values import GRAIN, Draw

Prior = Mapping[str, float]
Factors = Mapping[str, Sequence[float]]
Row = TypeVar("Row")

CLASSES = ("yes", "no", "maybe")
TINY = 1e-200  # the product of two of these underflows to 0


def labelled(draw: Draw) -> list[str]:
    """Return the labels of two or three classes."""
    return list(CLASSES[: draw.whole(2, 3)])


def prior_of(draw: Draw, labels: Sequence[str]) -> dict[str, float]:
    """Return a random prior in which every class has a positive probability."""
    return dict(zip(labels, draw.shares(len(labels))))


def members_of(rows: Sequence[Row], labels: Sequence[str]) -> dict[str, list[Row]]:
    """Return the rows of each class, with classes in order of first appearance.

    >>> members_of([[1], [2], [3]], ["a", "b", "a"])
    {'a': [[1], [3]], 'b': [[2]]}
    """
    found: dict[str, list[Row]] = {}
    for row, y in zip(rows, labels, strict=True):
        found.setdefault(y, []).append(row)
    return found


def is_simple(p: float) -> bool:
    """Return whether a probability is positive with few digits, or one of the tiny test values."""
    return p > 0 and ((GRAIN * p) % 1 == 0 or p <= 2 * TINY)


def has_prior(model: Mapping[str, Any], row: Sequence[Any]) -> bool:
    """Return whether every class has a simple positive prior and the row is not empty."""
    return len(row) > 0 and all(map(is_simple, model["priors"].values()))


def with_normalised_prior(model: Mapping[str, Any], *rest: Any) -> Case:
    """Return the case with priors that sum to 1 again after a class was dropped."""
    return {**model, "priors": with_sum_one(model["priors"])}, *rest


def uniform_prior(priors: Prior) -> dict[str, float]:
    """Return a uniform prior over the same classes."""
    return {y: 1 / len(priors) for y in priors}


def without_prior(priors: Prior, factors: Factors) -> dict[str, float]:
    """Return the posterior with a uniform prior."""
    return naive_bayes_posterior(uniform_prior(priors), factors)


def prior_for_every_feature(priors: Prior, factors: Factors) -> dict[str, float]:
    """Return the posterior with P(y) inside the product, once for every feature.

    >>> prior_for_every_feature({"a": 0.25, "b": 0.75}, {"a": [0.5], "b": [0.5]})
    {'a': 0.25, 'b': 0.75}
    """
    again = {y: [priors[y] * p for p in ps] for y, ps in factors.items()}
    return naive_bayes_posterior(uniform_prior(priors), again)


def products(priors: Prior, factors: Factors) -> dict[str, float]:
    """Return P(y) Πᵢ P(xᵢ | y) for each class as floats, without normalisation."""
    return {y: prod([priors[y], *factors[y]]) for y in priors}


def sums(priors: Prior, factors: Factors) -> dict[str, float]:
    """Return P(y) Σᵢ P(xᵢ | y): the factors are added."""
    return {y: priors[y] * fsum(factors[y]) for y in priors}


def sums_with_prior(priors: Prior, factors: Factors) -> dict[str, float]:
    """Return P(y) + Σᵢ P(xᵢ | y): the factors and the prior are added."""
    return {y: fsum([priors[y], *factors[y]]) for y in priors}


def log_scores(priors: Prior, factors: Factors) -> dict[str, float]:
    """Return log P(y) + Σᵢ log P(xᵢ | y); raise ValueError if a factor is 0."""
    return {y: fsum(map(log, [priors[y], *factors[y]])) for y in priors}


def exponentials(scores: Mapping[str, float]) -> dict[str, float]:
    """Return the softmax of the scores; the largest score is subtracted first."""
    top = max(scores.values())
    return divided({y: exp(score - top) for y, score in scores.items()})


def without_zeros(factors: Factors) -> dict[str, list[float]]:
    """Return the factors that are above 0.

    >>> without_zeros({"a": [0.0, 0.5]})
    {'a': [0.5]}
    """
    return {y: [p for p in ps if p > 0] for y, ps in factors.items()}


def divided(joint: Mapping[str, float]) -> dict[str, float]:
    """Return the values divided by their sum."""
    return {y: p / fsum(joint.values()) for y, p in joint.items()}


def first_largest(joint: Mapping[str, float]) -> str:
    """Return the first label with the largest value."""
    return max(joint, key=joint.__getitem__)
