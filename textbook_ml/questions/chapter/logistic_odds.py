"""Questions on odds, the sigmoid's derivative, the natural parameter and the constant feature."""

from collections.abc import Sequence
from math import exp, log, log2, log10

from textbook_ml.core.stable import sigmoid
from textbook_ml.equations.logistic import (
    bernoulli_natural_log_pmf,
    logit,
    odds,
    sigmoid_derivative,
    with_intercept,
)
from textbook_ml.questions.chapter.logistic import Row
from textbook_ml.questions.framework.case_filters import is_moderate
from textbook_ml.questions.framework.judge import Case, close, log_probability
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw


@question(odds, edges=[(0.0,), (0.5,), (0.75,), (1e-300,)])
def _(draw: Draw) -> Case:
    return (draw.probability() if draw.size < 3 else draw.whole(1, 999) / 1000,)


@misconception(
    odds, "You compute (1 − p) / p, the odds against the event. The odds in favour are p / (1 − p)."
)
def odds_against(p: float) -> float:
    return (1 - p) / p


@misconception(odds, "You compute the logarithm of the odds. The odds are p / (1 − p).")
def log_of_the_odds(p: float) -> float:
    return logit(p)


@misconception(odds, "You compute 1 / (1 − p). The odds have p in the numerator.")
def one_in_numerator(p: float) -> float:
    return 1 / (1 - p)


@misconception(
    odds, "You compute p / (1 + p), which converts odds to a probability. The odds are p / (1 − p)."
)
def probability_from_odds(p: float) -> float:
    return p / (1 + p)


@misconception(odds, "You return p. The odds are p divided by 1 − p.")
def probability_for_odds(p: float) -> float:
    return p


@question(logit, edges=[(0.5,), (0.75,), (0.25,), (1e-300,)], judge=close(zero=1e-12))
def _(draw: Draw) -> Case:
    return (draw.probability() if draw.size < 3 else draw.whole(1, 999) / 1000,)


@misconception(
    logit,
    "You compute ln((1 − p) / p), which has the wrong sign. The logit "
    "is ln(p / (1 − p)) and increases with p.",
)
def logit_negated(p: float) -> float:
    return -logit(p)


@misconception(
    logit, "You use the logarithm to base 2. The log odds use the natural logarithm, ln."
)
def logit_base_2(p: float) -> float:
    return log2(p / (1 - p))


@misconception(
    logit, "You use the logarithm to base 10. The log odds use the natural logarithm, ln."
)
def logit_base_10(p: float) -> float:
    return log10(p / (1 - p))


@misconception(logit, "You compute the odds p / (1 − p). The logit is their logarithm.")
def logarithm_forgotten(p: float) -> float:
    return odds(p)


@misconception(logit, "You compute the sigmoid. The logit is its inverse, ln(p / (1 − p)).")
def sigmoid_for_logit(p: float) -> float:
    return sigmoid(p)


@misconception(logit, "You compute ln p. The log odds are ln(p / (1 − p)).")
def logarithm_of_p(p: float) -> float:
    return log(p)


@question(sigmoid_derivative, edges=[(0.0,), (1.0,), (-1.0,)], valid=is_moderate)
def _(draw: Draw) -> Case:
    return (draw.number(),)


@misconception(
    sigmoid_derivative,
    "You compute t (1 − t). The derivative is μ (1 − μ) with μ = σ(t), so apply σ first.",
)
def t_for_mu(t: float) -> float:
    return t * (1 - t)


@misconception(sigmoid_derivative, "You compute σ(t). Its derivative is σ(t) (1 − σ(t)).")
def not_differentiated(t: float) -> float:
    return sigmoid(t)


@misconception(
    sigmoid_derivative,
    "You compute e⁻ᵗ / (1 + e⁻ᵗ). The derivative has the square (1 + e⁻ᵗ)² in the denominator.",
)
def square_forgotten(t: float) -> float:
    return sigmoid(-t)


@misconception(
    sigmoid_derivative,
    "Your derivative is negative. The sigmoid increases, so its derivative is positive.",
)
def derivative_negated(t: float) -> float:
    return -sigmoid_derivative(t)


@question(
    bernoulli_natural_log_pmf,
    edges=[(1, 0.0), (0, 0.0), (1, 1.0), (0, 1.0), (0, 1e4), (1, 1e4), (1, -1e4)],
    judge=log_probability(),
)
def _(draw: Draw) -> Case:
    return draw.whole(0, 1), draw.number()


@misconception(bernoulli_natural_log_pmf, "You use η as P(y = 1). The probability is σ(η).")
def eta_for_mu(y: int, eta: float) -> float:
    return log(eta) if y else log(1 - eta)


@misconception(bernoulli_natural_log_pmf, "You return P(y). The question asks for its logarithm.")
def probability_for_log(y: int, eta: float) -> float:
    return sigmoid(eta if y else -eta)


@misconception(
    bernoulli_natural_log_pmf, "You return y η. The equation also subtracts ln(1 + e^η)."
)
def normaliser_forgotten(y: int, eta: float) -> float:
    return y * eta


@misconception(
    bernoulli_natural_log_pmf,
    "Your formula is correct, but exp(η) overflows for large η. In this case, use "
    "ln(1 + e^η) = η + ln(1 + e^−η).",
)
def log_pmf_overflows(y: int, eta: float) -> float:
    return y * eta - log(1 + exp(eta))


@misconception(
    bernoulli_natural_log_pmf, "You have exchanged y = 1 and y = 0. A positive η favours y = 1."
)
def values_exchanged(y: int, eta: float) -> float:
    return bernoulli_natural_log_pmf(1 - y, eta)


@question(with_intercept, edges=[([],), ([[]],), ([[2.0]],), ([[1.0], [-1.0]],)])
def _(draw: Draw) -> Case:
    return (draw.table(draw.length(1, 6), draw.length(1, 4)),)


@misconception(with_intercept, "You put the 1 at the end of each row. X₀ is the first feature.")
def ones_at_the_end(rows: Sequence[Row]) -> list[list[float]]:
    return [[*x, 1.0] for x in rows]


@misconception(
    with_intercept,
    "You add a feature that is 0, which removes w₀ from the score. The added feature is always 1.",
)
def zeros_in_front(rows: Sequence[Row]) -> list[list[float]]:
    return [[0.0, *x] for x in rows]


@misconception(
    with_intercept, "You add a row of ones. Add a column of ones: one more feature in every row."
)
def row_of_ones(rows: Sequence[Row]) -> list[list[float]]:
    return [[1.0 for _ in rows[0]], *(list(x) for x in rows)]


@misconception(
    with_intercept, "You return the rows unchanged. Each row needs a 1 as its first feature."
)
def nothing_added(rows: Sequence[Row]) -> list[list[float]]:
    return [list(x) for x in rows]
