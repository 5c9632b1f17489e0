"""Questions on logistic regression: a number of steps of (26), and the maximum."""

from collections.abc import Callable, Sequence
from typing import Any

from textbook_ml.algorithms.logistic_regression_gradient_ascent import (
    ascend,
    fit_logistic_regression,
)
from textbook_ml.equations.ascent import penalised_step
from textbook_ml.equations.likelihood import penalised_log_likelihood
from textbook_ml.equations.logistic import with_intercept
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.questions.chapter import ascent
from textbook_ml.questions.framework.judge import Case, close, maximum
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw
from textbook_ml.questions.framework.regression_cases import has_features, negated, row

Rows = Sequence[Sequence[float]]
Labels = Sequence[int]

OVERLAP: Case = ([[-1.0], [0.0], [1.0], [2.0]], [0, 1, 0, 1])


def after_steps(
    step: Callable[..., list[float]], rows: Rows, labels: Labels, *rates: float, n_steps: int
) -> list[float]:
    """Return the weights after n_steps of an update rule, from zero."""
    examples = with_intercept(rows)
    w = [0.0] * len(examples[0])
    for _ in range(n_steps):
        w = step(w, examples, labels, *rates)
    return w


@question(
    ascend,
    id="algorithm-logistic-ascent",
    edges=[
        ([[2.0]], [1], 0.5, 0.0, 1),
        ([[2.0]], [1], 0.5, 1.0, 0),
        (*OVERLAP, 0.25, 1.0, 2),
        ([[1.0, 0.0], [0.0, 2.0], [1.0, 1.0]], [1, 0, 1], 0.1, 0.5, 3),
    ],
    judge=close(1e-8, zero=1e-9),
    valid=lambda rows, labels, eta, lam, n_steps: (
        has_features(rows) and len(rows) == len(labels) and eta > 0
    ),
)
def _(draw: Draw) -> Case:
    n, width = draw.length(1, 6), draw.whole(1, 2)
    rates = draw.of((0.1, 0.25, 0.05)), draw.of((1.0, 0.0, 0.5, 2.0))
    return [row(draw, width) for _ in range(n)], draw.bits(n), *rates, draw.whole(1, 4)


@misconception(
    ascend,
    "You average the gradient over the examples. Equation (26) has the sum over all examples l.",
)
def mean_for_sum(rows: Rows, labels: Labels, eta: float, lam: float, n_steps: int) -> list[float]:
    return after_steps(ascent.penalised_mean_for_sum, rows, labels, eta, lam, n_steps=n_steps)


@misconception(
    ascend,
    "You subtract the gradient. Equation (26) maximises the objective, so add η times the "
    "gradient (the source text says 'descent' by mistake).",
)
def descent(rows: Rows, labels: Labels, eta: float, lam: float, n_steps: int) -> list[float]:
    return after_steps(ascent.penalised_descent, rows, labels, eta, lam, n_steps=n_steps)


@misconception(ascend, "You use the error P̂ − Y. The error in (26) is Y − P̂.")
def error_sign_reversed(
    rows: Rows, labels: Labels, eta: float, lam: float, n_steps: int
) -> list[float]:
    return after_steps(ascent.error_sign_reversed, rows, labels, eta, lam, n_steps=n_steps)


@misconception(
    ascend,
    "You update the weights one after the other and predict with the new ones. In (26) all "
    "predictions use the old weights.",
)
def one_at_a_time(rows: Rows, labels: Labels, eta: float, lam: float, n_steps: int) -> list[float]:
    return after_steps(ascent.penalised_one_at_a_time, rows, labels, eta, lam, n_steps=n_steps)


@misconception(
    ascend,
    "You do not penalise the intercept w₀. In (26) the penalty applies to every wᵢ, including w₀.",
)
def intercept_unpenalised(
    rows: Rows, labels: Labels, eta: float, lam: float, n_steps: int
) -> list[float]:
    return after_steps(ascent.intercept_unpenalised, rows, labels, eta, lam, n_steps=n_steps)


@misconception(
    ascend,
    "You penalise the intercept w₀ twice: once with all weights and once separately. Equation "
    "(26) penalises it once.",
)
def intercept_penalised_twice(
    rows: Rows, labels: Labels, eta: float, lam: float, n_steps: int
) -> list[float]:
    return after_steps(ascent.intercept_penalised_twice, rows, labels, eta, lam, n_steps=n_steps)


@misconception(
    ascend,
    "You subtract λ wᵢ without η. The penalty is part of the gradient, so its step is η λ wᵢ.",
)
def eta_missing_from_penalty(
    rows: Rows, labels: Labels, eta: float, lam: float, n_steps: int
) -> list[float]:
    return after_steps(ascent.eta_missing_from_penalty, rows, labels, eta, lam, n_steps=n_steps)


@misconception(
    ascend, "You leave out the intercept. Put X₀ = 1 in front of every row; its weight is w₀."
)
def intercept_forgotten(
    rows: Rows, labels: Labels, eta: float, lam: float, n_steps: int
) -> list[float]:
    def step(w: list[float], *rest: Any) -> list[float]:
        return [0.0, *penalised_step(w, *rest)[1:]]

    return after_steps(step, rows, labels, eta, lam, n_steps=n_steps)


@misconception(ascend, "You do not return w₀. Put X₀ = 1 in front of every row; its weight is w₀.")
def intercept_left_out(
    rows: Rows, labels: Labels, eta: float, lam: float, n_steps: int
) -> list[float]:
    return intercept_forgotten(rows, labels, eta, lam, n_steps)[1:]


@misconception(ascend, "You take one step too many. Take n_steps steps from zero.")
def one_step_too_many(
    rows: Rows, labels: Labels, eta: float, lam: float, n_steps: int
) -> list[float]:
    return ascend(rows, labels, eta, lam, n_steps + 1)


@misconception(
    ascend,
    "You update after every example, which is stochastic gradient ascent. Each step of (26) uses "
    "the sum over all examples.",
)
def one_example_at_a_time(
    rows: Rows, labels: Labels, eta: float, lam: float, n_steps: int
) -> list[float]:
    w = [0.0] * (1 + len(rows[0]))
    for _ in range(n_steps):
        for x, y in zip(with_intercept(rows), labels):
            w = penalised_step(w, [x], [y], eta, lam)
    return w


@misconception(ascend, "You start with all weights equal to 1. Start from 0.")
def started_from_ones(
    rows: Rows, labels: Labels, eta: float, lam: float, n_steps: int
) -> list[float]:
    w = [1.0] * (1 + len(rows[0]))
    for _ in range(n_steps):
        w = penalised_step(w, with_intercept(rows), labels, eta, lam)
    return w


def objective(rows: Rows, labels: Labels, lam: float, w: Sequence[float]) -> float:
    """Return the objective of penalised logistic regression."""
    return penalised_log_likelihood(w, with_intercept(rows), labels, lam)


@question(
    fit_logistic_regression,
    id="algorithm-logistic-fit",
    edges=[
        ([[0.0], [1.0]], [0, 1], 1.0),
        (*OVERLAP, 0.0),  # not separable: there is a maximum without a penalty
        (*OVERLAP, 1.0),
        ([[1.0, 0.0], [0.0, 2.0], [1.0, 1.0]], [1, 0, 1], 0.5),
    ],
    judge=maximum(objective),
    valid=has_features,
    most=24,
)
def _(draw: Draw) -> Case:
    n, width = draw.length(2, 5), draw.whole(1, 2)
    rows = [row(draw, width) for _ in range(n)]
    return rows, draw.covering([0, 1], n), draw.of((1.0, 0.5, 2.0))


@misconception(
    fit_logistic_regression, "You do not penalise the intercept w₀. Here ‖W‖² includes w₀."
)
def fitted_without_intercept_penalty(rows: Rows, labels: Labels, lam: float) -> list[float]:
    model = LogisticRegression.fit(rows, labels, l2=lam)
    return [model.w0, *model.w]


@misconception(
    fit_logistic_regression,
    "Your penalty is λ ‖W‖². The objective has (λ/2) ‖W‖², with the gradient λ W.",
)
def penalty_doubled(rows: Rows, labels: Labels, lam: float) -> list[float]:
    return fit_logistic_regression(rows, labels, 2 * lam)


@misconception(
    fit_logistic_regression,
    "You average the log likelihood, which makes the penalty N times as large. The objective has "
    "the sum over the examples.",
)
def likelihood_averaged(rows: Rows, labels: Labels, lam: float) -> list[float]:
    return fit_logistic_regression(rows, labels, len(rows) * lam)


@misconception(
    fit_logistic_regression,
    "You leave out the intercept. Put X₀ = 1 in front of every row; its weight is w₀.",
)
def fitted_without_intercept(rows: Rows, labels: Labels, lam: float) -> list[float]:
    # Add −x with label 1 − y for every row x with label y: by symmetry the best w₀ is then 0.
    mirrored = [*rows, *map(negated, rows)], [*labels, *(1 - y for y in labels)]
    return [0.0, *fit_logistic_regression(*mirrored, 2 * lam)[1:]]


@misconception(
    fit_logistic_regression,
    "You return the intercept last. Return [w₀, w₁, …], with the intercept first.",
)
def intercept_last(rows: Rows, labels: Labels, lam: float) -> list[float]:
    w0, *w = fit_logistic_regression(rows, labels, lam)
    return [*w, w0]


@misconception(
    fit_logistic_regression,
    "You return the weights of (16), where a positive score means Y = 0. In (25) a positive score"
    " means Y = 1, so negate all weights.",
)
def weights_of_16(rows: Rows, labels: Labels, lam: float) -> list[float]:
    return negated(fit_logistic_regression(rows, labels, lam))


@misconception(
    fit_logistic_regression,
    "Your weights are still near zero. Take more steps, or larger ones, until the gradient is "
    "close to 0.",
)
def stopped_early(rows: Rows, labels: Labels, lam: float) -> list[float]:
    return ascend(rows, labels, 0.01, lam, 10)
