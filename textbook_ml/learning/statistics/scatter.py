"""The scatter matrix of the rows of one class, in floats: for fits to all rows in memory.

about_means   Σ (xᵢ − x̄ᵢ)(xⱼ − x̄ⱼ) for each i and each j ≤ i
s             √ of the entries on the diagonal: √n times the standard deviation of a feature

`CoMoments` has the same attributes and is exact, so that statistics of parts can be added. This
summary cannot be added, and takes a third of the time.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import fsum, sqrt

from textbook_ml.core.tables import gram
from textbook_ml.learning.statistics.by_class import PIECE, columns_of
from textbook_ml.learning.statistics.comoments import CoMoments
from textbook_ml.learning.statistics.moments import Moments

FEW = 64  # the products of fewer rows are exact
SMALLEST, LARGEST = 1e-140, 1e140  # of s; products of other features would not be floats


@dataclass(frozen=True, slots=True)
class Scatter:
    """The number of rows, their mean, and the sums of products about it.

    The entries on the diagonal are those of `Moments`. The error of each other entry is at most
    36 · 2⁻⁵³ sᵢ sⱼ, whatever the means are: a correlation has fifteen digits.
    """

    n: int
    means: list[Fraction]
    about_means: list[list[float]]

    @classmethod
    def of(cls, rows: Sequence[Sequence[float]]) -> "Scatter | CoMoments":
        """Return the scatter of rows of floats; the exact one if they are few or not floats.

        >>> rows = [[0.0, 1.0], [2.0, -1.0]] * 32
        >>> Scatter.of(rows).about_means
        [[64.0], [-64.0, 64.0]]
        """
        if len(rows) < FEW or set(map(type, rows[0])) != {float}:
            return CoMoments.of(rows)
        columns = list(columns_of(rows))
        moments = [Moments.of(column, True) for column in columns]
        s = [sqrt(m.about_mean) for m in moments]
        if not all(SMALLEST < s_i < LARGEST or s_i == 0 for s_i in s):
            return CoMoments.of(rows)
        means = [m.mean for m in moments]
        centres, scales = list(map(float, means)), [1 / s_i if s_i else 0.0 for s_i in s]
        units = [
            tuple([(x - c) * scale for x in column])
            for column, c, scale in zip(columns, centres, scales)
        ]
        n, rests = len(rows), [float(mean - Fraction(c)) for mean, c in zip(means, centres)]
        about_means = [
            [
                *(g * s_i * s_j - n * r_i * r_j for g, s_j, r_j in zip(row[:i], s, rests)),
                float(moments[i].about_mean),
            ]
            for i, (row, s_i, r_i) in enumerate(zip(_gram_by_pieces(units), s, rests))
        ]
        return cls(n, means, about_means)


def _gram_by_pieces(columns: Sequence[tuple[float, ...]]) -> list[list[float]]:
    """Return all inner products of columns, summed over pieces that fit into the cache."""
    starts = range(0, len(columns[0]), PIECE)
    parts = [gram([column[k : k + PIECE] for column in columns]) for k in starts]
    return [list(map(fsum, zip(*rows))) for rows in zip(*parts)]
