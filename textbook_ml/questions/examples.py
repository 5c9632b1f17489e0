"""Examples for regressions: rows, labels and weights whose scores stay within ten of zero.

There a probability and what it lacks to one both have their digits, so that every correct
spelling gives the same numbers; what happens to huge scores is asked by hand-made edges.
"""

from textbook_ml.linalg import Vector
from textbook_ml.questions.draw import Draw
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


def negated(w: Vector[float]) -> list[float]:
    """The weights of the other sign convention, or the way back."""
    return [-w_i for w_i in w]
