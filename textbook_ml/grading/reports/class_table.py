"""The results of a class as CSV: a row for each submission, a column for each question."""

import csv
from collections.abc import Iterable, Sequence
from io import StringIO

from textbook_ml.grading.reports.report_text import printable_line
from textbook_ml.grading.results import Result

RUN_BY_SPREADSHEETS = tuple("=+-@|＝＋－＠")


def as_csv(results: Sequence[Result]) -> str:
    """Return the table; the questions are in the order of the first submission that has them."""
    names = list(dict.fromkeys(q.function for result in results for q in result.questions))
    head = ["submission", "score", "max_score", "late", "seed", "isolation", "finished", *names]
    verdicts = [f"{name} verdict" for name in names]
    misconceptions = [f"{name} misconception" for name in names]
    first = csv_row([*head, *verdicts, *misconceptions, "comments"])
    return first + "".join(csv_row(_row_cells(result, names)) for result in results)


def _row_cells(result: Result, names: Sequence[str]) -> Iterable[str]:
    asked = {q.function: q for q in result.questions}
    found = [asked.get(name) for name in names]
    yield from (result.submission, f"{result.score:g}", f"{result.max_score:g}", result.late)
    yield from (result.seed, result.isolation, "yes" if result.finished else "no")
    yield from (f"{q.score:g}" if q else "" for q in found)
    yield from (str(q.verdict) if q else "" for q in found)
    yield from ((q.misconception or "") if q else "" for q in found)
    yield "; ".join(f"{q.function}: {q.comment}" for q in result.questions if q.comment)


def csv_row(cells: Iterable[str]) -> str:
    """Return one line of a CSV file; no cell can be run as a formula."""
    line = StringIO()
    csv.writer(line).writerow(map(safe_cell, cells))
    return line.getvalue()


def safe_cell(cell: str) -> str:
    """Return a cell as one line, with a ' in front if a spreadsheet would run it as a formula.

    >>> safe_cell("=HYPERLINK(1)"), safe_cell("ada.py"), safe_cell("-0.5")
    ("'=HYPERLINK(1)", 'ada.py', '-0.5')
    """
    text = printable_line(cell)
    runs = text.lstrip(" ").startswith(RUN_BY_SPREADSHEETS) and not _is_number(text)
    return f"'{text}" if runs else text


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
