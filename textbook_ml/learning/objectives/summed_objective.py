"""The objective of a regression whose examples are not in memory: one pass for each point.

total     a function that returns the sums of all examples at w (`RegressionSums`)
pass      one evaluation of the sums: it gives value, gradient and Hessian together
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from textbook_ml.core.errors import require
from textbook_ml.core.linalg import dot, mat_vec, plus_times, solve
from textbook_ml.core.stable import safe_sum
from textbook_ml.core.tables import SMALL, symmetric_from_lower
from textbook_ml.equations.ascent import finite
from textbook_ml.learning.objectives.concave import ConcaveRay, Point
from textbook_ml.learning.objectives.prior import NormalPrior
from textbook_ml.learning.objectives.regression_sums import RegressionSums
from textbook_ml.learning.objectives.softmax_objective import system_solution

__all__ = ["SummedObjective"]


@dataclass(slots=True)
class SummedObjective:
    """The objective, given by a function that sums over all examples; it counts the passes."""

    total: Callable[[Sequence[float]], RegressionSums]
    prior: NormalPrior
    n_classes: int
    n_vectors: int
    is_softmax: bool
    scales: Sequence[float]  # root mean square of each column
    passes: int = 0
    last: dict[tuple[float, ...], "SummedPoint"] = field(default_factory=dict)

    def at(self, w: Sequence[float]) -> "SummedPoint":
        """The objective at w; the last point is not computed twice."""
        place = tuple(finite(list(w)))
        if place not in self.last:
            self.passes += 1
            self.last = {place: SummedPoint.of(self, list(w), self.total(list(w)))}
        return self.last[place]

    @property
    def curvature_bound(self) -> float:
        """L = max λ + ‖XᵀX‖ / 4, or / 2 for softmax; the Hessian at w = 0 contains XᵀX."""
        d, q = len(self.prior.precision), 1 / self.n_classes
        at_zero = self.total([0.0] * (d * self.n_vectors)).curvature[:d]
        # The first block is q (1 − q) XᵀX; `SoftmaxPoint.curvature` doubles it if all classes have
        # a vector.
        gram_part = q * (1 - q) * (2 if self.is_full else 1)
        norm = max(safe_sum(map(abs, row)) for row in symmetric_from_lower(at_zero)) / gram_part
        return max(self.prior.precision) + norm / (2 if self.is_softmax else 4)

    @property
    def is_full(self) -> bool:
        """Return whether every class has a weight vector."""
        return self.n_vectors == self.n_classes

    def blocks(self, w: Sequence[float]) -> list[Sequence[float]]:
        """The weights of each class."""
        d = len(self.prior.precision)
        return [w[k * d : (k + 1) * d] for k in range(self.n_vectors)]


@dataclass(frozen=True, slots=True)
class SummedPoint(Point):
    """The objective at one point."""

    objective: SummedObjective
    w: list[float]
    gradient: list[float]
    sums: RegressionSums

    @classmethod
    def of(cls, objective: SummedObjective, w: list[float], sums: RegressionSums) -> "SummedPoint":
        """The objective at a point at which the sums are known."""
        prior_parts = [g for w_k in objective.blocks(w) for g in objective.prior.gradient(w_k)]
        return cls(objective, w, [g + p for g, p in zip(sums.gradient, prior_parts)], sums)

    @property
    def value(self) -> float:
        """Σ m ln P(y | x, w) + ln P(w), without the constant of the prior."""
        ob = self.objective
        return self.sums.value + safe_sum(map(ob.prior.log_density, ob.blocks(self.w)))

    def gradient_tolerance(self, tolerance: float) -> list[float]:
        """Return the tolerance for each component of the gradient, including rounding errors."""
        ob = self.objective
        tolerances = [tolerance * min(1.0, scale / SMALL) for scale in ob.scales] * ob.n_vectors
        prior_parts = [r for w_k in ob.blocks(self.w) for r in ob.prior.rounding(w_k)]
        return [sum(parts) for parts in zip(tolerances, self.sums.rounding, prior_parts)]

    def ray(self, direction: Sequence[float]) -> "SummedRay":
        """The objective along a line; its value at each point costs one pass over the data."""
        return SummedRay(self.objective, self.w, direction)

    def curvature_times(self, v: Sequence[float]) -> list[float]:
        """−∇²f v."""
        ob, lower = self.objective, self.sums.curvature
        product = mat_vec(symmetric_from_lower(lower), v)
        d = len(ob.prior.precision)
        common = [sum(parts) for parts in zip(*ob.blocks(v))]
        # `SoftmaxPoint.curvature` adds the diagonal of its first block where vectors are common.
        added = [lower[i][i] / 2 if ob.is_full else 0.0 for i in range(d)]
        return [
            h - added[i % d] * common[i % d] + ob.prior.precision[i % d] * v[i]
            for i, h in enumerate(product)
        ]

    def newton_direction(self) -> list[float]:
        """(−∇²f)⁻¹ ∇f."""
        ob, lam = self.objective, self.objective.prior.precision
        lower = self.sums.curvature
        for i, row in enumerate(lower):
            row[i] += lam[i % len(lam)]
        require(
            all(row[i] > 0 for i, row in enumerate(lower)),
            "all predictions are certain (probability 0 or 1), so the objective has no curvature "
            "here. Fix: start nearer to 0",
        )
        if not ob.is_softmax:
            return solve(symmetric_from_lower(lower), self.gradient)
        return system_solution(lower, self.gradient, ob.blocks(self.w), ob.prior, ob.is_full)


class SummedRay(ConcaveRay):
    """The objective along a line, for a line search that must not spend passes on rounding errors.

    At the maximum every slope is a rounding error. Without the bound, the line search would halve
    its bracket until no float is left, which takes thirty passes over the data.
    """

    def derivative(self, t: float) -> float:
        """∇f · d, or 0 if that is at most the bound on its rounding error."""
        point = self.objective.at(plus_times(self.start, t, self.direction))
        slope = dot(point.gradient, self.direction)
        rounding = dot(point.gradient_tolerance(0.0), list(map(abs, self.direction)))
        return slope if abs(slope) > rounding else 0.0
