"""Compact SVG figures: all figures of a page share one style sheet, and lines have few points."""

import re
from math import hypot

from textbook_ml.plots import Figure, Panels
from textbook_ml.plots.style import style_sheet
from textbook_ml.plots.svg import Markup, Point

SCOPE = "drawing"  # the class of the element around a figure
FINE = 0.12  # maximum distance, in pixels, between a line and an omitted point
_STYLE = re.compile(r"<style>(.*?)</style>\s*", re.DOTALL)
# Attributes that the style sheet of the book sets for all figures.
_SAID = re.compile(
    r' (?:color="#[0-9a-f]{6}"|fill="currentColor"|stroke="currentColor"|text-anchor="start"'
    r'|font-size="12"|stroke-linejoin="round"|stroke-dasharray="none"|font-family="[^"]*"'
    r'|xmlns="[^"]*"|style="max-width: 100%; height: auto")'
)
_ANCHOR = re.compile(r' text-anchor="(m|e)(?:iddle|nd)"')
_PLACE = re.compile(r' (?:[xyd]|transform|width|height)="[^"]*"')
_HUNDREDTHS = re.compile(r"(\.\d)\d(?!\d)")
_LETTERING = r"(?:<text[^>]*>[^<]*</text>)+"
_NEIGHBOURS = re.compile(rf'(<g class="(\w+)">{_LETTERING})</g>\s*<g class="\2">(?=<text)')
_LINE = re.compile(r"M-?[\d.]+ -?[\d.]+(?:L-?[\d.]+ -?[\d.]+)+")


def colours() -> str:
    """Return the style rules that all figures share."""
    sheet = _STYLE.fullmatch(style_sheet(SCOPE))
    assert sheet is not None
    return sheet[1]


def simplified_figure(figure: Figure | Panels) -> Markup:
    """Return a figure without its own style sheet and with simplified lines."""
    return smaller_svg(figure.svg())


def smaller_svg(svg: str) -> Markup:
    """Return a smaller SVG file with the same drawing.

    >>> smaller_svg('<svg><style>.a {}</style><path d="M0 0L1 0.01L2 0L2 5.04"/></svg>')
    '<svg><path d="M0 0l2 0 0 5"/></svg>'
    """
    bare = _ANCHOR.sub(r' class="\1"', _SAID.sub("", _STYLE.sub("", svg))).replace(">\n<", "><")
    lines = _LINE.sub(lambda line: _shortened_path(line[0]), bare)
    tenths = _PLACE.sub(lambda value: _HUNDREDTHS.sub(r"\1", value[0]), lines)
    while (merged := _NEIGHBOURS.sub(r"\1", tenths)) != tenths:
        tenths = merged
    return Markup(tenths)


def _shortened_path(trail: str) -> str:
    """Return a line as relative steps in tenths of a pixel; rounding errors do not accumulate."""
    pairs = (pair.split() for pair in trail[1:].split("L"))
    points = simplified_line([(float(x), float(y)) for x, y in pairs])
    tenths = [(round(10 * x), round(10 * y)) for x, y in points]
    steps = ((x - a, y - b) for (a, b), (x, y) in zip(tenths, tenths[1:]))
    (x0, y0), *_ = tenths
    return f"M{_in_tenths(x0)} {_in_tenths(y0)}l" + " ".join(
        f"{_in_tenths(x)} {_in_tenths(y)}" for x, y in steps
    )


def _in_tenths(n: int) -> str:
    return f"{n / 10:.1f}".removesuffix(".0")


def simplified_line(points: list[Point]) -> list[Point]:
    """Simplify a line by the algorithm of Douglas and Peucker.

    >>> simplified_line([(0, 0), (1, 0), (2, 0), (2, 3)])
    [(0, 0), (2, 0), (2, 3)]
    """
    (ax, ay), (bx, by) = points[0], points[-1]
    length = hypot(bx - ax, by - ay)

    def distance_from_line(point: Point) -> float:
        x, y = point
        if length == 0:
            return hypot(x - ax, y - ay)
        return abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length

    far = max(range(len(points)), key=lambda i: distance_from_line(points[i]))
    if distance_from_line(points[far]) <= FINE:
        return [points[0], points[-1]]
    return simplified_line(points[: far + 1])[:-1] + simplified_line(points[far:])
