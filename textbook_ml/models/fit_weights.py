"""Finding the best weights, or saying why there are none.

flat    the places of the weights that no prior holds back; the first weight is the intercept
posed   the likelihood of the rows as they came, without the rounding of other units
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
from textbook_ml.learning.objectives.scaling import Scaling, centre, wild_scales
from textbook_ml.learning.optimisers.optimise import (
    FitReport,
    Optimiser,
    Watch,
    chosen,
    optimise,
    require_goal,
)
from textbook_ml.learning.optimisers.steps import Step
from textbook_ml.models.separability_errors import (
    NEARLY,
    Separated,
    overlap,
    refuse_separated,
    require_independent,
    require_mistake,
    require_overlap,
)
from textbook_ml.models.training_set import Examples

DOUBTFUL = (30, 300, 3000)  # iterations: an optimiser that still runs may have no maximum to find
OWN_STEPS = ("newton", "newton-cg", "l-bfgs", "conjugate-gradient")  # none are prescribed


def nothing(step: Step) -> None:
    """What is done with a step when nobody watches."""


Start = Callable[[Sequence[Vec]], LikelihoodPoint]  # where all weights are 0, for these rows


@dataclass(frozen=True, slots=True)
class Search:
    """How to look for the maximum: by which optimiser, how near, how long, and who watches."""

    optimiser: Optimiser | str | None
    tolerance: float
    max_iterations: int
    standardise: bool
    watch: Watch | None


def best_weights(
    start: Start, n_vectors: int, examples: Examples[Any], prior: NormalPrior, search: Search
) -> tuple[list[list[float]], FitReport]:
    """The vectors of weights at the top, and how they were found; without a top, a refusal."""
    require_goal(search.tolerance, search.max_iterations)
    flat = [i for i, lam in enumerate(prior.precision) if not lam]
    require_independent(examples, flat)
    d = len(prior.precision)
    name, optimiser = chosen(search.optimiser, n_vectors * d)
    scaling = units_of(examples, prior, name, search.standardise)
    table = scaling.standard(examples.rows)
    # Other units bring other rounding: what is proved is about the rows as they came.
    posed = partial(start, examples.rows if 0 in flat else table)
    watch = search.watch or nothing

    def vectors(w: Sequence[float]) -> list[list[float]]:
        return [scaling.original(w[i : i + d]) for i in range(0, len(w), d)]

    def look(step: Step) -> None:
        watch(step)
        here = cast(LikelihoodPoint, step.point)
        if len(flat) == d and here.separates():
            require_mistake(posed(), vectors(step.w), examples, flat)
        if step.iteration in DOUBTFUL:
            refuse_separated(overlap(posed, here, examples, flat), examples, flat)

    # The gradient is in proportion to the examples' weights: where those are small, so must it be.
    tolerance = search.tolerance * min(1.0, mean(examples.weights))
    try:
        steps = optimiser(start(table))
        step, report = optimise(name, steps, tolerance, search.max_iterations, look)
    except Separated:
        raise
    except TextbookError:  # if there is no top, that is the better reason
        require_overlap(posed, start(table), examples, flat)
        require_independent(examples, flat, NEARLY)
        raise
    require_overlap(posed, cast(LikelihoodPoint, step.point), examples, flat)
    return vectors(step.w), report


def units_of(
    examples: Examples[Any], prior: NormalPrior, optimiser: str, standardise: bool
) -> Scaling:
    """In which units to optimise: standard ones, those of the data, or distances from the means.

    The last change nothing but the intercept, and keep the digits of a feature far from zero.
    They are taken where no prior is about the intercept, and no rule prescribes the steps.
    """
    if standardise:
        return Scaling.of_weighted(examples.rows, examples.weights)
    warn_of_scales(examples)
    columns = list(zip(*examples.rows))
    free = optimiser in OWN_STEPS and not prior.precision[0]
    return Scaling(
        tuple(map(centre, columns)) if free else (0.0,) * len(columns), (1.0,) * len(columns)
    )


def warn_of_scales(examples: Examples[Any]) -> None:
    """A word on features of wildly different scale, which no penalty treats alike."""
    words = wild_scales(list(zip(*examples.rows)), examples.features)
    if words:
        warn(words, TextbookWarning, stacklevel=5)
