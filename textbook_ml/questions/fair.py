"""Which cases are fair: where right answers that round differently are still told as right."""

from collections.abc import Iterable, Mapping
from math import fsum
from typing import Any

CANCELLED = 1e-4  # what must be left of the sum of the sizes
MODERATE, HUGE = 12.0, 800.0  # scores: 1 − p keeps its digits; e to minus this is exactly 0
SMALLEST, LARGEST, LONGEST = 1e-30, 300.0, 50  # of what is ordinary


def keeps_digits(value: float, terms: Iterable[float]) -> bool:
    """Is a sum zero, or not much smaller than its terms? Otherwise their order decides it.

    >>> keeps_digits(3.0, [1.0, 2.0]), keeps_digits(1e-9, [1.0, -1.0 + 1e-9])
    (True, False)
    """
    return abs(value) <= 1e-12 or abs(value) >= CANCELLED * fsum(map(abs, terms))


def is_clear(value: float) -> bool:
    """Is a value zero, or large enough for its digits to survive a sum of squares of tens?

    >>> is_clear(0.0), is_clear(-0.25), is_clear(1e-6)
    (True, True, False)
    """
    return abs(value) <= 1e-12 or abs(value) >= 1e-2


def is_moderate(score: float) -> bool:
    """Does σ(score) have its digits both as p and as 1 − p?"""
    return abs(score) <= MODERATE


def is_huge(score: float) -> bool:
    """Is σ(score) exactly 0 or 1, as a float?"""
    return abs(score) >= HUGE


def is_dyadic(numbers: Iterable[float]) -> bool:
    """Are all of them eighths? Products and sums of a few are then exact, in any order.

    >>> is_dyadic([0.5, -3.0]), is_dyadic([0.1])
    (True, False)
    """
    return all((8 * x) % 1 == 0 for x in numbers)


def is_ordinary(value: Any) -> bool:
    """Would the plainest code do? No number is huge or tiny, and no list long.

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
