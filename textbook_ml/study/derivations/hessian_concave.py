"""Section 3.2: the conditional log likelihood is concave.

odds        exp(s) of each example; any positive numbers
labels      the class of each example, 0 or 1
rows        the features of each example; the first feature is usually 1
v           any direction in the space of weights
objective   "log-likelihood", or "squared-error" for −Σ (Y − P)²
"""

from decimal import Decimal
from fractions import Fraction as F
from math import log

from textbook_ml.equations.likelihood import hessian
from textbook_ml.study.derivations._derivation import Assumption, Derivation, Input
from textbook_ml.study.derivations._matrices import dot, quadratic_form
from textbook_ml.study.derivations._numbers import Value, exp, slope, square, total

Exact = tuple[F, ...]
Vector = tuple[Decimal, ...]
ENTRY = r"\frac{\partial^2l}{\partial w_i\partial w_k}"

HESSIAN = Derivation(
    "hessian-concave",
    "The conditional log likelihood is concave",
    inputs=(
        Input("odds", "e^s", (F(2), F(1, 3), F(5)), "exp(score) of each example", "positive",
              ("m",), most=20),
        Input("labels", "Y", (1, 0, 0), "class of each example", "bit", ("m",), most=20),
        Input("rows", "X", ((F(1), F(-1)), (F(1), F(2)), (F(1), F(1, 2))),
              "features of each example", sizes=("m", "n"), most=20),
        Input("v", "v", (F(2), F(-3)), "a direction", sizes=("n",), most=20),
        Input("objective", "o", "log-likelihood", "what is maximised", "choice",
              assumption="log-likelihood", choices=("log-likelihood", "squared-error")),
    ),
    assumptions=(
        Assumption(
            "log-likelihood",
            "The objective is the conditional log likelihood.",
            {"objective": "squared-error", "odds": (F(1, 7),), "labels": (1,),
             "rows": ((F(1),),), "v": (F(1),)},
            "Take minus the squared error of the probability as the objective: for an example "
            "that is classified wrongly, the second derivative is positive, so this objective is "
            "not concave.",
        ),
    ),
    about=("mitchell-s3.2-no-closed-form",),
    remarks=(
        "Concave does not mean that there is a maximum: for separable data the likelihood "
        "increases without reaching one.",
        "If a column is a copy of another, vᵀHv is 0 for some v, and the maximum is not unique.",
    ),
)  # fmt: skip


def floats_hessian(
    odds: tuple[float, ...], rows: tuple[tuple[float, ...], ...]
) -> list[list[float]]:
    """Return the Hessian by the registered equation; an added column makes the scores ln(odds)."""
    extended = [[log(r), *row] for r, row in zip(odds, rows)]
    weights = [1.0] + [0.0] * len(rows[0])
    return [row[1:] for row in hessian(weights, extended)[1:]]


@HESSIAN.line(
    r"\frac{\partial^2l}{\partial w_i\partial w_k}"
    r"=\frac{\partial}{\partial w_k}\sum_lX_i^l(Y^l-\hat P^l)",
    "Differentiate the gradient again.",
    of=ENTRY,
    digits=True,
)
def derivative_of_gradient(
    odds: Vector, labels: Vector, rows: tuple[Vector, ...], objective: str
) -> Value:
    def by_weight(i: int, k: int) -> Decimal:
        def gradient(t: Decimal) -> Decimal:
            ps = [r * exp(t * x[k]) / (1 + r * exp(t * x[k])) for r, x in zip(odds, rows)]
            if objective == "squared-error":
                return total(2 * x[i] * (y - p) * p * (1 - p) for x, y, p in zip(rows, labels, ps))
            return total(x[i] * (y - p) for x, y, p in zip(rows, labels, ps))

        return slope(gradient, Decimal(0))

    return tuple(tuple(by_weight(i, k) for k in range(len(rows[0]))) for i in range(len(rows[0])))


@HESSIAN.line(
    r"=-\sum_lX_i^l\frac{\partial\hat P^l}{\partial w_k}",
    "Only the probability depends on the weights.",
    uses="log-likelihood",
    digits=True,
)
def derivative_of_probability(odds: Vector, rows: tuple[Vector, ...]) -> Value:
    def slopes(k: int) -> list[Decimal]:
        return [
            slope(lambda t: 1 - 1 / (1 + r * exp(t * x[k])), Decimal(0)) for r, x in zip(odds, rows)
        ]

    columns = [slopes(k) for k in range(len(rows[0]))]
    return tuple(
        tuple(-total(x[i] * d for x, d in zip(rows, column)) for column in columns)
        for i in range(len(rows[0]))
    )


@HESSIAN.line(
    r"=-\sum_l\hat P^l(1-\hat P^l)X_i^lX_k^l",
    "Use the derivative of the logistic function, and the chain rule.",
    "mitchell-s3.2-concave",
    "xing-concave",
    "sontag-concave",
    equation=floats_hessian,
)
def weighted_products(odds: Exact, rows: tuple[Exact, ...]) -> Value:
    ps = [r / (1 + r) for r in odds]
    n = range(len(rows[0]))
    return tuple(
        tuple(-total(p * (1 - p) * x[i] * x[k] for p, x in zip(ps, rows)) for k in n) for i in n
    )


@HESSIAN.line(
    r"v^{\top}Hv",
    "The second derivative in the direction v.",
    of=r"v^{\top}Hv",
)
def in_direction(odds: Exact, rows: tuple[Exact, ...], v: Exact) -> F:
    h = weighted_products(odds, rows)
    assert isinstance(h, tuple)
    value: F = quadratic_form(h, v)
    return value


@HESSIAN.line(
    r"=-\sum_l\hat P^l(1-\hat P^l)(v^{\top}X^l)^2",
    "The sum of products of entries is the square of a sum.",
)
def weighted_squares(odds: Exact, rows: tuple[Exact, ...], v: Exact) -> F:
    squares: list[F] = [square(dot(v, x)) for x in rows]
    return -total(r / square(1 + r) * s for r, s in zip(odds, squares))


@HESSIAN.line(
    r"\le0",
    "Squares are not negative, and their weights P(1 − P) are positive.",
    "mitchell-s3.2-concave",
    relation="≤",
)
def not_positive() -> F:
    return F(0)
