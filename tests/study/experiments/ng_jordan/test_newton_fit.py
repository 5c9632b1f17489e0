"""Tests of the maximum likelihood line in the span of the rows."""

from math import fsum
from operator import mul

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.core.stable import sigmoid
from textbook_ml.study.experiments.ng_jordan.newton_fit import (
    most_likely_line,
    separating_or_likely,
    shortened,
)
from textbook_ml.study.experiments.ng_jordan.row_space import Span

numbers = st.integers(-4, 4).map(float)
tables = st.integers(1, 6).flatmap(
    lambda width: st.lists(
        st.lists(numbers, min_size=width, max_size=width), min_size=1, max_size=6
    )
)


def dot(a: list[float], b: list[float]) -> float:
    return fsum(map(mul, a, b))


@given(tables)
def test_coordinates_have_the_same_products(rows: list[list[float]]) -> None:
    """C Cᵀ = K, with one coordinate for each independent row and zeros above the diagonal."""
    span = Span.of(rows)
    for a, c in zip(rows, span.full_rows):
        for b, d in zip(rows, span.full_rows):
            assert dot(c, d) == pytest.approx(dot(a, b), abs=1e-9)
    assert len(span.factor) <= min(len(rows), len(rows[0]))
    assert [len(c) for c in span.factor] == list(range(1, len(span.factor) + 1))


@given(tables, st.data())
def test_there_and_back_keeps_the_products_with_all_rows(
    rows: list[list[float]], data: st.DataObject
) -> None:
    """Whatever w is outside of the span, its coordinates say what it is for the rows."""
    size = len(rows[0])
    w, elsewhere = (data.draw(st.lists(numbers, min_size=size, max_size=size)) for _ in range(2))
    span = Span.of(rows)
    again = span.vector(span.project(w), elsewhere)
    for row in rows:
        assert dot(row, again) == pytest.approx(dot(row, w), abs=1e-8)
    assert span.vector(span.project(w), w) == pytest.approx(w, abs=1e-8)


def test_a_wide_table_is_shortened_and_a_long_one_is_not() -> None:
    """Three rows of 200 numbers need three columns; 200 rows of three numbers stay."""
    wide = [[float((i + 1) * j % 7) for j in range(200)] for i in range(3)]
    assert [len(row) for row in shortened(wide)[0]] == [3, 3, 3]
    long = [list(column) for column in zip(*wide)]
    assert shortened(long)[0] is long
    zeros = [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
    assert shortened(zeros)[0] is zeros


def test_rows_of_zeros_give_zero_weights() -> None:
    """All features are 0 and each class has one row, so all weights are 0."""
    assert most_likely_line([[0.0, 0.0], [0.0, 0.0]], [1.0, -1.0], l2=1e-3) == [0.0, 0.0, 0.0]


def test_the_gradient_is_zero_at_the_maximum() -> None:
    """Σ (1 − P(y | x)) y (1, x) = λ (0, w), in the numbers of a wide table."""
    rows = [[float((i + 2) * (j + 1) % 5) / 4 for j in range(9)] for i in range(5)]
    signs, l2 = [1.0, -1.0, 1.0, 1.0, -1.0], 1e-2
    w0, *w = most_likely_line(rows, signs, l2)
    pulls = [y * sigmoid(-y * (w0 + dot(w, row))) for row, y in zip(rows, signs)]
    assert fsum(pulls) == pytest.approx(0.0, abs=1e-7)
    for w_j, column in zip(w, zip(*rows)):
        assert dot(list(column), pulls) == pytest.approx(l2 * w_j, abs=1e-7)


@pytest.mark.parametrize("width", [1, 2, 12])
def test_separation_is_found_where_it_is(width: int) -> None:
    """Rows below and above a half; with one of them on the wrong side, no line will do."""
    xs = [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    rows = [[x, *[0.0] * (width - 1)] for x in xs]
    line, separates = separating_or_likely(rows, [-1.0, -1.0, -1.0, 1.0, 1.0, 1.0], l2=1e-6)
    assert separates
    assert line[0] + 0.4 * line[1] < 0 < line[0] + 0.6 * line[1]
    top = most_likely_line(rows, [-1.0, -1.0, -1.0, 1.0, 1.0, 1.0], l2=1e-6)
    assert 0 < line[1] < top[1] / 2  # it stops on the way
    _, separates = separating_or_likely(rows, [-1.0, 1.0, -1.0, 1.0, 1.0, 1.0], l2=1e-6)
    assert not separates
