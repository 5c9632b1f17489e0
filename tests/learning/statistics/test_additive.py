"""Additive statistics: merged, streamed and subtracted, exactly or within a few ulps."""

import tracemalloc
from fractions import Fraction as F
from functools import reduce
from operator import add
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.core.errors import TextbookError
from textbook_ml.core.numeric import ulps_off
from textbook_ml.equations.discriminant import covariance_matrix
from textbook_ml.learning.statistics.by_class import ByClass
from textbook_ml.learning.statistics.comoments import CoMoments
from textbook_ml.learning.statistics.moments import Moments
from textbook_ml.learning.statistics.value_counts import Counts

letters = st.lists(st.sampled_from("abcd"))
numbers = st.lists(st.floats(-1e6, 1e6, width=32))
pairs = st.lists(st.tuples(*[st.fractions(-9, 9, max_denominator=8)] * 2), min_size=1)
OFFSETS = [0.0, 1e9, -1e12]


def exact_about_mean(xs: list[float]) -> F:
    exact = list(map(F, xs))
    mu = sum(exact, F(0)) / len(exact)
    return sum(((x - mu) ** 2 for x in exact), F(0))


def assert_near(found: Moments, xs: list[float], ulps: float) -> None:
    """Check the moments of these values within a number of ulps."""
    assert found.n == len(xs)
    assert ulps_off(float(found.mean), sum(map(F, xs), F(0)) / len(xs)) <= ulps
    assert ulps_off(float(found.about_mean), exact_about_mean(xs)) <= ulps


# Counts.


@given(letters, letters)
def test_counts_are_added_and_subtracted_exactly(a: list[str], b: list[str]) -> None:
    """of(a) + of(b) equals of(a and b), and subtracting of(b) gives of(a)."""
    together = Counts.of(a + b)
    assert Counts.of(a) + Counts.of(b) == together
    assert together - Counts.of(b) == Counts.of(a)
    assert together.n == len(a) + len(b)


@given(letters, st.randoms(use_true_random=False))
def test_counts_of_weighted_values_are_sums_of_weights(xs: list[str], rng: Random) -> None:
    """An integer weight equals repeated values; the order does not matter."""
    weights = [F(rng.randint(1, 3)) for _ in xs]
    copies = [x for x, n in zip(xs, weights) for _ in range(int(n))]
    assert Counts.of_weighted(xs, weights) == Counts.of(copies)


def test_subtracting_uncounted_values_raises_an_error() -> None:
    """The error names the value and both counts."""
    with pytest.raises(TextbookError, match="remove 2 examples of 'a'.*1 were counted"):
        Counts.of("ab") - Counts.of("aa")


# Moments.


@given(numbers, numbers)
def test_moments_of_few_values_add_exactly(a: list[float], b: list[float]) -> None:
    """For few values all moments are Fractions, so addition is exact."""
    a, b = a[:30], b[:30]
    assert Moments.of(a) + Moments.of(b) == Moments.of(a + b)
    assert Moments.of(a + b) - Moments.of(b) == Moments.of(a)


@pytest.mark.parametrize("offset", OFFSETS)
@pytest.mark.parametrize("n", [63, 64, 65, 500])
def test_moments_are_accurate_at_any_offset(offset: float, n: int) -> None:
    """Mean and sum of squares are within 2 ulp, for few and for many values."""
    rng = Random(n)
    for spread in (1.0, 1e-3, 1e5):
        xs = [offset + rng.gauss(0, spread) for _ in range(n)]
        assert_near(Moments.of(xs), xs, 2)


@pytest.mark.parametrize("offset", OFFSETS)
def test_pieces_merge_in_any_order_to_a_few_ulps(offset: float) -> None:
    """A thousand values in shuffled pieces of any size have the moments of all values at once."""
    rng = Random(1)
    xs = [offset + rng.gauss(0, 1) for _ in range(1000)]
    cuts = [0, 1, 2, 66, 130, 131, 400, 401, 900, 1000]
    pieces = [Moments.of(xs[a:b]) for a, b in zip(cuts, cuts[1:])]
    for seed in range(4):
        Random(seed).shuffle(pieces)
        assert_near(reduce(add, pieces), xs, 4)


@pytest.mark.parametrize("offset", OFFSETS)
def test_a_sliding_window_is_accurate(offset: float) -> None:
    """A window of 100 values moved over 3,000 values is within 100 ulps at the end."""
    rng = Random(2)
    xs = [offset + rng.gauss(0, 1) for _ in range(3000)]
    window = Moments.of(xs[:100])
    for start in range(100, 3000, 100):
        window = window + Moments.of(xs[start : start + 100])
        window = window - Moments.of(xs[start - 100 : start])
    assert_near(window, xs[-100:], 100)
    for old, new in zip(xs[-100:], xs[:500]):
        window = window + Moments.of([new]) - Moments.of([old])
    assert_near(window, xs[:100], 100)


def test_subtracting_an_outlier_loses_few_digits() -> None:
    """Adding 1e9 to numbers near one and subtracting it costs at most a few ulps."""
    rng = Random(3)
    xs = [rng.gauss(0, 1) for _ in range(200)]
    with_outlier = Moments.of(xs) + Moments.of([1e9])
    assert_near(with_outlier - Moments.of([1e9]), xs, 4)


def test_weighted_moments_are_those_of_copies() -> None:
    """A weight of three equals three copies of the value, exactly."""
    xs, weights = [1.5, -2.25, 7.0], [F(3), F(1), F(2)]
    copies = [x for x, n in zip(xs, weights) for _ in range(int(n))]
    assert Moments.of_weighted(xs, weights) == Moments.of(copies)


@pytest.mark.parametrize("n", [3, 100])
@pytest.mark.parametrize("wrong", [float("nan"), float("inf"), "1.5", "tall"])
def test_values_that_are_not_finite_numbers_are_rejected(wrong: Any, n: int) -> None:
    """NaN, infinity and text are rejected in short and in long columns."""
    with pytest.raises(TextbookError):
        Moments.of([1.0] * n + [wrong])


@pytest.mark.parametrize("n", [2, 100])
def test_sums_that_overflow_are_exact_or_rejected(n: int) -> None:
    """Squares of 1e200 are exact Fractions, or TextbookError is raised."""
    xs = [1e200, -1e200] * n
    try:
        found = Moments.of(xs)
    except TextbookError:
        return
    assert found.about_mean == F(1e200) ** 2 * 2 * n


# Co-moments.


@given(pairs, pairs)
def test_comoments_are_added_and_subtracted_exactly(
    a: list[tuple[F, F]], b: list[tuple[F, F]]
) -> None:
    """of(a) + of(b) equals of(a and b), and the covariance is that of the equation."""
    together = CoMoments.of(a + b)
    assert CoMoments.of(a) + CoMoments.of(b) == together
    assert together - CoMoments.of(b) == CoMoments.of(a)
    lower = [[s / together.n for s in row] for row in together.about_means]
    due = covariance_matrix(a + b)
    assert lower == [row[: i + 1] for i, row in enumerate(due)]


# By class.


def random_table(n: int, seed: int) -> tuple[list[list[Any]], list[str]]:
    """Return a categorical and a numeric column with missing cells, in three classes."""
    rng = Random(seed)
    rows = [[rng.choice("abc"), rng.gauss(5, 2)] for _ in range(n)]
    for row in rows[::7]:
        row[rng.randrange(2)] = None
    return rows, rng.choices("xyz", k=n)


def test_a_stream_is_counted_block_by_block() -> None:
    """For 2,500 examples of an iterator, counts are exact and moments agree with the batch."""
    rows, labels = random_table(2500, seed=4)
    kinds: list[Any] = [Counts, Moments]
    batch: ByClass[str] = ByClass.of(rows, labels, kinds)
    stream: ByClass[str] = ByClass.of_stream(iter(zip(rows, labels)), kinds)
    assert stream.sizes == batch.sizes
    for y, (counts, moments) in batch.summaries.items():
        assert stream.summaries[y][0] == counts
        assert stream.summaries[y][1].n == moments.n
        values = [row[1] for row, label in zip(rows, labels) if label == y]
        assert_near(stream.summaries[y][1], [x for x in values if x is not None], 4)


def test_subtracting_a_class_removes_it() -> None:
    """Statistics after subtracting a class equal statistics that never contained the class."""
    rows, labels = [["a"], ["b"], ["c"]], ["x", "x", "y"]
    kinds: list[Any] = [Counts]
    before: ByClass[str] = ByClass.of(rows[:2], labels[:2], kinds)
    last: ByClass[str] = ByClass.of(rows[2:], labels[2:], kinds)
    assert before + last - last == before


@pytest.mark.parametrize("sign", ["+", "-"])
def test_statistics_of_different_features_cannot_be_added(sign: str) -> None:
    """Adding statistics of two features and of one feature raises an error."""
    kinds: list[Any] = [Moments, Moments]
    two: ByClass[str] = ByClass.of([[1.0, 2.0], [3.0, 4.0]], "aa", kinds)
    one: ByClass[str] = ByClass.of([[1.0]], "a", kinds[:1])
    with pytest.raises(TextbookError, match="features"):
        two + one if sign == "+" else two - one


def test_a_ragged_row_in_a_stream_is_named_by_its_number() -> None:
    """An invalid row 1500 is reported as row 1500 although it is in the second block."""
    stream = ((["a"] if i != 1500 else ["a", "b"], i % 2) for i in range(2000))
    kinds: list[Any] = [Counts]
    with pytest.raises(TextbookError, match="row 1500 "):
        ByClass.of_stream(stream, kinds)


def test_an_empty_stream_is_rejected() -> None:
    """A stream without examples raises an error."""
    kinds: list[Any] = [Counts]
    with pytest.raises(TextbookError, match="no examples"):
        ByClass.of_stream(iter(()), kinds)


def test_a_stream_is_not_held_in_memory() -> None:
    """Memory does not grow with the number of rows: at most one block is held at once."""

    def peak(n: int) -> int:
        kinds: list[Any] = [Counts, Moments]
        tracemalloc.start()
        ByClass.of_stream((([i % 3, float(i % 97)], i % 2) for i in range(n)), kinds)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    assert peak(20_000) < 1.5 * peak(4_000)
