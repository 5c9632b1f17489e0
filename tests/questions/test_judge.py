"""Judges are fair about digits, types, ties and sums: equivalent answers are right."""

from fractions import Fraction
from math import exp, inf, log, nan
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.questions.framework.judge import (
    Fault,
    Judge,
    UnsupportedValue,
    any_best,
    close,
    distribution,
    each_best,
    exactly,
    extra_key,
    in_any_order,
    log_probability,
    maximum,
    probability,
    show,
)


def kind(judge: Judge, expected: Any, got: Any) -> str | None:
    fault = judge((), expected, got)
    return fault.kind if fault else None


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        (2.0, 2),
        (2, 2.0),
        (0.1, Fraction(1, 10)),
        ([1.0, 2.0], (1, 2)),
        ({"a": [0.5]}, {"a": [0.5]}),
        (0.0, -0.0),
        (0.0, 1e-15),
        (-inf, -inf),
        (3.0, 3.0000000001),
        (10**400, 10**400),
        (1, True),
        (0.0, False),
        ([1, 0, 1], [True, False, True]),
        ({"a": [0, 1]}, {"a": (False, True)}),
        ({"a": 1.0}, {"a": 1.0, "b": 1}),
        ([{"a": {"b": 0.5}}], [{"a": {"b": 0.5, "c": None}}]),
    ],
)
def test_equivalent_answers_are_right(expected: Any, got: Any) -> None:
    """Whole numbers for floats, tuples for lists and a different last digit are accepted.

    So are booleans where 0 or 1 is expected, and extra keys.
    """
    assert close()((), expected, got) is None


@pytest.mark.parametrize(
    ("expected", "got", "kind_of_fault", "words"),
    [
        (0.5, True, "wrong_type", "expected the number 0.5, got the bool True"),
        (2, True, "wrong_type", "expected the number 2, got the bool True"),
        (1, False, "wrong_value", "expected 1, got False"),
        ([0, 1], [False, False], "wrong_value", "at [1]: expected 1, got False"),
        (1.0, "1.0", "wrong_type", "expected the number 1.0, got the string '1.0'"),
        (1.0, None, "wrong_type", "expected the number 1.0, got None"),
        (1.0, nan, "wrong_value", "expected 1.0, got nan, which is not a number"),
        (1.0, inf, "wrong_value", "expected 1.0, got inf"),
        (1.0, 1.1, "wrong_value", "expected 1.0, got 1.1"),
        (
            1.0,
            UnsupportedValue("generator"),
            "wrong_type",
            "expected the number 1.0, got an object of type generator",
        ),
        ([1.0, 2.0], [1.0, 3.0], "wrong_value", "at [1]: expected 2.0, got 3.0"),
        ([1.0], [1.0, 3.0], "wrong_value", "expected 1 value, got 2 values"),
        (
            [1.0],
            UnsupportedValue("generator"),
            "wrong_type",
            "expected a list, got an object of type generator: put list(…) around it",
        ),
        (
            {"a": 1.0},
            UnsupportedValue("mappingproxy"),
            "wrong_type",
            "expected a dict, got an object of type mappingproxy: put dict(…) around it",
        ),
        (
            1.0,
            UnsupportedValue("decimal.Decimal"),
            "wrong_type",
            "expected the number 1.0, got an object of type decimal.Decimal: "
            "put float(…) around it",
        ),
        ([1.0], 1.0, "wrong_type", "expected a list, got the float 1.0"),
        ({"a": 1.0}, {"a": 2.0}, "wrong_value", "at ['a']: expected 1.0, got 2.0"),
        ({"a": 1.0}, {"b": 1.0}, "wrong_value", "expected the keys ['a'], got no key 'a'"),
        ({"a": 1.0}, {"a": 2.0, "b": 1}, "wrong_value", "at ['a']: expected 1.0, got 2.0"),
        ({"a": 1.0}, [1.0], "wrong_type", "expected a dict, got the list [1.0]"),
        ("yes", "no", "wrong_value", "expected 'yes', got 'no'"),
        (True, 1, "wrong_type", "expected True, got the int 1"),
        (1e-9, 0.0, "wrong_value", "expected 1e-09, got 0.0"),
        (1.0, 10**400, "wrong_value", f"expected 1.0, got {show(10**400)}"),
    ],
)
def test_faults_name_the_expected_value_and_the_place(
    expected: Any, got: Any, kind_of_fault: Any, words: str
) -> None:
    """The fault contains the expected value, the returned value and the place."""
    assert close()((), expected, got) == Fault(kind_of_fault, words)


def test_a_rounding_error_counts_as_zero_only_if_the_judge_allows_it() -> None:
    """The value 1e-17 is a rounding error in a difference, but not in a probability."""
    assert kind(close(zero=1e-12), 1e-17, 0.0) is None
    assert kind(close(), 1e-17, 0.0) == "wrong_value"
    assert kind(probability(), 1e-300, 0.0) == "wrong_value"
    assert kind(probability(), 1e-300, 1e-300 * (1 + 1e-8)) is None
    assert kind(probability(), 1e-300, 2e-300) == "wrong_value"
    assert kind(probability(), 0.0, 0.0) is None


def test_a_distribution_must_sum_to_one() -> None:
    """The fault contains the sum."""
    fault = distribution()((), {"a": 0.5, "b": 0.5}, {"a": 0.5, "b": 0.25})
    difference = "at ['b']: expected 0.5, got 0.25"
    assert fault and fault.words == f"{difference}; your probabilities sum to 0.75, not to 1"
    assert kind(distribution(), [0.25, 0.75], [0.25, 0.75]) is None
    assert kind(distribution(), [0.25, 0.75], [inf, 0.75]) == "wrong_value"
    assert kind(distribution(), [0.25, 0.75], ["a", 0.75]) == "wrong_type"
    assert kind(distribution(), [0.25, 0.75], [nan, 0.75]) == "wrong_value"


def test_the_tolerance_of_a_probability_is_relative() -> None:
    """The tolerance is larger for small probabilities, and 1e-12 if 0 is expected."""
    judge = probability(relative=1e-3)
    assert kind(probability(relative=log(2)), 1.0, 0.5) is None  # the tolerance is included
    assert kind(judge, 0.5, 0.5 * exp(0.99e-3)) is None
    assert kind(judge, 0.5, 0.5 * exp(1.01e-3)) == "wrong_value"
    assert kind(judge, exp(-10), exp(-10 * (1 + 0.99e-3))) is None
    assert kind(judge, exp(-10), exp(-10 * (1 + 1.01e-3))) == "wrong_value"
    assert kind(judge, 0.0, 1e-12) is None
    assert kind(judge, 0.0, -1e-12) is None
    assert kind(judge, 0.0, 1.01e-12) == "wrong_value"
    assert kind(judge, 0.0, -1.01e-12) == "wrong_value"
    assert kind(judge, 1e-13, 0.0) == kind(judge, 1e-13, -1e-13) == "wrong_value"
    assert kind(judge, -0.5, -0.5) is None  # the diagnosis compares results of wrong functions
    assert kind(judge, -0.5, 0.0) == kind(judge, -0.5, 1e-13) == "wrong_value"


def test_the_sum_of_a_distribution_is_reported_only_for_numbers() -> None:
    """A right answer has no fault, a wrong type has no sum, and the sum's tolerance is 1e-6."""
    judge = distribution(relative=1e-3)
    assert judge((), [0.5, 0.5], [0.5, 0.5002]) is None
    for got in ([0.25, 0.75 + 0.9e-6], [0.25, 0.75 - 0.9e-6]):
        fault = judge((), [0.5, 0.5], got)
        assert fault and "sum" not in fault.words
    for got in ([0.25, 0.75 + 1.1e-6], [0.25, 0.75 - 1.1e-6]):
        fault = judge((), [0.5, 0.5], got)
        assert fault and "your probabilities sum to" in fault.words
    fault = judge((), [0.5, 0.5], [0.25, "a"])
    assert fault and fault.kind == "wrong_value" and "sum" not in fault.words
    assert kind(judge, [0.5, 0.5], [inf, -inf]) == "wrong_value"
    assert kind(judge, [0.5, 0.5], 0.5) == kind(judge, [0.5, 0.5], None) == "wrong_type"


@pytest.mark.parametrize("best", [-0.5, -8.0, 8.0])
def test_label_scores_have_a_symmetric_tolerance(best: float) -> None:
    """The tolerance is absolute below 1 and relative above."""
    tolerance = 1e-3 * max(1.0, abs(best))
    for sign in (-1, 1):
        near = any_best(lambda: {"a": best, "b": best + 0.99 * sign * tolerance}, relative=1e-3)
        far = any_best(lambda: {"a": best, "b": best + 1.01 * sign * tolerance}, relative=1e-3)
        assert near((), "a", "b") is None
        assert kind(far, "a", "b") == "wrong_value"


def test_infinite_scores_are_compared_exactly() -> None:
    """No finite score is close to minus infinity."""
    judge = any_best(lambda: {"a": -inf, "b": -inf, "c": -1e308, "d": inf})
    assert judge((), "a", "b") is None
    assert kind(judge, "a", "c") == kind(judge, "a", "d") == "wrong_value"
    assert kind(judge, "c", "a") == "wrong_value"


def test_numbers_are_judged_by_their_relative_error() -> None:
    """An error equal to the tolerance is accepted, and no finite number is close to infinity."""
    judge = close(relative=0.5, zero=0.25)
    assert kind(judge, 2.0, 3.0) is kind(judge, 2.0, 1.0) is None
    assert kind(judge, -2.0, -3.0) is kind(judge, -2.0, -1.0) is None
    assert kind(judge, -2.0, -3.01) == kind(judge, -2.0, -0.99) == "wrong_value"
    assert kind(judge, 0.0, -0.26) == "wrong_value"
    assert kind(judge, 2.0, 3.01) == kind(judge, 2.0, 0.99) == "wrong_value"
    assert kind(judge, 0.25, 0.25) is kind(judge, 0.25, -0.25) is None
    assert kind(judge, 0.25, 0.26) == kind(judge, 0.26, 0.12) == "wrong_value"
    assert kind(judge, inf, 1e308) == kind(judge, 1e308, inf) == "wrong_value"
    assert kind(close(), 0.0, 1e-12) is None
    assert kind(close(), 0.0, 1.01e-12) == "wrong_value"


def test_logarithms_near_zero_are_judged_as_their_probabilities() -> None:
    """The logarithm log(1 − 1e-12) has few exact digits; minus infinity has no tolerance."""
    assert kind(log_probability(), log(1 - 1e-12), 0.0) is None
    assert kind(log_probability(), -700.0, -700.0000001) is None
    assert kind(log_probability(), -700.0, -701.0) == "wrong_value"
    assert kind(log_probability(), -inf, -1e300) == "wrong_value"
    judge = log_probability(relative=0.5)
    assert kind(judge, -4.0, -6.0) is kind(judge, -4.0, -2.0) is None
    assert kind(judge, -4.0, -6.01) == kind(judge, -4.0, -1.99) == "wrong_value"
    assert kind(judge, -0.25, -0.75) is kind(judge, -0.25, 0.25) is None
    assert kind(judge, -0.25, -0.76) == kind(judge, -0.25, 0.26) == "wrong_value"
    assert kind(judge, 4.0, 6.0) is None
    assert kind(judge, 4.0, 6.01) == "wrong_value"


def test_any_label_with_the_best_score_is_right() -> None:
    """In a tie both labels are right; a label of another type is wrong."""
    judge = any_best(lambda: {"yes": -1.0, "no": -1.0 - 1e-13, "maybe": -2.0})
    assert judge((), "yes", "no") is None
    assert kind(judge, "yes", "maybe") == "wrong_value"
    assert kind(judge, "yes", "other") == "wrong_value"
    assert kind(judge, "yes", ["yes"]) == "wrong_type"
    numbers = any_best(lambda: {0: -1.0, 1: -1.0})
    assert kind(numbers, 0, 1) is None
    assert kind(numbers, 0, True) is None
    assert kind(numbers, 1, 0) is None
    assert kind(any_best(lambda: {0: -1.0, 1: -2.0}), 0, True) == "wrong_value"
    assert kind(any_best(lambda: {"0": -1.0, "1": -1.0}), "0", True) == "wrong_value"
    assert kind(any_best(lambda: {False: -1.0, True: -2.0}), False, True) == "wrong_value"


def test_a_list_in_any_order_must_have_each_item_the_same_number_of_times() -> None:
    """The fault contains the item and both numbers."""
    assert in_any_order((), ["a", "b", "a"], ("b", "a", "a")) is None
    fault = in_any_order((), ["a", "b", "a"], ["a", "b", "b"])
    assert fault and fault.words == "number of 'a' in the list: expected 2, got 1"
    assert kind(in_any_order, ["a"], ["a", "c"]) == "wrong_value"
    assert kind(in_any_order, ["a"], "a") == "wrong_type"
    assert in_any_order((), [0, 1], [True, False]) is None


def test_wrong_labels_with_equal_scores_agree() -> None:
    """The diagnosis recognises the worst label, also if two labels are equally bad."""
    judge = any_best(lambda: {"best": 0.0, "worst": -inf, "as bad": -inf})
    assert judge((), "worst", "as bad") is None
    assert kind(judge, "worst", "best") == kind(judge, "best", "worst") == "wrong_value"
    assert judge((), 0.5, 0.5) is None
    assert kind(judge, 0.5, "best") == "wrong_value"


def test_each_label_of_a_list_must_have_the_best_score() -> None:
    """The fault contains the place of the first label with a lower score."""
    judge = each_best(lambda: [{"a": 0.0, "b": 0.0}, {"a": 0.0, "b": -1.0}])
    assert judge((), ["a", "a"], ["b", "a"]) is None
    fault = judge((), ["a", "a"], ["b", "b"])
    assert fault and fault.words.startswith("at [1]: expected 'a', got 'b'")
    assert kind(judge, ["a", "a"], ["a"]) == "wrong_value"
    assert kind(judge, ["a", "a"], "aa") == "wrong_type"


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner),
    max_leaves=6,
)


@given(plain, plain)
def test_judges_never_raise(expected: Any, got: Any) -> None:
    """A judge returns for any answer; the expected value is right unless it contains NaN."""
    for judge in (close(), exactly, probability(), log_probability()):
        fault = judge((), expected, got)
        assert fault is None or fault.words
    if "nan" not in repr(expected):
        assert exactly((), expected, expected) is None


@pytest.mark.parametrize(("best", "allowed"), [(0.0, 1e-6), (-1.0, 1e-6), (-400.0, 4e-4)])
def test_the_slack_of_a_maximum_is_one_millionth(best: float, allowed: float) -> None:
    """The slack is relative to the maximum, but at least one millionth, on both sides."""
    judge = maximum(lambda weights: best - weights[0])
    for sign in (1, -1):
        assert judge((), [0.0], [sign * 0.99 * allowed]) is None
        assert judge((), [0.0], [sign * 1.01 * allowed]) is not None


def test_the_slack_of_a_maximum_includes_its_limit() -> None:
    """A difference of exactly the slack is right: the numbers here are powers of two."""
    judge = maximum(lambda weights: -2.0 - weights[0], slack=0.25)
    assert judge((), [0.0], [0.5]) is None
    assert judge((), [0.0], [0.5625]) is not None


def test_the_default_tolerance_is_nine_digits() -> None:
    """An error just below 1e-9 is right, and one just above it is wrong."""
    assert close()((), 1.0, 1 + 0.99e-9) is None
    assert close()((), 1.0, 1 + 1.01e-9) is not None


def test_an_extra_key_is_found_only_where_both_values_are_dicts() -> None:
    """A dict in place of a list, or the reverse, has no extra key."""
    assert extra_key({"a": 1.0}, [1.0]) is None
    assert extra_key([1.0], {"a": 1.0}) is None
    assert extra_key([{"a": 1.0}], [{"a": 1.0, "b": 0.0}]) == "b"
