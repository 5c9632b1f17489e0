"""Sontag: a missing attribute may be dropped from the product.

theta1, theta0       P(Xᵢ = 1 | Y = 1) and P(Xᵢ = 1 | Y = 0) of three attributes or more
x                    the attributes; the value of the first one is not observed
p1                   P(Y = 1)
missing1, missing0   probability that the first attribute is missing, in each class
tie                  with any value but 0, the attributes are dependent within each class
"""

from fractions import Fraction as F
from math import prod

from textbook_ml.equations.bayes import bayes_rule
from textbook_ml.equations.missing import observed_likelihood, summed_likelihood
from textbook_ml.study.derivations._derivation import Assumption, Derivation, Input
from textbook_ml.study.derivations._numbers import total

Exact = tuple[F, ...]
Bits = tuple[int, ...]

MISSING = Derivation(
    "missing-value",
    "A missing attribute may be left out",
    inputs=(
        Input("theta1", r"\theta_1", (F(1, 5), F(2, 3), F(1, 4)), "P(Xᵢ = 1 | Y = 1)",
              "probability", ("n",), most=8),
        Input("theta0", r"\theta_0", (F(1, 2), F(1, 3), F(1, 2)), "P(Xᵢ = 1 | Y = 0)",
              "probability", ("n",), most=8),
        Input("x", "x", (1, 1, 0), "the attributes; the first one is not observed", "bit",
              ("n",), most=8),
        Input("p1", "P(Y=1)", F(1, 2), "prior of class 1", "probability"),
        Input("missing1", "m_1", F(1, 2), "P(the first attribute is missing | Y = 1)",
              assumption="missing-independent-of-class"),
        Input("missing0", "m_0", F(1, 2), "P(the first attribute is missing | Y = 0)",
              assumption="missing-independent-of-class"),
        Input("tie", "t", F(0), "added to P(x₂, …, xₙ | y) if an even number of these attributes "
              "is 1, otherwise subtracted", assumption="independent-attributes"),
    ),
    assumptions=(
        Assumption(
            "independent-attributes",
            "The attributes are mutually independent given the class.",
            {"tie": F(1, 20)},
            "The observed attributes depend on each other within a class.",
        ),
        Assumption(
            "missing-independent-of-class",
            "The probability that a value is missing does not depend on the class.",
            {"theta1": (F(1, 2),), "theta0": (F(1, 2),), "x": (1,), "missing1": F(1, 10),
             "missing0": F(9, 10)},
            "A test is omitted for 9/10 of the healthy people and 1/10 of the ill people: the "
            "omission is evidence for health.",
        ),
    ),
    about=("sontag-missing", "sontag-missing-coins"),
)  # fmt: skip


def tables(theta: Exact) -> list[dict[int, F]]:
    """P(Xᵢ = v | y) of each attribute."""
    return [{1: t, 0: 1 - t} for t in theta]


@MISSING.line(
    r"P(x_2,\dots,x_n\mid y)=\sum_{x_1}P(x_1,x_2,\dots,x_n\mid y)",
    "Law of total probability: sum over the values of the missing attribute.",
    "sontag-missing-general",
    "sontag-missing-coins",
    of=r"P(x_2,\dots,x_n\mid y)",
)
def summed(theta1: Exact, x: Bits, tie: F) -> F:
    independent = summed_likelihood([None, *x[1:]], tables(theta1))
    return independent + (tie if sum(x[1:]) % 2 == 0 else -tie)


@MISSING.line(
    r"=\Bigl[\sum_{x_1}P(x_1\mid y)\Bigr]P(x_2\mid y)\cdots P(x_n\mid y)",
    "The attributes are independent given the class; the other factors do not depend on x₁.",
    "sontag-missing-general",
    uses="independent-attributes",
)
def factored(theta1: Exact, x: Bits) -> F:
    bracket = theta1[0] + (1 - theta1[0])
    return bracket * prod((t if v else 1 - t for t, v in zip(theta1[1:], x[1:])), start=F(1))


@MISSING.line(
    r"=P(x_2\mid y)\cdots P(x_n\mid y)",
    "The probabilities of all values sum to 1: so the factor is left out.",
    "sontag-missing",
    "sontag-missing-general",
)
def dropped(theta1: Exact, x: Bits) -> F:
    return observed_likelihood([None, *x[1:]], tables(theta1))


@MISSING.line(
    r"P(Y=1\mid x_2,\dots,x_n,x_1\text{ missing})",
    "Bayes' rule with the probability m that the value is missing.",
    of=r"P(Y=1\mid\text{data})",
)
def with_missingness(theta1: Exact, theta0: Exact, x: Bits, p1: F, missing1: F, missing0: F) -> F:
    seen1 = missing1 * prod((t if v else 1 - t for t, v in zip(theta1[1:], x[1:])), start=F(1))
    seen0 = missing0 * prod((t if v else 1 - t for t, v in zip(theta0[1:], x[1:])), start=F(1))
    return p1 * seen1 / total([p1 * seen1, (1 - p1) * seen0])


@MISSING.line(
    r"=\frac{P(Y=1)\prod_{i>1}P(x_i\mid Y=1)}{\sum_yP(Y=y)\prod_{i>1}P(x_i\mid Y=y)}",
    "The factor m is the same for both classes and cancels.",
    "sontag-missing",
    uses="missing-independent-of-class",
)
def ignored(theta1: Exact, theta0: Exact, x: Bits, p1: F) -> F:
    row = [None, *x[1:]]
    likelihood = {
        1: observed_likelihood(row, tables(theta1)),
        0: observed_likelihood(row, tables(theta0)),
    }
    return bayes_rule({1: p1, 0: 1 - p1}, likelihood)[1]
