"""Questions on bell curves: the density, its logarithm, and the joint with a class."""

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
from textbook_ml.questions.draw import Draw
from textbook_ml.questions.judge import Case, log_probability, probability
from textbook_ml.questions.question import misconception, question

Row = Sequence[float]

FLOAT_ENDS = 600.0  # e to minus this is still an ordinary float


def is_in_sight(x: float, mu: float, sigma2: float) -> bool:
    """Is the density no rounding of zero?"""
    return normal_exponent(x, mu, sigma2) < FLOAT_ENDS


@question(
    normal_pdf,
    edges=[(0.0, 0.0, 1.0), (1.0, 1.0, 0.25), (2.0, 0.0, 4.0), (-3.0, 1.0, 2.0), (20.0, 0.0, 1.0)],
    judge=probability(),
    valid=is_in_sight,
)
def _(draw: Draw) -> Case:
    return draw.number(), draw.number(), draw.positive()


@misconception(normal_pdf, "You take the third argument for σ and square it; it is σ² already.")
def variance_taken_for_deviation(x: float, mu: float, sigma2: float) -> float:
    return normal_pdf(x, mu, sigma2 * sigma2)


@misconception(normal_pdf, "You divide by σ² √2π; in front of the bell stands σ, the root of σ².")
def variance_in_front(x: float, mu: float, sigma2: float) -> float:
    return normal_pdf(x, mu, sigma2) / sqrt(sigma2)


@misconception(normal_pdf, "The root is missing below: the bell is divided by √(2πσ²).")
def root_forgotten(x: float, mu: float, sigma2: float) -> float:
    return exp(-(x - mu) * (x - mu) / (2 * sigma2)) / (2 * pi * sigma2)


@misconception(normal_pdf, "The 2 is missing in the exponent: it is −(x − μ)² / 2σ².")
def half_forgotten(x: float, mu: float, sigma2: float) -> float:
    return exp(-(x - mu) * (x - mu) / sigma2) / sqrt(2 * pi * sigma2)


@misconception(normal_pdf, "The minus is missing in the exponent: the density falls away from μ.")
def minus_forgotten(x: float, mu: float, sigma2: float) -> float:
    return exp((x - mu) * (x - mu) / (2 * sigma2)) / sqrt(2 * pi * sigma2)


@misconception(
    normal_pdf, "This is the bell's shape alone: divide by √(2πσ²), so that its area is 1."
)
def not_normalised(x: float, mu: float, sigma2: float) -> float:
    return exp(-(x - mu) * (x - mu) / (2 * sigma2))


@misconception(normal_pdf, "The square is missing in the exponent: it is −(x − μ)² / 2σ².")
def square_forgotten(x: float, mu: float, sigma2: float) -> float:
    return exp(-abs(x - mu) / (2 * sigma2)) / sqrt(2 * pi * sigma2)


@misconception(
    normal_pdf, "A bracket is missing in the exponent: / 2 * σ² multiplies by σ²; it is / (2 * σ²)."
)
def bracket_missing(x: float, mu: float, sigma2: float) -> float:
    return exp(-(x - mu) * (x - mu) / 2 * sigma2) / sqrt(2 * pi * sigma2)


@misconception(normal_pdf, "You divide by √(2π) alone; σ belongs there too: √(2πσ²).")
def spread_missing_in_front(x: float, mu: float, sigma2: float) -> float:
    return normal_pdf(x, mu, sigma2) * sqrt(sigma2)


@misconception(normal_pdf, "You multiply by √(2πσ²); the density divides by it.")
def multiplied_in_front(x: float, mu: float, sigma2: float) -> float:
    return normal_pdf(x, mu, sigma2) * 2 * pi * sigma2


@misconception(
    normal_pdf,
    "This is the chance of a value below x, the distribution function; the density is its slope.",
)
def distribution_function(x: float, mu: float, sigma2: float) -> float:
    return NormalDist(mu, sqrt(sigma2)).cdf(x)


@misconception(
    normal_pdf, "Your exponent has x − μ without its square: (x − μ)² is never negative."
)
def exponent_not_squared(x: float, mu: float, sigma2: float) -> float:
    return exp(-(x - mu) / (2 * sigma2)) / sqrt(2 * pi * sigma2)


@question(
    normal_log_pdf,
    edges=[(0.0, 0.0, 1.0), (1.0, 1.0, 0.25), (2.0, 0.0, 4.0), (100.0, 0.0, 1.0)],
    judge=log_probability(),
    valid=lambda x, mu, sigma2: is_in_sight(x, mu, sigma2) or normal_exponent(x, mu, sigma2) > 800,
)
def _(draw: Draw) -> Case:
    return draw.number(), draw.number(), draw.positive()


@misconception(
    normal_log_pdf,
    "Far from μ your density is 0 to a float, and 0 has no logarithm: write ln N out as a sum.",
)
def logarithm_of_density(x: float, mu: float, sigma2: float) -> float:
    return log(normal_pdf(x, mu, sigma2))


@misconception(normal_log_pdf, "The root is lost: ln √(2πσ²) is half of ln 2πσ².")
def half_of_logarithm_forgotten(x: float, mu: float, sigma2: float) -> float:
    return -(x - mu) * (x - mu) / (2 * sigma2) - log(2 * pi * sigma2)


@misconception(normal_log_pdf, "The half is lost: (x − μ)² is divided by 2σ², not by σ².")
def half_of_square_forgotten(x: float, mu: float, sigma2: float) -> float:
    return -(x - mu) * (x - mu) / sigma2 - log(2 * pi * sigma2) / 2


@misconception(normal_log_pdf, "You take the third argument for σ and square it; it is σ² already.")
def variance_squared(x: float, mu: float, sigma2: float) -> float:
    return normal_log_pdf(x, mu, sigma2 * sigma2)


@misconception(normal_log_pdf, "You subtract ln σ²; what stands below is σ, so it is ½ ln σ².")
def log_variance_subtracted(x: float, mu: float, sigma2: float) -> float:
    return normal_log_pdf(x, mu, sigma2) - log(sigma2) / 2


@misconception(normal_log_pdf, "This is the exponent alone: − ½ ln 2πσ² is missing.")
def constant_forgotten(x: float, mu: float, sigma2: float) -> float:
    return -(x - mu) * (x - mu) / (2 * sigma2)


@misconception(
    normal_log_pdf, "The sign is wrong: one subtracts ½ ln 2πσ², as it stands below the line."
)
def constant_added(x: float, mu: float, sigma2: float) -> float:
    return -(x - mu) * (x - mu) / (2 * sigma2) + log(2 * pi * sigma2) / 2


@misconception(normal_log_pdf, "You use logarithms to base 10; ln is to base e, math.log.")
def base_10(x: float, mu: float, sigma2: float) -> float:
    return -(x - mu) * (x - mu) / (2 * sigma2) - log10(2 * pi * sigma2) / 2


@question(
    gaussian_joint,
    edges=[(0.0, 1.0, 0.0, 1.0), (1.0, 0.25, 1.0, 0.25), (2.0, 0.5, 0.0, 4.0)],
    judge=probability(),
    valid=lambda x, prior_y, mu, sigma2: is_in_sight(x, mu, sigma2),
)
def _(draw: Draw) -> Case:
    return draw.number(), draw.probability(), draw.number(), draw.positive()


@misconception(gaussian_joint, "You leave out the prior P(y): this is p(x | y), not p(x, y).")
def prior_forgotten(x: float, prior_y: float, mu: float, sigma2: float) -> float:
    return normal_pdf(x, mu, sigma2)


@misconception(gaussian_joint, "You add the prior to the density; P(y) multiplies it.")
def prior_added(x: float, prior_y: float, mu: float, sigma2: float) -> float:
    return prior_y + normal_pdf(x, mu, sigma2)


@misconception(gaussian_joint, "You take sigma2 for σ and square it; it is σ² already.")
def joint_variance_squared(x: float, prior_y: float, mu: float, sigma2: float) -> float:
    return gaussian_joint(x, prior_y, mu, sigma2 * sigma2)


@misconception(gaussian_joint, "This is the logarithm; here p(x, y) itself is asked for.")
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


@misconception(gaussian_log_joint, "You leave out ln P(y): the prior is added once to the sum.")
def log_prior_forgotten(x: Row, prior_y: float, mu: Row, sigma2: Row) -> float:
    return gaussian_log_joint(x, 1.0, mu, sigma2)


@misconception(
    gaussian_log_joint, "The prior stands inside your sum, n times; ln P(y) is added once."
)
def prior_inside_sum(x: Row, prior_y: float, mu: Row, sigma2: Row) -> float:
    return fsum(log(prior_y) + normal_log_pdf(*each) for each in zip(x, mu, sigma2))


@misconception(gaussian_log_joint, "You add P(y) itself; in a sum of logarithms it is ln P(y).")
def prior_without_logarithm(x: Row, prior_y: float, mu: Row, sigma2: Row) -> float:
    return prior_y + gaussian_log_joint(x, 1.0, mu, sigma2)


@misconception(
    gaussian_log_joint,
    "Your product of densities becomes 0 to a float, and 0 has no logarithm: add the logarithms.",
)
def logarithm_of_product(x: Row, prior_y: float, mu: Row, sigma2: Row) -> float:
    return log(prior_y * prod(map(normal_pdf, x, mu, sigma2)))


@misconception(gaussian_log_joint, "You take sigma2 for σ and square it; it is σ² already.")
def variances_squared(x: Row, prior_y: float, mu: Row, sigma2: Row) -> float:
    return gaussian_log_joint(x, prior_y, mu, [s2 * s2 for s2 in sigma2])
