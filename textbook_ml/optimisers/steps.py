"""One step of a climb, and the search along a line that most climbs share.

    slope    of f along the direction: f rises where it is positive
    t        how far along the direction
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isfinite

from textbook_ml.linalg import dot
from textbook_ml.objectives.concave import Point, Ray

__all__ = ["Step"]

ENOUGH = 0.05  # of the slope at the start: flatter than this is the top, for our purposes
TRIES = 60


@dataclass(frozen=True, slots=True)
class Step:
    """Where a climb is after some iterations, and how long its last step was."""

    iteration: int
    point: Point
    step_size: float

    @property
    def w(self) -> Sequence[float]:
        """The weights."""
        return self.point.w

    @property
    def objective(self) -> float:
        """How high it is here."""
        return self.point.value

    @property
    def gradient_norm(self) -> float:
        """The largest component of the gradient: 0 at the top."""
        return max(map(abs, self.point.gradient))

    def __str__(self) -> str:
        return (
            f"{self.iteration:5}  objective {self.objective:.12g}  "
            f"gradient {self.gradient_norm:.3g}  step {self.step_size:.3g}"
        )


def along(step: Step, direction: Sequence[float], guess: float | None = None) -> Step:
    """The next step, to the highest point in a direction.

    Without a guess how far that is, it is where the parabola that fits here has its top.

    >>> from textbook_ml.objectives.concave import Concave
    >>> hill = Concave(lambda w: -w[0] * w[0], lambda w: [-2 * w[0]], lambda w, v: [2 * v[0]], 2.0)
    >>> along(Step(0, hill.at([3.0]), 0.0), direction=[-1.0], guess=1.0).w
    [0.0]
    """
    ray = step.point.ray(direction)
    slope = dot(step.point.gradient, direction)
    t = top_of(ray, slope, guess or _next(0.0, slope, ray.bend(0.0)[1], 0.0, inf))
    return Step(step.iteration + 1, ray.point(t), t)


def top_of(ray: Ray, slope: float, guess: float) -> float:
    """Where f is highest along a ray: Newton's method on the slope, inside a bracket.

    `slope` is the one at t = 0. As f is concave, the slope only falls: the top is between the
    last t where f rises and the first where it falls.
    """
    low, high, t = 0.0, inf, guess
    for _ in range(TRIES):
        here, curvature = ray.bend(t)
        if abs(here) <= ENOUGH * slope:
            return t
        low, high = (t, high) if here > 0 else (low, t)
        t = _next(t, here, curvature, low, high)
        if not low < t < high:  # the bracket has closed on two neighbours
            break
    return low or t


def _next(t: float, slope: float, curvature: float, low: float, high: float) -> float:
    """Newton's guess if it stays inside the bracket; if not, half way, or twice as far."""
    newton = t + slope / curvature if curvature > 0 else inf
    if low < newton < high and (newton < 16 * t or not t):
        return newton
    return (low + high) / 2 if isfinite(high) else 2 * t or 1.0


