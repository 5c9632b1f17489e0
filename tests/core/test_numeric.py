"""Sums, means and products: exact on Fractions, rounded once on floats."""

from collections.abc import Callable
from decimal import localcontext
from fractions import Fraction
from math import copysign, gcd, inf, nan, nextafter, prod, ulp
from random import Random
from typing import Any, cast

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from tests.oracle import SIXTY, dec, ulps
from textbook_ml.core.errors import TextbookError
from textbook_ml.core.numeric import (
    as_float,
    co_moment,
    exact,
    is_exact,
    like,
    mean,
    normalise_products,
    over_one_denominator,
    product,
    ratio,
    require_distribution,
    require_finite,
    require_floats,
    require_one_kind,
    require_probability,
    size,
    squares_about,
    sum_over,
    total,
    ulps_off,
    wide_product,
)
from textbook_ml.learning.statistics.moments import Moments

fractions = st.builds(Fraction, st.integers(-99, 99), st.integers(1, 12))
samples = st.lists(fractions, min_size=1, max_size=8)
pairs = st.lists(st.tuples(fractions, fractions), min_size=1, max_size=8)
offsets = st.sampled_from([0.0, 1e9, -1e9, 1e12, -1e12])
jitters = st.lists(st.floats(-4, 4), min_size=1, max_size=8)
floats = st.floats(-1e150, 1e150)


def moved(offset: float, jitter: list[float]) -> list[float]:
    """Floats that vary by a few units around an offset."""
    return [offset + x for x in jitter]


@given(floats)
def test_a_float_becomes_its_exact_fraction(x: float) -> None:
    """The conversion is exact in both directions."""
    assert exact(x) == Fraction(*x.as_integer_ratio())
    assert like(exact(x), x) == x


@pytest.mark.parametrize("x", [nan, inf, -inf])
@pytest.mark.parametrize(
    "function",
    [
        exact,
        lambda x: require_finite([x], "the list"),
        lambda x: total([1.0, x]),
        lambda x: total([x, -x]),
        lambda x: mean([x]),
        lambda x: squares_about([1.0, x], 0.0),
        lambda x: squares_about([1.0], x),
        lambda x: co_moment([1.0, x], [1.0, 2.0]),
        lambda x: co_moment([1.0, 2.0], [1.0, x]),
        lambda x: over_one_denominator([x]),
        lambda x: wide_product([0.5, x]),
    ],
)
def test_nan_and_infinities_are_errors(function: Callable[[float], object], x: float) -> None:
    """No function accepts a float that is not finite."""
    with pytest.raises(TextbookError, match="finite"):
        function(x)


def test_a_number_that_is_not_finite_is_reported_with_its_position() -> None:
    """The message names the list, the value and the position, counted from zero."""
    with pytest.raises(TextbookError, match="^there is inf in the ages, at position 2: "):
        require_finite([1.0, Fraction(1, 3), inf], "the ages")


@pytest.mark.parametrize(
    ("numbers", "answer"),
    [
        ([Fraction(1, 2)], True),
        ([Fraction(1, 2), 1], True),
        ([Fraction(1, 2), 0.5], False),
        ([0.5], False),
        ([1, 2], False),
        ([], False),
    ],
)
def test_numbers_are_exact_if_there_is_a_fraction_and_no_float(
    numbers: list[object], answer: bool
) -> None:
    """Integers are allowed with both; integers alone are treated as floats."""
    assert is_exact(numbers) is answer


@given(st.fractions(max_denominator=10**30))
def test_a_fraction_among_floats_is_rounded_once(value: Fraction) -> None:
    """Among Fractions it is not rounded; among floats it becomes the nearest float."""
    assert like(value, Fraction(1)) is value
    rounded = like(value, 1.0)
    assert isinstance(rounded, float) and ulps(rounded, value) <= 0.5


def test_numbers_larger_than_any_float_are_an_error() -> None:
    """Neither a Fraction nor a sum becomes infinite without an error."""
    with pytest.raises(TextbookError, match="larger than any float"):
        like(Fraction(10) ** 400, 1.0)
    with pytest.raises(TextbookError, match="must fit into a float, got .* bits"):
        as_float(10**400)
    with pytest.raises(TextbookError, match="larger than any float"):
        total([1.7e308, 1.7e308])


@given(samples)
def test_total_of_fractions_is_their_sum(xs: list[Fraction]) -> None:
    """The sum of Fractions is exact and is a Fraction."""
    assert total(xs) == sum(xs, Fraction(0))
    assert isinstance(total(xs), Fraction)


@given(st.lists(floats, max_size=20), st.randoms(use_true_random=False))
def test_total_of_floats_is_rounded_once_in_any_order(xs: list[float], rng: Random) -> None:
    """The result is the float nearest to the exact sum, for every order of the terms."""
    result = total(xs)
    assert ulps(result, sum(map(Fraction, xs), Fraction(0))) <= 0.5
    assert total(rng.sample(xs, len(xs))) == result


def test_total_of_ten_tenths_is_exactly_one() -> None:
    """Ten tenths are one; plain addition gives 0.9999999999999999."""
    assert total([0.1] * 10) == 1.0
    assert total([1e16, 1.0, -1e16]) == 1.0


def test_total_of_nothing_is_zero() -> None:
    """An empty sum is 0."""
    assert total([]) == 0


@given(samples)
def test_deviations_from_the_mean_sum_to_zero(xs: list[Fraction]) -> None:
    """For Fractions the sum of the deviations is exactly 0."""
    assert total([x - mean(xs) for x in xs]) == 0


@given(offsets, jitters)
def test_mean_of_floats_is_rounded_twice_at_any_offset(offset: float, jitter: list[float]) -> None:
    """Only the sum and the quotient are rounded."""
    xs = moved(offset, jitter)
    # Half an ulp of the sum can be one ulp of the quotient, which adds half an ulp itself.
    assert ulps(mean(xs), mean(list(map(Fraction, xs)))) <= 1.5


def test_mean_of_nothing_is_an_error() -> None:
    """A mean divides by the number of values, which must not be 0."""
    with pytest.raises(TextbookError, match="a mean divides by N, but there are no values"):
        mean([])


@given(samples, fractions)
def test_squares_about_a_centre_are_the_definition(xs: list[Fraction], mu: Fraction) -> None:
    """The result is exactly Σ (x − μ)², for every centre μ and for the mean."""
    assert squares_about(xs, mu) == sum((x - mu) ** 2 for x in xs)
    assert squares_about(xs, mean(xs)) == sum((x - mean(xs)) ** 2 for x in xs)


@given(samples, fractions)
def test_squares_about_any_centre_exceed_those_about_the_mean(
    xs: list[Fraction], mu: Fraction
) -> None:
    """Steiner's theorem: a centre at distance d from the mean adds N d²."""
    moved_by = mean(xs) - mu
    assert squares_about(xs, mu) == squares_about(xs, mean(xs)) + len(xs) * moved_by**2


@given(offsets, jitters)
@example(1e12, [0.0, 1.0, 3.0])
@example(1e12, [0.1, 0.2, 0.4])
@example(1e9, [0.0, 1e-7])
def test_squares_about_the_mean_are_rounded_once_at_any_offset(
    offset: float, jitter: list[float]
) -> None:
    """Squares are summed about the exact mean, and the sum is rounded to the nearest float."""
    xs = moved(offset, jitter)
    points = list(map(Fraction, xs))
    truth = sum(((p - mean(points)) ** 2 for p in points), Fraction(0))
    assert ulps(squares_about(xs, mean(xs)), truth) <= 0.5


@given(offsets, jitters, st.floats(-4, 4))
def test_squares_about_another_centre_are_rounded_once_at_any_offset(
    offset: float, jitter: list[float], shift: float
) -> None:
    """About a centre that is not the mean, the sum of squares is the nearest float, too."""
    xs, mu = moved(offset, jitter), offset + shift
    points = list(map(Fraction, xs))
    if abs(Fraction(mu) - mean(points)) > 2 * ulp(mu):
        truth = sum(((p - Fraction(mu)) ** 2 for p in points), Fraction(0))
        assert ulps(squares_about(xs, mu), truth) <= 0.5


@given(offsets, jitters, st.integers(-2, 2))
def test_a_float_within_two_ulps_of_the_mean_is_treated_as_the_mean(
    offset: float, jitter: list[float], steps: int
) -> None:
    """The mean may have been rounded by any method: lists and moments treat it as the mean."""
    xs = moved(offset, jitter)
    points = list(map(Fraction, xs))
    mu = mean(xs)
    for _ in range(abs(steps)):
        mu = nextafter(mu, copysign(inf, steps))
    if abs(Fraction(mu) - mean(points)) <= 2 * ulp(mu):
        truth = squares_about(points, mean(points))
        assert ulps(squares_about(xs, mu), truth) <= 0.5
        assert squares_about(cast(Any, Moments.of(xs)), mu) == truth


@given(samples, fractions)
def test_moments_give_the_same_results_as_the_values(xs: list[Fraction], mu: Fraction) -> None:
    """Size, total, mean and squares of Moments are those of the values, as exact Fractions."""
    moments = Moments.of(xs)
    assert size(moments) == size(xs) == len(xs)
    assert total(moments) == total(xs)
    assert mean(moments) == mean(xs)
    assert squares_about(moments, mu) == squares_about(xs, mu)
    assert squares_about(moments, mean(moments)) == squares_about(xs, mean(xs))


def test_size_of_moments_counts_weights_and_skips_missing_values() -> None:
    """N is the sum of the weights; None is not counted."""
    assert size(Moments.of([1.0, None, 3.0])) == 2  # type: ignore[type-var]
    assert size(Moments.of_weighted([1.0, 3.0], [Fraction(2), Fraction(1, 2)])) == Fraction(5, 2)
    assert mean(Moments.of_weighted([1.0, 3.0], [Fraction(2), Fraction(1, 2)])) == Fraction(7, 5)


@pytest.mark.parametrize("mu", [nan, inf])
def test_squares_of_moments_about_a_centre_that_is_not_finite_are_an_error(mu: float) -> None:
    """Moments are checked like lists."""
    with pytest.raises(TextbookError, match="finite"):
        squares_about(cast(Any, Moments.of([1.0, 2.0])), mu)


@pytest.mark.parametrize("offset", [0.0, 1e9, 1e12])
def test_squares_of_zero_one_three_are_fourteen_thirds(offset: float) -> None:
    """The mean is 4/3, and (16 + 1 + 25) / 9 = 14/3 at every offset."""
    xs = [offset, offset + 1, offset + 3]
    assert squares_about(xs, mean(xs)) == 14 / 3


@given(pairs)
def test_co_moment_is_the_sum_of_products_of_deviations(
    points: list[tuple[Fraction, Fraction]],
) -> None:
    """Σ (x − x̄)(y − ȳ), symmetric, and of a list with itself its squares about the mean."""
    xs, ys = map(list, zip(*points))
    assert co_moment(xs, ys) == sum((x - mean(xs)) * (y - mean(ys)) for x, y in points)
    assert co_moment(xs, ys) == co_moment(ys, xs)
    assert co_moment(xs, xs) == squares_about(xs, mean(xs))


@given(pairs, fractions, fractions)
def test_co_moment_ignores_offsets_and_scales_linearly(
    points: list[tuple[Fraction, Fraction]], shift: Fraction, scale: Fraction
) -> None:
    """Adding a constant to x changes nothing; a factor of x is a factor of the co-moment."""
    xs, ys = map(list, zip(*points))
    assert co_moment([scale * x + shift for x in xs], ys) == scale * co_moment(xs, ys)


@pytest.mark.parametrize("offset", [1e9, 1e12])
def test_co_moment_of_floats_is_exact_at_any_offset(offset: float) -> None:
    """x = 1, 2, 6 and y = 1, 3, 2 have deviations −2, −1, 3 and −1, 1, 0: 2 − 1 + 0 = 1."""
    assert co_moment([offset + 1, offset + 2, offset + 6], [1.0, 3.0, 2.0]) == 1


def test_co_moment_of_lists_of_different_lengths_is_an_error() -> None:
    """Each x needs a y."""
    with pytest.raises(TextbookError, match="must be equal"):
        co_moment([1.0, 2.0], [1.0])


def test_co_moment_of_nothing_is_an_error() -> None:
    """Σ x Σ y / N divides by the number of points."""
    with pytest.raises(TextbookError, match="at least one"):
        co_moment([], [])


@given(st.lists(floats, max_size=8))
def test_the_common_denominator_is_the_smallest_one(xs: list[float]) -> None:
    """Every number is an integer multiple of one unit, and of no larger unit."""
    points, unit = over_one_denominator(xs)
    assert [Fraction(p, unit) for p in points] == list(map(Fraction, xs))
    assert gcd(unit, *points) == 1


def test_a_quarter_and_a_sixth_are_three_and_two_twelfths() -> None:
    """Fractions are integer multiples of one common unit."""
    assert over_one_denominator([Fraction(1, 4), Fraction(1, 6)]) == ([3, 2], 12)


@given(st.lists(fractions, min_size=1))
def test_product_of_fractions_is_exact(factors: list[Fraction]) -> None:
    """The product of Fractions is not rounded."""
    assert wide_product(factors) == prod(factors)


@given(st.lists(st.floats(-1e3, 1e3), max_size=8))
def test_product_of_few_floats_keeps_256_bits(factors: list[float]) -> None:
    """Each factor changes at most the 256th bit."""
    truth = prod(map(Fraction, factors), start=Fraction(1))
    assert abs(wide_product(factors) - truth) <= len(factors) * abs(truth) / 2**255


def test_product_of_fifty_thousand_floats_keeps_sixty_digits() -> None:
    """The product has sixty digits, also if it is far below the smallest float."""
    rng = Random(7)
    factors = [rng.random() for _ in range(50_000)]
    product = wide_product(factors)
    assert product < Fraction(1, 10**20_000)
    with localcontext(SIXTY):
        truth = prod(map(dec, factors), start=dec(1.0))
        # The oracle rounds at its sixtieth digit, once for each of the 5e4 factors.
        assert abs(dec(product) / truth - 1) < dec(1e-54)


def test_product_with_a_zero_is_zero_and_of_nothing_is_one() -> None:
    """A factor 0 makes the product 0; the empty product is 1."""
    assert wide_product([0.5, 0.0, 3.0]) == 0
    assert wide_product([]) == 1


@given(st.lists(st.floats(1e-30, 1e30), min_size=1, max_size=8))
def test_a_product_of_floats_is_rounded_once(factors: list[float]) -> None:
    """The product of floats is the nearest float, the product of Fractions is exact."""
    exactly = list(map(Fraction, factors))
    truth = prod(exactly, start=Fraction(1))
    assert product(exactly) == truth
    assert ulps(product(factors), truth) <= 0.5


def test_a_product_outside_the_range_of_floats_is_an_error() -> None:
    """Underflow does not return 0, overflow does not return infinity; a factor 0 gives 0."""
    with pytest.raises(TextbookError, match="these 2 factors is smaller than any float"):
        product([1e-200, 1e-200])
    with pytest.raises(TextbookError, match="larger than any float"):
        product([1e200, 1e200])
    assert product([1e-200, 1e-200, 0.0]) == 0.0
    assert product([Fraction(1, 10**200)] * 2) == Fraction(1, 10**400)


@pytest.mark.parametrize("tiny", [Fraction(1, 10**400), Fraction(10**400)])
def test_a_fraction_among_float_factors_is_not_rounded_to_a_float(tiny: Fraction) -> None:
    """A Fraction outside the range of floats neither underflows nor overflows in a product."""
    assert wide_product([tiny, 0.5]) == tiny / 2


@pytest.mark.parametrize(
    "probabilities",
    [
        {"a": Fraction(1, 3), "b": Fraction(2, 3)},
        {"a": Fraction(1), "b": Fraction(0)},
        {"a": 0.1, "b": 0.2, "c": 0.7},
        {"a": 0.5, "b": 0.5 + 5e-10},
    ],
)
def test_a_distribution_is_accepted(probabilities: dict[str, float]) -> None:
    """Fractions must sum to exactly 1, floats to nine digits."""
    require_distribution(probabilities, "the prior")


@pytest.mark.parametrize(
    ("probabilities", "message"),
    [
        ({}, "the prior is empty"),
        ({"a": -0.5, "b": 1.5}, "gives 'a' the probability -0.5"),
        ({"a": 1.5, "b": -0.5}, "gives 'a' the probability 1.5"),
        ({"a": 1.0, "b": nan}, "gives 'b' the probability nan"),
        ({"a": 0.5, "b": 0.25}, "sums to 0.75"),
        ({"a": 0.5, "b": 0.5 + 2e-9}, "sums to 1.000000002"),
        ({"a": Fraction(1, 2), "b": Fraction(1, 2) + Fraction(1, 10**12)}, "sums to 1000000000001"),
    ],
)
def test_an_invalid_distribution_is_an_error(probabilities: dict[str, float], message: str) -> None:
    """An empty dict, negative probabilities, NaN, and sums other than 1 raise an error."""
    with pytest.raises(TextbookError, match=message):
        require_distribution(probabilities, "the prior")


@pytest.mark.parametrize("p", [0.0, 1.0, Fraction(1, 3)])
def test_a_probability_is_accepted(p: float | Fraction) -> None:
    """Both ends of the unit interval are probabilities."""
    require_probability(p, "φ")


@pytest.mark.parametrize("p", [-1e-9, 1.5, nan, inf, Fraction(4, 3)])
def test_a_number_outside_the_unit_interval_is_an_error(p: float | Fraction) -> None:
    """The message names the probability and its value."""
    with pytest.raises(TextbookError, match=f"^φ is {p}"):
        require_probability(p, "φ")


def test_fractions_of_many_digits_are_accepted_as_probabilities() -> None:
    """An exact posterior of thousands of features may serve as the next prior."""
    p = Fraction(1, 3**10_000)
    require_distribution({"a": p, "b": 1 - p}, "the prior")
    require_probability(p, "φ")


@given(st.floats(1e-300, 1e300), st.integers(0, 9))
def test_ulps_off_counts_the_floats_between(truth: float, steps: int) -> None:
    """From a float to its k-th neighbour within a binade there are k ulps."""
    value = truth
    for _ in range(steps):
        value = nextafter(value, 0.0)
    assert ulps_off(value, Fraction(truth)) == ulps(value, Fraction(truth))
    assert ulps_off(1.5 + steps * 2**-52, Fraction(3, 2)) == steps


# Sums of terms, ratios and normalised products.


@given(pairs)
def test_sum_over_is_the_sum_of_the_term(points: list[tuple[Fraction, Fraction]]) -> None:
    """The sum of Fractions is exact."""
    xs, ys = map(list, zip(*points))
    truth = sum((x * y - 2 * x for x, y in points), Fraction(0))
    assert sum_over(lambda x, y: x * y - 2 * x, xs, ys) == truth


@given(st.lists(st.tuples(floats, floats), min_size=1, max_size=8))
def test_sum_over_floats_is_rounded_once(points: list[tuple[float, float]]) -> None:
    """Squares that cancel leave no error: the result is the nearest float."""
    xs, ys = map(list, zip(*points))
    truth = sum((Fraction(x) ** 2 - Fraction(y) ** 2 for x, y in points), Fraction(0))
    assume(abs(truth) < 10**300)
    result = sum_over(lambda x, y: x * x - y * y, xs, ys)
    assert isinstance(result, float) and ulps(result, truth) <= 0.5


def test_sum_over_lists_of_different_lengths_is_an_error() -> None:
    """Each x needs a y."""
    with pytest.raises(ValueError):
        sum_over(lambda x, y: x * y, [1.0, 2.0], [1.0])


def test_a_ratio_is_a_fraction() -> None:
    """The ratio of integers, Fractions or floats is a Fraction, without rounding."""
    assert ratio(3, 6) == Fraction(1, 2)
    assert ratio(Fraction(1, 2), 3) == Fraction(1, 6)
    assert ratio(0.1) == Fraction(0.1)
    assert ratio(0.5, 3) == Fraction(1, 6)


products = st.lists(st.lists(st.fractions(0, 3, max_denominator=9), max_size=4), min_size=1)


@given(products)
def test_normalised_products_of_fractions_are_exact(rows: list[list[Fraction]]) -> None:
    """Π / Σ Π, which sums to 1; it is an error if every product is 0."""
    truth = [prod(fs, start=Fraction(1)) for fs in rows]
    if sum(truth) and any(rows):
        shares = normalise_products(dict(enumerate(rows)))
        assert list(shares.values()) == [p / sum(truth) for p in truth]


@given(st.lists(st.lists(st.floats(1e-300, 1e3), min_size=1, max_size=6), min_size=1, max_size=4))
def test_normalised_products_of_floats_are_rounded_once(rows: list[list[float]]) -> None:
    """Products below the smallest float are accurate."""
    truth = [prod(map(Fraction, fs), start=Fraction(1)) for fs in rows]
    for found, p in zip(normalise_products(dict(enumerate(rows))).values(), truth):
        due = p / sum(truth)
        assert due < Fraction(1, 10**300) or ulps(found, due) <= 0.5


def test_fifty_thousand_factors_do_not_underflow() -> None:
    """Two classes that differ in one factor of 50,000 have the odds of that factor."""
    same = [0.01] * 49_999
    assert normalise_products({"a": [*same, 0.25], "b": [*same, 0.75]}) == {"a": 0.25, "b": 0.75}


def test_numbers_of_one_kind_are_all_exact_or_all_floats() -> None:
    """A Fraction outside the range of floats may be mixed with integers, not with floats."""
    huge, tiny = Fraction(10**400), Fraction(1, 10**400)
    require_one_kind([huge, tiny, 1], "the list")
    for bad, words in ((huge, "larger than any float"), (tiny, "smaller than any float")):
        with pytest.raises(TextbookError, match=f"the list, at position 1, must .* {words}"):
            require_one_kind([0.5, bad], "the list")


@pytest.mark.parametrize(
    ("x", "words"),
    [
        (nan, "x must be a finite number, got nan"),
        (-inf, "x must be a finite number, got -inf"),
        (10**400, "x must fit into a float, got a whole number of 1329 bits"),
        (Fraction(1, 10**400), "x must fit into a float, got 1/a whole .* smaller than any float"),
    ],
)
def test_a_number_outside_the_range_of_floats_is_in_the_message(
    x: float | Fraction, words: str
) -> None:
    """The message contains the shortened number."""
    with pytest.raises(TextbookError, match=words):
        require_floats(x=x)


@given(pairs, fractions)
def test_weighted_squares_count_each_value_as_often_as_its_weight(
    points: list[tuple[Fraction, Fraction]], mu: Fraction
) -> None:
    """The result is exactly Σ w (x − μ)²."""
    xs, weights = map(list, zip(*points))
    truth = sum((w * (x - mu) ** 2 for x, w in points), Fraction(0))
    assert squares_about(xs, mu, weights) == truth
