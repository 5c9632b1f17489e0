"""Questions on the number of parameters of Gaussian models."""

from textbook_ml.equations.parameters import (
    common_variance_parameters,
    discriminant_parameters,
    gaussian_parameters,
    quadratic_parameters,
    tied_gaussian_parameters,
)
from textbook_ml.questions.chapter.parameters import sizes_of
from textbook_ml.questions.framework.judge import Case, exactly
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw

SIZES = [(1, 2), (2, 2), (10, 2), (2, 3)]


@question(gaussian_parameters, edges=SIZES, judge=exactly)
def _(draw: Draw) -> Case:
    return sizes_of(draw)


@misconception(
    gaussian_parameters, "You count the means alone. Every Gaussian also has a variance: 2 n K."
)
def means_alone(n_features: int, n_classes: int) -> int:
    return n_features * n_classes


@misconception(
    gaussian_parameters,
    "You also count the K − 1 parameters of the prior. The "
    "question asks for P(X | Y) alone, 2 n K.",
)
def prior_counted_too(n_features: int, n_classes: int) -> int:
    return 2 * n_features * n_classes + n_classes - 1


@misconception(
    gaussian_parameters,
    "You count variances shared by all classes. Here each class has its own variances, so there "
    "are 2 n K parameters.",
)
def variances_shared(n_features: int, n_classes: int) -> int:
    return tied_gaussian_parameters(n_features, n_classes)


@misconception(
    gaussian_parameters,
    "You leave out the classes. Each class has its own n means and n variances.",
)
def classes_forgotten(n_features: int, n_classes: int) -> int:
    return 2 * n_features


@misconception(
    gaussian_parameters, "You count covariances. Naive Bayes has none, only n variances per class."
)
def covariances_counted(n_features: int, n_classes: int) -> int:
    return quadratic_parameters(n_features, n_classes)


@question(tied_gaussian_parameters, edges=SIZES, judge=exactly)
def _(draw: Draw) -> Case:
    return sizes_of(draw)


@misconception(
    tied_gaussian_parameters,
    "You count separate variances for each class. Here all classes share σᵢ², so there are n K + "
    "n parameters.",
)
def variances_not_shared(n_features: int, n_classes: int) -> int:
    return gaussian_parameters(n_features, n_classes)


@misconception(
    tied_gaussian_parameters,
    "You count one variance in total. Each of the n features has its own: n K + n.",
)
def one_variance_in_total(n_features: int, n_classes: int) -> int:
    return common_variance_parameters(n_features, n_classes)


@misconception(
    tied_gaussian_parameters,
    "You also count the K − 1 parameters of the prior. The "
    "question asks for P(X | Y) alone, n K + n.",
)
def prior_with_tied(n_features: int, n_classes: int) -> int:
    return n_features * n_classes + n_features + n_classes - 1


@misconception(
    tied_gaussian_parameters, "You count one variance per class. There is one per feature: n K + n."
)
def variance_per_class(n_features: int, n_classes: int) -> int:
    return n_features * n_classes + n_classes


@question(common_variance_parameters, edges=SIZES, judge=exactly)
def _(draw: Draw) -> Case:
    return sizes_of(draw)


@misconception(
    common_variance_parameters,
    "You leave out the one variance that all classes and features share: n K + 1.",
)
def variance_forgotten(n_features: int, n_classes: int) -> int:
    return n_features * n_classes


@misconception(
    common_variance_parameters,
    "You count one variance per feature. Here all features share one: n K + 1.",
)
def variance_per_feature(n_features: int, n_classes: int) -> int:
    return tied_gaussian_parameters(n_features, n_classes)


@misconception(
    common_variance_parameters,
    "You count n K + K, which has one variance per class (or includes the prior). Here all "
    "classes share one variance: n K + 1.",
)
def k_for_one(n_features: int, n_classes: int) -> int:
    return n_features * n_classes + n_classes


@misconception(
    common_variance_parameters,
    "You count one mean per class. There are n K means and one variance: n K + 1.",
)
def one_mean_per_class(n_features: int, n_classes: int) -> int:
    return n_classes + 1


@question(discriminant_parameters, edges=SIZES, judge=exactly)
def _(draw: Draw) -> Case:
    return sizes_of(draw)


@misconception(
    discriminant_parameters,
    "You count all n · n entries of Σ. It is symmetric, so only n (n + 1) / 2 are free.",
)
def symmetry_forgotten(n_features: int, n_classes: int) -> int:
    return n_features * n_classes + n_features * n_features


@misconception(
    discriminant_parameters,
    "You count a separate Σ for each class. In this model all classes share one.",
)
def covariance_per_class(n_features: int, n_classes: int) -> int:
    return quadratic_parameters(n_features, n_classes)


@misconception(
    discriminant_parameters,
    "You leave out the diagonal of Σ. With the diagonal there are n (n + 1) / 2 entries.",
)
def diagonal_forgotten(n_features: int, n_classes: int) -> int:
    return n_features * n_classes + n_features * (n_features - 1) // 2


@misconception(
    discriminant_parameters,
    "You count only the variances, as for naive Bayes. Here Σ also has covariances.",
)
def diagonal_alone(n_features: int, n_classes: int) -> int:
    return tied_gaussian_parameters(n_features, n_classes)


@misconception(
    discriminant_parameters,
    "You also count the K − 1 parameters of the prior. The question asks for p(x | y) alone.",
)
def prior_with_discriminant(n_features: int, n_classes: int) -> int:
    return discriminant_parameters(n_features, n_classes) + n_classes - 1


@question(quadratic_parameters, edges=SIZES, judge=exactly)
def _(draw: Draw) -> Case:
    return sizes_of(draw)


@misconception(
    quadratic_parameters,
    "You count one Σ for all classes. In the quadratic model each class has its own.",
)
def covariance_shared(n_features: int, n_classes: int) -> int:
    return discriminant_parameters(n_features, n_classes)


@misconception(
    quadratic_parameters,
    "You count all n · n entries of Σ. It is symmetric, so only n (n + 1) / 2 are free.",
)
def both_triangles(n_features: int, n_classes: int) -> int:
    return n_classes * (n_features + n_features * n_features)


@misconception(
    quadratic_parameters, "You leave out the means. Each class has n means in addition to its Σ."
)
def means_forgotten(n_features: int, n_classes: int) -> int:
    return n_classes * n_features * (n_features + 1) // 2


@misconception(
    quadratic_parameters,
    "You count only the variances, as for naive Bayes. Here Σ also has covariances.",
)
def variances_alone(n_features: int, n_classes: int) -> int:
    return gaussian_parameters(n_features, n_classes)


@misconception(
    quadratic_parameters,
    "You also count the K − 1 parameters of the prior. The question asks for p(x | y) alone.",
)
def prior_with_quadratic(n_features: int, n_classes: int) -> int:
    return quadratic_parameters(n_features, n_classes) + n_classes - 1
