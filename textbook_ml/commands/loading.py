"""Read the arguments of a command: tables, models, options and model files.

DATA      a CSV file, - for standard input, or the name of a bundled table
sheet     the cells of DATA as strings, with their row numbers
reading   the options that describe the format of a CSV file
options   the options that say how to fit a model, as strings
"""

import csv
import os
import re
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from io import StringIO
from math import inf, isfinite
from typing import TypedDict, Unpack

from textbook_ml.core.errors import (
    LONGEST_VALUE,
    DataWarning,
    TextbookError,
    did_you_mean,
    quoted,
    require,
)
from textbook_ml.core.files import read_text, write_file
from textbook_ml.data import datasets
from textbook_ml.data.csv_cells import Column, plain_number
from textbook_ml.data.csv_file import Sheet, dataset_of, read_sheet
from textbook_ml.data.csv_format import CsvOptions
from textbook_ml.data.csv_notes import ColumnFacts
from textbook_ml.data.table import KINDS, Dataset, Kind, require_few_classes
from textbook_ml.models.catalogue import MODELS, RECIPES, recipe
from textbook_ml.models.json_codec import from_json, largest_text, to_json
from textbook_ml.models.recipes import Model, Recipe, Settings
from textbook_ml.models.statistics_json import Resumable, resumable_to_json

_STRENGTH = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9}|/0*[1-9][0-9]{0,8})?")


class Reading(TypedDict, total=False):
    """The options that describe the format of a CSV file; `arguments.add_reading` adds them."""

    delimiter: str | None
    encoding: str | None
    missing: Sequence[str] | None
    header: bool | None
    decimal: str | None
    drop: Sequence[str]
    quotes: bool
    quiet: bool


def csv_options(reading: Reading) -> CsvOptions:
    """Return the format of the file that the options state.

    >>> csv_options({"delimiter": "tab", "quiet": True}).delimiter
    '\\t'
    """
    return CsvOptions(
        reading.get("delimiter"),
        reading.get("encoding"),
        reading.get("missing"),
        reading.get("header"),
        reading.get("decimal"),
        reading.get("drop") or (),
        reading.get("quotes", True),
    )


def issue_notes(notes: Iterable[str], reading: Reading) -> None:
    """Issue the notes on a table as warnings, unless --quiet is given."""
    for note in () if reading.get("quiet") else notes:
        warnings.warn(note, DataWarning, stacklevel=2)


def find_sheet(data: str, options: CsvOptions | None = None) -> Sheet:
    """Return the cells of DATA; a file takes precedence over a bundled table of the same name.

    >>> find_sheet("play-tennis").header
    ('Outlook', 'Temperature', 'Humidity', 'Wind', 'PlayTennis')
    """
    if data not in datasets.names() or os.path.exists(data):
        require_file_or_table(data)
        return read_sheet(data, options)
    table = datasets.load(data)
    lines = StringIO(newline="")
    csv.writer(lines).writerow([*table.features, table.label_name])
    csv.writer(lines).writerows([*row, y] for row, y in zip(table.rows, table.labels))
    lines.seek(0)
    given = replace(options or CsvOptions(), delimiter=",", header=True, decimal=".", quotes=True)
    return read_sheet(lines, given, name=data)


def require_file_or_table(data: str) -> None:
    """Raise TextbookError if DATA is not a file but resembles the name of a bundled table."""
    suggestion = "" if data == "-" or os.path.exists(data) else did_you_mean(data, datasets.names())
    require(suggestion == "", f"{data}: there is no such file or bundled table. {suggestion}")


def find_recipe(name: str) -> Recipe:
    """Return the recipe of a model; the error for an unknown name suggests similar ones.

    >>> find_recipe("gda").name
    'gda'
    """
    names = [recipe_listed.name for recipe_listed in RECIPES]
    if name not in names:
        suggestion = did_you_mean(name, names, "Run `models` to list all.")
        raise TextbookError(f"unknown model {quoted(name)}. {suggestion}")
    return recipe(name)


def table_of(
    sheet: Sheet, label: str | None, kinds: Sequence[str], reading: Reading | None = None
) -> Dataset:
    """Return the table in a sheet; `kinds` are strings such as age=discrete, or *=discrete.

    The notes on the table are issued as warnings.
    """
    name = sheet.header[-1] if label is None else label
    if name in sheet.header:
        require_few_classes(sheet.column(name), name, sheet.name)
    table = dataset_of(sheet, label, parse_kinds(sheet.header, label, kinds))
    issue_notes(table.notes, reading or {})
    return table


def require_numbers(chosen: Recipe, sheet: Sheet, table: Dataset) -> None:
    """Raise TextbookError for a word among numbers if the model needs numbers."""
    for name, kind in zip(table.features, table.kinds):
        if kind == "discrete" and "discrete" not in chosen.kinds:
            column = Column.of(sheet.column(name), None, sheet.rules)
            facts = ColumnFacts.of(column)
            if column.bad is not None and facts.has_more_numbers:
                place, cell = sheet.place(column.bad), column.words[0].strip()
                raise TextbookError(word_among_numbers(chosen, place, name, cell))


def word_among_numbers(chosen: Recipe, place: str, name: str, cell: str) -> str:
    """Return the error message for a word in a column of numbers."""
    fix = f", or, if it means a missing value, missing={[cell]!r}" * (len(cell) < LONGEST_VALUE)
    return (
        f"{place}, column {quoted(name)}: {chosen.name} needs numbers, got {quoted(cell)}. Fix: "
        f"correct the cell{fix}"
    )


def require_two_classes(name: str, label: str, classes: Sequence[str]) -> None:
    """Raise TextbookError if all examples have the same class."""
    require(
        len(classes) > 1,
        f"{name}: need at least two classes, got 1 ({quoted(classes[0])} in column "
        f"{quoted(label)}). Fix: add examples of another class, or name the class column: "
        "label='NAME'",
    )


def parse_kinds(
    header: Sequence[str], label: str | None, declarations: Sequence[str]
) -> dict[str, Kind]:
    """Return the kind of each feature declared by strings: age=discrete, or *=discrete for all.

    >>> parse_kinds(["age", "sex", "class"], None, ["*=discrete", "age=continuous"])
    {'age': 'continuous', 'sex': 'discrete'}
    """
    given: dict[str, Kind] = {}
    features = [f for f in header if f != (label or header[-1])]
    for declaration in declarations:
        name, equals, kind = declaration.rpartition("=")
        if equals != "=" or kind not in KINDS:
            kinds = f"{', '.join(KINDS[:-1])} or {KINDS[-1]}"
            raise TextbookError(
                f"--kind must be FEATURE=KIND, where KIND is {kinds}, and * means all features, "
                f"got {quoted(declaration)}. {did_you_mean(kind, KINDS)}".rstrip(". ")
            )
        for feature in features if name == "*" else [name]:
            given[feature] = kind
    return given


class FitOptions(Reading, total=False):
    """The options that say how to fit a model, as strings from the command line."""

    strength: str | None
    floor: str | None
    l2: str | None
    penalise_intercept: bool
    standardise: bool
    optimiser: str | None
    eta: str | None
    max_iterations: int | None
    tolerance: str | None


def settings_of(
    strength: str | None = None,
    floor: str | None = None,
    *,
    l2: str | None = None,
    penalise_intercept: bool = False,
    standardise: bool = False,
    optimiser: str | None = None,
    eta: str | None = None,
    max_iterations: int | None = None,
    tolerance: str | None = None,
    **_: Unpack[Reading],
) -> Settings:
    """Return the settings of a fit, parsed from strings such as 1/2 (strength) or 1e-6 (floor).

    >>> settings_of("1/2", l2="0.25").given
    {'strength': Fraction(1, 2), 'l2': 0.25}
    """
    require(
        strength is None or _STRENGTH.fullmatch(strength) is not None,
        f"--strength must be a number of at least 0, such as 0, 1 or 1/2, got {strength!r}",
    )
    min_variance = None if floor is None else plain_number(floor)
    require(
        floor is None or (min_variance is not None and 0 < min_variance < inf),
        f"--floor must be a number greater than 0, such as 1e-6, got {floor!r}",
    )
    return Settings(
        None if strength is None else Fraction(strength),
        min_variance,
        number_of("--l2", l2),
        penalise_intercept or None,
        standardise or None,
        optimiser,
        number_of("--eta", eta),
        max_iterations,
        number_of("--tolerance", tolerance),
    )


def number_of(option: str, text: str | None) -> float | None:
    """Return the number given to an option; its range is checked where it is used.

    >>> number_of("--l2", "0.5"), number_of("--l2", None)
    (0.5, None)
    """
    number = None if text is None else plain_number(text)
    require(
        text is None or (number is not None and isfinite(number)),
        f"{option} must be a finite number, such as 1 or 0.01, got {text!r}",
    )
    return number


def read_model(path: str, memory: int) -> Model:
    """Return the model in a file; reading it may need `memory` MB."""
    text = model_text(path, memory)
    try:
        model: Model = from_json(text, MODELS, memory=memory << 20)
    except TextbookError as error:
        raise TextbookError(f"{path}: {error}") from None
    return model


def model_text(path: str, memory: int) -> str:
    """Return the text of a model file, which is limited by the memory to read it, in MB."""
    require(memory > 0, f"--memory must be at least 1 (MB), got {memory}. Fix: omit it")
    advice, if_larger = "name a file written by fit --out", "raise --memory, if you trust the file"
    return read_text(path, largest_text(memory << 20), advice, if_larger)


def write_model(
    path: str, model: Model, reading: Reading, resumable: Resumable | None = None
) -> None:
    """Write a model to a file, as JSON; issue a note on options that the file does not store."""
    write_file(path, to_json(model, None if resumable is None else resumable_to_json(resumable)))
    words = reading.get("missing")
    if words:
        issue_notes(
            [f"the model file does not store missing={[*words]!r}: use it with predict too"],
            reading,
        )
