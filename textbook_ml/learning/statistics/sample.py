"""The values of one feature in one class, with their moments: the argument of an estimator.

The equations of the chapter need only the moments, which are computed once and in C. An
estimator of your own may also iterate, index or sort; only then are the values collected.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar, overload

from textbook_ml.learning.statistics.by_class import ByClass
from textbook_ml.learning.statistics.moments import Moments

Label = TypeVar("Label", bound=Hashable)


@dataclass(frozen=True, slots=True, eq=False)
class Sample(Moments, Sequence[Any]):
    """Moments, with access to the values: column `place` of the rows that have a label.

    >>> from textbook_ml.equations.gaussian import mean_mle
    >>> rows = [[1.0], [None], [2.0], [6.0]]
    >>> counted = ByClass.of(rows, "aaaa", [Moments])
    >>> (xs,) = Sample.attached(counted, rows, "aaaa").summaries["a"]
    >>> mean_mle(xs), sorted(xs)
    (Fraction(3, 1), [1.0, 2.0, 6.0])
    """

    rows: Sequence[Sequence[Any]] = field(repr=False)
    labels: Sequence[Any] = field(repr=False)
    label: Any
    place: int
    _values: list[Any] = field(init=False, repr=False, default_factory=list)

    @staticmethod
    def attached(
        statistics: ByClass[Label], rows: Sequence[Sequence[Any]], labels: Sequence[Label]
    ) -> ByClass[Label]:
        """Return the statistics with a `Sample` for each of their moments."""
        return ByClass(
            statistics.sizes,
            {
                y: tuple(
                    Sample(part.n, part.total, part.squares, rows, labels, y, j)
                    if isinstance(part, Moments)
                    else part
                    for j, part in enumerate(parts)
                )
                for y, parts in statistics.summaries.items()
            },
        )

    @property
    def values(self) -> list[Any]:
        """The values that are not missing, in the order of the rows."""
        if not self._values:
            members = (row[self.place] for row, y in zip(self.rows, self.labels) if y == self.label)
            self._values.extend(x for x in members if x is not None)
        return self._values

    def __len__(self) -> int:
        return int(self.n)

    @overload
    def __getitem__(self, place: int) -> Any: ...
    @overload
    def __getitem__(self, place: slice) -> list[Any]: ...
    def __getitem__(self, place: int | slice) -> Any:
        return self.values[place]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.values)
