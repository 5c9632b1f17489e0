"""The common part of all target languages: templates, and the steps of a program.

template   source code in which `@name@` is replaced by a value, and `@name ? a : b@` by a or b.
           The lines between `@if name` and `@else` or `@end` are kept only if the value is true,
           and those after `@else` only if it is false.
x, t, e    the row as numbers, and the score of class k in two floats, in every language
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from textbook_ml.embedding.checks.test_rows import CheckRow
from textbook_ml.embedding.ir.digest import BASIS, PRIME
from textbook_ml.embedding.ir.numbers import Single
from textbook_ml.embedding.ir.program import Program
from textbook_ml.embedding.ir.program_steps import (
    CategoryTerms,
    JointTable,
    MahalanobisTerm,
    Step,
    Terms,
    columns_name,
    float_tables,
    int_tables,
)

CHUNK = 40  # number of literals in one list: MicroPython keeps all of them on its stack

_PLACEHOLDER = re.compile(r"@(?P<name>\w+)(?: \? (?P<yes>.*?) : (?P<no>.*?))?@")


@dataclass(frozen=True, slots=True)
class Export:
    """A program with its check cases and the comment at the top of the file."""

    program: Program
    checks: Sequence[CheckRow]
    header: Sequence[str]
    exact: bool
    prefix: str = "model"  # prefix of the names in C
    fast: bool = False  # plain sums: scores within the tolerance of each case

    @property
    def exact_probabilities(self) -> bool:
        """Whether probabilities have the same bits on every platform."""
        return self.exact or self.program.scores == "shares"

    def values(self) -> dict[str, object]:
        """Return the values that the templates of all languages use."""
        program = self.program
        logs = program.scores == "logs"
        return {
            "model": program.model,
            "single": program.number is Single,
            "fast": self.fast,
            "n": len(program.columns),
            "classes": len(program.classes),
            "n_checks": len(self.checks),
            "basis": BASIS,
            "prime": PRIME,
            "logs": logs,
            "joint": program.scores == "shares",
            "probabilities": program.scores != "order",
            "exact_probabilities": self.exact_probabilities,
            "own_exp": logs and self.exact,
            "platform_exp": logs and not self.exact,
            "complete_rows": program.whole,
            "text": program.text != "",
            "counts": program.text == "counts",
            "row_content": "how often each word of the vocabulary occurs"
            if program.text == "counts"
            else "1 for each word of the vocabulary that occurs, 0 for the others",
        }


@dataclass(frozen=True, slots=True)
class Language:
    """The template of each kind of step in a language; `ADD(v);` adds v to the score."""

    terms: str
    lookups: str
    whitened: str
    joint_table: str
    absolute: str  # name of the function |v|
    add: str  # the code of ADD(@v@); with the rounding error in e
    add_fast: str  # the code without the rounding error
    table: Callable[[str], str] = str  # the name of a table in this language


def render(template: str, values: Mapping[str, object]) -> str:
    r"""Fill in a template.

    >>> render("a @x@\n@if y\nb\n@end\n@y ? c : d@\n", {"x": 1, "y": False})
    'a 1\nd\n'
    """

    def choose(found: re.Match[str]) -> str:
        value = values[found["name"]]
        return str(value) if found["yes"] is None else found["yes" if value else "no"]

    lines, kept = [], [True]
    for line in template.splitlines(keepends=True):
        match line.split():
            case ["@if", name]:
                kept.append(kept[-1] and bool(values[name]))
            case ["@else"]:
                kept[-1] = kept[-2] and not kept[-1]
            case ["@end"]:
                kept.pop()
            case _ if kept[-1]:
                lines.append(line)
    return _PLACEHOLDER.sub(choose, "".join(lines))


def render_steps(language: Language, export: Export) -> str:
    """Return the code of all steps of a program."""
    program = export.program
    code = "".join(_render_step(language, step, program) for step in program.steps)
    add = language.add_fast if export.fast else language.add

    def added(found: re.Match[str]) -> str:
        lines = add.replace("@v@", found["v"]).splitlines()
        margin = f"\n{found['margin']}"
        return found["margin"] + found["before"] + margin.join(lines)

    return re.sub(r"(?m)^(?P<margin> *)(?P<before>.*)\bADD\((?P<v>.*)\);$", added, code)


def _render_step(language: Language, step: Step, program: Program) -> str:
    tables = [*float_tables([step]), *int_tables([step], len(program.columns))]
    values: dict[str, object] = {name: language.table(name) for name in tables}
    column = f"{values[columns_name(step)]}[0][i]" if columns_name(step) in tables else "i"
    values |= {"n": len(step.columns), "column": column}
    match step:
        case Terms():
            line = step.line.text.replace("abs(", f"{language.absolute}(")
            values["expression"] = re.sub(
                r"\b[A-Z][A-Z_]+\b", lambda name: f"{values[name[0]]}[k][i]", line
            )
            values["skips_zero"] = step.skips_zero
            values["may_skip"] = step.skips_zero or not program.whole
            return render(language.terms, values)
        case CategoryTerms():
            return render(language.lookups, values)
        case MahalanobisTerm():
            return render(language.whitened, values)
        case JointTable():
            return render(language.joint_table, {**values, "n_seen": len(step.seen)})


def chunks(items: Sequence[str]) -> list[str]:
    """Join items by commas, at most 40 in each line.

    >>> chunks(["1", "2"])
    ['1, 2']
    """
    return [", ".join(items[at : at + CHUNK]) for at in range(0, len(items), CHUNK)]
