"""The log likelihood of two classes, with its prior, as something to climb; §3.2 and 3.3.

    signed row   a = y (1, x) with y = −1 or +1: its margin a · w is positive where w is right
    z            the margins A w;   s = σ(−z): how surprised w is by each example
    m            the weight of each example: 2 counts it twice

        f(w) = Σ_l m_l ln σ(z_l) + ln P(w)
        ∇f = Aᵀ(m s) + ∇ ln P,   −∇²f = Aᵀ diag(m s (1 − s)) A + diag(λ)

Two facts carry the speed: the table is held by rows and by columns, and along a direction d
the margins are z + t (A d), so that a line search needs no further product with the table.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, fsum, log1p, sqrt
from operator import mul

from textbook_ml.equations.ascent import finite
from textbook_ml.errors import require, require_same_length
from textbook_ml.linalg import cholesky, cholesky_solve, dot
from textbook_ml.objectives.concave import moved
from textbook_ml.objectives.design import Design, Vec, gram
from textbook_ml.objectives.prior import NormalPrior
from textbook_ml.stable import safe_sum

__all__ = ["LogisticObjective"]


def surprises(margins: Vec) -> list[float]:
    """σ(−z) for each margin; only e to a negative power is ever taken.

    >>> surprises([0.0, 1000.0, -1000.0])
    [0.5, 0.0, 1.0]
    """
    return [
        e / (1.0 + e) if z >= 0.0 else 1.0 / (1.0 + e)
        for z in margins
        for e in (exp(-abs(z)),)
    ]


def doubts(margins: Vec) -> list[float]:
    """s (1 − s) = σ(z) σ(−z) for each margin: the variance of a coin that shows s.

    >>> doubts([0.0, 1000.0])
    [0.25, 0.0]
    """
    return [e / ((1.0 + e) * (1.0 + e)) for z in margins for e in (exp(-abs(z)),)]


@dataclass(frozen=True, slots=True)
class LogisticObjective:
    """The examples and the prior."""

    design: Design  # of signed rows
    features: list[tuple[float, ...]]  # the columns without signs, and without the leading 1
    weights: list[float]
    prior: NormalPrior

    @classmethod
    def of(
        cls, rows: Sequence[Vec], signs: Vec, weights: Vec, prior: NormalPrior
    ) -> "LogisticObjective":
        """The objective of rows without a leading 1, each with its sign."""
        require_same_length(rows=rows, signs=signs, weights=weights)
        require(len(rows) > 0, "there are no examples: give at least one")
        design = Design.of([[y, *[y * x_i for x_i in x]] for x, y in zip(rows, signs)])
        require_same_length(weights_in_the_prior=prior.mean, numbers_in_a_row=design.scales)
        return cls(design, list(zip(*rows)), list(weights), prior)

    def at(self, w: Sequence[float]) -> "LogisticPoint":
        """The objective at w."""
        require_same_length(weights=w, numbers_in_a_row=self.design.scales)
        return self._point(finite(list(w)), self.design.times(w))

    def _point(self, w: list[float], margins: list[float]) -> "LogisticPoint":
        pull = list(map(mul, self.weights, surprises(margins)))
        uphill = self.design.transposed_times(pull)
        gradient = [g + p for g, p in zip(uphill, self.prior.gradient(w))]
        return LogisticPoint(self, w, margins, gradient)

    @property
    def steepness(self) -> float:
        """L = max λ + ‖AᵀmA‖/4, with the largest row sum for the norm, as in safe_step_size."""
        columns = [
            [sqrt(m) * a for m, a in zip(self.weights, column)] for column in self.design.columns
        ]
        widest = max(fsum(map(abs, row)) for row in gram(columns))
        return max(self.prior.precision) + widest / 4

    @property
    def n_examples(self) -> int:
        """How many examples there are."""
        return len(self.weights)

    def example_gradient(self, w: Sequence[float], place: int) -> list[float]:
        """What one example adds to the gradient, with its share of the prior's."""
        row = [column[place] for column in self.design.columns]
        (s,) = surprises([dot(row, w)])
        pull, share = self.weights[place] * s, 1 / self.n_examples
        return [pull * a + share * p for a, p in zip(row, self.prior.gradient(w))]


@dataclass(frozen=True, slots=True)
class LogisticPoint:
    """The objective at one point."""

    objective: LogisticObjective
    w: list[float]
    margins: list[float]
    gradient: list[float]

    @property
    def value(self) -> float:
        """Σ m ln σ(z) + ln P(w)."""
        logs = [min(z, 0.0) - log1p(exp(-abs(z))) for z in self.margins]
        likelihood = safe_sum(map(mul, self.objective.weights, logs))
        return likelihood + self.objective.prior.log_density(self.w)

    @property
    def steepness(self) -> float:
        """L."""
        return self.objective.steepness

    def at(self, w: Sequence[float]) -> "LogisticPoint":
        """The objective at other weights."""
        return self.objective.at(w)

    def ray(self, direction: Sequence[float]) -> "LogisticRay":
        """The objective along a line: the one product with the table that a search needs."""
        return LogisticRay(self, direction, self.objective.design.times(direction))

    def curvature_times(self, v: Sequence[float]) -> list[float]:
        """Aᵀ (m s (1 − s) (A v)) + λ v."""
        design, prior = self.objective.design, self.objective.prior
        bent = list(map(mul, self._doubt(), design.times(v)))
        products = design.transposed_times(bent)
        return [p + lam * v_i for p, lam, v_i in zip(products, prior.precision, v)]

    def newton_direction(self) -> list[float]:
        """One system for the slopes, with the features centred; then the intercept.

        Eliminating the intercept leaves the features as distances from their weighted means x̄,
        so that a feature far from zero costs no digits.
        """
        (lam0, *lam), (g0, *g) = self.objective.prior.precision, self.gradient
        doubt = self._doubt()
        whole = fsum(doubt)
        require(whole + lam0 > 0, "all predictions are certain, and f is flat here: begin nearer 0")
        share = whole / (whole + lam0)  # 1, unless the intercept is penalised
        means = [total / (whole or 1.0) for total in self._totals(doubt)]
        curvature = self._spread(doubt, means)
        for i, (lam_i, mean) in enumerate(zip(lam, means)):
            curvature[i][i] += lam_i
            if lam0:
                curvature[i] = moved(curvature[i], share * lam0 * mean, means)
        uphill = [g_i - share * mean * g0 for g_i, mean in zip(g, means)]
        slopes = cholesky_solve(cholesky(curvature), uphill)
        intercept = (g0 - whole * fsum(map(mul, means, slopes))) / (whole + lam0)
        return [intercept, *slopes]

    def _totals(self, doubt: Vec) -> list[float]:
        """Σ m s (1 − s) x for each feature: the signs of two factors cancel."""
        signs = self.objective.design.columns[0]
        return self.objective.design.transposed_times(list(map(mul, doubt, signs)))[1:]

    def _spread(self, doubt: Vec, means: Vec) -> list[list[float]]:
        """Σ m s (1 − s) (x − x̄) (x − x̄)ᵀ."""
        roots = list(map(sqrt, doubt))
        return gram(
            [
                [root * (x - mean) for root, x in zip(roots, column)]
                for column, mean in zip(self.objective.features, means)
            ]
        )

    @property
    def boldest(self) -> float:
        """The largest margin, right or wrong."""
        return max(map(abs, self.margins))

    def separates(self) -> bool:
        """Whether every margin is positive."""
        return min(self.margins) > 0

    def cone(self, flat: Sequence[int]) -> tuple[list[list[float]], list[float]]:
        """The signed rows with the flat columns only, and the surprise at each."""
        columns = [self.objective.design.columns[i] for i in flat]
        return list(map(list, zip(*columns))), surprises(self.margins)

    def slack(self, tolerance: float) -> list[float]:
        """How large each component of the gradient may be at the top."""
        design, prior = self.objective.design, self.objective.prior
        pull = list(map(mul, self.objective.weights, surprises(self.margins)))
        room = design.slack(pull, design.reach(self.w), tolerance)
        return [a + b for a, b in zip(room, prior.noise(self.w))]

    def precondition(self) -> None:
        """For two classes, Newton itself is cheap where a stand-in would be."""

    def _doubt(self) -> list[float]:
        return list(map(mul, self.objective.weights, doubts(self.margins)))


@dataclass(frozen=True, slots=True)
class LogisticRay:
    """The objective along a line."""

    start: LogisticPoint
    direction: Sequence[float]
    change: list[float]  # of the margins, for t = 1

    def bend(self, t: float) -> tuple[float, float]:
        """The slope at t and the curvature, from the margins alone."""
        objective, margins = self.start.objective, moved(self.start.margins, t, self.change)
        pull = list(map(mul, objective.weights, surprises(margins)))
        doubt = map(mul, objective.weights, doubts(margins))
        here = moved(self.start.w, t, self.direction)
        slope = fsum(map(mul, pull, self.change))
        prior = fsum(map(mul, objective.prior.gradient(here), self.direction))
        bent = fsum(map(mul, doubt, map(mul, self.change, self.change)))
        return slope + prior, bent + objective.prior.curvature(self.direction)

    def point(self, t: float) -> LogisticPoint:
        """The point at t."""
        w = finite(moved(self.start.w, t, self.direction))
        return self.start.objective._point(w, moved(self.start.margins, t, self.change))
