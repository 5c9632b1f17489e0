"""Questions on penalties and priors of the weights: section 3.3."""

from math import log, pi, prod, sqrt

from textbook_ml.core.linalg import Vector, dot
from textbook_ml.equations.gaussian import normal_pdf
from textbook_ml.equations.likelihood import (
    Labels,
    Rows,
    conditional_log_likelihood,
    gradient,
    kappa_log_prior,
    lam_from_kappa,
    normal_log_prior,
    penalised_gradient,
    penalised_log_likelihood,
    shifted_log_prior,
)
from textbook_ml.questions.chapter.likelihood import ALL_ZERO, ONE, TWO
from textbook_ml.questions.framework.judge import Case, log_probability
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw
from textbook_ml.questions.framework.regression_cases import (
    SLOPE,
    is_fair_regression_case,
    regression_case,
)

PENALISED = [(*ONE, 1.0), (*TWO, 0.0), (*TWO, 2.0), (*ALL_ZERO, 1.0)]


@question(
    penalised_log_likelihood,
    edges=PENALISED,
    judge=log_probability(),
    valid=is_fair_regression_case,
)
def _(draw: Draw) -> Case:
    return *regression_case(draw), draw.positive()


@misconception(penalised_log_likelihood, "You subtract λ ‖W‖². The penalty is (λ/2) ‖W‖².")
def half_forgotten(w: Vector[float], rows: Rows, labels: Labels, lam: float) -> float:
    return penalised_log_likelihood(w, rows, labels, 2 * lam)


@misconception(
    penalised_log_likelihood,
    "You leave the intercept w₀ out of the penalty, as many "
    "programs do. In this equation, W includes w₀.",
)
def intercept_unpenalised(w: Vector[float], rows: Rows, labels: Labels, lam: float) -> float:
    return conditional_log_likelihood(w, rows, labels) - lam / 2 * dot(w[1:], w[1:])


@misconception(
    penalised_log_likelihood,
    "You add the penalty, which rewards large weights. The equation subtracts it.",
)
def penalty_added(w: Vector[float], rows: Rows, labels: Labels, lam: float) -> float:
    return conditional_log_likelihood(w, rows, labels) + lam / 2 * dot(w, w)


@misconception(penalised_log_likelihood, "You use the norm ‖W‖. The penalty has its square, Σ wᵢ².")
def norm_not_squared(w: Vector[float], rows: Rows, labels: Labels, lam: float) -> float:
    return conditional_log_likelihood(w, rows, labels) - lam / 2 * sqrt(dot(w, w))


@misconception(
    penalised_log_likelihood,
    "You average the log likelihood over the rows. The equation has the sum over all rows.",
)
def likelihood_averaged(w: Vector[float], rows: Rows, labels: Labels, lam: float) -> float:
    return conditional_log_likelihood(w, rows, labels) / len(rows) - lam / 2 * dot(w, w)


@misconception(
    penalised_log_likelihood,
    "You subtract λ Σ |wᵢ|, which is the L1 penalty. The equation has the L2 penalty, (λ/2) Σ wᵢ².",
)
def l1_penalty(w: Vector[float], rows: Rows, labels: Labels, lam: float) -> float:
    return conditional_log_likelihood(w, rows, labels) - lam * sum(map(abs, w))


@misconception(
    penalised_log_likelihood,
    "You subtract the penalty once for every example. The "
    "equation subtracts it once, outside the sum.",
)
def penalty_inside_the_sum(w: Vector[float], rows: Rows, labels: Labels, lam: float) -> float:
    return penalised_log_likelihood(w, rows, labels, lam * len(rows))


@misconception(
    penalised_log_likelihood, "You square the sum of the weights. ‖W‖² is the sum of their squares."
)
def sum_squared(w: Vector[float], rows: Rows, labels: Labels, lam: float) -> float:
    return conditional_log_likelihood(w, rows, labels) - lam / 2 * sum(w) * sum(w)


@question(penalised_gradient, edges=PENALISED, judge=SLOPE, valid=is_fair_regression_case)
def _(draw: Draw) -> Case:
    return *regression_case(draw), draw.positive()


@misconception(
    penalised_gradient,
    "You leave the intercept w₀ out of the penalty, as many programs do. The equation subtracts λ "
    "wᵢ for every i, including 0.",
)
def intercept_gradient_unpenalised(
    w: Vector[float], rows: Rows, labels: Labels, lam: float
) -> list[float]:
    pairs = zip(gradient(w, rows, labels), [0.0, *w[1:]])
    return [g - lam * w_i for g, w_i in pairs]


@misconception(
    penalised_gradient,
    "You add λ wᵢ, which moves the weights away from 0. The equation subtracts λ wᵢ.",
)
def penalty_gradient_added(w: Vector[float], rows: Rows, labels: Labels, lam: float) -> list[float]:
    return [g + lam * w_i for g, w_i in zip(gradient(w, rows, labels), w)]


@misconception(
    penalised_gradient,
    "You use the error P̂ − Y, as in the gradient of a loss. The "
    "equation has Y − P̂, and then subtracts λ wᵢ.",
)
def errors_negated(w: Vector[float], rows: Rows, labels: Labels, lam: float) -> list[float]:
    return [-g - lam * w_i for g, w_i in zip(gradient(w, rows, labels), w)]


@misconception(
    penalised_gradient,
    "You return the gradient of the loss. The gradient of the "
    "penalised log likelihood has the opposite sign.",
)
def gradient_of_the_loss(w: Vector[float], rows: Rows, labels: Labels, lam: float) -> list[float]:
    return [-derivative for derivative in penalised_gradient(w, rows, labels, lam)]


@misconception(penalised_gradient, "You subtract 2 λ wᵢ. The derivative of (λ/2) wᵢ² is λ wᵢ.")
def twice_the_penalty(w: Vector[float], rows: Rows, labels: Labels, lam: float) -> list[float]:
    return penalised_gradient(w, rows, labels, 2 * lam)


@misconception(
    penalised_gradient, "You average over the examples. The equation has the sum over all rows."
)
def mean_then_penalty(w: Vector[float], rows: Rows, labels: Labels, lam: float) -> list[float]:
    return [g / len(rows) - lam * w_i for g, w_i in zip(gradient(w, rows, labels), w)]


@misconception(
    penalised_gradient,
    "You subtract λ wᵢ once for every example. The equation subtracts it once, outside the sum.",
)
def penalty_per_example(w: Vector[float], rows: Rows, labels: Labels, lam: float) -> list[float]:
    return penalised_gradient(w, rows, labels, len(rows) * lam)


@misconception(
    penalised_gradient, "You subtract λ wᵢ². The derivative of the penalty (λ/2) wᵢ² is λ wᵢ."
)
def penalty_for_its_derivative(
    w: Vector[float], rows: Rows, labels: Labels, lam: float
) -> list[float]:
    return [g - lam * w_i * w_i for g, w_i in zip(gradient(w, rows, labels), w)]


@misconception(
    penalised_gradient, "You subtract the penalty (λ/2) wᵢ² itself. Its derivative is λ wᵢ."
)
def half_penalty_for_its_derivative(
    w: Vector[float], rows: Rows, labels: Labels, lam: float
) -> list[float]:
    return [g - lam / 2 * w_i * w_i for g, w_i in zip(gradient(w, rows, labels), w)]


@misconception(
    penalised_gradient,
    "You subtract λ sign(wᵢ), the derivative of the L1 penalty λ |wᵢ|. The derivative of the L2 "
    "penalty (λ/2) wᵢ² is λ wᵢ.",
)
def derivative_of_l1_penalty(
    w: Vector[float], rows: Rows, labels: Labels, lam: float
) -> list[float]:
    pairs = zip(gradient(w, rows, labels), w)
    return [g - lam * ((w_i > 0) - (w_i < 0)) for g, w_i in pairs]


@misconception(penalised_gradient, "You subtract (λ/2) wᵢ. The derivative of (λ/2) wᵢ² is λ wᵢ.")
def half_the_penalty(w: Vector[float], rows: Rows, labels: Labels, lam: float) -> list[float]:
    return penalised_gradient(w, rows, labels, lam / 2)


@misconception(penalised_gradient, "You leave out the penalty. The equation subtracts λ wᵢ.")
def penalty_forgotten(w: Vector[float], rows: Rows, labels: Labels, lam: float) -> list[float]:
    return gradient(w, rows, labels)


@question(
    normal_log_prior,
    edges=[([0.0], 1.0), ([1.0, 1.0], 1.0), ([2.0, 0.0, 1.0], 4.0)],
    judge=log_probability(),
)
def _(draw: Draw) -> Case:
    return draw.numbers(draw.length(1, 6)), draw.positive()


@misconception(
    normal_log_prior,
    "You compute the quadratic term alone. The log density also has the constant (n/2) ln(λ / 2π).",
)
def constant_forgotten(w: Vector[float], lam: float) -> float:
    return -lam / 2 * dot(w, w)


@misconception(
    normal_log_prior,
    "You add the constant ½ ln(λ / 2π) once. Each of the n weights contributes it.",
)
def constant_once(w: Vector[float], lam: float) -> float:
    return -lam / 2 * dot(w, w) + log(lam / (2 * pi)) / 2


@misconception(normal_log_prior, "You use λ as the variance. The variance of a weight is 1/λ.")
def lam_as_variance(w: Vector[float], lam: float) -> float:
    return normal_log_prior(w, 1 / lam)


@misconception(
    normal_log_prior,
    "You leave out the factor ½ in the exponent. The Gaussian log density has −(λ/2) ‖W‖².",
)
def prior_without_half(w: Vector[float], lam: float) -> float:
    return normal_log_prior(w, lam) - lam / 2 * dot(w, w)


@misconception(
    normal_log_prior,
    "You take the logarithm of a density that underflows to 0 for "
    "large weights. Add logarithms, without exp.",
)
def prior_underflows(w: Vector[float], lam: float) -> float:
    return log(prod(normal_pdf(w_i, 0.0, 1 / lam) for w_i in w))


@question(
    kappa_log_prior,
    edges=[([0.0], 1.0), ([1.0, 1.0], 2.0), ([2.0, 0.0, 1.0], 0.5)],
    judge=log_probability(),
    valid=lambda w, kappa: all(abs(w_i) <= 30 * kappa for w_i in w),  # exp does not underflow
)
def _(draw: Draw) -> Case:
    return draw.numbers(draw.length(1, 6)), draw.positive()


@misconception(
    kappa_log_prior, "You use κ as the variance. It is the standard deviation, so divide by 2κ²."
)
def kappa_as_variance(w: Vector[float], kappa: float) -> float:
    return normal_log_prior(w, 1 / kappa)


@misconception(kappa_log_prior, "You use κ as the penalty λ. The relation is λ = 1/κ².")
def kappa_as_penalty(w: Vector[float], kappa: float) -> float:
    return normal_log_prior(w, kappa)


@misconception(
    kappa_log_prior, "You leave out the constant. Every weight also contributes −ln(κ √(2π))."
)
def kappa_without_constant(w: Vector[float], kappa: float) -> float:
    return dot(w, w) / (-2 * kappa * kappa)


@misconception(
    kappa_log_prior, "You leave out the 2 in the denominator. The exponent is −wᵢ² / (2κ²)."
)
def exponent_doubled(w: Vector[float], kappa: float) -> float:
    return kappa_log_prior(w, kappa) + kappa_without_constant(w, kappa)


@question(lam_from_kappa, edges=[(1.0,), (2.0,), (0.5,), (10.0,)])
def _(draw: Draw) -> Case:
    return (draw.positive(),)


@misconception(
    lam_from_kappa, "You use κ as the variance. It is the standard deviation, so λ = 1/κ²."
)
def one_over_kappa(kappa: float) -> float:
    return 1 / kappa


@misconception(lam_from_kappa, "You return the variance κ². The penalty is its inverse, 1/κ².")
def variance_for_penalty(kappa: float) -> float:
    return kappa * kappa


@misconception(
    lam_from_kappa, "You return λ/2, the factor of ‖W‖² in the penalty. λ itself is 1/κ²."
)
def half_of_lam(kappa: float) -> float:
    return 1 / (2 * kappa * kappa)


@question(
    shifted_log_prior,
    edges=[([1.0], [1.0], 1.0), ([1.0], [0.0], 1.0), ([0.0, 2.0], [1.0, 1.0], 4.0)],
    judge=log_probability(),
)
def _(draw: Draw) -> Case:
    n = draw.length(1, 6)
    return draw.numbers(n), draw.numbers(n), draw.positive()


@misconception(
    shifted_log_prior,
    "You use a prior with mean 0. This prior has mean μ, so use ‖W − μ‖², not ‖W‖².",
)
def mean_forgotten(w: Vector[float], mean: Vector[float], lam: float) -> float:
    return normal_log_prior(w, lam)


@misconception(
    shifted_log_prior, "You add μ to the weights. The equation has the difference W − μ."
)
def mean_added(w: Vector[float], mean: Vector[float], lam: float) -> float:
    return normal_log_prior([w_i + m for w_i, m in zip(w, mean)], lam)


@misconception(
    shifted_log_prior, "You leave out the constant (n/2) ln(λ / 2π) of the Gaussian log density."
)
def shifted_constant_forgotten(w: Vector[float], mean: Vector[float], lam: float) -> float:
    return constant_forgotten([w_i - m for w_i, m in zip(w, mean)], lam)


@misconception(
    shifted_log_prior,
    "You compute ‖W‖² − ‖μ‖². The equation has ‖W − μ‖²: subtract first, then square.",
)
def squares_subtracted(w: Vector[float], mean: Vector[float], lam: float) -> float:
    return normal_log_prior(w, lam) + lam / 2 * dot(mean, mean)


@misconception(
    shifted_log_prior,
    "You take the logarithm of a density that underflows to 0 for "
    "weights far from μ. Add logarithms, without exp.",
)
def shifted_underflows(w: Vector[float], mean: Vector[float], lam: float) -> float:
    return log(prod(normal_pdf(w_i, m, 1 / lam) for w_i, m in zip(w, mean)))
