"""Sections 3.2 and 3.3. What logistic regression maximises, and how steeply it climbs.

    rows    the examples, each with the leading 1 of `with_intercept`
    labels  0 or 1, one for each row
    w       the weights, w[0] the bias;  s = Σᵢ wᵢ xᵢ;  P(Y = 1 | x) = σ(s), as in (25)
    lam     λ, the strength of the penalty
    kappa   κ, the standard deviation of the prior on each weight: λ = 1/κ²
"""

from collections.abc import Callable, Mapping, Sequence
from math import exp, inf, log, pi

from textbook_ml.errors import require, require_same_length
from textbook_ml.linalg import Vector, dot, mat_vec, weighted_gram
from textbook_ml.numeric import Num, exact, in_kind, require_distribution
from textbook_ml.registry import equation
from textbook_ml.stable import log_sigmoid, safe_log, safe_sum, sigmoid, softplus

Rows = Sequence[Sequence[float]]
Labels = Sequence[int]


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
)
def conditional_log_likelihood(w: Vector[float], rows: Rows, labels: Labels) -> float:
    """The conditional log likelihood: of two terms, each example's label picks one.

        l(W) = Σ_l Yˡ ln P(Yˡ = 1 | Xˡ, W) + (1 − Yˡ) ln P(Yˡ = 0 | Xˡ, W)

    >>> conditional_log_likelihood([0.0, 0.0], [[1.0, -1.0], [1.0, 2.0]], [0, 1]) == -2 * log(2)
    True
    """
    scores = _scores(w, rows, labels)
    return safe_sum(log_sigmoid(s) if y else log_sigmoid(-s) for s, y in zip(scores, labels))


@equation("mitchell-s3.2-ll-simplified", "sontag-cll")
def simplified_log_likelihood(w: Vector[float], rows: Rows, labels: Labels) -> float:
    """The same after two lines of algebra.

        l(W) = Σ_l Yˡ (w₀ + Σᵢ wᵢ Xᵢˡ) − ln(1 + exp(w₀ + Σᵢ wᵢ Xᵢˡ))

    >>> simplified_log_likelihood([0.0, 0.0], [[1.0, -1.0], [1.0, 2.0]], [0, 1]) == -2 * log(2)
    True
    """
    scores = _scores(w, rows, labels)
    return safe_sum([y * s for s, y in zip(scores, labels)] + [-softplus(s) for s in scores])


@equation("xing-cll", "xing-objective", "xing-ga-objective")
def xing_log_likelihood(w: Vector[float], rows: Rows, labels: Labels) -> float:
    """The same in Xing's form, with its sign put right.

        l(θ) = Σᵢ (yᵢ − 1) θᵀxᵢ + ln μ(xᵢ),   ln μ = −ln(1 + e^(−θᵀx))

    >>> xing_log_likelihood([0.0, 0.0], [[1.0, -1.0], [1.0, 2.0]], [0, 1]) == -2 * log(2)
    True
    """
    scores = _scores(w, rows, labels)
    linear = [(y - 1) * s for s, y in zip(scores, labels)]
    return safe_sum(linear + [log_sigmoid(s) for s in scores])


@equation("sontag-cll")
def signed_log_likelihood(w: Vector[float], rows: Rows, signs: Labels) -> float:
    """The same for labels −1 and +1: each example counts by its margin y s.

        l(W) = Σᵢ ln(1 / (1 + exp(−yᵢ (w₀ + w · xᵢ))))

    >>> signed_log_likelihood([0.0, 0.0], [[1.0, -1.0], [1.0, 2.0]], [-1, 1]) == -2 * log(2)
    True
    """
    require_same_length(rows=rows, labels=signs)
    require_signs(signs)
    return safe_sum(log_sigmoid(y * s) for s, y in zip(_scores(w, rows), signs))


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
    """The prediction errors, which drive all learning; no finite weights make them zero.

        Yˡ − P̂(Yˡ = 1 | Xˡ, W)

    >>> residuals([0.0, 0.0], [[1.0, -1.0], [1.0, 2.0]], [0, 1])
    [-0.5, 0.5]
    """
    # 1 − σ(s) is σ(−s), which keeps its digits where the subtraction would lose them.
    return [sigmoid(-s) if y else -sigmoid(s) for s, y in zip(_scores(w, rows, labels), labels)]


@equation("mitchell-s3.2-gradient", "xing-gradient", "sontag-gradient")
def gradient(w: Vector[float], rows: Rows, labels: Labels) -> list[float]:
    """The gradient of the conditional log likelihood: each feature against the errors.

        ∂l/∂wᵢ = Σ_l Xᵢˡ (Yˡ − P̂(Yˡ = 1 | Xˡ, W))

    >>> gradient([0.0, 0.0], [[1.0, -1.0], [1.0, 2.0]], [0, 1])
    [0.0, 1.5]
    """
    errors = residuals(w, rows, labels)
    return [dot(column, errors) for column in zip(*rows)]


@equation("sontag-gradient-def")
def numerical_gradient(
    f: Callable[[list[float]], float], w: Vector[float], step: float = 2.0**-17
) -> list[float]:
    """The gradient of any function, by central differences; h grows with wᵢ.

        ∂f/∂wᵢ ≈ (f(w + h eᵢ) − f(w − h eᵢ)) / 2h

    >>> numerical_gradient(lambda w: w[0] * w[0] + 3 * w[1], [1.0, 5.0])
    [2.0, 3.0]
    """

    require(0 < step < 1, f"the step is {step}: give a small one above 0")
    slopes = []
    for i, w_i in enumerate(w):
        h = step * max(1.0, abs(w_i))
        up, down = w_i + h, w_i - h
        rise = f([*w[:i], up, *w[i + 1 :]]) - f([*w[:i], down, *w[i + 1 :]])
        slopes.append(rise / (up - down))
    return slopes


@equation("mitchell-s3.2-concave", "xing-concave", "sontag-concave")
def hessian(w: Vector[float], rows: Rows) -> list[list[float]]:
    """The second derivatives: never positive in any direction, so l(W) is concave.

        ∇²l(W) = −Σ_l P_l (1 − P_l) Xˡ Xˡᵀ,   P_l = P̂(Y = 1 | Xˡ, W)

    >>> hessian([0.0, 0.0], [[1.0, -1.0], [1.0, 2.0]])
    [[-0.5, -0.25], [-0.25, -1.25]]
    """
    curvature = [-sigmoid(s) * sigmoid(-s) for s in _scores(w, rows)]
    return weighted_gram(list(zip(*rows)), curvature)


# Section 3.3: penalties and priors.


@equation("mitchell-s3.3-penalised", "xing-map-objective", "sontag-map-estimate")
def penalised_log_likelihood(
    w: Vector[float], rows: Rows, labels: Labels, lam: float
) -> float:
    """The penalised log likelihood, with the bias penalised as the texts print it.

        l(W) − (λ/2) ‖W‖²

    >>> penalised_log_likelihood([1.0], [[0.0]], [1], lam=2.0) == -log(2) - 1
    True
    """
    require_penalty(lam)
    return conditional_log_likelihood(w, rows, labels) - lam / 2 * dot(w, w)


@equation("mitchell-s3.3-gradient", "sontag-map-reg")
def penalised_gradient(
    w: Vector[float], rows: Rows, labels: Labels, lam: float
) -> list[float]:
    """Its gradient: the plain one, pulled towards zero.

        Σ_l Xᵢˡ (Yˡ − P̂(Yˡ = 1 | Xˡ, W)) − λ wᵢ

    >>> penalised_gradient([0.0, 0.0], [[1.0, -1.0], [1.0, 2.0]], [0, 1], lam=1.0)
    [0.0, 1.5]
    """
    require_penalty(lam)
    return [g - lam * w_i for g, w_i in zip(gradient(w, rows, labels), w)]


@equation("mitchell-s3.3-map", "xing-map-prior")
def normal_log_prior(w: Vector[float], lam: float) -> float:
    """The Normal prior whose logarithm is the penalty, up to a constant.

        ln P(W) = −(λ/2) ‖W‖² + (n/2) ln(λ / 2π),   W ~ N(0, I/λ)

    >>> normal_log_prior([1.0, 1.0], lam=2 * pi) == -2 * pi
    True
    """
    require(0 < lam < inf, f"λ is {lam}, and the prior has variance 1/λ: give a λ above 0")
    return -lam / 2 * dot(w, w) + len(w) / 2 * log(lam / (2 * pi))


@equation("sontag-map-prior")
def kappa_log_prior(w: Vector[float], kappa: float) -> float:
    """The same prior as Sontag writes it, by the standard deviation of a weight.

        ln p(w) = Σᵢ ln(exp(−wᵢ² / 2κ²) / (κ √(2π)))

    >>> kappa_log_prior([1.0, 1.0], kappa=1.0) == -1 - log(2 * pi)
    True
    """
    return normal_log_prior(w, lam_from_kappa(kappa))


@equation("sontag-map-prior")
def lam_from_kappa(kappa: Num) -> Num:
    """The penalty that a prior of standard deviation κ stands for.

        λ = 1/κ²

    >>> lam_from_kappa(2.0)
    0.25
    """
    require(0 < kappa < inf, f"κ is {kappa}: a standard deviation is finite and above 0")
    lam = in_kind(1 / (exact(kappa) * exact(kappa)), kappa)
    require(lam > 0, f"κ is {kappa}, and 1/κ² is smaller than any float: use no penalty at all")
    return lam


@equation("mitchell-s3.3-nonzero-mean")
def shifted_log_prior(w: Vector[float], mean: Vector[float], lam: float) -> float:
    """A prior that expects particular weights, and not zero.

        ln P(W) = −(λ/2) ‖W − μ‖² + (n/2) ln(λ / 2π)

    >>> shifted_log_prior([3.0, 4.0], mean=[3.0, 4.0], lam=2 * pi)
    0.0
    """
    require_same_length(weights=w, means=mean)
    return normal_log_prior([w_i - m for w_i, m in zip(w, mean)], lam)


@equation("mitchell-s3.3-map-objective", "xing-map-def", "sontag-map-posterior")
def map_objective(
    w: Vector[float], rows: Rows, labels: Labels, log_prior: Callable[[Vector[float]], float]
) -> float:
    """What MAP maximises, under any prior; a flat one makes it maximum likelihood.

        Σ_l ln P(Yˡ | Xˡ, W) + ln P(W)

    >>> map_objective([0.0], [[1.0]], [1], log_prior=lambda w: -1.0) == -log(2) - 1
    True
    """
    return conditional_log_likelihood(w, rows, labels) + log_prior(w)


# Joint against conditional likelihood.


@equation("xing-data-likelihood", "sontag-likelihood")
def joint_log_likelihood(joint: Sequence[Mapping[int, float]], labels: Labels) -> float:
    """What generative learners maximise: the conditional and the marginal likelihood at once.

        Σⱼ ln P(xʲ, yʲ) = Σⱼ ln P(yʲ | xʲ) + Σⱼ ln P(xʲ)

    `joint[j][y]` is P(xʲ, y); the second sum is `marginal_log_likelihood`.

    >>> joint_log_likelihood([{0: 0.25, 1: 0.5}], [1]) == log(0.5)
    True
    """
    require_same_length(examples=joint, labels=labels)
    require(len(joint) > 0, "there are no examples: give at least one")
    for j, (p, y) in enumerate(zip(joint, labels)):
        require(y in p, f"example {j} has label {y!r}, and its probabilities are of {list(p)}")
    return safe_sum(safe_log(p[y]) for p, y in zip(joint, labels))


@equation("sontag-likelihood")
def marginal_log_likelihood(joint: Sequence[Mapping[int, float]]) -> float:
    """The part of the joint likelihood that classification does not need.

        Σⱼ ln P(xʲ) = Σⱼ ln Σ_y P(xʲ, y)

    >>> marginal_log_likelihood([{0: 0.25, 1: 0.5}]) == log(0.75)
    True
    """
    require(len(joint) > 0, "there are no examples: give at least one")
    for p in joint:
        require(len(p) > 0, "an example has no class: give the probability of each")
        require(min(p.values()) >= 0, f"{dict(p)} came: a probability is not negative")
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
    """The gradient with infinitely many examples: zero at the weights of a true naive Bayes.

        Σ_x Σ_y P(x, y) xᵢ (y − σ(Σᵢ wᵢ xᵢ))

    `population` is {(x, y): probability}, each x with its leading 1. Where it vanishes, both
    learners meet in the limit.

    >>> population_gradient([0.0], {((1.0,), 1): 0.5, ((1.0,), 0): 0.5})
    [0.0]
    """
    require_distribution(population, "the population")
    rows, labels = [x for x, _ in population], [y for _, y in population]
    shares = list(population.values())
    errors = [p * error for p, error in zip(shares, residuals(w, rows, labels))]
    return [dot(column, errors) for column in zip(*rows)]


def require_binary(labels: Labels) -> None:
    """Refuse labels other than 0 and 1."""
    for j, y in enumerate(labels):
        require(y in (0, 1), f"label {j} is {y!r}, and these formulas want 0 or 1")


def require_signs(signs: Labels) -> None:
    """Refuse labels other than −1 and +1."""
    for j, y in enumerate(signs):
        require(y in (-1, 1), f"label {j} is {y!r}, and a margin wants −1 or +1: use to_signs")


def require_penalty(lam: float) -> None:
    """Refuse a negative penalty: it would reward large weights without end."""
    require(0 <= lam < inf, f"λ is {lam}: the penalty must be finite and at least 0")


def _scores(w: Vector[float], rows: Rows, labels: Labels | None = None) -> list[float]:
    """w · x for every row; labels, if given, are checked to belong."""
    require(len(rows) > 0, "there are no examples: give at least one")
    if labels is not None:
        require_same_length(rows=rows, labels=labels)
        require_binary(labels)
    for j, x in enumerate(rows):
        require(
            len(x) == len(w),
            f"row {j} has {len(x)} numbers and there are {len(w)} weights: "
            "a row carries a leading 1 for the bias (with_intercept)",
        )
    return mat_vec(rows, w)
