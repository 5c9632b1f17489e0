"""Questions on how many parameters a discrete model, a prior or a regression has."""

from collections.abc import Sequence
from math import prod

from textbook_ml.equations.parameters import (
    discrete_parameters,
    discrete_table_size,
    full_joint_parameters,
    full_joint_table_size,
    logistic_parameters,
    multinomial_parameters,
    prior_parameters,
)
from textbook_ml.questions.draw import Draw
from textbook_ml.questions.judge import Case, exactly
from textbook_ml.questions.question import misconception, question

SMALL_TABLES = [(1, 2, 2), (2, 2, 2), (1, 3, 2), (3, 2, 1), (2, 3, 4), (30, 2, 2)]


def table_of(draw: Draw) -> tuple[int, int, int]:
    """n features of J values each, and K classes; Jⁿ stays a number that can be read."""
    n_features, n_values = draw.whole(1, 6 * draw.size), draw.whole(2, 5)
    return min(n_features, 30 // n_values), n_values, draw.whole(1, 5)


def values_of(draw: Draw) -> list[int]:
    """How many values each feature has."""
    return [draw.whole(2, 2 + draw.size) for _ in range(draw.length(1, 8))]


def sizes_of(draw: Draw) -> tuple[int, int]:
    """How many features, or words, and how many classes."""
    return draw.whole(1, 6 * draw.size), draw.whole(2, 5)


@question(full_joint_table_size, edges=SMALL_TABLES, judge=exactly)
def _(draw: Draw) -> Case:
    return table_of(draw)


@misconception(full_joint_table_size, "You raise n to the power J; there are Jⁿ different x.")
def base_and_power_swapped(n_features: int, n_values: int, n_classes: int) -> int:
    return int(n_classes * n_features**n_values)


@misconception(
    full_joint_table_size, "You count the x alone; each has an entry for every class: K Jⁿ."
)
def classes_forgotten(n_features: int, n_values: int, n_classes: int) -> int:
    return int(n_values**n_features)


@misconception(
    full_joint_table_size, "These are the free parameters, K (Jⁿ − 1); all entries are K Jⁿ."
)
def free_ones_only(n_features: int, n_values: int, n_classes: int) -> int:
    return full_joint_parameters(n_features, n_values, n_classes)


@misconception(
    full_joint_table_size, "This is naive Bayes' table, n J K; the full joint has K Jⁿ entries."
)
def naive_table(n_features: int, n_values: int, n_classes: int) -> int:
    return n_features * n_values * n_classes


@misconception(
    full_joint_table_size,
    "You take J and K for 2, where it is 2ⁿ⁺¹; with J values and K classes it is K Jⁿ.",
)
def two_of_everything(n_features: int, n_values: int, n_classes: int) -> int:
    return full_joint_table_size(n_features)


@question(full_joint_parameters, edges=SMALL_TABLES, judge=exactly)
def _(draw: Draw) -> Case:
    return table_of(draw)


@misconception(
    full_joint_parameters, "You count every entry; each column sums to 1, so one is not free."
)
def sum_to_one_forgotten(n_features: int, n_values: int, n_classes: int) -> int:
    return full_joint_table_size(n_features, n_values, n_classes)


@misconception(
    full_joint_parameters,
    "K Jⁿ − 1 takes 1 off once, or counts the prior as well; each of the K columns sums to 1: "
    "K (Jⁿ − 1).",
)
def one_taken_once(n_features: int, n_values: int, n_classes: int) -> int:
    return full_joint_table_size(n_features, n_values, n_classes) - 1


@misconception(full_joint_parameters, "This is one class's column, Jⁿ − 1; there are K of them.")
def one_column(n_features: int, n_values: int, n_classes: int) -> int:
    return int(n_values**n_features - 1)


@misconception(
    full_joint_parameters, "These are naive Bayes' n (J − 1) K; the full joint has K (Jⁿ − 1)."
)
def naive_bayes_count(n_features: int, n_values: int, n_classes: int) -> int:
    return n_features * (n_values - 1) * n_classes


@misconception(
    full_joint_parameters,
    "You take J and K for 2, where it is 2 (2ⁿ − 1); with J values and K classes it is K (Jⁿ − 1).",
)
def twos_taken_for_granted(n_features: int, n_values: int, n_classes: int) -> int:
    return full_joint_parameters(n_features)


@misconception(
    full_joint_parameters,
    "You raise J − 1 to the power n; all Jⁿ entries of a class sum to 1 together: Jⁿ − 1.",
)
def one_taken_from_each_value(n_features: int, n_values: int, n_classes: int) -> int:
    return int(n_classes * (n_values - 1) ** n_features)


VALUE_LISTS = [([2], 2), ([2, 2], 2), ([3], 1), ([2, 3], 3), ([3, 3, 3, 3], 5), ([2] * 30, 2)]


@question(discrete_table_size, edges=VALUE_LISTS, judge=exactly)
def _(draw: Draw) -> Case:
    return values_of(draw), draw.whole(1, 5)


@misconception(
    discrete_table_size, "You multiply the Jᵢ, as for the full joint; naive Bayes adds them."
)
def values_multiplied(values_per_feature: Sequence[int], n_classes: int) -> int:
    return n_classes * prod(values_per_feature)


@misconception(
    discrete_table_size, "You leave out the classes: every class has its own table, K Σ Jᵢ."
)
def one_table_for_all_classes(values_per_feature: Sequence[int], n_classes: int) -> int:
    return sum(values_per_feature)


@misconception(
    discrete_table_size, "These are the free ones, Σ (Jᵢ − 1) K; the entries are K Σ Jᵢ."
)
def free_entries_only(values_per_feature: Sequence[int], n_classes: int) -> int:
    return discrete_parameters(values_per_feature, n_classes)


@misconception(
    discrete_table_size, "You take every feature for Boolean, 2 n K; each has its own Jᵢ."
)
def all_boolean(values_per_feature: Sequence[int], n_classes: int) -> int:
    return 2 * len(values_per_feature) * n_classes


@question(discrete_parameters, edges=VALUE_LISTS, judge=exactly)
def _(draw: Draw) -> Case:
    return values_of(draw), draw.whole(1, 5)


@misconception(
    discrete_parameters, "You count every entry; each distribution sums to 1, so Jᵢ − 1 are free."
)
def every_entry(values_per_feature: Sequence[int], n_classes: int) -> int:
    return discrete_table_size(values_per_feature, n_classes)


@misconception(
    discrete_parameters, "You take 1 off per class; each feature's table sums to 1: Jᵢ − 1."
)
def one_taken_per_class(values_per_feature: Sequence[int], n_classes: int) -> int:
    return n_classes * (sum(values_per_feature) - 1)


@misconception(
    discrete_parameters, "You count the prior's K − 1 too; this is P(X | Y) alone, K Σ (Jᵢ − 1)."
)
def prior_counted_too(values_per_feature: Sequence[int], n_classes: int) -> int:
    return discrete_parameters(values_per_feature, n_classes) + n_classes - 1


@misconception(
    discrete_parameters, "You leave out the classes: each has its own parameters, K times."
)
def one_class_only(values_per_feature: Sequence[int], n_classes: int) -> int:
    return sum(n_values - 1 for n_values in values_per_feature)


@misconception(
    discrete_parameters,
    "You multiply the numbers of values, as for the full joint; naive Bayes adds: K Σᵢ (Jᵢ − 1).",
)
def full_joint_count(values_per_feature: Sequence[int], n_classes: int) -> int:
    return n_classes * (prod(values_per_feature) - 1)


@question(prior_parameters, edges=[(1,), (2,), (3,), (5,)], judge=exactly)
def _(draw: Draw) -> Case:
    return (draw.whole(1, 12 * draw.size),)


@misconception(prior_parameters, "You count all K; they sum to 1, so the last is known: K − 1.")
def all_classes(n_classes: int) -> int:
    return n_classes


@misconception(
    prior_parameters, "One parameter is enough for two classes only; K classes need K − 1."
)
def always_one(n_classes: int) -> int:
    return 1


@misconception(
    prior_parameters, "You count the pairs of classes; the prior has a number per class, K − 1."
)
def pairs_of_classes(n_classes: int) -> int:
    return n_classes * (n_classes - 1) // 2


@question(multinomial_parameters, edges=[(1, 2), (2, 2), (3, 3), (50_000, 2)], judge=exactly)
def _(draw: Draw) -> Case:
    return sizes_of(draw)


@misconception(multinomial_parameters, "You count K |V|; each class's words sum to 1: K (|V| − 1).")
def every_word_free(n_words: int, n_classes: int) -> int:
    return n_classes * n_words


@misconception(
    multinomial_parameters, "You count one class; each has its own distribution over words."
)
def words_of_one_class(n_words: int, n_classes: int) -> int:
    return n_words - 1


@misconception(
    multinomial_parameters,
    "K |V| − 1 takes 1 off once, or counts the prior as well; each of the K distributions sums "
    "to 1: K (|V| − 1).",
)
def one_taken_off_in_all(n_words: int, n_classes: int) -> int:
    return n_classes * n_words - 1


@question(logistic_parameters, edges=[(1, 2), (10, 2), (1, 3), (4, 3)], judge=exactly)
def _(draw: Draw) -> Case:
    return sizes_of(draw)


@misconception(logistic_parameters, "You forget the intercept w₀: each vector has n + 1 weights.")
def intercept_forgotten(n_features: int, n_classes: int) -> int:
    return (n_classes - 1) * n_features


@misconception(logistic_parameters, "You give all K classes a vector; one class needs none: K − 1.")
def vector_for_every_class(n_features: int, n_classes: int) -> int:
    return n_classes * (n_features + 1)


@misconception(
    logistic_parameters, "You take K for 2, where n + 1 is right; K classes need K − 1 vectors."
)
def two_classes_taken_for_granted(n_features: int, n_classes: int) -> int:
    return n_features + 1


@misconception(
    logistic_parameters, "You count one intercept in all; each of the K − 1 vectors has its own."
)
def one_intercept_in_all(n_features: int, n_classes: int) -> int:
    return (n_classes - 1) * n_features + 1


@misconception(
    logistic_parameters,
    "You count K n; one class needs no vector, and each vector has a bias: (K − 1) (n + 1).",
)
def every_class_without_bias(n_features: int, n_classes: int) -> int:
    return n_classes * n_features
