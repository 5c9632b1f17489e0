"""Section 3.4. Many classes: equations (27) to (29).

    scores          one linear score for each class
    reference_w     Mitchell's K − 1 weight vectors; the last class has none, its score is 0
    w               Sontag's K weight vectors, one for each class
    rows            the examples, each with the leading 1 of `with_intercept`; a list, or a `Table`
    labels          class numbers 0 … K − 1
    lam             λ, the penalty: one number, or one for each weight of a class

The functions called `softmax_…` take Mitchell's weights, those called `class_…` take Sontag's.
"""

from collections.abc import Sequence
from math import fsum

from textbook_ml.core.elementwise import (
    log_softmax_of_labels,
    minus_softmax,
    shifted_exponentials,
)
from textbook_ml.core.errors import TextbookError, require, require_same_length
from textbook_ml.core.linalg import Matrix, Vector, mat_vec, minus, over_rows, total_over
from textbook_ml.core.numeric import Num, as_float, require_finite
from textbook_ml.core.stable import log_sum_exp
from textbook_ml.equations.ascent import gradient_step
from textbook_ml.equations.likelihood import Labels, Penalty, Rows, penalties
from textbook_ml.sources.registry import equation


@equation("sontag-softmax", "mitchell-s3.4-sum-one")
def softmax(scores: Sequence[float]) -> list[float]:
    """Softmax: probabilities proportional to the exponentials of the scores.

        P(Y = k | x) = exp(sₖ) / Σⱼ exp(sⱼ)

    Only differences of scores matter: adding the same number to all scores changes nothing.

    >>> softmax([0.0, 0.0]), softmax([1e4, 0.0])
    ([0.5, 0.5], [1.0, 0.0])
    """
    require(len(scores) > 0, "there are no scores. Fix: pass one score for each class")
    require_finite(scores, "the list of scores")
    float_scores = [as_float(s, "a score") for s in scores]
    # exp(sₖ − max s): the common factor exp(−max s) cancels
    weights = shifted_exponentials(float_scores)
    denominator = fsum(weights)
    return [weight / denominator for weight in weights]


@equation("mitchell-27", "mitchell-28", "mitchell-s3.4-special-case")
def reference_softmax(reference_w: Matrix[float], x: Vector[float]) -> list[float]:
    """Mitchell's form: K − 1 weight vectors, and the last class as the reference.

        P(Y = yₖ | x) = exp(wₖ · x) / (1 + Σⱼ exp(wⱼ · x))   for k < K
        P(Y = y_K | x) = 1 / (1 + Σⱼ exp(wⱼ · x))

    With K = 2 this is (24) and (25) if y₁ = 1, and (16) and (17) if y₁ = 0.

    >>> reference_softmax([[0.0, 0.0]], [1.0, 5.0])
    [0.5, 0.5]
    """
    return softmax([*mat_vec(reference_w, x), 0.0])


@equation("xing-softmax")
def xing_softmax(theta: Matrix[float], x: Vector[float]) -> list[float]:
    """Xing's form, with negative exponents: his θ are the negatives of the usual weights.

        P(yᵏ = 1 | x) = exp(−θₖᵀx) / Σⱼ exp(−θⱼᵀx)

    >>> xing_softmax([[1.0], [1.0]], [3.0])
    [0.5, 0.5]
    """
    return softmax([-s for s in mat_vec(theta, x)])


@equation("sontag-softmax")
def to_reference(w: Matrix[Num]) -> list[list[Num]]:
    """Convert K weight vectors to K − 1: subtract the last vector from all others.

        wₖ − w_K   for k < K

    >>> to_reference([[1.0, 5.0], [3.0, 2.0]])
    [[-2.0, 3.0]]
    """
    require(len(w) > 0, "there are no weight vectors. Fix: pass one vector for each class")
    for row in w:
        require_same_length(weights=row, weights_of_the_last_class=w[-1])
        require_finite(row, "a weight vector")
    reference_w = [minus(row, w[-1]) for row in w[:-1]]
    for row in reference_w:
        require_finite(row, "a difference of weight vectors")
    return reference_w


def with_reference(reference_w: Matrix[float], rows: Rows) -> list[Vector[float]]:
    """Convert K − 1 weight vectors to K: add the vector 0 for the reference class.

    >>> with_reference([[1.0, 5.0]], [[1.0, 2.0]])
    [[1.0, 5.0], [0.0, 0.0]]
    """
    require(len(rows) > 0, "there are no examples. Fix: pass at least one")
    return [*reference_w, [0.0] * len(rows[0])]


@equation("mitchell-s3.4-error-zero")
def softmax_residuals(reference_w: Matrix[float], rows: Rows, labels: Labels) -> list[list[float]]:
    """The prediction errors of each row for all K classes; they sum to zero.

        δ(Yˡ = yⱼ) − P̂(Yˡ = yⱼ | Xˡ, W)

    >>> softmax_residuals([[0.0]], [[1.0]], [0])
    [[0.5, -0.5]]
    """
    errors = class_residuals(with_reference(reference_w, rows), rows, labels)
    return [list(row_errors) for row_errors in zip(*errors)]


@equation("mitchell-s3.4-error-zero")
def class_residuals(w: Matrix[float], rows: Rows, labels: Labels) -> list[list[float]]:
    """The prediction errors of each class for all rows.

        δ(Yˡ = yₖ) − P̂(Yˡ = yₖ | Xˡ, W)

    >>> class_residuals([[0.0], [0.0]], [[1.0]], [0])
    [[0.5], [-0.5]]
    """
    return minus_softmax(labels, class_scores(w, rows, labels))


@equation("gwansiu-s2.3-learning")
def softmax_log_likelihood(reference_w: Matrix[float], rows: Rows, labels: Labels) -> float:
    """The conditional log likelihood for many classes, which (29) maximises.

        l(W) = Σ_l (s_{Yˡ}(Xˡ) − ln Σⱼ exp(sⱼ(Xˡ))) = −Σ_l ln Σⱼ exp(sⱼ(Xˡ) − s_{Yˡ}(Xˡ))

    >>> softmax_log_likelihood([[0.0]], [[1.0], [1.0]], [0, 1]) == -2 * log_sum_exp([0.0, 0.0])
    True
    """
    return class_log_likelihood(with_reference(reference_w, rows), rows, labels)


@equation("gwansiu-s2.3-learning")
def class_log_likelihood(w: Matrix[float], rows: Rows, labels: Labels) -> float:
    """The conditional log likelihood with a weight vector for each class.

        l(W) = Σ_l (s_{Yˡ}(Xˡ) − ln Σⱼ exp(sⱼ(Xˡ)))

    >>> class_log_likelihood([[5.0], [5.0]], [[1.0], [1.0]], [0, 1]) == -2 * log_sum_exp([0.0, 0.0])
    True
    """
    return total_over(rows, log_softmax_of_labels(class_scores(w, rows, labels), labels))


@equation("mitchell-29", "mitchell-s3.4-special-26")
def softmax_gradient(
    reference_w: Matrix[float], rows: Rows, labels: Labels, lam: Penalty = 0.0
) -> list[list[float]]:
    """The gradient that (29) follows, one vector for each class except the last.

        Σ_l Xᵢˡ (δ(Yˡ = yⱼ) − P̂(Yˡ = yⱼ | Xˡ, W)) − λ wⱼᵢ

    >>> softmax_gradient([[0.0, 0.0]], [[1.0, 3.0]], [0])
    [[0.5, 1.5]]
    """
    *errors, _ = class_residuals(with_reference(reference_w, rows), rows, labels)
    return _penalised_gradients(reference_w, [over_rows(rows, e_j) for e_j in errors], lam)


@equation("mitchell-29")
def class_gradient(
    w: Matrix[float], rows: Rows, labels: Labels, lam: Penalty = 0.0
) -> list[list[float]]:
    """The gradient with a weight vector for each class.

        Σ_l Xᵢˡ (δ(Yˡ = yₖ) − P̂(Yˡ = yₖ | Xˡ, W)) − λ wₖᵢ

    >>> class_gradient([[0.0, 0.0], [0.0, 0.0]], [[1.0, 3.0]], [0])
    [[0.5, 1.5], [-0.5, -1.5]]
    """
    errors = class_residuals(w, rows, labels)
    return _penalised_gradients(w, [over_rows(rows, e_k) for e_k in errors], lam)


def _penalised_gradients(
    w: Matrix[float], gradient: Matrix[float], lam: Penalty
) -> list[list[float]]:
    """Return g − λ w for each class."""
    return [
        [g - l_i * w_i for g, l_i, w_i in zip(g_k, penalties(lam, w_k), w_k)]
        for g_k, w_k in zip(gradient, w)
    ]


@equation("mitchell-29", "mitchell-s3.4-special-26", "gwansiu-s2.3-learning")
def softmax_step(
    reference_w: Matrix[float], rows: Rows, labels: Labels, eta: float, lam: Penalty = 0.0
) -> list[list[float]]:
    """One step of gradient ascent for many classes; with K = 2 and y₁ = 1 it is (26).

        wⱼᵢ ← wⱼᵢ + η Σ_l Xᵢˡ (δ(Yˡ = yⱼ) − P̂(Yˡ = yⱼ | Xˡ, W)) − η λ wⱼᵢ

    >>> softmax_step([[0.0, 0.0]], [[1.0, 3.0]], [0], eta=0.5)
    [[0.25, 0.75]]
    """
    g = softmax_gradient(reference_w, rows, labels, lam)
    return [gradient_step(w_j, g_j, eta) for w_j, g_j in zip(reference_w, g)]


@equation("mitchell-29")
def class_step(
    w: Matrix[float], rows: Rows, labels: Labels, eta: float, lam: Penalty = 0.0
) -> list[list[float]]:
    """One step of gradient ascent with a weight vector for each class.

        wₖᵢ ← wₖᵢ + η Σ_l Xᵢˡ (δ(Yˡ = yₖ) − P̂(Yˡ = yₖ | Xˡ, W)) − η λ wₖᵢ

    >>> class_step([[0.0], [0.0]], [[1.0]], [0], eta=0.5)
    [[0.25], [-0.25]]
    """
    g = class_gradient(w, rows, labels, lam)
    return [gradient_step(w_k, g_k, eta) for w_k, g_k in zip(w, g)]


def class_scores(w: Matrix[float], rows: Rows, labels: Labels) -> list[list[float]]:
    """wₖ · x for each class and each row, after checking that rows, weights and labels match."""
    if len(rows) != len(labels):
        require_same_length(rows=rows, labels=labels)
    require(len(rows) > 0, "there are no examples. Fix: pass at least one")
    classes = range(len(w))
    for j, y in enumerate(labels):
        if not (isinstance(y, int) and y in classes):
            raise TextbookError(
                f"labels must be class numbers from 0 to {len(w) - 1}, got {y!r} at position {j}"
            )
    return [mat_vec(rows, w_k) for w_k in w]
