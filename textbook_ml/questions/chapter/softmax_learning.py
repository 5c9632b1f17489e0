"""Questions on fitting softmax regression: section 3.4, equation (29)."""

from math import exp, fsum, log

from textbook_ml.core.linalg import Matrix, Vector, dot, mat_vec
from textbook_ml.core.stable import sigmoid
from textbook_ml.equations.likelihood import Labels, Rows
from textbook_ml.equations.softmax import (
    reference_softmax,
    softmax,
    softmax_gradient,
    softmax_log_likelihood,
    softmax_residuals,
    softmax_step,
)
from textbook_ml.questions.framework.judge import Case, log_probability
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw
from textbook_ml.questions.framework.regression_cases import (
    SLOPE,
    are_fair_regression_cases,
    negated,
    table,
    weights,
)

Weights = Matrix[float]

TWO_CLASSES: Case = ([[0.0, 0.0]], [[1.0, 3.0]], [0])
LAST_CLASS: Case = ([[0.0, 1.0]], [[1.0, 2.0]], [1])
THREE: Case = ([[0.5, 0.0], [0.0, 1.0]], [[1.0, 1.0], [1.0, -1.0], [1.0, 2.0]], [0, 1, 2])
EXAMPLES = [TWO_CLASSES, LAST_CLASS, THREE]


def multiclass_case(draw: Draw) -> Case:
    """Return random weights, rows and labels for two to four classes."""
    n, width, vectors = draw.length(1, 6), draw.whole(1, 2), draw.length(1, 3)
    labels = [draw.choose(vectors + 1) for _ in range(n)]
    return [weights(draw, 1 + width) for _ in range(vectors)], table(draw, n, width), labels


@question(softmax_residuals, edges=EXAMPLES, judge=SLOPE, valid=are_fair_regression_cases)
def _(draw: Draw) -> Case:
    return multiclass_case(draw)


@misconception(softmax_residuals, "Your sign is reversed. The error is δ minus the prediction.")
def prediction_minus_delta(w: Weights, rows: Rows, labels: Labels) -> list[list[float]]:
    return [negated(errors) for errors in softmax_residuals(w, rows, labels)]


@misconception(
    softmax_residuals,
    "You leave out the last class. It has no weights, but it has a probability and an error.",
)
def reference_left_out(w: Weights, rows: Rows, labels: Labels) -> list[list[float]]:
    return [errors[:-1] for errors in softmax_residuals(w, rows, labels)]


@misconception(
    softmax_residuals,
    "You apply the sigmoid to each class separately. The probabilities of all classes must sum to"
    " 1, so use (27) and (28).",
)
def one_against_rest(w: Weights, rows: Rows, labels: Labels) -> list[list[float]]:
    pairs = [([*mat_vec(w, x), 0.0], y) for x, y in zip(rows, labels)]
    return [[(j == y) - sigmoid(s) for j, s in enumerate(scores)] for scores, y in pairs]


@misconception(
    softmax_residuals, "You count the labels from 1. They are class numbers from 0 to K − 1."
)
def labels_from_one(w: Weights, rows: Rows, labels: Labels) -> list[list[float]]:
    return softmax_residuals(w, rows, [(y - 1) % (len(w) + 1) for y in labels])


@misconception(
    softmax_residuals,
    "You use the class number y itself. The equation has δ(y = yⱼ): 1 for the class of the "
    "example, and 0 for the others.",
)
def label_for_indicator(w: Weights, rows: Rows, labels: Labels) -> list[list[float]]:
    return [[y - p for p in reference_softmax(w, x)] for x, y in zip(rows, labels)]


@question(
    softmax_log_likelihood,
    edges=[*EXAMPLES, ([[800.0]], [[1.0]], [1]), ([[-800.0]], [[1.0]], [0])],
    judge=log_probability(),
    valid=are_fair_regression_cases,
)
def _(draw: Draw) -> Case:
    return multiclass_case(draw)


@misconception(
    softmax_log_likelihood,
    "You average over the examples. l(W) is the sum of their log probabilities.",
)
def averaged(w: Weights, rows: Rows, labels: Labels) -> float:
    return softmax_log_likelihood(w, rows, labels) / len(rows)


@misconception(
    softmax_log_likelihood,
    "You use logarithms to base 2. The equation has the natural logarithm, math.log.",
)
def base_2(w: Weights, rows: Rows, labels: Labels) -> float:
    return softmax_log_likelihood(w, rows, labels) / log(2)


@misconception(
    softmax_log_likelihood,
    "You return −l(W), the loss. The log likelihood l(W) has the "
    "opposite sign and is never positive.",
)
def cross_entropy(w: Weights, rows: Rows, labels: Labels) -> float:
    return -softmax_log_likelihood(w, rows, labels)


@misconception(
    softmax_log_likelihood,
    "Your formula is correct, but a small probability underflows to 0. Subtract ln Σⱼ exp(sⱼ) "
    "from the score instead of computing P.",
)
def log_of_rounded_probability(w: Weights, rows: Rows, labels: Labels) -> float:
    return fsum(log(reference_softmax(w, x)[y]) for x, y in zip(rows, labels))


@misconception(
    softmax_log_likelihood,
    "Your formula is correct, but exp may overflow. Subtract the largest score inside ln Σⱼ "
    "exp(sⱼ) and add it again afterwards.",
)
def largest_not_subtracted(w: Weights, rows: Rows, labels: Labels) -> float:
    scores = [[*mat_vec(w, x), 0.0] for x in rows]
    return fsum(s[y] - log(fsum(map(exp, s))) for s, y in zip(scores, labels))


@misconception(
    softmax_log_likelihood,
    "You add the scores of the labels without subtracting ln Σⱼ exp(sⱼ). "
    "The equation subtracts it for every example.",
)
def normaliser_forgotten(w: Weights, rows: Rows, labels: Labels) -> float:
    return fsum([*mat_vec(w, x), 0.0][y] for x, y in zip(rows, labels))


@misconception(
    softmax_log_likelihood,
    "You leave the last class out of the sum. Its score is 0, so add exp(0) = 1.",
)
def last_class_not_summed(w: Weights, rows: Rows, labels: Labels) -> float:
    scores = [mat_vec(w, x) for x in rows]
    return fsum([*s, 0.0][y] - log(fsum(map(exp, s))) for s, y in zip(scores, labels))


@misconception(
    softmax_log_likelihood,
    "You add ln P of every class. Add ln P only for the label of the example.",
)
def every_class_added(w: Weights, rows: Rows, labels: Labels) -> float:
    return fsum(fsum(map(log, reference_softmax(w, x))) for x in rows)


@question(
    softmax_gradient,
    edges=[(*TWO_CLASSES, 0.0), (*LAST_CLASS, 0.5), (*THREE, 0.0), (*THREE, 1.0)],
    judge=SLOPE,
    valid=are_fair_regression_cases,
)
def _(draw: Draw) -> Case:
    return *multiclass_case(draw), draw.positive()


@misconception(
    softmax_gradient, "You average over the examples. Equation (29) has the sum over them."
)
def mean_for_sum(w: Weights, rows: Rows, labels: Labels, lam: float) -> list[list[float]]:
    gradients = softmax_gradient(w, rows, labels)
    pairs = zip(gradients, w)
    return [[g / len(rows) - lam * a for g, a in zip(g_j, w_j)] for g_j, w_j in pairs]


@misconception(
    softmax_gradient,
    "Your gradient has the wrong sign. Equation (29) has δ minus "
    "the prediction, and subtracts λ wⱼᵢ.",
)
def gradient_negated(w: Weights, rows: Rows, labels: Labels, lam: float) -> list[list[float]]:
    return [negated(g_j) for g_j in softmax_gradient(w, rows, labels, lam)]


@misconception(
    softmax_gradient,
    "You use the error P̂ − δ. Equation (29) has δ − P̂ (your penalty term is correct).",
)
def errors_negated(w: Weights, rows: Rows, labels: Labels, lam: float) -> list[list[float]]:
    pairs = zip(softmax_gradient(w, rows, labels), w)
    return [[-g - lam * a for g, a in zip(g_j, w_j)] for g_j, w_j in pairs]


@misconception(
    softmax_gradient,
    "You leave the intercepts out of the penalty, as many programs do. Equation (29) subtracts λ "
    "wⱼᵢ for every i, including 0.",
)
def intercepts_unpenalised(w: Weights, rows: Rows, labels: Labels, lam: float) -> list[list[float]]:
    pairs = zip(softmax_gradient(w, rows, labels, lam), w)
    return [[g_j[0] + lam * w_j[0], *g_j[1:]] for g_j, w_j in pairs]


@misconception(
    softmax_gradient,
    "You apply the sigmoid to each class separately. The probabilities of all classes must sum to"
    " 1, so use (27).",
)
def sigmoids_for_softmax(w: Weights, rows: Rows, labels: Labels, lam: float) -> list[list[float]]:
    def derivatives(j: int, w_j: Vector[float]) -> list[float]:
        errors = [(y == j) - sigmoid(s) for y, s in zip(labels, mat_vec(rows, w_j))]
        return [dot(column, errors) - lam * a for column, a in zip(zip(*rows), w_j)]

    return [derivatives(j, w_j) for j, w_j in enumerate(w)]


@misconception(
    softmax_gradient,
    "You leave the last class out of the probabilities. The "
    "denominator of (27) is 1 + Σⱼ exp(wⱼ · x).",
)
def reference_not_summed(w: Weights, rows: Rows, labels: Labels, lam: float) -> list[list[float]]:
    p = list(zip(*(softmax(mat_vec(w, x)) for x in rows)))
    errors = [[(y == j) - p_l for y, p_l in zip(labels, p_j)] for j, p_j in enumerate(p)]
    columns = list(zip(*rows))
    pairs = zip(errors, w)
    return [[dot(c, e) - lam * a for c, a in zip(columns, w_j)] for e, w_j in pairs]


@misconception(
    softmax_gradient,
    "You return a vector for all K classes. The last class has "
    "no weights, so return K − 1 vectors.",
)
def gradient_for_reference(w: Weights, rows: Rows, labels: Labels, lam: float) -> list[list[float]]:
    errors = [table[-1] for table in softmax_residuals(w, rows, labels)]
    last = [dot(column, errors) for column in zip(*rows)]
    return [*softmax_gradient(w, rows, labels, lam), last]


@misconception(
    softmax_gradient,
    "You add λ wⱼᵢ, which moves the weights away from 0. Equation (29) subtracts λ wⱼᵢ.",
)
def penalty_gradient_added(w: Weights, rows: Rows, labels: Labels, lam: float) -> list[list[float]]:
    pairs = zip(softmax_gradient(w, rows, labels, 0.0), w)
    return [[g + lam * a for g, a in zip(g_j, w_j)] for g_j, w_j in pairs]


@misconception(
    softmax_gradient,
    "You use only the rows of class j. The rows of other classes "
    "also contribute, with the error −P̂.",
)
def own_rows_only(w: Weights, rows: Rows, labels: Labels, lam: float) -> list[list[float]]:
    errors = softmax_residuals(w, rows, labels)
    own = [[e if y == j else 0.0 for e, y in zip(es, labels)] for j, es in enumerate(zip(*errors))]
    gradients = [[dot(column, es) for column in zip(*rows)] for es in own]
    return [[g - lam * a for g, a in zip(gs, w_j)] for gs, w_j in zip(gradients, w)]


@misconception(
    softmax_gradient,
    "You use the class number y itself. Equation (29) has δ(y = yⱼ): 1 for the class of the "
    "example, and 0 for the others.",
)
def gradient_by_label_number(
    w: Weights, rows: Rows, labels: Labels, lam: float
) -> list[list[float]]:
    errors = list(zip(*label_for_indicator(w, rows, labels)))[:-1]
    columns = list(zip(*rows))
    return [
        [dot(column, e_j) - lam * a for column, a in zip(columns, w_j)]
        for e_j, w_j in zip(errors, w)
    ]


@question(
    softmax_step,
    edges=[(*TWO_CLASSES, 0.5, 0.0), (*LAST_CLASS, 1.0, 0.5), (*THREE, 0.5, 1.0)],
    judge=SLOPE,
    valid=are_fair_regression_cases,
)
def _(draw: Draw) -> Case:
    return *multiclass_case(draw), draw.of((0.5, 1.0, 0.25, 0.1)), draw.positive()


@misconception(
    softmax_step, "You average the gradient over the examples. Equation (29) has the sum over them."
)
def step_by_the_mean(
    w: Weights, rows: Rows, labels: Labels, eta: float, lam: float
) -> list[list[float]]:
    return softmax_step(w, rows, labels, eta / len(rows), lam * len(rows))


@misconception(
    softmax_step,
    "You subtract the step, as in gradient descent (the word used in the source text). Equation "
    "(29) is gradient ascent: it adds η times the gradient.",
)
def descent(w: Weights, rows: Rows, labels: Labels, eta: float, lam: float) -> list[list[float]]:
    pairs = zip(w, softmax_gradient(w, rows, labels, lam))
    return [[a - eta * g for a, g in zip(w_j, g_j)] for w_j, g_j in pairs]


@misconception(
    softmax_step,
    "You use the error P̂ − δ. Equation (29) has δ − P̂ (your penalty term is correct).",
)
def step_with_error_sign_reversed(
    w: Weights, rows: Rows, labels: Labels, eta: float, lam: float
) -> list[list[float]]:
    pairs = zip(w, errors_negated(w, rows, labels, lam))
    return [[a + eta * g for a, g in zip(w_j, g_j)] for w_j, g_j in pairs]


@misconception(
    softmax_step,
    "You update the classes one after the other, with predictions from the new weights. Compute "
    "all updates from the old weights.",
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
    "You subtract λ wⱼᵢ without η. The penalty is part of the gradient, so subtract η λ wⱼᵢ.",
)
def eta_missing_from_penalty(
    w: Weights, rows: Rows, labels: Labels, eta: float, lam: float
) -> list[list[float]]:
    return softmax_step(w, rows, labels, eta, lam / eta)


@misconception(
    softmax_step,
    "You leave the intercepts out of the penalty, as many programs do. Equation (29) subtracts λ "
    "wⱼᵢ for every i, including 0.",
)
def step_with_intercepts_unpenalised(
    w: Weights, rows: Rows, labels: Labels, eta: float, lam: float
) -> list[list[float]]:
    pairs = zip(softmax_step(w, rows, labels, eta, lam), w)
    return [[new[0] + eta * lam * old[0], *new[1:]] for new, old in pairs]


@misconception(
    softmax_step,
    "You use the class number y itself. Equation (29) has δ(y = yⱼ): 1 for the class of the "
    "example, and 0 for the others.",
)
def step_by_label_number(
    w: Weights, rows: Rows, labels: Labels, eta: float, lam: float
) -> list[list[float]]:
    pairs = zip(w, gradient_by_label_number(w, rows, labels, lam))
    return [[a + eta * g for a, g in zip(w_j, g_j)] for w_j, g_j in pairs]
