"""Questions on the slopes of the conditional likelihood: section 3.2."""

from math import exp

from textbook_ml.equations.likelihood import (
    Labels,
    Rows,
    gradient,
    hessian,
    population_gradient,
    residuals,
)
from textbook_ml.linalg import Vector, dot, mat_vec, weighted_gram
from textbook_ml.questions.draw import Draw
from textbook_ml.questions.examples import SLOPE, is_posed, negated, posed, row, weights
from textbook_ml.questions.judge import Case, close
from textbook_ml.questions.likelihood import ALL_ZERO, ONE, SURE_OF_0, SURE_OF_1, TWO
from textbook_ml.questions.mend import topped_up
from textbook_ml.questions.question import misconception, question
from textbook_ml.stable import sigmoid


@question(
    residuals,
    edges=[ONE, TWO, ALL_ZERO, SURE_OF_1, SURE_OF_0],
    judge=close(zero=1e-6),  # the error of a sure prediction has few digits in most spellings
    valid=is_posed,
)
def _(draw: Draw) -> Case:
    return posed(draw)


@misconception(residuals, "Your sign is turned: the error is the label minus the prediction.")
def prediction_minus_label(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    return negated(residuals(w, rows, labels))


@misconception(
    residuals,
    "You round the prediction to 0 or 1, as the perceptron does; the error takes P itself.",
)
def rounded_prediction(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    return [float(y - (s >= 0)) for s, y in zip(mat_vec(rows, w), labels)]


@misconception(
    residuals,
    "Your sign is that of (16), where a positive score speaks for Y = 0; by (25) it is for Y = 1.",
)
def residuals_by_16(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    return residuals(negated(w), rows, labels)


@misconception(
    residuals,
    "Right, until e^−s is larger than any float: for s < 0 write the sigmoid as e^s / (1 + e^s).",
)
def exp_minus_s_overflows(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    return [y - 1 / (1 + exp(-s)) for s, y in zip(mat_vec(rows, w), labels)]


@misconception(
    residuals,
    "Right, until e^s is larger than any float: for s > 0 write the sigmoid as 1 / (1 + e^−s).",
)
def exp_s_overflows(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    return [y - exp(s) / (1 + exp(s)) for s, y in zip(mat_vec(rows, w), labels)]


@misconception(
    residuals, "Your prediction is the score itself, as in linear regression; here it is σ of it."
)
def score_for_prediction(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    return [y - s for y, s in zip(labels, mat_vec(rows, w))]


@misconception(
    residuals,
    "You round the prediction to 0 or 1, as the perceptron does; the error takes P itself.",
)
def rounded_down_at_a_half(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    return [float(y - (s > 0)) for s, y in zip(mat_vec(rows, w), labels)]


@question(gradient, edges=[ONE, TWO, ALL_ZERO], judge=SLOPE, valid=is_posed)
def _(draw: Draw) -> Case:
    return posed(draw)


@misconception(gradient, "You average over the examples; the gradient of l(W) is their sum.")
def mean_for_sum(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    return [g / len(rows) for g in gradient(w, rows, labels)]


@misconception(
    gradient,
    "This points downhill: the gradient of l(W) has label minus prediction, not the reverse.",
)
def downhill(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    return negated(gradient(w, rows, labels))


@misconception(
    gradient,
    "Your errors are multiplied by P (1 − P), which is the slope of squared errors; in that of "
    "l(W) the factor cancels.",
)
def slope_of_squares(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    pairs = zip(mat_vec(rows, w), residuals(w, rows, labels))
    errors = [error * sigmoid(s) * sigmoid(-s) for s, error in pairs]
    return [dot(column, errors) for column in zip(*rows)]


@misconception(
    gradient,
    "You leave the bias where it is; its slope is the sum of the errors, for X₀ = 1.",
)
def bias_left_out(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    return [0.0, *gradient(w, rows, labels)[1:]]


@misconception(
    gradient,
    "You round the predictions to 0 or 1, as the perceptron does; the errors take P itself.",
)
def slope_of_perceptron(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    errors = rounded_prediction(w, rows, labels)
    return [dot(column, errors) for column in zip(*rows)]


@misconception(
    gradient,
    "You forget to multiply each error by Xᵢ: every weight gets the slope of the bias then.",
)
def errors_without_features(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    return [sum(residuals(w, rows, labels))] * len(w)


@misconception(
    gradient, "Your prediction is the score itself, as in linear regression; here it is σ of it."
)
def slope_of_linear_regression(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    errors = [y - s for y, s in zip(labels, mat_vec(rows, w))]
    return [dot(column, errors) for column in zip(*rows)]


@misconception(
    gradient, "The slope of the bias is missing: the rows begin with X₀ = 1, and w with w₀."
)
def bias_slope_dropped(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    return gradient(w, rows, labels)[1:]


@misconception(
    gradient,
    "You round the predictions to 0 or 1, as the perceptron does; the errors take P itself.",
)
def slope_of_hard_predictions(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    errors = rounded_down_at_a_half(w, rows, labels)
    return [dot(column, errors) for column in zip(*rows)]


@misconception(
    gradient,
    "Your predictions are those of (16), where a positive score is for Y = 0; by (25) it is for Y "
    "= 1.",
)
def slope_by_16(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    return gradient([-w_i for w_i in w], rows, labels)


@question(
    hessian,
    edges=[ONE[:2], ([0.0, 0.0], [[1.0, -1.0], [1.0, 2.0]]), TWO[:2]],
    judge=SLOPE,
    valid=is_posed,
)
def _(draw: Draw) -> Case:
    return posed(draw)[:2]


@misconception(
    hessian, "Your sign is plus, as for the loss; l(W) is concave, and its Hessian is negative."
)
def convex(w: Vector[float], rows: Rows) -> list[list[float]]:
    return [negated(h) for h in hessian(w, rows)]


@misconception(
    hessian, "This is −XᵀX, as in linear regression; here each row counts with P (1 − P)."
)
def unweighted(w: Vector[float], rows: Rows) -> list[list[float]]:
    return weighted_gram(rows, [-1.0] * len(rows))


@misconception(hessian, "You weigh each row by P; the slope of the sigmoid is P (1 − P).")
def weighted_by_p(w: Vector[float], rows: Rows) -> list[list[float]]:
    return weighted_gram(rows, [-sigmoid(s) for s in mat_vec(rows, w)])


@misconception(
    hessian, "You have the diagonal only; two weights that act on the same rows bend together."
)
def diagonal_only(w: Vector[float], rows: Rows) -> list[list[float]]:
    bent = hessian(w, rows)
    return [[h if i == j else 0.0 for j, h in enumerate(row)] for i, row in enumerate(bent)]


@misconception(hessian, "You average over the examples; the Hessian of l(W) is their sum.")
def mean_hessian(w: Vector[float], rows: Rows) -> list[list[float]]:
    return [[h / len(rows) for h in row] for row in hessian(w, rows)]


Population = dict[tuple[tuple[float, ...], int], float]


@question(
    population_gradient,
    edges=[
        ([0.0], {((1.0,), 1): 0.75, ((1.0,), 0): 0.25}),
        ([0.0, 1.0], {((1.0, 0.0), 0): 0.5, ((1.0, 1.0), 1): 0.25, ((1.0, 1.0), 0): 0.25}),
    ],
    judge=SLOPE,
    valid=lambda w, population: (
        is_posed(w, [x for x, _ in population]) and min(population.values()) > 0
    ),
    mend=lambda w, population: (w, topped_up(population)),
)
def _(draw: Draw) -> Case:
    width = draw.whole(1, 2)
    points = [(1.0, *row(draw, width)) for _ in range(draw.length(2, 6))]
    cells = list(dict.fromkeys((x, draw.choose(2)) for x in points))
    return weights(draw, 1 + width), dict(zip(cells, draw.shares(len(cells))))


@misconception(
    population_gradient,
    "You count every (x, y) once; each counts with its probability P(x, y).",
)
def unweighted_cells(w: Vector[float], population: Population) -> list[float]:
    return gradient(w, [x for x, _ in population], [y for _, y in population])


@misconception(
    population_gradient,
    "This points downhill: the error is y minus the prediction, not the reverse.",
)
def population_downhill(w: Vector[float], population: Population) -> list[float]:
    return negated(population_gradient(w, population))


@misconception(
    population_gradient, "You forget to multiply by xᵢ: every slope is the mean error then."
)
def feature_left_out(w: Vector[float], population: Population) -> list[float]:
    return [population_gradient(w, population)[0]] * len(w)
