"""A whole algorithm: Gaussian naive Bayes, fitted; equations (8), (13) and (14)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any

from textbook_ml.algorithms.gaussian_naive_bayes import fit_gaussian_nb
from textbook_ml.equations.gaussian import (
    mean_mle,
    pooled_variance_mle,
    variance_mle,
    variance_mvue,
)
from textbook_ml.questions.draw import Draw
from textbook_ml.questions.examples import has_features, row
from textbook_ml.questions.judge import Case, close
from textbook_ml.questions.naive_products import flat, labelled, members_of
from textbook_ml.questions.question import misconception, question

Model = Mapping[str, Any]
Rows = Sequence[Sequence[float]]
Labels = Sequence[str]


@question(
    fit_gaussian_nb,
    id="algorithm-gaussian-nb-fit",
    edges=[
        ([[3.0]], ["yes"]),
        ([[1.0], [3.0], [7.0]], ["yes", "yes", "no"]),
        ([[1.0, 5.0], [2.0, 5.0], [6.0, 0.0], [4.0, 2.0]], ["yes", "yes", "yes", "no"]),
        ([[1.0], [4.0], [7.0], [9.0]], ["yes", "no", "yes", "no"]),
        ([[2.0], [4.0], [9.0]], ["yes", "yes", "yes"]),
        ([[0.0, 1.0], [0.5, 4.0], [2.0, 1.5], [8.0, 0.0]], ["yes", "yes", "no", "no"]),
        ([[100.0], [101.0], [103.0], [0.0]], ["yes", "yes", "yes", "no"]),
    ],
    judge=close(zero=1e-9),
    valid=has_features,
)
def _(draw: Draw) -> Case:
    classes, width = labelled(draw), draw.whole(1, 3)
    n = draw.length(len(classes), 9)
    return [row(draw, width) for _ in range(n)], draw.covering(classes, n)


def spread(rows: Rows, labels: Labels, variance: Any) -> Model:
    """The same with another variance: it is asked for the values and their mean in the class."""
    model = fit_gaussian_nb(rows, labels)
    variances = {
        y: [variance(xs, mean_mle(xs), column) for xs, column in zip(zip(*members), zip(*rows))]
        for y, members in members_of(rows, labels).items()
    }
    return {**model, "variances": variances}


@misconception(
    fit_gaussian_nb, "You divide by N − 1, which is (15), unbiased; the MLE (14) divides by N."
)
def divided_by_n_minus_1(rows: Rows, labels: Labels) -> Model:
    return spread(rows, labels, lambda xs, mu, column: variance_mvue(xs, mu))


@misconception(
    fit_gaussian_nb, "These are standard deviations σ; the variance is the square, σ²."
)
def deviations_for_variances(rows: Rows, labels: Labels) -> Model:
    return spread(rows, labels, lambda xs, mu, column: sqrt(variance_mle(xs, mu)))


@misconception(
    fit_gaussian_nb,
    "You measure from the mean of all rows; each class varies about its own mean.",
)
def about_the_overall_mean(rows: Rows, labels: Labels) -> Model:
    return spread(rows, labels, lambda xs, mu, column: variance_mle(xs, mean_mle(column)))


@misconception(
    fit_gaussian_nb,
    "You give every class the variance of all rows; each class has its own, (14).",
)
def variance_of_all_rows(rows: Rows, labels: Labels) -> Model:
    return spread(rows, labels, lambda xs, mu, column: variance_mle(column, mean_mle(column)))


@misconception(
    fit_gaussian_nb,
    "You pool the variances of the classes, which the bridge to logistic regression needs; (14) "
    "is for each class by itself.",
)
def pooled_variances(rows: Rows, labels: Labels) -> Model:
    tables = [list(zip(*members)) for members in members_of(rows, labels).values()]
    pooled = [pooled_variance_mle(groups) for groups in zip(*tables)]
    model = fit_gaussian_nb(rows, labels)
    return {**model, "variances": {y: pooled for y in model["means"]}}


@misconception(
    fit_gaussian_nb,
    "Your prior is the same for every class; (8) gives each its share of the examples.",
)
def flat_prior(rows: Rows, labels: Labels) -> Model:
    model = fit_gaussian_nb(rows, labels)
    return {**model, "priors": flat(model["priors"])}


@misconception(
    fit_gaussian_nb,
    "You divide by N − 1, which is (15), unbiased, except for a single row; (14) divides by N.",
)
def divided_by_n_minus_1_if_possible(rows: Rows, labels: Labels) -> Model:
    model, counts = fit_gaussian_nb(rows, labels), Counter(labels)
    factors = {y: n / max(1, n - 1) for y, n in counts.items()}
    wider = {y: [factors[y] * s for s in row] for y, row in model["variances"].items()}
    return {**model, "variances": wider}


@misconception(fit_gaussian_nb, "Your priors are counts: divide each by the number of rows.")
def counts_for_priors(rows: Rows, labels: Labels) -> Model:
    return {**fit_gaussian_nb(rows, labels), "priors": dict(Counter(labels))}
