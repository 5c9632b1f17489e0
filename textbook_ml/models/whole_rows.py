"""What discriminant analysis learns from: whole rows, their means and their covariances."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from math import fsum, hypot, isfinite, log, pi
from operator import mul, sub
from typing import Any, TypeVar

from textbook_ml.errors import TextbookError, quoted, require, require_same_length
from textbook_ml.linalg import forward, ldl
from textbook_ml.models.priors import order_of_classes
from textbook_ml.numeric import exact, is_number

TYPE_CHECKING = False
if TYPE_CHECKING:  # what only learning needs
    from textbook_ml.statistics.by_class import ByClass
    from textbook_ml.statistics.comoments import CoMoments

Label = TypeVar("Label", bound=Hashable)
Row = Sequence[float]
Vector = tuple[float, ...]
Matrix = tuple[Vector, ...]


def count_rows(
    rows: Sequence[Row],
    labels: Sequence[Label],
    weights: Sequence[float | Fraction] | None = None,
    features: Sequence[str] | None = None,
) -> ByClass[Label]:
    """The co-moments of each class; a row with a hole is refused."""
    from textbook_ml.statistics.by_class import (
        ByClass,
        require_numbers,
        require_rectangular,
        require_weights,
    )

    require_rectangular(rows, labels, len(next(iter(rows), ())))
    groups: defaultdict[Label, list[int]] = defaultdict(list)
    for i, label in enumerate(labels):
        groups[label].append(i)
    if weights is not None:
        require_weights(weights, rows)
    try:
        parts = {y: _co_moments(places, rows, weights) for y, places in groups.items()}
    except (TextbookError, TypeError, AttributeError):
        require_numbers(rows, features)
        for i, row in enumerate(rows):
            require(None not in row, f"row {i} has a missing value: a covariance needs whole rows")
        raise
    return ByClass({y: c.n for y, c in parts.items()}, {y: (c,) for y, c in parts.items()})


def _co_moments(
    places: Sequence[int], rows: Sequence[Row], weights: Sequence[float | Fraction] | None
) -> CoMoments:
    """Those of the rows at some places, weighted or not."""
    from textbook_ml.statistics.comoments import CoMoments

    members = [rows[i] for i in places]
    if weights is None:
        return CoMoments.of(members)
    return CoMoments.of_weighted(members, [exact(weights[i]) for i in places])


def parts_of(
    statistics: ByClass[Label], classes: Sequence[Label] | None
) -> tuple[tuple[Label, ...], list[CoMoments]]:
    """The classes in order, each with its co-moments."""
    order = order_of_classes(statistics.sizes, classes)
    for y in order:
        require(y in statistics.summaries, f"class {y!r} has no examples, and so no mean")
    return order, [statistics.summaries[y][0] for y in order]


def mirrored(lower: Sequence[Sequence[Any]]) -> Matrix:
    """A symmetric matrix of floats from its lower half."""
    size = range(len(lower))
    try:
        return tuple(tuple(float(lower[max(i, j)][min(i, j)]) for j in size) for i in size)
    except OverflowError:
        raise TextbookError(
            "a covariance is larger than the largest float. "
            "Fix: measure the features in a larger unit."
        ) from None


@dataclass(frozen=True, slots=True)
class Whitener:
    """Σ = L diag(d) Lᵀ, by which a row is turned into independent deviations."""

    lower: list[list[float]]
    d: list[float]
    heights: list[float]  # −½ ln 2πd

    @classmethod
    def of(
        cls, covariance: Matrix, features: Sequence[str], where: str = "all classes"
    ) -> "Whitener":
        """The factors of a covariance."""
        lower, d = factorised(covariance, features, where)
        return cls(lower, d, [-log(2 * pi * d_i) / 2 for d_i in d])

    def log_density(self, row: Row, mu: Vector) -> float:
        """ln N(x; μ, Σ)."""
        z = self.deviations(row, mu)
        distance2 = fsum([z_i * z_i / d_i for z_i, d_i in zip(z, self.d)])
        return fsum([-distance2 / 2, *self.heights])

    def deviations(self, row: Row, mu: Vector) -> list[float]:
        """The z with L z = x − μ: what `forward` gives, by one sum in C for each of its rows."""
        z: list[float] = []
        with suppress(OverflowError, ValueError):
            for l_i, gap in zip(self.lower, map(sub, mu, row)):
                z.append(-fsum([gap, *map(mul, l_i, z)]))
        if len(z) == len(mu) and isfinite(hypot(*z)):
            return z
        return forward(self.lower, [x - m for x, m in zip(row, mu)])  # or a refusal in words


def factorised(
    covariance: Matrix, features: Sequence[str], where: str = "all classes"
) -> tuple[list[list[float]], list[float]]:
    """Σ = L diag(d) Lᵀ, or a refusal that names the features."""
    require_same_length(features=features, rows_of_the_covariance=covariance)
    try:
        return ldl(covariance)
    except TextbookError as error:
        names = ", ".join(features)
        raise TextbookError(f"the covariance of {names} in {where}: {error}") from None


def require_whole(row: Sequence[float | Fraction], features: Sequence[str]) -> None:
    """Refuse a row that is too short, or has a hole in it."""
    require_same_length(values=row, features=features)
    if set(map(type, row)) == {float} and all(map(isfinite, row)):
        return
    for name, x in zip(features, row):
        if not is_number(x):
            raise TextbookError(
                f"feature {name!r} is {quoted(x)}: this model needs whole, finite rows"
            )
