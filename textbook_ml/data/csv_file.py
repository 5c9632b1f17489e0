"""A table from a file of comma-separated values.

The first line names the columns. One of them is the class, the others are features. An empty
cell and a `?` are missing. A feature is continuous if all that was observed of it are numbers,
and discrete otherwise; but whole numbers are often codes, and only the reader knows:
`read_csv("people.csv", kinds={"age_group": "discrete"})`. A file with the two columns `text`
and the class holds texts.

Rows are counted as a spreadsheet counts them: the header is row 1. A space beside a comma
belongs to its cell. A file has at most 512 MiB; the command `stream` reads larger ones.
"""

import csv
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from math import isfinite
from os import PathLike, fspath
from threading import Lock
from typing import TextIO

from textbook_ml.data.table import KINDS, Cell, Dataset, Kind, require_distinct
from textbook_ml.errors import TextbookError, listed, quoted, require
from textbook_ml.files import read_at_most

Source = str | PathLike[str] | TextIO

LARGEST = 512 << 20  # bytes of a file, or characters of an open text file

_one_reader = Lock()  # the csv module has one size limit for all that read


@dataclass(frozen=True, slots=True)
class Sheet:
    """The cells of a file as they stand there; rows with their numbers."""

    name: str
    header: list[str]
    rows: list[tuple[int, list[str]]]

    def column(self, name: str) -> list[str]:
        """All cells of one column."""
        return self.column_at(self.header.index(name))

    def column_at(self, at: int) -> list[str]:
        """All cells of the column at a position, counted from 0."""
        return [row[at] for _, row in self.rows]

    def place(self, i: int) -> str:
        """Where the i-th row of cells stands, for a message."""
        return f"{self.name}, row {self.rows[i][0]}"


def read_csv(
    source: Source, label: str | None = None, kinds: Mapping[str, Kind] | None = None
) -> Dataset:
    """The table in a CSV file: a path, an open text file, or `-` for standard input.

    `label` names the class column, the last if it is not given. `kinds` says of some features
    what they are; discrete cells stay the strings of the file. A feature of which nothing was
    observed is discrete. In a text column every cell is a text, also `?` and the empty one.

    >>> days = read_csv(StringIO("outlook,degrees,play\\nSunny,30,no\\nRain,?,no\\n"))
    >>> days.rows, days.labels
    ((('Sunny', 30.0), ('Rain', None)), ('no', 'no'))
    >>> days.kinds
    ('discrete', 'continuous')
    """
    return dataset_of(read_sheet(source), label, kinds)


def dataset_of(
    sheet: Sheet, label: str | None = None, kinds: Mapping[str, Kind] | None = None
) -> Dataset:
    """The table in a sheet, as `read_csv` describes it."""
    require(
        len(sheet.header) > 1,
        f"{sheet.name}, row 1: the only column is {quoted(sheet.header[0])}, and a class needs a "
        "feature beside it: separate the columns by commas",
    )
    label = sheet.header[-1] if label is None else label
    header = f"{sheet.name}, row 1"
    require(
        label in sheet.header,
        f"{header}: there is no column {quoted(label)} for the class: there are "
        f"{listed(sheet.header)}",
    )
    features = [name for name in sheet.header if name != label]
    given: dict[str, Kind] = {"text": "text"} if features == ["text"] else {}
    given |= kinds or {}
    known = set(features)
    for name, kind in given.items():
        if name not in known:
            raise TextbookError(
                f"{header}: kinds speaks of {quoted(name)}: the features are {listed(features)}"
            )
        if kind not in KINDS:
            raise TextbookError(
                f"{header}: kinds says {quoted(kind)} of {quoted(name)}: there are {listed(KINDS)}"
            )
    columns = [
        _column(sheet, at, given.get(name))
        for at, name in enumerate(sheet.header)
        if name != label
    ]
    return Dataset(
        rows=tuple(zip(*(cells for _, cells in columns))),
        labels=_labels(sheet, label),
        features=tuple(features),
        kinds=tuple(kind for kind, _ in columns),
        label_name=label,
    )


def _labels(sheet: Sheet, label: str) -> tuple[str, ...]:
    """The class column; every row must have its class."""
    labels = tuple(sheet.column(label))
    for i, y in enumerate(labels):
        if is_missing(y):
            raise TextbookError(
                f"{sheet.place(i)}: the class {quoted(label)} is missing ({quoted(y)}): "
                "give the row a class, or leave it out"
            )
    return labels


def _column(sheet: Sheet, at: int, kind: Kind | None) -> tuple[Kind, Sequence[Cell]]:
    """The cells of one feature, read as the kind that was given or that they look like."""
    name, strings = sheet.header[at], sheet.column_at(at)
    if kind == "text":
        return "text", strings
    cells = [None if is_missing(cell) else cell for cell in strings]
    numbers = [None if cell is None else plain_number(cell) for cell in cells]
    n_observed, n_numbers = (len(xs) - xs.count(None) for xs in (cells, numbers))
    if kind == "discrete" or (kind is None and not 0 < n_observed == n_numbers):
        return "discrete", cells
    for i, (cell, number) in enumerate(zip(cells, numbers)):
        if cell is not None and (number is None or not isfinite(number)):
            raise TextbookError(
                f"{sheet.place(i)}, column {quoted(name)}: {quoted(cell)} is not a finite number, "
                "and the column is continuous: write ? where it is missing, or declare the "
                f"column: kinds={{{quoted(name)}: 'discrete'}}"
            )
    return "continuous", numbers


def is_missing(cell: str) -> bool:
    """Whether a cell says that nothing was observed.

    >>> is_missing("?"), is_missing(" "), is_missing("no")
    (True, True, False)
    """
    return cell.strip() in ("", "?")


def plain_number(cell: str) -> float | None:
    """The number that a cell is, if it is one in plain digits (not 1_000, as Python has it)."""
    if "_" in cell or not cell.isascii():
        return None
    try:
        return float(cell)
    except ValueError:
        return None


def read_sheet(source: Source) -> Sheet:
    """All rows of a file, each as long as its header; empty lines are passed over."""
    name, text = _name_and_text(source)
    records = [(i, cells) for i, cells in enumerate(_records(name, text), start=1) if cells]
    require(len(records) > 0, f"{name}: the file is empty: the first row names the columns")
    (_, header), *rows = records
    try:
        require_distinct(header)
    except TextbookError as refusal:
        raise TextbookError(f"{name}, row 1: {refusal}") from None
    for at, column in enumerate(header, start=1):
        require(column.strip() != "", f"{name}, row 1: column {at} has no name: give it one")
    require(len(rows) > 0, f"{name}: there is a header and no row after it: give an example")
    for i, cells in rows:
        if len(cells) != len(header):
            raise TextbookError(
                f"{name}, row {i}: {len(cells)} cells came, and the header has {len(header)} "
                "columns: write ? where one is missing, and quote a cell that holds a comma"
            )
    return Sheet(name, header, rows)


def _records(name: str, text: str) -> list[list[str]]:
    """The text cut into rows and cells, by the rules of the csv module."""
    records: list[list[str]] = []
    with _one_reader:
        limit = csv.field_size_limit()
        csv.field_size_limit(max(limit, len(text)))
        try:
            records.extend(csv.reader(StringIO(text, newline=""), strict=True))
        except csv.Error as error:
            raise TextbookError(
                f"{name}, row {len(records) + 1}: {error}: a quoted cell begins and ends "
                'with ", and a " inside it is doubled'
            ) from None
        finally:
            csv.field_size_limit(limit)
    return records


def _name_and_text(source: Source) -> tuple[str, str]:
    """What to call a source in a message, and what it holds."""
    name, read = _name_and_reader(source)
    try:
        content = read()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise TextbookError(f"{name}: cannot be read ({reason}): give a CSV file") from None
    if content is None:
        raise TextbookError(
            f"{name}: must have at most {LARGEST >> 20} MiB, has more. "
            "Fix: use `stream`, which reads a file in pieces, or fewer rows."
        )
    if isinstance(content, bytes):
        return name, _decoded(name, content)
    return name, content.removeprefix("\ufeff")


def _name_and_reader(source: Source) -> tuple[str, Callable[[], str | bytes | None]]:
    """What to call a source, and what reads it; bytes where there are any, for those are UTF-8."""
    if source == "-":
        require(
            sys.stdin is not None,
            "standard input is closed. Fix: pipe a table into it, or name a CSV file.",
        )
        stdin = getattr(sys.stdin, "buffer", sys.stdin)
        return "standard input", lambda: read_at_most(LARGEST, stdin.read)
    if isinstance(source, (str, PathLike)):
        return fspath(source), lambda: _bytes_of_file(source)
    require(
        hasattr(source, "read"),
        f"{quoted(source)} came: give the path of a CSV file, an open file, or - for standard "
        "input",
    )
    name = str(getattr(source, "name", "the open file"))
    return name, lambda: read_at_most(LARGEST, source.read)


def _bytes_of_file(path: str | PathLike[str]) -> bytes | None:
    with open(path, "rb") as file:
        return read_at_most(LARGEST, file.read)


def _decoded(name: str, content: bytes) -> str:
    """Bytes as UTF-8, with or without its mark at the beginning."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        row = content.count(b"\n", 0, error.start) + 1
        raise TextbookError(
            f"{name}, row {row}: the byte {content[error.start]:#04x} is not UTF-8: "
            "save the file as UTF-8"
        ) from None
