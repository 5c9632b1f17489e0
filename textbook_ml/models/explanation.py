"""The explanation of a prediction: what each feature contributed to the log odds."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum
from typing import Any, Generic, TypeVar

from textbook_ml.core.printable import Printable
from textbook_ml.models.protocols import loaded_report

Label = TypeVar("Label")


@dataclass(frozen=True, slots=True, repr=False)
class Explanation(Printable, Generic[Label]):
    """The contribution of each feature to the log odds of one class against another.

    `log_odds` is the correctly rounded sum of `prior` and the contributions.
    """

    chosen: Label
    other: Label
    log_odds: float
    prior: float
    contributions: tuple[tuple[str, Any, float], ...]  # feature, value, log odds
    # what the report calls the term `prior`
    first_term: str = field(default="prior", repr=False, compare=False)
    # True if the values are counts of words
    of_words: bool = field(default=False, repr=False, compare=False)

    def _report(self) -> Iterable[str]:
        return loaded_report("explanation_table", "explanation_report", self)


def best_two(posterior: Mapping[Label, float]) -> list[Label]:
    """Return the two most probable classes; ties are in the order of the classes."""
    return sorted(posterior, key=lambda y: -posterior[y])[:2]


def explanation(
    chosen: Label,
    other: Label,
    names: Iterable[tuple[str, Any]],
    gaps: Sequence[float],
    log_odds: float | None = None,
) -> Explanation[Label]:
    """Return an explanation from the differences of the log terms, that of the priors first.

    `log_odds` is their sum; it must be given if some of them are too large for floats.
    """
    contributions = tuple((name, value, gap) for (name, value), gap in zip(names, gaps[1:]))
    whole = fsum(gaps) if log_odds is None else log_odds
    return Explanation(chosen, other, whole, gaps[0], contributions)
