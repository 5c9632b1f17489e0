"""`predict`: a label and its probabilities for every row of a table, as CSV."""

import csv
from collections.abc import Iterable, Iterator
from io import StringIO
from typing import Any

from textbook_ml.commands.inputs import read_model, sheet_called
from textbook_ml.commands.new_rows import RowReader, Unseen, remedy, rows_of_sheet
from textbook_ml.data.csv_file import Sheet
from textbook_ml.equations.bayes import most_probable
from textbook_ml.errors import TextbookError
from textbook_ml.progress import told


def predict(
    model: str, data: str, *, unseen: Unseen = "refuse", text: str = "text"
) -> Iterator[str]:
    """CSV: the number of the row in its file, the label, and P(class) of each class.

    Rows are counted as in DATA, whose header is row 1: the answer to a row stands in the row
    of the same number. Nothing is printed if a row is refused.
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
        shares = (posterior[y] for y in learned.classes)
        yield _csv([number, most_probable(posterior), *shares])


def _name_the_row(learned: Any, rows: Iterable[Any], sheet: Sheet) -> None:
    """Refuse again, with the place of the row that has no answer."""
    for i, row in enumerate(rows):
        try:
            learned.posterior(row)
        except TextbookError as error:
            raise TextbookError(f"{sheet.place(i)}: {error}{remedy(learned)}") from None


def _csv(cells: Iterable[object]) -> str:
    line = StringIO()
    csv.writer(line, lineterminator="").writerow(cells)
    return line.getvalue()
