"""Questions on fitting Gaussian naive Bayes: equations (8), (13) and (14)."""

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
from textbook_ml.questions.chapter.naive_products import labelled, members_of, uniform_prior
from textbook_ml.questions.framework.judge import Case, close
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw
from textbook_ml.questions.framework.regression_cases import has_features, row

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


def with_variance(rows: Rows, labels: Labels, variance: Any) -> Model:
    """Return the model with variance(values in the class, their mean, values of all rows)."""
    model = fit_gaussian_nb(rows, labels)
    variances = {
        y: [variance(xs, mean_mle(xs), column) for xs, column in zip(zip(*members), zip(*rows))]
        for y, members in members_of(rows, labels).items()
    }
    return {**model, "variances": variances}


@misconception(
    fit_gaussian_nb,
    "You divide by N − 1, which is the unbiased estimate (15). The maximum likelihood estimate "
    "(14) divides by N.",
)
def divided_by_n_minus_1(rows: Rows, labels: Labels) -> Model:
    return with_variance(rows, labels, lambda xs, mu, column: variance_mvue(xs, mu))


@misconception(fit_gaussian_nb, "You return standard deviations σ. The variance is the square σ².")
def deviations_for_variances(rows: Rows, labels: Labels) -> Model:
    return with_variance(rows, labels, lambda xs, mu, column: sqrt(variance_mle(xs, mu)))


@misconception(
    fit_gaussian_nb,
    "You measure deviations from the mean of all rows. Equation (14) uses the mean of the class.",
)
def about_the_overall_mean(rows: Rows, labels: Labels) -> Model:
    return with_variance(rows, labels, lambda xs, mu, column: variance_mle(xs, mean_mle(column)))


@misconception(
    fit_gaussian_nb,
    "You give every class the variance of all rows. In (14), each class has its own variance.",
)
def variance_of_all_rows(rows: Rows, labels: Labels) -> Model:
    return with_variance(rows, labels, lambda xs, mu, every: variance_mle(every, mean_mle(every)))


@misconception(
    fit_gaussian_nb,
    "You pool the variances of the classes. In (14), each class has its own variance.",
)
def pooled_variances(rows: Rows, labels: Labels) -> Model:
    tables = [list(zip(*members)) for members in members_of(rows, labels).values()]
    pooled = [pooled_variance_mle(groups) for groups in zip(*tables)]
    model = fit_gaussian_nb(rows, labels)
    return {**model, "variances": dict.fromkeys(model["means"], pooled)}


@misconception(
    fit_gaussian_nb,
    "You use the same prior for every class. By (8), the prior of a class is its fraction of the "
    "examples.",
)
def equal_priors(rows: Rows, labels: Labels) -> Model:
    model = fit_gaussian_nb(rows, labels)
    return {**model, "priors": uniform_prior(model["priors"])}


@misconception(
    fit_gaussian_nb,
    "You divide by N − 1, which is the unbiased estimate (15), unless the class has a single row. "
    "Equation (14) divides by N.",
)
def divided_by_n_minus_1_if_possible(rows: Rows, labels: Labels) -> Model:
    model, counts = fit_gaussian_nb(rows, labels), Counter(labels)
    factors = {y: n / max(1, n - 1) for y, n in counts.items()}
    wider = {y: [factors[y] * s for s in row] for y, row in model["variances"].items()}
    return {**model, "variances": wider}


@misconception(fit_gaussian_nb, "Your priors are counts. Divide each count by the number of rows.")
def counts_for_priors(rows: Rows, labels: Labels) -> Model:
    return {**fit_gaussian_nb(rows, labels), "priors": dict(Counter(labels))}


def with_epsilon(epsilon: float) -> None:
    """Register the mistake of adding a small number to every variance."""

    def epsilon_added(rows: Rows, labels: Labels) -> Model:
        model = fit_gaussian_nb(rows, labels)
        added = {y: [s + epsilon for s in row] for y, row in model["variances"].items()}
        return {**model, "variances": added}

    epsilon_added.__name__ = f"epsilon_{epsilon:.0e}_added".replace("-", "_")
    misconception(
        fit_gaussian_nb,
        f"You add {epsilon:g} to the variances. The question asks for (14), without any addition; "
        "a constant feature has variance 0.",
    )(epsilon_added)


for small in (1e-9, 1e-8, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2):
    with_epsilon(small)
