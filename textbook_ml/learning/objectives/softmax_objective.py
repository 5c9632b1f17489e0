"""The objective of softmax regression: log likelihood plus log prior; section 3.4.

    K       classes;   d   numbers in a row, with the leading 1
    w       all weights in one list: d for the first class, d for the second, …
    vectors the weights as one vector for each class that has weights
    p[k]    the probability of class k for each example

        f(w) = Σ_l m_l ln P(yˡ | xˡ, w) + ln P(w),   m_l the weight of an example

With K weight vectors (Sontag) adding one vector to all of them changes nothing; with K − 1
(Mitchell) the last class has the weights 0. The equations of `equations.softmax` compute both.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from math import fsum
from operator import mul, sub

from textbook_ml.core.elementwise import softmax_by_class
from textbook_ml.core.errors import require, require_same_length
from textbook_ml.core.linalg import (
    cholesky,
    cholesky_solve,
    dot,
    mat_vec,
    total_over,
    weighted_gram,
)
from textbook_ml.core.numeric import mean
from textbook_ml.core.stable import safe_sum
from textbook_ml.core.tables import ScoredWeights, Scores, Table, Vec
from textbook_ml.equations.ascent import finite, safe_step_size
from textbook_ml.equations.logistic import with_intercept
from textbook_ml.equations.softmax import (
    class_gradient,
    class_log_likelihood,
    class_residuals,
    class_step,
    softmax_gradient,
    softmax_log_likelihood,
    softmax_step,
    with_reference,
)
from textbook_ml.learning.objectives.concave import LikelihoodPoint
from textbook_ml.learning.objectives.prior import NormalPrior

__all__ = ["SoftmaxObjective"]

WIDE = 4  # a table is wide if d² is more than this multiple of the number of examples


@dataclass(frozen=True, slots=True)
class SoftmaxObjective:
    """The examples, their classes, and the prior on the weights of each class."""

    table: Table  # rows with a leading 1, and the weight of each example
    labels: Sequence[int]
    prior: NormalPrior
    n_classes: int
    n_vectors: int

    @classmethod
    def of(
        cls,
        rows: Sequence[Vec],
        places: Sequence[int],
        weights: Vec,
        prior: NormalPrior,
        n_classes: int,
        n_vectors: int,
    ) -> "SoftmaxObjective":
        """The objective of rows without a leading 1, each with the number of its class."""
        require_same_length(rows=rows, places=places, weights=weights)
        table = Table(with_intercept(rows), weights)
        require_same_length(weights_in_the_prior=prior.mean, numbers_in_a_row=table.scales)
        return cls(table, places, prior, n_classes, n_vectors)

    def at(self, w: Sequence[float]) -> "SoftmaxPoint":
        """The objective at w."""
        needed = self.n_vectors * len(self.table.scales)
        require(len(w) == needed, f"all classes together must have {needed} weights, got {len(w)}")
        return self.point(self.scored(finite(list(w))))

    def blocks(self, w: Sequence[float]) -> list[Sequence[float]]:
        """The weights of each class."""
        d = len(self.table.scales)
        return [w[k * d : (k + 1) * d] for k in range(self.n_vectors)]

    def scored(self, w: Sequence[float]) -> list[ScoredWeights]:
        """The weights of each class with their scores."""
        return [ScoredWeights(w_k, self.table) for w_k in self.blocks(w)]

    @property
    def is_full(self) -> bool:
        """Return whether every class has a weight vector."""
        return self.n_vectors == self.n_classes

    def with_all(self, vectors: Sequence[Vec]) -> Sequence[Vec]:
        """Return a weight vector for each class: 0 for the reference class."""
        return vectors if self.is_full else with_reference(vectors, self.table)

    def point(self, vectors: list[ScoredWeights]) -> "SoftmaxPoint":
        """The objective at weights whose scores are known."""
        rule = class_gradient if self.is_full else softmax_gradient
        by_class = rule(vectors, self.table, self.labels, self.prior.precision)
        shift = self.prior.towards_mean
        gradient = [g + s for g_k in by_class for g, s in zip(g_k, shift)]
        return SoftmaxPoint(self, vectors, list(chain.from_iterable(vectors)), gradient)

    def own(self, by_class: Sequence[Vec]) -> list[float]:
        """Return `by_class[y][l]` for each example l of class y; 0 for the reference class."""
        rows = [*by_class, [0.0] * self.n_examples]
        return [rows[y][l] for l, y in enumerate(self.labels)]

    def log_likelihood(self, vectors: Sequence[Vec]) -> float:
        """Σ m ln P(y | x, w)."""
        rule = class_log_likelihood if self.is_full else softmax_log_likelihood
        return rule(vectors, self.table, self.labels)

    def example_step(self, w: Vec, place: int, eta: float) -> list[float]:
        """Equation (29) on one example, with the example's part of the prior."""
        m = 1.0 if self.table.weights is None else self.table.weights[place]
        part = 1 / (self.n_examples * m)
        rule = class_step if self.is_full else softmax_step
        lam = [part * l_i for l_i in self.prior.precision]
        moved = rule(self.blocks(w), [self.table[place]], [self.labels[place]], eta * m, lam)
        shift = [eta * m * part * s for s in self.prior.towards_mean]
        return [a + s for w_k in moved for a, s in zip(w_k, shift)]

    @property
    def curvature_bound(self) -> float:
        """L = max λ + ‖XᵀX‖ / 2: twice the bound behind `safe_step_size`."""
        return max(self.prior.precision) + 2 / safe_step_size(self.table)

    @property
    def n_examples(self) -> int:
        """The number of examples."""
        return len(self.labels)


@dataclass(frozen=True, slots=True)
class SoftmaxPoint(LikelihoodPoint):
    """The objective at one point."""

    objective: SoftmaxObjective
    vectors: list[ScoredWeights]
    w: list[float]
    gradient: list[float]

    @property
    def value(self) -> float:
        """Σ m ln P(y | x, w) + ln P(w), without the constant of the prior."""
        ob = self.objective
        prior = safe_sum(map(ob.prior.log_density, self.vectors))
        return ob.log_likelihood(self.vectors) + prior

    @property
    def scores(self) -> list[list[float]]:
        """The scores of each class, one for each example."""
        ob = self.objective
        return [mat_vec(ob.table, w_k) for w_k in ob.with_all(self.vectors)]

    @property
    def p(self) -> list[list[float]]:
        """The probabilities of each class, one for each example."""
        return softmax_by_class(self.scores)

    def ray(self, direction: Sequence[float]) -> "SoftmaxRay":
        """The objective along a line in direction d; only X d is computed from the table."""
        return SoftmaxRay(self, self.objective.scored(direction))

    def curvature_times(self, v: Sequence[float]) -> list[float]:
        """For class k: Xᵀ (m pₖ (X vₖ − Σⱼ pⱼ X vⱼ)) + λ vₖ."""
        ob, p = self.objective, self.p
        changes = [v_k.scores for v_k in ob.scored(v)]
        means = _class_expectations(p, changes)
        result: list[float] = []
        for v_k, p_k, change in zip(ob.blocks(v), p, changes):
            products_of_class = list(map(mul, p_k, map(sub, change, means)))
            product = ob.table.transposed_times(products_of_class)
            result += [a + lam * b for a, lam, b in zip(product, ob.prior.precision, v_k)]
        return result

    def newton_direction(self) -> list[float]:
        """(−∇²f)⁻¹ ∇f: one linear system for all weights of all classes."""
        ob = self.objective
        return system_solution(self.curvature(), self.gradient, self.vectors, ob.prior, ob.is_full)

    def curvature(self) -> list[list[float]]:
        """Return the lower triangle of −∇²f, built block by block.

        If every class has a vector, the direction in which all vectors change together has only
        the prior's curvature, which may be 0. A positive number is added in this direction: the
        system becomes solvable, and the rest of the solution does not change.
        """
        ob, p = self.objective, self.p
        # Σ m pₖ pⱼ x xᵀ for j < k. Since pₖ (1 − pₖ) = Σ pₖ pⱼ over all j ≠ k, the blocks on the
        # diagonal are sums of these, which halves the number of products with the table.
        products = {
            (k, j): weighted_gram(ob.table, list(map(mul, p[k], p[j])))
            for k in range(ob.n_classes)
            for j in range(k)
        }
        diagonal = [
            _sum_of_matrices([block for pair, block in products.items() if k in pair])
            for k in range(ob.n_vectors)
        ]
        added = [row[i] if ob.is_full else 0.0 for i, row in enumerate(diagonal[0])]
        rows: list[list[float]] = []
        for k in range(ob.n_vectors):
            for i, lam in enumerate(ob.prior.precision):
                row: list[float] = []
                for j in range(k):
                    row += [-h for h in products[k, j][i]]
                    row[j * len(added) + i] += added[i]
                row += diagonal[k][i]
                row[k * len(added) + i] += added[i] + lam
                rows.append(row)
        return rows

    def margins(self) -> list[list[float]]:
        """For each example, the score of its own class minus that of each other class."""
        return [
            [scores[y] - s for k, s in enumerate(scores) if k != y]
            for scores, y in zip(zip(*self.scores), self.objective.labels)
        ]

    @property
    def largest_margin(self) -> float:
        """The largest margin in absolute value."""
        return max(abs(z) for row in self.margins() for z in row)

    def separates(self) -> bool:
        """Return whether every example's own class has the highest score."""
        return min(map(min, self.margins())) > 0

    def signed_rows(self, flat: Sequence[int]) -> tuple[list[list[float]], list[float]]:
        """Return a signed row for each example and each wrong class, and P(wrong class).

        A signed row has x in the block of its own class and −x in the block of the wrong class, so
        its inner product with all weights is the margin. A reference class has no block.
        """
        ob, p = self.objective, self.p
        d, blocks = len(flat), ob.n_classes - 1
        rows, wrong = [], []
        for l, own in enumerate(ob.labels):
            x = [ob.table.columns[i][l] for i in flat]
            for k in range(blocks + 1):
                if k != own:
                    row = [0.0] * (d * (blocks + 1))
                    row[own * d : own * d + d] = x
                    row[k * d : k * d + d] = [-x_i for x_i in x]
                    rows.append(row[: d * blocks])
                    wrong.append(p[k][l])
        return rows, wrong

    def gradient_tolerance(self, tolerance: float) -> list[float]:
        """Return the tolerance for each component of the gradient, including rounding errors."""
        ob = self.objective
        errors = class_residuals(ob.with_all(self.vectors), ob.table, ob.labels)
        largest = max(self.vectors, key=ob.table.scaled_length)
        result: list[float] = []
        for w_k, e_k in zip(self.vectors, errors):
            tolerances = ob.table.gradient_tolerance(e_k, largest, tolerance)
            result += [a + b for a, b in zip(tolerances, ob.prior.rounding(w_k))]
        return result

    def precondition(self) -> Callable[[Sequence[float]], list[float]] | None:
        """Return a function that multiplies by the inverse of the diagonal blocks of −∇²f.

        Return None for a wide table, where the factorisation costs more time than it saves.
        """
        ob, p = self.objective, self.p
        d = len(ob.prior.precision)
        if d * d > WIDE * ob.n_examples:
            return None
        factors = []
        for k in range(ob.n_vectors):
            block = weighted_gram(ob.table, [q * (1.0 - q) for q in p[k]])
            for i, lam in enumerate(ob.prior.precision):
                block[i][i] += lam
            factors.append(cholesky(block))

        def solved(v: Sequence[float]) -> list[float]:
            parts = map(cholesky_solve, factors, ob.blocks(v))
            return list(chain.from_iterable(parts))

        return solved


@dataclass(slots=True)
class SoftmaxRay:
    """The objective along a line; derivative and curvature are computed from the scores alone."""

    start: SoftmaxPoint
    direction: list[ScoredWeights]
    last: tuple[float, list[ScoredWeights], list[list[float]], list[float]] | None = None

    def derivative(self, t: float) -> float:
        """The derivative at t."""
        ob, (vectors, _, means) = self.start.objective, self._state_at(t)
        slope = total_over(ob.table, list(map(sub, ob.own(self._changes), means)))
        priors = [dot(ob.prior.gradient(w_k), d_k) for w_k, d_k in zip(vectors, self.direction)]
        return sum(priors, slope)

    def curvature(self, t: float) -> float:
        """Minus the second derivative at t; for each example a variance, E[c²] − E[c]²."""
        ob, (_, p, means) = self.start.objective, self._state_at(t)
        squares = _class_expectations(p, [list(map(mul, c, c)) for c in self._changes])
        curvature = fsum(ob.table.weighted(list(map(sub, squares, map(mul, means, means)))))
        return sum(map(ob.prior.curvature, self.direction), curvature)

    def point(self, t: float) -> SoftmaxPoint:
        """The objective at w + t d."""
        vectors, *_ = self._state_at(t)
        for w_k in vectors:
            finite(w_k)
        return self.start.objective.point(vectors)

    @property
    def _changes(self) -> list[Scores]:
        """X d for each class: how the scores change with t."""
        return [d_k.scores for d_k in self.direction]

    def _state_at(self, t: float) -> tuple[list[ScoredWeights], list[list[float]], list[float]]:
        """Return w + t d, the probabilities there, and the mean of X d over the classes.

        The last state is not computed again, nor are functions of its scores.
        """
        if self.last is None or self.last[0] != t:
            ob, pairs = self.start.objective, zip(self.start.vectors, self.direction)
            vectors = [w_k.moved_along(t, d_k) for w_k, d_k in pairs]
            p = softmax_by_class([mat_vec(ob.table, w_k) for w_k in ob.with_all(vectors)])
            self.last = t, vectors, p, _class_expectations(p, self._changes)
        return self.last[1:]


def system_solution(
    curvature: Sequence[Vec],
    gradient: Vec,
    vectors: Sequence[Vec],
    prior: NormalPrior,
    is_full: bool,
) -> list[float]:
    """Return Newton's direction, given the lower triangle of `SoftmaxPoint.curvature`.

    If every class has a vector, adding one vector to all of them changes only the prior. In
    this direction the step leads to the mean of the prior; the system gives the rest.
    """
    factor = cholesky(curvature)
    if not is_full:
        return cholesky_solve(factor, gradient)
    d = len(prior.precision)
    blocks = [gradient[i : i + d] for i in range(0, len(gradient), d)]
    common = list(map(mean, zip(*blocks)))
    rest = [g - c for block in blocks for g, c in zip(block, common)]
    shift = [
        mu - mean(w_i) if lam else 0.0
        for mu, lam, w_i in zip(prior.mean, prior.precision, zip(*vectors))
    ]
    own = cholesky_solve(factor, rest)
    return [own[i] + shift[i % d] for i in range(len(own))]


def _class_expectations(p: Sequence[Vec], values: Sequence[Vec]) -> list[float]:
    """Σₖ pₖ vₖ for each example.

    >>> _class_expectations([[0.5, 0.25], [0.5, 0.75]], [[2.0, 4.0], [4.0, 0.0]])
    [3.0, 1.0]
    """
    return list(map(fsum, zip(*[map(mul, p_k, v_k) for p_k, v_k in zip(p, values)])))


def _sum_of_matrices(matrices: Sequence[Sequence[Vec]]) -> list[list[float]]:
    """The sum of matrices, entry by entry.

    >>> _sum_of_matrices([[[1.0, 2.0]], [[3.0, 4.0]]])
    [[4.0, 6.0]]
    """
    return [list(map(fsum, zip(*rows))) for rows in zip(*matrices)]
