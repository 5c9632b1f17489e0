"""Values are written as valid Python code, and repeated items as products."""

from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.questions import questions
from textbook_ml.questions.framework.as_code import python_code

few = st.sampled_from([0, 1, 0.5, -0.0, 1e-300, True, None, "a", "it's", inf])
values = st.recursive(
    few,
    lambda inner: (
        st.builds(lambda item, n, rest: [item] * n + rest, inner, st.integers(0, 12), st.lists(few))
        | st.lists(inner, max_size=4)
        | st.tuples(inner, inner)
        | st.dictionaries(st.text(max_size=2), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(values)
def test_code_of_a_value_evaluates_to_the_same_value(value: Any) -> None:
    """The evaluated code has the same value and the same types."""
    assert repr(eval(python_code(value))) == repr(value)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ([0.01] * 800, "[0.01] * 800"),
        ({"a": [0.5] * 9}, "{'a': [0.5] * 9}"),
        ([1.0, 2.0] + [0.5] * 8 + [3.0], "[1.0, 2.0] + [0.5] * 8 + [3.0]"),
        ([1] * 7, "[1, 1, 1, 1, 1, 1, 1]"),
        ([1, 1.0, True] * 3, "[1, 1.0, True, 1, 1.0, True, 1, 1.0, True]"),
        ([], "[]"),
        ((2,), "(2,)"),
    ],
)
def test_only_long_runs_of_equal_items_are_written_as_products(value: Any, text: str) -> None:
    """Fewer than 8 equal items are written one by one."""
    assert python_code(value) == text


def test_equal_rows_are_separate_lists() -> None:
    """A function that changes one row of a pasted call does not change the others."""
    rows = eval(python_code([[1.0, 2.0]] * 20))
    rows[0][0] = 5.0
    assert rows[1] == [1.0, 2.0]


def test_every_case_of_every_question_can_be_pasted() -> None:
    """The arguments of the pasted call equal those of the case."""
    for asked in questions().values():
        for case in asked.cases("pasted", 20):
            call = asked.call(case)
            assert repr(eval(call, {asked.function: lambda *args: args})) == repr(tuple(case))
            assert len(call) < 2000, asked.function
