"""Section 2.4: the MAP estimate of a mean.

xs               the examples of one class
mu               any mean
sigma2           the variance of the examples
prior_mean       mean of the prior of μ
prior_variance   τ², variance of the prior of μ
"""

from decimal import Decimal
from fractions import Fraction as F

from textbook_ml.equations import gaussian
from textbook_ml.study.derivations._derivation import Derivation, Input
from textbook_ml.study.derivations._numbers import slope, square, total

Exact = tuple[F, ...]
Vector = tuple[Decimal, ...]
DERIVATIVE = r"\frac{\partial}{\partial\mu}\ln p(\mu\mid x)"
WEIGHTED = r"\hat\mu\Bigl(\frac{1}{\tau^2}+\frac{N}{\sigma^2}\Bigr)"

MEAN_MAP = Derivation(
    "mean-map",
    "The MAP estimate of a mean",
    inputs=(
        Input("xs", "x", (F(1), F(3), F(5)), "the examples of one class", sizes=("m",)),
        Input("mu", r"\mu", F(1), "any mean"),
        Input("sigma2", r"\sigma^2", F(4), "variance of the examples", "positive"),
        Input("prior_mean", r"\mu_0", F(0), "mean of the prior"),
        Input("prior_variance", r"\tau^2", F(2), "variance of the prior", "positive"),
    ),
    about=("mitchell-s2.4-mle-or-map",),
    remarks=(
        "The estimate is a weighted mean of the prior mean and the mean of the examples.",
        "With τ² → ∞ it is the maximum likelihood estimate (13).",
    ),
    results={
        r"\hat\mu": lambda xs, sigma2, prior_mean, prior_variance: gaussian.mean_map(
            xs, sigma2, prior_mean, prior_variance
        )
    },
)


@MEAN_MAP.line(
    r"\frac{\partial}{\partial\mu}\Bigl(-\sum_j\frac{(x_j-\mu)^2}{2\sigma^2}"
    r"-\frac{(\mu-\mu_0)^2}{2\tau^2}\Bigr)",
    "Differentiate the logarithm of likelihood times prior; all other terms do not contain μ.",
    of=DERIVATIVE,
    digits=True,
)
def derivative(
    xs: Vector, mu: Decimal, sigma2: Decimal, prior_mean: Decimal, prior_variance: Decimal
) -> Decimal:
    def log_posterior(m: Decimal) -> Decimal:
        likelihood = -total(square(x - m) for x in xs) / (2 * sigma2)
        return likelihood - square(m - prior_mean) / (2 * prior_variance)

    return slope(log_posterior, mu)


@MEAN_MAP.line(
    r"=\frac{1}{\sigma^2}\sum_j(x_j-\mu)+\frac{\mu_0-\mu}{\tau^2}",
    "Use the chain rule for each square.",
)
def two_terms(xs: Exact, mu: F, sigma2: F, prior_mean: F, prior_variance: F) -> F:
    return total(x - mu for x in xs) / sigma2 + (prior_mean - mu) / prior_variance


@MEAN_MAP.line(
    r"\hat\mu\Bigl(\frac{1}{\tau^2}+\frac{N}{\sigma^2}\Bigr)",
    "Set the derivative to 0 and collect the terms with the estimate on one side.",
    of=WEIGHTED,
)
def collected(xs: Exact, sigma2: F, prior_mean: F, prior_variance: F) -> F:
    estimate = gaussian.mean_map(xs, sigma2, prior_mean, prior_variance)
    return estimate * (1 / prior_variance + len(xs) / sigma2)


@MEAN_MAP.line(
    r"=\frac{\mu_0}{\tau^2}+\frac{1}{\sigma^2}\sum_jx_j,\quad "
    r"\hat\mu=\frac{\mu_0/\tau^2+\sum_jx_j/\sigma^2}{1/\tau^2+N/\sigma^2}",
    "The other terms; divide to obtain the estimate.",
    "mitchell-s2.4-mle-or-map",
)
def solved(xs: Exact, sigma2: F, prior_mean: F, prior_variance: F) -> F:
    return prior_mean / prior_variance + total(xs) / sigma2
