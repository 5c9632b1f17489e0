"""Scales say how far apart two values stand on an axis; an axis is a scale with a place on paper.

    Linear    equal steps are equally far apart
    Log       equal ratios are equally far apart; only values above 0 have a place
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import log10
from typing import Protocol

from textbook_ml.errors import TextbookError, require, shown
from textbook_ml.numeric import require_finite
from textbook_ml.plots.ticks import Tick, linear_ticks, log_ticks

Span = tuple[float, float]

LARGEST = 1e250  # beyond it, a span with some room may be no float
ROOM = 0.05  # of the span, kept free beyond the outermost markers


def drawable(values: Iterable[float | Fraction], name: str) -> tuple[float, ...]:
    """The values as floats; what has no place on paper is refused."""
    given = tuple(values)
    require(len(given) > 0, f"{name} came empty: give at least one")
    require_finite(given, name)
    for place, value in enumerate(given):
        if not -LARGEST <= value <= LARGEST:
            raise TextbookError(
                f"{name} has {shown(value)} at position {place}, too large to draw: rescale it"
            )
    return tuple(map(float, given))


def rising(values: Iterable[float], name: str) -> tuple[float, ...]:
    """Two drawable values or more, each above the last."""
    kept = drawable(values, name)
    require(len(kept) > 1, f"{name} came with one value, and a range has two ends: give more")
    for low, high in pairwise(kept):
        require(low < high, f"{name} has {low:g} before {high:g}: let the values rise")
    return kept


class Scale(Protocol):
    """What an axis asks of its scale."""

    def place(self, value: float) -> float:
        """Where a value stands; the unit is the scale's own."""

    def tight(self, values: Sequence[float]) -> Span:
        """From the smallest value to the largest."""

    def roomy(self, values: Sequence[float]) -> Span:
        """The same with some room at either end."""

    def roomy_to_zero(self, values: Sequence[float]) -> Span:
        """The same with room that ends at 0, where values of one sign end."""

    def from_zero(self, values: Sequence[float]) -> Span:
        """From 0, where bars begin, with some room at the other end."""

    def widened(self, value: float) -> Span:
        """A span around a single value."""

    def ticks(self, low: float, high: float, at_most: int) -> list[Tick]:
        """What is written along the axis."""


@dataclass(frozen=True, slots=True)
class Linear:
    """Equal steps are equally far apart.

    >>> Linear().roomy([0.0, 20.0]), Linear().from_zero([5.0, 20.0])
    ((-1.0, 21.0), (0.0, 21.0))
    """

    def place(self, value: float) -> float:
        """The value itself."""
        return value

    def tight(self, values: Sequence[float]) -> Span:
        """From the smallest value to the largest."""
        return min(values), max(values)

    def roomy(self, values: Sequence[float]) -> Span:
        """The same with a twentieth more at either end."""
        low, high = self.tight(values)
        room = ROOM * (high - low)
        return low - room, high + room

    def roomy_to_zero(self, values: Sequence[float]) -> Span:
        """The same, but an axis of values of one sign does not go beyond 0."""
        bottom, top = self.tight(values)
        low, high = self.roomy(values)
        return (low if bottom < 0 else max(low, 0.0)), (high if top > 0 else min(high, 0.0))

    def from_zero(self, values: Sequence[float]) -> Span:
        """From 0, where bars begin, with room at the other end."""
        return self.roomy_to_zero([0.0, *values])

    def widened(self, value: float) -> Span:
        """A tenth of the value to either side; around 0, one."""
        room = max(abs(value) / 10, 0.0 if abs(value) > 1e-300 else 1.0)
        return value - room, value + room

    def ticks(self, low: float, high: float, at_most: int) -> list[Tick]:
        """Multiples of a 1-2-5 step."""
        return linear_ticks(low, high, at_most)


@dataclass(frozen=True, slots=True)
class Log:
    """Equal ratios are equally far apart.

    >>> Log().place(100.0), Log().tight([1.0, 8.0])
    (2.0, (1.0, 8.0))
    """

    def place(self, value: float) -> float:
        """log₁₀ of the value."""
        return log10(value)

    def tight(self, values: Sequence[float]) -> Span:
        """From the smallest value to the largest; all must be above 0."""
        low, high = min(values), max(values)
        require(
            low >= 1 / LARGEST,
            f"{low:g} has no place on a log axis, which never reaches 0: "
            "leave it out, or use a linear one",
        )
        return low, high

    def roomy(self, values: Sequence[float]) -> Span:
        """The same with a twentieth of the decades more at either end."""
        low, high = self.tight(values)
        room = ROOM * (log10(high) - log10(low))
        return low / 10**room, high * 10**room

    def roomy_to_zero(self, values: Sequence[float]) -> Span:
        """The same: a log axis never reaches 0."""
        return self.roomy(values)

    def from_zero(self, values: Sequence[float]) -> Span:
        """Refused: bars begin at 0, which a log axis does not reach."""
        raise TextbookError("bars begin at 0, which has no place on a log axis: use a linear one")

    def widened(self, value: float) -> Span:
        """From half the value to its double."""
        return value / 2, value * 2

    def ticks(self, low: float, high: float, at_most: int) -> list[Tick]:
        """Powers of ten, and 1-2-5 multiples of them where they fit."""
        return log_ticks(low, high, at_most)


@dataclass(frozen=True, slots=True)
class Axis:
    """A scale from `low` to `high`, drawn from `start` to `end` on paper.

    >>> Axis(Linear(), low=0.0, high=4.0, start=100.0, end=20.0).at(1.0)
    80.0
    """

    scale: Scale
    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """Where the value stands on paper."""
        return self.all_at([value])[0]

    def all_at(self, values: Iterable[float]) -> list[float]:
        """Where many values stand on paper."""
        place, start, length = self.scale.place, self.start, self.end - self.start
        origin = place(self.low)
        unit = place(self.high) - origin
        return [start + (place(value) - origin) / unit * length for value in values]

    def holds(self, value: float) -> bool:
        """Whether the value lies between the ends."""
        return min(self.low, self.high) <= value <= max(self.low, self.high)
