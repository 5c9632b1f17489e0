"""A whole algorithm: Gaussian naive Bayes, used; equations (2) and (3)."""

from collections.abc import Mapping, Sequence
from math import dist, log, pi
from typing import Any

from textbook_ml.algorithms.gaussian_naive_bayes import (
    classify_gaussian_nb,
    posterior_gaussian_nb,
)
from textbook_ml.equations.bayes import most_probable
from textbook_ml.equations.gaussian import normal_log_pdf, normal_pdf
from textbook_ml.questions.draw import Draw
from textbook_ml.questions.examples import row
from textbook_ml.questions.judge import Case, any_best, distribution
from textbook_ml.questions.naive_products import (
    divided,
    first_largest,
    flat,
    has_prior,
    labelled,
    prior_of,
    products,
    with_whole_prior,
)
from textbook_ml.questions.question import misconception, question
from textbook_ml.stable import normalise_log_terms

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


def fitted(draw: Draw) -> Case:
    """A model and a row not far from its means."""
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
    mend=with_whole_prior,
)
def _(draw: Draw) -> Case:
    return fitted(draw)


@question(
    classify_gaussian_nb,
    id="algorithm-gaussian-nb-classify",
    edges=MODELS,
    judge=any_best(posterior_gaussian_nb),
    valid=has_prior,
    mend=with_whole_prior,
)
def _(draw: Draw) -> Case:
    return fitted(draw)


def terms(model: Model, row: Sequence[float]) -> dict[str, list[float]]:
    """ln N(xᵢ; μᵢ, σᵢ²) by label."""
    return {
        y: [*map(normal_log_pdf, row, model["means"][y], model["variances"][y])]
        for y in model["priors"]
    }


def normalised(model: Model, factors: Mapping[str, Sequence[float]]) -> dict[str, float]:
    """The posterior with these logarithms for factors."""
    return normalise_log_terms({y: [log(p), *factors[y]] for y, p in model["priors"].items()})


def densities(model: Model, row: Sequence[float]) -> dict[str, float]:
    """P(y) Πᵢ N(xᵢ; μᵢ, σᵢ²), multiplied as floats."""
    bells = {
        y: [*map(normal_pdf, row, model["means"][y], model["variances"][y])]
        for y in model["priors"]
    }
    return products(model["priors"], bells)


@misconception(posterior_gaussian_nb, "You leave out the prior P(y), the first factor of (2).")
def prior_forgotten(model: Model, row: Sequence[float]) -> dict[str, float]:
    return posterior_gaussian_nb({**model, "priors": flat(model["priors"])}, row)


@misconception(
    posterior_gaussian_nb,
    "Your prior stands inside the product, once per feature; in (2) it stands before it, once.",
)
def prior_inside(model: Model, row: Sequence[float]) -> dict[str, float]:
    logs = terms(model, row)
    return normalise_log_terms({y: [log(model["priors"][y]) + t for t in logs[y]] for y in logs})


@misconception(
    posterior_gaussian_nb,
    "Your bells lack 1/√(2πσ²): variances differ between the classes, so it does not cancel.",
)
def height_forgotten(model: Model, row: Sequence[float]) -> dict[str, float]:
    logs = terms(model, row)
    for y, sigma2s in model["variances"].items():
        logs[y] += [log(2 * pi * sigma2) / 2 for sigma2 in sigma2s]
    return normalised(model, logs)


@misconception(
    posterior_gaussian_nb,
    "You square the variances again: the model holds σ², so divide by 2σ² as it is.",
)
def variances_as_deviations(model: Model, row: Sequence[float]) -> dict[str, float]:
    squared = {y: [v * v for v in vs] for y, vs in model["variances"].items()}
    return posterior_gaussian_nb({**model, "variances": squared}, row)


@misconception(
    posterior_gaussian_nb,
    "Your exponent lacks the 2: a bell is exp(−(x − μ)² / 2σ²) / √(2πσ²).",
)
def half_forgotten(model: Model, row: Sequence[float]) -> dict[str, float]:
    logs = terms(model, row)
    for y, t in logs.items():
        pairs = zip(row, model["means"][y], model["variances"][y])
        t += [-(x - mu) * (x - mu) / (2 * sigma2) for x, mu, sigma2 in pairs]
    return normalised(model, logs)


@misconception(
    posterior_gaussian_nb,
    "Right, until every density is too small for a float and you divide 0 by 0: add logarithms, "
    "and subtract the largest before exp.",
)
def product_underflows(model: Model, row: Sequence[float]) -> dict[str, float]:
    return divided(densities(model, row))


@misconception(classify_gaussian_nb, "You leave out the prior P(y), the first factor of (3).")
def decided_without_prior(model: Model, row: Sequence[float]) -> str:
    return most_probable(prior_forgotten(model, row))


@misconception(
    classify_gaussian_nb,
    "Your prior stands inside the product, once per feature; in (3) it stands before it, once.",
)
def decided_with_prior_inside(model: Model, row: Sequence[float]) -> str:
    return most_probable(prior_inside(model, row))


@misconception(
    classify_gaussian_nb,
    "Your bells lack 1/√(2πσ²): variances differ between the classes, so it does not cancel.",
)
def decided_without_height(model: Model, row: Sequence[float]) -> str:
    return most_probable(height_forgotten(model, row))


@misconception(
    classify_gaussian_nb,
    "You take the nearest mean; the variances and the prior decide too.",
)
def nearest_mean(model: Model, row: Sequence[float]) -> str:
    return first_largest({y: -dist(row, mu) for y, mu in model["means"].items()})


@misconception(
    classify_gaussian_nb,
    "Right, until every density is too small for a float and all classes tie at 0: compare sums "
    "of logarithms.",
)
def decided_by_products(model: Model, row: Sequence[float]) -> str:
    return first_largest(densities(model, row))


@misconception(classify_gaussian_nb, "You take the least probable class: argmax, not argmin.")
def least_probable(model: Model, row: Sequence[float]) -> str:
    posterior = posterior_gaussian_nb(model, row)
    return min(posterior, key=posterior.__getitem__)
