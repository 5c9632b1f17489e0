"""Questions on estimating one probability from counts: equations (4) to (9)."""

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
from textbook_ml.questions.framework.judge import Case, distribution, probability
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw

Frequencies = dict[str, dict[str, float]]
VALUES, CLASSES = ("a", "b", "c", "d"), ("yes", "no", "maybe")


def part_and_whole(draw: Draw) -> tuple[int, int]:
    """Return a count of at least 0, and a total of at least 1 that includes it."""
    whole = draw.whole(1, 4 * draw.size)
    return draw.whole(0, whole), whole


def pseudo_count_of(draw: Draw) -> float:
    """Return a smoothing pseudo-count, often 1, sometimes a fraction."""
    return draw.positive() if draw.rough else draw.of((1.0, 0.5, 2.0, 0.25))


@question(theta_mle, edges=[(0, 1), (1, 1), (1, 2), (0, 5)])
def _(draw: Draw) -> Case:
    return part_and_whole(draw)


@misconception(theta_mle, "You smooth with l = 1 and J = 2, as in (7). Equation (6) adds nothing.")
def smoothed_instead(joint_count: int, class_count: int) -> float:
    return (joint_count + 1) / (class_count + 2)


@misconception(theta_mle, "You divide by #D{Y = y} − 1. Equation (6) divides by #D{Y = y}.")
def divided_by_one_less(joint_count: int, class_count: int) -> float:
    return joint_count / (class_count - 1)


@misconception(theta_mle, "You use //, which drops the fractional part. Use / instead.")
def whole_division(joint_count: int, class_count: int) -> float:
    return joint_count // class_count


@misconception(theta_mle, "You have inverted the fraction. #D{Y = y} belongs in the denominator.")
def fraction_inverted(joint_count: int, class_count: int) -> float:
    return class_count / joint_count


@misconception(
    theta_mle,
    "You divide by the number of examples of the class that have another value. Equation (6) "
    "divides by the number of all examples of the class.",
)
def odds_for_fraction(joint_count: int, class_count: int) -> float:
    return joint_count / (class_count - joint_count)


@question(
    theta_smoothed,
    edges=[(0, 0, 2, 1.0), (0, 1, 2, 1.0), (1, 1, 3, 0.5), (2, 4, 3, 2.0), (1, 2, 3, 0.0)],
)
def _(draw: Draw) -> Case:
    return *part_and_whole(draw), draw.whole(2, 5), pseudo_count_of(draw)


@misconception(
    theta_smoothed, "You add l to the numerator only. Equation (7) adds l J to the denominator."
)
def added_to_numerator_only(
    joint_count: int, class_count: int, n_values: int, strength: float
) -> float:
    return (joint_count + strength) / class_count


@misconception(
    theta_smoothed,
    "You add l to the denominator once. Equation (7) adds it for each of the J values: l J.",
)
def pseudo_count_added_once(
    joint_count: int, class_count: int, n_values: int, strength: float
) -> float:
    return (joint_count + strength) / (class_count + strength)


@misconception(
    theta_smoothed,
    "You add J to the denominator, which is right only for l = 1. Equation (7) adds l J.",
)
def values_without_pseudo_count(
    joint_count: int, class_count: int, n_values: int, strength: float
) -> float:
    return (joint_count + strength) / (class_count + n_values)


@misconception(
    theta_smoothed,
    "You add 2 l to the denominator, which is right only for J = 2. Equation (7) adds l J.",
)
def boolean_assumed(joint_count: int, class_count: int, n_values: int, strength: float) -> float:
    return (joint_count + strength) / (class_count + 2 * strength)


@misconception(
    theta_smoothed,
    "You compute the unsmoothed estimate (6). Equation (7) adds l to "
    "the numerator and l J to the denominator.",
)
def not_smoothed(joint_count: int, class_count: int, n_values: int, strength: float) -> float:
    return joint_count / class_count


@misconception(
    theta_smoothed,
    "You always add 1, as Laplace smoothing does. Equation (7) adds the given pseudo-count l.",
)
def always_laplace(joint_count: int, class_count: int, n_values: int, strength: float) -> float:
    return (joint_count + 1) / (class_count + n_values)


@misconception(
    theta_smoothed,
    "You add l J to the denominator only. Equation (7) also adds l to the numerator.",
)
def added_to_denominator_only(
    joint_count: int, class_count: int, n_values: int, strength: float
) -> float:
    return joint_count / (class_count + strength * n_values)


@misconception(
    theta_smoothed,
    "You add l J to the numerator. Equation (7) adds l J to the "
    "denominator and l to the numerator.",
)
def all_added_to_numerator(
    joint_count: int, class_count: int, n_values: int, strength: float
) -> float:
    return (joint_count + strength * n_values) / (class_count + strength * n_values)


@misconception(
    theta_smoothed,
    "You divide l among the J values. Equation (7) adds l for each "
    "value, so it adds l J to the denominator.",
)
def pseudo_count_divided(
    joint_count: int, class_count: int, n_values: int, strength: float
) -> float:
    return theta_smoothed(joint_count, class_count, n_values, strength / n_values)


@misconception(
    theta_smoothed, "The numerator needs brackets: Python reads a + b / c as a + (b / c)."
)
def bracket_missing_in_numerator(
    joint_count: int, class_count: int, n_values: int, strength: float
) -> float:
    return joint_count + strength / (class_count + strength * n_values)


@misconception(
    theta_smoothed, "The denominator needs brackets: Python reads a / b + c as (a / b) + c."
)
def bracket_missing_in_denominator(
    joint_count: int, class_count: int, n_values: int, strength: float
) -> float:
    return (joint_count + strength) / class_count + strength * n_values


@misconception(
    theta_smoothed,
    "You add l − 1, as MAP does with a Dirichlet parameter α. Equation "
    "(7) adds l, which corresponds to α − 1.",
)
def pseudo_count_taken_for_alpha(
    joint_count: int, class_count: int, n_values: int, strength: float
) -> float:
    return (joint_count + strength - 1) / (class_count + (strength - 1) * n_values)


@misconception(
    theta_smoothed,
    "You add 1 to the numerator. Equation (7) adds the pseudo-count l, as in the denominator.",
)
def one_for_pseudo_count(
    joint_count: int, class_count: int, n_values: int, strength: float
) -> float:
    return (joint_count + 1) / (class_count + strength * n_values)


@misconception(
    theta_smoothed,
    "You smooth only if the count is 0. Equation (7) adds l to every count, and l J to the total.",
)
def zero_alone_smoothed(
    joint_count: int, class_count: int, n_values: int, strength: float
) -> float:
    if joint_count:
        return joint_count / class_count
    return strength / (class_count + strength * n_values)


@question(prior_mle, edges=[(0, 1), (1, 1), (1, 2), (0, 5)])
def _(draw: Draw) -> Case:
    return part_and_whole(draw)


@misconception(prior_mle, "You smooth with l = 1 and K = 2, as in (9). Equation (8) adds nothing.")
def smoothed_prior(class_count: int, n_examples: int) -> float:
    return (class_count + 1) / (n_examples + 2)


@misconception(prior_mle, "You divide by |D| − 1. Equation (8) divides by |D|.")
def divided_by_n_minus_1(class_count: int, n_examples: int) -> float:
    return class_count / (n_examples - 1)


@misconception(
    prior_mle,
    "You divide by the number of examples of the other classes, which "
    "gives the odds. Equation (8) divides by |D|.",
)
def odds_for_prior(class_count: int, n_examples: int) -> float:
    return class_count / (n_examples - class_count)


@misconception(
    prior_mle,
    "You compute the fraction of examples in all other classes. Equation (8) is #D{Y = y} / |D|.",
)
def other_classes(class_count: int, n_examples: int) -> float:
    return 1 - class_count / n_examples


@question(
    prior_smoothed,
    edges=[(0, 0, 2, 1.0), (0, 1, 2, 1.0), (1, 1, 3, 0.5), (4, 6, 2, 2.0), (1, 2, 3, 0.0)],
)
def _(draw: Draw) -> Case:
    return *part_and_whole(draw), draw.whole(2, 5), pseudo_count_of(draw)


@misconception(
    prior_smoothed, "You add l to the numerator only. Equation (9) adds l K to the denominator."
)
def prior_added_to_numerator_only(
    class_count: int, n_examples: int, n_classes: int, strength: float
) -> float:
    return (class_count + strength) / n_examples


@misconception(
    prior_smoothed,
    "You add l to the denominator once. Equation (9) adds it for each of the K classes: l K.",
)
def prior_pseudo_count_added_once(
    class_count: int, n_examples: int, n_classes: int, strength: float
) -> float:
    return (class_count + strength) / (n_examples + strength)


@misconception(
    prior_smoothed,
    "You add K to the denominator, which is right only for l = 1. Equation (9) adds l K.",
)
def classes_without_pseudo_count(
    class_count: int, n_examples: int, n_classes: int, strength: float
) -> float:
    return (class_count + strength) / (n_examples + n_classes)


@misconception(
    prior_smoothed,
    "You add 2 l to the denominator, which is right only for K = 2. Equation (9) adds l K.",
)
def two_classes_assumed(
    class_count: int, n_examples: int, n_classes: int, strength: float
) -> float:
    return (class_count + strength) / (n_examples + 2 * strength)


@misconception(
    prior_smoothed,
    "You compute the unsmoothed estimate (8). Equation (9) adds l to "
    "the numerator and l K to the denominator.",
)
def prior_not_smoothed(class_count: int, n_examples: int, n_classes: int, strength: float) -> float:
    return class_count / n_examples


@misconception(prior_smoothed, "You always add 2 to the denominator. Equation (9) adds l K.")
def two_in_denominator(class_count: int, n_examples: int, n_classes: int, strength: float) -> float:
    return (class_count + strength) / (n_examples + 2)


@misconception(
    prior_smoothed,
    "You always add 1, as Laplace smoothing does. Equation (9) adds the given pseudo-count l.",
)
def prior_always_laplace(
    class_count: int, n_examples: int, n_classes: int, strength: float
) -> float:
    return (class_count + 1) / (n_examples + n_classes)


@misconception(
    prior_smoothed,
    "You add 1 to the numerator. Equation (9) adds the pseudo-count l, as in the denominator.",
)
def prior_one_for_pseudo_count(
    class_count: int, n_examples: int, n_classes: int, strength: float
) -> float:
    return (class_count + 1) / (n_examples + strength * n_classes)


@misconception(
    prior_smoothed,
    "You smooth only if the count is 0. Equation (9) adds l to every count, and l K to the total.",
)
def prior_zero_alone_smoothed(
    class_count: int, n_examples: int, n_classes: int, strength: float
) -> float:
    if class_count:
        return class_count / n_examples
    return strength / (n_examples + strength * n_classes)


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


@misconception(
    theta_table, "You list only the observed values. Every value in `values` needs an entry."
)
def seen_values_only(
    column: Sequence[str], labels: Sequence[str], values: Sequence[str]
) -> Frequencies:
    rows = theta_table(column, labels, values).items()
    return {y: {x: float(p) for x, p in row.items() if p} for y, row in rows}


@misconception(
    theta_table,
    "You divide by the number of all examples, which gives P(x, "
    "y). Equation (6) divides by #D{Y = y}.",
)
def divided_by_all(
    column: Sequence[str], labels: Sequence[str], values: Sequence[str]
) -> Frequencies:
    both, n = Counter(zip(labels, column)), len(column)
    return {y: {x: both[y, x] / n for x in values} for y in labels}


@misconception(
    theta_table, "You divide by #D{X = x}, which gives P(y | x). Equation (6) divides by #D{Y = y}."
)
def condition_reversed(
    column: Sequence[str], labels: Sequence[str], values: Sequence[str]
) -> Frequencies:
    both, alone = Counter(zip(labels, column)), Counter(column)
    return {y: {x: both[y, x] / max(alone[x], 1) for x in values} for y in labels}


@misconception(theta_table, "You smooth with l = 1. The table uses (6), which adds nothing.")
def table_smoothed(
    column: Sequence[str], labels: Sequence[str], values: Sequence[str]
) -> Frequencies:
    both, own = Counter(zip(labels, column)), Counter(labels)
    return {y: {x: (both[y, x] + 1) / (own[y] + len(values)) for x in values} for y in labels}


@misconception(
    theta_table, "You count each value over all classes. Equation (6) counts within class y."
)
def class_ignored(
    column: Sequence[str], labels: Sequence[str], values: Sequence[str]
) -> Frequencies:
    return {y: {x: column.count(x) / len(column) for x in values} for y in labels}


@misconception(theta_table, "You return the counts. Equation (6) divides each by #D{Y = y}.")
def counts_for_frequencies(
    column: Sequence[str], labels: Sequence[str], values: Sequence[str]
) -> Frequencies:
    pairs = Counter(zip(labels, column))
    return {y: {x: pairs[y, x] for x in values} for y in labels}


@misconception(
    theta_table,
    "You smooth, with J as the number of values observed in the class. "
    "The table uses (6), which adds nothing.",
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


@misconception(class_prior, "You return the counts. Equation (8) divides each by |D|.")
def counts_for_prior(labels: Sequence[str]) -> dict[str, float]:
    return {y: float(labels.count(y)) for y in labels}


@misconception(
    class_prior,
    "You give all classes the same probability. The prior of a "
    "class is its fraction of the examples.",
)
def classes_equally_probable(labels: Sequence[str]) -> dict[str, float]:
    return dict.fromkeys(labels, 1 / len(set(labels)))


@misconception(class_prior, "You divide by K, the number of classes. Equation (8) divides by |D|.")
def divided_by_classes(labels: Sequence[str]) -> dict[str, float]:
    return {y: labels.count(y) / len(set(labels)) for y in labels}


@misconception(class_prior, "You smooth with l = 1, as in (9). Equation (8) is not smoothed.")
def class_prior_smoothed(labels: Sequence[str]) -> dict[str, float]:
    k = len(set(labels))
    return {y: prior_smoothed(labels.count(y), len(labels), k, 1.0) for y in labels}


@misconception(
    class_prior, "You smooth with l = 1 and K = 2, as in (9). Equation (8) is not smoothed."
)
def prior_smoothed_for_two(labels: Sequence[str]) -> dict[str, float]:
    return {y: (n + 1) / (len(labels) + 2) for y, n in Counter(labels).items()}
