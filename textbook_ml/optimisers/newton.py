"""Newton's method: to the top of the parabola that fits the function here, and again.

For logistic regression this is iteratively reweighted least squares (IRLS).
"""

from collections.abc import Iterator

from textbook_ml.linalg import dot
from textbook_ml.objectives.concave import Point, moved
from textbook_ml.optimisers.steps import Step, along

__all__ = ["newton", "newton_cg"]


def newton(start: Point) -> Iterator[Step]:
    """The curvature as it is, and one system to solve for each step.

        w ← w + t (−∇²f)⁻¹ ∇f,   with the best t, which near the top is 1

    Near the top each step doubles the number of right digits.

    >>> from textbook_ml.objectives.concave import Concave
    >>> hill = Concave(lambda w: -w[0] * w[0], lambda w: [-2 * w[0]], lambda w, v: [2 * v[0]], 2.0)
    >>> [step.w for step in newton(hill.at([8.0]))]
    [[8.0], [0.0]]
    """
    step = Step(0, start, 0.0)
    yield step
    while step.gradient_norm > 0:
        step = along(step, step.point.newton_direction(), guess=1.0)
        yield step


def newton_cg(start: Point) -> Iterator[Step]:
    """Newton's method where the matrix would be too large: products with vectors must do.

    >>> from textbook_ml.objectives.concave import Concave
    >>> hill = Concave(lambda w: -w[0] * w[0], lambda w: [-2 * w[0]], lambda w, v: [2 * v[0]], 2.0)
    >>> [step.w for step in newton_cg(hill.at([8.0]))]
    [[8.0], [0.0]]
    """
    step = Step(0, start, 0.0)
    yield step
    while step.gradient_norm > 0:
        step = along(step, rough_direction(step.point), guess=1.0)
        yield step


def rough_direction(point: Point) -> list[float]:
    """The d with (−∇²f) d = ∇f, by conjugate gradients; the nearer the top, the more exact.

    What is left of the equations, r, falls below min(½, √‖∇f‖) of the gradient: far from the
    top a rough direction is good enough, and near it the steps still become ever better.
    """
    g = point.gradient
    d, r, search = [0.0] * len(g), list(g), list(g)
    whole = left = dot(g, g)
    target = whole * min(0.25, whole**0.5)
    for _ in range(2 * len(g)):
        bent = point.curvature_times(search)
        curvature = dot(search, bent)
        if curvature <= 0:  # flat, as far as rounding can tell
            break
        t = left / curvature
        d, r = moved(d, t, search), moved(r, -t, bent)
        before, left = left, dot(r, r)
        if left <= target:
            break
        search = moved(r, left / before, search)
    return d if any(d) else list(g)
