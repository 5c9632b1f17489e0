"""Section 2.4: one variance for both classes.

xs0, xs1         the values of one feature in class 0 and in class 1
sigma2           any variance
variance_ratio   the variance of class 1 is this number times that of class 0
"""

from decimal import Decimal
from fractions import Fraction as F

from textbook_ml.equations.gaussian import pooled_variance_mle, variance_mle
from textbook_ml.study.derivations._derivation import Assumption, Derivation, Input
from textbook_ml.study.derivations._numbers import PI, ln, mean, slope, square, total

Exact = tuple[F, ...]
Vector = tuple[Decimal, ...]
DERIVATIVE = r"\frac{\partial\ell}{\partial\sigma^2}"

POOLED = Derivation(
    "pooled-variance",
    "One variance for both classes",
    inputs=(
        Input("xs0", "x_0", (F(1), F(3), F(5)), "values in class 0", sizes=("m0",)),
        Input("xs1", "x_1", (F(0), F(2)), "values in class 1", sizes=("m1",)),
        Input("sigma2", r"\sigma^2", F(3), "any variance", "positive"),
        Input("variance_ratio", r"\sigma_1^2/\sigma_0^2", F(1),
              "variance in class 1 divided by the variance in class 0",
              assumption="shared-variance"),
    ),
    assumptions=(
        Assumption(
            "shared-variance",
            "Both classes have the same variance.",
            {"variance_ratio": F(4)},
            "The variance of class 1 is four times that of class 0.",
        ),
    ),
    about=("mitchell-s2.4-tied", "gwansiu-s1.2-tied"),
    remarks=(
        lambda xs0, xs1: weighting(xs0, xs1),
        "Divide by N − K instead of N for an unbiased estimate.",
    ),
    results={r"\hat\sigma^2": lambda xs0, xs1: pooled_variance_mle([xs0, xs1])},
)  # fmt: skip


def weighting(xs0: Exact, xs1: Exact) -> str:
    """Return a remark that compares the estimate with the mean of the class variances."""
    v0, v1 = (variance_mle(xs, mean(xs)) for xs in (xs0, xs1))
    pooled, middle = pooled_variance_mle([xs0, xs1]), (v0 + v1) / 2
    if pooled == middle:
        return (
            f"Here the estimate {pooled} is the mean of the variances of the classes, {v0} and "
            f"{v1}. In general large classes count more."
        )
    return (
        f"The estimate {pooled} is not the mean of the variances of the classes, {v0} and {v1}, "
        f"which is {middle}: large classes count more."
    )


@POOLED.line(
    r"\frac{\partial}{\partial\sigma^2}\sum_k\sum_{j:y_j=k}\ln p(x_j\mid y=k)",
    "Differentiate the log likelihood of all classes; the means of the classes are substituted.",
    of=DERIVATIVE,
    digits=True,
)
def derivative(xs0: Vector, xs1: Vector, sigma2: Decimal, variance_ratio: Decimal) -> Decimal:
    def log_likelihood(s2: Decimal) -> Decimal:
        terms = Decimal(0)
        for xs, variance in ((xs0, s2), (xs1, s2 * variance_ratio)):
            centre = mean(xs)
            terms -= total(ln(2 * PI * variance) + square(x - centre) / variance for x in xs) / 2
        return terms

    return slope(log_likelihood, sigma2)


@POOLED.line(
    r"=-\frac{N}{2\sigma^2}+\frac{1}{2\sigma^4}\sum_k\sum_{j:y_j=k}(x_j-\hat\mu_k)^2",
    "The variance is shared, so the derivative is that of a single class with all N examples.",
    uses="shared-variance",
)
def two_terms(xs0: Exact, xs1: Exact, sigma2: F) -> F:
    n = len(xs0) + len(xs1)
    centre0, centre1 = mean(xs0), mean(xs1)
    squares = total(square(x - centre0) for x in xs0) + total(square(x - centre1) for x in xs1)
    return -n / (2 * sigma2) + squares / (2 * square(sigma2))


@POOLED.line(
    r"N\hat\sigma^2",
    "Set the derivative to 0 and multiply by 2σ⁴: N times the estimate is the sum of line 4.",
    of=r"N\hat\sigma^2",
)
def n_variances(xs0: Exact, xs1: Exact) -> F:
    return (len(xs0) + len(xs1)) * pooled_variance_mle([xs0, xs1])


@POOLED.line(
    r"=\sum_k\sum_{j:y_j=k}(x_j-\hat\mu_k)^2,\quad "
    r"\hat\sigma^2=\frac{1}{N}\sum_k\sum_{j:y_j=k}(x_j-\hat\mu_k)^2",
    "The squared deviations from the means of the classes; divide by N to obtain the estimate.",
    "mitchell-s2.4-tied",
    "gwansiu-s1.2-tied",
)
def sum_of_squares(xs0: Exact, xs1: Exact) -> F:
    squares = F(0)
    for xs in (xs0, xs1):
        centre = mean(xs)
        squares += total(square(x - centre) for x in xs)
    return squares
