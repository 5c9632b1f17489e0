"""Questions on the conditional likelihood of logistic regression: section 3.2."""

from math import exp, fsum, log, log2

from textbook_ml.core.linalg import Vector, mat_vec
from textbook_ml.core.stable import log_sigmoid, sigmoid
from textbook_ml.equations.likelihood import (
    Labels,
    Rows,
    conditional_likelihood,
    conditional_log_likelihood,
    signed_log_likelihood,
    simplified_log_likelihood,
    to_signs,
    xing_log_likelihood,
)
from textbook_ml.questions.framework.judge import Case, exactly, log_probability, probability
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw
from textbook_ml.questions.framework.regression_cases import (
    is_fair_regression_case,
    negated,
    regression_case,
)

ONE: Case = ([0.0, 0.0], [[1.0, 2.0]], [1])
TWO: Case = ([0.0, 1.0], [[1.0, -1.0], [1.0, 2.0]], [0, 1])
ALL_ZERO: Case = ([1.0, 0.5], [[1.0, 1.0], [1.0, 0.0]], [0, 0])
CONFIDENT_OF_1: Case = ([800.0], [[1.0]], [0])  # e^800 overflows
CONFIDENT_OF_0: Case = ([-800.0], [[1.0]], [1])


@question(
    conditional_likelihood,
    edges=[ONE, TWO, ALL_ZERO],
    judge=probability(),
    valid=is_fair_regression_case,
)
def _(draw: Draw) -> Case:
    return regression_case(draw)


@misconception(
    conditional_likelihood,
    "You add the probabilities. The examples are independent, so multiply them.",
)
def probabilities_added(w: Vector[float], rows: Rows, labels: Labels) -> float:
    return fsum(conditional_likelihood(w, [x], [y]) for x, y in zip(rows, labels))


@misconception(
    conditional_likelihood,
    "You use P(Y = 1) for every example. If the label is 0, the factor is P(Y = 0).",
)
def labels_ignored(w: Vector[float], rows: Rows, labels: Labels) -> float:
    return conditional_likelihood(w, rows, [1] * len(rows))


@misconception(
    conditional_likelihood,
    "You use the sign of (16), where a positive score favours Y = 0. In (25) it favours Y = 1.",
)
def likelihood_by_16(w: Vector[float], rows: Rows, labels: Labels) -> float:
    return conditional_likelihood(negated(w), rows, labels)


@misconception(
    conditional_likelihood, "You return the logarithm of the likelihood. Take exp of it at the end."
)
def left_in_logarithms(w: Vector[float], rows: Rows, labels: Labels) -> float:
    return conditional_log_likelihood(w, rows, labels)


@question(
    conditional_log_likelihood,
    edges=[ONE, TWO, ALL_ZERO, CONFIDENT_OF_1, CONFIDENT_OF_0],
    judge=log_probability(),
    valid=is_fair_regression_case,
)
def _(draw: Draw) -> Case:
    return regression_case(draw)


@misconception(
    conditional_log_likelihood,
    "You average over the examples. l(W) is the sum of their log probabilities.",
)
def averaged_log_likelihood(w: Vector[float], rows: Rows, labels: Labels) -> float:
    return conditional_log_likelihood(w, rows, labels) / len(rows)


@misconception(
    conditional_log_likelihood,
    "You return −l(W), the loss. The log likelihood l(W) has the "
    "opposite sign and is never positive.",
)
def loss_for_likelihood(w: Vector[float], rows: Rows, labels: Labels) -> float:
    return -conditional_log_likelihood(w, rows, labels)


@misconception(
    conditional_log_likelihood,
    "You add only the examples with label 1. Each example with label 0 contributes ln P(Y = 0).",
)
def zeros_left_out(w: Vector[float], rows: Rows, labels: Labels) -> float:
    return fsum(log_sigmoid(s) for s, y in zip(mat_vec(rows, w), labels) if y)


@misconception(
    conditional_log_likelihood,
    "You use logarithms to base 2. The equation has the natural logarithm, math.log.",
)
def base_2(w: Vector[float], rows: Rows, labels: Labels) -> float:
    return conditional_log_likelihood(w, rows, labels) * log2(exp(1))


@misconception(
    conditional_log_likelihood,
    "You use the sign of (16), where a positive score favours Y = 0. In (25) it favours Y = 1.",
)
def log_likelihood_by_16(w: Vector[float], rows: Rows, labels: Labels) -> float:
    return conditional_log_likelihood(negated(w), rows, labels)


@question(
    simplified_log_likelihood,
    edges=[ONE, TWO, ALL_ZERO, CONFIDENT_OF_1, CONFIDENT_OF_0],
    judge=log_probability(),
    valid=is_fair_regression_case,
)
def _(draw: Draw) -> Case:
    return regression_case(draw)


TOO_SMALL = (
    "Your formula is correct, but the probability rounds to 0 for scores far from 0. Compute ln P "
    "directly from the score s: −ln(1 + e^−s) for Y = 1, and −ln(1 + e^s) for Y = 0."
)
TOO_LARGE = (
    "Your formula is correct, but e^s overflows for large s. For s > 0, write "
    "ln(1 + e^s) = s + ln(1 + e^−s)."
)


@misconception(conditional_log_likelihood, TOO_SMALL)
@misconception(simplified_log_likelihood, TOO_SMALL)
def log_of_rounded_probability(w: Vector[float], rows: Rows, labels: Labels) -> float:
    p = [sigmoid(s) for s in mat_vec(rows, w)]
    return fsum(log(p_l if y else 1 - p_l) for p_l, y in zip(p, labels))


@misconception(conditional_log_likelihood, TOO_LARGE)
@misconception(simplified_log_likelihood, TOO_LARGE)
def exp_overflows(w: Vector[float], rows: Rows, labels: Labels) -> float:
    return fsum(y * s - log(1 + exp(s)) for s, y in zip(mat_vec(rows, w), labels))


@misconception(
    conditional_log_likelihood,
    "You take the logarithm of the sum of the probabilities. The "
    "probabilities are multiplied, so add their logarithms.",
)
def logarithm_of_sum(w: Vector[float], rows: Rows, labels: Labels) -> float:
    pairs = zip(mat_vec(rows, w), labels)
    return log(fsum(sigmoid(s if y else -s) for s, y in pairs))


@misconception(
    simplified_log_likelihood,
    "You multiply both terms by Yˡ. The equation multiplies only the score; ln(1 + exp(s)) is "
    "subtracted for every label.",
)
def label_times_both(w: Vector[float], rows: Rows, labels: Labels) -> float:
    return fsum(y * log_sigmoid(s) for s, y in zip(mat_vec(rows, w), labels))


@misconception(simplified_log_likelihood, "You add ln(1 + exp(s)). The equation subtracts it.")
def softplus_added(w: Vector[float], rows: Rows, labels: Labels) -> float:
    return fsum(y * s - log_sigmoid(-s) for s, y in zip(mat_vec(rows, w), labels))


@misconception(
    simplified_log_likelihood,
    "You leave out the 1 in ln(1 + exp(s)). Without it, ln exp(s) is just s.",
)
def one_left_out(w: Vector[float], rows: Rows, labels: Labels) -> float:
    return fsum((y - 1) * s for s, y in zip(mat_vec(rows, w), labels))


@misconception(
    simplified_log_likelihood,
    "You have ln(1 + exp(−s)), which is −ln P(Y = 1). This form of l(W) has ln(1 + exp(s)).",
)
def softplus_of_minus_s(w: Vector[float], rows: Rows, labels: Labels) -> float:
    return fsum(y * s + log_sigmoid(s) for s, y in zip(mat_vec(rows, w), labels))


@misconception(
    simplified_log_likelihood,
    "You take one logarithm of the sum over all examples. Each "
    "example has its own term ln(1 + exp(s)).",
)
def one_logarithm_for_all(w: Vector[float], rows: Rows, labels: Labels) -> float:
    scores = mat_vec(rows, w)
    return fsum(y * s for s, y in zip(scores, labels)) - log(1 + fsum(map(exp, scores)))


@question(
    xing_log_likelihood,
    edges=[ONE, TWO, ALL_ZERO, CONFIDENT_OF_1, CONFIDENT_OF_0],
    judge=log_probability(),
    valid=is_fair_regression_case,
)
def _(draw: Draw) -> Case:
    return regression_case(draw)


@misconception(
    xing_log_likelihood,
    "You subtract ln μ(x), as printed in the slides, but this sign is a misprint. The correct "
    "equation adds ln μ(x).",
)
def log_mu_subtracted(w: Vector[float], rows: Rows, labels: Labels) -> float:
    return fsum((y - 1) * s - log_sigmoid(s) for s, y in zip(mat_vec(rows, w), labels))


@misconception(
    xing_log_likelihood, "You multiply the score by y. In the form with ln μ, the factor is y − 1."
)
def y_for_y_minus_1(w: Vector[float], rows: Rows, labels: Labels) -> float:
    return fsum(y * s + log_sigmoid(s) for s, y in zip(mat_vec(rows, w), labels))


@misconception(xing_log_likelihood, "You multiply the score by 1 − y. The factor is y − 1.")
def one_minus_y(w: Vector[float], rows: Rows, labels: Labels) -> float:
    return fsum((1 - y) * s + log_sigmoid(s) for s, y in zip(mat_vec(rows, w), labels))


@misconception(
    xing_log_likelihood,
    "Your formula is correct, but μ underflows to 0 for very negative scores. Compute ln "
    "μ = −ln(1 + e^−s) directly from s.",
)
def log_of_rounded_mu(w: Vector[float], rows: Rows, labels: Labels) -> float:
    return fsum((y - 1) * s + log(sigmoid(s)) for s, y in zip(mat_vec(rows, w), labels))


@question(
    signed_log_likelihood,
    edges=[
        ([0.0, 0.0], [[1.0, 2.0]], [1]),
        ([0.0, 1.0], [[1.0, -1.0], [1.0, 2.0]], [-1, 1]),
        ([800.0], [[1.0]], [-1]),
        ([-800.0], [[1.0]], [1]),
    ],
    judge=log_probability(),
    valid=is_fair_regression_case,
)
def _(draw: Draw) -> Case:
    w, rows, labels = regression_case(draw)
    return w, rows, to_signs(labels)


@misconception(
    signed_log_likelihood,
    "You use the signs as if they were labels 0 and 1. Here y is −1 or +1, and each row "
    "contributes −ln(1 + e^−ys).",
)
def signs_as_labels(w: Vector[float], rows: Rows, signs: Labels) -> float:
    return fsum(y * s + log_sigmoid(-s) for s, y in zip(mat_vec(rows, w), signs))


@misconception(
    signed_log_likelihood,
    "You have the exponent +y s. The equation has −y s, so that a "
    "large margin has a probability near 1.",
)
def margin_negated(w: Vector[float], rows: Rows, signs: Labels) -> float:
    return signed_log_likelihood(negated(w), rows, signs)


@misconception(
    signed_log_likelihood,
    "You multiply the logarithm by y. The equation multiplies "
    "the score by y, inside the logarithm.",
)
def sign_outside(w: Vector[float], rows: Rows, signs: Labels) -> float:
    return fsum(y * log_sigmoid(s) for s, y in zip(mat_vec(rows, w), signs))


@misconception(
    signed_log_likelihood,
    "Your formula is correct, but e^(−ys) overflows for very negative "
    "y s. There ln(1 + e^(−ys)) equals −y s.",
)
def margin_overflows(w: Vector[float], rows: Rows, signs: Labels) -> float:
    return fsum(-log(1 + exp(-y * s)) for s, y in zip(mat_vec(rows, w), signs))


@question(to_signs, edges=[([0],), ([1],), ([0, 1],)], judge=exactly)
def _(draw: Draw) -> Case:
    return (draw.bits(draw.length()),)


@misconception(to_signs, "You have exchanged the signs. Label 1 becomes +1 and label 0 becomes −1.")
def signs_swapped(labels: Labels) -> list[int]:
    return [1 - 2 * t for t in labels]


@misconception(to_signs, "You return the labels unchanged. Label 0 must become −1.")
def labels_kept(labels: Labels) -> list[int]:
    return list(labels)


@misconception(
    to_signs, "You subtract 1 without doubling, so label 1 becomes 0. The equation is y = 2t − 1."
)
def not_doubled(labels: Labels) -> list[int]:
    return [t - 1 for t in labels]
