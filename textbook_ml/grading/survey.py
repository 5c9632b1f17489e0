"""A submission, looked at once as a whole: what it defines, what fails, what is odd."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from time import monotonic

from textbook_ml.grading.explain import (
    WITHOUT_PACKAGES,
    File,
    explanation,
    not_allowed,
    not_imported,
    sentence,
)
from textbook_ml.grading.findings import ending
from textbook_ml.grading.limits import Limits
from textbook_ml.grading.loading import LoadError, LoadLost, NotStarted, Report, load
from textbook_ml.grading.process import Ended, Late
from textbook_ml.grading.source import Source
from textbook_ml.grading.workshop import Workshop
from textbook_ml.questions import questions

ABOUT_NAMES = ("AttributeError", "ImportError", "ModuleNotFoundError", "NameError", "TypeError")
ATTEMPTS = 6  # to find a part of the file that can be loaded
SHORTEST = 0.5  # seconds to load that part, also when the time is over
NOT_PYTHON = ("SyntaxError", "IndentationError", "TabError")


@dataclass(frozen=True, slots=True)
class Survey:
    """What is known of a file before its functions are called."""

    report: Report
    until: int | None = None  # the statement that the loading stops before; None: never
    end: LoadError | None = None  # why it stops there

    @property
    def errors(self) -> tuple[LoadError, ...]:
        """All that went wrong while it was loaded."""
        return self.report.errors if self.end is None else (*self.report.errors, self.end)

    def why_absent(self, name: str, source: Source) -> LoadError | None:
        """The error that cost the file this function; None if it was not written there.

        That is what is not Python in its cell, or fails in its line, or else ends the file; and
        the first error where none of these is to blame.
        """
        text, heads = "\n".join(source.cells), list(_heads(name, source))
        unread = [e for e in self.errors if e.type in NOT_PYTHON]
        ends = [e for e in self.errors if e.type == "SystemExit" or e is self.end]
        cut_short = ends or (unread and len(source.cells) == 1)
        if not cut_short and name not in text and "import *" not in text:
            return None
        own_cell = [e for e in unread if e.where in (where for where, _ in heads)]
        own_line = [e for e in self.errors if (e.where, e.line) in heads]
        return next(iter([*own_cell, *own_line, *ends, *self.errors]), None)

    def notes(self, limits: Limits) -> Iterator[str]:
        """What the teacher should know of the file as a whole."""
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
                words = f"While the file was loaded, something failed: {error}."
                yield f"{words}{explained(error, file)}"

    def file(self, limits: Limits, source: Source | None = None) -> File:
        """What is known of the file, for explanations."""
        return File(
            cells=() if source is None else source.cells,
            names=self.report.globals,
            errors=self.errors,
            packages=tuple(package.partition(".")[0] for package in limits.packages),
            undefined=self.report.undefined,
            called=self.report.called,
            chapter=frozenset(questions()),
        )


def survey(
    workshop: Workshop, source: Source, limits: Limits, seconds: float = inf
) -> Survey:
    """Load the file in a child of its own; a statement that ends the child is left out.

    What takes too long is tried twice, since the machine may be slow. If all takes longer than
    `seconds`, the statement that is loading then is the last.
    """
    stop = monotonic() + seconds
    until: int | None = None
    end: LoadError | None = None
    patience = 1
    for attempt in range(ATTEMPTS):
        child = workshop.child()
        try:
            left = max(stop - monotonic(), SHORTEST)
            report = load(child, source, limits, until=until, survey=True, seconds=left)
            return Survey(report, until, end)
        except NotStarted:
            if attempt == ATTEMPTS - 1:
                raise
        except LoadLost as lost:
            if isinstance(lost.cause, Late) and patience and monotonic() < stop:
                patience -= 1
                limits = limits.doubled()
            else:
                until, end = lost.place or 0, _end(lost, source)
        finally:
            child.end()
    return Survey(Report(), 0, end)


def explained(error: LoadError, file: File) -> str:
    """A sentence on an error of loading, after a space; empty if there is nothing to say."""
    if error.type not in ABOUT_NAMES:
        return ""
    words = explanation(error.type, error.message, None, error.facts, file)
    return "" if "see the top" in words or not words else f" {sentence(words)}"


def _heads(name: str, source: Source) -> Iterator[tuple[str, int]]:
    """Where a function is written: in which cell, and in which line of it."""
    for number, cell in enumerate(source.cells, 1):
        where = source.name if len(source.cells) == 1 else f"cell {number}"
        for line, words in enumerate(cell.splitlines(), 1):
            if words.startswith((f"def {name}(", f"{name} =")):
                yield where, line


def _end(lost: LoadLost, source: Source) -> LoadError:
    """The end of a child, as an error of the statement that it was at."""
    where = source.name if len(source.cells) == 1 else "a cell"
    if isinstance(lost.cause, Late) or (isinstance(lost.cause, Ended) and lost.cause.code == -24):
        return LoadError("Timeout", "this statement does not end", where, lost.line, None)
    if isinstance(lost.cause, Ended):
        words = f"this statement ends the process ({ending(lost.cause.code)})"
        return LoadError("Crash", words, where, lost.line, None)
    return LoadError("Violation", str(lost.cause), where, lost.line, None)
