"""Load a submission in a worker process: the names it defines, and statements that failed."""

from dataclasses import dataclass
from math import ceil, inf
from time import monotonic
from typing import Any

from textbook_ml.grading.exception_facts import ExceptionFacts, plain_facts
from textbook_ml.grading.runner.limits import Limits
from textbook_ml.grading.runner.process import (
    ProcessLost,
    ProtocolViolation,
    WorkerProcess,
    clean,
    nonce,
)
from textbook_ml.grading.runner.sandbox import PACKAGE
from textbook_ml.grading.runner.submission_source import SubmissionCode
from textbook_ml.grading.runner.worker.submission_loader import MOST_ERRORS, MOST_NAMES
from textbook_ml.questions.framework.forms import FUNCTION, Form

LONGEST_BUILD = 1000  # number of characters kept of the messages of a compiler
STARTING = 60.0  # seconds for an interpreter to start on a very busy machine


class NotStarted(Exception):
    """The worker process ended before it loaded student code; this is not the student's fault."""


class LoadLost(Exception):
    """The worker process was lost while it loaded student code, perhaps at a known statement."""

    cause: ProcessLost
    line: int | None
    place: int | None

    def __init__(self, cause: ProcessLost, place: int | None, line: int | None) -> None:
        self.cause, self.place, self.line = cause, place, line


@dataclass(frozen=True, slots=True)
class LoadError:
    """A statement that failed."""

    type: str
    message: str
    where: str
    line: int | None
    column: int | None
    facts: ExceptionFacts = ExceptionFacts()
    lost: tuple[str, ...] = ()  # names that the statement would have defined

    def __str__(self) -> str:
        """Return the place, the type and the message of the error.

        >>> str(LoadError("SyntaxError", "'(' was never closed", "hw.py", 7, 10))
        "hw.py, line 7, column 10: SyntaxError: '(' was never closed"
        """
        line = "" if self.line is None else f", line {self.line}"
        column = "" if self.column is None else f", column {self.column}"
        message = f": {self.message}" if self.message else ""
        return f"{self.where}{line}{column}: {self.type}{message}{ADVICE.get(self.type, '')}"


ADVICE = {
    "EOFError": " (there is no keyboard input during grading: move input() under "
    'if __name__ == "__main__":)',
    "SystemExit": " (the file exits here, so the lines after it are not loaded)",
}


@dataclass(frozen=True, slots=True)
class Report:
    """The report of a worker process on the file that it has loaded."""

    names: tuple[str, ...] = ()
    errors: tuple[LoadError, ...] = ()
    stubs: tuple[str, ...] = ()
    imports: tuple[str, ...] = ()
    compiled: str = ""  # compiled statements, only passed on to other workers, never read here
    globals: tuple[str, ...] = ()  # all names at the top level of the file
    undefined: tuple[str, ...] = ()  # names that the file uses and does not define
    called: tuple[str, ...] = ()  # undefined names that the file calls
    build: str = ""  # the messages of the compiler, if the program could not be built


def load(
    child: WorkerProcess,
    source: SubmissionCode,
    limits: Limits,
    *,
    function: str = "",
    form: Form = FUNCTION,
    given: tuple[str, ...] = (),
    until: int | None = None,
    compiled: str = "",
    survey: bool = False,
    seconds: float = inf,
) -> Report:
    """Send a worker process its task, and wait until the student's file is loaded.

    Loading takes at most `seconds`, and each statement at most the time limit of a call.
    """
    end = monotonic() + seconds

    source.write_files(child.folder)
    expected = nonce()
    child.send(
        {
            "nonce": expected, "name": source.name, "package": source.package,
            "cells": () if form.kind == "program" else source.cells,
            "until": until, "compiled": compiled,
            "function": function, "form": form.kind, "plan": form.plan, "given": given,
            "survey": survey,
            "folder": child.folder, "uid": child.uid, "namespaced": child.sandbox.namespaced,
            "landlocked": child.sandbox.landlocked, "hidden": str(PACKAGE),
            "memory": int(limits.memory), "file_size": int(limits.file_size),
            "cpu": limits.cpu,
            "cpu_in_all": ceil(10 * limits.wall if seconds == inf else seconds) + 5,
            "packages": limits.packages, "site": child.sandbox.site,
        }
    )  # fmt: skip
    try:
        child.receive(expected, STARTING)
    except ProcessLost as lost:
        raise NotStarted(child.output) from lost
    place = line = None
    try:
        while "loaded" not in (
            message := child.receive(expected, _seconds_for_statement(limits, end))
        ):
            place, line = _place_of_statement(message)
    except ProcessLost as lost:
        raise LoadLost(lost, place, line) from None
    return plain_report(message["loaded"])


def _seconds_for_statement(limits: Limits, end: float) -> float:
    """Return the time limit for the next statement, in seconds."""
    return min(limits.wall, end - monotonic())


def _place_of_statement(message: dict[str, Any]) -> tuple[int, int]:
    """Return the index and the line of the statement that a message announces."""
    match message:
        case {"at": [int(place), int(line)]}:
            return place, line
    raise ProtocolViolation("it sent a message before the file was loaded")


def plain_report(entries: Any) -> Report:
    """Decode the report of a worker process; it is not trusted, so invalid parts are left out."""
    entries = entries if isinstance(entries, dict) else {}
    return Report(
        _require_strings(entries.get("names")),
        tuple(map(_parsed_error, _require_list(entries.get("errors"))[:MOST_ERRORS])),
        _require_strings(entries.get("stubs")),
        _require_strings(entries.get("imports")),
        compiled if isinstance(compiled := entries.get("compiled"), str) else "",
        _require_strings(entries.get("globals")),
        _require_strings(entries.get("undefined")),
        _require_strings(entries.get("called")),
        clean(str(entries.get("build", "")), LONGEST_BUILD),
    )


def _require_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _require_strings(value: Any) -> tuple[str, ...]:
    return tuple(
        clean(item, 100) for item in _require_list(value)[:MOST_NAMES] if isinstance(item, str)
    )


def _parsed_error(value: Any) -> LoadError:
    entries = value if isinstance(value, dict) else {}
    kind, message, where = (
        clean(str(entries.get(key, "?"))) for key in ("type", "message", "where")
    )
    line, column = (entries.get(key) for key in ("line", "column"))
    return LoadError(
        kind,
        message,
        where,
        line if isinstance(line, int) else None,
        column if isinstance(column, int) else None,
        plain_facts(entries.get("about")),
        _require_strings(entries.get("lost")),
    )
