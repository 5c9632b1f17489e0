"""Random cases for regression questions: rows, labels and weights with scores in [−10, 10].

For such scores neither P nor 1 − P loses digits, so all correct implementations agree. Very
large scores are tested by hand-written edge cases.
"""

from collections.abc import Sequence
from math import fsum
from typing import Any

from textbook_ml.core.linalg import Vector, mat_vec
from textbook_ml.questions.framework.case_filters import is_huge, is_moderate
from textbook_ml.questions.framework.judge import close
from textbook_ml.questions.framework.random_values import Draw

SLOPE = close(zero=1e-9)  # for sums whose terms may cancel


def weights(draw: Draw, n: int) -> list[float]:
    """Return n random weights between −1 and 1."""
    return [draw.whole(-99, 99) / 99 if draw.rough else draw.whole(-2, 2) / 2 for _ in range(n)]


def row(draw: Draw, width: int) -> list[float]:
    """Return a row of `width` random features between −3 and 3."""
    if draw.rough:
        return [draw.whole(-3000, 3000) / 1000 for _ in range(width)]
    return [draw.whole(-6, 6) / 2 for _ in range(width)]


def table(draw: Draw, n: int, width: int) -> list[list[float]]:
    """Return n rows, each with a leading 1 and `width` features."""
    return [[1.0, *row(draw, width)] for _ in range(n)]


def regression_case(draw: Draw) -> tuple[list[float], list[list[float]], list[int]]:
    """Return random weights, rows with a leading 1, and labels 0 or 1."""
    n, width = draw.length(1, 8), draw.whole(1, 3)
    return weights(draw, 1 + width), table(draw, n, width), draw.bits(n)


def is_fair_regression_case(w: Vector[float], rows: Sequence[Vector[float]], *rest: Any) -> bool:
    """Return whether all rows have a leading 1 and all scores are either moderate or huge."""
    scores = mat_vec(rows, w)
    return all(x[0] == 1 for x in rows) and all(is_moderate(s) or is_huge(s) for s in scores)


def are_fair_regression_cases(
    vectors: Sequence[Vector[float]], rows: Sequence[Vector[float]], *rest: Any
) -> bool:
    """Return whether there are weight vectors and `is_fair_regression_case` holds for each."""
    return len(vectors) > 0 and all(is_fair_regression_case(w, rows) for w in vectors)


def has_features(rows: Sequence[Sequence[Any]], *rest: Any) -> bool:
    """Return whether there are rows and all have the same length, at least 1."""
    return len({len(row) for row in rows}) == 1 and len(rows[0]) > 0


def negated(w: Vector[float]) -> list[float]:
    """Return −w, which converts weights between the two sign conventions."""
    return [-w_i for w_i in w]


def with_shared_row(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the matrix that results if all rows are the same list: each is the sum of all rows.

    >>> with_shared_row([[1.0, 2.0], [2.0, 5.0]])
    [[3.0, 7.0], [3.0, 7.0]]
    """
    return [[fsum(column) for column in zip(*matrix)] for _ in matrix]
