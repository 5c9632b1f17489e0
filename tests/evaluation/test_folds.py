"""Cross-validation: fair folds, exact error rates, the same for all."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.errors import TextbookError
from textbook_ml.evaluation import (
    CrossValidation,
    accuracy,
    cross_validate,
    held_out_answers,
    stratified_folds,
)

labels_and_folds = st.lists(st.sampled_from("abc"), min_size=2, max_size=60).flatmap(
    lambda labels: st.tuples(st.just(labels), st.integers(2, len(labels)))
)


@given(labels_and_folds, st.integers())
def test_every_example_is_held_out_once(case: tuple[list[str], int], seed: int) -> None:
    """The folds are a partition, and their sizes differ by one at most."""
    labels, n_folds = case
    folds = stratified_folds(labels, n_folds, seed)
    assert sorted(i for fold in folds for i in fold) == list(range(len(labels)))
    assert len(folds) == n_folds
    assert max(map(len, folds)) - min(map(len, folds)) <= 1


@given(labels_and_folds, st.integers())
def test_each_class_is_spread_evenly(case: tuple[list[str], int], seed: int) -> None:
    """Of any class, two folds differ by one example at most."""
    labels, n_folds = case
    counts = [Counter(labels[i] for i in fold) for fold in stratified_folds(labels, n_folds, seed)]
    for y in set(labels):
        assert max(c[y] for c in counts) - min(c[y] for c in counts) <= 1


def test_the_seed_decides() -> None:
    """The same seed gives the same folds, another one others."""
    labels = "ab" * 20
    assert stratified_folds(labels, 5, seed=1) == stratified_folds(labels, 5, seed=1)
    assert stratified_folds(labels, 5, seed=1) != stratified_folds(labels, 5, seed=2)


@pytest.mark.parametrize("n_folds", [-1, 0, 1, 5])
def test_senseless_numbers_of_folds_are_refused(n_folds: int) -> None:
    """At least two, and no more than there are examples."""
    with pytest.raises(TextbookError, match=f"{n_folds} folds were asked for.*the 4 examples"):
        stratified_folds("aabb", n_folds, seed=0)


def test_nothing_held_out_is_learned_from() -> None:
    """Training and exam never share an example, and together are all."""
    seen = []

    def exam(training: object, held_out: object) -> list[str]:
        assert isinstance(training, list) and isinstance(held_out, tuple)
        assert set(training).isdisjoint(held_out)
        seen.append(sorted([*training, *held_out]))
        return ["a"] * len(held_out)

    outcome = cross_validate(exam, "aabbab", stratified_folds("aabbab", 3, seed=0))
    assert seen == [list(range(6))] * 3
    assert outcome == CrossValidation(sizes=(2, 2, 2), errors=(1, 1, 1))
    assert outcome.standard_error == 0


def test_leaving_one_out_has_the_binomial_standard_error() -> None:
    """With N folds of one example: √(p (1 − p) / (N − 1))."""
    outcome = CrossValidation(sizes=(1,) * 8, errors=(1, 1) + (0,) * 6)
    assert outcome.error_rate == Fraction(1, 4)
    assert outcome.standard_error == sqrt(Fraction(3, 16) / 7)


def test_impossible_outcomes_are_refused() -> None:
    """No more errors than examples, and at least two folds."""
    with pytest.raises(TextbookError, match="a fold of 2 examples has 3 errors"):
        CrossValidation(sizes=(2, 2), errors=(3, 0))
    with pytest.raises(TextbookError, match="at least 2"):
        CrossValidation(sizes=(2,), errors=(0,))


@given(labels_and_folds, st.integers())
def test_answers_come_back_in_the_order_of_the_examples(
    case: tuple[list[str], int], seed: int
) -> None:
    """Whatever the folds, each place has its own answer."""
    labels, n_folds = case
    folds = stratified_folds(labels, n_folds, seed)
    assert held_out_answers(lambda _, held_out: held_out, len(labels), folds) == list(
        range(len(labels))
    )


@given(labels_and_folds, st.integers())
def test_errors_are_the_same_however_they_are_counted(
    case: tuple[list[str], int], seed: int
) -> None:
    """By fold, from all answers at once, or as one minus the accuracy."""
    labels, n_folds = case
    folds = stratified_folds(labels, n_folds, seed)

    def exam(training: Sequence[int], held_out: Sequence[int]) -> list[str]:
        return [labels[training[i % len(training)]] for i in held_out]

    answers = held_out_answers(exam, len(labels), folds)
    outcome = cross_validate(exam, labels, folds)
    assert CrossValidation.of(labels, answers, folds) == outcome
    assert outcome.error_rate == 1 - accuracy(labels, answers)


@pytest.mark.parametrize(
    ("folds", "message"),
    [
        ([(0, 1), (1, 2)], "example 1 is held out twice"),
        ([(0,), (2,)], "example 1 is never held out"),
        ([(0, 1, 2)], "there is nothing to learn from"),
    ],
)
def test_folds_that_are_no_partition_are_refused(
    folds: list[tuple[int, ...]], message: str
) -> None:
    """Twice, never, or all at once."""
    with pytest.raises(TextbookError, match=message):
        held_out_answers(lambda _, held_out: held_out, 3, folds)


def test_an_exam_answers_for_all_that_is_held_out() -> None:
    """An answer short would move all later ones to the wrong example."""
    with pytest.raises(TextbookError, match="got 2 held out examples and 1 answers: their numbers must be equal"):
        cross_validate(lambda training, held_out: ["a"], "aabb", [(0, 1), (2, 3)])
