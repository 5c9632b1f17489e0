"""Drawing examples from a distribution, and counting them."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import count as counting
from math import inf, nan
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.core.errors import TextbookError
from textbook_ml.equations.bayes import bayes_rule
from textbook_ml.equations.counts import (
    count,
    counts_by_class,
    draw_examples,
    full_joint_table,
    indicator,
)

Row = tuple[int, str]

ROWS: list[Row] = [(1, "a"), (1, "b"), (0, "b"), (1, "a"), (0, "c"), (1, "b")]
LABELS = [1, 1, 1, 1, 0, 0]

examples = st.lists(
    st.tuples(st.tuples(st.integers(0, 1), st.sampled_from("abc")), st.integers(0, 2)), min_size=1
)


@pytest.mark.parametrize("a", [True, False])
@pytest.mark.parametrize("b", [True, False])
def test_indicators_multiply_and_complement(a: bool, b: bool) -> None:
    """δ(a and b) = δ(a) δ(b), and δ(not a) = 1 − δ(a)."""
    assert indicator(a and b) == indicator(a) * indicator(b)
    assert indicator(not a) == 1 - indicator(a)
    assert indicator(True) == 1


@given(st.lists(st.integers(-5, 5)), st.randoms(use_true_random=False))
def test_counting_is_additive_and_ignores_the_order(data: list[int], rng: Random) -> None:
    """#D of disjoint properties adds up, in total to |D|; shuffling changes nothing."""
    small, large = count(data, lambda d: d < 1), count(data, lambda d: d >= 1)
    assert small + large == count(data, lambda d: True) == len(data)
    assert count(data, lambda d: False) == 0
    assert count(rng.sample(data, len(data)), lambda d: d < 1) == small
    assert count(iter(data), lambda d: d == 3) == data.count(3)


def test_counts_of_six_examples() -> None:
    """Four of the six examples are of class 1, and two of these are (1, a)."""
    data = list(zip(ROWS, LABELS))
    assert count(data, lambda d: d[1] == 1) == 4
    assert count(data, lambda d: d == ((1, "a"), 1)) == 2


@given(examples)
def test_counts_by_class_are_the_counting_operator(data: list[tuple[Row, int]]) -> None:
    """#D{X = x ∧ Y = y} for every pair that occurs, in the order of first appearance."""
    rows, labels = zip(*data)
    table = counts_by_class(rows, labels)
    assert list(table) == list(dict.fromkeys(labels))
    assert {(x, y): n for y, cells in table.items() for x, n in cells.items()} == Counter(data)


@given(examples)
def test_a_full_table_is_a_distribution_for_each_class(data: list[tuple[Row, int]]) -> None:
    """Every column sums to exactly one, and repeating the data changes nothing."""
    rows, labels = zip(*data)
    table = full_joint_table(rows, labels)
    assert all(sum(column.values()) == 1 for column in table.values())
    assert full_joint_table(rows * 3, labels * 3) == table


@given(examples)
def test_bayes_rule_on_the_full_table_gives_back_the_frequencies(
    data: list[tuple[Row, int]],
) -> None:
    """P(y | x) is #D{X = x ∧ Y = y} / #D{X = x} for every x that was seen."""
    rows, labels = zip(*data)
    table = full_joint_table(rows, labels)
    prior = {y: Fraction(labels.count(y), len(labels)) for y in table}
    for x in rows:
        posterior = bayes_rule(prior, {y: table[y].get(x, Fraction(0)) for y in table})
        assert posterior == {y: Fraction(data.count((x, y)), rows.count(x)) for y in table}


def test_the_full_table_of_six_examples() -> None:
    """Class 1 has (1, a) twice in four, (1, b) and (0, b) once; (1, b) is then undecided."""
    table = full_joint_table(ROWS, LABELS)
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    assert table[1] == {(1, "a"): half, (1, "b"): quarter, (0, "b"): quarter}
    assert table[0] == {(0, "c"): half, (1, "b"): half}
    prior = {1: Fraction(4, 6), 0: Fraction(2, 6)}
    assert bayes_rule(prior, {y: table[y][1, "b"] for y in table})[1] == half


@pytest.mark.parametrize("function", [counts_by_class, full_joint_table])
def test_rows_and_labels_must_have_equal_positive_length(function: Callable[..., object]) -> None:
    """There must be one label for each row, and at least one row."""
    with pytest.raises(
        TextbookError, match="got 2 values and 1 label: their numbers must be equal"
    ):
        function(["a", "b"], [1])
    with pytest.raises(TextbookError, match="at least one example, got none"):
        function([], [])


class Eighths(Random):
    """A generator that returns 0, 1/8, …, 7/8 in a cycle."""

    def __init__(self) -> None:
        super().__init__()
        self.steps = counting()

    def random(self) -> float:
        """The next eighth."""
        return next(self.steps) % 8 / 8


@pytest.mark.parametrize("eighths", range(9))
def test_noisy_labels_are_positive_with_the_given_probability(eighths: int) -> None:
    """Over the eight eighths, P(Y = 1) = k/8 gives exactly k positive examples."""
    drawn = draw_examples(lambda rng: "x", lambda x: eighths / 8, 8, Eighths())
    assert drawn == [("x", indicator(k < eighths)) for k in range(8)]


def test_the_fraction_of_positives_is_the_mean_probability() -> None:
    """P(X) = (1/4, 3/4) with P(Y = 1 | x) = 1/2 and 1/3 gives P(Y = 1) = 1/8 + 1/4 = 3/8."""
    n = 4000
    drawn = draw_examples(
        lambda rng: int(rng.random() < 0.75), lambda x: 1 / 3 if x else 1 / 2, n, Random(5)
    )
    # Four standard errors, √(p (1 − p) / n): exceeded with probability 1/16,000.
    assert abs(sum(y for _, y in drawn) / n - 3 / 8) < 4 * (3 / 8 * 5 / 8 / n) ** 0.5
    assert abs(sum(x for x, _ in drawn) / n - 3 / 4) < 4 * (3 / 4 * 1 / 4 / n) ** 0.5


def test_the_same_seed_draws_the_same_examples() -> None:
    """The same seed repeats a draw, another seed changes it; 0 examples are allowed."""
    one, again, other = (
        draw_examples(lambda rng: rng.randrange(100), lambda x: x / 100, 20, Random(seed))
        for seed in (1, 1, 2)
    )
    assert one == again != other
    assert draw_examples(lambda rng: 0, lambda x: 0.5, 0, Random(1)) == []


def test_a_negative_number_of_examples_is_an_error() -> None:
    """The number of examples must be at least 0."""
    with pytest.raises(TextbookError, match="n_examples must be from 0 .* got -1"):
        draw_examples(lambda rng: 0, lambda x: 0.5, -1, Random(1))


@pytest.mark.parametrize("p", [nan, 1.5, -0.5, inf])
def test_a_label_probability_outside_0_to_1_is_an_error(p: float) -> None:
    """P(Y = 1 | x) lies between 0 and 1."""
    with pytest.raises(TextbookError, match=r"\[0, 1\]"):
        draw_examples(lambda rng: 0, lambda x: p, 1, Random(1))
