"""Questions on (21) to (23): Gaussian naive Bayes as a logistic model.

The answer is a pair: the intercept, and a list with one weight for each feature.
"""

from collections.abc import Callable, Sequence
from math import fsum, log, log10, sqrt

from textbook_ml.core.stable import sigmoid
from textbook_ml.equations.bridge import (
    Weights,
    gaussian_log_ratio,
    gnb_log_odds,
    gnb_to_logistic,
    mitchell_bias,
    mitchell_gnb_posterior,
    mitchell_gnb_weights,
    mitchell_weight,
)
from textbook_ml.equations.logistic import logit
from textbook_ml.questions.chapter.bridge import LOG_ODDS, Row, densities_do_not_underflow
from textbook_ml.questions.framework.case_filters import is_moderate
from textbook_ml.questions.framework.judge import Case, close, probability
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw

Intercept = Callable[[float, Row, Row, Row], float]

GAUSSIAN_CASES: list[Case] = [
    (0.5, [0.0], [0.0], [1.0]),
    (0.25, [1.0], [1.0], [1.0]),
    (0.5, [1.0], [3.0], [4.0]),
    (0.25, [0.0, 1.0], [2.0, -1.0], [1.0, 4.0]),
]


def gaussian_case(draw: Draw) -> Case:
    """Return P(Y = 1), the means of two classes, and the variances that both classes share."""
    n = draw.length(1, 4)
    return draw.probability(), draw.numbers(n), draw.numbers(n), draw.positives(n)


@question(
    mitchell_weight,
    edges=[(0.0, 0.0, 1.0), (1.0, -1.0, 4.0), (1.0, 3.0, 0.25)],
    judge=close(zero=1e-12),
)
def _(draw: Draw) -> Case:
    return draw.number(), draw.number(), draw.positive()


@misconception(
    mitchell_weight,
    "You return (μ₁ − μ₀) / σ², the weight in the convention of (25). "
    "Equations (16) to (23) have μ₀ − μ₁.",
)
def weight_of_25(mu0: float, mu1: float, sigma2: float) -> float:
    return mitchell_weight(mu1, mu0, sigma2)


@misconception(
    mitchell_weight, "You divide by σ. The denominator is σ², which is the last argument."
)
def weight_over_deviation(mu0: float, mu1: float, sigma2: float) -> float:
    return (mu0 - mu1) / sqrt(sigma2)


@misconception(
    mitchell_weight,
    "You divide by 2σ². "
    "The weight is divided by σ²; only the squared means in w₀ are divided by 2σ².",
)
def weight_halved(mu0: float, mu1: float, sigma2: float) -> float:
    return mitchell_weight(mu0, mu1, sigma2) / 2


@misconception(mitchell_weight, "You square the last argument. It is already the variance σ².")
def variance_squared_again(mu0: float, mu1: float, sigma2: float) -> float:
    return (mu0 - mu1) / (sigma2 * sigma2)


@misconception(
    mitchell_weight, "You divide only μ₁ by σ². Put brackets around the difference: (μ₀ − μ₁) / σ²."
)
def only_mu1_divided(mu0: float, mu1: float, sigma2: float) -> float:
    return mu0 - mu1 / sigma2


@question(mitchell_bias, edges=GAUSSIAN_CASES, judge=LOG_ODDS)
def _(draw: Draw) -> Case:
    return gaussian_case(draw)


@misconception(
    mitchell_bias, "You leave out the μ² terms. The intercept w₀ also has Σ (μ₁² − μ₀²) / (2σ²)."
)
def intercept_without_squares(p1: float, mu0: Row, mu1: Row, sigma2: Row) -> float:
    return -logit(p1)


@misconception(mitchell_bias, "You leave out the prior. The intercept w₀ also has ln((1 − π) / π).")
def intercept_without_prior(p1: float, mu0: Row, mu1: Row, sigma2: Row) -> float:
    return mitchell_bias(0.5, mu0, mu1, sigma2)


@misconception(
    mitchell_bias,
    "You add the log prior odds inside the sum, once for each feature. "
    "Add them once, outside the sum.",
)
def intercept_with_many_priors(p1: float, mu0: Row, mu1: Row, sigma2: Row) -> float:
    return mitchell_bias(p1, mu0, mu1, sigma2) - (len(mu0) - 1) * logit(p1)


@misconception(
    mitchell_bias, "Your prior odds are inverted. In this convention the term is ln((1 − π) / π)."
)
def intercept_with_prior_inverted(p1: float, mu0: Row, mu1: Row, sigma2: Row) -> float:
    return mitchell_bias(1 - p1, mu0, mu1, sigma2)


@misconception(mitchell_bias, "You divide μ₁² − μ₀² by σ². The denominator is 2σ².")
def intercept_without_half(p1: float, mu0: Row, mu1: Row, sigma2: Row) -> float:
    return 2 * mitchell_bias(p1, mu0, mu1, sigma2) + logit(p1)


@misconception(
    mitchell_bias, "You return w₀ in the convention of equation (25). Here all signs are reversed."
)
def intercept_of_25(p1: float, mu0: Row, mu1: Row, sigma2: Row) -> float:
    return -mitchell_bias(p1, mu0, mu1, sigma2)


@misconception(
    mitchell_bias,
    "You square the difference of the means. "
    "The numerator is the difference of their squares, μ₁² − μ₀².",
)
def difference_squared(p1: float, mu0: Row, mu1: Row, sigma2: Row) -> float:
    squares = [(b - a) * (b - a) / (2 * s2) for a, b, s2 in zip(mu0, mu1, sigma2)]
    return fsum(squares) - logit(p1)


@misconception(mitchell_bias, "You do not square the means. The term is (μ₁² − μ₀²) / (2σ²).")
def means_not_squared(p1: float, mu0: Row, mu1: Row, sigma2: Row) -> float:
    terms = zip(mu0, mu1, sigma2)
    return fsum([-logit(p1), *((m1 - m0) / (2 * s) for m0, m1, s in terms)])


@misconception(
    mitchell_bias,
    "You use the logarithm to base 10 for the prior odds. "
    "Use the natural logarithm ln, which is math.log in Python.",
)
def prior_in_base_10(p1: float, mu0: Row, mu1: Row, sigma2: Row) -> float:
    return mitchell_bias(p1, mu0, mu1, sigma2) + logit(p1) - log10(p1 / (1 - p1))


@misconception(mitchell_bias, "You square the last argument. It already contains variances σ².")
def intercept_with_variance_squared(p1: float, mu0: Row, mu1: Row, sigma2: Row) -> float:
    return mitchell_bias(p1, mu0, mu1, [s * s for s in sigma2])


@question(
    mitchell_gnb_posterior,
    edges=[
        ([1.0], 0.5, [0.0], [2.0], [1.0]),
        ([1.0], 0.25, [0.0], [2.0], [1.0]),
        ([0.0], 0.5, [0.0], [2.0], [1.0]),
        ([0.5, 1.0], 0.75, [0.0, 1.0], [2.0, 1.0], [1.0, 4.0]),
    ],
    judge=probability(),
    valid=lambda x, p1, mu0, mu1, sigma2: (
        is_moderate(gaussian_log_ratio(x, mu0, mu1, sigma2) - logit(p1))
        and densities_do_not_underflow(x, mu0, mu1, sigma2)
    ),
)
def _(draw: Draw) -> Case:
    n = draw.length(1, 4)
    x, mu0, mu1 = ([draw.whole(-4, 4) / 2 for _ in range(n)] for _ in range(3))
    return x, draw.probability(), mu0, mu1, draw.positives(n)


@misconception(
    mitchell_gnb_posterior,
    "You return P(Y = 0 | x). "
    "Equation (21) gives P(Y = 1 | x): the exponential is only in the denominator.",
)
def posterior_of_0(x: Row, p1: float, mu0: Row, mu1: Row, sigma2: Row) -> float:
    return 1 - mitchell_gnb_posterior(x, p1, mu0, mu1, sigma2)


@misconception(
    mitchell_gnb_posterior,
    "You leave out the prior. The exponent in (21) begins with ln((1 − π) / π).",
)
def posterior_without_prior(x: Row, p1: float, mu0: Row, mu1: Row, sigma2: Row) -> float:
    return mitchell_gnb_posterior(x, 0.5, mu0, mu1, sigma2)


@misconception(
    mitchell_gnb_posterior,
    "You add the log prior odds inside the sum, once for each feature. "
    "Equation (21) adds them once, outside the sum.",
)
def posterior_with_many_priors(x: Row, p1: float, mu0: Row, mu1: Row, sigma2: Row) -> float:
    return sigmoid(len(x) * logit(p1) - gaussian_log_ratio(x, mu0, mu1, sigma2))


@misconception(
    mitchell_gnb_posterior,
    "You leave out the μ² terms. The sum in (21) also has + (μ₁² − μ₀²) / (2σ²).",
)
def posterior_without_squares(x: Row, p1: float, mu0: Row, mu1: Row, sigma2: Row) -> float:
    terms = [p * (a - b) / s2 for p, a, b, s2 in zip(x, mu0, mu1, sigma2)]
    return sigmoid(logit(p1) - fsum(terms))


@misconception(
    mitchell_gnb_posterior, "Your prior odds are inverted. Equation (21) has ln((1 − π) / π)."
)
def posterior_with_prior_inverted(x: Row, p1: float, mu0: Row, mu1: Row, sigma2: Row) -> float:
    return mitchell_gnb_posterior(x, 1 - p1, mu0, mu1, sigma2)


def with_intercept(intercept: Intercept, p1: float, mu0: Row, mu1: Row, sigma2: Row) -> Weights:
    """Return the right weights of the convention of (16), with another intercept."""
    return Weights(intercept(p1, mu0, mu1, sigma2), mitchell_gnb_weights(p1, mu0, mu1, sigma2).w)


@question(mitchell_gnb_weights, edges=GAUSSIAN_CASES, judge=LOG_ODDS)
def _(draw: Draw) -> Case:
    return gaussian_case(draw)


@misconception(
    mitchell_gnb_weights,
    "You return the weights of equation (25). "
    "In equation (22) all signs are reversed: a positive score favours Y = 0.",
)
def weights_of_25(p1: float, mu0: Row, mu1: Row, sigma2: Row) -> Weights:
    return gnb_to_logistic(p1, mu0, mu1, sigma2)


@misconception(mitchell_gnb_weights, "You leave the μ² terms out of w₀. Add Σ (μ₁² − μ₀²) / (2σ²).")
def without_squares(p1: float, mu0: Row, mu1: Row, sigma2: Row) -> Weights:
    return with_intercept(intercept_without_squares, p1, mu0, mu1, sigma2)


@misconception(mitchell_gnb_weights, "You leave the prior out of w₀. Add ln((1 − π) / π).")
def without_prior(p1: float, mu0: Row, mu1: Row, sigma2: Row) -> Weights:
    return with_intercept(intercept_without_prior, p1, mu0, mu1, sigma2)


@misconception(
    mitchell_gnb_weights,
    "You add the log prior odds inside the sum of w₀, once for each feature. "
    "Add them once, outside the sum.",
)
def with_many_priors(p1: float, mu0: Row, mu1: Row, sigma2: Row) -> Weights:
    return with_intercept(intercept_with_many_priors, p1, mu0, mu1, sigma2)


@misconception(
    mitchell_gnb_weights, "You use σ in the denominators. They have σ², which is the last argument."
)
def weights_over_deviation(p1: float, mu0: Row, mu1: Row, sigma2: Row) -> Weights:
    return mitchell_gnb_weights(p1, mu0, mu1, [sqrt(s2) for s2 in sigma2])


@misconception(
    mitchell_gnb_weights,
    "Your w₀ is right, but your weights have the signs of equation (25). Here wᵢ = (μ₀ − μ₁) / σ².",
)
def only_weights_negated(p1: float, mu0: Row, mu1: Row, sigma2: Row) -> Weights:
    usual = mitchell_gnb_weights(p1, mu0, mu1, sigma2)
    return Weights(usual.w0, tuple(-w_i for w_i in usual.w))


@misconception(
    mitchell_gnb_weights,
    "Your weights are half of the right values. "
    "They are divided by σ²; only the squared means in w₀ are divided by 2σ².",
)
def weights_halved(p1: float, mu0: Row, mu1: Row, sigma2: Row) -> Weights:
    usual = mitchell_gnb_weights(p1, mu0, mu1, sigma2)
    return Weights(usual.w0, tuple(w_i / 2 for w_i in usual.w))


@misconception(mitchell_gnb_weights, "You divide μ₁² − μ₀² by σ² in w₀. The denominator is 2σ².")
def without_half(p1: float, mu0: Row, mu1: Row, sigma2: Row) -> Weights:
    usual = mitchell_gnb_weights(p1, mu0, mu1, sigma2)
    return Weights(2 * usual.w0 + logit(p1), usual.w)


@misconception(
    mitchell_gnb_weights, "The μ² terms of your w₀ have the wrong signs. They are μ₁² − μ₀²."
)
def squares_negated(p1: float, mu0: Row, mu1: Row, sigma2: Row) -> Weights:
    usual = mitchell_gnb_weights(p1, mu0, mu1, sigma2)
    return Weights(-usual.w0 - 2 * logit(p1), usual.w)


@misconception(
    mitchell_gnb_weights, "You square the last argument. It already contains variances σ²."
)
def variances_squared_again(p1: float, mu0: Row, mu1: Row, sigma2: Row) -> Weights:
    return mitchell_gnb_weights(p1, mu0, mu1, [s * s for s in sigma2])


@question(gnb_to_logistic, edges=GAUSSIAN_CASES, judge=LOG_ODDS)
def _(draw: Draw) -> Case:
    return gaussian_case(draw)


@misconception(
    gnb_to_logistic,
    "You return the weights of equation (16). In equation (25) all signs are reversed.",
)
def weights_of_16(p1: float, mu0: Row, mu1: Row, sigma2: Row) -> Weights:
    return mitchell_gnb_weights(p1, mu0, mu1, sigma2)


@misconception(gnb_to_logistic, "You leave the μ² terms out of w₀. Add Σ (μ₀² − μ₁²) / (2σ²).")
def mean_squares_missing(p1: float, mu0: Row, mu1: Row, sigma2: Row) -> Weights:
    return -with_intercept(intercept_without_squares, p1, mu0, mu1, sigma2)


@misconception(gnb_to_logistic, "You leave the prior out of w₀. Add ln(π / (1 − π)).")
def prior_forgotten(p1: float, mu0: Row, mu1: Row, sigma2: Row) -> Weights:
    return gnb_to_logistic(0.5, mu0, mu1, sigma2)


@misconception(
    gnb_to_logistic,
    "You add the log prior odds inside the sum of w₀, once for each feature. "
    "Add them once, outside the sum.",
)
def prior_inside_the_sum(p1: float, mu0: Row, mu1: Row, sigma2: Row) -> Weights:
    return -with_intercept(intercept_with_many_priors, p1, mu0, mu1, sigma2)


@misconception(gnb_to_logistic, "Your prior odds are inverted. Equation (25) has ln(π / (1 − π)).")
def prior_of_16(p1: float, mu0: Row, mu1: Row, sigma2: Row) -> Weights:
    return gnb_to_logistic(1 - p1, mu0, mu1, sigma2)


@misconception(gnb_to_logistic, "You divide the squared means in w₀ by σ². The denominator is 2σ².")
def half_forgotten(p1: float, mu0: Row, mu1: Row, sigma2: Row) -> Weights:
    return -with_intercept(intercept_without_half, p1, mu0, mu1, sigma2)


@misconception(
    gnb_to_logistic,
    "Your weights are right, but your w₀ has the signs of equation (16). Reverse its signs.",
)
def intercept_of_16(p1: float, mu0: Row, mu1: Row, sigma2: Row) -> Weights:
    usual = gnb_to_logistic(p1, mu0, mu1, sigma2)
    return Weights(-usual.w0, usual.w)


@misconception(gnb_to_logistic, "You use ln π in w₀. The log prior odds are ln(π / (1 − π)).")
def logarithm_of_prior(p1: float, mu0: Row, mu1: Row, sigma2: Row) -> Weights:
    usual = gnb_to_logistic(p1, mu0, mu1, sigma2)
    return Weights(usual.w0 + log(1 - p1), usual.w)


@misconception(
    gnb_to_logistic,
    "The μ² terms of your w₀ have the wrong signs. In this convention they are μ₀² − μ₁².",
)
def squares_of_16(p1: float, mu0: Row, mu1: Row, sigma2: Row) -> Weights:
    usual = gnb_to_logistic(p1, mu0, mu1, sigma2)
    return Weights(2 * logit(p1) - usual.w0, usual.w)


@misconception(gnb_to_logistic, "You square the last argument. It already contains variances σ².")
def squared_variances(p1: float, mu0: Row, mu1: Row, sigma2: Row) -> Weights:
    return gnb_to_logistic(p1, mu0, mu1, [s * s for s in sigma2])


@misconception(
    gnb_to_logistic, "You use σ in the denominators. They have σ², which is the last argument."
)
def divided_by_deviations(p1: float, mu0: Row, mu1: Row, sigma2: Row) -> Weights:
    return gnb_to_logistic(p1, mu0, mu1, [sqrt(s) for s in sigma2])


Pair = Sequence[Row]


@question(
    gnb_log_odds,
    edges=[
        ([1.0], 0.5, [[0.0], [2.0]], [[1.0], [1.0]]),
        ([0.0], 0.5, [[0.0], [0.0]], [[1.0], [4.0]]),
        ([1.0], 0.25, [[0.0], [0.0]], [[4.0], [1.0]]),
        ([1.0, 2.0], 0.25, [[0.0, 1.0], [2.0, -1.0]], [[1.0, 4.0], [2.0, 1.0]]),
    ],
    judge=LOG_ODDS,
    valid=lambda x, p1, mu, sigma2: (
        len(mu) == len(sigma2) == 2
        and all(densities_do_not_underflow(x, mu[0], mu[1], s2) for s2 in sigma2)
    ),
)
def _(draw: Draw) -> Case:
    n = draw.length(1, 3)
    mu, sigma2 = draw.table(2, n), [draw.positives(n), draw.positives(n)]
    return draw.numbers(n), draw.probability(), mu, sigma2


@misconception(
    gnb_log_odds,
    "You use the variances of class 0 for both classes. Here each class has its own variances.",
)
def variances_of_class_0(x: Row, p1: float, mu: Pair, sigma2: Pair) -> float:
    return gnb_log_odds(x, p1, (mu[0], mu[1]), (sigma2[0], sigma2[0]))


@misconception(
    gnb_log_odds,
    "You average the variances of the two classes. Here each class has its own variances.",
)
def variances_averaged(x: Row, p1: float, mu: Pair, sigma2: Pair) -> float:
    middle = [(a + b) / 2 for a, b in zip(*sigma2)]
    return gnb_log_odds(x, p1, (mu[0], mu[1]), (middle, middle))


@misconception(
    gnb_log_odds,
    "You leave out the factor 1/σ of the Gaussian density. It cancels only if σ₀ = σ₁.",
)
def normalisers_forgotten(x: Row, p1: float, mu: Pair, sigma2: Pair) -> float:
    lost = fsum(log(b / a) / 2 for a, b in zip(*sigma2))
    return gnb_log_odds(x, p1, (mu[0], mu[1]), (sigma2[0], sigma2[1])) + lost


@misconception(gnb_log_odds, "You leave out the x² terms. They cancel only if σ₀ = σ₁.")
def square_of_x_dropped(x: Row, p1: float, mu: Pair, sigma2: Pair) -> float:
    lost = fsum(p * p * (1 / b - 1 / a) / 2 for p, a, b in zip(x, *sigma2))
    return gnb_log_odds(x, p1, (mu[0], mu[1]), (sigma2[0], sigma2[1])) + lost


@misconception(gnb_log_odds, "You leave out the prior. Add ln(π / (1 − π)).")
def odds_without_prior(x: Row, p1: float, mu: Pair, sigma2: Pair) -> float:
    return gnb_log_odds(x, 0.5, (mu[0], mu[1]), (sigma2[0], sigma2[1]))


@misconception(
    gnb_log_odds, "You return the log odds of class 0. Class 1 belongs in the numerator."
)
def odds_of_class_0(x: Row, p1: float, mu: Pair, sigma2: Pair) -> float:
    return -gnb_log_odds(x, p1, (mu[0], mu[1]), (sigma2[0], sigma2[1]))
