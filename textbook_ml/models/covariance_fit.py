"""Statistics for discriminant analysis: the means and covariances of complete rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite, log10
from typing import Any, TypeVar

from textbook_ml.core.errors import TextbookError, quoted, require, require_same_length
from textbook_ml.core.linalg import Factored
from textbook_ml.core.numeric import exact, is_number
from textbook_ml.models.priors import feature_names, order_of_classes
from textbook_ml.models.protocols import Rows

TYPE_CHECKING = False
if TYPE_CHECKING:  # only needed for fitting
    from textbook_ml.learning.statistics.by_class import ByClass
    from textbook_ml.learning.statistics.comoments import CoMoments

Label = TypeVar("Label", bound=Hashable)
Row = Sequence[float]
Vector = tuple[float, ...]
Matrix = tuple[Vector, ...]


def count_rows(
    rows: Rows,
    labels: Sequence[Label],
    weights: Sequence[float | Fraction] | None = None,
    features: Sequence[str] | None = None,
) -> ByClass[Label]:
    """The co-moments of each class; raise TextbookError if a value is missing."""
    from textbook_ml.learning.statistics.by_class import (
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
            if None in row:
                cells: list[Any] = list(row)
                name = feature_names(features, len(row))[cells.index(None)]
                raise TextbookError(
                    f"row {i} has no value for feature {name!r}, but a covariance needs complete "
                    "rows. Fix: fill it in, leave the row out, or use naive Bayes"
                ) from None
        raise
    return ByClass({y: c.n for y, c in parts.items()}, {y: (c,) for y, c in parts.items()})


def _co_moments(
    places: Sequence[int], rows: Sequence[Row], weights: Sequence[float | Fraction] | None
) -> CoMoments:
    """The co-moments of the rows at some places, weighted or not."""
    from textbook_ml.learning.statistics.comoments import CoMoments

    members = [rows[i] for i in places]
    if weights is None:
        return CoMoments.of(members)
    return CoMoments.of_weighted(members, [exact(weights[i]) for i in places])


def parts_of(
    statistics: ByClass[Label], classes: Sequence[Label] | None
) -> tuple[tuple[Label, ...], list[Any]]:
    """The classes in order, each with its `CoMoments`, which stand for its rows."""
    order = order_of_classes(statistics.sizes, classes)
    for y in order:
        require(y in statistics.summaries, f"class {y!r} has no examples, so it has no mean")
    return order, [statistics.summaries[y][0] for y in order]


@dataclass(frozen=True, slots=True)
class LinearLogOdds:
    """The log odds of one class against another: w₀ + Σᵢ wᵢ (xᵢ − centreᵢ)."""

    w0: float
    w: Vector
    centre: Vector


def to_floats(numbers: Sequence[Fraction], what: str) -> Vector:
    """Exact numbers as floats; raise TextbookError if one is larger than any float."""
    try:
        return tuple(map(float, numbers))
    except OverflowError:
        size = max(abs(x.numerator).bit_length() - x.denominator.bit_length() for x in numbers)
        raise TextbookError(
            f"{what} must be a float, but it is about 1e{int(size * log10(2))}. "
            "Fix: give the features in a larger unit"
        ) from None


def float_matrix(rows: Sequence[Sequence[Fraction]], what: str) -> Matrix:
    """An exact matrix as floats.

    >>> float_matrix([[Fraction(1, 2)]], "the covariance")
    ((0.5,),)
    """
    return tuple(to_floats(row, what) for row in rows)


def factored(covariance: Matrix, features: Sequence[str], where: str = "all classes") -> Factored:
    """A covariance with its factors; raise TextbookError, with the features, if it has none."""
    require_same_length(features=features, rows_of_the_covariance=covariance)
    try:
        return Factored(covariance)
    except TextbookError as error:
        names = ", ".join(features)
        raise TextbookError(f"the covariance of {names} in {where}: {error}") from None


def require_whole(row: Sequence[float | Fraction], features: Sequence[str]) -> None:
    """Raise TextbookError unless the row has a finite number for each feature."""
    require_same_length(values=row, features=features)
    if set(map(type, row)) == {float} and all(map(isfinite, row)):
        return
    for name, x in zip(features, row):
        if not is_number(x):
            raise TextbookError(
                f"feature {name!r} must be a finite number, got {quoted(x)}: this model needs "
                "complete rows"
            )
