"""Questions on the rules of the logistic model: (18), and the step that the sigmoid softens."""

from math import exp

from textbook_ml.equations.logistic import (
    linear_score,
    logistic_label,
    mitchell_label,
    mitchell_label_by_exp,
    step,
)
from textbook_ml.questions.draw import Draw
from textbook_ml.questions.fair import is_dyadic
from textbook_ml.questions.judge import Case, exactly
from textbook_ml.questions.logistic import SCORED, Row, scored
from textbook_ml.questions.question import misconception, question
from textbook_ml.stable import sigmoid


def has_clear_side(w0: float, w: Row, x: Row) -> bool:
    """Is the score plainly positive or negative, or exactly 0 in whatever order it is summed?"""
    score = linear_score(w0, w, x)
    return 1e-6 < abs(score) < 700 or (score == 0 and is_dyadic([w0, *w, *x]))


@question(step, edges=[(0.0,), (-0.0,), (2.0,), (-2.0,), (1e-300,)], judge=exactly)
def _(draw: Draw) -> Case:
    return (draw.number(),)


@misconception(step, "At t = 0 you say 1; the step is 1 only where t > 0.")
def one_at_zero(t: float) -> float:
    return 1.0 if t >= 0 else 0.0


@misconception(step, "At t = 0 you say one half, as the sigmoid does; the step says 0 there.")
def half_at_zero(t: float) -> float:
    return 0.5 if t == 0 else step(t)


@misconception(step, "Below zero you say −1; this step goes from 0 to 1, as probabilities do.")
def minus_one_below(t: float) -> float:
    return 1.0 if t > 0 else -1.0


@misconception(step, "This is the smooth sigmoid; the step is 0 or 1 and nothing between.")
def sigmoid_for_step(t: float) -> float:
    return sigmoid(t)


@question(mitchell_label_by_exp, edges=SCORED, judge=exactly, valid=has_clear_side)
def _(draw: Draw) -> Case:
    return scored(draw)


@misconception(
    mitchell_label_by_exp, "A tie, exp(s) = 1, goes to Y = 1: the rule for Y = 0 is 1 < exp(s)."
)
def exp_tie_to_0(w0: float, w: Row, x: Row) -> int:
    return 0 if linear_score(w0, w, x) >= 0 else 1


@misconception(
    mitchell_label_by_exp, "The labels are exchanged: in this convention exp(s) > 1 means Y = 0."
)
def exp_rule_of_25(w0: float, w: Row, x: Row) -> int:
    return logistic_label(w0, w, x)


@misconception(
    mitchell_label_by_exp, "You compare exp(s) with 0, and it is always above; compare it with 1."
)
def exp_against_0(w0: float, w: Row, x: Row) -> int:
    return 0 if exp(linear_score(w0, w, x)) > 0 else 1


@misconception(mitchell_label_by_exp, "The intercept w₀ is forgotten: the rule has w₀ + Σ wᵢ xᵢ.")
def exp_without_intercept(w0: float, w: Row, x: Row) -> int:
    return mitchell_label_by_exp(0.0, w, x)


@question(mitchell_label, edges=SCORED, judge=exactly, valid=has_clear_side)
def _(draw: Draw) -> Case:
    return scored(draw)


@misconception(mitchell_label, "A score of 0 goes to Y = 1: (18) says Y = 0 only if 0 < s.")
def tie_to_0(w0: float, w: Row, x: Row) -> int:
    return 0 if linear_score(w0, w, x) >= 0 else 1


@misconception(
    mitchell_label, "This is the other convention's rule; in (18) a positive score means Y = 0."
)
def label_of_25(w0: float, w: Row, x: Row) -> int:
    return logistic_label(w0, w, x)


@misconception(
    mitchell_label, "You compare the score with 1; (18) compares it with 0, which is ln 1."
)
def compared_with_1(w0: float, w: Row, x: Row) -> int:
    return 0 if linear_score(w0, w, x) > 1 else 1


@misconception(mitchell_label, "The intercept w₀ is forgotten: (18) has w₀ + Σ wᵢ xᵢ.")
def label_without_intercept(w0: float, w: Row, x: Row) -> int:
    return mitchell_label(0.0, w, x)


@misconception(
    mitchell_label,
    "You compare the score with ½; that is for probabilities, and the score is compared with 0.",
)
def score_compared_with_a_half(w0: float, w: Row, x: Row) -> int:
    return 0 if linear_score(w0, w, x) > 0.5 else 1


@question(logistic_label, edges=SCORED, judge=exactly, valid=has_clear_side)
def _(draw: Draw) -> Case:
    return scored(draw)


@misconception(logistic_label, "A score of 0 is not positive: Y = 1 only if 0 < s.")
def tie_to_1(w0: float, w: Row, x: Row) -> int:
    return 1 if linear_score(w0, w, x) >= 0 else 0


@misconception(
    logistic_label, "This is (18), of the first convention; here a positive score means Y = 1."
)
def label_of_18(w0: float, w: Row, x: Row) -> int:
    return mitchell_label(w0, w, x)


@misconception(
    logistic_label, "You compare the score with 1/2, as if it were P(Y = 1); compare it with 0."
)
def compared_with_a_half(w0: float, w: Row, x: Row) -> int:
    return 1 if linear_score(w0, w, x) > 0.5 else 0


@misconception(logistic_label, "The intercept w₀ is forgotten: the log odds are w₀ + Σ wᵢ xᵢ.")
def other_label_without_intercept(w0: float, w: Row, x: Row) -> int:
    return logistic_label(0.0, w, x)


@misconception(logistic_label, "These are the labels −1 and +1; this convention has 0 and 1.")
def signs_for_labels(w0: float, w: Row, x: Row) -> int:
    return 1 if linear_score(w0, w, x) > 0 else -1


@misconception(
    logistic_label,
    "This is the probability of Y = 1; the label is 1 if it is above ½, otherwise 0.",
)
def probability_for_label(w0: float, w: Row, x: Row) -> float:
    return sigmoid(linear_score(w0, w, x))
