"""The interface between optimisers and concave objective functions f.

w                 the weights
gradient          ∇f(w)
curvature         −∇²f(w), which is positive semi-definite
direction, t      a search direction and the distance along it: w + t · direction
curvature_bound   L, an upper bound on the curvature in every direction and at every w
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from textbook_ml.core.errors import require_same_length
from textbook_ml.core.linalg import Vector, dot, plus_times, solve

__all__ = ["Concave"]


class Objective(Protocol):
    """A concave function of the weights."""

    @property
    def curvature_bound(self) -> float:
        """Return L; a step of 1/L times the gradient never decreases f."""
        ...

    def at(self, w: Sequence[float]) -> "Point":
        """The function at w."""
        ...


class Point(Protocol):
    """A concave function at one point: its value, gradient and curvature."""

    __slots__ = ()

    objective: Objective
    w: Sequence[float]
    gradient: list[float]  # ∇f(w)

    @property
    def value(self) -> float:
        """f(w)."""
        ...

    @property
    def curvature_bound(self) -> float:
        """L, the bound on the curvature of the function."""
        return self.objective.curvature_bound

    def at(self, w: Sequence[float]) -> "Point":
        """Return the objective at other weights."""
        return self.objective.at(w)

    def gradient_tolerance(self, tolerance: float) -> list[float]:
        """Return the tolerance for each component of the gradient, including rounding errors."""
        # a general function has no known units or rounding errors
        return [tolerance for _ in self.w]

    def ray(self, direction: Sequence[float]) -> "Ray":
        """Return the function along a line that starts at this point."""
        ...

    def curvature_times(self, v: Sequence[float]) -> list[float]:
        """−∇²f(w) v, without the matrix."""
        ...

    def newton_direction(self) -> list[float]:
        """(−∇²f)⁻¹ ∇f: the step to the maximum of the quadratic approximation of f at w."""
        ...

    def precondition(self) -> Callable[[Sequence[float]], list[float]] | None:
        """Return a function that approximates (−∇²f)⁻¹ times a vector, or None."""
        return None


class SumObjective(Objective, Protocol):
    """A function that is a sum over examples."""

    @property
    def n_examples(self) -> int:
        """The number of examples."""
        ...

    def example_step(self, w: Sequence[float], place: int, eta: float) -> list[float]:
        """The weights after one step of gradient ascent on one example."""
        ...


class LikelihoodPoint(Point, Protocol):
    """A point of a likelihood; a margin is positive if the prediction is right."""

    __slots__ = ()

    objective: SumObjective

    @property
    def largest_margin(self) -> float:
        """The largest margin in absolute value."""
        ...

    def separates(self) -> bool:
        """Return whether every margin is positive."""
        ...

    def signed_rows(self, flat: Sequence[int]) -> tuple[list[list[float]], list[float]]:
        """The signed rows (see `separation`) for the unpenalised weights, and P(wrong class)."""
        ...


class Ray(Protocol):
    """A concave function along a line: f(w + t · direction)."""

    def derivative(self, t: float) -> float:
        """The derivative at t."""
        ...

    def curvature(self, t: float) -> float:
        """Minus the second derivative at t."""
        ...

    def point(self, t: float) -> Point:
        """The point at t."""
        ...


@dataclass(frozen=True, slots=True)
class Concave:
    """A concave function, given by its value, gradient, curvature times a vector, and L.

    >>> f = Concave(
    ...     value=lambda w: -w[0] * w[0],
    ...     gradient=lambda w: [-2 * w[0]],
    ...     curvature_times=lambda w, v: [2 * v[0]],
    ...     curvature_bound=2.0,
    ... )
    >>> f.at([3.0]).gradient, f.at([3.0]).newton_direction()
    ([-6.0], [-3.0])
    """

    value: Callable[[Sequence[float]], float]
    gradient: Callable[[Sequence[float]], list[float]]
    curvature_times: Callable[[Sequence[float], Sequence[float]], list[float]]
    curvature_bound: float

    def at(self, w: Sequence[float]) -> "ConcavePoint":
        """The function at w."""
        return ConcavePoint(self, list(w), self.gradient(w))


@dataclass(frozen=True, slots=True)
class ConcavePoint(Point):
    """Any concave function at one point."""

    objective: Concave
    w: list[float]
    gradient: list[float]

    @property
    def value(self) -> float:
        """f(w)."""
        return self.objective.value(self.w)

    def ray(self, direction: Sequence[float]) -> "ConcaveRay":
        """The function along a line."""
        require_same_length(weights=self.w, direction=direction)
        return ConcaveRay(self.objective, self.w, direction)

    def curvature_times(self, v: Sequence[float]) -> list[float]:
        """−∇²f(w) v."""
        return self.objective.curvature_times(self.w, v)

    def newton_direction(self) -> list[float]:
        """Return (−∇²f)⁻¹ ∇f; the matrix is computed column by column."""
        size = range(len(self.w))
        columns = [self.curvature_times([float(i == j) for i in size]) for j in size]
        curvature = [[columns[min(i, j)][max(i, j)] for j in size] for i in size]
        return solve(curvature, self.gradient)


@dataclass(frozen=True, slots=True)
class ConcaveRay:
    """Any concave function along a line."""

    objective: Objective
    start: Vector[float]
    direction: Vector[float]

    def derivative(self, t: float) -> float:
        """∇f · d."""
        return dot(self.point(t).gradient, self.direction)

    def curvature(self, t: float) -> float:
        """d · (−∇²f) d."""
        return dot(self.point(t).curvature_times(self.direction), self.direction)

    def point(self, t: float) -> Point:
        """The point at t."""
        return self.objective.at(plus_times(self.start, t, self.direction))
