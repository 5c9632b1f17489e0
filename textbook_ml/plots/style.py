"""The styles of series: colours and, for printing in grey, dashes, markers and hatching.

The colours follow the palette of Okabe and Ito, which colour-blind readers can distinguish. Bright
colours are darker on a white background and dark colours are lighter on a black one, so that the
contrast is at least three to one.
"""

from dataclasses import dataclass

from textbook_ml.plots.svg import Markup, element, words

LIGHT = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#c98500", "#2e9bd6", "#7f7f00", "#1f2328")
DARK = ("#3f9bdb", "#e8743b", "#1db88a", "#db94bc", "#e69f00", "#9ad4f5", "#f0e442", "#e6edf3")
DASHES = ("none", "8 3", "2.5 2.5", "9 3 2.5 3", "16 4", "16 3 2.5 3", "5 2", "9 3 2.5 3 2.5 3")
FINE_DASHES = ("3 3", "1 3", "10 5", "6 3 1 3", "12 3 3 3", "1 6", "6 6", "12 3 1 3 1 3")
MARKERS = (
    "m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z",  # circle
    "m-3.2 -3.2h6.4v6.4h-6.4z",  # square
    "m0 -4.4l4.2 7.4h-8.4z",  # triangle
    "m0 -4.6l4.6 4.6l-4.6 4.6l-4.6 -4.6z",  # diamond
    "m-4.5 -1.3h3.2v-3.2h2.6v3.2h3.2v2.6h-3.2v3.2h-2.6v-3.2h-3.2z",  # plus
    "m0 4.4l4.2 -7.4h-8.4z",  # triangle on its tip
    "m-4 -2l2 -2l2 2l2 -2l2 2l-2 2l2 2l-2 2l-2 -2l-2 2l-2 -2l2 -2z",  # cross
    "m-4.5 -1.8h9v3.6h-9z",  # bar
)
HATCHES = (
    "",
    "M-1 7L7 -1M-1 1L1 -1M5 7L7 5",
    "M-1 -1L7 7M5 -1L7 1M-1 5L1 7",
    "M0 3H6",
    "M3 0V6",
    "M0 3H6M3 0V6",
    "M-1 7L7 -1M-1 -1L7 7",
    "M2 3H4",
)
SLOTS = len(LIGHT)

PAPER, INK, SOFT, FAINT = "paper", "ink", "soft", "faint"
_LIGHT_ROLES = {PAPER: "#ffffff", INK: "#1f2328", SOFT: "#57606a", FAINT: "#dfe3e8"}
_DARK_ROLES = {PAPER: "#12161b", INK: "#e6edf3", SOFT: "#a3adb8", FAINT: "#2c333b"}

FONT = "system-ui, -apple-system, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"


@dataclass(frozen=True, slots=True)
class Style:
    """The style of a series: `slot` is the index of its colour, dashes, marker and hatching."""

    slot: int
    role: str = ""  # empty for a series; INK for rules and boundaries, which have no own colour

    @property
    def name(self) -> str:
        """The CSS class of the series."""
        return self.role or f"s{self.slot}"

    @property
    def colour(self) -> str:
        """The colour on a white background."""
        return _LIGHT_ROLES[self.role] if self.role else LIGHT[self.slot]

    @property
    def dashes(self) -> str:
        """The lengths of the dashes and gaps of its lines."""
        return DASHES[self.slot]

    @property
    def fine_dashes(self) -> str:
        """The dashes of thin lines; no thin line is solid, because it would look like an axis."""
        return FINE_DASHES[self.slot]

    @property
    def marker(self) -> str:
        """The outline of its marker, as path data that starts and ends at the centre."""
        return MARKERS[self.slot]

    @property
    def hatch(self) -> str:
        """The hatching of its bars, on a tile of 6 by 6; the first series has none."""
        return HATCHES[self.slot]


def group_in_colour(style: Style, *inside: Markup) -> Markup:
    """Return a group in the colour of a style; the attribute is for viewers without CSS."""
    return element("g", *inside, class_=style.name, color=style.colour)


def role(name: str, *inside: Markup) -> Markup:
    """Return a group in the colour of a part of the chart that is not a series."""
    return group_in_colour(Style(0, name), *inside)


def style_sheet(scope: str) -> Markup:
    """Return the style sheet of one drawing, with light and dark colours."""
    light = _css_rules(scope, _LIGHT_ROLES, LIGHT)
    dark = _css_rules(scope, _DARK_ROLES, DARK)
    return element("style", words(f"{light} @media (prefers-color-scheme: dark) {{ {dark} }}"))


def _css_rules(scope: str, roles: dict[str, str], colours: tuple[str, ...]) -> str:
    named = roles | {f"s{slot}": colour for slot, colour in enumerate(colours)}
    return " ".join(f".{scope} .{name} {{ color: {colour} }}" for name, colour in named.items())
