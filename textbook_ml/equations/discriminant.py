"""Ng, section 1. The multivariate normal, and Gaussian discriminant analysis.

    μ     mu       mean vector
    Σ     sigma    covariance matrix, as a list of rows
    φ     phi      P(y = 1); with more classes, `prior` has one number for each
    m     len(rows)

Rows are examples; a covariance divides by m, as the notes do.
"""

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from math import atan2, exp, hypot, log, pi, sqrt
from random import Random
from typing import TypeVar

from textbook_ml.equations.bayes import require_same_classes
from textbook_ml.errors import TextbookError, require, require_same_length
from textbook_ml.linalg import Matrix, Vector, dot, inverse_quadratic_form, ldl, log_determinant
from textbook_ml.numeric import (
    Num,
    co_moment,
    exact,
    in_kind,
    mean,
    require_finite,
    require_probability,
)
from textbook_ml.registry import equation
from textbook_ml.stable import normalise_log_terms, safe_exp, safe_log, safe_sum

Label = TypeVar("Label", bound=Hashable)
Rows = Sequence[Sequence[Num]]


@equation("ng-mvn-mean")
def mean_vector(rows: Rows[Num]) -> list[Num]:
    """The mean of vectors, coordinate by coordinate; its expectation is μ.

        x̄ = Σ x⁽ⁱ⁾ / m,   E[X] = ∫ x p(x; μ, Σ) dx = μ

    >>> mean_vector([[1.0, 2.0], [3.0, 6.0]])
    [2.0, 4.0]
    """
    return [mean(column) for column in columns(rows)]


@equation("ng-a1-covariance")
def covariance(xs: Sequence[Num], ys: Sequence[Num]) -> Num:
    """How two variables vary together, linearly.

        Cov(X, Y) = E[(X − E X) (Y − E Y)]

    Zero does not mean independent: Y = X² on −1, 0, 1 has covariance 0 with X.

    >>> covariance([-1.0, 0.0, 1.0], [1.0, 0.0, 1.0])
    0.0
    """
    require_same_length(xs=xs, ys=ys)
    require(len(xs) > 0, "no values came, and a covariance divides by their number: give some")
    return in_kind(co_moment(xs, ys) / len(xs), *xs, *ys)


@equation("ng-cov-def", "ng-mvn-cov")
def covariance_matrix(rows: Rows[Num]) -> list[list[Num]]:
    """The covariance of vectors; its diagonal holds the variances.

        Cov(Z) = E[(Z − E Z) (Z − E Z)ᵀ]

    >>> covariance_matrix([[0.0, 0.0], [1.0, 1.0], [1.0, 2.0], [2.0, 1.0]])
    [[0.5, 0.25], [0.25, 0.5]]
    """
    return scatter([rows])


@equation("ng-cov-identity")
def covariance_matrix_from_moments(rows: Rows[Num]) -> list[list[Num]]:
    """The second form, equal on Fractions; floats with large means lose everything.

        Cov(Z) = E[Z Zᵀ] − (E Z) (E Z)ᵀ

    >>> covariance_matrix_from_moments([[0.0, 0.0], [1.0, 1.0], [1.0, 2.0], [2.0, 1.0]])
    [[0.5, 0.25], [0.25, 0.5]]
    """
    z = columns(rows)
    return [[dot(a, b) / len(a) - mean(a) * mean(b) for b in z] for a in z]


@equation("ng-mvn-psd")
def is_positive_definite(sigma: Matrix[Num]) -> bool:
    """Whether Σ can be the covariance of a density; semi-definite is not enough.

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
    """The log density of the multivariate normal.

        ln p(x; μ, Σ) = −½ (x − μ)ᵀ Σ⁻¹ (x − μ) − ½ ln |Σ| − (n/2) ln 2π

    >>> mvn_log_pdf([0.0, 0.0], [0.0, 0.0], [[1.0, 0.0], [0.0, 1.0]]) == -log(2 * pi)
    True
    """
    distance2 = inverse_quadratic_form(sigma, difference(x, mu))
    return safe_sum([-distance2 / 2, -log_determinant(sigma) / 2, -len(mu) * log(2 * pi) / 2])


@equation("ng-mvn-density", "ng-a1-multivariate", "ng-mvn-spread", "ng-mvn-shift")
def mvn_pdf(x: Vector[float], mu: Vector[float], sigma: Matrix[float]) -> float:
    """The density of the multivariate normal: μ moves it, Σ spreads it.

        p(x; μ, Σ) = exp(−½ (x − μ)ᵀ Σ⁻¹ (x − μ)) / ((2π)^(n/2) |Σ|^½)

    >>> mvn_pdf([3.0, 1.0], [3.0, 1.0], [[1.0, 0.0], [0.0, 1.0]]) == exp(-log(2 * pi))
    True
    """
    return safe_exp(mvn_log_pdf(x, mu, sigma))


@equation("ng-mvn-correlation", "ng-mvn-negative", "ng-a1-eigen")
def ellipse(sigma: Matrix[float]) -> tuple[float, float, float]:
    """The contour of a bell in the plane: its half axes, and the angle of the longer one.

        Σ = [[a, b], [b, c]]:   λ = (a + c)/2 ± √(((a − c)/2)² + b²),   tan 2α = 2b / (a − c)

    The axes point along the eigenvectors of Σ; their lengths are the roots of the eigenvalues.

    >>> ellipse([[2.5, 1.5], [1.5, 2.5]]) == (2.0, 1.0, pi / 4)
    True
    """
    require(len(sigma) == 2, f"Σ has {len(sigma)} rows, and an ellipse lies in the plane: give 2")
    ldl(sigma)
    (a, b), (_, c) = sigma
    middle, radius = (a + c) / 2, hypot((a - c) / 2, b)
    longer = middle + radius
    determinant = exact(a) * exact(c) - exact(b) * exact(b)
    shorter = in_kind(determinant / exact(longer), 0.0)  # |Σ| / λ₁: nothing cancels
    return sqrt(longer), sqrt(shorter), atan2(2 * b, a - c) / 2


@equation("ng-mvn-mean", "ng-mvn-cov")
def draw_normal(mu: Vector[float], sigma: Matrix[float], rng: Random) -> list[float]:
    """A vector drawn from N(μ, Σ): standard normals, stretched and mixed by Σ = L D Lᵀ.

        x = μ + L √D z,   z ~ N(0, I);   E[X] = μ,  Cov(X) = Σ

    >>> draw_normal([5.0], [[1e-300]], Random(0))
    [5.0]
    """
    require_same_length(means=mu, rows_of_sigma=sigma)
    require_finite(mu, "the mean")
    lower, d = ldl(sigma)
    z = [sqrt(d_i) * rng.gauss(0.0, 1.0) for d_i in d]
    mixed = [[z_i, *(p * q for p, q in zip(l_i, z))] for z_i, l_i in zip(z, lower)]
    return [safe_sum([m, *terms]) for m, terms in zip(mu, mixed)]


@equation("ng-gda-mu-mle")
def class_means(rows: Rows[Num], labels: Sequence[Label]) -> dict[Label, list[Num]]:
    """GDA's estimate of the means: the average of each class.

        μₖ = Σᵢ 1{y⁽ⁱ⁾ = k} x⁽ⁱ⁾ / Σᵢ 1{y⁽ⁱ⁾ = k}

    >>> class_means([[1.0, 2.0], [3.0, 4.0], [5.0, 0.0]], ["a", "a", "b"])
    {'a': [2.0, 3.0], 'b': [5.0, 0.0]}
    """
    return {y: mean_vector(members) for y, members in by_class(rows, labels).items()}


@equation("ng-gda-sigma-mle")
def pooled_covariance(rows: Rows[Num], labels: Sequence[Label]) -> list[list[Num]]:
    """GDA's estimate of the shared covariance: each row about the mean of its own class.

        Σ = Σᵢ (x⁽ⁱ⁾ − μ_{y⁽ⁱ⁾}) (x⁽ⁱ⁾ − μ_{y⁽ⁱ⁾})ᵀ / m

    It is singular with fewer than n + K rows.

    >>> pooled_covariance([[1.0, 2.0], [3.0, 4.0], [5.0, 0.0], [0.0, 1.0], [2.0, 5.0]], "aaabb")
    [[2.0, 0.0], [0.0, 3.2]]
    """
    return scatter(list(by_class(rows, labels).values()))


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
    require(len(rows) > 0, "there are no rows: give at least one example")
    for y in labels:
        require(prior.get(y, 0.0) > 0, f"a row has label {y!r}, whose prior is 0 or not given")
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
    """The posterior when each class has its own covariance; equal ones make it GDA.

        P(y | x) = P(y) N(x; μ_y, Σ_y) / Σ_y′ P(y′) N(x; μ_y′, Σ_y′)

    >>> round_bell = [[1.0, 0.0], [0.0, 1.0]]
    >>> quadratic_posterior([1.0, 0.0], {"a": 0.5, "b": 0.5}, {"a": [0.0, 0.0], "b": [2.0, 0.0]},
    ...                     {"a": round_bell, "b": round_bell})
    {'a': 0.5, 'b': 0.5}
    """
    require_same_classes(prior, mu)
    require_same_classes(prior, sigma)
    return normalise_log_terms(
        {
            y: [
                safe_log(prior[y]),
                -inverse_quadratic_form(sigma[y], difference(x, mu[y])) / 2,
                -log_determinant(sigma[y]) / 2,
            ]
            for y in prior
        }
    )


def columns(rows: Rows[Num]) -> list[tuple[Num, ...]]:
    """The features, each with its value in every row."""
    require(len(rows) > 0, "there are no rows: give at least one example")
    require(len(rows[0]) > 0, "the rows have no features: give at least one")
    for i, row in enumerate(rows):
        require(
            len(row) == len(rows[0]),
            f"row {i} has {len(row)} features and row 0 has {len(rows[0])}: make them alike",
        )
    return list(zip(*rows))


def by_class(rows: Rows[Num], labels: Sequence[Label]) -> dict[Label, list[Sequence[Num]]]:
    """The rows of each class, classes in order of first appearance."""
    require_same_length(rows=rows, labels=labels)
    columns(rows)
    groups: dict[Label, list[Sequence[Num]]] = {}
    for x, y in zip(rows, labels):
        groups.setdefault(y, []).append(x)
    return groups


def scatter(groups: Sequence[Rows[Num]]) -> list[list[Num]]:
    """The covariance matrix of rows about the mean of their own group, divided by all rows."""
    require(len(groups) > 0, "there are no rows: give at least one example")
    m = sum(map(len, groups))
    tables = [columns(group) for group in groups]
    n_features = range(len(tables[0]))
    moments = [
        [sum((co_moment(t[i], t[j]) for t in tables), Fraction(0)) / m for j in range(i + 1)]
        for i in n_features
    ]
    kin = [x for group in groups for row in group for x in row]
    return [[in_kind(moments[max(i, j)][min(i, j)], *kin) for j in n_features] for i in n_features]


def difference(x: Vector[Num], mu: Vector[Num]) -> list[Num]:
    """x − μ."""
    require_same_length(features=x, means=mu)
    return [x_i - m for x_i, m in zip(x, mu)]
