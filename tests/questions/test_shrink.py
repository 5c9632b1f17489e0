"""A counterexample is made smaller as long as it fails, and stays valid."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.questions import questions
from textbook_ml.questions.judge import Case
from textbook_ml.questions.shrink import shrink, simpler

variance = questions()["variance_mvue"]
numbers = st.lists(st.integers(-99, 99).map(lambda n: n / 4), min_size=2, max_size=6)


def off_by_one(case: Case) -> bool:
    n = len(case[0])
    return variance.fault(case, variance.expected(case) * (n - 1) / n) is not None


@given(numbers)
def test_the_smallest_is_two_numbers(xs: list[float]) -> None:
    """Dividing by N is wrong as soon as two numbers differ: 0 and 1 show it."""
    case = (xs, sum(xs) / len(xs))
    if off_by_one(case):
        small = shrink(variance, case, off_by_one)
        assert len(small[0]) == 2
        assert off_by_one(small) and variance.is_valid(small)
        assert sorted(small[0]) == [0, 1] and small[1] == 0.5


def test_the_budget_is_kept() -> None:
    """Each call of the student's function counts; when they are used up, what is found stays."""
    calls = []

    def fails(case: Case) -> bool:
        calls.append(case)
        return True

    shrink(variance, ([float(n) for n in range(30)], 14.5), fails, budget=7)
    assert len(calls) == 7


def test_what_does_not_fail_is_not_taken() -> None:
    """The last failing case comes back, as it was."""
    case = ([1.0, 3.0], 2.0)
    assert shrink(variance, case, lambda smaller: False) == case


def test_rows_of_parallel_lists_go_together() -> None:
    """A row and its label leave in one step, and so do a column and its weight."""
    case: tuple[Any, ...] = ([0.5, 0.5], [[1, 2], [3, 4], [5, 6]], ["a", "b", "c"])
    assert ([0.5, 0.5], [[3, 4], [5, 6]], ["b", "c"]) in list(simpler(case))
    assert ([0.5], [[2], [4], [6]], ["a", "b", "c"]) in list(simpler(case))


def test_a_square_of_numbers_can_lose_a_row_or_a_column() -> None:
    """As many rows as columns and weights: each may go without the other."""
    case: tuple[Any, ...] = ([0, 0], [[1, 2], [3, 4]], [0, 1])
    assert ([0, 0], [[3, 4]], [1]) in list(simpler(case))
    assert ([0], [[2], [4]], [0, 1]) in list(simpler(case))


def test_columns_go_though_there_are_as_many_classes() -> None:
    """A prior inside the product: two columns show it, and no third is needed."""
    asked = questions()["posterior_gaussian_nb"]
    inside = next(m for m in asked.misconceptions if m.name == "prior_inside")
    flat = {"yes": [0.0, 1.0, 2.0], "no": [0.0, 1.0, 2.0]}
    model = {"priors": {"yes": 0.25, "no": 0.75}, "means": flat, "variances": {
        label: [1.0, 1.0, 1.0] for label in flat}}  # fmt: skip
    small = shrink(
        asked, (model, [0.0, 1.0, 2.0]),
        lambda case: asked.fault(case, inside.function(*case)) is not None,
    )  # fmt: skip
    assert small[1] == [0, 0] and list(small[0]["priors"]) == ["yes", "no"]


def test_a_word_leaves_all_tables_at_once() -> None:
    """What is a key in one dict is a key in all."""
    case = ({"spam": {"a": 1, "b": 2}, "ham": {"a": 3, "b": 4}},)
    assert ({"spam": {"b": 2}, "ham": {"b": 4}},) in list(simpler(case))


@pytest.mark.parametrize("name", ["ascend", "softmax_ascend", "fit_gda"])
def test_every_row_keeps_its_label(name: str) -> None:
    """However small a call becomes, it could have been asked."""
    asked = questions()[name]
    for case in asked.cases("test", 20):
        rows, labels, *_ = shrink(asked, case, lambda smaller: True)
        assert len(rows) == len(labels)
