"""Section 3.1. From generative parameters to logistic weights: equations (19) to (23).

    p1              P(Y = 1), which the text calls π
    mu0, mu1        means of the features in class 0 and in class 1
    sigma2          their variances, the same in both classes
    theta0, theta1  P(Xᵢ = 1 | Y = 0) and P(Xᵢ = 1 | Y = 1)

`mitchell_…` weights follow (16), where a positive score speaks for class 0; all others follow
(25), P(Y = 1 | x) = σ(w₀ + Σᵢ wᵢ xᵢ). Whatever is rational in a bias is summed exactly before
it is rounded, so that means of 1e9 do not cancel into noise.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log
from operator import neg
from typing import TypeVar

from textbook_ml.equations.discriminant import difference
from textbook_ml.equations.gaussian import normal_log_pdf, require_variance
from textbook_ml.equations.logistic import logit
from textbook_ml.errors import require, require_same_length
from textbook_ml.linalg import Matrix, Vector, solve
from textbook_ml.numeric import Num, exact, in_kind, require_distribution
from textbook_ml.registry import equation
from textbook_ml.stable import log_ratio, safe_sum, sigmoid

Value = TypeVar("Value", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Weights:
    """A bias and a weight for each feature."""

    w0: float
    w: tuple[float, ...]

    def __neg__(self) -> "Weights":
        """The same classifier in the other convention of sign."""
        return Weights(-self.w0, tuple(-w for w in self.w))


# (19), step by step: Bayes' rule becomes a logistic function.


@equation("mitchell-s3.1-divide", "gwansiu-24")
def posterior_from_odds(odds0: Num) -> Num:
    """Bayes' rule, divided through by its numerator.

        P(Y = 1 | x) = 1 / (1 + P(Y = 0) P(x | Y = 0) / (P(Y = 1) P(x | Y = 1)))

    `odds0` is that ratio: how much more class 0 is favoured.

    >>> posterior_from_odds(Fraction(1, 2))
    Fraction(2, 3)
    """
    require(odds0 >= 0, f"the odds are {odds0}: a ratio of probabilities is not negative")
    return 1 / (1 + odds0)


@equation("mitchell-s3.1-expln", "gwansiu-25")
def posterior_from_log_odds(log_odds0: float) -> float:
    """The same, with the ratio written as the exponential of its logarithm.

        P(Y = 1 | x) = 1 / (1 + exp(ln odds0))

    >>> posterior_from_log_odds(log(3)), posterior_from_log_odds(1e4)
    (0.25, 0.0)
    """
    return sigmoid(-log_odds0)


@equation("mitchell-19", "gwansiu-26", "gwansiu-27")
def naive_log_odds(p1: float, factors0: Sequence[float], factors1: Sequence[float]) -> float:
    """The log odds of class 0 under any naive Bayes: the evidence of the features adds up.

        ln((1 − π) / π) + Σᵢ ln(P(xᵢ | Y = 0) / P(xᵢ | Y = 1))

    >>> naive_log_odds(0.5, [0.5, 0.25], [0.25, 0.25]) == log(2)
    True
    """
    require_same_length(factors_of_class_0=factors0, factors_of_class_1=factors1)
    for p in (*factors0, *factors1):
        require(p > 0, f"a likelihood is {p}, and a veto has no finite log odds: smooth it")
    return safe_sum([-prior_log_odds(p1), *map(log_ratio, factors0, factors1)])


# (20), line by line: the six lines agree, from densities down to a straight line in x.


@equation("gwansiu-28")
def log_ratio_of_densities(
    x: Vector[float], mu0: Vector[float], mu1: Vector[float], sigma2: Vector[float]
) -> float:
    """Equation (20), line 1: the ratio of two bell curves.

        Σᵢ ln(N(xᵢ; μᵢ₀, σᵢ²) / N(xᵢ; μᵢ₁, σᵢ²))

    >>> log_ratio_of_densities([0.5], [0.0], [2.0], [1.0])
    1.0
    """
    require_same_length(features=x, means_of_class_0=mu0, means_of_class_1=mu1, variances=sigma2)
    return safe_sum(
        normal_log_pdf(x_i, a, s2) - normal_log_pdf(x_i, b, s2)
        for x_i, a, b, s2 in zip(x, mu0, mu1, sigma2)
    )


@equation("gwansiu-29", "gwansiu-30")
def difference_of_squares(
    x: Vector[Num], mu0: Vector[Num], mu1: Vector[Num], sigma2: Vector[Num]
) -> Num:
    """Equation (20), lines 2 and 3: the normalisers cancel, and ln undoes exp.

        Σᵢ ((xᵢ − μᵢ₁)² − (xᵢ − μᵢ₀)²) / 2σᵢ²

    >>> difference_of_squares([0.5], [0.0], [2.0], [1.0])
    1.0
    """
    terms = [
        ((x_i - b) * (x_i - b) - (x_i - a) * (x_i - a)) / (2 * s2)
        for x_i, a, b, s2 in _exactly(x, mu0, mu1, sigma2)
    ]
    return _summed(terms, x, mu0, mu1, sigma2)


@equation("gwansiu-31")
def expanded_squares(
    x: Vector[Num], mu0: Vector[Num], mu1: Vector[Num], sigma2: Vector[Num]
) -> Num:
    """Equation (20), line 4: both squares written out.

        Σᵢ ((xᵢ² − 2xᵢμᵢ₁ + μᵢ₁²) − (xᵢ² − 2xᵢμᵢ₀ + μᵢ₀²)) / 2σᵢ²

    >>> expanded_squares([0.5], [0.0], [2.0], [1.0])
    1.0
    """
    terms = [
        ((x_i * x_i - 2 * x_i * b + b * b) - (x_i * x_i - 2 * x_i * a + a * a)) / (2 * s2)
        for x_i, a, b, s2 in _exactly(x, mu0, mu1, sigma2)
    ]
    return _summed(terms, x, mu0, mu1, sigma2)


@equation("gwansiu-32")
def collected_squares(
    x: Vector[Num], mu0: Vector[Num], mu1: Vector[Num], sigma2: Vector[Num]
) -> Num:
    """Equation (20), line 5: xᵢ² is gone, since σᵢ is the same in both classes.

        Σᵢ (2xᵢ(μᵢ₀ − μᵢ₁) + μᵢ₁² − μᵢ₀²) / 2σᵢ²

    >>> collected_squares([0.5], [0.0], [2.0], [1.0])
    1.0
    """
    terms = [
        (2 * x_i * (a - b) + b * b - a * a) / (2 * s2)
        for x_i, a, b, s2 in _exactly(x, mu0, mu1, sigma2)
    ]
    return _summed(terms, x, mu0, mu1, sigma2)


@equation("mitchell-20", "gwansiu-33")
def gaussian_log_ratio(
    x: Vector[Num], mu0: Vector[Num], mu1: Vector[Num], sigma2: Vector[Num]
) -> Num:
    """Equation (20), line 6: what the features say for class 0 is linear in x.

        Σᵢ ((μᵢ₀ − μᵢ₁)/σᵢ² xᵢ + (μᵢ₁² − μᵢ₀²)/2σᵢ²)

    >>> gaussian_log_ratio([0.5], [0.0], [2.0], [1.0])
    1.0
    """
    terms = [
        (a - b) / s2 * x_i + (b * b - a * a) / (2 * s2)
        for x_i, a, b, s2 in _exactly(x, mu0, mu1, sigma2)
    ]
    return _summed(terms, x, mu0, mu1, sigma2)


# (21) to (23): the weights.


@equation("mitchell-s3.1-wi", "gwansiu-s2.2.2-wi")
def mitchell_weight(mu0: Num, mu1: Num, sigma2: Num) -> Num:
    """The weight of one feature, first convention: signal over noise.

        wᵢ = (μᵢ₀ − μᵢ₁) / σᵢ²

    >>> mitchell_weight(1.0, -1.0, 4.0)
    0.5
    """
    require_variance(sigma2, "sigma2")
    return in_kind((exact(mu0) - exact(mu1)) / exact(sigma2), mu0, mu1, sigma2)


@equation("mitchell-s3.1-w0", "gwansiu-s2.2.2-w0")
def mitchell_bias(
    p1: float, mu0: Vector[float], mu1: Vector[float], sigma2: Vector[float]
) -> float:
    """The bias, first convention: prior log odds, once, and the squares of the means.

        w₀ = ln((1 − π) / π) + Σᵢ (μᵢ₁² − μᵢ₀²) / 2σᵢ²

    >>> mitchell_bias(0.5, [0.0, 1.0], [2.0, -1.0], [1.0, 4.0])
    2.0
    """
    require_same_length(means_of_class_0=mu0, means_of_class_1=mu1, variances=sigma2)
    squares = gaussian_log_ratio([0.0] * len(mu0), mu0, mu1, sigma2)  # (20) at x = 0
    return squares - prior_log_odds(p1)


@equation("mitchell-21")
def mitchell_gnb_posterior(
    x: Vector[float], p1: float, mu0: Vector[float], mu1: Vector[float], sigma2: Vector[float]
) -> float:
    """P(Y = 1 | x) of Gaussian naive Bayes with class-independent variances.

        1 / (1 + exp(ln((1 − π)/π) + Σᵢ ((μᵢ₀ − μᵢ₁)/σᵢ² xᵢ + (μᵢ₁² − μᵢ₀²)/2σᵢ²)))

    >>> mitchell_gnb_posterior([1.0], 0.5, [0.0], [2.0], [1.0])
    0.5
    """
    return sigmoid(prior_log_odds(p1) - gaussian_log_ratio(x, mu0, mu1, sigma2))


@equation("mitchell-22", "mitchell-23", "gwansiu-34", "gwansiu-35")
def mitchell_gnb_weights(
    p1: float, mu0: Vector[float], mu1: Vector[float], sigma2: Vector[float]
) -> Weights:
    """Gaussian naive Bayes as a logistic model, first convention: what (16) and (17) take.

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
    """The log odds of class 1 when variances may depend on the class: quadratic in x.

        ln(π / (1 − π)) + Σᵢ ln(N(xᵢ; μᵢ₁, σᵢ₁²) / N(xᵢ; μᵢ₀, σᵢ₀²))

    `mu` and `sigma2` are pairs: class 0, then class 1. Only σᵢ₀ = σᵢ₁ makes it linear.

    >>> gnb_log_odds([1.0], 0.5, mu=([0.0], [2.0]), sigma2=([1.0], [1.0]))
    0.0
    """
    for k in (0, 1):
        require_same_length(features=x, means=mu[k], variances=sigma2[k])
    ones = map(normal_log_pdf, x, mu[1], sigma2[1])
    zeros = map(normal_log_pdf, x, mu[0], sigma2[0])
    return safe_sum([prior_log_odds(p1), *ones, *map(neg, zeros)])


# The same bridge from other models.


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
        require(0 < theta < 1, f"θ is {theta}, and 0 or 1 gives an infinite weight: smooth it")
    pairs = [(exact(a), exact(b)) for a, b in zip(theta0, theta1)]
    w = tuple(log_ratio(b / a, (1 - b) / (1 - a)) for a, b in pairs)
    return Weights(safe_sum([prior_log_odds(p1), *(log_ratio(1 - b, 1 - a) for a, b in pairs)]), w)


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
    """Discrete naive Bayes as a linear model of one-hot indicators, second convention.

        ln odds = ln(π / (1 − π)) + Σᵢ Σⱼ δ(xᵢ = xᵢⱼ) ln(θᵢⱼ₁ / θᵢⱼ₀)

    One table of weights for each feature. In the numbers that code an attribute of three or
    more values it is not linear.

    >>> categorical_to_logistic(0.5, [{"a": 0.5, "b": 0.5}], [{"a": 0.5, "b": 0.5}])
    (0.0, [{'a': 0.0, 'b': 0.0}])
    """
    require_same_length(tables_of_class_0=theta0, tables_of_class_1=theta1)
    for zeros, ones in zip(theta0, theta1):
        require(zeros.keys() == ones.keys(), "the tables of the two classes have other values")
        for value, theta in (*zeros.items(), *ones.items()):
            require(theta > 0, f"P({value!r} | y) is {theta}: an infinite weight; smooth it")
        for table in (zeros, ones):
            require_distribution(table, "a table of one feature")
    return prior_log_odds(p1), [
        {value: log_ratio(ones[value], zeros[value]) for value in zeros}
        for zeros, ones in zip(theta0, theta1)
    ]


@equation("ng-poisson", "ng-gda-converse", "mitchell-s3.2-motivation")
def poisson_to_logistic(phi: float, rates0: Vector[float], rates1: Vector[float]) -> Weights:
    """Poisson counts also give a logistic posterior: the factorials cancel.

        θᵢ = ln(λᵢ₁ / λᵢ₀),   θ₀ = ln(φ / (1 − φ)) + Σᵢ (λᵢ₀ − λᵢ₁)

    >>> poisson_to_logistic(0.5, [1.0], [3.0]) == Weights(-2.0, (log(3),))
    True
    """
    require_same_length(rates_of_class_0=rates0, rates_of_class_1=rates1)
    for rate in (*rates0, *rates1):
        require(rate > 0, f"a rate is {rate}: the mean of a Poisson count is above 0")
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
    theta = solve(sigma, difference(mu1, mu0))
    middle = sum(
        (exact(t) * (exact(a) + exact(b)) for t, a, b in zip(theta, mu0, mu1)), Fraction(0)
    )
    return Weights(prior_log_odds(phi) - in_kind(middle / 2, 0.0), tuple(theta))


def prior_log_odds(p1: float) -> float:
    """ln(π / (1 − π)), for a prior that leaves both classes possible."""
    require(0 < p1 < 1, f"the prior P(Y = 1) is {p1}: with one class only there is nothing to tell")
    return logit(p1)


def _exactly(
    x: Vector[Num], mu0: Vector[Num], mu1: Vector[Num], sigma2: Vector[Num]
) -> list[tuple[Fraction, Fraction, Fraction, Fraction]]:
    """The four lists side by side, as the fractions they are."""
    require_same_length(features=x, means_of_class_0=mu0, means_of_class_1=mu1, variances=sigma2)
    for s2 in sigma2:
        require_variance(s2, "sigma2")
    return [(exact(p), exact(q), exact(r), exact(s)) for p, q, r, s in zip(x, mu0, mu1, sigma2)]


def _summed(terms: Sequence[Fraction], *lists: Vector[Num]) -> Num:
    """The sum of the terms, written as the numbers in the lists are."""
    kin = [number for numbers in lists for number in numbers]
    return in_kind(sum(terms, Fraction(0)), *kin)
