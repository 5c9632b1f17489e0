"""Mitchell's exercise 2: a Boolean and a continuous feature."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
from math import isclose, log

from textbook_ml.equations.bayes import naive_bayes_posterior, naive_joint
from textbook_ml.equations.bridge import (
    boolean_to_logistic,
    gnb_to_logistic,
    mitchell_weight,
)
from textbook_ml.equations.event_models import bernoulli_pmf
from textbook_ml.equations.gaussian import mean_mle, normal_pdf, variance_mle
from textbook_ml.equations.logistic import logistic_p1, logit
from textbook_ml.equations.parameters import (
    discrete_parameters,
    gaussian_parameters,
    prior_parameters,
    tied_gaussian_parameters,
)
from textbook_ml.equations.smoothing import prior_mle, theta_mle
from textbook_ml.study.exercises._exercise import Step, check_of, exercise

PRIOR, THETA = {1: 0.4, 0: 0.6}, {1: 0.75, 0: 0.25}  # P(y), P(X1 = 1 | y)
MU, SIGMA2 = {1: 2.0, 0: 0.0}, 3.0  # of X2
POINTS = list(product((0, 1), (-1.0, 0.5, 3.0)))


@exercise(2, "EX-M2", "mitchell-ex2")
def one_boolean_one_continuous() -> Iterator[Step]:
    """What if one feature is Boolean and the other continuous?

    Y is Boolean, and there are two features: X₁, which is Boolean, and X₂, a real number
    that is Gaussian in each class. Which parameters does naive Bayes have? Express
    P(Y = 1 | X₁, X₂) in terms of them. When are the log odds linear in X₁ and X₂? For
    the numbers, take

        P(Y = 1) = 2/5,   P(X₁ = 1 | Y = 1) = 3/4,   P(X₁ = 1 | Y = 0) = 1/4
        X₂ with mean 2 if Y = 1, with mean 0 if Y = 0, and with variance 3
    """
    yield Step(
        "Count the parameters: one for the prior, one for X₁ in each class, and a mean and a "
        "variance for X₂ in each class.",
        """
        π = P(Y = 1)
        θ₁ = P(X₁ = 1 | Y = 1),   θ₀ = P(X₁ = 1 | Y = 0)
        μ₁, σ₁² and μ₀, σ₀² of X₂
        """,
        {
            "prior": prior_parameters(2),
            "Bernoulli X₁": discrete_parameters([2]),
            "Gaussian X₂": gaussian_parameters(1),
            "together": parameters(gaussian=gaussian_parameters(1)),
        },
    )
    yield Step(
        "Bayes' rule with the naive product: for each class, multiply the prior, the Bernoulli "
        "probability and the Gaussian density, and divide by the sum over both classes. A density "
        "may be multiplied with probabilities.",
        """
        a_y = P(Y = y) θ_y^x₁ (1 − θ_y)^(1 − x₁) N(x₂; μ_y, σ_y²)
        P(Y = 1 | x) = a₁ / (a₁ + a₀),   P(Y = 0 | x) = 1 − P(Y = 1 | x)
        """,
        {
            "a₁ at x = (1, 1/2)": naive_joint(PRIOR[1], factors_of(1, 1, 0.5)),
            "a₀ at x = (1, 1/2)": naive_joint(PRIOR[0], factors_of(0, 1, 0.5)),
            "P(Y = 1 | x)": by_bayes(1, 0.5),
        },
    )
    ones = [Fraction(x) for x in (-1, 3, 3, 3) * 2]
    yield Step(
        "Each parameter is estimated within its class, by (8), (6), (13) and (14). Suppose that 8 "
        "of 20 examples have Y = 1, that 6 of these have X₁ = 1, and that their X₂ are −1, 3, 3, "
        "3, −1, 3, 3, 3. The other class is treated in the same way.",
        numbers={
            "π = #D{Y = 1} / |D|": prior_mle(8, n_examples=20),
            "θ₁ = #D{X₁ = 1 ∧ Y = 1} / #D{Y = 1}": theta_mle(6, class_count=8),
            "μ₁, the average": mean_mle(ones),
            "σ₁², the mean square deviation": variance_mle(ones, mean_mle(ones)),
        },
    )
    yield from _a_straight_line()


def _a_straight_line() -> Iterator[Step]:
    boolean = boolean_to_logistic(PRIOR[1], [THETA[0]], [THETA[1]])
    gaussian = gnb_to_logistic(0.5, [MU[0]], [MU[1]], [SIGMA2])  # the prior is in `boolean`
    yield Step(
        "Take the logarithm of a₁/a₀. The Bernoulli part is always linear in x₁. The Gaussian part "
        "is (x₂ − μ₀)²/2σ₀² − (x₂ − μ₁)²/2σ₁² + ln(σ₀/σ₁), which contains x₂² unless "
        "σ₁ = σ₀ = σ. In that case the log odds are linear, and there is one parameter less.",
        """
        ln(a₁/a₀) = b + w₁ x₁ + w₂ x₂
        w₁ = ln(θ₁ (1 − θ₀) / (θ₀ (1 − θ₁)))
        w₂ = (μ₁ − μ₀) / σ²
        b  = ln(π/(1 − π)) + ln((1 − θ₁)/(1 − θ₀)) + (μ₀² − μ₁²)/2σ²
        """,
        {
            "w₁ = ln 9": boolean.w[0],
            "w₂": -mitchell_weight(Fraction(MU[0]), Fraction(MU[1]), Fraction(SIGMA2)),
            "b = ln(2/3) + ln(1/3) − 2/3": boolean.w0 + gaussian.w0,
            "parameters with one variance": parameters(gaussian=tied_gaussian_parameters(1)),
        },
    )
    yield Step(
        "Bayes' rule and the logistic function give the same posterior at every x.",
        "P(Y = 1 | x) = 1 / (1 + exp(−b − w₁ x₁ − w₂ x₂))",
        {
            f"x = ({x1}, {x2:g})": (
                by_bayes(x1, x2),
                logistic_p1(
                    boolean.w0 + gaussian.w0, [*boolean.w, *gaussian.w], [x1, x2]
                ),
            )
            for x1, x2 in POINTS
        },
        columns=("Bayes' rule", "logistic function"),
    )


def parameters(gaussian: int) -> int:
    """The number of parameters, given that of the Gaussian feature."""
    return prior_parameters(2) + discrete_parameters([2]) + gaussian


def factors_of(y: int, x1: int, x2: float) -> list[float]:
    """The likelihoods of both features in one class."""
    return [bernoulli_pmf(x1, THETA[y]), normal_pdf(x2, MU[y], SIGMA2)]


def by_bayes(x1: int, x2: float) -> float:
    """P(Y = 1 | x) of exercise 2, by Bayes' rule."""
    factors = {y: factors_of(y, x1, x2) for y in PRIOR}
    return naive_bayes_posterior(PRIOR, factors)[1]


@check_of(one_boolean_one_continuous)
def check_ex2() -> dict[str, bool]:
    """Compare Bayes' rule with the logistic function."""
    boolean = boolean_to_logistic(PRIOR[1], [THETA[0]], [THETA[1]])
    gaussian = gnb_to_logistic(0.5, [MU[0]], [MU[1]], [SIGMA2])
    w, b = [*boolean.w, *gaussian.w], boolean.w0 + gaussian.w0
    log_odds = [logit(by_bayes(1, x2)) for x2 in (0.0, 1.0, 2.0)]
    return {
        "seven parameters": parameters(gaussian_parameters(1)) == 7,
        "six parameters with a shared variance":
            parameters(tied_gaussian_parameters(1)) == 6,
        "w = (ln 9, 2/3) and b = ln 2/9 - 2/3, to 14 digits":
            isclose(w[0], log(9), rel_tol=1e-14)
            and w[1] == 2 / 3
            and isclose(b, log(2 / 9) - 2 / 3, rel_tol=1e-14),
        "Bayes' rule and the logistic function agree, to 14 digits":
            all(
                isclose(by_bayes(*x), logistic_p1(b, w, x), rel_tol=1e-14)
                for x in POINTS
            ),
        "each step of 1 in X2 adds 2/3 to the log odds":
            all(
                isclose(right - left, 2 / 3, rel_tol=1e-14)
                for left, right in pairwise(log_odds)
            ),
    }
