"""Points one by one, and points in order: a scatter, and the way of an optimiser."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import hypot

from textbook_ml.errors import require
from textbook_ml.plots.frame import KEY_HEIGHT, KEY_WIDTH, Frame, series, settle
from textbook_ml.plots.lines import stroke
from textbook_ml.plots.scales import Scale, Span
from textbook_ml.plots.style import Style
from textbook_ml.plots.svg import Markup, Point, element, number, trail

HEAD = 10.0  # length of an arrowhead
MIDDLE = KEY_HEIGHT / 2


@dataclass(frozen=True, slots=True)
class Points:
    """A scatter: one marker for each point, of a shape that is the series' own."""

    xs: Sequence[float]
    ys: Sequence[float]
    label: str = ""

    def __post_init__(self) -> None:
        settle(self, "points", "xs", "ys")

    def spans(self, x: Scale, y: Scale) -> tuple[Span, Span]:
        """All of them, with room on every side."""
        return x.roomy(self.xs), y.roomy(self.ys)

    def draw(self, frame: Frame, style: Style) -> Markup:
        """All markers in one path."""
        return markers(distinct(frame.inside(self.xs, self.ys)), style)

    def key(self, style: Style, scope: str) -> Markup:
        """One marker."""
        return markers([(KEY_WIDTH / 2, MIDDLE)], style)


@dataclass(frozen=True, slots=True)
class Path:
    """Steps in order, joined, with an arrowhead at the last: the way of an optimiser."""

    xs: Sequence[float]
    ys: Sequence[float]
    label: str = ""

    def __post_init__(self) -> None:
        settle(self, "path", "xs", "ys")
        name = series("path", self.label)
        require(len(self.xs) > 1, f"{name} has one point, and leads from one to another: give two")

    def spans(self, x: Scale, y: Scale) -> tuple[Span, Span]:
        """All of it, with room on every side."""
        return x.roomy(self.xs), y.roomy(self.ys)

    def draw(self, frame: Frame, style: Style) -> Markup:
        """A thin line, a marker at each step that has room for one, and the head."""
        way = list(apart(frame.line(self.xs, self.ys), 0.5))
        steps = apart(frame.inside(self.xs[:-1], self.ys[:-1]), HEAD)
        return Markup(stroke(trail(way), style.dashes, 1.5) + markers(steps, style) + head(way))

    def key(self, style: Style, scope: str) -> Markup:
        """A short arrow with a marker."""
        way = [(4.0, MIDDLE), (KEY_WIDTH, MIDDLE)]
        return Markup(stroke(trail(way), style.dashes, 1.5) + markers(way[:1], style) + head(way))


def markers(points: Iterable[Point], style: Style) -> Markup:
    """The marker of a series at every point: one path, however many there are.

    Outlines are darker than what they hold, so that markers that overlap can be counted.
    """
    data = "".join(f"M{number(x)} {number(y)}{style.marker}" for x, y in points)
    return element(
        "path", d=data, fill="currentColor", fill_opacity=0.5, stroke="currentColor",
        stroke_width=1.0,
    )  # fmt: skip


def distinct(points: Iterable[Point]) -> Iterable[Point]:
    """The points without those that would hide another within a quarter of a unit."""
    return {(round(2 * x), round(2 * y)): (x, y) for x, y in points}.values()


def apart(points: Iterable[Point], distance: float) -> Iterator[Point]:
    """The points without those that are nearer than a distance to the last one kept.

    >>> list(apart([(0.0, 0.0), (1.0, 0.0), (5.0, 0.0)], 2.0))
    [(0.0, 0.0), (5.0, 0.0)]
    """
    kept: Point | None = None
    for point in points:
        if kept is None or hypot(point[0] - kept[0], point[1] - kept[1]) >= distance:
            kept = point
            yield point


def head(way: Sequence[Point]) -> Markup:
    """An arrowhead at the last point of a way, turned as its last stretch runs."""
    tip = way[-1]
    tail = next((p for p in reversed(way) if hypot(tip[0] - p[0], tip[1] - p[1]) >= HEAD), way[0])
    length = hypot(tip[0] - tail[0], tip[1] - tail[1]) or 1.0
    along = (HEAD * (tip[0] - tail[0]) / length, HEAD * (tip[1] - tail[1]) / length)
    sides = [
        (tip[0] - along[0] + turn * along[1], tip[1] - along[1] - turn * along[0])
        for turn in (-0.4, 0.4)
    ]
    return element("path", d=trail([tip, *sides]) + "Z", fill="currentColor")
