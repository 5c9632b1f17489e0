"""Section 3.1: from Bayes' rule through (19) and the six lines of (20) to (22) and (23).

    p1              P(Y = 1), which the text calls π
    mu0, mu1        means of the features in class 0 and in class 1
    sigma2          variances in class 0, and in class 1 too if the variances are equal

The last four inputs describe data that violate an assumption; see `marginal` and `density`.
"""

from decimal import Decimal
from fractions import Fraction as F

from textbook_ml.equations.bridge import (
    collected_squares,
    difference_of_squares,
    expanded_squares,
    gaussian_log_ratio,
    gnb_log_odds,
    log_ratio_of_densities,
    mitchell_gnb_posterior,
    mitchell_gnb_weights,
    posterior_from_odds,
)
from textbook_ml.equations.gaussian import gaussian_posterior
from textbook_ml.equations.logistic import mitchell_p0, mitchell_p1
from textbook_ml.study.derivations._derivation import Assumption, Derivation, Input
from textbook_ml.study.derivations._numbers import PI, exp, ln, square

Vector = tuple[Decimal, ...]
POSTERIOR = r"P(Y=1\mid x)"
SUM = r"\sum_i\ln\frac{P(x_i\mid Y=0)}{P(x_i\mid Y=1)}"

GNB = Derivation(
    "gnb-to-logistic",
    "Gaussian naive Bayes is a logistic model",
    inputs=(
        Input("p1", r"\pi", F(2, 5), "P(Y = 1)", "probability"),
        Input("x", "x", (F(1, 2), F(3)), "the features of one example", sizes=("n",)),
        Input("mu0", r"\mu_0", (F(0), F(1)), "means in class 0", sizes=("n",)),
        Input("mu1", r"\mu_1", (F(2), F(-1)), "means in class 1", sizes=("n",)),
        Input("sigma2", r"\sigma^2", (F(1), F(4)), "variances", "positive", ("n",)),
        Input("p2", "P(Y=2)", F(0), "prior of a third class", assumption="boolean-class"),
        Input(
            "tie",
            "t",
            F(0),
            "dependence of the features in class 1: −1 to 1",
            assumption="independent-features",
        ),
        Input(
            "shape",
            "p",
            "gaussian",
            "density of a feature",
            "choice",
            assumption="gaussian-features",
            choices=("gaussian", "double-exponential"),
        ),
        Input(
            "variance_ratio",
            r"\sigma_1^2/\sigma_0^2",
            F(1),
            "variance in class 1 divided by the variance in class 0",
            assumption="equal-variances",
        ),
    ),
    assumptions=(
        Assumption(
            "boolean-class",
            "Y is 0 or 1.",
            {
                "p1": F(1, 3),
                "p2": F(1, 3),
                "x": (F(-1),),
                "mu0": (F(-1),),
                "mu1": (F(0),),
                "sigma2": (F(1),),
            },
            "Three classes with prior 1/3 and means −1, 0 and 1: P(Y = 1 | x) is largest between "
            "the means of the other two classes, so it is not a logistic function of x.",
        ),
        Assumption(
            "independent-features",
            "The features are mutually independent given Y.",
            {
                "p1": F(1, 2),
                "tie": F(1),
                "x": (F(1), F(1), F(1)),
                "mu0": (F(0),) * 3,
                "mu1": (F(0),) * 3,
                "sigma2": (F(1),) * 3,
            },
            "In class 1 the third feature has the sign of the product of the other two. Every "
            "feature is N(0, 1) in both classes and every pair of features is independent, but "
            "the three are not.",
        ),
        Assumption(
            "gaussian-features",
            "Each feature has a Gaussian distribution within each class.",
            {
                "p1": F(1, 2),
                "shape": "double-exponential",
                "x": (F(2),),
                "mu0": (F(0),),
                "mu1": (F(1),),
                "sigma2": (F(2),),
            },
            "Double-exponential densities exp(−|x − μ|)/2 with means 0 and 1 and variance 2.",
        ),
        Assumption(
            "equal-variances",
            "The variance of a feature is the same in both classes.",
            {
                "p1": F(1, 2),
                "variance_ratio": F(4),
                "x": (F(2),),
                "mu0": (F(0),),
                "mu1": (F(0),),
                "sigma2": (F(1),),
            },
            "Equal means, variances 1 and 4: the log odds contain x², so the decision boundary "
            "is a pair of points.",
        ),
    ),
    about=(
        "mitchell-s3-gnb-claim",
        "mitchell-s3.1-assumptions",
        "mitchell-s5-linear-gnb",
        "gwansiu-s2.2.1-gnb-claim",
        "gwansiu-s2.2.2-assumptions",
        "xing-predictive-2star",
        "xing-two-class-logistic",
    ),
    remarks=(
        "A positive score is evidence for class 0 here, as in (16). Change the sign of all weights "
        "to obtain the convention of (25).",
        "Mitchell's section 3.1 and GwanSiu state independence for pairs of features only. Pairs "
        "are not enough: try `--break independent-features`.",
        "The continuity of the features is not needed for the logistic form: Boolean and Poisson "
        "features give a logistic model too.",
    ),
)


def marginal(x: Decimal, mu: Decimal, sigma2: Decimal, shape: str) -> Decimal:
    """Density of one feature within one class."""
    if shape == "gaussian":
        return exp(-square(x - mu) / (2 * sigma2)) / (2 * PI * sigma2).sqrt()
    scale = (sigma2 / 2).sqrt()
    return exp(-abs(x - mu) / scale) / (2 * scale)


def density(
    x: Vector, mu: Vector, sigma2: Vector, shape: str, tie: Decimal = Decimal(0)
) -> Decimal:
    """Density of all features within one class; with `tie` = 0 the features are independent.

    With any other `tie`, the density of each feature, and of each group of n − 1 features, stays
    the same, because the factor depends only on the sign of the product of all deviations.
    """
    below = sum(a < m for a, m in zip(x, mu))
    sign = 0 if any(a == m for a, m in zip(x, mu)) else 1 - 2 * (below % 2)
    independent = Decimal(1)
    for a, m, s2 in zip(x, mu, sigma2):
        independent *= marginal(a, m, s2, shape)
    return independent * (1 + tie * sign)


def scaled(sigma2: Vector, ratio: Decimal) -> Vector:
    """The variances in class 1."""
    return tuple(s2 * ratio for s2 in sigma2)


@GNB.line(
    r"P(Y=1\mid x)=\frac{P(Y=1)P(x\mid Y=1)}{P(x)}",
    "Bayes' rule; P(x) is the sum over all classes.",
    of=POSTERIOR,
    digits=True,
)
def bayes_rule(
    p1: Decimal, x: Vector, mu0: Vector, mu1: Vector, sigma2: Vector,
    p2: Decimal, tie: Decimal, shape: str, variance_ratio: Decimal,
) -> Decimal:  # fmt: skip
    mu2 = tuple(2 * b - a for a, b in zip(mu0, mu1))
    joint0 = (1 - p1 - p2) * density(x, mu0, sigma2, shape)
    joint1 = p1 * density(x, mu1, scaled(sigma2, variance_ratio), shape, tie)
    joint2 = p2 * density(x, mu2, sigma2, shape)
    return joint1 / (joint0 + joint1 + joint2)


@GNB.line(
    r"=\frac{P(Y=1)P(x\mid Y=1)}{P(Y=1)P(x\mid Y=1)+P(Y=0)P(x\mid Y=0)}",
    "There are only two classes, so P(Y = 0) = 1 − P(Y = 1).",
    "mitchell-s3.1-bayes2",
    "gwansiu-23",
    uses="boolean-class",
    digits=True,
    equation=lambda x, p1, mu0, mu1, sigma2: gaussian_posterior(
        x, {0: 1 - p1, 1: p1}, {0: mu0, 1: mu1}, {0: sigma2, 1: sigma2}
    )[1],
)
def two_classes(
    p1: Decimal, x: Vector, mu0: Vector, mu1: Vector, sigma2: Vector,
    tie: Decimal, shape: str, variance_ratio: Decimal,
) -> Decimal:  # fmt: skip
    joint0 = (1 - p1) * density(x, mu0, sigma2, shape)
    joint1 = p1 * density(x, mu1, scaled(sigma2, variance_ratio), shape, tie)
    return joint1 / (joint1 + joint0)


@GNB.line(
    r"=\frac{1}{1+\frac{P(Y=0)P(x\mid Y=0)}{P(Y=1)P(x\mid Y=1)}}",
    "Divide the numerator and the denominator by the numerator.",
    "mitchell-s3.1-divide",
    "gwansiu-24",
    digits=True,
)
def divided(
    p1: Decimal, x: Vector, mu0: Vector, mu1: Vector, sigma2: Vector,
    tie: Decimal, shape: str, variance_ratio: Decimal,
) -> Decimal:  # fmt: skip
    likelihood0 = density(x, mu0, sigma2, shape)
    likelihood1 = density(x, mu1, scaled(sigma2, variance_ratio), shape, tie)
    return posterior_from_odds((1 - p1) * likelihood0 / (p1 * likelihood1))  # type: ignore


@GNB.line(
    r"=\frac{1}{1+\exp\Bigl(\ln\frac{P(Y=0)P(x\mid Y=0)}{P(Y=1)P(x\mid Y=1)}\Bigr)}",
    "Write the ratio u as exp(ln u).",
    "mitchell-s3.1-expln",
    "gwansiu-25",
    digits=True,
)
def exp_of_ln(
    p1: Decimal, x: Vector, mu0: Vector, mu1: Vector, sigma2: Vector,
    tie: Decimal, shape: str, variance_ratio: Decimal,
) -> Decimal:  # fmt: skip
    ln_joint0 = ln(1 - p1) + ln(density(x, mu0, sigma2, shape))
    ln_joint1 = ln(p1) + ln(density(x, mu1, scaled(sigma2, variance_ratio), shape, tie))
    return 1 / (1 + exp(ln_joint0 - ln_joint1))


@GNB.line(
    r"=\frac{1}{1+\exp\Bigl(\ln\frac{1-\pi}{\pi}"
    r"+\sum_i\ln\frac{P(x_i\mid Y=0)}{P(x_i\mid Y=1)}\Bigr)}",
    "The density of x is the product of the densities of its features, and the logarithm of a "
    "product is a sum.",
    "mitchell-19",
    "gwansiu-26",
    "gwansiu-27",
    uses="independent-features",
    digits=True,
    equation=lambda x, p1, mu0, mu1, sigma2: gaussian_posterior(
        x, {0: 1 - p1, 1: p1}, {0: mu0, 1: mu1}, {0: sigma2, 1: sigma2}
    )[1],
)
def split_by_feature(
    p1: Decimal, x: Vector, mu0: Vector, mu1: Vector, sigma2: Vector,
    shape: str, variance_ratio: Decimal,
) -> Decimal:  # fmt: skip
    ratios = [
        marginal(a, m0, s2, shape) / marginal(a, m1, s2 * variance_ratio, shape)
        for a, m0, m1, s2 in zip(x, mu0, mu1, sigma2)
    ]
    return 1 / (1 + exp(ln((1 - p1) / p1) + sum(map(ln, ratios))))


@GNB.line(
    r"\sum_i\ln\frac{P(x_i\mid Y=0)}{P(x_i\mid Y=1)}",
    "Take the sum in (19) alone.",
    of=SUM,
    digits=True,
)
def log_ratios(
    x: Vector, mu0: Vector, mu1: Vector, sigma2: Vector, shape: str, variance_ratio: Decimal
) -> Decimal:
    return sum(
        (
            ln(marginal(a, m0, s2, shape)) - ln(marginal(a, m1, s2 * variance_ratio, shape))
            for a, m0, m1, s2 in zip(x, mu0, mu1, sigma2)
        ),
        Decimal(0),
    )


@GNB.line(
    r"=\sum_i\ln\frac{(2\pi\sigma_{i0}^2)^{-1/2}\exp\bigl(-(x_i-\mu_{i0})^2/2\sigma_{i0}^2\bigr)}"
    r"{(2\pi\sigma_{i1}^2)^{-1/2}\exp\bigl(-(x_i-\mu_{i1})^2/2\sigma_{i1}^2\bigr)}",
    "Substitute the Gaussian densities, each with the variance of its class.",
    uses="gaussian-features",
    digits=True,
    equation=lambda x, mu0, mu1, sigma2: -gnb_log_odds(x, 0.5, (mu0, mu1), (sigma2, sigma2)),
)
def gaussian_densities(
    x: Vector, mu0: Vector, mu1: Vector, sigma2: Vector, variance_ratio: Decimal
) -> Decimal:
    total = Decimal(0)
    for a, m0, m1, s2 in zip(x, mu0, mu1, sigma2):
        other = s2 * variance_ratio
        top = exp(-square(a - m0) / (2 * s2)) / (2 * PI * s2).sqrt()
        bottom = exp(-square(a - m1) / (2 * other)) / (2 * PI * other).sqrt()
        total += ln(top / bottom)
    return total


@GNB.line(
    r"=\sum_i\ln\frac{\frac{1}{\sqrt{2\pi\sigma_i^2}}\exp\bigl(\frac{-(x_i-\mu_{i0})^2}"
    r"{2\sigma_i^2}\bigr)}{\frac{1}{\sqrt{2\pi\sigma_i^2}}"
    r"\exp\bigl(\frac{-(x_i-\mu_{i1})^2}{2\sigma_i^2}\bigr)}",
    "Both classes have the same variance.",
    "mitchell-20",
    "gwansiu-28",
    uses="equal-variances",
    digits=True,
    equation=log_ratio_of_densities,
)
def shared_variances(x: Vector, mu0: Vector, mu1: Vector, sigma2: Vector) -> Decimal:
    total = Decimal(0)
    for a, m0, m1, s2 in zip(x, mu0, mu1, sigma2):
        constant = 1 / (2 * PI * s2).sqrt()
        density0 = constant * exp(-(square(a - m0)) / (2 * s2))
        density1 = constant * exp(-(square(a - m1)) / (2 * s2))
        total += ln(density0) - ln(density1)
    return total


@GNB.line(
    r"=\sum_i\ln\exp\Bigl(\frac{(x_i-\mu_{i1})^2-(x_i-\mu_{i0})^2}{2\sigma_i^2}\Bigr)",
    "The constants are equal and cancel; the quotient of two exponentials is the exponential of "
    "the difference.",
    "mitchell-20",
    "gwansiu-29",
    digits=True,
)
def cancelled_constants(x: Vector, mu0: Vector, mu1: Vector, sigma2: Vector) -> Decimal:
    return sum(
        (
            ln(exp((square(a - m1) - square(a - m0)) / (2 * s2)))
            for a, m0, m1, s2 in zip(x, mu0, mu1, sigma2)
        ),
        Decimal(0),
    )


GNB.line(
    r"=\sum_i\frac{(x_i-\mu_{i1})^2-(x_i-\mu_{i0})^2}{2\sigma_i^2}",
    "The logarithm is the inverse of the exponential function.",
    "mitchell-20",
    "gwansiu-30",
)(difference_of_squares)

GNB.line(
    r"=\sum_i\frac{(x_i^2-2x_i\mu_{i1}+\mu_{i1}^2)-(x_i^2-2x_i\mu_{i0}+\mu_{i0}^2)}{2\sigma_i^2}",
    "Expand both squares.",
    "mitchell-20",
    "gwansiu-31",
)(expanded_squares)

GNB.line(
    r"=\sum_i\frac{2x_i(\mu_{i0}-\mu_{i1})+\mu_{i1}^2-\mu_{i0}^2}{2\sigma_i^2}",
    "The squares of x cancel, because their denominators are equal.",
    "mitchell-20",
    "gwansiu-32",
)(collected_squares)

GNB.line(
    r"=\sum_i\Bigl(\frac{\mu_{i0}-\mu_{i1}}{\sigma_i^2}x_i"
    r"+\frac{\mu_{i1}^2-\mu_{i0}^2}{2\sigma_i^2}\Bigr)",
    "Split the fraction: the sum is linear in x.",
    "mitchell-20",
    "gwansiu-33",
)(gaussian_log_ratio)


@GNB.line(
    r"P(Y=1\mid x)=\frac{1}{1+\exp\Bigl(\ln\frac{1-\pi}{\pi}+\sum_i\bigl(\frac{\mu_{i0}-\mu_{i1}}"
    r"{\sigma_i^2}x_i+\frac{\mu_{i1}^2-\mu_{i0}^2}{2\sigma_i^2}\bigr)\Bigr)}",
    "Substitute (20) into (19).",
    "mitchell-21",
    of=POSTERIOR,
    digits=True,
    uses=("gaussian-features", "equal-variances"),
    equation=mitchell_gnb_posterior,
)
def substituted(x: Vector, p1: Decimal, mu0: Vector, mu1: Vector, sigma2: Vector) -> Decimal:
    score = ln((1 - p1) / p1)
    for a, m0, m1, s2 in zip(x, mu0, mu1, sigma2):
        score += (m0 - m1) / s2 * a + (m1 * m1 - m0 * m0) / (2 * s2)
    return 1 / (1 + exp(score))


@GNB.line(
    r"=\frac{1}{1+\exp\bigl(w_0+\sum_iw_ix_i\bigr)},\quad "
    r"w_i=\frac{\mu_{i0}-\mu_{i1}}{\sigma_i^2},\quad "
    r"w_0=\ln\frac{1-\pi}{\pi}+\sum_i\frac{\mu_{i1}^2-\mu_{i0}^2}{2\sigma_i^2}",
    "Collect the terms with x as weights, and the others as the intercept.",
    "mitchell-22",
    "mitchell-s3.1-wi",
    "mitchell-s3.1-w0",
    "gwansiu-34",
    "gwansiu-s2.2.2-wi",
    "gwansiu-s2.2.2-w0",
    digits=True,
    equation=lambda x, p1, mu0, mu1, sigma2: mitchell_p1(
        (w := mitchell_gnb_weights(p1, mu0, mu1, sigma2)).w0, w.w, x
    ),
)
def with_weights(x: Vector, p1: Decimal, mu0: Vector, mu1: Vector, sigma2: Vector) -> Decimal:
    w = [(m0 - m1) / s2 for m0, m1, s2 in zip(mu0, mu1, sigma2)]
    squares = [(m1 * m1 - m0 * m0) / (2 * s2) for m0, m1, s2 in zip(mu0, mu1, sigma2)]
    w0 = ln(1 - p1) - ln(p1) + sum(squares)
    return 1 / (1 + exp(w0 + sum(w_i * a for w_i, a in zip(w, x))))


@GNB.line(
    r"P(Y=0\mid x)=1-P(Y=1\mid x)",
    "The probabilities of the two classes sum to 1.",
    of=r"P(Y=0\mid x)",
    digits=True,
    equation=lambda x, p1, mu0, mu1, sigma2: 1 - mitchell_gnb_posterior(x, p1, mu0, mu1, sigma2),
)
def complement(x: Vector, p1: Decimal, mu0: Vector, mu1: Vector, sigma2: Vector) -> Decimal:
    return 1 - with_weights(x, p1, mu0, mu1, sigma2)


@GNB.line(
    r"=\frac{\exp\bigl(w_0+\sum_iw_ix_i\bigr)}{1+\exp\bigl(w_0+\sum_iw_ix_i\bigr)}",
    "Write 1 as the denominator over itself, and subtract.",
    "mitchell-23",
    "gwansiu-35",
    digits=True,
    equation=lambda x, p1, mu0, mu1, sigma2: mitchell_p0(
        (w := mitchell_gnb_weights(p1, mu0, mu1, sigma2)).w0, w.w, x
    ),
)
def class_0(x: Vector, p1: Decimal, mu0: Vector, mu1: Vector, sigma2: Vector) -> Decimal:
    odds = (1 - p1) / p1
    for a, m0, m1, s2 in zip(x, mu0, mu1, sigma2):
        odds *= exp((m0 - m1) / s2 * a) * exp((m1 * m1 - m0 * m0) / (2 * s2))
    return odds / (1 + odds)
