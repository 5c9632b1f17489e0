"""Notes on a table: warnings about its columns and classes before a model is fitted.

Each note is one short sentence with its fix, written for Python (`missing=['-']`); the command
line prints its options instead. `fit` and `stream` make the same notes; `stream` collects facts
about each piece of a file and adds them.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, pairwise
from typing import Self

from textbook_ml.core.errors import LONGEST_VALUE, quoted
from textbook_ml.data.csv_cells import MISSING, CellRules, Column
from textbook_ml.data.table import Kind

FEW_WORDS, KEPT_WORDS = 3, 12  # different words among numbers that a note quotes, or looks at
MOST_NOTES = 5  # notes of one sort; the others are counted
FEW_ROWS, ENOUGH = 5, 20  # a class with fewer rows is small if the table has at least 20
MANY_VALUES = 10  # a column with fewer different values has no identifiers

_DATE = re.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T ]\d{1,2}:\d{2}.*)?")
_DECORATED = {
    "a thousands separator": re.compile(r"[+-]?\d{1,3}(?:[,.' \xa0]\d{3})+(?:[.,]\d+)?"),
    "a decimal comma": re.compile(r"[+-]?\d+,\d+"),
    "a per cent sign": re.compile(r"[+-]?[\d.,]+ ?%"),
    "a currency sign": re.compile(r"[$€£¥] ?[\d.,]+|[\d.,]+ ?[$€£¥]"),
    "a unit": re.compile(r"[+-]?\d+(?:[.,]\d+)? ?(?:kg|g|mg|km|cm|mm|m|s|ms|h|min|°C|°F|USD|EUR)"),
}


@dataclass(frozen=True, slots=True)
class ColumnFacts:
    """Facts about the cells of one column, in a whole file or in a piece of a file."""

    declared: Kind | None
    rows: int = 0
    missing: Mapping[str, int] = field(default_factory=dict)  # the words and their numbers of rows
    numbers: int = 0  # cells that are finite numbers
    observed: bool = False
    numeric: bool = True
    words: tuple[str, ...] = ()  # the first different cells that are not numbers
    n_values: int = 0  # different observed cells of a discrete column; of a sum, at least
    ends: tuple[object, object] | None = None  # the first and the last cell
    constant: bool = True
    consecutive: bool = True  # whether each number is the one before it plus 1

    @classmethod
    def of(cls, column: Column) -> Self:
        """Return the facts about a column."""
        if column.declared == "text":
            return cls("text", len(column.strings), constant=False, consecutive=False)
        if not column.counts:
            return cls._facts_of_numbers(column, column.numbers)
        rules, counts = column.rules, column.counts
        missing = {cell: n for cell, n in counts.items() if rules.is_missing(cell)}
        n_observed = len(column.strings) - sum(missing.values())
        n_words = sum(counts[word] for word in column.words)
        seen = [cell.strip() for cell in counts if cell not in missing]
        values = {*map(rules.number, seen)} if column.numeric else {*seen}
        some = next(iter(values), None)
        return cls(
            column.declared,
            len(column.strings),
            _counts_without_spaces(missing),
            n_observed - n_words if column.declared is None else 0,
            n_observed > 0,
            column.numeric,
            tuple(word.strip() for word in column.words[:KEPT_WORDS]),
            len(values),
            (some, some) if values else None,
            len(values) < 2,
            consecutive=False,
        )

    @classmethod
    def _facts_of_numbers(cls, column: Column, numbers: Sequence[float | None]) -> Self:
        n = len(numbers)
        first = numbers[0] if n else None
        return cls(
            column.declared,
            n,
            numbers=n,
            observed=n > 0,
            ends=(first, numbers[-1]) if n else None,
            constant=all(x == first for x in numbers),
            consecutive=all(b == a + 1 for a, b in pairwise(numbers)),  # type: ignore[operator]
        )

    def __add__(self, other: Self) -> Self:
        """Return the facts about two consecutive pieces together."""
        if not self.rows:
            return other
        missing = {
            word: self.missing.get(word, 0) + other.missing.get(word, 0)
            for word in (*self.missing, *other.missing)
        }
        first, second = self.ends, other.ends
        return type(self)(
            self.declared,
            self.rows + other.rows,
            missing,
            self.numbers + other.numbers,
            self.observed or other.observed,
            self.numeric and other.numeric,
            tuple(dict.fromkeys(self.words + other.words))[:KEPT_WORDS],
            max(self.n_values, other.n_values),
            (first[0], second[1]) if first and second else first or second,
            self.constant and other.constant and (not (first and second) or first[0] == second[0]),
            self.consecutive
            and other.consecutive
            and bool(first and second and first[1] + 1 == second[0]),  # type: ignore[operator]
        )

    @property
    def kind(self) -> Kind:
        """The kind of the column."""
        return self.declared or ("continuous" if self.observed and self.numeric else "discrete")

    @property
    def has_more_numbers(self) -> bool:
        """Whether more observed cells are numbers than are not."""
        return 2 * self.numbers > self.rows - self.n_missing

    @property
    def n_missing(self) -> int:
        """The number of missing cells."""
        return sum(self.missing.values())


def _counts_without_spaces(counts: Mapping[str, int]) -> dict[str, int]:
    """Return the counts with the spaces around each word removed."""
    total: dict[str, int] = {}
    for word, n in counts.items():
        total[word.strip()] = total.get(word.strip(), 0) + n
    return total


def notes_on(
    names: Sequence[str],
    facts: Sequence[ColumnFacts],
    label: str,
    sizes: Mapping[str, int],
    rules: CellRules,
) -> list[str]:
    """Return the notes on the columns and the classes of a table.

    `sizes` is the number of rows of each class. No note questions a word for a missing value that
    the caller has stated.
    """
    columns = list(zip(names, facts))
    stated = rules.missing != MISSING
    used = {word for one in facts for word in one.missing if word}
    return [
        *_first_notes(_words_among_numbers(columns, used)),
        *_first_notes(_identifier_notes(columns)),
        *_constant_column_notes(columns),
        *(() if stated else _first_notes(_missing_word_notes(columns))),
        *_class_notes(label, sizes),
    ]


def _first_notes(notes: Iterator[str]) -> Iterator[str]:
    """Yield the first notes of one sort, then one note with the number of the others."""
    yield from islice(notes, MOST_NOTES)
    more = sum(1 for _ in notes)
    if more:
        yield f"{more:,} more columns are like this; `describe` lists all columns"


Columns = Sequence[tuple[str, ColumnFacts]]


def _words_among_numbers(columns: Columns, used: set[str]) -> Iterator[str]:
    """Yield a note for each column that is discrete only because of some cells."""
    for name, one in columns:
        if one.declared is not None or one.numeric or not one.words:
            continue
        what = common_decoration(one.words)
        if what is not None:
            fix = "write plain numbers such as 1234.5"
            if what == "a decimal comma":
                fix = "if all numbers have it, use decimal=','"
            yield (
                f"{quoted(name)}: {quoted(one.words[0])} has {what} – treated as discrete; {fix}"
            )
        elif one.has_more_numbers and name in one.words:
            yield (
                f"{quoted(name)}: {one.numbers:,} numbers and {quoted(name)} – treated as "
                "discrete; remove the row that repeats the header"
            )
        elif one.has_more_numbers:
            yield (
                f"{quoted(name)}: {one.numbers:,} numbers and {_listed_words(one.words)} – "
                "treated as "
                f"discrete{_missing_option(one.words, used)}"
            )


def common_decoration(words: Sequence[str]) -> str | None:
    """Return the decoration of numbers that most words have, such as a unit, or None.

    >>> common_decoration(["1,234", "17,000"]), common_decoration(["red"])
    ('a thousands separator', None)
    """
    for what, pattern in _DECORATED.items():
        if 2 * sum(pattern.fullmatch(word) is not None for word in words) > len(words):
            return what
    return None


def _listed_words(words: Sequence[str]) -> str:
    more = " and others" * (len(words) > FEW_WORDS)
    return ", ".join(map(quoted, words[:FEW_WORDS])) + more


def _missing_option(words: Sequence[str], used: set[str]) -> str:
    """Return the fix that declares words missing, in addition to those already declared."""
    if len(words) > FEW_WORDS or max(map(len, words)) > LONGEST_VALUE:
        return ""
    which = f"{quoted(words[0])} means" if len(words) == 1 else "they mean"
    return f"; if {which} missing, use missing={[*words, *sorted(used)]!r}"


def _advice(argument: str, value: Sequence[str] | Mapping[str, str], by: str = " with") -> str:
    """Return the argument that makes a change; nothing if it is too long for a note."""
    written = repr(value)
    return f"{by} {argument}={written}" if len(written) <= 4 * LONGEST_VALUE else ""


def _identifier_notes(columns: Columns) -> Iterator[str]:
    """Yield a note for each column with a different value in almost every row."""
    for name, one in columns:
        n = one.rows - one.n_missing
        drop = f"leave it out{_advice('drop', [name])}"
        if one.kind == "continuous" and one.consecutive and one.rows >= MANY_VALUES:
            first, last = one.ends or (0, 0)
            yield (
                f"{quoted(name)}: the numbers {first:g} to {last:g} in order – treated as a "
                f"feature; if it numbers the rows, {drop}"
            )
        elif one.declared is not None or one.kind != "discrete" or one.has_more_numbers:
            continue
        elif one.n_values >= MANY_VALUES and common_decoration(one.words) is None:
            dates = all(map(_DATE.fullmatch, one.words))
            if 10 * one.n_values >= 9 * n or (dates and 2 * one.n_values >= n):
                what = "dates" if dates else "an identifier or text"
                text = "" if dates else f", or declare it{_advice('kinds', {name: 'text'}, ':')}"
                yield (
                    f"{quoted(name)}: {one.n_values:,} categories in {n:,} rows ({what}?); {drop}"
                    f"{text}"
                )


def _constant_column_notes(columns: Columns) -> Iterator[str]:
    """Yield one note on all columns without a value, and one on all that have one value."""
    enough = [(name, one) for name, one in columns if one.constant and one.rows >= MANY_VALUES]
    empty = [name for name, one in enough if not one.observed]
    constant = [name for name, one in enough if one.observed]
    for some, what in (
        (empty, "column without any value"),
        (constant, "constant column"),
    ):
        if not some:
            continue
        fix = f"; leave out{_advice('drop', some)}" if len(some) <= FEW_WORDS else ""
        plural = "columns" if len(some) > 1 else "column"
        more = f" and {len(some) - FEW_WORDS} more" * (len(some) > FEW_WORDS)
        names = ", ".join(map(quoted, some[:FEW_WORDS])) + more
        yield f"{what.replace('column', plural)}: {names}{fix}"


def _missing_word_notes(columns: Columns) -> Iterator[str]:
    """Yield a note for each discrete column in which a word such as None may be a category."""
    for name, one in columns:
        words = {word: n for word, n in one.missing.items() if word not in ("", "?")}
        if words and one.kind == "discrete" and not one.numbers:
            word, n = max(words.items(), key=lambda pair: pair[1])
            yield (
                f"{quoted(name)}: {quoted(word)} in {n:,} of {one.rows:,} rows is read as missing; "
                "if it is a category, missing=['?']"
            )


def _class_notes(label: str, sizes: Mapping[str, int]) -> Iterator[str]:
    """Yield a note on a class column that may be the wrong one, or on classes with few rows."""
    n = sum(sizes.values())
    if len(sizes) >= MANY_VALUES and 2 * len(sizes) > n:
        yield (
            f"class {quoted(label)}: {len(sizes):,} classes in {n:,} rows; if another column is "
            "the class, name it: label='NAME'"
        )
        return
    small = {y: k for y, k in sizes.items() if k < FEW_ROWS and n >= ENOUGH}
    if small:
        more = f" and {len(small) - FEW_WORDS} more" * (len(small) > FEW_WORDS)
        counts = ", ".join(f"{quoted(y)} {k}" for y, k in islice(small.items(), FEW_WORDS))
        yield f"classes with fewer than {FEW_ROWS} rows: {counts}{more}"


def blank_rows(n: int) -> list[str]:
    """Return the note on rows that have only empty cells, if there are any."""
    return [f"{n:,} row{'s' * (n > 1)} with only empty cells left out"] if n else []
