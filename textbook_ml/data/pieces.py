"""A CSV file of any size, in pieces: ranges of bytes that begin and end between two lines.

The pieces are the same however many processes read them, and so is what is counted in them. A
quoted cell that runs over several lines could hide where a row begins: it is refused.
"""

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from itertools import islice
from math import isfinite
from os import path as os_path

from textbook_ml.data.csv_file import Sheet, is_missing, plain_number, read_sheet
from textbook_ml.data.table import Cell, Kind
from textbook_ml.errors import TextbookError, require

PIECE = 1 << 20  # bytes: some ten thousand rows, which fit into memory a few times over
Piece = tuple[int, int]  # the first byte, and the first byte after


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the class and the features of a file stand, and what kinds they are."""

    path: str
    header: tuple[str, ...]
    label: str
    kinds: tuple[Kind, ...]  # of the features, in their order

    @property
    def features(self) -> tuple[str, ...]:
        """The names of all columns but the class."""
        return tuple(name for name in self.header if name != self.label)


def beginning(path: str) -> Sheet:
    """The header and the first rows, as many as a piece holds."""
    try:
        with open(path, "rb") as file:
            lines = file.readlines(PIECE)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise TextbookError(f"{path}: cannot be read ({reason}): give a CSV file") from None
    sheet = read_sheet(StringIO(decoded(path, b"".join(lines), 0), newline=""))
    return Sheet(path, sheet.header, sheet.rows)


def pieces(path: str) -> Iterator[Piece]:
    """The ranges of a file after its header, one after the other."""
    size = os_path.getsize(path)
    with open(path, "rb") as file:
        file.readline()
        start = file.tell()
        while start < size:
            file.seek(min(start + PIECE, size))
            file.readline()
            yield start, file.tell()
            start = file.tell()


def examples(columns: Columns, piece: Piece) -> tuple[list[tuple[Cell, ...]], list[str]]:
    """The rows of a piece, and their classes."""
    start, end = piece
    with open(columns.path, "rb") as file:
        file.seek(start)
        text = decoded(columns.path, file.read(end - start), start)
    records = [cells for cells in _records(columns.path, piece, text) if cells]
    if not records:
        return [], []
    width = len(columns.header)
    for cells in records if set(map(len, records)) != {width} else []:
        require(
            len(cells) == width,
            f"{_row(columns.path, cells)}: {len(cells)} cells came, and the header has {width} "
            "columns: write ? where one is missing, and quote a cell that holds a comma",
        )
    by_name = dict(zip(columns.header, zip(*records)))
    labels = by_name[columns.label]
    for cells in records if any(map(is_missing, set(labels))) else []:
        require(
            not is_missing(cells[columns.header.index(columns.label)]),
            f"{_row(columns.path, cells)}: the class {columns.label!r} is missing: give the row "
            "a class, or leave it out",
        )
    named = zip(columns.features, columns.kinds)
    read = [_cells(columns.path, name, kind, by_name[name]) for name, kind in named]
    return list(zip(*read)), list(labels)


def _records(path: str, piece: Piece, text: str) -> list[list[str]]:
    """The text of a piece cut into rows and cells; each row is one line."""
    reader = csv.reader(StringIO(text, newline=""), strict=True)
    try:
        records = list(reader)
    except csv.Error as error:
        raise TextbookError(f"{path}, in the bytes from {piece[0]} on: {error}") from None
    require(
        reader.line_num == len(records),
        f"{path}, in the bytes from {piece[0]} on: a quoted cell runs over several lines, and a "
        "file that is read in pieces has one row a line: use fit, or write it otherwise",
    )
    return records


def _cells(path: str, name: str, kind: Kind, column: Sequence[str]) -> Sequence[Cell]:
    """One column: numbers all at once where nothing is missing, or cell by cell."""
    if kind == "text":
        return column
    if kind == "discrete":
        return [None if is_missing(cell) else cell for cell in column]
    try:
        numbers = list(map(float, column))
        together = "".join(column)
        if all(map(isfinite, numbers)) and "_" not in together and together.isascii():
            return numbers
    except ValueError:
        pass
    return [_number(path, name, cell) for cell in column]


def _number(path: str, name: str, cell: str) -> float | None:
    number = None if is_missing(cell) else plain_number(cell)
    require(
        is_missing(cell) or (number is not None and isfinite(number)),
        f"{path}, column {name!r}: {cell!r} is not a finite number, and the first rows made the "
        f"column continuous: write ? where it is missing, or declare it: --kind {name}=discrete",
    )
    return number


def _row(path: str, cells: Sequence[str]) -> str:
    """A row by its beginning: in the middle of a file nobody has counted the lines."""
    begins = ",".join(islice(cells, 3))
    return f"{path}, the row that begins with {begins[:60]!r}"


def decoded(path: str, content: bytes, start: int) -> str:
    """Bytes as UTF-8; the mark at the beginning of a file is no text."""
    try:
        return content.decode("utf-8-sig" if start == 0 else "utf-8")
    except UnicodeDecodeError as error:
        raise TextbookError(
            f"{path}, byte {start + error.start}: {content[error.start]:#04x} is not UTF-8: save "
            "the file as UTF-8"
        ) from None
