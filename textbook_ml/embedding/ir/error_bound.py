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
from math import expm1, inf, isfinite

from textbook_ml.embedding.ir.numbers import Single, Size, in_sizes
from textbook_ml.embedding.ir.program import Program
from textbook_ml.embedding.ir.program_steps import (
    CategoryTerms,
    JointTable,
    MahalanobisTerm,
    Step,
    Terms,
)

PLATFORM = 16.0  # roundings of a probability: 4 ulps for the exp of the platform, and the quotient


class ErrorBound:
    """The error bound of a program: `roundings` is m, `score(x)` the bound for a row."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.unit = 2.0**-24 if program.number is Single else 2.0**-53
        self.start = [Size(t if isfinite(t) else 0.0) for t in program.start]
        self.steps = list(map(in_sizes, program.steps))
        terms = sum(
            len(step.seen) + 1 if isinstance(step, JointTable) else len(step.columns)
            for step in program.steps
        )
        # An expected score has the roundings of one term, and two more.
        self.roundings = terms + 2 * max(map(_most_roundings, program.steps)) + 4

    def score(self, row: Sequence[object] | str) -> float:
        """Return the bound for the score of any class of a valid row; inf if it overflows."""
        program = self.program
        numbers = program.row_of(row) if isinstance(row, str) else program.numbers(row)
        x = [None if v is None else Size(v) for v in numbers]
        sizes = (
            sum((v for step in self.steps for v in step.terms(k, x)), start)
            for k, start in enumerate(self.start)
        )
        error = self.roundings * self.unit
        return float(error / (1 - error) * max(sizes))

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
