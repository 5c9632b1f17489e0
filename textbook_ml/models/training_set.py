"""The training data of the discriminative models: complete rows of numbers with their classes.

places    the index of each example's class in `classes`
weights   of the examples: weight 2 counts as two equal examples
"""

from collections.abc import Hashable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from math import hypot, inf
from typing import Generic, TypeVar

from textbook_ml.core.errors import number_text, require
from textbook_ml.learning.statistics.by_class import (
    require_numbers,
    require_rectangular,
    require_weights,
)
from textbook_ml.models.priors import feature_names, order_of_classes, require_complete
from textbook_ml.models.protocols import Rows

Label = TypeVar("Label", bound=Hashable)
Number = float | Fraction
Row = Sequence[Number]

LARGEST = 1e150  # the square of a larger number may overflow
NUMBERED = ({0, 1}, {-1, 1})  # pairs of labels with a fixed order: 1 is the positive class


@dataclass(frozen=True, slots=True)
class TrainingExamples(Generic[Label]):
    """The training examples, checked and converted to floats."""

    rows: list[list[float]]
    places: list[int]
    weights: list[float]
    classes: tuple[Label, ...]
    features: tuple[str, ...]

    @classmethod
    def of(
        cls,
        rows: Rows,
        labels: Sequence[Label],
        weights: Sequence[Number] | None,
        classes: Sequence[Label] | None,
        features: Sequence[str] | None,
    ) -> "TrainingExamples[Label]":
        """Return the examples with a positive weight; each class must have at least one."""
        require_rectangular(rows, labels, len(next(iter(rows), ())))
        names = feature_names(features, len(rows[0]))
        table = checked_floats(rows, names)
        amounts = [1.0] * len(rows)
        if weights is not None:
            require_weights(weights, rows)
            amounts = list(map(float, weights))
        sizes = dict.fromkeys(labels, 0)
        for y, m in zip(labels, amounts):
            sizes[y] += m > 0
        order = order_of_classes(sizes, in_order(sizes) if classes is None else classes)
        for y in order:
            require(
                sizes.get(y, 0) > 0,
                f"class {y!r} has no examples: a discriminative model learns from all classes",
            )
        place = {y: k for k, y in enumerate(order)}
        places = [place.get(y, -1) for y in labels]
        if min(amounts) > 0:
            return cls(table, places, amounts, order, names)
        kept = [(x, k, m) for x, k, m in zip(table, places, amounts) if m > 0]
        return cls(
            [x for x, *_ in kept], [k for _, k, _ in kept], [m for *_, m in kept], order, names
        )


def in_order(labels: Iterable[Label]) -> list[Label]:
    """Return labels with 0 before 1 and −1 before 1; other labels in the given order.

    >>> in_order({1: 5, 0: 3}), in_order({"yes": 5, "no": 3})
    ([0, 1], ['yes', 'no'])
    """
    found = list(labels)
    if set(found) in NUMBERED:
        found.sort(key=lambda y: y == 1)
    return found


def checked_floats(rows: Sequence[Row], features: Sequence[str]) -> list[list[float]]:
    """Return rows as floats. Raise TextbookError for the first cell that is not valid."""
    kinds = set(map(type, chain.from_iterable(rows)))
    if kinds <= {int, float, bool}:
        with suppress(OverflowError):
            table = [list(map(float, row)) for row in rows]
            if all(hypot(*row) < LARGEST for row in table):
                return table
    require_complete(rows, features, "this model")
    for i, row in enumerate(rows):
        for name, x in zip(features, row):
            require(
                not _square_overflows(x),
                f"row {i} has {number_text(x)} in feature {name!r}, whose square is larger than "
                "any float. Fix: measure the feature in a larger unit",
            )
    require_numbers(rows, features)
    return [list(map(float, row)) for row in rows]


def _square_overflows(x: object) -> bool:
    """Return whether the square of a finite number is too large for a float."""
    return isinstance(x, (int, float, Fraction)) and (LARGEST <= x < inf or -inf < x <= -LARGEST)
