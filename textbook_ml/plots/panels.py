"""Several figures in one drawing, with a common legend."""

from collections.abc import Sequence
from dataclasses import dataclass

from textbook_ml.core.errors import require
from textbook_ml.plots.figure import NARROWEST, WIDTH, Figure
from textbook_ml.plots.legend import entries, styles_of
from textbook_ml.plots.svg_document import headed, page, require_words, scope_of, sheet

WIDEST = 1.15 * WIDTH


@dataclass(frozen=True, slots=True)
class Panels:
    """Figures in a grid of rows and columns; a label has the same style in all figures."""

    title: str
    description: str
    figures: Sequence[Figure]
    columns: int = 2

    def __post_init__(self) -> None:
        require_words(self.title, self.description)
        object.__setattr__(self, "figures", tuple(self.figures))
        require(len(self.figures) > 0, f"the panels {self.title!r} must have at least one figure")
        require(self.columns > 0, f"columns must be at least 1, got {self.columns}")
        styles_of([figure.marks for figure in self.figures])

    def svg(self, width: float | None = None) -> str:
        """Return all figures as one SVG document; a small width reduces the number of columns."""
        scope = scope_of(self)
        marks = [figure.marks for figure in self.figures]
        styles = styles_of(marks)
        room = max(WIDEST, self.columns * NARROWEST) if width is None else width
        columns = min(self.columns, len(self.figures), max(1, int(room / NARROWEST)))
        each = min(WIDTH, max(NARROWEST, room / columns))
        panels = [
            figure.panel(each, looks, f"{scope}-{place}")
            for place, (figure, looks) in enumerate(zip(self.figures, styles))
        ]
        rows = [panels[start : start + columns] for start in range(0, len(panels), columns)]
        drawn = headed(self.title, sheet(rows, entries(marks, styles, scope)))
        return page(self.title, self.description, scope, drawn)

    def _repr_svg_(self) -> str:
        """Return the SVG that a notebook displays."""
        return self.svg()
