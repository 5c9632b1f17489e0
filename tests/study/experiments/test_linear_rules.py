"""Tests of naive Bayes and logistic regression as linear rules, and of exact errors."""

from fractions import Fraction as F
from itertools import product
from math import exp, log
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.equations.bridge import Weights
from textbook_ml.equations.likelihood import penalised_gradient
from textbook_ml.equations.logistic import logistic_label, with_intercept
from textbook_ml.study.experiments._linear_rules import (
    RIDGE,
    distance,
    draw_with_both_classes,
    error_of,
    gaussian_error,
    logistic_regression,
    naive_bayes,
    predicts_one,
)

small = st.integers(-4, 4).map(float)
bits = st.integers(0, 1)
examples = st.lists(st.tuples(bits, bits, bits, st.integers(1, 3)), min_size=1, max_size=6)


def split(cases: list[tuple[int, int, int, int]]) -> tuple[list[list[int]], list[int], list[int]]:
    """Rows, labels and counts with both classes."""
    cases = [*cases, (0, 0, 0, 1), (1, 1, 1, 1)]
    return [[a, b] for a, b, _, _ in cases], [y for _, _, y, _ in cases], [n for *_, n in cases]


def test_naive_bayes_uses_laplace_smoothing() -> None:
    """Two ones of two become 3/4, none of two 1/4: each weight is 2 ln 3."""
    found = naive_bayes([[1], [1], [0], [0]], [1, 1, 0, 0])
    assert found == Weights(-log(3), (2 * log(3),))


@given(examples)
def test_counts_equal_repeated_rows(cases: list[tuple[int, int, int, int]]) -> None:
    """An example with count 3 has the same effect as three equal examples."""
    rows, labels, counts = split(cases)
    long_rows = [x for x, n in zip(rows, counts) for _ in range(n)]
    long_labels = [y for y, n in zip(labels, counts) for _ in range(n)]
    assert naive_bayes(rows, labels, counts) == naive_bayes(long_rows, long_labels)


@given(examples)
def test_logistic_regression_is_at_the_maximum(cases: list[tuple[int, int, int, int]]) -> None:
    """The gradient of the penalised likelihood (with the intercept) is zero at the result."""
    rows, labels, counts = split(cases)
    found = logistic_regression(rows, labels, counts)
    long_rows = [list(map(float, x)) for x, n in zip(rows, counts) for _ in range(n)]
    long_labels = [y for y, n in zip(labels, counts) for _ in range(n)]
    gradient = penalised_gradient(
        [found.w0, *found.w], with_intercept(long_rows), long_labels, RIDGE
    )
    assert max(map(abs, gradient)) < 1e-3


@given(small, st.lists(st.tuples(small, small), min_size=1, max_size=5))
def test_the_fast_label_equals_the_checked_label(
    w0: float, pairs: list[tuple[float, float]]
) -> None:
    """The labels are equal for ties too: on the boundary the label is 0."""
    w, x = tuple(a for a, _ in pairs), [b for _, b in pairs]
    assert predicts_one(Weights(w0, w), x) == (logistic_label(w0, w, x) == 1)


def test_an_exact_error_is_the_probability_of_the_wrong_side() -> None:
    """The rule x₁ + x₂ > 1 is wrong where both are 1 in class 0, and elsewhere in class 1."""
    cells = list(product(product((0, 1), repeat=2), (0, 1)))
    population = {(x, y): F(1, 8) for x, y in cells}
    population[(1, 1), 1] += F(1, 16)
    population[(1, 1), 0] -= F(1, 16)
    assert error_of(Weights(-1.5, (1.0, 1.0)), population) == F(1, 16) + 3 * F(1, 8)


def test_a_training_set_has_both_classes() -> None:
    """Training sets with one class are skipped."""
    draws = iter([([[1]], [1]), ([[0]], [0]), ([[1], [0]], [0, 1]), ([[1], [1]], [0, 1])])
    assert draw_with_both_classes(lambda: next(draws)) == ([[1], [0]], [0, 1])


def test_distance_is_euclidean() -> None:
    """The distance includes the intercept and all weights."""
    assert distance(Weights(1.0, (0.0, 2.0)), Weights(0.0, (2.0, 0.0))) == 3.0


@given(small, st.floats(0.25, 4.0), small, small, st.floats(0.25, 4.0))
def test_the_gaussian_error_is_the_two_tails(
    w0: float, w: float, mu0: float, mu1: float, deviation: float
) -> None:
    """In one dimension the error is an upper tail of one Gaussian and a lower of the other."""
    threshold = -w0 / w
    upper = 1 - NormalDist(mu0, deviation).cdf(threshold)
    lower = NormalDist(mu1, deviation).cdf(threshold)
    found = gaussian_error(Weights(w0, (w,)), ([mu0], [mu1]), [[deviation * deviation]])
    assert found == pytest.approx((upper + lower) / 2, abs=1e-12)


def test_the_smallest_gaussian_error_depends_on_the_mahalanobis_distance() -> None:
    """The error is Φ(−Δ/2) for any covariance; here Σ⁻¹δ = (1, 1) and Δ² = 3 + 3 = 6."""
    means = ([-1.5, -1.5], [1.5, 1.5])
    best = gaussian_error(Weights(0.0, (1.0, 1.0)), means, [[2.0, 1.0], [1.0, 2.0]])
    assert best == pytest.approx(NormalDist().cdf(-(6**0.5) / 2), rel=1e-12)
    off = gaussian_error(Weights(0.0, (1.0, exp(-1))), means, [[2.0, 1.0], [1.0, 2.0]])
    assert off > best
