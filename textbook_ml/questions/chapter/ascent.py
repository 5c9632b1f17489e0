"""Questions on one step of gradient ascent: sections 3.2 and 3.3, equation (26)."""

from textbook_ml.core.linalg import Vector, dot
from textbook_ml.core.stable import sigmoid
from textbook_ml.equations.ascent import (
    ascent_step,
    penalised_step,
    perceptron_step,
    shifted_step,
    stochastic_step,
)
from textbook_ml.equations.likelihood import Labels, Rows, gradient, residuals
from textbook_ml.questions.chapter.likelihood import ALL_ZERO, ONE, TWO
from textbook_ml.questions.framework.judge import Case
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw
from textbook_ml.questions.framework.regression_cases import (
    SLOPE,
    is_fair_regression_case,
    negated,
    regression_case,
    row,
    weights,
)

RATES = (0.5, 1.0, 0.25, 0.1)
STEPS = [(*ONE, 0.5), (*TWO, 1.0), (*ALL_ZERO, 0.1)]
PENALISED_STEPS = [(*ONE, 0.5, 1.0), (*TWO, 1.0, 0.5), (*TWO, 0.5, 0.0), (*ALL_ZERO, 0.1, 2.0)]


@question(ascent_step, edges=STEPS, judge=SLOPE, valid=is_fair_regression_case)
def _(draw: Draw) -> Case:
    return *regression_case(draw), draw.of(RATES)


@misconception(
    ascent_step,
    "You average the gradient over the examples. The update rule uses the sum over all examples.",
)
def mean_for_sum(w: Vector[float], rows: Rows, labels: Labels, eta: float) -> list[float]:
    return ascent_step(w, rows, labels, eta / len(rows))


@misconception(ascent_step, "You subtract η times the gradient. To maximise l(W), add it.")
def descent(w: Vector[float], rows: Rows, labels: Labels, eta: float) -> list[float]:
    return [w_i - eta * g for w_i, g in zip(w, gradient(w, rows, labels))]


@misconception(
    ascent_step,
    "You update the weights one after another, using the weights already updated. "
    "Compute the whole gradient at the old weights first.",
)
def one_weight_at_a_time(w: Vector[float], rows: Rows, labels: Labels, eta: float) -> list[float]:
    new = list(w)
    for i in range(len(new)):
        new[i] = ascent_step(new, rows, labels, eta)[i]
    return new


@misconception(
    ascent_step,
    "You update the weights after every example, which is stochastic gradient ascent. "
    "Here, sum the gradient over all examples before you update.",
)
def one_example_at_a_time(w: Vector[float], rows: Rows, labels: Labels, eta: float) -> list[float]:
    for x, y in zip(rows, labels):
        w = ascent_step(w, [x], [y], eta)
    return list(w)


@misconception(
    ascent_step,
    "You return only the step. The new weight is the old weight plus the step: wᵢ + η ∂l/∂wᵢ.",
)
def old_weights_lost(w: Vector[float], rows: Rows, labels: Labels, eta: float) -> list[float]:
    return [eta * g for g in gradient(w, rows, labels)]


@misconception(
    ascent_step,
    "You do not update the intercept w₀. "
    "It changes by η times the sum of the errors, because X₀ = 1.",
)
def intercept_not_updated(w: Vector[float], rows: Rows, labels: Labels, eta: float) -> list[float]:
    return [w[0], *ascent_step(w, rows, labels, eta)[1:]]


@misconception(
    ascent_step,
    "You multiply the old weight by η too. Only the gradient is multiplied by η: wᵢ + η ∂l/∂wᵢ.",
)
def weights_scaled_too(w: Vector[float], rows: Rows, labels: Labels, eta: float) -> list[float]:
    return [eta * (w_i + g) for w_i, g in zip(w, gradient(w, rows, labels))]


@question(penalised_step, edges=PENALISED_STEPS, judge=SLOPE, valid=is_fair_regression_case)
def _(draw: Draw) -> Case:
    return *regression_case(draw), draw.of(RATES), draw.positive()


@misconception(
    penalised_step,
    "You average the gradient over the examples. Equation (26) uses the sum over all examples.",
)
def penalised_mean_for_sum(
    w: Vector[float], rows: Rows, labels: Labels, eta: float, lam: float
) -> list[float]:
    terms = zip(w, gradient(w, rows, labels))
    return [w_i + eta * (g / len(rows) - lam * w_i) for w_i, g in terms]


@misconception(
    penalised_step,
    "You move against the gradient, as in gradient descent. "
    "Equation (26) maximises, so it adds η times the gradient.",
)
def penalised_descent(
    w: Vector[float], rows: Rows, labels: Labels, eta: float, lam: float
) -> list[float]:
    return [2 * old - new for old, new in zip(w, penalised_step(w, rows, labels, eta, lam))]


@misconception(
    penalised_step,
    "Your error is P̂ − Y, so the data term has the wrong sign. "
    "Equation (26) has Y − P̂; your penalty term is right.",
)
def error_sign_reversed(
    w: Vector[float], rows: Rows, labels: Labels, eta: float, lam: float
) -> list[float]:
    return [a - eta * (g + lam * a) for a, g in zip(w, gradient(w, rows, labels))]


@misconception(
    penalised_step,
    "You update the weights one after another, using the weights already updated. "
    "Compute the whole gradient at the old weights first.",
)
def penalised_one_at_a_time(
    w: Vector[float], rows: Rows, labels: Labels, eta: float, lam: float
) -> list[float]:
    new = list(w)
    for i in range(len(new)):
        new[i] = penalised_step(new, rows, labels, eta, lam)[i]
    return new


@misconception(
    penalised_step,
    "You do not penalise the intercept w₀, as in many programs. "
    "Equation (26) penalises every wᵢ, also w₀.",
)
def intercept_unpenalised(
    w: Vector[float], rows: Rows, labels: Labels, eta: float, lam: float
) -> list[float]:
    penalised = penalised_step(w, rows, labels, eta, lam)
    return [penalised[0] + eta * lam * w[0], *penalised[1:]]


@misconception(
    penalised_step,
    "You penalise the intercept w₀ twice: once with all weights and once separately. "
    "Equation (26) penalises it once.",
)
def intercept_penalised_twice(
    w: Vector[float], rows: Rows, labels: Labels, eta: float, lam: float
) -> list[float]:
    penalised = penalised_step(w, rows, labels, eta, lam)
    return [penalised[0] - eta * lam * w[0], *penalised[1:]]


@misconception(
    penalised_step,
    "You subtract λ wᵢ without η. The penalty is part of the gradient, so subtract η λ wᵢ.",
)
def eta_missing_from_penalty(
    w: Vector[float], rows: Rows, labels: Labels, eta: float, lam: float
) -> list[float]:
    return [new - lam * w_i for new, w_i in zip(ascent_step(w, rows, labels, eta), w)]


@misconception(
    penalised_step,
    "You add η λ wᵢ, which moves the weights away from 0. Equation (26) subtracts it.",
)
def penalty_added(
    w: Vector[float], rows: Rows, labels: Labels, eta: float, lam: float
) -> list[float]:
    return [new + eta * lam * w_i for new, w_i in zip(ascent_step(w, rows, labels, eta), w)]


@misconception(
    penalised_step,
    "You divide both the gradient and the penalty by the number of examples. "
    "Equation (26) divides neither.",
)
def all_averaged(
    w: Vector[float], rows: Rows, labels: Labels, eta: float, lam: float
) -> list[float]:
    return penalised_step(w, rows, labels, eta / len(rows), lam)


@misconception(
    penalised_step,
    "You subtract the penalty once for every example. "
    "In equation (26) it is outside the sum, so subtract it once.",
)
def penalty_for_every_example(
    w: Vector[float], rows: Rows, labels: Labels, eta: float, lam: float
) -> list[float]:
    return penalised_step(w, rows, labels, eta, lam * len(rows))


@misconception(
    penalised_step,
    "You subtract η λ wᵢ², with the weight squared. "
    "The derivative of the penalty (λ/2) wᵢ² is λ wᵢ, so subtract η λ wᵢ.",
)
def square_for_its_derivative(
    w: Vector[float], rows: Rows, labels: Labels, eta: float, lam: float
) -> list[float]:
    unpenalised = ascent_step(w, rows, labels, eta)
    return [new - eta * lam * old * old for old, new in zip(w, unpenalised)]


@misconception(
    penalised_step,
    "You apply the penalty to the updated weights. "
    "Equation (26) uses the old weights in both terms.",
)
def new_weights_shrunk(
    w: Vector[float], rows: Rows, labels: Labels, eta: float, lam: float
) -> list[float]:
    return [new - eta * lam * new for new in ascent_step(w, rows, labels, eta)]


@misconception(
    penalised_step,
    "You subtract η λ from every weight. "
    "The penalty is proportional to the weight: subtract η λ wᵢ.",
)
def weight_missing_from_penalty(
    w: Vector[float], rows: Rows, labels: Labels, eta: float, lam: float
) -> list[float]:
    return [new - eta * lam for new in ascent_step(w, rows, labels, eta)]


@misconception(
    penalised_step, "You return only the step. Equation (26) adds the step to the old weight wᵢ."
)
def step_alone(w: Vector[float], rows: Rows, labels: Labels, eta: float, lam: float) -> list[float]:
    return [new - old for old, new in zip(w, penalised_step(w, rows, labels, eta, lam))]


@misconception(
    penalised_step, "You divide λ by the number of examples. Equation (26) does not divide λ."
)
def penalty_averaged(
    w: Vector[float], rows: Rows, labels: Labels, eta: float, lam: float
) -> list[float]:
    return penalised_step(w, rows, labels, eta, lam / len(rows))


@misconception(
    penalised_step,
    "You shrink the weights before you compute the predictions. "
    "Equation (26) uses the old weights in both terms.",
)
def shrunk_before_the_step(
    w: Vector[float], rows: Rows, labels: Labels, eta: float, lam: float
) -> list[float]:
    return ascent_step([w_i - eta * lam * w_i for w_i in w], rows, labels, eta)


@misconception(
    penalised_step,
    "You predict with equation (16), where a positive score favours Y = 0. "
    "In (26) a positive score favours Y = 1.",
)
def predictions_by_16(
    w: Vector[float], rows: Rows, labels: Labels, eta: float, lam: float
) -> list[float]:
    terms = zip(w, gradient([-w_i for w_i in w], rows, labels))
    return [w_i + eta * (g - lam * w_i) for w_i, g in terms]


@misconception(
    penalised_step,
    "You subtract η (λ/2) wᵢ. The derivative of the penalty (λ/2) wᵢ² is λ wᵢ, so subtract η λ wᵢ.",
)
def half_the_penalty(
    w: Vector[float], rows: Rows, labels: Labels, eta: float, lam: float
) -> list[float]:
    return penalised_step(w, rows, labels, eta, lam / 2)


@misconception(
    penalised_step,
    "You subtract 2 η λ wᵢ. The derivative of the penalty (λ/2) wᵢ² is λ wᵢ, so subtract η λ wᵢ.",
)
def twice_the_penalty(
    w: Vector[float], rows: Rows, labels: Labels, eta: float, lam: float
) -> list[float]:
    return penalised_step(w, rows, labels, eta, 2 * lam)


@misconception(
    penalised_step,
    "You leave out the penalty, as in section 3.2. Equation (26) also subtracts η λ wᵢ.",
)
def penalty_forgotten(
    w: Vector[float], rows: Rows, labels: Labels, eta: float, lam: float
) -> list[float]:
    return ascent_step(w, rows, labels, eta)


@question(
    shifted_step,
    edges=[(*case, [1.0, -1.0]) for case in PENALISED_STEPS[:2]],
    judge=SLOPE,
    valid=is_fair_regression_case,
)
def _(draw: Draw) -> Case:
    w, rows, labels = regression_case(draw)
    return w, rows, labels, draw.of(RATES), draw.positive(), weights(draw, len(w))


@misconception(
    shifted_step,
    "You shrink the weights towards 0. "
    "The prior mean here is μ, so the penalty term is −η λ (wᵢ − μᵢ).",
)
def shrunk_to_zero(
    w: Vector[float], rows: Rows, labels: Labels, eta: float, lam: float, mean: Vector[float]
) -> list[float]:
    return penalised_step(w, rows, labels, eta, lam)


@misconception(
    shifted_step, "You shrink the weights towards −μ. The penalty is on wᵢ − μᵢ, not on wᵢ + μᵢ."
)
def shrunk_to_minus_mean(
    w: Vector[float], rows: Rows, labels: Labels, eta: float, lam: float, mean: Vector[float]
) -> list[float]:
    return shifted_step(w, rows, labels, eta, lam, negated(mean))


@misconception(
    shifted_step, "You add η λ (wᵢ − μᵢ), which moves the weights away from μ. Subtract it."
)
def shifted_penalty_added(
    w: Vector[float], rows: Rows, labels: Labels, eta: float, lam: float, mean: Vector[float]
) -> list[float]:
    plain = ascent_step(w, rows, labels, eta)
    return [new + eta * lam * (w_i - m) for new, w_i, m in zip(plain, w, mean)]


@misconception(
    shifted_step,
    "You compute the predictions with μ as the weights. "
    "P̂ uses the weights W; μ appears only in the penalty.",
)
def gradient_at_the_mean(
    w: Vector[float], rows: Rows, labels: Labels, eta: float, lam: float, mean: Vector[float]
) -> list[float]:
    terms = zip(w, gradient(mean, rows, labels), mean)
    return [w_i + eta * g - eta * lam * (w_i - m) for w_i, g, m in terms]


ONE_EXAMPLE = [
    ([0.0, 0.0], [1.0, 2.0], 1, 0.5),
    ([0.0, 1.0], [1.0, -1.0], 0, 1.0),
    ([0.5, 0.0], [1.0, 3.0], 1, 0.5),
]


@question(
    stochastic_step,
    edges=ONE_EXAMPLE,
    judge=SLOPE,
    valid=lambda w, x, y, eta: is_fair_regression_case(w, [x]),
)
def _(draw: Draw) -> Case:
    width = draw.whole(1, 3)
    x = [1.0, *row(draw, width)]
    return weights(draw, 1 + width), x, draw.choose(2), draw.of(RATES)


@misconception(
    stochastic_step,
    "You round the prediction to 0 or 1, which is the perceptron rule. "
    "Here the prediction is the sigmoid, not rounded.",
)
def hard_prediction(w: Vector[float], x: Vector[float], y: int, eta: float) -> list[float]:
    return perceptron_step(w, x, y, eta)


@misconception(
    stochastic_step,
    "Your step has the wrong sign. "
    "The error is the label minus the prediction, and the step is added to the weights.",
)
def stochastic_descent(w: Vector[float], x: Vector[float], y: int, eta: float) -> list[float]:
    return [2 * old - new for old, new in zip(w, stochastic_step(w, x, y, eta))]


@misconception(
    stochastic_step,
    "You do not multiply the error by xᵢ, so every weight changes by the same amount. "
    "The step for wᵢ is η (y − μ) xᵢ.",
)
def error_without_feature(w: Vector[float], x: Vector[float], y: int, eta: float) -> list[float]:
    return [w_i + eta * residuals(w, [x], [y])[0] for w_i in w]


@misconception(
    stochastic_step,
    "You multiply the error by μ (1 − μ), which is the gradient of the squared error. "
    "In the gradient of the log likelihood this factor cancels.",
)
def stochastic_squares(w: Vector[float], x: Vector[float], y: int, eta: float) -> list[float]:
    mu = sigmoid(dot(w, x))
    return [w_i + eta * (y - mu) * mu * (1 - mu) * x_i for w_i, x_i in zip(w, x)]


@misconception(
    stochastic_step,
    "You use the score θᵀx itself as the prediction, as in linear regression. "
    "Here the prediction is σ(θᵀx).",
)
def linear_prediction(w: Vector[float], x: Vector[float], y: int, eta: float) -> list[float]:
    return [w_i + eta * (y - dot(w, x)) * x_i for w_i, x_i in zip(w, x)]


@misconception(
    stochastic_step,
    "You round the prediction to 0 or 1, which is the perceptron rule. "
    "Here the prediction is the sigmoid, not rounded.",
)
def prediction_rounded_down(w: Vector[float], x: Vector[float], y: int, eta: float) -> list[float]:
    return [w_i + eta * (y - (dot(w, x) > 0)) * x_i for w_i, x_i in zip(w, x)]


@misconception(
    stochastic_step, "You use −1 and +1 as labels. In the error y − μ, the label y is 0 or 1."
)
def labels_as_signs(w: Vector[float], x: Vector[float], y: int, eta: float) -> list[float]:
    error = 2 * y - 1 - sigmoid(dot(w, x))
    return [w_i + eta * error * x_i for w_i, x_i in zip(w, x)]


def is_clear_score(w: Vector[float], x: Vector[float], y: int, eta: float) -> bool:
    """Return whether x has its leading 1, and rounding cannot change the sign of the score.

    The score must be exactly zero, and computed exactly, or clearly different from zero.
    """
    score = abs(dot(w, x))
    are_halves = all(2 * number == int(2 * number) for number in (*w, *x))
    return x[0] == 1 and (score > 1e-9 or (score == 0 and are_halves))


@question(
    perceptron_step,
    edges=[*ONE_EXAMPLE, ([0.0, 0.0], [1.0, 2.0], 0, 1.0), ([1.0, -1.0], [1.0, 1.0], 1, 1.0)],
    judge=SLOPE,
    valid=is_clear_score,
)
def _(draw: Draw) -> Case:
    width = draw.whole(1, 3)
    x = [1.0, *row(draw, width)]
    return weights(draw, 1 + width), x, draw.choose(2), draw.of(RATES)


@misconception(
    perceptron_step,
    "You predict with the sigmoid, as in stochastic gradient ascent. "
    "The perceptron predicts exactly 0 or 1.",
)
def soft_prediction(w: Vector[float], x: Vector[float], y: int, eta: float) -> list[float]:
    return stochastic_step(w, x, y, eta)


@misconception(
    perceptron_step,
    "You predict 0 when the score is exactly 0. The rule 1{θᵀx ≥ 0} predicts 1 there.",
)
def zero_at_score_zero(w: Vector[float], x: Vector[float], y: int, eta: float) -> list[float]:
    error = y - (1 if dot(w, x) > 0 else 0)
    return [w_i + eta * error * x_i for w_i, x_i in zip(w, x)]


@misconception(
    perceptron_step,
    "You predict −1 or +1, but the labels are 0 and 1. The perceptron rule predicts 0 or 1.",
)
def predictions_as_signs(w: Vector[float], x: Vector[float], y: int, eta: float) -> list[float]:
    error = y - (1 if dot(w, x) >= 0 else -1)
    return [w_i + eta * error * x_i for w_i, x_i in zip(w, x)]


@misconception(
    perceptron_step,
    "Your step has the wrong sign. "
    "The error is the label minus the prediction, and the step is added to the weights.",
)
def perceptron_descent(w: Vector[float], x: Vector[float], y: int, eta: float) -> list[float]:
    return [2 * old - new for old, new in zip(w, perceptron_step(w, x, y, eta))]


@misconception(perceptron_step, "You leave out η. The step is η times the error times xᵢ.")
def eta_forgotten(w: Vector[float], x: Vector[float], y: int, eta: float) -> list[float]:
    return perceptron_step(w, x, y, 1.0)


@misconception(
    perceptron_step,
    "You use the score itself as the prediction, as in linear regression. "
    "The perceptron predicts 0 or 1.",
)
def score_as_prediction(w: Vector[float], x: Vector[float], y: int, eta: float) -> list[float]:
    return [w_i + eta * (y - dot(w, x)) * x_i for w_i, x_i in zip(w, x)]
