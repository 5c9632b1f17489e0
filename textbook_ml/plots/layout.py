"""The positions of the parts of a panel: title, label of y, frame, numbers, label of x."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from textbook_ml.core.errors import require
from textbook_ml.plots.lettering import shortened, text_width, wrapped
from textbook_ml.plots.scales import Axis, Scale, Span
from textbook_ml.plots.svg import plain
from textbook_ml.plots.ticks import Tick

TITLE, WORDS = 15.0, 12.0  # font sizes
TITLE_LINE, WORDS_LINE = 20.0, 16.0  # line heights
MARGIN = 16.0
GAP = 8.0  # distance between an axis and its numbers
TALLEST = 400.0  # maximum height of a frame with equal aspect
NARROWEST = 100.0  # minimum width of a frame


@dataclass(frozen=True, slots=True)
class Side:
    """An axis before it has a position: its range, or names instead of numbers."""

    label: str
    scale: Scale
    span: Span
    names: tuple[str, ...] = ()

    def axis(self, start: float, end: float) -> Axis:
        """Return the axis at its position."""
        return Axis(self.scale, *self.span, start, end)

    def ticks_across(self, length: float) -> list[Tick]:
        """Return the numbers of a horizontal axis, as many as fit."""
        return self._fitting_ticks(length, 50.0, _horizontal_distance)

    def ticks_upwards(self, length: float, width: float) -> list[Tick]:
        """Return the numbers of a vertical axis, or its names, shortened to a width."""
        if not self.names:
            return self._fitting_ticks(length, 34.0, _vertical_distance)
        shown = [shortened(plain(name), WORDS, width) for name in self.names]
        return [Tick(float(place), name, on_grid=False) for place, name in enumerate(shown)]

    def _fitting_ticks(
        self, length: float, spacing: float, apart: Callable[[Tick, Tick], float]
    ) -> list[Tick]:
        """Return up to eight ticks; fewer if two labels would be too close."""
        axis = self.axis(0.0, length)
        for at_most in range(min(max(4, int(length / spacing)), 8), 1, -1):
            ticks = self.scale.ticks(*self.span, at_most)
            if all(axis.at(b.value) - axis.at(a.value) > apart(a, b) for a, b in pairwise(ticks)):
                return ticks
        return self.scale.ticks(*self.span, 1)


def _label_width(tick: Tick) -> float:
    return text_width(tick.label, WORDS)


def _horizontal_distance(a: Tick, b: Tick) -> float:
    """Return the minimum distance between the centres of two labels on a horizontal axis."""
    return (_label_width(a) + _label_width(b)) / 2 + GAP


def _vertical_distance(a: Tick, b: Tick) -> float:
    """Return the minimum distance between the centres of two labels on a vertical axis."""
    return 1.25 * WORDS


@dataclass(frozen=True, slots=True)
class Layout:
    """The positions of all parts of a panel."""

    width: float
    height: float
    title: Sequence[str]
    y_label: Sequence[str]
    x_label: Sequence[str]
    x: Axis
    y: Axis
    x_ticks: Sequence[Tick]
    y_ticks: Sequence[Tick]


def lay_out(title: str, x: Side, y: Side, width: float, height: float) -> Layout:
    """Return the layout of a panel with this width, whose frame has this height."""
    left, right = _margins(x, y, width, height)
    return _layout_with_frame(
        title, x, y, (left, right), max(width - left - right, NARROWEST), height
    )


def lay_out_equal(title: str, x: Side, y: Side, width: float) -> Layout:
    """Return the layout of a panel with equal units on both axes and at most this width."""
    across, upwards = x.span[1] - x.span[0], y.span[1] - y.span[0]
    require(
        across <= 8 * upwards and upwards <= 8 * across,
        f"equal_aspect needs ranges that differ by a factor of at most 8, got lengths {across:g} "
        f"of x and {upwards:g} of y. Fix: change a range, or omit equal_aspect.",
    )
    tallest = min(width, TALLEST)
    left, right = _margins(x, y, width, tallest)
    unit = min(max(width - left - right, NARROWEST) / across, tallest / upwards)
    return _layout_with_frame(title, x, y, (left, right), unit * across, unit * upwards)


def _margins(x: Side, y: Side, width: float, height: float) -> Span:
    """Return the margins to the left and right of the frame, with space for the numbers."""
    left = (
        MARGIN
        + GAP
        + max((_label_width(t) for t in y.ticks_upwards(height, 0.4 * width)), default=0)
    )
    ticks = x.ticks_across(width - left - MARGIN)
    return (
        max([left, *(_label_width(tick) / 2 + 4 for tick in ticks[:1])]),
        max([MARGIN, *(_label_width(tick) / 2 + 4 for tick in ticks[-1:])]),
    )


def _layout_with_frame(
    title: str, x: Side, y: Side, margins: Span, width: float, height: float
) -> Layout:
    """Return the layout of a panel whose frame has this width and height."""
    left, right = margins
    whole = left + width + right
    title_lines = wrapped(plain(title), TITLE, whole - 2 * MARGIN)
    y_label = wrapped(plain(y.label), WORDS, whole - 2 * MARGIN)
    x_label = wrapped(plain(x.label), WORDS, whole - 2 * MARGIN)
    top = MARGIN + TITLE_LINE * len(title_lines) + WORDS_LINE * len(y_label) + 1.5 * GAP
    bottom = top + height
    below = GAP + WORDS_LINE + 4 + WORDS_LINE * len(x_label)
    return Layout(
        whole, bottom + below, title_lines, y_label, x_label,
        x.axis(left, left + width), y.axis(bottom, top),
        x.ticks_across(width), y.ticks_upwards(height, left - MARGIN - GAP + 1),
    )  # fmt: skip
