"""Random separating lines: the paper's logistic regression for separable examples.

    w            (w₀, w₁, …), the intercept first; each has the prior N(0, 1)
    signed row   a = y (1, x): w separates if the margin a · w is positive for every row
    v            the coordinates of w in the space that the signed rows span
    sweep        one step of Gibbs sampling: each coordinate is drawn again, given all others

The separating w form a cone. N(0, I) is the same in any orthonormal coordinates. We use
coordinates of the space that the rows span, because the margins are less correlated there than in
the features. Given all other coordinates, a coordinate has a truncated N(0, 1) distribution; its
bounds are where a margin becomes 0. Orthogonal to this space, w keeps its prior.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import erfc, fsum, hypot, inf, sqrt
from operator import mul
from random import Random
from statistics import NormalDist

from textbook_ml.core.tables import Vec
from textbook_ml.study.experiments._random_data import normal
from textbook_ml.study.experiments.ng_jordan.row_space import RowSpace

FORGOTTEN, SWEEPS, EVERY = 100, 50, 5  # burn-in sweeps, later sweeps, and thinning
LEAST, MOST = 5e-324, 1 - 2.0**-53  # the smallest and largest floats between 0 and 1

_STANDARD_NORMAL = NormalDist()


def separating_lines(
    rows: Sequence[Vec],
    signs: Vec,
    start: Vec,
    rng: Random,
    forgotten: int = FORGOTTEN,
    sweeps: int = SWEEPS,
) -> list[list[float]]:
    """Return a line from every fifth sweep after the burn-in; `start` is any separating line."""
    space = RowSpace.of([[y, *[y * x_i for x_i in x]] for x, y in zip(rows, signs)])
    scale = sqrt(len(start)) / hypot(*start)  # the typical length of N(0, 1) weights
    walk = Cone.of(space.coordinates).walk([scale * v_j for v_j in space.project(start)], rng)
    return [
        space.vector(v, elsewhere=[normal(rng) for _ in start])
        for v in islice(walk, forgotten, forgotten + sweeps, EVERY)
    ]


Entries = list[tuple[int, float]]  # row numbers and coordinates


@dataclass(frozen=True, slots=True)
class Cone:
    """The coordinates of signed rows, by column and without zeros."""

    rows: list[list[float]]
    rising: list[Entries]  # for each coordinate, the rows whose margins increase with it
    falling: list[Entries]  # for each coordinate, the rows whose margins decrease with it

    @classmethod
    def of(cls, rows: list[list[float]]) -> "Cone":
        """Return the cone of all v whose inner product with every row is positive.

        Trailing zeros of the rows may be omitted.

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
        """Yield the coordinates v after each sweep of Gibbs sampling, without end."""
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
    """Return the u quantile of N(0, 1) truncated to an interval.

    An interval above 0 is reflected, because the distribution function is more accurate below 0.

    >>> normal_between(-1.0, 1.0, 0.5), normal_between(-inf, inf, 0.5)
    (0.0, 0.0)
    """
    if high <= low:  # the interval is empty because of rounding
        return high
    if low > 0:
        return -normal_between(-high, -low, 1 - u)
    p, q = erfc(-low / sqrt(2)) / 2, erfc(-high / sqrt(2)) / 2
    x = _STANDARD_NORMAL.inv_cdf(min(max(p + u * (q - p), LEAST), MOST))
    return min(max(x, low), high)
