"""The additive quantities of a regression: value, gradient and Hessian of ln P(y | x, w) at w.

    table       some rows with a leading 1, and the weights of the examples
    labels      the index of each example's class in the list of classes
    vectors     the weights: one vector for logistic regression, one per class for softmax
    margin      the score of an example's own class minus the score of another class
    wrong       s, the probability of a wrong class times the weight of the example

Sums of two sets of rows add up to the sums of both together. The sums of a table are computed by
the equations of the chapter and rounded; the sums of tables are added without rounding
(`ExactSums`). So the total depends on the tables, but not on the order in which they are added.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from math import inf

from textbook_ml.core.elementwise import softmax_by_class
from textbook_ml.core.exact_sums import ExactSums
from textbook_ml.core.linalg import mat_vec, weighted_gram
from textbook_ml.core.tables import ScoredWeights, Table, Vec
from textbook_ml.equations.likelihood import (
    conditional_log_likelihood,
    gradient,
    hessian,
    residuals,
)
from textbook_ml.equations.softmax import class_residuals
from textbook_ml.learning.objectives.prior import NormalPrior
from textbook_ml.learning.objectives.softmax_objective import SoftmaxObjective

__all__ = ["RegressionSums"]


@dataclass(frozen=True, slots=True)
class RegressionSums:
    """Value, gradient and −Hessian of the log likelihood at one point, summed over examples.

    >>> a = logistic_sums(Table([[1.0, 2.0]]), [1], [0.0, 0.0])
    >>> b = logistic_sums(Table([[1.0, -2.0]]), [0], [0.0, 0.0])
    >>> (a + b).gradient, (a + b).curvature
    ([0.0, 2.0], [[0.5], [0.0, 2.0]])
    """

    n: int
    n_weights: int
    numbers: ExactSums  # the value, the gradient, bounds on its rounding error, the curvature
    least_margin: float  # the smallest margin over all examples and wrong classes
    largest_margin: float  # the largest margin in absolute value

    def __add__(self, other: "RegressionSums") -> "RegressionSums":
        """Return the sums of both sets of examples together."""
        return RegressionSums(
            self.n + other.n,
            self.n_weights,
            self.numbers + other.numbers,
            min(self.least_margin, other.least_margin),
            max(self.largest_margin, other.largest_margin),
        )

    @property
    def value(self) -> float:
        """Σ m ln P(y | x, w)."""
        return self._sums_as_floats(0, 1)[0]

    @property
    def gradient(self) -> list[float]:
        """The derivative of the value by each weight."""
        return self._sums_as_floats(1, self.n_weights)

    @property
    def rounding(self) -> list[float]:
        """A bound on the rounding error of each component of the gradient."""
        return self._sums_as_floats(1 + self.n_weights, self.n_weights)

    @property
    def curvature(self) -> list[list[float]]:
        """The lower triangle of minus the Hessian; for softmax, of `SoftmaxPoint.curvature`."""
        start = 1 + 2 * self.n_weights
        sizes = range(1, self.n_weights + 1)
        return [self._sums_as_floats(start + n * (n - 1) // 2, n) for n in sizes]

    def _sums_as_floats(self, start: int, n: int) -> list[float]:
        return ExactSums(self.numbers.units[start : start + n]).floats()


def logistic_sums(table: Table, labels: Sequence[int], w: Vec) -> RegressionSums:
    """Return the sums of one table for logistic regression, by the equations of section 3.2.

    >>> logistic_sums(Table([[1.0, 2.0]]), [1], [0.0, 0.0]).gradient
    [0.5, 1.0]
    """
    scored = ScoredWeights(w, table)
    margins = [s if y else -s for s, y in zip(scored.scores, labels)]
    errors = residuals(scored, table, labels)
    return _sums_at_point(
        table,
        conditional_log_likelihood(scored, table, labels),
        gradient(scored, table, labels),
        table.gradient_tolerance(errors, scored, 0.0),
        [[-h for h in row] for row in hessian(scored, table)],
        margins,
    )


def softmax_sums(
    table: Table, labels: Sequence[int], w: Vec, n_classes: int, n_vectors: int
) -> RegressionSums:
    """Return the sums of one table for softmax regression; `w` has the vectors one after another.

    >>> sums = softmax_sums(Table([[1.0, 2.0]]), [1], [0.0] * 4, n_classes=2, n_vectors=2)
    >>> sums.gradient
    [-0.5, -1.0, 0.5, 1.0]
    """
    d = len(table.scales)
    flat = NormalPrior((0.0,) * d, (inf,) * d)
    point = SoftmaxObjective(table, labels, flat, n_classes, n_vectors).at(w)
    return _sums_at_point(
        table,
        point.value,
        point.gradient,
        point.gradient_tolerance(0.0),
        point.curvature(),
        list(chain.from_iterable(point.margins())),
    )


def _sums_at_point(
    table: Table,
    value: float,
    slope: Sequence[float],
    rounding: Sequence[float],
    curvature: Sequence[Sequence[float]],
    margins: Sequence[float],
) -> RegressionSums:
    lower = (row[: i + 1] for i, row in enumerate(curvature))
    numbers = ExactSums.of([value, *slope, *rounding, *chain.from_iterable(lower)])
    smallest, largest = min(margins), max(margins)
    return RegressionSums(len(table), len(slope), numbers, smallest, max(-smallest, largest))


@dataclass(frozen=True, slots=True)
class OverlapSums:
    """AᵀS²A and Aᵀs, summed over signed rows, for the proof in `separation`."""

    squared: ExactSums  # the lower triangle
    left_over: ExactSums
    least_wrong: float  # the smallest s

    def __add__(self, other: "OverlapSums") -> "OverlapSums":
        """Return the sums of both sets of signed rows together."""
        return OverlapSums(
            self.squared + other.squared,
            self.left_over + other.left_over,
            min(self.least_wrong, other.least_wrong),
        )

    def scaled(self) -> tuple[list[list[float]], list[float]]:
        """Return both sums for columns of A divided by their length in SA."""
        numbers, left = self.squared.floats(), self.left_over.floats()
        rows = [numbers[i * (i + 1) // 2 : (i + 1) * (i + 2) // 2] for i in range(len(left))]
        lengths = [row[-1] ** 0.5 or 1.0 for row in rows]
        squared = [[x / lengths[i] / b for x, b in zip(row, lengths)] for i, row in enumerate(rows)]
        return squared, [x / length for x, length in zip(left, lengths)]


def logistic_overlap(
    table: Table, labels: Sequence[int], w: Vec, flat: Sequence[int]
) -> OverlapSums:
    """Return the sums of a proof of overlap for two classes; `flat` are the unpenalised weights.

    >>> sums = logistic_overlap(Table([[1.0, 2.0]]), [1], [0.0, 0.0], [0, 1])
    >>> sums.left_over.floats(), sums.squared.floats()
    ([0.5, 1.0], [0.25, 0.5, 1.0])
    """
    wrong = table.weighted(residuals(w, table, labels))
    part = Table([[row[i] for i in flat] for row in table])
    lower = weighted_gram(part, [s * s for s in wrong])
    return OverlapSums(
        _lower_triangle([lower], [0]),
        ExactSums.of(part.transposed_times(wrong)),
        min(map(abs, wrong)),
    )


def softmax_overlap(
    table: Table, labels: Sequence[int], vectors: Sequence[Vec], flat: Sequence[int]
) -> OverlapSums:
    """Return the sums of a proof of overlap for many classes, relative to the last class.

    A signed row has x for its own class y and −x for a wrong class k, and s = pₖ:

        AᵀS²A = Σ pₖ² (e_y − e_k)(e_y − e_k)ᵀ ⊗ x xᵀ

    >>> sums = softmax_overlap(Table([[1.0, 2.0]]), [1], [[0.0, 0.0], [0.0, 0.0]], [0, 1])
    >>> sums.left_over.floats(), sums.squared.floats()
    ([-0.5, -1.0], [0.25, 0.5, 1.0])
    """
    p = softmax_by_class([mat_vec(table, w_k) for w_k in vectors])
    squared_weights = [m * m for m in table.weighted([1.0] * len(table))]
    squares = [[m * q * q for m, q in zip(squared_weights, p_k)] for p_k in p]
    part = Table([[row[i] for i in flat] for row in table])
    blocks: list[list[list[float]]] = []
    for a in range(len(vectors) - 1):
        for b in range(a):
            mixed = [
                squares[b][l] if y == a else squares[a][l] if y == b else 0.0
                for l, y in enumerate(labels)
            ]
            blocks.append([[-h for h in row] for row in weighted_gram(part, mixed)])
        others = [sum(s) for s in zip(*squares[:a], *squares[a + 1 :])]
        own = [others[l] if y == a else squares[a][l] for l, y in enumerate(labels)]
        blocks.append(weighted_gram(part, own))
    errors = class_residuals(vectors, table, labels)
    left = [part.transposed_times(table.weighted(e_k)) for e_k in errors[:-1]]
    return OverlapSums(
        _lower_triangle(blocks, range(len(vectors) - 1)),
        ExactSums.of(chain.from_iterable(left)),
        min(map(min, p)),
    )


def _lower_triangle(blocks: Sequence[Sequence[Vec]], rows: Sequence[int]) -> ExactSums:
    """Return the lower triangle of a symmetric matrix, from the blocks of its lower triangle."""
    numbers: list[float] = []
    for a in rows:
        blocks_of_row = blocks[a * (a + 1) // 2 : (a + 1) * (a + 2) // 2]
        for i in range(len(blocks_of_row[-1])):
            numbers += [h for block in blocks_of_row[:-1] for h in block[i]]
            numbers += blocks_of_row[-1][i][: i + 1]
    return ExactSums.of(numbers)
