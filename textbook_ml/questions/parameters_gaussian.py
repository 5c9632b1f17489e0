"""Questions on how many parameters a model of bell curves has."""

from textbook_ml.equations.parameters import (
    common_variance_parameters,
    discriminant_parameters,
    gaussian_parameters,
    quadratic_parameters,
    tied_gaussian_parameters,
)
from textbook_ml.questions.draw import Draw
from textbook_ml.questions.judge import Case, exactly
from textbook_ml.questions.parameters import sizes_of
from textbook_ml.questions.question import misconception, question

SIZES = [(1, 2), (2, 2), (10, 2), (2, 3)]


@question(gaussian_parameters, edges=SIZES, judge=exactly)
def _(draw: Draw) -> Case:
    return sizes_of(draw)


@misconception(
    gaussian_parameters, "You count the means alone; every bell has a variance too: 2 n K."
)
def means_alone(n_features: int, n_classes: int) -> int:
    return n_features * n_classes


@misconception(
    gaussian_parameters, "You count the prior's K − 1 too; this is P(X | Y) alone, 2 n K."
)
def prior_counted_too(n_features: int, n_classes: int) -> int:
    return 2 * n_features * n_classes + n_classes - 1


@misconception(
    gaussian_parameters, "Your classes share their variances; here each has its own: 2 n K."
)
def variances_shared(n_features: int, n_classes: int) -> int:
    return tied_gaussian_parameters(n_features, n_classes)


@misconception(
    gaussian_parameters, "You leave out the classes: each has its own n means and variances."
)
def classes_forgotten(n_features: int, n_classes: int) -> int:
    return 2 * n_features


@misconception(
    gaussian_parameters, "You count covariances; naive Bayes has none, only n variances."
)
def covariances_counted(n_features: int, n_classes: int) -> int:
    return quadratic_parameters(n_features, n_classes)


@question(tied_gaussian_parameters, edges=SIZES, judge=exactly)
def _(draw: Draw) -> Case:
    return sizes_of(draw)


@misconception(
    tied_gaussian_parameters, "Your classes have variances of their own; here σᵢ² is shared."
)
def variances_not_shared(n_features: int, n_classes: int) -> int:
    return gaussian_parameters(n_features, n_classes)


@misconception(
    tied_gaussian_parameters, "You count one variance in all; each feature has its own: n."
)
def one_variance_in_all(n_features: int, n_classes: int) -> int:
    return common_variance_parameters(n_features, n_classes)


@misconception(
    tied_gaussian_parameters, "You count the prior's K − 1 too; this is P(X | Y): n K + n."
)
def prior_with_tied(n_features: int, n_classes: int) -> int:
    return n_features * n_classes + n_features + n_classes - 1


@misconception(
    tied_gaussian_parameters, "You count a variance per class; it is one per feature: n K + n."
)
def variance_per_class(n_features: int, n_classes: int) -> int:
    return n_features * n_classes + n_classes


@question(common_variance_parameters, edges=SIZES, judge=exactly)
def _(draw: Draw) -> Case:
    return sizes_of(draw)


@misconception(common_variance_parameters, "You forget the one variance that all share: n K + 1.")
def variance_forgotten(n_features: int, n_classes: int) -> int:
    return n_features * n_classes


@misconception(common_variance_parameters, "You count a variance per feature; here all share one.")
def variance_per_feature(n_features: int, n_classes: int) -> int:
    return tied_gaussian_parameters(n_features, n_classes)


@misconception(
    common_variance_parameters,
    "Your n K + K has a variance per class, or the prior too; here all share one: n K + 1.",
)
def k_for_one(n_features: int, n_classes: int) -> int:
    return n_features * n_classes + n_classes


@misconception(common_variance_parameters, "You count one mean per class; there are n K, plus 1.")
def one_mean_per_class(n_features: int, n_classes: int) -> int:
    return n_classes + 1


@question(discriminant_parameters, edges=SIZES, judge=exactly)
def _(draw: Draw) -> Case:
    return sizes_of(draw)


@misconception(
    discriminant_parameters, "You count all n · n entries of Σ; it is symmetric: n (n + 1) / 2."
)
def symmetry_forgotten(n_features: int, n_classes: int) -> int:
    return n_features * n_classes + n_features * n_features


@misconception(
    discriminant_parameters, "You give each class its own Σ; in this model all share one."
)
def covariance_per_class(n_features: int, n_classes: int) -> int:
    return quadratic_parameters(n_features, n_classes)


@misconception(
    discriminant_parameters, "You leave out the diagonal of Σ; with it there are n (n + 1) / 2."
)
def diagonal_forgotten(n_features: int, n_classes: int) -> int:
    return n_features * n_classes + n_features * (n_features - 1) // 2


@misconception(
    discriminant_parameters, "You count variances alone, as naive Bayes has; Σ is full here."
)
def diagonal_alone(n_features: int, n_classes: int) -> int:
    return tied_gaussian_parameters(n_features, n_classes)


@misconception(discriminant_parameters, "You count the prior's K − 1 too; this is p(x | y) alone.")
def prior_with_discriminant(n_features: int, n_classes: int) -> int:
    return discriminant_parameters(n_features, n_classes) + n_classes - 1


@question(quadratic_parameters, edges=SIZES, judge=exactly)
def _(draw: Draw) -> Case:
    return sizes_of(draw)


@misconception(
    quadratic_parameters, "Your classes share one Σ; in the quadratic model each has its own."
)
def covariance_shared(n_features: int, n_classes: int) -> int:
    return discriminant_parameters(n_features, n_classes)


@misconception(
    quadratic_parameters, "You count all n · n entries of Σ; it is symmetric: n (n + 1) / 2."
)
def both_triangles(n_features: int, n_classes: int) -> int:
    return n_classes * (n_features + n_features * n_features)


@misconception(
    quadratic_parameters, "You forget the means: each class has n of them, beside its Σ."
)
def means_forgotten(n_features: int, n_classes: int) -> int:
    return n_classes * n_features * (n_features + 1) // 2


@misconception(
    quadratic_parameters, "You count variances alone, as naive Bayes has; Σ is full here."
)
def variances_alone(n_features: int, n_classes: int) -> int:
    return gaussian_parameters(n_features, n_classes)


@misconception(quadratic_parameters, "You count the prior's K − 1 too; this is p(x | y) alone.")
def prior_with_quadratic(n_features: int, n_classes: int) -> int:
    return quadratic_parameters(n_features, n_classes) + n_classes - 1
