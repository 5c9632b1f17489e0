"""Coordinates of rows in the space that the rows span: few columns if there are few rows.

    K    the Gram matrix: the inner products of the rows
    C    the coordinates: rows with the same inner products, C Cᵀ = K (Cholesky); row i has
         zeros after the coordinate of the last independent row up to i

Margins are inner products with the rows, so they can be computed from C. The matrix C has one
column for each independent row, however many columns the rows have.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, sqrt
from operator import mul

from textbook_ml.core.linalg import cholesky_solve
from textbook_ml.core.tables import Vec, gram

OWN = 1e-10  # relative to |a|²: a row with a smaller independent part adds no dimension


@dataclass(frozen=True, slots=True)
class RowSpace:
    """Coordinates of rows, without trailing zeros, and the data to convert coordinates back."""

    coordinates: list[list[float]]
    independent: list[Vec]  # rows that span the space
    factor: list[list[float]]  # the coordinates of the independent rows

    @classmethod
    def of(cls, rows: Sequence[Vec]) -> "RowSpace":
        """Compute the coordinates by Cholesky factorisation, one row after the other.

        >>> RowSpace.of([[3.0, 4.0], [6.0, 8.0]]).coordinates
        [[5.0], [10.0]]
        """
        coordinates: list[list[float]] = []
        places: list[int] = []
        factor: list[list[float]] = []
        for i, products in enumerate(gram(rows)):
            c: list[float] = []
            for place, other in zip(places, factor):
                c.append((products[place] - fsum(map(mul, c, other))) / other[-1])
            own = products[i] - fsum(map(mul, c, c))
            if own > OWN * products[i]:
                c.append(sqrt(own))
                places.append(i)
                factor.append(c)
            coordinates.append(c)
        return cls(coordinates, [rows[i] for i in places], factor)

    @property
    def full_rows(self) -> list[list[float]]:
        """The coordinates, padded with zeros to equal length."""
        return [[*c, *[0.0] * (len(self.factor) - len(c))] for c in self.coordinates]

    def project(self, w: Vec) -> list[float]:
        """Return the coordinates of the projection of a vector onto the space.

        The vector and its projection have the same inner products with the rows.

        >>> RowSpace.of([[3.0, 4.0]]).project([3.0, 4.0])
        [5.0]
        """
        v: list[float] = []
        for row, c in zip(self.independent, self.factor):
            v.append((fsum(map(mul, row, w)) - fsum(map(mul, c, v))) / c[-1])
        return v

    def vector(self, v: Vec, elsewhere: Vec) -> list[float]:
        """Return the vector with coordinates v in the space; orthogonal to it, use `elsewhere`.

        w = u + Σ γₗ aₗ, with a · w = C v for every independent row a.

        >>> RowSpace.of([[2.0, 0.0]]).vector([3.0], elsewhere=[7.0, 8.0])
        [3.0, 8.0]
        """
        if not self.independent:
            return list(elsewhere)
        missing = [
            fsum(map(mul, c, v)) - fsum(map(mul, row, elsewhere))
            for row, c in zip(self.independent, self.factor)
        ]
        gammas = cholesky_solve(self.factor, missing)
        columns = zip(*self.independent)
        return [u + fsum(map(mul, gammas, column)) for u, column in zip(elsewhere, columns)]
