"""One step of an optimiser, and the line search that most optimisers share.

slope    the derivative of f along the direction
t        the distance along the direction
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isfinite

from textbook_ml.core.linalg import dot
from textbook_ml.learning.objectives.concave import Point, Ray

__all__ = ["Step"]

FLAT = 0.05  # a line search stops where the slope is below this fraction of the first slope
MOST_ITERATIONS = 60


@dataclass(frozen=True, slots=True)
class Step:
    """The state of an optimiser after some iterations, with its last step size."""

    iteration: int
    point: Point
    step_size: float

    @property
    def w(self) -> Sequence[float]:
        """The weights."""
        return self.point.w

    @property
    def objective(self) -> float:
        """The value of the objective."""
        return self.point.value

    @property
    def gradient_norm(self) -> float:
        """The largest component of the gradient in absolute value: 0 at the maximum."""
        return max(map(abs, self.point.gradient))

    def __str__(self) -> str:
        return (
            f"{self.iteration:5}  objective {self.objective:.12g}  "
            f"gradient {self.gradient_norm:.3g}  step {self.step_size:.3g}"
        )


def step_along(step: Step, direction: Sequence[float], guess: float | None = None) -> Step:
    """Return the next step of an optimiser: to the maximum along a direction.

    By default, the first guess is the maximum of the quadratic approximation.

    >>> from textbook_ml.learning.objectives.concave import Concave
    >>> f = Concave(lambda w: -w[0] * w[0], lambda w: [-2 * w[0]], lambda w, v: [2 * v[0]], 2.0)
    >>> step_along(Step(0, f.at([3.0]), 0.0), direction=[-1.0], guess=1.0).w
    [0.0]
    """
    ray = step.point.ray(direction)
    slope = dot(step.point.gradient, direction)
    first = guess or _next_step_size(0.0, slope, ray.curvature(0.0), 0.0, inf)
    t = maximum_along(ray, slope, first)
    return Step(step.iteration + 1, ray.point(t), t)


def maximum_along(ray: Ray, slope: float, guess: float) -> float:
    """Return the t that maximises f along a ray, by Newton's method inside a bracket.

    `slope` is the slope at t = 0. Because f is concave the slope decreases: the maximum is
    between the last t with a positive slope and the first t with a negative one.
    """
    low, high, t = 0.0, inf, guess
    for _ in range(MOST_ITERATIONS):
        slope_at_t = ray.derivative(t)
        if abs(slope_at_t) <= FLAT * slope:
            return t
        low, high = (t, high) if slope_at_t > 0 else (low, t)
        t = _next_step_size(t, slope_at_t, ray.curvature(t), low, high)
        if not low < t < high:  # no float lies inside the bracket
            break
    return low or t


def _next_step_size(t: float, slope: float, curvature: float, low: float, high: float) -> float:
    """Return the Newton step if it is inside the bracket; otherwise the midpoint, or 2t."""
    newton = t + slope / curvature if curvature > 0 else inf
    if low < newton < high and (newton < 16 * t or not t):
        return newton
    return (low + high) / 2 if isfinite(high) else 2 * t or 1.0
