"""How a CSV file is written: delimiter, decimal mark, header, and columns without a name.

The format is found in the first rows of the file (`HEAD` characters, `ROWS` rows), so finding it
takes the same time for files of every size. A caller may state parts of the format instead.

options   the format that the caller states
layout    how a file was interpreted
index     a first column without a name that numbers or names the rows: it is left out
"""

import csv
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import NamedTuple

from textbook_ml.core.errors import TextbookError, did_you_mean, quoted, quoted_list, require
from textbook_ml.data.csv_cells import MISSING, CellRules, plain_number
from textbook_ml.data.pieces import Dialect, reader_of
from textbook_ml.data.source import find_codec
from textbook_ml.data.table import require_distinct

HEAD = 1 << 20  # characters at the beginning of a file in which its format is looked for
ROWS = 100  # rows of the head that are looked at

DELIMITERS: dict[str, str] = {",": "comma", ";": "semicolon", "\t": "tab", "|": "pipe"}
_SEP = re.compile(r'"?sep=(.)"?', re.IGNORECASE)
_UNNAMED = re.compile(r"Unnamed: \d+")  # what pandas calls a column without a name
_DECIMAL_COMMA = re.compile(r"[+-]?\d*,\d+(?:[eE][+-]?\d+)?")
_DECIMAL_POINT = re.compile(r"[+-]?\d*\.\d+(?:[eE][+-]?\d+)?")
_GROUPED = re.compile(r"[+-]?\d{1,3},\d{3}")  # 1,234 may be a whole number in English


@dataclass(frozen=True, slots=True)
class CsvOptions:
    """The format that the caller states; a part that is None is found in the file.

    >>> CsvOptions(delimiter="tab").delimiter
    '\\t'
    """

    delimiter: str | None = None
    encoding: str | None = None
    missing: Collection[str] | None = None  # words for a missing value, besides the empty cell
    header: bool | None = None
    decimal: str | None = None
    drop: Collection[str] = ()  # columns that are left out
    quotes: bool = True  # whether a cell may be quoted

    def __post_init__(self) -> None:
        if self.delimiter is not None:
            object.__setattr__(self, "delimiter", _delimiter_of_name(self.delimiter))
        if self.decimal is not None:
            marks = {"comma": ",", "point": "."}
            mark = marks.get(self.decimal, self.decimal)
            require(
                mark in (".", ","),
                f"decimal must be '.' or ',', got {quoted(self.decimal)}",
            )
            object.__setattr__(self, "decimal", mark)
            require(
                mark != self.delimiter,
                "the decimal mark and the delimiter must be different, got ',' twice",
            )
        for name in ("missing", "drop"):
            given = getattr(self, name)
            require(
                not isinstance(given, str) and all(isinstance(word, str) for word in given or ()),
                f"{name} must be a list of strings, got {quoted(given)}",
            )
        if self.encoding is not None:
            find_codec(self.encoding)

    @property
    def words(self) -> Collection[str]:
        """The words for a missing value."""
        return MISSING if self.missing is None else tuple(self.missing)


def _delimiter_of_name(given: str) -> str:
    """Return the delimiter for a string: the character itself, or its name."""
    names = {name: mark for mark, name in DELIMITERS.items()} | {"\\t": "\t", "space": " "}
    mark = names.get(given, given)
    require(
        isinstance(mark, str) and len(mark) == 1 and mark not in '"\r\n\0',
        f"the delimiter must be one character, or one of {quoted_list(list(names))}, got "
        f"{quoted(given)}",
    )
    return mark


def delimiter_name(mark: str) -> str:
    r"""Return the name of a delimiter.

    >>> delimiter_name("\t"), delimiter_name(":")
    ('tab', "':'")
    """
    return DELIMITERS.get(mark, "space" if mark == " " else repr(mark))


class Head(NamedTuple):
    """The first rows of a file, divided into cells by one delimiter."""

    rows: list[list[str]]  # from the header on, or from the first row of data
    skipped: int  # rows of the file before them: blank lines, comments, sep=;
    comments: int  # how many of these are comments
    dialect: Dialect

    @property
    def delimiter(self) -> str:
        """The character between cells."""
        return self.dialect.delimiter


@dataclass(frozen=True, slots=True)
class Layout:
    """How a file was interpreted: its delimiter, its columns and its cells."""

    delimiter: str
    rules: CellRules
    header: tuple[str, ...]  # the names of the columns that are read
    places: tuple[int, ...]  # their positions in a row of the file
    width: int  # cells in a row of the file
    names: tuple[str, ...]  # of all columns, as they are in the file
    header_row: int | None = 1  # None: the file has no header
    empty: tuple[int, ...] = ()  # positions of unnamed columns that must be empty
    notes: tuple[str, ...] = ()


def layout_of(
    head: Head, header: Sequence[str], at: tuple[int, str], options: CsvOptions
) -> tuple[Layout, bool]:
    """Return the layout of a file, and whether its first row is a header.

    `header` is the first row, and `at` its number and its place for a message.
    """
    row, place = at
    names = [cell.strip() for cell in header]
    is_header = options.header if options.header is not None else not _all_numbers(names)
    rules = CellRules(options.words, options.decimal or _decimal_mark(head))
    data = head.rows[1:] if is_header else head.rows
    layout = Layout(head.delimiter, rules, (), (), len(names), tuple(names), row)
    if head.comments:
        lines = "line" if head.comments == 1 else "lines"
        layout = _with_note(layout, f"{head.comments} comment {lines} at the top left out")
    if is_header:
        layout = _with_header(layout, place, data)
    else:
        columns = tuple(f"x{i}" for i in range(1, len(names) + 1))
        note = (
            f"no header: row {row} is data, and the columns are called {_range_of_names(columns)}"
        )
        other = " (if it is the header: header=True)" * (options.header is None)
        layout = replace(
            layout,
            header=columns,
            names=columns,
            places=tuple(range(len(names))),
            header_row=None,
            notes=(*layout.notes, f"{note}{other}"),
        )
    if rules.decimal == "," and options.decimal is None and _has_decimal_commas(data):
        layout = _with_note(layout, "decimal commas: 1,5 is read as 1.5")
    return _without_columns(layout, options.drop, place), is_header


def _all_numbers(names: Sequence[str]) -> bool:
    return all(plain_number(cell.replace(",", ".")) is not None for cell in names)


def _range_of_names(names: Sequence[str]) -> str:
    return f"{names[0]} to {names[-1]}" if len(names) > 1 else names[0]


def _with_note(layout: Layout, note: str) -> Layout:
    return replace(layout, notes=(*layout.notes, note))


def _with_header(layout: Layout, place: str, data: Sequence[Sequence[str]]) -> Layout:
    """Return the layout of a file with a header: index and empty columns are left out."""
    names, notes = _as_many_as_cells(list(layout.names), data)
    full = [row for row in data if len(row) == len(names)]
    empty: list[int] = []
    places: list[int] = []
    for i, name in enumerate(names):
        if i == 0 and (name == "" or _UNNAMED.fullmatch(name)) and len(names) > 1:
            called = f" ({quoted(name)})" if name else ""
            index = f"column 1 has no name{called}: it is taken as an index and left out"
            notes = notes or [index]
        elif name != "":
            places.append(i)
        elif full and all(row[i].strip() == "" for row in full):
            empty.append(i)
        else:
            raise TextbookError(
                f"{place}: column {i + 1} has no name. Fix: name it, or, if the first row is "
                "data, header=False"
            )
    if empty and len(names) == len(layout.names):
        numbers = ", ".join(str(i + 1) for i in empty[:5]) + " …" * (len(empty) > 5)
        notes.append(f"empty column{'s' * (len(empty) > 1)} {numbers} without a name left out")
    header = tuple(names[i] for i in places)
    notes += _header_like_data(header, place, layout.header_row)
    return replace(
        layout,
        header=header,
        places=tuple(places),
        width=len(names),
        names=tuple(names),
        empty=tuple(empty),
        notes=(*layout.notes, *notes),
    )


def _as_many_as_cells(
    names: list[str], data: Sequence[Sequence[str]]
) -> tuple[list[str], list[str]]:
    """Return the names, adapted to the number of cells in the rows, and notes on the change."""
    widths = {len(row) for row in data}
    if names[-1] == "" and widths == {len(names) - 1}:
        return names[:-1], []  # the header ends with a delimiter, but the rows do not
    if widths != {len(names) + 1}:
        return names, []
    if all(row[-1].strip() == "" for row in data):
        return [*names, ""], []  # the rows end with a delimiter, but the header does not
    if len({row[0] for row in data}) == len(data):
        note = "the rows have one cell more than the header: the first is taken as the name of the"
        return ["", *names], [f"{note} row and left out"]
    return names, []


def _header_like_data(header: Sequence[str], place: str, row: int | None) -> list[str]:
    """Return the note on a header that looks like data; raise TextbookError for equal names."""
    try:
        require_distinct(header)
    except TextbookError as error:
        raise TextbookError(
            f"{place}: {error}. Fix: rename the columns, or, if the first row is data, header=False"
        ) from None
    numeric = [name for name in header if plain_number(name) is not None or name == "?"]
    if 2 * len(numeric) < len(header):
        return []
    some = quoted_list(numeric[:3])
    return [f"the header looks like data ({some}); if row {row} is data: header=False"]


def _without_columns(layout: Layout, drop: Collection[str], place: str) -> Layout:
    """Return the layout without some columns, which must exist."""
    known = {*layout.header} | {*layout.names}
    for name in drop:
        if name not in known:
            near = did_you_mean(name, layout.header, f"Columns: {quoted_list(layout.header)}")
            parts = [part.strip() for part in name.split(",")]
            if known.issuperset(parts):
                near = f"Fix: name each column by itself: drop={parts!r}"
            raise TextbookError(f"{place}: drop: there is no column {quoted(name)}. {near}")
    dropped = {*drop}
    kept = [(n, at) for n, at in zip(layout.header, layout.places) if n not in dropped]
    require(len(kept) > 0, f"{place}: drop: at least one column must be left, got none")
    header, places = zip(*kept)
    return replace(layout, header=header, places=places)


def _decimal_mark(head: Head) -> str:
    """Return the decimal mark: a comma only where another character is the delimiter."""
    if head.delimiter == ",":
        return "."
    cells = [cell.strip() for row in head.rows for cell in row]
    commas = sum(_DECIMAL_COMMA.fullmatch(cell) is not None for cell in cells)
    grouped = sum(_GROUPED.fullmatch(cell) is not None for cell in cells)
    points = sum(_DECIMAL_POINT.fullmatch(cell) is not None for cell in cells)
    if head.delimiter == ";":
        return "," if commas > points or not points else "."
    return "," if commas > grouped and not points else "."


def _has_decimal_commas(data: Sequence[Sequence[str]]) -> bool:
    return any(_DECIMAL_COMMA.fullmatch(cell.strip()) for row in data for cell in row)


def head_of(text: str, whole: bool, delimiter: str | None, quotes: bool = True) -> Head:
    """Return the first rows of a text; `whole` is whether it is the whole file.

    The delimiter chosen is the one with which most rows have as many cells as the first row. If
    several are equally good, a comma is chosen last, because it is often part of a cell.
    """
    delimiter = delimiter or sep_line(text)
    if delimiter is not None:
        return _divided_rows(text, whole, Dialect(delimiter, quotes))
    heads = [_divided_rows(text, whole, Dialect(mark, quotes)) for mark in ("\t", ";", "|", ",")]
    best = max(heads, key=_delimiter_consistency)
    if _delimiter_consistency(best) > 0:
        return best
    spaced = _divided_rows(
        text, whole, Dialect(" ", quotes)
    )  # as R's write.table writes; every row must fit
    return spaced if _delimiter_consistency(spaced) == 1 and len(spaced.rows) > 2 else heads[-1]


def sep_line(text: str) -> str | None:
    r"""Return the delimiter in the line `sep=;` with which Excel begins some files, or None.

    >>> sep_line("sep=;\nx;y\n"), sep_line("x;y\n")
    (';', None)
    """
    line = re.split(r"[\r\n]", text[:20].lstrip("\r\n"), maxsplit=1)[0]
    match = _SEP.fullmatch(line.strip(" "))
    return match[1] if match and match[1] not in '"\0' else None


def _delimiter_consistency(head: Head) -> float:
    """Return how consistently a delimiter divides the rows: 1 is best, 0 means not at all."""
    if not head.rows or len(head.rows[0]) < 2:
        return 0.0
    width = len(head.rows[0])
    fitting = sum(len(row) in (width, width + 1) for row in head.rows[1:])
    return (0.5 + fitting) / (len(head.rows) - 0.5)


def _divided_rows(text: str, whole: bool, dialect: Dialect) -> Head:
    """Return the first rows of a text that a delimiter divides, without comments at the top."""
    rows = list(islice(_parsed_rows(text, dialect), ROWS + 1))
    ended = text.endswith(("\n", "\r")) and text.count('"') % 2 == 0
    if not (whole or ended) and 1 < len(rows) <= ROWS:
        rows.pop()  # the last row may be incomplete
    filled = [i for i, row in enumerate(rows) if any(cell.strip() for cell in row)]
    if filled and sep_line(text) is not None:
        del filled[0]
    n = comments_at_the_top([rows[i] for i in filled])
    kept = filled[n:]
    return Head([rows[i] for i in kept], kept[0] if kept else len(rows), n, dialect)


def comments_at_the_top(rows: Sequence[Sequence[str]]) -> int:
    """Return the number of comments at the top: rows that begin with #, except a header.

    >>> comments_at_the_top([["# made by x"], ["x", "y"], ["1", "a"]])
    1
    >>> comments_at_the_top([["#x", "y"], ["1", "a"]])
    0
    """
    n = 0
    while n < len(rows) and rows[n][0].startswith("#"):
        n += 1
    if 0 < n < len(rows) and len(rows[n - 1]) == len(rows[n]) > 1:
        return n - 1
    return n if n < len(rows) else 0


def _parsed_rows(text: str, dialect: Dialect) -> Iterator[list[str]]:
    """Yield the rows of a text, up to the first row that the csv module cannot read."""
    reader, _ = reader_of(text, dialect, strict=False)
    while True:
        try:
            yield next(reader)
        except (StopIteration, csv.Error):
            return
