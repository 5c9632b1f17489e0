"""Tests of the maximum likelihood line in the row space."""

from math import fsum
from operator import mul

import pytest

from textbook_ml.core.stable import sigmoid
from textbook_ml.study.experiments.ng_jordan.newton_fit import (
    in_row_space,
    mle_line,
    separating_or_mle_line,
)


def dot(a: list[float], b: list[float]) -> float:
    return fsum(map(mul, a, b))


def test_a_wide_table_is_shortened_and_a_long_one_is_not() -> None:
    """Three rows of 200 numbers need three columns; 200 rows of three are unchanged."""
    wide = [[float((i + 1) * j % 7) for j in range(200)] for i in range(3)]
    assert [len(row) for row in in_row_space(wide)[0]] == [3, 3, 3]
    long = [list(column) for column in zip(*wide)]
    assert in_row_space(long)[0] is long
    zeros = [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
    assert in_row_space(zeros)[0] is zeros


def test_rows_of_zeros_give_zero_weights() -> None:
    """All features are 0 and each class has one row, so all weights are 0."""
    assert mle_line([[0.0, 0.0], [0.0, 0.0]], [1.0, -1.0], l2=1e-3) == [0.0, 0.0, 0.0]


def test_the_gradient_is_zero_at_the_maximum() -> None:
    """Σ (1 − P(y | x)) y (1, x) = λ (0, w), in the numbers of a wide table."""
    rows = [[float((i + 2) * (j + 1) % 5) / 4 for j in range(9)] for i in range(5)]
    signs, l2 = [1.0, -1.0, 1.0, 1.0, -1.0], 1e-2
    w0, *w = mle_line(rows, signs, l2)
    pulls = [y * sigmoid(-y * (w0 + dot(w, row))) for row, y in zip(rows, signs)]
    assert fsum(pulls) == pytest.approx(0.0, abs=1e-7)
    for w_j, column in zip(w, zip(*rows)):
        assert dot(list(column), pulls) == pytest.approx(l2 * w_j, abs=1e-7)


@pytest.mark.parametrize("width", [1, 2, 12])
def test_separable_rows_are_detected(width: int) -> None:
    """Rows below and above a half; with one of them on the wrong side, no line separates them."""
    xs = [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    rows = [[x, *[0.0] * (width - 1)] for x in xs]
    line, separates = separating_or_mle_line(rows, [-1.0, -1.0, -1.0, 1.0, 1.0, 1.0], l2=1e-6)
    assert separates
    assert line[0] + 0.4 * line[1] < 0 < line[0] + 0.6 * line[1]
    maximum = mle_line(rows, [-1.0, -1.0, -1.0, 1.0, 1.0, 1.0], l2=1e-6)
    assert 0 < line[1] < maximum[1] / 2  # it stops before the maximum
    _, separates = separating_or_mle_line(rows, [-1.0, 1.0, -1.0, 1.0, 1.0, 1.0], l2=1e-6)
    assert not separates
