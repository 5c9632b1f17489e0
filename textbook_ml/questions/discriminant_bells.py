"""Questions on the multivariate normal: what can be its covariance, its ellipse, its density."""

from collections.abc import Sequence
from math import atan, degrees, exp, fsum, log, pi, remainder, sqrt
from typing import Any

from textbook_ml.equations.discriminant import (
    difference,
    ellipse,
    gaussian_vector_joint,
    is_positive_definite,
    mvn_log_pdf,
    mvn_pdf,
)
from textbook_ml.linalg import dot, inverse_quadratic_form, log_determinant, mat_vec
from textbook_ml.questions.draw import Draw
from textbook_ml.questions.judge import Case, Fault, close, log_probability, probability
from textbook_ml.questions.question import misconception, question

Row = Sequence[float]
Rows = Sequence[Row]

SINGULAR = [[[0.0]], [[1.0, 1.0], [1.0, 1.0]], [[4.0, 2.0], [2.0, 1.0]]]
LOPSIDED = [[2.0, 1.0], [0.0, 2.0]]
ROUND = [[1.0, 0.0], [0.0, 1.0]]
BELLS: list[Case] = [
    ([0.0], [0.0], [[1.0]]),
    ([1.0], [0.0], [[4.0]]),
    ([3.0, 1.0], [3.0, 1.0], ROUND),
    ([1.0, 0.0], [0.0, 0.0], [[2.0, 1.0], [1.0, 2.0]]),
]


def bell(draw: Draw) -> tuple[list[float], list[float], list[list[float]]]:
    """A point, a mean and a covariance."""
    n = draw.length(1, 3)
    return draw.numbers(n), draw.numbers(n), draw.covariance(n)


def diagonal(sigma: Rows) -> list[list[float]]:
    """The variances alone."""
    n = range(len(sigma))
    return [[sigma[i][i] if i == j else 0.0 for j in n] for i in n]


def is_decided(sigma: Rows) -> bool:
    """Is it symmetric and no eigenvalue near 0, or all arithmetic with this one exact?"""
    if sigma in [*SINGULAR, LOPSIDED]:
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
        (LOPSIDED,),
    ],
    valid=is_decided,
)
def _(draw: Draw) -> Case:
    n = draw.length(1, 3)
    sigma = draw.covariance(n)
    for i in range(n):
        sigma[i][i] += draw.of([0.0, -1.0, -3.0])
    return (sigma,)


@misconception(
    is_positive_definite, "A zero is not enough: vᵀ Σ v must be above 0 for every v ≠ 0."
)
def semi_definite_enough(sigma: Rows) -> bool:
    n, tiny = range(len(sigma)), 1e-9
    return is_positive_definite([[sigma[i][j] + tiny * (i == j) for j in n] for i in n])


@misconception(
    is_positive_definite, "A determinant above 0 is not enough: −I in the plane has one too."
)
def determinant_enough(sigma: Rows) -> bool:
    return determinant(sigma) > 0


@misconception(
    is_positive_definite, "Positive variances are not enough: large covariances can spoil it."
)
def diagonal_enough(sigma: Rows) -> bool:
    return all(sigma[i][i] > 0 for i in range(len(sigma)))


@misconception(is_positive_definite, "Entries may be negative; it is vᵀ Σ v that must be above 0.")
def entries_positive(sigma: Rows) -> bool:
    return all(s > 0 for row in sigma for s in row)


@misconception(is_positive_definite, "Σ = Σᵀ is part of it: a matrix that is not symmetric fails.")
def asymmetry_overlooked(sigma: Rows) -> bool:
    n = range(len(sigma))
    return is_positive_definite([[sigma[max(i, j)][min(i, j)] for j in n] for i in n])


def determinant(sigma: Rows) -> float:
    """|Σ|, by the first column."""
    if not sigma:
        return 1.0
    minors = ([row[1:] for j, row in enumerate(sigma) if j != i] for i in range(len(sigma)))
    return fsum(
        (-1) ** i * row[0] * determinant(minor) for i, (row, minor) in enumerate(zip(sigma, minors))
    )


def same_ellipse(case: Case, expected: Any, got: Any) -> Fault | None:
    """The axes to their digits; the angle of a line is the same after half a turn."""
    judge = close(zero=1e-12)
    fault = judge(case, expected, got)
    if fault is None or fault.kind == "wrong_type" or len(got) != 3 or abs(got[2]) > 1e6:
        return fault
    turned = expected[2] + remainder(got[2] - expected[2], pi)
    return None if judge(case, expected, [got[0], got[1], turned]) is None else fault


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


@misconception(ellipse, "These are the eigenvalues; the half axes are their square roots.")
def roots_forgotten(sigma: Rows) -> Axes:
    longer, shorter, angle = ellipse(sigma)
    return longer * longer, shorter * shorter, angle


@misconception(ellipse, "This is 2α; the angle of the longer axis is half of it.")
def double_angle(sigma: Rows) -> Axes:
    longer, shorter, angle = ellipse(sigma)
    return longer, shorter, 2 * angle


@misconception(ellipse, "The shorter axis stands first; the longer one, whose angle it is, is due.")
def shorter_axis_first(sigma: Rows) -> Axes:
    longer, shorter, angle = ellipse(sigma)
    return shorter, longer, angle


@misconception(ellipse, "The angle is in degrees; it is due in radians.")
def angle_in_degrees(sigma: Rows) -> Axes:
    longer, shorter, angle = ellipse(sigma)
    return longer, shorter, degrees(angle)


@misconception(ellipse, "The arc tangent cannot tell a > c from a < c: use atan2(2b, a − c).")
def quadrant_lost(sigma: Rows) -> Axes:
    longer, shorter, _ = ellipse(sigma)
    (a, b), (_, c) = sigma
    return longer, shorter, atan(2 * b / (a - c)) / 2


@question(mvn_log_pdf, edges=BELLS, judge=log_probability())
def _(draw: Draw) -> Case:
    return bell(draw)


@misconception(mvn_log_pdf, "The determinant is lost: − ½ ln |Σ| is due.")
def determinant_forgotten(x: Row, mu: Row, sigma: Rows) -> float:
    return mvn_log_pdf(x, mu, sigma) + log(determinant(sigma)) / 2


@misconception(mvn_log_pdf, "You take off ln |Σ|; it is ½ ln |Σ|, since the density has |Σ|^½.")
def determinant_without_root(x: Row, mu: Row, sigma: Rows) -> float:
    return mvn_log_pdf(x, mu, sigma) - log(determinant(sigma)) / 2


@misconception(mvn_log_pdf, "You take off ½ ln 2π once; there are n coordinates: (n/2) ln 2π.")
def one_coordinate(x: Row, mu: Row, sigma: Rows) -> float:
    return mvn_log_pdf(x, mu, sigma) + (len(x) - 1) * log(2 * pi) / 2


@misconception(mvn_log_pdf, "The factor ½ before (x − μ)ᵀ Σ⁻¹ (x − μ) is lost.")
def half_forgotten(x: Row, mu: Row, sigma: Rows) -> float:
    return mvn_log_pdf(x, mu, sigma) - inverse_quadratic_form(sigma, difference(x, mu)) / 2


@misconception(mvn_log_pdf, "You multiply by Σ; the distance needs its inverse, Σ⁻¹.")
def sigma_not_inverted(x: Row, mu: Row, sigma: Rows) -> float:
    gap = difference(x, mu)
    return mvn_log_pdf(mu, mu, sigma) - dot(gap, mat_vec(sigma, gap)) / 2


@misconception(mvn_log_pdf, "Only the variances are used; off the diagonal stand covariances.")
def correlations_ignored(x: Row, mu: Row, sigma: Rows) -> float:
    return mvn_log_pdf(x, mu, diagonal(sigma))


@misconception(
    mvn_log_pdf, "The sign of ½ ln |Σ| is wrong: a wide bell is low, so it is subtracted."
)
def determinant_added(x: Row, mu: Row, sigma: Rows) -> float:
    return mvn_log_pdf(x, mu, sigma) + log_determinant(sigma)


@misconception(mvn_log_pdf, "The sign of the distance is wrong: the density falls away from μ.")
def rising_outwards(x: Row, mu: Row, sigma: Rows) -> float:
    return mvn_log_pdf(x, mu, sigma) + inverse_quadratic_form(sigma, difference(x, mu))


@misconception(mvn_log_pdf, "The normaliser is lost: − ½ ln |Σ| − (n/2) ln 2π is due.")
def normaliser_forgotten(x: Row, mu: Row, sigma: Rows) -> float:
    return -inverse_quadratic_form(sigma, difference(x, mu)) / 2


@question(
    mvn_pdf,
    edges=BELLS,
    judge=probability(),
    valid=lambda x, mu, sigma: mvn_log_pdf(x, mu, sigma) > -600,
)
def _(draw: Draw) -> Case:
    return bell(draw)


@misconception(mvn_pdf, "You divide by |Σ|; it is the root of the determinant, |Σ|^½.")
def root_forgotten(x: Row, mu: Row, sigma: Rows) -> float:
    return mvn_pdf(x, mu, sigma) / sqrt(determinant(sigma))


@misconception(mvn_pdf, "You divide by (2π)^½ whatever n is; it is (2π)^(n/2).")
def power_of_n_forgotten(x: Row, mu: Row, sigma: Rows) -> float:
    return exp(one_coordinate(x, mu, sigma))


@misconception(mvn_pdf, "This is the exponential alone; divide it by (2π)^(n/2) |Σ|^½.")
def not_normalised(x: Row, mu: Row, sigma: Rows) -> float:
    return exp(-inverse_quadratic_form(sigma, difference(x, mu)) / 2)


@misconception(mvn_pdf, "The factor ½ in the exponent is lost: −½ (x − μ)ᵀ Σ⁻¹ (x − μ).")
def half_of_the_exponent_forgotten(x: Row, mu: Row, sigma: Rows) -> float:
    return exp(half_forgotten(x, mu, sigma))


@misconception(mvn_pdf, "You multiply by Σ in the exponent; the distance needs its inverse, Σ⁻¹.")
def inverse_forgotten(x: Row, mu: Row, sigma: Rows) -> float:
    return exp(sigma_not_inverted(x, mu, sigma))


@misconception(mvn_pdf, "This is the logarithm of the density; take exp of it.")
def logarithm_for_density(x: Row, mu: Row, sigma: Rows) -> float:
    return mvn_log_pdf(x, mu, sigma)


@question(
    gaussian_vector_joint,
    edges=[(x, 0.25, mu, sigma) for x, mu, sigma in BELLS],
    judge=probability(),
    valid=lambda x, prior_y, mu, sigma: mvn_log_pdf(x, mu, sigma) > -600,
)
def _(draw: Draw) -> Case:
    x, mu, sigma = bell(draw)
    return x, draw.probability(), mu, sigma


@misconception(gaussian_vector_joint, "The prior P(y) is forgotten: this is p(x | y) alone.")
def prior_forgotten(x: Row, prior_y: float, mu: Row, sigma: Rows) -> float:
    return mvn_pdf(x, mu, sigma)


@misconception(gaussian_vector_joint, "You add the prior; the joint density is a product.")
def prior_added(x: Row, prior_y: float, mu: Row, sigma: Rows) -> float:
    return prior_y + mvn_pdf(x, mu, sigma)


@misconception(
    gaussian_vector_joint, "You multiply a density for each feature; they are not independent."
)
def features_taken_apart(x: Row, prior_y: float, mu: Row, sigma: Rows) -> float:
    return gaussian_vector_joint(x, prior_y, mu, diagonal(sigma))


@misconception(gaussian_vector_joint, "The prior enters once for each feature; it is due once.")
def prior_for_each_feature(x: Row, prior_y: float, mu: Row, sigma: Rows) -> float:
    return prior_y ** len(x) * mvn_pdf(x, mu, sigma)
