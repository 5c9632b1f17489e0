"""Calibration tables: bins, expected calibration error, and invalid arguments."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.core.errors import TextbookError
from textbook_ml.evaluation import Bin, calibration_table, posterior_calibration

Answers = list[tuple[Fraction, bool]]
answers = st.lists(
    st.tuples(st.fractions(0, 1, max_denominator=20), st.booleans()), min_size=1, max_size=40
)


@given(answers, st.integers(1, 12))
def test_every_example_is_in_the_bin_of_its_confidence(said: Answers, n_bins: int) -> None:
    """Bin k has confidences from k/n to below (k + 1)/n; the last bin includes 1."""
    table = calibration_table([p for p, _ in said], [hit for _, hit in said], n_bins)
    places = Counter(min(p * n_bins // 1, n_bins - 1) for p, _ in said)
    assert {b.low * n_bins: b.n_examples for b in table.bins} == places
    for b in table.bins:
        inside = [(p, hit) for p, hit in said if b.low <= p < b.high or p == b.high == 1]
        assert b.n_examples == len(inside)
        assert b.mean_confidence * len(inside) == sum(p for p, _ in inside)
        assert b.accuracy_in_bin * len(inside) == sum(hit for _, hit in inside)


@given(answers)
def test_finer_bins_have_no_smaller_expected_error(said: Answers) -> None:
    """Differences that cancel in a coarse bin do not cancel in finer ones."""
    confidences, right = [p for p, _ in said], [hit for _, hit in said]
    whole = calibration_table(confidences, right, 1).expected_error
    assert whole == abs(sum(confidences, Fraction(0)) - sum(right)) / len(said)
    for n_bins, finer in ((2, 4), (3, 6), (1, 5)):
        coarse = calibration_table(confidences, right, n_bins).expected_error
        assert whole <= coarse <= calibration_table(confidences, right, finer).expected_error <= 1


def test_a_table_that_can_be_checked_by_hand() -> None:
    """Two examples at 1/2 with one correct and two at 3/4 with none: gaps are 0 and 3/4."""
    half, more = Fraction(1, 2), Fraction(3, 4)
    table = calibration_table([half, half, more, more], [True, False, False, False], n_bins=4)
    assert table.bins == (Bin(half, more, half, 2, 1), Bin(more, Fraction(1), more, 2, 0))
    assert table.expected_error == Fraction(3, 8)
    assert str(table).splitlines()[1:] == [
        "0.500  0.750         2       0.500     0.500",
        "0.750  1.000         2       0.750     0.000",
    ]


@given(st.integers(1, 60), st.data())
def test_a_float_edge_belongs_to_the_bin_above(n_bins: int, data: st.DataObject) -> None:
    """The float k / n is in bin k although it is not exactly k/n."""
    k = data.draw(st.integers(0, n_bins - 1))
    (b,) = calibration_table([k / n_bins], [True], n_bins).bins
    assert b.low == Fraction(k, n_bins)


def test_the_confidence_is_that_of_the_most_probable_label() -> None:
    """In a tie, the first label is predicted."""
    forecasts = [{"a": 0.25, "b": 0.75}] * 3 + [{"a": 0.5, "b": 0.5}]
    table = posterior_calibration("bbbb", forecasts, n_bins=2)
    assert [(b.n_examples, b.n_correct, b.mean_confidence) for b in table.bins] == [(4, 3, 0.6875)]
    assert table.expected_error == 0.0625


@pytest.mark.parametrize(
    ("confidences", "right", "n_bins", "message"),
    [
        ([], [], 10, "need at least one confidence, got none"),
        ([0.5], [True, False], 10, "1 confidence and 2 answers"),
        ([0.5], [True], 0, "n_bins must be at least 1, got 0"),
        ([1.5], [True], 10, "a confidence is 1.5"),
        ([float("nan")], [True], 10, "a confidence is nan"),
    ],
)
def test_invalid_arguments_raise_an_error(
    confidences: list[float], right: list[bool], n_bins: int, message: str
) -> None:
    """Empty or unequal lists, zero bins, and invalid probabilities raise an error."""
    with pytest.raises(TextbookError, match=message):
        calibration_table(confidences, right, n_bins)


def test_invalid_bins_raise_an_error() -> None:
    """A bin cannot have more correct predictions than examples, or width zero."""
    with pytest.raises(TextbookError, match="at most as many correct predictions, got 1 and 2"):
        Bin(Fraction(0), Fraction(1), 0.5, 1, 2)
    with pytest.raises(TextbookError, match="low < high, got 1 and 1"):
        Bin(Fraction(1), Fraction(1), 0.5, 1, 1)
