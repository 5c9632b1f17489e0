"""The number of parameters of each model, compared with enumeration."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.core.errors import TextbookError
from textbook_ml.equations.parameters import (
    common_variance_parameters,
    discrete_parameters,
    discrete_table_size,
    discriminant_parameters,
    full_joint_parameters,
    full_joint_table_size,
    gaussian_parameters,
    logistic_parameters,
    multinomial_parameters,
    prior_parameters,
    quadratic_parameters,
    tied_gaussian_parameters,
)

Count = Callable[..., int]

few = st.integers(1, 6)


@pytest.mark.parametrize(
    ("count", "table"),
    [
        (full_joint_table_size, {1: 4, 2: 8, 3: 16, 10: 2048}),
        (full_joint_parameters, {1: 2, 2: 6, 3: 14, 5: 62, 10: 2046, 30: 2147483646}),
        (lambda n: discrete_parameters([2] * n), {1: 2, 2: 4, 5: 10, 30: 60}),
        (gaussian_parameters, {10: 40}),
        (tied_gaussian_parameters, {2: 6, 10: 30}),
        (common_variance_parameters, {10: 21}),
        (discriminant_parameters, {2: 7, 10: 75}),
        (quadratic_parameters, {10: 130}),
        (multinomial_parameters, {50_000: 99_998}),
        (logistic_parameters, {10: 11, 7: 8}),
    ],
)
def test_two_classes_have_the_printed_numbers_of_parameters(
    count: Count, table: dict[int, int]
) -> None:
    """The numbers are those in the source texts: Boolean features, prior not counted."""
    assert {n: count(n) for n in table} == table


@given(few, st.integers(1, 4), few)
def test_the_unrestricted_table_has_a_cell_for_every_x_and_y(n: int, n_values: int, k: int) -> None:
    """K Jⁿ cells; K (Jⁿ − 1) are free given the class, and K Jⁿ − 1 with the prior."""
    cells = k * len(list(product(range(n_values), repeat=n)))
    assert full_joint_table_size(n, n_values, k) == cells
    assert full_joint_parameters(n, n_values, k) == cells - k
    assert full_joint_parameters(n, n_values, k) + prior_parameters(k) == cells - 1


@given(st.integers(1, 60))
def test_a_boolean_feature_doubles_the_unrestricted_table(n: int) -> None:
    """There are nearly two parameters for each distinct instance: 2 − 2/2ⁿ."""
    assert full_joint_table_size(n + 1) == 2 * full_joint_table_size(n)
    assert Fraction(full_joint_parameters(n), 2**n) == 2 - Fraction(2, 2**n)


def test_thirty_boolean_features_need_two_but_not_three_billion() -> None:
    """2 (2³⁰ − 1) = 2,147,483,646; the printed three billion are exceeded at n = 31."""
    assert full_joint_parameters(30) < 3 * 10**9 < full_joint_parameters(31)


def test_fifty_thousand_words_need_a_number_of_15_000_digits() -> None:
    """2⁵⁰⁰⁰⁰ − 1 for each class; naive Bayes needs 50,000 per class and 100,001 in total."""
    per_class = full_joint_parameters(50_000) // 2
    assert 10**15_051 <= per_class < 10**15_052
    assert discrete_parameters([2] * 50_000) + prior_parameters(2) == 100_001
    assert multinomial_parameters(50_000) + prior_parameters(2) == 99_999


@given(st.lists(few, min_size=1, max_size=6), few)
def test_each_feature_and_class_has_one_constraint(values: list[int], k: int) -> None:
    """Discrete naive Bayes has a distribution per feature and class, which sums to one."""
    entries = [(i, j) for i, n_values in enumerate(values) for j in range(n_values)]
    assert discrete_table_size(values, k) == k * len(entries)
    assert discrete_table_size(values, k) - discrete_parameters(values, k) == len(values) * k


def test_four_features_of_three_values_in_five_classes() -> None:
    """n J K = 60 entries, of which n (J − 1) K = 40 are free, and 4 for the prior."""
    assert discrete_table_size([3] * 4, 5) == 60
    assert discrete_parameters([3] * 4, 5) == 40
    assert prior_parameters(5) == 4


@given(st.integers(2, 40))
def test_independence_saves_an_exponential_number(n: int) -> None:
    """2n against 2 (2ⁿ − 1): equal for one feature, smaller for more."""
    assert discrete_parameters([2]) == full_joint_parameters(1)
    assert discrete_parameters([2] * n) == 2 * n < full_joint_parameters(n)


@given(few, few)
def test_gaussian_models_count_their_means_and_variances(n: int, k: int) -> None:
    """n K means, and n K, n or 1 variances (per feature and class, per feature, common)."""
    means = n * k
    covariances = len(list(combinations_with_replacement(range(n), 2)))
    assert gaussian_parameters(n, k) == means + n * k
    assert tied_gaussian_parameters(n, k) == means + n
    assert common_variance_parameters(n, k) == means + 1
    assert discriminant_parameters(n, k) == means + covariances
    assert quadratic_parameters(n, k) == means + k * covariances


@given(few)
def test_two_gaussian_classes_with_their_prior(n: int) -> None:
    """4n + 1, or 3n + 1 with shared variances; logistic regression has n + 1."""
    prior = prior_parameters(2)
    assert gaussian_parameters(n) + prior == 4 * n + 1
    assert tied_gaussian_parameters(n) + prior == 3 * n + 1
    assert logistic_parameters(n) == n + 1


@given(few)
def test_equal_models_have_equal_numbers_of_parameters(k: int) -> None:
    """With one feature GDA is naive Bayes with a shared variance; with one class it is QDA."""
    assert discriminant_parameters(1, k) == tied_gaussian_parameters(1, k)
    assert quadratic_parameters(1, k) == gaussian_parameters(1, k)
    assert discriminant_parameters(k, 1) == quadratic_parameters(k, 1)
    assert multinomial_parameters(k, 3) == discrete_parameters([k], 3)


@given(few, few)
def test_logistic_regression_leaves_out_one_class(n: int, k: int) -> None:
    """K − 1 vectors of n + 1 weights are counted: ten for three classes and four features."""
    assert logistic_parameters(n, k) == (n + 1) * prior_parameters(k)
    assert logistic_parameters(4, 3) == 10


@pytest.mark.parametrize("bad", [0, -1])
@pytest.mark.parametrize(
    ("count", "arguments"),
    [
        (full_joint_table_size, ("n_features", "n_values", "n_classes")),
        (full_joint_parameters, ("n_features", "n_values", "n_classes")),
        (prior_parameters, ("n_classes",)),
        (multinomial_parameters, ("n_words", "n_classes")),
        *(
            (count, ("n_features", "n_classes"))
            for count in (
                gaussian_parameters,
                tied_gaussian_parameters,
                common_variance_parameters,
                discriminant_parameters,
                quadratic_parameters,
                logistic_parameters,
            )
        ),
    ],
)
def test_a_size_below_one_is_an_error(count: Count, arguments: tuple[str, ...], bad: int) -> None:
    """The message names the argument."""
    for name in arguments:
        sizes = dict.fromkeys(arguments, 2) | {name: bad}
        with pytest.raises(TextbookError, match=f"^{name} must be at least 1, got {bad}"):
            count(**sizes)


@pytest.mark.parametrize("count", [discrete_table_size, discrete_parameters])
def test_a_feature_without_values_is_an_error(count: Count) -> None:
    """Every feature has at least one value, and there is at least one class."""
    with pytest.raises(TextbookError, match="n_values must be at least 1, got 0"):
        count([2, 0])
    with pytest.raises(TextbookError, match="n_classes must be at least 1, got 0"):
        count([2], n_classes=0)
    with pytest.raises(TextbookError, match="n_classes must be at least 1, got 0"):
        count([], n_classes=0)
