"""Exercises: a question, a solution in steps with numbers, and code that checks the solution.

    @exercise(1, "EX-M1", "mitchell-ex1")    decorates the function whose docstring is the
                                             question; it yields the steps of the solution
    @check_of(that_function)                 decorates the function that checks the solution
"""

import pkgutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from importlib import import_module
from inspect import cleandoc

from textbook_ml.core.errors import require
from textbook_ml.study.exercises._listing import docstring, standalone
from textbook_ml.study.exercises._numbers import number_lines, table_lines


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a solution: an explanation, a formula, and the numbers it gives.

    With `columns` the numbers are a table with one row for each name.

    >>> Step("Count.", "2n", {"n = 3": 6}).lines
    ('2n',)
    """

    words: str
    formula: str = ""
    numbers: Mapping[str, object] = field(default_factory=dict)
    columns: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        require(bool(self.words), "a step must have words that explain it, got an empty string")
        for name, row in self.numbers.items() if self.columns else ():
            fits = isinstance(row, Sequence) and len(row) == len(self.columns)
            require(
                fits, f"row {name!r} must have one value for each of {self.columns}, got {row!r}"
            )

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of the formula."""
        return tuple(cleandoc(self.formula).splitlines())

    @property
    def number_lines(self) -> tuple[str, ...]:
        """The lines of the numbers, or of their table."""
        if not self.columns:
            return tuple(number_lines(self.numbers))
        rows = {name: row for name, row in self.numbers.items() if isinstance(row, Sequence)}
        return tuple(table_lines(rows, self.columns))


Solution = Callable[[], Iterator[Step]]
Claims = Callable[[], Mapping[str, bool]]


@dataclass(frozen=True, slots=True)
class Exercise:
    """An exercise of the source texts, with its solution and the check of the solution."""

    number: int
    id: str
    entries: tuple[str, ...]
    solve: Solution
    check: Claims

    @property
    def name(self) -> str:
        """The name on the command line."""
        return f"ex{self.number}"

    @property
    def title(self) -> str:
        """The first line of the docstring."""
        return docstring(self.solve).partition("\n")[0]

    @property
    def question(self) -> str:
        """The rest of the docstring: paragraphs, and indented lines with fixed line breaks."""
        return docstring(self.solve).partition("\n")[2].strip("\n")

    @property
    def code(self) -> str:
        """The source of the check, with everything it needs to run on its own."""
        return standalone(self.check)

    def _repr_html_(self) -> str:
        """The question and the steps as HTML, for notebooks."""
        parts = [f"<h3>{escape(self.title)}</h3><pre>{escape(self.question)}</pre><ol>"]
        for step in self.solve():
            lines = "\n".join([*step.lines, "", *step.number_lines]).strip("\n")
            parts.append(f"<li>{escape(step.words)}<pre>{escape(lines)}</pre></li>")
        return "".join([*parts, "</ol>"])


_solutions: dict[int, tuple[str, tuple[str, ...], Solution]] = {}
_checks: dict[Solution, Claims] = {}


def exercise(number: int, exercise_id: str, *entries: str) -> Callable[[Solution], Solution]:
    """Register a function as the solution of an exercise; the function itself is unchanged."""

    def register(solve: Solution) -> Solution:
        _solutions[number] = exercise_id, entries, solve
        return solve

    return register


def check_of(solve: Solution) -> Callable[[Claims], Claims]:
    """Register a function as the check of a solution; the function itself is unchanged."""

    def register(check: Claims) -> Claims:
        _checks[solve] = check
        return check

    return register


@cache
def exercises() -> Mapping[str, Exercise]:
    """Every exercise by its name on the command line, in order.

    >>> exercises()["ex1"].id, list(exercises())[-1]
    ('EX-M1', 'ex18')
    """
    package = import_module("textbook_ml.study.exercises")
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        import_module(module.name)
    found = [
        Exercise(number, exercise_id, entries, solve, _checks[solve])
        for number, (exercise_id, entries, solve) in sorted(_solutions.items())
    ]
    return {one.name: one for one in found}
