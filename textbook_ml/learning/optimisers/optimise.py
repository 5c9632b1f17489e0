"""Run an optimiser until it converges, and report why it stopped.

tolerance   the largest component that the gradient may have at the maximum
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from math import dist, hypot, inf
from typing import Any

from textbook_ml.core.errors import TextbookError, did_you_mean, require
from textbook_ml.learning.optimisers.conjugate_gradient import conjugate_gradient
from textbook_ml.learning.optimisers.fit_report import FitReport
from textbook_ml.learning.optimisers.gradient_ascent import (
    accelerated_ascent,
    gradient_ascent,
    stochastic_ascent,
)
from textbook_ml.learning.optimisers.newton import newton, newton_cg
from textbook_ml.learning.optimisers.quasi_newton import lbfgs
from textbook_ml.learning.optimisers.steps import Step

__all__ = ["OPTIMISERS", "FitReport", "optimise"]

Optimiser = Callable[[Any], Iterator[Step]]  # the argument is the starting point
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

# These optimisers choose their own step sizes, with which the objective does not decrease.
LINE_SEARCHES = ("newton", "newton-cg", "l-bfgs", "conjugate-gradient")
CONVERGED = 1e-6  # stop after a step that changes the weights by less than this fraction
ROUNDING = 1e-9  # a smaller relative decrease of the objective may be a rounding error
MOST_NEWTON_WEIGHTS = 150  # with more weights, Newton's matrix costs more time than it saves


def choose_optimiser(optimiser: Optimiser | str | None, n_weights: int) -> tuple[str, Optimiser]:
    """Return an optimiser with its name; the default is Newton's method for small matrices.

    >>> choose_optimiser(None, 30)[0], choose_optimiser(None, 3000)[0]
    ('newton', 'l-bfgs')
    >>> choose_optimiser("newton-cg", 30)[0]
    'newton-cg'
    """
    if optimiser is None:
        optimiser = "newton" if n_weights <= MOST_NEWTON_WEIGHTS else "l-bfgs"
    if isinstance(optimiser, str):
        require(
            optimiser in OPTIMISERS,
            f"the optimiser must be one of {', '.join(OPTIMISERS)}, got {optimiser!r}. "
            f"{did_you_mean(optimiser, OPTIMISERS)}".rstrip(". "),
        )
        return optimiser, OPTIMISERS[optimiser]
    function = optimiser.func if isinstance(optimiser, partial) else optimiser
    require(callable(function), f"the optimiser must be a function or a name, got {optimiser!r}")
    named = [name for name, known in OPTIMISERS.items() if known is function]
    return named[0] if named else getattr(function, "__name__", "optimiser"), optimiser


def optimise(
    name: str, steps: Iterator[Step], tolerance: float, max_iterations: int, watch: Watch
) -> tuple[Step, FitReport]:
    """Return the last step and a report; `watch` is called with every step.

    Raise TextbookError if the optimiser diverges or does not converge. A few more steps
    follow at the end: they cost little, and Newton's last step doubles the correct digits.
    """
    require_goal(tolerance, max_iterations)
    first = inf
    for step in steps:
        watch(step)
        if name not in LINE_SEARCHES:
            value = step.objective
            first = min(first, value) if step.iteration == 0 else first
            _require_no_divergence(name, step, value, first)
        slack = step.point.gradient_tolerance(tolerance)
        if all(abs(g) <= limit for g, limit in zip(step.point.gradient, slack)):
            flat = step.gradient_norm <= tolerance
            reason = (
                f"the gradient is at most {tolerance:g}"
                if flat
                else "the gradient is a rounding error"
            )
            last = polish(step, steps, watch)
            return last, FitReport(name, last.iteration, last.objective, last.gradient_norm, reason)
        if step.iteration >= max_iterations:
            break
    raise TextbookError(
        f"{name} has not converged after {step.iteration} iterations: the gradient must be at most "
        f"{tolerance:g}, got {step.gradient_norm:.3g}. Fix: allow more iterations "
        "(max_iterations), standardise the features, or use newton"
    )


def require_goal(tolerance: float, max_iterations: int) -> None:
    """Raise TextbookError unless tolerance and number of iterations are positive."""
    require(0 < tolerance < inf, f"the tolerance must be a finite number above 0, got {tolerance}")
    require(max_iterations > 0, f"max_iterations must be at least 1, got {max_iterations}")


def polish(step: Step, steps: Iterator[Step], watch: Watch) -> Step:
    """Return the best of the next steps, while the weights change and the gradient halves.

    For nearly separable classes with a tiny penalty the gradient is small long before the
    maximum; otherwise one more step is enough.
    """
    for next_step in steps:
        watch(next_step)
        if next_step.gradient_norm >= step.gradient_norm:
            break
        halved = 2 * next_step.gradient_norm <= step.gradient_norm
        moved = dist(next_step.w, step.w) > CONVERGED * hypot(*next_step.w)
        step = next_step
        if not (halved and moved):
            break
    return step


def _require_no_divergence(name: str, step: Step, value: float, first: float) -> None:
    """Raise TextbookError if the objective is below its value at the start."""
    if value < first - ROUNDING * abs(first):
        raise TextbookError(
            f"{name} diverges: after iteration {step.iteration} the objective is {value:.6g}, "
            f"below the {first:.6g} of the start: the step size of {step.step_size:.3g} is too "
            f"large. Fix: use at most 1/L = {1 / step.point.curvature_bound:.3g}, which is safe"
        )
