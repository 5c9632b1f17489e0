"""Standardisation of features, and weights converted back to the original units."""

from fractions import Fraction as F
from math import nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.core.errors import TextbookError
from textbook_ml.core.linalg import dot
from textbook_ml.learning.objectives.scaling import (
    Scaling,
    exact_mean,
    standard_deviations,
    wild_spreads,
)

eighths = st.integers(-40, 40).map(lambda n: n / 8)
Table = list[list[float]]


@st.composite
def tables(draw: st.DrawFn, numbers: st.SearchStrategy[float] = eighths) -> Table:
    """Draw a few rows of equal length."""
    width = draw(st.integers(0, 3))
    row = st.lists(numbers, min_size=width, max_size=width)
    return draw(st.lists(row, min_size=1, max_size=6))


@given(tables())
def test_a_spread_is_a_standard_deviation(rows: Table) -> None:
    """A spread is the population standard deviation; a constant column has none."""
    for column, spread in zip(zip(*rows), standard_deviations(list(zip(*rows)))):
        middle = sum(map(F, column), F(0)) / len(column)
        truth = sum(((F(x) - middle) ** 2 for x in column), F(0)) / len(column)
        assert (spread == 0) == (truth == 0)
        if truth:
            assert abs(F(spread) * F(spread) / truth - 1) <= F(2) ** -46


@given(tables(), st.lists(st.integers(1, 3), min_size=6, max_size=6))
def test_a_row_weight_is_a_number_of_repetitions(rows: Table, counts: list[int]) -> None:
    """Weighted centres and spreads are those of the table with every row repeated."""
    weighted = Scaling.of_weighted(rows, list(map(float, counts[: len(rows)])))
    repeated = Scaling.of([row for row, m in zip(rows, counts) for _ in range(m)])
    assert weighted.centres == pytest.approx(repeated.centres, rel=1e-14, abs=1e-14)
    assert weighted.spreads == pytest.approx(repeated.spreads, rel=1e-13)


@given(tables())
def test_standardised_columns_have_mean_zero_and_deviation_one(rows: Table) -> None:
    """Standardised columns have mean 0 and deviation 1; constant columns become 0."""
    standard = Scaling.of(rows).standard(rows)
    for before, column in zip(zip(*rows), zip(*standard)):
        varies = min(before) < max(before)
        assert abs(sum(column)) <= 1e-12
        assert standard_deviations([column]) == pytest.approx([1.0 if varies else 0.0], rel=1e-13)


@given(tables(), st.lists(eighths, min_size=4, max_size=4))
def test_weights_in_the_units_of_the_data_give_the_same_logits(
    rows: Table, numbers: list[float]
) -> None:
    """For every row, w₀ + w · x equals w̃₀ + w̃ · x̃ of the standardised features."""
    scaling, tilted = Scaling.of(rows), numbers[: len(rows[0]) + 1]
    w = scaling.original(tilted)
    # A deviation is at least 1/19 here, so terms are below 5 · 19 · 5 and rounded by 1e-13.
    for x, x_tilde in zip(rows, scaling.standard(rows)):
        assert dot(w, [1.0, *x]) == pytest.approx(dot(tilted, [1.0, *x_tilde]), abs=1e-11)


halves = st.integers(-64, 64).map(lambda n: n / 2)
powers = st.integers(-4, 4).map(lambda n: 2.0**n)


@given(st.lists(st.tuples(halves, halves, powers, halves), min_size=1, max_size=4), halves)
def test_conversion_is_exact_for_powers_of_two(
    quadruples: list[tuple[float, float, float, float]], bias: float
) -> None:
    """If all standard deviations are powers of two, rows and logits are converted exactly."""
    x, centres, sizes, w = zip(*quadruples)
    scaling = Scaling(centres, sizes)
    (standard,) = scaling.standard([x])
    assert [a * s + c for a, s, c in zip(standard, sizes, centres)] == list(x)
    original = scaling.original([bias, *w])
    assert dot(original, [1.0, *x]) == dot([bias, *w], [1.0, *standard])


def test_a_scaling_by_hand() -> None:
    """1 and 3 are one unit from their mean; a weight halves if the unit doubles."""
    scaling = Scaling.of([[1.0, 10.0], [3.0, 14.0]])
    assert scaling == Scaling((2.0, 12.0), (1.0, 2.0))
    assert scaling.standard([[1.0, 10.0], [3.0, 14.0]]) == [[-1.0, -1.0], [1.0, 1.0]]
    assert scaling.original([0.5, 1.0, 4.0]) == [0.5 - 2.0 - 24.0, 1.0, 2.0]


def test_standard_deviations_are_accurate_at_a_large_offset() -> None:
    """At an offset of 1e12 the distances from the mean are still 1 and 3."""
    near, far = [1e12 - 1, 1e12 + 1], [1e12 - 3, 1e12 + 3]
    assert standard_deviations([near + near, far + far]) == [1.0, 3.0]


@pytest.mark.parametrize("constant", [0.1, 1e16 + 2, -1 / 3])
def test_a_constant_column_is_its_own_centre(constant: float) -> None:
    """The rounded mean of three cells of 0.1 is not 0.1; the deviation must still be 0."""
    assert exact_mean([constant] * 3) == constant
    assert standard_deviations([[constant] * 3]) == [0.0]
    assert Scaling.of([[constant]] * 3).standard([[constant]]) == [[0.0]]


def test_a_weight_that_overflows_is_rejected() -> None:
    """A feature of size 1e-310 would need a weight of 1e310, which raises an error."""
    with pytest.raises(TextbookError, match="so small"):
        Scaling((0.0,), (1e-310,)).original([0.0, 1.0])


def test_nan_is_rejected() -> None:
    """A column that contains NaN has no mean, so an error is raised."""
    with pytest.raises(TextbookError, match="nan"):
        Scaling.of([[nan], [1.0]])


def test_only_very_different_scales_give_a_warning() -> None:
    """A ratio up to 1000 gives no warning; above it, the warning names both features."""
    assert wild_spreads([1.0, 1000.0], ["a", "b"]) == ""
    words = wild_spreads([1.0, 0.0, 1001.0], ["a", "b", "c"])
    assert "'c' has a standard deviation of 1e+03" in words
    assert "'a' of 1" in words
    assert "standardise=True" in words
    assert "'b'" not in words  # a constant feature has no scale


def test_no_warning_without_varying_features() -> None:
    """Tables without features or with constant features give no warning."""
    assert wild_spreads([], []) == wild_spreads([0.0], ["a"]) == ""
    assert Scaling.of([[], []]) == Scaling((), ())
    assert Scaling((), ()).original([2.5]) == [2.5]
