"""Refusals and warnings speak to programmers; at the command line the same remedies are options."""

import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TextIO

from textbook_ml.errors import TextbookWarning

OPTIONS: Mapping[str, str] = {
    "l2=1.0": "--l2 1",
    "standardise=True": "--standardise",
    "(max_iterations)": "(--max-iterations)",
}


def as_options(message: str) -> str:
    """A message with its remedies as they are typed.

    >>> as_options("give a penalty, such as l2=1.0, or more examples")
    'give a penalty, such as --l2 1, or more examples'
    """
    for argument, option in OPTIONS.items():
        message = message.replace(argument, option)
    return message


@contextmanager
def warnings_as_notes(say: Callable[[str], None]) -> Iterator[None]:
    """Say our warnings in one line each; of those that begin alike, as in ten folds, the first.

    >>> with warnings_as_notes(print):
    ...     warnings.warn("look twice: 1", TextbookWarning)
    ...     warnings.warn("look twice: 2", TextbookWarning)
    note: look twice: 1
    """
    said: set[str] = set()
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
            elif beginning not in said:
                said.add(beginning)
                say(f"note: {as_options(str(message))}")

        warnings.simplefilter("always", TextbookWarning)
        warnings.showwarning = show
        yield
