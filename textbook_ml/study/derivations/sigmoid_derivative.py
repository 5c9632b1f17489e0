"""The derivative of the logistic function, Xing's identity.

q   exp(−t), any positive number
"""

from decimal import Decimal
from fractions import Fraction as F
from math import log

from textbook_ml.equations import logistic
from textbook_ml.study.derivations._derivation import Derivation, Input
from textbook_ml.study.derivations._numbers import exp, slope

SIGMOID = Derivation(
    "sigmoid-derivative",
    "The derivative of the logistic function",
    inputs=(Input("q", "e^{-t}", F(1, 3), "exp(−t)", "positive"),),
    about=("xing-mu",),
    remarks=("The derivative is largest at t = 0, where it is 1/4.",),
)


@SIGMOID.line(
    r"\frac{d\mu}{dt},\quad \mu(t)=\frac{1}{1+e^{-t}}",
    "The derivative of the logistic function.",
    of=r"\frac{d\mu}{dt}",
    digits=True,
)
def definition(q: Decimal) -> Decimal:
    return slope(lambda change: 1 / (1 + q * exp(-change)), Decimal(0))


@SIGMOID.line(
    r"=\frac{e^{-t}}{(1+e^{-t})^2}",
    "Quotient rule: the derivative of the denominator is −exp(−t).",
)
def quotient_rule(q: F) -> F:
    return q / ((1 + q) * (1 + q))


@SIGMOID.line(
    r"=\frac{1}{1+e^{-t}}\cdot\frac{e^{-t}}{1+e^{-t}}",
    "Split the fraction into two factors.",
)
def two_factors(q: F) -> F:
    return 1 / (1 + q) * (q / (1 + q))


@SIGMOID.line(
    r"=\mu(1-\mu)",
    "The first factor is μ, and the second is 1 − μ.",
    "xing-sigmoid-derivative",
    equation=lambda q: logistic.sigmoid_derivative(-log(q)),
)
def probabilities(q: F) -> F:
    mu = 1 / (1 + q)
    return mu * (1 - mu)
