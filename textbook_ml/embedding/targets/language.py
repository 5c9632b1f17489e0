"""The steps of a plan in the words of a language.

template   a step as the language writes it; $names in it are filled in here
x, t       the row as numbers, and the score of class k, in every language
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from string import Template
from typing import Any

from textbook_ml.embedding.checks.test_rows import Case
from textbook_ml.embedding.ir.program import Plan
from textbook_ml.embedding.ir.steps import (
    Lookups,
    Step,
    Terms,
    Whitened,
    WholeRows,
    columns_name,
    tables_of,
    whole_numbers_of,
)

CHUNK = 40  # literals of one list: MicroPython keeps them all on its stack

_TABLE = re.compile(r"\b[A-Z][A-Z_]+\b")


@dataclass(frozen=True, slots=True)
class Export:
    """A plan with its check rows, and what is written above it."""

    plan: Plan
    checks: Sequence[Case]
    about: Sequence[str]
    exact: bool
    prefix: str = "model"  # of the names in C


@dataclass(frozen=True, slots=True)
class Language:
    """How a language writes each step."""

    terms: str
    lookups: str
    whitened: str
    whole_rows: str
    and_not_zero: str
    absolute: str  # the function |v|
    table: Callable[[str], str]  # how a table is called


def brings_exp(export: Export) -> bool:
    """Whether the portable exp is in the file."""
    return export.exact and export.plan.scores == "logs"


def steps_in(language: Language, plan: Plan) -> str:
    """All steps of a plan, one after the other."""
    return "".join(_step(language, step, len(plan.columns)) for step in plan.steps)


def _step(language: Language, step: Step, width: int) -> str:
    everything = step.columns == tuple(range(width))
    names = {
        name: language.table(name)
        for name in [*tables_of([step]), *whole_numbers_of([step], width)]
    }
    column = "i" if everything else f"{names[columns_name(step)]}[i]"
    words: dict[str, Any] = {**names, "n": len(step.columns), "column": column}
    match step:
        case Terms():
            line = step.line.text.replace("abs(", f"{language.absolute}(")
            words["expression"] = _TABLE.sub(lambda m: f"{names[m[0]]}[k][i]", line)
            words["and_not_zero"] = language.and_not_zero if step.skips_zero else ""
            return Template(language.terms).substitute(words)
        case Lookups():
            return Template(language.lookups).substitute(words)
        case Whitened():
            words["m"] = 0 if step.shared else "k"
            return Template(language.whitened).substitute(words)
        case WholeRows():
            words["n_seen"] = len(step.seen)
            return Template(language.whole_rows).substitute(words)


def chunks(items: Sequence[str]) -> list[str]:
    """Items with commas between them, forty to a line.

    >>> chunks(["1", "2"])
    ['1, 2']
    """
    return [", ".join(items[at : at + CHUNK]) for at in range(0, len(items), CHUNK)]


def kinds_of(plan: Plan) -> str:
    """A letter for each column: number, count or value."""
    return "".join(column.kind[0] for column in plan.columns)


def everything(plan: Plan) -> list[object]:
    """What the fingerprint is taken of, in order."""
    return [
        plan.classes,
        [column.name for column in plan.columns],
        kinds_of(plan),
        [column.values for column in plan.columns],
        plan.start,
        plan.tie,
        *tables_of(plan.steps).values(),
        *whole_numbers_of(plan.steps, len(plan.columns)).values(),
    ]
