"""Comparison of two models: McNemar's exact test, and the coverage of intervals."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb, inf, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.core.errors import TextbookError
from textbook_ml.equations.theory import normal_quantile
from textbook_ml.evaluation import (
    Comparison,
    PairedErrors,
    accuracy,
    compare_predictions,
    compare_resampled,
    compare_splits,
    mcnemar,
    student_quantile,
)
from textbook_ml.evaluation.comparison import mle_of_q, score

Z = normal_quantile(0.95)
N = 10  # examples: few enough to enumerate all outcomes

rates = st.fractions(0, 1, max_denominator=12)
paired_rates = st.lists(st.tuples(rates, rates), min_size=2, max_size=12)
tables = st.integers(1, 40).flatmap(
    lambda n: st.integers(0, n).flatmap(
        lambda b: st.tuples(st.just(n), st.just(b), st.integers(0, n - b))
    )
)


def compared(n: int, b: int, c: int, level: float = 0.95) -> Comparison:
    """Compare models on n examples; only the first is wrong on b, only the second on c."""
    first, second = "x" * b + "y" * (n - b), "y" * (n - c) + "x" * c
    return compare_predictions("y" * n, first, second, level)


@given(st.integers(0, 6), st.integers(0, 6))
def test_mcnemar_is_a_two_sided_binomial_test(b: int, c: int) -> None:
    """The p-value is the fraction of all 2ⁿ binary sequences that are at least as uneven."""
    sequences = product((0, 1), repeat=b + c)
    uneven = sum(abs(2 * sum(bits) - b - c) >= abs(b - c) for bits in sequences)
    assert mcnemar(b, c) == Fraction(uneven, 2 ** (b + c))


@given(st.integers(1, 40), st.fractions(0, 1, max_denominator=50))
def test_mcnemar_keeps_its_level(n: int, level: Fraction) -> None:
    """If the models are equally good, P(p-value ≤ α) is at most α."""
    rejected = sum(comb(n, k) for k in range(n + 1) if mcnemar(k, n - k) <= level)
    assert Fraction(rejected, 2**n) <= level


@given(st.lists(st.tuples(*[st.sampled_from("abc")] * 3), min_size=1, max_size=30))
def test_common_errors_cancel(examples: list[tuple[str, str, str]]) -> None:
    """(b − c) / N is the difference of the error rates; swapping models changes the sign."""
    labels, first, second = zip(*examples)
    errors = PairedErrors.of(labels, first, second)
    assert errors.difference == accuracy(labels, second) - accuracy(labels, first)
    mirrored = PairedErrors.of(labels, second, first)
    assert mirrored == PairedErrors(len(labels), errors.only_second, errors.only_first)
    one, other = (compare_predictions(labels, *pair) for pair in ((first, second), (second, first)))
    assert (one.low, one.high) == (-other.high, -other.low)


@given(tables)
def test_the_interval_contains_what_the_score_test_accepts(table: tuple[int, int, int]) -> None:
    """The score is ± z at the ends, larger in size outside, and smaller inside."""
    found, errors = compared(*table), PairedErrors(*table)
    for end, sign in ((found.low, 1), (found.high, -1)):
        if abs(end) < 1:
            assert score(errors, end) == pytest.approx(sign * Z, rel=1e-7)
            outside, inside = end - sign * 1e-6, end + sign * 1e-6
            assert sign * score(errors, outside) > Z > sign * score(errors, inside)


@given(tables)
def test_the_interval_excludes_zero_if_mcnemars_statistic_is_large(
    table: tuple[int, int, int],
) -> None:
    """The interval excludes 0 if (b − c)² / (b + c) > z², compared exactly."""
    _, b, c = table
    verdict = compared(*table).better
    if (b - c) ** 2 > Fraction(Z) ** 2 * (b + c):
        assert verdict == ("second" if b > c else "first")
    else:
        assert verdict == "neither"


@given(tables, st.fractions(-1, 1, max_denominator=16).filter(lambda d: abs(d) < 1))
def test_q_has_the_maximum_likelihood(table: tuple[int, int, int], delta: Fraction) -> None:
    """Compared exactly, no other q from max(0, −δ) to (1 − δ)/2 has a larger likelihood."""
    n, b, c = table

    def likelihood(q: Fraction) -> Fraction:
        return (q + delta) ** b * q**c * (1 - 2 * q - delta) ** (n - b - c)

    least, most = max(Fraction(0), -delta), (1 - delta) / 2
    grid = [least + (most - least) * Fraction(k, 32) for k in range(33)]
    best = Fraction(mle_of_q(PairedErrors(*table), float(delta)))
    best = min(max(best, least), most)  # rounding may have put q outside
    assert max(map(likelihood, grid)) <= likelihood(best) * (1 + Fraction(1, 10**12))


def test_intervals_with_closed_forms() -> None:
    """The interval is ± z²/(N + z²) if b = c = 0, and ((N − z²)/(N + z²), 1) if b = N."""
    equal, lost = compared(50, 0, 0), compared(50, 50, 0)
    assert equal.high == -equal.low == pytest.approx(Z * Z / (50 + Z * Z), rel=1e-12)
    assert (lost.difference, lost.high) == (1, 1.0)
    assert lost.low == pytest.approx((50 - Z * Z) / (50 + Z * Z), rel=1e-12)


def probabilities(p: Fraction, q: Fraction) -> Iterator[tuple[int, int, Fraction]]:
    """Yield b, c and the probability that only the first errs b times, only the second c times."""
    for b in range(N + 1):
        for c in range(N + 1 - b):
            ways = comb(N, b) * comb(N - b, c)
            yield b, c, ways * p**b * q**c * (1 - p - q) ** (N - b - c)


def plain_half_width(b: int, c: int) -> float:
    """Return z estimated standard errors: half the width of the Wald interval."""
    difference = Fraction(b - c, N)
    return Z * sqrt((Fraction(b + c, N) - difference * difference) / N)


def test_the_coverage_of_the_score_interval() -> None:
    """With ten examples the coverage is at least 90 %, and 95 % on average.

    All outcomes are enumerated, for all true probabilities in tenths. The Wald interval fails: if
    only one model errs, with probability 0.1, its coverage is less than two thirds.
    """
    found = {(b, c): compared(N, b, c) for b in range(N + 1) for c in range(N + 1 - b)}
    held, plain = [], []
    for i, j in product(range(N + 1), repeat=2):
        p, q = Fraction(i, N), Fraction(j, N)
        if p + q <= 1:
            cases = list(probabilities(p, q))
            assert sum(chance for *_, chance in cases) == 1
            inside = [
                chance for b, c, chance in cases if found[b, c].low <= p - q <= found[b, c].high
            ]
            held.append(sum(inside, Fraction(0)))
            near = [
                chance
                for b, c, chance in cases
                if abs(Fraction(b - c, N) - (p - q)) <= plain_half_width(b, c)
            ]
            plain.append(sum(near, Fraction(0)))
    assert min(held) > Fraction(9, 10)
    assert sum(held) / len(held) > Fraction(95, 100)
    assert min(plain) < Fraction(2, 3)


@given(paired_rates)
def test_student_by_hand(pairs: list[tuple[Fraction, Fraction]]) -> None:
    """The interval is d̄ ± t √(Σ (d − d̄)² / (k − 1) / k); the difference is exact."""
    first, second = zip(*pairs)
    found, k = compare_splits(first, second, level=0.9), len(pairs)
    gaps = [a - b for a, b in pairs]
    centre = sum(gaps, Fraction(0)) / k
    assert found.difference == centre
    half = student_quantile(0.9, k - 1) * sqrt(sum((d - centre) ** 2 for d in gaps) / (k - 1) / k)
    assert found.high - found.low == pytest.approx(2 * half, abs=1e-14)
    assert (found.high + found.low) / 2 == pytest.approx(float(centre), abs=1e-14)


@given(paired_rates, rates)
def test_common_changes_of_both_error_rates_cancel(
    pairs: list[tuple[Fraction, Fraction]], harder: Fraction
) -> None:
    """Adding the same amount to both error rates of a split changes nothing."""
    first, second = zip(*pairs)
    moved = [rate + i * harder for i, rate in enumerate(first)]
    along = [rate + i * harder for i, rate in enumerate(second)]
    assert compare_splits(moved, along) == compare_splits(first, second)


def test_two_splits_that_can_be_checked_by_hand() -> None:
    """For differences 0 and 1/4, the mean is 1/8, s / √2 is 1/8, and t = 1 at level 1/2."""
    quarter = Fraction(1, 4)
    found = compare_splits([quarter, quarter], [quarter, Fraction(0)], level=0.5)
    assert found.difference == Fraction(1, 8)
    assert found.low == pytest.approx(0.0, abs=1e-16)
    assert found.high == pytest.approx(0.25, rel=1e-15)


@given(paired_rates, st.integers(1, 50), st.integers(1, 50))
def test_shared_examples_widen_the_interval(
    pairs: list[tuple[Fraction, Fraction]], n_training: int, n_held_out: int
) -> None:
    """The width is multiplied by √(1 + k n_held_out / n_training) for k splits."""
    first, second = zip(*pairs)
    plain = compare_splits(first, second)
    found = compare_resampled(first, second, n_training, n_held_out)
    factor = sqrt(1 + Fraction(len(pairs) * n_held_out, n_training))
    assert found.difference == plain.difference
    widths = [each.high - each.low for each in (found, plain)]
    assert widths[0] == pytest.approx(factor * widths[1], rel=1e-9, abs=1e-12)


@pytest.mark.parametrize(
    ("low", "high", "better"),
    [(-0.2, -0.1, "first"), (0.1, 0.2, "second"), (-0.1, 0.1, "neither"), (0.0, 0.1, "neither")],
)
def test_better_is_the_model_with_the_smaller_error_rate(
    low: float, high: float, better: str
) -> None:
    """A model is better only if the interval excludes 0; an interval ending at 0 does not."""
    assert Comparison((low + high) / 2, low, high, 0.95).better == better


def test_invalid_arguments_raise_an_error() -> None:
    """The error states the value."""
    with pytest.raises(TextbookError, match="need at least 2 splits .*, got 1"):
        compare_splits([0.5], [0.5])
    with pytest.raises(TextbookError, match="2 rates of the first and 1 rate of the second"):
        compare_splits([0.5, 0.5], [0.5])
    with pytest.raises(TextbookError, match="must be at least 1, got 0 and 5"):
        compare_resampled([0.5, 0.5], [0.5, 0.25], 0, 5)
    with pytest.raises(TextbookError, match="must be at least 0, got -1 and 3"):
        mcnemar(-1, 3)
    with pytest.raises(TextbookError, match="n_examples = 4 together, got 2 and 3"):
        PairedErrors(4, 2, 3)
    with pytest.raises(TextbookError, match="n_examples = 0 together, got 0 and 0"):
        PairedErrors(0, 0, 0)
    with pytest.raises(TextbookError, match="2 labels and 1 prediction"):
        compare_predictions("ab", "ab", "a")
    with pytest.raises(TextbookError, match="confidence must be between 1e-6 and 1, got 1"):
        compare_predictions("ab", "ab", "ab", level=1.0)
    with pytest.raises(TextbookError, match="low must be at most high, got 1.0 and 0.5"):
        Comparison(0.75, 1.0, 0.5, 0.95)
    with pytest.raises(TextbookError, match="level must be between 0 and 1, got inf"):
        Comparison(0.0, 0.0, 0.0, inf)
    with pytest.raises(
        TextbookError, match="variance must be greater than 0, is 0 at a difference of 0.0"
    ):
        score(PairedErrors(4, 0, 0), 0.0)
