"""Filters for fair cases: right answers must be accepted however they are rounded."""

from collections.abc import Iterable, Mapping
from math import fsum
from typing import Any

CANCELLED = 1e-4  # smallest ratio of a sum to the sum of the absolute values of its terms
MODERATE, HUGE = 12.0, 800.0  # scores up to 12: 1 − p keeps its digits; from 800: it is exactly 0
SMALLEST, LARGEST, LONGEST = 1e-30, 300.0, 50  # limits of ordinary numbers and lists


def keeps_digits(value: float, terms: Iterable[float]) -> bool:
    """Return whether a sum is zero or not much smaller than its terms.

    Otherwise the digits of the sum depend on the order in which the terms are added.

    >>> keeps_digits(3.0, [1.0, 2.0]), keeps_digits(1e-9, [1.0, -1.0 + 1e-9])
    (True, False)
    """
    return abs(value) <= 1e-12 or abs(value) >= CANCELLED * fsum(map(abs, terms))


def is_clear(value: float) -> bool:
    """Return whether a value is zero, or large compared with the rounding error of its sum.

    The terms of the sum may be squares of numbers of the order of 10.

    >>> is_clear(0.0), is_clear(-0.25), is_clear(1e-6)
    (True, True, False)
    """
    return abs(value) <= 1e-12 or abs(value) >= 1e-2


def is_moderate(score: float) -> bool:
    """Return whether both p = σ(score) and 1 − p keep their digits as floats."""
    return abs(score) <= MODERATE


def is_huge(score: float) -> bool:
    """Return whether σ(score) is exactly 0 or 1 as a float."""
    return abs(score) >= HUGE


def is_dyadic(numbers: Iterable[float]) -> bool:
    """Return whether all numbers are multiples of 1/8.

    Sums and products of a few such numbers are exact, in any order.

    >>> is_dyadic([0.5, -3.0]), is_dyadic([0.1])
    (True, False)
    """
    return all((8 * x) % 1 == 0 for x in numbers)


def is_ordinary(value: Any) -> bool:
    """Return whether no number is very large or tiny and no list is long.

    On such cases simple code works, without care for overflow or underflow.

    >>> is_ordinary(([0.0, 0.25], {"a": -12})), is_ordinary([1000.0]), is_ordinary([0.5] * 800)
    (True, False, False)
    """
    if isinstance(value, (int, float)):
        return value == 0 or SMALLEST <= abs(value) <= LARGEST
    if isinstance(value, Mapping):
        return is_ordinary(list(value.values()))
    if isinstance(value, (list, tuple)):
        return len(value) <= LONGEST and all(map(is_ordinary, value))
    return True
