"""Summarise rows as the additive statistics that the families of distributions need."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from textbook_ml.core.errors import TextbookError
from textbook_ml.learning.statistics.by_class import ByClass, Summarise, require_rectangular
from textbook_ml.learning.statistics.moments import Moments
from textbook_ml.learning.statistics.value_counts import Counts
from textbook_ml.models.distribution import Distribution
from textbook_ml.models.priors import feature_names

Label = TypeVar("Label", bound=Hashable)
Row = Sequence[Any]


class Column(NamedTuple):
    """One feature, and its summary in each class: moments or counts."""

    name: str
    classes: Sequence[Any]
    samples: Sequence[Any]


@dataclass(frozen=True, slots=True)
class Examples:
    """The rows and labels that a model counts; `whole` means that these are all examples."""

    rows: Sequence[Any]
    labels: Sequence[Any]
    weights: Sequence[float | Fraction] | None = None
    features: Sequence[str] | None = None
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Counted:
    """Everything that a model is estimated from: statistics, classes, priors, feature names."""

    statistics: ByClass[Any]
    classes: tuple[Any, ...]
    priors: tuple[Fraction, ...]
    features: Sequence[str] | None

    def summaries(self) -> list[Sequence[Any]]:
        """The summaries of each class; those of a class without examples are empty."""
        found = self.statistics.summaries
        return [found[y] if y in found else self.statistics.empty() for y in self.classes]

    def columns(self) -> list[Column]:
        """The statistics of each feature."""
        by_class = self.summaries()
        names = feature_names(self.features, len(by_class[0]))
        return [Column(n, self.classes, samples) for n, samples in zip(names, zip(*by_class))]


def count_columns(
    examples: Examples, families: Sequence[type[Distribution]], whole: bool = False
) -> ByClass[Any]:
    """Return the moments or counts of each feature in each class, as its family needs.

    `whole` means that no other statistics will be added to the result, which saves time.
    """
    rows, labels, features = examples.rows, examples.labels, examples.features
    summaries: Mapping[str, Summarise] = {"counts": Counts, "moments": Moments}
    summarise = [summaries[family.summary] for family in families]
    if any(family.restricted for family in families):
        (first, *others) = dict.fromkeys(families)
        if others or not first.all_plain(list(chain.from_iterable(rows))):
            require_cells(rows, labels, families, features)
    try:
        return ByClass.of(rows, labels, summarise, examples.weights, whole)
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
