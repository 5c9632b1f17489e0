"""Sections 1 and 2.2: from the definition of a conditional probability to (2) and (3).

p1              P(Y = 1)
theta1, theta0  P(Xᵢ = 1 | Y = 1) and P(Xᵢ = 1 | Y = 0)
x               the features, 0 or 1
tie             with any value but 0, the features are dependent within each class
"""

from fractions import Fraction as F
from math import prod

from textbook_ml.equations import bayes
from textbook_ml.equations.event_models import bernoulli_event, bernoulli_pmf
from textbook_ml.study.derivations._derivation import Assumption, Derivation, Input

Exact = tuple[F, ...]
Bits = tuple[int, ...]

BAYES = Derivation(
    "bayes-to-naive-bayes",
    "From Bayes' rule to the naive Bayes classifier",
    inputs=(
        Input("p1", "P(Y=1)", F(2, 5), "prior of class 1", "probability"),
        Input(
            "theta1", r"\theta_1", (F(3, 4), F(1, 2)), "P(Xᵢ = 1 | Y = 1)", "probability", ("n",)
        ),
        Input(
            "theta0", r"\theta_0", (F(1, 4), F(1, 3)), "P(Xᵢ = 1 | Y = 0)", "probability", ("n",)
        ),
        Input("x", "x", (1, 0), "the features: 0 or 1", "bit", ("n",)),
        Input(
            "tie",
            "t",
            F(0),
            "added to P(x | y) if the number of ones in x is even, otherwise subtracted",
            assumption="independent-features",
        ),
    ),
    assumptions=(
        Assumption(
            "independent-features",
            "The features are mutually independent given the class.",
            {
                "p1": F(1, 2),
                "theta1": (F(3, 4), F(3, 4)),
                "theta0": (F(1, 4), F(1, 4)),
                "x": (1, 1),
                "tie": F(3, 16),
            },
            "The second feature is a copy of the first, so (2) counts the same evidence twice.",
        ),
    ),
    about=(
        "mitchell-s1-bayes",
        "mitchell-s2.2-assumption",
        "gwansiu-1",
        "xing-nb-general",
        "sontag-nb-rule",
    ),
    remarks=(
        "GwanSiu's (2) and (4) omit the prior from the numerator.",
        "A wrong posterior can still give the right decision: (3) needs only the order of the "
        "classes.",
    ),
)


def likelihood(x: Bits, theta: Exact, tie: F) -> F:
    """P(x | y); the tie does not change the distribution of any n − 1 features."""
    return bernoulli_event(x, theta) + (tie if sum(x) % 2 == 0 else -tie)


@BAYES.line(
    r"P(Y=1\mid x)=\frac{P(x,Y=1)}{P(x)}",
    "Definition of a conditional probability; P(x) must not be 0.",
    of=r"P(Y=1\mid x)",
)
def definition(p1: F, theta1: Exact, theta0: Exact, x: Bits, tie: F) -> F:
    joint = {
        1: p1 * likelihood(x, theta1, tie),
        0: (1 - p1) * likelihood(x, theta0, tie),
    }
    return joint[1] / sum(joint.values())


@BAYES.line(
    r"=\frac{P(x\mid Y=1)P(Y=1)}{P(x)}",
    "Product rule: P(x, y) = P(x | y) P(y).",
    "ng-bayes",
    "mitchell-s1-bayes",
)
def product_rule(p1: F, theta1: Exact, theta0: Exact, x: Bits, tie: F) -> F:
    given = {1: likelihood(x, theta1, tie), 0: likelihood(x, theta0, tie)}
    return given[1] * p1 / bayes.evidence({1: p1, 0: 1 - p1}, given)


@BAYES.line(
    r"=\frac{P(x\mid Y=1)P(Y=1)}{\sum_yP(x\mid Y=y)P(Y=y)}",
    "Law of total probability: P(x) is the sum of P(x | y) P(y) over the classes.",
    "mitchell-s2.2-bayes-k",
    "ng-evidence",
    "gwansiu-2",
    "gwansiu-s1-posterior",
)
def total_probability(p1: F, theta1: Exact, theta0: Exact, x: Bits, tie: F) -> F:
    given = {1: likelihood(x, theta1, tie), 0: likelihood(x, theta0, tie)}
    return bayes.bayes_rule({1: p1, 0: 1 - p1}, given)[1]


@BAYES.line(
    r"=\frac{P(Y=1)\prod_iP(x_i\mid Y=1)}{\sum_yP(Y=y)\prod_iP(x_i\mid Y=y)}",
    "Substitute (1): within a class, the probability of x is the product over the features.",
    "mitchell-2",
    "gwansiu-3",
    "ng-nb-posterior",
    uses="independent-features",
)
def naive(p1: F, theta1: Exact, theta0: Exact, x: Bits) -> F:
    factors = {
        1: [bernoulli_pmf(x_i, t) for x_i, t in zip(x, theta1)],
        0: [bernoulli_pmf(x_i, t) for x_i, t in zip(x, theta0)],
    }
    return bayes.naive_bayes_posterior({1: p1, 0: 1 - p1}, factors)[1]


@BAYES.line(
    r"\arg\max_yP(Y=y\mid x)",
    "Choose the class with the largest posterior.",
    "mitchell-s2.2-argmax-full",
    "gwansiu-4",
    of=r"\arg\max_yP(Y=y\mid x)",
)
def largest_posterior(p1: F, theta1: Exact, theta0: Exact, x: Bits) -> int:
    posterior = naive(p1, theta1, theta0, x)
    return bayes.most_probable({1: posterior, 0: 1 - posterior})


@BAYES.line(
    r"=\arg\max_yP(Y=y)\prod_iP(x_i\mid Y=y)",
    "The denominator is positive and the same for every class, so it does not change the order.",
    "mitchell-3",
    "gwansiu-5",
    "ng-argmax",
    "sontag-nb-rule",
)
def without_denominator(p1: F, theta1: Exact, theta0: Exact, x: Bits) -> int:
    joint = {
        1: p1 * prod(t if x_i else 1 - t for x_i, t in zip(x, theta1)),
        0: (1 - p1) * prod(t if x_i else 1 - t for x_i, t in zip(x, theta0)),
    }
    return bayes.most_probable(joint)
