"""Cross-validation: stratified folds, exact error rates, and invalid arguments."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.core.errors import TextbookError
from textbook_ml.evaluation import (
    CrossValidation,
    accuracy,
    held_out_answers,
    stratified_folds,
)

labels_and_folds = st.lists(st.sampled_from("abc"), min_size=2, max_size=60).flatmap(
    lambda labels: st.tuples(st.just(labels), st.integers(2, len(labels)))
)


@given(labels_and_folds, st.integers())
def test_every_example_is_held_out_once(case: tuple[list[str], int], seed: int) -> None:
    """The folds are a partition, and their sizes differ by at most one."""
    labels, n_folds = case
    folds = stratified_folds(labels, n_folds, seed)
    assert sorted(i for fold in folds for i in fold) == list(range(len(labels)))
    assert len(folds) == n_folds
    assert max(map(len, folds)) - min(map(len, folds)) <= 1


@given(labels_and_folds, st.integers())
def test_each_class_is_distributed_evenly(case: tuple[list[str], int], seed: int) -> None:
    """The numbers of examples of a class in two folds differ by at most one."""
    labels, n_folds = case
    counts = [Counter(labels[i] for i in fold) for fold in stratified_folds(labels, n_folds, seed)]
    for y in set(labels):
        assert max(c[y] for c in counts) - min(c[y] for c in counts) <= 1


def test_the_seed_determines_the_folds() -> None:
    """Equal seeds give equal folds; another seed gives other folds."""
    labels = "ab" * 20
    assert stratified_folds(labels, 5, seed=1) == stratified_folds(labels, 5, seed=1)
    assert stratified_folds(labels, 5, seed=1) != stratified_folds(labels, 5, seed=2)


@pytest.mark.parametrize("n_folds", [-1, 0, 1, 5])
def test_an_invalid_number_of_folds_raises_an_error(n_folds: int) -> None:
    """The number of folds must be from two to the number of examples."""
    with pytest.raises(TextbookError, match=rf"between 2 and 4 \(.* examples\), got {n_folds}$"):
        stratified_folds("aabb", n_folds, seed=0)


def test_held_out_examples_are_not_used_for_training() -> None:
    """Training and held-out positions are disjoint, and their union is all positions."""
    seen = []

    def fit_and_predict(training: object, held_out: object) -> list[str]:
        assert isinstance(training, list) and isinstance(held_out, tuple)
        assert set(training).isdisjoint(held_out)
        seen.append(sorted([*training, *held_out]))
        return ["a"] * len(held_out)

    folds = stratified_folds("aabbab", 3, seed=0)
    outcome = CrossValidation.of("aabbab", held_out_answers(fit_and_predict, 6, folds), folds)
    assert seen == [list(range(6))] * 3
    assert outcome == CrossValidation(sizes=(2, 2, 2), errors=(1, 1, 1))
    assert outcome.standard_error == 0


def test_leaving_one_out_has_the_binomial_standard_error() -> None:
    """With N folds of one example, the standard error is √(p (1 − p) / (N − 1))."""
    outcome = CrossValidation(sizes=(1,) * 8, errors=(1, 1) + (0,) * 6)
    assert outcome.error_rate == Fraction(1, 4)
    assert outcome.standard_error == sqrt(Fraction(3, 16) / 7)


def test_invalid_results_raise_an_error() -> None:
    """More errors than examples, or fewer than two folds, raise an error."""
    with pytest.raises(TextbookError, match="at most as many errors, got 2 and 3"):
        CrossValidation(sizes=(2, 2), errors=(3, 0))
    with pytest.raises(TextbookError, match="at least 2"):
        CrossValidation(sizes=(2,), errors=(0,))


@given(labels_and_folds, st.integers())
def test_predictions_are_in_the_order_of_the_examples(
    case: tuple[list[str], int], seed: int
) -> None:
    """Each position has its own prediction, whatever the folds are."""
    labels, n_folds = case
    folds = stratified_folds(labels, n_folds, seed)
    assert held_out_answers(lambda _, held_out: held_out, len(labels), folds) == list(
        range(len(labels))
    )


@given(labels_and_folds, st.integers())
def test_errors_are_the_same_however_they_are_counted(
    case: tuple[list[str], int], seed: int
) -> None:
    """The error from the folds, from all predictions, and 1 − accuracy are equal."""
    labels, n_folds = case
    folds = stratified_folds(labels, n_folds, seed)

    def fit_and_predict(training: Sequence[int], held_out: Sequence[int]) -> list[str]:
        return [labels[training[i % len(training)]] for i in held_out]

    answers = held_out_answers(fit_and_predict, len(labels), folds)
    outcome = CrossValidation.of(labels, answers, folds)
    assert outcome.error_rate == 1 - accuracy(labels, answers)


@pytest.mark.parametrize(
    ("folds", "message"),
    [
        ([(0, 1), (1, 2)], "example 1 is in two folds, must be in one"),
        ([(0,), (2,)], "example 1 is in no fold, must be in one"),
        ([(0, 1, 2)], "must not contain all examples: none are left for training"),
    ],
)
def test_folds_that_are_not_a_partition_raise_an_error(
    folds: list[tuple[int, ...]], message: str
) -> None:
    """An example in two folds or in none, or all examples in one fold, raise an error."""
    with pytest.raises(TextbookError, match=message):
        held_out_answers(lambda _, held_out: held_out, 3, folds)


def test_a_missing_prediction_raises_an_error() -> None:
    """A missing prediction would shift all later predictions to the wrong examples."""
    with pytest.raises(TextbookError, match="got 2 held out examples and 1 answer"):
        held_out_answers(lambda training, held_out: ["a"], 4, [(0, 1), (2, 3)])
