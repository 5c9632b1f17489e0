"""Ng, section 1.3: Poisson counts give a logistic posterior.

phi              P(y = 1)
k                a count
rate0, rate1     λ₀ and λ₁, the rates of the classes
shape            "poisson", or "geometric" with the same means
"""

from decimal import Decimal
from fractions import Fraction as F
from math import factorial

from textbook_ml.equations import bridge
from textbook_ml.equations.log_terms import poisson_log_pmf
from textbook_ml.equations.logistic import logistic_p1
from textbook_ml.study.derivations._derivation import Assumption, Derivation, Input
from textbook_ml.study.derivations._numbers import exp, ln

POISSON = Derivation(
    "poisson-to-logistic",
    "Poisson counts give a logistic posterior",
    inputs=(
        Input("phi", r"\phi", F(1, 4), "prior of class 1", "probability"),
        Input("k", "k", 2, "a count", "count"),
        Input("rate0", r"\lambda_0", F(1), "rate of class 0", "positive"),
        Input("rate1", r"\lambda_1", F(3), "rate of class 1", "positive"),
        Input("shape", "p", "poisson", "distribution of the count", "choice",
              assumption="poisson-counts", choices=("poisson", "geometric")),
    ),
    assumptions=(
        Assumption(
            "poisson-counts",
            "The count has a Poisson distribution within each class.",
            {"shape": "geometric"},
            "Geometric counts with the same means: the log ratio is linear too, but it has other "
            "weights.",
        ),
    ),
    about=("ng-poisson", "ng-gda-converse"),
    remarks=("Therefore a logistic posterior does not imply Gaussian features.",),
)  # fmt: skip


def probability(k: Decimal, rate: Decimal, shape: str) -> Decimal:
    """P(k), with mean `rate`."""
    if shape == "geometric":
        return (rate / (1 + rate)) ** k / (1 + rate)
    return rate**k * exp(-rate) / factorial(int(k))


@POISSON.line(
    r"\ln\frac{P(k\mid y=1)}{P(k\mid y=0)}",
    "The logarithm of the ratio of two probabilities.",
    of=r"\ln\frac{P(k\mid y=1)}{P(k\mid y=0)}",
    digits=True,
)
def log_ratio(k: Decimal, rate0: Decimal, rate1: Decimal, shape: str) -> Decimal:
    return ln(probability(k, rate1, shape) / probability(k, rate0, shape))


@POISSON.line(
    r"=\ln\frac{\lambda_1^ke^{-\lambda_1}/k!}{\lambda_0^ke^{-\lambda_0}/k!}",
    "Substitute the Poisson probabilities.",
    uses="poisson-counts",
    digits=True,
    equation=lambda k, rate0, rate1: poisson_log_pmf(k, rate1) - poisson_log_pmf(k, rate0),
)
def inserted(k: Decimal, rate0: Decimal, rate1: Decimal) -> Decimal:
    top = rate1**k * exp(-rate1) / factorial(int(k))
    bottom = rate0**k * exp(-rate0) / factorial(int(k))
    return ln(top) - ln(bottom)


@POISSON.line(
    r"=k\ln\lambda_1-\lambda_1-k\ln\lambda_0+\lambda_0",
    "The factorials cancel; take the logarithm of each factor.",
    digits=True,
)
def cancelled(k: Decimal, rate0: Decimal, rate1: Decimal) -> Decimal:
    return k * ln(rate1) - rate1 - k * ln(rate0) + rate0


@POISSON.line(
    r"=k\ln\frac{\lambda_1}{\lambda_0}-(\lambda_1-\lambda_0)",
    "Collect the terms: the log ratio is linear in k.",
    "ng-poisson",
    digits=True,
    equation=lambda k, rate0, rate1: (
        (w := bridge.poisson_to_logistic(0.5, [rate0], [rate1])).w0 + w.w[0] * k
    ),
)
def linear(k: Decimal, rate0: Decimal, rate1: Decimal) -> Decimal:
    return k * ln(rate1 / rate0) - (rate1 - rate0)


@POISSON.line(
    r"P(y=1\mid k)=\frac{\phi P(k\mid y=1)}{\phi P(k\mid y=1)+(1-\phi)P(k\mid y=0)}",
    "Bayes' rule.",
    of=r"P(y=1\mid k)",
    digits=True,
)
def bayes_rule(phi: Decimal, k: Decimal, rate0: Decimal, rate1: Decimal, shape: str) -> Decimal:
    joint1 = phi * probability(k, rate1, shape)
    joint0 = (1 - phi) * probability(k, rate0, shape)
    return joint1 / (joint1 + joint0)


@POISSON.line(
    r"=\frac{1}{1+e^{-(\theta_0+\theta k)}},\quad \theta=\ln\frac{\lambda_1}{\lambda_0},\quad "
    r"\theta_0=\ln\frac{\phi}{1-\phi}-(\lambda_1-\lambda_0)",
    "Divide by the numerator, and write the ratio as the exponential of its logarithm, line 4.",
    "ng-poisson",
    uses="poisson-counts",
    digits=True,
    equation=lambda phi, k, rate0, rate1: logistic_p1(
        (w := bridge.poisson_to_logistic(phi, [rate0], [rate1])).w0, w.w, [k]
    ),
)
def sigmoid(phi: Decimal, k: Decimal, rate0: Decimal, rate1: Decimal) -> Decimal:
    theta0 = ln(phi / (1 - phi)) - (rate1 - rate0)
    return 1 / (1 + exp(-(theta0 + k * ln(rate1 / rate0))))
