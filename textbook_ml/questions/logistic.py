"""Questions on the logistic model: the sigmoid, (16), (17), (24) and (25), in both conventions."""

from collections.abc import Sequence
from math import exp, fsum, log

from textbook_ml.equations.logistic import (
    linear_score,
    logistic_p0,
    logistic_p1,
    mitchell_p0,
    mitchell_p1,
)
from textbook_ml.questions.draw import Draw
from textbook_ml.questions.fair import is_huge, is_moderate, keeps_digits
from textbook_ml.questions.judge import Case, close, probability
from textbook_ml.questions.question import misconception, question
from textbook_ml.stable import sigmoid

Row = Sequence[float]

SCORED: list[Case] = [(0.0, [], []), (0.25, [], []), (1.0, [2.0], [0.5]), (1.0, [-1.0], [1.0])]
HUGE: list[Case] = [(1e4, [0.0], [0.0]), (0.0, [-2.0], [5e3])]


def scored(draw: Draw) -> Case:
    """A bias, weights and a row whose score is seldom far from zero."""
    n = draw.length(1, 4)
    return draw.number(), draw.numbers(n), [draw.whole(-8, 8) / 4 for _ in range(n)]


def has_probability(w0: float, w: Row, x: Row) -> bool:
    """Has the probability all its digits, however it is spelt?"""
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


@misconception(sigmoid, "This falls as t rises: it is 1 / (1 + eᵗ); the sigmoid has e⁻ᵗ below.")
def falling(t: float) -> float:
    return sigmoid(-t)


@misconception(sigmoid, "Here exp(−t) overflows, far below zero; there the same is eᵗ / (1 + eᵗ).")
def overflows_below(t: float) -> float:
    return 1 / (1 + exp(-t))


@misconception(sigmoid, "Here exp(t) overflows, far above zero; there the same is 1 / (1 + e⁻ᵗ).")
def overflows_above(t: float) -> float:
    return exp(t) / (1 + exp(t))


@misconception(sigmoid, "This is the hard step; the sigmoid is 1 / (1 + e⁻ᵗ), smooth.")
def hard_step(t: float) -> float:
    return 1.0 if t > 0 else 0.0


@misconception(sigmoid, "You take a power of 2 in place of e: the sigmoid is 1 / (1 + e⁻ᵗ).")
def power_of_two(t: float) -> float:
    return sigmoid(t * log(2))


@misconception(sigmoid, "This is tanh, from −1 to 1; σ(t) goes from 0 to 1.")
def hyperbolic_tangent(t: float) -> float:
    return 2 * sigmoid(2 * t) - 1


@misconception(sigmoid, "You give 1 where exp overflows; that is far below zero, where σ is 0.")
def one_for_overflow(t: float) -> float:
    return sigmoid(t) if t > -700 else 1.0


@misconception(sigmoid, "The sign below the line is wrong: 1 + e⁻ᵗ.")
def minus_below(t: float) -> float:
    return 1 / (1 - exp(-t))


@misconception(
    sigmoid, "This is a hard step, with 1 at t = 0; the sigmoid rises smoothly through ½."
)
def hard_step_from_zero(t: float) -> float:
    return float(t >= 0)


@misconception(
    sigmoid,
    "A bracket is missing, or the fraction upside down: 1 / (1 + e⁻ᵗ), where 1 / 1 + e⁻ᵗ adds.",
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


@misconception(linear_score, "The intercept w₀ is forgotten: the score is w₀ + Σ wᵢ xᵢ.")
def intercept_forgotten(w0: float, w: Row, x: Row) -> float:
    return linear_score(0.0, w, x)


@misconception(linear_score, "You multiply by w₀ where it should be added: s = w₀ + Σ wᵢ xᵢ.")
def intercept_multiplied(w0: float, w: Row, x: Row) -> float:
    return w0 * linear_score(0.0, w, x)


@misconception(linear_score, "You add w₀ once for each feature; it stands outside the sum, once.")
def intercept_inside_the_sum(w0: float, w: Row, x: Row) -> float:
    return fsum(w0 + w_i * x_i for w_i, x_i in zip(w, x))


@misconception(linear_score, "You subtract w₀, as one does a threshold; here it is added.")
def intercept_subtracted(w0: float, w: Row, x: Row) -> float:
    return linear_score(-w0, w, x)


@question(mitchell_p1, edges=[*SCORED, *HUGE], judge=probability(), valid=has_probability)
def _(draw: Draw) -> Case:
    return scored(draw)


@misconception(
    mitchell_p1, "This is the sign of (25); in (16) a positive score speaks against Y = 1."
)
def sign_of_25(w0: float, w: Row, x: Row) -> float:
    return sigmoid(linear_score(w0, w, x))


@misconception(mitchell_p1, "The intercept w₀ is forgotten: (16) has exp(w₀ + Σ wᵢ xᵢ).")
def p1_without_intercept(w0: float, w: Row, x: Row) -> float:
    return mitchell_p1(0.0, w, x)


@misconception(
    mitchell_p1, "The exp of a large score overflows; there (16) is e⁻ˢ / (1 + e⁻ˢ), s the score."
)
def p1_overflows(w0: float, w: Row, x: Row) -> float:
    return 1 / (1 + exp(linear_score(w0, w, x)))


@misconception(mitchell_p1, "You multiply the sum by w₀: between w₀ and Σ wᵢ xᵢ stands a plus.")
def p1_plus_forgotten(w0: float, w: Row, x: Row) -> float:
    return sigmoid(-w0 * linear_score(0.0, w, x))


@misconception(mitchell_p1, "The exponential is forgotten: (16) is 1 / (1 + exp(s)), s the score.")
def p1_without_exponential(w0: float, w: Row, x: Row) -> float:
    return 1 / (1 + linear_score(w0, w, x))


@misconception(mitchell_p1, "This is a label, 0 or 1; (16) is how probable it is.")
def label_for_p1(w0: float, w: Row, x: Row) -> float:
    return float(linear_score(w0, w, x) < 0)


@question(mitchell_p0, edges=[*SCORED, *HUGE], judge=probability(), valid=has_probability)
def _(draw: Draw) -> Case:
    return scored(draw)


@misconception(
    mitchell_p0, "This is (16), or (24) of the other convention; (17) has the exponential above."
)
def sign_of_24(w0: float, w: Row, x: Row) -> float:
    return sigmoid(-linear_score(w0, w, x))


@misconception(mitchell_p0, "The intercept w₀ is forgotten: (17) has exp(w₀ + Σ wᵢ xᵢ).")
def p0_without_intercept(w0: float, w: Row, x: Row) -> float:
    return mitchell_p0(0.0, w, x)


@misconception(
    mitchell_p0, "The exp of a large score overflows; divide above and below by it: 1 / (1 + e⁻ˢ)."
)
def p0_overflows(w0: float, w: Row, x: Row) -> float:
    s = linear_score(w0, w, x)
    return exp(s) / (1 + exp(s))


@misconception(
    mitchell_p0, "This is eˢ alone, the odds; (17) divides it by 1 + eˢ to make a probability."
)
def odds_for_p0(w0: float, w: Row, x: Row) -> float:
    return exp(linear_score(w0, w, x))


@question(logistic_p0, edges=[*SCORED, *HUGE], judge=probability(), valid=has_probability)
def _(draw: Draw) -> Case:
    return scored(draw)


@misconception(
    logistic_p0, "This is the sign of (17); from (24) on a positive score speaks for Y = 1."
)
def sign_of_17(w0: float, w: Row, x: Row) -> float:
    return sigmoid(linear_score(w0, w, x))


@misconception(logistic_p0, "The intercept w₀ is forgotten: (24) has exp(w₀ + Σ wᵢ xᵢ).")
def other_p0_without_intercept(w0: float, w: Row, x: Row) -> float:
    return logistic_p0(0.0, w, x)


@misconception(
    logistic_p0, "The exp of a large score overflows; there (24) is e⁻ˢ / (1 + e⁻ˢ), s the score."
)
def other_p0_overflows(w0: float, w: Row, x: Row) -> float:
    return 1 / (1 + exp(linear_score(w0, w, x)))


@question(logistic_p1, edges=[*SCORED, *HUGE], judge=probability(), valid=has_probability)
def _(draw: Draw) -> Case:
    return scored(draw)


@misconception(
    logistic_p1, "This is the sign of (16); in (25) a positive score speaks for Y = 1."
)
def sign_of_16(w0: float, w: Row, x: Row) -> float:
    return sigmoid(-linear_score(w0, w, x))


@misconception(logistic_p1, "The intercept w₀ is forgotten: (25) is σ(w₀ + Σ wᵢ xᵢ).")
def other_p1_without_intercept(w0: float, w: Row, x: Row) -> float:
    return logistic_p1(0.0, w, x)


@misconception(
    logistic_p1, "Here exp(s) overflows, where the score s is large; there (25) is 1 / (1 + e⁻ˢ)."
)
def other_p1_overflows_above(w0: float, w: Row, x: Row) -> float:
    s = linear_score(w0, w, x)
    return exp(s) / (1 + exp(s))


@misconception(
    logistic_p1, "Here exp(−s) overflows, where s is far below 0; there use eˢ / (1 + eˢ)."
)
def other_p1_overflows_below(w0: float, w: Row, x: Row) -> float:
    return 1 / (1 + exp(-linear_score(w0, w, x)))


@misconception(logistic_p1, "This is the score itself; (25) is its sigmoid, between 0 and 1.")
def score_for_probability(w0: float, w: Row, x: Row) -> float:
    return linear_score(w0, w, x)


@misconception(
    logistic_p1, "This is eˢ alone, the odds; (25) divides it by 1 + eˢ to make a probability."
)
def odds_for_p1(w0: float, w: Row, x: Row) -> float:
    return exp(linear_score(w0, w, x))
