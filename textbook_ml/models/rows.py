"""Convert the cells of a table to the rows that a model accepts, one example at a time.

    features   the names of the cells
    cells      the values of one row of a table: strings, numbers, None for a missing value
    row        the cells in the form that a model accepts; for text, the words with their counts

An error names the column and the value; the caller adds the row number.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from math import inf
from typing import Any

from textbook_ml.core.errors import TextbookError, quoted, require
from textbook_ml.core.text import tokens
from textbook_ml.data.csv_cells import plain_number
from textbook_ml.data.table import Cell

ToRow = Callable[[Sequence[str], Sequence[Cell]], Any]


def numbers(features: Sequence[str], cells: Sequence[Cell]) -> Sequence[Cell]:
    """Return cells unchanged: numbers, or categories.

    >>> numbers(["Outlook", "Wind"], ["Sunny", None])
    ['Sunny', None]
    """
    return cells


def whole(features: Sequence[str], cells: Sequence[Cell]) -> Sequence[Cell]:
    """Return cells unchanged. Raise TextbookError if one is missing.

    >>> whole(["Outlook", "Wind"], ["Sunny", "Weak"])
    ['Sunny', 'Weak']
    """
    for name, cell in zip(features, cells):
        require(
            cell is not None,
            f"column {quoted(name)}: the value is missing, but this model needs complete rows. "
            "Fix: fill it in, leave the row out, or use a naive Bayes model",
        )
    return cells


def amounts(features: Sequence[str], cells: Sequence[Cell]) -> Sequence[Cell]:
    """Return cells that are numbers of at least 0.

    >>> amounts(["minutes", "price"], [3.5, None])
    [3.5, None]
    """
    for name, cell in zip(features, cells):
        require(
            not isinstance(cell, (int, float)) or cell >= 0,
            f"column {quoted(name)}: expected a number of at least 0, got {quoted(cell)}. Fix: "
            "correct the value, or use gaussian-nb",
        )
    return cells


def counts(features: Sequence[str], cells: Sequence[Cell]) -> list[int | None]:
    """Return cells that are counts: 0, 1, 2, ….

    >>> counts(["calls", "visits"], [3.0, None])
    [3, None]
    """
    return [
        None if cell is None else _require_whole_number(name, cell, "a count such as 0, 1 or 2")
        for name, cell in zip(features, cells)
    ]


def zeros_and_ones(features: Sequence[str], cells: Sequence[Cell]) -> list[int | None]:
    """Return cells as the integers 0 and 1; a file contains them as numbers or as strings.

    >>> zeros_and_ones(["rain", "thunder", "hail"], [1.0, "0", None])
    [1, 0, None]
    """
    row = []
    for name, cell in zip(features, cells):
        bit = None if cell is None else _require_whole_number(name, cell, "0 or 1")
        if bit not in (0, 1, None):
            raise TextbookError(
                f"column {quoted(name)}: expected 0 or 1, got {quoted(cell)}. Fix: recode the "
                "column, or use another model"
            )
        row.append(bit)
    return row


def words(features: Sequence[str], cells: Sequence[Cell]) -> Counter[str]:
    """Return the words of one text with their counts.

    >>> words(["text"], ["Buy, buy now!"]) == {"buy": 2, "now": 1}
    True
    """
    (text,) = cells
    return Counter(tokens(str(text)))


def _require_whole_number(name: str, cell: Cell, expected: str) -> int:
    number = plain_number(cell) if isinstance(cell, str) else cell
    if number is None or not 0 <= number < inf or number != int(number):
        raise TextbookError(
            f"column {quoted(name)}: expected {expected}, got {quoted(cell)}. Fix: recode the "
            "column, or use another model"
        )
    return int(number)
