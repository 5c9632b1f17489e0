"""Questions on the number of parameters of discrete models, priors and regressions."""

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
from textbook_ml.questions.framework.judge import Case, exactly
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw

SMALL_TABLES = [(1, 2, 2), (2, 2, 2), (1, 3, 2), (3, 2, 1), (2, 3, 4), (30, 2, 2)]


def table_of(draw: Draw) -> tuple[int, int, int]:
    """Return n features, J values each, and K classes, such that Jⁿ is not too long to read."""
    n_features, n_values = draw.whole(1, 6 * draw.size), draw.whole(2, 5)
    return min(n_features, 30 // n_values), n_values, draw.whole(1, 5)


def values_of(draw: Draw) -> list[int]:
    """Return the number of values of each feature."""
    return [draw.whole(2, 2 + draw.size) for _ in range(draw.length(1, 8))]


def sizes_of(draw: Draw) -> tuple[int, int]:
    """Return the number of features (or words) and the number of classes."""
    return draw.whole(1, 6 * draw.size), draw.whole(2, 5)


@question(full_joint_table_size, edges=SMALL_TABLES, judge=exactly)
def _(draw: Draw) -> Case:
    return table_of(draw)


@misconception(
    full_joint_table_size, "You raise n to the power J. There are Jⁿ different inputs x."
)
def base_and_power_swapped(n_features: int, n_values: int, n_classes: int) -> int:
    return int(n_classes * n_features**n_values)


@misconception(
    full_joint_table_size,
    "You count the inputs x alone. Each has an entry for every class, so there are K Jⁿ entries.",
)
def classes_forgotten(n_features: int, n_values: int, n_classes: int) -> int:
    return int(n_values**n_features)


@misconception(
    full_joint_table_size,
    "You count the free parameters, K (Jⁿ − 1). The question asks for all entries, K Jⁿ.",
)
def free_ones_only(n_features: int, n_values: int, n_classes: int) -> int:
    return full_joint_parameters(n_features, n_values, n_classes)


@misconception(
    full_joint_table_size,
    "You count the entries of naive Bayes, n J K. The full joint table has K Jⁿ entries.",
)
def naive_table(n_features: int, n_values: int, n_classes: int) -> int:
    return n_features * n_values * n_classes


@misconception(
    full_joint_table_size,
    "You assume J = 2 and K = 2, which gives 2ⁿ⁺¹. With J values "
    "and K classes there are K Jⁿ entries.",
)
def two_values_and_classes(n_features: int, n_values: int, n_classes: int) -> int:
    return full_joint_table_size(n_features)


@question(full_joint_parameters, edges=SMALL_TABLES, judge=exactly)
def _(draw: Draw) -> Case:
    return table_of(draw)


@misconception(
    full_joint_parameters,
    "You count every entry. The entries of each class sum to 1, so one of them is not free.",
)
def sum_to_one_forgotten(n_features: int, n_values: int, n_classes: int) -> int:
    return full_joint_table_size(n_features, n_values, n_classes)


@misconception(
    full_joint_parameters,
    "You subtract 1 only once (or add the parameters of the prior). The entries of each of the K "
    "classes sum to 1, so there are K (Jⁿ − 1).",
)
def one_subtracted_once(n_features: int, n_values: int, n_classes: int) -> int:
    return full_joint_table_size(n_features, n_values, n_classes) - 1


@misconception(full_joint_parameters, "You count one class, Jⁿ − 1. There are K classes.")
def one_class(n_features: int, n_values: int, n_classes: int) -> int:
    return int(n_values**n_features - 1)


@misconception(
    full_joint_parameters,
    "You count the parameters of naive Bayes, n (J − 1) K. The full joint has K (Jⁿ − 1).",
)
def naive_bayes_count(n_features: int, n_values: int, n_classes: int) -> int:
    return n_features * (n_values - 1) * n_classes


@misconception(
    full_joint_parameters,
    "You assume J = 2 and K = 2, which gives 2 (2ⁿ − 1). With J "
    "values and K classes there are K (Jⁿ − 1).",
)
def parameters_for_two_values_and_classes(n_features: int, n_values: int, n_classes: int) -> int:
    return full_joint_parameters(n_features)


@misconception(
    full_joint_parameters,
    "You raise J − 1 to the power n. The Jⁿ probabilities of a class "
    "sum to 1, so Jⁿ − 1 of them are free.",
)
def one_subtracted_from_each_value(n_features: int, n_values: int, n_classes: int) -> int:
    return int(n_classes * (n_values - 1) ** n_features)


VALUE_LISTS = [([2], 2), ([2, 2], 2), ([3], 1), ([2, 3], 3), ([3, 3, 3, 3], 5), ([2] * 30, 2)]


@question(discrete_table_size, edges=VALUE_LISTS, judge=exactly)
def _(draw: Draw) -> Case:
    return values_of(draw), draw.whole(1, 5)


@misconception(
    discrete_table_size, "You multiply the Jᵢ, as for the full joint. Naive Bayes adds them."
)
def values_multiplied(values_per_feature: Sequence[int], n_classes: int) -> int:
    return n_classes * prod(values_per_feature)


@misconception(
    discrete_table_size,
    "You leave out the classes. Every class has its own table, so there are K Σ Jᵢ entries.",
)
def one_table_for_all_classes(values_per_feature: Sequence[int], n_classes: int) -> int:
    return sum(values_per_feature)


@misconception(
    discrete_table_size,
    "You count the free parameters, K Σ (Jᵢ − 1). The question asks for all entries, K Σ Jᵢ.",
)
def free_entries_only(values_per_feature: Sequence[int], n_classes: int) -> int:
    return discrete_parameters(values_per_feature, n_classes)


@misconception(
    discrete_table_size,
    "You assume that every feature is Boolean, which gives 2 n K. Feature i has Jᵢ values.",
)
def all_boolean(values_per_feature: Sequence[int], n_classes: int) -> int:
    return 2 * len(values_per_feature) * n_classes


@question(discrete_parameters, edges=VALUE_LISTS, judge=exactly)
def _(draw: Draw) -> Case:
    return values_of(draw), draw.whole(1, 5)


@misconception(
    discrete_parameters,
    "You count every entry. Each distribution sums to 1, so only Jᵢ − 1 entries are free.",
)
def every_entry(values_per_feature: Sequence[int], n_classes: int) -> int:
    return discrete_table_size(values_per_feature, n_classes)


@misconception(
    discrete_parameters,
    "You subtract 1 once per class. The table of each feature sums to 1, so "
    "subtract 1 for every feature: K Σ (Jᵢ − 1).",
)
def one_subtracted_per_class(values_per_feature: Sequence[int], n_classes: int) -> int:
    return n_classes * (sum(values_per_feature) - 1)


@misconception(
    discrete_parameters,
    "You also count the K − 1 parameters of the prior. The question "
    "asks for P(X | Y) alone, K Σ (Jᵢ − 1).",
)
def prior_counted_too(values_per_feature: Sequence[int], n_classes: int) -> int:
    return discrete_parameters(values_per_feature, n_classes) + n_classes - 1


@misconception(
    discrete_parameters,
    "You leave out the classes. Every class has its own parameters, so multiply by K.",
)
def one_class_only(values_per_feature: Sequence[int], n_classes: int) -> int:
    return sum(n_values - 1 for n_values in values_per_feature)


@misconception(
    discrete_parameters,
    "You multiply the numbers of values, as for the full joint. "
    "Naive Bayes adds them: K Σᵢ (Jᵢ − 1).",
)
def full_joint_count(values_per_feature: Sequence[int], n_classes: int) -> int:
    return n_classes * (prod(values_per_feature) - 1)


@question(prior_parameters, edges=[(1,), (2,), (3,), (5,)], judge=exactly)
def _(draw: Draw) -> Case:
    return (draw.whole(1, 12 * draw.size),)


@misconception(
    prior_parameters, "You count all K probabilities. They sum to 1, so only K − 1 are free."
)
def all_classes(n_classes: int) -> int:
    return n_classes


@misconception(
    prior_parameters,
    "You return 1, which is right for two classes only. K classes need K − 1 parameters.",
)
def always_one(n_classes: int) -> int:
    return 1


@misconception(
    prior_parameters,
    "You count pairs of classes. The prior has one number per class, of which K − 1 are free.",
)
def pairs_of_classes(n_classes: int) -> int:
    return n_classes * (n_classes - 1) // 2


@question(multinomial_parameters, edges=[(1, 2), (2, 2), (3, 3), (50_000, 2)], judge=exactly)
def _(draw: Draw) -> Case:
    return sizes_of(draw)


@misconception(
    multinomial_parameters,
    "You count K |V| parameters. The probabilities of each class "
    "sum to 1, so K (|V| − 1) are free.",
)
def every_word_free(n_words: int, n_classes: int) -> int:
    return n_classes * n_words


@misconception(
    multinomial_parameters, "You count one class. Each class has its own distribution over words."
)
def words_of_one_class(n_words: int, n_classes: int) -> int:
    return n_words - 1


@misconception(
    multinomial_parameters,
    "You subtract 1 only once (or add the parameters of the prior). Each of the K distributions "
    "sums to 1, so there are K (|V| − 1).",
)
def one_subtracted_in_total(n_words: int, n_classes: int) -> int:
    return n_classes * n_words - 1


@question(logistic_parameters, edges=[(1, 2), (10, 2), (1, 3), (4, 3)], judge=exactly)
def _(draw: Draw) -> Case:
    return sizes_of(draw)


@misconception(
    logistic_parameters, "You leave out the intercept w₀. Each weight vector has n + 1 weights."
)
def intercept_forgotten(n_features: int, n_classes: int) -> int:
    return (n_classes - 1) * n_features


@misconception(
    logistic_parameters,
    "You count a weight vector for all K classes. The reference "
    "class needs none, so there are K − 1.",
)
def vector_for_every_class(n_features: int, n_classes: int) -> int:
    return n_classes * (n_features + 1)


@misconception(
    logistic_parameters, "You assume K = 2, which gives n + 1. K classes need K − 1 weight vectors."
)
def two_classes_assumed(n_features: int, n_classes: int) -> int:
    return n_features + 1


@misconception(
    logistic_parameters,
    "You count only one intercept. Each of the K − 1 weight vectors has its own.",
)
def one_intercept_in_total(n_features: int, n_classes: int) -> int:
    return (n_classes - 1) * n_features + 1


@misconception(
    logistic_parameters,
    "You count K n. The reference class needs no weight vector, and each "
    "vector has an intercept: (K − 1) (n + 1).",
)
def every_class_without_intercept(n_features: int, n_classes: int) -> int:
    return n_classes * n_features
