"""Gradient ascent by equation (26), every number of it kept: what `ascent` shows and draws.

    row      the numbers of one example, x₀ = 1 among them;   w   the weights, w₀ the intercept
    Y        1 for one class, 0 for the other, or for all others
    η        the step size;   λ   the penalty, on every weight as in the texts
    stage    where the ascent is after some steps
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from warnings import warn

from textbook_ml.data.csv_file import Sheet
from textbook_ml.data.table import Dataset
from textbook_ml.equations.ascent import penalised_step, require_step, safe_step_size
from textbook_ml.equations.likelihood import (
    penalised_gradient,
    penalised_log_likelihood,
    require_penalty,
    residuals,
)
from textbook_ml.errors import TextbookError, TextbookWarning, require
from textbook_ml.linalg import mat_vec
from textbook_ml.models.catalogue import recipe
from textbook_ml.models.coded_regression import Coding
from textbook_ml.models.recipes import seen
from textbook_ml.models.regressions import in_order
from textbook_ml.numeric import require_finite
from textbook_ml.objectives.scaling import Scaling, wild_scales
from textbook_ml.progress import told
from textbook_ml.stable import sigmoid

FALL = 1e-12  # of an objective: a loss below this is rounding


@dataclass(frozen=True, slots=True)
class Problem:
    """Examples as numbers, and what the two sides are called."""

    data: str
    label: str
    one: str  # the class that is Y = 1
    zero: tuple[str, ...]  # the class or classes that are Y = 0
    names: tuple[str, ...]  # of the features
    references: tuple[str, ...]  # values of discrete features for which all indicators are 0
    places: tuple[int, ...]  # the number of each example's row in its file
    rows: list[list[float]]
    labels: list[int]
    standardised: bool

    @classmethod
    def of(cls, sheet: Sheet, table: Dataset, one: str | None, standardise: bool) -> "Problem":
        """The table with its discrete columns as ones and zeros, in standard units if asked for."""
        chosen = class_one(table, one)
        coding = Coding.of(table.features, seen(table))
        rows = [coding.row(cells) for cells in recipe("logistic").rows(table, sheet.place)]
        require(len(coding.names) > 0, "every feature has one value only: nothing can be learned")
        if standardise:
            rows = Scaling.of(rows).standard(rows)
        elif words := wild_scales(list(zip(*rows)), coding.names):
            warn(words, TextbookWarning, stacklevel=2)
        return cls(
            sheet.name,
            table.label_name,
            chosen,
            tuple(y for y in table.classes if y != chosen),
            coding.names,
            coding.references,
            tuple(number for number, _ in sheet.rows),
            [[1.0, *row] for row in rows],
            [int(y == chosen) for y in table.labels],
            standardise,
        )


def class_one(table: Dataset, wish: str | None) -> str:
    """The class that is Y = 1: as wished, or the second of two."""
    classes = in_order(table)
    known = ", ".join(classes)
    require(
        len(classes) > 1,
        f"{table.label_name!r} is always {classes[0]!r}, and there is nothing to tell it from",
    )
    require(
        wish is not None or len(classes) == 2,
        f"{table.label_name!r} has {len(classes)} classes, and equation (26) tells two apart: say "
        f"which one is Y = 1, and the others are 0: --positive CLASS, one of {known}",
    )
    require(
        wish is None or wish in classes,
        f"--positive {wish}: {table.label_name!r} has no such class: there are {known}",
    )
    return wish or classes[1]


@dataclass(frozen=True, slots=True)
class Stage:
    """Where the ascent is: the weights, how high that is, and how steep."""

    w: list[float]
    objective: float
    gradient: list[float]


@dataclass(frozen=True, slots=True)
class Working:
    """What is worked out of each example on the way to one gradient."""

    scores: list[float]
    shares: list[float]  # P̂(Y = 1 | x)
    errors: list[float]  # Y − P̂

    @classmethod
    def at(cls, problem: Problem, w: Sequence[float]) -> "Working":
        """Of all examples, at some weights."""
        scores = mat_vec(problem.rows, w)
        errors = residuals(w, problem.rows, problem.labels)
        return cls(scores, list(map(sigmoid, scores)), errors)


@dataclass(frozen=True, slots=True)
class Ascent:
    """A problem, the rule's two constants, and all stages from W = 0 on."""

    problem: Problem
    eta: float
    lam: float
    safe: float
    stages: list[Stage]

    @classmethod
    def of(cls, problem: Problem, eta: float | None, lam: float, steps: int) -> "Ascent":
        """Climb; without an η, the safe one is taken."""
        require_penalty(lam)
        safe = 1 / (1 / safe_step_size(problem.rows) + lam)
        chosen = safe if eta is None else eta
        require_step(chosen)
        try:
            stages = list(climbed(problem, chosen, lam, steps))
        except TextbookError:  # some number has left the floats
            raise TextbookError(
                f"η = {chosen:g} is so long a step that the weights leave the floats: take "
                f"1/L = {safe:.4g} or less, and the objective never falls"
            ) from None
        return cls(problem, chosen, lam, safe, stages)

    @property
    def falls(self) -> list[int]:
        """The steps after which the objective was lower than before."""
        heights = [stage.objective for stage in self.stages]
        pairs = enumerate(pairwise(heights), start=1)
        return [step for step, (before, after) in pairs if after < before - FALL * abs(before)]


def climbed(problem: Problem, eta: float, lam: float, steps: int) -> Iterator[Stage]:
    """The stages, one after each step."""
    rows, labels = problem.rows, problem.labels
    w = [0.0] * len(rows[0])
    yield stage_at(problem, w, lam)
    for _ in told(range(steps), "steps"):
        w = penalised_step(w, rows, labels, eta, lam)
        yield stage_at(problem, w, lam)


def stage_at(problem: Problem, w: list[float], lam: float) -> Stage:
    """What is maximised, and its gradient."""
    rows, labels = problem.rows, problem.labels
    height = penalised_log_likelihood(w, rows, labels, lam)
    require_finite([height], "the objective")
    return Stage(w, height, penalised_gradient(w, rows, labels, lam))
