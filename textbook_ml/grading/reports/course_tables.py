"""Grades as CSV files that Moodle and Canvas can import.

Both name the files that a teacher downloads after the student, such as "Ada Byron_12_assignsub…"
in Moodle and "byronada_12_34_solution.py" in Canvas. The first number identifies the student. For
other files, the name without its ending is used as the login name.
"""

import re
from collections.abc import Sequence
from math import fsum
from pathlib import Path

from textbook_ml.grading.reports.class_table import csv_row
from textbook_ml.grading.reports.report_text import points, verdict_name
from textbook_ml.grading.results import Result

MOODLE = re.compile(r"^(?P<name>.+?)_(?P<number>\d+)_assignsubmission_")
CANVAS = re.compile(r"^(?P<name>[^_]+)_(?:LATE_)?(?P<number>\d+)_\d+_")


def as_moodle(results: Sequence[Result]) -> str:
    """Return the table for Moodle: Grades, Import, CSV; or the grading worksheet.

    >>> as_moodle([]).strip()
    'Identifier,Full name,Username,Grade,Maximum Grade,Feedback comments'
    """
    head = ("Identifier", "Full name", "Username", "Grade", "Maximum Grade", "Feedback comments")
    rows = [csv_row(head)]
    for result in results:
        found = MOODLE.match(result.submission)
        who = (
            (f"Participant {found['number']}", found["name"], "")
            if found
            else ("", "", login(result.submission))
        )
        rows.append(
            csv_row((*who, points(result.score), points(result.max_score), feedback(result)))
        )
    return "".join(rows)


def as_canvas(results: Sequence[Result]) -> str:
    """Return the table for Canvas: Grades, Import; the second row has the maximum points."""
    title = results[0].assignment if results else "Assignment"
    most = max((result.max_score for result in results), default=0.0)
    rows = [csv_row(("Student", "ID", "SIS User ID", "SIS Login ID", "Section", title))]
    rows.append(csv_row(("Points Possible", "", "", "", "", points(most))))
    for result in results:
        found = CANVAS.match(result.submission)
        who = (
            (found["name"], found["number"], "", "", "")
            if found
            else (login(result.submission), "", "", login(result.submission), "")
        )
        rows.append(csv_row((*who, points(result.score))))
    return "".join(rows)


def login(submission: str) -> str:
    """Return the name of a submission without its ending.

    >>> login("ada.py"), login("ada")
    ('ada', 'ada')
    """
    return Path(submission).stem


def feedback(result: Result) -> str:
    """Return a line on each question without full marks; names of hidden questions are left out."""
    lost = [q for q in result.questions if q.score < q.max_score]
    seen = [f"{q.function}: {verdict_name(q)}" for q in lost if q.visible]
    hidden = [q for q in lost if not q.visible]
    if hidden:
        worth = fsum(q.max_score - q.score for q in hidden)
        unit = "point" if worth == 1 else "points"
        seen.append(f"hidden questions: {points(worth)} {unit} lost")
    comments = [f"{q.function}: {q.comment}" for q in result.questions if q.comment]
    return "; ".join([*seen, *comments]) or "All right."
