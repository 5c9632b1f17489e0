"""Questions on quicker ways to climb: Newton's method, conjugate gradients, a safe step."""

from textbook_ml.equations.ascent import (
    conjugate_direction,
    newton_step,
    reweighted_least_squares_step,
    safe_step_size,
)
from textbook_ml.equations.likelihood import Labels, Rows, gradient, hessian, residuals
from textbook_ml.linalg import Vector, dot, ldl, mat_vec, solve, weighted_gram
from textbook_ml.questions.draw import Draw
from textbook_ml.questions.examples import SLOPE, is_posed, negated, table, weights
from textbook_ml.questions.judge import Case, close
from textbook_ml.questions.question import misconception, question
from textbook_ml.stable import sigmoid

SOLVED = close(1e-7, zero=1e-7)  # the system loses some digits, in each way of solving others
NEWTON: list[Case] = [
    ([0.0], [[1.0], [1.0], [1.0]], [1, 1, 0]),
    ([0.0, 0.0], [[1.0, -1.0], [1.0, 1.0]], [0, 1]),
    ([0.5, -0.5], [[1.0, -1.0], [1.0, 2.0], [1.0, 0.0]], [0, 1, 1]),
]


def is_steady(w: Vector[float], rows: Rows, labels: Labels) -> bool:
    """Is the system far from singular? Otherwise its solution is a matter of rounding."""
    bent = [negated(h) for h in hessian(w, rows)]
    steady = all(d > 0.02 * max(1.0, bent[i][i]) for i, d in enumerate(ldl(bent)[1]))
    return steady and is_posed(w, rows)


def system(draw: Draw) -> Case:
    """More rows than weights."""
    width = draw.whole(1, 2)
    n = width + 1 + draw.length(1, 5)
    return weights(draw, 1 + width), table(draw, n, width), draw.bits(n)


@question(newton_step, edges=NEWTON, judge=SOLVED, valid=is_steady)
def _(draw: Draw) -> Case:
    return system(draw)


@misconception(
    newton_step,
    "You add (∇²l)⁻¹ ∇l; the Hessian is negative, so it is subtracted to climb.",
)
def newton_descent(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    return [2 * old - new for old, new in zip(w, newton_step(w, rows, labels))]


@misconception(
    newton_step,
    "Your Hessian is −XᵀX, as in linear regression; here each row counts with p (1 − p).",
)
def unweighted_hessian(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    gram = weighted_gram(rows, [1.0] * len(rows))
    return [w_i + s for w_i, s in zip(w, solve(gram, gradient(w, rows, labels)))]


@misconception(
    newton_step,
    "You divide each slope by its own curvature; the Hessian is a matrix, and a system is solved.",
)
def diagonal_newton(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    bent = hessian(w, rows)
    return [w_i - g / bent[i][i] for i, (w_i, g) in enumerate(zip(w, gradient(w, rows, labels)))]


@misconception(newton_step, "You give the step alone; the new weights are W plus the step.")
def newton_step_alone(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    return [new - old for new, old in zip(newton_step(w, rows, labels), w)]


@misconception(
    newton_step, "You average the gradient but not the Hessian: the step is N times too short."
)
def mean_gradient_newton(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    steps = zip(newton_step(w, rows, labels), w)
    return [old + (new - old) / len(rows) for new, old in steps]


@misconception(
    newton_step,
    "This is a step of gradient ascent with η = 1; Newton's divides by the curvature, −∇²l.",
)
def plain_ascent(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    return [w_i + g for w_i, g in zip(w, gradient(w, rows, labels))]


@question(reweighted_least_squares_step, edges=NEWTON, judge=SOLVED, valid=is_steady)
def _(draw: Draw) -> Case:
    return system(draw)


def least_squares(rows: Rows, r: Vector[float], z: Vector[float]) -> list[float]:
    """(XᵀRX)⁻¹ XᵀRz."""
    columns = list(zip(*rows))
    weighted = [r_l * z_l for r_l, z_l in zip(r, z)]
    return solve(weighted_gram(rows, r), [dot(column, weighted) for column in columns])


def parts(w: Vector[float], rows: Rows, labels: Labels) -> list[tuple[float, float, float]]:
    """For each row its score, its error and its weight p (1 − p)."""
    scores = mat_vec(rows, w)
    r = [sigmoid(s) * sigmoid(-s) for s in scores]
    return list(zip(scores, residuals(w, rows, labels), r))


@misconception(
    reweighted_least_squares_step,
    "You fit z without the weights R; each row counts with p (1 − p).",
)
def weights_forgotten(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    z = [s + error / r for s, error, r in parts(w, rows, labels)]
    return least_squares(rows, [1.0] * len(rows), z)


@misconception(
    reweighted_least_squares_step,
    "Your z lacks XW: this solution is the step alone, not the new weights.",
)
def scores_forgotten(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    done = parts(w, rows, labels)
    return least_squares(rows, [r for *_, r in done], [error / r for _, error, r in done])


@misconception(
    reweighted_least_squares_step,
    "You add y − p to XW as it is; in z the error is divided by p (1 − p).",
)
def error_not_scaled(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    done = parts(w, rows, labels)
    return least_squares(rows, [r for *_, r in done], [s + error for s, error, _ in done])


@misconception(
    reweighted_least_squares_step,
    "You regress on the labels, weighted; the working response is z = XW + R⁻¹(y − p).",
)
def labels_for_response(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    return least_squares(rows, [r for *_, r in parts(w, rows, labels)], list(map(float, labels)))


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
    "Your β is ‖g‖² / ‖last g‖², after Fletcher and Reeves; Polak and Ribière take the change "
    "g − last g.",
)
def fletcher_reeves(
    g: Vector[float], last_g: Vector[float], direction: Vector[float]
) -> list[float]:
    beta = dot(g, g) / dot(last_g, last_g)
    return [a + beta * d for a, d in zip(g, direction)]


@misconception(
    conjugate_direction,
    "Your β can be negative; the rule has max(0, …), which starts afresh with the gradient.",
)
def negative_turn_kept(
    g: Vector[float], last_g: Vector[float], direction: Vector[float]
) -> list[float]:
    beta = dot(g, [a - b for a, b in zip(g, last_g)]) / dot(last_g, last_g)
    return [a + beta * d for a, d in zip(g, direction)]


@misconception(
    conjugate_direction,
    "This is the gradient alone, steepest ascent; β times the last direction is added.",
)
def steepest(g: Vector[float], last_g: Vector[float], direction: Vector[float]) -> list[float]:
    return list(g)


@misconception(
    conjugate_direction,
    "You divide by ‖g‖² of the new gradient; β has that of the last one below.",
)
def divided_by_new(
    g: Vector[float], last_g: Vector[float], direction: Vector[float]
) -> list[float]:
    beta = dot(g, [a - b for a, b in zip(g, last_g)]) / dot(g, g)
    return [a + max(0.0, beta) * d for a, d in zip(g, direction)]


@misconception(
    conjugate_direction,
    "You start from −g, as for a minimum; here the way goes up, along +g.",
)
def downhill_direction(
    g: Vector[float], last_g: Vector[float], direction: Vector[float]
) -> list[float]:
    up = conjugate_direction(g, last_g, direction)
    return [d - 2 * a for d, a in zip(up, g)]


@question(
    safe_step_size,
    edges=[([[2.0]],), ([[1.0, 0.0], [0.0, 2.0]],), ([[1.0, -1.0], [1.0, 2.0]],)],
    judge=SLOPE,
)
def _(draw: Draw) -> Case:
    return (table(draw, draw.length(1, 6), draw.whole(1, 3)),)


@misconception(
    safe_step_size,
    "You forget the 4: the sigmoid is nowhere steeper than 1/4, so the step may be 4 times longer.",
)
def four_forgotten(rows: Rows) -> float:
    return safe_step_size(rows) / 4


@misconception(
    safe_step_size,
    "You take rows against rows, XXᵀ; the matrix is XᵀX, features against features.",
)
def rows_against_rows(rows: Rows) -> float:
    return safe_step_size(list(zip(*rows)))


@misconception(
    safe_step_size, "You add the entries with their signs; the row sums are of absolute values."
)
def signs_kept(rows: Rows) -> float:
    gram = weighted_gram(rows, [1.0] * len(rows))
    return 4 / max(map(sum, gram))


@misconception(
    safe_step_size,
    "You take the largest entry of the diagonal; only the largest row sum bounds λ_max.",
)
def largest_entry(rows: Rows) -> float:
    steepest: float = max(dot(column, column) for column in zip(*rows))
    return 4 / steepest
