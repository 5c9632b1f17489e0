"""Why a number of examples of the order of log n suffices for the parameters of naive Bayes.

theta      the probability that each of the 2n parameters has; the estimates are independent
features   n, the number of Boolean features
examples   N, the number of examples of each class
epsilon    ε, the largest error of an estimate
delta      δ, the probability of failure
"""

from decimal import Decimal
from fractions import Fraction as F
from math import comb

from textbook_ml.equations.theory import binomial_within, naive_bayes_examples
from textbook_ml.study.derivations._derivation import Derivation, Input
from textbook_ml.study.derivations._numbers import exp, ln, square, total

FAILURE = r"P(\text{an error is above }\epsilon)"

LOG_N = Derivation(
    "log-n-examples",
    "Why log n examples suffice for the parameters of naive Bayes",
    inputs=(
        Input("theta", r"\theta", F(1, 3), "every parameter", "probability"),
        Input("features", "n", 3, "number of Boolean features", "draws"),
        Input("examples", "N", 20, "examples of each class", "count"),
        Input("epsilon", r"\epsilon", F(1, 4), "largest error of an estimate", "probability"),
        Input("delta", r"\delta", F(1, 20), "probability of failure", "probability"),
    ),
    about=("mitchell-s4-rates", "xing-rates", "sontag-rates", "gwansiu-s3-rates"),
    remarks=(
        "Each doubling of n adds ln 2 / 2ε² examples: 34.66 for ε = 0.1.",
        "Accurate parameters do not imply an accurate classifier.",
    ),
)


@LOG_N.line(
    r"P(\text{an error is above }\epsilon)=1-P(|\hat\theta-\theta|\le\epsilon)^{2n}",
    "The 2n estimates are independent here, and all are within ε with the product of their "
    "probabilities.",
    of=FAILURE,
)
def exact(theta: F, features: int, examples: int, epsilon: F) -> F:
    return 1 - binomial_within(theta, examples, epsilon) ** (2 * features)


@LOG_N.line(
    r"\le2n\,P(|\hat\theta-\theta|>\epsilon)",
    "Union bound: the probability of any of 2n events is at most the sum of their probabilities, "
    "independent or not.",
    "xing-nb-rate",
    relation="≤",
)
def union_bound(theta: F, features: int, examples: int, epsilon: F) -> F:
    far = [k for k in range(examples + 1) if abs(F(k, examples) - theta) > epsilon]
    terms = [comb(examples, k) * theta**k * (1 - theta) ** (examples - k) for k in far]
    return 2 * features * (total(terms) if terms else F(0))


@LOG_N.line(
    r"\le2n\cdot2e^{-2N\epsilon^2}",
    "Hoeffding's inequality for one relative frequency.",
    "xing-nb-rate",
    relation="≤",
    digits=True,
)
def hoeffding(features: Decimal, examples: Decimal, epsilon: Decimal) -> Decimal:
    return 4 * features * exp(-2 * examples * square(epsilon))


@LOG_N.line(
    r"2n\cdot2e^{-2N\epsilon^2},\quad N=\frac{\ln(4n/\delta)}{2\epsilon^2}",
    "Choose the number of examples such that the bound is δ.",
    of=r"\text{bound}",
    digits=True,
)
def at_solution(features: Decimal, epsilon: Decimal, delta: Decimal) -> Decimal:
    examples = ln(4 * features / delta) / (2 * square(epsilon))
    return 2 * features * 2 * exp(-2 * examples * square(epsilon))


@LOG_N.line(
    r"=\delta",
    "The exponential and the logarithm cancel: N grows with the logarithm of n.",
)
def bound(delta: F) -> F:
    return delta


@LOG_N.line(
    r"N=\frac{\ln(4n/\delta)}{2\epsilon^2}",
    "The number of examples that suffices.",
    of="N",
    digits=True,
    equation=lambda features, epsilon, delta: naive_bayes_examples(epsilon, delta, features),
)
def examples_needed(features: Decimal, epsilon: Decimal, delta: Decimal) -> Decimal:
    return ln(4 * features / delta) / (2 * square(epsilon))


@LOG_N.line(
    r"=\frac{\ln n}{2\epsilon^2}+\frac{\ln(4/\delta)}{2\epsilon^2}",
    "Split the logarithm: only the first term depends on n.",
    "mitchell-s4-rates",
    "xing-rates",
    "sontag-rates",
    "gwansiu-s3-rates",
    digits=True,
)
def split(features: Decimal, epsilon: Decimal, delta: Decimal) -> Decimal:
    first = ln(features) / (2 * square(epsilon))
    return first + ln(4 / delta) / (2 * square(epsilon))
