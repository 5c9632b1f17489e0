"""The training data of a model: rows on which an approximate export is compared with the model."""

import os
from collections.abc import Sequence
from typing import Any

from textbook_ml.core.errors import require
from textbook_ml.data import datasets
from textbook_ml.data.csv_file import read_csv
from textbook_ml.data.table import Dataset
from textbook_ml.embedding.ir.program import Program


def training_rows(program: Program, data: str) -> list[list[Any]]:
    """Return the rows of a CSV file, or of a bundled table, in the order of the columns."""
    require(
        not program.text,
        "--data must be given only for models of numbers and categories, not for texts. "
        "Fix: leave it out; generated texts are compared",
    )
    table = _read_data(program, data)
    for column in program.columns:
        require(
            column.name in table.features,
            f"--data: {data} must have the column {column.name!r} of the model, got "
            f"{', '.join(map(repr, table.features[:8]))}. Fix: use the training data",
        )
    places = [table.features.index(column.name) for column in program.columns]
    categories = [{str(v): v for v in column.values} for column in program.columns]
    return [_row_of_model([row[place] for place in places], categories) for row in table.rows]


def _read_data(program: Program, data: str) -> Dataset:
    if not os.path.exists(data) and data in datasets.names():
        return datasets.load(data)
    kinds = {c.name: "discrete" for c in program.columns if c.kind == "value"}
    return read_csv(data, kinds=kinds, quiet=True)  # type: ignore[arg-type]


def _row_of_model(cells: Sequence[Any], categories: Sequence[dict[str, Any]]) -> list[Any]:
    """Return a row with the categories of the model; unknown categories stay strings."""
    return [
        by_name.get(str(cell), cell) if by_name and cell is not None else cell
        for cell, by_name in zip(cells, categories)
    ]
