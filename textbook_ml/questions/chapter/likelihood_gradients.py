"""Questions on the gradient and Hessian of the conditional likelihood: section 3.2."""

from math import exp

from textbook_ml.core.linalg import Vector, dot, mat_vec, weighted_gram
from textbook_ml.core.stable import sigmoid
from textbook_ml.equations.likelihood import (
    Labels,
    Rows,
    gradient,
    hessian,
    population_gradient,
    residuals,
)
from textbook_ml.questions.chapter.likelihood import (
    ALL_ZERO,
    CONFIDENT_OF_0,
    CONFIDENT_OF_1,
    ONE,
    TWO,
)
from textbook_ml.questions.framework.case_repair import with_sum_one
from textbook_ml.questions.framework.judge import Case, close
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw
from textbook_ml.questions.framework.regression_cases import (
    SLOPE,
    is_fair_regression_case,
    negated,
    regression_case,
    row,
    weights,
    with_shared_row,
)


@question(
    residuals,
    edges=[ONE, TWO, ALL_ZERO, CONFIDENT_OF_1, CONFIDENT_OF_0],
    judge=close(zero=1e-6),  # errors near 0 lose digits in most formulas
    valid=is_fair_regression_case,
)
def _(draw: Draw) -> Case:
    return regression_case(draw)


@misconception(
    residuals,
    "You subtract the label from the prediction. The error is the label minus the prediction.",
)
def prediction_minus_label(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    return negated(residuals(w, rows, labels))


@misconception(
    residuals,
    "You round the prediction to 0 or 1, as the perceptron does. "
    "The error uses the probability P itself.",
)
def rounded_prediction(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    return [float(y - (s >= 0)) for s, y in zip(mat_vec(rows, w), labels)]


@misconception(
    residuals,
    "You use the sign of (16), where a positive score favours Y = 0. In (25) it favours Y = 1.",
)
def residuals_by_16(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    return residuals(negated(w), rows, labels)


@misconception(
    residuals,
    "Your formula is correct, but e^−s overflows for very negative s. For s < 0, write the "
    "sigmoid as e^s / (1 + e^s).",
)
def exp_minus_s_overflows(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    return [y - 1 / (1 + exp(-s)) for s, y in zip(mat_vec(rows, w), labels)]


@misconception(
    residuals,
    "Your formula is correct, but e^s overflows for large s. For "
    "s > 0, write the sigmoid as 1 / (1 + e^−s).",
)
def exp_s_overflows(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    return [y - exp(s) / (1 + exp(s)) for s, y in zip(mat_vec(rows, w), labels)]


@misconception(
    residuals,
    "You use the score as the prediction, as in linear regression. Here "
    "the prediction is the sigmoid of the score.",
)
def score_for_prediction(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    return [y - s for y, s in zip(labels, mat_vec(rows, w))]


@misconception(
    residuals,
    "You round the prediction to 0 or 1, as the perceptron does. "
    "The error uses the probability P itself.",
)
def rounded_down_at_a_half(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    return [float(y - (s > 0)) for s, y in zip(mat_vec(rows, w), labels)]


@question(gradient, edges=[ONE, TWO, ALL_ZERO], judge=SLOPE, valid=is_fair_regression_case)
def _(draw: Draw) -> Case:
    return regression_case(draw)


@misconception(
    gradient, "You average over the examples. The gradient of l(W) is the sum over them."
)
def mean_for_sum(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    return [g / len(rows) for g in gradient(w, rows, labels)]


@misconception(
    gradient,
    "Your gradient has the wrong sign. The gradient of l(W) has the label minus the prediction.",
)
def gradient_negated(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    return negated(gradient(w, rows, labels))


@misconception(
    gradient,
    "You multiply the errors by P (1 − P), as in the gradient of the squared error. The gradient "
    "of l(W) does not have this factor.",
)
def gradient_of_squared_error(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    pairs = zip(mat_vec(rows, w), residuals(w, rows, labels))
    errors = [error * sigmoid(s) * sigmoid(-s) for s, error in pairs]
    return [dot(column, errors) for column in zip(*rows)]


@misconception(
    gradient,
    "You return 0 for the intercept. Its derivative is the sum of the errors, because X₀ = 1.",
)
def intercept_left_out(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    return [0.0, *gradient(w, rows, labels)[1:]]


@misconception(
    gradient,
    "You round the predictions to 0 or 1, as the perceptron does. "
    "The errors use the probability P itself.",
)
def perceptron_gradient(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    errors = rounded_prediction(w, rows, labels)
    return [dot(column, errors) for column in zip(*rows)]


@misconception(
    gradient,
    "You do not multiply each error by Xᵢ. As a result, every weight "
    "gets the derivative for the intercept.",
)
def errors_without_features(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    return [sum(residuals(w, rows, labels))] * len(w)


@misconception(
    gradient,
    "You use the score as the prediction, as in linear regression. Here "
    "the prediction is the sigmoid of the score.",
)
def linear_regression_gradient(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    errors = [y - s for y, s in zip(labels, mat_vec(rows, w))]
    return [dot(column, errors) for column in zip(*rows)]


@misconception(
    gradient,
    "You leave out the derivative for the intercept. Each row "
    "begins with X₀ = 1, and w begins with w₀.",
)
def intercept_derivative_dropped(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    return gradient(w, rows, labels)[1:]


@misconception(
    gradient,
    "You round the predictions to 0 or 1, as the perceptron does. "
    "The errors use the probability P itself.",
)
def gradient_of_rounded_predictions(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    errors = rounded_down_at_a_half(w, rows, labels)
    return [dot(column, errors) for column in zip(*rows)]


@misconception(
    gradient,
    "You use the predictions of (16), where a positive score "
    "favours Y = 0. In (25) it favours Y = 1.",
)
def gradient_by_16(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    return gradient([-w_i for w_i in w], rows, labels)


@question(
    hessian,
    edges=[ONE[:2], ([0.0, 0.0], [[1.0, -1.0], [1.0, 2.0]]), TWO[:2]],
    judge=SLOPE,
    valid=is_fair_regression_case,
)
def _(draw: Draw) -> Case:
    return regression_case(draw)[:2]


@misconception(
    hessian,
    "You return the Hessian of the loss −l(W). The Hessian of l(W) has the opposite sign.",
)
def hessian_negated(w: Vector[float], rows: Rows) -> list[list[float]]:
    return [negated(h) for h in hessian(w, rows)]


@misconception(
    hessian,
    "You compute −XᵀX, as in linear regression. The Hessian of l(W) weights each row by P (1 − P).",
)
def unweighted(w: Vector[float], rows: Rows) -> list[list[float]]:
    return weighted_gram(rows, [-1.0] * len(rows))


@misconception(hessian, "You weight each row by P. The derivative of the sigmoid is P (1 − P).")
def weighted_by_p(w: Vector[float], rows: Rows) -> list[list[float]]:
    return weighted_gram(rows, [-sigmoid(s) for s in mat_vec(rows, w)])


@misconception(
    hessian,
    "You compute only the diagonal. The Hessian also has an "
    "entry for each pair of different weights.",
)
def diagonal_only(w: Vector[float], rows: Rows) -> list[list[float]]:
    full = hessian(w, rows)
    return [[h if i == j else 0.0 for j, h in enumerate(row)] for i, row in enumerate(full)]


@misconception(hessian, "You average over the examples. The Hessian of l(W) is the sum over them.")
def mean_hessian(w: Vector[float], rows: Rows) -> list[list[float]]:
    return [[h / len(rows) for h in row] for row in hessian(w, rows)]


@misconception(
    hessian,
    "All rows of your matrix are the same list: [[0.0] * n] * n repeats one row. Make a new list "
    "for each row: [[0.0] * n for _ in range(n)].",
)
def one_row_for_all(w: Vector[float], rows: Rows) -> list[list[float]]:
    return with_shared_row(hessian(w, rows))


Population = dict[tuple[tuple[float, ...], int], float]


@question(
    population_gradient,
    edges=[
        ([0.0], {((1.0,), 1): 0.75, ((1.0,), 0): 0.25}),
        ([0.0, 1.0], {((1.0, 0.0), 0): 0.5, ((1.0, 1.0), 1): 0.25, ((1.0, 1.0), 0): 0.25}),
    ],
    judge=SLOPE,
    valid=lambda w, population: (
        is_fair_regression_case(w, [x for x, _ in population]) and min(population.values()) > 0
    ),
    repair=lambda w, population: (w, with_sum_one(population)),
)
def _(draw: Draw) -> Case:
    width = draw.whole(1, 2)
    points = [(1.0, *row(draw, width)) for _ in range(draw.length(2, 6))]
    cells = list(dict.fromkeys((x, draw.choose(2)) for x in points))
    return weights(draw, 1 + width), dict(zip(cells, draw.shares(len(cells))))


@misconception(
    population_gradient,
    "You count every (x, y) once. The equation weights each by its probability P(x, y).",
)
def unweighted_cells(w: Vector[float], population: Population) -> list[float]:
    return gradient(w, [x for x, _ in population], [y for _, y in population])


@misconception(
    population_gradient, "Your gradient has the wrong sign. The error is y minus the prediction."
)
def population_gradient_negated(w: Vector[float], population: Population) -> list[float]:
    return negated(population_gradient(w, population))


@misconception(
    population_gradient,
    "You do not multiply the error by xᵢ, so every derivative is the mean error.",
)
def feature_left_out(w: Vector[float], population: Population) -> list[float]:
    return [population_gradient(w, population)[0]] * len(w)
