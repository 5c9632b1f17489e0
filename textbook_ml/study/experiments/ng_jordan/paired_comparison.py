"""Comparison of two methods on the same splits: which has the smaller error, and where.

gap         the error of the first method minus that of the second: it is negative if the
            first is better
third       the smallest, or the largest, third of the sizes at which the two differ; the
            mean gap over a third varies less than the gap at one size
interval    Student's 95 % interval of the mean gap over all random splits of this table; it
            does not apply to other tables
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from textbook_ml.core.errors import require
from textbook_ml.equations.gaussian import mean_mle
from textbook_ml.evaluation import Comparison, LearningCurve, compare_splits
from textbook_ml.study.experiments._experiment import FAILS, HOLDS, UNDECIDED

NOBODY = ""

Rates = Sequence[Fraction]  # the error rate on each split


@dataclass(frozen=True, slots=True)
class Crossover:
    """The training set size from which the second method is better, with its 95 % interval.

    An end of the interval is None if it is outside the sizes that were run.
    """

    m: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class PairedComparison:
    """A comparison of naive Bayes (or the nearest mean) with logistic regression."""

    first: str
    second: str
    sizes: tuple[int, ...]
    gaps: tuple[Comparison, ...]
    small: "Third"
    large: "Third"

    @classmethod
    def of(cls, curves: Mapping[str, LearningCurve], first: str, second: str) -> "PairedComparison":
        """Compare two methods that were run on the same splits."""
        ours, theirs = curves[first], curves[second]
        pairs = list(zip(ours.rates, theirs.rates, strict=True))
        gaps = tuple(compare_splits(a, b) for a, b in pairs)
        start = first_difference(gaps)
        n = max(1, round((len(pairs) - start) / 3))
        small = Third.of(ours.sizes[start : start + n], pairs[start : start + n])
        large = Third.of(ours.sizes[-n:], pairs[-n:])
        return cls(first, second, ours.sizes, gaps, small, large)

    def winner(self, third: "Third") -> str:
        """Return the better method over a third of the sizes, or "" if the interval contains 0."""
        names = {"first": self.first, "second": self.second}
        return names.get(third.gap.better, NOBODY)

    @property
    def ends(self) -> tuple[str, str]:
        """The better method over the small third of the sizes, and over the large third."""
        return self.winner(self.small), self.winner(self.large)

    @property
    def as_claimed(self) -> bool:
        """Whether the first method is better with few examples, and the second with many."""
        return self.ends == (self.first, self.second)

    @property
    def verdict(self) -> str:
        """'holds', 'fails' (if the opposite is significant over a third) or 'undecided'."""
        if self.as_claimed:
            return HOLDS
        small, large = self.ends
        return FAILS if small == self.second or large == self.first else UNDECIDED

    @property
    def crossover(self) -> Crossover | None:
        """The size from which the second method stays better; None if there is no such size."""
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


@dataclass(frozen=True, slots=True)
class Third:
    """Several consecutive sizes, and the mean gap over them."""

    sizes: tuple[int, ...]
    gap: Comparison

    @classmethod
    def of(cls, sizes: tuple[int, ...], pairs: Sequence[tuple[Rates, Rates]]) -> "Third":
        """Average both error rates over the sizes, for each split, and compare the averages.

        >>> half, one = Fraction(1, 2), Fraction(1)
        >>> Third.of((2, 4), [((half, half), (one, one)), ((half, half), (half, half))]).gap.low
        -0.25
        """
        ours, theirs = (
            [mean_mle(rates) for rates in zip(*(pair[who] for pair in pairs))] for who in (0, 1)
        )
        return cls(sizes, compare_splits(ours, theirs))


def first_difference(gaps: Sequence[Comparison]) -> int:
    """Return the index of the first size at which the errors differ on some split.

    With two training examples, one of each class, several methods find the same line.
    """
    apart = [k for k, gap in enumerate(gaps) if (gap.low, gap.high) != (0.0, 0.0)]
    return apart[0] if apart else 0


def zero(sizes: Sequence[int], values: Sequence[float], k: int) -> float:
    """Return the size m at which the values are 0, between the sizes with index k and k + 1.

    The values are interpolated linearly in ln m.

    >>> zero([2, 8], [-1.0, 1.0], 0)
    4.0
    """
    below, above = values[k], values[k + 1]
    require(
        below <= 0 <= above and below < above,
        f"the values must change from negative to positive, got {below} and {above}",
    )
    fraction = -below / (above - below)
    return float(sizes[k] * (sizes[k + 1] / sizes[k]) ** fraction)
