"""Examples for regressions: rows, labels and weights whose scores stay within ten of zero.

There a probability and what it lacks to one both have their digits, so that every correct
spelling gives the same numbers; what happens to huge scores is asked by hand-made edges.
"""

from collections.abc import Sequence
from typing import Any

from textbook_ml.linalg import Vector, mat_vec
from textbook_ml.questions.draw import Draw
from textbook_ml.questions.fair import is_huge, is_moderate
from textbook_ml.questions.judge import close

SLOPE = close(zero=1e-9)  # for sums whose terms may cancel


def weights(draw: Draw, n: int) -> list[float]:
    """n weights between −1 and 1."""
    return [draw.whole(-99, 99) / 99 if draw.rough else draw.whole(-2, 2) / 2 for _ in range(n)]


def row(draw: Draw, width: int) -> list[float]:
    """Some features between −3 and 3."""
    if draw.rough:
        return [draw.whole(-3000, 3000) / 1000 for _ in range(width)]
    return [draw.whole(-6, 6) / 2 for _ in range(width)]


def table(draw: Draw, n: int, width: int) -> list[list[float]]:
    """n rows, each with the leading 1 and so many features."""
    return [[1.0, *row(draw, width)] for _ in range(n)]


def posed(draw: Draw) -> tuple[list[float], list[list[float]], list[int]]:
    """Weights, rows with the leading 1, and labels 0 and 1."""
    n, width = draw.length(1, 8), draw.whole(1, 3)
    return weights(draw, 1 + width), table(draw, n, width), draw.bits(n)


def is_posed(w: Vector[float], rows: Sequence[Vector[float]], *rest: Any) -> bool:
    """Do the rows have their leading 1, and scores that are moderate, or huge?"""
    scores = mat_vec(rows, w)
    return all(x[0] == 1 for x in rows) and all(is_moderate(s) or is_huge(s) for s in scores)


def are_posed(
    vectors: Sequence[Vector[float]], rows: Sequence[Vector[float]], *rest: Any
) -> bool:
    """The same for several vectors of weights; there is at least one."""
    return len(vectors) > 0 and all(is_posed(w, rows) for w in vectors)


def has_features(rows: Sequence[Sequence[Any]], *rest: Any) -> bool:
    """Are there rows, all of one length, and is that not zero?"""
    return len({len(row) for row in rows}) == 1 and len(rows[0]) > 0


def negated(w: Vector[float]) -> list[float]:
    """The weights of the other sign convention, or the way back."""
    return [-w_i for w_i in w]
