"""Section 3.2: the conditional log likelihood in three lines, and the forms of the other texts.

    odds         exp(s) of each example, with the score s = w₀ + Σᵢ wᵢ Xᵢ; any positive numbers
    labels       the class of each example, 0 or 1
    code0        the number that stands for class 0 in the formulas
    convention   "second": P(Y = 1 | x) = (25); "first": P(Y = 1 | x) = (16)

The value of each line is exp(l(W)), which is rational because the odds are.
"""

from fractions import Fraction as F
from math import exp, log, prod

from textbook_ml.equations.likelihood import (
    conditional_likelihood,
    signed_log_likelihood,
    simplified_log_likelihood,
    to_signs,
    xing_log_likelihood,
)
from textbook_ml.study.derivations._derivation import Assumption, Derivation, Input

Exact = tuple[F, ...]
Labels = tuple[int, ...]

LIKELIHOOD = Derivation(
    "log-likelihood",
    "The conditional log likelihood of logistic regression",
    inputs=(
        Input("odds", "e^s", (F(2), F(1, 3), F(5)), "exp(score) of each example", "positive",
              ("m",), most=20),
        Input("labels", "Y", (1, 0, 0), "class of each example", "bit", ("m",), most=20),
        Input("code0", "y_0", 0, "number that stands for class 0", "count",
              assumption="labels-0-and-1"),
        Input("convention", "c", "second", "sign convention of the model", "choice",
              assumption="second-convention", choices=("first", "second")),
    ),
    assumptions=(
        Assumption(
            "labels-0-and-1",
            "The labels are 0 and 1.",
            {"code0": -1},
            "Labels −1 and +1: the exponents Y and 1 − Y do not select one factor.",
        ),
        Assumption(
            "second-convention",
            "P(Y = 1 | x) is (25): a positive score is evidence for class 1.",
            {"convention": "first"},
            "With (16) and (17) the odds in favour of class 1 are exp(−s), so line 4 has the "
            "wrong sign.",
        ),
    ),
    about=("mitchell-s3.2-mcle", "mitchell-s3.2-mcle-log", "mitchell-24", "mitchell-25"),
    remarks=(
        "The values are exp(l(W)), the likelihood: it is a fraction if exp(s) is.",
        "Xing's slide prints ln(1 − exp(−s)) instead of ln(1 + exp(−s)): at W = 0 this is ln 0.",
    ),
)  # fmt: skip


def class_1(odds: F, convention: str) -> F:
    """Return P(Y = 1 | x) of each example."""
    return odds / (1 + odds) if convention == "second" else 1 / (1 + odds)


def coded(labels: Labels, code0: int) -> Labels:
    """Return the number that represents each label in the formulas."""
    return tuple(1 if y == 1 else code0 for y in labels)


@LIKELIHOOD.line(
    r"l(W)=\sum_l\ln P(Y^l\mid X^l,W)",
    "Definition: the logarithm of the conditional likelihood.",
    "mitchell-s3.2-mcle",
    "mitchell-s3.2-mcle-log",
    "xing-cond-likelihood",
    of="e^{l(W)}",
    equation=lambda odds, labels: conditional_likelihood([1.0], [[log(r)] for r in odds], labels),
)
def definition(odds: Exact, labels: Labels, convention: str) -> F:
    ones = [class_1(r, convention) for r in odds]
    return prod((p if y == 1 else 1 - p for p, y in zip(ones, labels)), start=F(1))


@LIKELIHOOD.line(
    r"=\sum_lY^l\ln P(Y^l=1\mid X^l,W)+(1-Y^l)\ln P(Y^l=0\mid X^l,W)",
    "Y is 0 or 1, so one of the two terms is 0.",
    "mitchell-s3.2-ll-def",
    "xing-cll-def",
    "sontag-cond-likelihood",
    uses="labels-0-and-1",
)
def both_terms(odds: Exact, labels: Labels, code0: int, convention: str) -> F:
    ones = [class_1(r, convention) for r in odds]
    ys = coded(labels, code0)
    return prod((p**y * (1 - p) ** (1 - y) for p, y in zip(ones, ys)), start=F(1))


@LIKELIHOOD.line(
    r"=\sum_lY^l\ln\frac{P(Y^l=1\mid X^l,W)}{P(Y^l=0\mid X^l,W)}+\ln P(Y^l=0\mid X^l,W)",
    "Collect the terms that contain Y.",
    "mitchell-s3.2-ll-simplified",
)
def collected(odds: Exact, labels: Labels, code0: int, convention: str) -> F:
    ones = [class_1(r, convention) for r in odds]
    ys = coded(labels, code0)
    return prod(((p / (1 - p)) ** y * (1 - p) for p, y in zip(ones, ys)), start=F(1))


@LIKELIHOOD.line(
    r"=\sum_lY^ls^l-\ln(1+e^{s^l}),\quad s^l=w_0+\sum_iw_iX_i^l",
    "Substitute (24) and (25): their ratio is exp(s), and (24) is 1/(1 + exp(s)).",
    "mitchell-s3.2-ll-simplified",
    "sontag-cll",
    uses="second-convention",
    equation=lambda odds, labels: exp(
        simplified_log_likelihood([1.0], [[log(r)] for r in odds], labels)
    ),
)
def with_scores(odds: Exact, labels: Labels, code0: int) -> F:
    return prod((r**y / (1 + r) for r, y in zip(odds, coded(labels, code0))), start=F(1))


@LIKELIHOOD.line(
    r"=\sum_l(Y^l-1)s^l-\ln(1+e^{-s^l})",
    "Xing's form: take s out of the logarithm, ln(1 + exp(s)) = s + ln(1 + exp(−s)).",
    "xing-cll",
    "xing-objective",
    "xing-ga-objective",
    equation=lambda odds, labels: exp(xing_log_likelihood([1.0], [[log(r)] for r in odds], labels)),
)
def xing(odds: Exact, labels: Labels, code0: int) -> F:
    ys = coded(labels, code0)
    return prod((r ** (y - 1) / (1 + r**-1) for r, y in zip(odds, ys)), start=F(1))


@LIKELIHOOD.line(
    r"=-\sum_l\ln(1+e^{-y^ls^l}),\quad y^l=2Y^l-1",
    "Sontag's form with labels −1 and +1: for Y = 1 the first term is 0, and for Y = 0 it changes "
    "the sign of s.",
    "sontag-cll",
    "sontag-map-pm1",
    uses="labels-0-and-1",
    equation=lambda odds, labels: exp(
        signed_log_likelihood([1.0], [[log(r)] for r in odds], to_signs(labels))
    ),
)
def signed(odds: Exact, labels: Labels, code0: int) -> F:
    signs = [2 * y - 1 for y in coded(labels, code0)]
    return prod((1 / (1 + r**-y) for r, y in zip(odds, signs)), start=F(1))
