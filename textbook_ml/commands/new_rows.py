"""Rows of new examples for a fitted model, read from strings.

strings   cells of a file, or values given with --row
known     the values of a discrete feature in the training data, as strings
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import isfinite
from typing import Any, Literal, Self

from textbook_ml.core.errors import (
    MOST_LISTED,
    TextbookError,
    did_you_mean,
    quoted,
    quoted_list,
    require,
)
from textbook_ml.data.csv_cells import CellRules
from textbook_ml.data.table import Cell
from textbook_ml.models.bernoulli_naive_bayes import BernoulliNaiveBayes
from textbook_ml.models.catalogue import recipe_of
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
from textbook_ml.models.coded_regression import CodedRegression
from textbook_ml.models.full_joint_bayes import FullJointBayes
from textbook_ml.models.mixed_naive_bayes import MixedNaiveBayes
from textbook_ml.models.recipes import Model

Unseen = Literal["refuse", "missing"]

_PART = re.compile(  # a part of --row: "name=a, b" or name="a, b" or name=a
    r'\s*+(?:(?P<name>(?:[^,"=]*+=\s*+)*+)"(?P<text>(?:[^"]|"")*+)"\s*+|(?P<plain>[^,]*+))'
    r"(?P<comma>,|\Z)"
)

# Numbers that often stand for a missing value
MISSING_CODES = frozenset({-99.0, -999.0, -9999.0, -99999.0, 999.0, 9999.0, 99999.0})


@dataclass(frozen=True, slots=True)
class RowReader:
    """A reader that converts strings to rows for one model."""

    model: Model
    known: tuple[Mapping[str, Any] | None, ...]
    unseen: Unseen
    rules: CellRules
    of_file: bool

    @classmethod
    def of(cls, model: Model, unseen: Unseen = "refuse", rules: CellRules | None = None) -> Self:
        """Return a reader; `unseen` says how to treat a category not in the training data."""
        known = tuple(known_values(model))
        return cls(model, known, unseen, rules or CellRules(), rules is not None)

    def text(self, text: str) -> Any:
        """Return the row of a text."""
        return recipe_of(self.model).row_maker(of_text=True)(["text"], [text])

    def row(self, strings: Sequence[str]) -> Any:
        """Return the cells as a row in the order of the features; an error names the column."""
        features = self.model.features
        cells = [self._converted_cell(*three) for three in zip(features, self.known, strings)]
        return recipe_of(self.model).row_maker(of_text=False)(features, cells)

    def _converted_cell(self, name: str, known: Mapping[str, Any] | None, string: str) -> Cell:
        string = string.strip()
        if known is not None and string in known:  # also a category such as None
            cell: Cell = known[string]
            return cell
        if self.rules.is_missing(string):
            return None
        if known is None:
            return self._converted_number(name, string)
        if self.unseen != "missing":
            fix = "correct it, or write ? for a missing value"
            if self.of_file:
                fix += (
                    f"; to treat {quoted(string)} as missing, predict with missing={[string]!r}; "
                )
                fix += "to treat all such values as missing, predict with --unseen missing"
            raise TextbookError(
                f"column {quoted(name)}: the value must be one of the training data, "
                f"{_first_names(known)}, got {quoted(string)}. Fix: {fix}"
            )
        return None

    def _converted_number(self, name: str, string: str) -> float:
        number = self.rules.number(string)
        if number is None or not isfinite(number):
            commas = self.rules.decimal == "." and "," in string
            fix = "write ? for a missing value"
            if self.of_file:
                fix += f", or predict with missing={[string]!r}"
            if commas:
                fix = (
                    "use --decimal , for decimal commas"
                    if self.of_file
                    else "write a decimal point"
                )
            raise TextbookError(
                f"column {quoted(name)}: must be a finite number, as in the training data, got "
                f"{quoted(string)}. Fix: {fix}"
            )
        return number


def known_values(model: Model) -> list[Mapping[str, Any] | None]:
    """Return the values of each discrete feature of a model, by string; None for numbers.

    >>> from textbook_ml.data.datasets import load
    >>> from textbook_ml.models.catalogue import recipe
    >>> known_values(recipe("categorical-nb").fit(load("play-tennis")))[3]
    {'Weak': 'Weak', 'Strong': 'Strong'}
    """
    found: list[Any] = [None for _ in model.features]
    if isinstance(model, CategoricalNaiveBayes):
        found = list(model.tables[0])
    elif isinstance(model, MixedNaiveBayes):
        parts = model.distributions[0]
        found = [part.values(*part.parameters) or None for part in parts]
    elif isinstance(model, FullJointBayes):
        rows = [x for table in model.tables for x in table]
        found = [dict.fromkeys(column) for column in zip(*rows)]
    elif isinstance(model, CodedRegression):
        found = [values or None for values in model.coding.values]
    return [None if values is None else {str(v).strip(): v for v in values} for values in found]


@dataclass(frozen=True, slots=True)
class SelectedColumns:
    """The columns of a file that a model needs, by their positions in a row."""

    reader: RowReader
    places: tuple[int, ...]
    of_text: bool

    @classmethod
    def of(
        cls,
        reader: RowReader,
        header: Sequence[str],
        places: Iterable[int],
        header_place: str,
        column: str,
    ) -> Self:
        """Find the columns by their names; columns that the model does not use are ignored.

        A text model reads the named column, or the only column.
        """
        at = dict(zip(header, places))
        if learned_from_text(reader.model, header):
            name = header[0] if len(header) == 1 else column
            require(
                name in at,
                f"{header_place}: there is no text column {quoted(name)}. Columns: "
                f"{quoted_list(header)}. Fix: --text COLUMN",
            )
            return cls(reader, (at[name],), of_text=True)
        found = []
        for name in reader.model.features:
            if name.strip() not in at:
                suggestion = did_you_mean(name, header, f"Columns: {quoted_list(header)}.")
                raise TextbookError(
                    f"{header_place}: there is no column {quoted(name)}, which the model needs. "
                    f"{suggestion} Fix: add or rename the column"
                )
            found.append(at[name.strip()])
        return cls(reader, tuple(found), of_text=False)

    def rows(self, cells: Iterable[list[str]], place: Callable[[int], str]) -> Iterator[Any]:
        """Yield the rows for the model; an error begins with the place of its row."""
        for i, row in enumerate(cells):
            try:
                if self.of_text:
                    yield self.reader.text(row[self.places[0]])
                else:
                    yield self.reader.row([row[at] for at in self.places])
            except TextbookError as error:
                raise TextbookError(f"{place(i)}, {error}") from None

    def notes(self, cells: Iterable[list[str]]) -> list[str]:
        """Return a note for each number of a column that may be a code for a missing value."""
        reader, found = self.reader, dict[str, None]()
        if self.of_text:
            return []
        columns = zip(reader.model.features, reader.known, self.places)
        numeric = [(name, at) for name, known, at in columns if known is None]
        for row in cells:
            for name, at in numeric:
                cell = row[at].strip()
                if "99" not in cell or reader.rules.is_missing(cell):
                    continue
                if reader.rules.number(cell) in MISSING_CODES:
                    found[
                        f"{quoted(name)}: {cell} is read as a number; if it means a missing value, "
                        f"use missing={[cell]!r} (the model file does not store this option)"
                    ] = None
        return list(found)


def learned_from_text(model: Model, names: Sequence[str]) -> bool:
    """Return whether a model expects texts: its features are words, not columns of a table."""
    if isinstance(model, BernoulliNaiveBayes):
        return not set(model.features) <= set(names)
    return recipe_of(model).kinds == ("text",)


def fix_for_zero_probability(model: Model) -> str:
    """Return the fix for a row that has no prediction because all probabilities are 0."""
    if "strength" in recipe_of(model).options:
        return ". Fix: fit with --strength 1, so that no probability is 0"
    return ""


def row_from_text(reader: RowReader, text: str) -> Any:
    """Return the row given with --row: Outlook=Sunny,Wind=? or, for a text model, the text.

    A feature that is not named is missing. A value that contains a comma is quoted.
    """
    features = reader.model.features
    parts = _parts_of_row(text)
    pairs = [_feature_and_value(part, features) for part in parts]
    named = {name: value for name, value in pairs if name is not None}
    is_row = all(_is_setting(part) for part in parts)
    if learned_from_text(reader.model, features if is_row else []):
        return reader.text(text)
    for name, value in pairs:
        if name is None:
            raise TextbookError(_unknown_feature(value, features))
    require(
        len(named) == len(pairs),
        f"--row: each feature must appear once, got {quoted(text)}. Fix: remove the repetition",
    )
    try:
        return reader.row([named.get(name, "?") for name in features])
    except TextbookError as error:
        raise TextbookError(f"--row, {error}") from None


def _parts_of_row(text: str) -> list[str]:
    """Return the parts between commas; a part or the value in it may be quoted, as in CSV.

    >>> _parts_of_row('x=1, city="Paris, Texas"'), _parts_of_row('"city=Paris, Texas",x=1')
    (['x=1', 'city=Paris, Texas'], ['city=Paris, Texas', 'x=1'])
    """
    parts: list[str] = []
    at, comma = 0, text.strip() and ","
    while comma and (match := _PART.match(text, at)):
        plain, name, value, comma = match.group("plain", "name", "text", "comma")
        parts.append(plain.strip() if value is None else (name or "") + value.replace('""', '"'))
        at = match.end()
    return parts


def _feature_and_value(part: str, features: Sequence[str]) -> tuple[str | None, str]:
    """Return a feature and its value; either may contain an =."""
    for at, sign in enumerate(part):
        if sign == "=" and part[:at].strip() in features:
            return part[:at].strip(), part[at + 1 :].strip()
    return None, part


def _is_setting(part: str) -> bool:
    """Return whether a part of --row is FEATURE=VALUE rather than text: VALUE is one word."""
    _, equals, value = part.rpartition("=")
    return equals == "=" and len(value.split()) == 1


def _unknown_feature(part: str, features: Sequence[str]) -> str:
    """Return the error message for a part of --row that sets no feature of the model."""
    every = f"Features: {_first_names(features)}"
    name, equals, _ = part.partition("=")
    if not equals:
        return (
            f"--row: expected FEATURE=VALUE, got {quoted(part)}. {every}. Fix: write a number with "
            'a decimal point, and quote a value that contains a comma: FEATURE="a, b"'
        )
    suggestion = did_you_mean(name, features, every)
    return f"--row: the model has no feature {quoted(name.strip())}. {suggestion}"


def _first_names(names: Collection[str]) -> str:
    """Return names without quotes; from a long list, the first names and the number of others."""
    more = f" and {len(names) - MOST_LISTED} more" * (len(names) > MOST_LISTED)
    return ", ".join(islice(names, MOST_LISTED)) + more
