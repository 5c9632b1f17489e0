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
from textbook_ml.questions.draw import Draw
from textbook_ml.questions.judge import Case, close
from textbook_ml.questions.mend import topped_up
from textbook_ml.questions.question import misconception, question

Joint = Mapping[tuple[float, str], float]

OFFSET = [1e6 + x for x in (0.0, 1.0, 2.0, 5.0)]
FAR = [1e9, 1e9 + 2.0]  # the squares of these no longer differ by 1
NEAR_ZERO = close(zero=1e-6)  # a mean may be the rounding of zero

ONE_CLASS = {(1.0, "a"): 0.25, (4.0, "a"): 0.75}
TWO_CLASSES = {(1.0, "a"): 0.125, (4.0, "a"): 0.25, (0.0, "b"): 0.625}
ONE_VALUE = {(3.0, "a"): 0.25, (5.0, "b"): 0.5, (1.0, "b"): 0.25}
TABLES = [(ONE_CLASS, "a"), (TWO_CLASSES, "a"), (ONE_VALUE, "a"), (ONE_VALUE, "b")]


def joint_of(draw: Draw) -> dict[tuple[float, str], float]:
    """P(x, y) for some values x of each of two classes."""
    pairs = [(draw.number(), y) for y in "ab" for _ in range(draw.length(1, 4))]
    cells = list(dict.fromkeys([*pairs, (draw.number(), "a")]))
    return dict(zip(cells, draw.shares(len(cells))))


def with_whole_joint(joint: Joint, y: str) -> Case:
    """The table sums to one also when a cell was dropped."""
    return topped_up(joint), y


@question(conditional_mean, edges=TABLES, judge=NEAR_ZERO, mend=with_whole_joint)
def _(draw: Draw) -> Case:
    return joint_of(draw), draw.of("ab")


@misconception(conditional_mean, "You leave out the division by P(y): Σ x P(x, y) is not yet (10).")
def not_divided(joint: Joint, y: str) -> float:
    return fsum(x * p for (x, label), p in joint.items() if label == y)


@misconception(
    conditional_mean, "You average the values as if all were as probable: P(x, y) weighs."
)
def values_unweighted(joint: Joint, y: str) -> float:
    return mean_mle([x for x, label in joint if label == y])


@misconception(
    conditional_mean, "This is the mean of all classes together: (10) is within class y."
)
def class_ignored(joint: Joint, y: str) -> float:
    return fsum(x * p for (x, _), p in joint.items())


@question(
    conditional_variance,
    edges=TABLES,
    judge=close(zero=1e-9),
    valid=lambda joint, y: not 0 < conditional_variance(joint, y) < 0.01,
    mend=with_whole_joint,
)
def _(draw: Draw) -> Case:
    return joint_of(draw), draw.of("ab")


@misconception(
    conditional_variance, "This is E[X²], the mean square: (11) subtracts μ from x first."
)
def mean_square(joint: Joint, y: str) -> float:
    mu = conditional_mean(joint, y)
    return conditional_variance(joint, y) + mu * mu


@misconception(conditional_variance, "This is the standard deviation σ; (11) is its square, σ².")
def deviation_of_class(joint: Joint, y: str) -> float:
    return sqrt(conditional_variance(joint, y))


@misconception(
    conditional_variance, "You leave out the division by P(y): (11) is given that Y = y."
)
def variance_not_divided(joint: Joint, y: str) -> float:
    return conditional_variance(joint, y) * fsum(p for (_, label), p in joint.items() if label == y)


@misconception(
    conditional_variance, "You measure from the mean of all classes; μ is that of class y."
)
def about_the_mean_of_all(joint: Joint, y: str) -> float:
    gap = conditional_mean(joint, y) - fsum(x * p for (x, _), p in joint.items())
    return conditional_variance(joint, y) + gap * gap


@question(mean_mle, edges=[([3.0],), ([1.0, 2.0],), ([0.0, 0.0, 6.0],), (OFFSET,)], judge=NEAR_ZERO)
def _(draw: Draw) -> Case:
    return (draw.numbers(draw.length()),)


@misconception(mean_mle, "You divide by N − 1; only the unbiased variance (15) does that.")
def mean_over_n_minus_1(xs: Sequence[float]) -> float:
    return fsum(xs) / (len(xs) - 1)


@misconception(mean_mle, "This is the middle value, the median; (13) is the sum over N.")
def median(xs: Sequence[float]) -> float:
    ordered = sorted(xs)
    return (ordered[(len(xs) - 1) // 2] + ordered[len(xs) // 2]) / 2


@misconception(mean_mle, "This is the sum; the mean divides it by N.")
def sum_not_mean(xs: Sequence[float]) -> float:
    return fsum(xs)


def is_mean(xs: Sequence[float], mu: float) -> bool:
    """Is μ̂ the mean of these? Then a student may also work it out again."""
    return isclose(mu, mean_mle(xs), rel_tol=1e-15, abs_tol=1e-15)


def spread_is_plain(xs: Sequence[float], mu: float) -> bool:
    """The same, and the variance is 0 or not tiny: both ways to write it have their digits."""
    return is_mean(xs, mu) and not 0 < variance_mle(xs, mu) < 0.01


def with_mean(xs: Sequence[float], mu: float) -> Case:
    """μ̂ follows the data."""
    return xs, mean_mle(xs)


@question(
    variance_mle,
    edges=[([4.0], 4.0), ([0.0, 4.0], 2.0), (OFFSET, 1e6 + 2.0), (FAR, 1e9 + 1.0)],
    judge=close(zero=1e-9),
    valid=spread_is_plain,
    mend=with_mean,
)
def _(draw: Draw) -> Case:
    return with_mean(draw.numbers(draw.length()), 0.0)


@misconception(variance_mle, "You divide by N − 1, which is (15), unbiased; (14) divides by N.")
def divided_by_n_minus_1(xs: Sequence[float], mu: float) -> float:
    return fsum((x - mu) * (x - mu) for x in xs) / (len(xs) - 1)


@misconception(variance_mle, "This is the standard deviation σ; the variance is its square, σ².")
def deviation_for_variance(xs: Sequence[float], mu: float) -> float:
    return sqrt(variance_mle(xs, mu))


@misconception(
    variance_mle,
    "Σ x² / N − μ² loses its digits when the data are far from 0: subtract μ before squaring.",
)
def squares_cancel(xs: Sequence[float], mu: float) -> float:
    return fsum(x * x for x in xs) / len(xs) - mu * mu


@misconception(variance_mle, "You leave out the division: (14) divides the squares by N.")
def squares_not_divided(xs: Sequence[float], mu: float) -> float:
    return fsum((x - mu) * (x - mu) for x in xs)


@misconception(variance_mle, "You average |x − μ|, without the square: (14) averages (x − μ)².")
def square_forgotten(xs: Sequence[float], mu: float) -> float:
    return fsum(abs(x - mu) for x in xs) / len(xs)


@misconception(
    variance_mle, "Your deviations are not squared one by one: those above μ and below it cancel."
)
def deviations_cancel(xs: Sequence[float], mu: float) -> float:
    return fsum(x - mu for x in xs) / len(xs)


@misconception(
    variance_mle,
    "You subtract μ from the mean of the squares; it is μ², or better (x − μ)² each time.",
)
def mean_not_squared(xs: Sequence[float], mu: float) -> float:
    return fsum(x * x for x in xs) / len(xs) - mu


@question(
    variance_mvue,
    edges=[([1.0, 3.0], 2.0), ([4.0, 4.0], 4.0), (OFFSET, 1e6 + 2.0), (FAR, 1e9 + 1.0)],
    judge=close(zero=1e-9),
    valid=spread_is_plain,
    mend=with_mean,
)
def _(draw: Draw) -> Case:
    return with_mean(draw.numbers(draw.length(2)), 0.0)


@misconception(variance_mvue, "You divide by N, which is (14), the MLE; (15) divides by N − 1.")
def divided_by_n(xs: Sequence[float], mu: float) -> float:
    return variance_mle(xs, mu)


@misconception(variance_mvue, "This is the standard deviation σ; the variance is its square, σ².")
def unbiased_deviation(xs: Sequence[float], mu: float) -> float:
    return sqrt(variance_mvue(xs, mu))


@misconception(
    variance_mvue,
    "Σ x² − N μ² loses its digits when the data are far from 0: subtract μ before squaring.",
)
def squares_of_far_data_cancel(xs: Sequence[float], mu: float) -> float:
    return (fsum(x * x for x in xs) - len(xs) * mu * mu) / (len(xs) - 1)


@misconception(
    variance_mvue, "Your bracket is misplaced: 1 is taken from N, not from Σ/N as a whole."
)
def bracket_misplaced(xs: Sequence[float], mu: float) -> float:
    return variance_mle(xs, mu) - 1


@misconception(
    variance_mvue, "Your deviations are not squared one by one: those above μ and below it cancel."
)
def unbiased_deviations_cancel(xs: Sequence[float], mu: float) -> float:
    return fsum(x - mu for x in xs) / (len(xs) - 1)


@misconception(variance_mvue, "You divide by N + 1; the mean costs one example: N − 1.")
def divided_by_n_plus_1(xs: Sequence[float], mu: float) -> float:
    return variance_mle(xs, mu) * len(xs) / (len(xs) + 1)


@misconception(
    variance_mvue, "You divide by N − 2; only the mean was estimated, and costs one example: N − 1."
)
def divided_by_n_minus_2(xs: Sequence[float], mu: float) -> float:
    return variance_mle(xs, mu) * len(xs) / (len(xs) - 2)


@misconception(variance_mvue, "You add up |x − μ|, without the square: (15) adds up (x − μ)².")
def sizes_of_deviations(xs: Sequence[float], mu: float) -> float:
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


@misconception(mean_map, "This is the mean of the data, (13): the prior N(μ₀, τ²) pulls it to μ₀.")
def prior_ignored(
    xs: Sequence[float], sigma2: float, prior_mean: float, prior_variance: float
) -> float:
    return mean_mle(xs)


@misconception(mean_map, "You have exchanged σ² and τ²: the data are divided by σ², μ₀ by τ².")
def variances_exchanged(
    xs: Sequence[float], sigma2: float, prior_mean: float, prior_variance: float
) -> float:
    return mean_map(xs, prior_variance, prior_mean, sigma2)


@misconception(mean_map, "You count μ₀ as one more example; its weight is σ² / τ² of one.")
def prior_as_an_example(
    xs: Sequence[float], sigma2: float, prior_mean: float, prior_variance: float
) -> float:
    return mean_mle([*xs, prior_mean])


@misconception(mean_map, "You weigh by 1/σ and 1/τ; the weights are 1/σ² and 1/τ², as given.")
def weighed_by_deviations(
    xs: Sequence[float], sigma2: float, prior_mean: float, prior_variance: float
) -> float:
    return mean_map(xs, sqrt(sigma2), prior_mean, sqrt(prior_variance))


@misconception(mean_map, "You count the data's precision once; every example brings 1/σ²: N / σ².")
def one_example_counted(
    xs: Sequence[float], sigma2: float, prior_mean: float, prior_variance: float
) -> float:
    above = prior_mean / prior_variance + fsum(xs) / sigma2
    return above / (1 / prior_variance + 1 / sigma2)


@misconception(
    mean_map,
    "You count the data as one example at their mean; each of the N brings 1/σ²: Σ x / σ², N / σ².",
)
def data_as_one_example(
    xs: Sequence[float], sigma2: float, prior_mean: float, prior_variance: float
) -> float:
    return mean_map([mean_mle(xs)], sigma2, prior_mean, prior_variance)
