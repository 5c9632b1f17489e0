"""The folder with the results of a class; an interrupted grading continues from it.

class.json      the seed and the title of the assignment
results/        a JSON file for each submission, rewritten after every question
pages/          an HTML page for each student
index.html      the HTML page for the class
grades.csv      the table of the class
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from textbook_ml.core.errors import TextbookError, require
from textbook_ml.grading.reports.class_page import class_page
from textbook_ml.grading.reports.class_table import as_csv
from textbook_ml.grading.reports.json_report import as_graded, as_json, from_json
from textbook_ml.grading.reports.report_files import file_name, write_report
from textbook_ml.grading.reports.student_page import student_page
from textbook_ml.grading.results import Result, Verdict
from textbook_ml.grading.submissions import OWN

PAGES, RESULTS = "pages", "results"


@dataclass(frozen=True, slots=True)
class ResultsFolder:
    """The folder with the results of a class."""

    folder: Path

    def open(self) -> None:
        """Raise TextbookError if the folder contains anything other than results."""
        made = self.folder / OWN
        try:
            empty = not self.folder.exists() or not any(self.folder.iterdir())
        except OSError as error:
            raise TextbookError(
                f"--out {self.folder}: the folder cannot be read ({error.strerror}). "
                "Fix: choose another folder."
            ) from None
        require(
            empty or made.exists(),
            f"--out {self.folder}: the folder must be new, empty, or from an earlier run. "
            "Fix: choose a new folder.",
        )

    def earlier_seed(self, title: str) -> str | None:
        """Return the seed of an earlier run on this assignment; None if there is none."""
        try:
            entries = json.loads((self.folder / OWN).read_text(encoding="utf-8"))
            seed, same = entries["seed"], entries["assignment"] == title
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return seed if same and isinstance(seed, str) and seed else None

    def begin(self, title: str, seed: str) -> None:
        """Save the seed before the first submission is graded."""
        entries = {"assignment": title, "seed": seed, "made_by": "textbook_ml grade"}
        write_report(self.folder / OWN, json.dumps(entries, indent=1) + "\n")

    def kept(self, name: str, mark: str) -> Result | None:
        """Return the earlier result if it has the same `mark` (nothing has changed), or None."""
        path = self.folder / RESULTS / file_name(name, ".json")
        try:
            result, entries = from_json(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        same = entries.get("mark") == mark and result.submission == name
        failed = any(q.verdict is Verdict.GRADER_ERROR for q in result.questions)
        return as_graded(result) if same and result.finished and not failed else None

    def write(self, result: Result, mark: str) -> None:
        """Save the present result of a submission."""
        path = self.folder / RESULTS / file_name(result.submission, ".json")
        write_report(path, as_json(result, mark=mark))

    def write_pages(self, results: Sequence[Result]) -> None:
        """Write the HTML pages and the table."""
        write_pages(self.folder, results)
        write_report(self.folder / "grades.csv", as_csv(results))


def write_pages(folder: Path, results: Sequence[Result]) -> None:
    """Write a page for each student, and a page for the class with links to them."""
    names = {result.submission: file_name(result.submission, ".html") for result in results}
    for result in results:
        write_report(folder / PAGES / names[result.submission], student_page(result))
    links = {name: f"{PAGES}/{quote(page)}" for name, page in names.items()}
    write_report(folder / "index.html", class_page(results, links))
