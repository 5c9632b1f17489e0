"""The multivariate normal, covariances, and Gaussian discriminant analysis."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from fractions import Fraction as F
from functools import partial
from itertools import product
from math import cos, exp, fsum, inf, log, nan, pi, sin, sqrt
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests import oracle
from tests.oracle import dec, in_sixty_digits, ulps
from textbook_ml.core.errors import TextbookError
from textbook_ml.core.stable import sigmoid
from textbook_ml.equations.bridge import gda_to_logistic
from textbook_ml.equations.discriminant import (
    class_means,
    covariance,
    covariance_matrix,
    covariance_matrix_from_moments,
    draw_normal,
    ellipse,
    gaussian_vector_joint,
    gda_log_likelihood,
    is_positive_definite,
    is_positive_semidefinite,
    mean_vector,
    mvn_expectation,
    mvn_log_pdf,
    mvn_pdf,
    pooled_covariance,
    quadratic_posterior,
)
from textbook_ml.equations.gaussian import (
    gaussian_log_joint,
    gaussian_posterior,
    mean_mle,
    normal_log_pdf,
    pooled_variance_mle,
    variance_mle,
)
from textbook_ml.equations.smoothing import class_prior

PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459")
NOTHING: list[float] = []
near = partial(
    pytest.approx, abs=0.0
)  # without abs=0, approx also accepts an absolute error of 1e-12
NO_ROWS: list[list[float]] = []
ROUND = [[1.0, 0.0], [0.0, 1.0]]

# Two classes of two features, small enough for hand calculation.
TOY = [[F(1), F(2)], [F(3), F(4)], [F(5), F(0)], [F(0), F(1)], [F(2), F(5)]]
TOY_LABELS = [1, 1, 1, 0, 0]

Exact = list[list[Fraction]]
Floats = list[list[float]]

numbers = st.integers(-24, 24).map(lambda n: F(n, 4))
pairs = st.lists(numbers, min_size=2, max_size=2)
tables = st.lists(pairs, min_size=1, max_size=6)
quarters = st.integers(-8, 8).map(lambda n: n / 4)
hundreds = st.floats(-100, 100)
offsets = st.sampled_from([0.0, 1e9, -1e12, 1e12])


def vectors(n: int) -> st.SearchStrategy[list[float]]:
    """Vectors of multiples of 1/4, which floats represent exactly."""
    return st.lists(quarters, min_size=n, max_size=n)


@st.composite
def covariances(draw: st.DrawFn, n: int) -> Floats:
    """M Mᵀ + I with multiples of 1/4 in M: exact floats, condition number below 50."""
    m = [[x / 2 for x in draw(vectors(n))] for _ in range(n)]
    return [
        [fsum(a * b for a, b in zip(m[i], m[j])) + (i == j) for j in range(n)] for i in range(n)
    ]


@st.composite
def gaussians(draw: st.DrawFn) -> tuple[list[float], list[float], Floats]:
    """A point, a mean and a covariance, of one to three features."""
    n = draw(st.integers(1, 3))
    return draw(vectors(n)), draw(vectors(n)), draw(covariances(n))


@st.composite
def labelled_tables(draw: st.DrawFn) -> tuple[Exact, list[str]]:
    """Rows of two features with labels of up to three classes."""
    rows = draw(st.lists(pairs, min_size=1, max_size=7))
    return rows, [draw(st.sampled_from("abc")) for _ in rows]


def exactly(table: Sequence[Sequence[float]]) -> Exact:
    """The exact values of floats as Fractions."""
    return [[F(x) for x in row] for row in table]


def rounded(table: Sequence[Sequence[Fraction]]) -> Floats:
    """The floats nearest to Fractions."""
    return [[float(x) for x in row] for row in table]


def determinant(a: Sequence[Sequence[Fraction]]) -> Fraction:
    """|A|, by expansion along the first row."""
    if not a:
        return F(1)
    minors = [[[*row[:j], *row[j + 1 :]] for row in a[1:]] for j in range(len(a))]
    return sum(((-1) ** j * a[0][j] * determinant(m) for j, m in enumerate(minors)), F(0))


def squared_distance(sigma: Exact, v: Sequence[Fraction]) -> Fraction:
    """vᵀ Σ⁻¹ v as a ratio of determinants: Σ bordered by v, over Σ."""
    bordered = [[*row, v_i] for row, v_i in zip(sigma, v)] + [[*v, F(0)]]
    return -determinant(bordered) / determinant(sigma)


@in_sixty_digits
def exact_log_pdf(x: Sequence[float], mu: Sequence[float], sigma: Floats) -> Decimal:
    """ln p(x; μ, Σ) in sixty digits, by determinants."""
    covariance = exactly(sigma)
    distance2 = squared_distance(covariance, [F(a) - F(b) for a, b in zip(x, mu)])
    log_constant = oracle.ln(determinant(covariance)) + len(x) * oracle.ln(2 * PI)
    return -(dec(distance2) + log_constant) / 2


def outer_product(v: Sequence[Fraction]) -> Exact:
    """v vᵀ."""
    return [[a * b for b in v] for a in v]


def weighted_sum(weights: Sequence[Fraction], matrices: Sequence[Exact]) -> Exact:
    """Σ w A, entry by entry."""
    size = range(len(matrices[0]))
    return [
        [sum((w * a[i][j] for w, a in zip(weights, matrices)), F(0)) for j in size] for i in size
    ]


def of_class(rows: Exact, labels: Sequence[str], y: str) -> Exact:
    """The rows of one class."""
    return [row for row, label in zip(rows, labels) if label == y]


# Covariance.


def test_zero_covariance_is_not_independence() -> None:
    """Y = X² on −1, 0, 1 is a function of X and has covariance 0 with it."""
    assert covariance([F(-1), F(0), F(1)], [F(1), F(0), F(1)]) == 0


@given(tables, numbers, numbers)
def test_covariance_is_bilinear(table: Exact, a: Fraction, b: Fraction) -> None:
    """Cov is symmetric, bilinear and independent of shifts; Cov(X, X) is the variance."""
    xs, ys = [row[0] for row in table], [row[1] for row in table]
    mixed = [a * x + b * y + 7 for x, y in table]
    assert covariance(xs, xs) == variance_mle(xs, mean_mle(xs))
    assert covariance(xs, ys) == covariance(ys, xs)
    assert covariance(mixed, ys) == a * covariance(xs, ys) + b * covariance(ys, ys)


@given(tables)
def test_the_two_forms_of_covariance_are_equal(table: Exact) -> None:
    """E[(Z − E Z)(Z − E Z)ᵀ] = E[Z Zᵀ] − E Z E Zᵀ, exactly."""
    mu = mean_vector(table)
    weights = [F(1, len(table))] * len(table)
    deviations = [outer_product([z - m for z, m in zip(row, mu)]) for row in table]
    assert covariance_matrix(table) == weighted_sum(weights, deviations)
    assert covariance_matrix_from_moments(table) == covariance_matrix(table)


@given(tables, st.lists(pairs, min_size=1, max_size=3), st.lists(numbers, min_size=3, max_size=3))
def test_covariance_follows_an_affine_map(table: Exact, a: Exact, b: list[Fraction]) -> None:
    """Cov(A Z + b) = A Cov(Z) Aᵀ, and the mean becomes A E Z + b: exactly."""
    moved = [[p * z[0] + q * z[1] + b_i for (p, q), b_i in zip(a, b)] for z in table]
    cov, mu = covariance_matrix(table), mean_vector(table)
    assert mean_vector(moved) == [p * mu[0] + q * mu[1] + b_i for (p, q), b_i in zip(a, b)]
    assert covariance_matrix(moved) == [
        [sum(s[k] * cov[k][m] * t[m] for k in (0, 1) for m in (0, 1)) for t in a] for s in a
    ]


def test_a_covariance_by_hand() -> None:
    """Four points: variances 1/2 and covariance 1/4."""
    points = [[F(0), F(0)], [F(1), F(1)], [F(1), F(2)], [F(2), F(1)]]
    assert covariance_matrix(points) == [[F(1, 2), F(1, 4)], [F(1, 4), F(1, 2)]]
    assert mean_vector(points) == [1, 1]


@given(st.lists(st.tuples(hundreds, hundreds), min_size=2, max_size=8), offsets, offsets)
def test_float_covariances_are_accurate_at_a_large_offset(
    ds: list[tuple[float, float]], right: float, up: float
) -> None:
    """Covariances, pooled or not, stay within 2 ulp of the exact value at 1e12."""
    table = [[right + a, up + b] for a, b in ds]
    truth = covariance_matrix_from_moments(exactly(table))
    doubled = pooled_covariance(table + table, "a" * len(table) + "b" * len(table))
    for cov in (covariance_matrix(table), doubled):
        assert cov[0][1] == cov[1][0]
        assert max(ulps(cov[i][j], truth[i][j]) for i in (0, 1) for j in (0, 1)) <= 2
    xs, ys = zip(*table)
    assert ulps(covariance(xs, ys), truth[0][1]) <= 2


def test_the_second_form_loses_all_digits_at_a_large_mean() -> None:
    """The square of 1e9 is rounded to a multiple of 128, so the second form cannot be 1/4."""
    table = [[1e9], [1e9 + 1]]
    assert covariance_matrix(table) == [[0.25]]
    assert covariance_matrix_from_moments(table)[0][0] % 64 == 0


# Positive definite matrices.


@given(st.lists(st.integers(-3, 3), min_size=6, max_size=6))
def test_positive_definite_means_positive_minors(entries: list[int]) -> None:
    """Sylvester's criterion: all leading principal minors are positive."""
    a, b, c, d, e, f = map(F, entries)
    sigma = [[a, b, c], [b, d, e], [c, e, f]]
    corners = [determinant([row[:k] for row in sigma[:k]]) for k in (1, 2, 3)]
    assert is_positive_definite(sigma) == (min(corners) > 0)
    assert is_positive_definite(rounded(sigma)) == (min(corners) > 0)


@pytest.mark.parametrize(("rho", "answer"), [(F(1, 2), True), (F(1), False), (F(2), False)])
def test_only_correlations_below_one_are_positive_definite(rho: Fraction, answer: bool) -> None:
    """1/2 is positive definite, 1 is singular, and 2 is not a correlation."""
    assert is_positive_definite([[F(1), rho], [rho, F(1)]]) is answer


@pytest.mark.parametrize("sigma", [[[1.0, 0.5], [0.4, 1.0]], [[1.0, 2.0]], [[0.0]], [[nan]]])
def test_other_matrices_are_not_positive_definite(sigma: Floats) -> None:
    """Matrices that are asymmetric, not square, zero or not finite are rejected."""
    assert not is_positive_definite(sigma)


# The density.


@pytest.mark.parametrize(
    ("x", "density"),
    [
        ([0.0, 0.0], 0.18377629847393068),
        ([1.0, 1.0], 0.09435389770895923),
        ([1.0, -1.0], 0.024871417406145683),
    ],
)
def test_worked_densities(x: list[float], density: float) -> None:
    """Variances 1 and correlation 1/2: the density is larger along the diagonal."""
    assert mvn_pdf(x, [0.0, 0.0], [[1.0, 0.5], [0.5, 1.0]]) == near(density, rel=1e-15)


@given(gaussians())
def test_log_density_in_sixty_digits(gaussian: tuple[list[float], list[float], Floats]) -> None:
    """Agrees with determinants to 1e-14 of the terms; the condition number is below 50."""
    x, mu, sigma = gaussian
    truth = exact_log_pdf(x, mu, sigma)
    scale = 1 + abs(truth)
    assert abs(dec(mvn_log_pdf(x, mu, sigma)) - truth) <= dec(1e-14) * scale
    assert mvn_pdf(x, mu, sigma) == exp(mvn_log_pdf(x, mu, sigma))


@given(gaussians())
def test_a_diagonal_covariance_factorises(
    gaussian: tuple[list[float], list[float], Floats],
) -> None:
    """Without correlation the density is a product of densities, as naive Bayes assumes."""
    x, mu, sigma = gaussian
    sigma2 = [row[i] for i, row in enumerate(sigma)]
    diagonal = [[s2 if i == j else 0.0 for j in range(len(x))] for i, s2 in enumerate(sigma2)]
    together = mvn_log_pdf(x, mu, diagonal)
    # Each of the two sums has about five roundings of terms below 100.
    assert together == pytest.approx(fsum(map(normal_log_pdf, x, mu, sigma2)), rel=1e-15, abs=1e-14)
    joint = gaussian_log_joint(x, 0.25, mu, sigma2)
    assert together + log(0.25) == pytest.approx(joint, rel=1e-15, abs=1e-14)


@given(gaussians(), vectors(3))
def test_the_density_moves_with_its_mean(
    gaussian: tuple[list[float], list[float], Floats], shift: list[float]
) -> None:
    """p(x + t; μ + t) = p(x; μ) and p(μ + d) = p(μ − d), without rounding for these numbers."""
    x, mu, sigma = gaussian
    density = mvn_pdf(x, mu, sigma)
    moved = mvn_pdf([a + t for a, t in zip(x, shift)], [m + t for m, t in zip(mu, shift)], sigma)
    mirrored = mvn_pdf([2 * m - a for a, m in zip(x, mu)], mu, sigma)
    assert moved == density == mirrored


@given(vectors(2), vectors(2), covariances(2), st.lists(st.integers(-2, 2), min_size=4, max_size=4))
def test_an_affine_map_divides_the_density_by_its_determinant(
    x: list[float], mu: list[float], sigma: Floats, entries: list[int]
) -> None:
    """ln p(A x + b; A μ + b, A Σ Aᵀ) = ln p(x; μ, Σ) − ln |det A|."""
    a, b, c, d = entries
    assume(a * d != b * c)
    matrix, shift = [[a, b], [c, d]], [3.0, -1.0]

    def image(v: list[float]) -> list[float]:
        return [p * v[0] + q * v[1] + t for (p, q), t in zip(matrix, shift)]

    covariance = [
        [fsum(s[k] * sigma[k][m] * t[m] for k in (0, 1) for m in (0, 1)) for t in matrix]
        for s in matrix
    ]
    moved = mvn_log_pdf(image(x), image(mu), covariance)
    plain = mvn_log_pdf(x, mu, sigma)
    # A Σ Aᵀ is exact; its condition number is up to 16² times that of Σ, which is below 50.
    assert moved == pytest.approx(plain - log(abs(a * d - b * c)), rel=1e-12, abs=1e-12)


@given(vectors(2), covariances(2))
def test_reflection_changes_the_sign_of_the_correlation(x: list[float], sigma: Floats) -> None:
    """Reflecting one coordinate changes the sign of ρ and nothing else."""
    (a, b), (_, c) = sigma
    mirrored = mvn_pdf([-x[0], x[1]], [0.0, 0.0], [[a, -b], [-b, c]])
    assert mirrored == mvn_pdf(x, [0.0, 0.0], sigma)


@pytest.mark.parametrize(
    ("sigma", "peak"),
    [
        ([[1.0, 0.0], [0.0, 1.0]], 1 / (2 * pi)),
        ([[0.6, 0.0], [0.0, 0.6]], 1 / (2 * pi * 0.6)),
        ([[2.0, 0.0], [0.0, 2.0]], 1 / (2 * pi * 2)),
        ([[1.0, 0.5], [0.5, 1.0]], 1 / (2 * pi * sqrt(0.75))),
        ([[1.0, 0.8], [0.8, 1.0]], 0.2652582384864922),
    ],
)
def test_the_maximum_depends_on_the_determinant(sigma: Floats, peak: float) -> None:
    """The density is largest at its mean, where it is 1 / (2π √|Σ|)."""
    # 1 − 0.64 has an error of three ulp before the square root.
    assert mvn_pdf([0.0, 0.0], [0.0, 0.0], sigma) == near(peak, rel=2e-15)
    assert mvn_pdf([0.1, -0.2], [0.0, 0.0], sigma) < peak


@pytest.mark.parametrize(
    ("mu", "density"),
    [
        ([1.0, 0.0], 0.09653235263005391),
        ([-0.5, 0.0], 0.14045374430962518),
        ([-1.0, 0.0], 0.09653235263005391),
    ],
)
def test_worked_densities_of_three_means(mu: list[float], density: float) -> None:
    """The density at the origin of Gaussians with identity covariance and three means."""
    assert mvn_pdf([0.0, 0.0], mu, ROUND) == near(density, rel=1e-15)


def test_the_density_integrates_to_one_with_its_own_moments() -> None:
    """∫ p = 1, E[X] = μ and Cov(X) = Σ, on a grid."""
    mu, sigma, step = [0.5, -1.0], [[3.0, 0.8], [0.8, 1.0]], 0.75
    places = product(range(-20, 21), range(-12, 13))
    grid = [[mu[0] + step * i, mu[1] + step * j] for i, j in places]
    weights = [step * step * mvn_pdf(x, mu, sigma) for x in grid]
    # The error of this sum is about 4 exp(−2π² λ / h²) = 4e-11 with λ = 0.72, the smaller
    # eigenvalue, times 2π² / h² = 35 for the second moments.
    assert fsum(weights) == pytest.approx(1, abs=1e-10)
    for i in (0, 1):
        assert fsum(x[i] * w for x, w in zip(grid, weights)) == pytest.approx(mu[i], abs=1e-10)
        for j in (0, 1):
            moment = fsum((x[i] - mu[i]) * (x[j] - mu[j]) * w for x, w in zip(grid, weights))
            assert moment == pytest.approx(sigma[i][j], abs=2e-9)


# The ellipse of a Gaussian density.


@given(covariances(2))
def test_the_axes_are_eigenvectors(sigma: Floats) -> None:
    """Σ v = λ v for both axes, and Σ is the sum of λ v vᵀ."""
    longer, shorter, angle = ellipse(sigma)
    assert longer >= shorter > 0
    along, across = (cos(angle), sin(angle)), (-sin(angle), cos(angle))
    for i in (0, 1):
        for j in (0, 1):
            entry = longer**2 * along[i] * along[j] + shorter**2 * across[i] * across[j]
            # The entries are below 20, and the sum has a dozen roundings.
            assert entry == pytest.approx(sigma[i][j], abs=5e-14)


@pytest.mark.parametrize("rho", [0.5, 0.8, -0.5, -0.8])
def test_correlation_lengthens_one_diagonal(rho: float) -> None:
    """The eigenvalues are 1 ± ρ; the directions of the axes do not depend on ρ."""
    longer, shorter, angle = ellipse([[1.0, rho], [rho, 1.0]])
    assert longer == near(sqrt(1 + abs(rho)), rel=1e-15)
    assert shorter == near(sqrt(1 - abs(rho)), rel=1e-15)
    assert angle == (pi / 4 if rho > 0 else -pi / 4)


def test_a_worked_ellipse() -> None:
    """For variances 3 and 1 and covariance 0.8, the eigenvalues are 2 ± √1.64."""
    longer, shorter, angle = ellipse([[3.0, 0.8], [0.8, 1.0]])
    assert longer**2 == near(3.28062484748657, rel=1e-14)
    assert shorter**2 == near(0.7193751525134303, rel=1e-14)
    assert sin(2 * angle) / cos(2 * angle) == near(0.8, rel=1e-14)
    assert ellipse([[1.0, 0.0], [0.0, 4.0]]) == (2.0, 1.0, pi / 2)
    assert ellipse([[4.0, 0.0], [0.0, 1.0]]) == (2.0, 1.0, 0.0)


@pytest.mark.parametrize("rho", [0.999, 0.99999999, 0.999999999999])
def test_a_thin_ellipse_keeps_its_digits(rho: float) -> None:
    """With ρ near one the shorter half axis is √(1 − ρ), and 1 − ρ is exact."""
    shorter = ellipse([[1.0, rho], [rho, 1.0]])[1]
    assert shorter == near(sqrt(1 - rho), rel=1e-15)


@pytest.mark.parametrize("scale", [2.0**-700, 2.0**700])
def test_an_ellipse_scales_with_the_covariance(scale: float) -> None:
    """Scaling Σ by 4ᵏ scales the axes by 2ᵏ and keeps the angle."""
    longer, shorter, angle = ellipse([[2.5 * scale, 1.5 * scale], [1.5 * scale, 2.5 * scale]])
    assert (longer, shorter, angle) == (2 * sqrt(scale), sqrt(scale), pi / 4)


# Drawing.


class Scripted(Random):
    """A random generator whose normal numbers are given in a list."""

    def __init__(self, script: Sequence[float]) -> None:
        super().__init__(0)
        self.script = iter(script)

    def gauss(self, mu: float = 0.0, sigma: float = 1.0) -> float:
        """The next number of the list, scaled by the deviation and shifted by the mean."""
        return mu + sigma * next(self.script)


@given(st.integers(1, 3).flatmap(lambda n: st.tuples(vectors(n), covariances(n))))
def test_a_draw_transforms_independent_normals(
    gaussian: tuple[list[float], Floats],
) -> None:
    """x = μ + B z with B Bᵀ = Σ, so that E[X] = μ and Cov(X) = Σ for standard normal z."""
    mu, sigma = gaussian
    n = len(mu)
    assert draw_normal(mu, sigma, Scripted([0.0] * n)) == mu
    units = [[float(i == k) for i in range(n)] for k in range(n)]
    columns = [[x - m for x, m in zip(draw_normal(mu, sigma, Scripted(z)), mu)] for z in units]
    for i, j in product(range(n), repeat=2):
        # A dozen roundings of numbers below 20.
        assert fsum(b[i] * b[j] for b in columns) == pytest.approx(sigma[i][j], abs=5e-14)


def test_draws_have_the_mean_and_covariance() -> None:
    """The averages of 4000 draws are within five standard errors of μ and Σ."""
    mu, sigma, n, rng = [1.0, -2.0], [[3.0, 0.8], [0.8, 1.0]], 4000, Random(229)
    rows = [draw_normal(mu, sigma, rng) for _ in range(n)]
    cov = covariance_matrix(rows)
    for i in (0, 1):
        assert abs(mean_vector(rows)[i] - mu[i]) < 5 * sqrt(sigma[i][i] / n)
        for j in (0, 1):
            error = sqrt((sigma[i][i] * sigma[j][j] + sigma[i][j] ** 2) / n)
            assert abs(cov[i][j] - sigma[i][j]) < 5 * error


# GDA's estimates.


def test_gda_estimates_by_hand() -> None:
    """The means are (3, 2) and (1, 3); the pooled covariance has 2 and 16/5 on its diagonal."""
    assert class_means(TOY, TOY_LABELS) == {1: [3, 2], 0: [1, 3]}
    assert pooled_covariance(TOY, TOY_LABELS) == [[2, 0], [0, F(16, 5)]]


@given(labelled_tables())
def test_class_means_are_the_means_of_each_feature(data: tuple[Exact, list[str]]) -> None:
    """Ng's vector estimate is Mitchell's (13), coordinate by coordinate and class by class."""
    rows, labels = data
    means = class_means(rows, labels)
    assert list(means) == list(dict.fromkeys(labels))
    for y, mu in means.items():
        members = of_class(rows, labels, y)
        assert mu == [mean_mle([row[i] for row in members]) for i in (0, 1)]


@given(labelled_tables())
def test_pooled_covariance_is_the_weighted_mean_of_the_classes(
    data: tuple[Exact, list[str]],
) -> None:
    """Σ weights each class by its fraction of rows; its diagonal is the pooled variance."""
    rows, labels = data
    groups = [of_class(rows, labels, y) for y in dict.fromkeys(labels)]
    pooled = pooled_covariance(rows, labels)
    weights = [F(len(group), len(rows)) for group in groups]
    assert pooled == weighted_sum(weights, [covariance_matrix(group) for group in groups])
    for i in (0, 1):
        assert pooled[i][i] == pooled_variance_mle([[row[i] for row in group] for group in groups])


@given(labelled_tables())
def test_covariance_is_the_sum_within_and_between_classes(data: tuple[Exact, list[str]]) -> None:
    """Cov(X) is the pooled covariance plus that of the class means: the law of total covariance."""
    rows, labels = data
    means = class_means(rows, labels)
    between = covariance_matrix([means[y] for y in labels])
    both = weighted_sum([F(1), F(1)], [pooled_covariance(rows, labels), between])
    assert both == covariance_matrix(rows)


@given(labelled_tables(), st.lists(pairs, min_size=3, max_size=3))
def test_pooled_covariance_does_not_depend_on_class_means(
    data: tuple[Exact, list[str]], shifts: Exact
) -> None:
    """Moving each class by its own shift changes the means and not the pooled covariance."""
    rows, labels = data
    shift = dict(zip("abc", shifts))
    moved = [[x + t for x, t in zip(row, shift[y])] for row, y in zip(rows, labels)]
    assert pooled_covariance(moved, labels) == pooled_covariance(rows, labels)


@given(labelled_tables())
def test_few_rows_make_a_singular_covariance(data: tuple[Exact, list[str]]) -> None:
    """With fewer than n + K rows the pooled covariance has no inverse: exactly."""
    rows, labels = data
    n_classes = len(set(labels))
    cut = 2 + n_classes - 1
    assume(len(set(labels[:cut])) == n_classes)
    assert not is_positive_definite(pooled_covariance(rows[:cut], labels[:cut]))


@in_sixty_digits
def maximal_log_likelihood(rows: Exact, labels: list[str]) -> Decimal:
    """Σ ln π̂ − m/2 (ln |Σ̂| + n + n ln 2π): at the estimates the squared distances sum to m n."""
    m, n = len(rows), len(rows[0])
    prior = class_prior(labels)
    det = determinant(pooled_covariance(rows, labels))
    constant = oracle.ln(det) + n + n * oracle.ln(2 * PI)
    return sum((oracle.ln(prior[y]) for y in labels), Decimal(0)) - m * constant / 2


small_tables = st.lists(
    st.lists(st.integers(-3, 3).map(F), min_size=2, max_size=2), min_size=5, max_size=8
)


@given(small_tables, st.integers(1, 4))
def test_the_likelihood_at_the_estimates_has_a_closed_form(rows: Exact, cut: int) -> None:
    """At GDA's estimates ℓ depends on the data only through the priors and |Σ̂|."""
    labels = ["a"] * cut + ["b"] * (len(rows) - cut)
    sigma = pooled_covariance(rows, labels)
    assume(determinant(sigma) > 0)
    prior = {y: float(p) for y, p in class_prior(labels).items()}
    means = {y: [float(m) for m in mu] for y, mu in class_means(rows, labels).items()}
    value = gda_log_likelihood(rounded(rows), labels, prior, means, rounded(sigma))
    # |Σ̂| is at least 1/m³ᵏ and its entries are below 9: a condition of up to 1e4.
    assert value == near(float(maximal_log_likelihood(rows, labels)), rel=1e-11)


@given(small_tables, st.integers(1, 4), st.floats(0.05, 0.5), st.booleans(), st.data())
def test_gda_estimates_maximise_the_likelihood(
    rows: Exact, cut: int, step: float, up: bool, data: st.DataObject
) -> None:
    """Any other prior, mean or covariance has a smaller likelihood."""
    labels = ["a"] * cut + ["b"] * (len(rows) - cut)
    estimate = pooled_covariance(rows, labels)
    assume(determinant(estimate) > F(1, 100))
    points, sigma = rounded(rows), rounded(estimate)
    p = cut / len(rows)
    prior = {"a": p, "b": 1 - p}
    mu = {y: [float(m) for m in mean] for y, mean in class_means(rows, labels).items()}
    best = gda_log_likelihood(points, labels, prior, mu, sigma)

    q = p * (1 - step) if up else p + (1 - p) * step
    assert gda_log_likelihood(points, labels, {"a": q, "b": 1 - q}, mu, sigma) < best
    y, i = data.draw(st.sampled_from("ab")), data.draw(st.integers(0, 1))
    moved = {**mu, y: [m + (step if i == j else 0) for j, m in enumerate(mu[y])]}
    assert gda_log_likelihood(points, labels, prior, moved, sigma) < best
    # Adding v vᵀ and multiplying by a positive number keep a covariance positive definite.
    v = [step, step if up else -step]
    wider = [[s + v[r] * v[c] for c, s in enumerate(row)] for r, row in enumerate(sigma)]
    assert gda_log_likelihood(points, labels, prior, mu, wider) < best
    smaller = [[s * (1 - step) for s in row] for row in sigma]
    assert gda_log_likelihood(points, labels, prior, mu, smaller) < best


def test_the_likelihood_of_the_toy_data() -> None:
    """The log likelihood of five rows at their estimates is −22.195188643007075."""
    prior, mu = {1: 0.6, 0: 0.4}, {1: [3.0, 2.0], 0: [1.0, 3.0]}
    value = gda_log_likelihood(rounded(TOY), TOY_LABELS, prior, mu, [[2.0, 0.0], [0.0, 3.2]])
    assert value == near(-22.195188643007075, rel=1e-15)


@given(gaussians(), st.floats(0, 1))
def test_the_joint_density_of_a_vector(
    gaussian: tuple[list[float], list[float], Floats], p: float
) -> None:
    """p(x, y) = P(y) N(x; μ, Σ); a third of N(1; 0, 1) times N(2; 0, 4) is 0.009758."""
    x, mu, sigma = gaussian
    assert gaussian_vector_joint(x, p, mu, sigma) == p * mvn_pdf(x, mu, sigma)
    product = gaussian_vector_joint([1.0, 2.0], 1 / 3, [0.0] * 2, [[1.0, 0.0], [0.0, 4.0]])
    assert product == near(0.009758305254053194, rel=1e-15)


# The posterior.


Classes = tuple[dict[str, float], dict[str, list[float]], dict[str, Floats]]


@st.composite
def quadratic_classes(draw: st.DrawFn) -> Classes:
    """Two classes in the plane, each with a prior, a mean and a covariance of its own."""
    p = draw(st.floats(0.05, 0.95))
    mu = {y: draw(vectors(2)) for y in "ab"}
    return {"a": p, "b": 1 - p}, mu, {y: draw(covariances(2)) for y in "ab"}


@given(quadratic_classes(), vectors(2))
def test_the_posterior_is_bayes_rule_with_densities(classes: Classes, x: list[float]) -> None:
    """P(y) N(x; μ_y, Σ_y), normalised, in sixty digits; it sums to one."""
    prior, mu, sigma = classes
    joint = {y: dec(p) * oracle.exp(exact_log_pdf(x, mu[y], sigma[y])) for y, p in prior.items()}
    posterior = quadratic_posterior(x, prior, mu, sigma)
    for y, density in joint.items():
        truth = float(density / sum(joint.values()))
        # The log densities are good to 1e-14 of themselves, and below 40.
        assert posterior[y] == near(truth, rel=1e-12)
    assert fsum(posterior.values()) == pytest.approx(1, abs=1e-15)


@given(quadratic_classes(), vectors(2))
def test_equal_covariances_give_gda(classes: Classes, x: list[float]) -> None:
    """With one Σ the posterior is logistic: θ = Σ⁻¹ (μ₁ − μ₀), a straight boundary."""
    prior, mu, sigma = classes
    shared = sigma["a"]
    weights = gda_to_logistic(prior["b"], mu["a"], mu["b"], shared)
    score = fsum([weights.w0, *(w * x_i for w, x_i in zip(weights.w, x))])
    posterior = quadratic_posterior(x, prior, mu, {"a": shared, "b": shared})
    assert posterior["b"] == near(sigmoid(score), rel=1e-12)


@given(quadratic_classes(), vectors(2))
def test_diagonal_covariances_give_naive_bayes(classes: Classes, x: list[float]) -> None:
    """Without correlations the posterior is that of Gaussian naive Bayes."""
    prior, mu, sigma = classes
    sigma2 = {y: [s[0][0], s[1][1]] for y, s in sigma.items()}
    diagonal = {y: [[a, 0.0], [0.0, b]] for y, (a, b) in sigma2.items()}
    naive = gaussian_posterior(x, prior, mu, sigma2)
    assert quadratic_posterior(x, prior, mu, diagonal) == near(naive, rel=1e-13)


def test_worked_posteriors() -> None:
    """The posterior is 0.3921 for GDA at (1, 2), and 0.5869 for two covariances at (1, 0)."""
    covariance = [[2.0, 0.0], [0.0, 3.2]]
    gda = quadratic_posterior(
        [1.0, 2.0], {1: 0.6, 0: 0.4}, {1: [3.0, 2.0], 0: [1.0, 3.0]}, {1: covariance, 0: covariance}
    )
    assert gda[1] == near(0.39214972097823886, rel=1e-14)
    own = quadratic_posterior(
        [1.0, 0.0],
        {0: 0.5, 1: 0.5},
        {0: [0.0, 0.0], 1: [1.0, 1.0]},
        {0: ROUND, 1: [[2.0, 0.5], [0.5, 1.0]]},
    )
    assert own[0] == near(0.5869173864074935, rel=1e-14)


@pytest.mark.parametrize("far", [1e4, -1e4])
def test_the_posterior_is_finite_far_from_the_means(far: float) -> None:
    """At 1e4 standard deviations all densities underflow; the wider class has probability 1."""
    prior, mu = {"a": 0.5, "b": 0.5}, {"a": [0.0, 0.0], "b": [0.0, 0.0]}
    sigma = {"a": ROUND, "b": [[2.0, 0.0], [0.0, 2.0]]}
    assert quadratic_posterior([far, far], prior, mu, sigma) == {"a": 0.0, "b": 1.0}
    same = {"a": ROUND, "b": ROUND}
    assert quadratic_posterior([far, far], prior, mu, same) == {"a": 0.5, "b": 0.5}


# Errors.


@pytest.mark.parametrize(
    ("question", "words"),
    [
        (lambda: mean_vector(NO_ROWS), "no rows"),
        (lambda: mean_vector([[1.0], [1.0, 2.0]]), "row 1 has 2 features and row 0 has 1"),
        (lambda: mean_vector([[nan]]), "nan"),
        (lambda: covariance(NOTHING, NOTHING), "at least one value"),
        (lambda: covariance([1.0], [1.0, 2.0]), "1 xs and 2 ys"),
        (lambda: covariance([1.0, nan], [1.0, 2.0]), "nan in .*, at position 1"),
        (lambda: covariance([1e300, -1e300], [1e300, -1e300]), "larger than any float"),
        (lambda: covariance_matrix(NO_ROWS), "no rows"),
        (lambda: covariance_matrix([NOTHING]), "no features"),
        (lambda: covariance_matrix([[1.0, 2.0], [1.0]]), "row 1 has 1 feature"),
        (lambda: covariance_matrix([[inf], [1.0]]), "inf in .*, at position 0"),
        (lambda: covariance_matrix_from_moments(NO_ROWS), "no rows"),
        (lambda: mvn_log_pdf([nan], [0.0], [[1.0]]), "finite"),
        (lambda: mvn_log_pdf([0.0], [inf], [[1.0]]), "finite"),
        (lambda: mvn_log_pdf([0.0], [0.0], [[inf]]), "finite"),
        (lambda: mvn_log_pdf([0.0, 0.0], [0.0], ROUND), "2 features and 1 mean"),
        (lambda: mvn_log_pdf([0.0], [0.0], ROUND), "must be equal"),
        (lambda: mvn_log_pdf([0.0, 0.0, 0.0], [0.0, 0.0, 0.0], ROUND), "must be equal"),
        (lambda: mvn_log_pdf([0.0] * 2, [0.0] * 2, [[1.0, 1.0], [1.0, 1.0]]), "positive definite"),
        (lambda: mvn_log_pdf([0.0, 0.0], [0.0, 0.0], [[1.0, 0.5], [0.4, 1.0]]), "symmetric"),
        (lambda: mvn_pdf([0.0], [0.0], [[0.0]]), "positive definite"),
        (lambda: mvn_pdf([0.0] * 2, [0.0] * 2, [[1e-320, 0.0], [0.0, 1e-310]]), "any float"),
        (lambda: gaussian_vector_joint([0.0], 1.5, [0.0], [[1.0]]), r"in \[0, 1\]"),
        (lambda: gaussian_vector_joint([0.0], 0.5, [0.0, 0.0], ROUND), "1 feature and 2 means"),
        (lambda: ellipse([[1.0]]), "1 rows"),
        (lambda: ellipse([[1.0, 1.0], [1.0, 1.0]]), "positive definite"),
        (lambda: ellipse([[1.0, 2.0], [3.0, 4.0]]), "symmetric"),
        (lambda: draw_normal([0.0], ROUND, Random(0)), "must be equal"),
        (lambda: draw_normal([0.0, 0.0, 0.0], ROUND, Random(0)), "must be equal"),
        (lambda: draw_normal([nan], [[1.0]], Random(0)), "finite"),
        (lambda: class_means(NO_ROWS, []), "no rows"),
        (lambda: class_means([[1.0]], "ab"), "1 row and 2 labels"),
        (lambda: class_means([[1.0], [1.0, 2.0]], "aa"), "row 1 has 2 features"),
        (lambda: class_means([[1.0], [1.0, 2.0]], "ab"), "row 1 has 2 features"),
        (lambda: pooled_covariance(NO_ROWS, []), "no rows"),
        (lambda: pooled_covariance([[1.0]], "ab"), "1 row and 2 labels"),
        (lambda: pooled_covariance([[1.0], [1.0, 2.0]], "ab"), "row 1 has 2 features"),
        (lambda: pooled_covariance([[1.0, 2.0], [1.0]], "ab"), "row 1 has 1 feature"),
    ],
)
def test_invalid_rows_and_covariances_are_errors(
    question: Callable[[], object], words: str
) -> None:
    """No rows, wrong row lengths, NaN, and covariances without a density raise errors."""
    with pytest.raises(TextbookError, match=words):
        question()


@pytest.mark.parametrize(
    ("labels", "prior", "words"),
    [
        (["a", "b"], {"a": 1.0}, "1 row and 2 labels"),
        (["b"], {"a": 1.0}, "label 'b'"),
        (["b"], {"a": 1.0, "b": 0.0}, "label 'b', whose prior is 0"),
        (["a"], {"a": 3.0}, "prior"),
        (["a"], {"a": -1.0}, "prior"),
        (["a"], {"a": nan}, "prior"),
    ],
)
def test_the_likelihood_of_invalid_parameters_is_an_error(
    labels: list[str], prior: dict[str, float], words: str
) -> None:
    """A label without parameters and a prior that does not sum to 1 raise errors."""
    with pytest.raises(TextbookError, match=words):
        gda_log_likelihood([[0.0]], labels, prior, {y: [0.0] for y in prior}, [[1.0]])


@pytest.mark.parametrize(
    ("x", "prior", "mu", "sigma", "words"),
    [
        ([0.0], {"a": 1.0}, {"a": [0.0]}, {"a": [[0.0]]}, "positive definite"),
        ([nan], {"a": 1.0}, {"a": [0.0]}, {"a": [[1.0]]}, "finite"),
        ([inf], {"a": 1.0}, {"a": [0.0]}, {"a": [[1.0]]}, "finite"),
        ([0.0, 0.0], {"a": 1.0}, {"a": [0.0]}, {"a": [[1.0]]}, "2 features and 1 mean"),
        ([0.0, 0.0], {"a": 1.0}, {"a": [0.0, 0.0]}, {"a": [[1.0]]}, "must be equal"),
        ([0.0], {"a": 1.0}, {"b": [0.0]}, {"a": [[1.0]]}, "same classes"),
        ([0.0], {"a": 1.0}, {"a": [0.0]}, {"b": [[1.0]]}, "same classes"),
        ([0.0], {"a": 0.5}, {"a": [0.0]}, {"a": [[1.0]]}, "sums to 0.5"),
    ],
)
def test_the_posterior_of_invalid_arguments_is_an_error(
    x: list[float],
    prior: dict[str, float],
    mu: dict[str, list[float]],
    sigma: dict[str, Floats],
    words: str,
) -> None:
    """A covariance that is not positive definite, an invalid row, a class without parameters."""
    with pytest.raises(TextbookError, match=words):
        quadratic_posterior(x, prior, mu, sigma)


@given(
    st.lists(
        st.lists(st.fractions(-3, 3, max_denominator=4), min_size=3, max_size=3),
        min_size=1,
        max_size=4,
    )
)
def test_every_covariance_is_positive_semidefinite(rows: list[list[F]]) -> None:
    """Exactly, also with fewer examples than features; a negative variance is not."""
    sigma = covariance_matrix(rows)
    assert is_positive_semidefinite(sigma)
    assert is_positive_semidefinite([[-s for s in row] for row in sigma]) == (
        not any(s for row in sigma for s in row)
    )


@pytest.mark.parametrize(
    ("sigma", "semi", "definite"),
    [
        ([[1.0, 0.5], [0.5, 1.0]], True, True),
        ([[1.0, 1.0], [1.0, 1.0]], True, False),
        ([[1.0, 2.0], [2.0, 1.0]], False, False),
        ([[0.0, 1.0], [1.0, 0.0]], False, False),
        ([[0.0, 0.0], [0.0, 0.0]], True, False),
        ([[1.0, 0.5], [0.25, 1.0]], False, False),
    ],
)
def test_semidefinite_is_weaker_than_definite(
    sigma: list[list[float]], semi: bool, definite: bool
) -> None:
    """With a zero pivot a matrix may be semidefinite; an asymmetric matrix is neither."""
    assert is_positive_semidefinite(sigma) is semi
    assert is_positive_definite(sigma) is definite


def test_the_expectation_of_a_normal_vector_is_its_mean() -> None:
    """Integration in two dimensions gives total probability 1, mean μ and covariance Σ."""
    mu, sigma = [1.5, -2.0], [[3.0, 0.8], [0.8, 1.0]]
    assert abs(mvn_expectation(lambda x: 1.0, mu, sigma) - 1) < 1e-12
    for i, m in enumerate(mu):
        assert abs(mvn_expectation(lambda x, i=i: x[i], mu, sigma) - m) < 1e-12  # type: ignore[misc]
        for j, s in enumerate(sigma[i]):
            found = mvn_expectation(
                lambda x, i=i, j=j: (x[i] - mu[i]) * (x[j] - mu[j]),  # type: ignore[misc]
                *(mu, sigma),
            )
            assert abs(found - s) < 1e-12
