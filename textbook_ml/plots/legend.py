"""The style of each series, and the legend."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from textbook_ml.core.errors import require
from textbook_ml.plots.contours import Boundary
from textbook_ml.plots.frame import KEY_HEIGHT, KEY_WIDTH, Mark
from textbook_ml.plots.lettering import text_width, wrapped
from textbook_ml.plots.lines import Rule
from textbook_ml.plots.style import INK, SLOTS, Style, group_in_colour, role
from textbook_ml.plots.svg import Markup, element, plain, text

SIZE = 12.0
LINE = 16.0  # line height of a label
ROW = 22.0  # height of a row of entries
GAP = 8.0  # distance between a sample and its label
BETWEEN = 24.0  # distance between two entries


def styles_of(panels: Sequence[Sequence[Mark]]) -> list[list[Style]]:
    """Return the style of every mark; marks with the same label share it, in all panels.

    Marks without a label get the styles that no label uses.
    """
    slot_of_label: dict[tuple[str, str], int] = {}
    for mark in (mark for panel in panels for mark in panel if mark.label):
        slot_of_label.setdefault(
            (_role(mark), mark.label), sum(r == _role(mark) for r, _ in slot_of_label)
        )
    return [list(_styles_by_label(panel, slot_of_label)) for panel in panels]


def _styles_by_label(
    panel: Sequence[Mark], slot_of_label: dict[tuple[str, str], int]
) -> Iterator[Style]:
    free = {name: count(sum(r == name for r, _ in slot_of_label)) for name in ("", INK)}
    for mark in panel:
        name = _role(mark)
        slot = slot_of_label[name, mark.label] if mark.label else next(free[name])
        require(
            slot < SLOTS,
            f"a figure must have at most {SLOTS} series, because readers cannot distinguish more. "
            "Fix: use the same label for some of them, or draw several figures.",
        )
        yield Style(slot, name)


def _role(mark: Mark) -> str:
    """Return the role of a mark: rules and boundaries are black and are counted separately."""
    return INK if isinstance(mark, Rule | Boundary) else ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the legend: a label, and samples of all marks with this label."""

    style: Style
    label: str
    sample: Markup


def entries(
    panels: Sequence[Sequence[Mark]], styles: Sequence[Sequence[Style]], scope: str
) -> list[Entry]:
    """Return one entry for each label, in the order of the marks."""
    samples: dict[tuple[Style, str], dict[Markup, None]] = {}
    for panel, looks in zip(panels, styles):
        for mark, style in zip(panel, looks):
            if plain(mark.label):
                sample = mark.legend_sample(style, scope)
                samples.setdefault((style, plain(mark.label)), {})[sample] = None
    return [Entry(style, label, Markup("".join(s))) for (style, label), s in samples.items()]


def legend(listed: Sequence[Entry], width: float) -> tuple[Markup, float]:
    """Draw the entries in rows, and return the drawing and its height."""
    drawn: list[Markup] = []
    x = y = row = 0.0
    room = width - KEY_WIDTH - GAP
    for entry in listed:
        lines = wrapped(entry.label, SIZE, room)
        needed = KEY_WIDTH + GAP + max(text_width(line, SIZE) for line in lines)
        if x > 0 and x + needed > width:
            x, y, row = 0.0, y + row, 0.0
        drawn.append(_entry_markup(entry, lines, x, y))
        x += needed + BETWEEN
        row = max(row, ROW + LINE * (len(lines) - 1))
    return Markup("\n".join(drawn)), y + row


def _entry_markup(entry: Entry, lines: Sequence[str], x: float, y: float) -> Markup:
    sample = group_in_colour(entry.style, entry.sample)
    said = [
        text(KEY_WIDTH + GAP, KEY_HEIGHT - 1.8 + LINE * place, line, SIZE)
        for place, line in enumerate(lines)
    ]
    return element("g", sample, role(INK, *said), transform=f"translate({x:.2f} {y:.2f})")
