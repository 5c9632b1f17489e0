"""Questions on the Gaussian density, its logarithm, and its joint density with a class."""

from collections.abc import Sequence
from math import exp, fsum, log, log10, pi, prod, sqrt
from statistics import NormalDist

from textbook_ml.equations.gaussian import (
    gaussian_joint,
    gaussian_log_joint,
    normal_exponent,
    normal_log_pdf,
    normal_pdf,
)
from textbook_ml.questions.framework.judge import Case, log_probability, probability
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw

Row = Sequence[float]

LARGEST_HALF_SQUARE = 600.0  # exp(−600) is still a normal float


def does_not_underflow(x: float, mu: float, sigma2: float) -> bool:
    """Return whether the density is large enough not to underflow to 0."""
    return normal_exponent(x, mu, sigma2) < LARGEST_HALF_SQUARE


@question(
    normal_pdf,
    edges=[(0.0, 0.0, 1.0), (1.0, 1.0, 0.25), (2.0, 0.0, 4.0), (-3.0, 1.0, 2.0), (20.0, 0.0, 1.0)],
    judge=probability(),
    valid=does_not_underflow,
)
def _(draw: Draw) -> Case:
    return draw.number(), draw.number(), draw.positive()


@misconception(normal_pdf, "You square the third argument as if it were σ. It is already σ².")
def variance_taken_for_deviation(x: float, mu: float, sigma2: float) -> float:
    return normal_pdf(x, mu, sigma2 * sigma2)


@misconception(normal_pdf, "You divide by σ² √(2π). The denominator is √(2πσ²), which is σ √(2π).")
def variance_in_denominator(x: float, mu: float, sigma2: float) -> float:
    return normal_pdf(x, mu, sigma2) / sqrt(sigma2)


@misconception(normal_pdf, "You divide by 2πσ². The denominator is its square root, √(2πσ²).")
def root_forgotten(x: float, mu: float, sigma2: float) -> float:
    return exp(-(x - mu) * (x - mu) / (2 * sigma2)) / (2 * pi * sigma2)


@misconception(
    normal_pdf, "You leave out the 2 in the exponent. The exponent is −(x − μ)² / (2σ²)."
)
def half_forgotten(x: float, mu: float, sigma2: float) -> float:
    return exp(-(x - mu) * (x - mu) / sigma2) / sqrt(2 * pi * sigma2)


@misconception(
    normal_pdf, "You leave out the minus sign in the exponent. The density decreases away from μ."
)
def minus_forgotten(x: float, mu: float, sigma2: float) -> float:
    return exp((x - mu) * (x - mu) / (2 * sigma2)) / sqrt(2 * pi * sigma2)


@misconception(
    normal_pdf,
    "You compute the exponential factor alone. Divide it by "
    "√(2πσ²), so that the density integrates to 1.",
)
def not_normalised(x: float, mu: float, sigma2: float) -> float:
    return exp(-(x - mu) * (x - mu) / (2 * sigma2))


@misconception(
    normal_pdf, "You leave out the square in the exponent. The exponent is −(x − μ)² / (2σ²)."
)
def square_forgotten(x: float, mu: float, sigma2: float) -> float:
    return exp(-abs(x - mu) / (2 * sigma2)) / sqrt(2 * pi * sigma2)


@misconception(
    normal_pdf,
    "You write / 2 * σ², which multiplies by σ². The exponent needs brackets: / (2 * σ²).",
)
def bracket_missing(x: float, mu: float, sigma2: float) -> float:
    return exp(-(x - mu) * (x - mu) / 2 * sigma2) / sqrt(2 * pi * sigma2)


@misconception(normal_pdf, "You divide by √(2π), without σ. The denominator is √(2πσ²).")
def sigma_missing_in_denominator(x: float, mu: float, sigma2: float) -> float:
    return normal_pdf(x, mu, sigma2) * sqrt(sigma2)


@misconception(normal_pdf, "You multiply by √(2πσ²). The equation divides by it.")
def multiplied_by_root(x: float, mu: float, sigma2: float) -> float:
    return normal_pdf(x, mu, sigma2) * 2 * pi * sigma2


@misconception(
    normal_pdf,
    "You compute the cumulative distribution function, the probability of a value below x. The "
    "density is its derivative.",
)
def distribution_function(x: float, mu: float, sigma2: float) -> float:
    return NormalDist(mu, sqrt(sigma2)).cdf(x)


@misconception(normal_pdf, "You have x − μ in the exponent. The equation has its square, (x − μ)².")
def exponent_not_squared(x: float, mu: float, sigma2: float) -> float:
    return exp(-(x - mu) / (2 * sigma2)) / sqrt(2 * pi * sigma2)


@question(
    normal_log_pdf,
    edges=[(0.0, 0.0, 1.0), (1.0, 1.0, 0.25), (2.0, 0.0, 4.0), (100.0, 0.0, 1.0)],
    judge=log_probability(),
    valid=lambda *case: does_not_underflow(*case) or normal_exponent(*case) > 800,
)
def _(draw: Draw) -> Case:
    return draw.number(), draw.number(), draw.positive()


@misconception(
    normal_log_pdf,
    "You take the logarithm of a density that underflows to 0 far from μ. "
    "Write ln N as a sum of terms, without exp.",
)
def logarithm_of_density(x: float, mu: float, sigma2: float) -> float:
    return log(normal_pdf(x, mu, sigma2))


@misconception(normal_log_pdf, "You subtract ln(2πσ²). The logarithm of √(2πσ²) is half of that.")
def half_of_logarithm_forgotten(x: float, mu: float, sigma2: float) -> float:
    return -(x - mu) * (x - mu) / (2 * sigma2) - log(2 * pi * sigma2)


@misconception(normal_log_pdf, "You divide (x − μ)² by σ². The equation divides by 2σ².")
def half_of_square_forgotten(x: float, mu: float, sigma2: float) -> float:
    return -(x - mu) * (x - mu) / sigma2 - log(2 * pi * sigma2) / 2


@misconception(normal_log_pdf, "You square the third argument as if it were σ. It is already σ².")
def variance_squared(x: float, mu: float, sigma2: float) -> float:
    return normal_log_pdf(x, mu, sigma2 * sigma2)


@misconception(
    normal_log_pdf, "You subtract ln σ². The density is divided by σ, so subtract ½ ln σ²."
)
def log_variance_subtracted(x: float, mu: float, sigma2: float) -> float:
    return normal_log_pdf(x, mu, sigma2) - log(sigma2) / 2


@misconception(
    normal_log_pdf, "You compute the exponent alone. The equation also subtracts ½ ln(2πσ²)."
)
def constant_forgotten(x: float, mu: float, sigma2: float) -> float:
    return -(x - mu) * (x - mu) / (2 * sigma2)


@misconception(normal_log_pdf, "You add ½ ln(2πσ²). It comes from the denominator, so subtract it.")
def constant_added(x: float, mu: float, sigma2: float) -> float:
    return -(x - mu) * (x - mu) / (2 * sigma2) + log(2 * pi * sigma2) / 2


@misconception(
    normal_log_pdf,
    "You use logarithms to base 10. The equation has the natural logarithm, math.log.",
)
def base_10(x: float, mu: float, sigma2: float) -> float:
    return -(x - mu) * (x - mu) / (2 * sigma2) - log10(2 * pi * sigma2) / 2


@question(
    gaussian_joint,
    edges=[(0.0, 1.0, 0.0, 1.0), (1.0, 0.25, 1.0, 0.25), (2.0, 0.5, 0.0, 4.0)],
    judge=probability(),
    valid=lambda x, prior_y, mu, sigma2: does_not_underflow(x, mu, sigma2),
)
def _(draw: Draw) -> Case:
    return draw.number(), draw.probability(), draw.number(), draw.positive()


@misconception(
    gaussian_joint,
    "You leave out the prior P(y), so you compute p(x | y). The "
    "joint density is p(x, y) = P(y) p(x | y).",
)
def prior_forgotten(x: float, prior_y: float, mu: float, sigma2: float) -> float:
    return normal_pdf(x, mu, sigma2)


@misconception(gaussian_joint, "You add the prior to the density. The equation multiplies them.")
def prior_added(x: float, prior_y: float, mu: float, sigma2: float) -> float:
    return prior_y + normal_pdf(x, mu, sigma2)


@misconception(gaussian_joint, "You square sigma2 as if it were σ. It is already σ².")
def joint_variance_squared(x: float, prior_y: float, mu: float, sigma2: float) -> float:
    return gaussian_joint(x, prior_y, mu, sigma2 * sigma2)


@misconception(gaussian_joint, "You return the logarithm. The question asks for p(x, y) itself.")
def logarithm_for_joint(x: float, prior_y: float, mu: float, sigma2: float) -> float:
    return log(gaussian_joint(x, prior_y, mu, sigma2))


@question(
    gaussian_log_joint,
    edges=[
        ([0.0], 1.0, [0.0], [1.0]),
        ([1.0, 2.0], 0.25, [1.0, 2.0], [1.0, 1.0]),
        ([2.0, 0.0], 0.5, [0.0, 0.0], [4.0, 0.25]),
        ([100.0, 0.0], 0.5, [0.0, 0.0], [1.0, 1.0]),
    ],
    judge=log_probability(),
    valid=lambda x, prior_y, mu, sigma2: prior_y > 0 and len(x) > 0,
)
def _(draw: Draw) -> Case:
    n = draw.length(1, 5)
    return draw.numbers(n), draw.probability(), draw.numbers(n), draw.positives(n)


@misconception(gaussian_log_joint, "You leave out ln P(y). The equation adds it once to the sum.")
def log_prior_forgotten(x: Row, prior_y: float, mu: Row, sigma2: Row) -> float:
    return gaussian_log_joint(x, 1.0, mu, sigma2)


@misconception(
    gaussian_log_joint, "You add ln P(y) once for every feature. The equation adds it once."
)
def prior_inside_sum(x: Row, prior_y: float, mu: Row, sigma2: Row) -> float:
    return fsum(log(prior_y) + normal_log_pdf(*each) for each in zip(x, mu, sigma2))


@misconception(gaussian_log_joint, "You add P(y). The equation adds its logarithm, ln P(y).")
def prior_without_logarithm(x: Row, prior_y: float, mu: Row, sigma2: Row) -> float:
    return prior_y + gaussian_log_joint(x, 1.0, mu, sigma2)


@misconception(
    gaussian_log_joint,
    "You take the logarithm of a product that underflows to 0. Add "
    "the logarithms of the densities instead.",
)
def logarithm_of_product(x: Row, prior_y: float, mu: Row, sigma2: Row) -> float:
    return log(prior_y * prod(map(normal_pdf, x, mu, sigma2)))


@misconception(gaussian_log_joint, "You square sigma2 as if it were σ. It is already σ².")
def variances_squared(x: Row, prior_y: float, mu: Row, sigma2: Row) -> float:
    return gaussian_log_joint(x, prior_y, mu, [s2 * s2 for s2 in sigma2])
