"""Separating lines at random: what the paper's logistic regression does when many fit.

    w            (w₀, w₁, …), the intercept first; before the rows are seen, each is N(0, 1)
    signed row   a = y (1, x): w separates if the margin a · w is positive for every row
    v            the coordinates of w in the space that the signed rows span
    sweep        each coordinate in turn is drawn anew, given all others: Gibbs sampling

The w that separate form a cone. N(0, 1) looks the same along any axes at right angles, so we take
those of the rows' span, where margins hang together less than in the features. Given the others,
a coordinate is N(0, 1) between two bounds, where the first margin would become 0 on either side.
Outside of the span the rows say nothing, and w stays as it was.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import erfc, fsum, hypot, inf, sqrt
from operator import mul
from random import Random
from statistics import NormalDist

from textbook_ml.experiments._draw import normal
from textbook_ml.experiments.ng_jordan.span import Span
from textbook_ml.tables import Vec

FORGOTTEN, SWEEPS, EVERY = 100, 50, 5  # sweeps to forget the start, and of which a fifth is kept
LEAST, MOST = 5e-324, 1 - 2.0**-53  # the ends of what lies between 0 and 1

_BELL = NormalDist()


def separating_lines(
    rows: Sequence[Vec],
    signs: Vec,
    start: Vec,
    rng: Random,
    forgotten: int = FORGOTTEN,
    sweeps: int = SWEEPS,
) -> list[list[float]]:
    """Lines from the cone, every fifth of the later sweeps; `start` is any line inside it."""
    span = Span.of([[y, *[y * x_i for x_i in x]] for x, y in zip(rows, signs)])
    scale = sqrt(len(start)) / hypot(*start)  # about as long as N(0, 1) weights are
    walk = Cone.of(span.coordinates).walk([scale * v_j for v_j in span.project(start)], rng)
    return [
        span.vector(v, elsewhere=[normal(rng) for _ in start])
        for v in islice(walk, forgotten, forgotten + sweeps, EVERY)
    ]


Entries = list[tuple[int, float]]  # the place of a row, and its number


@dataclass(frozen=True, slots=True)
class Cone:
    """The coordinates of signed rows, column by column without zeros."""

    rows: list[list[float]]
    rising: list[Entries]  # as a coordinate grows, so do the margins of these rows
    falling: list[Entries]  # and these shrink

    @classmethod
    def of(cls, rows: list[list[float]]) -> "Cone":
        """All v with a positive product with every row; zeros at a row's end may be left out.

        >>> Cone.of([[2.0], [-1.0, 3.0]]).rising
        [[(0, 2.0)], [(1, 3.0)]]
        """
        columns: list[Entries] = [[] for _ in range(max(map(len, rows)))]
        for i, row in enumerate(rows):
            for column, a in zip(columns, row):
                column.append((i, a))
        rising = [[(i, a) for i, a in column if a > 0] for column in columns]
        falling = [[(i, a) for i, a in column if a < 0] for column in columns]
        return cls(rows, rising, falling)

    def walk(self, start: Vec, rng: Random) -> Iterator[list[float]]:
        """Where we are after each sweep, without end."""
        v = list(start)
        margins = [fsum(map(mul, row, v)) for row in self.rows]
        while True:
            for j, (rising, falling) in enumerate(zip(self.rising, self.falling)):
                down = min([margins[i] / a for i, a in rising], default=inf)
                up = min([-margins[i] / a for i, a in falling], default=inf)
                new = normal_between(v[j] - down, v[j] + up, rng.random())
                step, v[j] = new - v[j], new
                for i, a in rising:
                    margins[i] += step * a
                for i, a in falling:
                    margins[i] += step * a
            yield list(v)


def normal_between(low: float, high: float, u: float) -> float:
    """The number below which the share u of N(0, 1) between two bounds lies.

    Above 0 it looks from the other side, where the distribution function keeps its digits.

    >>> normal_between(-1.0, 1.0, 0.5), normal_between(-inf, inf, 0.5)
    (0.0, 0.0)
    """
    if high <= low:  # rounding has closed the interval
        return high
    if low > 0:
        return -normal_between(-high, -low, 1 - u)
    p, q = erfc(-low / sqrt(2)) / 2, erfc(-high / sqrt(2)) / 2
    x = _BELL.inv_cdf(min(max(p + u * (q - p), LEAST), MOST))
    return min(max(x, low), high)
