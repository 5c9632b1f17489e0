"""Logistic regression by Newton's method: the maximum likelihood line, or a separating line.

With a penalty on Σ wᵢ², the weights are a linear combination of the rows. So if there are fewer
rows than columns, the optimisation uses coordinates in the space that the rows span, and no
matrix is larger than the number of examples.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import cast

from textbook_ml.core.errors import TextbookError
from textbook_ml.core.tables import Vec
from textbook_ml.learning.objectives.logistic_objective import LogisticObjective, LogisticPoint
from textbook_ml.learning.objectives.prior import NormalPrior
from textbook_ml.learning.optimisers.newton import newton
from textbook_ml.study.experiments.ng_jordan.row_space import RowSpace

FLAT = 1e-7  # gradient tolerance at the maximum
STEPS = 200


def mle_line(rows: Sequence[Vec], signs: Vec, l2: float) -> list[float]:
    """Return the (w₀, w₁, …) that maximise the log likelihood of the signs minus (λ/2) Σ wᵢ².

    >>> mle_line([[0.0], [1.0], [0.0], [1.0]], [-1.0, -1.0, 1.0, 1.0], l2=1.0)
    [0.0, 0.0]
    """
    table, weights = in_row_space(rows)
    *_, maximum = newton_points(table, signs, l2)
    return [maximum.w[0], *weights(maximum.w[1:])]


def separating_or_mle_line(rows: Sequence[Vec], signs: Vec, l2: float) -> tuple[list[float], bool]:
    """Return the first separating line and True, or the maximum likelihood line and False.

    >>> separating_or_mle_line([[0.0], [1.0]], [-1.0, 1.0], l2=1e-6)[1]
    True
    >>> separating_or_mle_line([[0.0], [1.0], [0.0]], [-1.0, 1.0, 1.0], l2=1e-6)[1]
    False
    """
    table, weights = in_row_space(rows)
    for point in newton_points(table, signs, l2):
        if point.separates():
            break
    return [point.w[0], *weights(point.w[1:])], point.separates()


def newton_points(rows: Sequence[Vec], signs: Vec, l2: float) -> Iterator[LogisticPoint]:
    """Yield the points of Newton's method, from zero weights to the maximum."""
    prior = NormalPrior.ridge(l2, len(rows[0]), penalise_intercept=False)
    objective = LogisticObjective.of(rows, signs, [1.0] * len(rows), prior)
    start = objective.at([0.0] * (len(rows[0]) + 1))
    for step in islice(newton(start), STEPS):
        yield cast(LogisticPoint, step.point)
        if step.gradient_norm <= FLAT:
            return
    raise TextbookError(
        f"logistic regression has not converged after {STEPS} steps of Newton's method: "
        f"the gradient is still {step.gradient_norm:.3g}"
    )


def in_row_space(rows: Sequence[Vec]) -> tuple[Sequence[Vec], Callable[[Vec], list[float]]]:
    """Return the rows in as few columns as possible, and a function that converts weights back.

    >>> in_row_space([[3.0, 4.0], [6.0, 8.0]])[0], in_row_space([[1.0], [2.0]])[0]
    ([[5.0], [10.0]], [[1.0], [2.0]])
    """
    space = RowSpace.of(rows) if len(rows) <= len(rows[0]) else None
    if space is None or not space.independent:  # few columns, or all zeros
        return rows, list
    return space.full_rows, partial(space.vector, elsewhere=[0.0] * len(rows[0]))
