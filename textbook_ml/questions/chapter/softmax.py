"""Questions on the softmax for many classes: section 3.4, equations (27) and (28)."""

from collections.abc import Sequence
from math import exp, fsum, log

from textbook_ml.core.linalg import Matrix, Vector, mat_vec
from textbook_ml.core.stable import sigmoid
from textbook_ml.equations.softmax import reference_softmax, softmax, to_reference, xing_softmax
from textbook_ml.questions.framework.judge import Case, close, distribution
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw
from textbook_ml.questions.framework.regression_cases import (
    are_fair_regression_cases,
    negated,
    row,
    weights,
)


def naive_softmax(scores: Sequence[float]) -> list[float]:
    """Return the naive softmax: exponentials divided by their sum, no maximum subtracted."""
    powers = [exp(s) for s in scores]
    return [power / fsum(powers) for power in powers]


@question(
    softmax,
    edges=[
        ([0.0],),
        ([0.0, 0.0],),
        ([1.0, 0.0, -1.0],),
        ([1000.0, 1000.0],),  # e^1000 overflows
        ([-1000.0, -1000.0],),  # e^−1000 underflows to 0
        ([10000.0, 0.0],),
    ],
    judge=distribution(),
)
def _(draw: Draw) -> Case:
    return (draw.numbers(draw.length(1, 8)),)


@misconception(
    softmax,
    "Your formula is correct, but exp may overflow, or every exp may underflow to 0. Subtract the "
    "largest score from all scores first.",
)
def maximum_not_subtracted(scores: Sequence[float]) -> list[float]:
    return naive_softmax(scores)


@misconception(
    softmax,
    "You divide the scores by their sum. The softmax divides the "
    "exponentials of the scores by their sum.",
)
def exponential_forgotten(scores: Sequence[float]) -> list[float]:
    return [s / fsum(scores) for s in scores]


@misconception(
    softmax,
    "You apply the sigmoid to every score, so the results do not "
    "sum to 1. Divide exp(sₖ) by Σⱼ exp(sⱼ).",
)
def sigmoid_of_each(scores: Sequence[float]) -> list[float]:
    return [sigmoid(s) for s in scores]


@misconception(
    softmax,
    "Your exponents have the wrong sign, so the largest score has the "
    "smallest probability. The softmax has exp(sₖ).",
)
def signs_reversed(scores: Sequence[float]) -> list[float]:
    return softmax(negated(scores))


@misconception(
    softmax, "You do not divide the exponentials by their sum. The probabilities must sum to 1."
)
def not_normalised(scores: Sequence[float]) -> list[float]:
    return [exp(s - max(scores)) for s in scores]


@misconception(
    softmax,
    "You return 1 for the largest score and 0 for all others. The softmax "
    "gives every class a positive probability.",
)
def argmax_for_softmax(scores: Sequence[float]) -> list[float]:
    return [1.0 if i == scores.index(max(scores)) else 0.0 for i in range(len(scores))]


@misconception(softmax, "You use powers of 2. The softmax has powers of e.")
def powers_of_two(scores: Sequence[float]) -> list[float]:
    return softmax([s * log(2) for s in scores])


@misconception(
    softmax,
    "You divide the scores by the largest one. Subtract the largest score instead, which does not "
    "change the probabilities.",
)
def divided_by_largest(scores: Sequence[float]) -> list[float]:
    return softmax([s / max(scores) for s in scores])


@question(
    reference_softmax,
    edges=[
        ([[0.0, 0.0]], [1.0, 5.0]),
        ([[1.0, 0.0], [0.0, 1.0]], [1.0, 2.0]),
        ([[1000.0]], [1.0]),
        ([[1000.0], [1000.0]], [1.0]),
    ],
    judge=distribution(),
    valid=lambda reference_w, x: are_fair_regression_cases(reference_w, [x]),
)
def _(draw: Draw) -> Case:
    width = draw.whole(1, 3)
    vectors = [weights(draw, 1 + width) for _ in range(draw.length(1, 4))]
    return vectors, [1.0, *row(draw, width)]


@misconception(
    reference_softmax,
    "You leave out the last class. Its score is 0, so the sum in (28) contains exp(0) = 1.",
)
def reference_forgotten(reference_w: Matrix[float], x: Vector[float]) -> list[float]:
    return softmax(mat_vec(reference_w, x))


@misconception(
    reference_softmax,
    "You leave the last class out of the denominator. Its score "
    "is 0, so add exp(0) = 1 to the sum.",
)
def last_not_summed(reference_w: Matrix[float], x: Vector[float]) -> list[float]:
    raised = [exp(score) for score in mat_vec(reference_w, x)]
    return [e / fsum(raised) for e in [*raised, 1.0]]


@misconception(
    reference_softmax,
    "You use the first class as the reference. In (27) and (28) it is the last class, y_K.",
)
def reference_first(reference_w: Matrix[float], x: Vector[float]) -> list[float]:
    return softmax([0.0, *mat_vec(reference_w, x)])


@misconception(
    reference_softmax, "Your exponents are negative, as in (16). Equation (27) has exp(wₖ · x)."
)
def exponents_negative(reference_w: Matrix[float], x: Vector[float]) -> list[float]:
    return softmax([*negated(mat_vec(reference_w, x)), 0.0])


@misconception(
    reference_softmax,
    "Your formula is correct, but exp overflows for large scores. Subtract the largest score from "
    "all scores, including the 0 of the reference class.",
)
def reference_overflows(reference_w: Matrix[float], x: Vector[float]) -> list[float]:
    return naive_softmax([*mat_vec(reference_w, x), 0.0])


@misconception(
    reference_softmax,
    "You give the last class the score 1. Its weights are 0, so its score is 0 and exp(0) = 1.",
)
def score_of_one(reference_w: Matrix[float], x: Vector[float]) -> list[float]:
    return softmax([*mat_vec(reference_w, x), 1.0])


@misconception(
    reference_softmax,
    "Your probabilities of the first K − 1 classes already sum to 1, so the last class gets 0. "
    "Add exp(0) = 1 to the denominator for the last class.",
)
def reference_gets_0(reference_w: Matrix[float], x: Vector[float]) -> list[float]:
    return [*softmax(mat_vec(reference_w, x)), 0.0]


@misconception(
    reference_softmax, "You return K − 1 probabilities. The last class also has one, equation (28)."
)
def reference_not_given(reference_w: Matrix[float], x: Vector[float]) -> list[float]:
    return reference_softmax(reference_w, x)[:-1]


@misconception(
    reference_softmax,
    "You apply the sigmoid to every score. All classes have the "
    "same denominator, 1 + Σⱼ exp(wⱼ · x).",
)
def sigmoid_for_each(reference_w: Matrix[float], x: Vector[float]) -> list[float]:
    own = [sigmoid(s) for s in mat_vec(reference_w, x)]
    return [*own, 1 - sum(own)]


@misconception(
    reference_softmax,
    "You compute the last probability as 1 minus the first one. Subtract "
    "the probabilities of all other classes from 1.",
)
def one_minus_the_first(reference_w: Matrix[float], x: Vector[float]) -> list[float]:
    first = reference_softmax(reference_w, x)[:-1]
    return [*first, 1 - first[0]]


@question(
    xing_softmax,
    edges=[
        ([[1.0], [1.0]], [1.0]),
        ([[1.0, 0.0], [0.0, 1.0]], [1.0, 2.0]),
        ([[-1000.0], [-1000.0]], [1.0]),
    ],
    judge=distribution(),
    valid=lambda theta, x: len(theta) > 1 and are_fair_regression_cases(theta, [x]),
)
def _(draw: Draw) -> Case:
    width = draw.whole(1, 3)
    vectors = [weights(draw, 1 + width) for _ in range(draw.length(2, 4))]
    return vectors, [1.0, *row(draw, width)]


@misconception(
    xing_softmax, "Your exponents are positive, as in Sontag's slides. Xing's exponents are −θₖᵀx."
)
def exponents_positive(theta: Matrix[float], x: Vector[float]) -> list[float]:
    return softmax(mat_vec(theta, x))


@misconception(
    xing_softmax,
    "You add a class with score 0, as Mitchell does. Xing has a vector θ for every class.",
)
def reference_added(theta: Matrix[float], x: Vector[float]) -> list[float]:
    return softmax([*negated(mat_vec(theta, x)), 0.0])


@misconception(
    xing_softmax,
    "You have the minus sign only in the numerator. The exponents "
    "in the denominator are negative too.",
)
def minus_in_numerator_only(theta: Matrix[float], x: Vector[float]) -> list[float]:
    scores = mat_vec(theta, x)
    return [exp(-s) / fsum(map(exp, scores)) for s in scores]


@misconception(
    xing_softmax,
    "Your formula is correct, but exp may overflow. Subtract the "
    "largest exponent from all exponents first.",
)
def xing_overflows(theta: Matrix[float], x: Vector[float]) -> list[float]:
    return naive_softmax(negated(mat_vec(theta, x)))


@question(
    to_reference,
    edges=[([[1.0, 5.0], [3.0, 2.0]],), ([[1.0], [2.0], [4.0]],), ([[1.0, 2.0]],)],
    judge=close(zero=1e-9),
    valid=lambda w: all(len(vector) > 0 for vector in w),
)
def _(draw: Draw) -> Case:
    return (draw.table(draw.length(2, 4), draw.whole(1, 3)),)


@misconception(
    to_reference, "You subtract the first vector. The reference is the last class, so subtract w_K."
)
def first_subtracted(w: Matrix[float]) -> list[list[float]]:
    return [[a - b for a, b in zip(vector, w[0])] for vector in w[1:]]


@misconception(to_reference, "Your signs are reversed. The equation is wₖ − w_K, not w_K − wₖ.")
def differences_negated(w: Matrix[float]) -> list[list[float]]:
    return [negated(vector) for vector in to_reference(w)]


@misconception(
    to_reference, "You keep the last vector, which is now 0. Return only the first K − 1 vectors."
)
def zeros_kept(w: Matrix[float]) -> list[list[float]]:
    return [*to_reference(w), [0.0] * len(w[-1])]


@misconception(
    to_reference,
    "You drop the last vector without subtracting it from the "
    "others. That changes the probabilities.",
)
def last_dropped(w: Matrix[float]) -> list[list[float]]:
    return [list(vector) for vector in w[:-1]]
