"""A table of examples: each example has a row of cells, and a class.

row          the cells of one example, in the order of the features
None         a cell that was not observed
discrete     cells are names of values (strings, or whole numbers as codes)
continuous   cells are numbers on a scale
text         cells are whole texts, not yet split into words
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite
from typing import Literal, cast, get_args

from textbook_ml.core.console import Heading
from textbook_ml.core.errors import (
    TextbookError,
    did_you_mean,
    quoted,
    quoted_list,
    require,
    require_same_length,
)
from textbook_ml.core.numeric import mean
from textbook_ml.core.printable import Printable

Cell = str | float | int | None
Kind = Literal["discrete", "continuous", "text"]

KINDS: tuple[Kind, ...] = get_args(Kind)
MOST_CLASSES = 10_000  # a class column with more values is taken for a column of identifiers
SHOWN = 12  # values of one column in a summary; the others are only counted


@dataclass(frozen=True, slots=True, repr=False)
class Dataset(Printable):
    """Examples with their classes, to which a model is fitted.

    >>> days = Dataset(
    ...     rows=(("Sunny", 30.0), ("Rain", None), ("Sunny", 20.0)),
    ...     labels=("no", "no", "yes"),
    ...     features=("outlook", "degrees"),
    ...     kinds=("discrete", "continuous"),
    ...     label_name="play",
    ... )
    >>> len(days), days.classes, days.column("outlook")
    (3, ('no', 'yes'), ('Sunny', 'Rain', 'Sunny'))
    """

    rows: tuple[tuple[Cell, ...], ...]
    labels: tuple[str, ...]
    features: tuple[str, ...]
    kinds: tuple[Kind, ...]
    label_name: str
    notes: tuple[str, ...] = field(default=(), repr=False, compare=False)  # of the reader
    _places: dict[str, int] = field(init=False, repr=False, compare=False)  # of the features

    def __post_init__(self) -> None:
        for name in ("rows", "labels", "features", "kinds"):
            items = getattr(self, name)
            given = type(items).__name__
            require(isinstance(items, tuple), f"{name} must be a tuple, got a {given}")
        require(len(self.rows) > 0, "the data set must have at least one row, got none")
        require(len(self.features) > 0, "the data set must have at least one feature, got none")
        require_same_length(rows=self.rows, labels=self.labels)
        require_same_length(features=self.features, kinds=self.kinds)
        for named in (self.labels, self.features, (self.label_name,)):
            for i, name in enumerate(named):
                if not isinstance(name, str):
                    raise TextbookError(
                        f"classes, features and the class column must be strings, got "
                        f"{quoted(name)} at position {i}"
                    )
        require_distinct([*self.features, self.label_name])
        object.__setattr__(self, "_places", {name: i for i, name in enumerate(self.features)})
        for i, row in enumerate(self.rows):
            _require_row(i, row, len(self.features))
        for name, kind, column in self.columns():
            _require_kind(name, kind, column)

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def classes(self) -> tuple[str, ...]:
        """The classes, in order of first appearance."""
        return tuple(dict.fromkeys(self.labels))

    def column(self, name: str) -> tuple[Cell, ...]:
        """Return all cells of one feature, including missing ones."""
        at = self._feature_index(name)
        return tuple([row[at] for row in self.rows])

    def values(self, name: str) -> tuple[Cell, ...]:
        """Return the different observed cells of one feature, in order of first appearance."""
        return tuple(dict.fromkeys(cell for cell in self.column(name) if cell is not None))

    def numbers(self, name: str) -> list[float]:
        """Return the observed cells of one continuous feature."""
        kind = self.kinds[self._feature_index(name)]
        require(
            kind == "continuous",
            f"feature {quoted(name)} must be continuous to return its numbers, got {kind}",
        )
        return [cast(float, cell) for cell in self.column(name) if cell is not None]

    def take(self, places: Sequence[int]) -> "Dataset":
        """Return the rows at these positions, counted from 0, with their labels."""
        rows = tuple([self.rows[i] for i in places])
        return replace(self, rows=rows, labels=tuple([self.labels[i] for i in places]))

    def with_columns(self, columns: Iterable[tuple[str, Kind, Iterable[Cell]]]) -> "Dataset":
        """Return the examples with other features, each given as name, kind and cells."""
        features, kinds, cells = zip(*columns)
        return replace(self, rows=tuple(zip(*cells)), features=features, kinds=kinds)

    def columns(self) -> Iterator[tuple[str, Kind, tuple[Cell, ...]]]:
        """Yield name, kind and cells of each feature."""
        return zip(self.features, self.kinds, zip(*self.rows))

    def summary(self) -> list[str]:
        """Return a summary of the table as lines of text.

        >>> for line in Dataset(
        ...     (("Sunny", 30.0), ("Rain", None), ("Sunny", 20.0)), ("no", "no", "yes"),
        ...     ("outlook", "degrees"), ("discrete", "continuous"), "play",
        ... ).summary():
        ...     print(line)
        3 rows, 2 features; class 'play': no 2, yes 1
          outlook  discrete    2 values: Sunny 2, Rain 1
          degrees  continuous  20 to 30, mean 25; 1 missing
        """
        size = f"{_with_plural(len(self), 'row')}, {_with_plural(len(self.features), 'feature')}"
        lines = [f"{size}; class {self.label_name!r}: {_value_counts(self.labels, SHOWN)}"]
        width = max(map(len, self.features))
        for name, kind, cells in self.columns():
            observed = [cell for cell in cells if cell is not None]
            missing = f"; {len(cells) - len(observed)} missing" * (len(observed) < len(cells))
            lines.append(f"  {name:{width}}  {kind:10}  {_column_summary(kind, observed)}{missing}")
        return lines

    def _report(self) -> list[str]:
        first, *columns = self.summary()
        return [Heading(first), *columns]

    def _feature_index(self, name: str) -> int:
        if name not in self._places:
            near = did_you_mean(name, self.features, f"Features: {quoted_list(self.features)}")
            raise TextbookError(f"there is no feature {quoted(name)}. {near}")
        return self._places[name]


def require_few_classes(labels: Iterable[str], label_name: str, place: str) -> None:
    """Raise TextbookError for a class column with too many values, such as a column of ids."""
    n = len(set(labels))
    require(
        n <= MOST_CLASSES,
        f"{place}: the class {quoted(label_name)} must have at most {MOST_CLASSES:,} different "
        f"values, got {n:,}. Fix: name the class column with --label",
    )


def require_distinct(names: Sequence[str]) -> None:
    """Raise TextbookError if two columns have the same name."""
    name, times = Counter(names).most_common(1)[0]
    require(times == 1, f"column names must be different, got {quoted(name)} {times} times")


def _require_row(i: int, row: tuple[Cell, ...], width: int) -> None:
    """Raise TextbookError unless a row has one cell for each feature."""
    if not isinstance(row, tuple):
        raise TextbookError(f"rows[{i}] must be a tuple of cells, got a {type(row).__name__}")
    if len(row) != width:
        raise TextbookError(
            f"rows[{i}] must have {width} cells, one for each feature, got {len(row)}. "
            "Fix: use None for a missing value"
        )


def _require_kind(name: str, kind: Kind, column: Sequence[Cell]) -> None:
    """Raise TextbookError for a cell that does not match the kind of its column."""
    require(
        kind in KINDS,
        f"the kind of feature {quoted(name)} must be one of {', '.join(KINDS)}, got {quoted(kind)}",
    )
    types = set(map(type, column)) - {type(None)}
    if types <= {str} and kind != "continuous":
        return
    if types <= {float} and kind != "text":
        if all(map(isfinite, [cell for cell in column if isinstance(cell, float)])):
            return
    for i, cell in enumerate(column):
        requirement = None if cell is None else _violated_requirement(kind, cell)
        if requirement:
            where = f"rows[{i}], feature {quoted(name)}"
            raise TextbookError(f"{where}: {requirement}, got {quoted(cell)}")


def _violated_requirement(kind: Kind, cell: object) -> str | None:
    """Return the requirement of this kind that a cell violates, or None if it violates none."""
    if kind == "text":
        return None if isinstance(cell, str) else "a text must be a string"
    if isinstance(cell, str):
        return None if kind == "discrete" else "a continuous feature must be a number"
    if not isinstance(cell, (int, float)):
        return "a cell must be a string, a number, or None for a missing value"
    try:
        return None if isfinite(cell) else "a number must be finite (None means missing)"
    except OverflowError:
        return "a number must not be larger than the largest float"


def _column_summary(kind: Kind, observed: Sequence[Cell]) -> str:
    """Return a summary of the observed cells of one column."""
    if not observed:
        return "nothing observed"
    if kind == "text":
        return _with_plural(len(observed), "text")
    if kind == "continuous":
        numbers = [cast(float, cell) for cell in observed]
        return f"{min(numbers):g} to {max(numbers):g}, mean {mean(numbers):g}"
    return f"{_with_plural(len(set(observed)), 'value')}: {_value_counts(observed, SHOWN)}"


def _value_counts(cells: Iterable[Cell], at_most: int) -> str:
    """Return each value with its count, in order of first appearance."""
    counts = Counter(cells)
    parts = [f"{value} {n}" for value, n in list(counts.items())[:at_most]]
    return ", ".join(parts) + f" and {len(counts) - at_most} more" * (len(counts) > at_most)


def _with_plural(n: int, thing: str) -> str:
    return f"{n} {thing}{'s' * (n != 1)}"
