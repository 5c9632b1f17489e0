"""Sections 3.2 and 3.3. The objective of logistic regression, its gradient and its Hessian.

rows    the examples, each with the leading 1 of `with_intercept`; a list, or a `Table`
labels  0 or 1, one for each row
w       the weights, w[0] the intercept;  s = Σᵢ wᵢ xᵢ;  P(Y = 1 | x) = σ(s), as in (25)
lam     λ, the penalty: one number as in the source texts, or one for each weight
kappa   κ, the standard deviation of the prior on each weight: λ = 1/κ²
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from math import exp, log, pi

from textbook_ml.core.elementwise import (
    log_sigmoids,
    minus_sigmoids,
    sigmoid_derivatives,
    sigmoids,
)
from textbook_ml.core.errors import TextbookError, number_text, quoted, require, require_same_length
from textbook_ml.core.linalg import (
    Vector,
    dot,
    mat_vec,
    minus,
    over_rows,
    total_over,
    weighted_gram,
    weighted_squares,
)
from textbook_ml.core.numeric import LARGEST_FLOAT, Num, as_float, require_distribution
from textbook_ml.core.stable import safe_log, safe_sum, softplus
from textbook_ml.core.tables import Table
from textbook_ml.sources.registry import equation

Rows = Sequence[Sequence[float]]
Labels = Sequence[int]
Penalty = float | Sequence[float]

BINARY = frozenset((0, 1))


@equation("mitchell-s3.2-mcle", "xing-cond-likelihood")
def conditional_likelihood(w: Vector[float], rows: Rows, labels: Labels) -> float:
    """The probability of the labels, given the inputs.

        Π_l P(Yˡ | Xˡ, W)

    >>> conditional_likelihood([0.0, 0.0], [[1.0, -1.0], [1.0, 2.0]], [0, 1])
    0.25
    """
    return exp(conditional_log_likelihood(w, rows, labels))


@equation(
    "mitchell-s3.2-mcle-log",
    "mitchell-s3.2-ll-def",
    "xing-mcle",
    "xing-cll-def",
    "sontag-cond-likelihood",
    line_of="mitchell-s3.2-ll-simplified",
)
def conditional_log_likelihood(w: Vector[float], rows: Rows, labels: Labels) -> float:
    """The conditional log likelihood; the label of each example selects one of two terms.

        l(W) = Σ_l Yˡ ln P(Yˡ = 1 | Xˡ, W) + (1 − Yˡ) ln P(Yˡ = 0 | Xˡ, W)

    >>> conditional_log_likelihood([0.0, 0.0], [[1.0, -1.0], [1.0, 2.0]], [0, 1]) == -2 * log(2)
    True
    """
    scores = _checked_scores(w, rows, labels)
    return total_over(rows, log_sigmoids([s if y else -s for s, y in zip(scores, labels)]))


@equation("mitchell-s3.2-ll-simplified")
def log_likelihood_by_odds(w: Vector[float], rows: Rows, labels: Labels) -> float:
    """The conditional log likelihood, line 2 of three: label times log odds, plus ln P(Y = 0).

        l(W) = Σ_l Yˡ ln(P(Yˡ = 1 | Xˡ, W) / P(Yˡ = 0 | Xˡ, W)) + ln P(Yˡ = 0 | Xˡ, W)

    >>> log_likelihood_by_odds([0.0, 0.0], [[1.0, -1.0], [1.0, 2.0]], [0, 1]) == -2 * log(2)
    True
    """
    scores = _checked_scores(w, rows, labels)
    log_p1, log_p0 = log_sigmoids(scores), log_sigmoids([-s for s in scores])
    return safe_sum(y * (ln_p1 - ln_p0) + ln_p0 for y, ln_p1, ln_p0 in zip(labels, log_p1, log_p0))


@equation("mitchell-s3.2-ll-simplified", "sontag-cll")
def simplified_log_likelihood(w: Vector[float], rows: Rows, labels: Labels) -> float:
    """The conditional log likelihood, line 3 of three: label times score, minus a softplus.

        l(W) = Σ_l Yˡ (w₀ + Σᵢ wᵢ Xᵢˡ) − ln(1 + exp(w₀ + Σᵢ wᵢ Xᵢˡ))

    >>> simplified_log_likelihood([0.0, 0.0], [[1.0, -1.0], [1.0, 2.0]], [0, 1]) == -2 * log(2)
    True
    """
    scores = _checked_scores(w, rows, labels)
    return safe_sum([y * s for s, y in zip(scores, labels)] + [-softplus(s) for s in scores])


@equation("xing-cll", "xing-objective", "xing-ga-objective")
def xing_log_likelihood(w: Vector[float], rows: Rows, labels: Labels) -> float:
    """The conditional log likelihood in Xing's form, with the sign corrected.

        l(θ) = Σᵢ (yᵢ − 1) θᵀxᵢ + ln μ(xᵢ),   ln μ = −ln(1 + e^(−θᵀx))

    >>> xing_log_likelihood([0.0, 0.0], [[1.0, -1.0], [1.0, 2.0]], [0, 1]) == -2 * log(2)
    True
    """
    scores = _checked_scores(w, rows, labels)
    linear = [(y - 1) * s for s, y in zip(scores, labels)]
    return safe_sum(linear + log_sigmoids(scores))


@equation("sontag-cll")
def signed_log_likelihood(w: Vector[float], rows: Rows, signs: Labels) -> float:
    """The conditional log likelihood for labels −1 and +1, a function of the margins y s.

        l(W) = Σᵢ ln(1 / (1 + exp(−yᵢ (w₀ + w · xᵢ))))

    >>> signed_log_likelihood([0.0, 0.0], [[1.0, -1.0], [1.0, 2.0]], [-1, 1]) == -2 * log(2)
    True
    """
    require_same_length(rows=rows, labels=signs)
    require_signs(signs)
    return total_over(rows, log_sigmoids([y * s for s, y in zip(_checked_scores(w, rows), signs)]))


@equation("sontag-map-pm1")
def to_signs(labels: Labels) -> list[int]:
    """Labels 0 and 1 as −1 and +1.

        y = 2t − 1

    >>> to_signs([0, 1])
    [-1, 1]
    """
    require_binary(labels)
    return [2 * t - 1 for t in labels]


@equation("mitchell-s3.2-error-term", "xing-discussion")
def residuals(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    """The prediction errors that the gradient sums; no finite weights make them 0.

        Yˡ − P̂(Yˡ = 1 | Xˡ, W)

    >>> residuals([0.0, 0.0], [[1.0, -1.0], [1.0, 2.0]], [0, 1])
    [-0.5, 0.5]
    """
    return minus_sigmoids(labels, _checked_scores(w, rows, labels))


# Sontag derives the gradient in four lines; the fourth is `gradient`.


@equation("sontag-gradient")
def gradient_by_terms(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    """The gradient, line 1: the derivatives of the two terms of l, here taken numerically.

        ∂l/∂wᵢ = Σⱼ (∂/∂wᵢ yʲ (w₀ + Σᵢ wᵢ xᵢʲ) − ∂/∂wᵢ ln(1 + exp(w₀ + Σᵢ wᵢ xᵢʲ)))

    >>> gradient_by_terms([0.0], [[1.0], [1.0]], [1, 1])
    [1.0]
    """
    linear = numerical_gradient(lambda v: dot(labels, _checked_scores(v, rows, labels)), w)
    softplus_part = numerical_gradient(
        lambda v: safe_sum(map(softplus, _checked_scores(v, rows))), w
    )
    return minus(linear, softplus_part)


@equation("sontag-gradient")
def gradient_expanded(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    """The gradient, line 2: both derivatives by the chain rule of calculus.

        ∂l/∂wᵢ = Σⱼ (yʲ xᵢʲ − xᵢʲ exp(w₀ + Σᵢ wᵢ xᵢʲ) / (1 + exp(w₀ + Σᵢ wᵢ xᵢʲ)))

    >>> gradient_expanded([0.0, 0.0], [[1.0, -1.0], [1.0, 2.0]], [0, 1])
    [0.0, 1.5]
    """
    p1 = sigmoids(_checked_scores(w, rows, labels))  # exp(s) / (1 + exp(s))
    return [
        safe_sum(y * x[i] - x[i] * p for x, y, p in zip(rows, labels, p1)) for i in range(len(w))
    ]


@equation("sontag-gradient")
def gradient_factored(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    """The gradient, line 3: xᵢʲ is factored out.

        ∂l/∂wᵢ = Σⱼ xᵢʲ (yʲ − exp(w₀ + Σᵢ wᵢ xᵢʲ) / (1 + exp(w₀ + Σᵢ wᵢ xᵢʲ)))

    >>> gradient_factored([0.0, 0.0], [[1.0, -1.0], [1.0, 2.0]], [0, 1])
    [0.0, 1.5]
    """
    p1 = sigmoids(_checked_scores(w, rows, labels))  # exp(s) / (1 + exp(s))
    return over_rows(rows, [y - p for y, p in zip(labels, p1)])


@equation("mitchell-s3.2-gradient", "xing-gradient", "sontag-gradient")
def gradient(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    """The gradient of the conditional log likelihood: each feature times the errors, summed.

        ∂l/∂wᵢ = Σ_l Xᵢˡ (Yˡ − P̂(Yˡ = 1 | Xˡ, W))

    >>> gradient([0.0, 0.0], [[1.0, -1.0], [1.0, 2.0]], [0, 1])
    [0.0, 1.5]
    """
    return over_rows(rows, residuals(w, rows, labels))


@equation("sontag-gradient-def")
def numerical_gradient(
    f: Callable[[list[float]], float], w: Vector[float], step: float = 2.0**-17
) -> list[float]:
    """The gradient of any function by central differences; h is proportional to |wᵢ|.

        ∂f/∂wᵢ ≈ (f(w + h eᵢ) − f(w − h eᵢ)) / 2h

    >>> numerical_gradient(lambda w: w[0] * w[0] + 3 * w[1], [1.0, 5.0])
    [2.0, 3.0]
    """

    require(0 < step < 1, f"the step must be between 0 and 1, got {step}. Fix: use a small step")
    slopes = []
    for i, w_i in enumerate(w):
        h = step * max(1.0, abs(w_i))
        up, down = w_i + h, w_i - h
        difference = f([*w[:i], up, *w[i + 1 :]]) - f([*w[:i], down, *w[i + 1 :]])
        slopes.append(difference / (up - down))
    return slopes


@equation("mitchell-s3.2-concave", "xing-concave", "sontag-concave")
def hessian(w: Vector[float], rows: Rows) -> list[list[float]]:
    """The Hessian: negative semi-definite, so l(W) is concave.

        ∇²l(W) = −Σ_l P_l (1 − P_l) Xˡ Xˡᵀ,   P_l = P̂(Y = 1 | Xˡ, W)

    >>> hessian([0.0, 0.0], [[1.0, -1.0], [1.0, 2.0]])
    [[-0.5, -0.25], [-0.25, -1.25]]
    """
    variances = sigmoid_derivatives(_checked_scores(w, rows))  # P (1 − P)
    return [[-h for h in row] for row in weighted_gram(rows, variances)]


def hessian_times(w: Vector[float], rows: Rows, v: Vector[float]) -> list[float]:
    """The Hessian times a vector, without computing the matrix.

        ∇²l(W) v = −Σ_l P_l (1 − P_l) (Xˡ · v) Xˡ

    >>> hessian_times([0.0, 0.0], [[1.0, -1.0], [1.0, 2.0]], [1.0, 0.0])
    [-0.5, -0.25]
    """
    variances = sigmoid_derivatives(_checked_scores(w, rows))
    return over_rows(rows, [-r * s for r, s in zip(variances, mat_vec(rows, v))])


# Section 3.3: penalties and priors.


@equation("mitchell-s3.3-penalised", "xing-map-objective", "sontag-map-estimate")
def penalised_log_likelihood(w: Vector[float], rows: Rows, labels: Labels, lam: Penalty) -> float:
    """The penalised log likelihood; the intercept is penalised too, as in the source texts.

        l(W) − (λ/2) ‖W‖²

    >>> penalised_log_likelihood([1.0], [[0.0]], [1], lam=2.0) == -log(2) - 1
    True
    """
    return conditional_log_likelihood(w, rows, labels) - penalty(w, lam)


def penalty(w: Vector[float], lam: Penalty) -> float:
    """The quadratic penalty (λ/2) ‖W‖² = Σᵢ λᵢ wᵢ² / 2.

    >>> penalty([3.0, 4.0], 2.0), penalty([3.0, 4.0], [0.0, 2.0])
    (25.0, 16.0)
    """
    return weighted_squares([l_i / 2 for l_i in penalties(lam, w)], w)


@equation("mitchell-s3.3-gradient", "sontag-map-reg")
def penalised_gradient(w: Vector[float], rows: Rows, labels: Labels, lam: Penalty) -> list[float]:
    """The gradient of the penalised log likelihood.

        Σ_l Xᵢˡ (Yˡ − P̂(Yˡ = 1 | Xˡ, W)) − λ wᵢ

    >>> penalised_gradient([0.0, 0.0], [[1.0, -1.0], [1.0, 2.0]], [0, 1], lam=1.0)
    [0.0, 1.5]
    """
    lams = penalties(lam, w)
    return [g - l_i * w_i for g, l_i, w_i in zip(gradient(w, rows, labels), lams, w)]


@equation("mitchell-s3.3-map", "xing-map-prior")
def normal_log_prior(w: Vector[float], lam: float) -> float:
    """The normal prior on the weights; its logarithm is the penalty, up to a constant.

        ln P(W) = −(λ/2) ‖W‖² + (n/2) ln(λ / 2π),   W ~ N(0, I/λ)

    >>> normal_log_prior([1.0, 1.0], lam=2 * pi) == -2 * pi
    True
    """
    require(
        lam > 0 and as_float(lam, "λ") / (2 * pi) > 0,
        "λ must be a float above 0, also after division by 2π, "
        f"got {number_text(lam)}: the prior has variance 1/λ",
    )
    return -penalty(w, lam) + len(w) / 2 * log(lam / (2 * pi))


@equation("sontag-map-prior")
def kappa_log_prior(w: Vector[float], kappa: float) -> float:
    """The normal prior as Sontag writes it, with the standard deviation κ of a weight.

        ln p(w) = Σᵢ ln(exp(−wᵢ² / 2κ²) / (κ √(2π)))

    >>> kappa_log_prior([1.0, 1.0], kappa=1.0) == -1 - log(2 * pi)
    True
    """
    return normal_log_prior(w, lam_from_kappa(kappa))


@equation("sontag-map-prior")
def lam_from_kappa(kappa: Num) -> Num:
    """The penalty λ of a normal prior with standard deviation κ.

        λ = 1/κ²

    >>> lam_from_kappa(2.0)
    0.25
    """
    require(
        0 < kappa <= LARGEST_FLOAT,
        f"κ must be a finite number above 0, got {number_text(kappa)}: it is a standard deviation",
    )
    lam = 1 / kappa / kappa
    require(
        0 < lam <= LARGEST_FLOAT,
        f"1/κ² must be a float above 0, got {number_text(lam)} for κ = {number_text(kappa)}. "
        "Fix: use no penalty",
    )
    return lam


@equation("mitchell-s3.3-nonzero-mean")
def shifted_log_prior(w: Vector[float], mean: Vector[float], lam: float) -> float:
    """A normal prior with mean μ instead of 0.

        ln P(W) = −(λ/2) ‖W − μ‖² + (n/2) ln(λ / 2π)

    >>> shifted_log_prior([3.0, 4.0], mean=[3.0, 4.0], lam=2 * pi)
    0.0
    """
    require_same_length(weights=w, means=mean)
    return normal_log_prior(minus(w, mean), lam)


@equation("mitchell-s3.3-map-objective", "xing-map-def", "sontag-map-posterior")
def map_objective(
    w: Vector[float], rows: Rows, labels: Labels, log_prior: Callable[[Vector[float]], float]
) -> float:
    """The objective of MAP estimation under any prior; a flat prior gives maximum likelihood.

        Σ_l ln P(Yˡ | Xˡ, W) + ln P(W)

    >>> map_objective([0.0], [[1.0]], [1], log_prior=lambda w: -1.0) == -log(2) - 1
    True
    """
    return conditional_log_likelihood(w, rows, labels) + log_prior(w)


# Comparison of the joint and the conditional likelihood.


@equation("xing-data-likelihood", "sontag-likelihood")
def joint_log_likelihood(joint: Sequence[Mapping[int, float]], labels: Labels) -> float:
    """The joint log likelihood, which generative models maximise.

        Σⱼ ln P(xʲ, yʲ) = Σⱼ ln P(yʲ | xʲ) + Σⱼ ln P(xʲ)

    `joint[j][y]` is P(xʲ, y); the second sum is `marginal_log_likelihood`.

    >>> joint_log_likelihood([{0: 0.25, 1: 0.5}], [1]) == log(0.5)
    True
    """
    require_same_length(examples=joint, labels=labels)
    require(len(joint) > 0, "there are no examples. Fix: pass at least one")
    for j, (p, y) in enumerate(zip(joint, labels)):
        if y not in p:
            raise TextbookError(
                f"the label of example {j} must be one of {quoted(list(p))}, got {quoted(y)}"
            )
    return safe_sum(safe_log(p[y]) for p, y in zip(joint, labels))


@equation("sontag-likelihood")
def marginal_log_likelihood(joint: Sequence[Mapping[int, float]]) -> float:
    """The marginal log likelihood of the inputs, which classification does not need.

        Σⱼ ln P(xʲ) = Σⱼ ln Σ_y P(xʲ, y)

    >>> marginal_log_likelihood([{0: 0.25, 1: 0.5}]) == log(0.75)
    True
    """
    require(len(joint) > 0, "there are no examples. Fix: pass at least one")
    for p in joint:
        require(len(p) > 0, "an example has no classes. Fix: pass the probability of each class")
        require(min(p.values()) >= 0, f"probabilities must not be negative, got {quoted(dict(p))}")
    return safe_sum(safe_log(safe_sum(p.values())) for p in joint)


@equation(
    "mitchell-s4-asymptotic-equal",
    "mitchell-s5-identical-limit",
    "xing-asymptotic-correct",
    "gwansiu-s3-asymptotic",
)
def population_gradient(
    w: Vector[float], population: Mapping[tuple[tuple[float, ...], int], float]
) -> list[float]:
    """The gradient for infinitely many examples: zero at the weights of a correct naive Bayes.

        Σ_x Σ_y P(x, y) xᵢ (y − σ(Σᵢ wᵢ xᵢ))

    `population` is {(x, y): probability}, each x with its leading 1. Where the gradient is zero,
    naive Bayes and logistic regression converge to the same weights.

    >>> population_gradient([0.0], {((1.0,), 1): 0.5, ((1.0,), 0): 0.5})
    [0.0]
    """
    require_distribution(population, "the population")
    rows, labels = [x for x, _ in population], [y for _, y in population]
    errors = residuals(w, rows, labels)
    return over_rows(rows, [p * error for p, error in zip(population.values(), errors)])


def penalties(lam: Penalty, w: Vector[float]) -> Sequence[float]:
    """Return λ for each weight: one number is repeated for all weights."""
    lams = lam if isinstance(lam, Sequence) else [lam] * len(w)
    if len(lams) != len(w):
        require_same_length(penalties=lams, weights=w)
    if not all(0 <= l_i <= LARGEST_FLOAT for l_i in lams):
        for l_i in lams:
            require_penalty(l_i)
    return lams


def require_binary(labels: Labels) -> None:
    """Raise TextbookError unless all labels are 0 or 1."""
    with suppress(TypeError):  # a label that cannot be in a set is not a number
        if set(labels) <= BINARY:
            return
    j, y = next((j, y) for j, y in enumerate(labels) if y not in (0, 1))
    raise TextbookError(f"labels must be 0 or 1, got {quoted(y)} at position {j}")


def require_signs(signs: Labels) -> None:
    """Raise TextbookError unless all labels are −1 or +1."""
    for j, y in enumerate(signs):
        if y not in (-1, 1):
            raise TextbookError(
                f"labels must be −1 or +1, got {quoted(y)} at position {j}. Fix: use to_signs"
            )


def require_penalty(lam: float) -> None:
    """Raise TextbookError unless λ ≥ 0: with a negative penalty there is no maximum."""
    if not 0 <= lam <= LARGEST_FLOAT:
        raise TextbookError(
            f"the penalty λ must be a finite number of at least 0, got {number_text(lam)}"
        )


def _checked_scores(w: Vector[float], rows: Rows, labels: Labels | None = None) -> list[float]:
    """w · x for each row, after checking that rows, weights and labels match."""
    require(len(rows) > 0, "there are no examples. Fix: pass at least one")
    if labels is not None:
        if len(rows) != len(labels):
            require_same_length(rows=rows, labels=labels)
        require_binary(labels)
    if not isinstance(rows, Table):
        for j, x in enumerate(rows):
            if len(x) != len(w):
                raise TextbookError(
                    f"row {j} must have one number for each of the {len(w)} weights, got {len(x)}: "
                    "the first number is the constant 1 of the intercept (with_intercept)"
                )
    return mat_vec(rows, w)
