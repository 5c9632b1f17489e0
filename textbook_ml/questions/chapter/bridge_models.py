"""Questions on logistic weights: Boolean, discrete, Poisson features, discriminant analysis.

The answer is a pair: the intercept, and a list with one weight for each feature.
"""

from collections.abc import Mapping, Sequence
from math import fsum, log, log2

from textbook_ml.core.linalg import dot, mat_vec
from textbook_ml.equations.bridge import (
    Weights,
    boolean_to_logistic,
    categorical_to_logistic,
    gda_to_logistic,
    mitchell_boolean_weights,
    poisson_to_logistic,
)
from textbook_ml.equations.logistic import logit
from textbook_ml.questions.chapter.bridge import LOG_ODDS, Row
from textbook_ml.questions.framework.judge import Case
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw

Rows = Sequence[Row]
Tables = Sequence[Mapping[str, float]]

BOOLEAN_CASES: list[Case] = [
    (0.5, [0.5], [0.5]),
    (0.25, [0.5], [0.5]),
    (0.5, [0.25], [0.75]),
    (0.75, [0.25, 0.5], [0.75, 0.25]),
]


def boolean_case(draw: Draw) -> Case:
    """Return P(Y = 1), and the probability of each feature in both classes."""
    n = draw.length(1, 5)
    return draw.probability(), *([draw.probability() for _ in range(n)] for _ in range(2))


@question(boolean_to_logistic, edges=BOOLEAN_CASES, judge=LOG_ODDS)
def _(draw: Draw) -> Case:
    return boolean_case(draw)


@misconception(
    boolean_to_logistic,
    "You ignore features that are 0. A feature that is 0 contributes through its 1 − θ.",
)
def zeros_ignored(p1: float, theta0: Row, theta1: Row) -> Weights:
    return Weights(logit(p1), tuple(log(b / a) for a, b in zip(theta0, theta1)))


@misconception(
    boolean_to_logistic,
    "Your weights are right, but w₀ is incomplete. It also has Σ ln((1 − θ₁) / (1 − θ₀)).",
)
def zeros_missing_in_intercept(p1: float, theta0: Row, theta1: Row) -> Weights:
    return Weights(logit(p1), boolean_to_logistic(p1, theta0, theta1).w)


@misconception(
    boolean_to_logistic,
    "You return the weights of equation (16). In equation (25) all signs are reversed.",
)
def boolean_weights_of_16(p1: float, theta0: Row, theta1: Row) -> Weights:
    return mitchell_boolean_weights(p1, theta0, theta1)


@misconception(boolean_to_logistic, "You leave the prior out of w₀. Add ln(π / (1 − π)).")
def boolean_without_prior(p1: float, theta0: Row, theta1: Row) -> Weights:
    return boolean_to_logistic(0.5, theta0, theta1)


@misconception(
    boolean_to_logistic,
    "You add the log prior odds inside the sum of w₀, once for each feature. "
    "Add them once, outside the sum.",
)
def boolean_with_many_priors(p1: float, theta0: Row, theta1: Row) -> Weights:
    weights = boolean_to_logistic(p1, theta0, theta1)
    return Weights(weights.w0 + (len(theta0) - 1) * logit(p1), weights.w)


@misconception(
    boolean_to_logistic,
    "You add ln((1 − θ₁) / (1 − θ₀)) to the weights. Subtract it from the weights, and add it "
    "only to w₀.",
)
def zeros_added_to_weights(p1: float, theta0: Row, theta1: Row) -> Weights:
    usual = boolean_to_logistic(p1, theta0, theta1)
    terms = zip(usual.w, theta0, theta1)
    return Weights(usual.w0, tuple(w_i + 2 * log((1 - b) / (1 - a)) for w_i, a, b in terms))


@question(mitchell_boolean_weights, edges=BOOLEAN_CASES, judge=LOG_ODDS)
def _(draw: Draw) -> Case:
    return boolean_case(draw)


@misconception(
    mitchell_boolean_weights,
    "You return the weights of equation (25). In equation (16) all signs are reversed.",
)
def boolean_weights_of_25(p1: float, theta0: Row, theta1: Row) -> Weights:
    return boolean_to_logistic(p1, theta0, theta1)


@misconception(
    mitchell_boolean_weights,
    "You ignore features that are 0. A feature that is 0 contributes through its 1 − θ.",
)
def absences_ignored(p1: float, theta0: Row, theta1: Row) -> Weights:
    return -zeros_ignored(p1, theta0, theta1)


@misconception(
    mitchell_boolean_weights,
    "Your weights are right, but w₀ is incomplete. It also has Σ ln((1 − θ₀) / (1 − θ₁)).",
)
def absences_missing_in_intercept(p1: float, theta0: Row, theta1: Row) -> Weights:
    return -zeros_missing_in_intercept(p1, theta0, theta1)


@misconception(mitchell_boolean_weights, "You leave the prior out of w₀. Add ln((1 − π) / π).")
def exercise_without_prior(p1: float, theta0: Row, theta1: Row) -> Weights:
    return mitchell_boolean_weights(0.5, theta0, theta1)


@misconception(
    mitchell_boolean_weights,
    "Your prior odds are inverted. With equation (16) the term is ln((1 − π) / π).",
)
def exercise_with_prior_inverted(p1: float, theta0: Row, theta1: Row) -> Weights:
    return mitchell_boolean_weights(1 - p1, theta0, theta1)


@question(
    categorical_to_logistic,
    edges=[
        (0.5, [{"a": 0.5, "b": 0.5}], [{"a": 0.5, "b": 0.5}]),
        (0.25, [{"a": 0.25, "b": 0.75}], [{"a": 0.5, "b": 0.5}]),
        (0.5, [{"a": 0.25, "b": 0.25, "c": 0.5}], [{"a": 0.5, "b": 0.25, "c": 0.25}]),
    ],
    judge=LOG_ODDS,
)
def _(draw: Draw) -> Case:
    values = ["abcd"[: draw.length(2, 4)] for _ in range(draw.length(1, 3))]
    theta0, theta1 = ([dict(zip(v, draw.shares(len(v)))) for v in values] for _ in range(2))
    return draw.probability(), theta0, theta1


OneHot = tuple[float, list[dict[str, float]]]


@misconception(
    categorical_to_logistic,
    "All your signs are reversed. A positive score means class 1, so class 1 is in the numerator.",
)
def one_hot_of_class_0(p1: float, theta0: Tables, theta1: Tables) -> OneHot:
    return categorical_to_logistic(1 - p1, theta1, theta0)


@misconception(
    categorical_to_logistic, "You leave out the prior. The intercept is ln(π / (1 − π))."
)
def one_hot_without_prior(p1: float, theta0: Tables, theta1: Tables) -> OneHot:
    return categorical_to_logistic(0.5, theta0, theta1)


@misconception(
    categorical_to_logistic,
    "You add terms for the values that do not occur, as for Boolean features. "
    "Only the value that occurs contributes.",
)
def one_hot_as_boolean(p1: float, theta0: Tables, theta1: Tables) -> OneHot:
    pairs = list(zip(theta0, theta1))
    odds = [{v: logit(ones[v]) - logit(zeros[v]) for v in zeros} for zeros, ones in pairs]
    absent = fsum(log((1 - o[v]) / (1 - z[v])) for z, o in pairs for v in z)
    return logit(p1) + absent, odds


@misconception(
    categorical_to_logistic, "You subtract the probabilities. Subtract their logarithms."
)
def probabilities_subtracted(p1: float, theta0: Tables, theta1: Tables) -> OneHot:
    pairs = zip(theta0, theta1)
    return logit(p1), [{v: ones[v] - zeros[v] for v in zeros} for zeros, ones in pairs]


@misconception(
    categorical_to_logistic,
    "You use the logarithm to base 2. "
    "Log odds use the natural logarithm ln, which is math.log in Python.",
)
def one_hot_in_base_2(p1: float, theta0: Tables, theta1: Tables) -> OneHot:
    pairs = zip(theta0, theta1)
    weights = [{v: log2(ones[v] / zeros[v]) for v in zeros} for zeros, ones in pairs]
    return log2(p1 / (1 - p1)), weights


@question(
    poisson_to_logistic,
    edges=[(0.5, [1.0], [1.0]), (0.25, [2.0], [2.0]), (0.5, [1.0], [3.0])],
    judge=LOG_ODDS,
)
def _(draw: Draw) -> Case:
    n = draw.length(1, 4)
    return draw.probability(), draw.positives(n), draw.positives(n)


@misconception(
    poisson_to_logistic, "You leave the rates out of the intercept. It also has Σ (λ₀ − λ₁)."
)
def rates_missing_in_intercept(phi: float, rates0: Row, rates1: Row) -> Weights:
    return Weights(logit(phi), poisson_to_logistic(phi, rates0, rates1).w)


@misconception(
    poisson_to_logistic, "The rates in your intercept have the wrong sign. The term is Σ (λ₀ − λ₁)."
)
def rates_exchanged(phi: float, rates0: Row, rates1: Row) -> Weights:
    weights = poisson_to_logistic(phi, rates0, rates1)
    return Weights(2 * logit(phi) - weights.w0, weights.w)


@misconception(poisson_to_logistic, "You use λ₁ − λ₀ as the weight. The weight is ln(λ₁ / λ₀).")
def rates_subtracted(phi: float, rates0: Row, rates1: Row) -> Weights:
    w0 = poisson_to_logistic(phi, rates0, rates1).w0
    return Weights(w0, tuple(b - a for a, b in zip(rates0, rates1)))


@misconception(
    poisson_to_logistic, "You leave the prior out of the intercept. Add ln(φ / (1 − φ))."
)
def poisson_without_prior(phi: float, rates0: Row, rates1: Row) -> Weights:
    return poisson_to_logistic(0.5, rates0, rates1)


@misconception(
    poisson_to_logistic, "All your signs are reversed. A positive score means class 1, not class 0."
)
def poisson_for_class_0(phi: float, rates0: Row, rates1: Row) -> Weights:
    return poisson_to_logistic(1 - phi, rates1, rates0)


@question(
    gda_to_logistic,
    edges=[
        (0.5, [0.0], [0.0], [[1.0]]),
        (0.25, [1.0], [3.0], [[4.0]]),
        (0.5, [1.0, 3.0], [3.0, 2.0], [[2.0, 0.0], [0.0, 4.0]]),
        (0.25, [1.0, 0.0], [0.0, 2.0], [[2.0, 1.0], [1.0, 2.0]]),
    ],
    judge=LOG_ODDS,
)
def _(draw: Draw) -> Case:
    n = draw.length(1, 3)
    return draw.probability(), draw.numbers(n), draw.numbers(n), draw.covariance(n)


def score_at_midpoint(theta: Row, mu0: Row, mu1: Row) -> float:
    """Return θᵀ (μ₀ + μ₁) / 2, the score halfway between the means."""
    return dot(theta, [a + b for a, b in zip(mu0, mu1)]) / 2


@misconception(
    gda_to_logistic, "You multiply by Σ. The weights need its inverse: θ = Σ⁻¹ (μ₁ − μ₀)."
)
def sigma_not_inverted(phi: float, mu0: Row, mu1: Row, sigma: Rows) -> Weights:
    theta = mat_vec(sigma, [b - a for a, b in zip(mu0, mu1)])
    return Weights(logit(phi) - score_at_midpoint(theta, mu0, mu1), tuple(theta))


@misconception(
    gda_to_logistic, "You use only the variances. Invert the whole matrix Σ, with the covariances."
)
def covariances_ignored(phi: float, mu0: Row, mu1: Row, sigma: Rows) -> Weights:
    n = range(len(sigma))
    variances = [[sigma[i][i] if i == j else 0.0 for j in n] for i in n]
    return gda_to_logistic(phi, mu0, mu1, variances)


@misconception(gda_to_logistic, "You leave the means out of θ₀. Add −θᵀ (μ₀ + μ₁) / 2.")
def midpoint_forgotten(phi: float, mu0: Row, mu1: Row, sigma: Rows) -> Weights:
    return Weights(logit(phi), gda_to_logistic(phi, mu0, mu1, sigma).w)


@misconception(gda_to_logistic, "You leave out the factor ½ in θ₀. The term is −θᵀ (μ₀ + μ₁) / 2.")
def half_of_the_midpoint_forgotten(phi: float, mu0: Row, mu1: Row, sigma: Rows) -> Weights:
    theta = gda_to_logistic(phi, mu0, mu1, sigma).w
    return Weights(logit(phi) - 2 * score_at_midpoint(theta, mu0, mu1), theta)


@misconception(gda_to_logistic, "You leave the prior out of θ₀. Add ln(φ / (1 − φ)).")
def gda_without_prior(phi: float, mu0: Row, mu1: Row, sigma: Rows) -> Weights:
    return gda_to_logistic(0.5, mu0, mu1, sigma)


@misconception(
    gda_to_logistic, "All your signs are reversed. A positive score means class 1, not class 0."
)
def gda_for_class_0(phi: float, mu0: Row, mu1: Row, sigma: Rows) -> Weights:
    return gda_to_logistic(1 - phi, mu1, mu0, sigma)


@misconception(
    gda_to_logistic, "The second term of your θ₀ has the wrong sign. It is −θᵀ (μ₀ + μ₁) / 2."
)
def midpoint_added(phi: float, mu0: Row, mu1: Row, sigma: Rows) -> Weights:
    usual = gda_to_logistic(phi, mu0, mu1, sigma)
    return Weights(2 * logit(phi) - usual.w0, usual.w)


@misconception(gda_to_logistic, "You use ln φ in θ₀. The log prior odds are ln(φ / (1 − φ)).")
def logarithm_of_phi(phi: float, mu0: Row, mu1: Row, sigma: Rows) -> Weights:
    usual = gda_to_logistic(phi, mu0, mu1, sigma)
    return Weights(usual.w0 + log(1 - phi), usual.w)


@misconception(
    gda_to_logistic,
    "You use the difference of the means in θ₀. The term has their sum: −θᵀ (μ₀ + μ₁) / 2.",
)
def difference_for_sum(phi: float, mu0: Row, mu1: Row, sigma: Rows) -> Weights:
    usual = gda_to_logistic(phi, mu0, mu1, sigma)
    differences = [b - a for a, b in zip(mu0, mu1)]
    return Weights(logit(phi) - dot(usual.w, differences) / 2, usual.w)
