"""Section 3.1. From generative parameters to logistic weights: equations (19) to (23).

    p1              P(Y = 1), which the text calls π
    mu0, mu1        means of the features in class 0 and in class 1
    sigma2          their variances, the same in both classes
    theta0, theta1  P(Xᵢ = 1 | Y = 0) and P(Xᵢ = 1 | Y = 1)

`mitchell_…` weights follow (16), where a positive score is evidence for class 0; all others
follow (25), P(Y = 1 | x) = σ(w₀ + Σᵢ wᵢ xᵢ). `sum_over` evaluates a sum of rational terms
exactly and rounds it once, so that the squares of means of 1e9 may cancel.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from math import inf, log
from operator import neg, sub
from typing import TypeVar

from textbook_ml.core.errors import number_text, require, require_same_length
from textbook_ml.core.linalg import Matrix, Vector, solve
from textbook_ml.core.numeric import Num, require_distribution, require_one_kind, sum_over
from textbook_ml.core.stable import log_ratio, log_ratio_of_complements, safe_sum, sigmoid
from textbook_ml.equations.discriminant import difference
from textbook_ml.equations.gaussian import normal_log_pdf, require_variance
from textbook_ml.equations.logistic import logit
from textbook_ml.sources.registry import equation

Value = TypeVar("Value", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Weights:
    """An intercept and a weight for each feature."""

    w0: float
    w: tuple[float, ...]

    def __neg__(self) -> "Weights":
        """Return the weights of the same classifier in the other sign convention."""
        return Weights(-self.w0, tuple(-w for w in self.w))


# (19), step by step: Bayes' rule as a logistic function.


@equation("mitchell-s3.1-divide", "gwansiu-24")
def posterior_from_odds(odds0: Num) -> Num:
    """Bayes' rule for two classes, divided by its numerator.

        P(Y = 1 | x) = 1 / (1 + P(Y = 0) P(x | Y = 0) / (P(Y = 1) P(x | Y = 1)))

    `odds0` is the quotient in the denominator: the odds in favour of class 0.

    >>> from fractions import Fraction as F
    >>> posterior_from_odds(F(1, 2))
    Fraction(2, 3)
    """
    require(odds0 >= 0, f"odds must not be negative, got {number_text(odds0)}")
    return 1 / (1 + odds0)


@equation("mitchell-s3.1-expln", "gwansiu-25")
def posterior_from_log_odds(log_odds0: float) -> float:
    """Bayes' rule for two classes, from the log odds in favour of class 0.

        P(Y = 1 | x) = 1 / (1 + exp(ln odds0))

    >>> posterior_from_log_odds(log(3)), posterior_from_log_odds(1e4)
    (0.25, 0.0)
    """
    return sigmoid(-log_odds0)


@equation("mitchell-19", "gwansiu-26", "gwansiu-27")
def posterior_from_factors(p1: float, factors0: Vector[float], factors1: Vector[float]) -> float:
    """Naive Bayes posterior of class 1 as a logistic function of a sum over the features, (19).

        P(Y = 1 | x) = 1 / (1 + exp(ln((1 − π)/π) + Σᵢ ln(P(xᵢ | Y = 0) / P(xᵢ | Y = 1))))

    The features may be discrete or continuous. A missing feature adds 0 to the sum.

    >>> posterior_from_factors(0.25, [0.25, 0.5], [0.75, 0.5])
    0.5
    """
    return posterior_from_log_odds(naive_log_odds(p1, factors0, factors1))


@equation("mitchell-19", "gwansiu-26", "gwansiu-27")
def naive_log_odds(p1: float, factors0: Sequence[float], factors1: Sequence[float]) -> float:
    """The exponent of (19): log odds of class 0, the sum of the log odds of prior and features.

        ln((1 − π) / π) + Σᵢ ln(P(xᵢ | Y = 0) / P(xᵢ | Y = 1))

    >>> naive_log_odds(0.5, [0.5, 0.25], [0.25, 0.25]) == log(2)
    True
    """
    require_same_length(factors_of_class_0=factors0, factors_of_class_1=factors1)
    for p in (*factors0, *factors1):
        require(
            p > 0,
            f"a likelihood of {number_text(p)} has no finite log odds. Fix: smooth the estimate",
        )
    return safe_sum([-prior_log_odds(p1), *map(log_ratio, factors0, factors1)])


# (20), line by line: six equal expressions, from a ratio of densities to a linear function of x.


@equation("gwansiu-28", line_of="mitchell-20")
def log_ratio_of_densities(
    x: Vector[float], mu0: Vector[float], mu1: Vector[float], sigma2: Vector[float]
) -> float:
    """Equation (20), line 1: logarithm of the ratio of two normal densities.

        Σᵢ ln(N(xᵢ; μᵢ₀, σᵢ²) / N(xᵢ; μᵢ₁, σᵢ²))

    >>> log_ratio_of_densities([0.5], [0.0], [2.0], [1.0])
    1.0
    """
    require_features(x, mu0, mu1, sigma2)
    return safe_sum(
        normal_log_pdf(x_i, a, s2) - normal_log_pdf(x_i, b, s2)
        for x_i, a, b, s2 in zip(x, mu0, mu1, sigma2)
    )


@equation("gwansiu-29", "gwansiu-30", line_of="mitchell-20")
def difference_of_squares(
    x: Vector[Num], mu0: Vector[Num], mu1: Vector[Num], sigma2: Vector[Num]
) -> Num:
    """Equation (20), lines 2 and 3: the constants cancel, and ln is the inverse of exp.

        Σᵢ ((xᵢ − μᵢ₁)² − (xᵢ − μᵢ₀)²) / 2σᵢ²

    >>> difference_of_squares([0.5], [0.0], [2.0], [1.0])
    1.0
    """
    require_features(x, mu0, mu1, sigma2)
    return sum_over(
        lambda x, m0, m1, s2: ((x - m1) * (x - m1) - (x - m0) * (x - m0)) / (2 * s2),
        *(x, mu0, mu1, sigma2),
    )


@equation("gwansiu-31", line_of="mitchell-20")
def expanded_squares(
    x: Vector[Num], mu0: Vector[Num], mu1: Vector[Num], sigma2: Vector[Num]
) -> Num:
    """Equation (20), line 4: both squares expanded.

        Σᵢ ((xᵢ² − 2xᵢμᵢ₁ + μᵢ₁²) − (xᵢ² − 2xᵢμᵢ₀ + μᵢ₀²)) / 2σᵢ²

    >>> expanded_squares([0.5], [0.0], [2.0], [1.0])
    1.0
    """
    require_features(x, mu0, mu1, sigma2)
    return sum_over(
        lambda x, m0, m1, s2: (
            ((x * x - 2 * x * m1 + m1 * m1) - (x * x - 2 * x * m0 + m0 * m0)) / (2 * s2)
        ),
        *(x, mu0, mu1, sigma2),
    )


@equation("gwansiu-32", line_of="mitchell-20")
def collected_squares(
    x: Vector[Num], mu0: Vector[Num], mu1: Vector[Num], sigma2: Vector[Num]
) -> Num:
    """Equation (20), line 5: xᵢ² cancels, because σᵢ is the same in both classes.

        Σᵢ (2xᵢ(μᵢ₀ − μᵢ₁) + μᵢ₁² − μᵢ₀²) / 2σᵢ²

    >>> collected_squares([0.5], [0.0], [2.0], [1.0])
    1.0
    """
    require_features(x, mu0, mu1, sigma2)
    return sum_over(
        lambda x, m0, m1, s2: (2 * x * (m0 - m1) + m1 * m1 - m0 * m0) / (2 * s2),
        *(x, mu0, mu1, sigma2),
    )


@equation("mitchell-20", "gwansiu-33")
def gaussian_log_ratio(
    x: Vector[Num], mu0: Vector[Num], mu1: Vector[Num], sigma2: Vector[Num]
) -> Num:
    """Equation (20), line 6: the log odds of the features in favour of class 0, linear in x.

        Σᵢ ((μᵢ₀ − μᵢ₁)/σᵢ² xᵢ + (μᵢ₁² − μᵢ₀²)/2σᵢ²)

    >>> gaussian_log_ratio([0.5], [0.0], [2.0], [1.0])
    1.0
    """
    require_features(x, mu0, mu1, sigma2)
    return sum_over(
        lambda x, m0, m1, s2: (m0 - m1) / s2 * x + (m1 * m1 - m0 * m0) / (2 * s2),
        *(x, mu0, mu1, sigma2),
    )


# (21) to (23): the weights.


@equation("mitchell-s3.1-wi", "gwansiu-s2.2.2-wi")
def mitchell_weight(mu0: Num, mu1: Num, sigma2: Num) -> Num:
    """Weight of one feature, first convention: difference of the means divided by the variance.

        wᵢ = (μᵢ₀ − μᵢ₁) / σᵢ²

    The error is at most 2 ulp for floats.

    >>> mitchell_weight(1.0, -1.0, 4.0)
    0.5
    """
    require_variance(sigma2, "sigma2")
    require_one_kind([mu0, mu1, sigma2], "the arguments")
    w = (mu0 - mu1) / sigma2
    require(abs(w) < inf, "the weight is larger than any float. Fix: rescale the feature")
    return w


@equation("mitchell-s3.1-w0", "gwansiu-s2.2.2-w0")
def mitchell_bias(
    p1: float, mu0: Vector[float], mu1: Vector[float], sigma2: Vector[float]
) -> float:
    """Intercept, first convention: the prior log odds and the squares of the means.

        w₀ = ln((1 − π) / π) + Σᵢ (μᵢ₁² − μᵢ₀²) / 2σᵢ²

    >>> mitchell_bias(0.5, [0.0, 1.0], [2.0, -1.0], [1.0, 4.0])
    2.0
    """
    require_features(mu0, mu0, mu1, sigma2)
    squares = sum_over(lambda m0, m1, s2: (m1 * m1 - m0 * m0) / (2 * s2), mu0, mu1, sigma2)
    return squares - prior_log_odds(p1)


@equation("mitchell-21")
def mitchell_gnb_posterior(
    x: Vector[float], p1: float, mu0: Vector[float], mu1: Vector[float], sigma2: Vector[float]
) -> float:
    """P(Y = 1 | x) of Gaussian naive Bayes with equal variances in both classes, (21).

        1 / (1 + exp(ln((1 − π)/π) + Σᵢ ((μᵢ₀ − μᵢ₁)/σᵢ² xᵢ + (μᵢ₁² − μᵢ₀²)/2σᵢ²)))

    >>> mitchell_gnb_posterior([1.0], 0.5, [0.0], [2.0], [1.0])
    0.5
    """
    return sigmoid(prior_log_odds(p1) - gaussian_log_ratio(x, mu0, mu1, sigma2))


@equation("mitchell-23", "gwansiu-35")
def mitchell_gnb_complement(
    x: Vector[float], p1: float, mu0: Vector[float], mu1: Vector[float], sigma2: Vector[float]
) -> float:
    """P(Y = 0 | x) of Gaussian naive Bayes with equal variances in both classes, (23).

        exp(z) / (1 + exp(z)),   z = ln((1 − π)/π) + Σᵢ ((μᵢ₀ − μᵢ₁)/σᵢ² xᵢ + (μᵢ₁² − μᵢ₀²)/2σᵢ²)

    >>> mitchell_gnb_complement([1.0], 0.5, [0.0], [2.0], [1.0])
    0.5
    """
    return sigmoid(gaussian_log_ratio(x, mu0, mu1, sigma2) - prior_log_odds(p1))


@equation("mitchell-22", "mitchell-23", "gwansiu-34", "gwansiu-35")
def mitchell_gnb_weights(
    p1: float, mu0: Vector[float], mu1: Vector[float], sigma2: Vector[float]
) -> Weights:
    """Gaussian naive Bayes as a logistic model, first convention: weights for (16) and (17).

        P(Y = 1 | x) = 1 / (1 + exp(w₀ + Σᵢ wᵢ xᵢ)),   P(Y = 0 | x) = 1 − P(Y = 1 | x)

    >>> mitchell_gnb_weights(0.5, [0.0, 1.0], [2.0, -1.0], [1.0, 4.0])
    Weights(w0=2.0, w=(-2.0, 0.5))
    """
    bias = mitchell_bias(p1, mu0, mu1, sigma2)
    return Weights(bias, tuple(map(mitchell_weight, mu0, mu1, sigma2)))


@equation("xing-two-class-logistic")
def gnb_to_logistic(
    p1: float, mu0: Vector[float], mu1: Vector[float], sigma2: Vector[float]
) -> Weights:
    """Gaussian naive Bayes as a logistic model, second convention.

        wᵢ = (μᵢ₁ − μᵢ₀) / σᵢ²,   w₀ = ln(π / (1 − π)) + Σᵢ (μᵢ₀² − μᵢ₁²) / 2σᵢ²

    >>> gnb_to_logistic(0.5, [0.0, 1.0], [2.0, -1.0], [1.0, 4.0])
    Weights(w0=-2.0, w=(2.0, -0.5))
    """
    return -mitchell_gnb_weights(p1, mu0, mu1, sigma2)


@equation("mitchell-s3-gnb-claim", "mitchell-s5-linear-gnb", "gwansiu-s2.2.1-gnb-claim")
def gnb_log_odds(
    x: Vector[float],
    p1: float,
    mu: tuple[Vector[float], Vector[float]],
    sigma2: tuple[Vector[float], Vector[float]],
) -> float:
    """Log odds in favour of class 1 if variances depend on the class: quadratic in x.

        ln(π / (1 − π)) + Σᵢ ln(N(xᵢ; μᵢ₁, σᵢ₁²) / N(xᵢ; μᵢ₀, σᵢ₀²))

    `mu` and `sigma2` are pairs: class 0, then class 1. The log odds are linear if σᵢ₀ = σᵢ₁.

    >>> gnb_log_odds([1.0], 0.5, mu=([0.0], [2.0]), sigma2=([1.0], [1.0]))
    0.0
    """
    for k in (0, 1):
        require_same_length(features=x, means=mu[k], variances=sigma2[k])
    ones = map(normal_log_pdf, x, mu[1], sigma2[1])
    zeros = map(normal_log_pdf, x, mu[0], sigma2[0])
    return safe_sum([prior_log_odds(p1), *ones, *map(neg, zeros)])


# Other generative models as logistic models.


@equation("sontag-linear-theorem")
def boolean_to_logistic(p1: float, theta0: Vector[float], theta1: Vector[float]) -> Weights:
    """Boolean naive Bayes as a logistic model, second convention.

        wᵢ = ln(θᵢ₁ / θᵢ₀) − ln((1 − θᵢ₁) / (1 − θᵢ₀))
        w₀ = ln(π / (1 − π)) + Σᵢ ln((1 − θᵢ₁) / (1 − θᵢ₀))

    >>> boolean_to_logistic(0.5, [0.25], [0.75]) == Weights(-log(3), (2 * log(3),))
    True
    """
    require_same_length(parameters_of_class_0=theta0, parameters_of_class_1=theta1)
    for theta in (*theta0, *theta1):
        require(
            0 < theta < 1,
            f"θ = {number_text(theta)} gives an infinite weight. Fix: smooth the estimate",
        )
    ones = list(map(log_ratio, theta1, theta0))  # ln(θᵢ₁ / θᵢ₀)
    zeros = list(map(log_ratio_of_complements, theta1, theta0))  # ln((1 − θᵢ₁) / (1 − θᵢ₀))
    return Weights(safe_sum([prior_log_odds(p1), *zeros]), tuple(map(sub, ones, zeros)))


@equation("mitchell-ex3")
def mitchell_boolean_weights(p1: float, theta0: Vector[float], theta1: Vector[float]) -> Weights:
    """Exercise 3: Boolean naive Bayes as a logistic model, first convention.

        wᵢ = ln(θᵢ₀ (1 − θᵢ₁) / (θᵢ₁ (1 − θᵢ₀))),   w₀ = ln((1 − π)/π) + Σᵢ ln((1 − θᵢ₀)/(1 − θᵢ₁))

    >>> mitchell_boolean_weights(0.5, [0.25], [0.75]) == Weights(log(3), (-2 * log(3),))
    True
    """
    return -boolean_to_logistic(p1, theta0, theta1)


@equation("mitchell-s5-linear-discrete", "gwansiu-s4-summary-3")
def categorical_to_logistic(
    p1: float, theta0: Sequence[Mapping[Value, float]], theta1: Sequence[Mapping[Value, float]]
) -> tuple[float, list[dict[Value, float]]]:
    """Discrete naive Bayes as a linear model of one-hot features, second convention.

        ln odds = ln(π / (1 − π)) + Σᵢ Σⱼ δ(xᵢ = xᵢⱼ) ln(θᵢⱼ₁ / θᵢⱼ₀)

    There is one table of weights for each feature. The log odds are not linear in a numeric
    code of an attribute that has three or more values.

    >>> categorical_to_logistic(0.5, [{"a": 0.5, "b": 0.5}], [{"a": 0.5, "b": 0.5}])
    (0.0, [{'a': 0.0, 'b': 0.0}])
    """
    require_same_length(tables_of_class_0=theta0, tables_of_class_1=theta1)
    for zeros, ones in zip(theta0, theta1):
        require(zeros.keys() == ones.keys(), "both classes must have tables of the same values")
        for value, theta in (*zeros.items(), *ones.items()):
            require(
                theta > 0,
                f"P({value!r} | y) = {number_text(theta)}: infinite weight. Fix: smooth the "
                "estimate",
            )
        for table in (zeros, ones):
            require_distribution(table, "a table of one feature")
    return prior_log_odds(p1), [
        {value: log_ratio(ones[value], zeros[value]) for value in zeros}
        for zeros, ones in zip(theta0, theta1)
    ]


@equation("ng-poisson", "ng-gda-converse", "mitchell-s3.2-motivation")
def poisson_to_logistic(phi: float, rates0: Vector[float], rates1: Vector[float]) -> Weights:
    """Poisson naive Bayes as a logistic model: the factorials cancel.

        θᵢ = ln(λᵢ₁ / λᵢ₀),   θ₀ = ln(φ / (1 − φ)) + Σᵢ (λᵢ₀ − λᵢ₁)

    >>> poisson_to_logistic(0.5, [1.0], [3.0]) == Weights(-2.0, (log(3),))
    True
    """
    require_same_length(rates_of_class_0=rates0, rates_of_class_1=rates1)
    for rate in (*rates0, *rates1):
        require(rate > 0, f"the rate of a Poisson count must be above 0, got {number_text(rate)}")
    w = tuple(map(log_ratio, rates1, rates0))
    return Weights(safe_sum([prior_log_odds(phi), *rates0, *(-b for b in rates1)]), w)


@equation("ng-gda-logistic", "ng-gda-diagram", "ng-gda-boundary")
def gda_to_logistic(
    phi: float, mu0: Vector[float], mu1: Vector[float], sigma: Matrix[float]
) -> Weights:
    """Gaussian discriminant analysis as a logistic model; the converse does not hold.

        θ = Σ⁻¹ (μ₁ − μ₀),   θ₀ = ln(φ / (1 − φ)) − θᵀ (μ₀ + μ₁) / 2

    >>> gda_to_logistic(0.5, [1.0, 3.0], [3.0, 2.0], [[2.0, 0.0], [0.0, 4.0]])
    Weights(w0=-1.375, w=(1.0, -0.25))
    """
    require_one_kind(
        [*mu0, *mu1, *(s for row in sigma for s in row)], "the means and the covariance matrix"
    )
    theta = solve(sigma, difference(mu1, mu0))
    middle = sum_over(lambda t, m0, m1: t * (m0 + m1) / 2, theta, mu0, mu1)
    return Weights(prior_log_odds(phi) - middle, tuple(theta))


def prior_log_odds(p1: float) -> float:
    """ln(π / (1 − π)). Raise TextbookError unless both classes are possible."""
    require(0 < p1 < 1, f"the prior P(Y = 1) must be above 0 and below 1, got {number_text(p1)}")
    return logit(p1)


def require_features(
    x: Vector[Num], mu0: Vector[Num], mu1: Vector[Num], sigma2: Vector[Num]
) -> None:
    """Raise TextbookError unless each feature has a value, two means and a variance above 0."""
    require_same_length(features=x, means_of_class_0=mu0, means_of_class_1=mu1, variances=sigma2)
    for s2 in sigma2:
        require_variance(s2, "sigma2")
