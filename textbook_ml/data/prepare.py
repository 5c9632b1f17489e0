"""Prepare a table for a model: standardise, one-hot encode, cut into bins, split.

Means, standard deviations, bin edges and lists of values must come from the training part alone
and are then applied to both parts. Otherwise information about the test part leaks into the
model, and the measured error is too small.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import isfinite, sqrt
from random import Random
from typing import cast

from textbook_ml.core.errors import TextbookError, did_you_mean, quoted, quoted_list, require
from textbook_ml.core.numeric import require_finite
from textbook_ml.data.table import Cell, Dataset, Kind
from textbook_ml.equations.event_models import bin_number
from textbook_ml.equations.gaussian import mean_mle, variance_mle


@dataclass(frozen=True, slots=True)
class Scaler:
    """The mean and the standard deviation of each continuous feature of the training data."""

    means: Mapping[str, float]
    deviations: Mapping[str, float]

    def __post_init__(self) -> None:
        require(
            self.means.keys() == self.deviations.keys(),
            f"means and deviations must be of the same features, got {list(self.means)} and "
            f"{list(self.deviations)}",
        )
        for name, mean in self.means.items():
            deviation = self.deviations[name]
            require(
                isfinite(mean) and isfinite(deviation) and deviation > 0,
                f"feature {name!r}: mean and deviation must be finite and the deviation greater "
                f"than 0, got mean {mean} and deviation {deviation}",
            )

    def apply(self, dataset: Dataset) -> Dataset:
        """Return the table with z = (x − mean) / deviation; a missing cell stays missing.

        >>> scaler = Scaler(means={"x": 3.0}, deviations={"x": 2.0})
        >>> table = Dataset(((7.0,), (None,)), ("a", "b"), ("x",), ("continuous",), "class")
        >>> scaler.apply(table).rows
        ((2.0,), (None,))
        """
        continuous = {n for n, kind in zip(dataset.features, dataset.kinds) if kind == "continuous"}
        require(
            continuous == self.means.keys(),
            f"the continuous features must be those of the scaler, {sorted(self.means)}, got "
            f"{sorted(continuous)}",
        )
        return dataset.with_columns(
            (name, kind, self._scaled_column(name, cells) if name in continuous else cells)
            for name, kind, cells in dataset.columns()
        )

    def _scaled_column(self, name: str, cells: Sequence[Cell]) -> list[Cell]:
        mean, deviation = self.means[name], self.deviations[name]
        return [None if x is None else (cast(float, x) - mean) / deviation for x in cells]


def standardise(dataset: Dataset) -> tuple[Dataset, Scaler]:
    """Return the table with mean 0 and variance 1 in each continuous feature, and the scaler.

    Mean and variance follow equations (13) and (14), over the observed cells.

    >>> table = Dataset(((1.0,), (5.0,)), ("a", "b"), ("x",), ("continuous",), "class")
    >>> standardised, scaler = standardise(table)
    >>> standardised.rows, scaler
    (((-1.0,), (1.0,)), Scaler(means={'x': 3.0}, deviations={'x': 2.0}))
    """
    means, deviations = {}, {}
    for name, kind in zip(dataset.features, dataset.kinds):
        if kind == "continuous":
            with _errors_name_feature(name):
                means[name], deviations[name] = _mean_and_deviation(dataset.numbers(name))
    scaler = Scaler(means, deviations)
    return scaler.apply(dataset), scaler


def _mean_and_deviation(xs: Sequence[float]) -> tuple[float, float]:
    require(len(xs) > 0, "needs at least one observed value, got none. Fix: drop the column")
    require(
        min(xs) < max(xs),
        f"must not be constant, but every value is {xs[0]}. Fix: drop the column",
    )
    mu = mean_mle(xs)
    sigma2 = variance_mle(xs, mu)
    require(sigma2 > 0, "its variance underflows to 0. Fix: use other units")
    return mu, sqrt(sigma2)


def one_hot(dataset: Dataset, values: Mapping[str, Sequence[Cell]] | None = None) -> Dataset:
    """Return the table with one 0/1 column for each value of each discrete feature.

    These columns are continuous. A missing cell is missing in all columns of its feature. The
    values are those observed, in order of first appearance. For a test part, pass the values of
    the training part: `values={"Outlook": training.values("Outlook")}`.

    >>> table = Dataset((("Sunny",), ("Rain",)), ("no", "yes"), ("Outlook",), ("discrete",), "play")
    >>> one_hot(table).features, one_hot(table).rows
    (('Outlook=Sunny', 'Outlook=Rain'), ((1, 0), (0, 1)))
    """
    given = dict(values or {})
    for name in given:
        _require_kind(dataset, name, "discrete")
    columns: list[tuple[str, Kind, Sequence[Cell]]] = []
    for name, kind, cells in dataset.columns():
        if kind == "discrete":
            columns += _indicator_columns(name, cells, given.get(name, dataset.values(name)))
        else:
            columns.append((name, kind, cells))
    return dataset.with_columns(columns)


def _indicator_columns(
    name: str, cells: Sequence[Cell], values: Sequence[Cell]
) -> Iterator[tuple[str, Kind, Sequence[Cell]]]:
    """Yield one 0/1 column for each value of a feature."""
    require(len(values) > 0, f"feature {name!r} needs a value, got none. Fix: drop the column")
    for i, cell in enumerate(cells):
        if cell is not None and cell not in values:
            raise TextbookError(
                f"rows[{i}], feature {quoted(name)}: must be one of [{quoted_list(values)}], got "
                f"{quoted(cell)}. Fix: list every value that can occur"
            )
    for value in values:
        column = [None if cell is None else int(cell == value) for cell in cells]
        yield f"{name}={value}", "continuous", column


def discretise(dataset: Dataset, edges: Mapping[str, Sequence[float]]) -> Dataset:
    """Return the table with continuous features cut into bins, numbered from 1.

    A value on an edge belongs to the bin on its right: with the edges 400 and 800, bin 1 is
    below 400, bin 2 from 400 to below 800, and bin 3 from 800 on. Ng's table, `bin_number`,
    differs at the last edge only: there, the last bin excludes that edge.

    >>> homes = Dataset(((399.0,), (400.0,), (800.0,)), tuple("aab"), ("m2",), ("continuous",), "y")
    >>> discretise(homes, {"m2": [400, 800]}).rows
    ((1,), (2,), (3,))
    """
    for name in edges:
        _require_kind(dataset, name, "continuous")
    columns: list[tuple[str, Kind, Sequence[Cell]]] = []
    for name, kind, cells in dataset.columns():
        if name in edges:
            columns.append((name, "discrete", _bin_numbers(name, cells, edges[name])))
        else:
            columns.append((name, kind, cells))
    return dataset.with_columns(columns)


def _bin_numbers(name: str, cells: Sequence[Cell], edges: Sequence[float]) -> list[Cell]:
    with _errors_name_feature(name):
        require(len(edges) > 0, "needs at least one edge, got none")
        return [None if x is None else _right_hand_bin(cast(float, x), edges) for x in cells]


def _right_hand_bin(value: float, edges: Sequence[float]) -> int:
    """Return the number of the bin, from 1; a value on an edge is in the bin to its right.

    >>> _right_hand_bin(800, [400, 800])
    3
    """
    return bin_number(value, edges) + (value == edges[-1])


def quantile_edges(values: Sequence[float], n_bins: int) -> tuple[float, ...]:
    """Return increasing edges that put about equally many values into each bin.

    Each edge is one of the values, the smallest of the bin to its right. Equal values are in the
    same bin, so there may be fewer bins than `n_bins`.

    >>> quantile_edges([1, 2, 3, 4, 5, 6, 7, 8], n_bins=4)
    (3, 5, 7)
    >>> quantile_edges([1, 1, 1, 1, 1, 2, 3, 4], n_bins=4)
    (3,)
    """
    require(n_bins > 1, f"n_bins must be at least 2, got {n_bins}")
    require_finite(values, "the list of values")
    require(len(set(values)) > 1, "need at least two different values")
    ordered = sorted(values)
    at_ranks = [ordered[k * len(ordered) // n_bins] for k in range(1, n_bins)]
    edges = tuple(dict.fromkeys(edge for edge in at_ranks if edge > ordered[0]))
    # If the smallest value is at all these ranks, the larger values are the second bin.
    return edges or (min(x for x in ordered if x > ordered[0]),)


def split(dataset: Dataset, share: float, seed: int) -> tuple[Dataset, Dataset]:
    """Return two parts, the first with this fraction of each class; rows keep their order.

    The numbers of rows are rounded, but a class with two or more rows has rows in both parts. The
    only row of a class is in the first part. The same seed gives the same parts with every
    Python version.

    >>> rows, labels = tuple((i,) for i in range(8)), tuple("aaaabbbb")
    >>> table = Dataset(rows, labels, ("x",), ("discrete",), "y")
    >>> training, test = split(table, share=0.75, seed=1)
    >>> training.labels, test.labels
    (('a', 'a', 'a', 'b', 'b', 'b'), ('a', 'b'))
    """
    first, second = split_places(dataset.labels, share, seed)
    return dataset.take(first), dataset.take(second)


def split_places(
    labels: Sequence[Hashable], share: float, seed: int, name: str = "share"
) -> tuple[list[int], list[int]]:
    """Return the positions of two parts, the first with this fraction of each class, in order.

    >>> split_places("aabb", 0.5, seed=1)
    ([0, 3], [1, 2])
    """
    require(
        0 < share < 1,
        f"{name} must be greater than 0 and less than 1, got {share}",
    )
    require(type(seed) is int, f"seed must be a whole number, got {seed!r}")
    rng = Random(seed)
    keys = [rng.random() for _ in labels]  # only random() is the same in all Pythons
    members: dict[Hashable, list[int]] = {}
    for i, y in enumerate(labels):
        members.setdefault(y, []).append(i)
    first: set[int] = set()
    for group in members.values():
        n_first = min(max(round(share * len(group)), 1), max(len(group) - 1, 1))
        first.update(sorted(group, key=keys.__getitem__)[:n_first])
    second = [i for i in range(len(labels)) if i not in first]
    require(
        len(second) > 0,
        f"at least one class must have two rows, but each of the {len(members)} classes has one. "
        "Fix: add rows",
    )
    return sorted(first), second


def _require_kind(dataset: Dataset, name: str, kind: Kind) -> None:
    """Raise TextbookError unless the name is that of a feature of this kind."""
    fitting = [n for n, k in zip(dataset.features, dataset.kinds) if k == kind]
    if name not in fitting:
        near = did_you_mean(
            name, fitting, f"Features of this kind: {quoted_list(fitting) or 'none'}"
        )
        raise TextbookError(f"there is no {kind} feature {quoted(name)}. {near}")


@contextmanager
def _errors_name_feature(name: str) -> Iterator[None]:
    """Put the name of the feature in front of an error message."""
    try:
        yield
    except TextbookError as error:
        raise TextbookError(f"feature {name!r}: {error}") from None
