"""Objectives for tests of optimisers: quadratics with known maximum, and two likelihoods."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from hypothesis import strategies as st

from textbook_ml.core.linalg import dot, mat_vec, solve
from textbook_ml.learning.objectives.concave import Concave, ConcavePoint
from textbook_ml.learning.objectives.logistic_objective import LogisticObjective, LogisticPoint
from textbook_ml.learning.objectives.prior import NormalPrior
from textbook_ml.learning.objectives.softmax_objective import SoftmaxObjective, SoftmaxPoint
from textbook_ml.learning.optimisers.conjugate_gradient import conjugate_gradient
from textbook_ml.learning.optimisers.gradient_ascent import accelerated_ascent, gradient_ascent
from textbook_ml.learning.optimisers.newton import newton, newton_cg
from textbook_ml.learning.optimisers.quasi_newton import lbfgs
from textbook_ml.learning.optimisers.steps import Step

Optimiser = Callable[[Any], Iterator[Step]]

# Deterministic optimisers; stochastic ascent only approaches the maximum and has its own tests.
DETERMINISTIC: list[Optimiser] = [
    newton,
    newton_cg,
    lbfgs,
    conjugate_gradient,
    gradient_ascent,
    accelerated_ascent,
]


class Quadratic(NamedTuple):
    """The quadratic f(w) = b · w − ½ w · A w, whose maximum is where A w = b."""

    A: list[list[float]]
    b: list[float]

    def function(self) -> Concave:
        """Return the objective; the largest row sum of |A| bounds its curvature."""
        return Concave(
            value=lambda w: dot(self.b, w) - dot(w, mat_vec(self.A, w)) / 2,
            gradient=lambda w: [b - a for b, a in zip(self.b, mat_vec(self.A, w))],
            curvature_times=lambda w, v: mat_vec(self.A, v),
            curvature_bound=max(sum(map(abs, row)) for row in self.A),
        )

    def start(self) -> ConcavePoint:
        return self.function().at([0.0] * len(self.b))

    def maximum(self) -> list[float]:
        """Return the solution of A w = b, computed in Fractions and rounded once."""
        exact = [list(map(Fraction, row)) for row in self.A]
        return list(map(float, solve(exact, list(map(Fraction, self.b)))))


@st.composite
def quadratics(draw: st.DrawFn, most: int = 4) -> Quadratic:
    """Draw A = B Bᵀ + 3 I with −1, 0 and 1 in B: row sums and curvatures are from 3 to 19."""
    n = draw(st.integers(1, most))
    small = st.integers(-1, 1)
    B = [[draw(small) for _ in range(n)] for _ in range(n)]
    A = [[float(sum(p * q for p, q in zip(a, c))) for c in B] for a in B]
    for i in range(n):
        A[i][i] += 3.0
    return Quadratic(A, [float(draw(st.integers(-8, 8))) for _ in range(n)])


def two_classes(seed: int, n: int = 30, d: int = 2, l2: float = 1.0) -> LogisticPoint:
    """Return a logistic objective with overlapping classes, at zero weights."""
    rng = Random(seed)
    rows = [[2 * rng.random() - 1 for _ in range(d)] for _ in range(n)]
    signs = [1.0 if sum(x) + 3 * rng.random() - 1.5 > 0 else -1.0 for x in rows]
    prior = NormalPrior.ridge(l2, d, penalise_intercept=False)
    return LogisticObjective.of(rows, signs, [1.0] * n, prior).at([0.0] * (d + 1))


def three_classes(seed: int, n_vectors: int = 2, n: int = 30, size: float = 1.0) -> SoftmaxPoint:
    """Return a penalised softmax objective of three classes and two features, at zero weights.

    The second feature is between −size and size, the first between −1 and 1.
    """
    rng = Random(seed)
    rows = [[2 * rng.random() - 1, size * (2 * rng.random() - 1)] for _ in range(n)]
    places = [min(2, int(2 * rng.random() + (x[0] > 0))) for x in rows]
    prior = NormalPrior.ridge(1.0, 2, penalise_intercept=True)
    objective = SoftmaxObjective.of(rows, places, [1.0] * n, prior, 3, n_vectors)
    return objective.at([0.0] * (3 * n_vectors))


def first(steps: Iterator[Step], n: int) -> list[Step]:
    """Return the first n steps, or all steps if there are fewer."""
    return list(islice(steps, n))


def largest_difference(w: Sequence[float], other: Sequence[float]) -> float:
    """Return the largest difference between two lists of weights."""
    return max(abs(a - b) for a, b in zip(w, other))
