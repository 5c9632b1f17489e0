"""Load a submission once to find the names it defines, and the statements that fail."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from time import monotonic

from textbook_ml.grading.explain_exception import (
    WITHOUT_PACKAGES,
    FileFacts,
    explanation,
    not_allowed,
    not_imported,
    sentence,
)
from textbook_ml.grading.findings import ending
from textbook_ml.grading.runner.limits import Limits
from textbook_ml.grading.runner.load_client import LoadError, LoadLost, NotStarted, Report, load
from textbook_ml.grading.runner.process import AnswerTimeout, ProcessEnded
from textbook_ml.grading.runner.process_pool import ProcessPool
from textbook_ml.grading.runner.submission_source import SubmissionCode
from textbook_ml.questions import questions

ABOUT_NAMES = ("AttributeError", "ImportError", "ModuleNotFoundError", "NameError", "TypeError")
ATTEMPTS = 6  # attempts to find a part of the file that can be loaded
SHORTEST = 0.5  # minimum number of seconds to load that part, even if the time is over
NOT_PYTHON = ("SyntaxError", "IndentationError", "TabError")


@dataclass(frozen=True, slots=True)
class FileSurvey:
    """Facts about a file, collected before its functions are called."""

    report: Report
    until: int | None = None  # loading stops before this statement; None: it does not stop
    end: LoadError | None = None  # the error because of which loading stops there

    @property
    def errors(self) -> tuple[LoadError, ...]:
        """All errors while the file was loaded."""
        return self.report.errors if self.end is None else (*self.report.errors, self.end)

    def why_absent(self, name: str, source: SubmissionCode) -> LoadError | None:
        """Return the error because of which a function is not defined; None if it is not written.

        The first of these is returned: a syntax error in its cell, an error in its line, an error
        that ends the loading, or the first error.
        """
        text, heads = "\n".join(source.cells), list(_function_headers(name, source))
        unread = [e for e in self.errors if e.type in NOT_PYTHON]
        ends = [e for e in self.errors if e.type == "SystemExit" or e is self.end]
        cut_short = ends or (unread and len(source.cells) == 1)
        if not cut_short and name not in text and "import *" not in text:
            return None
        own_cell = [e for e in unread if e.where in (where for where, _ in heads)]
        own_line = [e for e in self.errors if (e.where, e.line) in heads]
        return next(iter([*own_cell, *own_line, *ends, *self.errors]), None)

    def notes(self, limits: Limits) -> Iterator[str]:
        """Yield notes on the file as a whole: forbidden or missing imports, load errors."""
        if self.report.build:
            yield f"The program cannot be built. Messages of the compiler: {self.report.build}"
        file = self.file(limits)
        for name in self.report.imports:
            if not_allowed(name, file.packages):
                words = f"The file imports {name}, which this assignment does not allow"
                yield f"{words}: {WITHOUT_PACKAGES}."
            elif name == "textbook_ml":
                yield f"The file imports {name}, which this assignment does not allow."
        for name in self.report.undefined:
            if words := not_imported(name, file):
                yield sentence(words)
        for error in self.errors:
            if not not_allowed(error.facts.owner.partition(".")[0], file.packages):
                words = f"A statement failed while the file was loaded: {error}."
                yield f"{words}{load_error_explanation(error, file)}"

    def file(self, limits: Limits, source: SubmissionCode | None = None) -> FileFacts:
        """Return the facts about the file that explanations need."""
        return FileFacts(
            cells=() if source is None else source.cells,
            names=self.report.globals,
            errors=self.errors,
            packages=tuple(package.partition(".")[0] for package in limits.packages),
            undefined=self.report.undefined,
            called=self.report.called,
            chapter=frozenset(questions()),
        )


def survey_file(
    process_pool: ProcessPool,
    source: SubmissionCode,
    limits: Limits,
    seconds: float = inf,
    until: int | None = None,
) -> FileSurvey:
    """Load the file in a worker process; stop before a statement that ends the process.

    A statement that takes too long gets a second attempt, because the machine may be busy. If
    loading takes longer than `seconds`, it stops before the statement that is running then. With
    `until=0` the file is only parsed, because it is a script.
    """
    stop = monotonic() + seconds
    end: LoadError | None = None
    retries = 1
    for attempt in range(ATTEMPTS):
        child = process_pool.child()
        try:
            left = max(stop - monotonic(), SHORTEST)
            report = load(child, source, limits, until=until, survey=True, seconds=left)
            return FileSurvey(report, until, end)
        except NotStarted:
            if attempt == ATTEMPTS - 1:
                raise
        except LoadLost as lost:
            if isinstance(lost.cause, AnswerTimeout) and retries and monotonic() < stop:
                retries -= 1
                limits = limits.doubled()
            else:
                until, end = lost.place or 0, _loss_as_error(lost, source)
        finally:
            child.end()
    return FileSurvey(Report(), 0, end)


def load_error_explanation(error: LoadError, file: FileFacts) -> str:
    """Return an explanation of a load error, after a space; empty if there is none."""
    if error.type not in ABOUT_NAMES:
        return ""
    words = explanation(error.type, error.message, None, error.facts, file)
    return "" if "see the top" in words or not words else f" {sentence(words)}"


def _function_headers(name: str, source: SubmissionCode) -> Iterator[tuple[str, int]]:
    """Yield the cells and the lines in which a function is defined."""
    for number, cell in enumerate(source.cells, 1):
        where = source.name if len(source.cells) == 1 else f"cell {number}"
        for line, words in enumerate(cell.splitlines(), 1):
            if words.startswith((f"def {name}(", f"{name} =")):
                yield where, line


def _loss_as_error(lost: LoadLost, source: SubmissionCode) -> LoadError:
    """Return the loss of a worker process as an error of the statement that it was running."""
    where = source.name if len(source.cells) == 1 else "a cell"
    if isinstance(lost.cause, AnswerTimeout) or (
        isinstance(lost.cause, ProcessEnded) and lost.cause.code == -24
    ):
        return LoadError("Timeout", "this statement does not end", where, lost.line, None)
    if isinstance(lost.cause, ProcessEnded):
        words = f"this statement ends the process ({ending(lost.cause.code)})"
        return LoadError("Crash", words, where, lost.line, None)
    return LoadError("Violation", str(lost.cause), where, lost.line, None)
