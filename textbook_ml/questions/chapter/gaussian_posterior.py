"""Questions on the Gaussian naive Bayes model: the posterior and the mixture density."""

from collections.abc import Mapping, Sequence
from math import exp, fsum, log, prod

from textbook_ml.equations.gaussian import (
    gaussian_posterior,
    mixture_pdf,
    normal_log_pdf,
    normal_pdf,
)
from textbook_ml.questions.framework.case_repair import with_sum_one
from textbook_ml.questions.framework.judge import Case, distribution, probability
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw

Row = Sequence[float]
Table = Mapping[str, float]
Rows = Mapping[str, Sequence[float]]

EVEN = {"a": 0.5, "b": 0.5}
UNEVEN = {"a": 0.25, "b": 0.75}
ONES = {"a": [1.0], "b": [1.0]}
CASES = [
    ([1.0], EVEN, {"a": [0.0], "b": [2.0]}, ONES),
    ([0.0], UNEVEN, {"a": [0.0], "b": [2.0]}, ONES),
    ([0.0], EVEN, {"a": [0.0], "b": [0.0]}, {"a": [1.0], "b": [4.0]}),
    ([1.0, 0.0], UNEVEN, {"a": [0.0, 0.0], "b": [2.0, 1.0]}, {"a": [1.0, 4.0], "b": [2.0, 1.0]}),
]


def gaussians_of(draw: Draw) -> tuple[list[float], Table, Rows, Rows]:
    """Return a random row, and for each class a prior, means and variances."""
    n, classes = draw.length(1, 3), "abc"[: draw.length(2, 3)]
    prior = dict(zip(classes, draw.shares(len(classes))))
    mu = {y: draw.numbers(n) for y in classes}
    return draw.numbers(n), prior, mu, {y: draw.positives(n) for y in classes}


def score(x: Row, prior_y: float, mu: Row, sigma2: Row, log_factor: float = -0.5) -> float:
    """Return ln P(y) − Σ (x − μ)² / 2σ² + log_factor · Σ ln σ²; the correct factor is −½."""
    squares = [(x_i - m) * (x_i - m) / (2 * s2) for x_i, m, s2 in zip(x, mu, sigma2)]
    return log(prior_y) + log_factor * fsum(map(log, sigma2)) - fsum(squares)


def no_subnormal_posterior(x: Row, prior: Table, mu: Rows, sigma2: Rows) -> bool:
    """Return whether every posterior is either a normal float or clearly underflows to 0."""
    scores = [score(x, prior[y], mu[y], sigma2[y]) for y in prior]
    return all(not 600 < max(scores) - each < 800 for each in scores)


def does_not_underflow(x: Row, prior: Table, mu: Rows, sigma2: Rows) -> bool:
    """Return whether the mixture density is large enough not to underflow to 0."""
    return max(score(x, prior[y], mu[y], sigma2[y]) for y in prior) > -550


def with_normalised_prior(x: Row, prior: Table, mu: Rows, sigma2: Rows) -> Case:
    """Return the case with a prior that sums to 1 again after a class was dropped."""
    return x, with_sum_one(prior), mu, sigma2


@question(
    gaussian_posterior,
    edges=[*CASES, ([100.0], EVEN, {"a": [0.0], "b": [0.015625]}, ONES)],
    judge=distribution(),
    valid=no_subnormal_posterior,
    repair=with_normalised_prior,
)
def _(draw: Draw) -> Case:
    return gaussians_of(draw)


@misconception(
    gaussian_posterior,
    "You leave out the prior P(y). Multiply the density of each class by its prior.",
)
def densities_normalised(x: Row, prior: Table, mu: Rows, sigma2: Rows) -> dict[str, float]:
    return gaussian_posterior(x, {y: 1 / len(prior) for y in prior}, mu, sigma2)


@misconception(
    gaussian_posterior,
    "You leave out the factor 1/σ of the Gaussian density. It "
    "cancels only if all classes have the same σ.",
)
def log_sigma_forgotten(x: Row, prior: Table, mu: Rows, sigma2: Rows) -> dict[str, float]:
    return from_logs({y: score(x, prior[y], mu[y], sigma2[y], 0.0) for y in prior})


@misconception(gaussian_posterior, "You add ln σ. The density is divided by σ, so subtract ln σ.")
def log_sigma_added(x: Row, prior: Table, mu: Rows, sigma2: Rows) -> dict[str, float]:
    return from_logs({y: score(x, prior[y], mu[y], sigma2[y], 0.5) for y in prior})


@misconception(
    gaussian_posterior, "You subtract ln σ². The density is divided by σ, so subtract ln σ."
)
def log_variance_subtracted(x: Row, prior: Table, mu: Rows, sigma2: Rows) -> dict[str, float]:
    return from_logs({y: score(x, prior[y], mu[y], sigma2[y], -1.0) for y in prior})


@misconception(
    gaussian_posterior, "You square the last argument as if it were σ. It is already σ²."
)
def variances_squared(x: Row, prior: Table, mu: Rows, sigma2: Rows) -> dict[str, float]:
    squared = {y: [v * v for v in variances] for y, variances in sigma2.items()}
    return gaussian_posterior(x, prior, mu, squared)


@misconception(
    gaussian_posterior,
    "Far from all means your densities underflow to 0, and 0/0 is undefined. Add logarithms, and "
    "subtract the largest sum before exp.",
)
def densities_underflow(x: Row, prior: Table, mu: Rows, sigma2: Rows) -> dict[str, float]:
    joint = {y: prior[y] * prod(map(normal_pdf, x, mu[y], sigma2[y])) for y in prior}
    return {y: p / fsum(joint.values()) for y, p in joint.items()}


@misconception(
    gaussian_posterior,
    "You multiply by the prior once for every feature. The "
    "equation has it once, before the product.",
)
def prior_in_every_factor(x: Row, prior: Table, mu: Rows, sigma2: Rows) -> dict[str, float]:
    powers = {y: p ** len(x) for y, p in prior.items()}
    total = fsum(powers.values())
    return gaussian_posterior(x, {y: p / total for y, p in powers.items()}, mu, sigma2)


def from_logs(scores: Table) -> dict[str, float]:
    """Return the softmax of the scores, with the largest score subtracted before exp."""
    weights = {y: exp(score - max(scores.values())) for y, score in scores.items()}
    return {y: w / fsum(weights.values()) for y, w in weights.items()}


@misconception(
    gaussian_posterior,
    "You divide the logarithms by their sum. Take exp of each first, then divide by the sum.",
)
def logarithms_normalised(x: Row, prior: Table, mu: Rows, sigma2: Rows) -> dict[str, float]:
    logs = {y: log(prior[y]) + fsum(map(normal_log_pdf, x, mu[y], sigma2[y])) for y in prior}
    return {y: t / fsum(logs.values()) for y, t in logs.items()}


@question(
    mixture_pdf,
    edges=CASES,
    judge=probability(),
    valid=does_not_underflow,
    repair=with_normalised_prior,
)
def _(draw: Draw) -> Case:
    return gaussians_of(draw)


@misconception(
    mixture_pdf, "You leave out the prior. The equation weights the density of each class by P(y)."
)
def densities_unweighted(x: Row, prior: Table, mu: Rows, sigma2: Rows) -> float:
    return fsum(prod(map(normal_pdf, x, mu[y], sigma2[y])) for y in prior)


@misconception(
    mixture_pdf,
    "You compute one Gaussian with the averaged mean and variance. A mixture "
    "is the weighted sum of the class densities.",
)
def one_gaussian(x: Row, prior: Table, mu: Rows, sigma2: Rows) -> float:
    return prod(
        normal_pdf(x_i, _weighted_mean(prior, mu, i), _weighted_mean(prior, sigma2, i))
        for i, x_i in enumerate(x)
    )


@misconception(
    mixture_pdf, "You return the largest term alone. The mixture is the sum over all classes."
)
def largest_part(x: Row, prior: Table, mu: Rows, sigma2: Rows) -> float:
    return max(prior[y] * prod(map(normal_pdf, x, mu[y], sigma2[y])) for y in prior)


@misconception(
    mixture_pdf,
    "You sum over the classes separately for each feature. Multiply the features within each "
    "class first, then sum over the classes.",
)
def features_mixed_separately(x: Row, prior: Table, mu: Rows, sigma2: Rows) -> float:
    return prod(
        fsum(prior[y] * normal_pdf(x_i, mu[y][i], sigma2[y][i]) for y in prior)
        for i, x_i in enumerate(x)
    )


@misconception(
    mixture_pdf,
    "You add the densities of the features of a class. They are "
    "independent given the class, so multiply them.",
)
def densities_of_features_added(x: Row, prior: Table, mu: Rows, sigma2: Rows) -> float:
    densities = {y: fsum(map(normal_pdf, x, mu[y], sigma2[y])) for y in prior}
    return fsum(p * densities[y] for y, p in prior.items())


def _weighted_mean(prior: Table, rows: Rows, i: int) -> float:
    return fsum(prior[y] * rows[y][i] for y in prior)
