"""Ng, section 1.2: the maximum likelihood estimates of Gaussian discriminant analysis.

rows0, rows1   the examples of class 0 and of class 1
phi            any prior of class 1
mu0, mu1       any means
sigma          any covariance matrix
repeat         probability that the class is a copy of that of the example before it
"""

from decimal import Decimal
from fractions import Fraction as F
from typing import Any

from textbook_ml.equations.discriminant import (
    class_means,
    gda_log_likelihood,
    pooled_covariance,
)
from textbook_ml.equations.smoothing import prior_mle
from textbook_ml.study.derivations._derivation import Assumption, Derivation, Input
from textbook_ml.study.derivations._matrices import (
    Matrix,
    determinant,
    dot,
    inverse,
    matrix_gradient,
    matrix_product,
    quadratic_form,
)
from textbook_ml.study.derivations._numbers import PI, Value, exp, gradient, ln, mean, slope, total

Exact = tuple[F, ...]
Vector = tuple[Decimal, ...]
Point = tuple[Any, ...]  # of Fractions or of Decimals
Rows = tuple[Vector, ...]
ExactRows = tuple[Exact, ...]
LOG_LIKELIHOOD = r"\ell(\phi,\mu_0,\mu_1,\Sigma)"

GDA_MLE = Derivation(
    "gda-mle",
    "Maximum likelihood estimates of Gaussian discriminant analysis",
    inputs=(
        Input("rows0", "X_0", ((F(1), F(2)), (F(3), F(4)), (F(5), F(3))), "examples of class 0",
              sizes=("m0", "n"), most=8),
        Input("rows1", "X_1", ((F(0), F(1)), (F(2), F(5))), "examples of class 1",
              sizes=("m1", "n"), most=8),
        Input("phi", r"\phi", F(1, 3), "any prior of class 1", "probability"),
        Input("mu0", r"\mu_0", (F(2), F(2)), "any mean of class 0", sizes=("n",), most=4),
        Input("mu1", r"\mu_1", (F(1), F(2)), "any mean of class 1", sizes=("n",), most=4),
        Input("sigma", r"\Sigma", ((F(2), F(1)), (F(1), F(2))), "any covariance matrix",
              "covariance", ("n", "n"), most=4),
        Input("repeat", "r", F(0), "probability that a class is that of the example before it",
              assumption="independent-examples"),
    ),
    assumptions=(
        Assumption(
            "independent-examples",
            "The examples are independent.",
            {"repeat": F(1, 2)},
            "Half of the classes are copies of the class of the example before them.",
        ),
        Assumption(
            "enough-rows",
            "The deviations from the means of the classes span all directions.",
            {"rows0": ((F(1), F(2)), (F(3), F(4))), "rows1": ((F(5), F(0)),)},
            "Three examples with two features in two classes: the estimate of Σ has the "
            "determinant 0, so there is no density. At least n + 2 examples are needed.",
            condition=lambda rows0, rows1: determinant(
                pooled((*rows0, *rows1), len(rows0))
            ) > 0,
        ),
    ),
    about=("ng-gda-model",),
    remarks=("Divide S by m − 2 instead of m for an unbiased estimate of Σ.",),
    results={
        r"\hat\phi": lambda rows0, rows1: prior_mle(len(rows1), len(rows0) + len(rows1)),
        r"\hat\mu_0": lambda rows0: tuple(map(mean, zip(*rows0))),
        r"\hat\mu_1": lambda rows1: tuple(map(mean, zip(*rows1))),
        r"\hat\Sigma": lambda rows0, rows1: pooled((*rows0, *rows1), len(rows0)),
    },
)  # fmt: skip


def pooled(rows: ExactRows, n_zeros: int) -> ExactRows:
    """Return Σ as estimated by the registered equation; the first rows belong to class 0."""
    labels = [0] * n_zeros + [1] * (len(rows) - n_zeros)
    return tuple(map(tuple, pooled_covariance(rows, labels)))


def scatter(rows0: Matrix, rows1: Matrix, mu0: Point, mu1: Point) -> Matrix:
    """S, the sum of the products of the deviations from the means."""
    deviations = [minus(row, mu0) for row in rows0] + [minus(row, mu1) for row in rows1]
    return matrix_product(tuple(zip(*deviations)), tuple(deviations))


def log_likelihood(
    rows0: Rows, rows1: Rows, phi: Decimal, mu0: Vector, mu1: Vector, sigma: Rows
) -> Decimal:
    """Return ℓ for any parameters, with all terms separated, as in line 3."""
    k, m, n = len(rows1), len(rows0) + len(rows1), len(mu0)
    precision = inverse(sigma)
    forms: Decimal = total(quadratic_form(precision, minus(row, mu0)) for row in rows0)
    forms += total(quadratic_form(precision, minus(row, mu1)) for row in rows1)
    labels = k * ln(phi) + (m - k) * ln(1 - phi)
    constants: Decimal = m * n * ln(2 * PI) + m * ln(determinant(sigma))
    return labels - (constants + forms) / 2


def minus(a: Point, b: Point) -> Point:
    """The difference of two vectors."""
    return tuple(x - y for x, y in zip(a, b))


@GDA_MLE.line(
    r"\ell=\ln\prod_ip(x_i\mid y_i)p(y_i\mid y_1,\dots,y_{i-1})",
    "The logarithm of the joint likelihood; chain rule for the classes.",
    of=LOG_LIKELIHOOD,
    digits=True,
)
def in_order(
    rows0: Rows, rows1: Rows, phi: Decimal, mu0: Vector, mu1: Vector, sigma: Rows, repeat: Decimal
) -> Decimal:
    constant: Decimal = len(mu0) * ln(2 * PI) + ln(determinant(sigma))
    result, last = Decimal(0), None
    for y, rows, mu, prior in ((0, rows0, mu0, 1 - phi), (1, rows1, mu1, phi)):
        for row in rows:
            copied = repeat if y == last else Decimal(0)
            result += ln(prior if last is None else (1 - repeat) * prior + copied)
            result -= (constant + quadratic_form(inverse(sigma), minus(row, mu))) / 2
            last = y
    return result


@GDA_MLE.line(
    r"=\ln\prod_ip(x_i\mid y_i)p(y_i)",
    "The examples are independent.",
    "ng-gda-loglik",
    uses="independent-examples",
    digits=True,
    equation=lambda rows0, rows1, phi, mu0, mu1, sigma: gda_log_likelihood(
        (*rows0, *rows1), [0] * len(rows0) + [1] * len(rows1),
        {0: 1 - phi, 1: phi}, {0: mu0, 1: mu1}, sigma,
    ),
)  # fmt: skip
def joint(rows0: Rows, rows1: Rows, phi: Decimal, mu0: Vector, mu1: Vector, sigma: Rows) -> Decimal:
    constant = ((2 * PI) ** len(mu0) * determinant(sigma)).sqrt()
    likelihood = Decimal(1)
    for rows, mu, prior in ((rows0, mu0, 1 - phi), (rows1, mu1, phi)):
        for row in rows:
            form = quadratic_form(inverse(sigma), tuple(x - m for x, m in zip(row, mu)))
            likelihood *= prior * exp(-form / 2) / constant
    return ln(likelihood)


@GDA_MLE.line(
    r"=k\ln\phi+(m-k)\ln(1-\phi)-\frac{m}{2}\ln(|2\pi\Sigma|)"
    r"-\frac12\sum_i(x_i-\mu_{y_i})^{\top}\Sigma^{-1}(x_i-\mu_{y_i})",
    "The logarithm of a product is a sum; k of the m examples are in class 1.",
    digits=True,
)
def separated(
    rows0: Rows, rows1: Rows, phi: Decimal, mu0: Vector, mu1: Vector, sigma: Rows
) -> Decimal:
    return log_likelihood(rows0, rows1, phi, mu0, mu1, sigma)


@GDA_MLE.line(
    r"\frac{\partial\ell}{\partial\phi}",
    "Differentiate with respect to the prior.",
    of=r"\frac{\partial\ell}{\partial\phi}",
    digits=True,
)
def derivative_by_prior(
    rows0: Rows, rows1: Rows, phi: Decimal, mu0: Vector, mu1: Vector, sigma: Rows
) -> Decimal:
    return slope(lambda p: log_likelihood(rows0, rows1, p, mu0, mu1, sigma), phi)


@GDA_MLE.line(
    r"=\frac{k}{\phi}-\frac{m-k}{1-\phi}",
    "Only the first two terms contain φ.",
)
def prior_terms(rows0: ExactRows, rows1: ExactRows, phi: F) -> F:
    m, k = len(rows0) + len(rows1), len(rows1)
    return k / phi - (m - k) / (1 - phi)


@GDA_MLE.line(
    r"m\hat\phi",
    "Set the derivative to 0 and multiply by φ(1 − φ): m times the estimate is k.",
    of=r"m\hat\phi",
)
def m_priors(rows0: ExactRows, rows1: ExactRows) -> F:
    m = len(rows0) + len(rows1)
    return m * prior_mle(len(rows1), m)


@GDA_MLE.line(
    r"=k,\quad \hat\phi=\frac{k}{m}",
    "The number of examples in class 1; divide by m to obtain the estimate.",
    "ng-gda-phi-mle",
)
def ones(rows1: ExactRows) -> int:
    return len(rows1)


@GDA_MLE.line(
    r"\frac{\partial\ell}{\partial\mu_1}",
    "Differentiate with respect to the mean of class 1.",
    of=r"\frac{\partial\ell}{\partial\mu_1}",
    digits=True,
)
def derivative_by_mean(
    rows0: Rows, rows1: Rows, phi: Decimal, mu0: Vector, mu1: Vector, sigma: Rows
) -> Value:
    return gradient(lambda m: log_likelihood(rows0, rows1, phi, mu0, m, sigma), mu1)


@GDA_MLE.line(
    r"=\Sigma^{-1}\sum_{i:y_i=1}(x_i-\mu_1)",
    "Differentiate the quadratic forms of class 1; Σ⁻¹ is symmetric.",
)
def mean_terms(rows1: ExactRows, mu1: Exact, sigma: ExactRows) -> Value:
    deviations = tuple(total(column) - len(rows1) * m for column, m in zip(zip(*rows1), mu1))
    return tuple(dot(row, deviations) for row in inverse(sigma))


@GDA_MLE.line(
    r"k\hat\mu_1",
    "Set the derivative to 0 and multiply by Σ: k times the estimate is the sum of line 11.",
    of=r"k\hat\mu_1",
)
def k_means(rows0: ExactRows, rows1: ExactRows) -> Value:
    labels = [0] * len(rows0) + [1] * len(rows1)
    return tuple(len(rows1) * m for m in class_means((*rows0, *rows1), labels)[1])


@GDA_MLE.line(
    r"=\sum_{i:y_i=1}x_i,\quad \hat\mu_1=\frac{1}{k}\sum_{i:y_i=1}x_i",
    "The sum of the examples of class 1; divide by k to obtain their mean.",
    "ng-gda-mu-mle",
)
def sums(rows1: ExactRows) -> Value:
    return tuple(map(total, zip(*rows1)))


@GDA_MLE.line(
    r"\frac{\partial\ell}{\partial\Lambda},\quad \Lambda=\Sigma^{-1}",
    "Differentiate with respect to each entry of Λ, the inverse of Σ.",
    of=r"\frac{\partial\ell}{\partial\Lambda}",
    digits=True,
)
def derivative_by_precision(
    rows0: Rows, rows1: Rows, phi: Decimal, mu0: Vector, mu1: Vector, sigma: Rows
) -> Value:
    return matrix_gradient(
        lambda precision: log_likelihood(rows0, rows1, phi, mu0, mu1, inverse(precision)),
        inverse(sigma),
    )


@GDA_MLE.line(
    r"=\frac{\partial}{\partial\Lambda}\Bigl(\frac{m}{2}\ln(|\Lambda|)"
    r"-\frac12\mathrm{tr}(\Lambda S)\Bigr),\quad "
    r"S=\sum_i(x_i-\mu_{y_i})(x_i-\mu_{y_i})^{\top}",
    "The determinant of Λ is the reciprocal of that of Σ, and a form is a trace: vᵀΛv = tr(Λvvᵀ).",
    digits=True,
)
def with_trace(rows0: Rows, rows1: Rows, mu0: Vector, mu1: Vector, sigma: Rows) -> Value:
    s, m = scatter(rows0, rows1, mu0, mu1), len(rows0) + len(rows1)

    def objective(precision: Rows) -> Decimal:
        trace: Decimal = total(row[i] for i, row in enumerate(matrix_product(precision, s)))
        log_determinant = ln(determinant(precision))
        return m * log_determinant / 2 - trace / 2

    return matrix_gradient(objective, inverse(sigma))


@GDA_MLE.line(
    r"=\frac{m}{2}\Sigma-\frac12S",
    "The derivative of ln|Λ| is Λ⁻¹, and that of tr(ΛS) is S; both are symmetric.",
)
def covariance_terms(
    rows0: ExactRows, rows1: ExactRows, mu0: Exact, mu1: Exact, sigma: ExactRows
) -> Value:
    m = len(rows0) + len(rows1)
    n = range(len(mu0))

    def entry(i: int, j: int) -> F:
        zeros = total((row[i] - mu0[i]) * (row[j] - mu0[j]) for row in rows0)
        ones = total((row[i] - mu1[i]) * (row[j] - mu1[j]) for row in rows1)
        return m * sigma[i][j] / 2 - (zeros + ones) / 2

    return tuple(tuple(entry(i, j) for j in n) for i in n)


@GDA_MLE.line(
    r"\hat\Sigma^{-1}S",
    "Substitute the means, set the derivative to 0 and multiply by the inverse of the estimate.",
    "ng-gda-sigma-mle",
    of=r"\hat\Sigma^{-1}S",
    uses="enough-rows",
)
def product_with_scatter(rows0: ExactRows, rows1: ExactRows) -> Value:
    mu0, mu1 = (tuple(total(c) / len(rows) for c in zip(*rows)) for rows in (rows0, rows1))
    s = scatter(rows0, rows1, mu0, mu1)
    return matrix_product(inverse(pooled((*rows0, *rows1), len(rows0))), s)


@GDA_MLE.line(
    r"=mI,\quad \hat\Sigma=\frac{1}{m}S",
    "So the estimate is S divided by m; it must be invertible.",
    "ng-gda-sigma-mle",
    uses="enough-rows",
)
def m_times_identity(rows0: ExactRows, rows1: ExactRows) -> Value:
    n = range(len(rows0[0]))
    return tuple(tuple(F(len(rows0) + len(rows1)) if i == j else F(0) for j in n) for i in n)
