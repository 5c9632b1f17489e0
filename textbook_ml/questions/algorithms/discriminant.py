"""Questions on fitting discriminant analysis, with one or several covariance matrices."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from textbook_ml.algorithms.gaussian_discriminant_analysis import fit_gda
from textbook_ml.algorithms.quadratic_discriminant_analysis import fit_qda
from textbook_ml.core.linalg import Matrix
from textbook_ml.equations.discriminant import covariance_matrix, pooled_covariance
from textbook_ml.questions.chapter.naive_products import labelled
from textbook_ml.questions.framework.judge import Case, close
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw
from textbook_ml.questions.framework.regression_cases import row

Model = Mapping[str, Any]
Rows = Sequence[Sequence[float]]
Labels = Sequence[str]
FITS: list[Case] = [
    ([[1.0, 2.0]], ["yes"]),
    ([[1.0], [3.0], [8.0]], ["yes", "yes", "no"]),
    ([[1.0, 2.0], [3.0, 4.0], [5.0, 0.0], [0.0, 1.0], [2.0, 5.0]], ["yes"] * 3 + ["no"] * 2),
]


def examples(draw: Draw) -> Case:
    """Draw rows of two or three classes."""
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
    """Multiply every entry by a number."""
    return [[factor * s for s in line] for line in sigma]


def diagonal(sigma: Matrix[float]) -> list[list[float]]:
    """Keep the diagonal and set all other entries to 0."""
    return [[s if i == j else 0.0 for j, s in enumerate(line)] for i, line in enumerate(sigma)]


@misconception(
    fit_gda,
    "You measure deviations from the mean of all rows. Σ uses the deviation of each row from the "
    "mean of its own class.",
)
def about_the_overall_mean(rows: Rows, labels: Labels) -> Model:
    return {**fit_gda(rows, labels), "covariance": covariance_matrix(rows)}


@misconception(
    fit_gda,
    "You divide by m − K, which is the unbiased estimate. The maximum likelihood estimate Σ "
    "divides by m.",
)
def divided_by_m_minus_k(rows: Rows, labels: Labels) -> Model:
    factor = len(rows) / (len(rows) - len(set(labels)))
    model = fit_gda(rows, labels)
    return {**model, "covariance": scaled(model["covariance"], factor)}


@misconception(fit_gda, "You divide by m − 1. The maximum likelihood estimate Σ divides by m.")
def divided_by_m_minus_1(rows: Rows, labels: Labels) -> Model:
    model = fit_gda(rows, labels)
    return {**model, "covariance": scaled(model["covariance"], len(rows) / (len(rows) - 1))}


@misconception(
    fit_gda,
    "You keep only the variances, as naive Bayes does. GDA also has the covariances off the "
    "diagonal.",
)
def off_diagonal_forgotten(rows: Rows, labels: Labels) -> Model:
    model = fit_gda(rows, labels)
    return {**model, "covariance": diagonal(model["covariance"])}


@misconception(
    fit_gda,
    "You average the covariance matrices of the classes. In the pooled Σ each row counts once, so "
    "the larger class has more weight.",
)
def covariances_averaged(rows: Rows, labels: Labels) -> Model:
    each = list(fit_qda(rows, labels)["covariances"].values())
    mean = [[sum(parts) / len(each) for parts in zip(*lines)] for lines in zip(*each)]
    return {**fit_gda(rows, labels), "covariance": mean}


@misconception(
    fit_gda,
    "You use the same prior for every class. The prior of a class is its fraction of the rows.",
)
def equal_priors(rows: Rows, labels: Labels) -> Model:
    model = fit_gda(rows, labels)
    return {**model, "priors": dict.fromkeys(model["priors"], 1 / len(model["priors"]))}


@misconception(
    fit_qda,
    "You give every class the pooled Σ, which is GDA. Here each class has its own covariance "
    "matrix.",
)
def pooled_for_each(rows: Rows, labels: Labels) -> Model:
    pooled = pooled_covariance(rows, labels)
    return {**fit_qda(rows, labels), "covariances": dict.fromkeys(labels, pooled)}


@misconception(
    fit_qda,
    "You divide by the number of rows of the class minus 1. The maximum likelihood estimate "
    "divides by the number of rows of the class.",
)
def divided_by_less_one(rows: Rows, labels: Labels) -> Model:
    model, counts = fit_qda(rows, labels), Counter(labels)
    factors = {y: n / (n - 1) for y, n in counts.items()}
    wider = {y: scaled(sigma, factors[y]) for y, sigma in model["covariances"].items()}
    return {**model, "covariances": wider}


@misconception(
    fit_qda,
    "You divide by the number m of all rows. The covariance matrix of a class divides by the "
    "number of rows of that class.",
)
def divided_by_all_rows(rows: Rows, labels: Labels) -> Model:
    model, counts = fit_qda(rows, labels), Counter(labels)
    shares = {y: n / len(rows) for y, n in counts.items()}
    narrower = {y: scaled(sigma, shares[y]) for y, sigma in model["covariances"].items()}
    return {**model, "covariances": narrower}


@misconception(
    fit_qda,
    "You keep only the variances, as naive Bayes does. Also compute the covariances off the "
    "diagonal.",
)
def diagonals_only(rows: Rows, labels: Labels) -> Model:
    model = fit_qda(rows, labels)
    narrow = {y: diagonal(sigma) for y, sigma in model["covariances"].items()}
    return {**model, "covariances": narrow}
