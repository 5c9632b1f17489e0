"""Sontag: the joint likelihood is the conditional likelihood times the marginal likelihood.

    joint0, joint1   P(x, 0) and P(x, 1) for the x of each example; any positive numbers
    labels           the class of each example, 0 or 1
    repeat           probability that the class is a copy of that of the example before it

The value of each line is a likelihood, the exponential of the log likelihood in the formula.
"""

from fractions import Fraction as F
from math import exp, prod

from textbook_ml.equations.likelihood import joint_log_likelihood, marginal_log_likelihood
from textbook_ml.study.derivations._derivation import Assumption, Derivation, Input

Exact = tuple[F, ...]
Labels = tuple[int, ...]

JOINT = Derivation(
    "joint-likelihood",
    "The joint likelihood is the conditional likelihood times the marginal likelihood",
    inputs=(
        Input("joint0", "P(x,0)", (F(1, 4), F(1, 8)), "P(x, Y = 0) of each example",
              "probability", ("m",), most=20),
        Input("joint1", "P(x,1)", (F(1, 2), F(1, 16)), "P(x, Y = 1) of each example",
              "probability", ("m",), most=20),
        Input("labels", "Y", (1, 0), "class of each example", "bit", ("m",), most=20),
        Input("repeat", "r", F(0), "probability that a class is that of the example before it",
              assumption="independent-examples"),
    ),
    assumptions=(
        Assumption(
            "independent-examples",
            "The examples are independent.",
            {"labels": (1, 1), "repeat": F(1, 2)},
            "Half of the classes are copies of the class of the example before them.",
        ),
    ),
    about=("sontag-likelihood", "xing-data-likelihood", "mitchell-s4-definitions"),
    remarks=(
        "The values are exp(ln P(D | w)), the likelihood itself.",
        "A generative learner maximises both sums, a discriminative learner only the first. If "
        "the sums share parameters, the maxima can differ.",
    ),
)  # fmt: skip


@JOINT.line(
    r"\ln P(D\mid w)=\sum_j\ln P(x^j,y^j\mid x^1,y^1,\dots,x^{j-1},y^{j-1},w)",
    "Chain rule for the examples.",
    of=r"P(D\mid w)",
)
def in_order(joint0: Exact, joint1: Exact, labels: Labels, repeat: F) -> F:
    likelihood, last = F(1), None
    for a, b, y in zip(joint0, joint1, labels):
        new = b if y else a
        copied = a + b if y == last else F(0)
        likelihood *= new if last is None else (1 - repeat) * new + repeat * copied
        last = y
    return likelihood


@JOINT.line(
    r"=\sum_j\ln P(x^j,y^j\mid w)",
    "The examples are independent.",
    "xing-data-likelihood",
    "sontag-likelihood",
    uses="independent-examples",
    equation=lambda joint0, joint1, labels: exp(
        joint_log_likelihood([{0: a, 1: b} for a, b in zip(joint0, joint1)], labels)
    ),
)
def joint(joint0: Exact, joint1: Exact, labels: Labels) -> F:
    return prod((b if y else a for a, b, y in zip(joint0, joint1, labels)), start=F(1))


@JOINT.line(
    r"=\sum_j\ln\bigl(P(y^j\mid x^j,w)P(x^j\mid w)\bigr)",
    "Product rule: P(x, y) = P(y | x) P(x).",
)
def product_rule(joint0: Exact, joint1: Exact, labels: Labels) -> F:
    likelihood = F(1)
    for a, b, y in zip(joint0, joint1, labels):
        p_x = a + b
        p1 = b / p_x
        likelihood *= (p1 if y else 1 - p1) * p_x
    return likelihood


@JOINT.line(
    r"=\sum_j\ln P(y^j\mid x^j,w)+\sum_j\ln P(x^j\mid w)",
    "The logarithm of a product is a sum; collect both kinds of terms.",
    "sontag-likelihood",
    equation=lambda joint0, joint1, labels: (
        exp(marginal_log_likelihood([{0: a, 1: b} for a, b in zip(joint0, joint1)]))
        * prod((b if y else a) / (a + b) for a, b, y in zip(joint0, joint1, labels))
    ),
)
def two_sums(joint0: Exact, joint1: Exact, labels: Labels) -> F:
    conditional = prod(
        ((b if y else a) / (a + b) for a, b, y in zip(joint0, joint1, labels)), start=F(1)
    )
    marginal = prod((a + b for a, b in zip(joint0, joint1)), start=F(1))
    return conditional * marginal
