"""`models`: list the models, and for a table the number of parameters of each."""

from collections.abc import Iterator, Sequence
from typing import Unpack

from textbook_ml.commands.error_messages import as_options
from textbook_ml.commands.loading import (
    Reading,
    csv_options,
    find_sheet,
    require_numbers,
    table_of,
)
from textbook_ml.core.console import Heading, padded, wrap
from textbook_ml.core.errors import TextbookError, plural
from textbook_ml.core.formatting import right_aligned, whole_number
from textbook_ml.data.csv_file import Sheet
from textbook_ml.data.table import Dataset
from textbook_ml.models.catalogue import RECIPES

NAME = max(len(recipe.name) for recipe in RECIPES) + 2


def models(
    data: str | None = None,
    *,
    label: str | None = None,
    kinds: Sequence[str] = (),
    **reading: Unpack[Reading],
) -> Iterator[str]:
    """Yield the models; for a table, also the number of parameters or the error of each model."""
    if data is None:
        yield Heading(f"{padded('model', NAME)}model and data")
        for recipe in RECIPES:
            yield from wrap(recipe.words, padded(recipe.name, NAME), " " * NAME)
            yield from wrap(f"from {recipe.takes}", " " * NAME)
    else:
        sheet = find_sheet(data, csv_options(reading))
        table = table_of(sheet, label, kinds, reading)
        yield from map(Heading, wrap(f"{sheet.name}, to predict {table.label_name}"))
        yield from wrap(
            f"{plural(len(table), 'example')}, {plural(len(table.features), 'feature')}, "
            f"{plural(len(table.classes), 'class', 'classes')}"
        )
        yield ""
        yield from models_with_sizes(sheet, table)


def models_with_sizes(sheet: Sheet, table: Dataset) -> Iterator[str]:
    """Yield each model with its number of parameters, or with a dash and its error."""
    lines = []
    for recipe in RECIPES:
        try:
            require_numbers(recipe, sheet, table)
            lines.append(
                (recipe.name, whole_number(recipe.parameters(table, sheet.place)), recipe.words)
            )
        except TextbookError as error:
            reason = as_options(str(error)).removeprefix(f"{recipe.name} ")
            lines.append((recipe.name, "–", reason))
    number = max(len("parameters"), *(len(n) for _, n, _ in lines))
    yield Heading(f"{padded('model', NAME)}{right_aligned('parameters', number)}")
    for name, n, description in lines:
        start = f"{padded(name, NAME)}{right_aligned(n, number)}  "
        yield from wrap(description, start, " " * len(start))
