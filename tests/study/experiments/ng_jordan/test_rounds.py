"""Tests of the random splits, which depend only on seed, size and split number."""

import multiprocessing
import os
import signal
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import sqrt
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.study.experiments.ng_jordan.small_tables import NUMBER, clouds, coded_table, table
from textbook_ml.core.errors import TextbookError
from textbook_ml.study.experiments.ng_jordan.methods import METHODS
from textbook_ml.study.experiments.ng_jordan.rounds import (
    Plan,
    default_sizes,
    one_round,
    require_test_examples,
    rounds,
    training_places,
)

ALL = tuple(METHODS)


@given(st.lists(st.integers(0, 1), min_size=3, max_size=20), st.integers(0, 99), st.data())
def test_a_split_has_both_classes(labels: list[int], seed: int, data: st.DataObject) -> None:
    """There are m different rows, with both classes among them."""
    labels[:2] = [0, 1]
    m = data.draw(st.integers(2, len(labels) - 1))
    places = training_places(labels, m, Random(seed))
    assert len(set(places)) == len(places) == m
    assert {labels[i] for i in places} == {0, 1}


def test_all_splits_with_both_classes_are_equally_likely() -> None:
    """Nine of the ten choices of three rows contain both classes; each has probability 1/9."""
    labels, rng, draws = [1, 0, 0, 1, 0], Random(0), 9000
    drawn = Counter(tuple(sorted(training_places(labels, 3, rng))) for _ in range(draws))
    assert set(drawn) == set(combinations(range(5), 3)) - {(1, 2, 4)}
    spread = sqrt(draws * Fraction(1, 9) * Fraction(8, 9))
    assert max(abs(n - draws / 9) for n in drawn.values()) < 4 * spread


def test_a_rare_class_is_found() -> None:
    """With one row of T among 10,000, one of two training rows is T."""
    labels = [0] * 9999 + [1]
    assert 9999 in training_places(labels, 2, Random(0))


def test_errors_of_four_rows_by_hand() -> None:
    """With two rows of each class, any training set of two classifies the others correctly."""
    far = coded_table(table([(0.0,), (1.0,), (9.0,), (10.0,)], "FFTT", (NUMBER,)))
    found = one_round(far, Plan((2,), ALL), split=0)
    assert {name: rates for name, rates in found.items() if name != "logistic-sampled"} == {
        name: (Fraction(0),) for name in ALL if name != "logistic-sampled"
    }
    (sampled,) = found["logistic-sampled"]
    assert sampled.denominator in (1, 2, 4, 5, 10, 20)  # ten lines on two rows


def test_results_do_not_depend_on_processes() -> None:
    """One, two and two spawned processes (as on Windows) give the same results in order."""
    small, plan = coded_table(clouds(8, 3)), Plan((2, 5), ALL, splits=9, seed=3)
    alone = list(rounds(small, plan))
    assert len(alone) == 9
    assert list(rounds(small, plan, processes=2)) == alone
    before = multiprocessing.get_start_method()
    multiprocessing.set_start_method("spawn", force=True)
    try:
        assert list(rounds(small, plan, processes=2)) == alone
    finally:
        multiprocessing.set_start_method(before, force=True)


def test_a_killed_worker_process_raises_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """The run does not wait for it."""
    monkeypatch.setitem(cast(dict[str, Any], METHODS), "naive-bayes", lambda sample: os._exit(9))
    before = multiprocessing.get_start_method()
    multiprocessing.set_start_method("fork", force=True)  # so that the worker sees the change
    try:
        with pytest.raises(TextbookError, match="a worker process was killed"):
            list(rounds(coded_table(clouds(8, 3)), Plan((2,), ALL, splits=5), processes=2))
    finally:
        multiprocessing.set_start_method(before, force=True)


def test_workers_of_a_background_run_ignore_ctrl_c() -> None:
    """A shell makes background processes ignore Ctrl-C."""
    small, plan = coded_table(clouds(8, 3)), Plan((2, 5), ALL, splits=9)
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        under_way = rounds(small, plan, processes=2)
        first = next(under_way)
        for process in multiprocessing.active_children():
            os.kill(cast(int, process.pid), signal.SIGINT)
        assert [first, *under_way] == list(rounds(small, plan))
    finally:
        signal.signal(signal.SIGINT, before)


def test_fewer_splits_are_the_first_splits_of_a_longer_run() -> None:
    """A run that is stopped equals a run with that number of splits."""
    small, plan = coded_table(clouds(8, 3)), Plan((2, 5), ALL, splits=4)
    assert list(rounds(small, replace(plan, splits=2))) == list(rounds(small, plan))[:2]


def test_a_split_does_not_depend_on_other_sizes() -> None:
    """The split of five examples is the same with and without other sizes."""
    small = coded_table(clouds(8, 3))
    both = one_round(small, Plan((2, 5), ALL), split=1)
    alone = one_round(small, Plan((5,), ALL), split=1)
    assert {name: rates[1:] for name, rates in both.items()} == dict(alone)


def test_a_split_does_not_depend_on_other_methods() -> None:
    """Random numbers are used only for the split and for the random lines."""
    small = coded_table(clouds(8, 3))
    every = one_round(small, Plan((5,), ALL), split=1)
    for name in ALL:
        assert one_round(small, Plan((5,), (name,)), split=1)[name] == every[name]


def test_seeds_and_splits_differ() -> None:
    """Another seed or another split number gives another training set."""
    many, sizes, means = coded_table(clouds(20, 3)), (4, 6, 8, 10), ("nearest-mean",)
    found = [
        one_round(many, Plan(sizes, means, seed=seed), split)["nearest-mean"]
        for seed, split in [(0, 0), (0, 1), (1, 0)]
    ]
    assert len(set(found)) == 3


@given(st.integers(3, 5000))
def test_the_default_sizes_increase_and_leave_test_examples(n: int) -> None:
    """There are at most eight sizes, from 2 to at most three quarters of the examples."""
    sizes = default_sizes(n)
    assert sizes[0] == 2
    assert list(sizes) == sorted(set(sizes))
    assert sizes[-1] <= max(2, 3 * n // 4) < n
    assert len(sizes) <= 8


BAD_PLANS: list[tuple[dict[str, Any], str]] = [
    ({"sizes": (1, 5)}, "at least 2 examples, one of each class, got size 1"),
    ({"sizes": (5, 5)}, r"increasing order, got \[5, 5\]"),
    ({"sizes": ()}, "at least one training set size, got none"),
    ({"splits": 1}, "splits must be at least 2, got 1"),
    ({"floor": 0.0}, "variance floor must be above 0 .*, got 0.0"),
    ({"methods": ("svm",)}, "unknown method 'svm'. Methods: naive-bayes"),
]


@pytest.mark.parametrize(("change", "message"), BAD_PLANS)
def test_an_invalid_plan_raises_an_error(change: dict[str, Any], message: str) -> None:
    """The message names the allowed values and the value found."""
    with pytest.raises(TextbookError, match=message):
        replace(Plan((2, 5), ALL), **change)


def test_too_large_a_size_or_no_process_raises_an_error() -> None:
    """At least one example must be left for testing."""
    small = coded_table(clouds(3, 1))
    with pytest.raises(TextbookError, match="at most 5 of the 6 examples, .* got size 6"):
        list(rounds(small, Plan((6,), ALL)))
    with pytest.raises(TextbookError, match="processes must be at least 1, got 0"):
        list(rounds(small, Plan((2,), ALL), processes=0))
    with pytest.raises(TextbookError, match="need at least 3 examples .*, got 2"):
        require_test_examples(coded_table(table([(0.0,), (1.0,)], "FT", (NUMBER,))), [2])
