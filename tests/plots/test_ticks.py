"""Ticks are 1-2-5 multiples in the range of the axis, with as many digits as necessary."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.plots.drawn import value
from textbook_ml.plots.ticks import (
    Tick,
    decimal_labels,
    linear_ticks,
    log_ticks,
    short_number,
)

ends = st.floats(-1e200, 1e200)
counts = st.integers(4, 12)


def labels(ticks: list[Tick]) -> list[str]:
    return [tick.label for tick in ticks]


def step_of(values: list[Fraction]) -> Fraction:
    (step,) = {b - a for a, b in pairwise(values)}
    return step


def is_1_2_5(step: Fraction) -> bool:
    """Return whether a number is 1, 2 or 5 times a power of ten."""
    while step >= 10:
        step /= 10
    while step < 1:
        step *= 10
    return step in {1, 2, 5}


@pytest.mark.parametrize(
    ("low", "high", "at_most", "expected"),
    [
        (0.0, 1.0, 6, ["0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
        (0.0, 1.0, 11, ["0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1.0"]),
        (-3.0, 3.0, 8, ["−3", "−2", "−1", "0", "1", "2", "3"]),
        (0.0, 40_000.0, 5, ["0", "10,000", "20,000", "30,000", "40,000"]),
        (1000.0, 3000.0, 5, ["1000", "1500", "2000", "2500", "3000"]),
        (0.0, 3e6, 4, ["0", "10⁶", "2×10⁶", "3×10⁶"]),
        (0.0, 1e-5, 3, ["0", "5×10⁻⁶", "10⁻⁵"]),
        (0.1, 0.4, 4, ["0.1", "0.2", "0.3", "0.4"]),
        (-0.25, 0.25, 3, ["−0.2", "0", "0.2"]),
    ],
)
def test_linear_ticks_of_simple_ranges_are_as_expected(
    low: float, high: float, at_most: int, expected: list[str]
) -> None:
    """For these ranges the best ticks are obvious."""
    assert labels(linear_ticks(low, high, at_most)) == expected


@given(ends, ends, counts)
def test_linear_ticks_divide_the_range_in_steps_of_1_2_5(
    one: float, other: float, at_most: int
) -> None:
    """The ticks are all multiples of a 1-2-5 step in the range, and at most `at_most`."""
    low, high = sorted((one, other))
    assume(high - low > 1e-9 * max(abs(low), abs(high)) and high - low > 1e-200)
    ticks = linear_ticks(low, high, at_most)
    assert 1 <= len(ticks) <= at_most
    assert all(low <= tick.value <= high for tick in ticks)
    assert [tick.value for tick in ticks] == sorted({tick.value for tick in ticks})
    if len(ticks) > 1:
        step = (ticks[-1].value - ticks[0].value) / (len(ticks) - 1)
        assert ticks[0].value - low < step * (1 + 1e-6)
        assert high - ticks[-1].value < step * (1 + 1e-6)


@given(st.integers(-(10**6), 10**6), st.integers(1, 10**6), st.integers(-6, 6), counts)
def test_tick_labels_are_exact_multiples_of_a_1_2_5_step(
    start: int, length: int, power: int, at_most: int
) -> None:
    """The labels equal the positions of the ticks."""
    scale = 10.0**power
    ticks = linear_ticks(start * scale, (start + length) * scale, at_most)
    exact = [value(tick.label) for tick in ticks]
    assert [float(number) for number in exact] == [tick.value for tick in ticks]
    if len(exact) > 1:
        assert is_1_2_5(step_of(exact))
        assert all((number / step_of(exact)).denominator == 1 for number in exact)


@pytest.mark.parametrize(
    ("low", "high", "at_most", "expected"),
    [
        (1.0, 100.0, 8, ["1", "2", "5", "10", "20", "50", "100"]),
        (1.0, 1000.0, 8, ["1", "10", "100", "1000"]),
        (0.5, 20.0, 8, ["0.5", "1", "2", "5", "10", "20"]),
        (1e-8, 1.0, 5, ["10⁻⁸", "10⁻⁶", "10⁻⁴", "10⁻²", "10⁰"]),
        (2.0, 4.0, 5, ["2.0", "2.5", "3.0", "3.5", "4.0"]),
    ],
)
def test_log_ticks_of_simple_ranges_are_as_expected(
    low: float, high: float, at_most: int, expected: list[str]
) -> None:
    """Ticks are powers of ten, 1-2-5 multiples if they fit, or linear in a short range."""
    assert labels(log_ticks(low, high, at_most)) == expected


@given(st.floats(1e-200, 1e200), st.floats(1.001, 1e100), counts)
def test_log_ticks_are_in_the_range_and_few(low: float, ratio: float, at_most: int) -> None:
    """For every range there is at least one tick, and at most `at_most`."""
    ticks = log_ticks(low, low * ratio, at_most)
    assert 1 <= len(ticks) <= at_most
    assert all(low <= tick.value <= low * ratio for tick in ticks)


def test_one_long_number_makes_all_labels_powers_of_ten() -> None:
    """All numbers of an axis have the same format."""
    assert decimal_labels([(5, 5), (1, 6)]) == ["5×10⁵", "10⁶"]
    assert decimal_labels([(5, 5)]) == ["500,000"]


@pytest.mark.parametrize(
    ("number", "written"),
    [(0.0, "0"), (-0.5, "−0.5"), (1 / 3, "0.333"), (1e9, "10⁹"), (-2.5e-7, "−2.5×10⁻⁷"), (7, "7")],
)
def test_a_short_number_has_at_most_three_digits(number: float, written: str) -> None:
    """Short numbers are used on contour lines and in tooltips."""
    assert short_number(number) == written
