"""Save the statistics of training data as JSON without loss, so that learning can be continued.

    statistics   sizes of the classes, and Moments, Counts or CoMoments of each feature
    resumable    statistics and settings of a fit, with which `learn` can continue it

Sums are stored as exact fractions. So adding and removing rows later gives the numbers that all
remaining rows together would give, to the last digit.
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from textbook_ml.core.errors import TextbookError, require
from textbook_ml.learning.statistics.by_class import ByClass
from textbook_ml.learning.statistics.comoments import CoMoments
from textbook_ml.learning.statistics.moments import Moments
from textbook_ml.learning.statistics.value_counts import Counts
from textbook_ml.models.json_codec import MEMORY, from_json, parsed, require_unchanged, to_json
from textbook_ml.models.json_types import DataclassType, Json, errors_at, path_told


@dataclass(frozen=True, slots=True)
class Statistics:
    """The fields of `ByClass`, with types that can be saved."""

    sizes: Mapping[Hashable, int | Fraction]
    summaries: Mapping[Hashable, tuple[Moments | Counts[Any] | CoMoments, ...]]

    def __post_init__(self) -> None:
        require(
            [*self.sizes] == [*self.summaries],
            f"sizes and summaries must have the same classes, got {[*self.sizes]} and "
            f"{[*self.summaries]}",
        )
        kinds = {tuple(map(type, parts)) for parts in self.summaries.values()}
        require(len(kinds) < 2, "all classes must have the same summaries, in the same order")
        for y, size in self.sizes.items():
            require(size > 0, f"the size of class {y!r} must be above 0, got {size}")
            for i, part in enumerate(self.summaries[y]):
                require(
                    is_possible(part),
                    f"summary {i} of class {y!r} does not belong to any data: a count is below 0, "
                    "or a sum of squares is too small",
                )


def is_possible(summary: Moments | Counts[Any] | CoMoments) -> bool:
    """Return whether some data have this summary: counts and squares cannot be too small.

    >>> is_possible(Moments(2, Fraction(4), Fraction(8)))
    True
    >>> is_possible(Moments(2, Fraction(4), Fraction(7)))      # Σ (x − 2)² = −1
    False
    """
    if isinstance(summary, Counts):
        return all(count > 0 for count in summary.table.values())
    if isinstance(summary, Moments):
        return _squares_are_large_enough(summary.n, summary.total, summary.squares)
    sides = [len(row) for row in summary.products]
    return sides == [*range(1, len(summary.totals) + 1)] and all(
        _squares_are_large_enough(summary.n, total, row[-1])
        for total, row in zip(summary.totals, summary.products)
    )


def _squares_are_large_enough(n: int | Fraction, total: Fraction, squares: Fraction) -> bool:
    """Return whether Σ x² ≥ (Σ x)² / n; without values, both sums are 0."""
    return squares * n >= total * total if n > 0 else n == total == squares == 0


@dataclass(frozen=True, slots=True)
class Resumable:
    """Everything from which a model was estimated."""

    recipe: str  # the name of the model in `models`
    label: str
    features: tuple[str, ...]
    kinds: tuple[str, ...]
    values: tuple[tuple[Any, ...], ...]  # of each discrete feature, in order of first appearance
    strength: Fraction | None
    floor: float | None
    counted: Statistics

    def __post_init__(self) -> None:
        require(
            len(self.features) == len(self.kinds) == len(self.values),
            f"got {len(self.features)} features, {len(self.kinds)} kinds and {len(self.values)} "
            "lists of values: their numbers must be equal",
        )


def statistics_to_json(statistics: ByClass[Any]) -> str:
    """Return statistics as JSON text, without loss.

    >>> counted = ByClass.of([[1.0], [2.5]], "ab", [Moments])
    >>> statistics_from_json(statistics_to_json(counted)) == counted
    True
    """
    return to_json(Statistics(statistics.sizes, statistics.summaries))


def statistics_from_json(text: str, *, memory: int = MEMORY) -> ByClass[Any]:
    """Return the statistics in a text that `statistics_to_json` wrote."""
    read = from_json(text, {"Statistics": Statistics}, memory=memory)
    return ByClass(read.sizes, read.summaries)


def resumable_to_json(resumable: Resumable) -> Json:
    """Return the member "statistics" of a model file."""
    with path_told():
        return errors_at(".statistics", DataclassType(Resumable).write, resumable)


def resumable_in(text: str, *, memory: int = MEMORY) -> Resumable:
    """Return the statistics in a model file, which must have been fitted with --resumable."""
    document = parsed(text, memory)
    found = document.get("statistics") if isinstance(document, dict) else None
    if found is None:
        raise TextbookError(
            "the file has no statistics, only the parameters that were estimated from them, so "
            "learning cannot be continued. Fix: fit the model again with --resumable"
        )
    with path_told():
        errors_at(".fingerprint", require_unchanged, document)
        resumable: Resumable = errors_at(".statistics", DataclassType(Resumable).read, found)
    return resumable
