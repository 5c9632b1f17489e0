"""`predict`: print a label and the class probabilities for every row of a table, as CSV."""

import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import StringIO
from typing import Any, Unpack

from textbook_ml.commands.loading import (
    Reading,
    csv_options,
    find_sheet,
    issue_notes,
    read_model,
    require_file_or_table,
)
from textbook_ml.commands.new_rows import (
    RowReader,
    SelectedColumns,
    Unseen,
    fix_for_zero_probability,
)
from textbook_ml.core.console import Immediate
from textbook_ml.core.errors import TextbookError, require
from textbook_ml.core.progress import with_progress
from textbook_ml.data import datasets
from textbook_ml.data.csv_file import CsvFile, Sheet, no_rows, rows_of
from textbook_ml.data.csv_format import Layout
from textbook_ml.data.csv_notes import blank_rows
from textbook_ml.data.source import is_regular
from textbook_ml.equations.bayes import most_probable
from textbook_ml.models.recipes import Model


def predict(
    model: str,
    data: str,
    *,
    unseen: Unseen = "refuse",
    text: str = "text",
    keep: bool = False,
    memory: int = 256,
    **reading: Unpack[Reading],
) -> Iterator[str]:
    """Yield CSV: the number of each row, its prediction, and P(class) for each class.

    Rows are counted as in DATA, where the header is row 1. With `keep`, all columns of DATA come
    before the label. Nothing is printed if a row has an error. Exception: with `keep`, the rows of
    a pipe are predicted one by one, as they arrive.
    """
    learned = read_model(model, memory)
    if keep and data not in datasets.names() and not is_regular(data):
        require_file_or_table(data)
        yield from _stream_predictions(learned, data, unseen, text, reading)
        return
    sheet = find_sheet(data, csv_options(reading))
    issue_notes(sheet.notes, reading)
    layout = _layout_of_input(sheet)
    selected = SelectedColumns.of(
        RowReader.of(learned, unseen, layout.rules),
        layout.header,
        layout.places,
        sheet.header_place,
        text,
    )
    issue_notes(selected.notes(cells for _, cells in sheet.rows), reading)
    rows = list(selected.rows((cells for _, cells in sheet.rows), sheet.place))
    posteriors = probabilities_of(learned, rows, sheet.place, "rows")
    output_lines = LinesWithInput(learned, layout) if keep else PredictionLines(learned)
    yield output_lines.header()
    for (number, cells), posterior in zip(sheet.rows, posteriors):
        yield output_lines.line(number, cells, posterior)


def _stream_predictions(
    learned: Model, data: str, unseen: Unseen, text: str, reading: Reading
) -> Iterator[str]:
    """Yield the line of output for each row of a pipe as soon as the row has arrived."""
    file = CsvFile.open(data, csv_options(reading), live=True)
    layout = file.layout
    issue_notes(layout.notes, reading)
    reader = RowReader.of(learned, unseen, layout.rules)
    selected = SelectedColumns.of(reader, layout.header, layout.places, file.header_place, text)
    output_lines = LinesWithInput(learned, layout)
    yield Immediate(output_lines.header())
    n_rows = n_blank = 0
    for piece in file.pieces:
        rows_found, blank = rows_of(piece, layout)
        n_rows, n_blank = n_rows + len(rows_found), n_blank + blank
        issue_notes(selected.notes(cells for _, cells in rows_found), reading)

        def place(i: int) -> str:
            return piece.place(rows_found[i][0] - piece.row)

        for i, (row, (number, cells)) in enumerate(
            zip(selected.rows((cells for _, cells in rows_found), place), rows_found)
        ):
            (posterior,) = probabilities_of(learned, [row], lambda _: place(i))
            yield Immediate(output_lines.line(number, cells, posterior))
    require(n_rows > 0, no_rows(file.name))
    issue_notes(blank_rows(n_blank), reading)


def _layout_of_input(sheet: Sheet) -> Layout:
    assert sheet.layout is not None  # a sheet that was read from a file
    return sheet.layout


def probabilities_of(
    learned: Model, rows: Sequence[Any], place: Callable[[int], str], what: str | None = None
) -> Sequence[dict[str, float]]:
    """Return the probabilities of these rows; an error begins with the place of its row."""
    try:
        posteriors: Sequence[dict[str, float]] = learned.predict_proba(
            with_progress(rows, what) if what else rows
        )
    except TextbookError:
        for i, row in enumerate(rows):
            try:
                learned.posterior(row)
            except TextbookError as error:
                raise TextbookError(
                    f"{place(i)}: {error}{fix_for_zero_probability(learned)}"
                ) from None
        raise
    return posteriors


class PredictionLines:
    """Lines of output with the number of the row, the label and the probabilities."""

    delimiter: str = ","
    decimal: str = "."

    def __init__(self, learned: Model) -> None:
        self.classes: Sequence[Any] = learned.classes

    def header(self) -> str:
        """Return the names of the columns."""
        return self._csv_line(["row", "prediction", *(f"P({y})" for y in self.classes)])

    def line(self, number: int, cells: Sequence[str], posterior: dict[str, float]) -> str:
        """Return the line of one row."""
        return self._csv_line([number, *self.answer(posterior)])

    def answer(self, posterior: dict[str, float]) -> Iterable[object]:
        """Return the label and the probabilities."""
        numbers = (str(posterior[y]).replace(".", self.decimal) for y in self.classes)
        return most_probable(posterior), *numbers

    def _csv_line(self, cells: Iterable[object]) -> str:
        line = StringIO(newline="")
        end = "\r\n"  # the csv module quotes a line break only if it occurs here
        csv.writer(line, delimiter=self.delimiter, lineterminator=end).writerow(cells)
        return line.getvalue().removesuffix(end)


class LinesWithInput(PredictionLines):
    """Lines of output in the format of the input, with all its columns before the prediction."""

    def __init__(self, learned: Model, layout: Layout) -> None:
        super().__init__(learned)
        self.layout = layout
        self.delimiter, self.decimal = layout.delimiter, layout.rules.decimal

    def header(self) -> str:
        """Return the names of the columns; a new name that is already used gets a number."""
        names = list(self.layout.names)
        if names[0] == "":
            names[0] = _unused_name("index", names)
        row, *new = ["row", "prediction", *(f"P({y})" for y in self.classes)]
        return self._csv_line(
            [_unused_name(row, names), *names, *(_unused_name(name, names) for name in new)]
        )

    def line(self, number: int, cells: Sequence[str], posterior: dict[str, float]) -> str:
        """Return the line of one row."""
        return self._csv_line([number, *cells, *self.answer(posterior)])


def _unused_name(name: str, taken: Sequence[str]) -> str:
    """Return the name, with a number if it is already used.

    >>> _unused_name("row", ["row", "x"]), _unused_name("row", ["x"])
    ('row 2', 'row')
    """
    n, free = 1, name
    while free in taken:
        n += 1
        free = f"{name} {n}"
    return free
