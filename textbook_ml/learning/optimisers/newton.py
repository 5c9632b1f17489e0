"""Newton's method: step to the maximum of the quadratic approximation, and repeat.

For logistic regression this is iteratively reweighted least squares (IRLS).
"""

from collections.abc import Iterator

from textbook_ml.core.linalg import dot, plus_times
from textbook_ml.learning.objectives.concave import Point
from textbook_ml.learning.optimisers.steps import Step, step_along
from textbook_ml.sources.registry import equation

__all__ = ["newton", "newton_cg"]


@equation("mitchell-s6-irls", "xing-irls-cost")
def newton(start: Point) -> Iterator[Step]:
    """Newton's method: one linear system for each step.

        w ← w + t (−∇²f)⁻¹ ∇f,   with the best t, which near the maximum is 1

    Near the maximum each step doubles the number of correct digits.

    >>> from textbook_ml.learning.objectives.concave import Concave
    >>> f = Concave(lambda w: -w[0] * w[0], lambda w: [-2 * w[0]], lambda w, v: [2 * v[0]], 2.0)
    >>> [step.w for step in newton(f.at([8.0]))]
    [[8.0], [0.0]]
    """
    step = Step(0, start, 0.0)
    yield step
    while step.gradient_norm > 0:
        step = step_along(step, step.point.newton_direction(), guess=1.0)
        yield step


def newton_cg(start: Point) -> Iterator[Step]:
    """Newton's method without the matrix: it only needs products of −∇²f with vectors.

    >>> from textbook_ml.learning.objectives.concave import Concave
    >>> f = Concave(lambda w: -w[0] * w[0], lambda w: [-2 * w[0]], lambda w, v: [2 * v[0]], 2.0)
    >>> [step.w for step in newton_cg(f.at([8.0]))]
    [[8.0], [0.0]]
    """
    step = Step(0, start, 0.0)
    yield step
    while step.gradient_norm > 0:
        step = step_along(step, rough_direction(step.point), guess=1.0)
        yield step


def rough_direction(point: Point) -> list[float]:
    """An approximate solution d of (−∇²f) d = ∇f, by conjugate gradients.

    The residual r falls below min(½, √‖∇f‖) times the gradient: a rough direction is enough
    far from the maximum, and convergence near it is still faster than linear.
    """
    g = point.gradient
    d, r, search = [0.0] * len(g), list(g), list(g)
    gradient2 = residual2 = dot(g, g)
    target = gradient2 * min(0.25, gradient2**0.5)
    for _ in range(2 * len(g)):
        curvature_product = point.curvature_times(search)
        curvature = dot(search, curvature_product)
        if curvature <= 0:  # the curvature is a rounding error
            break
        t = residual2 / curvature
        d, r = plus_times(d, t, search), plus_times(r, -t, curvature_product)
        last_residual2, residual2 = residual2, dot(r, r)
        if residual2 <= target:
            break
        search = plus_times(r, residual2 / last_residual2, search)
    return d if any(d) else list(g)
