"""Questions on the decision rules of the logistic model: (18) and the step function."""

from math import exp

from textbook_ml.core.stable import sigmoid
from textbook_ml.equations.logistic import (
    linear_score,
    logistic_label,
    mitchell_label,
    mitchell_label_by_exp,
    step,
)
from textbook_ml.questions.chapter.logistic import SCORED, Row, weights_and_row
from textbook_ml.questions.framework.case_filters import is_dyadic
from textbook_ml.questions.framework.judge import Case, exactly
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw


def has_clear_sign(w0: float, w: Row, x: Row) -> bool:
    """Return whether the score is clearly not 0, or is exactly 0 in any summation order."""
    score = linear_score(w0, w, x)
    return 1e-6 < abs(score) < 700 or (score == 0 and is_dyadic([w0, *w, *x]))


@question(step, edges=[(0.0,), (-0.0,), (2.0,), (-2.0,), (1e-300,)], judge=exactly)
def _(draw: Draw) -> Case:
    return (draw.number(),)


@misconception(step, "You return 1 for t = 0. The step function is 1 only if t > 0.")
def one_at_zero(t: float) -> float:
    return 1.0 if t >= 0 else 0.0


@misconception(step, "You return ½ for t = 0, as the sigmoid does. The step function is 0 there.")
def half_at_zero(t: float) -> float:
    return 0.5 if t == 0 else step(t)


@misconception(step, "You return −1 for negative t. This step function has the values 0 and 1.")
def minus_one_for_negative_t(t: float) -> float:
    return 1.0 if t > 0 else -1.0


@misconception(step, "You compute the smooth sigmoid. The step function is either 0 or 1.")
def sigmoid_for_step(t: float) -> float:
    return sigmoid(t)


@question(mitchell_label_by_exp, edges=SCORED, judge=exactly, valid=has_clear_sign)
def _(draw: Draw) -> Case:
    return weights_and_row(draw)


@misconception(
    mitchell_label_by_exp,
    "You return 0 if exp(s) = 1. The rule for Y = 0 is 1 < exp(s), so a tie gives Y = 1.",
)
def exp_tie_to_0(w0: float, w: Row, x: Row) -> int:
    return 0 if linear_score(w0, w, x) >= 0 else 1


@misconception(
    mitchell_label_by_exp,
    "You have exchanged the labels. In this convention exp(s) > 1 means Y = 0.",
)
def exp_rule_of_25(w0: float, w: Row, x: Row) -> int:
    return logistic_label(w0, w, x)


@misconception(
    mitchell_label_by_exp,
    "You always return 0. Compare exp(s) with 1; it is always larger than 0.",
)
def exp_against_0(w0: float, w: Row, x: Row) -> int:
    return 0 if exp(linear_score(w0, w, x)) > 0 else 1


@misconception(mitchell_label_by_exp, "You leave out the intercept w₀. The score is w₀ + Σ wᵢ xᵢ.")
def exp_without_intercept(w0: float, w: Row, x: Row) -> int:
    return mitchell_label_by_exp(0.0, w, x)


@question(mitchell_label, edges=SCORED, judge=exactly, valid=has_clear_sign)
def _(draw: Draw) -> Case:
    return weights_and_row(draw)


@misconception(
    mitchell_label,
    "You return 0 for a score of 0. Equation (18) gives Y = 0 only if 0 < s, so a tie gives Y = 1.",
)
def tie_to_0(w0: float, w: Row, x: Row) -> int:
    return 0 if linear_score(w0, w, x) >= 0 else 1


@misconception(
    mitchell_label,
    "You use the rule of the other sign convention. In (18) a positive score means Y = 0.",
)
def label_of_25(w0: float, w: Row, x: Row) -> int:
    return logistic_label(w0, w, x)


@misconception(
    mitchell_label, "You compare the score with 1. Equation (18) compares it with 0, which is ln 1."
)
def compared_with_1(w0: float, w: Row, x: Row) -> int:
    return 0 if linear_score(w0, w, x) > 1 else 1


@misconception(mitchell_label, "You leave out the intercept w₀. Equation (18) has w₀ + Σ wᵢ xᵢ.")
def label_without_intercept(w0: float, w: Row, x: Row) -> int:
    return mitchell_label(0.0, w, x)


@misconception(
    mitchell_label,
    "You compare the score with ½, which is the threshold for a "
    "probability. Compare the score with 0.",
)
def score_compared_with_a_half(w0: float, w: Row, x: Row) -> int:
    return 0 if linear_score(w0, w, x) > 0.5 else 1


@question(logistic_label, edges=SCORED, judge=exactly, valid=has_clear_sign)
def _(draw: Draw) -> Case:
    return weights_and_row(draw)


@misconception(
    logistic_label,
    "You return 1 for a score of 0. The rule for Y = 1 is 0 < s, so a tie gives Y = 0.",
)
def tie_to_1(w0: float, w: Row, x: Row) -> int:
    return 1 if linear_score(w0, w, x) >= 0 else 0


@misconception(
    logistic_label,
    "You use (18), with the first sign convention. Here a positive score means Y = 1.",
)
def label_of_18(w0: float, w: Row, x: Row) -> int:
    return mitchell_label(w0, w, x)


@misconception(
    logistic_label,
    "You compare the score with ½, as if it were P(Y = 1). Compare the score with 0.",
)
def compared_with_a_half(w0: float, w: Row, x: Row) -> int:
    return 1 if linear_score(w0, w, x) > 0.5 else 0


@misconception(logistic_label, "You leave out the intercept w₀. The log odds are w₀ + Σ wᵢ xᵢ.")
def other_label_without_intercept(w0: float, w: Row, x: Row) -> int:
    return logistic_label(0.0, w, x)


@misconception(logistic_label, "You return the labels −1 and +1. This convention has 0 and 1.")
def signs_for_labels(w0: float, w: Row, x: Row) -> int:
    return 1 if linear_score(w0, w, x) > 0 else -1


@misconception(
    logistic_label,
    "You return the probability of Y = 1. The label is 1 if this "
    "probability is above ½, otherwise 0.",
)
def probability_for_label(w0: float, w: Row, x: Row) -> float:
    return sigmoid(linear_score(w0, w, x))
