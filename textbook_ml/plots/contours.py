"""Plots of a function of two variables: contour lines, zero line, region where it is positive."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from textbook_ml.plots.frame import KEY_HEIGHT, KEY_WIDTH, Frame, series
from textbook_ml.plots.lettering import text_width
from textbook_ml.plots.level_lines import Grid
from textbook_ml.plots.lines import stroke, tint
from textbook_ml.plots.scales import Scale, Span, drawable
from textbook_ml.plots.style import PAPER, SOFT, Style, role
from textbook_ml.plots.svg import Markup, Point, element, number, text, trail
from textbook_ml.plots.ticks import short_number

SIZE = 10.0  # font size of the numbers on the lines
SHORT_LINE = f"M0 {number(KEY_HEIGHT / 2)}H{number(KEY_WIDTH)}"


@dataclass(frozen=True, slots=True)
class Contours:
    """Contour lines of a function at some levels, with numbers where there is space."""

    grid: Grid
    levels: Sequence[float]
    label: str = ""

    def __post_init__(self) -> None:
        levels = drawable(self.levels, f"levels of {series('contours', self.label)}")
        object.__setattr__(self, "levels", levels)

    def spans(self, x: Scale, y: Scale) -> tuple[Span, Span]:
        """Return the ranges of the grid."""
        return x.tight(self.grid.xs), y.tight(self.grid.ys)

    def draw(self, frame: Frame, style: Style) -> Markup:
        """Draw a line for each level, and its number on a background."""
        levels = [(level, _svg_lines(frame, self.grid, level)) for level in self.levels]
        drawn = [_contour_elements(lines, style, 1.5) for _, lines in levels]
        return Markup("".join(drawn) + "".join(_level_numbers(frame, levels)))

    def key(self, style: Style, scope: str) -> Markup:
        """Draw a short line."""
        return stroke(SHORT_LINE, style.dashes, 1.5)


@dataclass(frozen=True, slots=True)
class Boundary:
    """The line on which a score is 0: the decision boundary of a classifier."""

    grid: Grid
    label: str = ""

    def spans(self, x: Scale, y: Scale) -> tuple[Span, Span]:
        """Return the ranges of the grid."""
        return x.tight(self.grid.xs), y.tight(self.grid.ys)

    def draw(self, frame: Frame, style: Style) -> Markup:
        """Draw bold lines; none if the score has the same sign everywhere."""
        return _contour_elements(_svg_lines(frame, self.grid, 0.0), style, 2.25)

    def key(self, style: Style, scope: str) -> Markup:
        """Draw a short bold line."""
        return stroke(SHORT_LINE, style.dashes, 2.25)


@dataclass(frozen=True, slots=True)
class Region:
    """The region where a score is above 0, in a light shade of the colour of its series."""

    grid: Grid
    label: str = ""

    def spans(self, x: Scale, y: Scale) -> tuple[Span, Span]:
        """Return the ranges of the grid."""
        return x.tight(self.grid.xs), y.tight(self.grid.ys)

    def draw(self, frame: Frame, style: Style) -> Markup:
        """Draw one path, with the parts of all cells."""
        parts = (
            trail(frame.line([x for x, _ in part], [y for _, y in part])) + "Z"
            for part in self.grid.positive_parts()
        )
        return tint("".join(parts))

    def key(self, style: Style, scope: str) -> Markup:
        """Draw a tinted rectangle."""
        return tint(f"M0 0H{number(KEY_WIDTH)}V{number(KEY_HEIGHT)}H0Z")


def _svg_lines(frame: Frame, grid: Grid, level: float) -> list[list[Point]]:
    """Return the contour lines of a level in SVG coordinates."""
    return [
        frame.line([x for x, _ in line], [y for _, y in line]) for line in grid.level_lines(level)
    ]


def _contour_elements(lines: Sequence[Sequence[Point]], style: Style, width: float) -> Markup:
    return stroke("".join(map(trail, lines)), style.dashes, width) if lines else Markup("")


def _level_numbers(
    frame: Frame, levels: Sequence[tuple[float, Sequence[Sequence[Point]]]]
) -> Iterator[Markup]:
    """Draw the number of each level on its longest line, where it overlaps no other number."""
    taken: list[Point] = []
    for level, lines in levels:
        written = short_number(level)
        width = text_width(written, SIZE)
        for x, y in max(lines, key=len, default=[]):
            free = all(abs(x - p) > width + 6 or abs(y - q) > SIZE + 6 for p, q in taken)
            if free and frame.has_room(x, y, width / 2 + 2, SIZE / 2 + 2):
                taken.append((x, y))
                yield _level_number_at(x, y, written, width)
                break


def _level_number_at(x: float, y: float, written: str, width: float) -> Markup:
    patch = element(
        "rect", x=x - width / 2 - 1, y=y - SIZE / 2, width=width + 2, height=SIZE,
        fill="currentColor", fill_opacity=0.85,
    )  # fmt: skip
    label = text(x, y + 0.36 * SIZE, written, SIZE, "middle")
    return Markup(role(PAPER, patch) + role(SOFT, label))
