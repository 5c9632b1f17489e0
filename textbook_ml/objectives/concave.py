"""What an optimiser may ask of a concave function f, and any function that can answer.

    w           the weights: where we stand
    gradient    ∇f(w)
    curvature   −∇²f(w), which is never negative in any direction
    direction   where to go from w;   t   how far: w + t · direction
    steepness   L, a bound on the curvature in every direction, wherever we stand
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from textbook_ml.errors import require_same_length
from textbook_ml.linalg import Vector, dot, solve

__all__ = ["Concave"]


class Point(Protocol):
    """A concave function at one point: how high it is, how steep, and how bent."""

    @property
    def w(self) -> Sequence[float]:
        """Where we stand."""
        ...

    @property
    def value(self) -> float:
        """f(w)."""
        ...

    @property
    def gradient(self) -> list[float]:
        """∇f(w)."""
        ...

    def slack(self, tolerance: float) -> list[float]:
        """How large each component of the gradient may be at the top, rounding included."""
        ...

    @property
    def steepness(self) -> float:
        """L: with steps of 1/L times the gradient, f never falls."""
        ...

    def at(self, w: Sequence[float]) -> "Point":
        """The same function at other weights."""
        ...

    def ray(self, direction: Sequence[float]) -> "Ray":
        """The same function along a line from here."""
        ...

    def curvature_times(self, v: Sequence[float]) -> list[float]:
        """−∇²f(w) v, without the matrix."""
        ...

    def newton_direction(self) -> list[float]:
        """(−∇²f)⁻¹ ∇f: the way to the top of the parabola that fits f here."""
        ...

    def precondition(self) -> Callable[[Sequence[float]], list[float]] | None:
        """A cheap stand-in for (−∇²f)⁻¹ times a vector, or None where there is none."""
        ...


class Ray(Protocol):
    """A concave function along a line: f(w + t · direction)."""

    def bend(self, t: float) -> tuple[float, float]:
        """The slope at t, and the curvature: minus the second derivative."""
        ...

    def point(self, t: float) -> Point:
        """The point at t."""
        ...


def moved(w: Sequence[float], t: float, direction: Sequence[float]) -> list[float]:
    """w + t · direction.

    >>> moved([1.0, 2.0], 0.5, [4.0, 0.0])
    [3.0, 2.0]
    """
    return [w_i + t * d_i for w_i, d_i in zip(w, direction)]


@dataclass(frozen=True, slots=True)
class Concave:
    """A concave function, given by what it can answer.

    >>> hill = Concave(
    ...     height=lambda w: -w[0] * w[0],
    ...     slope=lambda w: [-2 * w[0]],
    ...     bend_times=lambda w, v: [2 * v[0]],
    ...     steepness=2.0,
    ... )
    >>> hill.at([3.0]).gradient, hill.at([3.0]).newton_direction()
    ([-6.0], [-3.0])
    """

    height: Callable[[Sequence[float]], float]
    slope: Callable[[Sequence[float]], list[float]]
    bend_times: Callable[[Sequence[float], Sequence[float]], list[float]]
    steepness: float

    def at(self, w: Sequence[float]) -> "ConcavePoint":
        """The function at w."""
        return ConcavePoint(self, list(w), self.slope(w))


@dataclass(frozen=True, slots=True)
class ConcavePoint:
    """Any concave function at one point."""

    function: Concave
    w: list[float]
    gradient: list[float]

    @property
    def value(self) -> float:
        """f(w)."""
        return self.function.height(self.w)

    @property
    def steepness(self) -> float:
        """L."""
        return self.function.steepness

    def at(self, w: Sequence[float]) -> "ConcavePoint":
        """The function at other weights."""
        return self.function.at(w)

    def ray(self, direction: Sequence[float]) -> "ConcaveRay":
        """The function along a line."""
        require_same_length(weights=self.w, direction=direction)
        return ConcaveRay(self, direction)

    def curvature_times(self, v: Sequence[float]) -> list[float]:
        """−∇²f(w) v."""
        return self.function.bend_times(self.w, v)

    def newton_direction(self) -> list[float]:
        """The matrix is asked for column by column; its two halves may round differently."""
        size = range(len(self.w))
        columns = [self.curvature_times([float(i == j) for i in size]) for j in size]
        curvature = [[columns[min(i, j)][max(i, j)] for j in size] for i in size]
        return solve(curvature, self.gradient)

    def slack(self, tolerance: float) -> list[float]:
        """The tolerance: nothing is known of units and rounding."""
        return [tolerance for _ in self.w]

    def precondition(self) -> None:
        """Nothing is known."""


@dataclass(frozen=True, slots=True)
class ConcaveRay:
    """Any concave function along a line."""

    start: ConcavePoint
    direction: Vector[float]

    def bend(self, t: float) -> tuple[float, float]:
        """The slope is ∇f · d, the curvature d · (−∇²f) d."""
        point, d = self.point(t), self.direction
        return dot(point.gradient, d), dot(point.curvature_times(d), d)

    def point(self, t: float) -> ConcavePoint:
        """The point at t."""
        return self.start.at(moved(self.start.w, t, self.direction))
