"""Driving a climb to the top, and saying why it stopped.

    tolerance   the largest component that the gradient may still have at the top
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from math import dist, hypot, inf
from typing import Any

from textbook_ml.errors import TextbookError, require
from textbook_ml.optimisers.conjugate_gradient import conjugate_gradient
from textbook_ml.optimisers.gradient_ascent import (
    accelerated_ascent,
    gradient_ascent,
    stochastic_ascent,
)
from textbook_ml.optimisers.newton import newton, newton_cg
from textbook_ml.optimisers.outcome import Climb
from textbook_ml.optimisers.quasi_newton import lbfgs
from textbook_ml.optimisers.steps import Step

__all__ = ["OPTIMISERS", "Climb", "climb"]

Optimiser = Callable[[Any], Iterator[Step]]  # from the point where it starts
Watch = Callable[[Step], None]

OPTIMISERS: Mapping[str, Optimiser] = {
    "newton": newton,
    "newton-cg": newton_cg,
    "l-bfgs": lbfgs,
    "conjugate-gradient": conjugate_gradient,
    "gradient-ascent": gradient_ascent,
    "accelerated": accelerated_ascent,
    "stochastic": stochastic_ascent,
}

SETTLED = 1e-6  # of the weights: a step that moves them less is the last
ROUNDING = 1e-9  # of an objective: a loss below this is no fall
MATRIX_UP_TO = 150  # weights: beyond, Newton's matrix costs more than it saves


def chosen(optimiser: Optimiser | str | None, n_weights: int) -> tuple[str, Optimiser]:
    """The optimiser with its name; without a wish, Newton's method while its matrix is small.

    >>> chosen(None, 30)[0], chosen(None, 3000)[0], chosen("newton-cg", 30)[0]
    ('newton', 'l-bfgs', 'newton-cg')
    """
    if optimiser is None:
        optimiser = "newton" if n_weights <= MATRIX_UP_TO else "l-bfgs"
    if isinstance(optimiser, str):
        require(
            optimiser in OPTIMISERS,
            f"there is no optimiser {optimiser!r}: give one of {', '.join(OPTIMISERS)}",
        )
        return optimiser, OPTIMISERS[optimiser]
    function = optimiser.func if isinstance(optimiser, partial) else optimiser
    require(callable(function), f"the optimiser is {optimiser!r}: give a function or a name")
    named = [name for name, known in OPTIMISERS.items() if known is function]
    return named[0] if named else getattr(function, "__name__", "optimiser"), optimiser


def climb(
    name: str, steps: Iterator[Step], tolerance: float, max_iterations: int, watch: Watch
) -> tuple[Step, Climb]:
    """The top, or an error that says what became of the climb; `watch` sees every step.

    A little more is climbed at the end: near the top it costs little, and Newton's last step
    doubles the number of right digits.
    """
    require_goal(tolerance, max_iterations)
    ground = inf
    for step in steps:
        watch(step)
        ground = min(ground, step.objective) if step.iteration == 0 else ground
        _require_height(name, step, ground)
        slack = step.point.slack(tolerance)
        if all(abs(g) <= room for g, room in zip(step.point.gradient, slack)):
            flat = step.gradient_norm <= tolerance
            why = f"the gradient is at most {tolerance:g}" if flat else "the gradient is rounding"
            last = polished(step, steps, watch)
            return last, Climb(name, last.iteration, last.objective, last.gradient_norm, why)
        if step.iteration >= max_iterations:
            break
    raise TextbookError(
        f"{name} has not reached the top after {step.iteration} iterations: the gradient is still "
        f"{step.gradient_norm:.3g}, and {tolerance:g} was asked for; allow more iterations "
        "(max_iterations), standardise the features, or use newton"
    )


def require_goal(tolerance: float, max_iterations: int) -> None:
    """Refuse a goal that no climb can have."""
    require(0 < tolerance < inf, f"the tolerance is {tolerance}: give one above 0")
    require(max_iterations > 0, f"{max_iterations} iterations were asked for: give at least 1")


def polished(step: Step, steps: Iterator[Step], watch: Watch) -> Step:
    """The best of what follows, as long as the weights still move and the gradient halves.

    Where a tiny penalty holds nearly separable classes, the gradient is small long before the
    top; elsewhere one more step is all.
    """
    for after in steps:
        watch(after)
        if after.gradient_norm >= step.gradient_norm:
            break
        halved = 2 * after.gradient_norm <= step.gradient_norm
        moved = dist(after.w, step.w) > SETTLED * hypot(*after.w)
        step = after
        if not (halved and moved):
            break
    return step


def _require_height(name: str, step: Step, ground: float) -> None:
    """Refuse a climb that has come out below where it began."""
    height = step.objective
    if height < ground - ROUNDING * abs(ground):
        raise TextbookError(
            f"{name} diverges: after iteration {step.iteration} the objective is {height:.6g}, "
            f"below the {ground:.6g} of the start; the step size of {step.step_size:.3g} is too "
            f"long, and 1/L = {1 / step.point.steepness:.3g} never is"
        )
