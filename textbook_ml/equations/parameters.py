"""Sections 1.1 and 2. The number of parameters of each model.

    n_features   n     number of features
    n_values     J     number of values of a discrete feature
    n_classes    K     number of classes

These are the parameters of P(X | Y); add `prior_parameters` for the whole classifier.
"""

from collections.abc import Sequence

from textbook_ml.core.errors import number_text, require
from textbook_ml.core.numeric import require_whole
from textbook_ml.sources.registry import equation

MOST_BITS = 10**6


@equation("mitchell-s1.1-count-approx")
def full_joint_table_size(n_features: int, n_values: int = 2, n_classes: int = 2) -> int:
    """Number of entries of the unrestricted table P(X | Y), one for each x and y.

        K Jⁿ;  2 · 2ⁿ = 2ⁿ⁺¹ for Boolean features and two classes

    >>> [full_joint_table_size(n) for n in (1, 2, 3, 10)]
    [4, 8, 16, 2048]
    """
    require_sizes(n_features=n_features, n_values=n_values, n_classes=n_classes)
    require_printable(n_features, n_values)
    return int(n_classes * n_values**n_features)


@equation(
    "mitchell-s1.1-count-exact",
    "mitchell-s1.1-two-per-instance",
    "mitchell-s1.1-thirty",
    "ng-nb-count",
)
def full_joint_parameters(n_features: int, n_values: int = 2, n_classes: int = 2) -> int:
    """Number of free parameters of the unrestricted model; the table of a class sums to one.

        K (Jⁿ − 1);  2 (2ⁿ − 1) for Boolean features and two classes

    >>> full_joint_parameters(30)            # not "more than three billion"
    2147483646
    """
    require_sizes(n_features=n_features, n_values=n_values, n_classes=n_classes)
    require_printable(n_features, n_values)
    return int(n_classes * (n_values**n_features - 1))


@equation("mitchell-s2.3-count", "gwansiu-s1.1-count")
def discrete_table_size(values_per_feature: Sequence[int], n_classes: int = 2) -> int:
    """Number of entries θᵢⱼₖ of discrete naive Bayes.

        K Σᵢ Jᵢ;  n J K when every feature has J values

    >>> discrete_table_size([3, 3, 3, 3], n_classes=5)
    60
    """
    require_sizes(n_classes=n_classes)
    for n_values in values_per_feature:
        require_sizes(n_values=n_values)
    return n_classes * sum(values_per_feature)


@equation(
    "mitchell-s2.3-count",
    "mitchell-s2-reduction",
    "mitchell-s2.2-count-2n",
    "sontag-what-learned",
    "gwansiu-s1.1-count",
)
def discrete_parameters(values_per_feature: Sequence[int], n_classes: int = 2) -> int:
    """Number of free parameters of discrete naive Bayes: linear in n, not exponential.

        K Σᵢ (Jᵢ − 1);  n (J − 1) K, and 2n for Boolean features and two classes

    >>> discrete_parameters([2] * 30), full_joint_parameters(30)
    (60, 2147483646)
    """
    require_sizes(n_classes=n_classes)
    for n_values in values_per_feature:
        require_sizes(n_values=n_values)
    return n_classes * sum(n_values - 1 for n_values in values_per_feature)


@equation("mitchell-s2.3-count-prior", "gwansiu-s1.1-count-prior")
def prior_parameters(n_classes: int) -> int:
    """Number of free parameters of the prior: K numbers that sum to one.

        K − 1

    >>> prior_parameters(5)
    4
    """
    require_sizes(n_classes=n_classes)
    return n_classes - 1


@equation("mitchell-s2.4-count", "gwansiu-s1.2-count", "xing-count-nb")
def gaussian_parameters(n_features: int, n_classes: int = 2) -> int:
    """Number of parameters of Gaussian naive Bayes: a mean and a variance per feature and class.

        2 n K;  with the prior 2 n K + K − 1, that is 4n + 1 for two classes

    >>> gaussian_parameters(10), gaussian_parameters(10) + prior_parameters(2)
    (40, 41)
    """
    require_sizes(n_features=n_features, n_classes=n_classes)
    return 2 * n_features * n_classes


@equation("mitchell-s3.1-assumptions", "gwansiu-s2.2.2-assumptions", "xing-count-nb")
def tied_gaussian_parameters(n_features: int, n_classes: int = 2) -> int:
    """Number of parameters of Gaussian naive Bayes with variances shared by the classes.

        Y ~ Bernoulli(π),  Xᵢ | Y = k ~ N(μᵢₖ, σᵢ²),  Xᵢ ⊥ Xⱼ | Y
        n K + n;  with the prior 3n + 1 for two classes

    >>> tied_gaussian_parameters(2) + prior_parameters(2)
    7
    """
    require_sizes(n_features=n_features, n_classes=n_classes)
    return n_features * n_classes + n_features


@equation("mitchell-s2.4-tied", "gwansiu-s1.2-tied")
def common_variance_parameters(n_features: int, n_classes: int = 2) -> int:
    """Number of parameters of Gaussian naive Bayes with one common variance.

        n K + 1

    >>> common_variance_parameters(10)
    21
    """
    require_sizes(n_features=n_features, n_classes=n_classes)
    return n_features * n_classes + 1


@equation("ng-gda-model")
def discriminant_parameters(n_features: int, n_classes: int = 2) -> int:
    """Number of parameters of Gaussian discriminant analysis: class means, one shared covariance.

        y ~ Bernoulli(φ),  x | y ~ N(μ_y, Σ)
        n K + n (n + 1) / 2

    >>> discriminant_parameters(2) + prior_parameters(2)
    8
    """
    require_sizes(n_features=n_features, n_classes=n_classes)
    return n_features * n_classes + n_features * (n_features + 1) // 2


@equation("xing-predictive-star")
def quadratic_parameters(n_features: int, n_classes: int = 2) -> int:
    """Number of parameters of quadratic discriminant analysis: mean and covariance per class.

        K (n + n (n + 1) / 2)

    >>> quadratic_parameters(10)
    130
    """
    require_sizes(n_features=n_features, n_classes=n_classes)
    return n_classes * (n_features + n_features * (n_features + 1) // 2)


@equation("ng-multinomial-params")
def multinomial_parameters(n_words: int, n_classes: int = 2) -> int:
    """Number of parameters of the multinomial event model: one word distribution per class.

        K (|V| − 1);  with the prior 2 (|V| − 1) + 1 for two classes

    >>> multinomial_parameters(50_000) + prior_parameters(2)
    99999
    """
    require_sizes(n_words=n_words, n_classes=n_classes)
    return n_classes * (n_words - 1)


@equation("mitchell-s3.4-k-minus-1", "xing-count-lr")
def logistic_parameters(n_features: int, n_classes: int = 2) -> int:
    """Number of parameters of logistic regression: K − 1 weight vectors with intercepts.

        (K − 1) (n + 1)

    >>> logistic_parameters(10), logistic_parameters(4, n_classes=3)
    (11, 10)
    """
    require_sizes(n_features=n_features, n_classes=n_classes)
    return (n_classes - 1) * (n_features + 1)


def require_sizes(**sizes: int) -> None:
    """Raise TextbookError unless every size is an int of at least 1."""
    require_whole(**sizes)
    for name, size in sizes.items():
        require(size >= 1, f"{name} must be at least 1, got {number_text(size)}")


def require_printable(n_features: int, n_values: int) -> None:
    """Raise TextbookError if Jⁿ would have more than a million bits."""
    require(
        n_features * n_values.bit_length() <= MOST_BITS,
        f"Jⁿ must have at most {MOST_BITS} bits, got J = {number_text(n_values)} and "
        f"n = {number_text(n_features)}",
    )
