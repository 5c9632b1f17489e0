"""Sontag's last slides. Losses as functions of the margin: logistic, hinge, zero-one.

z     margin    y (w₀ + w · x), with y = −1 or +1: positive if the prediction is right
"""

from collections.abc import Callable

from textbook_ml.core.errors import require, require_same_length
from textbook_ml.core.linalg import Vector, dot, mat_vec, over_rows, plus_times
from textbook_ml.core.numeric import Num, require_finite
from textbook_ml.core.stable import safe_sum, softplus
from textbook_ml.equations.likelihood import Labels, Rows, require_penalty, require_signs
from textbook_ml.sources.registry import equation


@equation("sontag-losses")
def log_loss(margin: float) -> float:
    """Log loss, the loss of logistic regression: smooth and never zero.

        L(z) = ln(1 + e⁻ᶻ)

    >>> log_loss(-1e4)
    10000.0
    """
    return softplus(-margin)


@equation("sontag-losses")
def hinge_loss(margin: Num) -> Num:
    """Hinge loss, the loss of the support vector machine: zero beyond a margin of one.

        L(z) = max(0, 1 − z)

    >>> hinge_loss(-1.0), hinge_loss(0.25), hinge_loss(2.0)
    (2.0, 0.75, 0.0)
    """
    require_finite([margin], "the margin")
    return max(0 * margin, 1 - margin)  # 0 * margin is 0 of the same type as the margin


@equation("sontag-losses")
def zero_one_loss(margin: float) -> int:
    """Zero-one loss: one for an error or a tie, else zero.

        L(z) = 1{z ≤ 0}

    >>> zero_one_loss(-0.5), zero_one_loss(0.5)
    (1, 0)
    """
    require(margin == margin, "the margin must be a number, got NaN")
    return 1 if margin <= 0 else 0


@equation("sontag-losses", "sontag-quadratic-svm", "sontag-map-pm1")
def regularised_risk(
    loss: Callable[[float], float], w: Vector[float], rows: Rows, signs: Labels, lam: float
) -> float:
    """Regularised risk of logistic regression or an SVM; the intercept w₀ is not penalised.

        Σᵢ L(yᵢ (w₀ + w · xᵢ)) + (λ/2) ‖w‖²

    With the log loss it is minus the MAP objective for labels −1 and +1.

    >>> regularised_risk(hinge_loss, [0.0, 2.0], [[1.0, 0.25], [1.0, -1.0]], [1, -1], lam=1.0)
    2.5
    """
    require_penalty(lam)
    require_same_length(rows=rows, labels=signs)
    require(len(rows) > 0, "a risk needs at least one example, got none")
    require_signs(signs)
    losses = [loss(y * dot(w, x)) for x, y in zip(rows, signs)]
    return safe_sum([*losses, lam / 2 * dot(w[1:], w[1:])])


@equation("sontag-quadratic-svm")
def hinge_step(w: Vector[float], rows: Rows, signs: Labels, eta: float, lam: float) -> list[float]:
    """One step of subgradient descent on the penalised hinge loss: a linear SVM.

        w ← w − η (λ w − Σ_{yˡ w·xˡ < 1} yˡ xˡ)

    Only examples with a margin below 1 contribute; the intercept is penalised too.

    >>> hinge_step([0.0, 2.0], [[1.0, 0.25], [1.0, -1.0]], [1, -1], eta=0.5, lam=1.0)
    [0.5, 1.125]
    """
    require_penalty(lam)
    active_signs = [y if y * s < 1 else 0 for y, s in zip(signs, mat_vec(rows, w))]
    subgradient = [lam * w_i - g for w_i, g in zip(w, over_rows(rows, active_signs))]
    return plus_times(w, -eta, subgradient)
