"""Errors and warnings for the command line: keyword arguments become options."""

import re
import warnings
from ast import literal_eval
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from shlex import quote
from typing import TextIO

from textbook_ml.core.errors import TextbookWarning

OPTIONS: Mapping[str, str] = {
    "l2=1.0": "--l2 1",
    "with floor=": "with --floor",
    "or set floor=": "or set --floor",
    "standardise=True": "--standardise",
    "(max_iterations)": "(--max-iterations)",
    ": kinds: there is no": ": --kind: there is no",
}
_KINDS = re.compile(r"kinds=\{(.+?): '(discrete|continuous|text)'\}")


def as_options(message: str) -> str:
    """Return a message with options instead of keyword arguments.

    >>> as_options("Fix: add a penalty, such as l2=1.0, or more examples")
    'Fix: add a penalty, such as --l2 1, or more examples'
    >>> as_options("Fix: declare the column: kinds={'size': 'discrete'}")
    'Fix: declare the column: --kind size=discrete'
    """
    for argument, option in OPTIONS.items():
        message = message.replace(argument, option)
    return _KINDS.sub(_as_kind_option, message)


def _as_kind_option(match: re.Match[str]) -> str:
    """Return --kind FEATURE=KIND; a name that the message has shortened is left to the reader."""
    name, kind = match.groups()
    try:
        feature = str(literal_eval(name))
    except (ValueError, SyntaxError):
        feature = "FEATURE"
    return f"--kind {quote(f'{feature}={kind}')}"


@contextmanager
def warnings_as_notes(say: Callable[[str], None]) -> Iterator[None]:
    """Show each TextbookWarning in one line; of those that begin alike, only the first.

    >>> with warnings_as_notes(print):
    ...     warnings.warn("not converged: fold 1", TextbookWarning)
    ...     warnings.warn("not converged: fold 2", TextbookWarning)
    note: not converged: fold 1
    """
    shown: set[str] = set()
    with warnings.catch_warnings():
        show_others = warnings.showwarning

        def show(
            message: Warning | str,
            category: type[Warning],
            filename: str,
            lineno: int,
            file: TextIO | None = None,
            line: str | None = None,
        ) -> None:
            beginning = str(message).partition(":")[0]
            if not issubclass(category, TextbookWarning):
                show_others(message, category, filename, lineno, file, line)
            elif beginning not in shown:
                shown.add(beginning)
                say(f"note: {as_options(str(message))}")

        warnings.simplefilter("always", TextbookWarning)
        warnings.showwarning = show
        yield
