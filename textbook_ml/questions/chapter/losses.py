"""Questions on losses as functions of the margin: logistic, hinge, zero-one."""

from math import exp, log

from textbook_ml.core.stable import sigmoid, softplus
from textbook_ml.equations.losses import hinge_loss, log_loss, zero_one_loss
from textbook_ml.questions.framework.case_filters import is_huge, is_moderate
from textbook_ml.questions.framework.judge import Case, exactly, log_probability
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw

SIDES: list[Case] = [(0.0,), (1.0,), (-1.0,), (0.5,)]


@question(
    log_loss,
    edges=[*SIDES, (1e4,), (-1e4,)],
    judge=log_probability(),
    valid=lambda margin: is_moderate(margin) or is_huge(margin),
)
def _(draw: Draw) -> Case:
    return (draw.number(),)


@misconception(
    log_loss, "You compute ln(1 + eᶻ), which increases with the margin. The loss has e⁻ᶻ."
)
def increasing(margin: float) -> float:
    return softplus(margin)


@misconception(
    log_loss,
    "Your formula is correct, but exp(−z) overflows for very negative z. For z < 0, use "
    "ln(1 + e⁻ᶻ) = −z + ln(1 + eᶻ).",
)
def loss_overflows(margin: float) -> float:
    return log(1 + exp(-margin))


@misconception(log_loss, "You compute ln σ(z), the log likelihood. The loss is −ln σ(z).")
def minus_forgotten(margin: float) -> float:
    return -softplus(-margin)


@misconception(
    log_loss, "You use the logarithm to base 2. This loss uses the natural logarithm, ln."
)
def loss_in_bits(margin: float) -> float:
    return log_loss(margin) / log(2)


@misconception(log_loss, "You compute 1 − σ(z), the probability of an error. The loss is −ln σ(z).")
def probability_of_error(margin: float) -> float:
    return sigmoid(-margin)


@question(hinge_loss, edges=[*SIDES, (2.0,), (-1e6,)])
def _(draw: Draw) -> Case:
    return (draw.number(),)


@misconception(
    hinge_loss,
    "Your loss is negative for margins above 1. The hinge loss is 0 there: max(0, 1 − z).",
)
def without_maximum(margin: float) -> float:
    return 1 - margin


@misconception(
    hinge_loss, "You compute max(0, −z), the perceptron loss. The hinge loss is max(0, 1 − z)."
)
def perceptron_loss(margin: float) -> float:
    return max(0.0, -margin)


@misconception(
    hinge_loss,
    "You compute max(0, 1 + z), which increases with the margin. The hinge loss is max(0, 1 − z).",
)
def wrong_sign_of_margin(margin: float) -> float:
    return max(0.0, 1 + margin)


@misconception(
    hinge_loss,
    "You compute the squared hinge loss. The hinge loss is max(0, 1 − z), without the square.",
)
def squared_hinge(margin: float) -> float:
    return hinge_loss(margin) * hinge_loss(margin)


@question(zero_one_loss, edges=[*SIDES, (-0.0,), (-1e-300,), (1e-300,)], judge=exactly)
def _(draw: Draw) -> Case:
    return (draw.number(),)


@misconception(
    zero_one_loss,
    "You return 0 for a margin of 0. A margin of 0 is an error: the loss is 1 if z ≤ 0.",
)
def tie_not_counted(margin: float) -> int:
    return 1 if margin < 0 else 0


@misconception(
    zero_one_loss, "You return 1 for correct predictions. The loss is 1 for an error, z ≤ 0."
)
def correct_ones_counted(margin: float) -> int:
    return 1 if margin > 0 else 0


@misconception(
    zero_one_loss,
    "You use the threshold 1, as the hinge loss does. The zero-one loss has the threshold 0.",
)
def threshold_of_the_hinge(margin: float) -> int:
    return 1 if margin < 1 else 0
