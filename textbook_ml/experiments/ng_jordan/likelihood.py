"""The most likely line, and the first on the way to it that separates.

A penalty on Σ wᵢ² leaves the slopes a combination of the rows. So where the rows are fewer than
the columns, the search takes their coordinates in the space that they span: no matrix is larger
than the number of examples.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import cast

from textbook_ml.errors import TextbookError
from textbook_ml.experiments.ng_jordan.span import Span
from textbook_ml.tables import Vec
from textbook_ml.objectives.logistic import LogisticObjective, LogisticPoint
from textbook_ml.objectives.prior import NormalPrior
from textbook_ml.optimisers.newton import newton

FLAT = 1e-7  # of a gradient: below this we are at the top
STEPS = 200


def most_likely_line(rows: Sequence[Vec], signs: Vec, l2: float) -> list[float]:
    """The (w₀, w₁, …) under which the signs are most probable, less (λ/2) Σ wᵢ².

    >>> most_likely_line([[0.0], [1.0], [0.0], [1.0]], [-1.0, -1.0, 1.0, 1.0], l2=1.0)
    [0.0, 0.0]
    """
    table, slopes = shortened(rows)
    *_, top = points_upwards(table, signs, l2)
    return [top.w[0], *slopes(top.w[1:])]


def separating_or_likely(rows: Sequence[Vec], signs: Vec, l2: float) -> tuple[list[float], bool]:
    """The first line on the way up that has every row on its side, or the top and False.

    >>> separating_or_likely([[0.0], [1.0]], [-1.0, 1.0], l2=1e-6)[1]
    True
    >>> separating_or_likely([[0.0], [1.0], [0.0]], [-1.0, 1.0, 1.0], l2=1e-6)[1]
    False
    """
    table, slopes = shortened(rows)
    for point in points_upwards(table, signs, l2):
        if point.separates():
            break
    return [point.w[0], *slopes(point.w[1:])], point.separates()


def points_upwards(rows: Sequence[Vec], signs: Vec, l2: float) -> Iterator[LogisticPoint]:
    """Newton's steps from the line that knows nothing; the last is the most likely."""
    prior = NormalPrior.ridge(l2, len(rows[0]), penalise_intercept=False)
    objective = LogisticObjective.of(rows, signs, [1.0] * len(rows), prior)
    start = objective.at([0.0] * (len(rows[0]) + 1))
    for step in islice(newton(start), STEPS):
        yield cast(LogisticPoint, step.point)
        if step.gradient_norm <= FLAT:
            return
    raise TextbookError(
        f"logistic regression has not reached the top after {STEPS} steps of Newton's method: "
        f"the gradient is still {step.gradient_norm:.3g}"
    )


def shortened(rows: Sequence[Vec]) -> tuple[Sequence[Vec], Callable[[Vec], list[float]]]:
    """The rows with as few columns as will do, and what turns their slopes into those of rows.

    >>> shortened([[3.0, 4.0], [6.0, 8.0]])[0], shortened([[1.0], [2.0]])[0]
    ([[5.0], [10.0]], [[1.0], [2.0]])
    """
    span = Span.of(rows) if len(rows) <= len(rows[0]) else None
    if span is None or not span.independent:  # few columns, or nothing but zeros
        return rows, list
    return span.full_rows, partial(span.vector, elsewhere=[0.0] * len(rows[0]))
