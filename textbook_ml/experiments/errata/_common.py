"""What several errata share: four examples, two bells, and two ways to look at a formula."""

from collections.abc import Callable

from textbook_ml.errors import TextbookError

# Four examples that no threshold separates, each with its leading 1.
ROWS = ((1.0, -1.0), (1.0, 0.0), (1.0, 1.0), (1.0, 2.0))
LABELS = (0, 1, 0, 1)

# Gaussian naive Bayes with two features, and a point to classify.
P1 = 1 / 3
MU0, MU1, SIGMA2 = (0.0, 1.0), (2.0, -1.0), (1.0, 4.0)
X = (0.5, 3.0)


def outcome(formula: Callable[[], object]) -> object:
    """What a formula gives, or how it fails.

    >>> outcome(lambda: 1 / 2), outcome(lambda: 1 / 0)
    (0.5, 'ZeroDivisionError')
    """
    try:
        return formula()
    except TextbookError as refusal:
        return f"refused: {refusal}"
    except (ArithmeticError, ValueError) as failure:
        return type(failure).__name__


def bend(f: Callable[[float], float]) -> float:
    """The second difference of f at 0, 1, 2: zero for a straight line, whatever its slope.

    >>> bend(lambda x: 3 * x + 1), bend(lambda x: x * x)
    (0.0, 2.0)
    """
    return f(0.0) - 2 * f(1.0) + f(2.0)
