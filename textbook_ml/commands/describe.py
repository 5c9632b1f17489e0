"""`describe`: show how a CSV file is read, before a model is fitted to it."""

import json as json_module
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, Unpack

from textbook_ml.commands.error_messages import as_options
from textbook_ml.commands.loading import (
    Reading,
    csv_options,
    find_sheet,
    parse_kinds,
)
from textbook_ml.core.console import Heading, wrap
from textbook_ml.core.errors import TextbookError, plural
from textbook_ml.core.formatting import columns, shorten
from textbook_ml.core.numeric import mean
from textbook_ml.data.csv_cells import Column
from textbook_ml.data.csv_file import Sheet, dataset_of
from textbook_ml.data.csv_format import delimiter_name
from textbook_ml.data.csv_notes import ColumnFacts
from textbook_ml.data.table import Dataset, Kind
from textbook_ml.models.catalogue import RECIPES

NAME, VALUES = 24, 34  # columns for a name, and for the values of a feature
SHOWN = 8  # values of a column, or classes, that are listed
FEW = 12  # a column with at most 12 different whole numbers may contain codes


def describe(
    data: str,
    *,
    label: str | None = None,
    kinds: Sequence[str] = (),
    json: bool = False,
    **reading: Unpack[Reading],
) -> Iterator[str]:
    """Yield the format, the columns and the classes of a file, and the models it can be used for.

    A file that no model can use is described too, with the reason.
    """
    sheet = find_sheet(data, csv_options(reading))
    found = Description.of(sheet, label, kinds)
    if json:
        text = json_module.dumps(found.as_json(), ensure_ascii=False, indent=1)
        yield from text.split("\n")
    else:
        yield from found.lines(quiet=bool(reading.get("quiet")))


@dataclass(frozen=True, slots=True)
class Description:
    """The information about a file that `describe` shows."""

    sheet: Sheet
    label: str
    columns: Sequence[tuple[str, Column]]
    table: Dataset | None
    problem: str | None  # the reason why no model can use the file
    fitted: Sequence[str]  # names of the models that can be fitted

    @classmethod
    def of(cls, sheet: Sheet, label: str | None, kinds: Sequence[str]) -> "Description":
        """Return the description of a sheet."""
        declared = parse_kinds(sheet.header, label, kinds)
        class_name = sheet.header[-1] if label is None else label
        table, problem = None, None
        try:
            table = dataset_of(sheet, label, declared)
        except TextbookError as error:
            problem = as_options(str(error))
        known: dict[str, Kind] = dict(declared)
        if table is not None:
            known |= dict(zip(table.features, table.kinds))
        known |= {class_name: "discrete"}
        typed_columns = [
            (name, Column.of(sheet.column_at(position), known.get(name), sheet.rules))
            for position, name in enumerate(sheet.header)
        ]
        models = (
            []
            if table is None
            else [recipe.name for recipe in RECIPES if _can_be_fitted(recipe, table)]
        )
        return cls(sheet, class_name, typed_columns, table, problem, models)

    @property
    def notes(self) -> list[str]:
        """The notes on the file, with options of the command line."""
        notes = self.table.notes if self.table is not None else self.sheet.notes
        return [as_options(note) for note in notes]

    @property
    def format(self) -> dict[str, Any]:
        """The format of the file: delimiter, encoding, header and decimal mark."""
        layout = self.sheet.layout
        assert layout is not None  # a sheet that was read from a file
        return {
            "delimiter": delimiter_name(layout.delimiter),
            "encoding": self.sheet.encoding,
            "header": None if layout.header_row is None else f"row {layout.header_row}",
            "decimal": layout.rules.decimal,
            "missing_words": ["", *layout.rules.missing],
        }

    @property
    def missing(self) -> dict[str, int]:
        """The number of cells with each word for a missing value."""
        counts: Counter[str] = Counter()
        for _, column in self.columns:
            counts.update(ColumnFacts.of(column).missing)
        return dict(counts)

    @property
    def classes(self) -> dict[str, int]:
        """The number of rows of each class."""
        column = dict(self.columns).get(self.label)
        cells = column.cells_as("discrete") if column else []
        return dict(Counter(str(y) for y in cells if y is not None))

    def as_json(self) -> dict[str, Any]:
        """Return the description for JSON."""
        return {
            "data": self.sheet.name,
            "rows": len(self.sheet.rows),
            **self.format,
            "columns": [_column_as_json(name, column) for name, column in self.columns],
            "label": self.label,
            "classes": self.classes,
            "notes": self.notes,
            "problem": self.problem,
            "models": list(self.fitted),
        }

    def lines(self, quiet: bool) -> Iterator[str]:
        """Yield the description as text."""
        size = f"{plural(len(self.sheet.rows), 'row')}, {plural(len(self.columns), 'column')}"
        yield from map(Heading, wrap(f"{self.sheet.name}: {size}"))
        yield from wrap(_format_line(self.format, self.missing), "", "  ")
        yield from wrap(self._class_line(), "", "  ")
        yield ""
        rows = [_feature_line(name, column) for name, column in self.columns if name != self.label]
        if rows:
            head, *body = columns([["feature", "kind", "missing", "values"], *rows], "<<><")
            yield Heading(head)
            yield from body
        for note in () if quiet else self.notes:
            yield ""
            yield from wrap(f"note: {note}", "", "  ")
        yield ""
        yield from wrap(self._models_line(), "", "  ")

    def _class_line(self) -> str:
        classes = list(self.classes.items())
        some = ", ".join(f"{shorten(y, NAME)} {n:,}" for y, n in classes[:SHOWN])
        more = f" and {len(classes) - SHOWN:,} more" * (len(classes) > SHOWN)
        name = shorten(self.label, NAME)
        return f"class column: {name}; {plural(len(classes), 'class', 'classes')}: {some}{more}"

    def _models_line(self) -> str:
        if self.problem is not None:
            return f"No model can be fitted: {self.problem}"
        names = ", ".join(self.fitted) or "none"
        return f"Models that take these columns: {names} (`models DATA` gives reasons)"


def _can_be_fitted(recipe: Any, table: Dataset) -> bool:
    try:
        recipe.parameters(table)
    except TextbookError:
        return False
    return len(table.classes) > 1


def _format_line(found: dict[str, Any], missing: dict[str, int]) -> str:
    """Return the format of a file as a sentence."""
    parts = [f"delimiter: {found['delimiter']}", f"header: {found['header'] or 'none'}"]
    if found["encoding"] is not None:
        parts.append(f"encoding: {found['encoding']}")
    if found["decimal"] == ",":
        parts.append("decimal mark: comma")
    counts = ", ".join(f"{word or 'empty'} {n:,}" for word, n in missing.items())
    parts.append(f"missing values: {counts or 'none'}")
    return "; ".join(parts)


def _feature_line(name: str, column: Column) -> list[str]:
    """Return the line of one feature in the table."""
    missing = ColumnFacts.of(column).n_missing
    return [
        shorten(name, NAME),
        column.kind,
        f"{missing:,}",
        shorten(_values_in_words(column), VALUES),
    ]


def _values_in_words(column: Column) -> str:
    """Return the range of a numeric column, or the number of categories and the first ones."""
    if column.kind == "text":
        return plural(len(column.strings), "text")
    if column.kind == "continuous" and column.words:
        return f"numbers, and {', '.join(map(repr, column.words[:3]))}"
    observed = [cell for cell in column.cells if cell is not None]
    if not observed:
        return "none"
    if column.kind == "continuous":
        return _range_in_words([float(x) for x in observed])
    counts = Counter(map(str, observed))
    some = ", ".join(f"{value} {n}" for value, n in list(counts.items())[:SHOWN])
    return f"{len(counts):,}: {some}"


def _range_in_words(numbers: Sequence[float]) -> str:
    """Return the range of numbers, with their mean or the number of different whole numbers."""
    least, most, different = min(numbers), max(numbers), {*numbers}
    if least == most:
        return f"always {least:g}"
    if len(different) <= FEW and all(x.is_integer() for x in different):
        return f"{least:g} to {most:g}, {len(different)} whole numbers"
    return f"{least:g} to {most:g}, mean {mean(numbers):g}"


def _column_as_json(name: str, column: Column) -> dict[str, Any]:
    """Return the description of one column for JSON."""
    found: dict[str, Any] = {
        "name": name,
        "kind": column.kind,
        "missing": ColumnFacts.of(column).n_missing,
    }
    observed = [cell for cell in column.cells if cell is not None]
    if column.kind == "continuous" and observed:
        numbers = [x for x in map(float, observed) if isfinite(x)]
        if not numbers:
            return found
        return found | {"min": min(numbers), "max": max(numbers), "mean": mean(numbers)}
    if column.kind == "discrete":
        counts = Counter(map(str, observed))
        return found | {"values": len(counts), "counts": dict(counts.most_common(SHOWN))}
    return found
