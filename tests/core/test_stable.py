"""The safe forms of exp and log, compared in ulps with sixty decimal digits."""

from collections.abc import Callable, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import permutations
from math import exp, fsum, inf, log, nan, nextafter, ulp
from random import Random

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from tests import oracle
from tests.oracle import SIXTY, ulps
from textbook_ml.core.errors import TextbookError
from textbook_ml.core.stable import (
    exact_parts,
    log_product,
    log_ratio,
    log_ratio_of_complements,
    log_sigmoid,
    log_sum_exp,
    log_tail,
    loses_digits,
    normalise_exact_terms,
    normalise_exponents,
    normalise_log_terms,
    safe_exp,
    safe_log,
    safe_sum,
    sigmoid,
    softplus,
)

Curve = Callable[[float], float]
Truth = Callable[[float], Decimal]

CURVES: list[tuple[Curve, Truth]] = [
    (sigmoid, oracle.sigmoid),
    (log_sigmoid, oracle.log_sigmoid),
    (softplus, oracle.softplus),
]

# Zero and its neighbours, arguments where 1 + eᵗ rounds to 1, where eᵗ is subnormal or
# overflows, and the arguments with the largest errors of a sigmoid found by a search.
LANDMARKS = [
    t * sign
    for t in (0.0, 5e-324, 2.0**-1022, 1e-300, 1e-20, 1e-16, 1e-9, 36.7, 36.8, 37.5)
    + (708.3, 708.4, 709.8, 744.4, 745.0, 745.13, 745.2, 746.0, 1e4)
    + (4.1464198566391675, 3.449384361527427, 4.847814768286653, 1.340113952708447)
    for sign in (1, -1)
]
_rng = Random(1)
SCATTERED = [_rng.uniform(-a, a) for a in (0.01, 2.0, 5.0, 40.0, 750.0) for _ in range(200)]

numbers = st.floats(-750, 750)
scores = st.lists(st.floats(-50, 50), min_size=1, max_size=8)
gaps = st.lists(st.floats(-2, 2), min_size=1, max_size=5)


@pytest.mark.parametrize(("curve", "truth"), CURVES)
@pytest.mark.parametrize("ts", [LANDMARKS, SCATTERED], ids=["landmarks", "scattered"])
def test_sigmoids_are_within_two_ulps_at_chosen_arguments(
    curve: Curve, truth: Truth, ts: Sequence[float]
) -> None:
    """sigmoid, log_sigmoid and softplus are accurate from −10⁴ to 10⁴."""
    errors = {t: ulps(curve(t), truth(t)) for t in ts}
    assert {t: error for t, error in errors.items() if error > 2} == {}


@pytest.mark.parametrize(("curve", "truth"), CURVES)
@given(t=numbers)
def test_sigmoids_are_within_two_ulps_at_random_arguments(
    curve: Curve, truth: Truth, t: float
) -> None:
    """The same bound holds for arguments drawn by Hypothesis."""
    assert ulps(curve(t), truth(t)) <= 2


@pytest.mark.parametrize(
    ("curve", "at_minus_infinity", "at_infinity"),
    [(sigmoid, 0.0, 1.0), (log_sigmoid, -inf, 0.0), (softplus, 0.0, inf)],
)
def test_sigmoids_have_their_limits_at_infinity(
    curve: Curve, at_minus_infinity: float, at_infinity: float
) -> None:
    """At ±∞ the value is the limit."""
    assert (curve(-inf), curve(inf)) == (at_minus_infinity, at_infinity)


@pytest.mark.parametrize("function", [sigmoid, log_sigmoid, softplus, safe_exp, safe_log])
def test_nan_is_an_error_in_every_sigmoid(function: Curve) -> None:
    """NaN is an error and is not returned."""
    with pytest.raises(TextbookError, match="NaN|nan"):
        function(nan)


@given(numbers)
def test_sigmoids_of_opposite_arguments_sum_to_one(t: float) -> None:
    """P(Y = 1) + P(Y = 0) = 1 within 2 ulp of each."""
    # Two ulps of the larger, which is below 1, and two of the smaller, which is at most 1/2.
    assert abs(fsum([sigmoid(t), sigmoid(-t), -1.0])) <= 2 * ulp(0.75) + 2 * ulp(0.25)


@given(numbers | st.floats(allow_nan=False))
def test_log_sigmoid_is_minus_softplus_of_the_opposite(t: float) -> None:
    """The two forms of one function agree to the last bit."""
    assert log_sigmoid(t) == -softplus(-t)


@pytest.mark.parametrize("t", [*LANDMARKS, -inf, inf])
def test_softplus_is_log_sum_exp_of_zero(t: float) -> None:
    """log(1 + eᵗ) is log(e⁰ + eᵗ), to the last bit."""
    assert softplus(t) == log_sum_exp([0.0, t])


def log_sum_exp_error(ts: Sequence[float]) -> float:
    """The error in ulps of the larger of the result and the largest term."""
    truth = oracle.log_sum_exp(ts)
    unit = ulp(max(abs(float(truth)), abs(max(ts))))
    with localcontext(SIXTY):
        return float(abs(Decimal(log_sum_exp(ts)) - truth) / Decimal(unit))


@given(scores)
def test_log_sum_exp_is_within_two_ulps(ts: list[float]) -> None:
    """The error is below 2 ulp of the larger of the result and the largest term."""
    assert log_sum_exp_error(ts) <= 2


@pytest.mark.parametrize(
    "ts",
    [
        [1e6, 1e6 - 1],
        [-1e6, -1e6 - 1, -1e6],
        [0.0, -745.0],
        [700.0, -700.0],
        [-log(2), -log(2)],
        [-0.22991735339914782, -0.7603052530440282],
        [-0.06373950385497175] + [-3.3273629278097157] * 9,
        [-0.44930241801828735] + [-4.877557508925552] * 99,
        [5.0 / (k + 1) for k in range(200)],
    ],
)
def test_log_sum_exp_is_within_two_ulps_in_difficult_cases(ts: list[float]) -> None:
    """Large terms, results near zero, and many small terms with one large term."""
    assert log_sum_exp_error(ts) <= 2


@given(st.floats(-1e300, 1e300), st.integers(0, 3))
def test_log_sum_exp_of_one_term_is_that_term(t: float, n_impossible: int) -> None:
    """log eᵗ = t to the last bit; a term −∞ adds 0."""
    assert log_sum_exp([t] + [-inf] * n_impossible) == t


@given(scores, st.randoms(use_true_random=False))
def test_log_sum_exp_does_not_depend_on_the_order(ts: list[float], rng: Random) -> None:
    """The terms may be in any order and may be an iterator."""
    assert log_sum_exp(iter(rng.sample(ts, len(ts)))) == log_sum_exp(ts)


def test_log_sum_exp_of_nothing_is_minus_infinity() -> None:
    """An empty sum is 0, and so is a sum of impossible terms."""
    assert log_sum_exp([]) == log_sum_exp([-inf, -inf]) == -inf


def test_log_sum_exp_of_an_infinite_term_is_infinite() -> None:
    """One infinite term makes the sum infinite."""
    assert log_sum_exp([0.0, inf, -inf]) == inf


@pytest.mark.parametrize("others", [[], [0.0], [-inf], [inf], [1.0, -inf]])
def test_log_sum_exp_of_nan_is_an_error_at_any_position(others: list[float]) -> None:
    """The order of the terms does not matter, also if one is infinite."""
    for ts in permutations([nan, *others]):
        with pytest.raises(TextbookError, match="got NaN"):
            log_sum_exp(ts)


@given(numbers)
def test_safe_exp_is_the_exponential(t: float) -> None:
    """`safe_exp` equals math.exp to the last bit; overflow is a TextbookError."""
    if t < 709.7:
        assert safe_exp(t) == exp(t)
    elif t > 709.8:
        with pytest.raises(TextbookError, match="larger than any float"):
            safe_exp(t)


def test_safe_exp_underflows_to_zero_and_overflow_is_an_error() -> None:
    """`safe_exp` never returns infinity."""
    assert safe_exp(-1e4) == safe_exp(-inf) == 0.0
    with pytest.raises(TextbookError, match=r"e\^1000 is larger than any float"):
        safe_exp(1000.0)


@given(st.floats(0, 1e300, exclude_min=True))
def test_safe_log_is_the_logarithm(p: float) -> None:
    """For numbers above 0, `safe_log` equals math.log to the last bit."""
    assert safe_log(p) == log(p)


@pytest.mark.parametrize(
    "p", [Fraction(1, 3), 1 + Fraction(1, 10**30), Fraction(1, 10**400), Fraction(7) ** 1000]
)
def test_safe_log_of_a_fraction_of_any_size_is_a_float(p: Fraction) -> None:
    """A Fraction outside the range of floats may have a logarithm that is a float."""
    assert ulps(safe_log(p), oracle.ln(p)) <= 2


def test_the_logarithm_of_zero_is_minus_infinity() -> None:
    """log 0 = −∞ for 0.0 and for −0.0."""
    assert safe_log(0.0) == safe_log(-0.0) == -inf


@pytest.mark.parametrize("p", [-1.0, -5e-324, nan, -inf])
def test_numbers_without_a_logarithm_are_an_error(p: float) -> None:
    """Negative numbers and NaN are not probabilities."""
    with pytest.raises(TextbookError, match=f"number that is not negative, got {p}"):
        safe_log(p)


def nth_neighbour(a: float, steps: int) -> float:
    """The float that is `steps` floats above (or below) a."""
    for _ in range(abs(steps)):
        a = nextafter(a, inf if steps > 0 else 0.0)
    return a


@given(st.floats(1e-300, 1e300), st.integers(-9, 9))
def test_log_ratio_is_within_two_ulps_next_to_one(a: float, steps: int) -> None:
    """The logarithm of the ratio of two neighbouring floats is accurate."""
    b = nth_neighbour(a, steps)
    assert ulps(log_ratio(a, b), oracle.ln(Fraction(a) / Fraction(b))) <= 2
    assert log_ratio(a, a) == 0.0


positive = st.floats(5e-324, 1.7e308)


@given(st.tuples(positive, positive) | st.tuples(st.floats(0.1, 1), st.floats(0.1, 1)))
def test_log_ratio_is_within_two_ulps(pair: tuple[float, float]) -> None:
    """The logarithm is accurate even if the ratio itself overflows or underflows."""
    a, b = pair
    assert ulps(log_ratio(a, b), oracle.ln(Fraction(a) / Fraction(b))) <= 2


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (2.4175600912854483e-266, 9.88421686470253e163),
        (5e-324, 1.7e308),
        (1.7e308, 5e-324),
        (1.0, 2.0),
        (2.0, 1.0),
        (nextafter(2.0, 3.0), 1.0),
        (1.8919460955160636, 3.115950524954663),
        (Fraction(10**30 + 1, 10**30), Fraction(1)),
        (Fraction(1, 3), Fraction(1, 7)),
        (Fraction(3) ** 3000, Fraction(7) ** 1200),
        (Fraction(1, 3**3000), Fraction(1, 7**1200)),
        (Fraction(3) ** 20_000, Fraction(7) ** 10_000),
    ],
)
def test_log_ratio_is_within_two_ulps_in_difficult_cases(
    a: float | Fraction, b: float | Fraction
) -> None:
    """The ends of the range of floats, the thresholds of the method, and large Fractions."""
    error = ulps(log_ratio(a, b), oracle.ln(Fraction(a) / Fraction(b)))
    assert error <= 2


@pytest.mark.parametrize("bad", [0.0, -1.0, nan, inf, Fraction(0), Fraction(-1, 2)])
def test_log_ratio_without_a_finite_value_is_an_error(bad: float | Fraction) -> None:
    """Zero, negative, infinite and NaN arguments are errors in both positions."""
    for a, b in ((bad, 1.0), (1.0, bad)):
        with pytest.raises(TextbookError, match="no finite value"):
            log_ratio(a, b)


@given(st.lists(st.floats(-1e300, 1e300), max_size=9), st.randoms(use_true_random=False))
def test_a_safe_sum_is_rounded_once_in_any_order(ts: list[float], rng: Random) -> None:
    """The result is the float nearest to the exact sum, or −∞ if a term is −∞."""
    assert ulps(safe_sum(ts), sum(map(Fraction, ts), Fraction(0))) <= 0.5
    assert safe_sum(rng.sample(ts, len(ts))) == safe_sum(ts)
    assert safe_sum([*ts, -inf]) == -inf


@pytest.mark.parametrize(
    ("ts", "message"),
    [
        ([1.0, nan], "NaN"),
        ([nan, -inf], "NaN"),
        ([1.0, inf], "larger than any float"),
        ([inf, -inf], "larger than any float"),
        ([1.7e308, 1.7e308], "larger than any float"),
    ],
)
def test_a_sum_without_a_log_probability_is_an_error(ts: list[float], message: str) -> None:
    """A sum of log probabilities is never NaN, +∞ or an overflow."""
    with pytest.raises(TextbookError, match=message):
        safe_sum(ts)


def test_weights_of_one_and_three_give_quarters() -> None:
    """Weights 1 : 3 give 1/4 and 3/4, also with a common term of a million."""
    assert normalise_log_terms({"a": [0.0], "b": [log(3)]}) == {"a": 0.25, "b": 0.75}
    assert normalise_log_terms({"b": [-1e6, log(3)], "a": [-1e6]}) == {"a": 0.25, "b": 0.75}


@given(gaps)
def test_normalised_terms_are_the_softmax(own: list[float]) -> None:
    """The probability of each label is eᵗ / Σ eᵗ."""
    result = normalise_log_terms({i: [t] for i, t in enumerate(own)})
    for i, t in enumerate(own):
        with localcontext(SIXTY):
            truth = oracle.exp(t) / sum(map(oracle.exp, own))
        # A gap below 4 is rounded by up to 2⁻⁵², in the weight and in their sum; the two
        # exponentials, the sum and the quotient add one half ulp each: 8 × 2⁻⁵³ in all.
        assert abs(oracle.dec(result[i]) - truth) <= truth * oracle.dec(2.0**-50)


@given(gaps, st.lists(st.floats(-1e17, 1e17), max_size=4))
def test_common_terms_of_all_labels_change_nothing(own: list[float], shared: list[float]) -> None:
    """Terms common to all labels cancel before rounding, however large they are."""
    alone = normalise_log_terms({i: [t] for i, t in enumerate(own)})
    assert normalise_log_terms({i: [*shared, t] for i, t in enumerate(own)}) == alone


def test_a_small_difference_between_large_terms_is_kept() -> None:
    """At −10¹⁶ two scores that differ by 0.9 round to the same float; P is sigmoid(0.9)."""
    result = normalise_log_terms({"a": [-1e16, 0.0], "b": [-1e16, 0.9]})
    assert ulps(result["b"], oracle.sigmoid(0.9)) <= 2


def test_fifty_thousand_terms_are_summed_before_they_are_rounded() -> None:
    """Two classes whose scores agree in all but 3 / 10⁴ of 50,000 terms differ by exactly that."""
    terms = [-log(k) for k in range(2, 50_002)]
    result = normalise_log_terms({"a": [*terms, -3e-4], "b": list(reversed(terms))})
    assert ulps(result["b"], oracle.sigmoid(3e-4)) <= 2


@given(gaps, st.integers(1, 3))
def test_an_impossible_label_does_not_change_the_others(own: list[float], n: int) -> None:
    """A label with a term −∞ has probability 0; the others are as without it."""
    possible = {f"possible {i}": [t] for i, t in enumerate(own)}
    vetoed = {f"vetoed {i}": [-inf, 5.0] for i in range(n)}
    expected = normalise_log_terms(possible) | dict.fromkeys(vetoed, 0.0)
    assert normalise_log_terms(vetoed | possible) == expected


@given(gaps)
def test_normalised_terms_do_not_depend_on_the_order(own: list[float]) -> None:
    """Labels and terms may be in any order."""
    assume(len(own) > 1)
    forwards = normalise_log_terms({i: [t, 1e9] for i, t in enumerate(own)})
    backwards = normalise_log_terms({i: [1e9, own[i]] for i in reversed(range(len(own)))})
    assert forwards == backwards


def test_far_apart_labels_do_not_overflow() -> None:
    """A difference of 2000 gives e to the power of −2000, which underflows to 0."""
    assert normalise_log_terms({"a": [-1000.0], "b": [1000.0]}) == {"a": 0.0, "b": 1.0}
    assert normalise_log_terms({"a": [-700.0], "b": [0.0]})["a"] == exp(-700.0)


@pytest.mark.parametrize(
    ("terms", "message"),
    [
        ({}, "at least one label, got none"),
        ({"a": [-inf], "b": [0.0, -inf]}, "no class can have produced this"),
        ({"a": [nan], "b": [0.0]}, "got NaN"),
        ({"a": [inf], "b": [0.0]}, "larger than any float"),
        ({"a": [inf, -inf], "b": [0.0]}, "larger than any float"),
        ({"a": [1e308, 1e308], "b": [0.0]}, "larger than any float"),
    ],
)
def test_log_terms_without_a_result_are_an_error(
    terms: dict[str, list[float]], message: str
) -> None:
    """No labels, only labels of probability 0, NaN, infinities and overflow."""
    with pytest.raises(TextbookError, match=message):
        normalise_log_terms(terms)


# Exponents of any size.


def half_square(x: float | Fraction, mu: float | Fraction) -> float | Fraction:
    """(x − μ)² / 2, the exponent of a normal density of variance 1."""
    return (x - mu) * (x - mu) / 2


def exact_sigmoid(t: Fraction) -> Decimal:
    """1 / (1 + e⁻ᵗ) in sixty digits, for |t| of any size."""
    near = max(Fraction(-2000), min(t, Fraction(2000)))
    with localcontext(SIXTY):
        return 1 / (1 + oracle.exp(-near))


@given(
    st.floats(-1e300, 1e300),
    st.floats(-1e3, 1e3),
    st.floats(-1e3, 1e3),
    st.floats(0.01, 0.99),
)
@example(1e9, 0.0, 1e-9, 0.5)
@example(1e150, 0.0, 1e-150, 0.5)
@example(-3e7, 0.0, 1e-6, 0.5)
@example(1e300, 0.0, 1e-300, 0.25)
def test_exponents_of_any_size_give_the_right_probabilities(
    x: float, a: float, b: float, p: float
) -> None:
    """The posterior agrees with sixty digits to 6 · 2⁻⁴⁴, however far x is from both means."""
    logs = {0: [log(1 - p)], 1: [log(p)]}
    got = normalise_exponents(logs, half_square, {0: [(x, a)], 1: [(x, b)]})
    gap = half_square(Fraction(x), Fraction(a)) - half_square(Fraction(x), Fraction(b))
    odds = Fraction(gap) + Fraction(logs[1][0]) - Fraction(logs[0][0])
    for y, truth in ((1, exact_sigmoid(odds)), (0, exact_sigmoid(-odds))):
        assert abs(Decimal(got[y]) - truth) <= Decimal(6 * 2.0**-44) * truth + Decimal(5e-324)


def test_a_class_of_prior_zero_has_posterior_zero_far_away() -> None:
    """A constant of −∞ gives probability 0, whatever the exponents are."""
    places = {y: [(1e200, 0.0)] for y in "abc"}
    got = normalise_exponents({"a": [0.0], "b": [-inf], "c": [0.0]}, half_square, places)
    assert got == {"a": 0.5, "b": 0.0, "c": 0.5}
    with pytest.raises(TextbookError, match="no class can have produced this"):
        normalise_exponents({"a": [-inf]}, half_square, {"a": [(1e200, 0.0)]})
    assert normalise_exponents({"a": [0.0]}, half_square, {"a": [(1e200, 0.0)]}) == {"a": 1.0}


@pytest.mark.parametrize(
    ("terms", "answer"),
    [
        ({"a": [-3.0, 1.0], "b": [-60.0]}, False),
        ({"a": [-3.0], "b": [-1e9]}, False),  # b is too far from the best class to matter
        ({"a": [-3.0], "b": [-inf]}, False),
        ({"a": [-1e9], "b": [-1e9 - 1.0]}, True),
        ({"a": [-500.0], "b": [-900.0]}, True),
        ({"a": [-1e18], "b": [-1e18 - 1024.0]}, True),  # rounding may have caused the difference
        ({"a": [-inf], "b": [-inf]}, True),
        ({"a": [1e6, -1e6], "b": [0.0]}, True),
    ],
)
def test_only_large_terms_near_the_best_class_lose_digits(
    terms: dict[str, list[float]], answer: bool
) -> None:
    """A large term of another class does not matter."""
    assert loses_digits(terms) is answer


@given(st.lists(st.lists(st.floats(-50, 50), min_size=1, max_size=5), min_size=1, max_size=4))
def test_exact_terms_are_the_log_terms_of_moderate_size(rows: list[list[float]]) -> None:
    """Fixed-point sums and float sums give the same probabilities."""
    terms = dict(enumerate(rows))
    wide = normalise_exact_terms({y: map(Fraction, ts) for y, ts in terms.items()})
    for y, p in normalise_log_terms(terms).items():
        assert wide[y] == pytest.approx(p, rel=2**-44, abs=0.0)


@given(st.floats(5e-324, 1.7e308), st.floats(5e-324, 1.7e308))
@example(2.0, 0.5)
@example(1e308, 1e308)
@example(1e-320, 0.3)
def test_the_logarithm_of_a_product_is_accurate_if_the_product_overflows(
    a: float, b: float
) -> None:
    """The error is at most 2 ulp of the result, or of 1, even if a b overflows or underflows."""
    truth = oracle.ln(a) + oracle.ln(b)
    larger = max(abs(truth), Decimal(1))
    assert abs(Decimal(log_product(a, b)) - truth) <= 2 * Decimal(2.0**-52) * larger


@given(st.floats(5e-324, 1 - 2**-53), st.floats(5e-324, 1 - 2**-53))
@example(1e-300, 3e-300)
def test_the_log_ratio_of_complements_is_accurate_for_small_numbers(a: float, b: float) -> None:
    """The result is within 2 ulp of ln((1 − a) / (1 − b)), also if 1 − a rounds to 1."""
    ratio = (1 - Fraction(a)) / (1 - Fraction(b))
    assert ulps(log_ratio_of_complements(a, b), oracle.ln(ratio)) <= 2


@pytest.mark.parametrize("k", [1, 3, 8, 14, 15, 16, 17, 20, 30, 50, 100])
@pytest.mark.parametrize("sign", [-1, 1])
def test_log_tail_is_accurate_near_one(k: int, sign: int) -> None:
    """safe_log and log_tail together have 31 digits of ln p, also for p = 1 ± 10⁻ᵏ."""
    p = 1 + sign * Fraction(1, 10**k)
    with localcontext(prec=400):
        truth = (Decimal(p.numerator) / Decimal(p.denominator)).ln()
        found = Decimal(safe_log(p)) + Decimal(log_tail(p))
        assert abs(found - truth) <= Decimal("1e-31") * abs(truth)


@given(st.lists(st.floats(-1e9, 1e9), max_size=8), st.lists(st.floats(-1e9, 1e9), max_size=8))
def test_exact_parts_can_be_added_to_as_the_terms(terms: list[float], more: list[float]) -> None:
    """The parts have the exact sum of the terms, so that any further sum is the same."""
    parts = exact_parts(terms)
    assert sum(map(Fraction, parts)) == sum(map(Fraction, terms))
    assert fsum([*parts, *more]) == fsum([*terms, *more])


def test_the_only_part_of_an_infinite_sum_is_infinite() -> None:
    """A class of probability 0 has a term of −∞."""
    assert exact_parts([1.0, -inf]) == [-inf]
