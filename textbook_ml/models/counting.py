"""Summarise rows as the additive statistics that the families of distributions need."""

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import Any, TypeVar

from textbook_ml.core.errors import TextbookError
from textbook_ml.learning.statistics.by_class import ByClass, Summarise, require_rectangular
from textbook_ml.learning.statistics.moments import Moments
from textbook_ml.learning.statistics.value_counts import Counts
from textbook_ml.models.distribution import Distribution

Label = TypeVar("Label", bound=Hashable)
Row = Sequence[Any]


def count_columns(
    rows: Sequence[Row],
    labels: Sequence[Label],
    families: Sequence[type[Distribution]],
    weights: Sequence[float | Fraction] | None = None,
    features: Sequence[str] | None = None,
    whole: bool = False,
) -> ByClass[Label]:
    """Return the moments or counts of each feature in each class, as its family needs.

    `whole` means that no other statistics will be added to the result.
    """
    summaries: Mapping[str, Summarise] = {"counts": Counts, "moments": Moments}
    summarise = [summaries[family.summary] for family in families]
    if any(family.restricted for family in families):
        (first, *others) = dict.fromkeys(families)
        if others or not first.all_plain(list(chain.from_iterable(rows))):
            require_cells(rows, labels, families, features)
    try:
        return ByClass.of(rows, labels, summarise, weights, whole)
    except (TextbookError, TypeError, AttributeError, OverflowError) as error:
        require_cells(rows, labels, families, features)
        if isinstance(error, TextbookError):
            raise
        raise TextbookError(f"a cell cannot be counted: {error}") from None


def require_cells(
    rows: Sequence[Row],
    labels: Sequence[object],
    families: Sequence[type[Distribution]],
    features: Sequence[str] | None,
) -> None:
    """Raise TextbookError for the first cell that is not valid for its family."""
    require_rectangular(rows, labels, len(families))
    for i, row in enumerate(rows):
        for j, (x, family) in enumerate(zip(row, families)):
            try:
                if x is not None:
                    family.require_cell(x)
            except TextbookError as error:
                name = features[j] if features else f"x{j + 1}"
                raise TextbookError(f"row {i}, feature {name!r}: {error}") from None
