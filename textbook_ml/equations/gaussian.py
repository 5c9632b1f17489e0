"""Section 2.4. Continuous inputs: equations (10) to (15).

    μ     mu        mean of one feature within one class
    σ²    sigma2    its variance; the square is part of the name
    N     size(xs)  the number of examples in the class, or the sum of their weights
    π     prior     P(Y = y), one for each class; the constant π is math.pi

Mitchell writes N(μ, σ) with the standard deviation, Ng writes N(μ, σ²) with the variance, as
these functions do. A sample xs is a list of values or a summary of them (`Moments`).
"""

from collections.abc import Hashable, Mapping, Sequence
from math import exp, inf, log, pi, sqrt
from typing import TypeVar

from textbook_ml.core.errors import number_text, require, require_same_length
from textbook_ml.core.numeric import (
    Num,
    Sample,
    mean,
    require_distribution,
    require_floats,
    require_one_kind,
    require_probability,
    size,
    squares_about,
    total,
)
from textbook_ml.core.stable import log_product, normalise_exponents, safe_exp, safe_log, safe_sum
from textbook_ml.equations.bayes import require_same_classes
from textbook_ml.sources.registry import equation

Label = TypeVar("Label", bound=Hashable)


@equation("mitchell-10", "gwansiu-12")
def conditional_mean(joint: Mapping[tuple[Num, Label], Num], y: Label) -> Num:
    """Mean of a feature within a class, from the true distribution, equation (10).

        μ = E[X | Y = y] = Σ_x x P(x, y) / P(y)

    >>> from fractions import Fraction as F
    >>> table = {(F(1), "a"): F(1, 6), (F(4), "a"): F(1, 3), (F(0), "b"): F(1, 2)}
    >>> conditional_mean(table, "a")
    Fraction(3, 1)
    """
    xs, ps = within_class(joint, y)
    return total([x * p for x, p in zip(xs, ps)]) / total(ps)


@equation("mitchell-11", "gwansiu-13")
def conditional_variance(joint: Mapping[tuple[Num, Label], Num], y: Label) -> Num:
    """Variance of a feature within a class, from the true distribution, equation (11).

        σ² = E[(X − μ)² | Y = y] = Σ_x (x − μ)² P(x, y) / P(y)

    >>> from fractions import Fraction as F
    >>> table = {(F(1), "a"): F(1, 6), (F(4), "a"): F(1, 3), (F(0), "b"): F(1, 2)}
    >>> conditional_variance(table, "a")
    Fraction(2, 1)
    """
    xs, ps = within_class(joint, y)
    return squares_about(xs, conditional_mean(joint, y), weights=ps) / total(ps)


@equation("mitchell-13", "gwansiu-15")
def mean_mle(xs: Sample[Num]) -> Num:
    """Maximum likelihood estimate of the mean of a feature within a class, equation (13).

        μ̂ = Σ x / N

    >>> from fractions import Fraction as F
    >>> mean_mle([F(1), F(2), F(4)])
    Fraction(7, 3)
    """
    require(size(xs) > 0, "equation (13) divides by N, but the class has no examples (N = 0)")
    return mean(xs)


@equation("mitchell-14", "gwansiu-16")
def variance_mle(xs: Sample[Num], mu: Num) -> Num:
    """Maximum likelihood estimate of the variance within a class, equation (14): divide by N.

        σ̂² = Σ (x − μ̂)² / N

    >>> from fractions import Fraction as F
    >>> variance_mle([F(1), F(2), F(4)], mu=F(7, 3))
    Fraction(14, 9)
    """
    require(size(xs) > 0, "equation (14) divides by N, but the class has no examples (N = 0)")
    return squares_about(xs, mu) / size(xs)


@equation("mitchell-15", "gwansiu-17")
def variance_mvue(xs: Sample[Num], mu: Num) -> Num:
    """Unbiased estimate of the variance within a class, equation (15): divide by N − 1.

        σ̂² = Σ (x − μ̂)² / (N − 1)

    >>> from fractions import Fraction as F
    >>> variance_mvue([F(1), F(2), F(4)], mu=F(7, 3))
    Fraction(7, 3)
    """
    require(size(xs) > 1, f"equation (15) divides by N − 1, but N = {size(xs)}. Fix: use (14)")
    return squares_about(xs, mu) / (size(xs) - 1)


@equation("mitchell-s2.4-tied", "gwansiu-s1.2-tied")
def pooled_variance_mle(groups: Sequence[Sample[Num]]) -> Num:
    """Maximum likelihood estimate of the variance of a feature, shared by all classes.

        σ̂² = Σₖ Σ_{x ∈ class k} (x − μ̂ₖ)² / N

    >>> from fractions import Fraction as F
    >>> pooled_variance_mle([[F(1), F(3), F(5)], [F(0), F(2)]])
    Fraction(2, 1)
    """
    require_groups(groups)
    return total([squares_about(xs, mean(xs)) for xs in groups]) / sum(map(size, groups))


@equation("mitchell-s2.4-tied", "gwansiu-s1.2-tied")
def pooled_variance_mvue(groups: Sequence[Sample[Num]]) -> Num:
    """Unbiased estimate of the variance of a feature, shared by all K classes: divide by N − K.

        σ̂² = Σₖ Σ_{x ∈ class k} (x − μ̂ₖ)² / (N − K)

    >>> from fractions import Fraction as F
    >>> pooled_variance_mvue([[F(1), F(3), F(5)], [F(0), F(2)]])
    Fraction(10, 3)
    """
    require_groups(groups)
    n, k = sum(map(size, groups)), len(groups)
    require(n > k, f"the pooled variance divides by N − K, but N = {n} and K = {k}")
    return total([squares_about(xs, mean(xs)) for xs in groups]) / (n - k)


@equation("mitchell-s2.4-tied", "gwansiu-s1.2-tied")
def common_variance_mle(features: Sequence[Sequence[Sample[Num]]]) -> Num:
    """Maximum likelihood estimate of a variance that all classes and all n features share.

        σ̂² = Σᵢ Σₖ Σ_{x ∈ class k} (xᵢ − μ̂ᵢₖ)² / (n N)

    `features` holds, for each feature, the argument of `pooled_variance_mle`.

    >>> from fractions import Fraction as F
    >>> first, second = [[F(1), F(3), F(5)], [F(0), F(2)]], [[F(2), F(4), F(0)], [F(1), F(5)]]
    >>> common_variance_mle([first, second])
    Fraction(13, 5)
    """
    require_alike(features)
    return mean([pooled_variance_mle(groups) for groups in features])


@equation("mitchell-s2.4-tied", "gwansiu-s1.2-tied")
def common_variance_mvue(features: Sequence[Sequence[Sample[Num]]]) -> Num:
    """Unbiased estimate of a variance that all K classes and all n features share.

        σ̂² = Σᵢ Σₖ Σ_{x ∈ class k} (xᵢ − μ̂ᵢₖ)² / (n (N − K))

    >>> from fractions import Fraction as F
    >>> first, second = [[F(1), F(3), F(5)], [F(0), F(2)]], [[F(2), F(4), F(0)], [F(1), F(5)]]
    >>> common_variance_mvue([first, second])
    Fraction(13, 3)
    """
    require_alike(features)
    return mean([pooled_variance_mvue(groups) for groups in features])


@equation("mitchell-s2.4-mle-or-map")
def mean_map(xs: Sample[Num], sigma2: Num, prior_mean: Num, prior_variance: Num) -> Num:
    """MAP estimate of a mean whose prior is normal, for a known variance σ².

        μ̂ = (μ₀ / τ² + Σ x / σ²) / (1 / τ² + N / σ²)

    >>> from fractions import Fraction as F
    >>> mean_map([F(1), F(3), F(5)], sigma2=F(4), prior_mean=F(0), prior_variance=F(2))
    Fraction(9, 5)
    """
    require_variance(sigma2, "sigma2")
    require_variance(prior_variance, "prior_variance")
    require_one_kind([total(xs), sigma2, prior_mean, prior_variance], "the arguments")
    precision = 1 / prior_variance + size(xs) / sigma2
    require(precision < inf, "a variance is so small that its inverse is larger than any float")
    return total([prior_mean / prior_variance, total(xs) / sigma2]) / precision


@equation("ng-a1-univariate")
def normal_pdf(x: float, mu: float, sigma2: float) -> float:
    """Density of the normal distribution. It underflows to 0 far from μ; its logarithm does not.

        N(x; μ, σ²) = exp(−(x − μ)² / 2σ²) / √(2πσ²)

    The error is at most 4 + 4e ulp, where e is the exponent (x − μ)² / 2σ².

    >>> normal_pdf(1.0, mu=1.0, sigma2=0.25) == 2 / sqrt(2 * pi)
    True
    """
    require_normal(x, mu, sigma2)
    return exp(-normal_exponent(x, mu, sigma2)) / (sqrt(2 * pi) * sqrt(sigma2))


@equation("ng-a1-univariate")
def normal_log_pdf(x: float, mu: float, sigma2: float) -> float:
    """Logarithm of the normal density, which does not underflow.

        ln N(x; μ, σ²) = −(x − μ)² / 2σ² − ½ ln 2πσ²

    The error is at most 3 ulp of the larger of its two terms, or of 1.

    >>> normal_log_pdf(1e9, mu=0.0, sigma2=1 / (2 * pi)) == -pi * 1e18
    True
    """
    require_normal(x, mu, sigma2)
    return total([-normal_exponent(x, mu, sigma2), normal_log_constant(sigma2)])


def normal_exponent(x: Num, mu: Num, sigma2: Num) -> Num:
    """The exponent of the normal density, (x − μ)² / 2σ², without the minus sign.

    >>> normal_exponent(3.0, 1.0, 0.5)
    4.0
    """
    d = x - mu
    return d * (d / sigma2) / 2  # computing d * d first would overflow for smaller d


def normal_log_constant(sigma2: float) -> float:
    """The logarithm of the factor in front of the normal density, −½ ln 2πσ².

    >>> normal_log_constant(1.0) == -log(2 * pi) / 2
    True
    """
    return -log_product(2 * pi, sigma2) / 2


@equation("xing-joint-1d")
def gaussian_joint(x: float, prior_y: float, mu: float, sigma2: float) -> float:
    """Joint density of one feature and one class.

        p(x, y) = P(y) N(x; μ_y, σ²)

    >>> gaussian_joint(1.0, prior_y=0.25, mu=1.0, sigma2=0.25) == 0.5 / sqrt(2 * pi)
    True
    """
    require_probability(prior_y, "the prior P(y)")
    return prior_y * normal_pdf(x, mu, sigma2)


@equation("xing-nb-joint", "gwansiu-s1.4-gaussian")
def gaussian_log_joint(
    x: Sequence[float], prior_y: float, mu: Sequence[float], sigma2: Sequence[float]
) -> float:
    """Logarithm of the joint density of a row and one class, for Gaussian naive Bayes.

        ln p(x, y) = ln P(y) + Σᵢ ln N(xᵢ; μᵢ_y, σᵢ_y²)

    Each term has an error of at most 3 ulp (see `normal_log_pdf`); the sum is rounded once.

    >>> gaussian_log_joint([1.0, 2.0], 0.25, mu=[1.0, 2.0], sigma2=[1.0, 1.0]) == -log(8 * pi)
    True
    """
    require_same_length(features=x, means=mu, variances=sigma2)
    require_probability(prior_y, "the prior P(y)")
    return safe_sum([safe_log(prior_y), *map(normal_log_pdf, x, mu, sigma2)])


@equation("xing-posterior-1d", "xing-predictive-2star")
def gaussian_posterior(
    x: Sequence[float],
    prior: Mapping[Label, float],
    mu: Mapping[Label, Sequence[float]],
    sigma2: Mapping[Label, Sequence[float]],
) -> dict[Label, float]:
    """Posterior of Gaussian naive Bayes; variances may differ between the classes.

        P(y | x) ∝ P(y) exp(−Σᵢ ((xᵢ − μᵢ_y)² / 2σᵢ_y² + ½ ln 2πσᵢ_y²))

    It is accurate however far x is from the means (see `normalise_exponents`).

    >>> gaussian_posterior([1.0], {"a": 0.5, "b": 0.5}, {"a": [0.0], "b": [2.0]},
    ...                    {"a": [1.0], "b": [1.0]})
    {'a': 0.5, 'b': 0.5}
    """
    require_normals(x, prior, mu, sigma2)
    return normalise_exponents(
        {y: [safe_log(prior[y]), *map(normal_log_constant, sigma2[y])] for y in prior},
        normal_exponent,
        {y: list(zip(x, mu[y], sigma2[y])) for y in prior},
    )


@equation("mitchell-s2.4-mixture", "gwansiu-s1.2-mixture")
def mixture_pdf(
    x: Sequence[float],
    prior: Mapping[Label, float],
    mu: Mapping[Label, Sequence[float]],
    sigma2: Mapping[Label, Sequence[float]],
) -> float:
    """Density of x when the class is not known: a mixture of Gaussians, weighted by the prior.

        p(x) = Σ_y P(y) Πᵢ N(xᵢ; μᵢ_y, σᵢ_y²)

    >>> mu, sigma2 = {"a": [0.0], "b": [2.0]}, {"a": [1.0], "b": [1.0]}
    >>> prior = {"a": 0.5, "b": 0.5}
    >>> mixture_pdf([0.0], prior, mu, sigma2) == mixture_pdf([2.0], prior, mu, sigma2)
    True
    """
    require_normals(x, prior, mu, sigma2)
    return safe_sum(safe_exp(gaussian_log_joint(x, prior[y], mu[y], sigma2[y])) for y in prior)


def within_class(joint: Mapping[tuple[Num, Label], Num], y: Label) -> tuple[list[Num], list[Num]]:
    """Return the values x of a joint table that occur with class y, and their P(x, y)."""
    require_distribution(joint, "the joint table")
    xs = [x for x, label in joint if label == y]
    ps = [p for (_, label), p in joint.items() if label == y]
    require_one_kind(xs + ps, "the joint table")
    require(any(ps), f"class {y!r} has probability 0, so it has no mean")
    return xs, ps


def require_groups(groups: Sequence[Sample[Num]]) -> None:
    """Raise TextbookError unless there is a class and every class has an example."""
    require(len(groups) > 0, "a pooled variance needs the values of at least 1 class, got 0")
    for k, xs in enumerate(groups):
        require(size(xs) > 0, f"class {k} has no examples, so it has no mean. Fix: leave it out")


def require_alike(features: Sequence[Sequence[Sample[Num]]]) -> None:
    """Raise TextbookError unless all features have the same number of examples in each class."""
    require(len(features) > 0, "a common variance needs at least 1 feature, got 0")
    sizes = {tuple(map(size, groups)) for groups in features}
    require(len(sizes) == 1, f"all features must have the same class sizes, got {sizes}")


def require_variance(sigma2: Num, name: str) -> None:
    """Raise TextbookError unless the variance is finite and above 0."""
    require(
        0 < sigma2 < inf,
        f"{name} must be a finite variance above 0, got {number_text(sigma2)}: a feature that is "
        "constant within a class has no density. Fix: drop it, or set a minimum variance",
    )


def require_normal(x: float, mu: float, sigma2: float) -> None:
    """Raise TextbookError unless x and μ are finite and the variance is above 0."""
    require_floats(x=x, mu=mu)
    require_variance(sigma2, "sigma2")
    require_floats(sigma2=sigma2)


def require_normals(
    x: Sequence[float],
    prior: Mapping[Label, float],
    mu: Mapping[Label, Sequence[float]],
    sigma2: Mapping[Label, Sequence[float]],
) -> None:
    """Raise TextbookError unless every class has a prior and a normal density for each feature."""
    require_same_classes(prior, mu)
    require_same_classes(prior, sigma2)
    for y in prior:
        require_same_length(features=x, means=mu[y], variances=sigma2[y])
        for x_i, m, s2 in zip(x, mu[y], sigma2[y]):
            require_normal(x_i, m, s2)
