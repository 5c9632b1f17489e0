"""Standardised features, and weights converted back to the units of the data.

`exact_mean` is the mean of a feature and `spread` its standard deviation.

x̃ = (x − centre) / spread,   w = w̃ / spread,   w₀ = w̃₀ − Σ w centre
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import dist, fsum, hypot, sqrt
from operator import mul

from textbook_ml.core.numeric import mean, require_finite, total
from textbook_ml.core.tables import Vec

__all__ = ["Scaling"]

MOST_RATIO = 1000.0  # a warning is given if two standard deviations have a larger ratio


def exact_mean(column: Vec) -> float:
    """The mean; for a constant column the constant itself, without rounding.

    >>> exact_mean([1.0, 3.0]), exact_mean([0.1, 0.1, 0.1])
    (2.0, 0.1)
    """
    return column[0] if min(column) == max(column) else mean(column)


def standard_deviations(
    columns: Sequence[Vec], means: Sequence[float] | None = None
) -> list[float]:
    """The standard deviation of each column, dividing by N; the means may be known already.

    >>> standard_deviations([[1.0, 3.0], [5.0, 5.0]])
    [1.0, 0.0]
    """
    centres = map(exact_mean, columns) if means is None else means
    return [
        dist(column, (mu,) * len(column)) / sqrt(len(column))
        for column, mu in zip(columns, centres)
    ]


@dataclass(frozen=True, slots=True)
class Scaling:
    """The means and standard deviations of the features; 1 for a constant feature."""

    centres: tuple[float, ...]
    spreads: tuple[float, ...]

    @classmethod
    def of(cls, rows: Sequence[Vec]) -> "Scaling":
        """The means and standard deviations of the features.

        >>> Scaling.of([[1.0, 5.0], [3.0, 5.0]])
        Scaling(centres=(2.0, 5.0), spreads=(1.0, 1.0))
        """
        columns = list(zip(*rows))
        means = tuple(map(exact_mean, columns))
        return cls(means, tuple(s or 1.0 for s in standard_deviations(columns, means)))

    @classmethod
    def of_weighted(cls, rows: Sequence[Vec], weights: Vec) -> "Scaling":
        """Return the scaling of weighted examples: weight 2 counts as two equal examples.

        >>> Scaling.of_weighted([[0.0], [4.0]], [2.0, 2.0])
        Scaling(centres=(2.0,), spreads=(2.0,))
        """
        weight_sum, root_weights = fsum(weights), list(map(sqrt, weights))
        centres, sizes = [], []
        for column in zip(*rows):
            varies = min(column) < max(column)
            mean = fsum(map(mul, weights, column)) / weight_sum if varies else column[0]
            size = hypot(*[root * (x - mean) for root, x in zip(root_weights, column)]) / sqrt(
                weight_sum
            )
            centres.append(mean)
            sizes.append(size or 1.0)
        return cls(tuple(centres), tuple(sizes))

    def standard(self, rows: Sequence[Vec]) -> list[list[float]]:
        """Return the rows with standardised features."""
        scaled = zip(zip(*rows), self.centres, self.spreads)
        columns = [
            [x - c for x in column] if s == 1.0 else [(x - c) / s for x in column]
            for column, c, s in scaled
        ]
        return list(map(list, zip(*columns))) if columns else [[] for _ in rows]

    def original(self, w: Vec) -> list[float]:
        """Return weights for the data as given, from weights for standardised features.

        >>> Scaling((2.0,), (4.0,)).original([1.0, 8.0])
        [-3.0, 2.0]
        """
        slopes = [w_i / s for w_i, s in zip(w[1:], self.spreads)]
        require_finite(
            slopes, "the weights (a feature is so small that its weight is larger than any float)"
        )
        return [total([w[0], *[-p for p in map(mul, slopes, self.centres)]]), *slopes]


def wild_spreads(sizes: Sequence[float], names: Sequence[str]) -> str:
    """Return a warning about features of very different standard deviation, or "".

    >>> wild_spreads([1.0, 2.0], ["a", "b"])
    ''
    """
    by_spread = sorted((s, name) for s, name in zip(sizes, names) if s > 0)
    if not by_spread or by_spread[-1][0] <= MOST_RATIO * by_spread[0][0]:
        return ""
    (small, least), (large, most) = by_spread[0], by_spread[-1]
    return (
        f"the features have very different scales: {most!r} has a standard deviation of "
        f"{large:.3g} and {least!r} of {small:.3g}, so a penalty affects them unequally and "
        "gradient ascent is slow. Fix: use standardise=True"
    )
