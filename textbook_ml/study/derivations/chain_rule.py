"""Section 2.2: from the chain rule of probability to (1).

theta   P(Xᵢ = 1 | y) of each feature
x       the features, 0 or 1
tie     with any value but 0, the features are dependent within the class
"""

from fractions import Fraction as F
from itertools import product
from math import prod

from textbook_ml.equations.bayes import naive_product
from textbook_ml.equations.event_models import bernoulli_event, bernoulli_pmf
from textbook_ml.study.derivations._derivation import Assumption, Derivation, Input

Exact = tuple[F, ...]
Bits = tuple[int, ...]

CHAIN = Derivation(
    "chain-rule",
    "From the chain rule to the naive Bayes factorisation",
    inputs=(
        Input(
            "theta",
            r"\theta",
            (F(1, 3), F(3, 4), F(2, 5)),
            "P(Xᵢ = 1 | y)",
            "probability",
            ("n",),
            most=8,
        ),
        Input("x", "x", (1, 1, 0), "the features: 0 or 1", "bit", ("n",), most=8),
        Input(
            "tie",
            "t",
            F(0),
            "added to P(x | y) if the number of ones in x is even, otherwise subtracted",
            assumption="mutual-independence",
        ),
    ),
    assumptions=(
        Assumption(
            "mutual-independence",
            "The features are mutually independent given the class.",
            {"theta": (F(1, 2),) * 3, "x": (1, 1, 0), "tie": F(1, 8)},
            "Two fair bits and their exclusive or: every pair of features is independent, but "
            "the three are not.",
        ),
    ),
    about=("mitchell-s2.2-assumption", "mitchell-s2.1-ci", "ng-nb-assumption"),
    remarks=("Pairwise independence is enough for two features, but not for three.",),
)


def table(theta: Exact, tie: F) -> dict[Bits, F]:
    """P(x | y) for all x; the tie does not change the distribution of any n − 1 features."""
    return {
        x: bernoulli_event(x, theta) + (tie if sum(x) % 2 == 0 else -tie)
        for x in product((0, 1), repeat=len(theta))
    }


def beginning(theta: Exact, tie: F, x: Bits) -> F:
    """P(x₁, …, xᵢ | y), a sum over the values of the other features."""
    return sum((p for other, p in table(theta, tie).items() if other[: len(x)] == x), F(0))


@CHAIN.line(
    r"P(x_1,\dots,x_n\mid y)",
    "The probability of all features together.",
    of=r"P(x_1,\dots,x_n\mid y)",
)
def together(theta: Exact, x: Bits, tie: F) -> F:
    return table(theta, tie)[x]


@CHAIN.line(
    r"=P(x_1\mid y)\,P(x_2,\dots,x_n\mid x_1,y)",
    "Product rule: condition all other features on the first.",
    "mitchell-s2.2-two-features",
)
def first_factor(theta: Exact, x: Bits, tie: F) -> F:
    first = beginning(theta, tie, x[:1])
    given_first = {o[1:]: p / first for o, p in table(theta, tie).items() if o[:1] == x[:1]}
    return first * given_first[x[1:]]


@CHAIN.line(
    r"=\prod_iP(x_i\mid x_1,\dots,x_{i-1},y)",
    "Apply the product rule again to each remaining feature: the chain rule.",
    "ng-nb-chain",
)
def all_factors(theta: Exact, x: Bits, tie: F) -> F:
    starts = [beginning(theta, tie, x[:i]) for i in range(len(x) + 1)]
    return prod((after / before for before, after in zip(starts, starts[1:])), start=F(1))


@CHAIN.line(
    r"=\prod_iP(x_i\mid y)",
    "Given the class, the earlier features do not change the distribution of a feature.",
    "mitchell-1",
    "ng-nb-chain",
    uses="mutual-independence",
)
def independent(theta: Exact, x: Bits) -> F:
    return naive_product([bernoulli_pmf(x_i, t) for x_i, t in zip(x, theta)])
