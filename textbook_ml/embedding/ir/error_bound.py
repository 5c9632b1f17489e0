"""A bound on the rounding error of a score that is computed by a plain loop, in any order.

A score is a polynomial in the cells of a row and the entries of the tables. If each of its products
passes through at most m roundings, then the error is at most

    m u / (1 − m u) · S

where S is the same polynomial with the size of every number and a plus for every minus, and u is
2^-53 for doubles and 2^-24 for floats. The bound also holds if a compiler fuses a product and a
sum, which omits a rounding, or changes the order of a sum.
"""

import ast
from collections.abc import Sequence
from functools import cache
from math import expm1, inf, isfinite
from types import CodeType

from textbook_ml.embedding.ir.program import Program
from textbook_ml.embedding.ir.program_steps import (
    CategoryTerms,
    JointTable,
    MahalanobisTerm,
    Matrix,
    Numbers,
    Step,
    Terms,
)

UNITS = {float: 2.0**-53}
SINGLE_UNIT = 2.0**-24
PLATFORM = 16.0  # roundings of a probability: 4 ulps for the exp of the platform, and the quotient


class ErrorBound:
    """The error bound of a program: `roundings` is m, `score(x)` the bound for a row."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.unit = UNITS.get(program.number, SINGLE_UNIT)
        self.parts = [(step, _largest_entries(step)) for step in program.steps]
        terms = sum(
            len(step.seen) + 1 if isinstance(step, JointTable) else len(step.columns)
            for step in program.steps
        )
        # An expected score has the roundings of one term, and two more.
        self.roundings = terms + 2 * max(map(_most_roundings, program.steps)) + 4

    def score(self, row: Sequence[object] | str) -> float:
        """Return the bound for the score of any class of a valid row; inf if it overflows."""
        program = self.program
        x: Numbers = program.row_of(row) if isinstance(row, str) else program.numbers(row)
        start = max((abs(v) for v in program.start if isfinite(v)), default=0.0)
        total = start + sum(_largest_sum(step, tables, x) for step, tables in self.parts)
        error = self.roundings * self.unit
        return float(error / (1 - error) * total)

    def probability(self, score_error: float, largest: float) -> float:
        """Return the bound for a probability; `largest` is the highest score.

        Each difference of two scores has at most twice the error of a score, so a quotient of two
        sums of exponentials changes by a factor of at most exp(4 · error).
        """
        if self.program.scores == "shares":
            relative = 4 * score_error / largest if largest > 0 else inf
        else:
            relative = expm1(min(4 * score_error, 1.0))
        return min(1.0, relative + PLATFORM * self.unit * len(self.program.classes))


def _largest_entries(step: Step) -> dict[str, list[float]]:
    """Return the largest size of each table entry in any class."""

    def sizes(table: Matrix) -> list[float]:
        finite = [[abs(float(v)) if isfinite(v) else 0.0 for v in row] for row in table]
        return list(map(max, *finite)) if len(finite) > 1 else finite[0]

    match step:
        case Terms():
            return {name: sizes(table) for name, table in step.tables.items()}
        case CategoryTerms():
            return {"GAINS": sizes(step.gains)}
        case MahalanobisTerm():
            return {
                "MEANS": sizes(step.means),
                "LOWER": sizes(step.lower),
                "NARROW": sizes(step.narrow),
            }
        case JointTable():
            return {"SHARES": sizes(step.shares), "UNSEEN": [max(map(float, step.unseen))]}


def _most_roundings(step: Step) -> int:
    """Return the largest number of roundings of a product within one term."""
    match step:
        case Terms():
            return sum(isinstance(n, ast.BinOp) for n in ast.walk(ast.parse(step.line.text)))
        case CategoryTerms():
            return 0
        case MahalanobisTerm():
            # z_i has those of z_(i-1), its product, and one for each of the i + 1 differences.
            n = len(step.columns)
            return 2 * sum(i + 2 for i in range(n)) + 2
        case JointTable():
            return len(step.columns) + len(step.seen) + 1


@cache
def _line_of_sizes(text: str) -> CodeType:
    """Return the expression of a term with a plus for every minus."""
    return compile(text.replace("-", "+"), "<term>", "eval")


def _largest_sum(step: Step, tables: dict[str, list[float]], x: Numbers) -> float:
    """Return the sum of the sizes of all terms, at most, in any class."""
    values = [x[column] for column in step.columns]
    match step:
        case Terms():
            code = _line_of_sizes(step.line.text)
            total = 0.0
            for v, *entries in zip(values, *(tables[name] for name in step.line.tables)):
                if v is not None and not (step.skips_zero and v == 0):
                    names = dict(zip(step.line.tables, entries), v=abs(float(v)))
                    total += eval(code, {"__builtins__": {"abs": abs}}, names)
            return total
        case CategoryTerms():
            firsts = zip(values, step.firsts)
            return sum(tables["GAINS"][f + int(v)] for v, f in firsts if v is not None)
        case MahalanobisTerm():
            return _largest_whitened_sum(tables, [abs(float(v)) for v in values if v is not None])
        case JointTable():
            left = 1.0
            for v, size in zip(values, step.sizes):
                left *= size if v is None else 1
            return sum(tables["SHARES"]) + tables["UNSEEN"][0] * (left + len(step.seen))


def _largest_whitened_sum(tables: dict[str, list[float]], values: Sequence[float]) -> float:
    """Return the sum of the terms of a triangular system, with the size of every number."""
    z: list[float] = []
    total, at = 0.0, 0
    for i, v in enumerate(values):
        d = v + tables["MEANS"][i]
        for z_j in z:
            d += tables["LOWER"][at] * z_j
            at += 1
        z.append(d)
        total += d * d * tables["NARROW"][i]
    return total
