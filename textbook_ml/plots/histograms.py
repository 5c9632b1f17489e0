"""Histograms: the number of values in each bin, between one edge and the next."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor
from typing import Self

from textbook_ml.core.errors import TextbookError, require
from textbook_ml.plots.frame import KEY_HEIGHT, KEY_WIDTH, Frame, series
from textbook_ml.plots.lines import stroke, tint
from textbook_ml.plots.scales import Linear, Scale, Span, drawable, rising
from textbook_ml.plots.style import Style
from textbook_ml.plots.svg import Markup, number, trail
from textbook_ml.plots.ticks import as_written, finest_step


@dataclass(frozen=True, slots=True)
class Histogram:
    """A histogram: one height for each bin, between one edge and the next."""

    edges: Sequence[float]
    heights: Sequence[float]
    label: str = ""

    def __post_init__(self) -> None:
        name = series("histogram", self.label)
        object.__setattr__(self, "edges", rising(self.edges, f"edges of {name}"))
        object.__setattr__(self, "heights", drawable(self.heights, f"heights of {name}"))
        require(
            len(self.edges) == len(self.heights) + 1,
            f"{name} must have one more edge than heights, got {len(self.edges)} edges and "
            f"{len(self.heights)} heights",
        )
        least = min(self.heights)
        require(least >= 0, f"{name} must have heights of at least 0, got {least:g}")

    @classmethod
    def counts(cls, values: Sequence[float], edges: Sequence[float], label: str = "") -> Self:
        """Count the values in each bin [edge, next edge); the last bin includes its upper edge.

        >>> Histogram.counts([0.0, 0.5, 1.0, 1.5, 2.0], edges=[0.0, 1.0, 2.0]).heights
        (2.0, 3.0)
        """
        return cls(edges, _bin_counts(values, edges, series("histogram", label)), label)

    @classmethod
    def density(cls, values: Sequence[float], edges: Sequence[float], label: str = "") -> Self:
        """Return a histogram with area 1, to compare with a density curve.

        >>> Histogram.density([0.0, 1.0, 1.5, 4.0], edges=[0.0, 2.0, 4.0]).heights
        (0.375, 0.125)
        """
        counts = _bin_counts(values, edges, series("histogram", label))
        widths = [high - low for low, high in pairwise(edges)]
        return cls(edges, [n / len(values) / width for n, width in zip(counts, widths)], label)

    def spans(self, x: Scale, y: Scale) -> tuple[Span, Span]:
        """Return the range from the first to the last edge, and from 0 to the largest height."""
        return x.tight(self.edges), y.range_from_zero(self.heights)

    def draw(self, frame: Frame, style: Style) -> Markup:
        """Draw a tinted area, its outline in the style of the series, and lines between bins."""
        outline = frame.line(*self._outline())
        ground = number(outline[0][1])
        between = "".join(
            f"M{number(x)} {ground}V{number(max(before, after))}"
            for (x, before), (_, after) in zip(outline[2:-2:2], outline[3:-2:2])
        )
        return Markup(
            tint(trail(outline) + "Z")
            + (stroke(between, "none", 0.5) if between else "")
            + stroke(trail(outline), style.dashes, 1.5)
        )

    def _outline(self) -> tuple[list[float], list[float]]:
        """Return the outline of the bars, without empty bins at both ends."""
        filled = [place for place, height in enumerate(self.heights) if height > 0] or [0]
        first, last = filled[0], filled[-1] + 1
        tops = [height for height in self.heights[first:last] for _ in range(2)]
        return [x for x in self.edges[first : last + 1] for _ in range(2)], [0.0, *tops, 0.0]

    def key(self, style: Style, scope: str) -> Markup:
        """Draw two bars."""
        bottom = number(KEY_HEIGHT)
        data = f"M2 {bottom}V5H{number(KEY_WIDTH / 2)}V1H{number(KEY_WIDTH - 2)}V{bottom}"
        return Markup(tint(data + "Z") + stroke(data, style.dashes, 1.5))


def even_edges(values: Sequence[float], at_most: int = 20) -> list[float]:
    """Return edges of at most `at_most` bins that contain all values, with a 1-2-5 step.

    >>> even_edges([0.3, 1.9, 4.2], at_most=5)
    [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]
    """
    require(at_most > 1, f"at_most must be at least 2, got {at_most}")
    low, high = Linear().tight(drawable(values, "the list of values"))
    if low == high:
        low, high = Linear().widened(low)
    bottom, top = as_written(low), as_written(high)

    def multiples(step: Fraction) -> range:
        return range(floor(bottom / step), ceil(top / step) + 1)

    n, e = finest_step((top - bottom) / at_most, lambda step: len(multiples(step)) <= at_most + 1)
    step = n * Fraction(10) ** e
    return [float(k * step) for k in multiples(step)]


def _bin_counts(values: Sequence[float], edges: Sequence[float], name: str) -> list[int]:
    """Count the values in each bin; raise TextbookError if a value is outside all bins."""
    kept = rising(edges, f"edges of {name}")
    counts = [0] * (len(kept) - 1)
    for place, value in enumerate(drawable(values, f"values of {name}")):
        if not kept[0] <= value <= kept[-1]:
            raise TextbookError(
                f"{name} must have values between its edges {kept[0]:g} and {kept[-1]:g}, "
                f"got {value:g} at position {place}"
            )
        counts[min(bisect_right(kept, value) - 1, len(counts) - 1)] += 1
    return counts
