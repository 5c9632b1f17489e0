"""The objective of logistic regression: log likelihood plus log prior; sections 3.2 and 3.3.

        f(w) = Σ_l m_l ln P(yˡ | xˡ, w) + ln P(w),   m_l the weight of an example

Everything is computed by the equations of `equations.likelihood` and `equations.ascent`, on a
prepared `Table`. Along a direction d the scores are X w + t X d (`ScoredWeights`), so that a line
search needs no further product with the table.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum
from operator import mul

from textbook_ml.core.elementwise import sigmoid_derivatives, sigmoids
from textbook_ml.core.errors import require, require_same_length
from textbook_ml.core.linalg import dot, total_over
from textbook_ml.core.tables import ScoredWeights, Table, Vec
from textbook_ml.equations.ascent import (
    finite,
    newton_direction,
    penalised_step,
    safe_step_size,
    shifted_step,
    stochastic_step,
)
from textbook_ml.equations.likelihood import (
    hessian,
    hessian_times,
    map_objective,
    penalised_gradient,
    residuals,
)
from textbook_ml.equations.logistic import with_intercept
from textbook_ml.learning.objectives.concave import LikelihoodPoint
from textbook_ml.learning.objectives.prior import NormalPrior

__all__ = ["LogisticObjective"]


@dataclass(frozen=True, slots=True)
class LogisticObjective:
    """The objective of logistic regression, with the examples and the prior."""

    table: Table  # rows with a leading 1, and the weight of each example
    labels: list[int]
    prior: NormalPrior

    @classmethod
    def of(
        cls, rows: Sequence[Vec], signs: Vec, weights: Vec, prior: NormalPrior
    ) -> "LogisticObjective":
        """Return the objective of rows without a leading 1, with class signs −1 and +1."""
        require_same_length(rows=rows, signs=signs, weights=weights)
        table = Table(with_intercept(rows), weights)
        require_same_length(weights_in_the_prior=prior.mean, numbers_in_a_row=table.scales)
        return cls(table, [int(sign > 0) for sign in signs], prior)

    def at(self, w: Sequence[float]) -> "LogisticPoint":
        """The objective at w."""
        require_same_length(weights=w, numbers_in_a_row=self.table.scales)
        return LogisticPoint.of(self, ScoredWeights(finite(list(w)), self.table))

    @property
    def curvature_bound(self) -> float:
        """L = max λ + ‖XᵀX‖ / 4, the bound behind `safe_step_size`."""
        return max(self.prior.precision) + 1 / safe_step_size(self.table)

    @property
    def n_examples(self) -> int:
        """The number of examples."""
        return len(self.labels)

    @property
    def weights(self) -> list[float]:
        """The weight of each example."""
        return list(self.table.weighted([1.0] * self.n_examples))

    def example_step(self, w: Vec, place: int, eta: float) -> list[float]:
        """Return the weights after one step of stochastic gradient ascent on one example."""
        x, y, prior = self.table[place], self.labels[place], self.prior
        m = 1.0 if self.table.weights is None else self.table.weights[place]
        if prior.is_flat:
            return stochastic_step(w, x, y, eta * m)
        lam = [l_i / (self.n_examples * m) for l_i in prior.precision]
        if not any(prior.mean):
            return penalised_step(w, [x], [y], eta * m, lam)
        return shifted_step(w, [x], [y], eta * m, lam, prior.mean)


@dataclass(frozen=True, slots=True)
class LogisticPoint(LikelihoodPoint):
    """The objective at one point."""

    objective: LogisticObjective
    w: ScoredWeights
    gradient: list[float]

    @classmethod
    def of(cls, objective: LogisticObjective, w: ScoredWeights) -> "LogisticPoint":
        """The objective at weights whose scores are known."""
        ob, prior = objective, objective.prior
        gradient = penalised_gradient(w, ob.table, ob.labels, prior.precision)
        return cls(ob, w, [g + p for g, p in zip(gradient, prior.towards_mean)])

    @property
    def value(self) -> float:
        """Σ m ln P(y | x, w) + ln P(w), without the constant of the prior."""
        ob = self.objective
        return map_objective(self.w, ob.table, ob.labels, ob.prior.log_density)

    def ray(self, direction: Sequence[float]) -> "LogisticRay":
        """The objective along a line; X d is the only product with the table that it needs."""
        return LogisticRay(self, ScoredWeights(direction, self.objective.table))

    def curvature_times(self, v: Sequence[float]) -> list[float]:
        """−∇²f v."""
        products = hessian_times(self.w, self.objective.table, v)
        return [lam * v_i - h for h, lam, v_i in zip(products, self.objective.prior.precision, v)]

    def newton_direction(self) -> list[float]:
        """(−∇²f)⁻¹ ∇f."""
        H, lam = hessian(self.w, self.objective.table), self.objective.prior.precision
        require(
            H[0][0] < 0 or lam[0] > 0,
            "all predictions are certain (probability 0 or 1), so the objective has no curvature "
            "here. Fix: start nearer to 0",
        )
        return newton_direction(self.gradient, H, lam)

    @property
    def margins(self) -> list[float]:
        """The score of each example, positive if it favours the example's own class."""
        return [s if y else -s for s, y in zip(self.w.scores, self.objective.labels)]

    @property
    def largest_margin(self) -> float:
        """The largest margin in absolute value."""
        return max(map(abs, self.w.scores))

    def separates(self) -> bool:
        """Return whether every margin is positive."""
        return min(self.margins) > 0

    def signed_rows(self, flat: Sequence[int]) -> tuple[list[list[float]], list[float]]:
        """The rows times ±1, unpenalised columns only, and P(wrong class) for each."""
        columns = [self.objective.table.columns[i] for i in flat]
        signed = zip(self.objective.labels, zip(*columns))
        rows = [[x if y else -x for x in row] for y, row in signed]
        return rows, sigmoids([-z for z in self.margins])

    def gradient_tolerance(self, tolerance: float) -> list[float]:
        """Return the tolerance for each component of the gradient, including rounding errors."""
        ob = self.objective
        errors = residuals(self.w, ob.table, ob.labels)
        tolerances = ob.table.gradient_tolerance(errors, self.w, tolerance)
        return [a + b for a, b in zip(tolerances, ob.prior.rounding(self.w))]


@dataclass(slots=True)
class LogisticRay:
    """The objective along a line; derivative and curvature are computed from the scores alone."""

    start: LogisticPoint
    direction: ScoredWeights
    last: tuple[float, ScoredWeights] | None = None

    def derivative(self, t: float) -> float:
        """The derivative at t."""
        ob, d, w = self.start.objective, self.direction, self.weights_at(t)
        errors = residuals(w, ob.table, ob.labels)
        slope = total_over(ob.table, list(map(mul, errors, d.scores)))
        return slope + dot(ob.prior.gradient(w), d)

    def curvature(self, t: float) -> float:
        """Minus the second derivative at t; it may be ∞."""
        ob, d, w = self.start.objective, self.direction, self.weights_at(t)
        variances = map(mul, sigmoid_derivatives(w.scores), d.scores)
        curvature = fsum(ob.table.weighted(list(map(mul, variances, d.scores))))
        return curvature + ob.prior.curvature(d)

    def point(self, t: float) -> LogisticPoint:
        """The objective at w + t d."""
        w = self.weights_at(t)
        finite(w)
        return LogisticPoint.of(self.start.objective, w)

    def weights_at(self, t: float) -> ScoredWeights:
        """w + t d; the last weights are not computed again, nor are functions of their scores."""
        if self.last is None or self.last[0] != t:
            self.last = t, self.start.w.moved_along(t, self.direction)
        return self.last[1]
