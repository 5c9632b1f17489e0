"""Questions on the joint and marginal likelihood, which generative learning maximises."""

from collections.abc import Mapping, Sequence
from math import fsum, log, log2

from textbook_ml.equations.likelihood import (
    Labels,
    joint_log_likelihood,
    marginal_log_likelihood,
)
from textbook_ml.questions.framework.judge import Case, log_probability
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw

Joint = Sequence[Mapping[int, float]]


def joint_of(draw: Draw, n: int) -> list[dict[int, float]]:
    """Return random P(xʲ, y) for n examples and two or three classes."""
    classes = draw.whole(2, 3)
    return [dict(enumerate(draw.shares(classes + 1)[:-1])) for _ in range(n)]


def all_positive(joint: Joint, labels: Labels = ()) -> bool:
    """Return whether all probabilities are positive and those of each example sum to at most 1."""
    return all(min(p.values()) > 0 and sum(p.values()) <= 1 for p in joint)


@question(
    joint_log_likelihood,
    edges=[
        ([{0: 0.25, 1: 0.5}], [1]),
        ([{0: 0.25, 1: 0.5}, {0: 0.5, 1: 0.25}], [0, 1]),
        ([{0: 0.25, 1: 0.5}, {0: 1e-200, 1: 1e-210}], [0, 1]),
    ],
    judge=log_probability(),
    valid=all_positive,
)
def _(draw: Draw) -> Case:
    joint = joint_of(draw, draw.length(1, 8))
    return joint, draw.picks(list(joint[0]), len(joint))


@misconception(
    joint_log_likelihood,
    "You divide by P(x), which gives the conditional likelihood of discriminative learning. The "
    "question asks for the joint P(x, y).",
)
def conditional_for_joint(joint: Joint, labels: Labels) -> float:
    return joint_log_likelihood(joint, labels) - marginal_log_likelihood(joint)


@misconception(
    joint_log_likelihood,
    "You sum over both classes, which gives the likelihood of x "
    "alone. Use only the class of the label.",
)
def marginal_for_joint(joint: Joint, labels: Labels) -> float:
    return marginal_log_likelihood(joint)


@misconception(
    joint_log_likelihood, "You average over the examples. The log likelihood is the sum over them."
)
def joint_averaged(joint: Joint, labels: Labels) -> float:
    return joint_log_likelihood(joint, labels) / len(joint)


@misconception(
    joint_log_likelihood,
    "You use logarithms to base 2. The equation has the natural logarithm, ln.",
)
def joint_in_bits(joint: Joint, labels: Labels) -> float:
    return fsum(log2(p[y]) for p, y in zip(joint, labels))


@question(
    marginal_log_likelihood,
    edges=[
        ([{0: 0.25, 1: 0.5}],),
        ([{0: 0.25, 1: 0.5}, {0: 0.125, 1: 0.25}],),
        ([{0: 0.25, 1: 0.5}, {0: 1e-200, 1: 1e-210}],),
    ],
    judge=log_probability(),
    valid=all_positive,
)
def _(draw: Draw) -> Case:
    return (joint_of(draw, draw.length(1, 8)),)


@misconception(
    marginal_log_likelihood,
    "You add the logarithms of the classes. Add the probabilities first: ln Σ_y P(x, y).",
)
def logarithms_added(joint: Joint) -> float:
    return fsum(log(p_y) for p in joint for p_y in p.values())


@misconception(
    marginal_log_likelihood,
    "You use only the most probable class. P(x) is the sum over all classes.",
)
def best_class_only(joint: Joint) -> float:
    return fsum(log(max(p.values())) for p in joint)


@misconception(
    marginal_log_likelihood,
    "You add the probabilities of the examples. They are multiplied, so add their logarithms.",
)
def examples_added(joint: Joint) -> float:
    return log(fsum(p_y for p in joint for p_y in p.values()))


@misconception(
    marginal_log_likelihood,
    "You average over the examples. The log likelihood is the sum over them.",
)
def marginal_averaged(joint: Joint) -> float:
    return marginal_log_likelihood(joint) / len(joint)
