"""Complete algorithms in `read`: a list of all, and the code of one with the table it prints."""

from collections.abc import Iterator
from typing import Any

from textbook_ml.algorithms import CHAPTER
from textbook_ml.core.console import Heading, padded
from textbook_ml.reading.code_layout import fit_code
from textbook_ml.sources.docstrings import module_source, module_summary, page

PACKAGE = "textbook_ml.algorithms"


def find_algorithm(query: str) -> str | None:
    """Return the module of an algorithm, by its short or its dotted name.

    >>> find_algorithm("gaussian_naive_bayes")
    'textbook_ml.algorithms.gaussian_naive_bayes'
    >>> find_algorithm("bayes_rule")
    """
    modules = {name: f"{PACKAGE}.{name}" for name, *_ in CHAPTER}
    short = query.strip().lower().removeprefix(f"{PACKAGE}.").replace(" ", "_").replace("-", "_")
    return modules.get(short)


def printed_table(module: str) -> list[str]:
    """Return the lines that an algorithm prints when it is run; a doctest checks them.

    >>> printed_table("textbook_ml.algorithms.gaussian_naive_bayes")[4]
    'weight   height   P(cat | x)   P(dog | x)   decision'
    """
    lines = page(f"{module}.main").example[1:]
    return ["" if line == "<BLANKLINE>" else line for line in lines]


def algorithms_screen() -> Iterator[str]:
    """List the algorithms, with their equations."""
    yield Heading("Whole algorithms, each on one page")
    yield "`read gaussian_naive_bayes` shows a file and its output;"
    yield f"`python3 -m {PACKAGE}.gaussian_naive_bayes` runs it."
    yield ""
    for name, where, what in CHAPTER:
        yield f"  {padded(name, 36)}{what}; {where}"


def algorithm_screen(module: str) -> Iterator[str]:
    """Show the whole file, then the table that it prints."""
    yield Heading(module)
    yield from fit_code(module_source(module))
    yield from ("", f"$ python3 -m {module}")
    yield from printed_table(module)


def algorithm_data(module: str) -> dict[str, Any]:
    """Return an algorithm, with its code and its printed table, as plain data."""
    return {
        "module": module,
        "title": module_summary(module),
        "source": module_source(module),
        "output": printed_table(module),
    }


def algorithms_data() -> list[dict[str, Any]]:
    """Return all algorithms as plain data."""
    return [algorithm_data(f"{PACKAGE}.{name}") for name, *_ in CHAPTER]
