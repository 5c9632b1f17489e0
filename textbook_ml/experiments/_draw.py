"""Drawing data: from `random()` alone, the one draw that Python promises never to change."""

from collections.abc import Sequence
from math import exp, sqrt
from random import Random
from statistics import NormalDist

from textbook_ml.equations.gaussian import mean_mle, variance_mvue

_BELL = NormalDist()


def coin(rng: Random, p: float) -> int:
    """1 with probability p, else 0."""
    return int(rng.random() < p)


def normal(rng: Random, mean: float = 0.0, deviation: float = 1.0) -> float:
    """A normal number, by the inverse of the distribution function."""
    u = rng.random()
    while u == 0:
        u = rng.random()
    return mean + deviation * _BELL.inv_cdf(u)


def poisson(rng: Random, rate: float) -> int:
    """A Poisson number, by adding up probabilities until they pass a random one."""
    u, k, p = rng.random(), 0, exp(-rate)
    below = p
    while u >= below and p > 0:
        k += 1
        p *= rate / k
        below += p
    return k


def shuffled(rng: Random, n: int) -> list[int]:
    """The numbers 0 … n − 1 in random order."""
    lots = [rng.random() for _ in range(n)]
    return sorted(range(n), key=lots.__getitem__)


def boolean_table(
    rng: Random, m: int, prior: float, theta1: Sequence[float], theta0: Sequence[float]
) -> tuple[list[list[int]], list[int]]:
    """m examples that obey naive Bayes: a class, then a coin for each feature."""
    labels = [coin(rng, prior) for _ in range(m)]
    rows = [[coin(rng, p) for p in (theta1 if y else theta0)] for y in labels]
    return rows, labels


def standard_error(values: Sequence[float]) -> float:
    """How far the mean of these values may be off: s / √n."""
    return sqrt(variance_mvue(values, mean_mle(values)) / len(values))
