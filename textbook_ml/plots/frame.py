"""The plotting area (frame), and the interface of marks."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from textbook_ml.core.errors import TextbookError, require
from textbook_ml.plots.scales import Axis, Scale, Span, drawable
from textbook_ml.plots.style import Style
from textbook_ml.plots.svg import Markup, Point

FAR = 1e6  # pixels; viewers draw lines wrongly if coordinates are larger

KEY_WIDTH, KEY_HEIGHT = 28.0, 12.0  # size of a sample in the legend


@dataclass(frozen=True, slots=True)
class Frame:
    """Two axes; the id of every element in the frame starts with `scope`."""

    x: Axis
    y: Axis
    scope: str

    def at(self, x: float, y: float) -> Point:
        """Return the SVG coordinates of a point."""
        return self.x.at(x), self.y.at(y)

    def line(self, xs: Sequence[float], ys: Sequence[float]) -> list[Point]:
        """Return the SVG coordinates of a line; raise TextbookError if a point is far outside."""
        points = list(zip(self.x.all_at(xs), self.y.all_at(ys)))
        for x, y, place in zip(xs, ys, points):
            if not (-FAR < place[0] < FAR and -FAR < place[1] < FAR):
                raise TextbookError(
                    f"a line contains the point ({x:g}, {y:g}), which is more than a thousand "
                    "times outside the range of an axis. Fix: use a wider range, or omit the point."
                )
        return points

    def inside(self, xs: Sequence[float], ys: Sequence[float]) -> list[Point]:
        """Return the SVG coordinates of the points inside the frame."""
        held = [(x, y) for x, y in zip(xs, ys) if self.x.contains(x) and self.y.contains(y)]
        return list(zip(self.x.all_at(x for x, _ in held), self.y.all_at(y for _, y in held)))

    def has_room(self, x: float, y: float, aside: float, above: float) -> bool:
        """Return whether a box around SVG coordinates is inside the frame."""
        left, right = sorted((self.x.start, self.x.end))
        top, bottom = sorted((self.y.start, self.y.end))
        return left + aside <= x <= right - aside and top + above <= y <= bottom - above


class Mark(Protocol):
    """The interface of everything drawn in a frame: lines, bands, points, bars, …"""

    @property
    def label(self) -> str:
        """The name of the mark in the legend; marks with the same name have the same style."""

    def axis_ranges(self, x: Scale, y: Scale) -> tuple[Span | None, Span | None]:
        """Return the ranges of x and y that show the mark; None if any range shows it."""

    def draw(self, frame: Frame, style: Style) -> Markup:
        """Draw the mark in the frame."""

    def legend_sample(self, style: Style, scope: str) -> Markup:
        """Draw a sample for the legend, KEY_WIDTH by KEY_HEIGHT."""


def settle(mark: Mark, kind: str, *columns: str) -> None:
    """Convert the columns of a mark to floats; raise TextbookError if their lengths differ."""
    name = series(kind, mark.label)
    for column in columns:
        object.__setattr__(mark, column, drawable(getattr(mark, column), f"{column} of {name}"))
    counts = [f"{len(getattr(mark, column))} {column}" for column in columns]
    require(
        len({len(getattr(mark, column)) for column in columns}) == 1,
        f"{name} must have equally long columns, got {' and '.join(counts)}",
    )


def series(kind: str, label: str) -> str:
    """Return the name of a series for a message.

    >>> series("line", "naive Bayes"), series("line", "")
    ("the line 'naive Bayes'", 'the line')
    """
    return f"the {kind} {label!r}" if label else f"the {kind}"
