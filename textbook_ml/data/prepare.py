"""A table made ready for a model: standardised, coded by ones and zeros, cut into bins, split.

What is learned from the data (means, deviations, edges, which values there are) is learned
from the training part alone and then applied to both: a model that has peeked at its exam
tells nothing about new examples.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import isfinite, sqrt
from random import Random
from typing import cast

from textbook_ml.data.table import Cell, Dataset, Kind
from textbook_ml.equations.event_models import bin_number
from textbook_ml.equations.gaussian import mean_mle, variance_mle
from textbook_ml.errors import TextbookError, listed, quoted, require
from textbook_ml.numeric import require_finite


@dataclass(frozen=True, slots=True)
class Scaler:
    """The mean and the deviation of each continuous feature of the training data."""

    means: Mapping[str, float]
    deviations: Mapping[str, float]

    def __post_init__(self) -> None:
        require(
            self.means.keys() == self.deviations.keys(),
            f"there are means of {list(self.means)} and deviations of {list(self.deviations)}: "
            "give both of each feature",
        )
        for name, mean in self.means.items():
            deviation = self.deviations[name]
            require(
                isfinite(mean) and isfinite(deviation) and deviation > 0,
                f"feature {name!r} has mean {mean} and deviation {deviation}: "
                "both must be finite, and the deviation above 0",
            )

    def apply(self, dataset: Dataset) -> Dataset:
        """z = (x − mean) / deviation, for each continuous feature; a missing cell stays so.

        >>> scaler = Scaler(means={"x": 3.0}, deviations={"x": 2.0})
        >>> table = Dataset(((7.0,), (None,)), ("a", "b"), ("x",), ("continuous",), "class")
        >>> scaler.apply(table).rows
        ((2.0,), (None,))
        """
        continuous = {n for n, kind in zip(dataset.features, dataset.kinds) if kind == "continuous"}
        require(
            continuous == self.means.keys(),
            f"the scaler knows {sorted(self.means)}, and the continuous features are "
            f"{sorted(continuous)}: apply it to tables like the one it was learned from",
        )
        return dataset.with_columns(
            (name, kind, self._scaled(name, cells) if name in continuous else cells)
            for name, kind, cells in dataset.columns()
        )

    def _scaled(self, name: str, cells: Sequence[Cell]) -> list[Cell]:
        mean, deviation = self.means[name], self.deviations[name]
        return [None if x is None else (cast(float, x) - mean) / deviation for x in cells]


def standardise(dataset: Dataset) -> tuple[Dataset, Scaler]:
    """Each continuous feature with mean 0 and variance 1, and the scaler for other data.

    By equations (13) and (14), over what was observed.

    >>> table = Dataset(((1.0,), (5.0,)), ("a", "b"), ("x",), ("continuous",), "class")
    >>> standardised, scaler = standardise(table)
    >>> standardised.rows, scaler
    (((-1.0,), (1.0,)), Scaler(means={'x': 3.0}, deviations={'x': 2.0}))
    """
    means, deviations = {}, {}
    for name, kind in zip(dataset.features, dataset.kinds):
        if kind == "continuous":
            with _about(name):
                means[name], deviations[name] = _mean_and_deviation(dataset.numbers(name))
    scaler = Scaler(means, deviations)
    return scaler.apply(dataset), scaler


def _mean_and_deviation(xs: Sequence[float]) -> tuple[float, float]:
    require(len(xs) > 0, "nothing was observed of it, and it has no mean: drop the column")
    require(
        min(xs) < max(xs),
        f"it is constant (always {xs[0]}), and its deviation of 0 cannot divide: drop the column",
    )
    mu = mean_mle(xs)
    sigma2 = variance_mle(xs, mu)
    require(sigma2 > 0, "its variance is smaller than any float: give it in other units")
    return mu, sqrt(sigma2)


def one_hot(dataset: Dataset, values: Mapping[str, Sequence[Cell]] | None = None) -> Dataset:
    """Each discrete feature as one column of ones and zeros for each of its values.

    The columns count as continuous: their cells are numbers. A missing cell is missing in all
    columns of its feature. The values are those observed, in order of first appearance; for
    data other than the training part give those of the training part:
    `values={"Outlook": training.values("Outlook")}`.

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
            columns += _indicators(name, cells, given.get(name, dataset.values(name)))
        else:
            columns.append((name, kind, cells))
    return dataset.with_columns(columns)


def _indicators(
    name: str, cells: Sequence[Cell], values: Sequence[Cell]
) -> Iterator[tuple[str, Kind, Sequence[Cell]]]:
    """One column of ones and zeros for each value of a feature."""
    require(len(values) > 0, f"feature {name!r} has no values: drop the column")
    for i, cell in enumerate(cells):
        if cell is not None and cell not in values:
            raise TextbookError(
                f"rows[{i}], feature {quoted(name)}: the value {quoted(cell)} is not among "
                f"[{listed(values)}]: name every value that can occur"
            )
    for value in values:
        column = [None if cell is None else int(cell == value) for cell in cells]
        yield f"{name}={value}", "continuous", column


def discretise(dataset: Dataset, edges: Mapping[str, Sequence[float]]) -> Dataset:
    """Continuous features cut into bins, numbered from 1; the others stay as they are.

    A value on an edge belongs to the bin on its right: with the edges 400 and 800, bin 1 is
    below 400, bin 2 from 400 to below 800, and bin 3 from 800 on. Ng's table, `bin_number`,
    differs at the last edge only: its last bin is for values above that edge.

    >>> homes = Dataset(((399.0,), (400.0,), (800.0,)), tuple("aab"), ("m2",), ("continuous",), "y")
    >>> discretise(homes, {"m2": [400, 800]}).rows
    ((1,), (2,), (3,))
    """
    for name in edges:
        _require_kind(dataset, name, "continuous")
    columns: list[tuple[str, Kind, Sequence[Cell]]] = []
    for name, kind, cells in dataset.columns():
        if name in edges:
            columns.append((name, "discrete", _bins(name, cells, edges[name])))
        else:
            columns.append((name, kind, cells))
    return dataset.with_columns(columns)


def _bins(name: str, cells: Sequence[Cell], edges: Sequence[float]) -> list[Cell]:
    with _about(name):
        require(len(edges) > 0, "there are no edges, and one bin tells nothing: give one edge")
        return [None if x is None else _right_hand_bin(cast(float, x), edges) for x in cells]


def _right_hand_bin(value: float, edges: Sequence[float]) -> int:
    """The number of a half-open bin, counted from 1; a value on an edge belongs to its right.

    >>> _right_hand_bin(800, [400, 800])
    3
    """
    return bin_number(value, edges) + (value == edges[-1])


def quantile_edges(values: Sequence[float], n_bins: int) -> tuple[float, ...]:
    """Edges that put about equally many values into each bin: distinct and rising.

    Each edge is one of the values, the first of the bin to its right. Equal values cannot be
    parted, so that there may be fewer bins than were asked for.

    >>> quantile_edges([1, 2, 3, 4, 5, 6, 7, 8], n_bins=4)
    (3, 5, 7)
    >>> quantile_edges([1, 1, 1, 1, 1, 2, 3, 4], n_bins=4)
    (3,)
    """
    require(n_bins > 1, f"n_bins is {n_bins}: there must be at least 2 bins")
    require_finite(values, "the list of values")
    require(len(set(values)) > 1, "the values are all alike, or none: give at least two values")
    rising = sorted(values)
    at_ranks = [rising[k * len(rising) // n_bins] for k in range(1, n_bins)]
    edges = tuple(dict.fromkeys(edge for edge in at_ranks if edge > rising[0]))
    # Where one value fills all ranks asked for, what lies above it is the other bin.
    return edges or (min(x for x in rising if x > rising[0]),)


def split(dataset: Dataset, share: float, seed: int) -> tuple[Dataset, Dataset]:
    """Two parts, the first with this share of each class; rows keep their order.

    The numbers are rounded, but a class of two or more has members in both parts; a class of
    one goes to the first. The same seed gives the same parts on every Python.

    >>> rows, labels = tuple((i,) for i in range(8)), tuple("aaaabbbb")
    >>> table = Dataset(rows, labels, ("x",), ("discrete",), "y")
    >>> training, test = split(table, share=0.75, seed=1)
    >>> training.labels, test.labels
    (('a', 'a', 'a', 'b', 'b', 'b'), ('a', 'b'))
    """
    require(
        0 < share < 1,
        f"share is {share}: it must lie between 0 and 1, and neither part is empty",
    )
    require(type(seed) is int, f"seed is {seed!r}: give a whole number, for equal parts each time")
    rng = Random(seed)
    lots = [rng.random() for _ in dataset.rows]  # of all draws, only random() is promised to last
    members: dict[str, list[int]] = {}
    for i, y in enumerate(dataset.labels):
        members.setdefault(y, []).append(i)
    first: set[int] = set()
    for group in members.values():
        n_first = min(max(round(share * len(group)), 1), max(len(group) - 1, 1))
        first.update(sorted(group, key=lots.__getitem__)[:n_first])
    second = [i for i in range(len(dataset)) if i not in first]
    require(
        len(second) > 0,
        f"each of the {len(members)} classes has one row only, and nothing is left for the "
        "second part: give more rows",
    )
    return dataset.take(sorted(first)), dataset.take(second)


def _require_kind(dataset: Dataset, name: str, kind: Kind) -> None:
    """Refuse a name that is no feature of this kind."""
    fitting = [n for n, k in zip(dataset.features, dataset.kinds) if k == kind]
    require(name in fitting, f"{quoted(name)} is no {kind} feature: those are [{listed(fitting)}]")


@contextmanager
def _about(name: str) -> Iterator[None]:
    """Let a refusal say of which feature it speaks."""
    try:
        yield
    except TextbookError as refusal:
        raise TextbookError(f"feature {name!r}: {refusal}") from None
