"""Lines, bands and reference lines."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from textbook_ml.core.errors import require
from textbook_ml.plots.frame import KEY_HEIGHT, KEY_WIDTH, Frame, series, settle
from textbook_ml.plots.scales import Scale, Span, drawable
from textbook_ml.plots.style import Style
from textbook_ml.plots.svg import Markup, Point, element, number, trail

MIDDLE = KEY_HEIGHT / 2


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points, in their order."""

    xs: Sequence[float]
    ys: Sequence[float]
    label: str = ""

    def __post_init__(self) -> None:
        settle(self, "line", "xs", "ys")

    def axis_ranges(self, x: Scale, y: Scale) -> tuple[Span, Span]:
        """Return the ranges of the mark, with some space above and below."""
        return x.range_of_values(self.xs), y.padded_range_to_zero(self.ys)

    def draw(self, frame: Frame, style: Style) -> Markup:
        """Draw the line."""
        return stroke(trail(thinned(frame.line(self.xs, self.ys))), style.dashes)

    def legend_sample(self, style: Style, scope: str) -> Markup:
        """Draw a short line."""
        return stroke(f"M0 {number(MIDDLE)}H{number(KEY_WIDTH)}", style.dashes)


@dataclass(frozen=True, slots=True)
class Band:
    """The area between two lines with the same xs, for example a confidence band."""

    xs: Sequence[float]
    low: Sequence[float]
    high: Sequence[float]
    label: str = ""

    def __post_init__(self) -> None:
        settle(self, "band", "xs", "low", "high")
        name = series("band", self.label)
        for x, low, high in zip(self.xs, self.low, self.high):
            message = f"{name} must have low ≤ high, got {low:g} and {high:g} at x = {x:g}"
            require(low <= high, message)

    def axis_ranges(self, x: Scale, y: Scale) -> tuple[Span, Span]:
        """Return the ranges of the mark, with some space above and below."""
        return x.range_of_values(self.xs), y.padded_range_to_zero([*self.low, *self.high])

    def draw(self, frame: Frame, style: Style) -> Markup:
        """Draw a tinted area between two thin lines."""
        low = list(thinned(frame.line(self.xs, self.low)))
        high = list(thinned(frame.line(self.xs, self.high)))
        edges = trail(low) + trail(high)
        return Markup(tint(trail(low + high[::-1]) + "Z") + stroke(edges, style.dashes, 0.75))

    def legend_sample(self, style: Style, scope: str) -> Markup:
        """Draw a tinted rectangle."""
        across = number(KEY_WIDTH)
        edges = f"M0 0.5H{across}M0 {number(KEY_HEIGHT - 0.5)}H{across}"
        return Markup(
            tint(f"M0 0H{across}V{number(KEY_HEIGHT)}H0Z") + stroke(edges, style.dashes, 0.75)
        )


@dataclass(frozen=True, slots=True)
class Rule:
    """A reference line across the whole frame, at an x or at a y."""

    x: float | None = None
    y: float | None = None
    label: str = ""

    def __post_init__(self) -> None:
        name = series("rule", self.label)
        given = [value for value in (self.x, self.y) if value is not None]
        message = f"{name} must have either x or y, got x={self.x} and y={self.y}"
        require(len(given) == 1, message)
        drawable(given, f"the position of {name}")

    def axis_ranges(self, x: Scale, y: Scale) -> tuple[Span | None, Span | None]:
        """Return the position of the line."""
        return (
            None if self.x is None else x.range_of_values([self.x]),
            None if self.y is None else y.range_of_values([self.y]),
        )

    def draw(self, frame: Frame, style: Style) -> Markup:
        """Draw a thin line across the frame."""
        left, right, bottom, top = frame.x.start, frame.x.end, frame.y.start, frame.y.end
        data = ""
        if self.x is not None:
            data = f"M{number(frame.x.at(self.x))} {number(bottom)}V{number(top)}"
        if self.y is not None:
            data = f"M{number(left)} {number(frame.y.at(self.y))}H{number(right)}"
        return stroke(data, style.fine_dashes, 1.25)

    def legend_sample(self, style: Style, scope: str) -> Markup:
        """Draw a short thin line."""
        return stroke(f"M0 {number(MIDDLE)}H{number(KEY_WIDTH)}", style.fine_dashes, 1.25)


def stroke(data: str, dashes: str, width: float = 2.0) -> Markup:
    """Draw a line in the colour of its series."""
    return element(
        "path", d=data, fill="none", stroke="currentColor", stroke_width=width,
        stroke_dasharray=dashes, stroke_linejoin="round",
    )  # fmt: skip


def tint(data: str, opacity: float = 0.16) -> Markup:
    """Draw an area in a light shade of the colour of its series."""
    return element("path", d=data, fill="currentColor", fill_opacity=opacity)


def thinned(points: Iterable[Point]) -> Iterator[Point]:
    """Yield the first, lowest, highest and last point of each column of half a pixel.

    A line through these points looks the same as a line through all points.

    >>> list(thinned([(0.0, 5.0), (0.1, 1.0), (0.2, 3.0), (0.3, 2.0), (0.4, 9.0), (0.4, 4.0)]))
    [(0.0, 5.0), (0.1, 1.0), (0.4, 9.0), (0.4, 4.0)]
    """
    for _, column in groupby(points, key=lambda point: int(2 * point[0])):
        group = list(column)
        heights = [y for _, y in group]
        kept = {0, heights.index(min(heights)), heights.index(max(heights)), len(group) - 1}
        yield from (group[place] for place in sorted(kept))
