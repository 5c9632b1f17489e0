"""Random data, drawn only with `random()`, whose sequence Python guarantees never to change."""

from collections.abc import Sequence
from math import exp, sqrt
from random import Random
from statistics import NormalDist

from textbook_ml.equations.gaussian import mean_mle, variance_mvue

_STANDARD_NORMAL = NormalDist()


def bernoulli(rng: Random, p: float) -> int:
    """Return 1 with probability p, otherwise 0."""
    return int(rng.random() < p)


def normal(rng: Random, mean: float = 0.0, deviation: float = 1.0) -> float:
    """Return a standard normal number, from the inverse of the distribution function."""
    u = rng.random()
    while u == 0:
        u = rng.random()
    return mean + deviation * _STANDARD_NORMAL.inv_cdf(u)


def poisson(rng: Random, rate: float) -> int:
    """Return a Poisson number: add probabilities until their sum exceeds a random number."""
    u, k, p = rng.random(), 0, exp(-rate)
    cumulative = p
    while u >= cumulative and p > 0:
        k += 1
        p *= rate / k
        cumulative += p
    return k


def shuffled(rng: Random, n: int) -> list[int]:
    """The numbers 0 … n − 1 in random order."""
    keys = [rng.random() for _ in range(n)]
    return sorted(range(n), key=keys.__getitem__)


def boolean_table(
    rng: Random, m: int, prior: float, theta1: Sequence[float], theta0: Sequence[float]
) -> tuple[list[list[int]], list[int]]:
    """Return m examples of a naive Bayes model: a class, then Boolean features given the class."""
    labels = [bernoulli(rng, prior) for _ in range(m)]
    rows = [[bernoulli(rng, p) for p in (theta1 if y else theta0)] for y in labels]
    return rows, labels


def standard_error(values: Sequence[float]) -> float:
    """The standard error of the mean of these values: s / √n."""
    return sqrt(variance_mvue(values, mean_mle(values)) / len(values))
