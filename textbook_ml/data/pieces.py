"""Divide a CSV file into pieces of whole rows; small and large files are divided alike.

    row     counted as a spreadsheet counts: the first row of the file is row 1
    line    counted as an editor counts: a quoted cell may run over several lines

Both numbers count empty lines. A row ends at LF, CR LF or CR outside a quoted cell.
"""

import csv
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cache
from io import StringIO
from threading import Lock
from typing import Any, NamedTuple

from textbook_ml.core.errors import TextbookError, require
from textbook_ml.data.source import BadByteError

LONGEST_ROW = 1 << 27  # characters: a quoted cell that is never closed must not fill the memory
_one_reader = Lock()  # the csv module has one size limit for all readers


class Dialect(NamedTuple):
    """The delimiter between cells, and whether a cell may be quoted."""

    delimiter: str
    quotes: bool = True


COMMA = Dialect(",")


@dataclass(frozen=True, slots=True)
class Piece:
    """Some whole rows of a file, and the place of the first one."""

    name: str
    text: str
    row: int
    line: int
    dialect: Dialect = COMMA

    def records(self, width: int | None = None) -> list[list[str]]:
        """Return the cells of each row: no cells for an empty line, otherwise exactly `width`.

        A line of spaces counts as empty.
        """
        records: list[list[str]] = []
        try:
            with _raise_cell_size_limit(self.text):
                records.extend(reader_of(self.text, self.dialect)[0])
        except csv.Error as error:
            raise TextbookError(
                f"{self.place(len(records))}: {error}. Fix: begin and end a quoted cell "
                'with ", and double each " inside it, or, if " is an ordinary character, '
                "quotes=False"
            ) from None
        if width is not None and not {*map(len, records)} <= {0, width}:
            self._require_width(records, width)
        return records

    def _require_width(self, records: list[list[str]], width: int) -> None:
        mark = _delimiter_name(self.dialect.delimiter)
        for i, cells in enumerate(records):
            if len(cells) == 1 and cells[0].strip() == "":
                records[i] = []
            elif len(cells) > width == 1:
                raise TextbookError(
                    f"{self.place(i)}: expected 1 cell, as in the header, got {len(cells)}. Fix: "
                    f"check the delimiter, which is {mark}, and quote a cell that contains it"
                )
            elif len(cells) not in (0, width):
                raise TextbookError(
                    f"{self.place(i)}: expected {width} cells, got {len(cells)}. Fix: write ? for "
                    f"a missing value, and quote a cell that contains {mark}"
                )

    def lines(self) -> list[int]:
        """Return the line on which each row begins, up to the first invalid row."""
        reader, _ = reader_of(self.text, self.dialect)
        begin = [self.line]
        with _raise_cell_size_limit(self.text), suppress(csv.Error):
            begin.extend(self.line + reader.line_num for _ in reader)
        return begin

    def place(self, i: int) -> str:
        """Return the place of the i-th row for a message; i counts from 0, empty lines included."""
        return f"{self.name}, {numbered(self.row + i, self.lines()[i])}"


def reader_of(text: str, dialect: Dialect, strict: bool = True) -> tuple[Any, StringIO]:
    """Return a reader of the csv module, and the lines it reads.

    Spaces beside a quoted cell, and those after a delimiter, are skipped.
    """
    delimiter = dialect.delimiter
    if dialect.quotes and ('" ' in text or '"\t' in text):
        text = _spaced_cell_pattern(delimiter).sub(r"\1", text)
    lines = StringIO(text, newline="")
    reader = csv.reader(
        lines,
        delimiter=delimiter,
        strict=strict,
        skipinitialspace=delimiter != " ",
        quoting=csv.QUOTE_MINIMAL if dialect.quotes else csv.QUOTE_NONE,
    )
    return reader, lines


def quoted_cell(delimiter: str) -> str:
    """Return the pattern of a quoted cell: its first character is a quote, after spaces.

    Inside the cell, a quote is doubled.
    """
    spaces = "" if delimiter == " " else " *+"
    return rf'(?<![^{re.escape(delimiter)}\r\n]){spaces}"[^"]*+(?:""[^"]*+)*+(?:"|\Z)'


@cache
def _quoted_cell_pattern(delimiter: str) -> re.Pattern[str]:
    return re.compile(quoted_cell(delimiter))


@cache
def _spaced_cell_pattern(delimiter: str) -> re.Pattern[str]:
    """Return the pattern of a quoted cell with spaces after it."""
    spaces = {" ": "\t", "\t": " "}.get(delimiter, " \t")
    end = rf"(?=[{re.escape(delimiter)}\r\n]|\Z)"
    return re.compile(rf"({quoted_cell(delimiter)})[{spaces}]++{end}")


def _delimiter_name(delimiter: str) -> str:
    return {",": "a comma", ";": "a semicolon", "\t": "a tab"}.get(delimiter, repr(delimiter))


def numbered(row: int, line: int) -> str:
    """Return text with the number of a row, and the number of its line if they differ.

    >>> numbered(3, 3), numbered(3, 5)
    ('row 3', 'row 3 (line 5)')
    """
    return f"row {row}" if row == line else f"row {row} (line {line})"


def pieces(name: str, blocks: Iterable[str], dialect: Dialect = COMMA) -> Iterator[Piece]:
    """Yield the text in pieces: after each block, all rows that are complete."""
    row = line = 1
    held, length, enough = [], 0, 0
    try:
        for block in blocks:
            held.append(block)
            length += len(block)
            if length < enough:
                continue
            text = "".join(held)
            end = end_of_rows(text, dialect)
            if end:
                yield Piece(name, text[:end], row, line, dialect)
                n_lines, n_rows = line_breaks(text[:end], dialect)
                row, line = row + n_rows, line + n_lines
            held, length = [text[end:]], len(text) - end
            enough = 0 if end else 2 * length  # the time for a long row stays linear
            require(
                length <= LONGEST_ROW,
                f"{name}, {numbered(row, line)}: a row must have at most {LONGEST_ROW:,} "
                "characters. Fix: look for a quoted cell that does not end",
            )
    except BadByteError as error:
        text = "".join(held)
        end = end_of_rows(text, dialect)
        if end:
            yield Piece(name, text[:end], row, line, dialect)
        n_lines, _ = line_breaks(text, dialect)
        raise TextbookError(f"{name}, line {line + n_lines}: {error}") from None
    if rest := "".join(held):
        yield Piece(name, rest, row, line, dialect)


def end_of_rows(text: str, dialect: Dialect = COMMA) -> int:
    """Return the end of the last whole row of a text; a final CR may be half of a CR LF.

    >>> end_of_rows('1,a\\n2,b'), end_of_rows('1,"a\\n2,b'), end_of_rows('1,a\\r')
    (4, 0, 0)
    """
    end = len(text)
    for start, stop in reversed(quoted_cells(text, dialect)):
        if at := _after_last_line_break(text, stop, end):
            return at
        end = start
    return _after_last_line_break(text, 0, end)


def _after_last_line_break(text: str, start: int, end: int) -> int:
    """Return the position after the last line break between two positions, or 0."""
    before_last = end - 1 if end == len(text) else end
    return max(text.rfind("\n", start, end), text.rfind("\r", start, before_last)) + 1


def quoted_cells(text: str, dialect: Dialect = COMMA) -> list[tuple[int, int]]:
    """Return start and end of each quoted cell of a text that begins with a row."""
    if not dialect.quotes or '"' not in text:
        return []
    return [match.span() for match in _quoted_cell_pattern(dialect.delimiter).finditer(text)]


def line_breaks(text: str, dialect: Dialect = COMMA) -> tuple[int, int]:
    """Return the number of line breaks in a text, and the number of those that end a row.

    >>> line_breaks('1,"a\\nb"\\r\\n2,c\\r')
    (3, 2)
    """
    n_lines = n_breaks(text)
    return n_lines, n_lines - sum(n_breaks(text[a:b]) for a, b in quoted_cells(text, dialect))


def n_breaks(text: str) -> int:
    """Return the number of line breaks: LF, CR LF or CR."""
    return text.count("\n") + text.count("\r") - text.count("\r\n")


@dataclass(frozen=True, slots=True)
class FirstRow:
    """The first row of a table: its cells, its place, and the pieces that begin with this row."""

    cells: list[str]
    row: int
    place: str
    with_it: Iterator[Piece]
    after_it: Iterator[Piece]


def first_row(name: str, parts: Iterator[Piece], skipped: int) -> FirstRow:
    """Return the first row that is not blank, after skipping some rows."""
    for piece in parts:
        reader, lines = reader_of(piece.text, piece.dialect)
        start, before = piece.line, 0
        try:
            with _raise_cell_size_limit(piece.text):
                for row, cells in enumerate(reader, piece.row):
                    after = piece.line + reader.line_num
                    if row > skipped and any(cell.strip() for cell in cells):
                        end = lines.tell()
                        text = lines.getvalue()
                        whole = replace(piece, text=text[before:], row=row, line=start)
                        rest = replace(piece, text=text[end:], row=row + 1, line=after)
                        place = f"{name}, {numbered(row, start)}"
                        return FirstRow(
                            cells,
                            row,
                            place,
                            _chained_pieces(whole, parts),
                            _chained_pieces(rest, parts),
                        )
                    start, before = after, lines.tell()
        except csv.Error:
            piece.records()  # raises the error with its row
    raise TextbookError(f"{name}: the file is empty. Fix: name the columns in the first row")


def _chained_pieces(first: Piece, others: Iterator[Piece]) -> Iterator[Piece]:
    if first.text:
        yield first
    yield from others


@contextmanager
def _raise_cell_size_limit(text: str) -> Iterator[None]:
    """Increase the csv module's size limit for cells to the length of the text."""
    with _one_reader:
        limit = csv.field_size_limit()
        csv.field_size_limit(max(limit, len(text)))
        try:
            yield
        finally:
            csv.field_size_limit(limit)
