"""Questions on how close a frequency is to its probability: binomial and normal intervals."""

from collections.abc import Callable
from math import ceil, comb, floor, fsum, sqrt
from statistics import NormalDist

from textbook_ml.equations.theory import (
    binomial_within,
    examples_for_half_width,
    interval_half_width,
    normal_quantile,
)
from textbook_ml.questions.framework.judge import Case, close, exactly
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw

CONFIDENCES = (0.95, 0.9, 0.99, 0.8)


def rounds_unambiguously(needed: float) -> bool:
    """Return whether a number is so far from an integer that rounding errors do not matter."""
    return abs(needed - round(needed)) > 1e-8 * needed + 1e-9


def probability_that(p: float, n: int, condition: Callable[[float], bool]) -> float:
    """Return the binomial probability that the frequency k/N satisfies the condition."""
    ks = [k for k in range(n + 1) if condition(k / n)]
    return fsum(comb(n, k) * p**k * (1 - p) ** (n - k) for k in ks)


def comparisons_are_exact(p: float, n_examples: int, tolerance: float) -> bool:
    """Return whether comparing |k/N − p| with the tolerance is unaffected by rounding.

    It is if all numbers are multiples of 1/1024, or if no frequency is close to the tolerance.
    """
    gaps = [abs(abs(k / n_examples - p) - tolerance) for k in range(n_examples + 1)]
    exact = all((1024 * x) % 1 == 0 for x in (p, tolerance, 1 / n_examples))
    return tolerance >= 0 and (exact or min(gaps) > 1e-9)


@question(
    binomial_within,
    edges=[(0.5, 1, 0.5), (0.5, 2, 0.0), (0.5, 4, 0.25), (0.25, 4, 0.25), (1.0, 3, 0.1)],
    valid=comparisons_are_exact,
)
def _(draw: Draw) -> Case:
    tolerance = draw.of((0.25, 0.125, 0.5, 0.0625))
    return draw.probability(), draw.of((1, 2, 4, 8, 3, 5, 10, 16, 40)), tolerance


@misconception(
    binomial_within,
    "You test < t. A frequency exactly t away from p is within the tolerance, so test ≤ t.",
)
def ends_left_out(p: float, n_examples: int, tolerance: float) -> float:
    return probability_that(p, n_examples, lambda frequency: abs(frequency - p) < tolerance)


@misconception(
    binomial_within,
    "You leave out the binomial coefficient C(N, k), the number of "
    "orders in which k successes can occur.",
)
def binomial_coefficient_forgotten(p: float, n_examples: int, tolerance: float) -> float:
    ks = [k for k in range(n_examples + 1) if abs(k / n_examples - p) <= tolerance]
    return fsum(p**k * (1 - p) ** (n_examples - k) for k in ks)


@misconception(
    binomial_within, "You test only whether the frequency is too large. It may also be too small."
)
def one_side_only(p: float, n_examples: int, tolerance: float) -> float:
    return probability_that(p, n_examples, lambda frequency: frequency - p <= tolerance)


@misconception(
    binomial_within,
    "You compute the probability of a deviation larger than t. The "
    "question asks for 1 minus this probability.",
)
def probability_outside(p: float, n_examples: int, tolerance: float) -> float:
    return probability_that(p, n_examples, lambda frequency: abs(frequency - p) > tolerance)


@misconception(
    binomial_within, "You compare the count k with N p. The frequency k/N must be within t of p."
)
def count_for_frequency(p: float, n_examples: int, tolerance: float) -> float:
    return probability_that(p, n_examples, lambda f: abs(f - p) * n_examples <= tolerance)


@misconception(
    binomial_within, "Your sum ends one term too early. range(N) does not include k = N."
)
def last_count_left_out(p: float, n_examples: int, tolerance: float) -> float:
    within = [k for k in range(n_examples) if abs(k / n_examples - p) <= tolerance]
    return fsum(comb(n_examples, k) * p**k * (1 - p) ** (n_examples - k) for k in within)


@question(
    interval_half_width,
    edges=[(0.5, 1, 0.95), (0.5, 100, 0.95), (0.0, 10, 0.95), (0.25, 400, 0.9)],
    judge=close(relative=1e-7, zero=1e-12),
)
def _(draw: Draw) -> Case:
    return draw.probability(), draw.whole(1, 60 * draw.size), draw.of(CONFIDENCES)


@misconception(
    interval_half_width, "You leave out the square root. The half-width is z √(p (1 − p) / N)."
)
def root_forgotten(p: float, n_examples: int, confidence: float) -> float:
    return normal_quantile(confidence) * p * (1 - p) / n_examples


@misconception(
    interval_half_width,
    "You divide by N outside the square root. The equation has √(p (1 − p) / N).",
)
def n_outside_the_root(p: float, n_examples: int, confidence: float) -> float:
    return normal_quantile(confidence) * sqrt(p * (1 - p)) / n_examples


@misconception(
    interval_half_width,
    "You compute the full width of the interval. The question asks for half of it.",
)
def full_width(p: float, n_examples: int, confidence: float) -> float:
    return 2 * interval_half_width(p, n_examples, confidence)


@misconception(
    interval_half_width,
    "You use the one-sided quantile z. The interval is two-sided, with (1 − c) / 2 on each side, "
    "so z is the quantile at (1 + c) / 2.",
)
def one_sided_quantile(p: float, n_examples: int, confidence: float) -> float:
    return NormalDist().inv_cdf(confidence) * sqrt(p * (1 - p) / n_examples)


@misconception(
    interval_half_width,
    "You always use z = 1.96, which is rounded and holds for 95 % "
    "only. Compute z from the confidence c.",
)
def always_95_percent(p: float, n_examples: int, confidence: float) -> float:
    return 1.96 * sqrt(p * (1 - p) / n_examples)


@misconception(
    interval_half_width, "You compute one standard error. Multiply it by the quantile z."
)
def quantile_forgotten(p: float, n_examples: int, confidence: float) -> float:
    return sqrt(p * (1 - p) / n_examples)


def examples_needed(half_width: float, p: float, z: float) -> float:
    """Return z² p (1 − p) / h², before rounding up."""
    return z * z * p * (1 - p) / (half_width * half_width)


@question(
    examples_for_half_width,
    edges=[(0.02, 0.5, 0.95), (0.25, 0.5, 0.9), (0.1, 0.25, 0.95), (0.001, 0.5, 0.95)],
    judge=exactly,
    valid=lambda h, p, c: rounds_unambiguously(examples_needed(h, p, normal_quantile(c))),
)
def _(draw: Draw) -> Case:
    return draw.whole(1, 40) / 100, draw.probability(), draw.of(CONFIDENCES)


@misconception(
    examples_for_half_width, "You round down. N must be at least this number, so round up."
)
def rounded_down(half_width: float, p: float, confidence: float) -> int:
    return floor(examples_needed(half_width, p, normal_quantile(confidence)))


@misconception(examples_for_half_width, "You use the worst case p = ½. Here p is given.")
def worst_case(half_width: float, p: float, confidence: float) -> int:
    return examples_for_half_width(half_width, 0.5, confidence)


@misconception(examples_for_half_width, "You leave out the square. N is proportional to (z / h)².")
def square_forgotten(half_width: float, p: float, confidence: float) -> int:
    return ceil(normal_quantile(confidence) * p * (1 - p) / half_width)


@misconception(
    examples_for_half_width,
    "You divide h by 2, as if it were the full width. It is already the half-width.",
)
def halved_again(half_width: float, p: float, confidence: float) -> int:
    return examples_for_half_width(half_width / 2, p, confidence)


@misconception(
    examples_for_half_width,
    "You use the one-sided quantile z. The interval is two-sided, with (1 − c) / 2 on each side, "
    "so z is the quantile at (1 + c) / 2.",
)
def one_side_for_two(half_width: float, p: float, confidence: float) -> int:
    return ceil(examples_needed(half_width, p, NormalDist().inv_cdf(confidence)))


@misconception(
    examples_for_half_width,
    "You always use z = 1.96, which is rounded and holds for 95 % "
    "only. Compute z from the confidence c.",
)
def z_rounded(half_width: float, p: float, confidence: float) -> int:
    return ceil(examples_needed(half_width, p, 1.96))
