"""Questions on the multivariate normal distribution: its covariance, ellipse and density."""

from collections.abc import Sequence
from math import atan, degrees, exp, fsum, log, pi, remainder, sqrt
from typing import Any

from textbook_ml.core.linalg import dot, inverse_quadratic_form, log_determinant, mat_vec
from textbook_ml.equations.discriminant import (
    difference,
    ellipse,
    gaussian_vector_joint,
    is_positive_definite,
    mvn_log_pdf,
    mvn_pdf,
)
from textbook_ml.questions.framework.judge import (
    Case,
    Fault,
    close,
    log_probability,
    probability,
)
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw

Row = Sequence[float]
Rows = Sequence[Row]

SINGULAR = [[[0.0]], [[1.0, 1.0], [1.0, 1.0]], [[4.0, 2.0], [2.0, 1.0]]]
ASYMMETRIC = [[2.0, 1.0], [0.0, 2.0]]
IDENTITY = [[1.0, 0.0], [0.0, 1.0]]
DENSITY_CASES: list[Case] = [
    ([0.0], [0.0], [[1.0]]),
    ([1.0], [0.0], [[4.0]]),
    ([3.0, 1.0], [3.0, 1.0], IDENTITY),
    ([1.0, 0.0], [0.0, 0.0], [[2.0, 1.0], [1.0, 2.0]]),
]


def density_case(draw: Draw) -> tuple[list[float], list[float], list[list[float]]]:
    """Return a point, a mean and a covariance matrix."""
    n = draw.length(1, 3)
    return draw.numbers(n), draw.numbers(n), draw.covariance(n)


def diagonal(sigma: Rows) -> list[list[float]]:
    """Return the matrix with its variances only; the covariances are 0."""
    n = range(len(sigma))
    return [[sigma[i][i] if i == j else 0.0 for j in n] for i in n]


def answer_survives_rounding(sigma: Rows) -> bool:
    """Return whether rounding cannot change the answer for this matrix.

    It must be symmetric without an eigenvalue near 0, or one for which all arithmetic is exact.
    """
    if sigma in [*SINGULAR, ASYMMETRIC]:
        return True
    if not sigma or [list(column) for column in zip(*sigma)] != sigma:
        return False
    answers = {
        is_positive_definite(
            [[s + shift if i == j else s for j, s in enumerate(r)] for i, r in enumerate(sigma)]
        )
        for shift in (-0.05, 0.05)
    }
    return len(answers) == 1


@question(
    is_positive_definite,
    edges=[
        ([[1.0]],),
        ([[-1.0]],),
        *((sigma,) for sigma in SINGULAR),
        ([[-1.0, 0.0], [0.0, -1.0]],),
        ([[1.0, -0.5], [-0.5, 1.0]],),
        ([[1.0, 2.0], [2.0, 1.0]],),
        (ASYMMETRIC,),
    ],
    valid=answer_survives_rounding,
)
def _(draw: Draw) -> Case:
    n = draw.length(1, 3)
    sigma = draw.covariance(n)
    for i in range(n):
        sigma[i][i] += draw.of([0.0, -1.0, -3.0])
    return (sigma,)


@misconception(
    is_positive_definite,
    "You accept vᵀ Σ v = 0. A positive definite matrix has vᵀ Σ v > 0 for every v ≠ 0.",
)
def semi_definite_enough(sigma: Rows) -> bool:
    n, tiny = range(len(sigma)), 1e-9
    return is_positive_definite([[sigma[i][j] + tiny * (i == j) for j in n] for i in n])


@misconception(
    is_positive_definite,
    "You test only the determinant. "
    "The 2 × 2 matrix −I has a positive determinant but is not positive definite.",
)
def determinant_enough(sigma: Rows) -> bool:
    return determinant(sigma) > 0


@misconception(
    is_positive_definite,
    "You test only the variances. If the covariances are too large, a matrix with positive "
    "variances is not positive definite.",
)
def diagonal_enough(sigma: Rows) -> bool:
    return all(sigma[i][i] > 0 for i in range(len(sigma)))


@misconception(
    is_positive_definite,
    "You require every entry to be positive. "
    "Entries may be negative; the condition is vᵀ Σ v > 0 for every v ≠ 0.",
)
def entries_positive(sigma: Rows) -> bool:
    return all(s > 0 for row in sigma for s in row)


@misconception(
    is_positive_definite,
    "You do not check that Σ = Σᵀ. "
    "A matrix that is not symmetric does not count as positive definite here.",
)
def asymmetry_overlooked(sigma: Rows) -> bool:
    n = range(len(sigma))
    return is_positive_definite([[sigma[max(i, j)][min(i, j)] for j in n] for i in n])


def determinant(sigma: Rows) -> float:
    """Return the determinant |Σ|, by expansion along the first column."""
    if not sigma:
        return 1.0
    minors = ([row[1:] for j, row in enumerate(sigma) if j != i] for i in range(len(sigma)))
    return fsum(
        (-1) ** i * row[0] * determinant(minor) for i, (row, minor) in enumerate(zip(sigma, minors))
    )


def same_ellipse(case: Case, expected: Any, got: Any) -> Fault | None:
    """Judge the axes and the angle of an ellipse; angles that differ by π are the same."""
    judge = close(zero=1e-12)
    fault = judge(case, expected, got)
    if fault is None or fault.kind == "wrong_type" or len(got) != 3 or abs(got[2]) > 1e6:
        return fault
    equivalent = expected[2] + remainder(got[2] - expected[2], pi)
    return None if judge(case, expected, [got[0], got[1], equivalent]) is None else fault


@question(
    ellipse,
    edges=[
        ([[4.0, 0.0], [0.0, 1.0]],),
        ([[1.0, 0.0], [0.0, 4.0]],),
        ([[2.5, 1.5], [1.5, 2.5]],),
        ([[2.5, -1.5], [-1.5, 2.5]],),
    ],
    judge=same_ellipse,
    valid=lambda sigma: sigma[0][1] != 0 or sigma[0][0] != sigma[1][1],
)
def _(draw: Draw) -> Case:
    return (draw.covariance(2),)


Axes = tuple[float, float, float]


@misconception(ellipse, "You return the eigenvalues. The half axes are their square roots.")
def roots_forgotten(sigma: Rows) -> Axes:
    longer, shorter, angle = ellipse(sigma)
    return longer * longer, shorter * shorter, angle


@misconception(ellipse, "You return twice the angle of the longer axis. Divide your value by 2.")
def double_angle(sigma: Rows) -> Axes:
    longer, shorter, angle = ellipse(sigma)
    return longer, shorter, 2 * angle


@misconception(
    ellipse,
    "You return the shorter half axis first. "
    "Return the longer one first; the angle is that of the longer axis.",
)
def shorter_axis_first(sigma: Rows) -> Axes:
    longer, shorter, angle = ellipse(sigma)
    return shorter, longer, angle


@misconception(ellipse, "You return the angle in degrees. Return it in radians.")
def angle_in_degrees(sigma: Rows) -> Axes:
    longer, shorter, angle = ellipse(sigma)
    return longer, shorter, degrees(angle)


@misconception(
    ellipse, "You use atan, which does not distinguish a > c from a < c. Use atan2(2b, a − c)."
)
def quadrant_lost(sigma: Rows) -> Axes:
    longer, shorter, _ = ellipse(sigma)
    (a, b), (_, c) = sigma
    return longer, shorter, atan(2 * b / (a - c)) / 2


@question(mvn_log_pdf, edges=DENSITY_CASES, judge=log_probability())
def _(draw: Draw) -> Case:
    return density_case(draw)


@misconception(mvn_log_pdf, "You leave out the determinant. The log density also has −½ ln |Σ|.")
def determinant_forgotten(x: Row, mu: Row, sigma: Rows) -> float:
    return mvn_log_pdf(x, mu, sigma) + log(determinant(sigma)) / 2


@misconception(
    mvn_log_pdf, "You subtract ln |Σ|. Subtract ½ ln |Σ|, because the density is divided by |Σ|^½."
)
def determinant_without_root(x: Row, mu: Row, sigma: Rows) -> float:
    return mvn_log_pdf(x, mu, sigma) - log(determinant(sigma)) / 2


@misconception(
    mvn_log_pdf, "You subtract ½ ln 2π. There are n coordinates, so subtract (n/2) ln 2π."
)
def one_coordinate(x: Row, mu: Row, sigma: Rows) -> float:
    return mvn_log_pdf(x, mu, sigma) + (len(x) - 1) * log(2 * pi) / 2


@misconception(
    mvn_log_pdf,
    "You leave out the factor ½ of the quadratic form. The term is −½ (x − μ)ᵀ Σ⁻¹ (x − μ).",
)
def half_forgotten(x: Row, mu: Row, sigma: Rows) -> float:
    return mvn_log_pdf(x, mu, sigma) - inverse_quadratic_form(sigma, difference(x, mu)) / 2


@misconception(mvn_log_pdf, "You multiply by Σ. The quadratic form has its inverse, Σ⁻¹.")
def sigma_not_inverted(x: Row, mu: Row, sigma: Rows) -> float:
    deviation = difference(x, mu)
    return mvn_log_pdf(mu, mu, sigma) - dot(deviation, mat_vec(sigma, deviation)) / 2


@misconception(
    mvn_log_pdf, "You use only the variances. Use the whole matrix Σ, with the covariances."
)
def correlations_ignored(x: Row, mu: Row, sigma: Rows) -> float:
    return mvn_log_pdf(x, mu, diagonal(sigma))


@misconception(
    mvn_log_pdf,
    "Your ½ ln |Σ| has the wrong sign. "
    "Subtract it: the larger |Σ|, the lower the density at the mean.",
)
def determinant_added(x: Row, mu: Row, sigma: Rows) -> float:
    return mvn_log_pdf(x, mu, sigma) + log_determinant(sigma)


@misconception(
    mvn_log_pdf,
    "Your quadratic form has the wrong sign. Subtract it: the density decreases away from μ.",
)
def quadratic_form_added(x: Row, mu: Row, sigma: Rows) -> float:
    return mvn_log_pdf(x, mu, sigma) + inverse_quadratic_form(sigma, difference(x, mu))


@misconception(
    mvn_log_pdf,
    "You leave out the normalising constant. The log density also has −½ ln |Σ| − (n/2) ln 2π.",
)
def normaliser_forgotten(x: Row, mu: Row, sigma: Rows) -> float:
    return -inverse_quadratic_form(sigma, difference(x, mu)) / 2


@question(
    mvn_pdf,
    edges=DENSITY_CASES,
    judge=probability(),
    valid=lambda x, mu, sigma: mvn_log_pdf(x, mu, sigma) > -600,
)
def _(draw: Draw) -> Case:
    return density_case(draw)


@misconception(mvn_pdf, "You divide by |Σ|. The denominator has its square root, |Σ|^½.")
def root_forgotten(x: Row, mu: Row, sigma: Rows) -> float:
    return mvn_pdf(x, mu, sigma) / sqrt(determinant(sigma))


@misconception(mvn_pdf, "You divide by (2π)^½ for every n. The denominator has (2π)^(n/2).")
def power_of_n_forgotten(x: Row, mu: Row, sigma: Rows) -> float:
    return exp(one_coordinate(x, mu, sigma))


@misconception(mvn_pdf, "You return only the exponential. Divide it by (2π)^(n/2) |Σ|^½.")
def not_normalised(x: Row, mu: Row, sigma: Rows) -> float:
    return exp(-inverse_quadratic_form(sigma, difference(x, mu)) / 2)


@misconception(
    mvn_pdf, "You leave out the factor ½ in the exponent. The exponent is −½ (x − μ)ᵀ Σ⁻¹ (x − μ)."
)
def half_of_the_exponent_forgotten(x: Row, mu: Row, sigma: Rows) -> float:
    return exp(half_forgotten(x, mu, sigma))


@misconception(
    mvn_pdf, "You multiply by Σ in the exponent. The quadratic form has its inverse, Σ⁻¹."
)
def inverse_forgotten(x: Row, mu: Row, sigma: Rows) -> float:
    return exp(sigma_not_inverted(x, mu, sigma))


@misconception(mvn_pdf, "You return the logarithm of the density. Take exp of it.")
def logarithm_for_density(x: Row, mu: Row, sigma: Rows) -> float:
    return mvn_log_pdf(x, mu, sigma)


@question(
    gaussian_vector_joint,
    edges=[(x, 0.25, mu, sigma) for x, mu, sigma in DENSITY_CASES],
    judge=probability(),
    valid=lambda x, prior_y, mu, sigma: mvn_log_pdf(x, mu, sigma) > -600,
)
def _(draw: Draw) -> Case:
    x, mu, sigma = density_case(draw)
    return x, draw.probability(), mu, sigma


@misconception(
    gaussian_vector_joint,
    "You leave out the prior, which gives p(x | y). Multiply the density by P(y).",
)
def prior_forgotten(x: Row, prior_y: float, mu: Row, sigma: Rows) -> float:
    return mvn_pdf(x, mu, sigma)


@misconception(
    gaussian_vector_joint, "You add the prior to the density. Multiply the density by P(y)."
)
def prior_added(x: Row, prior_y: float, mu: Row, sigma: Rows) -> float:
    return prior_y + mvn_pdf(x, mu, sigma)


@misconception(
    gaussian_vector_joint,
    "You multiply one density for each feature, as in naive Bayes. "
    "Here the features are not independent: use the whole matrix Σ.",
)
def features_independent(x: Row, prior_y: float, mu: Row, sigma: Rows) -> float:
    return gaussian_vector_joint(x, prior_y, mu, diagonal(sigma))


@misconception(
    gaussian_vector_joint,
    "You multiply by the prior once for each feature. Multiply by P(y) only once.",
)
def prior_for_each_feature(x: Row, prior_y: float, mu: Row, sigma: Rows) -> float:
    return prior_y ** len(x) * mvn_pdf(x, mu, sigma)
