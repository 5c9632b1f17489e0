"""Questions on learning many classes: section 3.4, equation (29)."""

from math import exp, fsum, log

from textbook_ml.equations.likelihood import Labels, Rows
from textbook_ml.equations.softmax import (
    reference_softmax,
    softmax,
    softmax_gradient,
    softmax_log_likelihood,
    softmax_residuals,
    softmax_step,
)
from textbook_ml.linalg import Matrix, Vector, dot, mat_vec
from textbook_ml.questions.draw import Draw
from textbook_ml.questions.examples import SLOPE, are_posed, negated, table, weights
from textbook_ml.questions.judge import Case, log_probability
from textbook_ml.questions.question import misconception, question
from textbook_ml.stable import sigmoid

Weights = Matrix[float]

TWO_CLASSES: Case = ([[0.0, 0.0]], [[1.0, 3.0]], [0])
LAST_CLASS: Case = ([[0.0, 1.0]], [[1.0, 2.0]], [1])
THREE: Case = ([[0.5, 0.0], [0.0, 1.0]], [[1.0, 1.0], [1.0, -1.0], [1.0, 2.0]], [0, 1, 2])
EXAMPLES = [TWO_CLASSES, LAST_CLASS, THREE]


def many_classes(draw: Draw) -> Case:
    """Two to four classes."""
    n, width, vectors = draw.length(1, 6), draw.whole(1, 2), draw.length(1, 3)
    labels = [draw.choose(vectors + 1) for _ in range(n)]
    return [weights(draw, 1 + width) for _ in range(vectors)], table(draw, n, width), labels


@question(softmax_residuals, edges=EXAMPLES, judge=SLOPE, valid=are_posed)
def _(draw: Draw) -> Case:
    return many_classes(draw)


@misconception(softmax_residuals, "Your sign is turned: the error is δ minus the prediction.")
def prediction_minus_delta(w: Weights, rows: Rows, labels: Labels) -> list[list[float]]:
    return [negated(errors) for errors in softmax_residuals(w, rows, labels)]


@misconception(
    softmax_residuals,
    "You leave out the last class; it has no weights, but it has a probability and an error.",
)
def reference_left_out(w: Weights, rows: Rows, labels: Labels) -> list[list[float]]:
    return [errors[:-1] for errors in softmax_residuals(w, rows, labels)]


@misconception(
    softmax_residuals,
    "You take a sigmoid for each class; the classes share one probability: use (27) and (28).",
)
def one_against_rest(w: Weights, rows: Rows, labels: Labels) -> list[list[float]]:
    pairs = [([*mat_vec(w, x), 0.0], y) for x, y in zip(rows, labels)]
    return [[(j == y) - sigmoid(s) for j, s in enumerate(scores)] for scores, y in pairs]


@misconception(
    softmax_residuals,
    "You count the labels from 1; they are class numbers 0 … K − 1, and the last is K − 1.",
)
def labels_from_one(w: Weights, rows: Rows, labels: Labels) -> list[list[float]]:
    return softmax_residuals(w, rows, [(y - 1) % (len(w) + 1) for y in labels])


@question(
    softmax_log_likelihood,
    edges=[*EXAMPLES, ([[800.0]], [[1.0]], [1]), ([[-800.0]], [[1.0]], [0])],
    judge=log_probability(),
    valid=are_posed,
)
def _(draw: Draw) -> Case:
    return many_classes(draw)


@misconception(
    softmax_log_likelihood, "You average over the examples; l(W) is the sum of their logarithms."
)
def averaged(w: Weights, rows: Rows, labels: Labels) -> float:
    return softmax_log_likelihood(w, rows, labels) / len(rows)


@misconception(
    softmax_log_likelihood, "You use logarithms to base 2; ln is to base e, math.log."
)
def base_2(w: Weights, rows: Rows, labels: Labels) -> float:
    return softmax_log_likelihood(w, rows, labels) / log(2)


@misconception(
    softmax_log_likelihood, "This is −l(W), a loss to minimise; the log likelihood is negative."
)
def cross_entropy(w: Weights, rows: Rows, labels: Labels) -> float:
    return -softmax_log_likelihood(w, rows, labels)


@misconception(
    softmax_log_likelihood,
    "Right, until a probability is too small for a float: subtract the logarithm of the sum from "
    "the score, without P itself.",
)
def log_of_rounded_share(w: Weights, rows: Rows, labels: Labels) -> float:
    return fsum(log(reference_softmax(w, x)[y]) for x, y in zip(rows, labels))


@misconception(
    softmax_log_likelihood,
    "Right, until exp overflows: take the largest score out of ln Σⱼ exp(sⱼ) and add it after.",
)
def largest_not_taken_out(w: Weights, rows: Rows, labels: Labels) -> float:
    scores = [[*mat_vec(w, x), 0.0] for x in rows]
    return fsum(s[y] - log(fsum(map(exp, s))) for s, y in zip(scores, labels))


@misconception(
    softmax_log_likelihood,
    "You add the labelled scores and never subtract ln Σⱼ exp(sⱼ), which makes them probabilities.",
)
def evidence_forgotten(w: Weights, rows: Rows, labels: Labels) -> float:
    return fsum([*mat_vec(w, x), 0.0][y] for x, y in zip(rows, labels))


@misconception(
    softmax_log_likelihood,
    "Your sum lacks the last class: its score is 0, so exp(0) = 1 belongs to it.",
)
def last_class_not_summed(w: Weights, rows: Rows, labels: Labels) -> float:
    scores = [mat_vec(w, x) for x in rows]
    return fsum([*s, 0.0][y] - log(fsum(map(exp, s))) for s, y in zip(scores, labels))


@misconception(
    softmax_log_likelihood, "You add ln P of every class; only the label's own class counts."
)
def every_class_added(w: Weights, rows: Rows, labels: Labels) -> float:
    return fsum(fsum(map(log, reference_softmax(w, x))) for x in rows)


@question(
    softmax_gradient,
    edges=[(*TWO_CLASSES, 0.0), (*LAST_CLASS, 0.5), (*THREE, 0.0), (*THREE, 1.0)],
    judge=SLOPE,
    valid=are_posed,
)
def _(draw: Draw) -> Case:
    return *many_classes(draw), draw.positive()


@misconception(softmax_gradient, "You average over the examples; (29) takes their sum.")
def mean_for_sum(w: Weights, rows: Rows, labels: Labels, lam: float) -> list[list[float]]:
    slopes = softmax_gradient(w, rows, labels)
    pairs = zip(slopes, w)
    return [[g / len(rows) - lam * a for g, a in zip(g_j, w_j)] for g_j, w_j in pairs]


@misconception(
    softmax_gradient, "This points downhill: (29) has δ minus the prediction, and minus λ wⱼᵢ."
)
def downhill(w: Weights, rows: Rows, labels: Labels, lam: float) -> list[list[float]]:
    return [negated(g_j) for g_j in softmax_gradient(w, rows, labels, lam)]


@misconception(
    softmax_gradient,
    "Your error is P̂ − δ: the penalty is right, but the data push downhill; it is δ − P̂.",
)
def errors_turned(w: Weights, rows: Rows, labels: Labels, lam: float) -> list[list[float]]:
    pairs = zip(softmax_gradient(w, rows, labels), w)
    return [[-g - lam * a for g, a in zip(g_j, w_j)] for g_j, w_j in pairs]


@misconception(
    softmax_gradient,
    "You leave the biases unpenalised, as many programs do; in (29) λ wⱼᵢ is for every i, 0 too.",
)
def biases_unpenalised(w: Weights, rows: Rows, labels: Labels, lam: float) -> list[list[float]]:
    pairs = zip(softmax_gradient(w, rows, labels, lam), w)
    return [[g_j[0] + lam * w_j[0], *g_j[1:]] for g_j, w_j in pairs]


@misconception(
    softmax_gradient,
    "You take a sigmoid for each class; the classes share one probability: use (27).",
)
def sigmoids_for_softmax(
    w: Weights, rows: Rows, labels: Labels, lam: float
) -> list[list[float]]:
    def slope(j: int, w_j: Vector[float]) -> list[float]:
        errors = [(y == j) - sigmoid(s) for y, s in zip(labels, mat_vec(rows, w_j))]
        return [dot(column, errors) - lam * a for column, a in zip(zip(*rows), w_j)]

    return [slope(j, w_j) for j, w_j in enumerate(w)]


@misconception(
    softmax_gradient,
    "Your probabilities lack the last class: 1 + Σⱼ exp(wⱼ · x) is below the line in (27).",
)
def reference_not_summed(
    w: Weights, rows: Rows, labels: Labels, lam: float
) -> list[list[float]]:
    p = list(zip(*(softmax(mat_vec(w, x)) for x in rows)))
    errors = [[(y == j) - p_l for y, p_l in zip(labels, p_j)] for j, p_j in enumerate(p)]
    columns = list(zip(*rows))
    pairs = zip(errors, w)
    return [[dot(c, e) - lam * a for c, a in zip(columns, w_j)] for e, w_j in pairs]


@misconception(
    softmax_gradient, "You give a vector for all K classes; the last one has no weights to move."
)
def reference_moved_too(
    w: Weights, rows: Rows, labels: Labels, lam: float
) -> list[list[float]]:
    errors = [table[-1] for table in softmax_residuals(w, rows, labels)]
    last = [dot(column, errors) for column in zip(*rows)]
    return [*softmax_gradient(w, rows, labels, lam), last]


@misconception(
    softmax_gradient,
    "You add λ wⱼᵢ, which pushes the weights away from zero; the penalty pulls: − λ wⱼᵢ.",
)
def pushed_from_zero(
    w: Weights, rows: Rows, labels: Labels, lam: float
) -> list[list[float]]:
    slopes = softmax_gradient(w, rows, labels, 0.0)
    return [[g + lam * w_i for g, w_i in zip(slope, w_j)] for slope, w_j in zip(slopes, w)]


@misconception(
    softmax_gradient,
    "You look only at the rows of class j; the others push its weights down, by −P̂.",
)
def own_rows_only(
    w: Weights, rows: Rows, labels: Labels, lam: float
) -> list[list[float]]:
    errors = softmax_residuals(w, rows, labels)
    own = [[e if y == j else 0.0 for e, y in zip(es, labels)] for j, es in enumerate(zip(*errors))]
    slopes = [[dot(column, es) for column in zip(*rows)] for es in own]
    return [[g - lam * a for g, a in zip(gs, w_j)] for gs, w_j in zip(slopes, w)]


@question(
    softmax_step,
    edges=[(*TWO_CLASSES, 0.5, 0.0), (*LAST_CLASS, 1.0, 0.5), (*THREE, 0.5, 1.0)],
    judge=SLOPE,
    valid=are_posed,
)
def _(draw: Draw) -> Case:
    return *many_classes(draw), draw.of((0.5, 1.0, 0.25, 0.1)), draw.positive()


@misconception(softmax_step, "You average the gradient over the examples; (29) takes their sum.")
def step_by_the_mean(
    w: Weights, rows: Rows, labels: Labels, eta: float, lam: float
) -> list[list[float]]:
    return softmax_step(w, rows, labels, eta / len(rows), lam * len(rows))


@misconception(
    softmax_step,
    "You step downhill, as the word in the text has it; (29) climbs: η times the sum is added.",
)
def descent(
    w: Weights, rows: Rows, labels: Labels, eta: float, lam: float
) -> list[list[float]]:
    pairs = zip(w, softmax_gradient(w, rows, labels, lam))
    return [[a - eta * g for a, g in zip(w_j, g_j)] for w_j, g_j in pairs]


@misconception(
    softmax_step,
    "Your error is P̂ − δ: the penalty is right, but the data push downhill; it is δ − P̂.",
)
def step_with_errors_turned(
    w: Weights, rows: Rows, labels: Labels, eta: float, lam: float
) -> list[list[float]]:
    pairs = zip(w, errors_turned(w, rows, labels, lam))
    return [[a + eta * g for a, g in zip(w_j, g_j)] for w_j, g_j in pairs]


@misconception(
    softmax_step,
    "You update one class after the other, with predictions of the new weights; all classes move "
    "at once, from the old.",
)
def one_class_at_a_time(
    w: Weights, rows: Rows, labels: Labels, eta: float, lam: float
) -> list[list[float]]:
    new = [list(w_j) for w_j in w]
    for j in range(len(new)):
        new[j] = softmax_step(new, rows, labels, eta, lam)[j]
    return new


@misconception(
    softmax_step,
    "You subtract λ wⱼᵢ without η; the penalty is part of the slope, so the step is η λ wⱼᵢ.",
)
def eta_missing_from_penalty(
    w: Weights, rows: Rows, labels: Labels, eta: float, lam: float
) -> list[list[float]]:
    return softmax_step(w, rows, labels, eta, lam / eta)


@misconception(
    softmax_step,
    "You leave the biases unpenalised, as many programs do; in (29) λ wⱼᵢ is for every i, 0 too.",
)
def step_biases_unpenalised(
    w: Weights, rows: Rows, labels: Labels, eta: float, lam: float
) -> list[list[float]]:
    pairs = zip(softmax_step(w, rows, labels, eta, lam), w)
    return [[new[0] + eta * lam * old[0], *new[1:]] for new, old in pairs]
