"""Section 3.4. Many classes: equations (27) to (29).

    scores          one linear score for each class
    reference_w     Mitchell's K − 1 weight vectors; the last class has none, its score is 0
    w               Sontag's K weight vectors, one for each class
    rows            the examples, each with the leading 1 of `with_intercept`
    labels          class numbers 0 … K − 1
"""

from collections.abc import Sequence
from math import exp, fsum

from textbook_ml.equations.likelihood import Labels, Rows, require_penalty
from textbook_ml.equations.ascent import require_step
from textbook_ml.errors import require, require_same_length
from textbook_ml.linalg import Matrix, Vector, dot, mat_vec
from textbook_ml.numeric import Num, require_finite
from textbook_ml.registry import equation
from textbook_ml.stable import log_sum_exp, safe_sum


@equation("sontag-softmax", "mitchell-s3.4-sum-one")
def softmax(scores: Sequence[float]) -> list[float]:
    """Probabilities in proportion to the exponentials of the scores.

        P(Y = k | x) = exp(sₖ) / Σⱼ exp(sⱼ)

    Only differences count: adding one number to all scores changes nothing.

    >>> softmax([0.0, 0.0]), softmax([1e4, 0.0])
    ([0.5, 0.5], [1.0, 0.0])
    """
    require(len(scores) > 0, "no scores came: give one for each class")
    require_finite(scores, "the list of scores")
    top = max(scores)
    weights = [_exp_of_difference(s, top) for s in scores]
    whole = fsum(weights)
    lost = fsum([*weights, -whole])  # what the sum rounded away
    shares = [weight / whole for weight in weights]
    return [share - share * (lost / whole) for share in shares]


def _exp_of_difference(s: float, top: float) -> float:
    """exp(s − top), with what the difference rounds away."""
    gap = s - top
    weight = exp(gap)
    return weight + weight * fsum([s, -top, -gap]) if weight else 0.0


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
    """K weight vectors as K − 1: the last one is subtracted from all.

        wₖ − w_K   for k < K

    >>> to_reference([[1.0, 5.0], [3.0, 2.0]])
    [[-2.0, 3.0]]
    """
    require(len(w) > 0, "no weight vectors came: give one for each class")
    for row in w:
        require_same_length(weights=row, weights_of_the_last_class=w[-1])
        require_finite(row, "a weight vector")
    reference_w = [[a - b for a, b in zip(row, w[-1])] for row in w[:-1]]
    for row in reference_w:
        require_finite(row, "a difference of weight vectors")
    return reference_w


@equation("mitchell-s3.4-error-zero")
def softmax_residuals(reference_w: Matrix[float], rows: Rows, labels: Labels) -> list[list[float]]:
    """The errors of each row for all K classes; they sum to zero.

        δ(Yˡ = yⱼ) − P̂(Yˡ = yⱼ | Xˡ, W)

    >>> softmax_residuals([[0.0]], [[1.0]], [0])
    [[0.5, -0.5]]
    """
    require_examples(reference_w, rows, labels)
    residuals = []
    for x, y in zip(rows, labels):
        p = reference_softmax(reference_w, x)
        # 1 − p of the own class is the sum of the others, which keeps its digits.
        own = safe_sum(p_j for j, p_j in enumerate(p) if j != y)
        residuals.append([own if j == y else -p_j for j, p_j in enumerate(p)])
    return residuals


@equation("gwansiu-s2.3-learning")
def softmax_log_likelihood(reference_w: Matrix[float], rows: Rows, labels: Labels) -> float:
    """The conditional log likelihood for many classes, which (29) climbs.

        l(W) = Σ_l (s_{Yˡ}(Xˡ) − ln Σⱼ exp(sⱼ(Xˡ))) = −Σ_l ln Σⱼ exp(sⱼ(Xˡ) − s_{Yˡ}(Xˡ))

    >>> softmax_log_likelihood([[0.0]], [[1.0], [1.0]], [0, 1]) == -2 * log_sum_exp([0.0, 0.0])
    True
    """
    require_examples(reference_w, rows, labels)
    scores = [[*mat_vec(reference_w, x), 0.0] for x in rows]
    return -safe_sum(log_sum_exp([t - s[y] for t in s]) for s, y in zip(scores, labels))


@equation("mitchell-29", "mitchell-s3.4-special-26")
def softmax_gradient(
    reference_w: Matrix[float], rows: Rows, labels: Labels, lam: float = 0.0
) -> list[list[float]]:
    """The gradient that (29) follows, one vector for each class but the last.

        Σ_l Xᵢˡ (δ(Yˡ = yⱼ) − P̂(Yˡ = yⱼ | Xˡ, W)) − λ wⱼᵢ

    >>> softmax_gradient([[0.0, 0.0]], [[1.0, 3.0]], [0])
    [[0.5, 1.5]]
    """
    require_penalty(lam)
    errors = list(zip(*softmax_residuals(reference_w, rows, labels)))
    columns = list(zip(*rows))
    return [
        [dot(column, e) - lam * w_i for column, w_i in zip(columns, w_j)]
        for e, w_j in zip(errors, reference_w)
    ]


@equation("mitchell-29", "mitchell-s3.4-special-26", "gwansiu-s2.3-learning")
def softmax_step(
    reference_w: Matrix[float], rows: Rows, labels: Labels, eta: float, lam: float = 0.0
) -> list[list[float]]:
    """One step of gradient ascent for many classes; with K = 2 and y₁ = 1 it is (26).

        wⱼᵢ ← wⱼᵢ + η Σ_l Xᵢˡ (δ(Yˡ = yⱼ) − P̂(Yˡ = yⱼ | Xˡ, W)) − η λ wⱼᵢ

    >>> softmax_step([[0.0, 0.0]], [[1.0, 3.0]], [0], eta=0.5)
    [[0.25, 0.75]]
    """
    require_step(eta)
    uphill = softmax_gradient(reference_w, rows, labels, lam)
    return [[a + eta * g for a, g in zip(w_j, g_j)] for w_j, g_j in zip(reference_w, uphill)]


def require_examples(reference_w: Matrix[float], rows: Rows, labels: Labels) -> None:
    """Refuse rows without labels, and labels that are not the number of a class."""
    require_same_length(rows=rows, labels=labels)
    require(len(rows) > 0, "there are no examples: give at least one")
    n_classes = len(reference_w) + 1
    for j, y in enumerate(labels):
        require(
            isinstance(y, int) and y in range(n_classes),
            f"label {j} is {y!r}, and the weights are for classes 0 to {n_classes - 1}",
        )
