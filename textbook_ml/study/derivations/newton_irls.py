"""Newton's step for logistic regression is a weighted least squares problem.

w        any weights
rows     the features of each example; the first feature is usually 1
labels   the class of each example, 0 or 1
"""

from decimal import Decimal
from fractions import Fraction as F

from textbook_ml.equations.ascent import newton_step, reweighted_least_squares_step
from textbook_ml.study.derivations._derivation import Assumption, Derivation, Input
from textbook_ml.study.derivations._matrices import (
    determinant,
    dot,
    inverse,
    matrix_product,
    transposed,
)
from textbook_ml.study.derivations._numbers import Value, exp, gradient, ln, total

Vector = tuple[Decimal, ...]
Rows = tuple[Vector, ...]

NEWTON = Derivation(
    "newton-irls",
    "Newton's step is a weighted least squares problem",
    inputs=(
        Input("w", "W", (F(1, 10), F(-1, 5)), "any weights", sizes=("n",), most=4),
        Input("rows", "X", ((F(1), F(-1)), (F(1), F(2)), (F(1), F(1, 2))),
              "features of each example", sizes=("m", "n"), most=12),
        Input("labels", "y", (0, 1, 0), "class of each example", "bit", ("m",), most=12),
    ),
    assumptions=(
        Assumption(
            "independent-columns",
            "The columns of X are linearly independent.",
            {"rows": ((F(1), F(2)), (F(1), F(2)), (F(1), F(2)))},
            "A feature with the same value in all examples, in addition to X₀ = 1: XᵀRX has no "
            "inverse.",
            condition=lambda rows: determinant(matrix_product(transposed(rows), rows)) != 0,
        ),
    ),
    about=("mitchell-s6-irls", "xing-irls-cost"),
    remarks=("The method is called iteratively reweighted least squares (IRLS).",),
)  # fmt: skip


def probabilities(w: Vector, rows: Rows) -> Vector:
    """P(Y = 1 | x) of each example."""
    return tuple(1 / (1 + exp(-dot(w, x))) for x in rows)


def weighted_gram(w: Vector, rows: Rows) -> Rows:
    """XᵀRX, with R = diag(p (1 − p))."""
    weights = [p * (1 - p) for p in probabilities(w, rows)]
    scaled = tuple(tuple(r * x for x in row) for r, row in zip(weights, rows))
    return matrix_product(transposed(rows), scaled)


@NEWTON.line(
    r"W-H^{-1}\nabla l",
    "Newton's step: the maximum of the quadratic approximation of l at W.",
    of=r"W^{new}",
    digits=True,
    uses="independent-columns",
    equation=newton_step,
)
def newton(w: Vector, rows: Rows, labels: Vector) -> Value:
    def log_likelihood(v: Vector) -> Decimal:
        scores: list[Decimal] = [dot(v, x) for x in rows]
        return total(y * s - ln(1 + exp(s)) for s, y in zip(scores, labels))

    slopes = gradient(log_likelihood, w)
    h_inverse = inverse(tuple(tuple(-g for g in row) for row in weighted_gram(w, rows)))
    return tuple(w_i - dot(row, slopes) for w_i, row in zip(w, h_inverse))


@NEWTON.line(
    r"=W+(X^{\top}RX)^{-1}X^{\top}(y-p),\quad R=\mathrm{diag}(p(1-p))",
    "Substitute the Hessian −XᵀRX and the gradient Xᵀ(y − p).",
    "mitchell-s6-irls",
    uses="independent-columns",
    digits=True,
)
def inserted(w: Vector, rows: Rows, labels: Vector) -> Value:
    errors = [y - p for y, p in zip(labels, probabilities(w, rows))]
    slopes = tuple(total(x * e for x, e in zip(column, errors)) for column in zip(*rows))
    return tuple(w_i + dot(row, slopes) for w_i, row in zip(w, inverse(weighted_gram(w, rows))))


@NEWTON.line(
    r"=(X^{\top}RX)^{-1}X^{\top}Rz,\quad z=XW+R^{-1}(y-p)",
    "Insert (XᵀRX)⁻¹XᵀRX = I before W, and factor out: the solution of a weighted least squares "
    "problem with targets z.",
    "mitchell-s6-irls",
    digits=True,
    equation=reweighted_least_squares_step,
)
def least_squares(w: Vector, rows: Rows, labels: Vector) -> Value:
    moments = [Decimal(0)] * len(w)
    for x, y in zip(rows, labels):
        score = dot(w, x)
        p = 1 - 1 / (1 + exp(score))
        weight = p * (1 - p)
        target = score + (y - p) / weight
        moments = [m + x_i * weight * target for m, x_i in zip(moments, x)]
    return tuple(dot(row, tuple(moments)) for row in inverse(weighted_gram(w, rows)))
