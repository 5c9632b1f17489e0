"""A table from a file of comma-separated values.

The first line that is not empty names the columns. One of them is the class, the others are
features. An empty cell and a `?` are missing. A feature is continuous if all its observed cells
are numbers, and discrete otherwise. Whole numbers that are codes must be declared discrete:
`read_csv("people.csv", kinds={"age_group": "discrete"})`. In a file with the two columns `text`
and the class, the first holds texts.

Rows are counted as a spreadsheet counts them: the first line of the file is row 1. A space beside
a comma belongs to its cell. The commands `fit` and `stream` read files with these functions alone;
`fit` reads at most 512 MiB.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import IO

from textbook_ml.core.errors import TextbookError, did_you_mean, listed, quoted, require
from textbook_ml.data.pieces import Piece, header_and_rest, numbered, pieces
from textbook_ml.data.source import Source, TextSource
from textbook_ml.data.table import KINDS, Cell, Dataset, Kind, require_distinct

LARGEST = 512 << 20  # characters of a file that is read as a whole


@dataclass(frozen=True, slots=True)
class CsvFile:
    """A file whose header has been read: its columns, and its rows in pieces."""

    source: TextSource
    header: list[str]
    header_place: str
    pieces: Iterator[Piece]

    @classmethod
    def open(
        cls,
        source: Source,
        copy: IO[bytes] | None = None,
        name: str | None = None,
        at_most: int | None = None,
    ) -> "CsvFile":
        """Read the header; `copy` is a binary file that receives all bytes that are read.

        More than `at_most` characters are an error.
        """
        text = TextSource(source, copy, name)
        blocks = text.blocks() if at_most is None else limited(text, at_most)
        header, place, rest = header_and_rest(text.name, pieces(text.name, blocks))
        try:
            require_distinct(header)
        except TextbookError as error:
            raise TextbookError(f"{place}: {error}") from None
        for at, column in enumerate(header, start=1):
            require(column.strip() != "", f"{place}: column {at} has no name. Fix: name it")
        return cls(text, header, place, rest)

    @property
    def name(self) -> str:
        """What to call the file in a message."""
        return self.source.name


@dataclass(frozen=True, slots=True)
class Sheet:
    """The cells of a file as strings, and the numbers of their rows."""

    name: str
    header: list[str]
    rows: list[tuple[int, list[str]]]
    header_place: str = ""
    lines: tuple[tuple[int, int], ...] = ()  # a row and its line, wherever their difference changes

    def column(self, name: str) -> list[str]:
        """All cells of one column."""
        return self.column_at(self.header.index(name))

    def column_at(self, at: int) -> list[str]:
        """All cells of the column at a position, which is faster than finding its name."""
        return [row[at] for _, row in self.rows]

    def place(self, i: int) -> str:
        """Where the i-th row of cells is, for a message."""
        row = self.rows[i][0]
        known, line = self.lines[bisect_right(self.lines, (row + 1,)) - 1] if self.lines else (1, 1)
        return f"{self.name}, {numbered(row, line + row - known)}"


def read_csv(
    source: Source, label: str | None = None, kinds: Mapping[str, Kind] | None = None
) -> Dataset:
    """Return the table in a CSV file: a path, an open text file, or `-` for standard input.

    `label` names the class column (default: the last column). `kinds` declares the kinds of
    some features; discrete cells remain strings. A feature without any observed cell is discrete.
    In a text column every cell is a text, also `?` and the empty one. A file compressed by gzip
    is decompressed.

    >>> from io import StringIO
    >>> days = read_csv(StringIO("outlook,degrees,play\\nSunny,30,no\\nRain,?,no\\n"))
    >>> days.rows, days.labels
    ((('Sunny', 30.0), ('Rain', None)), ('no', 'no'))
    >>> days.kinds
    ('discrete', 'continuous')
    """
    return dataset_of(read_sheet(source), label, kinds)


def read_sheet(source: Source) -> Sheet:
    """Return all rows of a file, each as long as its header; empty lines are skipped."""
    file = CsvFile.open(source, at_most=LARGEST)
    rows: list[tuple[int, list[str]]] = []
    lines: list[tuple[int, int]] = []
    for piece in file.pieces:
        records = piece.records(len(file.header))
        rows += [(i, cells) for i, cells in enumerate(records, piece.row) if cells]
        lines += changes(piece, len(records))
    require(len(rows) > 0, no_rows(file.name))
    return Sheet(file.name, file.header, rows, file.header_place, tuple(lines))


def limited(text: TextSource, at_most: int) -> Iterator[str]:
    """Yield the blocks of a file; raise TextbookError if it has more than `at_most` characters."""
    for block in text.blocks():
        at_most -= len(block)
        require(
            at_most >= 0,
            f"{text.name}: a table must have at most {LARGEST >> 20} MiB, has more. Fix: use the "
            "command stream, which reads files of any size",
        )
        yield block


def changes(piece: Piece, n_rows: int) -> Iterator[tuple[int, int]]:
    """Yield a row and its line at the start of a piece, and after each row of several lines."""
    yield piece.row, piece.line
    if '"' in piece.text:
        begin = piece.lines()
        for i in range(1, n_rows):
            if begin[i] != begin[i - 1] + 1:
                yield piece.row + i, begin[i]


def no_rows(name: str) -> str:
    """Return the error message for a file that ends after its header."""
    return f"{name}: there must be at least one row after the header, got none. Fix: add examples"


@dataclass(frozen=True, slots=True)
class Columns:
    """The class, the features, and what was declared about them."""

    header: tuple[str, ...]
    label: str
    features: tuple[str, ...]
    declared: tuple[Kind | None, ...]  # of the features, in their order

    @classmethod
    def of(
        cls, file: Sheet | CsvFile, label: str | None, kinds: Mapping[str, Kind] | None
    ) -> "Columns":
        """The columns of a file whose class column is `label` (default: the last column)."""
        place = file.header_place or f"{file.name}, row 1"
        require(
            len(file.header) > 1,
            f"{place}: there must be a class column and at least one feature, got the single "
            f"column {quoted(file.header[0])}. Fix: separate the columns by commas",
        )
        label = file.header[-1] if label is None else label
        if label not in file.header:
            near = did_you_mean(label, file.header, f"Columns: {listed(file.header)}")
            raise TextbookError(f"{place}: there is no class column {quoted(label)}. {near}")
        features = tuple([name for name in file.header if name != label])
        given: dict[str, Kind] = {"text": "text"} if features == ("text",) else {}
        given |= kinds or {}
        known = set(features)
        for name, kind in given.items():
            if name not in known:
                near = did_you_mean(name, features, f"Features: {listed(features)}")
                raise TextbookError(f"{place}: kinds: there is no feature {quoted(name)}. {near}")
            if kind not in KINDS:
                raise TextbookError(
                    f"{place}: the kind of {quoted(name)} must be one of {listed(KINDS)}, got "
                    f"{quoted(kind)}"
                )
        return cls(tuple(file.header), label, features, tuple(map(given.get, features)))


def dataset_of(
    sheet: Sheet, label: str | None = None, kinds: Mapping[str, Kind] | None = None
) -> Dataset:
    """The table in a sheet, as `read_csv` describes it."""
    columns = Columns.of(sheet, label, kinds)
    labels = sheet.column(columns.label)
    if (i := first_missing(labels)) is not None:
        raise TextbookError(missing_class(sheet.place(i), columns.label, labels[i]))
    read: list[tuple[Kind, Sequence[Cell]]] = []
    places = [at for at, name in enumerate(sheet.header) if name != columns.label]
    for at, name, kind in zip(places, columns.features, columns.declared):
        column = Column.of(sheet.column_at(at), kind)
        if column.kind == "continuous" and (i := column.bad) is not None:
            raise TextbookError(not_a_number(sheet.place(i), name, column.strings[i]))
        read.append((column.kind, column.cells))
    return Dataset(
        rows=tuple(zip(*(cells for _, cells in read))),
        labels=tuple(labels),
        features=columns.features,
        kinds=tuple(kind for kind, _ in read),
        label_name=columns.label,
    )


@dataclass(frozen=True, slots=True)
class Column:
    """The cells of one feature, in a whole file or in a piece of it."""

    strings: Sequence[str]
    declared: Kind | None
    observed: bool  # whether any cell is not missing
    numeric: bool  # whether all observed cells are numbers
    bad: int | None = None  # the first cell that no continuous column can hold
    numbers: Sequence[float | None] = ()

    @classmethod
    def of(cls, strings: Sequence[str], declared: Kind | None) -> "Column":
        """Return the column of some cells; a declared kind is not checked."""
        if declared in ("text", "discrete"):
            return cls(strings, declared, observed=True, numeric=False)
        numbers = all_numbers(strings)
        if numbers is not None:
            return cls(strings, declared, bool(numbers), True, None, numbers)
        missing = list(map(is_missing, strings))
        found = [None if gone else plain_number(cell) for cell, gone in zip(strings, missing)]
        numeric = all(gone or x is not None for x, gone in zip(found, missing))
        wrong = (
            i
            for i, (x, gone) in enumerate(zip(found, missing))
            if not gone and (x is None or not isfinite(x))
        )
        return cls(strings, declared, not all(missing), numeric, next(wrong, None), found)

    @property
    def kind(self) -> Kind:
        """The declared kind; otherwise continuous if numbers were observed and nothing else."""
        return self.declared or ("continuous" if self.observed and self.numeric else "discrete")

    @property
    def cells(self) -> Sequence[Cell]:
        """The cells as a column of its kind holds them."""
        return self.cells_as(self.kind)

    def cells_as(self, kind: Kind) -> Sequence[Cell]:
        """The cells as a column of this kind holds them."""
        if kind == "text":
            return self.strings
        if kind == "continuous":
            return self.numbers
        return [None if is_missing(cell) else cell for cell in self.strings]


def all_numbers(strings: Sequence[str]) -> list[float] | None:
    """Return the cells as numbers if all of them are finite numbers in plain digits."""
    try:
        numbers = list(map(float, strings))
    except ValueError:
        return None
    together = "".join(strings)
    plain = together.isascii() and "_" not in together and all(map(isfinite, numbers))
    return numbers if plain else None


def first_missing(labels: Sequence[str]) -> int | None:
    """Return the position of the first missing cell, or None."""
    missing = {cell for cell in set(labels) if is_missing(cell)}
    return next((i for i, cell in enumerate(labels) if cell in missing), None) if missing else None


def missing_class(place: str, label: str, cell: str) -> str:
    """Return the error message for a row without a class."""
    return (
        f"{place}: the class {quoted(label)} is missing ({quoted(cell)}). Fix: add the class, or "
        "remove the row"
    )


def not_a_number(place: str, name: str, cell: str) -> str:
    """Return the error message for a cell that is not a finite number."""
    return (
        f"{place}, column {quoted(name)}: a continuous column must hold finite numbers, got "
        f"{quoted(cell)}. Fix: write ? for a missing value, or declare the column: "
        f"kinds={{{quoted(name)}: 'discrete'}}"
    )


def is_missing(cell: str) -> bool:
    """Return whether a cell is missing.

    >>> is_missing("?"), is_missing(" "), is_missing("no")
    (True, True, False)
    """
    return cell.strip() in ("", "?")


def plain_number(cell: str) -> float | None:
    """Return the number in a cell, or None; unlike in Python, 1_000 is not a number."""
    if "_" in cell or not cell.isascii():
        return None
    try:
        return float(cell)
    except ValueError:
        return None
