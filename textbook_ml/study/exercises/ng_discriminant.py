"""Ng's exercises on Gaussian discriminant analysis: its estimates and its weights."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import isclose, log

from textbook_ml.core.linalg import Matrix, dot, inverse_quadratic_form, log_determinant, solve
from textbook_ml.core.numeric import mean
from textbook_ml.equations.bridge import gda_to_logistic, mitchell_gnb_weights
from textbook_ml.equations.discriminant import (
    class_means,
    difference,
    gda_log_likelihood,
    is_positive_definite,
    pooled_covariance,
    quadratic_posterior,
)
from textbook_ml.equations.likelihood import numerical_gradient
from textbook_ml.equations.logistic import logistic_p1, logit
from textbook_ml.equations.smoothing import prior_mle
from textbook_ml.study.exercises._exercise import Step, check_of, exercise

Point = tuple[float, float]

ROWS = [(1.0, 2.0), (3.0, 4.0), (5.0, 0.0), (0.0, 1.0), (2.0, 5.0)]
LABELS = [1, 1, 1, 0, 0]
EXACT = [[Fraction(x) for x in row] for row in ROWS]

PHI, MU0, MU1 = 0.25, [0.0, 1.0], [2.0, -1.0]
SIGMA = [[2.0, 0.5], [0.5, 1.0]]
OTHER = [[2.0, 0.0], [0.0, 1.0]]  # a second covariance
POINTS = [(0.0, 0.0), (1.0, 0.5), (-2.0, 3.0)]


@exercise(8, "EX-N-GDA-MLE", "ng-gda-phi-mle", "ng-gda-mu-mle", "ng-gda-sigma-mle")
def discriminant_estimates() -> Iterator[Step]:
    """Which φ, Σ, μ₀ and μ₁ maximise the likelihood of GDA?

    In Gaussian discriminant analysis y is 1 with probability φ, and x given y is normal with
    mean μ_y; both classes share the covariance Σ. Maximise the log likelihood of m examples
    over all four parameters. For the numbers, take five examples:

        y = 1:  (1, 2), (3, 4), (5, 0)
        y = 0:  (0, 1), (2, 5)
    """
    means = class_means(EXACT, LABELS)
    yield Step(
        "Write down the log likelihood, with A for the inverse of the covariance. Only the first "
        "sum contains φ, and only the last one contains the means.",
        """
        ℓ = Σᵢ (yᵢ ln φ + (1 − yᵢ) ln(1 − φ))
            + (m/2) ln |A| − ½ Σᵢ (xᵢ − μ_{yᵢ})ᵀ A (xᵢ − μ_{yᵢ}) + constant
        """,
    )
    yield Step(
        "φ: the first sum is a Bernoulli log likelihood. Its derivative is #{yᵢ = 1}/φ − "
        "#{yᵢ = 0}/(1 − φ), which is zero at the proportion of ones.",
        "φ̂ = #{yᵢ = 1} / m",
        {"φ̂": prior_mle(sum(LABELS), len(LABELS))},
    )
    yield Step(
        "μₖ: because A is invertible, the gradient is zero only if the deviations of class k sum "
        "to zero. So μ̂ₖ is the mean of the class, for any covariance.",
        "A Σ_{i: yᵢ = k} (xᵢ − μₖ) = 0",
        {"μ̂₀": tuple(means[0]), "μ̂₁": tuple(means[1])},
    )
    covariance = pooled_covariance(EXACT, LABELS)
    scatter = [[len(ROWS) * s for s in row] for row in covariance]
    yield Step(
        "The covariance: let S be the scatter matrix about the class means. A number equals its "
        "own trace, so the last sum is tr(AS). The gradient of ln |A| is A⁻¹, and that of tr(AS) "
        "is S. Because ln |A| is concave in A and tr(AS) is linear, the zero of the gradient is "
        "the maximum.",
        """
        S = Σᵢ (xᵢ − μ̂_{yᵢ})(xᵢ − μ̂_{yᵢ})ᵀ
        ℓ = (m/2) ln |A| − ½ tr(AS) + …
        (m/2) A⁻¹ − ½ S = 0   at   Σ̂ = A⁻¹ = S/m
        """,
        {"S": scatter, "Σ̂": covariance, "ℓ at the maximum": log_likelihood(2.0, 0.0, 3.2)},
    )
    yield Step(
        "Σ̂ must be invertible, otherwise there is no density. The two means use two degrees of "
        "freedom, so at least n + 2 examples in general position are needed. For the same reason "
        "Σ̂ is too small on average; S/(m − 2) is unbiased.",
        "E[Σ̂] = (m − 2)/m Σ",
        {"(m − 2)/m here": Fraction(len(ROWS) - 2, len(ROWS))},
    )


def log_likelihood(a: float, b: float, c: float) -> float:
    """The log likelihood of the covariance [[a, b], [b, c]], at the best prior and means."""
    prior, means = {1: 0.6, 0: 0.4}, class_means(ROWS, LABELS)
    return gda_log_likelihood(ROWS, LABELS, prior, means, [[a, b], [b, c]])


@check_of(discriminant_estimates)
def check_ex8() -> dict[str, bool]:
    """Check the gradient at the estimates, other parameters, and the bias."""
    (a, b), (_, c) = pooled_covariance(ROWS, LABELS)
    maximum = log_likelihood(a, b, c)
    slope = numerical_gradient(lambda w: log_likelihood(*w), [a, b, c])
    means = class_means(EXACT, LABELS)
    left_over = [difference(x, means[y]) for x, y in zip(EXACT, LABELS)]
    corners = [[Fraction(0), Fraction(0)], [Fraction(1), Fraction(1)]]
    samples = list(product(corners, repeat=3))
    return {
        "in each class the deviations from the mean sum to zero":
            all(
                sum(d[i] for d, y in zip(left_over, LABELS) if y == k) == 0
                for i in (0, 1)
                for k in (0, 1)
            ),
        "the covariance is [[2, 0], [0, 3.2]]": [a, b, c] == [2.0, 0.0, 3.2],
        "the gradient with respect to its entries is 0":
            all(abs(s) < 1e-8 for s in slope),
        "other covariances have a smaller likelihood":
            all(
                log_likelihood(a + da, b + db, c + dc) < maximum
                for da, db, dc in product((-0.5, 0.0, 0.5), repeat=3)
                if (da, db, dc) != (0.0, 0.0, 0.0)
            ),
        "three examples are too few for two features, four can be enough":
            not is_positive_definite(pooled_covariance(EXACT[1:4], "aab"))
            and is_positive_definite(pooled_covariance(EXACT[:4], "aaab")),
        "at m = 3 the mean of the estimate is 1/3 of the true covariance":
            all(
                mean([pooled_covariance(s, "aab")[i][j] for s in samples])
                == pooled_covariance(corners, "aa")[i][j] / 3
                for i in (0, 1)
                for j in (0, 1)
            ),
    }


@exercise(9, "EX-N-GDA-THETA", "ng-gda-logistic")
def discriminant_weights() -> Iterator[Step]:
    """What is θ in terms of φ, Σ, μ₀ and μ₁?

    The posterior of Gaussian discriminant analysis is logistic. With x₀ = 1 before x,

        p(y = 1 | x) = 1 / (1 + exp(−θᵀx))

    Find θ. What changes if each class has its own covariance? For the numbers, take

        φ = 1/4,   μ₀ = (0, 1),   μ₁ = (2, −1),   Σ = [[2, 1/2], [1/2, 1]]
    """
    sigma = [[Fraction(s) for s in row] for row in SIGMA]
    mu0, mu1 = [Fraction(m) for m in MU0], [Fraction(m) for m in MU1]
    one, zero = Fraction(1), Fraction(0)
    yield Step(
        "Take the log odds. Both densities have the same factor before the exponential, which "
        "cancels. Expand both quadratic forms: both contain xᵀ Σ⁻¹ x, which cancels as well.",
        """
        ln(φ/(1 − φ)) − ½ (x − μ₁)ᵀ Σ⁻¹ (x − μ₁) + ½ (x − μ₀)ᵀ Σ⁻¹ (x − μ₀)
           = ln(φ/(1 − φ)) + (μ₁ − μ₀)ᵀ Σ⁻¹ x + ½ μ₀ᵀ Σ⁻¹ μ₀ − ½ μ₁ᵀ Σ⁻¹ μ₁
        """,
        {
            "Σ⁻¹": [solve(sigma, [one, zero]), solve(sigma, [zero, one])],
            "μ₀ᵀ Σ⁻¹ μ₀": inverse_quadratic_form(sigma, mu0),
            "μ₁ᵀ Σ⁻¹ μ₁": inverse_quadratic_form(sigma, mu1),
        },
    )
    theta = solve(sigma, difference(mu1, mu0))
    middle = [(a + b) / 2 for a, b in zip(mu0, mu1)]
    yield Step(
        "Collect the terms with x and without x. The two quadratic forms together are −θ times the "
        "midpoint of the means: with φ = 1/2 the midpoint would be on the boundary.",
        """
        (θ₁, …, θₙ) = Σ⁻¹ (μ₁ − μ₀)
        θ₀ = ln(φ/(1 − φ)) + ½ (μ₀ᵀ Σ⁻¹ μ₀ − μ₁ᵀ Σ⁻¹ μ₁)
           = ln(φ/(1 − φ)) − (θ₁, …, θₙ) · (μ₀ + μ₁)/2
        """,
        {
            "(θ₁, θ₂)": tuple(theta),
            "(θ₁, θ₂) · (μ₀ + μ₁)/2": dot(theta, middle),
            "θ₀ = ln 1/3 − 12/7": gda_to_logistic(PHI, MU0, MU1, SIGMA).w0,
        },
    )
    yield from _posterior_from_weights()


def _posterior_from_weights() -> Iterator[Step]:
    theta = gda_to_logistic(PHI, MU0, MU1, SIGMA)
    yield Step(
        "Bayes' rule with the two densities gives the same posterior.",
        numbers={
            f"x = ({x[0]:g}, {x[1]:g})": (by_densities(x), logistic_p1(theta.w0, theta.w, x))
            for x in POINTS
        },
        columns=("Bayes' rule", "1 / (1 + exp(−θᵀx))"),
    )
    yield Step(
        "With a diagonal covariance these are Mitchell's weights of Gaussian naive Bayes with "
        "opposite signs. If the classes have covariances Σ₀ ≠ Σ₁, the quadratic terms and the "
        "determinants do not cancel: the log odds are quadratic in x, and so is the boundary.",
        "remaining terms:   ½ xᵀ (Σ₀⁻¹ − Σ₁⁻¹) x + ½ ln(|Σ₀| / |Σ₁|)",
        {
            "θ if Σ = [[2, 0], [0, 1]]": gda_to_logistic(PHI, MU0, MU1, OTHER).w,
            "Mitchell's w": mitchell_gnb_weights(PHI, MU0, MU1, [2.0, 1.0]).w,
            "curvature along x₁ if Σ₁ is that: 4/7 − 1/2": bend(OTHER),
        },
    )


def by_densities(x: Point, sigma1: Matrix[float] = SIGMA) -> float:
    """P(y = 1 | x) by Bayes' rule."""
    prior, mu = {0: 1 - PHI, 1: PHI}, {0: MU0, 1: MU1}
    return quadratic_posterior(x, prior, mu, {0: SIGMA, 1: sigma1})[1]


def bend(sigma1: Matrix[float]) -> float:
    """The second difference of the log odds along x1: zero for a straight line."""
    left, middle, right = (
        logit(by_densities((x1, 0.0), sigma1)) for x1 in (-1.0, 0.0, 1.0)
    )
    return left - 2 * middle + right


@check_of(discriminant_weights)
def check_ex9() -> dict[str, bool]:
    """Check the weights, and the log odds with two covariances."""
    theta = gda_to_logistic(PHI, MU0, MU1, SIGMA)
    constant = (
        log(PHI / (1 - PHI))
        - inverse_quadratic_form(OTHER, MU1) / 2
        + inverse_quadratic_form(SIGMA, MU0) / 2
        + (log_determinant(SIGMA) - log_determinant(OTHER)) / 2
    )
    at_zero = logit(by_densities((0.0, 0.0), OTHER))
    return {
        "theta = (12/7, -20/7) and theta0 = -ln 3 - 12/7, to 14 digits":
            isclose(theta.w[0], 12 / 7, rel_tol=1e-14)
            and isclose(theta.w[1], -20 / 7, rel_tol=1e-14)
            and isclose(theta.w0, -log(3) - 12 / 7, rel_tol=1e-14),
        "Bayes' rule and the sigmoid agree at three points, to 13 digits":
            all(
                isclose(
                    by_densities(x),
                    logistic_p1(theta.w0, theta.w, x),
                    rel_tol=1e-13,
                )
                for x in POINTS
            ),
        "a diagonal covariance gives Mitchell's weights, negated":
            gda_to_logistic(PHI, MU0, MU1, OTHER)
            == -mitchell_gnb_weights(PHI, MU0, MU1, [2.0, 1.0]),
        "one covariance gives linear log odds, two a curvature of 1/14":
            abs(bend(SIGMA)) < 1e-13 and abs(bend(OTHER) - 1 / 14) < 1e-13,
        "with two, the constant contains the determinants":
            isclose(at_zero, constant, rel_tol=1e-13),
    }
