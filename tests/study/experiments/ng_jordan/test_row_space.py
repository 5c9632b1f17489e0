"""Tests of the coordinates of vectors in the row space of a table."""

from math import fsum
from operator import mul

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.study.experiments.ng_jordan.row_space import RowSpace

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
    space = RowSpace.of(rows)
    for a, c in zip(rows, space.full_rows):
        for b, d in zip(rows, space.full_rows):
            assert dot(c, d) == pytest.approx(dot(a, b), abs=1e-9)
    assert len(space.factor) <= min(len(rows), len(rows[0]))
    assert [len(c) for c in space.factor] == list(range(1, len(space.factor) + 1))


@given(tables, st.data())
def test_projection_keeps_the_products_with_all_rows(
    rows: list[list[float]], data: st.DataObject
) -> None:
    """The coordinates of w determine its product with every row."""
    size = len(rows[0])
    w, elsewhere = (data.draw(st.lists(numbers, min_size=size, max_size=size)) for _ in range(2))
    space = RowSpace.of(rows)
    again = space.vector(space.project(w), elsewhere)
    for row in rows:
        assert dot(row, again) == pytest.approx(dot(row, w), abs=1e-8)
    assert space.vector(space.project(w), w) == pytest.approx(w, abs=1e-8)
