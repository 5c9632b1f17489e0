"""From the likelihood to losses: the log loss, the hinge loss and the perceptron.

odds     exp(s) of one example, with the score s; any positive number
label    the class of the example, 0 or 1
code0    the number y that stands for class 0 in the formulas
w        any weights
x        the features of one example
lam      λ, the penalty
eta      η, the step size
"""

from decimal import Decimal
from fractions import Fraction as F
from math import exp as float_exp
from math import log

from textbook_ml.equations.ascent import perceptron_step
from textbook_ml.equations.likelihood import penalised_log_likelihood
from textbook_ml.equations.losses import log_loss, regularised_risk
from textbook_ml.study.derivations._derivation import Assumption, Derivation, Input
from textbook_ml.study.derivations._matrices import dot
from textbook_ml.study.derivations._numbers import Value, exp, ln, square, total

Exact = tuple[F, ...]
Vector = tuple[Decimal, ...]

LOSSES = Derivation(
    "losses",
    "From the likelihood to the log loss and to the perceptron",
    inputs=(
        Input("odds", "e^s", F(2), "exp(score) of one example", "positive"),
        Input("label", "Y", 0, "class of the example", "bit"),
        Input("w", "w", (F(1, 2), F(1)), "any weights", sizes=("n",), most=8),
        Input("x", "x", (F(1), F(2)), "features of one example", sizes=("n",), most=8),
        Input("lam", r"\lambda", F(1, 2), "penalty", "positive"),
        Input("eta", r"\eta", F(1), "step size", "positive"),
        Input("code0", "y_0", -1, "number that stands for class 0", "number",
              assumption="labels-plus-minus-1"),
    ),
    assumptions=(
        Assumption(
            "labels-plus-minus-1",
            "The labels are −1 and +1.",
            {"code0": 0},
            "With the label 0 for class 0 the margin ys is always 0, and the loss is ln 2.",
        ),
    ),
    about=("sontag-map-pm1", "sontag-losses", "sontag-quadratic-svm", "xing-sgd"),
    remarks=(
        "Replace ln(1 + exp(−ys)) by max(0, 1 − ys) to obtain the support vector machine.",
        "The log loss is an upper bound on the 0-1 loss only with logarithms to base 2: at ys = 0 "
        "it is ln 2 = 0.693, which is less than 1.",
    ),
)  # fmt: skip


@LOSSES.line(
    r"-\ln P(y\mid x)",
    "The negative logarithm of the likelihood of one example.",
    of=r"e^{-\ln P(y\mid x)}",
)
def negative_log(odds: F, label: int) -> F:
    p1 = odds / (1 + odds)
    return 1 / p1 if label == 1 else 1 / (1 - p1)


@LOSSES.line(
    r"=-\ln\frac{1}{1+e^{-ys}}",
    "With labels −1 and +1, both probabilities are one formula: (25) has the score s, and (24) "
    "has −s.",
    "sontag-map-pm1",
    uses="labels-plus-minus-1",
)
def one_formula(odds: F, label: int, code0: int) -> F:
    y = 1 if label == 1 else code0
    probability = 1 / (1 + odds**-y)
    return 1 / probability


@LOSSES.line(
    r"=\ln(1+e^{-ys})",
    "The logarithm of a reciprocal: this is the log loss of the margin ys.",
    "sontag-losses",
    equation=lambda odds, label: float_exp(log_loss((1 if label == 1 else -1) * log(odds))),
)
def of_margin(odds: F, label: int, code0: int) -> F:
    return 1 + (1 / odds if label == 1 else odds**-code0)


@LOSSES.line(
    r"-\Bigl(\ln P(Y\mid x,w)-\frac{\lambda}{2}\|w\|^2\Bigr)",
    "The negative penalised log likelihood; MAP estimation minimises it.",
    of=r"-\ln P(Y\mid x,w)+\frac{\lambda}{2}\|w\|^2",
    anew=True,
    digits=True,
    equation=lambda w, x, label, lam: -penalised_log_likelihood(w, [x], [label], lam),
)
def negative_map(w: Vector, x: Vector, label: Decimal, lam: Decimal) -> Decimal:
    odds = exp(dot(w, x))
    probability = odds / (1 + odds) if label == 1 else 1 / (1 + odds)
    return -(ln(probability) - lam / 2 * total(map(square, w)))


@LOSSES.line(
    r"=\ln(1+e^{-y\,w^{\top}x})+\frac{\lambda}{2}\|w\|^2",
    "Substitute the log loss: a loss plus a penalty, as for support vector machines.",
    "sontag-losses",
    "sontag-quadratic-svm",
    uses="labels-plus-minus-1",
    digits=True,
    equation=lambda w, x, label, lam: regularised_risk(
        log_loss, [0.0, *w], [[0.0, *x]], [1 if label == 1 else -1], lam
    ),
)
def regularised(w: Vector, x: Vector, label: Decimal, lam: Decimal, code0: Decimal) -> Decimal:
    y = Decimal(1) if label == 1 else code0
    return ln(1 + exp(-y * dot(w, x))) + lam / 2 * total(map(square, w))


@LOSSES.line(
    r"w_i+\eta x_i(Y-\hat y),\quad \hat y=1\text{ if }w^{\top}x\ge0,\text{ else }0",
    "In one stochastic gradient step, replace the probability by the predicted class.",
    "xing-sgd",
    of=r"w_i^{new}",
    anew=True,
)
def thresholded(w: Exact, x: Exact, label: int, eta: F) -> Value:
    prediction = 1 if dot(w, x) >= 0 else 0
    return tuple(w_i + eta * x_i * (label - prediction) for w_i, x_i in zip(w, x))


@LOSSES.line(
    r"=w_i+\eta x_i\text{ or }w_i-\eta x_i\text{ after a mistake, else }w_i",
    "The error is 0 for a right prediction and ±1 for a wrong one: the perceptron rule.",
    "ng-s0-perceptron",
    "xing-sgd",
)
def perceptron(w: Exact, x: Exact, label: int, eta: F) -> Value:
    return tuple(perceptron_step(w, x, label, eta))
