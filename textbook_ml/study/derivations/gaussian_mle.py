"""Section 2.4: the maximum likelihood estimates (13) and (14) of a Gaussian.

xs            the examples of one class
mu, sigma2    any mean and any variance
correlation   of any two examples; 0 if the examples are independent
"""

from decimal import Decimal
from fractions import Fraction as F

from textbook_ml.equations.gaussian import mean_mle, normal_log_pdf, variance_mle
from textbook_ml.study.derivations._derivation import Assumption, Derivation, Input
from textbook_ml.study.derivations._numbers import PI, exp, ln, mean, slope, square, total

Exact = tuple[F, ...]
Vector = tuple[Decimal, ...]
LOG_LIKELIHOOD = r"\ell(\mu,\sigma^2)"

GAUSSIAN = Derivation(
    "gaussian-mle",
    "Maximum likelihood estimates of a mean and a variance",
    inputs=(
        Input("xs", "x", (F(1), F(2), F(4)), "the examples of one class", sizes=("m",)),
        Input("mu", r"\mu", F(2), "any mean"),
        Input("sigma2", r"\sigma^2", F(3, 2), "any variance", "positive"),
        Input(
            "correlation",
            r"\rho",
            F(0),
            "correlation of any two examples",
            assumption="independent-examples",
        ),
    ),
    assumptions=(
        Assumption(
            "independent-examples",
            "The examples are independent.",
            {"correlation": F(1, 2)},
            "Any two examples have the correlation 1/2.",
        ),
        Assumption(
            "not-constant",
            "The examples are not all equal.",
            {"xs": (F(3), F(3), F(3))},
            "Three equal examples: the estimate of the variance is 0, where the density is not "
            "defined, and the likelihood grows without limit as the variance approaches 0.",
            condition=lambda xs: len(set(xs)) > 1,
        ),
    ),
    about=("mitchell-s2.3-mle-or-map", "ng-a1-univariate"),
    remarks=(
        "The second derivatives at the estimates are negative, and the mixed one is 0.",
        "Models have an option for a smallest variance, because the likelihood of a "
        "constant column has no maximum.",
    ),
    results={
        r"\hat\mu": lambda xs: mean_mle(xs),
        r"\hat\sigma^2": lambda xs: variance_mle(xs, mean_mle(xs)),
    },
)


@GAUSSIAN.line(
    r"\ell(\mu,\sigma^2)=\ln p(x_1,\dots,x_N\mid\mu,\sigma^2)",
    "The logarithm of the joint density of the examples.",
    of=LOG_LIKELIHOOD,
    digits=True,
)
def joint_density(xs: Vector, mu: Decimal, sigma2: Decimal, correlation: Decimal) -> Decimal:
    n, centre = len(xs), mean(xs)
    within = sigma2 * (1 - correlation)  # variance of the deviations from the mean of the examples
    between = within + n * sigma2 * correlation  # n times the variance of that mean
    squares = total(square(x - centre) for x in xs) / within
    squares += n * square(centre - mu) / between
    return -(n * ln(2 * PI) + (n - 1) * ln(within) + ln(between) + squares) / 2


@GAUSSIAN.line(
    r"=\sum_j\ln\Bigl(\frac{1}{\sqrt{2\pi\sigma^2}}e^{-(x_j-\mu)^2/2\sigma^2}\Bigr)",
    "The joint density of independent examples is a product, and its logarithm is a sum.",
    uses="independent-examples",
    digits=True,
    equation=lambda xs, mu, sigma2: sum(normal_log_pdf(x, mu, sigma2) for x in xs),
)
def sum_over_examples(xs: Vector, mu: Decimal, sigma2: Decimal) -> Decimal:
    densities = [exp(-square(x - mu) / (2 * sigma2)) / (2 * PI * sigma2).sqrt() for x in xs]
    return total(map(ln, densities))


@GAUSSIAN.line(
    r"=-\frac{N}{2}\ln(2\pi\sigma^2)-\frac{1}{2\sigma^2}\sum_j(x_j-\mu)^2",
    "The logarithm of each factor.",
    digits=True,
)
def expanded(xs: Vector, mu: Decimal, sigma2: Decimal) -> Decimal:
    squares = total(square(x - mu) for x in xs)
    return -len(xs) * ln(2 * PI * sigma2) / 2 - squares / (2 * sigma2)


@GAUSSIAN.line(
    r"\frac{\partial\ell}{\partial\mu}",
    "Differentiate with respect to the mean.",
    of=r"\frac{\partial\ell}{\partial\mu}",
    digits=True,
)
def derivative_by_mean(xs: Vector, mu: Decimal, sigma2: Decimal) -> Decimal:
    return slope(lambda m: expanded(xs, m, sigma2), mu)


@GAUSSIAN.line(
    r"=\frac{1}{\sigma^2}\sum_j(x_j-\mu)",
    "The first term does not depend on μ; use the chain rule for the squares.",
)
def sum_of_deviations(xs: Exact, mu: F, sigma2: F) -> F:
    return total(x - mu for x in xs) / sigma2


@GAUSSIAN.line(
    r"N\hat\mu",
    "Set the derivative to 0: Σⱼ (xⱼ − μ̂) = 0, so N times the estimate is the sum of line 7.",
    of=r"N\hat\mu",
)
def n_means(xs: Exact) -> F:
    return len(xs) * mean_mle(xs)


@GAUSSIAN.line(
    r"=\sum_jx_j,\quad \hat\mu=\frac{1}{N}\sum_jx_j",
    "The sum of the examples; divide by N to obtain the estimate.",
    "mitchell-13",
    "gwansiu-15",
)
def sum_of_examples(xs: Exact) -> F:
    return total(xs)


@GAUSSIAN.line(
    r"\frac{\partial\ell}{\partial\sigma^2}",
    "Differentiate with respect to the variance σ², not σ.",
    of=r"\frac{\partial\ell}{\partial\sigma^2}",
    digits=True,
)
def derivative_by_variance(xs: Vector, mu: Decimal, sigma2: Decimal) -> Decimal:
    return slope(lambda s2: expanded(xs, mu, s2), sigma2)


@GAUSSIAN.line(
    r"=-\frac{N}{2\sigma^2}+\frac{1}{2\sigma^4}\sum_j(x_j-\mu)^2",
    "The derivative of ln σ² is 1/σ², and that of 1/σ² is −1/σ⁴.",
)
def two_terms(xs: Exact, mu: F, sigma2: F) -> F:
    squares = total(square(x - mu) for x in xs)
    return -len(xs) / (2 * sigma2) + squares / (2 * sigma2 * sigma2)


@GAUSSIAN.line(
    r"N\hat\sigma^2",
    "Substitute the estimate of the mean, set the derivative to 0 and multiply by 2σ⁴: N times the "
    "estimate is the sum of line 11.",
    of=r"N\hat\sigma^2",
)
def n_variances(xs: Exact) -> F:
    return len(xs) * variance_mle(xs, mean_mle(xs))


@GAUSSIAN.line(
    r"=\sum_j(x_j-\hat\mu)^2,\quad \hat\sigma^2=\frac{1}{N}\sum_j(x_j-\hat\mu)^2",
    "The sum of the squared deviations; divide by N to obtain the estimate.",
    "mitchell-14",
    "gwansiu-16",
)
def sum_of_squares(xs: Exact) -> F:
    centre = mean(xs)
    return total(square(x - centre) for x in xs)


@GAUSSIAN.line(
    r"-\frac{N}{2\hat\sigma^2}+\frac{1}{2\hat\sigma^4}\sum_j(x_j-\hat\mu)^2",
    "Check: substitute both estimates into the derivative.",
    of=r"\frac{\partial\ell}{\partial\sigma^2}(\hat\mu,\hat\sigma^2)",
    uses="not-constant",
)
def derivative_at_estimates(xs: Exact) -> F:
    mu = mean_mle(xs)
    sigma2 = variance_mle(xs, mu)
    squares = total(square(x - mu) for x in xs)
    return -len(xs) / (2 * sigma2) + squares / (2 * sigma2 * sigma2)


@GAUSSIAN.line(r"=0", "The two terms cancel; the variance must not be 0.", uses="not-constant")
def zero() -> F:
    return F(0)


@GAUSSIAN.line(
    r"\ell(\mu,\sigma^2)\le\ell(\hat\mu,\hat\sigma^2)"
    r"=-\frac{N}{2}\bigl(\ln(2\pi\hat\sigma^2)+1\bigr)",
    "The stationary point is the maximum.",
    of=LOG_LIKELIHOOD,
    relation="≤",
    digits=True,
)
def largest(xs: Vector) -> Decimal:
    centre = mean(xs)
    sigma2 = total(square(x - centre) for x in xs) / len(xs)
    return -len(xs) * (ln(2 * PI * sigma2) + 1) / 2
