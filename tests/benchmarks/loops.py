"""Models written as plain loops, as in an introduction to Python: what a short script would do.

Plain lists and dictionaries, one number at a time, no library. The answers are right where
nothing underflows; only the time is compared.
"""

from collections import defaultdict
from collections.abc import Sequence
from math import exp, log, pi
from typing import Any


def gaussian_fit(rows: Sequence[Sequence[float]], labels: Sequence[Any]) -> dict[Any, Any]:
    """Return the log prior, the means and the variances of each class."""
    groups: dict[Any, list[Sequence[float]]] = defaultdict(list)
    for row, y in zip(rows, labels):
        groups[y].append(row)
    model = {}
    for y, members in groups.items():
        means, variances = [], []
        for j in range(len(rows[0])):
            mu = sum(row[j] for row in members) / len(members)
            means.append(mu)
            variances.append(sum((row[j] - mu) ** 2 for row in members) / len(members))
        model[y] = log(len(members) / len(rows)), means, variances
    return model


def gaussian_predict(model: dict[Any, Any], rows: Sequence[Sequence[float]]) -> list[Any]:
    """Return the most probable class of each row."""
    result = []
    for row in rows:
        scores = {}
        for y, (score, means, variances) in model.items():
            for x, mu, sigma2 in zip(row, means, variances):
                score += -0.5 * log(2 * pi * sigma2) - (x - mu) ** 2 / (2 * sigma2)
            scores[y] = score
        result.append(max(scores, key=scores.__getitem__))
    return result


def categorical_fit(rows: Sequence[Sequence[Any]], labels: Sequence[Any]) -> dict[Any, Any]:
    """Return the logarithm of each Laplace-smoothed frequency, by class, feature and value."""
    counts: dict[Any, Any] = defaultdict(lambda: defaultdict(lambda: defaultdict(int)))
    for row, y in zip(rows, labels):
        for j, x in enumerate(row):
            counts[y][j][x] += 1
    return {
        y: {
            j: {x: log((n + 1) / (sum(values.values()) + len(values))) for x, n in values.items()}
            for j, values in features.items()
        }
        for y, features in counts.items()
    }


def logistic_step(rows: Sequence[Sequence[float]], labels: Sequence[int]) -> list[float]:
    """Return the gradient of the log likelihood at weights of 0.01."""
    w = [0.01] * (len(rows[0]) + 1)
    gradient = [0.0] * len(w)
    for row, y in zip(rows, labels):
        score = w[0] + sum(w_i * x_i for w_i, x_i in zip(w[1:], row))
        error = y - 1 / (1 + exp(-score))
        gradient[0] += error
        for j, x in enumerate(row):
            gradient[j + 1] += error * x
    return gradient
