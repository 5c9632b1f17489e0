"""Gradient ascent: the update rule of sections 3.2 and 3.3, and two variants.

η    eta    the step size
L           a bound on the curvature: with η ≤ 1/L the objective never decreases
"""

from collections.abc import Iterator
from itertools import count
from math import inf, sqrt
from random import Random

from textbook_ml.core.errors import require
from textbook_ml.core.linalg import dot, plus_times
from textbook_ml.equations.ascent import gradient_step, require_step
from textbook_ml.learning.objectives.concave import LikelihoodPoint, Point
from textbook_ml.learning.optimisers.steps import Step
from textbook_ml.sources.registry import equation

__all__ = ["accelerated_ascent", "gradient_ascent", "stochastic_ascent"]


@equation(
    "mitchell-s3.2-no-closed-form",
    "xing-no-closed-form",
    "sontag-no-closed-form",
    "mitchell-s3.2-update",
    "xing-ga",
    "sontag-ga",
    "sontag-update-rule",
)
def gradient_ascent(start: Point, eta: float | None = None) -> Iterator[Step]:
    """Gradient ascent: repeat the update rule; the default step size is always safe.

        w ← w + η ∇f(w),   η = 1/L

    Setting the gradient to zero gives equations without a closed form, so they are solved by
    iteration. For a regression each step is equation (26) or (29).

    >>> from itertools import islice
    >>> from textbook_ml.learning.objectives.concave import Concave
    >>> f = Concave(lambda w: -w[0] * w[0], lambda w: [-2 * w[0]], lambda w, v: [2 * v[0]], 2.0)
    >>> [step.w for step in islice(gradient_ascent(f.at([8.0]), eta=0.25), 4)]
    [[8.0], [4.0], [2.0], [1.0]]
    """
    eta = 1 / start.curvature_bound if eta is None else eta
    require_step(eta)
    step = Step(0, start, 0.0)
    yield step
    while step.gradient_norm > 0:
        w = gradient_step(step.w, step.point.gradient, eta)
        step = Step(step.iteration + 1, start.at(w), eta)
        yield step


def accelerated_ascent(start: Point) -> Iterator[Step]:
    """Gradient ascent with Nesterov's momentum: each step first repeats part of the last.

        v = w + (θ − 1)/θ′ · (w − w_last),   w ← v + ∇f(v)/L,   θ′ = (1 + √(1 + 4θ²))/2

    Where the momentum has a negative derivative, it is reset to zero.

    >>> from textbook_ml.learning.objectives.concave import Concave
    >>> f = Concave(lambda w: -w[0] * w[0], lambda w: [-2 * w[0]], lambda w, v: [2 * v[0]], 2.0)
    >>> [step.w for step in accelerated_ascent(f.at([8.0]))]
    [[8.0], [0.0]]
    """
    eta, theta = 1 / start.curvature_bound, 1.0
    step = Step(0, start, 0.0)
    last = list(start.w)
    yield step
    while step.gradient_norm > 0:
        w = gradient_step(step.w, step.point.gradient, eta)
        change = [a - b for a, b in zip(w, last)]
        if dot(step.point.gradient, change) < 0:
            theta = 1.0
        next_theta = (1 + sqrt(1 + 4 * theta * theta)) / 2
        point = start.at(plus_times(w, (theta - 1) / next_theta, change))
        step, last, theta = Step(step.iteration + 1, point, eta), w, next_theta
        yield step


@equation("xing-sgd")
def stochastic_ascent(
    start: LikelihoodPoint, eta: float | None = None, decay: float = 0.1, seed: int = 0
) -> Iterator[Step]:
    """Stochastic gradient ascent: one example at a time, in random order; a step is one pass.

        w ← w + η_t ∇f_l(w),   η_t = η / (1 + decay · t) in pass t,   η = 1/L

    With a constant step size the weights would keep moving around the maximum; with a decreasing
    one they converge slowly.

    >>> from textbook_ml.learning.objectives.logistic_objective import LogisticObjective
    >>> from textbook_ml.learning.objectives.prior import NormalPrior
    >>> flat = NormalPrior.ridge(0.0, 1, penalise_intercept=False)
    >>> one = LogisticObjective.of([[1.0]], [1.0], [1.0], flat)
    >>> from itertools import islice
    >>> start, once = islice(stochastic_ascent(one.at([0.0, 0.0]), eta=1.0), 2)
    >>> once.w
    [0.5, 0.5]
    """
    objective = start.objective
    eta = 1 / start.curvature_bound if eta is None else eta
    require_step(eta)
    require(0 <= decay < inf, f"the decay must be a finite number of at least 0, got {decay}")
    rng = Random(seed)
    yield Step(0, start, 0.0)
    w = list(start.w)
    for epoch in count(1):
        eta_t = eta / (1 + decay * (epoch - 1))
        sort_keys = [rng.random() for _ in range(objective.n_examples)]
        for place in sorted(range(objective.n_examples), key=sort_keys.__getitem__):
            w = objective.example_step(w, place, eta_t)
        yield Step(epoch, objective.at(w), eta_t)
