"""The cells of a CSV file: missing values, numbers, and columns of one kind.

Spaces around a cell are ignored, except in a text column. An empty cell is always missing, and so
is a cell that contains a word for a missing value, such as NA.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Self

from textbook_ml.core.errors import quoted
from textbook_ml.data.table import Cell, Kind

MISSING = ("?", "NA", "N/A", "NaN", "nan", "null", "NULL", "None")


@dataclass(frozen=True, slots=True)
class CellRules:
    """The rules for cells of a file: the words for a missing value, and the decimal mark.

    >>> CellRules().is_missing(" NA "), CellRules(missing=("-",)).is_missing("NA")
    (True, False)
    >>> CellRules(decimal=",").number("1,5"), CellRules().number("1,5")
    (1.5, None)
    """

    missing: Collection[str] = MISSING
    decimal: str = "."
    _words: frozenset[str] = field(init=False, repr=False, compare=False)
    _numbers: frozenset[float] = field(init=False, repr=False, compare=False)  # that are missing

    def __post_init__(self) -> None:
        words = frozenset(word.strip() for word in self.missing)
        numbers = [self.number(word) for word in words]
        object.__setattr__(self, "_words", words | {""})
        object.__setattr__(self, "_numbers", frozenset(x for x in numbers if x is not None))

    def is_missing(self, cell: str) -> bool:
        """Return whether a cell is missing; if -999 means missing, so does -999.0."""
        word = cell.strip()
        return word in self._words or (bool(self._numbers) and self.number(word) in self._numbers)

    def number(self, cell: str) -> float | None:
        """Return the number in a cell, or None; it may be infinite or NaN."""
        return plain_number(cell, self.decimal)

    def all_numbers(self, strings: Sequence[str]) -> list[float] | None:
        """Return the cells as numbers if all of them are observed, finite and in plain digits."""
        written = strings
        if self.decimal == ",":
            written = [cell.replace(",", ".") for cell in strings]
        try:
            numbers = list(map(float, written))
        except ValueError:
            return None
        together = "".join(strings)
        if not together.isascii() or "_" in together or (self.decimal == "," and "." in together):
            return None
        if self._numbers and not self._numbers.isdisjoint(numbers):
            return None
        return numbers if all(map(isfinite, numbers)) else None


def plain_number(cell: str, decimal: str = ".") -> float | None:
    """Return the number in a cell, or None; unlike in Python, 1_000 is not a number."""
    if "_" in cell or not cell.isascii():
        return None
    if decimal == ",":
        if "." in cell:
            return None
        cell = cell.replace(",", ".")
    try:
        return float(cell)
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class Column:
    """The cells of one feature, in a whole file or in a piece of it."""

    strings: Sequence[str]
    declared: Kind | None
    rules: CellRules
    observed: bool  # whether any cell is not missing
    numeric: bool  # whether all observed cells are numbers
    bad: int | None = None  # the first cell that no continuous column can hold
    numbers: Sequence[float | None] = ()
    counts: Mapping[str, int] = field(default_factory=dict)  # of the cells, unless all are numbers
    words: tuple[str, ...] = ()  # the different observed cells that are not finite numbers

    @classmethod
    def of(cls, strings: Sequence[str], declared: Kind | None, rules: CellRules) -> Self:
        """Return the column that these cells form; a declared kind is not checked."""
        if declared == "text":
            return cls(strings, declared, rules, observed=True, numeric=False)
        if declared == "discrete":
            counts = Counter(strings)
            return cls(strings, declared, rules, observed=True, numeric=False, counts=counts)
        numbers = rules.all_numbers(strings)
        if numbers is not None:
            return cls(strings, declared, rules, bool(numbers), True, None, numbers)
        counts = Counter(strings)
        found = {cell: rules.number(cell) for cell in counts if not rules.is_missing(cell)}
        words = tuple([cell for cell, x in found.items() if x is None or not isfinite(x)])
        bad = strings.index(words[0]) if words else None
        numeric = None not in found.values()
        read = list(map(found.get, strings)) if numeric else ()
        return cls(strings, declared, rules, bool(found), numeric, bad, read, counts, words)

    @property
    def kind(self) -> Kind:
        """The declared kind; by default continuous if only numbers were observed, else discrete."""
        return self.declared or ("continuous" if self.observed and self.numeric else "discrete")

    @property
    def cells(self) -> Sequence[Cell]:
        """The cells converted to the kind of the column."""
        return self.cells_as(self.kind)

    def cells_as(self, kind: Kind) -> Sequence[Cell]:
        """Return the cells converted to a kind: numbers, categories or texts."""
        if kind == "text":
            return self.strings
        if kind == "continuous":
            return self.numbers
        return categories(self.strings, self.rules, self.counts)


def categories(
    strings: Sequence[str], rules: CellRules, different: Collection[str] = ()
) -> list[str | None]:
    """Return the cells without the spaces around them, and None for a missing cell.

    `different` are the different cells, if they are known.

    >>> categories([" a", "b ", "?"], CellRules())
    ['a', 'b', None]
    """
    read = {
        cell: None if rules.is_missing(cell) else cell.strip() for cell in different or set(strings)
    }
    return list(map(read.__getitem__, strings))


def first_missing(labels: Sequence[str | None]) -> int | None:
    """Return the position of the first missing label, or None.

    >>> first_missing(["a", None]), first_missing(["a"])
    (1, None)
    """
    return labels.index(None) if None in labels else None


def missing_class(place: str, label: str, cell: str) -> str:
    """Return the error message for a row without a class."""
    other = "" if cell.strip() in ("", "?") else ", or, if it is the name of a class, missing=['?']"
    return (
        f"{place}: the class {quoted(label)} is missing ({quoted(cell)}). Fix: add the class, or "
        f"remove the row{other}"
    )


def not_a_number(place: str, name: str, cell: str) -> str:
    """Return the error message for a cell that is not a finite number."""
    return (
        f"{place}, column {quoted(name)}: a continuous column must hold finite numbers, got "
        f"{quoted(cell)}. Fix: write ? for a missing value, or declare the column: "
        f"kinds={{{quoted(name)}: 'discrete'}}"
    )
