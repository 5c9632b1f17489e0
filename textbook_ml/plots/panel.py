"""One panel of a drawing: title, grid, axes and marks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from textbook_ml.plots.frame import Frame, Mark
from textbook_ml.plots.layout import (
    GAP,
    MARGIN,
    TITLE,
    TITLE_LINE,
    WORDS,
    WORDS_LINE,
    Layout,
)
from textbook_ml.plots.points import Points
from textbook_ml.plots.style import FAINT, INK, SOFT, Style, group_in_colour, role
from textbook_ml.plots.svg import Markup, element, joined, number, plain, text, words


@dataclass(frozen=True, slots=True)
class Panel:
    """A finished part of a drawing; `top` is the upper edge of its frame."""

    markup: Markup
    width: float
    height: float
    top: float


def draw_panel(layout: Layout, marks: Sequence[Mark], styles: Sequence[Style], scope: str) -> Panel:
    """Draw a panel; later parts are drawn over earlier ones."""
    frame = Frame(layout.x, layout.y, scope)
    parts = [
        *_title_and_axis_labels(layout),
        _grid_lines(layout),
        *_axis_numbers(layout),
        _axis_line(frame),
        _clip_rectangle(frame),
        *_clipped_marks(frame, marks, styles),
    ]
    return Panel(joined(parts), layout.width, layout.height, layout.y.end)


def _title_and_axis_labels(layout: Layout) -> Iterator[Markup]:
    """Draw the title and the label of y above the frame, and the label of x below."""
    y = MARGIN - 4
    for line in layout.title:
        y += TITLE_LINE
        title = element("g", text(MARGIN, y - 4, line, TITLE), font_weight="600")
        yield role(INK, title)
    for line in layout.y_label:
        y += WORDS_LINE
        yield role(SOFT, text(MARGIN, y, line, WORDS))
    middle = (layout.x.start + layout.x.end) / 2
    y = layout.height - WORDS_LINE * len(layout.x_label)
    for line in layout.x_label:
        y += WORDS_LINE
        yield role(SOFT, text(middle, y - 4, line, WORDS, "middle"))


def _grid_lines(layout: Layout) -> Markup:
    """Draw a thin grid line for each number."""
    left, right = number(layout.x.start), number(layout.x.end)
    bottom, top = number(layout.y.start), number(layout.y.end)
    ups = "".join(f"M{number(layout.x.at(t.value))} {bottom}V{top}" for t in layout.x_ticks)
    levels = [number(layout.y.at(tick.value)) for tick in layout.y_ticks if tick.on_grid]
    acrosses = "".join(f"M{left} {level}H{right}" for level in levels)
    return role(FAINT, element("path", d=ups + acrosses, stroke="currentColor", stroke_width=1.0))


def _axis_numbers(layout: Layout) -> Iterator[Markup]:
    """Draw the numbers or names of the axes."""
    below = layout.y.start + GAP + 0.8 * WORDS
    for tick in layout.x_ticks:
        yield role(SOFT, text(layout.x.at(tick.value), below, tick.label, WORDS, "middle"))
    for tick in layout.y_ticks:
        height = layout.y.at(tick.value) + 0.36 * WORDS
        yield role(SOFT, text(layout.x.start - GAP, height, tick.label, WORDS, "end"))


def _clip_rectangle(frame: Frame) -> Markup:
    """Return the clipping rectangle of the frame."""
    across, upwards = frame.x.end - frame.x.start, frame.y.start - frame.y.end
    box = element(
        "rect", x=frame.x.start - 1, y=frame.y.end - 1, width=across + 2, height=upwards + 2
    )
    return element("clipPath", box, id=f"{frame.scope}-clip")


def _clipped_marks(
    frame: Frame, marks: Sequence[Mark], styles: Sequence[Style]
) -> Iterator[Markup]:
    """Draw the marks, clipped to the frame; points outside the frame are omitted instead."""
    for place, (mark, style) in enumerate(zip(marks, styles)):
        drawn = mark.draw(replace(frame, scope=f"{frame.scope}-{place}"), style)
        named = [element("title", words(mark.label))] if plain(mark.label) else []
        if not isinstance(mark, Points):
            drawn = element("g", drawn, clip_path=f"url(#{frame.scope}-clip)")
        yield group_in_colour(style, *named, drawn)


def _axis_line(frame: Frame) -> Markup:
    """Draw the line below the frame."""
    data = f"M{number(frame.x.start)} {number(frame.y.start)}H{number(frame.x.end)}"
    return role(SOFT, element("path", d=data, stroke="currentColor", stroke_width=1.0))
