"""A whole algorithm: Gaussian discriminant analysis, one covariance or several, fitted."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from textbook_ml.algorithms.gaussian_discriminant_analysis import fit_gda
from textbook_ml.algorithms.quadratic_discriminant_analysis import fit_qda
from textbook_ml.equations.discriminant import covariance_matrix, pooled_covariance
from textbook_ml.linalg import Matrix
from textbook_ml.questions.draw import Draw
from textbook_ml.questions.examples import row
from textbook_ml.questions.judge import Case, close
from textbook_ml.questions.naive_products import labelled
from textbook_ml.questions.question import misconception, question

Model = Mapping[str, Any]
Rows = Sequence[Sequence[float]]
Labels = Sequence[str]
FITS: list[Case] = [
    ([[1.0, 2.0]], ["yes"]),
    ([[1.0], [3.0], [8.0]], ["yes", "yes", "no"]),
    ([[1.0, 2.0], [3.0, 4.0], [5.0, 0.0], [0.0, 1.0], [2.0, 5.0]], ["yes"] * 3 + ["no"] * 2),
]


def examples(draw: Draw) -> Case:
    """Rows of two or three classes."""
    classes, width = labelled(draw), draw.whole(1, 3)
    n = draw.length(len(classes) + 1, 9)
    return [row(draw, width) for _ in range(n)], draw.covering(classes, n)


@question(fit_gda, id="algorithm-gda-fit", edges=FITS, judge=close(zero=1e-9))
def _(draw: Draw) -> Case:
    return examples(draw)


@question(fit_qda, id="algorithm-qda-fit", edges=FITS, judge=close(zero=1e-9))
def _(draw: Draw) -> Case:
    return examples(draw)


def scaled(sigma: Matrix[float], factor: float) -> list[list[float]]:
    """Every entry times a number."""
    return [[factor * s for s in line] for line in sigma]


def diagonal(sigma: Matrix[float]) -> list[list[float]]:
    """The variances alone."""
    return [[s if i == j else 0.0 for j, s in enumerate(line)] for i, line in enumerate(sigma)]


@misconception(
    fit_gda, "Your Σ is about the mean of all rows; each row varies about the mean of its class."
)
def about_the_overall_mean(rows: Rows, labels: Labels) -> Model:
    return {**fit_gda(rows, labels), "covariance": covariance_matrix(rows)}


@misconception(fit_gda, "You divide by m − K, without bias; Ng's Σ, the MLE, divides by m.")
def divided_by_m_minus_k(rows: Rows, labels: Labels) -> Model:
    factor = len(rows) / (len(rows) - len(set(labels)))
    model = fit_gda(rows, labels)
    return {**model, "covariance": scaled(model["covariance"], factor)}


@misconception(
    fit_gda, "You divide by m − 1; Ng's Σ, the maximum likelihood estimate, divides by m."
)
def divided_by_m_minus_1(rows: Rows, labels: Labels) -> Model:
    model = fit_gda(rows, labels)
    return {**model, "covariance": scaled(model["covariance"], len(rows) / (len(rows) - 1))}


@misconception(
    fit_gda,
    "You keep the variances only, as naive Bayes does; GDA also has the covariances beside the "
    "diagonal.",
)
def off_diagonal_forgotten(rows: Rows, labels: Labels) -> Model:
    model = fit_gda(rows, labels)
    return {**model, "covariance": diagonal(model["covariance"])}


@misconception(
    fit_gda,
    "You average the covariances of the classes; each row counts once, so that the larger class "
    "weighs more.",
)
def covariances_averaged(rows: Rows, labels: Labels) -> Model:
    each = list(fit_qda(rows, labels)["covariances"].values())
    mean = [[sum(parts) / len(each) for parts in zip(*lines)] for lines in zip(*each)]
    return {**fit_gda(rows, labels), "covariance": mean}


@misconception(
    fit_gda, "Your prior is the same for every class; it is the class's share of the rows."
)
def flat_prior(rows: Rows, labels: Labels) -> Model:
    model = fit_gda(rows, labels)
    return {**model, "priors": dict.fromkeys(model["priors"], 1 / len(model["priors"]))}


@misconception(
    fit_qda, "You give every class the pooled Σ, which is GDA; here each has its own."
)
def pooled_for_each(rows: Rows, labels: Labels) -> Model:
    pooled = pooled_covariance(rows, labels)
    return {**fit_qda(rows, labels), "covariances": {y: pooled for y in labels}}


@misconception(fit_qda, "You divide by the rows of the class less one; the MLE divides by all.")
def divided_by_less_one(rows: Rows, labels: Labels) -> Model:
    model, counts = fit_qda(rows, labels), Counter(labels)
    factors = {y: n / (n - 1) for y, n in counts.items()}
    wider = {y: scaled(sigma, factors[y]) for y, sigma in model["covariances"].items()}
    return {**model, "covariances": wider}


@misconception(
    fit_qda, "You divide by all m rows; the covariance of a class divides by its own rows."
)
def divided_by_all_rows(rows: Rows, labels: Labels) -> Model:
    model, counts = fit_qda(rows, labels), Counter(labels)
    shares = {y: n / len(rows) for y, n in counts.items()}
    narrower = {y: scaled(sigma, shares[y]) for y, sigma in model["covariances"].items()}
    return {**model, "covariances": narrower}


@misconception(
    fit_qda,
    "You keep the variances only, as naive Bayes does; the covariances beside the diagonal are "
    "due too.",
)
def diagonals_only(rows: Rows, labels: Labels) -> Model:
    model = fit_qda(rows, labels)
    narrow = {y: diagonal(sigma) for y, sigma in model["covariances"].items()}
    return {**model, "covariances": narrow}
