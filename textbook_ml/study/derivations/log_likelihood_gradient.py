"""Section 3.2: the gradient of the conditional log likelihood, in Sontag's and Mitchell's lines.

    odds     exp(s) of each example, with the score s = w₀ + Σᵢ wᵢ Xᵢ; any positive numbers
    labels   the class of each example, 0 or 1
    xi       feature i of each example; for w₀ it is 1
    code0    the number that stands for class 0 in the formulas

A change of wᵢ by t changes the score of an example by t Xᵢ.
"""

from decimal import Decimal
from fractions import Fraction as F
from math import log

from textbook_ml.equations import likelihood
from textbook_ml.study.derivations._derivation import Assumption, Derivation, Input
from textbook_ml.study.derivations._numbers import exp, ln, slope, total

Exact = tuple[F, ...]
Vector = tuple[Decimal, ...]
Labels = tuple[int, ...]

GRADIENT = Derivation(
    "log-likelihood-gradient",
    "The gradient of the conditional log likelihood",
    inputs=(
        Input("odds", "e^s", (F(2), F(1, 3), F(5)), "exp(score) of each example", "positive",
              ("m",), most=20),
        Input("labels", "Y", (1, 0, 0), "class of each example", "bit", ("m",), most=20),
        Input("xi", "X_i", (F(-1), F(2), F(1, 2)), "feature i of each example", sizes=("m",),
              most=20),
        Input("code0", "y_0", 0, "number that stands for class 0", "count",
              assumption="labels-0-and-1"),
    ),
    assumptions=(
        Assumption(
            "labels-0-and-1",
            "The labels are 0 and 1.",
            {"odds": (F(1),), "labels": (0,), "xi": (F(1),), "code0": -1},
            "The label −1 for class 0, at s = 0: the error is −3/2 instead of −1/2.",
        ),
    ),
    about=("mitchell-s3.2-x0", "mitchell-s3.2-error-term", "sontag-gradient-def"),
    remarks=(
        "For w₀, put X₀ = 1: the derivative is the sum of the errors.",
        "The gradient of the squared error of a linear prediction has the same form, with s in "
        "place of the probability.",
    ),
)  # fmt: skip


def coded(labels: tuple[object, ...], code0: Decimal) -> Vector:
    """The labels as the numbers that stand for them in the formulas."""
    return tuple(Decimal(1) if y == 1 else code0 for y in labels)


def floats_gradient(odds: tuple[float, ...], labels: Labels, xi: tuple[float, ...]) -> float:
    """Return the partial derivative for the second weight, by the registered equation."""
    rows = [[log(r), x] for r, x in zip(odds, xi)]
    return likelihood.gradient([1.0, 0.0], rows, labels)[1]


@GRADIENT.line(
    r"\frac{\partial l}{\partial w_i}=\frac{\partial}{\partial w_i}\sum_l\ln P(Y^l\mid X^l,W)",
    "Definition of the log likelihood.",
    "sontag-gradient-def",
    of=r"\frac{\partial l}{\partial w_i}",
    digits=True,
)
def definition(odds: Vector, labels: Vector, xi: Vector) -> Decimal:
    def log_likelihood(t: Decimal) -> Decimal:
        ratios = [r * exp(t * x) for r, x in zip(odds, xi)]
        return total(ln(r / (1 + r) if y == 1 else 1 / (1 + r)) for r, y in zip(ratios, labels))

    return slope(log_likelihood, Decimal(0))


@GRADIENT.line(
    r"=\frac{\partial}{\partial w_i}\sum_l\Bigl[Y^ls^l-\ln(1+e^{s^l})\Bigr]",
    "Substitute the log likelihood in terms of the scores.",
    "sontag-gradient",
    uses="labels-0-and-1",
    digits=True,
)
def of_scores(odds: Vector, labels: Vector, xi: Vector, code0: Decimal) -> Decimal:
    ys = coded(labels, code0)

    def log_likelihood(t: Decimal) -> Decimal:
        scores = [ln(r) + t * x for r, x in zip(odds, xi)]
        return total(y * s - ln(1 + exp(s)) for s, y in zip(scores, ys))

    return slope(log_likelihood, Decimal(0))


@GRADIENT.line(
    r"=\sum_l\Bigl[\frac{\partial}{\partial w_i}Y^ls^l"
    r"-\frac{\partial}{\partial w_i}\ln(1+e^{s^l})\Bigr]",
    "The derivative of a sum is the sum of the derivatives.",
    "sontag-gradient",
    digits=True,
)
def term_by_term(odds: Vector, labels: Vector, xi: Vector, code0: Decimal) -> Decimal:
    derivative = Decimal(0)
    for r, y, x in zip(odds, coded(labels, code0), xi):
        linear = slope(lambda t: y * (ln(r) + t * x), Decimal(0))
        logarithm = slope(lambda t: ln(1 + r * exp(t * x)), Decimal(0))
        derivative += linear - logarithm
    return derivative


@GRADIENT.line(
    r"=\sum_l\Bigl[Y^lX_i^l-\frac{X_i^le^{s^l}}{1+e^{s^l}}\Bigr]",
    "The derivative of s with respect to wᵢ is Xᵢ; use the chain rule for the logarithm.",
    "sontag-gradient",
)
def differentiated(odds: Exact, labels: Labels, xi: Exact, code0: int) -> F:
    ys = [1 if y == 1 else code0 for y in labels]
    return total(y * x - x * r / (1 + r) for r, y, x in zip(odds, ys, xi))


@GRADIENT.line(
    r"=\sum_lX_i^l\Bigl[Y^l-\frac{e^{s^l}}{1+e^{s^l}}\Bigr]",
    "Factor out Xᵢ.",
    "sontag-gradient",
)
def factored(odds: Exact, labels: Labels, xi: Exact, code0: int) -> F:
    ys = [1 if y == 1 else code0 for y in labels]
    return total(x * (y - r / (1 + r)) for r, y, x in zip(odds, ys, xi))


@GRADIENT.line(
    r"=\sum_lX_i^l\bigl(Y^l-\hat P(Y^l=1\mid X^l,W)\bigr)",
    "Recognise (25): the bracket is the prediction error.",
    "mitchell-s3.2-gradient",
    "sontag-gradient",
    "xing-gradient",
    equation=floats_gradient,
)
def errors(odds: Exact, labels: Labels, xi: Exact, code0: int) -> F:
    derivative = F(0)
    for r, label, x in zip(odds, labels, xi):
        p1 = 1 - 1 / (1 + r)
        y = 1 if label == 1 else code0
        derivative += x * (y - p1)
    return derivative


@GRADIENT.line(
    r"=\sum_l\bigl[(Y^l-1)X_i^l+(1-\mu^l)X_i^l\bigr],\quad \mu^l=\frac{1}{1+e^{-s^l}}",
    "Xing's line: differentiate (Y − 1) s + ln μ instead; add and subtract Xᵢ.",
    "xing-gradient",
    "xing-ga-objective",
)
def xing(odds: Exact, labels: Labels, xi: Exact, code0: int) -> F:
    derivative = F(0)
    for r, label, x in zip(odds, labels, xi):
        mu = 1 / (1 + 1 / r)
        derivative += ((1 if label == 1 else code0) - 1) * x + (1 - mu) * x
    return derivative
