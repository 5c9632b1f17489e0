"""Sums of vectors and of the products of their coordinates, as exact fractions.

totals     Σ xᵢ for each feature i
products   Σ xᵢ xⱼ for each i and each j ≤ i
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import partial, reduce
from itertools import repeat
from math import floor, ulp
from operator import add, lshift, mul

from textbook_ml.core.errors import require, require_same_length
from textbook_ml.core.numeric import Num, exact, over_one_denominator
from textbook_ml.learning.statistics.by_class import columns_of

PACKED_FEATURES = 7  # features packed into one long integer; with more, symmetry saves less


@dataclass(frozen=True, slots=True)
class CoMoments:
    """The number of rows, their sum, and the sum of their products."""

    n: int | Fraction
    totals: tuple[Fraction, ...]
    products: tuple[tuple[Fraction, ...], ...]

    @classmethod
    def of(cls, rows: Sequence[Sequence[Num]], whole: bool = False) -> "CoMoments":
        """The co-moments of rows without missing values; `whole` has no effect here.

        >>> CoMoments.of([[1.0, 2.0], [3.0, 4.0]]).products
        ((Fraction(10, 1),), (Fraction(14, 1), Fraction(20, 1)))
        """
        columns = list(map(_as_integer_multiples, columns_of(rows)))
        units = [unit for _, unit in columns]
        return cls(
            len(rows),
            tuple(Fraction(sum(parts), unit) for parts, unit in columns),
            tuple(
                tuple(Fraction(product, u * v) for product, v in zip(row, units))
                for row, u in zip(gram([parts for parts, _ in columns]), units)
            ),
        )

    @classmethod
    def of_weighted(cls, rows: Sequence[Sequence[Num]], weights: Sequence[Fraction]) -> "CoMoments":
        """The co-moments of weighted rows.

        >>> CoMoments.of_weighted([[1.0], [3.0]], [Fraction(2), Fraction(1, 2)]).totals
        (Fraction(7, 2),)
        """
        columns = [list(map(exact, column)) for column in zip(*rows)]
        weighted = [list(map(mul, weights, column)) for column in columns]
        return cls(
            sum(weights, Fraction(0)),
            tuple(sum(column, Fraction(0)) for column in weighted),
            tuple(
                tuple(sum(map(mul, column, other), Fraction(0)) for other in columns[: i + 1])
                for i, column in enumerate(weighted)
            ),
        )

    def __add__(self, other: "CoMoments") -> "CoMoments":
        """Return the co-moments of both data sets together."""
        return self._add_with_sign(other, 1)

    def __sub__(self, other: "CoMoments") -> "CoMoments":
        """Return the co-moments without the rows of `other`."""
        require(other.n <= self.n, f"cannot remove {other.n} rows: only {self.n} were counted")
        return self._add_with_sign(other, -1)

    def _add_with_sign(self, other: "CoMoments", sign: int) -> "CoMoments":
        require_same_length(features=self.totals, others=other.totals)
        rows = zip(self.products, other.products)
        return CoMoments(
            self.n + sign * other.n,
            tuple(a + sign * b for a, b in zip(self.totals, other.totals)),
            tuple(tuple(a + sign * b for a, b in zip(p, q)) for p, q in rows),
        )

    @property
    def means(self) -> list[Fraction]:
        """Σ x / N, feature by feature."""
        require(self.n > 0, "a mean needs at least one row, got none")
        return [total / self.n for total in self.totals]

    @property
    def about_means(self) -> list[list[Fraction]]:
        """Σ (xᵢ − x̄ᵢ)(xⱼ − x̄ⱼ), for each i and each j ≤ i."""
        require(self.n > 0, "a mean needs at least one row, got none")
        return [
            [
                self._sum_about_means(total, other, product)
                for other, product in zip(self.totals, row)
            ]
            for total, row in zip(self.totals, self.products)
        ]

    def _sum_about_means(self, total: Fraction, other: Fraction, product: Fraction) -> Fraction:
        """Σ xy − Σ x Σ y / N, as one fraction, which is reduced once instead of three times."""
        (p, a), (q, b), (r, c) = map(Fraction.as_integer_ratio, (total, other, product))
        n, m = self.n.as_integer_ratio()
        return Fraction(r * a * b * n - p * q * c * m, a * b * c * n)


def gram(columns: Sequence[Sequence[int]]) -> list[list[int]]:
    """Σ xᵢ xⱼ over the rows, for each i and each j ≤ i, exactly.

    Python's integers have no fixed width: the features of a row are packed into one long
    integer, far enough apart that no sum overlaps its neighbour. One multiplication by xᵢ gives
    the products with all of them.

    >>> gram([[1, 2], [3, -4]])
    [[5], [-5, 25]]
    """
    largest = max((abs(x) for column in columns for x in (min(column), max(column))), default=0)
    width = 2 * largest.bit_length() + len(columns[0]).bit_length() + 1 if columns else 0
    result: list[list[int]] = [[] for _ in columns]
    for first in range(0, len(columns), PACKED_FEATURES):
        block = columns[first : first + PACKED_FEATURES]
        packed = reduce(partial(_packed_columns, width), reversed(block))
        for i in range(first, len(columns)):
            products = sum(map(mul, columns[i], packed))
            result[i] += _unpacked_numbers(products, width, min(len(block), i + 1 - first))
    return result


def _packed_columns(width: int, left: Sequence[int], right: Sequence[int]) -> list[int]:
    """Return two columns packed into one; the left column is shifted by `width` bits."""
    return list(map(add, map(lshift, left, repeat(width)), right))


def _unpacked_numbers(number: int, width: int, n: int) -> list[int]:
    """Return the lowest n numbers that are packed into one integer; each may be negative."""
    half, parts = 1 << width - 1, []
    for _ in range(n):
        part = (number + half & 2 * half - 1) - half
        parts.append(part)
        number = number - part >> width
    return parts


def _as_integer_multiples(column: Sequence[Num]) -> tuple[list[int], int]:
    """Return numbers as integer multiples of 1 / d, and d; for floats d is a power of two."""
    if set(map(type, column)) == {float}:
        sizes = list(map(abs, column))
        unit = max(1.0, 1 / ulp(min(sizes) or min(filter(None, sizes), default=1.0)))
        with suppress(OverflowError, ValueError):  # NaN, infinity, or a range that is too wide
            return list(map(floor, map(mul, column, repeat(unit)))), int(unit)  # all are integers
    return over_one_denominator(column)
