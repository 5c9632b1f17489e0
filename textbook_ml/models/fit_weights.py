"""Find the weights that maximise the objective, or explain why there is no maximum.

flat    positions of the unpenalised weights; position 0 is the intercept
posed   the likelihood of the rows as given, not converted to other units
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, cast
from warnings import warn

from textbook_ml.core.errors import TextbookError, TextbookWarning
from textbook_ml.core.numeric import mean
from textbook_ml.core.tables import Vec
from textbook_ml.learning.objectives.concave import LikelihoodPoint
from textbook_ml.learning.objectives.prior import NormalPrior
from textbook_ml.learning.objectives.scaling import (
    Scaling,
    exact_mean,
    standard_deviations,
    wild_spreads,
)
from textbook_ml.learning.optimisers.optimise import (
    LINE_SEARCHES,
    FitReport,
    Optimiser,
    Watch,
    choose_optimiser,
    optimise,
    require_goal,
)
from textbook_ml.learning.optimisers.steps import Step
from textbook_ml.models.optimiser_progress import watched_in_notebooks
from textbook_ml.models.separability_errors import (
    NEARLY,
    SeparableClasses,
    overlap,
    refuse_separated,
    require_independent,
    require_mistake,
    require_overlap,
)
from textbook_ml.models.training_set import TrainingExamples

# numbers of iterations after which the existence of a maximum is checked
DOUBTFUL = (30, 300, 3000)


# a function from rows to the objective at weights 0
Start = Callable[[Sequence[Vec]], LikelihoodPoint]


@dataclass(frozen=True, slots=True)
class Search:
    """Settings of the optimisation: optimiser, tolerance, iterations, units and callback."""

    optimiser: Optimiser | str | None
    tolerance: float
    max_iterations: int
    standardise: bool
    watch: Watch | None


def best_weights(
    start: Start,
    n_vectors: int,
    examples: TrainingExamples[Any],
    prior: NormalPrior,
    search: Search,
) -> tuple[list[list[float]], FitReport]:
    """Return the weights at the maximum and a report. Raise TextbookError if none exists."""
    require_goal(search.tolerance, search.max_iterations)
    flat = [i for i, lam in enumerate(prior.precision) if not lam]
    require_independent(examples, flat)
    d = len(prior.precision)
    name, optimiser = choose_optimiser(search.optimiser, n_vectors * d)
    scaling = units_of(examples, prior, name, search.standardise)
    table = scaling.standard(examples.rows)
    # Scaling the features causes rounding errors, so proofs use the rows as given.
    posed = partial(start, examples.rows if 0 in flat else table)

    def vectors(w: Sequence[float]) -> list[list[float]]:
        return [scaling.original(w[i : i + d]) for i in range(0, len(w), d)]

    def check_step(step: Step) -> None:
        watch(step)
        here = cast(LikelihoodPoint, step.point)
        if len(flat) == d and here.separates():
            require_mistake(posed(), vectors(step.w), examples, flat)
        if step.iteration in DOUBTFUL:
            refuse_separated(overlap(posed, here, examples, flat), examples, flat)

    # The gradient is proportional to the weights of the examples, and so is the tolerance.
    tolerance = search.tolerance * min(1.0, mean(examples.weights))
    try:
        with watched_in_notebooks(search.watch) as watch:
            steps = optimiser(start(table))
            step, report = optimise(name, steps, tolerance, search.max_iterations, check_step)
    except SeparableClasses:
        raise
    except TextbookError:  # if there is no maximum, raise the error that says so instead
        require_overlap(posed, start(table), examples, flat)
        require_independent(examples, flat, NEARLY)
        raise
    require_overlap(posed, cast(LikelihoodPoint, step.point), examples, flat)
    return vectors(step.w), report


def units_of(
    examples: TrainingExamples[Any], prior: NormalPrior, optimiser: str, standardise: bool
) -> Scaling:
    """Return the units for the optimisation: standardised, as given, or centred at the means.

    Centring changes the intercept only, and avoids rounding errors for a feature with a large
    mean. It is used if the intercept has no prior and the optimiser chooses its own step sizes.
    """
    if standardise:
        return Scaling.of_weighted(examples.rows, examples.weights)
    columns = list(zip(*examples.rows))
    means = tuple(map(exact_mean, columns))
    if words := wild_spreads(standard_deviations(columns, means), examples.features):
        warn(words, TextbookWarning, stacklevel=5)  # the line that called `fit`
    free = optimiser in LINE_SEARCHES and not prior.precision[0]
    return Scaling(means if free else (0.0,) * len(columns), (1.0,) * len(columns))
