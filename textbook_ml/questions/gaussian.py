"""Questions on means and variances: equations (10) to (15)."""

from collections.abc import Sequence
from math import fsum, sqrt

from textbook_ml.equations.gaussian import mean_mle, variance_mle, variance_mvue
from textbook_ml.questions.draw import Draw
from textbook_ml.questions.judge import Case, close
from textbook_ml.questions.question import misconception, question

OFFSET = [1e6 + x for x in (0.0, 1.0, 2.0, 5.0)]


@question(mean_mle, edges=[([3.0],), ([1.0, 2.0],), (OFFSET,)], judge=close(zero=1e-12))
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


@question(variance_mle, edges=[([4.0], 4.0), ([1.0, 3.0], 2.0), (OFFSET, 1e6 + 2.0)])
def _(draw: Draw) -> Case:
    xs = draw.numbers(draw.length())
    return xs, mean_mle(xs)


@misconception(variance_mle, "You divide by N − 1, which is (15), unbiased; (14) divides by N.")
def divided_by_n_minus_1(xs: Sequence[float], mu: float) -> float:
    return fsum((x - mu) * (x - mu) for x in xs) / (len(xs) - 1)


@misconception(variance_mle, "This is the standard deviation σ; the variance is its square, σ².")
def deviation_for_variance(xs: Sequence[float], mu: float) -> float:
    return sqrt(variance_mle(xs, mu))


@question(variance_mvue, edges=[([1.0, 3.0], 2.0), (OFFSET, 1e6 + 2.0)])
def _(draw: Draw) -> Case:
    xs = draw.numbers(draw.length(2))
    return xs, mean_mle(xs)


@misconception(variance_mvue, "You divide by N, which is (14), the MLE; (15) divides by N − 1.")
def divided_by_n(xs: Sequence[float], mu: float) -> float:
    return variance_mle(xs, mu)


@misconception(variance_mvue, "This is the standard deviation σ; the variance is its square, σ².")
def unbiased_deviation(xs: Sequence[float], mu: float) -> float:
    return sqrt(variance_mvue(xs, mu))
