"""The values of one feature in one class, with their moments: the argument of an estimator.

The equations of the chapter need only the moments, which are computed once and in C. An
estimator of your own may also iterate, index or sort; only then are the values collected.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from typing import Any, TypeVar, overload

from textbook_ml.learning.statistics.by_class import ByClass
from textbook_ml.learning.statistics.moments import Moments

Label = TypeVar("Label", bound=Hashable)


class Sample(Sequence[Any]):
    """A sequence of values that knows its moments.

    >>> from textbook_ml.equations.gaussian import mean_mle
    >>> xs = Sample(Moments.of([1.0, 2.0, 6.0]), [[1.0], [None], [2.0], [6.0]], "aaaa", "a", 0)
    >>> mean_mle(xs), sorted(xs)
    (Fraction(3, 1), [1.0, 2.0, 6.0])
    """

    __slots__ = ("_moments", "_source", "_values")

    def __init__(
        self,
        moments: Moments,
        rows: Sequence[Sequence[Any]],
        labels: Sequence[Any],
        label: Any,
        place: int,
    ) -> None:
        self._moments = moments
        self._source = (rows, labels, label, place)
        self._values: list[Any] | None = None

    @staticmethod
    def attached(
        statistics: ByClass[Label], rows: Sequence[Sequence[Any]], labels: Sequence[Label]
    ) -> ByClass[Label]:
        """Return statistics whose moments are samples that find their values in the rows."""
        return ByClass(
            statistics.sizes,
            {
                y: tuple(
                    Sample(part, rows, labels, y, j) if isinstance(part, Moments) else part
                    for j, part in enumerate(parts)
                )
                for y, parts in statistics.summaries.items()
            },
        )

    @property
    def values(self) -> list[Any]:
        """The values that are not missing, in the order of the rows."""
        if self._values is None:
            rows, labels, label, place = self._source
            members = (row[place] for row, y in zip(rows, labels) if y == label)
            self._values = [x for x in members if x is not None]
        return self._values

    def __len__(self) -> int:
        return int(self._moments.n)

    @overload
    def __getitem__(self, place: int) -> Any: ...
    @overload
    def __getitem__(self, place: slice) -> list[Any]: ...
    def __getitem__(self, place: int | slice) -> Any:
        return self.values[place]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.values)

    def __sub__(self, other: Sample) -> Moments:
        return self._moments - other._moments

    @property
    def n(self) -> int | Fraction:
        """The number of values."""
        return self._moments.n

    @property
    def total(self) -> Fraction:
        """Σ x."""
        return self._moments.total

    @property
    def squares(self) -> Fraction:
        """Σ x²."""
        return self._moments.squares

    @property
    def mean(self) -> Fraction:
        """Σ x / N."""
        return self._moments.mean

    @property
    def about_mean(self) -> Fraction:
        """Σ (x − x̄)²."""
        return self._moments.about_mean
