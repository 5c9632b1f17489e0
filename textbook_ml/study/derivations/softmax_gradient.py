"""Section 3.4: the gradient of softmax regression, which gives (29).

powers   exp(s_j) of each class, for each example; the last class has exp(s_K) = 1 in (27)
label    the class of the example, from 1 to K
xi       feature i of the example
w        w_ji of each class
eta      η, the step size
lam      λ, the penalty
"""

from decimal import Decimal
from fractions import Fraction as F
from math import log

from textbook_ml.equations.softmax import class_residuals, class_step
from textbook_ml.study.derivations._derivation import Derivation, Input
from textbook_ml.study.derivations._numbers import Value, exp, gradient, ln, square, total

Exact = tuple[F, ...]
Vector = tuple[Decimal, ...]

SOFTMAX_GRADIENT = Derivation(
    "softmax-gradient",
    "The gradient of softmax regression and the update (29)",
    inputs=(
        Input("powers", "e^{s_j}", (F(6), F(3), F(2)), "exp(score) of each class", "positive",
              ("k",), most=20),
        Input("label", "y", 2, "the class of the example", "class"),
        Input("xi", "X_i", F(3), "feature i of the example"),
        Input("w", "w_{ji}", (F(1), F(-2), F(1, 2)), "weight of feature i for each class",
              sizes=("k",), most=20),
        Input("eta", r"\eta", F(1, 10), "step size", "positive"),
        Input("lam", r"\lambda", F(1, 2), "penalty", "positive"),
    ),
    about=("mitchell-s3.4-error-zero", "mitchell-s3.4-special-26"),
    remarks=(
        "The derivatives with respect to the scores sum to 0: with K vectors "
        "one of them is redundant.",
        "For several examples the gradient is the sum over the examples. For K = 2, with "
        "K − 1 vectors, the update (29) is (26).",
    ),
)  # fmt: skip


@SOFTMAX_GRADIENT.line(
    r"\frac{\partial}{\partial s_j}\ln\frac{e^{s_y}}{\sum_ke^{s_k}}",
    "Differentiate the logarithm of the probability of the class y with respect to each score.",
    of=r"\frac{\partial}{\partial s_j}\ln P(y\mid x)",
    digits=True,
)
def derivative(powers: Vector, label: Decimal) -> Value:
    scores = tuple(ln(p) for p in powers)

    def log_probability(s: Vector) -> Decimal:
        return ln(exp(s[int(label) - 1]) / total(map(exp, s)))

    return gradient(log_probability, scores)


@SOFTMAX_GRADIENT.line(
    r"=\frac{\partial}{\partial s_j}\Bigl(s_y-\ln\sum_ke^{s_k}\Bigr)",
    "The logarithm of a quotient is a difference.",
    digits=True,
)
def of_difference(powers: Vector, label: Decimal) -> Value:
    scores = tuple(ln(p) for p in powers)
    return gradient(lambda s: s[int(label) - 1] - ln(total(map(exp, s))), scores)


@SOFTMAX_GRADIENT.line(
    r"=\delta(y=y_j)-\frac{e^{s_j}}{\sum_ke^{s_k}}",
    "The derivative of s_y is 1 for j = y and otherwise 0; use the chain rule for the logarithm.",
)
def indicator(powers: Exact, label: int) -> Value:
    return tuple((j == label) - p / sum(powers) for j, p in enumerate(powers, start=1))


@SOFTMAX_GRADIENT.line(
    r"=\delta(y=y_j)-\hat P(y_j\mid x)",
    "Recognise the softmax function: this is the prediction error for the class.",
    "mitchell-s3.4-error-zero",
    equation=lambda powers, label: [
        row[0] for row in class_residuals([[log(p)] for p in powers], [[1.0]], [label - 1])
    ],
)
def errors(powers: Exact, label: int) -> Value:
    probabilities = [1 / total(q / p for q in powers) for p in powers]
    return tuple(1 - p if j == label else -p for j, p in enumerate(probabilities, start=1))


@SOFTMAX_GRADIENT.line(
    r"\frac{\partial}{\partial w_{ji}}\Bigl(\ln P(y\mid x)"
    r"-\frac{\lambda}{2}\sum_jw_{ji}^2\Bigr)",
    "Differentiate the penalised log likelihood with respect to each weight of feature i.",
    of=r"\frac{\partial l}{\partial w_{ji}}-\lambda w_{ji}",
    digits=True,
)
def derivative_by_weight(
    powers: Vector, label: Decimal, xi: Decimal, w: Vector, lam: Decimal
) -> Value:
    def objective(v: Vector) -> Decimal:
        changed = [p * exp((new - old) * xi) for p, new, old in zip(powers, v, w)]
        return ln(changed[int(label) - 1] / total(changed)) - lam / 2 * total(map(square, v))

    return gradient(objective, w)


@SOFTMAX_GRADIENT.line(
    r"=X_i\bigl(\delta(y=y_j)-\hat P(y_j\mid x)\bigr)-\lambda w_{ji}",
    "The derivative of s_j with respect to w_ji is Xᵢ, and that of the penalty is λw_ji.",
    "mitchell-29",
)
def weight_terms(powers: Exact, label: int, xi: F, w: Exact, lam: F) -> Value:
    probabilities = [p / sum(powers) for p in powers]
    return tuple(
        xi * ((j == label) - p) - lam * w_ji
        for j, (p, w_ji) in enumerate(zip(probabilities, w), start=1)
    )


@SOFTMAX_GRADIENT.line(
    r"w_{ji}+\eta\Bigl(\frac{\partial l}{\partial w_{ji}}-\lambda w_{ji}\Bigr)",
    "Take one step of gradient ascent with step size η.",
    of=r"w_{ji}^{new}",
)
def step(powers: Exact, label: int, xi: F, w: Exact, eta: F, lam: F) -> Value:
    slopes = weight_terms(powers, label, xi, w, lam)
    assert isinstance(slopes, tuple)
    return tuple(w_ji + eta * slope for w_ji, slope in zip(w, slopes))


@SOFTMAX_GRADIENT.line(
    r"=w_{ji}+\eta X_i\bigl(\delta(y=y_j)-\hat P(y_j\mid x)\bigr)-\eta\lambda w_{ji}",
    "Substitute the gradient; for several examples the second term is a sum.",
    "mitchell-29",
    "mitchell-s3.4-special-26",
    equation=lambda powers, label, xi, w, eta, lam: [
        row[1]
        for row in class_step(
            [[log(p) - v * xi, v] for p, v in zip(powers, w)], [[1.0, xi]], [label - 1], eta, lam
        )
    ],
)
def update(powers: Exact, label: int, xi: F, w: Exact, eta: F, lam: F) -> Value:
    new = []
    for j, (p, w_ji) in enumerate(zip(powers, w), start=1):
        error = (total(powers) - p if j == label else -p) / total(powers)
        new.append((1 - eta * lam) * w_ji + eta * xi * error)
    return tuple(new)
