"""Questions on the logistic model: sigmoid, (16), (17), (24), (25), in both sign conventions."""

from collections.abc import Sequence
from math import exp, fsum, log

from textbook_ml.core.stable import sigmoid
from textbook_ml.equations.logistic import (
    linear_score,
    logistic_p0,
    logistic_p1,
    mitchell_p0,
    mitchell_p1,
)
from textbook_ml.questions.framework.case_filters import is_huge, is_moderate, keeps_digits
from textbook_ml.questions.framework.judge import Case, close, probability
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw

Row = Sequence[float]

SCORED: list[Case] = [(0.0, [], []), (0.25, [], []), (1.0, [2.0], [0.5]), (1.0, [-1.0], [1.0])]
HUGE: list[Case] = [(1e4, [0.0], [0.0]), (0.0, [-2.0], [5e3])]


def weights_and_row(draw: Draw) -> Case:
    """Return an intercept, weights and a row; the score is seldom far from 0."""
    n = draw.length(1, 4)
    return draw.number(), draw.numbers(n), [draw.whole(-8, 8) / 4 for _ in range(n)]


def correct_formulas_agree(w0: float, w: Row, x: Row) -> bool:
    """Return whether the score is moderate or huge, so that all correct formulas agree."""
    score = linear_score(w0, w, x)
    return is_moderate(score) or is_huge(score)


@question(
    sigmoid,
    edges=[(0.0,), (-0.0,), (1.0,), (-1.0,), (1e3,), (-1e3,)],
    judge=probability(),
    valid=lambda t: is_moderate(t) or is_huge(t),
)
def _(draw: Draw) -> Case:
    return (draw.number(),)


@misconception(
    sigmoid,
    "You compute 1 / (1 + eᵗ), which decreases with t. The sigmoid has e⁻ᵗ in the denominator.",
)
def decreasing(t: float) -> float:
    return sigmoid(-t)


@misconception(
    sigmoid,
    "Your formula is correct, but exp(−t) overflows for very negative t. "
    "In this case, use the equivalent form eᵗ / (1 + eᵗ).",
)
def overflows_for_negative_t(t: float) -> float:
    return 1 / (1 + exp(-t))


@misconception(
    sigmoid,
    "Your formula is correct, but exp(t) overflows for large t. "
    "In this case, use the equivalent form 1 / (1 + e⁻ᵗ).",
)
def overflows_for_positive_t(t: float) -> float:
    return exp(t) / (1 + exp(t))


@misconception(
    sigmoid, "You compute the step function. The sigmoid is the smooth function 1 / (1 + e⁻ᵗ)."
)
def step_function(t: float) -> float:
    return 1.0 if t > 0 else 0.0


@misconception(sigmoid, "You use powers of 2. The sigmoid has powers of e: 1 / (1 + e⁻ᵗ).")
def power_of_two(t: float) -> float:
    return sigmoid(t * log(2))


@misconception(
    sigmoid,
    "You compute tanh, which has values between −1 and 1. The sigmoid has values between 0 and 1.",
)
def hyperbolic_tangent(t: float) -> float:
    return 2 * sigmoid(2 * t) - 1


@misconception(
    sigmoid,
    "You return 1 where exp(−t) overflows. That happens for very "
    "negative t, where the sigmoid is close to 0.",
)
def one_for_overflow(t: float) -> float:
    return sigmoid(t) if t > -700 else 1.0


@misconception(sigmoid, "You have 1 − e⁻ᵗ in the denominator. The sigmoid has 1 + e⁻ᵗ.")
def minus_in_denominator(t: float) -> float:
    return 1 / (1 - exp(-t))


@misconception(
    sigmoid,
    "You compute the step function, with the value 1 at t = 0. The "
    "sigmoid is smooth and has the value ½ there.",
)
def step_function_from_zero(t: float) -> float:
    return float(t >= 0)


@misconception(
    sigmoid,
    "You compute 1 + e⁻ᵗ. Either the brackets are missing (1 / 1 + e⁻ᵗ), or the fraction is "
    "inverted: the sigmoid is 1 / (1 + e⁻ᵗ).",
)
def bracket_missing(t: float) -> float:
    return 1 + exp(-t)


@question(
    linear_score,
    edges=[*SCORED, (-0.5, [1e6], [1.0])],
    judge=close(zero=1e-12),
    valid=lambda w0, w, x: keeps_digits(
        linear_score(w0, w, x), [w0, *(a * b for a, b in zip(w, x))]
    ),
)
def _(draw: Draw) -> Case:
    n = draw.length(0, 6)
    return draw.number(), draw.numbers(n), draw.numbers(n)


@misconception(linear_score, "You leave out the intercept w₀. The score is w₀ + Σ wᵢ xᵢ.")
def intercept_forgotten(w0: float, w: Row, x: Row) -> float:
    return linear_score(0.0, w, x)


@misconception(linear_score, "You multiply by w₀. The equation adds it: s = w₀ + Σ wᵢ xᵢ.")
def intercept_multiplied(w0: float, w: Row, x: Row) -> float:
    return w0 * linear_score(0.0, w, x)


@misconception(
    linear_score, "You add w₀ once for each feature. The equation adds it once, outside the sum."
)
def intercept_inside_the_sum(w0: float, w: Row, x: Row) -> float:
    return fsum(w0 + w_i * x_i for w_i, x_i in zip(w, x))


@misconception(linear_score, "You subtract w₀, as if it were a threshold. The equation adds it.")
def intercept_subtracted(w0: float, w: Row, x: Row) -> float:
    return linear_score(-w0, w, x)


@question(mitchell_p1, edges=[*SCORED, *HUGE], judge=probability(), valid=correct_formulas_agree)
def _(draw: Draw) -> Case:
    return weights_and_row(draw)


@misconception(
    mitchell_p1, "You use the sign of (25). In (16), a positive score is evidence against Y = 1."
)
def sign_of_25(w0: float, w: Row, x: Row) -> float:
    return sigmoid(linear_score(w0, w, x))


@misconception(mitchell_p1, "You leave out the intercept w₀. Equation (16) has exp(w₀ + Σ wᵢ xᵢ).")
def p1_without_intercept(w0: float, w: Row, x: Row) -> float:
    return mitchell_p1(0.0, w, x)


@misconception(
    mitchell_p1,
    "Your formula is correct, but exp(s) overflows for a large score s. "
    "In this case, use the equivalent form e⁻ˢ / (1 + e⁻ˢ).",
)
def p1_overflows(w0: float, w: Row, x: Row) -> float:
    return 1 / (1 + exp(linear_score(w0, w, x)))


@misconception(mitchell_p1, "You multiply the sum by w₀. The equation adds w₀ to Σ wᵢ xᵢ.")
def p1_plus_forgotten(w0: float, w: Row, x: Row) -> float:
    return sigmoid(-w0 * linear_score(0.0, w, x))


@misconception(
    mitchell_p1,
    "You leave out the exponential. Equation (16) is 1 / (1 + exp(s)), where s is the score.",
)
def p1_without_exponential(w0: float, w: Row, x: Row) -> float:
    return 1 / (1 + linear_score(w0, w, x))


@misconception(
    mitchell_p1, "You return a label, 0 or 1. Equation (16) is the probability of Y = 1."
)
def label_for_p1(w0: float, w: Row, x: Row) -> float:
    return float(linear_score(w0, w, x) < 0)


@question(mitchell_p0, edges=[*SCORED, *HUGE], judge=probability(), valid=correct_formulas_agree)
def _(draw: Draw) -> Case:
    return weights_and_row(draw)


@misconception(
    mitchell_p0,
    "You compute 1 / (1 + exp(s)), which is (16) or, with the other sign convention, (24). "
    "Equation (17) has exp(s) in the numerator.",
)
def sign_of_24(w0: float, w: Row, x: Row) -> float:
    return sigmoid(-linear_score(w0, w, x))


@misconception(mitchell_p0, "You leave out the intercept w₀. Equation (17) has exp(w₀ + Σ wᵢ xᵢ).")
def p0_without_intercept(w0: float, w: Row, x: Row) -> float:
    return mitchell_p0(0.0, w, x)


@misconception(
    mitchell_p0,
    "Your formula is correct, but exp(s) overflows for a large score s. "
    "In this case, use the equivalent form 1 / (1 + e⁻ˢ).",
)
def p0_overflows(w0: float, w: Row, x: Row) -> float:
    s = linear_score(w0, w, x)
    return exp(s) / (1 + exp(s))


@misconception(
    mitchell_p0,
    "You return eˢ, the odds. Equation (17) divides them by 1 + eˢ to give a probability.",
)
def odds_for_p0(w0: float, w: Row, x: Row) -> float:
    return exp(linear_score(w0, w, x))


@question(logistic_p0, edges=[*SCORED, *HUGE], judge=probability(), valid=correct_formulas_agree)
def _(draw: Draw) -> Case:
    return weights_and_row(draw)


@misconception(
    logistic_p0, "You use the sign of (17). From (24) on, a positive score is evidence for Y = 1."
)
def sign_of_17(w0: float, w: Row, x: Row) -> float:
    return sigmoid(linear_score(w0, w, x))


@misconception(logistic_p0, "You leave out the intercept w₀. Equation (24) has exp(w₀ + Σ wᵢ xᵢ).")
def other_p0_without_intercept(w0: float, w: Row, x: Row) -> float:
    return logistic_p0(0.0, w, x)


@misconception(
    logistic_p0,
    "Your formula is correct, but exp(s) overflows for a large score s. "
    "In this case, use the equivalent form e⁻ˢ / (1 + e⁻ˢ).",
)
def other_p0_overflows(w0: float, w: Row, x: Row) -> float:
    return 1 / (1 + exp(linear_score(w0, w, x)))


@question(logistic_p1, edges=[*SCORED, *HUGE], judge=probability(), valid=correct_formulas_agree)
def _(draw: Draw) -> Case:
    return weights_and_row(draw)


@misconception(
    logistic_p1, "You use the sign of (16). In (25), a positive score is evidence for Y = 1."
)
def sign_of_16(w0: float, w: Row, x: Row) -> float:
    return sigmoid(-linear_score(w0, w, x))


@misconception(logistic_p1, "You leave out the intercept w₀. Equation (25) is σ(w₀ + Σ wᵢ xᵢ).")
def other_p1_without_intercept(w0: float, w: Row, x: Row) -> float:
    return logistic_p1(0.0, w, x)


@misconception(
    logistic_p1,
    "Your formula is correct, but exp(s) overflows for a large score s. "
    "In this case, use the equivalent form 1 / (1 + e⁻ˢ).",
)
def other_p1_overflows_for_positive_score(w0: float, w: Row, x: Row) -> float:
    s = linear_score(w0, w, x)
    return exp(s) / (1 + exp(s))


@misconception(
    logistic_p1,
    "Your formula is correct, but exp(−s) overflows for a very negative score s. In this case, "
    "use the equivalent form eˢ / (1 + eˢ).",
)
def other_p1_overflows_for_negative_score(w0: float, w: Row, x: Row) -> float:
    return 1 / (1 + exp(-linear_score(w0, w, x)))


@misconception(
    logistic_p1, "You return the score. Equation (25) is the sigmoid of the score, between 0 and 1."
)
def score_for_probability(w0: float, w: Row, x: Row) -> float:
    return linear_score(w0, w, x)


@misconception(
    logistic_p1,
    "You return eˢ, the odds. Equation (25) divides them by 1 + eˢ to give a probability.",
)
def odds_for_p1(w0: float, w: Row, x: Row) -> float:
    return exp(linear_score(w0, w, x))
