"""Questions on means and variances of one class: equations (10) to (15)."""

from collections.abc import Mapping, Sequence
from math import fsum, isclose, sqrt

from textbook_ml.equations.gaussian import (
    conditional_mean,
    conditional_variance,
    mean_map,
    mean_mle,
    variance_mle,
    variance_mvue,
)
from textbook_ml.questions.framework.case_repair import with_sum_one
from textbook_ml.questions.framework.judge import Case, close
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw

Joint = Mapping[tuple[float, str], float]

OFFSET = [1e6 + x for x in (0.0, 1.0, 2.0, 5.0)]
FAR = [1e9, 1e9 + 2.0]  # so far from 0 that their squares have no digits for the variance
NEAR_ZERO = close(zero=1e-6)  # a mean may be 0 up to rounding

ONE_CLASS = {(1.0, "a"): 0.25, (4.0, "a"): 0.75}
TWO_CLASSES = {(1.0, "a"): 0.125, (4.0, "a"): 0.25, (0.0, "b"): 0.625}
ONE_VALUE = {(3.0, "a"): 0.25, (5.0, "b"): 0.5, (1.0, "b"): 0.25}
TABLES = [(ONE_CLASS, "a"), (TWO_CLASSES, "a"), (ONE_VALUE, "a"), (ONE_VALUE, "b")]


def joint_of(draw: Draw) -> dict[tuple[float, str], float]:
    """Return a random table P(x, y) with a few values x for each of two classes."""
    pairs = [(draw.number(), y) for y in "ab" for _ in range(draw.length(1, 4))]
    cells = list(dict.fromkeys([*pairs, (draw.number(), "a")]))
    return dict(zip(cells, draw.shares(len(cells))))


def with_normalised_joint(joint: Joint, y: str) -> Case:
    """Return the case with a joint table that sums to 1 again after a cell was dropped."""
    return with_sum_one(joint), y


@question(conditional_mean, edges=TABLES, judge=NEAR_ZERO, repair=with_normalised_joint)
def _(draw: Draw) -> Case:
    return joint_of(draw), draw.of("ab")


@misconception(
    conditional_mean,
    "You compute Σ x P(x, y) without dividing by P(y). Equation (10) divides by P(y).",
)
def not_divided(joint: Joint, y: str) -> float:
    return fsum(x * p for (x, label), p in joint.items() if label == y)


@misconception(
    conditional_mean,
    "You average the values with equal weights. Equation (10) weights each value by P(x, y).",
)
def values_unweighted(joint: Joint, y: str) -> float:
    return mean_mle([x for x, label in joint if label == y])


@misconception(
    conditional_mean,
    "You compute the mean over all classes. Equation (10) is the mean within class y.",
)
def class_ignored(joint: Joint, y: str) -> float:
    return fsum(x * p for (x, _), p in joint.items())


@question(
    conditional_variance,
    edges=TABLES,
    judge=close(zero=1e-9),
    valid=lambda joint, y: not 0 < conditional_variance(joint, y) < 0.01,
    repair=with_normalised_joint,
)
def _(draw: Draw) -> Case:
    return joint_of(draw), draw.of("ab")


@misconception(
    conditional_variance,
    "You compute the mean square E[X²]. Equation (11) subtracts μ from x before squaring.",
)
def mean_square(joint: Joint, y: str) -> float:
    mu = conditional_mean(joint, y)
    return conditional_variance(joint, y) + mu * mu


@misconception(
    conditional_variance, "You compute the standard deviation σ. Equation (11) is the variance σ²."
)
def deviation_of_class(joint: Joint, y: str) -> float:
    return sqrt(conditional_variance(joint, y))


@misconception(
    conditional_variance, "You do not divide by P(y). Equation (11) is conditional on Y = y."
)
def variance_not_divided(joint: Joint, y: str) -> float:
    return conditional_variance(joint, y) * fsum(p for (_, label), p in joint.items() if label == y)


@misconception(
    conditional_variance,
    "You subtract the mean over all classes. In equation (11), μ is the mean of class y.",
)
def about_the_mean_of_all(joint: Joint, y: str) -> float:
    gap = conditional_mean(joint, y) - fsum(x * p for (x, _), p in joint.items())
    return conditional_variance(joint, y) + gap * gap


@question(mean_mle, edges=[([3.0],), ([1.0, 2.0],), ([0.0, 0.0, 6.0],), (OFFSET,)], judge=NEAR_ZERO)
def _(draw: Draw) -> Case:
    return (draw.numbers(draw.length()),)


@misconception(
    mean_mle, "You divide by N − 1, as the unbiased variance (15) does. The mean divides by N."
)
def mean_over_n_minus_1(xs: Sequence[float]) -> float:
    return fsum(xs) / (len(xs) - 1)


@misconception(mean_mle, "You compute the median. Equation (13) is the mean: the sum divided by N.")
def median(xs: Sequence[float]) -> float:
    ordered = sorted(xs)
    return (ordered[(len(xs) - 1) // 2] + ordered[len(xs) // 2]) / 2


@misconception(mean_mle, "You compute the sum. The mean is the sum divided by N.")
def sum_not_mean(xs: Sequence[float]) -> float:
    return fsum(xs)


def is_mean(xs: Sequence[float], mu: float) -> bool:
    """Return whether μ̂ is the mean of xs, so that recomputing the mean is also correct."""
    return isclose(mu, mean_mle(xs), rel_tol=1e-15, abs_tol=1e-15)


def variance_is_not_tiny(xs: Sequence[float], mu: float) -> bool:
    """Return whether μ̂ is the mean and the variance is 0 or at least 0.01.

    For a smaller variance, correct implementations would differ by rounding.
    """
    return is_mean(xs, mu) and not 0 < variance_mle(xs, mu) < 0.01


def with_mean(xs: Sequence[float], mu: float) -> Case:
    """Return the case with μ̂ recomputed from the data."""
    return xs, mean_mle(xs)


@question(
    variance_mle,
    edges=[([4.0], 4.0), ([0.0, 4.0], 2.0), (OFFSET, 1e6 + 2.0), (FAR, 1e9 + 1.0)],
    judge=close(zero=1e-9),
    valid=variance_is_not_tiny,
    repair=with_mean,
)
def _(draw: Draw) -> Case:
    return with_mean(draw.numbers(draw.length()), 0.0)


@misconception(
    variance_mle,
    "You divide by N − 1, which is the unbiased estimate (15). Equation (14) divides by N.",
)
def divided_by_n_minus_1(xs: Sequence[float], mu: float) -> float:
    return fsum((x - mu) * (x - mu) for x in xs) / (len(xs) - 1)


@misconception(variance_mle, "You compute the standard deviation σ. The variance is σ².")
def deviation_for_variance(xs: Sequence[float], mu: float) -> float:
    return sqrt(variance_mle(xs, mu))


@misconception(
    variance_mle,
    "You compute Σ x² / N − μ², which loses digits if the data are "
    "far from 0. Subtract μ before squaring.",
)
def squares_cancel(xs: Sequence[float], mu: float) -> float:
    return fsum(x * x for x in xs) / len(xs) - mu * mu


@misconception(
    variance_mle, "You do not divide by N. Equation (14) divides the sum of squares by N."
)
def squares_not_divided(xs: Sequence[float], mu: float) -> float:
    return fsum((x - mu) * (x - mu) for x in xs)


@misconception(variance_mle, "You average |x − μ|. Equation (14) averages the squares (x − μ)².")
def square_forgotten(xs: Sequence[float], mu: float) -> float:
    return fsum(abs(x - mu) for x in xs) / len(xs)


@misconception(
    variance_mle,
    "You add the deviations x − μ without squaring them, so they "
    "cancel. Square each deviation first.",
)
def deviations_cancel(xs: Sequence[float], mu: float) -> float:
    return fsum(x - mu for x in xs) / len(xs)


@misconception(
    variance_mle,
    "You subtract μ from the mean of the squares. Subtract μ², or average (x − μ)² instead.",
)
def mean_not_squared(xs: Sequence[float], mu: float) -> float:
    return fsum(x * x for x in xs) / len(xs) - mu


@misconception(
    variance_mle,
    "You multiply by (N − 1) / N, which is right only for a variance that was divided by N − 1. "
    "Equation (14) divides the sum of squares by N.",
)
def corrected_twice(xs: Sequence[float], mu: float) -> float:
    return variance_mle(xs, mu) * (len(xs) - 1) / len(xs)


@question(
    variance_mvue,
    edges=[([1.0, 3.0], 2.0), ([4.0, 4.0], 4.0), (OFFSET, 1e6 + 2.0), (FAR, 1e9 + 1.0)],
    judge=close(zero=1e-9),
    valid=variance_is_not_tiny,
    repair=with_mean,
)
def _(draw: Draw) -> Case:
    return with_mean(draw.numbers(draw.length(2)), 0.0)


@misconception(
    variance_mvue, "You divide by N, which is (14), the MLE. Equation (15) divides by N − 1."
)
def divided_by_n(xs: Sequence[float], mu: float) -> float:
    return variance_mle(xs, mu)


@misconception(variance_mvue, "You compute the standard deviation σ. The variance is σ².")
def unbiased_deviation(xs: Sequence[float], mu: float) -> float:
    return sqrt(variance_mvue(xs, mu))


@misconception(
    variance_mvue,
    "You compute Σ x² − N μ², which loses digits if the data are "
    "far from 0. Subtract μ before squaring.",
)
def squares_of_far_data_cancel(xs: Sequence[float], mu: float) -> float:
    return (fsum(x * x for x in xs) - len(xs) * mu * mu) / (len(xs) - 1)


@misconception(
    variance_mvue,
    "You subtract 1 from the quotient Σ/N. Equation (15) subtracts 1 from N in the denominator, "
    "so put N − 1 in brackets.",
)
def bracket_misplaced(xs: Sequence[float], mu: float) -> float:
    return variance_mle(xs, mu) - 1


@misconception(
    variance_mvue,
    "You add the deviations x − μ without squaring them, so they "
    "cancel. Square each deviation first.",
)
def unbiased_deviations_cancel(xs: Sequence[float], mu: float) -> float:
    return fsum(x - mu for x in xs) / (len(xs) - 1)


@misconception(
    variance_mvue,
    "You divide by N + 1. The mean is estimated from the same "
    "data, so equation (15) divides by N − 1.",
)
def divided_by_n_plus_1(xs: Sequence[float], mu: float) -> float:
    return variance_mle(xs, mu) * len(xs) / (len(xs) + 1)


@misconception(
    variance_mvue,
    "You divide by N − 2. Only one parameter, the mean, is "
    "estimated, so equation (15) divides by N − 1.",
)
def divided_by_n_minus_2(xs: Sequence[float], mu: float) -> float:
    return variance_mle(xs, mu) * len(xs) / (len(xs) - 2)


@misconception(
    variance_mvue,
    "You multiply the estimate (14) by (N − 1) / N. Equation (15) is larger than (14), by the "
    "factor N / (N − 1).",
)
def correction_inverted(xs: Sequence[float], mu: float) -> float:
    return variance_mle(xs, mu) * (len(xs) - 1) / len(xs)


@misconception(variance_mvue, "You add up |x − μ|. Equation (15) adds up the squares (x − μ)².")
def absolute_deviations(xs: Sequence[float], mu: float) -> float:
    return fsum(abs(x - mu) for x in xs) / (len(xs) - 1)


@question(
    mean_map,
    edges=[
        ([], 1.0, 2.0, 1.0),
        ([4.0], 1.0, 0.0, 1.0),
        ([1.0, 3.0, 5.0], 4.0, 0.0, 2.0),
        ([1.0, 3.0], 1.0, -1.0, 0.25),
    ],
    judge=NEAR_ZERO,
)
def _(draw: Draw) -> Case:
    xs = draw.numbers(draw.length(1, 8))
    return xs, draw.positive(), draw.number(), draw.positive()


@misconception(
    mean_map,
    "You compute the mean of the data, equation (13). The prior "
    "N(μ₀, τ²) moves the estimate towards μ₀.",
)
def prior_ignored(
    xs: Sequence[float], sigma2: float, prior_mean: float, prior_variance: float
) -> float:
    return mean_mle(xs)


@misconception(
    mean_map, "You have exchanged σ² and τ². Divide the data by σ² and the prior mean μ₀ by τ²."
)
def variances_exchanged(
    xs: Sequence[float], sigma2: float, prior_mean: float, prior_variance: float
) -> float:
    return mean_map(xs, prior_variance, prior_mean, sigma2)


@misconception(mean_map, "You count μ₀ as one more example. It counts as much as σ² / τ² examples.")
def prior_as_an_example(
    xs: Sequence[float], sigma2: float, prior_mean: float, prior_variance: float
) -> float:
    return mean_mle([*xs, prior_mean])


@misconception(
    mean_map,
    "You use the weights 1/σ and 1/τ. The equation has 1/σ² and 1/τ², "
    "and the arguments are already variances.",
)
def weighted_by_standard_deviations(
    xs: Sequence[float], sigma2: float, prior_mean: float, prior_variance: float
) -> float:
    return mean_map(xs, sqrt(sigma2), prior_mean, sqrt(prior_variance))


@misconception(
    mean_map,
    "You count the precision 1/σ² once in the denominator. Every "
    "example contributes it, so the term is N / σ².",
)
def one_example_counted(
    xs: Sequence[float], sigma2: float, prior_mean: float, prior_variance: float
) -> float:
    numerator = prior_mean / prior_variance + fsum(xs) / sigma2
    return numerator / (1 / prior_variance + 1 / sigma2)


@misconception(
    mean_map,
    "You count the data as one example at their mean. Each of the N examples contributes, so the "
    "terms are Σ x / σ² and N / σ².",
)
def data_as_one_example(
    xs: Sequence[float], sigma2: float, prior_mean: float, prior_variance: float
) -> float:
    return mean_map([mean_mle(xs)], sigma2, prior_mean, prior_variance)
