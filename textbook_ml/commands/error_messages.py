"""Errors and warnings for the command line: keyword arguments become options."""

import re
import warnings
from ast import literal_eval
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from shlex import quote
from typing import TextIO

from textbook_ml.core.errors import DataWarning, TextbookWarning

OPTIONS: Mapping[str, str] = {
    "l2=1.0": "--l2 1",
    "floor=1e-9": "--floor 1e-9",
    "penalise_intercept needs": "--penalise-intercept needs",
    "standardise=True": "--standardise",
    "(max_iterations)": "(--max-iterations)",
    ": kinds: there is no": ": --kind: there is no",
    ": drop: ": ": --drop: ",
    "header=False": "--no-header",
    "header=True": "--header",
    "quotes=False": "--no-quotes",
    "decimal=','": "--decimal ,",
    "N = 1. Fix: use (14)": "N = 1. Fix: add examples of the class, remove it, or use a model "
    "with one variance for all classes, such as gaussian-nb-tied",
    "use one covariance for all classes": "use --model gda",
    "or declare it discrete": "or declare it: --kind FEATURE=discrete ('*=discrete' for all)",
    "Fix: use l > 0": "Fix: use --strength 1",
    "or leave eta out": "or omit --eta",
    "max_iterations must": "--max-iterations must",
    "the penalty λ must": "--l2 must",
    "the tolerance must": "--tolerance must",
    "the optimiser must": "--optimiser must",
}
_KINDS = re.compile(r"kinds=\{(.+?): '(discrete|continuous|text)'\}")
_LISTS = re.compile(r"(drop|missing)=(\[.+?\])(?=$|[\s.,:;)])")
_STRINGS = re.compile(r"(delimiter|encoding|label)=('[^']+')")


def as_options(message: str) -> str:
    """Return a message with options instead of keyword arguments.

    >>> as_options("Fix: add a penalty, such as l2=1.0, or more examples")
    'Fix: add a penalty, such as --l2 1, or more examples'
    >>> as_options("Fix: declare the column: kinds={'size': 'discrete'}")
    'Fix: declare the column: --kind size=discrete'
    """
    for argument, option in OPTIONS.items():
        message = message.replace(argument, option)
    message = _LISTS.sub(_as_list_option, message)
    message = _STRINGS.sub(lambda match: f"--{match[1]} {quote(literal_eval(match[2]))}", message)
    return _KINDS.sub(_as_kind_option, message)


def _as_list_option(match: re.Match[str]) -> str:
    """Return the options for a list, such as --drop A --drop=-B; a shortened list is not changed.

    A word that begins with a dash needs the equals sign; otherwise it would be read as an option.
    """
    try:
        words = literal_eval(match[2])
    except (ValueError, SyntaxError):
        return match[0]
    dashed = [len(word) > 1 and word.startswith("-") for word in words]
    signs = ["=" if is_dashed else " " for is_dashed in dashed]
    return " ".join(f"--{match[1]}{sign}{quote(word)}" for sign, word in zip(signs, words))


def _as_kind_option(match: re.Match[str]) -> str:
    """Return --kind NAME=KIND; if the message has shortened the name, NAME is FEATURE."""
    name, kind = match.groups()
    try:
        feature = str(literal_eval(name))
    except (ValueError, SyntaxError):
        feature = "FEATURE"
    return f"--kind {quote(f'{feature}={kind}')}"


@contextmanager
def warnings_as_notes(say: Callable[[str], None]) -> Iterator[None]:
    """Show each TextbookWarning in one line; show only the first of warnings that begin alike.

    All different notes on a table are shown.

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
            whole = issubclass(category, DataWarning)
            beginning = str(message) if whole else str(message).partition(":")[0]
            if not issubclass(category, TextbookWarning):
                show_others(message, category, filename, lineno, file, line)
            elif beginning not in shown:
                shown.add(beginning)
                say(f"note: {as_options(str(message))}")

        warnings.simplefilter("always", TextbookWarning)
        warnings.showwarning = show
        yield
