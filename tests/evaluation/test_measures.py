"""Accuracy and confusion matrix: counts and exact ratios of counts."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.core.errors import TextbookError
from textbook_ml.evaluation import ConfusionMatrix, accuracy

Pairs = list[tuple[object, object]]
labels = st.sampled_from(["a", "b", 3, None, ("x", 1)])
pairs = st.lists(st.tuples(labels, labels), min_size=1, max_size=40)


def matrix(guessed: Pairs) -> ConfusionMatrix[object]:
    return ConfusionMatrix.of([y for y, _ in guessed], [guess for _, guess in guessed])


def test_accuracy_is_exact() -> None:
    """Accuracy is a Fraction; empty or unequal lists raise an error."""
    assert accuracy([1, 2, 3], [1, 2, 0]) == Fraction(2, 3)
    with pytest.raises(TextbookError, match="3 labels and 2 predictions"):
        accuracy([1, 2, 3], [1, 2])
    with pytest.raises(TextbookError, match="need at least one prediction, got none"):
        accuracy([], [])


def test_a_matrix_that_can_be_counted_by_hand() -> None:
    """Four of five cats and three of five dogs are predicted correctly."""
    found = ConfusionMatrix.of(["cat"] * 5 + ["dog"] * 5, ["cat"] * 4 + ["dog"] * 4 + ["cat"] * 2)
    assert found.counts == ((4, 1), (2, 3))
    assert found.accuracy == Fraction(7, 10)
    assert (found.precision("cat"), found.recall("cat")) == (Fraction(4, 6), Fraction(4, 5))
    assert found.f1("cat") == Fraction(8, 11)


@given(pairs)
def test_rows_are_the_true_classes_and_columns_the_predicted(guessed: Pairs) -> None:
    """Row sums count the true examples of each class, column sums the predicted ones."""
    found = matrix(guessed)
    assert {y: found.actual_count(y) for y in found.classes if found.actual_count(y)} == Counter(
        y for y, _ in guessed
    )
    assert {
        y: found.predicted_count(y) for y in found.classes if found.predicted_count(y)
    } == Counter(guess for _, guess in guessed)
    assert found.n_examples == len(guessed)


@given(pairs)
def test_accuracy_is_the_diagonal(guessed: Pairs) -> None:
    """Accuracy is trace divided by total, which is the mean recall weighted by class size."""
    found = matrix(guessed)
    assert found.accuracy == accuracy([y for y, _ in guessed], [guess for _, guess in guessed])
    hits = sum(
        found.recall(y) * found.actual_count(y) for y in found.classes if found.actual_count(y)
    )
    assert found.accuracy == hits / len(guessed)


@given(pairs)
def test_f1_is_the_harmonic_mean(guessed: Pairs) -> None:
    """F1 is 2 / (1/precision + 1/recall) if both are above 0, and lies between them."""
    found = matrix(guessed)
    for y in found.classes:
        if found.correct_count(y):
            precision, recall = found.precision(y), found.recall(y)
            assert found.f1(y) == 2 / (1 / precision + 1 / recall)
            assert min(precision, recall) <= found.f1(y) <= max(precision, recall)
        else:
            assert found.f1(y) == 0


@given(pairs)
def test_swapping_labels_and_predictions_transposes_the_matrix(guessed: Pairs) -> None:
    """Swapping labels and predictions swaps precision and recall."""
    found = matrix(guessed)
    swapped = ConfusionMatrix.of(
        [guess for _, guess in guessed], [y for y, _ in guessed], found.classes
    )
    assert swapped.counts == tuple(zip(*found.counts))
    for y in found.classes:
        if found.predicted_count(y):
            assert swapped.recall(y) == found.precision(y)


def test_undefined_ratios_raise_an_error() -> None:
    """A class that is never predicted has no precision, one without examples no recall."""
    found = ConfusionMatrix.of("ab", "bb", classes="abc")
    assert found.recall("a") == 0 and found.f1("a") == 0 and found.precision("b") == Fraction(1, 2)
    with pytest.raises(TextbookError, match="no example was predicted as 'a'.*0/0"):
        found.precision("a")
    with pytest.raises(TextbookError, match="no example is of class 'c'.*0/0"):
        found.recall("c")
    with pytest.raises(TextbookError, match="no example is of class 'c' or predicted as it.*0/0"):
        found.f1("c")


def test_a_matrix_prints_in_columns() -> None:
    """Wide characters take two columns, and numbers are aligned at the right."""
    found = ConfusionMatrix.of(["日本", "b", "b"] * 50, ["b"] * 150)
    assert str(found).splitlines() == [
        "true / predicted  日本    b",
        "日本                 0   50",
        "b                    0  100",
    ]


@pytest.mark.parametrize(
    ("classes", "counts", "message"),
    [
        ((), (), "need at least one class, got none"),
        (("a", "a"), ((1, 0), (0, 1)), "duplicate class 'a'"),
        (("a", "b"), ((1, 0),), "2 classes and 1 row"),
        (("a", "b"), ((1, 0), (0,)), "2 classes and 1 column"),
        (("a", "b"), ((1, 0), (0, -1)), "counts must be at least 0, got -1"),
        (("a", "b"), ((0, 0), (0, 0)), "all counts are 0"),
    ],
)
def test_an_invalid_matrix_raises_an_error(
    classes: tuple[str, ...], counts: tuple[tuple[int, ...], ...], message: str
) -> None:
    """A matrix must be square, with distinct classes, not negative, and not empty."""
    with pytest.raises(TextbookError, match=message):
        ConfusionMatrix(classes, counts)


def test_labels_outside_the_classes_raise_an_error() -> None:
    """The error names the label."""
    with pytest.raises(TextbookError, match="among the classes 'a', 'b', got 'c'"):
        ConfusionMatrix.of("ac", "aa", classes="ab")
    with pytest.raises(TextbookError, match=r"there is no class 'c'\. Classes: 'a', 'b'"):
        ConfusionMatrix.of("ab", "aa").recall("c")
