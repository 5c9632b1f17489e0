"""The frame that marks are drawn in, and what every mark can be asked."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from textbook_ml.errors import TextbookError, require
from textbook_ml.plots.scales import Axis, Scale, Span, drawable
from textbook_ml.plots.style import Style
from textbook_ml.plots.svg import Markup, Point

FAR = 1e6  # units of paper; beyond it, a viewer's own arithmetic bends lines

KEY_WIDTH, KEY_HEIGHT = 28.0, 12.0  # of the sample in a legend


@dataclass(frozen=True, slots=True)
class Frame:
    """Two axes; `scope` begins the id of everything in it that needs one."""

    x: Axis
    y: Axis
    scope: str

    def at(self, x: float, y: float) -> Point:
        """Where a point stands on paper."""
        return self.x.at(x), self.y.at(y)

    def line(self, xs: Sequence[float], ys: Sequence[float]) -> list[Point]:
        """Where the corners of a line stand, which may lie beyond the frame, but not far."""
        points = list(zip(self.x.all_at(xs), self.y.all_at(ys)))
        for x, y, place in zip(xs, ys, points):
            if not (-FAR < place[0] < FAR and -FAR < place[1] < FAR):
                raise TextbookError(
                    f"a line runs through ({x:g}, {y:g}), more than a thousand times beyond the "
                    "range of an axis: give a wider range, or leave that point out"
                )
        return points

    def inside(self, xs: Sequence[float], ys: Sequence[float]) -> list[Point]:
        """Where the points stand that lie in the frame."""
        held = [(x, y) for x, y in zip(xs, ys) if self.x.holds(x) and self.y.holds(y)]
        return list(zip(self.x.all_at(x for x, _ in held), self.y.all_at(y for _, y in held)))

    def has_room(self, x: float, y: float, aside: float, above: float) -> bool:
        """Whether a box around a place on paper lies within the frame."""
        left, right = sorted((self.x.start, self.x.end))
        top, bottom = sorted((self.y.start, self.y.end))
        return left + aside <= x <= right - aside and top + above <= y <= bottom - above


class Mark(Protocol):
    """Something drawn in a frame: a line, a band, points, bars ..."""

    @property
    def label(self) -> str:
        """Its name in the legend; marks of one name share one look."""

    def spans(self, x: Scale, y: Scale) -> tuple[Span | None, Span | None]:
        """How far the axes must reach to show it; None where any range will do."""

    def draw(self, frame: Frame, style: Style) -> Markup:
        """The mark in the frame."""

    def key(self, style: Style, scope: str) -> Markup:
        """A sample of it for the legend, KEY_WIDTH by KEY_HEIGHT."""


def settle(mark: Mark, kind: str, *columns: str) -> None:
    """Keep the columns of a mark as floats that can be drawn, and as many in each."""
    name = series(kind, mark.label)
    for column in columns:
        object.__setattr__(mark, column, drawable(getattr(mark, column), f"{column} of {name}"))
    counts = [f"{len(getattr(mark, column))} {column}" for column in columns]
    require(
        len({len(getattr(mark, column)) for column in columns}) == 1,
        f"{' and '.join(counts)} came for {name}: give as many of each",
    )


def series(kind: str, label: str) -> str:
    """What a message calls a series.

    >>> series("line", "naive Bayes"), series("line", "")
    ("the line 'naive Bayes'", 'the line')
    """
    return f"the {kind} {label!r}" if label else f"the {kind}"
