"""Conjugate gradient ascent, which section 3.2 mentions."""

from collections.abc import Iterator

from textbook_ml.core.linalg import dot
from textbook_ml.equations.ascent import conjugate_direction
from textbook_ml.learning.objectives.concave import Point
from textbook_ml.learning.optimisers.steps import Step, step_along
from textbook_ml.sources.registry import equation


@equation("mitchell-s3.2-cg", "xing-cg-cost")
def conjugate_gradient(start: Point) -> Iterator[Step]:
    """Conjugate gradient ascent: the gradient plus a multiple of the last direction.

        d_t = g_t + β_t d_{t−1},   w ← w + t d_t with the best t

    >>> from textbook_ml.learning.objectives.concave import Concave
    >>> f = Concave(lambda w: -w[0] * w[0], lambda w: [-2 * w[0]], lambda w, v: [2 * v[0]], 2.0)
    >>> [step.w for step in conjugate_gradient(f.at([8.0]))]
    [[8.0], [0.0]]
    """
    step = Step(0, start, 0.0)
    yield step
    g = direction = start.gradient
    while dot(g, g) > 0:
        step = step_along(step, direction)
        last, g = g, step.point.gradient
        yield step
        direction = conjugate_direction(g, last, direction)
        if dot(direction, g) <= 0:  # because of rounding: restart with the gradient
            direction = g
