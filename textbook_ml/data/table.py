"""A table of examples: one row for each, and the class that it belongs to.

    row          the cells of one example, in the order of the features
    None         a cell that was not observed
    discrete     cells are names of values (strings, or whole numbers as codes)
    continuous   cells are numbers, and their size counts
    text         cells are whole texts, not yet cut into words
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite
from typing import Literal, cast, get_args

from textbook_ml.errors import TextbookError, listed, quoted, require, require_same_length
from textbook_ml.numeric import mean

Cell = str | float | int | None
Kind = Literal["discrete", "continuous", "text"]

KINDS: tuple[Kind, ...] = get_args(Kind)
MOST_CLASSES = 10_000  # that a command learns: a column with more names its rows
SHOWN = 12  # values of one column in a summary; the others are only counted


@dataclass(frozen=True, slots=True)
class Dataset:
    """Examples with their classes: what a model learns from.

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
    _places: dict[str, int] = field(init=False, repr=False, compare=False)  # of the features

    def __post_init__(self) -> None:
        for name in ("rows", "labels", "features", "kinds"):
            items = getattr(self, name)
            require(isinstance(items, tuple), f"{name} is a {type(items).__name__}: give a tuple")
        require(len(self.rows) > 0, "the data set has no rows: give at least one")
        require(len(self.features) > 0, "the data set has no features: give at least one column")
        require_same_length(rows=self.rows, labels=self.labels)
        require_same_length(features=self.features, kinds=self.kinds)
        for named in (self.labels, self.features, (self.label_name,)):
            for i, name in enumerate(named):
                if not isinstance(name, str):
                    raise TextbookError(
                        f"{quoted(name)} came, at position {i}: classes, features and the class "
                        "column are named by strings"
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
        """All cells of one feature, the missing ones among them."""
        at = self._at(name)
        return tuple([row[at] for row in self.rows])

    def values(self, name: str) -> tuple[Cell, ...]:
        """The different cells of one feature, in order of first appearance; none is missing."""
        return tuple(dict.fromkeys(cell for cell in self.column(name) if cell is not None))

    def numbers(self, name: str) -> list[float]:
        """The observed cells of one continuous feature."""
        kind = self.kinds[self._at(name)]
        require(
            kind == "continuous",
            f"feature {quoted(name)} is {kind}, and numbers are asked for: name a continuous "
            "feature",
        )
        return [cast(float, cell) for cell in self.column(name) if cell is not None]

    def take(self, places: Sequence[int]) -> "Dataset":
        """The rows at these places, counted from 0, with their labels."""
        rows = tuple([self.rows[i] for i in places])
        return replace(self, rows=rows, labels=tuple([self.labels[i] for i in places]))

    def with_columns(self, columns: Iterable[tuple[str, Kind, Iterable[Cell]]]) -> "Dataset":
        """The same examples described by other features: name, kind and cells of each."""
        features, kinds, cells = zip(*columns)
        return replace(self, rows=tuple(zip(*cells)), features=features, kinds=kinds)

    def columns(self) -> Iterator[tuple[str, Kind, tuple[Cell, ...]]]:
        """Name, kind and cells of each feature."""
        return zip(self.features, self.kinds, zip(*self.rows))

    def summary(self) -> list[str]:
        """What is in the table, in lines for a person.

        >>> for line in Dataset(
        ...     (("Sunny", 30.0), ("Rain", None), ("Sunny", 20.0)), ("no", "no", "yes"),
        ...     ("outlook", "degrees"), ("discrete", "continuous"), "play",
        ... ).summary():
        ...     print(line)
        3 rows, 2 features; class 'play': no 2, yes 1
          outlook  discrete    2 values: Sunny 2, Rain 1
          degrees  continuous  20 to 30, mean 25; 1 missing
        """
        size = f"{_plural(len(self), 'row')}, {_plural(len(self.features), 'feature')}"
        lines = [f"{size}; class {self.label_name!r}: {_counted(self.labels, SHOWN)}"]
        width = max(map(len, self.features))
        for name, kind, cells in self.columns():
            observed = [cell for cell in cells if cell is not None]
            missing = f"; {len(cells) - len(observed)} missing" * (len(observed) < len(cells))
            lines.append(f"  {name:{width}}  {kind:10}  {_described(kind, observed)}{missing}")
        return lines

    def _at(self, name: str) -> int:
        if name not in self._places:
            known = listed(self.features)
            raise TextbookError(f"there is no feature {quoted(name)}: there are {known}")
        return self._places[name]


def require_few_classes(labels: Iterable[str], label_name: str, place: str) -> None:
    """Raise TextbookError for a class column that names the rows, such as a column of ids."""
    n = len(set(labels))
    require(
        n <= MOST_CLASSES,
        f"{place}: the class {quoted(label_name)} must have at most {MOST_CLASSES:,} different "
        f"values, has {n:,}. Fix: name the class column with --label.",
    )


def require_distinct(names: Sequence[str]) -> None:
    """Refuse columns of which two have one name."""
    name, times = Counter(names).most_common(1)[0]
    require(times == 1, f"{times} columns are called {quoted(name)}: give each its own name")


def _require_row(i: int, row: tuple[Cell, ...], width: int) -> None:
    """Refuse a row that has not one cell for each feature."""
    if not isinstance(row, tuple):
        raise TextbookError(f"rows[{i}] is a {type(row).__name__}: give a tuple of cells")
    if len(row) != width:
        raise TextbookError(
            f"rows[{i}] has {len(row)} cells, and there are {width} features: "
            "give one cell for each, None where it is missing"
        )


def _require_kind(name: str, kind: Kind, column: Sequence[Cell]) -> None:
    """Refuse a cell that its column cannot hold."""
    require(
        kind in KINDS,
        f"feature {quoted(name)} is of kind {quoted(kind)}: there are {', '.join(KINDS)}",
    )
    types = set(map(type, column)) - {type(None)}
    if types <= {str} and kind != "continuous":
        return
    if types <= {float} and kind != "text":
        if all(map(isfinite, [cell for cell in column if isinstance(cell, float)])):
            return
    for i, cell in enumerate(column):
        complaint = None if cell is None else _complaint(kind, cell)
        if complaint:
            where = f"rows[{i}], feature {quoted(name)}"
            raise TextbookError(f"{where}: the cell is {quoted(cell)}, {complaint}")


def _complaint(kind: Kind, cell: object) -> str | None:
    """Why a column of this kind cannot hold a cell, if so."""
    if kind == "text":
        return None if isinstance(cell, str) else "and a text is a string"
    if isinstance(cell, str):
        return None if kind == "discrete" else "and the feature is continuous: give a number"
    if not isinstance(cell, (int, float)):
        return "and a cell is a string, a number, or None where it is missing"
    try:
        return None if isfinite(cell) else "and a number must be finite: None stands for missing"
    except OverflowError:
        return "and no float is as large"


def _described(kind: Kind, observed: Sequence[Cell]) -> str:
    """What the observed cells of one column look like."""
    if not observed:
        return "nothing observed"
    if kind == "text":
        return _plural(len(observed), "text")
    if kind == "continuous":
        numbers = [cast(float, cell) for cell in observed]
        return f"{min(numbers):g} to {max(numbers):g}, mean {mean(numbers):g}"
    return f"{_plural(len(set(observed)), 'value')}: {_counted(observed, SHOWN)}"


def _counted(cells: Iterable[Cell], at_most: int) -> str:
    """Each value with its number, in order of first appearance."""
    counts = Counter(cells)
    parts = [f"{value} {n}" for value, n in list(counts.items())[:at_most]]
    return ", ".join(parts) + f" and {len(counts) - at_most} more" * (len(counts) > at_most)


def _plural(n: int, thing: str) -> str:
    return f"{n} {thing}{'s' * (n != 1)}"
