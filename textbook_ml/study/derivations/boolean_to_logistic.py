"""Exercise 3: naive Bayes with Boolean features is a logistic model.

p1               P(Y = 1), which the text calls π
theta0, theta1   P(Xᵢ = 1 | Y = 0) and P(Xᵢ = 1 | Y = 1)
x                the features, 0 or 1
third0, third1   P(Xᵢ = 2 | Y = 0) and P(Xᵢ = 2 | Y = 1); 0 for Boolean features
tie              with any value but 0, the features are dependent within each class
"""

from decimal import Decimal
from fractions import Fraction as F
from math import prod

from textbook_ml.equations.bridge import mitchell_boolean_weights
from textbook_ml.equations.logistic import linear_score
from textbook_ml.study.derivations._derivation import Assumption, Derivation, Input
from textbook_ml.study.derivations._numbers import ln

Exact = tuple[F, ...]
Vector = tuple[Decimal, ...]
Values = tuple[int, ...]
ODDS = r"\frac{P(Y=0\mid x)}{P(Y=1\mid x)}"

BOOLEAN = Derivation(
    "boolean-to-logistic",
    "Boolean naive Bayes is a logistic model",
    inputs=(
        Input("p1", r"\pi", F(2, 5), "P(Y = 1)", "probability"),
        Input(
            "theta0", r"\theta_0", (F(1, 4), F(2, 3)), "P(Xᵢ = 1 | Y = 0)", "probability", ("n",)
        ),
        Input(
            "theta1", r"\theta_1", (F(3, 4), F(1, 2)), "P(Xᵢ = 1 | Y = 1)", "probability", ("n",)
        ),
        Input("x", "x", (1, 1), "the features: 0 or 1", "bit", ("n",)),
        Input("third0", "P(X=2|Y=0)", F(0), "P(Xᵢ = 2 | Y = 0)", assumption="two-values"),
        Input("third1", "P(X=2|Y=1)", F(0), "P(Xᵢ = 2 | Y = 1)", assumption="two-values"),
        Input(
            "tie",
            "t",
            F(0),
            "added to P(x | y) if the sum of x is even, otherwise subtracted",
            assumption="independent-features",
        ),
    ),
    assumptions=(
        Assumption(
            "independent-features",
            "The features are mutually independent given Y.",
            {
                "p1": F(1, 2),
                "theta0": (F(1, 4), F(1, 4)),
                "theta1": (F(3, 4), F(3, 4)),
                "tie": F(3, 16),
            },
            "The second feature is a copy of the first.",
        ),
        Assumption(
            "two-values",
            "Each feature has the two values 0 and 1.",
            {
                "p1": F(1, 2),
                "theta0": (F(1, 3),),
                "theta1": (F(1, 2),),
                "third0": F(1, 3),
                "third1": F(1, 4),
                "x": (2,),
            },
            "A feature with the values 0, 1 and 2, of probability 1/3 each in class 0 and 1/4, "
            "1/2, 1/4 in class 1: the log odds are not linear in x. With one Boolean feature for "
            "each value they are linear again.",
        ),
        Assumption(
            "no-zero-probability",
            "No probability is 0 or 1.",
            {"theta1": (F(0), F(1, 2)), "x": (0, 1)},
            "P(X₁ = 1 | Y = 1) = 0: the weight of the first feature is infinite. Smooth the "
            "estimates.",
            condition=lambda theta0, theta1: all(0 < t < 1 for t in (*theta0, *theta1)),
        ),
    ),
    about=("mitchell-ex3", "sontag-linear-theorem", "mitchell-s5-linear-discrete"),
    remarks=(
        "A weight is the logarithm of an odds ratio; it is 0 if the feature has the same "
        "distribution in both classes.",
        "A positive score is evidence for class 0 here. Sontag's weights have the other sign.",
    ),
)


def factor(value: int, theta: F, third: F) -> F:
    """P(Xᵢ = value | y), from a table of three values."""
    return {0: 1 - theta - third, 1: theta, 2: third}[value]


def likelihood(x: Values, theta: Exact, third: F, tie: F) -> F:
    """P(x | y); the tie does not change the distribution of any n − 1 Boolean features."""
    independent = prod((factor(v, t, third) for v, t in zip(x, theta)), start=F(1))
    return independent + (tie if sum(x) % 2 == 0 else -tie)


@BOOLEAN.line(
    r"\frac{P(Y=0\mid x)}{P(Y=1\mid x)}=\frac{P(Y=0)P(x\mid Y=0)}{P(Y=1)P(x\mid Y=1)}",
    "Bayes' rule for both classes; P(x) cancels.",
    of=ODDS,
)
def bayes_rule(p1: F, theta0: Exact, theta1: Exact, x: Values, third0: F, third1: F, tie: F) -> F:
    likelihood0 = likelihood(x, theta0, third0, tie)
    likelihood1 = likelihood(x, theta1, third1, tie)
    return (1 - p1) * likelihood0 / (p1 * likelihood1)


@BOOLEAN.line(
    r"=\frac{1-\pi}{\pi}\prod_i\frac{P(x_i\mid Y=0)}{P(x_i\mid Y=1)}",
    "The features are independent given the class: (19) without the logarithm.",
    uses="independent-features",
)
def product_of_ratios(p1: F, theta0: Exact, theta1: Exact, x: Values, third0: F, third1: F) -> F:
    ratios = [factor(v, a, third0) / factor(v, b, third1) for v, a, b in zip(x, theta0, theta1)]
    return (1 - p1) / p1 * prod(ratios, start=F(1))


@BOOLEAN.line(
    r"=\frac{1-\pi}{\pi}\prod_i\frac{\theta_{i0}^{x_i}(1-\theta_{i0})^{1-x_i}}"
    r"{\theta_{i1}^{x_i}(1-\theta_{i1})^{1-x_i}}",
    "Write each probability with exponents: one exponent is 1, and the other is 0.",
    "mitchell-ex3-hint",
    uses="two-values",
)
def with_exponents(p1: F, theta0: Exact, theta1: Exact, x: Values) -> F:
    ratio = (1 - p1) / p1
    for v, a, b in zip(x, theta0, theta1):
        ratio *= a**v * (1 - a) ** (1 - v) / (b**v * (1 - b) ** (1 - v))
    return ratio


@BOOLEAN.line(
    r"=\frac{1-\pi}{\pi}\prod_i\frac{1-\theta_{i0}}{1-\theta_{i1}}"
    r"\prod_i\Bigl(\frac{\theta_{i0}(1-\theta_{i1})}{\theta_{i1}(1-\theta_{i0})}\Bigr)^{x_i}",
    "Collect the factors with exponent xᵢ: the first factors are exp(w₀), each bracket is exp(wᵢ).",
    uses="no-zero-probability",
)
def collected(p1: F, theta0: Exact, theta1: Exact, x: Values) -> F:
    constant = (1 - p1) / p1
    powers = F(1)
    for v, a, b in zip(x, theta0, theta1):
        constant *= (1 - a) / (1 - b)
        powers *= (a * (1 - b) / (b * (1 - a))) ** v
    return constant * powers


@BOOLEAN.line(
    r"\ln\frac{P(Y=0\mid x)}{P(Y=1\mid x)}",
    "Take the logarithm of both sides.",
    of=r"\ln\frac{P(Y=0\mid x)}{P(Y=1\mid x)}",
    digits=True,
)
def log_odds(p1: Decimal, theta0: Vector, theta1: Vector, x: Vector) -> Decimal:
    odds = (1 - p1) / p1
    for v, a, b in zip(x, theta0, theta1):
        odds *= a / b if v == 1 else (1 - a) / (1 - b)
    return ln(odds)


@BOOLEAN.line(
    r"=w_0+\sum_iw_ix_i,\quad w_i=\ln\frac{\theta_{i0}(1-\theta_{i1})}{\theta_{i1}(1-\theta_{i0})},"
    r"\quad w_0=\ln\frac{1-\pi}{\pi}+\sum_i\ln\frac{1-\theta_{i0}}{1-\theta_{i1}}",
    "The logarithm of a product of powers is linear in the exponents.",
    "mitchell-ex3",
    uses="no-zero-probability",
    digits=True,
    equation=lambda p1, theta0, theta1, x: linear_score(
        (w := mitchell_boolean_weights(p1, theta0, theta1)).w0, w.w, [float(v) for v in x]
    ),
)
def linear(p1: Decimal, theta0: Vector, theta1: Vector, x: Vector) -> Decimal:
    w0 = ln(1 - p1) - ln(p1)
    score = Decimal(0)
    for v, a, b in zip(x, theta0, theta1):
        w0 += ln(1 - a) - ln(1 - b)
        score += (ln(a) + ln(1 - b) - ln(b) - ln(1 - a)) * v
    return w0 + score
