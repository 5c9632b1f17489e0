"""Horizontal bar charts.

Horizontal bars keep long names readable; the height of the figure grows with the number of names.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from textbook_ml.core.errors import require
from textbook_ml.plots.frame import KEY_HEIGHT, KEY_WIDTH, Frame, Mark, series, settle
from textbook_ml.plots.lines import stroke
from textbook_ml.plots.scales import Scale, Span
from textbook_ml.plots.style import SOFT, Style, role
from textbook_ml.plots.svg import Markup, element, number, words
from textbook_ml.plots.ticks import short_number

THICKNESS = 0.72  # fraction of the height of a row that its bars cover


@dataclass(frozen=True, slots=True)
class Bars:
    """One horizontal bar for each name, from 0 to its length; the names are on the y axis."""

    names: Sequence[str]
    lengths: Sequence[float]
    label: str = ""
    lane: int = 0  # position among the bars of one name; set by the figure
    lanes: int = 1  # number of bars of one name

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", tuple(self.names))
        settle(self, "bars", "lengths")
        name = series("bars", self.label)
        require(
            len(self.names) == len(self.lengths),
            f"{name} must have one length for each name, got {len(self.names)} names and "
            f"{len(self.lengths)} lengths",
        )

    def axis_ranges(self, x: Scale, y: Scale) -> tuple[Span, None]:
        """Return the range from 0 to the longest bar; the figure sets the range of y."""
        return x.range_from_zero(self.lengths), None

    def draw(self, frame: Frame, style: Style) -> Markup:
        """Draw a rectangle for each name, with a tooltip that shows its name and length."""
        room = abs(frame.y.at(1.0) - frame.y.at(0.0)) * THICKNESS
        thick = room / self.lanes
        zero = frame.x.at(min(max(0.0, frame.x.low), frame.x.high))
        defined, fill = hatched(style, frame.scope)
        bars = [defined]
        for place, (name, length) in enumerate(zip(self.names, self.lengths)):
            end = frame.x.at(min(max(length, frame.x.low), frame.x.high))
            top = frame.y.at(place) - room / 2 + self.lane * thick
            said = element("title", words(f"{name}: {short_number(length)}"))
            bars.append(
                element(
                    "rect", said, x=min(zero, end), y=top, width=abs(end - zero),
                    height=thick - 1, fill=fill, stroke="currentColor", stroke_width=1.0,
                )
            )  # fmt: skip
        base = f"M{number(zero)} {number(frame.y.start)}V{number(frame.y.end)}"
        return Markup("".join(bars) + role(SOFT, stroke(base, "none", 1.0)))

    def legend_sample(self, style: Style, scope: str) -> Markup:
        """Draw a filled rectangle."""
        defined, fill = hatched(style, f"{scope}-{style.name}")
        patch = element(
            "rect", x=0.5, y=0.5, width=KEY_WIDTH - 1, height=KEY_HEIGHT - 1, fill=fill,
            stroke="currentColor", stroke_width=1.0,
        )  # fmt: skip
        return Markup(defined + patch)


def side_by_side(marks: Sequence[Mark]) -> list[Mark]:
    """Return the marks; bars of the same name are placed next to each other."""
    bars = [mark for mark in marks if isinstance(mark, Bars)]
    for mark in bars:
        require(
            mark.names == bars[0].names,
            f"{series('bars', mark.label)} have other names than the bars before. "
            "Fix: use the same names in the same order for all bars of a figure.",
        )
    lanes = iter(range(len(bars)))
    return [
        replace(mark, lane=next(lanes), lanes=len(bars)) if isinstance(mark, Bars) else mark
        for mark in marks
    ]


def hatched(style: Style, scope: str) -> tuple[Markup, str]:
    """Return a hatching pattern and the `fill` that uses it; the first series has no pattern."""
    if not style.hatch:
        return Markup(""), "currentColor"
    name = f"{scope}-hatch"
    ground = element("rect", width=6.0, height=6.0, fill="currentColor", fill_opacity=0.22)
    tile = element(
        "pattern", ground, stroke(style.hatch, "none", 1.4), id=name, width=6.0, height=6.0,
        patternUnits="userSpaceOnUse",
    )  # fmt: skip
    return tile, f"url(#{name})"
