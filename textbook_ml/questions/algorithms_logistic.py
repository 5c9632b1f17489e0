"""A whole algorithm: logistic regression, by so many steps of (26) or to the top."""

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
from textbook_ml.questions import ascent
from textbook_ml.questions.draw import Draw
from textbook_ml.questions.examples import has_features, negated, row
from textbook_ml.questions.judge import Case, close, maximum
from textbook_ml.questions.question import misconception, question

Rows = Sequence[Sequence[float]]
Labels = Sequence[int]

OVERLAP: Case = ([[-1.0], [0.0], [1.0], [2.0]], [0, 1, 0, 1])


def climbed(
    step: Callable[..., list[float]], rows: Rows, labels: Labels, *rates: float, n_steps: int
) -> list[float]:
    """The weights after so many steps of one kind, from zero."""
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
    ascend, "You average the gradient over the examples; (26) takes the sum over all of l."
)
def mean_for_sum(
    rows: Rows, labels: Labels, eta: float, lam: float, n_steps: int
) -> list[float]:
    return climbed(ascent.penalised_mean_for_sum, rows, labels, eta, lam, n_steps=n_steps)


@misconception(
    ascend,
    "You step downhill, as the word in the text has it; (26) climbs: η times the sum is added.",
)
def descent(rows: Rows, labels: Labels, eta: float, lam: float, n_steps: int) -> list[float]:
    return climbed(ascent.penalised_descent, rows, labels, eta, lam, n_steps=n_steps)


@misconception(
    ascend,
    "Your error is P̂ − Y: the penalty is right, but the data push downhill; Y − P̂ climbs.",
)
def errors_turned(
    rows: Rows, labels: Labels, eta: float, lam: float, n_steps: int
) -> list[float]:
    return climbed(ascent.errors_turned, rows, labels, eta, lam, n_steps=n_steps)


@misconception(
    ascend,
    "You update the weights one after the other, each with predictions of the new ones; all move "
    "at once, from the old.",
)
def one_at_a_time(
    rows: Rows, labels: Labels, eta: float, lam: float, n_steps: int
) -> list[float]:
    return climbed(ascent.penalised_one_at_a_time, rows, labels, eta, lam, n_steps=n_steps)


@misconception(
    ascend,
    "You leave the bias w₀ unpenalised, as many programs do; in (26) the penalty is on every wᵢ.",
)
def bias_unpenalised(
    rows: Rows, labels: Labels, eta: float, lam: float, n_steps: int
) -> list[float]:
    return climbed(ascent.bias_unpenalised, rows, labels, eta, lam, n_steps=n_steps)


@misconception(
    ascend, "You penalise the bias w₀ twice: once with all weights and once by itself."
)
def bias_penalised_twice(
    rows: Rows, labels: Labels, eta: float, lam: float, n_steps: int
) -> list[float]:
    return climbed(ascent.bias_penalised_twice, rows, labels, eta, lam, n_steps=n_steps)


@misconception(
    ascend,
    "You subtract λ wᵢ without η; the penalty is part of the slope, so the step is η λ wᵢ.",
)
def eta_missing_from_penalty(
    rows: Rows, labels: Labels, eta: float, lam: float, n_steps: int
) -> list[float]:
    return climbed(ascent.eta_missing_from_penalty, rows, labels, eta, lam, n_steps=n_steps)


@misconception(
    ascend, "You forget the intercept: every row gets a leading X₀ = 1, whose weight is w₀."
)
def intercept_forgotten(
    rows: Rows, labels: Labels, eta: float, lam: float, n_steps: int
) -> list[float]:
    def step(w: list[float], *rest: Any) -> list[float]:
        return [0.0, *penalised_step(w, *rest)[1:]]

    return climbed(step, rows, labels, eta, lam, n_steps=n_steps)


@misconception(
    ascend, "There is no w₀ in your answer: every row gets a leading X₀ = 1, whose weight is w₀."
)
def intercept_left_out(
    rows: Rows, labels: Labels, eta: float, lam: float, n_steps: int
) -> list[float]:
    return intercept_forgotten(rows, labels, eta, lam, n_steps)[1:]


@misconception(ascend, "You take one step too many: T steps from zero are asked for.")
def one_step_too_many(
    rows: Rows, labels: Labels, eta: float, lam: float, n_steps: int
) -> list[float]:
    return ascend(rows, labels, eta, lam, n_steps + 1)


@misconception(
    ascend,
    "You update after every example, which is stochastic ascent; (26) sums over all of them first.",
)
def one_example_at_a_time(
    rows: Rows, labels: Labels, eta: float, lam: float, n_steps: int
) -> list[float]:
    w = [0.0] * (1 + len(rows[0]))
    for _ in range(n_steps):
        for x, y in zip(with_intercept(rows), labels):
            w = penalised_step(w, [x], [y], eta, lam)
    return w


@misconception(ascend, "You start from ones; without data to say otherwise the weights are 0.")
def started_from_ones(
    rows: Rows, labels: Labels, eta: float, lam: float, n_steps: int
) -> list[float]:
    w = [1.0] * (1 + len(rows[0]))
    for _ in range(n_steps):
        w = penalised_step(w, with_intercept(rows), labels, eta, lam)
    return w


def height(rows: Rows, labels: Labels, lam: float, w: Sequence[float]) -> float:
    """What logistic regression maximises."""
    return penalised_log_likelihood(w, with_intercept(rows), labels, lam)


@question(
    fit_logistic_regression,
    id="algorithm-logistic-fit",
    edges=[
        ([[0.0], [1.0]], [0, 1], 1.0),
        (*OVERLAP, 0.0),  # not separable: there is a top without a penalty
        (*OVERLAP, 1.0),
        ([[1.0, 0.0], [0.0, 2.0], [1.0, 1.0]], [1, 0, 1], 0.5),
    ],
    judge=maximum(height),
    valid=has_features,
    most=24,
)
def _(draw: Draw) -> Case:
    n, width = draw.length(2, 5), draw.whole(1, 2)
    rows = [row(draw, width) for _ in range(n)]
    return rows, draw.covering([0, 1], n), draw.of((1.0, 0.5, 2.0))


@misconception(
    fit_logistic_regression,
    "You leave the bias w₀ unpenalised, as many programs do; here ‖W‖² includes it.",
)
def bias_left_free(rows: Rows, labels: Labels, lam: float) -> list[float]:
    model = LogisticRegression.fit(rows, labels, l2=lam)
    return [model.w0, *model.w]


@misconception(
    fit_logistic_regression,
    "Your penalty is λ ‖W‖²; half of it is due, (λ/2) ‖W‖², whose slope is λ W.",
)
def penalty_doubled(rows: Rows, labels: Labels, lam: float) -> list[float]:
    return fit_logistic_regression(rows, labels, 2 * lam)


@misconception(
    fit_logistic_regression,
    "You average the log likelihood, so that the penalty weighs N times as much; it is a sum.",
)
def likelihood_averaged(rows: Rows, labels: Labels, lam: float) -> list[float]:
    return fit_logistic_regression(rows, labels, len(rows) * lam)


@misconception(
    fit_logistic_regression,
    "You forget the intercept: every row gets a leading X₀ = 1, whose weight is w₀.",
)
def fitted_without_intercept(rows: Rows, labels: Labels, lam: float) -> list[float]:
    # With every row mirrored and its label turned, the best intercept is 0 by symmetry.
    mirrored = [*rows, *map(negated, rows)], [*labels, *(1 - y for y in labels)]
    return [0.0, *fit_logistic_regression(*mirrored, 2 * lam)[1:]]


@misconception(
    fit_logistic_regression, "Your intercept comes last; the answer is [w₀, w₁, …], w₀ first."
)
def intercept_last(rows: Rows, labels: Labels, lam: float) -> list[float]:
    w0, *w = fit_logistic_regression(rows, labels, lam)
    return [*w, w0]


@misconception(
    fit_logistic_regression,
    "Your weights are those of (16), where a positive score speaks for Y = 0; by (25) it is for "
    "Y = 1, with all signs turned.",
)
def weights_of_16(rows: Rows, labels: Labels, lam: float) -> list[float]:
    return negated(fit_logistic_regression(rows, labels, lam))


@misconception(
    fit_logistic_regression,
    "Your climb has hardly left zero: take more steps, or longer ones, until the slope is 0.",
)
def stopped_early(rows: Rows, labels: Labels, lam: float) -> list[float]:
    return ascend(rows, labels, 0.01, lam, 10)
