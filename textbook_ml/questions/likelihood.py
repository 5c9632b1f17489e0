"""Questions on the conditional likelihood: section 3.2."""

from math import exp, fsum, log, log2

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
from textbook_ml.linalg import Vector, mat_vec
from textbook_ml.questions.draw import Draw
from textbook_ml.questions.examples import is_posed, negated, posed
from textbook_ml.questions.judge import Case, exactly, log_probability, probability
from textbook_ml.questions.question import misconception, question
from textbook_ml.stable import log_sigmoid, sigmoid

ONE: Case = ([0.0, 0.0], [[1.0, 2.0]], [1])
TWO: Case = ([0.0, 1.0], [[1.0, -1.0], [1.0, 2.0]], [0, 1])
ALL_ZERO: Case = ([1.0, 0.5], [[1.0, 1.0], [1.0, 0.0]], [0, 0])
SURE_OF_1: Case = ([800.0], [[1.0]], [0])  # e^800 is larger than any float
SURE_OF_0: Case = ([-800.0], [[1.0]], [1])


@question(
    conditional_likelihood, edges=[ONE, TWO, ALL_ZERO], judge=probability(), valid=is_posed
)
def _(draw: Draw) -> Case:
    return posed(draw)


@misconception(
    conditional_likelihood,
    "You add the probabilities; the examples are independent, so theirs multiply.",
)
def probabilities_added(w: Vector[float], rows: Rows, labels: Labels) -> float:
    return fsum(conditional_likelihood(w, [x], [y]) for x, y in zip(rows, labels))


@misconception(
    conditional_likelihood,
    "You take P(Y = 1) for every example; where the label is 0 the factor is P(Y = 0).",
)
def labels_ignored(w: Vector[float], rows: Rows, labels: Labels) -> float:
    return conditional_likelihood(w, rows, [1] * len(rows))


@misconception(
    conditional_likelihood,
    "Your sign is that of (16), where a positive score speaks for Y = 0; by (25) it is for Y = 1.",
)
def likelihood_by_16(w: Vector[float], rows: Rows, labels: Labels) -> float:
    return conditional_likelihood(negated(w), rows, labels)


@misconception(
    conditional_likelihood, "This is the logarithm of the likelihood; take exp of it at the end."
)
def left_in_logarithms(w: Vector[float], rows: Rows, labels: Labels) -> float:
    return conditional_log_likelihood(w, rows, labels)


@question(
    conditional_log_likelihood,
    edges=[ONE, TWO, ALL_ZERO, SURE_OF_1, SURE_OF_0],
    judge=log_probability(),
    valid=is_posed,
)
def _(draw: Draw) -> Case:
    return posed(draw)


@misconception(
    conditional_log_likelihood,
    "You average over the examples; l(W) is the sum of their logarithms.",
)
def averaged_log_likelihood(w: Vector[float], rows: Rows, labels: Labels) -> float:
    return conditional_log_likelihood(w, rows, labels) / len(rows)


@misconception(
    conditional_log_likelihood,
    "This is −l(W), a loss to minimise; the log likelihood itself is never positive.",
)
def loss_for_likelihood(w: Vector[float], rows: Rows, labels: Labels) -> float:
    return -conditional_log_likelihood(w, rows, labels)


@misconception(
    conditional_log_likelihood,
    "You add only the examples labelled 1; those labelled 0 add ln P(Y = 0).",
)
def zeros_left_out(w: Vector[float], rows: Rows, labels: Labels) -> float:
    return fsum(log_sigmoid(s) for s, y in zip(mat_vec(rows, w), labels) if y)


@misconception(
    conditional_log_likelihood,
    "You take logarithms of base 2; l(W) is in natural ones (math.log).",
)
def base_2(w: Vector[float], rows: Rows, labels: Labels) -> float:
    return conditional_log_likelihood(w, rows, labels) * log2(exp(1))


@misconception(
    conditional_log_likelihood,
    "Your sign is that of (16), where a positive score speaks for Y = 0; by (25) it is for Y = 1.",
)
def log_likelihood_by_16(w: Vector[float], rows: Rows, labels: Labels) -> float:
    return conditional_log_likelihood(negated(w), rows, labels)


@question(
    simplified_log_likelihood,
    edges=[ONE, TWO, ALL_ZERO, SURE_OF_1, SURE_OF_0],
    judge=log_probability(),
    valid=is_posed,
)
def _(draw: Draw) -> Case:
    return posed(draw)


TOO_SMALL = (
    "Right, until a probability is too small for a float: work out ln P(Y | X) = −ln(1 + e^∓s) "
    "from the score s, without P itself."
)
TOO_LARGE = (
    "Right, until e^s is larger than any float: for s > 0 write ln(1 + e^s) = s + ln(1 + e^−s)."
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
    "You add the probabilities before the logarithm; they multiply, so their logarithms are added.",
)
def logarithm_of_sum(w: Vector[float], rows: Rows, labels: Labels) -> float:
    pairs = zip(mat_vec(rows, w), labels)
    return log(fsum(sigmoid(s if y else -s) for s, y in pairs))


@misconception(
    simplified_log_likelihood,
    "You multiply both terms by Yˡ; only the score is, and ln(1 + exp(s)) counts for every label.",
)
def label_times_both(w: Vector[float], rows: Rows, labels: Labels) -> float:
    return fsum(y * log_sigmoid(s) for s, y in zip(mat_vec(rows, w), labels))


@misconception(
    simplified_log_likelihood,
    "You add ln(1 + exp(s)); it is subtracted, so that no example gives more than 0.",
)
def softplus_added(w: Vector[float], rows: Rows, labels: Labels) -> float:
    return fsum(y * s - log_sigmoid(-s) for s, y in zip(mat_vec(rows, w), labels))


@misconception(
    simplified_log_likelihood, "You leave out the 1 in ln(1 + exp(s)): ln exp(s) is just s."
)
def one_left_out(w: Vector[float], rows: Rows, labels: Labels) -> float:
    return fsum((y - 1) * s for s, y in zip(mat_vec(rows, w), labels))


@misconception(
    simplified_log_likelihood,
    "You have ln(1 + exp(−s)), which is −ln P(Y = 1); in this form it is ln(1 + exp(s)).",
)
def softplus_of_minus_s(w: Vector[float], rows: Rows, labels: Labels) -> float:
    return fsum(y * s + log_sigmoid(s) for s, y in zip(mat_vec(rows, w), labels))


@misconception(
    simplified_log_likelihood,
    "Your logarithm is of the sum over all examples; each has its own ln(1 + exp(s)).",
)
def one_logarithm_for_all(w: Vector[float], rows: Rows, labels: Labels) -> float:
    scores = mat_vec(rows, w)
    return fsum(y * s for s, y in zip(scores, labels)) - log(1 + fsum(map(exp, scores)))


@question(
    xing_log_likelihood,
    edges=[ONE, TWO, ALL_ZERO, SURE_OF_1, SURE_OF_0],
    judge=log_probability(),
    valid=is_posed,
)
def _(draw: Draw) -> Case:
    return posed(draw)


@misconception(
    xing_log_likelihood,
    "You follow a sign printed wrong in the slides: ln μ(x) is added, not subtracted.",
)
def log_mu_subtracted(w: Vector[float], rows: Rows, labels: Labels) -> float:
    return fsum((y - 1) * s - log_sigmoid(s) for s, y in zip(mat_vec(rows, w), labels))


@misconception(
    xing_log_likelihood, "You multiply the score by y; with ln μ beside it, the factor is y − 1."
)
def y_for_y_minus_1(w: Vector[float], rows: Rows, labels: Labels) -> float:
    return fsum(y * s + log_sigmoid(s) for s, y in zip(mat_vec(rows, w), labels))


@misconception(xing_log_likelihood, "Your factor is 1 − y; it is y − 1, as the formula has it.")
def one_minus_y(w: Vector[float], rows: Rows, labels: Labels) -> float:
    return fsum((1 - y) * s + log_sigmoid(s) for s, y in zip(mat_vec(rows, w), labels))


@misconception(
    xing_log_likelihood,
    "Right, until μ is too small for a float: ln μ = −ln(1 + e^−s) can be had from s alone.",
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
    valid=is_posed,
)
def _(draw: Draw) -> Case:
    w, rows, labels = posed(draw)
    return w, rows, to_signs(labels)


@misconception(
    signed_log_likelihood,
    "You treat the signs as labels 0 and 1; here y is −1 or +1, and each row adds −ln(1 + e^−ys).",
)
def signs_as_labels(w: Vector[float], rows: Rows, signs: Labels) -> float:
    return fsum(y * s + log_sigmoid(-s) for s, y in zip(mat_vec(rows, w), signs))


@misconception(
    signed_log_likelihood,
    "Your exponent is +y s; it is −y s, so that a large margin has a probability near 1.",
)
def margin_negated(w: Vector[float], rows: Rows, signs: Labels) -> float:
    return signed_log_likelihood(negated(w), rows, signs)


@misconception(
    signed_log_likelihood, "You multiply the logarithm by y; y belongs inside, to the score."
)
def sign_outside(w: Vector[float], rows: Rows, signs: Labels) -> float:
    return fsum(y * log_sigmoid(s) for s, y in zip(mat_vec(rows, w), signs))


@misconception(
    signed_log_likelihood,
    "Right, until e^(−ys) is larger than any float: then ln(1 + e^(−ys)) is −ys itself.",
)
def margin_overflows(w: Vector[float], rows: Rows, signs: Labels) -> float:
    return fsum(-log(1 + exp(-y * s)) for s, y in zip(mat_vec(rows, w), signs))


@question(to_signs, edges=[([0],), ([1],), ([0, 1],)], judge=exactly)
def _(draw: Draw) -> Case:
    return (draw.bits(draw.length()),)


@misconception(to_signs, "You have the signs the wrong way round: 1 becomes +1 and 0 becomes −1.")
def signs_swapped(labels: Labels) -> list[int]:
    return [1 - 2 * t for t in labels]


@misconception(to_signs, "You give the labels back as they came: 0 must become −1.")
def labels_kept(labels: Labels) -> list[int]:
    return list(labels)


@misconception(to_signs, "You subtract 1, which makes 1 a 0; y = 2t − 1 doubles first.")
def not_doubled(labels: Labels) -> list[int]:
    return [t - 1 for t in labels]
