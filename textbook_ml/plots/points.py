"""Scatter plots, and the path of an optimiser."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import hypot

from textbook_ml.core.errors import require
from textbook_ml.plots.frame import KEY_HEIGHT, KEY_WIDTH, Frame, series, settle
from textbook_ml.plots.lines import stroke
from textbook_ml.plots.scales import Scale, Span
from textbook_ml.plots.style import Style
from textbook_ml.plots.svg import Markup, Point, element, number, trail

HEAD = 10.0  # length of an arrowhead
MIDDLE = KEY_HEIGHT / 2


@dataclass(frozen=True, slots=True)
class Points:
    """A scatter plot: one marker for each point; each series has its own shape."""

    xs: Sequence[float]
    ys: Sequence[float]
    label: str = ""

    def __post_init__(self) -> None:
        settle(self, "points", "xs", "ys")

    def axis_ranges(self, x: Scale, y: Scale) -> tuple[Span, Span]:
        """Return the ranges of the points, with some space on every side."""
        return x.padded_range(self.xs), y.padded_range(self.ys)

    def draw(self, frame: Frame, style: Style) -> Markup:
        """Draw all markers as one path."""
        return markers(distinct(frame.inside(self.xs, self.ys)), style)

    def legend_sample(self, style: Style, scope: str) -> Markup:
        """Draw one marker."""
        return markers([(KEY_WIDTH / 2, MIDDLE)], style)


@dataclass(frozen=True, slots=True)
class Path:
    """Connected steps with an arrowhead at the last: the path of an optimiser."""

    xs: Sequence[float]
    ys: Sequence[float]
    label: str = ""

    def __post_init__(self) -> None:
        settle(self, "path", "xs", "ys")
        name = series("path", self.label)
        require(len(self.xs) > 1, f"{name} must have at least two points, got one")

    def axis_ranges(self, x: Scale, y: Scale) -> tuple[Span, Span]:
        """Return the ranges of the path, with some space on every side."""
        return x.padded_range(self.xs), y.padded_range(self.ys)

    def draw(self, frame: Frame, style: Style) -> Markup:
        """Draw a thin line, a marker at each step that has space for one, and the arrowhead."""
        path = list(apart(frame.line(self.xs, self.ys), 0.5))
        steps = apart(frame.inside(self.xs[:-1], self.ys[:-1]), HEAD)
        return Markup(stroke(trail(path), style.dashes, 1.5) + markers(steps, style) + head(path))

    def legend_sample(self, style: Style, scope: str) -> Markup:
        """Draw a short arrow with a marker."""
        path = [(4.0, MIDDLE), (KEY_WIDTH, MIDDLE)]
        line = stroke(trail(path), style.dashes, 1.5)
        return Markup(line + markers(path[:1], style) + head(path))


def markers(points: Iterable[Point], style: Style) -> Markup:
    """Draw the marker of a series at every point, as one path.

    Outlines are darker than the interior, so that overlapping markers can be distinguished.
    """
    data = "".join(f"M{number(x)} {number(y)}{style.marker}" for x, y in points)
    return element(
        "path", d=data, fill="currentColor", fill_opacity=0.5, stroke="currentColor",
        stroke_width=1.0,
    )  # fmt: skip


def distinct(points: Iterable[Point]) -> Iterable[Point]:
    """Return the points without points that would cover another point."""
    return {(round(2 * x), round(2 * y)): (x, y) for x, y in points}.values()


def apart(points: Iterable[Point], distance: float) -> Iterator[Point]:
    """Yield the points, except points too close to the previous point that was kept.

    >>> list(apart([(0.0, 0.0), (1.0, 0.0), (5.0, 0.0)], 2.0))
    [(0.0, 0.0), (5.0, 0.0)]
    """
    kept: Point | None = None
    for point in points:
        if kept is None or hypot(point[0] - kept[0], point[1] - kept[1]) >= distance:
            kept = point
            yield point


def head(path: Sequence[Point]) -> Markup:
    """Draw an arrowhead at the last point of a path, in the direction of its last part."""
    tip = path[-1]
    far = (p for p in reversed(path) if hypot(tip[0] - p[0], tip[1] - p[1]) >= HEAD)
    tail = next(far, path[0])
    length = hypot(tip[0] - tail[0], tip[1] - tail[1]) or 1.0
    along = (HEAD * (tip[0] - tail[0]) / length, HEAD * (tip[1] - tail[1]) / length)
    sides = [
        (tip[0] - along[0] + turn * along[1], tip[1] - along[1] - turn * along[0])
        for turn in (-0.4, 0.4)
    ]
    return element("path", d=trail([tip, *sides]) + "Z", fill="currentColor")
