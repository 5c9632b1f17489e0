"""Histograms: every value is in one bin, and the area under a density is 1."""

from fractions import Fraction
from itertools import pairwise
from math import fsum, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.plots.drawn import parsed
from textbook_ml.core.errors import TextbookError
from textbook_ml.plots import Figure, Histogram, even_edges

numbers = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=50)


@given(numbers, st.integers(2, 30))
def test_bin_counts_add_up_to_the_number_of_values(values: list[float], at_most: int) -> None:
    """Every value is in exactly one bin."""
    histogram = Histogram.counts(values, even_edges(values, at_most))
    assert fsum(histogram.heights) == len(values)


@given(numbers)
def test_each_bin_counts_the_values_between_its_edges(values: list[float]) -> None:
    """A value on an edge belongs to the bin above it; the last bin includes its upper edge."""
    edges = even_edges(values, 10)
    last = edges[-1]
    expected = [
        sum(low <= v < high or v == high == last for v in values) for low, high in pairwise(edges)
    ]
    assert list(Histogram.counts(values, edges).heights) == expected


@given(st.lists(st.integers(0, 63), min_size=1, max_size=50))
def test_the_area_of_a_density_is_one(values: list[int]) -> None:
    """The area is the sum of height times width over bins of different widths."""
    edges = [0.0, 1.0, 4.0, 20.0, 64.0]
    heights = Histogram.density(values, edges).heights
    area = sum(Fraction(h) * Fraction(b - a) for h, a, b in zip(heights, edges, edges[1:]))
    assert float(area) == pytest.approx(1.0, rel=1e-15)


@given(numbers, st.integers(2, 30))
def test_even_edges_contain_all_values(values: list[float], at_most: int) -> None:
    """There are at most `at_most` bins, and no empty bin at either end."""
    edges = even_edges(values, at_most)
    assert 1 <= len(edges) - 1 <= at_most
    assert edges[0] <= min(values) and max(values) <= edges[-1]
    if min(values) < max(values):
        assert min(values) < edges[1] and edges[-2] < max(values)


def test_bin_edges_of_simple_examples_are_round_numbers() -> None:
    """A value at a round number is at the start of a bin."""
    assert even_edges([0.1, 0.55, 0.9], 8) == [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
    assert even_edges([-7.0, 12.0], 4) == [-10.0, 0.0, 10.0, 20.0]


def test_invalid_histograms_are_errors() -> None:
    """Values outside all bins, decreasing edges, negative heights, and too few edges fail."""
    with pytest.raises(TextbookError, match="between its edges 0 and 2, got 3 at position 1"):
        Histogram.counts([1.0, 3.0], [0.0, 2.0], label="age")
    with pytest.raises(TextbookError, match="histogram must be increasing, got 2 before 1"):
        Histogram.counts([1.0], [2.0, 1.0])
    with pytest.raises(TextbookError, match="must have heights of at least 0, got -1"):
        Histogram([0.0, 1.0], [-1.0])
    with pytest.raises(TextbookError, match="than heights, got 3 edges and 1 heights"):
        Histogram([0.0, 1.0, 2.0], [1.0])
    with pytest.raises(TextbookError, match="nan in values of the histogram"):
        Histogram.counts([nan], [0.0, 1.0])
    with pytest.raises(TextbookError, match="at_most must be at least 2, got 1"):
        even_edges([1.0], 1)


@pytest.mark.parametrize("heights", [[0.0, 0.0], [0.0, 3.0], [3.0, 0.0], [1.0, 2.0]])
def test_empty_bins_are_drawn(heights: list[float]) -> None:
    """A histogram without any value is drawn too."""
    histogram = Histogram([0.0, 1.0, 2.0], heights)
    parsed(Figure("t", "d", "x", "y", [histogram]).svg())
