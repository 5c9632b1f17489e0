"""Questions on posteriors and decisions of Gaussian naive Bayes: equations (2) and (3)."""

from collections.abc import Mapping, Sequence
from math import dist, fsum, log, pi
from typing import Any

from textbook_ml.algorithms.gaussian_naive_bayes import (
    classify_gaussian_nb,
    posterior_gaussian_nb,
)
from textbook_ml.core.stable import normalise_log_terms
from textbook_ml.equations.bayes import most_probable
from textbook_ml.equations.gaussian import normal_log_pdf, normal_pdf
from textbook_ml.questions.chapter.naive_products import (
    divided,
    first_largest,
    has_prior,
    labelled,
    prior_of,
    products,
    uniform_prior,
    with_normalised_prior,
)
from textbook_ml.questions.framework.judge import Case, any_best, distribution
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw
from textbook_ml.questions.framework.regression_cases import row

Model = Mapping[str, Any]


ONES = {"yes": [1.0], "no": [1.0]}
EVEN, UNEVEN = {"yes": 0.5, "no": 0.5}, {"yes": 0.25, "no": 0.75}
MODELS: list[Case] = [
    ({"priors": EVEN, "means": {"yes": [0.0], "no": [2.0]}, "variances": ONES}, [1.0]),  # a tie
    ({"priors": UNEVEN, "means": {"yes": [0.0], "no": [2.0]}, "variances": ONES}, [0.75]),
    (
        {
            "priors": UNEVEN,
            "means": {"yes": [0.0] * 3, "no": [2.0] * 3},
            "variances": {"yes": [1.0] * 3, "no": [1.0] * 3},
        },
        [0.625] * 3,
    ),
    (
        {
            "priors": EVEN,
            "means": {"yes": [0.0], "no": [0.0]},
            "variances": {"yes": [4.0], "no": [1.0]},
        },
        [0.5],
    ),
    (
        {
            "priors": {"yes": 0.25, "no": 0.5, "maybe": 0.25},
            "means": {"yes": [0.0], "no": [1.0], "maybe": [0.5]},
            "variances": {"yes": [1.0], "no": [1.0], "maybe": [1.0]},
        },
        [100.0],  # e^−5000 is 0
    ),
]


def random_model_and_row(draw: Draw) -> Case:
    """Draw a model, and a row near its means."""
    classes, width = labelled(draw), draw.length(1, 3)
    means = {y: row(draw, width) for y in classes}
    variances = {y: draw.picks((0.25, 0.5, 1.0, 2.0, 4.0), width) for y in classes}
    model = {"priors": prior_of(draw, classes), "means": means, "variances": variances}
    return model, row(draw, width)


@question(
    posterior_gaussian_nb,
    id="algorithm-gaussian-nb-posterior",
    edges=MODELS,
    judge=distribution(),
    valid=has_prior,
    repair=with_normalised_prior,
)
def _(draw: Draw) -> Case:
    return random_model_and_row(draw)


@question(
    classify_gaussian_nb,
    id="algorithm-gaussian-nb-classify",
    edges=MODELS,
    judge=any_best(posterior_gaussian_nb),
    valid=has_prior,
    repair=with_normalised_prior,
)
def _(draw: Draw) -> Case:
    return random_model_and_row(draw)


def terms(model: Model, row: Sequence[float]) -> dict[str, list[float]]:
    """Return ln N(xᵢ; μᵢ, σᵢ²) for each feature i, by label."""
    return {
        y: [*map(normal_log_pdf, row, model["means"][y], model["variances"][y])]
        for y in model["priors"]
    }


def normalised(model: Model, factors: Mapping[str, Sequence[float]]) -> dict[str, float]:
    """Return the posterior for the logarithms of these factors."""
    return normalise_log_terms({y: [log(p), *factors[y]] for y, p in model["priors"].items()})


def densities(model: Model, row: Sequence[float]) -> dict[str, float]:
    """Return P(y) Πᵢ N(xᵢ; μᵢ, σᵢ²), multiplied as floats, by label."""
    factors = {
        y: [*map(normal_pdf, row, model["means"][y], model["variances"][y])]
        for y in model["priors"]
    }
    return products(model["priors"], factors)


@misconception(
    posterior_gaussian_nb, "You leave out the prior P(y). It is the first factor of (2)."
)
def prior_forgotten(model: Model, row: Sequence[float]) -> dict[str, float]:
    return posterior_gaussian_nb({**model, "priors": uniform_prior(model["priors"])}, row)


@misconception(
    posterior_gaussian_nb,
    "You multiply by the prior once for each feature. In (2), P(y) is a factor only once.",
)
def prior_inside(model: Model, row: Sequence[float]) -> dict[str, float]:
    logs = terms(model, row)
    return normalise_log_terms({y: [log(model["priors"][y]) + t for t in logs[y]] for y in logs})


@misconception(
    posterior_gaussian_nb,
    "You leave out the factor 1/√(2πσ²) of the density. Variances differ between the classes, so "
    "it does not cancel.",
)
def normaliser_forgotten(model: Model, row: Sequence[float]) -> dict[str, float]:
    logs = terms(model, row)
    for y, sigma2s in model["variances"].items():
        logs[y] += [log(2 * pi * sigma2) / 2 for sigma2 in sigma2s]
    return normalised(model, logs)


@misconception(
    posterior_gaussian_nb,
    "You square the variances. The model contains σ², not σ, so divide by 2σ².",
)
def variances_as_deviations(model: Model, row: Sequence[float]) -> dict[str, float]:
    squared = {y: [v * v for v in vs] for y, vs in model["variances"].items()}
    return posterior_gaussian_nb({**model, "variances": squared}, row)


@misconception(
    posterior_gaussian_nb,
    "You leave out the 2 in the exponent. The density is exp(−(x − μ)² / 2σ²) / √(2πσ²).",
)
def half_forgotten(model: Model, row: Sequence[float]) -> dict[str, float]:
    logs = terms(model, row)
    for y, t in logs.items():
        pairs = zip(row, model["means"][y], model["variances"][y])
        t += [-(x - mu) * (x - mu) / (2 * sigma2) for x, mu, sigma2 in pairs]
    return normalised(model, logs)


@misconception(
    posterior_gaussian_nb,
    "You divide the logarithms by their sum. Take exp of each first, then divide by the sum.",
)
def logarithms_normalised(model: Model, row: Sequence[float]) -> dict[str, float]:
    logs = {y: log(model["priors"][y]) + fsum(t) for y, t in terms(model, row).items()}
    return {y: t / fsum(logs.values()) for y, t in logs.items()}


@misconception(
    posterior_gaussian_nb,
    "Your method is correct, but every density underflows to 0 and you divide 0 by 0. Add "
    "logarithms, and subtract the largest sum before you take exp.",
)
def product_underflows(model: Model, row: Sequence[float]) -> dict[str, float]:
    return divided(densities(model, row))


@misconception(classify_gaussian_nb, "You leave out the prior P(y). It is the first factor of (3).")
def decided_without_prior(model: Model, row: Sequence[float]) -> str:
    return most_probable(prior_forgotten(model, row))


@misconception(
    classify_gaussian_nb,
    "You multiply by the prior once for each feature. In (3), P(y) is a factor only once.",
)
def decided_with_prior_inside(model: Model, row: Sequence[float]) -> str:
    return most_probable(prior_inside(model, row))


@misconception(
    classify_gaussian_nb,
    "You leave out the factor 1/√(2πσ²) of the density. Variances differ between the classes, so "
    "it does not cancel.",
)
def decided_without_normaliser(model: Model, row: Sequence[float]) -> str:
    return most_probable(normaliser_forgotten(model, row))


@misconception(
    classify_gaussian_nb,
    "You choose the class with the nearest mean. The variances and the prior also matter.",
)
def nearest_mean(model: Model, row: Sequence[float]) -> str:
    return first_largest({y: -dist(row, mu) for y, mu in model["means"].items()})


@misconception(
    classify_gaussian_nb,
    "Your method is correct, but every density underflows to 0 and all classes tie. Compare sums "
    "of logarithms.",
)
def decided_by_products(model: Model, row: Sequence[float]) -> str:
    return first_largest(densities(model, row))


@misconception(
    classify_gaussian_nb,
    "You return the least probable class. Return the class with the largest posterior.",
)
def least_probable(model: Model, row: Sequence[float]) -> str:
    posterior = posterior_gaussian_nb(model, row)
    return min(posterior, key=posterior.__getitem__)
