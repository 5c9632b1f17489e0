"""Arrange panels and the legend on a sheet, and write it as an SVG document."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import accumulate

from textbook_ml.core.errors import require
from textbook_ml.plots.layout import MARGIN
from textbook_ml.plots.legend import Entry, legend
from textbook_ml.plots.lettering import wrapped
from textbook_ml.plots.panel import Panel
from textbook_ml.plots.style import FONT, INK, PAPER, role, style_sheet
from textbook_ml.plots.svg import Markup, element, joined, number, plain, text, words

HEADING, HEADING_LINE = 17.0, 24.0


def scope_of(drawing: object) -> str:
    """Return a prefix for all ids and classes of a drawing, different for each drawing.

    It is a hash of the drawing, so that the same figure always gives the same bytes.
    """
    return "plot-" + sha256(ascii(drawing).encode()).hexdigest()[:12]


def require_words(title: str, description: str) -> None:
    """Raise TextbookError if the title or the description of a drawing is empty."""
    require(plain(title) != "", "a figure must have a title")
    require(
        plain(description) != "",
        f"the figure {title!r} must have a description, for readers who cannot see it",
    )


@dataclass(frozen=True, slots=True)
class Sheet:
    """Markup with its size; the origin is the upper left corner."""

    markup: Markup
    width: float
    height: float


def sheet(rows: Sequence[Sequence[Panel]], key: Sequence[Entry]) -> Sheet:
    """Place the panels row by row, centred in their columns, with the legend below."""
    parts: list[Markup] = []
    widths = [max(row[c].width for row in rows if c < len(row)) for c in range(len(rows[0]))]
    lefts = list(accumulate(widths, initial=0.0))
    y = 0.0
    for row in rows:
        lowest_top = max(panel.top for panel in row)
        for panel, left, width in zip(row, lefts, widths):
            aside = (width - panel.width) / 2
            parts.append(moved(panel.markup, left + aside, y + lowest_top - panel.top))
        y += max(lowest_top - panel.top + panel.height for panel in row)
    if key:
        drawn, height = legend(key, lefts[-1] - 2 * MARGIN)
        parts.append(moved(drawn, MARGIN, y + MARGIN))
        y += MARGIN + height
    return Sheet(joined(parts), lefts[-1], y + MARGIN / 2)


def headed(title: str, below: Sheet) -> Sheet:
    """Add a heading above a sheet."""
    lines = wrapped(plain(title), HEADING, below.width - 2 * MARGIN)
    heading = [
        text(MARGIN, MARGIN + HEADING_LINE * (place + 0.6), line, HEADING)
        for place, line in enumerate(lines)
    ]
    height = MARGIN + HEADING_LINE * len(lines)
    bold = role(INK, element("g", *heading, font_weight="600"))
    parts = joined([bold, moved(below.markup, 0.0, height)])
    return Sheet(parts, below.width, below.height + height)


def moved(markup: Markup, x: float, y: float) -> Markup:
    """Move markup from the origin to a position."""
    return element("g", markup, transform=f"translate({number(x)} {number(y)})")


def page(title: str, description: str, scope: str, drawn: Sheet) -> str:
    """Return a scalable SVG document; screen readers read its title and description."""
    width, height = number(drawn.width), number(drawn.height)
    paper = element("rect", width=drawn.width, height=drawn.height, rx=6.0, fill="currentColor")
    parts = [
        element("title", words(title), id=f"{scope}-title"),
        element("desc", words(description), id=f"{scope}-desc"),
        style_sheet(scope),
        role(PAPER, paper),
        drawn.markup,
    ]
    return element(
        "svg", joined(parts), xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}", width=width, height=height,
        style="max-width: 100%; height: auto", class_=scope, role="img",
        aria_labelledby=f"{scope}-title {scope}-desc", font_family=FONT,
    )  # fmt: skip
