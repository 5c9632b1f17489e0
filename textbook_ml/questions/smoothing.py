"""Questions on one probability estimated from counts: equations (4) to (9)."""

from collections import Counter
from collections.abc import Sequence

from textbook_ml.equations.smoothing import (
    class_prior,
    prior_mle,
    prior_smoothed,
    theta_mle,
    theta_smoothed,
    theta_table,
)
from textbook_ml.questions.draw import Draw
from textbook_ml.questions.judge import Case, distribution, probability
from textbook_ml.questions.question import misconception, question

Frequencies = dict[str, dict[str, float]]
VALUES, CLASSES = ("a", "b", "c", "d"), ("yes", "no", "maybe")


def part_and_whole(draw: Draw) -> tuple[int, int]:
    """A count, and the count that it is a part of: none or more, and one or more."""
    whole = draw.whole(1, 4 * draw.size)
    return draw.whole(0, whole), whole


def strength_of(draw: Draw) -> float:
    """How many examples are hallucinated: often 1, sometimes a part of one."""
    return draw.positive() if draw.rough else draw.of((1.0, 0.5, 2.0, 0.25))


@question(theta_mle, edges=[(0, 1), (1, 1), (1, 2), (0, 5)])
def _(draw: Draw) -> Case:
    return part_and_whole(draw)


@misconception(theta_mle, "You smooth as with l = 1 and J = 2; (6) adds nothing: that is (7).")
def smoothed_all_the_same(joint_count: int, class_count: int) -> float:
    return (joint_count + 1) / (class_count + 2)


@misconception(theta_mle, "You divide by #D{Y = y} − 1; a frequency divides by #D{Y = y} itself.")
def divided_by_one_less(joint_count: int, class_count: int) -> float:
    return joint_count / (class_count - 1)


@misconception(theta_mle, "You use //, which drops the fraction: the frequency needs /.")
def whole_division(joint_count: int, class_count: int) -> float:
    return joint_count // class_count


@misconception(theta_mle, "Your fraction stands on its head: #D{Y = y} belongs below the line.")
def upside_down(joint_count: int, class_count: int) -> float:
    return class_count / joint_count


@misconception(
    theta_mle, "You divide by the other examples of the class; (6) divides by all of it."
)
def odds_for_share(joint_count: int, class_count: int) -> float:
    return joint_count / (class_count - joint_count)


@question(
    theta_smoothed,
    edges=[(0, 0, 2, 1.0), (0, 1, 2, 1.0), (1, 1, 3, 0.5), (2, 4, 3, 2.0), (1, 2, 3, 0.0)],
)
def _(draw: Draw) -> Case:
    return *part_and_whole(draw), draw.whole(2, 5), strength_of(draw)


@misconception(theta_smoothed, "You add l above but nothing below: (7) adds l J to #D{Y = y}.")
def nothing_added_below(
    joint_count: int, class_count: int, n_values: int, strength: float
) -> float:
    return (joint_count + strength) / class_count


@misconception(theta_smoothed, "You add l below once; (7) adds it for each of the J values: l J.")
def strength_added_once(
    joint_count: int, class_count: int, n_values: int, strength: float
) -> float:
    return (joint_count + strength) / (class_count + strength)


@misconception(theta_smoothed, "You add J below, which is right only for l = 1: (7) adds l J.")
def values_without_strength(
    joint_count: int, class_count: int, n_values: int, strength: float
) -> float:
    return (joint_count + strength) / (class_count + n_values)


@misconception(theta_smoothed, "You add 2 l below, which suits a Boolean feature: (7) adds l J.")
def boolean_taken_for_granted(
    joint_count: int, class_count: int, n_values: int, strength: float
) -> float:
    return (joint_count + strength) / (class_count + 2 * strength)


@misconception(theta_smoothed, "This is (6), not smoothed: (7) adds l above and l J below.")
def not_smoothed(joint_count: int, class_count: int, n_values: int, strength: float) -> float:
    return joint_count / class_count


@misconception(theta_smoothed, "You always add 1, as Laplace does: (7) adds the strength l given.")
def always_laplace(joint_count: int, class_count: int, n_values: int, strength: float) -> float:
    return (joint_count + 1) / (class_count + n_values)


@misconception(
    theta_smoothed, "You add l J below but nothing above: (7) also adds l to the count of x."
)
def nothing_added_above(
    joint_count: int, class_count: int, n_values: int, strength: float
) -> float:
    return joint_count / (class_count + strength * n_values)


@misconception(
    theta_smoothed, "You add l J above too; l of the l J examples have this value: add l."
)
def everything_added_above(
    joint_count: int, class_count: int, n_values: int, strength: float
) -> float:
    return (joint_count + strength * n_values) / (class_count + strength * n_values)


@misconception(
    theta_smoothed, "You share l out among the J values; (7) gives each value l, and the class l J."
)
def strength_shared_out(
    joint_count: int, class_count: int, n_values: int, strength: float
) -> float:
    return theta_smoothed(joint_count, class_count, n_values, strength / n_values)


@misconception(theta_smoothed, "A bracket is missing above: a + b / c is a + (b / c) to Python.")
def bracket_missing_above(
    joint_count: int, class_count: int, n_values: int, strength: float
) -> float:
    return joint_count + strength / (class_count + strength * n_values)


@misconception(theta_smoothed, "A bracket is missing below: a / b + c is (a / b) + c to Python.")
def bracket_missing_below(
    joint_count: int, class_count: int, n_values: int, strength: float
) -> float:
    return (joint_count + strength) / class_count + strength * n_values


@misconception(
    theta_smoothed,
    "You add l − 1, as MAP does to the counts with Dirichlet's α; (7) adds l itself, which is α − "
    "1.",
)
def strength_taken_for_alpha(
    joint_count: int, class_count: int, n_values: int, strength: float
) -> float:
    return (joint_count + strength - 1) / (class_count + (strength - 1) * n_values)


@question(prior_mle, edges=[(0, 1), (1, 1), (1, 2), (0, 5)])
def _(draw: Draw) -> Case:
    return part_and_whole(draw)


@misconception(prior_mle, "You smooth as with l = 1 and K = 2; (8) adds nothing: that is (9).")
def smoothed_prior(class_count: int, n_examples: int) -> float:
    return (class_count + 1) / (n_examples + 2)


@misconception(prior_mle, "You divide by |D| − 1; a share of the data divides by |D|.")
def divided_by_n_minus_1(class_count: int, n_examples: int) -> float:
    return class_count / (n_examples - 1)


@misconception(prior_mle, "You divide by the examples of other classes: these are odds, not (8).")
def odds_for_prior(class_count: int, n_examples: int) -> float:
    return class_count / (n_examples - class_count)


@misconception(prior_mle, "This is the share of all other classes: (8) is #D{Y = y} / |D|.")
def other_classes(class_count: int, n_examples: int) -> float:
    return 1 - class_count / n_examples


@question(
    prior_smoothed,
    edges=[(0, 0, 2, 1.0), (0, 1, 2, 1.0), (1, 1, 3, 0.5), (4, 6, 2, 2.0), (1, 2, 3, 0.0)],
)
def _(draw: Draw) -> Case:
    return *part_and_whole(draw), draw.whole(2, 5), strength_of(draw)


@misconception(prior_smoothed, "You add l above but nothing below: (9) adds l K to |D|.")
def no_strength_below(
    class_count: int, n_examples: int, n_classes: int, strength: float
) -> float:
    return (class_count + strength) / n_examples


@misconception(prior_smoothed, "You add l below once; (9) adds it for each of the K classes: l K.")
def strength_below_once(
    class_count: int, n_examples: int, n_classes: int, strength: float
) -> float:
    return (class_count + strength) / (n_examples + strength)


@misconception(prior_smoothed, "You add K below, which is right only for l = 1: (9) adds l K.")
def classes_without_strength(
    class_count: int, n_examples: int, n_classes: int, strength: float
) -> float:
    return (class_count + strength) / (n_examples + n_classes)


@misconception(prior_smoothed, "You add 2 l below, which suits two classes: (9) adds l K.")
def two_classes_taken_for_granted(
    class_count: int, n_examples: int, n_classes: int, strength: float
) -> float:
    return (class_count + strength) / (n_examples + 2 * strength)


@misconception(prior_smoothed, "This is (8), not smoothed: (9) adds l above and l K below.")
def prior_not_smoothed(
    class_count: int, n_examples: int, n_classes: int, strength: float
) -> float:
    return class_count / n_examples


@misconception(prior_smoothed, "You add 2 below whatever l and K are: (9) adds l K.")
def two_below(class_count: int, n_examples: int, n_classes: int, strength: float) -> float:
    return (class_count + strength) / (n_examples + 2)


@question(
    theta_table,
    edges=[
        (["a"], ["yes"], ["a", "b"]),
        (["a", "b"], ["yes", "yes"], ["a", "b"]),
        (["a", "a", "b"], ["yes", "no", "no"], ["a", "b"]),
        (["a", "b", "b", "a"], ["yes", "yes", "yes", "no"], ["a", "b", "c"]),
    ],
    judge=probability(),
    valid=lambda column, labels, values: len(set(values)) == len(values),
)
def _(draw: Draw) -> Case:
    n, values = draw.length(), list(VALUES[: draw.whole(2, 4)])
    return draw.picks(values, n), draw.picks(CLASSES[: draw.whole(1, 3)], n), values


@misconception(theta_table, "You list the values that were seen; all of `values` have a place.")
def seen_values_only(
    column: Sequence[str], labels: Sequence[str], values: Sequence[str]
) -> Frequencies:
    rows = theta_table(column, labels, values).items()
    return {y: {x: float(p) for x, p in row.items() if p} for y, row in rows}


@misconception(theta_table, "You divide by all examples, which gives P(x, y): (6) by #D{Y = y}.")
def divided_by_all(
    column: Sequence[str], labels: Sequence[str], values: Sequence[str]
) -> Frequencies:
    both, n = Counter(zip(labels, column)), len(column)
    return {y: {x: both[y, x] / n for x in values} for y in labels}


@misconception(theta_table, "You divide by #D{X = x}, which gives P(y | x): (6) by #D{Y = y}.")
def turned_round(
    column: Sequence[str], labels: Sequence[str], values: Sequence[str]
) -> Frequencies:
    both, alone = Counter(zip(labels, column)), Counter(column)
    return {y: {x: both[y, x] / max(alone[x], 1) for x in values} for y in labels}


@misconception(theta_table, "You smooth with l = 1: this table is by (6), which adds nothing.")
def table_smoothed(
    column: Sequence[str], labels: Sequence[str], values: Sequence[str]
) -> Frequencies:
    both, own = Counter(zip(labels, column)), Counter(labels)
    return {y: {x: (both[y, x] + 1) / (own[y] + len(values)) for x in values} for y in labels}


@misconception(theta_table, "You count each value over all classes: (6) counts within class y.")
def class_ignored(
    column: Sequence[str], labels: Sequence[str], values: Sequence[str]
) -> Frequencies:
    return {y: {x: column.count(x) / len(column) for x in values} for y in labels}


@misconception(theta_table, "These are the counts: (6) divides each by #D{Y = y}.")
def counts_for_frequencies(
    column: Sequence[str], labels: Sequence[str], values: Sequence[str]
) -> Frequencies:
    pairs = Counter(zip(labels, column))
    return {y: {x: pairs[y, x] for x in values} for y in labels}


@misconception(
    theta_table,
    "You smooth, with the values seen in the class for J: this table is by (6), which adds "
    "nothing.",
)
def seen_values_smoothed(
    column: Sequence[str], labels: Sequence[str], values: Sequence[str]
) -> Frequencies:
    pairs, sizes = Counter(zip(labels, column)), Counter(labels)
    seen = Counter(y for y, _ in pairs)
    return {y: {x: (pairs[y, x] + 1) / (sizes[y] + seen[y]) for x in values} for y in sizes}


@question(
    class_prior,
    edges=[(["yes"],), (["yes", "no"],), (["yes", "yes", "no"],), ([1, 0, 1, 1],)],
    judge=distribution(),
)
def _(draw: Draw) -> Case:
    return (draw.picks(CLASSES[: draw.whole(2, 3)], draw.length()),)


@misconception(class_prior, "These are the counts: (8) divides each by |D|.")
def counts_for_prior(labels: Sequence[str]) -> dict[str, float]:
    return {y: float(labels.count(y)) for y in labels}


@misconception(class_prior, "You make all classes as probable; a class's prior is its share of D.")
def every_class_as_probable(labels: Sequence[str]) -> dict[str, float]:
    return dict.fromkeys(labels, 1 / len(set(labels)))


@misconception(class_prior, "You divide by K, the number of classes; (8) divides by |D|.")
def divided_by_classes(labels: Sequence[str]) -> dict[str, float]:
    return {y: labels.count(y) / len(set(labels)) for y in labels}


@misconception(class_prior, "You smooth with l = 1, which is (9); the plain share is (8).")
def class_prior_smoothed(labels: Sequence[str]) -> dict[str, float]:
    k = len(set(labels))
    return {y: prior_smoothed(labels.count(y), len(labels), k, 1.0) for y in labels}


@misconception(class_prior, "You smooth as with l = 1 and K = 2; the plain share is (8).")
def prior_smoothed_for_two(labels: Sequence[str]) -> dict[str, float]:
    return {y: (n + 1) / (len(labels) + 2) for y, n in Counter(labels).items()}
