"""Ng, section 1.3: the posterior of Gaussian discriminant analysis is logistic.

phi                P(y = 1)
mu0, mu1           means of the classes
sigma              covariance matrix of class 0, and of class 1 too if it is shared
covariance_ratio   the covariance matrix of class 1 is this number times Σ
"""

from decimal import Decimal
from fractions import Fraction as F

from textbook_ml.core.linalg import inverse_quadratic_form
from textbook_ml.equations import bridge
from textbook_ml.equations.discriminant import mvn_log_pdf, quadratic_posterior
from textbook_ml.equations.logistic import logistic_p1
from textbook_ml.study.derivations._derivation import Assumption, Derivation, Input
from textbook_ml.study.derivations._matrices import determinant, dot, inverse, quadratic_form
from textbook_ml.study.derivations._numbers import PI, exp, ln

Exact = tuple[F, ...]
Vector = tuple[Decimal, ...]
RATIO = r"\ln\frac{p(x\mid y=1)}{p(x\mid y=0)}"

GDA = Derivation(
    "gda-to-logistic",
    "The posterior of Gaussian discriminant analysis is logistic",
    inputs=(
        Input("phi", r"\phi", F(1, 2), "P(y = 1)", "probability"),
        Input("x", "x", (F(1), F(3)), "the features of one example", sizes=("n",), most=5),
        Input("mu0", r"\mu_0", (F(0), F(0)), "mean of class 0", sizes=("n",), most=5),
        Input("mu1", r"\mu_1", (F(3), F(1)), "mean of class 1", sizes=("n",), most=5),
        Input("sigma", r"\Sigma", ((F(2), F(1)), (F(1), F(2))), "covariance matrix", "covariance",
              ("n", "n"), most=5),
        Input("covariance_ratio", r"\Sigma_1/\Sigma_0", F(1),
              "covariance matrix of class 1 divided by that of class 0",
              assumption="shared-covariance"),
    ),
    assumptions=(
        Assumption(
            "shared-covariance",
            "Both classes have the same covariance matrix.",
            {"covariance_ratio": F(4), "x": (F(2), F(0)), "mu0": (F(0), F(0)),
             "mu1": (F(0), F(0)), "sigma": ((F(1), F(0)), (F(0), F(1)))},
            "Equal means and the covariance matrices I and 4I: the log odds contain the squared "
            "length of x, so the boundary is a circle.",
        ),
    ),
    about=("ng-gda-model", "ng-gda-diagram", "ng-gda-boundary", "ng-gda-density"),
    remarks=("The converse does not hold: Poisson features give a logistic posterior too.",),
)  # fmt: skip


def minus(a: Exact, b: Exact) -> Exact:
    """The difference of two vectors."""
    return tuple(x - y for x, y in zip(a, b))


def log_density(x: Vector, mu: Vector, sigma: tuple[Vector, ...]) -> Decimal:
    """ln p(x), for any covariance matrix."""
    deviation = tuple(a - m for a, m in zip(x, mu))
    squares: Decimal = quadratic_form(inverse(sigma), deviation)
    return -(len(x) * ln(2 * PI) + ln(determinant(sigma)) + squares) / 2


def scaled(sigma: tuple[Vector, ...], ratio: Decimal) -> tuple[Vector, ...]:
    """The covariance matrix of class 1."""
    return tuple(tuple(s * ratio for s in row) for row in sigma)


@GDA.line(
    r"\ln\frac{p(x\mid y=1)}{p(x\mid y=0)}=\ln p(x\mid\mu_1,\Sigma_1)-\ln p(x\mid\mu_0,\Sigma_0)",
    "Substitute the Gaussian densities, each with the covariance matrix of its class.",
    "ng-gda-density",
    of=RATIO,
    digits=True,
    equation=lambda x, mu0, mu1, sigma: mvn_log_pdf(x, mu1, sigma) - mvn_log_pdf(x, mu0, sigma),
)
def densities(
    x: Vector, mu0: Vector, mu1: Vector, sigma: tuple[Vector, ...], covariance_ratio: Decimal
) -> Decimal:
    return log_density(x, mu1, scaled(sigma, covariance_ratio)) - log_density(x, mu0, sigma)


@GDA.line(
    r"=-\frac12(x-\mu_1)^{\top}\Sigma^{-1}(x-\mu_1)+\frac12(x-\mu_0)^{\top}\Sigma^{-1}(x-\mu_0)",
    "The covariance matrix is shared, so its determinant and the powers of 2π cancel.",
    uses="shared-covariance",
)
def quadratic_forms(x: Exact, mu0: Exact, mu1: Exact, sigma: tuple[Exact, ...]) -> F:
    form1 = inverse_quadratic_form(sigma, minus(x, mu1))
    form0 = inverse_quadratic_form(sigma, minus(x, mu0))
    return -form1 / 2 + form0 / 2


@GDA.line(
    r"=\frac12\bigl(-x^{\top}Ax+2\mu_1^{\top}Ax-\mu_1^{\top}A\mu_1"
    r"+x^{\top}Ax-2\mu_0^{\top}Ax+\mu_0^{\top}A\mu_0\bigr),\quad A=\Sigma^{-1}",
    "Expand both quadratic forms; A is symmetric, so both mixed terms of a form are equal.",
)
def expanded(x: Exact, mu0: Exact, mu1: Exact, sigma: tuple[Exact, ...]) -> F:
    a = inverse(sigma)
    a_x = tuple(dot(row, x) for row in a)
    form1: F = -dot(x, a_x) + 2 * dot(mu1, a_x) - quadratic_form(a, mu1)
    form0: F = dot(x, a_x) - 2 * dot(mu0, a_x) + quadratic_form(a, mu0)
    return (form1 + form0) / 2


@GDA.line(
    r"=(\mu_1-\mu_0)^{\top}Ax-\frac12\bigl(\mu_1^{\top}A\mu_1-\mu_0^{\top}A\mu_0\bigr)",
    "The form xᵀAx cancels: the log ratio is linear in x.",
)
def cancelled(x: Exact, mu0: Exact, mu1: Exact, sigma: tuple[Exact, ...]) -> F:
    a = inverse(sigma)
    linear: F = dot(minus(mu1, mu0), tuple(dot(row, x) for row in a))
    forms: F = quadratic_form(a, mu1) - quadratic_form(a, mu0)
    return linear - forms / 2


@GDA.line(
    r"=\theta^{\top}x-\frac12\theta^{\top}(\mu_0+\mu_1),\quad \theta=A(\mu_1-\mu_0)",
    "Factor the difference of two forms: aᵀAa − bᵀAb = (a − b)ᵀA(a + b).",
)
def with_theta(x: Exact, mu0: Exact, mu1: Exact, sigma: tuple[Exact, ...]) -> F:
    theta = tuple(dot(row, minus(mu1, mu0)) for row in inverse(sigma))
    middle: F = dot(theta, tuple(a + b for a, b in zip(mu0, mu1)))
    linear: F = dot(theta, x)
    return linear - middle / 2


@GDA.line(
    r"P(y=1\mid x)=\frac{\phi\,p(x\mid y=1)}{\phi\,p(x\mid y=1)+(1-\phi)p(x\mid y=0)}",
    "Bayes' rule.",
    of=r"P(y=1\mid x)",
    digits=True,
    equation=lambda phi, x, mu0, mu1, sigma: quadratic_posterior(
        x, {0: 1 - phi, 1: phi}, {0: mu0, 1: mu1}, {0: sigma, 1: sigma}
    )[1],
)
def bayes_rule(
    phi: Decimal, x: Vector, mu0: Vector, mu1: Vector, sigma: tuple[Vector, ...],
    covariance_ratio: Decimal,
) -> Decimal:  # fmt: skip
    joint1 = phi * exp(log_density(x, mu1, scaled(sigma, covariance_ratio)))
    joint0 = (1 - phi) * exp(log_density(x, mu0, sigma))
    return joint1 / (joint1 + joint0)


@GDA.line(
    r"=\frac{1}{1+e^{-(\theta_0+\theta^{\top}x)}},\quad "
    r"\theta_0=\ln\frac{\phi}{1-\phi}-\frac12\theta^{\top}(\mu_0+\mu_1)",
    "Divide by the numerator, and write the ratio as the exponential of its logarithm.",
    "ng-gda-logistic",
    "ng-gda-boundary",
    uses="shared-covariance",
    digits=True,
    equation=lambda phi, x, mu0, mu1, sigma: logistic_p1(
        (w := bridge.gda_to_logistic(phi, mu0, mu1, sigma)).w0, w.w, x
    ),
)
def sigmoid(
    phi: Decimal, x: Vector, mu0: Vector, mu1: Vector, sigma: tuple[Vector, ...]
) -> Decimal:
    theta = tuple(dot(row, tuple(b - a for a, b in zip(mu0, mu1))) for row in inverse(sigma))
    middle: Decimal = dot(theta, tuple(a + b for a, b in zip(mu0, mu1))) / 2
    theta0 = ln(phi / (1 - phi)) - middle
    return 1 / (1 + exp(-(theta0 + dot(theta, x))))
