"""Questions on Gaussian discriminant analysis: estimates, likelihood and posterior."""

from collections.abc import Mapping, Sequence
from math import exp, fsum, log
from statistics import median

from textbook_ml.core.linalg import log_determinant
from textbook_ml.equations.discriminant import (
    class_means,
    covariance_matrix,
    gaussian_vector_joint,
    gda_log_likelihood,
    mean_vector,
    mvn_log_pdf,
    pooled_covariance,
    quadratic_posterior,
)
from textbook_ml.questions.chapter.discriminant import (
    FAR_FROM_ZERO,
    Row,
    Rows,
    Table,
    is_clear_table,
)
from textbook_ml.questions.framework.judge import Case, close, distribution, log_probability
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw
from textbook_ml.questions.framework.regression_cases import with_shared_row

Labels = Sequence[str]
Prior = Mapping[str, float]
Means = Mapping[str, Row]

LABELLED: list[Case] = [
    ([[1.0]], ["a"]),
    ([[1.0], [3.0]], ["a", "b"]),
    ([[1.0, 2.0], [3.0, 4.0], [5.0, 0.0]], ["a", "a", "b"]),
    (FAR_FROM_ZERO, ["b", "a", "b", "b"]),
]


def labelled_rows(draw: Draw) -> Case:
    """Return rows and their labels, with one class or several."""
    n = draw.length(2, 8)
    return draw.table(n, draw.length(1, 3)), draw.picks("abc"[: draw.whole(1, 3)], n)


@question(
    class_means,
    edges=LABELLED,
    judge=close(zero=1e-12),
    valid=lambda rows, labels: is_clear_table(list(class_means(rows, labels).values())),
)
def _(draw: Draw) -> Case:
    return labelled_rows(draw)


@misconception(
    class_means,
    "You divide by the number of all rows, m. Divide by the number of rows of the class.",
)
def divided_by_all_rows(rows: Rows, labels: Labels) -> dict[str, list[float]]:
    shares = {y: labels.count(y) / len(labels) for y in labels}
    return {y: [shares[y] * m for m in mu] for y, mu in class_means(rows, labels).items()}


@misconception(
    class_means, "You use the mean of all rows for every class. Use only the rows of the class."
)
def overall_mean(rows: Rows, labels: Labels) -> dict[str, list[float]]:
    return {y: mean_vector(rows) for y in labels}


@misconception(class_means, "You return the sums. Divide each by the number of rows of the class.")
def class_sums(rows: Rows, labels: Labels) -> dict[str, list[float]]:
    return {y: [labels.count(y) * m for m in mu] for y, mu in class_means(rows, labels).items()}


@misconception(
    class_means,
    "You average over the features. "
    "The mean of a class is a vector with one entry for each feature.",
)
def features_averaged(rows: Rows, labels: Labels) -> dict[str, list[float]]:
    return {y: [fsum(mu) / len(mu)] for y, mu in class_means(rows, labels).items()}


@misconception(
    class_means,
    "You average each row. "
    "The mean of a class has one entry for each feature, averaged over the rows of the class.",
)
def rows_averaged(rows: Rows, labels: Labels) -> dict[str, list[float]]:
    members = {y: [row for row, label in zip(rows, labels) if label == y] for y in labels}
    return {y: [fsum(row) / len(row) for row in own] for y, own in members.items()}


@misconception(
    class_means,
    "You return the medians. The mean of a class is the sum of its rows, divided by their number.",
)
def medians_for_means(rows: Rows, labels: Labels) -> dict[str, list[float]]:
    members = {y: [row for row, label in zip(rows, labels) if label == y] for y in labels}
    return {y: [median(column) for column in zip(*own)] for y, own in members.items()}


@question(
    pooled_covariance,
    edges=LABELLED,
    judge=close(zero=1e-12),
    valid=lambda rows, labels: is_clear_table(pooled_covariance(rows, labels)),
)
def _(draw: Draw) -> Case:
    return labelled_rows(draw)


def scaled_matrix(table: Table, factor: float) -> Table:
    """Return a matrix times a number."""
    return [[factor * c for c in row] for row in table]


def class_covariances(rows: Rows, labels: Labels) -> dict[str, Table]:
    """Return the covariance matrix of each class about its own mean."""
    return {
        y: covariance_matrix([x for x, label in zip(rows, labels) if label == y]) for y in labels
    }


@misconception(
    pooled_covariance,
    "You subtract the mean of all rows. Subtract from each row the mean of its class.",
)
def one_mean_for_all(rows: Rows, labels: Labels) -> Table:
    return covariance_matrix(rows)


@misconception(
    pooled_covariance,
    "You divide by m − K, as in the unbiased estimate. "
    "The maximum likelihood estimate divides by m.",
)
def divided_by_m_minus_k(rows: Rows, labels: Labels) -> Table:
    m = len(rows)
    return scaled_matrix(pooled_covariance(rows, labels), m / (m - len(set(labels))))


@misconception(
    pooled_covariance, "You divide by m − 1. The maximum likelihood estimate divides by m."
)
def divided_by_m_minus_1(rows: Rows, labels: Labels) -> Table:
    return scaled_matrix(pooled_covariance(rows, labels), len(rows) / (len(rows) - 1))


@misconception(
    pooled_covariance,
    "You average the matrices of the classes. "
    "Pool the rows instead, so that larger classes have more weight.",
)
def average_of_classes(rows: Rows, labels: Labels) -> Table:
    tables = list(class_covariances(rows, labels).values())
    return [[fsum(cells) / len(tables) for cells in zip(*lines)] for lines in zip(*tables)]


@misconception(
    pooled_covariance,
    "You return one matrix for each class. GDA has one matrix that all classes share.",
)
def one_for_each_class(rows: Rows, labels: Labels) -> dict[str, Table]:
    return class_covariances(rows, labels)


@misconception(
    pooled_covariance, "You return the sums. The estimate divides them by m, the number of rows."
)
def covariance_not_divided(rows: Rows, labels: Labels) -> Table:
    return [[len(rows) * entry for entry in line] for line in pooled_covariance(rows, labels)]


@misconception(
    pooled_covariance,
    "You return only the variances, as in naive Bayes. The matrix also has the covariances, off "
    "the diagonal.",
)
def off_diagonal_forgotten(rows: Rows, labels: Labels) -> Table:
    lines = enumerate(pooled_covariance(rows, labels))
    return [[s if i == j else 0.0 for j, s in enumerate(line)] for i, line in lines]


@misconception(
    pooled_covariance,
    "All rows of your matrix are the same list: [[0.0] * n] * n repeats one row. Make a new list "
    "for each row: [[0.0] * n for _ in range(n)].",
)
def one_row_for_all(rows: Rows, labels: Labels) -> Table:
    return with_shared_row(pooled_covariance(rows, labels))


def priors_and_means(draw: Draw) -> tuple[dict[str, float], dict[str, list[float]], int]:
    """Return the priors and means of two or three classes, and the number of features."""
    labels, n = "abc"[: draw.whole(2, 3)], draw.length(1, 3)
    means = {y: [draw.whole(-4, 4) / 2 for _ in range(n)] for y in labels}
    return dict(zip(labels, draw.shares(len(labels)))), means, n


@question(
    gda_log_likelihood,
    edges=[
        ([[1.0]], ["a"], {"a": 1.0}, {"a": [1.0]}, [[1.0]]),
        ([[1.0]], ["a"], {"a": 0.25, "b": 0.75}, {"a": [1.0], "b": [0.0]}, [[1.0]]),
        ([[9.0], [80.0]], ["a", "b"], {"a": 0.25, "b": 0.75}, {"a": [1.0], "b": [0.0]}, [[1.0]]),
    ],
    judge=log_probability(),
    valid=lambda rows, labels, prior, mu, sigma: abs(fsum(prior.values()) - 1) < 1e-12,
)
def _(draw: Draw) -> Case:
    prior, mu, n = priors_and_means(draw)
    labels = draw.picks(list(prior), draw.length(1, 5))
    return draw.table(len(labels), n), labels, prior, mu, draw.covariance(n)


@misconception(
    gda_log_likelihood,
    "You leave out the prior term ln p(y). GDA maximises the joint likelihood p(x, y), which "
    "contains p(y).",
)
def log_prior_forgotten(rows: Rows, labels: Labels, prior: Prior, mu: Means, sigma: Rows) -> float:
    return fsum(mvn_log_pdf(x, mu[y], sigma) for x, y in zip(rows, labels))


@misconception(
    gda_log_likelihood,
    "You return Σ ln p(y | x), the conditional log likelihood. "
    "GDA has the joint log likelihood, Σ ln p(x, y).",
)
def conditional_likelihood(
    rows: Rows, labels: Labels, prior: Prior, mu: Means, sigma: Rows
) -> float:
    shared = dict.fromkeys(prior, sigma)
    posteriors = [quadratic_posterior(x, prior, mu, shared)[y] for x, y in zip(rows, labels)]
    return fsum(map(log, posteriors))


@misconception(
    gda_log_likelihood, "You return the mean over the rows. The log likelihood is the sum."
)
def averaged_over_rows(rows: Rows, labels: Labels, prior: Prior, mu: Means, sigma: Rows) -> float:
    return gda_log_likelihood(rows, labels, prior, mu, sigma) / len(rows)


@misconception(
    gda_log_likelihood,
    "Your density of a distant row underflows to 0. Add the logarithms directly, without exp.",
)
def density_underflows(rows: Rows, labels: Labels, prior: Prior, mu: Means, sigma: Rows) -> float:
    pairs = zip(rows, labels)
    return fsum(log(gaussian_vector_joint(x, prior[y], mu[y], sigma)) for x, y in pairs)


@misconception(
    gda_log_likelihood,
    "You sum over all classes, which gives ln p(x). Use only the class of the row: ln p(x, y).",
)
def labels_summed_out(rows: Rows, labels: Labels, prior: Prior, mu: Means, sigma: Rows) -> float:
    joint = [[gaussian_vector_joint(x, prior[y], mu[y], sigma) for y in prior] for x in rows]
    return fsum(log(fsum(densities)) for densities in joint)


@misconception(gda_log_likelihood, "You add p(y) itself. Add its logarithm, ln p(y).")
def prior_without_logarithm(
    rows: Rows, labels: Labels, prior: Prior, mu: Means, sigma: Rows
) -> float:
    return fsum(mvn_log_pdf(x, mu[y], sigma) + prior[y] for x, y in zip(rows, labels))


Covariances = Mapping[str, Rows]
NARROW, WIDE = [[1.0]], [[4.0]]


@question(
    quadratic_posterior,
    edges=[
        ([0.0], {"a": 0.5, "b": 0.5}, {"a": [0.0], "b": [2.0]}, {"a": NARROW, "b": NARROW}),
        ([1.0], {"a": 0.25, "b": 0.75}, {"a": [0.0], "b": [2.0]}, {"a": NARROW, "b": NARROW}),
        ([0.0], {"a": 0.5, "b": 0.5}, {"a": [0.0], "b": [0.0]}, {"a": NARROW, "b": WIDE}),
        ([50.0], {"a": 0.25, "b": 0.75}, {"a": [0.0], "b": [100.0]}, {"a": NARROW, "b": NARROW}),
    ],
    judge=distribution(),
    valid=lambda x, prior, mu, sigma: (
        abs(fsum(prior.values()) - 1) < 1e-12
        and min(quadratic_posterior(x, prior, mu, sigma).values()) > 1e-9
    ),
)
def _(draw: Draw) -> Case:
    prior, mu, n = priors_and_means(draw)
    nearest = mu[draw.of(list(mu))]
    x = [m + draw.of([0.0, 0.5, 1.0, -0.5, 2.0]) for m in nearest]
    return x, prior, mu, {y: draw.covariance(n) for y in prior}


def normalised(scores: Mapping[str, float]) -> dict[str, float]:
    """Return probabilities proportional to the exponentials of the scores."""
    best = max(scores.values())
    weights = {y: exp(score - best) for y, score in scores.items()}
    return {y: w / fsum(weights.values()) for y, w in weights.items()}


@misconception(quadratic_posterior, "You leave out the prior. Multiply each density by P(y).")
def posterior_without_prior(
    x: Row, prior: Prior, mu: Means, sigma: Covariances
) -> dict[str, float]:
    return normalised({y: mvn_log_pdf(x, mu[y], sigma[y]) for y in prior})


@misconception(
    quadratic_posterior,
    "You leave out the determinants. They do not cancel when each class has its own Σ.",
)
def determinants_forgotten(x: Row, prior: Prior, mu: Means, sigma: Covariances) -> dict[str, float]:
    halves = {y: log_determinant(sigma[y]) / 2 for y in prior}
    return normalised(
        {y: mvn_log_pdf(x, mu[y], sigma[y]) + halves[y] + log(prior[y]) for y in prior}
    )


@misconception(
    quadratic_posterior,
    "You add ½ ln |Σ|. The density divides by |Σ|^½, so its logarithm subtracts ½ ln |Σ|.",
)
def determinants_added(x: Row, prior: Prior, mu: Means, sigma: Covariances) -> dict[str, float]:
    logs = {y: log_determinant(sigma[y]) for y in prior}
    return normalised({y: mvn_log_pdf(x, mu[y], sigma[y]) + logs[y] + log(prior[y]) for y in prior})


@misconception(
    quadratic_posterior,
    "You use the Σ of the first class for all classes, as if Σ were shared. "
    "Here each class has its own Σ.",
)
def covariance_shared(x: Row, prior: Prior, mu: Means, sigma: Covariances) -> dict[str, float]:
    first = next(iter(sigma.values()))
    return quadratic_posterior(x, prior, mu, dict.fromkeys(prior, first))


@misconception(
    quadratic_posterior,
    "You return P(y) N(x; μ, Σ). Divide each value by the sum over the classes.",
)
def joint_for_posterior(x: Row, prior: Prior, mu: Means, sigma: Covariances) -> dict[str, float]:
    return {y: gaussian_vector_joint(x, prior[y], mu[y], sigma[y]) for y in prior}


@misconception(
    quadratic_posterior,
    "Your densities of a distant point all underflow to 0. "
    "Work with logarithms, and subtract the largest before you take exp.",
)
def densities_underflow(x: Row, prior: Prior, mu: Means, sigma: Covariances) -> dict[str, float]:
    joint = joint_for_posterior(x, prior, mu, sigma)
    return {y: density / fsum(joint.values()) for y, density in joint.items()}
