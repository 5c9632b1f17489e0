"""Sums of values and of their squares, as exact fractions, so that no digits cancel.

    n         the number of values, or the sum of their weights
    total     Σ x
    squares   Σ x²

In floats Σ x² − (Σ x)² / N loses all digits if the mean is 1e9; in fractions it is exact.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import dist, fsum, isfinite, ulp
from operator import mul
from typing import cast

from textbook_ml.core.errors import TextbookError, require
from textbook_ml.core.numeric import Num, exact, over_one_denominator, require_finite

FEW = 64  # values that are summed exactly one by one; more are summed in C
SPARE_BITS = 128  # extra bits that are kept of (Σ x)² / N; a limit keeps the fractions short


@dataclass(frozen=True, slots=True)
class Moments:
    """The number of values, their sum and the sum of their squares."""

    n: int | Fraction
    total: Fraction
    squares: Fraction

    @classmethod
    def of(cls, xs: Sequence[Num], whole: bool = False) -> "Moments":
        """The moments of a list of values; None, for a missing value, is skipped.

        If other moments are added, large parts may cancel: so the sum has twice the digits of a
        float. `whole` means that none will be added, which saves a quarter of the time.

        >>> Moments.of([1.0, 2.0, 6.0])
        Moments(n=3, total=Fraction(9, 1), squares=Fraction(41, 1))
        """
        if len(xs) < FEW or isinstance(xs[0], Fraction):
            return cls._one_by_one(_observed_values(xs))
        if type(xs[0]) is int and {int}.issuperset(map(type, xs)):
            return cls._moments_of_integers(cast(Sequence[int], xs))
        try:
            return cls._moments_by_columns(cast(tuple[float, ...], tuple(xs)), whole)
        except TypeError:  # a value is missing, or is not a number
            return cls.of(_observed_values(xs), whole)
        except OverflowError:  # squares too large for floats, but not for fractions
            return cls._one_by_one(xs)

    @classmethod
    def _one_by_one(cls, xs: Sequence[Num]) -> "Moments":
        parts, unit = over_one_denominator(xs)
        squares = Fraction(sum(map(mul, parts, parts)), unit * unit)
        return cls(len(parts), Fraction(sum(parts), unit), squares)

    @classmethod
    def _moments_of_integers(cls, xs: Sequence[int]) -> "Moments":
        """The moments of integers, exactly."""
        table = Counter(xs).items()
        total, squares = sum(x * n for x, n in table), sum(x * x * n for x, n in table)
        return cls(len(xs), Fraction(total), Fraction(squares))

    @classmethod
    def _moments_by_columns(cls, column: tuple[float, ...], whole: bool) -> "Moments":
        n = len(column)
        total = _exact_sum(column)
        mean = total / n
        about_mean = _exact_squares_about(column, mean)
        # If the rounding error of the mean would show, subtract the mean of the rest too.
        if n * ulp(mean) * ulp(mean) > about_mean * 2.0**-56:
            rest = tuple([x - mean for x in column])
            rest_total = Fraction(_exact_sum(rest))
            exact_total = Fraction(mean) * n + rest_total
            about_mean = _exact_squares_about(rest, float(rest_total) / n)
        else:
            # the rounding error of the sum
            rounding_error = 0.0 if whole else fsum((-total, *column))
            exact_total = Fraction(total) + Fraction(rounding_error)
        return cls(n, exact_total, Fraction(about_mean) + _precise_square_over(exact_total, n))

    @classmethod
    def of_weighted(cls, xs: Sequence[Num], weights: Sequence[Fraction]) -> "Moments":
        """The moments of weighted values.

        >>> Moments.of_weighted([1.0, 3.0], [Fraction(2), Fraction(1, 2)])
        Moments(n=Fraction(5, 2), total=Fraction(7, 2), squares=Fraction(13, 2))
        """
        pairs = [(w, exact(x)) for w, x in zip(weights, xs, strict=True)]
        return cls(
            sum(weights, Fraction(0)),
            sum((w * x for w, x in pairs), Fraction(0)),
            sum((w * x * x for w, x in pairs), Fraction(0)),
        )

    def __add__(self, other: "Moments") -> "Moments":
        """Return the moments of both samples together."""
        return Moments(self.n + other.n, self.total + other.total, self.squares + other.squares)

    def __sub__(self, other: "Moments") -> "Moments":
        """Return the moments without the values of `other`."""
        require(
            other.n <= self.n,
            f"cannot remove {other.n} values: only {self.n} were counted",
        )
        return Moments(self.n - other.n, self.total - other.total, self.squares - other.squares)

    @property
    def mean(self) -> Fraction:
        """Σ x / N."""
        require(self.n > 0, "a mean needs at least one value, got none")
        return self.total / self.n

    @property
    def about_mean(self) -> Fraction:
        """Σ (x − x̄)² = Σ x² − (Σ x)² / N; 0 if rounding made it negative."""
        require(self.n > 0, "a mean needs at least one value, got none")
        (p, q), (s, r) = self.total.as_integer_ratio(), self.squares.as_integer_ratio()
        (n, m) = self.n.as_integer_ratio()
        return Fraction(max(0, s * q * q * n - p * p * r * m), r * q * q * n)


def _observed_values(xs: Sequence[Num]) -> list[Num]:
    """Return the values that are not None. Raise TextbookError if one is not a number."""
    observed = [x for x in xs if x is not None]
    for x in observed:
        if not isinstance(x, (int, float, Fraction)):
            raise TextbookError(f"expected a number or None, got {x!r}")
    return observed


def _exact_sum(column: Sequence[float]) -> float:
    try:
        total = fsum(column)
    except (OverflowError, ValueError):
        total = float("nan")
    if not isfinite(total):
        require_finite(column, "the column")
    require(isfinite(total), "a sum is larger than any float. Fix: use smaller numbers")
    return total


def _exact_squares_about(column: tuple[float, ...], centre: float) -> float:
    distance = dist(column, (centre,) * len(column))
    return distance * distance


def _precise_square_over(x: Fraction, n: int) -> Fraction:
    """Return x² / n with 128 bits more than x²; the denominator stays a power of two."""
    p, q = x.numerator, x.denominator
    return Fraction((p * p << SPARE_BITS) // n, q * q << SPARE_BITS)
