"""Linear and logarithmic scales, and axes. An axis is a scale with a position in the drawing.

Linear    equal differences have equal distances
Log       equal ratios have equal distances; values must be above 0
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import log10
from typing import Protocol

from textbook_ml.core.errors import TextbookError, number_text, require
from textbook_ml.core.numeric import require_finite
from textbook_ml.plots.ticks import Tick, linear_ticks, log_ticks

Span = tuple[float, float]

LARGEST = 1e250  # for larger values, a range with some space could overflow
ROOM = 0.05  # fraction of the range that is added as space at each end


def drawable(values: Iterable[float | Fraction], name: str) -> tuple[float, ...]:
    """Return the values as floats; raise TextbookError if one of them cannot be drawn."""
    given = tuple(values)
    require(len(given) > 0, f"{name} must have at least one value")
    require_finite(given, name)
    for place, value in enumerate(given):
        if not -LARGEST <= value <= LARGEST:
            raise TextbookError(
                f"{name} has {number_text(value)} at position {place}, too large to draw. Fix: "
                "rescale it"
            )
    return tuple(map(float, given))


def rising(values: Iterable[float], name: str) -> tuple[float, ...]:
    """Return the values as floats; raise TextbookError unless there are two or more, increasing."""
    kept = drawable(values, name)
    require(len(kept) > 1, f"{name} must have at least two values, got one")
    for low, high in pairwise(kept):
        require(low < high, f"{name} must be increasing, got {low:g} before {high:g}")
    return kept


class Scale(Protocol):
    """The interface of a scale."""

    def place(self, value: float) -> float:
        """Return the position of a value, in units of the scale."""

    def tight(self, values: Sequence[float]) -> Span:
        """Return the range from the smallest value to the largest."""

    def padded_range(self, values: Sequence[float]) -> Span:
        """Return the range of the values with some space at each end."""

    def padded_range_to_zero(self, values: Sequence[float]) -> Span:
        """Return the range with some space; for values of one sign it does not cross 0."""

    def range_from_zero(self, values: Sequence[float]) -> Span:
        """Return the range of bars: from 0, with some space at the other end."""

    def widened(self, value: float) -> Span:
        """Return a range around a single value."""

    def ticks(self, low: float, high: float, at_most: int) -> list[Tick]:
        """Return the numbers of the axis."""


@dataclass(frozen=True, slots=True)
class Linear:
    """A linear scale: equal differences have equal distances.

    >>> Linear().padded_range([0.0, 20.0]), Linear().range_from_zero([5.0, 20.0])
    ((-1.0, 21.0), (0.0, 21.0))
    """

    def place(self, value: float) -> float:
        """Return the value itself."""
        return value

    def tight(self, values: Sequence[float]) -> Span:
        """Return the range from the smallest value to the largest."""
        return min(values), max(values)

    def padded_range(self, values: Sequence[float]) -> Span:
        """Return the range of the values with a twentieth more at each end."""
        low, high = self.tight(values)
        room = ROOM * (high - low)
        return low - room, high + room

    def padded_range_to_zero(self, values: Sequence[float]) -> Span:
        """Return the range with some space; for values of one sign it does not cross 0."""
        bottom, top = self.tight(values)
        low, high = self.padded_range(values)
        return (low if bottom < 0 else max(low, 0.0)), (high if top > 0 else min(high, 0.0))

    def range_from_zero(self, values: Sequence[float]) -> Span:
        """Return the range of bars: from 0, with some space at the other end."""
        return self.padded_range_to_zero([0.0, *values])

    def widened(self, value: float) -> Span:
        """Return the range of a tenth of the value on each side; for 0, from −1 to 1."""
        room = max(abs(value) / 10, 0.0 if abs(value) > 1e-300 else 1.0)
        return value - room, value + room

    def ticks(self, low: float, high: float, at_most: int) -> list[Tick]:
        """Return multiples of a 1-2-5 step."""
        return linear_ticks(low, high, at_most)


@dataclass(frozen=True, slots=True)
class Log:
    """A logarithmic scale: equal ratios have equal distances.

    >>> Log().place(100.0), Log().tight([1.0, 8.0])
    (2.0, (1.0, 8.0))
    """

    def place(self, value: float) -> float:
        """Return log₁₀ of the value."""
        return log10(value)

    def tight(self, values: Sequence[float]) -> Span:
        """Return the range from the smallest value to the largest; all must be above 0."""
        low, high = min(values), max(values)
        require(
            low >= 1 / LARGEST,
            f"values on a log axis must be above 0, got {low:g}. "
            "Fix: omit the value, or use a linear axis.",
        )
        return low, high

    def padded_range(self, values: Sequence[float]) -> Span:
        """Return the range of the values with a twentieth of the decades more at each end."""
        low, high = self.tight(values)
        room = ROOM * (log10(high) - log10(low))
        return low / 10**room, high * 10**room

    def padded_range_to_zero(self, values: Sequence[float]) -> Span:
        """Return the range with some space; a log axis never reaches 0."""
        return self.padded_range(values)

    def range_from_zero(self, values: Sequence[float]) -> Span:
        """Raise TextbookError, because bars begin at 0, which a log axis does not contain."""
        raise TextbookError(
            "bars begin at 0, which a log axis does not contain. Fix: use a linear axis."
        )

    def widened(self, value: float) -> Span:
        """Return the range from half the value to its double."""
        return value / 2, value * 2

    def ticks(self, low: float, high: float, at_most: int) -> list[Tick]:
        """Return powers of ten, and 1-2-5 multiples of them if they fit."""
        return log_ticks(low, high, at_most)


@dataclass(frozen=True, slots=True)
class Axis:
    """A scale from `low` to `high`, drawn from `start` to `end` in SVG coordinates.

    >>> Axis(Linear(), low=0.0, high=4.0, start=100.0, end=20.0).at(1.0)
    80.0
    """

    scale: Scale
    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """Return the SVG coordinate of a value."""
        return self.all_at([value])[0]

    def all_at(self, values: Iterable[float]) -> list[float]:
        """Return the SVG coordinates of many values."""
        place, start, length = self.scale.place, self.start, self.end - self.start
        origin = place(self.low)
        unit = place(self.high) - origin
        return [start + (place(value) - origin) / unit * length for value in values]

    def holds(self, value: float) -> bool:
        """Return whether the value is in the range of the axis."""
        return min(self.low, self.high) <= value <= max(self.low, self.high)
