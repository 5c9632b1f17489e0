"""A figure: two axes and marks."""

from collections.abc import Sequence
from dataclasses import dataclass

from textbook_ml.core.errors import require
from textbook_ml.plots.bars import Bars, side_by_side
from textbook_ml.plots.frame import Mark
from textbook_ml.plots.layout import Layout, Side, lay_out, lay_out_equal
from textbook_ml.plots.legend import entries, styles_of
from textbook_ml.plots.panel import Panel, draw_panel
from textbook_ml.plots.scales import Linear, Scale, Span, rising
from textbook_ml.plots.style import Style
from textbook_ml.plots.svg_document import page, require_words, scope_of, sheet

WIDTH, NARROWEST = 640.0, 280.0
BAR = 16.0  # height of one horizontal bar
LINEAR = Linear()


@dataclass(frozen=True, slots=True)
class Figure:
    """A chart. An axis without a range shows all marks; later marks are drawn over earlier ones.

    With `equal_aspect`, one unit has the same length on both axes, so circles are not distorted.
    """

    title: str
    description: str
    x_label: str
    y_label: str
    marks: Sequence[Mark]
    x_range: Span | None = None
    y_range: Span | None = None
    x_scale: Scale = LINEAR
    y_scale: Scale = LINEAR
    equal_aspect: bool = False

    def __post_init__(self) -> None:
        require_words(self.title, self.description)
        require(len(self.marks) > 0, f"the figure {self.title!r} must have at least one mark")
        object.__setattr__(self, "marks", tuple(side_by_side(self.marks)))
        not_linear = self.names or self.x_scale != LINEAR or self.y_scale != LINEAR
        require(
            not (not_linear and self.equal_aspect),
            "equal_aspect needs two linear axes, without names and without a log axis",
        )
        require(
            not self.names or (self.y_range is None and self.y_scale == LINEAR),
            "a figure with bars has names on the y axis. Fix: omit y_range and y_scale.",
        )
        self.layout(WIDTH)
        styles_of([self.marks])

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the bars; empty if the figure has no bars."""
        return next((tuple(mark.names) for mark in self.marks if isinstance(mark, Bars)), ())

    def svg(self, width: float = WIDTH) -> str:
        """Return the figure as an SVG document of about this width."""
        scope = scope_of(self)
        styles = styles_of([self.marks])
        panel = self.panel(max(NARROWEST, width), styles[0], scope)
        drawn = sheet([[panel]], entries([self.marks], styles, scope))
        return page(self.title, self.description, scope, drawn)

    def _repr_svg_(self) -> str:
        """Return the SVG that a notebook displays."""
        return self.svg()

    def panel(self, width: float, styles: Sequence[Style], scope: str) -> Panel:
        """Draw the figure at a width, without its legend."""
        return draw_panel(self.layout(width), self.marks, styles, scope)

    def layout(self, width: float) -> Layout:
        """Return the positions of the parts of the figure at a width."""
        spans = [mark.spans(self.x_scale, self.y_scale) for mark in self.marks]
        x_span = _axis_range("x", self.x_range, self.x_scale, [x for x, _ in spans])
        x = Side(self.x_label, self.x_scale, x_span)
        if self.names:
            rows = len(self.names)
            y = Side(self.y_label, LINEAR, (rows - 0.5, -0.5), self.names)
            lanes = sum(isinstance(mark, Bars) for mark in self.marks)
            return lay_out(self.title, x, y, width, max(rows * (BAR * lanes + 8), 120.0))
        y_span = _axis_range("y", self.y_range, self.y_scale, [y for _, y in spans])
        y = Side(self.y_label, self.y_scale, y_span)
        if self.equal_aspect:
            return lay_out_equal(self.title, x, y, width)
        return lay_out(self.title, x, y, width, 120 + width / 5)


def _axis_range(name: str, given: Span | None, scale: Scale, needed: Sequence[Span | None]) -> Span:
    """Return the given range or, if there is none, the range that shows all marks."""
    if given is not None:
        return scale.tight(rising(given, f"the range of {name}"))
    ends = [end for span in needed if span for end in span]
    require(len(ends) > 0, f"no mark determines the range of {name}. Fix: set {name}_range.")
    low, high = scale.tight(ends)
    return scale.widened(low) if low == high else (low, high)
