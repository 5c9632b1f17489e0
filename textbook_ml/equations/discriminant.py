"""Ng, section 1. The multivariate normal distribution, and Gaussian discriminant analysis.

    μ     mu       mean vector
    Σ     sigma    covariance matrix, as a list of rows
    φ     phi      P(y = 1); with more classes, `prior` has one number for each
    m     len(rows)

Rows are examples, or additive statistics of examples; a covariance divides by m, as in the notes.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import chain, product
from math import atan2, exp, log, pi, prod, sqrt
from operator import mul
from typing import Any, TypeVar

from textbook_ml.core.errors import TextbookError, plural, require, require_same_length
from textbook_ml.core.linalg import (
    Matrix,
    Vector,
    column_means,
    dot,
    eigenvalues_2x2,
    has_no_negative_form,
    inverse_quadratic_form,
    is_row_summary,
    ldl,
    log_determinant,
    mean_scatter,
    minus,
    n_rows,
)
from textbook_ml.core.numeric import Num, mean, require_finite, require_probability
from textbook_ml.core.stable import normalise_exponents, safe_exp, safe_log, safe_sum
from textbook_ml.equations.bayes import require_same_classes
from textbook_ml.sources.registry import equation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

Label = TypeVar("Label", bound=Hashable)
Rows = Sequence[Sequence[Num]]

LARGE = 2.0**20  # larger exponents are computed exactly, which is slow


@equation("ng-mvn-mean")
def mean_vector(rows: Rows[Num]) -> list[Num]:
    """The mean of vectors, coordinate by coordinate; its expectation is μ.

        x̄ = Σ x⁽ⁱ⁾ / m,   E[X] = ∫ x p(x; μ, Σ) dx = μ

    >>> mean_vector([[1.0, 2.0], [3.0, 6.0]])
    [2.0, 4.0]
    """
    require_rows(rows)
    return column_means(rows)


@equation("ng-a1-covariance")
def covariance(xs: Sequence[Num], ys: Sequence[Num]) -> Num:
    """The covariance of two variables, a measure of their linear dependence.

        Cov(X, Y) = E[(X − E X) (Y − E Y)]

    A covariance of 0 does not imply independence: X on −1, 0, 1 and Y = X² have covariance 0.

    >>> covariance([-1.0, 0.0, 1.0], [1.0, 0.0, 1.0])
    0.0
    """
    require_same_length(xs=xs, ys=ys)
    require(len(xs) > 0, "a covariance needs at least one value, got none")
    return covariance_matrix(list(zip(xs, ys)))[0][1]


@equation("ng-cov-def", "ng-mvn-cov")
def covariance_matrix(rows: Rows[Num]) -> list[list[Num]]:
    """The covariance of vectors; its diagonal holds the variances.

        Cov(Z) = E[(Z − E Z) (Z − E Z)ᵀ]

    >>> covariance_matrix([[0.0, 0.0], [1.0, 1.0], [1.0, 2.0], [2.0, 1.0]])
    [[0.5, 0.25], [0.25, 0.5]]
    """
    require_rows(rows)
    return mean_scatter([rows], n_rows(rows))


@equation("ng-cov-identity")
def covariance_matrix_from_moments(rows: Rows[Num]) -> list[list[Num]]:
    """The covariance from moments: exact for Fractions, inaccurate for floats with large means.

        Cov(Z) = E[Z Zᵀ] − (E Z) (E Z)ᵀ

    >>> covariance_matrix_from_moments([[0.0, 0.0], [1.0, 1.0], [1.0, 2.0], [2.0, 1.0]])
    [[0.5, 0.25], [0.25, 0.5]]
    """
    z = columns(rows)
    return [[dot(a, b) / len(a) - mean(a) * mean(b) for b in z] for a in z]


@equation("ng-mvn-psd")
def is_positive_semidefinite(sigma: Matrix[Num]) -> bool:
    """Return whether Σ can be a covariance matrix; it need not have a density.

        Σ = Σᵀ,   vᵀ Σ v ≥ 0 for every v

    The result is exact for the given numbers, also for floats.

    >>> is_positive_semidefinite([[1, 1], [1, 1]])      # X₁ = X₂: the density is not defined
    True
    >>> is_positive_semidefinite([[1, 2], [2, 1]])      # vᵀ Σ v = −2 for v = (1, −1)
    False
    """
    require(all(len(row) == len(sigma) for row in sigma), "a covariance matrix must be square")
    return list(map(tuple, sigma)) == list(zip(*sigma)) and has_no_negative_form(sigma)


@equation("ng-mvn-psd")
def is_positive_definite(sigma: Matrix[Num]) -> bool:
    """Return whether Σ is the covariance of a density; semi-definite is not enough.

        Σ = Σᵀ,   vᵀ Σ v > 0 for every v ≠ 0

    >>> is_positive_definite([[1.0, 0.5], [0.5, 1.0]])
    True
    >>> is_positive_definite([[1.0, 1.0], [1.0, 1.0]])
    False
    """
    try:
        ldl(sigma)
    except TextbookError:
        return False
    return True


@equation("ng-mvn-density", "ng-a1-multivariate", "ng-gda-density")
def mvn_log_pdf(x: Vector[float], mu: Vector[float], sigma: Matrix[float]) -> float:
    """The log density of the multivariate normal distribution.

        ln p(x; μ, Σ) = −½ (x − μ)ᵀ Σ⁻¹ (x − μ) − ½ ln |Σ| − (n/2) ln 2π

    >>> mvn_log_pdf([0.0, 0.0], [0.0, 0.0], [[1.0, 0.0], [0.0, 1.0]]) == -log(2 * pi)
    True
    """
    constants = [-log_determinant(sigma) / 2, -len(mu) * log(2 * pi) / 2]
    return safe_sum([-mvn_exponent(x, mu, sigma), *constants])


def mvn_exponent(x: Vector[Num], mu: Vector[Num], sigma: Matrix[Num]) -> Num:
    """The exponent of the multivariate normal density, ½ (x − μ)ᵀ Σ⁻¹ (x − μ), without the sign.

    >>> mvn_exponent([3.0, 1.0], [1.0, 1.0], [[2.0, 0.0], [0.0, 1.0]])
    1.0
    """
    return inverse_quadratic_form(sigma, difference(x, mu)) / 2


@equation("ng-mvn-density", "ng-a1-multivariate", "ng-mvn-spread", "ng-mvn-shift")
def mvn_pdf(x: Vector[float], mu: Vector[float], sigma: Matrix[float]) -> float:
    """The density of the multivariate normal distribution with mean μ and covariance Σ.

        p(x; μ, Σ) = exp(−½ (x − μ)ᵀ Σ⁻¹ (x − μ)) / ((2π)^(n/2) |Σ|^½)

    >>> mvn_pdf([3.0, 1.0], [3.0, 1.0], [[1.0, 0.0], [0.0, 1.0]]) == exp(-log(2 * pi))
    True
    """
    return safe_exp(mvn_log_pdf(x, mu, sigma))


@equation("ng-mvn-mean", "ng-mvn-cov")
def mvn_expectation(
    f: Callable[[list[float]], float], mu: Vector[float], sigma: Matrix[float]
) -> float:
    """The expectation of a function of a normal vector, as a sum over a grid of points.

        E[f(X)] = ∫ f(x) p(x; μ, Σ) dx;   E[X] = μ,  Cov(X) = Σ

    The grid has 33 points on each axis of z, for x = μ + L √D z and Σ = L D Lᵀ.

    >>> abs(mvn_expectation(lambda x: x[0], [1.5], [[2.0]]) - 1.5) < 1e-12
    True
    """
    require_same_length(means=mu, rows_of_sigma=sigma)
    lower, d = ldl(sigma)
    steps = [sqrt(d_i) / 2 for d_i in d]
    volume = prod(steps)  # the volume that each point represents
    points = (
        _affine_image(mu, lower, map(mul, steps, k)) for k in product(range(-16, 17), repeat=len(d))
    )
    return safe_sum(f(x) * mvn_pdf(x, mu, sigma) * volume for x in points)


@equation("ng-mvn-correlation", "ng-mvn-negative", "ng-a1-eigen")
def ellipse(sigma: Matrix[float]) -> tuple[float, float, float]:
    """The contour ellipse of a 2-D normal density: both half axes, and the angle of the longer one.

        Σ = [[a, b], [b, c]]:   λ = (a + c)/2 ± √(((a − c)/2)² + b²),   tan 2α = 2b / (a − c)

    The axes are the eigenvectors of Σ; the half axes are the square roots of the eigenvalues.

    >>> ellipse([[2.5, 1.5], [1.5, 2.5]]) == (2.0, 1.0, pi / 4)
    True
    """
    require(len(sigma) == 2, f"an ellipse needs a Σ of 2 rows, got {len(sigma)} rows")
    ldl(sigma)  # raises an error unless Σ is positive definite
    (a, b), (_, c) = sigma
    lam1, lam2 = eigenvalues_2x2(sigma)
    return sqrt(lam1), sqrt(lam2), atan2(2 * b, a - c) / 2


@equation("ng-mvn-mean", "ng-mvn-cov")
def draw_normal(mu: Vector[float], sigma: Matrix[float], rng: "Random") -> list[float]:
    """A vector drawn from N(μ, Σ): standard normal numbers, multiplied by L √D of Σ = L D Lᵀ.

        x = μ + L √D z,   z ~ N(0, I);   E[X] = μ,  Cov(X) = Σ

    >>> from random import Random
    >>> draw_normal([5.0], [[1e-300]], Random(0))
    [5.0]
    """
    require_same_length(means=mu, rows_of_sigma=sigma)
    require_finite(mu, "the mean")
    lower, d = ldl(sigma)
    return _affine_image(mu, lower, (sqrt(d_i) * rng.gauss(0.0, 1.0) for d_i in d))


def _affine_image(
    mu: Vector[float], lower: Matrix[float], scaled_z: Iterable[float]
) -> list[float]:
    """Return μ + L z; `lower` is the part of L below its diagonal of ones."""
    z = list(scaled_z)
    products = [[z_i, *(p * q for p, q in zip(l_i, z))] for z_i, l_i in zip(z, lower)]
    return [safe_sum([m, *terms]) for m, terms in zip(mu, products)]


@equation("ng-gda-mu-mle")
def class_means(rows: Rows[Num], labels: Sequence[Label]) -> dict[Label, list[Num]]:
    """GDA's estimate of the means: the mean of each class.

        μₖ = Σᵢ 1{y⁽ⁱ⁾ = k} x⁽ⁱ⁾ / Σᵢ 1{y⁽ⁱ⁾ = k}

    >>> class_means([[1.0, 2.0], [3.0, 4.0], [5.0, 0.0]], ["a", "a", "b"])
    {'a': [2.0, 3.0], 'b': [5.0, 0.0]}
    """
    return {y: mean_vector(members) for y, members in by_class(rows, labels).items()}


@equation("ng-gda-sigma-mle")
def pooled_covariance(rows: Rows[Num], labels: Sequence[Label]) -> list[list[Num]]:
    """GDA's estimate of the common covariance: deviations of rows from the mean of their class.

        Σ = Σᵢ (x⁽ⁱ⁾ − μ_{y⁽ⁱ⁾}) (x⁽ⁱ⁾ − μ_{y⁽ⁱ⁾})ᵀ / m

    The estimate is singular if there are fewer than n + K rows.

    >>> pooled_covariance([[1.0, 2.0], [3.0, 4.0], [5.0, 0.0], [0.0, 1.0], [2.0, 5.0]], "aaabb")
    [[2.0, 0.0], [0.0, 3.2]]
    """
    groups = list(by_class(rows, labels).values())
    return mean_scatter(groups, sum(map(n_rows, groups)))


@equation("ng-gda-loglik")
def gda_log_likelihood(
    rows: Rows[float],
    labels: Sequence[Label],
    prior: Mapping[Label, float],
    mu: Mapping[Label, Vector[float]],
    sigma: Matrix[float],
) -> float:
    """The joint log likelihood that GDA's estimates maximise.

        ℓ(φ, μ, Σ) = Σᵢ (ln p(x⁽ⁱ⁾ | y⁽ⁱ⁾) + ln p(y⁽ⁱ⁾))

    >>> gda_log_likelihood([[1.0]], ["a"], {"a": 1.0}, {"a": [1.0]}, [[1.0]]) == -log(2 * pi) / 2
    True
    """
    require_same_length(rows=rows, labels=labels)
    require_same_classes(prior, mu)
    require(len(rows) > 0, "there are no rows. Fix: pass at least one example")
    for y in labels:
        require(prior.get(y, 0.0) > 0, f"a row has label {y!r}, whose prior is 0 or missing")
    return safe_sum(mvn_log_pdf(x, mu[y], sigma) + log(prior[y]) for x, y in zip(rows, labels))


@equation("xing-joint-mvn")
def gaussian_vector_joint(
    x: Vector[float], prior_y: float, mu: Vector[float], sigma: Matrix[float]
) -> float:
    """The joint density of a row and one class, all features together.

        p(x, y) = P(y) N(x; μ_y, Σ)

    >>> identity = [[1.0, 0.0], [0.0, 1.0]]
    >>> gaussian_vector_joint([3.0, 1.0], 0.5, [3.0, 1.0], identity) == exp(-log(2 * pi)) / 2
    True
    """
    require_probability(prior_y, "the prior P(y)")
    return prior_y * mvn_pdf(x, mu, sigma)


@equation("xing-predictive-star")
def quadratic_posterior(
    x: Vector[float],
    prior: Mapping[Label, float],
    mu: Mapping[Label, Vector[float]],
    sigma: Mapping[Label, Matrix[float]],
) -> dict[Label, float]:
    """The posterior if each class has its own covariance; with equal covariances this is GDA.

        P(y | x) = P(y) N(x; μ_y, Σ_y) / Σ_y′ P(y′) N(x; μ_y′, Σ_y′)

    It is accurate however far x is from the means (see `normalise_exponents`).

    >>> identity = [[1.0, 0.0], [0.0, 1.0]]
    >>> quadratic_posterior([1.0, 0.0], {"a": 0.5, "b": 0.5}, {"a": [0.0, 0.0], "b": [2.0, 0.0]},
    ...                     {"a": identity, "b": identity})
    {'a': 0.5, 'b': 0.5}
    """
    require_same_classes(prior, mu)
    require(prior.keys() == sigma.keys(), "the prior and sigma must have the same classes")
    for y in prior:
        if not len(x) == len(mu[y]) == len(sigma[y]):
            require_same_length(features=x, means=mu[y], rows_of_sigma=sigma[y])
    require_finite([*x, *chain(*mu.values())], "the row and the means")
    return normalise_exponents(
        {y: [safe_log(prior[y]), -log_determinant(sigma[y]) / 2] for y in prior},
        mvn_exponent,
        {y: [(x, mu[y], sigma[y])] for y in prior},
        large=LARGE,
    )


def require_rows(rows: Rows[Any]) -> None:
    """Raise TextbookError unless there are rows, all with the same number of features."""
    if is_row_summary(rows):
        return
    require(len(rows) > 0, "there are no rows. Fix: pass at least one example")
    require(len(rows[0]) > 0, "the rows have no features. Fix: give at least one")
    for i, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise TextbookError(
                f"row {i} has {plural(len(row), 'feature')} and row 0 has {len(rows[0])}: "
                "all rows must have the same number"
            )


def columns(rows: Rows[Num]) -> list[tuple[Num, ...]]:
    """Return the columns of the table: for each feature, its value in every row."""
    require_rows(rows)
    return list(zip(*rows))


def by_class(rows: Rows[Num], labels: Sequence[Label]) -> dict[Label, Rows[Num]]:
    """The rows of each class, classes in order of first appearance.

    `rows` may also be statistics of rows, one for each class.

    >>> by_class([[1.0], [2.0], [3.0]], "aba")
    {'a': [[1.0], [3.0]], 'b': [[2.0]]}
    """
    require_same_length(rows=rows, labels=labels)
    if rows and is_row_summary(rows[0]):
        return dict(zip(labels, rows))  # type: ignore[arg-type]
    require_rows(rows)
    groups: dict[Label, list[Sequence[Num]]] = {}
    for x, y in zip(rows, labels):
        groups.setdefault(y, []).append(x)
    return {**groups}


def difference(x: Vector[Num], mu: Vector[Num]) -> list[Num]:
    """x − μ."""
    if len(x) != len(mu):
        require_same_length(features=x, means=mu)
    return minus(x, mu)
