"""Two methods on the same splits: who is ahead at each size, and where the lead changes.

    gap         the error of the first less that of the second: negative where the first is ahead
    interval    Student's, at 95 %, over the differences of the splits: how far the mean gap may be
                from that over all splits of this table; about other tables it says nothing
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from textbook_ml.errors import require
from textbook_ml.evaluation import Comparison, LearningCurve, compare_splits

NOBODY = ""


@dataclass(frozen=True, slots=True)
class Crossover:
    """The size at which the second takes the lead for good, and where it may as well be.

    An end of None is beyond the sizes that were run.
    """

    m: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Duel:
    """Naive Bayes, or what stands for it, against logistic regression."""

    first: str
    second: str
    sizes: tuple[int, ...]
    gaps: tuple[Comparison, ...]

    @classmethod
    def of(cls, curves: Mapping[str, LearningCurve], first: str, second: str) -> "Duel":
        """The duel of two methods that met the same splits."""
        ours, theirs = curves[first], curves[second]
        pairs = zip(ours.rates, theirs.rates, strict=True)
        return cls(first, second, ours.sizes, tuple(compare_splits(a, b) for a, b in pairs))

    def winner(self, place: int) -> str:
        """Who errs less at one of the sizes, if the interval leaves no doubt; otherwise nobody."""
        better = self.gaps[place].better
        return {"first": self.first, "second": self.second}.get(better, NOBODY)

    @property
    def smallest(self) -> int:
        """The place of the first size at which the two are not alike on every split.

        Of two examples, one of each class, several methods learn the same line.
        """
        apart = [k for k, gap in enumerate(self.gaps) if (gap.low, gap.high) != (0.0, 0.0)]
        return apart[0] if apart else 0

    @property
    def ends(self) -> tuple[str, str]:
        """Who wins at the smallest size at which they differ, and who at the largest."""
        return self.winner(self.smallest), self.winner(len(self.sizes) - 1)

    @property
    def as_claimed(self) -> bool:
        """Whether the first wins with few examples, and the second with many."""
        return self.ends == (self.first, self.second)

    @property
    def crossover(self) -> Crossover | None:
        """Where the mean gap changes its sign for the last time, if the second is then ahead."""
        means = [float(gap.difference) for gap in self.gaps]
        behind = [k for k, mean in enumerate(means) if mean < 0]
        if not behind or means[-1] <= 0:
            return None
        k = behind[-1]
        low = [gap.low for gap in self.gaps]
        high = [gap.high for gap in self.gaps]
        surely_before = [j for j in range(k + 1) if high[j] < 0]
        surely_after = [j for j in range(k + 1, len(means)) if low[j] > 0]
        return Crossover(
            zero(self.sizes, means, k),
            zero(self.sizes, high, surely_before[-1]) if surely_before else None,
            zero(self.sizes, low, surely_after[0] - 1) if surely_after else None,
        )


def zero(sizes: Sequence[int], values: Sequence[float], k: int) -> float:
    """Where the values from place k to the next pass 0, if they are straight in ln m.

    >>> zero([2, 8], [-1.0, 1.0], 0)
    4.0
    """
    below, above = values[k], values[k + 1]
    require(below <= 0 <= above and below < above, f"{below} and {above}: there is no 0 between")
    way = -below / (above - below)
    return float(sizes[k] * (sizes[k + 1] / sizes[k]) ** way)
