"""The folder that a class's results are kept in, so that a grading goes on where it stopped.

    class.json      the seed, and what was asked
    results/        a JSON file for each submission, rewritten after every question
    pages/          a page for each student
    index.html      the page of the class
    grades.csv      the table of the class
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from textbook_ml.errors import TextbookError, require
from textbook_ml.grading.class_page import class_page
from textbook_ml.grading.class_table import as_csv
from textbook_ml.grading.json_report import as_graded, as_json, from_json
from textbook_ml.grading.results import Result, Verdict
from textbook_ml.grading.student_page import student_page
from textbook_ml.grading.submissions import OWN
from textbook_ml.grading.writing import file_name, write_report

PAGES, RESULTS = "pages", "results"


@dataclass(frozen=True, slots=True)
class Records:
    """The folder, and what is in it."""

    folder: Path

    def open(self) -> None:
        """Refuse a folder that holds other things than records."""
        made = self.folder / OWN
        try:
            empty = not self.folder.exists() or not any(self.folder.iterdir())
        except OSError as error:
            raise TextbookError(
                f"--out {self.folder}: no folder that can be read ({error.strerror}): give another"
            ) from None
        require(
            empty or made.exists(),
            f"--out {self.folder} holds other things, which stay as they are: give a new folder",
        )

    def earlier_seed(self, title: str) -> str | None:
        """The seed that the class was given when it was first graded here on this assignment."""
        try:
            said = json.loads((self.folder / OWN).read_text(encoding="utf-8"))
            seed, same = said["seed"], said["assignment"] == title
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return seed if same and isinstance(seed, str) and seed else None

    def begin(self, title: str, seed: str) -> None:
        """Note the seed before anything is graded with it."""
        said = {"assignment": title, "seed": seed, "made_by": "textbook_ml grade"}
        write_report(self.folder / OWN, json.dumps(said, indent=1) + "\n")

    def kept(self, name: str, mark: str) -> Result | None:
        """What was found before, if it was found from the very same."""
        path = self.folder / RESULTS / file_name(name, ".json")
        try:
            result, said = from_json(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        same = said.get("mark") == mark and result.submission == name
        failed = any(q.verdict is Verdict.GRADER_ERROR for q in result.questions)
        return as_graded(result) if same and result.finished and not failed else None

    def write(self, result: Result, mark: str) -> None:
        """What is known of a submission by now."""
        path = self.folder / RESULTS / file_name(result.submission, ".json")
        write_report(path, as_json(result, mark=mark))

    def write_pages(self, results: Sequence[Result]) -> None:
        """The pages and the table, when all is known."""
        write_pages(self.folder, results)
        write_report(self.folder / "grades.csv", as_csv(results))


def write_pages(folder: Path, results: Sequence[Result]) -> None:
    """A page for each student, and one for the class that leads to them."""
    names = {result.submission: file_name(result.submission, ".html") for result in results}
    for result in results:
        write_report(folder / PAGES / names[result.submission], student_page(result))
    links = {name: f"{PAGES}/{quote(page)}" for name, page in names.items()}
    write_report(folder / "index.html", class_page(results, links))
