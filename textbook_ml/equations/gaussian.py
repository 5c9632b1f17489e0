"""Section 2.4. Continuous inputs: equations (10) to (15).

    μ     mu        mean of one feature within one class
    σ²    sigma2    its variance; the square is part of the name
    N     size(xs)  the number of examples in the class, or the sum of their weights
    π     prior     P(Y = y), one for each class; the circle's π is math.pi

Mitchell writes N(μ, σ) with the standard deviation, Ng N(μ, σ²): here it is the variance.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from math import exp, inf, log, pi, sqrt
from typing import TypeVar

from textbook_ml.equations.bayes import require_same_classes
from textbook_ml.errors import require, require_same_length
from textbook_ml.numeric import (
    Num,
    Sample,
    exact,
    head_and_tail,
    in_kind,
    mean,
    require_distribution,
    require_probability,
    size,
    squares_about,
    total,
)
from textbook_ml.registry import equation
from textbook_ml.stable import normalise_log_terms, safe_exp, safe_log, safe_sum

Label = TypeVar("Label", bound=Hashable)


@equation("mitchell-10", "gwansiu-12")
def conditional_mean(joint: Mapping[tuple[Num, Label], Num], y: Label) -> Num:
    """The mean of a feature within a class, from the true distribution.

        μ = E[X | Y = y] = Σ_x x P(x, y) / P(y)

    >>> from fractions import Fraction as F
    >>> table = {(F(1), "a"): F(1, 6), (F(4), "a"): F(1, 3), (F(0), "b"): F(1, 2)}
    >>> conditional_mean(table, "a")
    Fraction(3, 1)
    """
    return in_kind(_expectation(joint, y, lambda x: x), *joint.values())


@equation("mitchell-11", "gwansiu-13")
def conditional_variance(joint: Mapping[tuple[Num, Label], Num], y: Label) -> Num:
    """The variance of a feature within a class, from the true distribution.

        σ² = E[(X − μ)² | Y = y]

    >>> from fractions import Fraction as F
    >>> table = {(F(1), "a"): F(1, 6), (F(4), "a"): F(1, 3), (F(0), "b"): F(1, 2)}
    >>> conditional_variance(table, "a")
    Fraction(2, 1)
    """
    mu = _expectation(joint, y, lambda x: x)
    return in_kind(_expectation(joint, y, lambda x: (x - mu) * (x - mu)), *joint.values())


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
    """Maximum likelihood estimate of a variance that all classes of a feature share.

        σ̂² = Σₖ Σ_{x ∈ class k} (x − μ̂ₖ)² / N

    >>> from fractions import Fraction as F
    >>> pooled_variance_mle([[F(1), F(3), F(5)], [F(0), F(2)]])
    Fraction(2, 1)
    """
    require_groups(groups)
    return total([squares_about(xs, mean(xs)) for xs in groups]) / sum(map(size, groups))


@equation("mitchell-s2.4-tied", "gwansiu-s1.2-tied")
def pooled_variance_mvue(groups: Sequence[Sample[Num]]) -> Num:
    """Unbiased estimate of a variance that all K classes of a feature share: divide by N − K.

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

    `features` holds, for each feature, the groups that `pooled_variance_mle` takes.

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
def mean_map(xs: Sequence[Num], sigma2: Num, prior_mean: Num, prior_variance: Num) -> Num:
    """The MAP estimate of a mean, when the variance is known and the mean has a Normal prior.

        μ̂ = (μ₀ / τ² + Σ x / σ²) / (1 / τ² + N / σ²)

    >>> from fractions import Fraction as F
    >>> mean_map([F(1), F(3), F(5)], sigma2=F(4), prior_mean=F(0), prior_variance=F(2))
    Fraction(9, 5)
    """
    require_variance(sigma2, "sigma2")
    require_variance(prior_variance, "prior_variance")
    s2, t2, m0 = exact(sigma2), exact(prior_variance), exact(prior_mean)
    estimate = (m0 / t2 + sum(map(exact, xs)) / s2) / (1 / t2 + len(xs) / s2)
    return in_kind(estimate, sigma2, prior_mean, prior_variance, *xs)


@equation("ng-a1-univariate")
def normal_pdf(x: float, mu: float, sigma2: float) -> float:
    """The density of the normal distribution; far out it rounds to 0, its logarithm does not.

        N(x; μ, σ²) = exp(−(x − μ)² / 2σ²) / √(2πσ²)

    >>> normal_pdf(1.0, mu=1.0, sigma2=0.25) == 2 / sqrt(2 * pi)
    True
    """
    exponent = min(half_square(x, mu, sigma2), Fraction(10**4))  # e to minus that is 0 as well
    return exp(-exponent) / (sqrt(2 * pi) * sqrt(sigma2))


@equation("ng-a1-univariate")
def normal_log_pdf(x: float, mu: float, sigma2: float) -> float:
    """Its logarithm, which does not underflow.

        ln N(x; μ, σ²) = −(x − μ)² / 2σ² − ½ ln 2πσ²

    >>> normal_log_pdf(1e9, mu=0.0, sigma2=1 / (2 * pi)) == -pi * 1e18
    True
    """
    return total([-in_kind(half_square(x, mu, sigma2), 0.0), -log(2 * pi) / 2, -log(sigma2) / 2])


@equation("xing-joint-1d")
def gaussian_joint(x: float, prior_y: float, mu: float, sigma2: float) -> float:
    """The joint density of one feature and one class.

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
    """Gaussian naive Bayes: the log joint density of a whole row and one class.

        ln p(x, y) = ln P(y) + Σᵢ ln N(xᵢ; μᵢ_y, σᵢ_y²)

    >>> gaussian_log_joint([1.0, 2.0], 0.25, mu=[1.0, 2.0], sigma2=[1.0, 1.0]) == -log(8 * pi)
    True
    """
    require_same_length(features=x, means=mu, variances=sigma2)
    require_probability(prior_y, "the prior P(y)")
    logs = list(map(normal_log_pdf, x, mu, sigma2))
    return total([log(prior_y), *logs]) if prior_y > 0 else -inf


@equation("xing-posterior-1d", "xing-predictive-2star")
def gaussian_posterior(
    x: Sequence[float],
    prior: Mapping[Label, float],
    mu: Mapping[Label, Sequence[float]],
    sigma2: Mapping[Label, Sequence[float]],
) -> dict[Label, float]:
    """The posterior of Gaussian naive Bayes; variances may differ between the classes.

        P(y | x) ∝ P(y) exp(−Σᵢ ((xᵢ − μᵢ_y)² / 2σᵢ_y² + ln σᵢ_y))

    The constant ½ ln 2π is the same for every class and cancels.

    >>> gaussian_posterior([1.0], {"a": 0.5, "b": 0.5}, {"a": [0.0], "b": [2.0]},
    ...                    {"a": [1.0], "b": [1.0]})
    {'a': 0.5, 'b': 0.5}
    """
    require_same_classes(prior, mu)
    require_same_classes(prior, sigma2)
    return normalise_log_terms(
        {y: [safe_log(prior[y]), *_exponents(x, mu[y], sigma2[y])] for y in prior}
    )


@equation("mitchell-s2.4-mixture", "gwansiu-s1.2-mixture")
def mixture_pdf(
    x: Sequence[float],
    prior: Mapping[Label, float],
    mu: Mapping[Label, Sequence[float]],
    sigma2: Mapping[Label, Sequence[float]],
) -> float:
    """The density of x when the class is not known: bells, mixed by the prior.

        p(x) = Σ_y P(y) Πᵢ N(xᵢ; μᵢ_y, σᵢ_y²)

    >>> mu, sigma2 = {"a": [0.0], "b": [2.0]}, {"a": [1.0], "b": [1.0]}
    >>> prior = {"a": 0.5, "b": 0.5}
    >>> mixture_pdf([0.0], prior, mu, sigma2) == mixture_pdf([2.0], prior, mu, sigma2)
    True
    """
    require_same_classes(prior, mu)
    require_same_classes(prior, sigma2)
    return safe_sum(safe_exp(gaussian_log_joint(x, prior[y], mu[y], sigma2[y])) for y in prior)


def _exponents(
    x: Sequence[float], mu: Sequence[float], sigma2: Sequence[float]
) -> list[float]:
    """−(xᵢ − μᵢ)² / 2σᵢ² and −½ ln σᵢ², feature by feature."""
    require_same_length(features=x, means=mu, variances=sigma2)
    squares = [half_square(x_i, m, s2) for x_i, m, s2 in zip(x, mu, sigma2)]
    # Heads that the classes share cancel, and the tails hold what is left.
    parts = [-part for square in squares for part in head_and_tail(square)]
    return parts + [-log(s2) / 2 for s2 in sigma2]


def half_square(x: float, mu: float, sigma2: float) -> Fraction:
    """(x − μ)² / 2σ², the exponent of a bell curve, exactly.

    >>> half_square(3.0, 1.0, 0.5)
    Fraction(4, 1)
    """
    require_variance(sigma2, "sigma2")
    distance = exact(x) - exact(mu)
    return distance * distance / (2 * exact(sigma2))


def _expectation(
    joint: Mapping[tuple[Num, Label], Num], y: Label, f: Callable[[Fraction], Fraction]
) -> Fraction:
    """E[f(X) | Y = y], exactly."""
    require_distribution(joint, "the joint table")
    within = [(exact(x), exact(p)) for (x, label), p in joint.items() if label == y]
    p_y = sum(p for _, p in within)
    require(p_y > 0, f"class {y!r} has probability 0, and an average needs a member")
    return sum((f(x) * p for x, p in within), Fraction(0)) / p_y


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
    """Refuse a variance that gives no density."""
    require(
        0 < sigma2 < inf,
        f"{name} is {sigma2}, and a bell curve needs a finite variance above 0: "
        "a feature that is constant in a class has none; drop it, or give a variance floor",
    )
