"""Sections 3.2 and 3.3, equation (26). One step of each optimisation method.

    w      the weights before the step, w[0] the intercept; rows have a leading 1
    eta    η, the step size;   lam   λ, the penalty: one number, or one for each weight
    g      the gradient;   direction   the direction of the last step

Every rule updates all weights at once, with predictions computed from the old weights. The loops
that repeat a step until convergence are in `optimisers`.
"""

from textbook_ml.core.elementwise import sigmoid_derivatives
from textbook_ml.core.errors import number_text, require, require_same_length
from textbook_ml.core.linalg import (
    Matrix,
    Vector,
    dot,
    mat_vec,
    minus,
    over_rows,
    plus_times,
    solve,
    weighted_gram,
)
from textbook_ml.core.numeric import LARGEST_FLOAT, Num, as_float, require_finite
from textbook_ml.core.stable import safe_sum
from textbook_ml.equations.likelihood import (
    Labels,
    Penalty,
    Rows,
    gradient,
    hessian,
    penalised_gradient,
    penalties,
    require_binary,
    residuals,
)
from textbook_ml.sources.registry import equation


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
    return gradient_step(w, gradient(w, rows, labels), eta)


@equation("mitchell-s3.2-update", "sontag-ga")
def gradient_step(w: Vector[float], g: Vector[float], eta: float) -> list[float]:
    """One step of gradient ascent, given the gradient; the other rules compute it first.

        wᵢ ← wᵢ + η ∂l/∂wᵢ

    >>> gradient_step([0.0, 1.0], [1.5, -2.0], eta=0.5)
    [0.75, 0.0]
    """
    require_step(eta)
    return finite([w_i + eta * g_i for w_i, g_i in zip(w, g)])


@equation("mitchell-26", "xing-map-update")
def penalised_step(
    w: Vector[float], rows: Rows, labels: Labels, eta: float, lam: Penalty
) -> list[float]:
    """One step of gradient ascent with a penalty; the source text calls it descent.

        wᵢ ← wᵢ + η Σ_l Xᵢˡ (Yˡ − P̂(Yˡ = 1 | Xˡ, W)) − η λ wᵢ

    >>> penalised_step([0.0, 0.0], [[1.0, -1.0], [1.0, 2.0]], [0, 1], eta=0.5, lam=1.0)
    [0.0, 0.75]
    """
    return gradient_step(w, penalised_gradient(w, rows, labels, lam), eta)


@equation("mitchell-s3.3-nonzero-mean")
def shifted_step(
    w: Vector[float], rows: Rows, labels: Labels, eta: float, lam: Penalty, mean: Vector[float]
) -> list[float]:
    """One step of gradient ascent under a normal prior with mean μ instead of 0.

        wᵢ ← wᵢ + η Σ_l Xᵢˡ (Yˡ − P̂(Yˡ = 1 | Xˡ, W)) − η λ (wᵢ − μᵢ)

    >>> shifted_step([0.0], [[0.0]], [1], eta=0.5, lam=1.0, mean=[4.0])
    [2.0]
    """
    require_same_length(weights=w, means=mean)
    g = gradient(w, rows, labels)
    penalty_gradient = [
        l_i * (w_i - m) for l_i, w_i, m in zip(penalties(lam, w), w, map(as_float, mean))
    ]
    return gradient_step(w, minus(g, penalty_gradient), eta)


@equation("xing-sgd")
def stochastic_step(w: Vector[float], x: Vector[float], y: int, eta: float) -> list[float]:
    """One step of stochastic gradient ascent, which uses a single example.

        θ ← θ + η (yᵢ − μ(θᵀxᵢ)) xᵢ

    >>> stochastic_step([0.0, 0.0], [1.0, 2.0], 1, eta=0.5)
    [0.25, 0.5]
    """
    return ascent_step(w, [x], [y], eta)


@equation("ng-s0-perceptron", "xing-sgd")
def perceptron_step(w: Vector[Num], x: Vector[Num], y: int, eta: Num) -> list[Num]:
    """One step of the perceptron: `stochastic_step` with a step function instead of the sigmoid.

        θ ← θ + η (yᵢ − 1{θᵀxᵢ ≥ 0}) xᵢ

    >>> perceptron_step([0.0, 0.0], [1.0, 2.0], 0, eta=1.0)
    [-1.0, -2.0]
    """
    require_step(eta)
    require_binary((y,))
    error = y - (1 if dot(w, x) >= 0 else 0)
    return finite([w_i + eta * error * x_i for w_i, x_i in zip(w, x)])


@equation("mitchell-s6-irls", "xing-irls-cost")
def newton_step(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    """One step of Newton's method, which here is iteratively reweighted least squares.

        W ← W − (∇²l)⁻¹ ∇l = (XᵀRX)⁻¹ XᵀRz,   R = diag(p(1 − p)),  z = XW + R⁻¹(y − p)

    The cost is O(N d² + d³): compute the matrix, and solve one linear system.

    >>> newton_step([0.0, 0.0], [[1.0, -1.0], [1.0, 1.0]], [0, 1])
    [0.0, 2.0]
    """
    direction = newton_direction(gradient(w, rows, labels), hessian(w, rows))
    return [w_i + d for w_i, d in zip(w, direction)]


@equation("mitchell-s6-irls")
def newton_direction(g: Vector[float], hessian: Matrix[float], lam: Penalty = 0.0) -> list[float]:
    """Newton's direction, with an optional penalty λ; g must include the gradient of the penalty.

        d = −(∇²l − diag λ)⁻¹ g

    >>> newton_direction([2.0, 4.0], [[-1.0, 0.0], [0.0, -2.0]])
    [2.0, 2.0]
    """
    lams = penalties(lam, g)
    curvature = [[-h for h in row] for row in hessian]
    for i, l_i in enumerate(lams):
        curvature[i][i] += l_i
    return solve(curvature, g)


@equation("mitchell-s6-irls")
def reweighted_least_squares_step(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    """Newton's step written as weighted least squares.

        W ← (XᵀRX)⁻¹ XᵀRz,   R = diag(p(1 − p)),  z = XW + R⁻¹(y − p)

    >>> reweighted_least_squares_step([0.0, 0.0], [[1.0, -1.0], [1.0, 1.0]], [0, 1])
    [0.0, 2.0]
    """
    errors = residuals(w, rows, labels)
    scores = mat_vec(rows, w)
    r = sigmoid_derivatives(scores)
    require(
        min(r) > 0, "a prediction p is 0 or 1, so its weight p(1 − p) is 0. Fix: use newton_step"
    )
    z = [s + error / r_l for s, error, r_l in zip(scores, errors, r)]
    return solve(weighted_gram(rows, r), over_rows(rows, [r_l * z_l for r_l, z_l in zip(r, z)]))


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
    squared_norm = as_float(dot(last_g, last_g))
    require(squared_norm > 0, "the last gradient must not be 0: the maximum was already reached")
    beta = dot(g, minus(g, last_g)) / squared_norm
    return plus_times(g, max(0.0, beta), direction)


@equation("mitchell-s3.2-eta")
def safe_step_size(rows: Rows) -> float:
    """A step size with which gradient ascent never decreases the objective, whatever the labels.

        η = 4 / ‖XᵀX‖ ≤ 4 / λ_max(XᵀX)

    The curvature of l(W) is at most λ_max(XᵀX)/4; the largest row sum of |XᵀX| bounds λ_max.

    >>> safe_step_size([[1.0, 0.0], [0.0, 2.0]])
    1.0
    """
    require(len(rows) > 0, "there are no examples. Fix: pass at least one")
    gram = weighted_gram(rows, [1.0] * len(rows))
    norm = max((safe_sum(map(abs, row)) for row in gram), default=0.0)
    require(
        norm > 4 / LARGEST_FLOAT,
        "every feature is 0, or so small that the step size is larger than any float",
    )
    return 4 / norm


def finite(w: list[Num]) -> list[Num]:
    """The new weights; raise TextbookError if the step size made them infinite."""
    require_finite(w, "the new weights (the step size is too large)")
    return w


def require_step(eta: Num) -> None:
    """Raise TextbookError unless η is a finite number above 0."""
    if not 0 < eta <= LARGEST_FLOAT:
        require(False, f"the step size η must be a finite number above 0, got {number_text(eta)}")
