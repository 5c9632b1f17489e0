"""A submission, loaded in a child: what it defines, and which of its statements failed."""

from dataclasses import dataclass
from math import ceil, inf
from time import monotonic
from typing import Any

from textbook_ml.grading.child.loading import MOST_ERRORS, MOST_NAMES
from textbook_ml.grading.facts import Facts, plain_facts
from textbook_ml.grading.limits import Limits
from textbook_ml.grading.process import Child, Lost, Violation, clean, nonce
from textbook_ml.grading.sandbox import PACKAGE
from textbook_ml.grading.source import Source

PATIENCE = 60.0  # seconds for an interpreter to start, on a machine that is very busy


class NotStarted(Exception):
    """A child that ended before it came to the student's code: not the student's fault."""


class LoadLost(Exception):
    """A child that was lost while it loaded student code, at a statement, if that is known."""

    def __init__(self, cause: Lost, place: int | None, line: int | None) -> None:
        self.cause, self.place, self.line = cause, place, line


@dataclass(frozen=True, slots=True)
class LoadError:
    """A statement that failed."""

    type: str
    message: str
    where: str
    line: int | None
    column: int | None
    facts: Facts = Facts()
    lost: tuple[str, ...] = ()  # names that the statement would have defined

    def __str__(self) -> str:
        """What happened, and where.

        >>> str(LoadError("SyntaxError", "'(' was never closed", "hw.py", 7, 10))
        "hw.py, line 7, column 10: SyntaxError: '(' was never closed"
        """
        line = "" if self.line is None else f", line {self.line}"
        column = "" if self.column is None else f", column {self.column}"
        message = f": {self.message}" if self.message else ""
        return f"{self.where}{line}{column}: {self.type}{message}{ADVICE.get(self.type, '')}"


ADVICE = {
    "EOFError": " (nobody types while a file is graded: move input() under "
    'if __name__ == "__main__":)',
    "SystemExit": " (the file ends itself here: what comes after is not loaded)",
}


@dataclass(frozen=True, slots=True)
class Report:
    """What a child says of the file that it has loaded."""

    names: tuple[str, ...] = ()
    errors: tuple[LoadError, ...] = ()
    stubs: tuple[str, ...] = ()
    imports: tuple[str, ...] = ()
    compiled: str = ""  # the statements, for other children of this file; not read here
    globals: tuple[str, ...] = ()  # all names at the top level of the file
    undefined: tuple[str, ...] = ()  # names that the file uses and defines nowhere
    called: tuple[str, ...] = ()  # those of them that it calls


def load(
    child: Child,
    source: Source,
    limits: Limits,
    *,
    function: str = "",
    given: tuple[str, ...] = (),
    until: int | None = None,
    compiled: str = "",
    survey: bool = False,
    seconds: float = inf,
) -> Report:
    """Give a child its job, and wait until the student's file is loaded.

    Loading it takes at most so many seconds, and no statement takes longer than a call may.
    """
    end = monotonic() + seconds

    source.write_files(child.folder)
    word = nonce()
    child.send(
        {
            "nonce": word, "name": source.name, "package": source.package,
            "cells": source.cells, "until": until, "compiled": compiled,
            "function": function, "given": given, "survey": survey,
            "folder": child.folder, "uid": child.uid, "namespaced": child.sandbox.namespaced,
            "landlocked": child.sandbox.landlocked, "hidden": str(PACKAGE),
            "memory": int(limits.memory), "file_size": int(limits.file_size),
            "cpu": limits.cpu,
            "cpu_in_all": ceil(10 * limits.wall if seconds == inf else seconds) + 5,
            "packages": limits.packages, "site": child.sandbox.site,
        }
    )  # fmt: skip
    try:
        child.receive(word, PATIENCE)
    except Lost as lost:
        raise NotStarted(child.output) from lost
    place = line = None
    try:
        while "loaded" not in (message := child.receive(word, _patience(limits, end))):
            place, line = _place(message)
    except Lost as lost:
        raise LoadLost(lost, place, line) from None
    return plain_report(message["loaded"])


def _patience(limits: Limits, end: float) -> float:
    """Seconds for the next statement."""
    return min(limits.wall, end - monotonic())


def _place(message: dict[str, Any]) -> tuple[int, int]:
    """Which statement comes next."""
    match message:
        case {"at": [int(place), int(line)]}:
            return place, line
    raise Violation("a message came before its time")


def plain_report(said: Any) -> Report:
    """What the child says, as far as it has the right form: anyone may have written it."""
    said = said if isinstance(said, dict) else {}
    return Report(
        _words(said.get("names")),
        tuple(map(_error, _list(said.get("errors"))[:MOST_ERRORS])),
        _words(said.get("stubs")),
        _words(said.get("imports")),
        compiled if isinstance(compiled := said.get("compiled"), str) else "",
        *(_words(said.get(key)) for key in ("globals", "undefined", "called")),
    )


def _list(said: Any) -> list[Any]:
    return said if isinstance(said, list) else []


def _words(said: Any) -> tuple[str, ...]:
    return tuple(clean(word, 100) for word in _list(said)[:MOST_NAMES] if isinstance(word, str))


def _error(said: Any) -> LoadError:
    said = said if isinstance(said, dict) else {}
    kind, message, where = (clean(str(said.get(key, "?"))) for key in ("type", "message", "where"))
    line, column = (said.get(key) for key in ("line", "column"))
    return LoadError(
        kind,
        message,
        where,
        line if isinstance(line, int) else None,
        column if isinstance(column, int) else None,
        plain_facts(said.get("about")),
        _words(said.get("lost")),
    )
