"""Learning algorithms written with plain loops and `sum` are accepted too."""

from collections import Counter
from collections.abc import Callable
from math import exp, inf, log, pi
from typing import Any

import pytest

from textbook_ml.questions import questions
from textbook_ml.questions.framework.diagnosis import answer

plain: list[Callable[..., Any]] = []


def spelling(function: Callable[..., Any]) -> Callable[..., Any]:
    """Register a plain implementation under the name of its question."""
    plain.append(function)
    return function


def score(w: Any, x: Any) -> Any:
    return sum(a * b for a, b in zip(w, x))


def sigmoid(s: float) -> float:
    return 1 / (1 + exp(-s)) if s > -700 else 0.0


def shares(scores: dict[str, float]) -> dict[str, float]:
    top = max(scores.values())
    powers = {y: exp(s - top) for y, s in scores.items()}
    return {y: p / sum(powers.values()) for y, p in powers.items()}


def groups(rows: Any, labels: Any) -> Any:
    return {y: [x for x, label in zip(rows, labels) if label == y] for y in dict.fromkeys(labels)}


def frequencies(labels: Any) -> Any:
    return {y: n / len(labels) for y, n in Counter(labels).items()}


def means(rows: Any) -> list[float]:
    return [sum(column) / len(column) for column in zip(*rows)]


@spelling
def conditional_likelihood(w: Any, rows: Any, labels: Any) -> Any:
    product = 1.0
    for x, y in zip(rows, labels):
        p = sigmoid(score(w, x))
        product *= p if y == 1 else 1 - p
    return product


@spelling
def residuals(w: Any, rows: Any, labels: Any) -> Any:
    return [y - sigmoid(score(w, x)) for x, y in zip(rows, labels)]


@spelling
def gradient(w: Any, rows: Any, labels: Any) -> Any:
    errors = residuals(w, rows, labels)
    return [sum(x[i] * e for x, e in zip(rows, errors)) for i in range(len(w))]


@spelling
def hessian(w: Any, rows: Any) -> Any:
    p = [sigmoid(score(w, x)) for x in rows]
    size = range(len(w))
    return [[-sum(q * (1 - q) * x[i] * x[j] for q, x in zip(p, rows)) for j in size] for i in size]


@spelling
def penalised_gradient(w: Any, rows: Any, labels: Any, lam: float) -> Any:
    return [g - lam * a for g, a in zip(gradient(w, rows, labels), w)]


@spelling
def penalised_step(w: Any, rows: Any, labels: Any, eta: float, lam: float) -> Any:
    return [(1 - eta * lam) * a + eta * g for a, g in zip(w, gradient(w, rows, labels))]


@spelling
def newton_step(w: Any, rows: Any, labels: Any) -> Any:
    g, lines = gradient(w, rows, labels), hessian(w, rows)
    table = [[*line, slope] for line, slope in zip(lines, g)]
    for i in range(len(w)):  # Gauss-Jordan elimination
        table[i] = [a / table[i][i] for a in table[i]]
        for k in range(len(w)):
            if k != i:
                table[k] = [a - table[k][i] * b for a, b in zip(table[k], table[i])]
    return [a - line[-1] for a, line in zip(w, table)]


@spelling
def softmax_gradient(vectors: Any, rows: Any, labels: Any, lam: float) -> Any:
    slopes = [[-lam * a for a in w] for w in vectors]
    for x, y in zip(rows, labels):
        powers = [exp(score(w, x)) for w in vectors]
        for j, power in enumerate(powers):
            error = (1 if y == j else 0) - power / (1 + sum(powers))
            slopes[j] = [g + error * a for g, a in zip(slopes[j], x)]
    return slopes


@spelling
def fit_categorical_nb(rows: Any, labels: Any, values: Any, strength: float) -> Any:
    tables: dict[str, list[dict[str, float]]] = {}
    for y, members in groups(rows, labels).items():
        tables[y] = []
        for i, possible in enumerate(values):
            below = len(members) + strength * len(possible)
            seen = [x[i] for x in members]
            tables[y].append({v: (seen.count(v) + strength) / below for v in possible})
    return {"priors": frequencies(labels), "tables": tables}


@spelling
def posterior_categorical_nb(model: Any, row: Any) -> Any:
    logs = {y: log(p) for y, p in model["priors"].items()}
    for y, tables in model["tables"].items():
        for table, x in zip(tables, row):
            logs[y] += log(table[x]) if table[x] > 0 else -inf
    return shares(logs)


@spelling
def posterior_bernoulli_nb(model: Any, row: Any) -> Any:
    logs = {y: log(p) for y, p in model["priors"].items()}
    for y, phi in model["phi"].items():
        logs[y] += sum(log(p) if x else log(1 - p) for x, p in zip(row, phi))
    return shares(logs)


@spelling
def classify_bernoulli_nb(model: Any, row: Any) -> Any:
    posterior = posterior_bernoulli_nb(model, row)
    best = None
    for y in posterior:  # if tied, the last label
        best = y if best is None or posterior[y] >= posterior[best] else best
    return best


@spelling
def posterior_multinomial_nb(model: Any, words: Any) -> Any:
    logs = {y: log(p) for y, p in model["priors"].items()}
    for word, times in Counter(words).items():
        for y, phi in model["phi"].items():
            logs[y] += times * log(phi[word]) if word in phi else 0
    return shares(logs)


@spelling
def fit_gaussian_nb(rows: Any, labels: Any) -> Any:
    table = {y: means(members) for y, members in groups(rows, labels).items()}
    squares = {y: means([[a * a for a in x] for x in xs]) for y, xs in groups(rows, labels).items()}
    variances = {y: [q - m * m for q, m in zip(squares[y], table[y])] for y in table}
    return {"priors": frequencies(labels), "means": table, "variances": variances}


@spelling
def posterior_gaussian_nb(model: Any, row: Any) -> Any:
    logs = {y: log(p) for y, p in model["priors"].items()}
    for y in logs:
        for x, mu, v in zip(row, model["means"][y], model["variances"][y]):
            logs[y] -= (x - mu) ** 2 / (2 * v) + log(2 * pi * v) / 2
    return shares(logs)


@spelling
def gnb_weights(rows: Any, labels: Any) -> Any:
    mu = {y: means(members) for y, members in groups(rows, labels).items()}
    away = [[(a - m) ** 2 for a, m in zip(x, mu[y])] for x, y in zip(rows, labels)]
    parts = list(zip(mu[0], mu[1], means(away)))
    bias = log(sum(labels) / (len(labels) - sum(labels)))
    bias += sum((a * a - b * b) / (2 * v) for a, b, v in parts)
    return [bias, *((b - a) / v for a, b, v in parts)]


@spelling
def fit_gda(rows: Any, labels: Any) -> Any:
    mu = {y: means(members) for y, members in groups(rows, labels).items()}
    size, m = range(len(rows[0])), len(rows)
    sigma = [[0.0 for _ in size] for _ in size]
    for x, y in zip(rows, labels):
        for i in size:
            for j in size:
                sigma[i][j] += (x[i] - mu[y][i]) * (x[j] - mu[y][j]) / m
    return {"priors": frequencies(labels), "means": mu, "covariance": sigma}


@spelling
def ascend(rows: Any, labels: Any, eta: float, lam: float, n_steps: int) -> Any:
    bias, w = 0.0, [0.0] * len(rows[0])
    for _ in range(n_steps):
        errors = [y - sigmoid(bias + score(w, x)) for x, y in zip(rows, labels)]
        bias += eta * (sum(errors) - lam * bias)
        slopes = [sum(e * x[i] for e, x in zip(errors, rows)) for i in range(len(w))]
        w = [a + eta * g - eta * lam * a for a, g in zip(w, slopes)]
    return [bias, *w]


@pytest.mark.parametrize("function", plain, ids=lambda function: function.__name__)
def test_plain_implementations_pass(function: Callable[..., Any]) -> None:
    """Other summation orders, 1 − p for the other class, and `sum` for fsum are accepted."""
    question = questions()[function.__name__]
    for seed in ("public", "secret", "another"):
        for case, expected in question.exam(seed, 50):
            assert question.fault(case, answer(function, case), expected) is None
