"""A table from a file of comma-separated values, or with another delimiter.

The first row that is not empty names the columns. One of them is the class, the others are
features. A feature is continuous if all its observed cells are numbers, and discrete otherwise.
Whole numbers that are codes must be declared discrete:
`read_csv("people.csv", kinds={"age_group": "discrete"})`. In a file with the two columns `text`
and the class, the first holds texts.

Rows are counted as a spreadsheet counts them: the first line of the file is row 1. The commands
`fit` and `stream` both read files with these functions; `fit` reads at most 512 MiB.
"""

import warnings
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import IO

from textbook_ml.core.errors import (
    DataWarning,
    TextbookError,
    did_you_mean,
    quoted,
    quoted_list,
    require,
)
from textbook_ml.data.csv_cells import (
    CellRules,
    Column,
    categories,
    first_missing,
    missing_class,
    not_a_number,
)
from textbook_ml.data.csv_format import HEAD, CsvOptions, Layout, head_of, layout_of
from textbook_ml.data.csv_notes import ColumnFacts, blank_rows, notes_on
from textbook_ml.data.pieces import Piece, first_row, n_breaks, numbered, pieces
from textbook_ml.data.source import BadByteError, Source, TextSource
from textbook_ml.data.table import KINDS, Cell, Dataset, Kind

LARGEST = 512 << 20  # characters of a file that is read as a whole


@dataclass(frozen=True, slots=True)
class CsvFile:
    """A file whose header has been read: its columns, and its rows in pieces."""

    source: TextSource
    layout: Layout
    header_place: str
    pieces: Iterator[Piece]

    @classmethod
    def open(
        cls,
        source: Source,
        options: CsvOptions | None = None,
        *,
        copy: IO[bytes] | None = None,
        name: str | None = None,
        at_most: int | None = None,
        live: bool = False,
    ) -> "CsvFile":
        """Read the beginning of a file and find its format.

        `copy` is a binary file that receives all bytes that are read. More than `at_most`
        characters are an error. With `live`, the rows of a pipe are read as they arrive.
        """
        options = options or CsvOptions()
        text = TextSource(source, copy, name, options.encoding, live)
        blocks = text.blocks() if at_most is None else limited_blocks(text, at_most)
        beginning, whole, blocks = head_and_all(blocks, live)
        head = head_of(beginning, whole, options.delimiter, options.quotes)
        parts = pieces(text.name, blocks, head.dialect)
        first = first_row(text.name, parts, head.skipped)
        at = (first.row, first.place)
        layout, is_header = layout_of(head, first.cells, at, options)
        rest = first.after_it if is_header else first.with_it
        return cls(text, layout, first.place, rest)

    @property
    def name(self) -> str:
        """The name of the file in messages."""
        return self.source.name

    @property
    def header(self) -> tuple[str, ...]:
        """The names of the columns."""
        return self.layout.header


def head_and_all(blocks: Iterator[str], live: bool) -> tuple[str, bool, Iterator[str]]:
    """Return the beginning of a text, whether it is the whole text, and all its blocks.

    A live text is read only until its first two rows have arrived.
    """
    held, length = [], 0
    try:
        for block in blocks:
            held.append(block)
            length += len(block)
            if length >= HEAD or (live and n_breaks("".join(held).lstrip()) > 1):
                break
        else:
            return "".join(held), True, iter(held)
    except BadByteError as error:
        return "".join(held), True, chain(held, _raise_error(error))
    return "".join(held)[:HEAD], False, chain(held, blocks)


def _raise_error(error: BadByteError) -> Iterator[str]:
    raise error
    yield ""


Rows = list[tuple[int, list[str]]]  # each with its number


def rows_of(piece: Piece, layout: Layout) -> tuple[Rows, int]:
    """Return the rows of a piece, and the number of blank rows (only empty cells)."""
    records = piece.records(layout.width)
    if layout.width == 1:  # an empty cell in quotes is a cell
        rows = [(i, cells) for i, cells in enumerate(records, piece.row) if cells]
    else:
        rows = [(i, cells) for i, cells in enumerate(records, piece.row) if any(cells)]
    for at in layout.empty:
        for i, cells in rows:
            if cells[at].strip():
                raise TextbookError(
                    f"{piece.place(i - piece.row)}: column {at + 1} must be empty, because it has "
                    f"no name, got {quoted(cells[at])}. Fix: name the column, or remove the value"
                )
    return rows, len(records) - records.count([]) - len(rows)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The cells of a file as strings, and the numbers of their rows."""

    name: str
    header: Sequence[str]
    rows: Rows
    header_place: str = ""
    lines: tuple[tuple[int, int], ...] = ()  # a row and its line, wherever their difference changes
    layout: Layout | None = None  # None: as many cells as names, and the default rules
    encoding: str | None = None
    notes: tuple[str, ...] = ()

    @property
    def rules(self) -> CellRules:
        """The rules for cells: the words for a missing value, and the decimal mark."""
        return self.layout.rules if self.layout else CellRules()

    def column(self, name: str) -> list[str]:
        """All cells of one column."""
        return self.column_at(self.header.index(name))

    def column_at(self, at: int) -> list[str]:
        """All cells of the column at a position, which is faster than finding its name."""
        if self.layout:
            at = self.layout.places[at]
        return [row[at] for _, row in self.rows]

    def place(self, i: int) -> str:
        """Return the place of the i-th row of cells, for a message."""
        row = self.rows[i][0]
        known, line = self.lines[bisect_right(self.lines, (row + 1,)) - 1] if self.lines else (1, 1)
        return f"{self.name}, {numbered(row, line + row - known)}"


def read_csv(
    source: Source,
    label: str | None = None,
    kinds: Mapping[str, Kind] | None = None,
    *,
    delimiter: str | None = None,
    encoding: str | None = None,
    missing: Collection[str] | None = None,
    header: bool | None = None,
    decimal: str | None = None,
    drop: Collection[str] = (),
    quotes: bool = True,
    quiet: bool = False,
) -> Dataset:
    """Return the table in a CSV file: a path, an open file, or `-` for standard input.

    `label` names the class column (default: the last column). `kinds` declares the kinds of
    some features; discrete cells remain strings. A feature without any observed cell is discrete.
    In a text column every cell is a text, even `?` or an empty cell. A file compressed by gzip
    is decompressed.

    `delimiter`, `header` (whether the first row names the columns) and `decimal` (`.` or `,`) are
    found in the file unless they are given. `encoding` is UTF-8, or UTF-16 if the file begins with
    its mark. `missing` lists the words for a missing value, instead of ?, NA, N/A, NaN, nan, null,
    NULL and None; an empty cell is always missing. `drop` names columns to leave out. `quotes` is
    false if a quotation mark is an ordinary character.

    Possible problems of the table are listed in its `notes`, and are also issued as warnings
    unless `quiet` is true.

    >>> from io import StringIO
    >>> file = StringIO("outlook;degrees;play\\nSunny;30,5;no\\nRain;NA;yes\\n")
    >>> days = read_csv(file, quiet=True)
    >>> days.rows, days.labels
    ((('Sunny', 30.5), ('Rain', None)), ('no', 'yes'))
    >>> days.kinds
    ('discrete', 'continuous')
    >>> days.notes[0]
    'decimal commas: 1,5 is read as 1.5'
    """
    options = CsvOptions(delimiter, encoding, missing, header, decimal, drop, quotes)
    dataset = dataset_of(read_sheet(source, options), label, kinds)
    for note in () if quiet else dataset.notes:
        warnings.warn(note, DataWarning, stacklevel=2)
    return dataset


def read_sheet(source: Source, options: CsvOptions | None = None, name: str | None = None) -> Sheet:
    """Return all rows of a file that are not blank; `name` is its name in messages."""
    file = CsvFile.open(source, options, name=name, at_most=LARGEST)
    rows: Rows = []
    lines: list[tuple[int, int]] = []
    n_blank = 0
    for piece in file.pieces:
        found, blank = rows_of(piece, file.layout)
        rows += found
        lines += changes_of_line(piece)
        n_blank += blank
    require(len(rows) > 0, no_rows(file.name))
    return Sheet(
        file.name,
        file.header,
        rows,
        file.header_place,
        tuple(lines),
        file.layout,
        file.source.encoding,
        (*file.layout.notes, *blank_rows(n_blank)),
    )


def limited_blocks(text: TextSource, at_most: int) -> Iterator[str]:
    """Yield the blocks of a file; raise TextbookError if it has more than `at_most` characters."""
    for block in text.blocks():
        at_most -= len(block)
        require(
            at_most >= 0,
            f"{text.name}: a table must have at most {LARGEST >> 20} MiB, has more. Fix: use the "
            "command stream, which reads files of any size",
        )
        yield block


def changes_of_line(piece: Piece) -> Iterator[tuple[int, int]]:
    """Yield (row, line) at the start of a piece, and after each row that has several lines."""
    yield piece.row, piece.line
    if piece.dialect.quotes and '"' in piece.text:
        begin = piece.lines()
        for i in range(1, len(begin)):
            if begin[i] != begin[i - 1] + 1:
                yield piece.row + i, begin[i]


def no_rows(name: str) -> str:
    """Return the error message for a file that ends after its header."""
    return f"{name}: there must be at least one row after the header, got none. Fix: add examples"


@dataclass(frozen=True, slots=True)
class Columns:
    """The class column, the feature columns, and their declared kinds."""

    label: str
    features: tuple[str, ...]
    declared: tuple[Kind | None, ...]  # of the features, in their order

    @classmethod
    def of(
        cls, file: Sheet | CsvFile, label: str | None, kinds: Mapping[str, Kind] | None
    ) -> "Columns":
        """Return the columns of a file; `label` is the class column (default: the last column)."""
        place = file.header_place or f"{file.name}, row 1"
        if len(file.header) < 2:
            only = file.header[0]
            mark = next((c for c in only if not c.isalnum() and c not in "_-.'"), ":")
            raise TextbookError(
                f"{place}: there must be a class column and at least one feature, got the single "
                f"column {quoted(only)}. Fix: separate the columns by commas, or state the "
                f"delimiter: delimiter='{'space' if mark == ' ' else mark}'"
            )
        label = file.header[-1] if label is None else label
        if label not in file.header:
            near = did_you_mean(label, file.header, f"Columns: {quoted_list(file.header)}")
            raise TextbookError(f"{place}: there is no class column {quoted(label)}. {near}")
        features = tuple([name for name in file.header if name != label])
        given: dict[str, Kind] = {"text": "text"} if features == ("text",) else {}
        given |= kinds or {}
        known = set(features)
        for name, kind in given.items():
            if name not in known:
                near = did_you_mean(name, features, f"Features: {quoted_list(features)}")
                raise TextbookError(f"{place}: kinds: there is no feature {quoted(name)}. {near}")
            if kind not in KINDS:
                raise TextbookError(
                    f"{place}: the kind of {quoted(name)} must be one of {quoted_list(KINDS)}, got "
                    f"{quoted(kind)}"
                )
        return cls(label, features, tuple(map(given.get, features)))


def dataset_of(
    sheet: Sheet, label: str | None = None, kinds: Mapping[str, Kind] | None = None
) -> Dataset:
    """Return the table in a sheet, with the rules of `read_csv`."""
    columns = Columns.of(sheet, label, kinds)
    written = sheet.column(columns.label)
    labels = categories(written, sheet.rules)
    if (i := first_missing(labels)) is not None:
        raise TextbookError(missing_class(sheet.place(i), columns.label, written[i]))
    read: list[tuple[Kind, Sequence[Cell]]] = []
    facts: list[ColumnFacts] = []
    places = [at for at, name in enumerate(sheet.header) if name != columns.label]
    for at, name, kind in zip(places, columns.features, columns.declared):
        column = Column.of(sheet.column_at(at), kind, sheet.rules)
        if column.kind == "continuous" and (i := column.bad) is not None:
            raise TextbookError(not_a_number(sheet.place(i), name, column.strings[i]))
        read.append((column.kind, column.cells))
        facts.append(ColumnFacts.of(column))
    names = tuple(y for y in labels if y is not None)
    return Dataset(
        rows=tuple(zip(*(cells for _, cells in read))),
        labels=names,
        features=columns.features,
        kinds=tuple(kind for kind, _ in read),
        label_name=columns.label,
        notes=(
            *sheet.notes,
            *notes_on(columns.features, facts, columns.label, Counter(names), sheet.rules),
        ),
    )
