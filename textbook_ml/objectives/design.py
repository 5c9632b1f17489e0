"""A table of numbers, ready for quick products.

    rows, columns   the same numbers twice: A w reads rows, Aᵀ v reads columns
    unit            a vector divided by its length

Inner products are taken by distances: for unit vectors

    |u − v|² = 2 − 2 u · v,   so   u · v = 1 − |u − v|² / 2

`math.dist` runs in C, five times faster than multiplying and adding in Python, rounds almost
correctly, and gives the same bits on every Python, which neither `sum` nor `math.sumprod` does.
The error is a few ulps of |a| |b|, and columns are first brought to one length, so that a
feature in millions does not drown one in thousandths.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import repeat
from math import dist, hypot, inf, sqrt
from operator import mul

from textbook_ml.errors import require

__all__ = []

Vec = Sequence[float]
Unit = tuple[float, ...]

PRODUCT_OFF = 2.0**-50  # of |a| |b|: what an inner product by distances may be off
ROUNDING = 2.0**-53  # of a number: what writing it as a float may cost
SMALL = 1e-3  # a root mean square; the gradient of a smaller feature is small for its unit alone


def unit_and_length(v: Vec) -> tuple[Unit, float]:
    """A vector as its direction and its length; of zero, any direction would do.

    >>> unit_and_length([3.0, 4.0])
    ((0.6, 0.8), 5.0)
    """
    length = hypot(*v)
    require(length < inf, "a vector is longer than any float: its numbers or a step are too large")
    if not length:
        return (0.0,) * len(v), 0.0
    return tuple([x / length for x in v]), length


def products(units: Iterable[Unit], lengths: Iterable[float], v: Vec) -> list[float]:
    """The inner product of v with each vector, given as unit vectors and lengths.

    >>> products([(1.0, 0.0), (-1.0, 0.0)], [2.0, 3.0], [4.0, 0.0])
    [8.0, -12.0]
    """
    unit, length = unit_and_length(v)
    if not length:
        return [0.0 for _ in lengths]
    gaps = map(dist, units, repeat(unit))
    return [size * length * (1.0 - 0.5 * gap * gap) for size, gap in zip(lengths, gaps)]


@dataclass(frozen=True, slots=True)
class Design:
    """The table: every row and every column as a unit vector and a length."""

    row_units: list[Unit]  # of rows whose columns were divided by `scales`
    row_lengths: list[float]
    column_units: list[Unit]
    column_lengths: list[float]
    scales: list[float]  # the root mean square of each column
    columns: list[Unit]

    @classmethod
    def of(cls, rows: Sequence[Vec]) -> "Design":
        """The table of these rows."""
        columns = list(zip(*rows))
        with_lengths = [unit_and_length(column) for column in columns]
        column_lengths = [length for _, length in with_lengths]
        scales = [length / sqrt(len(rows)) or 1.0 for length in column_lengths]
        scaled = zip(*([x / s for x in column] for column, s in zip(columns, scales)))
        rows_with_lengths = [unit_and_length(row) for row in scaled]
        return cls(
            [unit for unit, _ in rows_with_lengths],
            [length for _, length in rows_with_lengths],
            [unit for unit, _ in with_lengths],
            column_lengths,
            scales,
            columns,
        )

    def times(self, w: Vec) -> list[float]:
        """A w: one inner product for each row."""
        scaled = [w_i * s for w_i, s in zip(w, self.scales)]
        return products(self.row_units, self.row_lengths, scaled)

    def transposed_times(self, v: Vec) -> list[float]:
        """Aᵀ v: one inner product for each column."""
        return products(self.column_units, self.column_lengths, v)

    def slack(self, pull: Vec, reach: float, tolerance: float) -> list[float]:
        """How large each component of Aᵀ pull may be, and yet be taken for zero.

        The tolerance shrinks with the unit of a small feature. Rounding has a share too: the
        product is rounded, and so were the margins A w at which the pull was taken, by a part
        of |a| |w|; `reach` is |w| in the units of `scales`.
        """
        shaken = hypot(*map(mul, pull, self.row_lengths)) * reach
        noise = PRODUCT_OFF * hypot(*pull) + ROUNDING * shaken
        return [
            tolerance * min(1.0, scale / SMALL) + noise * length
            for scale, length in zip(self.scales, self.column_lengths)
        ]

    def reach(self, w: Vec) -> float:
        """The length of w, with every column in units of its root mean square."""
        return hypot(*map(mul, w, self.scales))


def gram(columns: Sequence[Vec]) -> list[list[float]]:
    """All inner products of the columns with each other: CᵀC, symmetric to the last bit.

    >>> gram([(3.0, 4.0), (4.0, 3.0)]) == [[25.0, 24.0], [24.0, 25.0]]
    True
    """
    units, lengths = [], []
    for column in columns:
        unit, length = unit_and_length(column)
        units.append(unit)
        lengths.append(length)
    lower = []
    for i, (unit, length) in enumerate(zip(units, lengths)):
        gaps = map(dist, units[:i], repeat(unit))
        row = [size * length * (1.0 - 0.5 * gap * gap) for size, gap in zip(lengths, gaps)]
        lower.append([*row, length * length])
    size = range(len(lower))
    return [[lower[max(i, j)][min(i, j)] for j in size] for i in size]
