"""Questions on many classes: section 3.4, equations (27) to (29)."""

from collections.abc import Sequence
from math import exp, fsum, log

from textbook_ml.equations.softmax import reference_softmax, softmax, to_reference, xing_softmax
from textbook_ml.linalg import Matrix, Vector, mat_vec
from textbook_ml.questions.draw import Draw
from textbook_ml.questions.examples import are_posed, negated, row, weights
from textbook_ml.questions.judge import Case, close, distribution
from textbook_ml.questions.question import misconception, question
from textbook_ml.stable import sigmoid


def shares(scores: Sequence[float]) -> list[float]:
    """Exponentials over their sum, as the formula is printed: nothing is taken out first."""
    powers = [exp(s) for s in scores]
    return [power / fsum(powers) for power in powers]


@question(
    softmax,
    edges=[
        ([0.0],),
        ([0.0, 0.0],),
        ([1.0, 0.0, -1.0],),
        ([1000.0, 1000.0],),  # e^1000 is larger than any float
        ([-1000.0, -1000.0],),  # and e^−1000 is 0
        ([10000.0, 0.0],),
    ],
    judge=distribution(),
)
def _(draw: Draw) -> Case:
    return (draw.numbers(draw.length(1, 8)),)


@misconception(
    softmax,
    "Right, until exp overflows or every exp is 0: subtract the largest score from all first; "
    "only differences count.",
)
def maximum_not_taken_out(scores: Sequence[float]) -> list[float]:
    return shares(scores)


@misconception(softmax, "You share out the scores themselves; their exponentials are shared out.")
def exponential_forgotten(scores: Sequence[float]) -> list[float]:
    return [s / fsum(scores) for s in scores]


@misconception(
    softmax,
    "You take a sigmoid of every score; these do not sum to 1: divide exp(sₖ) by Σⱼ exp(sⱼ).",
)
def sigmoid_of_each(scores: Sequence[float]) -> list[float]:
    return [sigmoid(s) for s in scores]


@misconception(softmax, "Your exponents are negative, so the largest score is the least probable.")
def signs_turned(scores: Sequence[float]) -> list[float]:
    return softmax(negated(scores))


@misconception(
    softmax, "You take the exponentials but do not divide by their sum: they must sum to 1."
)
def not_normalised(scores: Sequence[float]) -> list[float]:
    return [exp(s - max(scores)) for s in scores]


@misconception(
    softmax, "You give everything to the largest score; the softmax gives each class its share."
)
def hard_maximum(scores: Sequence[float]) -> list[float]:
    return [1.0 if i == scores.index(max(scores)) else 0.0 for i in range(len(scores))]


@misconception(softmax, "You take powers of 2; exp is to base e.")
def powers_of_two(scores: Sequence[float]) -> list[float]:
    return softmax([s * log(2) for s in scores])


@misconception(
    softmax, "You divide the scores by the largest; only differences count, so it is subtracted."
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
    valid=lambda reference_w, x: are_posed(reference_w, [x]),
)
def _(draw: Draw) -> Case:
    width = draw.whole(1, 3)
    vectors = [weights(draw, 1 + width) for _ in range(draw.length(1, 4))]
    return vectors, [1.0, *row(draw, width)]


@misconception(
    reference_softmax,
    "You leave out the 1 and the last class; its score is 0, so exp(0) = 1 stands in the sum (28).",
)
def reference_forgotten(reference_w: Matrix[float], x: Vector[float]) -> list[float]:
    return softmax(mat_vec(reference_w, x))


@misconception(
    reference_softmax,
    "You divide by the sum without the last class; its score is 0: add exp(0) = 1 below the line.",
)
def last_not_summed(reference_w: Matrix[float], x: Vector[float]) -> list[float]:
    raised = [exp(score) for score in mat_vec(reference_w, x)]
    return [e / fsum(raised) for e in [*raised, 1.0]]


@misconception(
    reference_softmax, "Your reference is the first class; in (27) and (28) it is the last, y_K."
)
def reference_first(reference_w: Matrix[float], x: Vector[float]) -> list[float]:
    return softmax([0.0, *mat_vec(reference_w, x)])


@misconception(
    reference_softmax,
    "Your exponents are negative, as in (16); (27) has exp(wₖ · x) with a plus.",
)
def exponents_negative(reference_w: Matrix[float], x: Vector[float]) -> list[float]:
    return softmax([*negated(mat_vec(reference_w, x)), 0.0])


@misconception(
    reference_softmax,
    "Right, until exp overflows: subtract the largest score from all, the reference's 0 too.",
)
def reference_overflows(reference_w: Matrix[float], x: Vector[float]) -> list[float]:
    return shares([*mat_vec(reference_w, x), 0.0])


@misconception(
    reference_softmax,
    "You give the last class the score 1; its weights are all 0, so its score is 0 and exp(0) = 1.",
)
def score_of_one(reference_w: Matrix[float], x: Vector[float]) -> list[float]:
    return softmax([*mat_vec(reference_w, x), 1.0])


@misconception(
    reference_softmax,
    "Your last class gets what is left of 1, and nothing is: its 1 belongs in all denominators.",
)
def nothing_left_for_reference(reference_w: Matrix[float], x: Vector[float]) -> list[float]:
    return [*softmax(mat_vec(reference_w, x)), 0.0]


@misconception(reference_softmax, "You give K − 1 probabilities; the last class has one too, (28).")
def reference_not_given(reference_w: Matrix[float], x: Vector[float]) -> list[float]:
    return reference_softmax(reference_w, x)[:-1]


@misconception(
    reference_softmax,
    "You take a sigmoid of every score; the classes share one denominator, 1 + Σⱼ exp(wⱼ · x).",
)
def sigmoid_for_each(reference_w: Matrix[float], x: Vector[float]) -> list[float]:
    own = [sigmoid(s) for s in mat_vec(reference_w, x)]
    return [*own, 1 - sum(own)]


@misconception(reference_softmax, "Your last class gets what the first one leaves; all K sum to 1.")
def left_by_the_first(reference_w: Matrix[float], x: Vector[float]) -> list[float]:
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
    valid=lambda theta, x: len(theta) > 1 and are_posed(theta, [x]),
)
def _(draw: Draw) -> Case:
    width = draw.whole(1, 3)
    vectors = [weights(draw, 1 + width) for _ in range(draw.length(2, 4))]
    return vectors, [1.0, *row(draw, width)]


@misconception(xing_softmax, "Your exponents are positive, as with Sontag; Xing's are −θₖᵀx.")
def exponents_positive(theta: Matrix[float], x: Vector[float]) -> list[float]:
    return softmax(mat_vec(theta, x))


@misconception(
    xing_softmax,
    "You add a class with score 0, as Mitchell does; Xing has a θ for every class.",
)
def reference_added(theta: Matrix[float], x: Vector[float]) -> list[float]:
    return softmax([*negated(mat_vec(theta, x)), 0.0])


@misconception(
    xing_softmax,
    "The minus stands above only; the exponents below the line are negative too.",
)
def minus_above_only(theta: Matrix[float], x: Vector[float]) -> list[float]:
    scores = mat_vec(theta, x)
    return [exp(-s) / fsum(map(exp, scores)) for s in scores]


@misconception(
    xing_softmax, "Right, until exp overflows: subtract the largest exponent from all first."
)
def xing_overflows(theta: Matrix[float], x: Vector[float]) -> list[float]:
    return shares(negated(mat_vec(theta, x)))


@question(
    to_reference,
    edges=[([[1.0, 5.0], [3.0, 2.0]],), ([[1.0], [2.0], [4.0]],), ([[1.0, 2.0]],)],
    judge=close(zero=1e-9),
    valid=lambda w: all(len(vector) > 0 for vector in w),
)
def _(draw: Draw) -> Case:
    return (draw.table(draw.length(2, 4), draw.whole(1, 3)),)


@misconception(
    to_reference, "You subtract the first vector; the reference is the last class, so subtract w_K."
)
def first_subtracted(w: Matrix[float]) -> list[list[float]]:
    return [[a - b for a, b in zip(vector, w[0])] for vector in w[1:]]


@misconception(to_reference, "Your signs are turned: it is wₖ − w_K, not w_K − wₖ.")
def differences_turned(w: Matrix[float]) -> list[list[float]]:
    return [negated(vector) for vector in to_reference(w)]


@misconception(
    to_reference, "You keep the last vector, which has become 0; K − 1 vectors are left."
)
def zeros_kept(w: Matrix[float]) -> list[list[float]]:
    return [*to_reference(w), [0.0] * len(w[-1])]


@misconception(
    to_reference,
    "You drop the last vector without subtracting it: that changes the probabilities.",
)
def last_dropped(w: Matrix[float]) -> list[list[float]]:
    return [list(vector) for vector in w[:-1]]
