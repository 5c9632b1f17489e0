"""Questions on a variance shared by all classes, or by all classes and features."""

from collections.abc import Sequence
from math import fsum, sqrt

from textbook_ml.equations.gaussian import (
    common_variance_mle,
    common_variance_mvue,
    mean_mle,
    pooled_variance_mle,
    pooled_variance_mvue,
    variance_mle,
    variance_mvue,
)
from textbook_ml.questions.framework.judge import Case, close
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw

Groups = Sequence[Sequence[float]]

GROUPS = [([[1.0, 3.0], [5.0]],), ([[1.0, 3.0, 5.0], [0.0, 2.0]],), ([[2.0, 2.0], [4.0, 4.0]],)]
FEATURES = [
    ([[[1.0, 3.0], [5.0]]],),
    ([[[1.0, 3.0], [5.0]], [[0.0, 4.0], [1.0]]],),
    ([[[1.0, 3.0, 5.0], [0.0, 2.0]], [[2.0, 4.0, 0.0], [1.0, 5.0]]],),
]


def groups_of(draw: Draw, sizes: Sequence[int]) -> list[list[float]]:
    """Return random values for each class, as many as `sizes` says."""
    return [draw.numbers(size) for size in sizes]


def sizes_of(draw: Draw) -> list[int]:
    """Return the sizes of one to three classes; the first has at least 2, so that N > K."""
    return [draw.length(2, 6), *(draw.length(1, 5) for _ in range(draw.whole(0, 2)))]


def variance_is_not_tiny(groups: Groups) -> bool:
    """Return whether the variance is 0 or at least 0.01.

    For a smaller variance, correct implementations would differ by rounding.
    """
    return not 0 < pooled_variance_mle(groups) < 0.01


def no_variance_is_tiny(features: Sequence[Groups]) -> bool:
    return all(map(variance_is_not_tiny, features))


def all_values(groups: Groups) -> list[float]:
    """Return the values of all classes in one list."""
    return [x for xs in groups for x in xs]


@question(pooled_variance_mle, edges=GROUPS, judge=close(zero=1e-9), valid=variance_is_not_tiny)
def _(draw: Draw) -> Case:
    return (groups_of(draw, sizes_of(draw)),)


@misconception(
    pooled_variance_mle,
    "You subtract the mean of all values. The equation subtracts the mean of each class.",
)
def about_the_mean_of_all(groups: Groups) -> float:
    xs = all_values(groups)
    return variance_mle(xs, mean_mle(xs))


@misconception(
    pooled_variance_mle,
    "You average the variances of the classes with equal weights. "
    "Weight each class by its number of examples.",
)
def classes_weighted_equally(groups: Groups) -> float:
    return mean_mle([variance_mle(xs, mean_mle(xs)) for xs in groups])


@misconception(
    pooled_variance_mle,
    "You divide by N − K, which is the unbiased estimate. The "
    "maximum likelihood estimate divides by N.",
)
def divided_by_n_minus_k(groups: Groups) -> float:
    return pooled_variance_mvue(groups)


@misconception(pooled_variance_mle, "You compute the standard deviation σ. The variance is σ².")
def pooled_deviation(groups: Groups) -> float:
    return sqrt(pooled_variance_mle(groups))


@misconception(
    pooled_variance_mle,
    "You add the variances of the classes. Add the squared "
    "deviations of all classes and divide by N once.",
)
def variances_added(groups: Groups) -> float:
    return fsum(variance_mle(xs, mean_mle(xs)) for xs in groups)


@question(pooled_variance_mvue, edges=GROUPS, judge=close(zero=1e-9), valid=variance_is_not_tiny)
def _(draw: Draw) -> Case:
    return (groups_of(draw, sizes_of(draw)),)


@misconception(
    pooled_variance_mvue,
    "You divide by N, which is the maximum likelihood estimate. K means are estimated, so the "
    "unbiased estimate divides by N − K.",
)
def divided_by_n(groups: Groups) -> float:
    return pooled_variance_mle(groups)


@misconception(
    pooled_variance_mvue,
    "You divide by N − 1. K means are estimated, one per class, so divide by N − K.",
)
def divided_by_n_minus_1(groups: Groups) -> float:
    n = len(all_values(groups))
    return pooled_variance_mle(groups) * n / (n - 1)


@misconception(
    pooled_variance_mvue,
    "You subtract the mean of all values and divide by N − 1. Subtract "
    "the mean of each class and divide by N − K.",
)
def one_mean_for_all(groups: Groups) -> float:
    xs = all_values(groups)
    return variance_mvue(xs, mean_mle(xs))


@misconception(
    pooled_variance_mvue,
    "You average the variances of the classes with equal weights. Add the squared deviations of "
    "all classes and divide by N − K.",
)
def unbiased_classes_weighted_equally(groups: Groups) -> float:
    return mean_mle([variance_mvue(xs, mean_mle(xs)) for xs in groups])


@question(common_variance_mle, edges=FEATURES, judge=close(zero=1e-9), valid=no_variance_is_tiny)
def _(draw: Draw) -> Case:
    sizes = sizes_of(draw)
    return ([groups_of(draw, sizes) for _ in range(draw.whole(1, 3))],)


@misconception(
    common_variance_mle,
    "You add the variances of the features. A variance common to all features is their average.",
)
def features_added(features: Sequence[Groups]) -> float:
    return fsum(map(pooled_variance_mle, features))


@misconception(
    common_variance_mle,
    "You divide by n (N − K), which is the unbiased estimate. The "
    "maximum likelihood estimate divides by n N.",
)
def common_without_bias(features: Sequence[Groups]) -> float:
    return common_variance_mvue(features)


@misconception(
    common_variance_mle,
    "You subtract the mean of each feature over all classes. The "
    "equation subtracts the mean within each class.",
)
def class_means_ignored(features: Sequence[Groups]) -> float:
    return mean_mle([about_the_mean_of_all(groups) for groups in features])


@misconception(
    common_variance_mle,
    "You use one mean per class for all features. Each feature has its own mean in each class.",
)
def one_mean_for_all_features(features: Sequence[Groups]) -> float:
    return pooled_variance_mle([all_values(groups) for groups in zip(*features)])


@question(common_variance_mvue, edges=FEATURES, judge=close(zero=1e-9), valid=no_variance_is_tiny)
def _(draw: Draw) -> Case:
    sizes = sizes_of(draw)
    return ([groups_of(draw, sizes) for _ in range(draw.whole(1, 3))],)


@misconception(
    common_variance_mvue,
    "You divide by n N, which is the maximum likelihood estimate. The "
    "unbiased estimate divides by n (N − K).",
)
def common_divided_by_n(features: Sequence[Groups]) -> float:
    return common_variance_mle(features)


@misconception(
    common_variance_mvue,
    "You divide by n N − K. Each of the n features has K means, so divide by n (N − K).",
)
def means_of_one_feature(features: Sequence[Groups]) -> float:
    n = len(features) * len(all_values(features[0]))
    return common_variance_mle(features) * n / (n - len(features[0]))


@misconception(
    common_variance_mvue,
    "You divide by n N − 1. One mean is estimated for each "
    "feature and class, so divide by n (N − K).",
)
def one_subtracted_in_total(features: Sequence[Groups]) -> float:
    n = len(features) * len(all_values(features[0]))
    return common_variance_mle(features) * n / (n - 1)


@misconception(
    common_variance_mvue,
    "You add the variances of the features. A variance common to all features is their average.",
)
def unbiased_features_added(features: Sequence[Groups]) -> float:
    return fsum(map(pooled_variance_mvue, features))
