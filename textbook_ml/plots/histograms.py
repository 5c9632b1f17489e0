"""How values are spread: how many fall between one edge and the next."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor
from typing import Self

from textbook_ml.errors import TextbookError, require
from textbook_ml.plots.frame import KEY_HEIGHT, KEY_WIDTH, Frame, series
from textbook_ml.plots.lines import stroke, tint
from textbook_ml.plots.scales import Linear, Scale, Span, drawable, rising
from textbook_ml.plots.style import Style
from textbook_ml.plots.svg import Markup, number, trail
from textbook_ml.plots.ticks import as_written, finest_step


@dataclass(frozen=True, slots=True)
class Histogram:
    """Bars over a numeric axis: one height between each edge and the next."""

    edges: Sequence[float]
    heights: Sequence[float]
    label: str = ""

    def __post_init__(self) -> None:
        name = series("histogram", self.label)
        object.__setattr__(self, "edges", rising(self.edges, f"edges of {name}"))
        object.__setattr__(self, "heights", drawable(self.heights, f"heights of {name}"))
        require(
            len(self.edges) == len(self.heights) + 1,
            f"{name} has {len(self.edges)} edges and {len(self.heights)} heights: "
            "give one edge more than heights",
        )
        least = min(self.heights)
        require(least >= 0, f"{name} has a height of {least:g}: a count or density is not negative")

    @classmethod
    def counts(cls, values: Sequence[float], edges: Sequence[float], label: str = "") -> Self:
        """How many values fall into each bin: [edge, next edge), and the last with both its ends.

        >>> Histogram.counts([0.0, 0.5, 1.0, 1.5, 2.0], edges=[0.0, 1.0, 2.0]).heights
        (2.0, 3.0)
        """
        return cls(edges, _counted(values, edges, series("histogram", label)), label)

    @classmethod
    def density(cls, values: Sequence[float], edges: Sequence[float], label: str = "") -> Self:
        """The same with an area of one: what the curve of a density is drawn over.

        >>> Histogram.density([0.0, 1.0, 1.5, 4.0], edges=[0.0, 2.0, 4.0]).heights
        (0.375, 0.125)
        """
        counts = _counted(values, edges, series("histogram", label))
        widths = [high - low for low, high in pairwise(edges)]
        return cls(edges, [n / len(values) / width for n, width in zip(counts, widths)], label)

    def spans(self, x: Scale, y: Scale) -> tuple[Span, Span]:
        """From the first edge to the last, and up from 0."""
        return x.tight(self.edges), y.from_zero(self.heights)

    def draw(self, frame: Frame, style: Style) -> Markup:
        """A tint below an outline in the dashes of its series, and thin lines between the bars."""
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
        """Up at the first edge, along the tops, and down at the last; without empty bins there."""
        filled = [place for place, height in enumerate(self.heights) if height > 0] or [0]
        first, last = filled[0], filled[-1] + 1
        tops = [height for height in self.heights[first:last] for _ in range(2)]
        return [x for x in self.edges[first : last + 1] for _ in range(2)], [0.0, *tops, 0.0]

    def key(self, style: Style, scope: str) -> Markup:
        """Two bars."""
        bottom = number(KEY_HEIGHT)
        data = f"M2 {bottom}V5H{number(KEY_WIDTH / 2)}V1H{number(KEY_WIDTH - 2)}V{bottom}"
        return Markup(tint(data + "Z") + stroke(data, style.dashes, 1.5))


def even_edges(values: Sequence[float], at_most: int = 20) -> list[float]:
    """Edges at 1-2-5 multiples that hold all the values, for at most so many bins.

    >>> even_edges([0.3, 1.9, 4.2], at_most=5)
    [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]
    """
    require(at_most > 1, f"at most {at_most} bins came, and values around 0 need two: give more")
    low, high = Linear().tight(drawable(values, "the list of values"))
    if low == high:
        low, high = Linear().widened(low)
    bottom, top = as_written(low), as_written(high)

    def multiples(step: Fraction) -> range:
        return range(floor(bottom / step), ceil(top / step) + 1)

    n, e = finest_step((top - bottom) / at_most, lambda step: len(multiples(step)) <= at_most + 1)
    step = n * Fraction(10) ** e
    return [float(k * step) for k in multiples(step)]


def _counted(values: Sequence[float], edges: Sequence[float], name: str) -> list[int]:
    """How many of the values each bin holds; a value outside all bins is refused."""
    kept = rising(edges, f"edges of {name}")
    counts = [0] * (len(kept) - 1)
    for place, value in enumerate(drawable(values, f"values of {name}")):
        if not kept[0] <= value <= kept[-1]:
            raise TextbookError(
                f"{name} has {value:g} at position {place}, outside its edges "
                f"{kept[0]:g} to {kept[-1]:g}: give wider ones"
            )
        counts[min(bisect_right(kept, value) - 1, len(counts) - 1)] += 1
    return counts
