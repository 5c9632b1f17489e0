"""Logistic regression fitted by Newton's method, for the errata that need it."""

from textbook_ml.core.errors import TextbookError
from textbook_ml.core.linalg import solve
from textbook_ml.equations.likelihood import Labels, Rows, hessian, penalised_gradient

MAX_STEPS = 50
SMALL_STEP = 2.0**-30  # Newton squares the error: the next step is smaller than rounding errors


def fit(rows: Rows, labels: Labels, lam: float = 0.0) -> list[float]:
    """The weights that maximise the penalised likelihood, by Newton's method from zero.

        W ← W + (λI − ∇²l)⁻¹ (∇l − λW)

    >>> fit([[1.0, -1.0], [1.0, 1.0], [1.0, -1.0], [1.0, 1.0]], [0, 0, 1, 1])
    [0.0, 0.0]
    """
    w = [0.0] * len(rows[0])
    for _ in range(MAX_STEPS):
        negative_hessian = [
            [(lam if i == j else 0.0) - h for j, h in enumerate(row)]
            for i, row in enumerate(hessian(w, rows))
        ]
        step = solve(negative_hessian, penalised_gradient(w, rows, labels, lam))
        w = [w_i + s for w_i, s in zip(w, step)]
        if max(map(abs, step)) <= SMALL_STEP:
            return w
    raise TextbookError(
        f"Newton's method has not converged after {MAX_STEPS} steps, at {w}: if the classes are "
        "separable, the likelihood has no maximum. Fix: use a penalty above 0"
    )
