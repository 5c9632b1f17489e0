"""Data and helpers that several errata share."""

from collections.abc import Callable

from textbook_ml.core.errors import TextbookError

# Four examples that no threshold separates, each with its leading 1.
ROWS = ((1.0, -1.0), (1.0, 0.0), (1.0, 1.0), (1.0, 2.0))
LABELS = (0, 1, 0, 1)
EXAMPLES = {"x": [row[1] for row in ROWS], "labels": list(LABELS)}  # as listed in checks

# Gaussian naive Bayes with two features, and a point to classify.
P1 = 1 / 3
MU0, MU1, SIGMA2 = (0.0, 1.0), (2.0, -1.0), (1.0, 4.0)
X = (0.5, 3.0)
GAUSSIAN = {"P(Y = 1)": "1/3", "μ₀": MU0, "μ₁": MU1, "σ²": SIGMA2, "x": X}


def outcome(formula: Callable[[], object]) -> object:
    """The value of a formula, or the reason why it is undefined.

    >>> outcome(lambda: 1 / 2), outcome(lambda: 1 / 0)
    (0.5, 'division by zero')
    """
    try:
        return formula()
    except TextbookError:
        return "none: rejected with an error"
    except ZeroDivisionError:
        return "division by zero"
    except (ArithmeticError, ValueError):
        return "undefined"


def second_difference(f: Callable[[float], float]) -> float:
    """f(0) − 2 f(1) + f(2), which is 0 if f is linear.

    >>> second_difference(lambda x: 3 * x + 1), second_difference(lambda x: x * x)
    (0.0, 2.0)
    """
    return f(0.0) - 2 * f(1.0) + f(2.0)
