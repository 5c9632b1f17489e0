"""Sections 3.2 and 3.3, equation (26). One step of each way to climb.

    w      the weights before the step, w[0] the bias; rows carry the leading 1
    eta    η, the step size;   lam   λ, the strength of the penalty
    g      the gradient;   direction   where the last step went

Every rule moves all weights at once, with predictions taken at the old ones. The loops that
repeat a step until nothing changes are the optimisers' business.
"""

from math import inf

from textbook_ml.equations.likelihood import (
    Labels,
    Rows,
    gradient,
    hessian,
    penalised_gradient,
    require_binary,
    residuals,
)
from textbook_ml.errors import require, require_same_length
from textbook_ml.linalg import Vector, dot, mat_vec, solve, weighted_gram
from textbook_ml.numeric import Num, require_finite
from textbook_ml.registry import equation
from textbook_ml.stable import safe_sum, sigmoid


@equation(
    "mitchell-s3.2-update",
    "xing-ga",
    "xing-mle-update",
    "sontag-update-rule",
    "sontag-ga",
    "gwansiu-s2.3-learning",
)
def ascent_step(w: Vector[float], rows: Rows, labels: Labels, eta: float) -> list[float]:
    """One step of gradient ascent.

        wᵢ ← wᵢ + η Σ_l Xᵢˡ (Yˡ − P̂(Yˡ = 1 | Xˡ, W))

    >>> ascent_step([0.0, 0.0], [[1.0, -1.0], [1.0, 2.0]], [0, 1], eta=0.5)
    [0.0, 0.75]
    """
    require_step(eta)
    return finite([w_i + eta * g for w_i, g in zip(w, gradient(w, rows, labels))])


@equation("mitchell-26", "xing-map-update")
def penalised_step(
    w: Vector[float], rows: Rows, labels: Labels, eta: float, lam: float
) -> list[float]:
    """One step of gradient ascent with a penalty; the text says descent, but it climbs.

        wᵢ ← wᵢ + η Σ_l Xᵢˡ (Yˡ − P̂(Yˡ = 1 | Xˡ, W)) − η λ wᵢ

    >>> penalised_step([0.0, 0.0], [[1.0, -1.0], [1.0, 2.0]], [0, 1], eta=0.5, lam=1.0)
    [0.0, 0.75]
    """
    require_step(eta)
    return finite([w_i + eta * g for w_i, g in zip(w, penalised_gradient(w, rows, labels, lam))])


@equation("mitchell-s3.3-nonzero-mean")
def shifted_step(
    w: Vector[float], rows: Rows, labels: Labels, eta: float, lam: float, mean: Vector[float]
) -> list[float]:
    """One step under a prior that expects the weights `mean`, and not zero.

        wᵢ ← wᵢ + η Σ_l Xᵢˡ (Yˡ − P̂(Yˡ = 1 | Xˡ, W)) − η λ (wᵢ − μᵢ)

    >>> shifted_step([0.0], [[0.0]], [1], eta=0.5, lam=1.0, mean=[4.0])
    [2.0]
    """
    require_same_length(weights=w, means=mean)
    steps = penalised_step(w, rows, labels, eta, lam)
    return [step + eta * lam * m for step, m in zip(steps, mean)]


@equation("xing-sgd")
def stochastic_step(w: Vector[float], x: Vector[float], y: int, eta: float) -> list[float]:
    """One step of stochastic gradient ascent: it looks at a single example.

        θ ← θ + η (yᵢ − μ(θᵀxᵢ)) xᵢ

    >>> stochastic_step([0.0, 0.0], [1.0, 2.0], 1, eta=0.5)
    [0.25, 0.5]
    """
    return ascent_step(w, [x], [y], eta)


@equation("ng-s0-perceptron", "xing-sgd")
def perceptron_step(w: Vector[Num], x: Vector[Num], y: int, eta: Num) -> list[Num]:
    """One step of the perceptron: the same with a hard step for the sigmoid.

        θ ← θ + η (yᵢ − 1{θᵀxᵢ ≥ 0}) xᵢ

    >>> perceptron_step([0.0, 0.0], [1.0, 2.0], 0, eta=1.0)
    [-1.0, -2.0]
    """
    require_step(eta)
    require_binary([y])
    error = y - (1 if dot(w, x) >= 0 else 0)
    return finite([w_i + eta * error * x_i for w_i, x_i in zip(w, x)])


@equation("mitchell-s6-irls", "xing-irls-cost")
def newton_step(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    """One step of Newton's method, which here is iteratively reweighted least squares.

        W ← W − (∇²l)⁻¹ ∇l = (XᵀRX)⁻¹ XᵀRz,   R = diag(p(1 − p)),  z = XW + R⁻¹(y − p)

    The cost is O(N d² + d³): the matrix, and one system to solve.

    >>> newton_step([0.0, 0.0], [[1.0, -1.0], [1.0, 1.0]], [0, 1])
    [0.0, 2.0]
    """
    downhill = [[-h for h in row] for row in hessian(w, rows)]
    return [w_i + step for w_i, step in zip(w, solve(downhill, gradient(w, rows, labels)))]


@equation("mitchell-s6-irls")
def reweighted_least_squares_step(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    """The same step, spelled as the weighted least squares that gave it its name.

        W ← (XᵀRX)⁻¹ XᵀRz,   R = diag(p(1 − p)),  z = XW + R⁻¹(y − p)

    >>> reweighted_least_squares_step([0.0, 0.0], [[1.0, -1.0], [1.0, 1.0]], [0, 1])
    [0.0, 2.0]
    """
    errors = residuals(w, rows, labels)
    scores = mat_vec(rows, w)
    r = [sigmoid(s) * sigmoid(-s) for s in scores]
    require(min(r) > 0, "a prediction is certain, and its weight p(1 − p) is 0: use newton_step")
    z = [s + error / r_l for s, error, r_l in zip(scores, errors, r)]
    columns = list(zip(*rows))
    weighted_z = [r_l * z_l for r_l, z_l in zip(r, z)]
    return solve(weighted_gram(columns, r), [dot(column, weighted_z) for column in columns])


@equation("mitchell-s3.2-cg", "xing-cg-cost")
def conjugate_direction(
    g: Vector[float], last_g: Vector[float], direction: Vector[float]
) -> list[float]:
    """The next direction of conjugate gradient ascent, after Polak and Ribière.

        d_t = g_t + β_t d_{t−1},   β_t = max(0, g_t · (g_t − g_{t−1}) / ‖g_{t−1}‖²)

    >>> conjugate_direction([0.0, 2.0], [2.0, 0.0], direction=[2.0, 0.0])
    [2.0, 2.0]
    """
    require_same_length(gradient=g, last_gradient=last_g, direction=direction)
    size2 = dot(last_g, last_g)
    require(size2 > 0, "the last gradient is 0, as far as a float can tell: that was the top")
    turn = dot(g, [a - b for a, b in zip(g, last_g)]) / size2
    return [a + max(0.0, turn) * d for a, d in zip(g, direction)]


@equation("mitchell-s3.2-eta")
def safe_step_size(rows: Rows) -> float:
    """A step size with which ascent never goes down, whatever the labels.

        η = 4 / ‖XᵀX‖ ≤ 4 / λ_max(XᵀX)

    The curvature of l(W) is at most λ_max(XᵀX)/4; the largest row sum of |XᵀX| bounds λ_max.

    >>> safe_step_size([[1.0, 0.0], [0.0, 2.0]])
    1.0
    """
    require(len(rows) > 0, "there are no examples: give at least one")
    require_same_length(**{f"numbers in row {j}": x for j, x in enumerate(rows)})
    columns = list(zip(*rows))
    steepest = max((safe_sum(abs(dot(a, b)) for b in columns) for a in columns), default=0.0)
    require(steepest > 0, "every feature is 0, as far as a float can tell: no step does anything")
    require(4 / steepest < inf, "the features are so small that the step is larger than any float")
    return 4 / steepest


def finite(w: list[Num]) -> list[Num]:
    """The new weights, unless a step so long has carried them out of the floats."""
    require_finite(w, "the new weights (the step is too long)")
    return w


def require_step(eta: Num) -> None:
    """Refuse a step that does not go uphill."""
    require(0 < eta < inf, f"η is {eta}: a step size is finite and above 0")
