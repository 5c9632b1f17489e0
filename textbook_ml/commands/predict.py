"""`predict`: print a label and the class probabilities for every row of a table, as CSV."""

import csv
from collections.abc import Iterable, Iterator
from io import StringIO
from typing import Any

from textbook_ml.commands.loading import read_model, sheet_called
from textbook_ml.commands.new_rows import RowReader, Unseen, remedy, rows_of_sheet
from textbook_ml.core.errors import TextbookError
from textbook_ml.core.progress import told
from textbook_ml.data.csv_file import Sheet
from textbook_ml.equations.bayes import most_probable


def predict(
    model: str, data: str, *, unseen: Unseen = "refuse", text: str = "text"
) -> Iterator[str]:
    """Yield CSV: the number of each row, its label, and P(class) for each class.

    Rows are counted as in DATA, where the header is row 1. So the prediction for row n is row n
    of the output. Nothing is printed if a row has an error.
    """
    learned, sheet = read_model(model), sheet_called(data)
    rows = rows_of_sheet(RowReader.of(learned, unseen), sheet, text)
    try:
        posteriors = learned.predict_proba(told(rows, "rows"))
    except TextbookError:
        _name_the_row(learned, rows, sheet)
        raise
    yield _csv(["row", "label", *(f"P({y})" for y in learned.classes)])
    for (number, *_), posterior in zip(sheet.rows, posteriors):
        probabilities = (posterior[y] for y in learned.classes)
        yield _csv([number, most_probable(posterior), *probabilities])


def _name_the_row(learned: Any, rows: Iterable[Any], sheet: Sheet) -> None:
    """Raise the error of the first row that has no prediction, with its place."""
    for i, row in enumerate(rows):
        try:
            learned.posterior(row)
        except TextbookError as error:
            raise TextbookError(f"{sheet.place(i)}: {error}{remedy(learned)}") from None


def _csv(cells: Iterable[object]) -> str:
    line = StringIO()
    csv.writer(line, lineterminator="").writerow(cells)
    return line.getvalue()
