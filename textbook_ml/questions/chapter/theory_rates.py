"""Questions on sample size: bounds, convergence rates and the VC dimension."""

from math import ceil, floor, log, log2, log10, sqrt

from textbook_ml.equations.theory import (
    hoeffding_examples,
    logistic_error_gap,
    naive_bayes_examples,
    vc_dimension_of_halfspaces,
)
from textbook_ml.questions.chapter.theory import rounds_unambiguously
from textbook_ml.questions.framework.judge import Case, exactly
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw


def epsilon_and_delta(draw: Draw) -> tuple[float, float]:
    """Return a random error ε and failure probability δ."""
    return draw.whole(1, 50) / 100, draw.whole(1, 99) / 100


@question(
    hoeffding_examples,
    edges=[(0.02, 0.05), (0.5, 0.5), (0.1, 0.05), (0.25, 0.9)],
    judge=exactly,
    valid=lambda epsilon, delta: rounds_unambiguously(log(2 / delta) / (2 * epsilon * epsilon)),
)
def _(draw: Draw) -> Case:
    return epsilon_and_delta(draw)


@misconception(
    hoeffding_examples,
    "You use ln(1/δ), which bounds deviations on one side. For both sides the bound has ln(2/δ).",
)
def one_sided(epsilon: float, delta: float) -> int:
    return ceil(log(1 / delta) / (2 * epsilon * epsilon))


@misconception(hoeffding_examples, "You divide by ε². The denominator is 2ε²: N ≥ ln(2/δ) / (2ε²).")
def two_missing_in_denominator(epsilon: float, delta: float) -> int:
    return ceil(log(2 / delta) / (epsilon * epsilon))


@misconception(hoeffding_examples, "You leave out the square of ε. N is proportional to 1/ε².")
def epsilon_not_squared(epsilon: float, delta: float) -> int:
    return ceil(log(2 / delta) / (2 * epsilon))


@misconception(hoeffding_examples, "You round down. N must be at least this number, so round up.")
def bound_rounded_down(epsilon: float, delta: float) -> int:
    return floor(log(2 / delta) / (2 * epsilon * epsilon))


@misconception(
    hoeffding_examples,
    "You use logarithms to base 10. The equation has the natural logarithm, math.log.",
)
def base_10(epsilon: float, delta: float) -> int:
    return ceil(log10(2 / delta) / (2 * epsilon * epsilon))


@question(naive_bayes_examples, edges=[(0.5, 0.5, 1), (0.1, 0.05, 10), (0.1, 0.05, 20)])
def _(draw: Draw) -> Case:
    return *epsilon_and_delta(draw), draw.whole(1, 30 * draw.size)


@misconception(
    naive_bayes_examples,
    "You bound n parameters. Two classes have 2n parameters, each "
    "bounded on two sides, so the logarithm has 4n.",
)
def one_class_bounded(epsilon: float, delta: float, n_features: int) -> float:
    return log(2 * n_features / delta) / (2 * epsilon * epsilon)


@misconception(
    naive_bayes_examples, "You multiply the bound by n. In the equation, n is inside the logarithm."
)
def linear_in_n(epsilon: float, delta: float, n_features: int) -> float:
    return n_features * log(4 / delta) / (2 * epsilon * epsilon)


@misconception(
    naive_bayes_examples,
    "You use logarithms to base 2. The equation has the natural logarithm, math.log.",
)
def base_2(epsilon: float, delta: float, n_features: int) -> float:
    return log2(4 * n_features / delta) / (2 * epsilon * epsilon)


@misconception(naive_bayes_examples, "You leave out the square of ε. N is proportional to 1/ε².")
def error_not_squared(epsilon: float, delta: float, n_features: int) -> float:
    return log(4 * n_features / delta) / (2 * epsilon)


@misconception(
    naive_bayes_examples, "You round up. The question asks for the bound without rounding."
)
def rounded_up(epsilon: float, delta: float, n_features: int) -> float:
    return ceil(naive_bayes_examples(epsilon, delta, n_features))


@question(logistic_error_gap, edges=[(1, 2), (10, 200), (1, 100), (5, 6)])
def _(draw: Draw) -> Case:
    n = draw.whole(1, 6 * draw.size)
    return n, n + draw.whole(1, 30 * draw.size)


@misconception(
    logistic_error_gap,
    "You use ln(n m), which is an error in one source text. The equation has ln(m/n).",
)
def logarithm_of_product(n_features: int, n_examples: int) -> float:
    return sqrt(n_features / n_examples * log(n_features * n_examples))


@misconception(logistic_error_gap, "You leave out the square root. The gap is √((n/m) ln(m/n)).")
def gap_squared(n_features: int, n_examples: int) -> float:
    return n_features / n_examples * log(n_examples / n_features)


@misconception(
    logistic_error_gap,
    "You have inverted the fraction. The equation has n/m, which "
    "decreases with the number of examples m.",
)
def fraction_inverted(n_features: int, n_examples: int) -> float:
    return sqrt(n_examples / n_features * log(n_examples / n_features))


@misconception(logistic_error_gap, "You leave out the logarithm. The gap is √((n/m) ln(m/n)).")
def logarithm_forgotten(n_features: int, n_examples: int) -> float:
    return sqrt(n_features / n_examples)


@question(vc_dimension_of_halfspaces, edges=[(1,), (2,), (3,), (10,)], judge=exactly)
def _(draw: Draw) -> Case:
    return (draw.whole(1, 20 * draw.size),)


@misconception(
    vc_dimension_of_halfspaces,
    "You return n, which holds for hyperplanes through the origin (an error in one source text). "
    "With an intercept it is n + 1.",
)
def intercept_forgotten(n_features: int) -> int:
    return n_features


@misconception(
    vc_dimension_of_halfspaces,
    "You return the smallest number of points that cannot be shattered. The dimension is the "
    "largest number that can be: n + 1.",
)
def smallest_not_shattered(n_features: int) -> int:
    return n_features + 2


@misconception(
    vc_dimension_of_halfspaces,
    "You return 2ⁿ, the number of labellings of n points. The dimension is n + 1.",
)
def labellings(n_features: int) -> int:
    return int(2**n_features)
