"""Scales and axes: positions of values, and ranges of axes."""

from fractions import Fraction
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.core.errors import TextbookError
from textbook_ml.plots.scales import Axis, Linear, Log, Scale, drawable, rising

numbers = st.floats(-1e6, 1e6)
positive = st.floats(1e-6, 1e6)


def test_a_linear_axis_keeps_proportions() -> None:
    """A quarter of the range is a quarter of the length of the axis."""
    axis = Axis(Linear(), low=10.0, high=50.0, start=0.0, end=400.0)
    assert axis.all_at([10.0, 20.0, 50.0, 60.0]) == [0.0, 100.0, 400.0, 500.0]


def test_a_log_axis_keeps_ratios() -> None:
    """Each factor of ten has the same length."""
    axis = Axis(Log(), low=1.0, high=1000.0, start=0.0, end=300.0)
    assert axis.all_at([1.0, 10.0, 100.0, 1000.0]) == pytest.approx([0.0, 100.0, 200.0, 300.0])


def test_an_axis_may_be_reversed() -> None:
    """In SVG, y grows downwards; in bar charts, the first name is at the top."""
    assert Axis(Linear(), low=0.0, high=1.0, start=300.0, end=100.0).at(0.25) == 250.0
    assert Axis(Linear(), low=2.5, high=-0.5, start=300.0, end=0.0).at(0.0) == 50.0


@given(st.lists(numbers, min_size=1))
def test_linear_ranges_contain_all_values(values: list[float]) -> None:
    """The ranges of all four methods contain all values; `range_from_zero` also contains 0."""
    scale = Linear()
    for low, high in (
        scale.range_of_values(values),
        scale.padded_range(values),
        scale.padded_range_to_zero(values),
    ):
        assert low <= min(values) and max(values) <= high
    low, high = scale.range_from_zero(values)
    assert low <= min(0.0, *values) and max(0.0, *values) <= high
    assert low == 0 or min(values) < 0
    assert high == 0 or max(values) > 0


@given(st.lists(numbers, min_size=1))
def test_added_space_on_an_axis_does_not_cross_zero(values: list[float]) -> None:
    """If all values have one sign, so has the axis."""
    low, high = Linear().padded_range_to_zero(values)
    assert low >= 0 or min(values) < 0
    assert high <= 0 or max(values) > 0


@given(st.lists(positive, min_size=1))
def test_log_ranges_contain_all_values_and_stay_above_zero(values: list[float]) -> None:
    """Space on a log axis is a ratio, so the range never reaches 0."""
    for low, high in (
        Log().range_of_values(values),
        Log().padded_range(values),
        Log().padded_range_to_zero(values),
    ):
        assert 0 < low <= min(values) * (1 + 1e-12)
        assert max(values) <= high * (1 + 1e-12)


@pytest.mark.parametrize("scale", [Linear(), Log()])
@pytest.mark.parametrize("value", [1e-240, 1.0, 3.0, 1e240])
def test_the_range_of_a_single_value_is_widened(scale: Scale, value: float) -> None:
    """A range of length 0 becomes a range that contains the value."""
    low, high = scale.range_around(value)
    assert low < value < high


def test_values_on_a_log_axis_must_be_above_zero() -> None:
    """The message contains the value and a fix."""
    for wrong in (0.0, -1.5):
        with pytest.raises(TextbookError, match=f"above 0, got {wrong:g}.*linear"):
            Log().range_of_values([1.0, wrong])
    with pytest.raises(TextbookError, match="bars begin at 0"):
        Log().range_from_zero([1.0])


@pytest.mark.parametrize("wrong", [nan, inf, -inf])
def test_a_value_that_is_not_finite_is_an_error(wrong: float) -> None:
    """The message names the list, the value and the position."""
    with pytest.raises(TextbookError, match=f"there is {wrong} in xs of the line, at position 2"):
        drawable([0.0, 1.0, wrong], "xs of the line")


@pytest.mark.parametrize("wrong", [1e251, -1e300, 10**400, Fraction(10**400)])
def test_a_value_that_is_too_large_to_draw_is_an_error(wrong: float) -> None:
    """Differences of values must be finite floats, too."""
    with pytest.raises(TextbookError, match="at position 1, too large to draw"):
        drawable([0.0, wrong], "xs")


def test_fractions_and_integers_are_drawn_as_floats() -> None:
    """Exact numbers are converted."""
    assert drawable([Fraction(1, 2), 3], "xs") == (0.5, 3.0)


def test_bin_edges_must_be_increasing() -> None:
    """There must be at least two edges, each larger than the one before."""
    assert rising([0, 1], "edges") == (0.0, 1.0)
    with pytest.raises(TextbookError, match="edges must have at least two values, got one"):
        rising([1.0], "edges")
    with pytest.raises(TextbookError, match="edges must be increasing, got 2 before 2"):
        rising([1.0, 2.0, 2.0], "edges")
    with pytest.raises(TextbookError, match="edges must have at least one value"):
        rising([], "edges")
