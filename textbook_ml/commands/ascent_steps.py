"""Gradient ascent by equation (26) with all intermediate numbers, for the command `ascent`.

row      the numbers of one example, x₀ = 1 included;   w   the weights, w₀ the intercept
Y        1 for one class, 0 for the other or for all others
η        the step size;   λ   the penalty on every weight, as in the source texts
stage    the state after some number of steps
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from warnings import warn

from textbook_ml.core.errors import (
    TextbookError,
    TextbookWarning,
    did_you_mean,
    quoted,
    quoted_list,
    require,
)
from textbook_ml.core.linalg import mat_vec
from textbook_ml.core.numeric import require_finite
from textbook_ml.core.progress import with_progress
from textbook_ml.core.stable import sigmoid
from textbook_ml.data.csv_file import Sheet
from textbook_ml.data.table import Dataset
from textbook_ml.equations.ascent import penalised_step, require_step, safe_step_size
from textbook_ml.equations.likelihood import (
    penalised_gradient,
    penalised_log_likelihood,
    require_penalty,
    residuals,
)
from textbook_ml.learning.objectives.scaling import (
    Scaling,
    standard_deviations,
    wild_spreads,
)
from textbook_ml.models.catalogue import recipe
from textbook_ml.models.coded_regression import Coding
from textbook_ml.models.recipes import observed_values
from textbook_ml.models.regressions import in_order

FALL = 1e-12  # relative decrease of the objective that counts as rounding


@dataclass(frozen=True, slots=True)
class Problem:
    """Examples as numbers, and the names of the classes and features."""

    data: str
    label: str
    one: str  # the class that is Y = 1
    zero: tuple[str, ...]  # the class or classes that are Y = 0
    names: tuple[str, ...]  # the names of the features
    references: tuple[str, ...]  # values of discrete features for which all indicators are 0
    places: tuple[int, ...]  # the number of each example's row in its file
    rows: list[list[float]]
    labels: list[int]
    standardised: bool

    @classmethod
    def of(cls, sheet: Sheet, table: Dataset, one: str | None, standardise: bool) -> "Problem":
        """Return the table with 0/1 indicators for discrete columns, standardised if asked for."""
        chosen = class_one(table, one)
        coding = Coding.of(table.features, observed_values(table))
        rows = [coding.row(cells) for cells in recipe("logistic").rows(table, sheet.place)]
        require(len(coding.names) > 0, "need a feature with two different values, got none")
        spreads = standard_deviations(list(zip(*rows)))
        if standardise:
            rows = Scaling.of(rows).standard(rows)
        elif words := wild_spreads(spreads, coding.names):
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


def class_one(table: Dataset, given: str | None) -> str:
    """Return the class with Y = 1: the class given, or the second of two classes."""
    classes = in_order(table)
    require(
        len(classes) > 1,
        f"{table.label_name!r} must have at least two classes, got 1 ({classes[0]!r})",
    )
    require(
        given is not None or len(classes) == 2,
        f"equation (26) needs two classes, {table.label_name!r} has {len(classes)}. Fix: name the "
        f"class with Y = 1, so that all others have Y = 0: --positive CLASS, one of "
        f"{quoted_list(classes)}",
    )
    if given is not None and given not in classes:
        suggestion = did_you_mean(given, classes, f"Classes: {quoted_list(classes)}")
        raise TextbookError(
            f"--positive: {table.label_name!r} has no class {quoted(given)}. {suggestion}"
        )
    return given or classes[1]


@dataclass(frozen=True, slots=True)
class Stage:
    """The state after some steps: the weights, the objective and its gradient."""

    w: list[float]
    objective: float
    gradient: list[float]


@dataclass(frozen=True, slots=True)
class Working:
    """The score, probability and error of each example, from which the gradient follows."""

    scores: list[float]
    probabilities: list[float]  # P̂(Y = 1 | x)
    errors: list[float]  # Y − P̂

    @classmethod
    def at(cls, problem: Problem, w: Sequence[float]) -> "Working":
        """Return the numbers of all examples at some weights."""
        scores = mat_vec(problem.rows, w)
        errors = residuals(w, problem.rows, problem.labels)
        return cls(scores, list(map(sigmoid, scores)), errors)


@dataclass(frozen=True, slots=True)
class Ascent:
    """A problem, the constants η and λ, and all stages from W = 0 on."""

    problem: Problem
    eta: float
    lam: float
    safe: float
    stages: list[Stage]

    @classmethod
    def of(cls, problem: Problem, eta: float | None, lam: float, steps: int) -> "Ascent":
        """Return the ascent after all steps; by default, η is the safe step size."""
        require_penalty(lam)
        safe = 1 / (1 / safe_step_size(problem.rows) + lam)
        chosen = safe if eta is None else eta
        require_step(chosen)
        try:
            stages = list(stages_of(problem, chosen, lam, steps))
        except TextbookError:  # a number has overflowed
            raise TextbookError(
                f"the step size η = {chosen:g} is so large that the weights overflow. Fix: use "
                f"--eta {safe:.4g} (1/L) or less, with which the objective never falls"
            ) from None
        return cls(problem, chosen, lam, safe, stages)

    @property
    def falls(self) -> list[int]:
        """The steps after which the objective was lower than before."""
        objectives = [stage.objective for stage in self.stages]
        pairs = enumerate(pairwise(objectives), start=1)
        return [step for step, (before, after) in pairs if after < before - FALL * abs(before)]


def stages_of(problem: Problem, eta: float, lam: float, steps: int) -> Iterator[Stage]:
    """Yield the first stage, and one after each step."""
    rows, labels = problem.rows, problem.labels
    w = [0.0] * len(rows[0])
    yield stage_at(problem, w, lam)
    for _ in with_progress(range(steps), "steps"):
        w = penalised_step(w, rows, labels, eta, lam)
        yield stage_at(problem, w, lam)


def stage_at(problem: Problem, w: list[float], lam: float) -> Stage:
    """Return the stage at some weights: the objective and its gradient."""
    rows, labels = problem.rows, problem.labels
    objective = penalised_log_likelihood(w, rows, labels, lam)
    require_finite([objective], "the objective")
    return Stage(w, objective, penalised_gradient(w, rows, labels, lam))
