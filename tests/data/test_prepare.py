"""Preparing a table: standardise, one-hot encode, cut into bins, split."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import nan
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.core.errors import TextbookError
from textbook_ml.core.numeric import mean
from textbook_ml.data import (
    Cell,
    Dataset,
    Scaler,
    discretise,
    one_hot,
    quantile_edges,
    split,
    standardise,
)

MIXED = Dataset(
    rows=(("Sunny", 1.0, "hot"), ("Rain", None, "wet"), (None, 5, ""), ("Sunny", 3.0, "x")),
    labels=("no", "no", "yes", "yes"),
    features=("outlook", "size", "remark"),
    kinds=("discrete", "continuous", "text"),
    label_name="play",
)


def continuous(*xs: float | None) -> Dataset:
    rows = tuple((x,) for x in xs)
    return Dataset(rows, ("a",) * len(xs), ("x",), ("continuous",), "y")


def of_labels(labels: str) -> Dataset:
    rows = tuple((i,) for i in range(len(labels)))
    return Dataset(rows, tuple(labels), ("number",), ("discrete",), "y")


def test_standardising_by_hand() -> None:
    """Observed cells of continuous features become (x − 3) / √(8/3); others are unchanged."""
    table, scaler = standardise(MIXED)
    assert scaler.means == {"size": 3.0}
    assert scaler.deviations["size"] * scaler.deviations["size"] == pytest.approx(8 / 3, rel=1e-15)
    unit = 2 / scaler.deviations["size"]
    assert table.column("size") == (-unit, None, unit, 0.0)
    assert table.column("outlook") == MIXED.column("outlook")
    assert table.kinds == MIXED.kinds
    assert scaler.apply(MIXED) == table


@given(st.lists(st.integers(-1000, 1000), min_size=2, max_size=30), st.integers(0, 10**9))
def test_standardised_numbers_have_mean_0_and_variance_1(xs: list[int], offset: int) -> None:
    """Standardised numbers have mean 0 and variance 1 at any offset."""
    if len(set(xs)) > 1:
        table, _ = standardise(continuous(*(float(x + offset) for x in xs)))
        exactly = [Fraction(z) for z in table.numbers("x")]
        mu = mean(exactly)
        assert abs(mu) < 1e-6 * offset / 10**9 + 1e-13
        assert float(mean([(z - mu) * (z - mu) for z in exactly])) == pytest.approx(1, abs=1e-12)


def test_the_test_part_is_standardised_with_the_means_of_the_training_part() -> None:
    """The mean and variance of the test part need not be 0 and 1."""
    _, scaler = standardise(continuous(1.0, 5.0))
    assert scaler.apply(continuous(5.0, 9.0)).rows == ((1.0,), (3.0,))


def test_one_hot_by_hand() -> None:
    """Each observed value has a column; a missing cell is missing in all of them."""
    table = one_hot(MIXED)
    assert table.features == ("outlook=Sunny", "outlook=Rain", "size", "remark")
    assert table.kinds == ("continuous", "continuous", "continuous", "text")
    assert [row[:2] for row in table.rows] == [(1, 0), (0, 1), (None, None), (1, 0)]
    assert table.column("size") == MIXED.column("size")
    assert one_hot(table) == table


def test_the_test_part_is_encoded_with_the_values_of_the_training_part() -> None:
    """Columns are those of the training part even if a value is absent; new values are errors."""
    training, test = MIXED.take([0, 1]), MIXED.take([1])
    values = {"outlook": training.values("outlook")}
    assert one_hot(test, values).features == one_hot(training).features
    assert one_hot(test, values).rows == ((0, 1, None, "wet"),)
    with pytest.raises(TextbookError, match=r"rows\[0\], feature 'outlook': .*, got 'Sunny'"):
        one_hot(training, {"outlook": test.values("outlook")})


@given(st.lists(st.none() | st.sampled_from("abc")))
def test_exactly_one_is_hot(cells: list[Cell]) -> None:
    """Each observed cell has a 1 only in the column of its value."""
    rows = tuple((cell,) for cell in (*cells, "a"))
    table = one_hot(Dataset(rows, ("y",) * len(rows), ("x",), ("discrete",), "class"))
    for (cell,), row in zip(rows, table.rows):
        hot = [name for name, one in zip(table.features, row) if one]
        assert hot == ([] if cell is None else [f"x={cell}"])


def test_discretising_by_hand() -> None:
    """A value on an edge belongs to the right bin; missing cells and other columns are kept."""
    table = discretise(MIXED, {"size": [1, 4.5]})
    assert table.column("size") == (2, None, 3, 2)
    assert table.kinds == ("discrete", "discrete", "text")
    assert table.column("outlook") == MIXED.column("outlook")
    assert discretise(MIXED, {}) == MIXED


@given(st.lists(st.integers(-9, 9), min_size=2, max_size=40), st.integers(2, 6))
def test_quantile_edges_leave_no_bin_empty(values: list[int], n_bins: int) -> None:
    """Edges are distinct and increasing, at most `n_bins − 1`, and each bin has a value."""
    if len(set(values)) > 1:
        edges = quantile_edges(values, n_bins)
        assert list(edges) == sorted(set(edges))
        assert 1 <= len(edges) < n_bins
        table = discretise(continuous(*values), {"x": edges})
        assert set(table.column("x")) == set(range(1, len(edges) + 2))


@given(st.sets(st.floats(-1e9, 1e9), min_size=2, max_size=40), st.integers(2, 6))
def test_quantile_bins_of_distinct_values_are_even(values: set[float], n_bins: int) -> None:
    """The sizes of any two bins differ by at most one."""
    edges = quantile_edges(list(values), n_bins)
    sizes = Counter(bisect_right(edges, x) for x in values)
    assert len(sizes) == min(n_bins, len(values))
    assert max(sizes.values()) - min(sizes.values()) <= 1


def test_quantile_edges_if_most_values_are_equal() -> None:
    """The values larger than the most frequent one are in the second bin."""
    assert quantile_edges([0] * 9 + [7], n_bins=2) == (7,)
    assert quantile_edges([0] + [7] * 9, n_bins=2) == (7,)


@given(st.text("abc", min_size=1, max_size=40), st.floats(0.01, 0.99), st.integers(0, 99))
def test_parts_are_a_partition_in_proportion(labels: str, share: float, seed: int) -> None:
    """Each row is in one part; each class is split in proportion and is in both parts."""
    table = of_labels(labels)
    if max(Counter(labels).values()) == 1:
        return
    first, second = split(table, share, seed)
    for part in (first, second):
        assert part.rows == tuple(sorted(part.rows))
        assert part.labels == tuple(labels[row[0]] for row in part.rows if type(row[0]) is int)
    assert sorted(first.rows + second.rows) == list(table.rows)
    for y, n in Counter(labels).items():
        there, left = first.labels.count(y), second.labels.count(y)
        assert there > 0 and (left > 0 or n == 1)
        assert abs(there - share * n) <= 0.5 or there == 1 or left == 1


def test_the_seed_determines_the_parts() -> None:
    """Equal seeds give equal parts on every Python version; different seeds differ."""
    table = of_labels("aaaaaaaaaabbbbb")
    first, second = split(table, 0.6, seed=229)
    assert (first, second) == split(table, 0.6, seed=229)
    assert first.column("number") == (0, 1, 2, 6, 8, 9, 10, 11, 13)
    assert second.column("number") == (3, 4, 5, 7, 12, 14)
    assert len({split(table, 0.6, seed)[0] for seed in range(20)}) > 10


def test_a_class_of_one_row_is_in_the_first_part() -> None:
    """A class of one row is in the training part, so that a model can be fitted."""
    for seed in range(5):
        first, second = split(of_labels("aab"), 0.01, seed)
        assert (first.labels, second.labels) == (("a", "b"), ("a",))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: standardise(continuous(3.0, 3.0, None)),
            "'x': must not be constant, but every value is 3.0",
        ),
        (lambda: standardise(continuous(None)), "feature 'x': needs at least one observed value"),
        (lambda: standardise(continuous(0.0, 1e-200)), "'x': its variance underflows to 0"),
        (
            lambda: standardise(continuous(-1e306, 1e306)),
            "feature 'x': the result must fit into a float",
        ),
        (lambda: Scaler({"x": 1.0}, {}), r"the same features, got \['x'\] and \[\]"),
        (lambda: Scaler({"x": 1.0}, {"x": 0.0}), "'x': .*, got mean 1.0 and deviation 0.0"),
        (lambda: Scaler({"x": nan}, {"x": 1.0}), "'x': .*, got mean nan"),
        (
            lambda: Scaler({"x": 1.0}, {"x": 1.0}).apply(MIXED),
            r"must be those of the scaler, \['x'\], got \['size'\]",
        ),
        (lambda: one_hot(MIXED, {"size": [1]}), "no discrete feature 'size'"),
        (lambda: one_hot(MIXED, {"outlook": []}), "'outlook' needs a value, got none"),
        (lambda: one_hot(MIXED.take([2])), "'outlook' needs a value, got none"),
        (lambda: discretise(MIXED, {"outlook": [1]}), "no continuous feature 'outlook'"),
        (
            lambda: discretise(MIXED, {"wind": [1]}),
            r"no continuous feature 'wind'\. Features .*: 'size'",
        ),
        (lambda: discretise(MIXED, {"size": []}), "feature 'size': needs at least one edge"),
        (
            lambda: discretise(MIXED, {"size": [2, 1]}),
            "'size': the edges must be in increasing order, got 2, 1",
        ),
        (lambda: discretise(MIXED, {"size": [nan]}), "feature 'size': there is nan"),
        (lambda: quantile_edges([1, 2], 1), "n_bins must be at least 2, got 1"),
        (lambda: quantile_edges([2, 2], 2), "at least two different values"),
        (lambda: quantile_edges([], 2), "at least two different values"),
        (lambda: quantile_edges([1, nan], 2), "there is nan in the list of values"),
        (lambda: split(MIXED, 0.0, 1), "share must be .*, got 0.0"),
        (lambda: split(MIXED, 1.0, 1), "share must be .*, got 1.0"),
        (lambda: split(MIXED, nan, 1), "share must be .*, got nan"),
        (lambda: split(MIXED, 0.5, no_seed()), "seed must be a whole number, got None"),
        (lambda: split(of_labels("abc"), 0.5, 1), "each of the 3 classes has one"),
    ],
)
def test_invalid_arguments_raise_an_error(make: Callable[[], object], message: str) -> None:
    """The error names the feature and the requirement."""
    with pytest.raises(TextbookError, match=message):
        make()


def no_seed() -> Any:
    return None
