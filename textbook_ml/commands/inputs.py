"""What the words of a command stand for: tables, settings, models in files.

    DATA     a CSV file, - for standard input, or the name of a table that comes with the package
    sheet    the cells of DATA as they stand there, with the numbers of their rows
"""

import os
import re
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from math import inf
from pathlib import Path
from typing import cast

from textbook_ml import datasets
from textbook_ml.data.csv_file import Sheet, dataset_of, plain_number, read_sheet
from textbook_ml.data.table import KINDS, Dataset, Kind
from textbook_ml.errors import TextbookError, require
from textbook_ml.models.catalogue import MODELS
from textbook_ml.models.codec import from_json, to_json
from textbook_ml.models.recipes import Model, Settings

_STRENGTH = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9}|/0*[1-9][0-9]{0,8})?")


def sheet_called(data: str) -> Sheet:
    """The cells of DATA; a file of that name comes before a table of the package.

    >>> sheet_called("play-tennis").header
    ['Outlook', 'Temperature', 'Humidity', 'Wind', 'PlayTennis']
    """
    if data not in datasets.names() or os.path.exists(data):
        return read_sheet(data)
    table = datasets.load(data)
    cells = [[*row, y] for row, y in zip(table.rows, table.labels)]
    rows = [["?" if c is None else str(c) for c in row] for row in cells]
    return Sheet(data, [*table.features, table.label_name], list(enumerate(rows, start=2)))


def table_of(sheet: Sheet, label: str | None, kinds: Sequence[str]) -> Dataset:
    """The table in a sheet; `kinds` are words such as age=discrete, or *=discrete for all."""
    given: dict[str, Kind] = {}
    for word in kinds:
        name, equals, kind = word.rpartition("=")
        require(
            equals == "=" and kind in KINDS,
            f"--kind {word}: say FEATURE=KIND, where KIND is {', '.join(KINDS)}, "
            "and * stands for all features",
        )
        features = [f for f in sheet.header if f != (label or sheet.header[-1])]
        for feature in features if name == "*" else [name]:
            given[feature] = cast(Kind, kind)
    return dataset_of(sheet, label, given)


def settings_of(strength: str | None, least_variance: str | None) -> Settings:
    """The settings in words: a strength such as 1, 1/2 or 0.1, and a floor such as 1e-6.

    >>> settings_of("1/2", None).strength
    Fraction(1, 2)
    """
    require(
        strength is None or _STRENGTH.fullmatch(strength) is not None,
        f"--strength {strength}: give a number that is not negative, such as 0, 1 or 1/2",
    )
    number = None if least_variance is None else plain_number(least_variance)
    require(
        least_variance is None or (number is not None and 0 < number < inf),
        f"--floor {least_variance}: give the least variance, a number above 0 such as 1e-6",
    )
    return Settings(None if strength is None else Fraction(strength), number)


def read_model(path: str) -> Model:
    """The model in a file."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise TextbookError(
            f"{path}: cannot be read ({reason}): give a file that fit --out has written"
        ) from None
    try:
        model: Model = from_json(text, MODELS)
    except TextbookError as error:
        raise TextbookError(f"{path}: {error}") from None
    return model


def write_model(path: str, model: Model) -> None:
    """Write a model so that the file is the old one or the new one, and never half of it."""
    target = Path(os.path.realpath(path))
    beside = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with open(beside, "x", encoding="utf-8") as file:
            file.write(to_json(model))
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, target)
    except OSError as error:
        with suppress(OSError):
            beside.unlink()
        raise TextbookError(
            f"{path}: cannot be written ({error.strerror}): give a file in a folder that exists"
        ) from None
