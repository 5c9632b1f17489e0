"""Bars for names.

Bars lie: names are read without turning the head, and a figure grows as tall as it has names.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from textbook_ml.errors import require
from textbook_ml.plots.frame import KEY_HEIGHT, KEY_WIDTH, Frame, Mark, series, settle
from textbook_ml.plots.lines import stroke
from textbook_ml.plots.scales import Scale, Span
from textbook_ml.plots.style import SOFT, Style, role
from textbook_ml.plots.svg import Markup, element, number, words
from textbook_ml.plots.ticks import short_number

THICKNESS = 0.72  # of the room of a name, shared by its bars


@dataclass(frozen=True, slots=True)
class Bars:
    """One lying bar for each name, from 0 to its length; the names stand along the y axis."""

    names: Sequence[str]
    lengths: Sequence[float]
    label: str = ""
    lane: int = 0  # which of the bars that share a name; the figure counts them
    lanes: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", tuple(self.names))
        settle(self, "bars", "lengths")
        name = series("bars", self.label)
        require(
            len(self.names) == len(self.lengths),
            f"{name} have {len(self.names)} names and {len(self.lengths)} lengths: "
            "give one for each",
        )

    def spans(self, x: Scale, y: Scale) -> tuple[Span, None]:
        """From 0 to the longest; the figure makes room for the names."""
        return x.from_zero(self.lengths), None

    def draw(self, frame: Frame, style: Style) -> Markup:
        """A rectangle for each, which says its name and length when pointed at."""
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

    def key(self, style: Style, scope: str) -> Markup:
        """A filled patch."""
        defined, fill = hatched(style, f"{scope}-{style.name}")
        patch = element(
            "rect", x=0.5, y=0.5, width=KEY_WIDTH - 1, height=KEY_HEIGHT - 1, fill=fill,
            stroke="currentColor", stroke_width=1.0,
        )  # fmt: skip
        return Markup(defined + patch)


def side_by_side(marks: Sequence[Mark]) -> list[Mark]:
    """The marks, where bars that share their names are laid beside each other."""
    bars = [mark for mark in marks if isinstance(mark, Bars)]
    for mark in bars:
        require(
            mark.names == bars[0].names,
            f"{series('bars', mark.label)} have names of their own: "
            "give the same names in the same order to all bars of a figure",
        )
    lanes = iter(range(len(bars)))
    return [
        replace(mark, lane=next(lanes), lanes=len(bars)) if isinstance(mark, Bars) else mark
        for mark in marks
    ]


def hatched(style: Style, scope: str) -> tuple[Markup, str]:
    """A tile of hatching, and how a `fill` refers to it; the first series is filled plainly."""
    if not style.hatch:
        return Markup(""), "currentColor"
    name = f"{scope}-hatch"
    ground = element("rect", width=6.0, height=6.0, fill="currentColor", fill_opacity=0.22)
    tile = element(
        "pattern", ground, stroke(style.hatch, "none", 1.4), id=name, width=6.0, height=6.0,
        patternUnits="userSpaceOnUse",
    )  # fmt: skip
    return tile, f"url(#{name})"
