"""Questions on faster optimisers: Newton's method, conjugate gradients, the safe step size."""

from textbook_ml.core.linalg import Vector, dot, ldl, mat_vec, solve, weighted_gram
from textbook_ml.core.stable import sigmoid
from textbook_ml.equations.ascent import (
    conjugate_direction,
    newton_step,
    reweighted_least_squares_step,
    safe_step_size,
)
from textbook_ml.equations.likelihood import Labels, Rows, gradient, hessian, residuals
from textbook_ml.questions.framework.judge import Case, close
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw
from textbook_ml.questions.framework.regression_cases import (
    SLOPE,
    is_fair_regression_case,
    negated,
    table,
    weights,
)

SOLVED = close(1e-7, zero=1e-7)  # solving the system loses some digits, which depend on the method
NEWTON: list[Case] = [
    ([0.0], [[1.0], [1.0], [1.0]], [1, 1, 0]),
    ([0.0, 0.0], [[1.0, -1.0], [1.0, 1.0]], [0, 1]),
    ([0.5, -0.5], [[1.0, -1.0], [1.0, 2.0], [1.0, 0.0]], [0, 1, 1]),
]


def is_well_conditioned(w: Vector[float], rows: Rows, labels: Labels) -> bool:
    """Return whether the Hessian is far from singular, so that the solution keeps its digits."""
    matrix = [negated(line) for line in hessian(w, rows)]
    pivots = ldl(matrix)[1]
    far = all(pivot > 0.02 * max(1.0, matrix[i][i]) for i, pivot in enumerate(pivots))
    return far and is_fair_regression_case(w, rows)


def newton_case(draw: Draw) -> Case:
    """Return weights, rows and labels, with more rows than weights."""
    width = draw.whole(1, 2)
    n = width + 1 + draw.length(1, 5)
    return weights(draw, 1 + width), table(draw, n, width), draw.bits(n)


@question(newton_step, edges=NEWTON, judge=SOLVED, valid=is_well_conditioned)
def _(draw: Draw) -> Case:
    return newton_case(draw)


@misconception(
    newton_step,
    "You add (∇²l)⁻¹ ∇l. The Hessian is negative definite, so subtract this vector to increase l.",
)
def newton_descent(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    return [2 * old - new for old, new in zip(w, newton_step(w, rows, labels))]


@misconception(
    newton_step,
    "Your Hessian is −XᵀX, as in linear regression. "
    "In logistic regression each row has the weight p (1 − p).",
)
def unweighted_hessian(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    gram = weighted_gram(rows, [1.0] * len(rows))
    return [w_i + s for w_i, s in zip(w, solve(gram, gradient(w, rows, labels)))]


@misconception(
    newton_step,
    "You divide each derivative by its diagonal entry of the Hessian. "
    "Newton's method solves a linear system with the whole matrix.",
)
def diagonal_newton(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    second = hessian(w, rows)
    return [w_i - g / second[i][i] for i, (w_i, g) in enumerate(zip(w, gradient(w, rows, labels)))]


@misconception(newton_step, "You return only the step. The new weights are W plus the step.")
def newton_step_alone(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    return [new - old for new, old in zip(newton_step(w, rows, labels), w)]


@misconception(
    newton_step,
    "You average the gradient but not the Hessian, so the step is N times too small. "
    "Average neither of them.",
)
def mean_gradient_newton(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    steps = zip(newton_step(w, rows, labels), w)
    return [old + (new - old) / len(rows) for new, old in steps]


@misconception(
    newton_step,
    "You take a step of gradient ascent with η = 1. "
    "Newton's method also multiplies the gradient by (−∇²l)⁻¹.",
)
def plain_ascent(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    return [w_i + g for w_i, g in zip(w, gradient(w, rows, labels))]


@question(reweighted_least_squares_step, edges=NEWTON, judge=SOLVED, valid=is_well_conditioned)
def _(draw: Draw) -> Case:
    return newton_case(draw)


def least_squares(rows: Rows, r: Vector[float], z: Vector[float]) -> list[float]:
    """Return the weighted least squares solution (XᵀRX)⁻¹ XᵀRz."""
    columns = list(zip(*rows))
    weighted = [r_l * z_l for r_l, z_l in zip(r, z)]
    return solve(weighted_gram(rows, r), [dot(column, weighted) for column in columns])


def scores_errors_weights(
    w: Vector[float], rows: Rows, labels: Labels
) -> list[tuple[float, float, float]]:
    """Return the score, the error and the weight p (1 − p) of each row."""
    scores = mat_vec(rows, w)
    r = [sigmoid(s) * sigmoid(-s) for s in scores]
    return list(zip(scores, residuals(w, rows, labels), r))


@misconception(
    reweighted_least_squares_step,
    "You fit z without the weights R. Each row has the weight p (1 − p).",
)
def weights_forgotten(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    z = [s + error / r for s, error, r in scores_errors_weights(w, rows, labels)]
    return least_squares(rows, [1.0] * len(rows), z)


@misconception(
    reweighted_least_squares_step,
    "You leave XW out of z, so you solve only for the step. "
    "The working response is z = XW + R⁻¹(y − p).",
)
def scores_forgotten(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    done = scores_errors_weights(w, rows, labels)
    return least_squares(rows, [r for *_, r in done], [error / r for _, error, r in done])


@misconception(
    reweighted_least_squares_step,
    "You add y − p to XW. In z = XW + R⁻¹(y − p) the error is divided by p (1 − p).",
)
def error_not_scaled(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    done = scores_errors_weights(w, rows, labels)
    return least_squares(rows, [r for *_, r in done], [s + error for s, error, _ in done])


@misconception(
    reweighted_least_squares_step,
    "You use the labels y as the response of the regression. The response is z = XW + R⁻¹(y − p).",
)
def labels_for_response(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    return least_squares(
        rows, [r for *_, r in scores_errors_weights(w, rows, labels)], list(map(float, labels))
    )


@question(
    conjugate_direction,
    edges=[
        ([1.0], [2.0], [2.0]),
        ([0.0, 2.0], [2.0, 0.0], [2.0, 0.0]),
        ([1.0, 0.0], [2.0, 0.0], [2.0, 1.0]),
        ([1.0, 3.0], [1.0, 1.0], [0.0, 1.0]),
    ],
    judge=SLOPE,
)
def _(draw: Draw) -> Case:
    n = draw.length(1, 5)
    return draw.numbers(n), draw.numbers(n), draw.numbers(n)


@misconception(
    conjugate_direction,
    "You use β = ‖g‖² / ‖last g‖², the Fletcher–Reeves formula. "
    "The Polak–Ribière formula has gᵀ(g − last g) in the numerator.",
)
def fletcher_reeves(
    g: Vector[float], last_g: Vector[float], direction: Vector[float]
) -> list[float]:
    beta = dot(g, g) / dot(last_g, last_g)
    return [a + beta * d for a, d in zip(g, direction)]


@misconception(
    conjugate_direction,
    "You allow a negative β. "
    "The rule replaces a negative β by 0, so the new direction is the gradient.",
)
def negative_beta_kept(
    g: Vector[float], last_g: Vector[float], direction: Vector[float]
) -> list[float]:
    beta = dot(g, [a - b for a, b in zip(g, last_g)]) / dot(last_g, last_g)
    return [a + beta * d for a, d in zip(g, direction)]


@misconception(
    conjugate_direction,
    "You return only the gradient, as in steepest ascent. Add β times the last direction.",
)
def steepest(g: Vector[float], last_g: Vector[float], direction: Vector[float]) -> list[float]:
    return list(g)


@misconception(
    conjugate_direction,
    "You divide by ‖g‖² of the new gradient. The denominator of β is ‖last g‖².",
)
def divided_by_new(
    g: Vector[float], last_g: Vector[float], direction: Vector[float]
) -> list[float]:
    beta = dot(g, [a - b for a, b in zip(g, last_g)]) / dot(g, g)
    return [a + max(0.0, beta) * d for a, d in zip(g, direction)]


@misconception(
    conjugate_direction,
    "You start from −g, as in minimisation. Here the objective is maximised, so start from +g.",
)
def descent_direction(
    g: Vector[float], last_g: Vector[float], direction: Vector[float]
) -> list[float]:
    ascent_direction = conjugate_direction(g, last_g, direction)
    return [d - 2 * a for d, a in zip(ascent_direction, g)]


@question(
    safe_step_size,
    edges=[([[2.0]],), ([[1.0, 0.0], [0.0, 2.0]],), ([[1.0, -1.0], [1.0, 2.0]],)],
    judge=SLOPE,
)
def _(draw: Draw) -> Case:
    return (table(draw, draw.length(1, 6), draw.whole(1, 3)),)


@misconception(
    safe_step_size,
    "You leave out the factor 4. "
    "The derivative of the sigmoid is at most 1/4, so the safe step size is 4 times as large.",
)
def four_forgotten(rows: Rows) -> float:
    return safe_step_size(rows) / 4


@misconception(
    safe_step_size,
    "You use XXᵀ, the products of rows. The matrix is XᵀX, the products of feature columns.",
)
def rows_against_rows(rows: Rows) -> float:
    return safe_step_size(list(zip(*rows)))


@misconception(
    safe_step_size,
    "You add the entries of each row of XᵀX with their signs. The bound adds their absolute "
    "values.",
)
def signs_kept(rows: Rows) -> float:
    gram = weighted_gram(rows, [1.0] * len(rows))
    return 4 / max(map(sum, gram))


@misconception(
    safe_step_size,
    "You use the largest diagonal entry of XᵀX. "
    "The upper bound of λ_max is the largest row sum of absolute values.",
)
def largest_entry(rows: Rows) -> float:
    steepest: float = max(dot(column, column) for column in zip(*rows))
    return 4 / steepest
