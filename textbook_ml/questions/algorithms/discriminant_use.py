"""Questions on posteriors and decisions of discriminant analysis."""

from collections.abc import Mapping, Sequence
from math import dist
from typing import Any

from textbook_ml.algorithms.gaussian_discriminant_analysis import classify_gda, posterior_gda
from textbook_ml.algorithms.quadratic_discriminant_analysis import classify_qda, posterior_qda
from textbook_ml.core.linalg import dot, inverse_quadratic_form, log_determinant, mat_vec
from textbook_ml.core.stable import normalise_log_terms, safe_log
from textbook_ml.equations.bayes import most_probable
from textbook_ml.equations.discriminant import difference, mvn_pdf
from textbook_ml.questions.algorithms.discriminant import diagonal, scaled
from textbook_ml.questions.chapter.naive_products import (
    divided,
    first_largest,
    has_prior,
    labelled,
    prior_of,
    uniform_prior,
    with_normalised_prior,
)
from textbook_ml.questions.framework.judge import Case, any_best, distribution
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw
from textbook_ml.questions.framework.regression_cases import row

Model = Mapping[str, Any]


EVEN, UNEVEN = {"yes": 0.5, "no": 0.5}, {"yes": 0.25, "no": 0.75}
APART = {"yes": [0.0, 0.0], "no": [2.0, 0.0]}
THREE = {"yes": [0.0, 0.0], "no": [1.0, 0.0], "maybe": [0.5, 0.0]}
THIRDS = {"yes": 0.25, "no": 0.5, "maybe": 0.25}
ROUND, LONG, WIDE = [[1.0, 0.0], [0.0, 1.0]], [[1.0, 0.5], [0.5, 1.0]], [[4.0, 0.0], [0.0, 4.0]]
SHARED: list[Case] = [
    ({"priors": EVEN, "means": APART, "covariance": ROUND}, [1.0, 0.0]),  # a tie
    ({"priors": UNEVEN, "means": APART, "covariance": ROUND}, [0.75, 0.0]),
    ({"priors": EVEN, "means": APART, "covariance": LONG}, [1.25, 2.0]),
    ({"priors": THIRDS, "means": THREE, "covariance": ROUND}, [100.0, 0.0]),  # e^−5000 is 0
]
SPREAD = {"yes": WIDE, "no": ROUND}
OWN: list[Case] = [
    ({"priors": EVEN, "means": APART, "covariances": {"yes": ROUND, "no": ROUND}}, [1.0, 0.0]),
    ({"priors": UNEVEN, "means": APART, "covariances": {"yes": ROUND, "no": ROUND}}, [0.75, 0.0]),
    ({"priors": EVEN, "means": APART, "covariances": SPREAD}, [1.0, 0.0]),
    (
        {"priors": THIRDS, "means": THREE, "covariances": dict.fromkeys(THREE, ROUND)},
        [100.0, 0.0],
    ),
]


def shared_covariance_case(draw: Draw) -> Case:
    """Draw a model with one covariance matrix, and a row."""
    classes, width = labelled(draw), draw.whole(1, 2)
    means = {y: row(draw, width) for y in classes}
    sigma = draw.covariance(width)
    model = {"priors": prior_of(draw, classes), "means": means, "covariance": sigma}
    return model, row(draw, width)


def own_covariances_case(draw: Draw) -> Case:
    """Draw a model with a covariance matrix for each class, and a row."""
    classes, width = labelled(draw), draw.whole(1, 2)
    means = {y: row(draw, width) for y in classes}
    sigmas = {y: draw.covariance(width) for y in classes}
    model = {"priors": prior_of(draw, classes), "means": means, "covariances": sigmas}
    return model, row(draw, width)


@question(
    posterior_gda,
    id="algorithm-gda-posterior",
    edges=SHARED,
    judge=distribution(),
    valid=has_prior,
    repair=with_normalised_prior,
)
def _(draw: Draw) -> Case:
    return shared_covariance_case(draw)


@question(
    classify_gda,
    id="algorithm-gda-classify",
    edges=SHARED,
    judge=any_best(posterior_gda),
    valid=has_prior,
    repair=with_normalised_prior,
)
def _(draw: Draw) -> Case:
    return shared_covariance_case(draw)


@question(
    posterior_qda,
    id="algorithm-qda-posterior",
    edges=OWN,
    judge=distribution(),
    valid=has_prior,
    repair=with_normalised_prior,
)
def _(draw: Draw) -> Case:
    return own_covariances_case(draw)


@question(
    classify_qda,
    id="algorithm-qda-classify",
    edges=OWN,
    judge=any_best(posterior_qda),
    valid=has_prior,
    repair=with_normalised_prior,
)
def _(draw: Draw) -> Case:
    return own_covariances_case(draw)


def with_covariance_per_class(model: Model) -> dict[str, Any]:
    """Copy the covariance matrix of a model for each class."""
    return {**model, "covariances": dict.fromkeys(model["means"], model["covariance"])}


def densities(model: Model, x: Sequence[float]) -> dict[str, float]:
    """Return P(y) N(x; μ_y, Σ_y) as floats, by label."""
    return {
        y: prior * mvn_pdf(x, model["means"][y], model["covariances"][y])
        for y, prior in model["priors"].items()
    }


@misconception(posterior_gda, "You leave out the prior. P(y) is the first factor.")
def prior_forgotten(model: Model, x: Sequence[float]) -> dict[str, float]:
    return posterior_gda({**model, "priors": uniform_prior(model["priors"])}, x)


@misconception(
    posterior_gda,
    "You multiply by Σ in the exponent. The squared distance is (x − μ)ᵀ Σ⁻¹ (x − μ), with the "
    "inverse of Σ.",
)
def inverse_forgotten(model: Model, x: Sequence[float]) -> dict[str, float]:
    sigma = model["covariance"]
    away = {y: difference(x, mu) for y, mu in model["means"].items()}
    logs = {y: -dot(mat_vec(sigma, v), v) / 2 for y, v in away.items()}
    return normalise_log_terms({y: [safe_log(p), logs[y]] for y, p in model["priors"].items()})


@misconception(
    posterior_gda,
    "You use only the variances, as naive Bayes does. Use the whole matrix Σ⁻¹, including the "
    "entries off the diagonal.",
)
def off_diagonal_ignored(model: Model, x: Sequence[float]) -> dict[str, float]:
    return posterior_gda({**model, "covariance": diagonal(model["covariance"])}, x)


@misconception(
    posterior_gda, "You leave out the factor ½ in the exponent, which is −½ (x − μ)ᵀ Σ⁻¹ (x − μ)."
)
def half_forgotten(model: Model, x: Sequence[float]) -> dict[str, float]:
    return posterior_gda({**model, "covariance": scaled(model["covariance"], 0.5)}, x)


@misconception(
    posterior_gda,
    "Your method is correct, but every density underflows to 0 and you divide 0 by 0. Add "
    "logarithms, and subtract the largest sum before you take exp.",
)
def density_underflows(model: Model, x: Sequence[float]) -> dict[str, float]:
    return divided(densities(with_covariance_per_class(model), x))


@misconception(
    posterior_gda, "You use the Euclidean distance. The exponent has (x − μ)ᵀ Σ⁻¹ (x − μ)."
)
def covariance_ignored(model: Model, x: Sequence[float]) -> dict[str, float]:
    identity = [[float(i == j) for j in range(len(x))] for i in range(len(x))]
    return posterior_gda({**model, "covariance": identity}, x)


@misconception(classify_gda, "You leave out the prior. P(y) is the first factor.")
def decided_without_prior(model: Model, x: Sequence[float]) -> str:
    return most_probable(prior_forgotten(model, x))


@misconception(
    classify_gda,
    "You choose the class with the nearest mean. Compare π_y N(x; μ_y, Σ), which depends on Σ and "
    "the prior too.",
)
def nearest_mean(model: Model, x: Sequence[float]) -> str:
    return first_largest({y: -dist(x, mu) for y, mu in model["means"].items()})


@misconception(
    classify_gda,
    "You use only the variances, as naive Bayes does. Use the whole matrix Σ⁻¹, including the "
    "entries off the diagonal.",
)
def decided_by_variances(model: Model, x: Sequence[float]) -> str:
    return most_probable(off_diagonal_ignored(model, x))


@misconception(
    classify_gda,
    "Your method is correct, but every density underflows to 0 and all classes tie. Compare "
    "logarithms of the densities.",
)
def decided_by_densities(model: Model, x: Sequence[float]) -> str:
    return first_largest(densities(with_covariance_per_class(model), x))


def with_determinant(model: Model, x: Sequence[float], power: float) -> dict[str, float]:
    """Return the posterior with |Σ_y| to this power in the denominator (correct: ½)."""
    means, sigmas = model["means"], model["covariances"]
    logs = {
        y: [
            safe_log(prior),
            -inverse_quadratic_form(sigmas[y], difference(x, means[y])) / 2,
            -power * log_determinant(sigmas[y]),
        ]
        for y, prior in model["priors"].items()
    }
    return normalise_log_terms(logs)


@misconception(
    posterior_qda,
    "You leave out the factor |Σ|^½ in the denominator. It differs between the classes here, so "
    "it does not cancel.",
)
def determinant_forgotten(model: Model, x: Sequence[float]) -> dict[str, float]:
    return with_determinant(model, x, 0.0)


@misconception(
    posterior_qda, "You divide by |Σ|. The denominator of the density has its square root |Σ|^½."
)
def root_forgotten(model: Model, x: Sequence[float]) -> dict[str, float]:
    return with_determinant(model, x, 1.0)


@misconception(
    posterior_qda,
    "You multiply by |Σ|^½. The density divides by it, so its logarithm subtracts ½ ln |Σ|.",
)
def multiplied_by_determinant(model: Model, x: Sequence[float]) -> dict[str, float]:
    return with_determinant(model, x, -0.5)


@misconception(posterior_qda, "You leave out the prior. P(y) is the first factor.")
def prior_left_out(model: Model, x: Sequence[float]) -> dict[str, float]:
    return posterior_qda({**model, "priors": uniform_prior(model["priors"])}, x)


@misconception(
    posterior_qda,
    "Your method is correct, but every density underflows to 0 and you divide 0 by 0. Add "
    "logarithms, and subtract the largest sum before you take exp.",
)
def own_density_underflows(model: Model, x: Sequence[float]) -> dict[str, float]:
    return divided(densities(model, x))


@misconception(
    posterior_qda,
    "You average the covariance matrices of the classes. Here each class has its own covariance "
    "matrix.",
)
def covariances_averaged(model: Model, x: Sequence[float]) -> dict[str, float]:
    matrices = list(model["covariances"].values())
    mean = [[sum(entries) / len(entries) for entries in zip(*rows)] for rows in zip(*matrices)]
    return posterior_gda({**model, "covariance": mean}, x)


@misconception(
    classify_qda,
    "You leave out the factor |Σ|^½ in the denominator. It differs between the classes here, so "
    "it does not cancel.",
)
def decided_without_determinant(model: Model, x: Sequence[float]) -> str:
    return most_probable(determinant_forgotten(model, x))


@misconception(classify_qda, "You leave out the prior. P(y) is the first factor.")
def decided_with_flat_prior(model: Model, x: Sequence[float]) -> str:
    return most_probable(prior_left_out(model, x))


@misconception(
    classify_qda,
    "Your method is correct, but every density underflows to 0 and all classes tie. Compare "
    "logarithms of the densities.",
)
def decided_by_own_densities(model: Model, x: Sequence[float]) -> str:
    return first_largest(densities(model, x))
