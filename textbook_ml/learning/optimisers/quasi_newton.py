"""Quasi-Newton ascent: the curvature is estimated from the last steps.

s    a step that was taken;   y    the decrease of the gradient: y ≈ (−∇²f) s
ρ    1 / (s · y)
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import count

from textbook_ml.core.errors import require
from textbook_ml.core.linalg import dot, plus_times
from textbook_ml.learning.objectives.concave import Point
from textbook_ml.learning.optimisers.steps import Step, step_along
from textbook_ml.sources.registry import equation

__all__ = ["lbfgs"]

Pair = tuple[list[float], list[float], float]  # s, y, ρ
Preconditioner = Callable[[Sequence[float]], list[float]]

REFRESH_AT = (6, 64, 512)  # iterations at which the preconditioner is recomputed


@equation("xing-quasi-newton")
def lbfgs(start: Point, memory: int = 20) -> Iterator[Step]:
    """Limited-memory BFGS: Newton's direction, estimated from the last steps.

        d = B ∇f,   B y = s for each remembered step

    If the function has a preconditioner, B starts from the preconditioner.

    >>> from textbook_ml.learning.objectives.concave import Concave
    >>> f = Concave(lambda w: -w[0] * w[0], lambda w: [-2 * w[0]], lambda w, v: [2 * v[0]], 2.0)
    >>> [step.w for step in lbfgs(f.at([8.0]))]
    [[8.0], [0.0]]
    """
    require(memory > 0, f"the memory must be at least 1 step, got {memory}")
    pairs: deque[Pair] = deque(maxlen=memory)
    preconditioner: Preconditioner | None = None
    step = Step(0, start, 0.0)
    for iteration in count(1):
        yield step
        if step.gradient_norm == 0:
            return
        if iteration in REFRESH_AT:
            preconditioner = step.point.precondition()
        g = step.point.gradient
        guess = 1.0 if pairs else None
        direction = lbfgs_direction(g, pairs, preconditioner)
        last, step = step, step_along(step, direction, guess)
        s = [a - b for a, b in zip(step.w, last.w)]
        y = [a - b for a, b in zip(g, step.point.gradient)]
        if dot(s, y) > 0:  # a smaller s · y is dominated by rounding errors
            pairs.append((s, y, 1 / dot(s, y)))


def lbfgs_direction(
    g: Sequence[float], pairs: Sequence[Pair], preconditioner: Preconditioner | None
) -> list[float]:
    """Return B g, by two passes over the pairs: newest to oldest, and back.

    >>> lbfgs_direction([2.0, 4.0], [([1.0, 0.0], [2.0, 0.0], 0.5)], preconditioner=None)
    [1.0, 2.0]
    """
    q = list(g)
    alphas = []
    for s, y, rho in reversed(pairs):
        alphas.append(rho * dot(s, q))
        q = plus_times(q, -alphas[-1], y)
    if preconditioner:
        d = preconditioner(q)
    elif pairs:
        s, y, rho = pairs[-1]
        curvature = rho * dot(y, y)  # curvature along the last step
        d = [q_i / curvature for q_i in q]
    else:
        d = q
    for (s, y, rho), alpha in zip(pairs, reversed(alphas)):
        d = plus_times(d, alpha - rho * dot(y, d), s)
    return d
