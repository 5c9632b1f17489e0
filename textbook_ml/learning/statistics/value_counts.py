"""The count of each value, as an integer or as a sum of weights."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from textbook_ml.core.errors import require

Value = TypeVar("Value", bound=Hashable)
Count = int | Fraction


@dataclass(frozen=True, slots=True)
class Counts(Generic[Value]):
    """A table {value: count}."""

    table: Mapping[Value, Count]

    @classmethod
    def of(cls, xs: Sequence[Value], whole: bool = False) -> "Counts[Value]":
        """Count each value; None, for a missing value, is skipped.

        >>> Counts.of(["a", None, "b", "a"])
        Counts(table={'a': 2, 'b': 1})
        """
        table: dict[Value, Count] = dict(Counter(xs))
        return cls({x: n for x, n in table.items() if x is not None})

    @classmethod
    def of_weighted(cls, xs: Sequence[Value], weights: Sequence[Fraction]) -> "Counts[Value]":
        """Count each value by its weight.

        >>> Counts.of_weighted("aba", [Fraction(1), Fraction(2), Fraction(1, 2)]).table["a"]
        Fraction(3, 2)
        """
        table: dict[Value, Count] = {}
        for x, weight in zip(xs, weights, strict=True):
            table[x] = table.get(x, 0) + weight
        return cls(table)

    @property
    def n(self) -> Count:
        """The number of values."""
        return sum(self.table.values())

    def __add__(self, other: "Counts[Value]") -> "Counts[Value]":
        """Return the counts of both samples together."""
        table = dict(self.table)
        for value, count in other.table.items():
            table[value] = table.get(value, 0) + count
        return Counts(table)

    def __sub__(self, other: "Counts[Value]") -> "Counts[Value]":
        """Return the counts without the values of `other`."""
        table = dict(self.table)
        for value, count in other.table.items():
            known = table.get(value, 0)
            require(
                count <= known,
                f"cannot remove {count} examples of {value!r}: only {known} were counted",
            )
            table[value] = known - count
        return Counts({value: count for value, count in table.items() if count})
