"""A failing case is reduced while it still fails, and stays valid."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.questions import questions
from textbook_ml.questions.framework.judge import Case
from textbook_ml.questions.framework.shrink import shrink, simpler

variance = questions()["variance_mvue"]
numbers = st.lists(st.integers(-99, 99).map(lambda n: n / 4), min_size=2, max_size=6)


def off_by_one(case: Case) -> bool:
    n = len(case[0])
    return variance.fault(case, variance.expected(case) * (n - 1) / n) is not None


@given(numbers)
def test_smallest_case_for_division_by_n_has_two_numbers(xs: list[float]) -> None:
    """Division by N fails if two numbers differ; the simplest pair is 0 and 1."""
    case = (xs, sum(xs) / len(xs))
    if off_by_one(case):
        small = shrink(variance, case, off_by_one)
        assert len(small[0]) == 2
        assert off_by_one(small) and variance.is_valid(small)
        assert sorted(small[0]) == [0, 1] and small[1] == 0.5


def test_number_of_calls_stays_within_the_budget() -> None:
    """Shrinking stops after `budget` calls of the student's function."""
    calls = []

    def fails(case: Case) -> bool:
        calls.append(case)
        return True

    shrink(variance, ([float(n) for n in range(30)], 14.5), fails, budget=7)
    assert len(calls) == 7


def test_case_is_unchanged_if_no_smaller_case_fails() -> None:
    """Smaller cases that pass are not used."""
    case = ([1.0, 3.0], 2.0)
    assert shrink(variance, case, lambda smaller: False) == case


def test_items_of_parallel_lists_are_removed_together() -> None:
    """A row is removed together with its label, and a column together with its weight."""
    case: tuple[Any, ...] = ([0.5, 0.5], [[1, 2], [3, 4], [5, 6]], ["a", "b", "c"])
    assert ([0.5, 0.5], [[3, 4], [5, 6]], ["b", "c"]) in list(simpler(case))
    assert ([0.5], [[2], [4], [6]], ["a", "b", "c"]) in list(simpler(case))


def test_square_table_can_lose_a_row_or_a_column() -> None:
    """With equally many rows and columns, either can be removed without the other."""
    case: tuple[Any, ...] = ([0, 0], [[1, 2], [3, 4]], [0, 1])
    assert ([0, 0], [[3, 4]], [1]) in list(simpler(case))
    assert ([0], [[2], [4]], [0, 1]) in list(simpler(case))


def test_columns_are_removed_without_removing_classes() -> None:
    """A prior inside the product fails only with two columns, so the third is removed."""
    question = questions()["posterior_gaussian_nb"]
    inside = next(m for m in question.misconceptions if m.name == "prior_inside")
    uniform_prior = {"yes": [0.0, 1.0, 2.0], "no": [0.0, 1.0, 2.0]}
    model = {"priors": {"yes": 0.25, "no": 0.75}, "means": uniform_prior, "variances": {
        label: [1.0, 1.0, 1.0] for label in uniform_prior}}  # fmt: skip
    small = shrink(
        question, (model, [0.0, 1.0, 2.0]),
        lambda case: question.fault(case, inside.function(*case)) is not None,
    )  # fmt: skip
    assert small[1] == [0, 0] and list(small[0]["priors"]) == ["yes", "no"]


def test_key_is_removed_from_all_tables_at_once() -> None:
    """A word that is dropped from one dict is dropped from all."""
    case = ({"spam": {"a": 1, "b": 2}, "ham": {"a": 3, "b": 4}},)
    assert ({"spam": {"b": 2}, "ham": {"b": 4}},) in list(simpler(case))


@pytest.mark.parametrize("name", ["ascend", "softmax_ascend", "fit_gda"])
def test_every_row_keeps_its_label(name: str) -> None:
    """The smallest case still has as many labels as rows."""
    question = questions()[name]
    for case in question.cases("test", 20):
        rows, labels, *_ = shrink(question, case, lambda smaller: True)
        assert len(rows) == len(labels)
