"""Section 3. The logistic model: equations (16) to (18), (24) and (25).

    w0, w    intercept and weights; the score is s = w₀ + Σᵢ wᵢ xᵢ
    σ        sigmoid(t) = 1 / (1 + e⁻ᵗ)

The chapter uses two sign conventions. In (16) to (23) a positive score favours Y = 0: these
functions are called `mitchell_…`. From (24) on, and in most other texts, it favours Y = 1: these
are called `logistic_…`. Negating all weights turns one into the other, except for ties:
`mitchell_label` assigns a score of 0 to Y = 1, as (18) does, `logistic_label` to Y = 0.
"""

from collections.abc import Sequence
from math import log

from textbook_ml.core.elementwise import log_odds
from textbook_ml.core.errors import number_text, quoted, require, require_same_length
from textbook_ml.core.linalg import Vector, plus_dot
from textbook_ml.core.numeric import Num, require_finite_rows, require_probability
from textbook_ml.core.stable import exp_minus_one, sigmoid, softplus
from textbook_ml.sources.registry import equation

equation("mitchell-s3-fig1")(sigmoid)


@equation("ng-a0-linear-regression", "xing-dot", "xing-regression")
def linear_score(w0: Num, w: Vector[Num], x: Vector[Num]) -> Num:
    """The linear score of a row, which is also the prediction of linear regression.

        s = w₀ + Σᵢ wᵢ xᵢ

    >>> linear_score(1.0, [2.0, -1.0], [0.5, 3.0])
    -1.0
    """
    if len(w) != len(x):
        require_same_length(weights=w, features=x)
    return plus_dot(w0, w, x)


@equation(
    "mitchell-16",
    "mitchell-22",
    "sontag-sigmoid",
    "sontag-sigmoid-nd",
    "gwansiu-18",
    "gwansiu-34",
)
def mitchell_p1(w0: float, w: Vector[float], x: Vector[float]) -> float:
    """P(Y = 1) in the first convention, where a positive score favours Y = 0.

        P(Y = 1 | x) = 1 / (1 + exp(w₀ + Σᵢ wᵢ xᵢ))

    >>> mitchell_p1(1.0, [-1.0], [1.0]), mitchell_p1(1e4, [0.0], [0.0])
    (0.5, 0.0)
    """
    return sigmoid(-linear_score(w0, w, x))


@equation(
    "mitchell-17",
    "mitchell-23",
    "mitchell-s3-complement",
    "gwansiu-19",
)
def mitchell_p0(w0: float, w: Vector[float], x: Vector[float]) -> float:
    """P(Y = 0) in the first convention: the complement of (16).

        P(Y = 0 | x) = exp(w₀ + Σᵢ wᵢ xᵢ) / (1 + exp(w₀ + Σᵢ wᵢ xᵢ)) = 1 − P(Y = 1 | x)

    >>> mitchell_p0(1.0, [-1.0], [1.0]), mitchell_p0(1e4, [0.0], [0.0])
    (0.5, 1.0)
    """
    return sigmoid(linear_score(w0, w, x))


@equation("mitchell-24")
def logistic_p0(w0: float, w: Vector[float], x: Vector[float]) -> float:
    """P(Y = 0) in the second convention, the usual one.

        P(Y = 0 | x) = 1 / (1 + exp(w₀ + Σᵢ wᵢ xᵢ))

    >>> logistic_p0(1.0, [-1.0], [1.0]), logistic_p0(1e4, [0.0], [0.0])
    (0.5, 0.0)
    """
    return sigmoid(-linear_score(w0, w, x))


@equation(
    "mitchell-25", "ng-a0-logistic", "ng-s0-logistic", "xing-logistic", "xing-mu", "sontag-flip"
)
def logistic_p1(w0: float, w: Vector[float], x: Vector[float]) -> float:
    """P(Y = 1) in the second convention, the usual one: the sigmoid of the score.

        P(Y = 1 | x) = exp(w₀ + Σᵢ wᵢ xᵢ) / (1 + exp(w₀ + Σᵢ wᵢ xᵢ)) = σ(w₀ + Σᵢ wᵢ xᵢ)

    >>> logistic_p1(1.0, [-1.0], [1.0]), logistic_p1(1e4, [0.0], [0.0])
    (0.5, 1.0)
    """
    return sigmoid(linear_score(w0, w, x))


@equation("sontag-step")
def step(t: float) -> float:
    """The step function, which the sigmoid smooths: with it, one error makes the likelihood 0.

        P(Y = 1 | x) = 1 if t > 0, otherwise 0

    >>> step(-2.0), step(2.0)
    (0.0, 1.0)
    """
    require(t == t, "t must be a number, got NaN")
    return 1.0 if t > 0 else 0.0


@equation("mitchell-s3-ratio", "gwansiu-20")
def odds(p: Num) -> Num:
    """The odds of an event; they are above 1 if p > 1/2.

        odds = p / (1 − p)

    >>> odds(0.75)
    3.0
    """
    require_probability(p, "p")
    require(p < 1, "p must be below 1, got 1: the odds of a certain event are infinite")
    return p / (1 - p)


@equation("mitchell-s3-fig1")
def logit(p: float) -> float:
    """The inverse of the sigmoid: the log odds.

        logit(p) = ln(p / (1 − p)) = σ⁻¹(p)

    >>> logit(0.5), logit(0.75) == log(3)
    (0.0, True)
    """
    require(
        0 < p < 1,
        f"p must be between 0 and 1, got {number_text(p)}: the log odds would be infinite",
    )
    return log_odds(p)


@equation("mitchell-s3-exp-rule", "gwansiu-21")
def mitchell_label_by_exp(w0: float, w: Vector[float], x: Vector[float]) -> int:
    """The decision rule before the logarithm that gives (18): it compares the odds of Y = 0 with 1.

        Y = 0 if 1 < exp(w₀ + Σᵢ wᵢ xᵢ), otherwise Y = 1

    >>> mitchell_label_by_exp(-1.0, [2.0], [1.0]), mitchell_label_by_exp(-1.0, [1.0], [1.0])
    (0, 1)
    """
    return 0 if exp_minus_one(linear_score(w0, w, x)) > 0 else 1


@equation("mitchell-18", "sontag-boundary", "gwansiu-22")
def mitchell_label(w0: Num, w: Vector[Num], x: Vector[Num]) -> int:
    """The linear decision rule, first convention; a tie goes to Y = 1, as in the source text.

        Y = 0 if 0 < w₀ + Σᵢ wᵢ xᵢ, otherwise Y = 1

    >>> mitchell_label(-1.0, [2.0], [1.0]), mitchell_label(-1.0, [1.0], [1.0])
    (0, 1)
    """
    return 0 if linear_score(w0, w, x) > 0 else 1


@equation("xing-bayes-decision", "ng-gda-boundary")
def logistic_label(w0: Num, w: Vector[Num], x: Vector[Num]) -> int:
    """The linear decision rule, second convention: the log odds are the score itself.

        ln(P(Y = 1 | x) / P(Y = 0 | x)) = w₀ + Σᵢ wᵢ xᵢ;   Y = 1 if it is positive

    >>> logistic_label(-1.0, [2.0], [1.0]), logistic_label(-1.0, [1.0], [1.0])
    (1, 0)
    """
    return 1 if linear_score(w0, w, x) > 0 else 0


@equation("xing-sigmoid-derivative")
def sigmoid_derivative(t: float) -> float:
    """The derivative of the sigmoid; its maximum is 1/4, at σ(t) = 1/2.

        dμ/dt = μ (1 − μ)   with μ = σ(t)

    >>> sigmoid_derivative(0.0)
    0.25
    """
    return sigmoid(t) * sigmoid(-t)


@equation("xing-glm")
def bernoulli_natural_log_pmf(y: int, eta: float) -> float:
    """The Bernoulli distribution as a member of the exponential family.

        ln P(y) = y η − ln(1 + e^η),   η = ln(μ / (1 − μ))

    Without cancellation: ln P(1) = −ln(1 + e^−η) and ln P(0) = −ln(1 + e^η).

    >>> bernoulli_natural_log_pmf(1, 0.0) == -log(2), bernoulli_natural_log_pmf(0, 1e4)
    (True, -10000.0)
    """
    require(y in (0, 1), f"y must be 0 or 1, got {quoted(y)}")
    return -softplus(-eta if y else eta)  # y η − ln(1 + e^η) without cancellation


@equation("mitchell-s3.2-x0", "ng-x0-convention", "xing-theta-note")
def with_intercept(rows: Sequence[Vector[float]]) -> list[list[float]]:
    """Prepend the constant feature X₀ = 1 to each row, so that the intercept is one of the weights.

        w₀ + Σᵢ₌₁ⁿ wᵢ xᵢ = Σᵢ₌₀ⁿ wᵢ xᵢ   with x₀ = 1

    >>> with_intercept([[-1.0], [0.0]])
    [[1.0, -1.0], [1.0, 0.0]]
    """
    require_finite_rows(rows)
    return [[1.0, *x] for x in rows]
