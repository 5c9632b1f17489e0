"""Questions on softmax regression: a number of steps of (29), and the maximum."""

from collections.abc import Callable, Sequence
from math import fsum

from textbook_ml.algorithms.softmax_regression import fit_softmax_regression, softmax_ascend
from textbook_ml.core.linalg import dot, mat_vec
from textbook_ml.equations.logistic import with_intercept
from textbook_ml.equations.softmax import (
    softmax,
    softmax_log_likelihood,
    softmax_step,
    to_reference,
)
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.softmax_regression import SoftmaxRegression
from textbook_ml.questions.chapter import softmax_learning as learning
from textbook_ml.questions.framework.judge import Case, close, maximum
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw
from textbook_ml.questions.framework.regression_cases import has_features, negated, row

Rows = Sequence[Sequence[float]]
Labels = Sequence[int]
Vectors = list[list[float]]

THREE: Case = ([[-1.0], [0.0], [1.0], [2.0], [0.5]], [0, 1, 0, 1, 2], 3)


def after_steps(
    step: Callable[..., Vectors],
    rows: Rows,
    labels: Labels,
    n_classes: int,
    *rates: float,
    n_steps: int,
) -> Vectors:
    """Return the weights after n_steps of an update rule, from zero."""
    examples = with_intercept(rows)
    w = [[0.0] * len(examples[0]) for _ in range(n_classes - 1)]
    for _ in range(n_steps):
        w = step(w, examples, labels, *rates)
    return w


@question(
    softmax_ascend,
    id="algorithm-softmax-ascent",
    edges=[
        ([[2.0]], [0], 2, 0.5, 0.0, 1),
        ([[2.0]], [2], 3, 0.5, 1.0, 0),
        (*THREE, 0.25, 1.0, 2),
        (*THREE, 0.1, 0.5, 3),
    ],
    judge=close(1e-8, zero=1e-9),
    valid=lambda rows, labels, n_classes, eta, *rest: (
        has_features(rows) and len(rows) == len(labels) and n_classes > 1 and eta > 0
    ),
)
def _(draw: Draw) -> Case:
    n, width, n_classes = draw.length(1, 5), draw.whole(1, 2), draw.whole(2, 4)
    labels = [draw.choose(n_classes) for _ in range(n)]
    rates = draw.of((0.1, 0.25, 0.05)), draw.of((1.0, 0.0, 0.5, 2.0))
    return [row(draw, width) for _ in range(n)], labels, n_classes, *rates, draw.whole(1, 3)


@misconception(
    softmax_ascend,
    "You average the gradient over the examples. Equation (29) has the sum over all examples.",
)
def mean_for_sum(
    rows: Rows, labels: Labels, n_classes: int, eta: float, lam: float, n_steps: int
) -> Vectors:
    step = learning.step_by_the_mean
    return after_steps(step, rows, labels, n_classes, eta, lam, n_steps=n_steps)


@misconception(
    softmax_ascend,
    "You subtract the gradient. Equation (29) maximises the objective, so add η times the "
    "gradient (the source text says 'descent' by mistake).",
)
def descent(
    rows: Rows, labels: Labels, n_classes: int, eta: float, lam: float, n_steps: int
) -> Vectors:
    return after_steps(learning.descent, rows, labels, n_classes, eta, lam, n_steps=n_steps)


@misconception(softmax_ascend, "You use the error P̂ − δ. The error in (29) is δ − P̂.")
def error_sign_reversed(
    rows: Rows, labels: Labels, n_classes: int, eta: float, lam: float, n_steps: int
) -> Vectors:
    step = learning.step_with_error_sign_reversed
    return after_steps(step, rows, labels, n_classes, eta, lam, n_steps=n_steps)


@misconception(
    softmax_ascend,
    "You update one class after the other and predict with the new weights. In (29) all "
    "predictions use the old weights.",
)
def one_class_at_a_time(
    rows: Rows, labels: Labels, n_classes: int, eta: float, lam: float, n_steps: int
) -> Vectors:
    step = learning.one_class_at_a_time
    return after_steps(step, rows, labels, n_classes, eta, lam, n_steps=n_steps)


@misconception(
    softmax_ascend,
    "You do not penalise the intercepts. In (29) the penalty λ wⱼᵢ applies to every i, including "
    "0.",
)
def intercepts_unpenalised(
    rows: Rows, labels: Labels, n_classes: int, eta: float, lam: float, n_steps: int
) -> Vectors:
    step = learning.step_with_intercepts_unpenalised
    return after_steps(step, rows, labels, n_classes, eta, lam, n_steps=n_steps)


@misconception(
    softmax_ascend,
    "You leave out the intercepts. Put X₀ = 1 in front of every row; its weight is wⱼ₀.",
)
def intercept_forgotten(
    rows: Rows, labels: Labels, n_classes: int, eta: float, lam: float, n_steps: int
) -> Vectors:
    w = [[0.0] * len(rows[0]) for _ in range(n_classes - 1)]
    for _ in range(n_steps):
        w = softmax_step(w, rows, labels, eta, lam)
    return [[0.0, *w_j] for w_j in w]


@misconception(
    softmax_ascend, "You do not return wⱼ₀. Put X₀ = 1 in front of every row; its weight is wⱼ₀."
)
def intercept_left_out(
    rows: Rows, labels: Labels, n_classes: int, eta: float, lam: float, n_steps: int
) -> Vectors:
    return [w_j[1:] for w_j in intercept_forgotten(rows, labels, n_classes, eta, lam, n_steps)]


@misconception(
    softmax_ascend,
    "You use the first class as the reference. In (28) and (29) the last class has no weights.",
)
def first_as_reference(
    rows: Rows, labels: Labels, n_classes: int, eta: float, lam: float, n_steps: int
) -> Vectors:
    turned = [(y - 1) % n_classes for y in labels]
    return softmax_ascend(rows, turned, n_classes, eta, lam, n_steps)


@misconception(
    softmax_ascend,
    "You also give weights to the last class. Equation (29) has K − 1 vectors; the score of the "
    "last class is 0.",
)
def weights_for_all_classes(
    rows: Rows, labels: Labels, n_classes: int, eta: float, lam: float, n_steps: int
) -> Vectors:
    w = [[0.0] * (1 + len(rows[0])) for _ in range(n_classes)]
    xs = with_intercept(rows)
    for _ in range(n_steps):
        shares = [softmax(mat_vec(w, x)) for x in xs]
        errors = [[(y == k) - p for k, p in enumerate(row)] for row, y in zip(shares, labels)]
        slopes = [[dot(x, e) for x in zip(*xs)] for e in zip(*errors)]
        w = [[a + eta * (g - lam * a) for a, g in zip(*pair)] for pair in zip(w, slopes)]
    return w


def objective(rows: Rows, labels: Labels, n_classes: int, lam: float, w: Vectors) -> float:
    """Return the objective of penalised softmax regression."""
    likelihood = softmax_log_likelihood(w, with_intercept(rows), labels)
    penalties: list[float] = [dot(w_j, w_j) for w_j in w]
    return likelihood - lam / 2 * fsum(penalties)


@question(
    fit_softmax_regression,
    id="algorithm-softmax-fit",
    edges=[
        ([[0.0], [1.0], [2.0]], [0, 1, 1], 2, 1.0),
        ([[0.0], [1.0], [2.0]], [0, 1, 2], 3, 0.5),
        (*THREE, 1.0),
    ],
    judge=maximum(objective),
    valid=has_features,
    most=20,
)
def _(draw: Draw) -> Case:
    n_classes, width = draw.whole(2, 3), draw.whole(1, 2)
    n = draw.length(n_classes, 5)
    rows = [row(draw, width) for _ in range(n)]
    return rows, draw.covering(range(n_classes), n), n_classes, draw.of((1.0, 0.5, 2.0))


@misconception(
    fit_softmax_regression, "You do not penalise the intercepts. Here ‖wⱼ‖² includes wⱼ₀."
)
def fitted_without_intercept_penalty(
    rows: Rows, labels: Labels, n_classes: int, lam: float
) -> Vectors:
    classes = list(range(n_classes))
    model = SoftmaxRegression.fit(rows, labels, l2=lam, reference=True, classes=classes)
    return [list(w_j) for w_j in model.w[:-1]]


@misconception(
    fit_softmax_regression,
    "Your penalty is λ Σ ‖wⱼ‖². The objective has (λ/2) Σ ‖wⱼ‖², with the gradient λ wⱼᵢ.",
)
def penalty_doubled(rows: Rows, labels: Labels, n_classes: int, lam: float) -> Vectors:
    return fit_softmax_regression(rows, labels, n_classes, 2 * lam)


@misconception(
    fit_softmax_regression,
    "You average the log likelihood, which makes the penalty N times as large. The objective has "
    "the sum over the examples.",
)
def likelihood_averaged(rows: Rows, labels: Labels, n_classes: int, lam: float) -> Vectors:
    return fit_softmax_regression(rows, labels, n_classes, len(rows) * lam)


@misconception(
    fit_softmax_regression,
    "You fit K weight vectors with the penalty and then subtract the last one from all. This "
    "gives other weights than fitting K − 1 vectors, as (29) does.",
)
def vector_for_every_class(rows: Rows, labels: Labels, n_classes: int, lam: float) -> Vectors:
    classes = list(range(n_classes))
    model = SoftmaxRegression.fit(rows, labels, l2=lam, penalise_intercept=True, classes=classes)
    return to_reference(model.w)


@misconception(
    fit_softmax_regression,
    "You fit a separate logistic regression for each class against the rest. Fit one model for "
    "all classes: in (27) and (28) their probabilities sum to 1.",
)
def one_against_rest(rows: Rows, labels: Labels, n_classes: int, lam: float) -> Vectors:
    def against_rest(j: int) -> list[float]:
        ours = [int(y == j) for y in labels]
        model = LogisticRegression.fit(rows, ours, l2=lam, penalise_intercept=True)
        return [model.w0, *model.w]

    return [against_rest(j) for j in range(n_classes - 1)]


@misconception(
    fit_softmax_regression,
    "Your signs are reversed. In (27) a large wⱼ · x makes class j more probable.",
)
def signs_reversed(rows: Rows, labels: Labels, n_classes: int, lam: float) -> Vectors:
    return [negated(w_j) for w_j in fit_softmax_regression(rows, labels, n_classes, lam)]
