"""`figure`: a figure that the texts have, drawn by the chapter's own equations."""

import sys
from collections.abc import Callable, Iterator

from textbook_ml.commands.names import tidy, unknown
from textbook_ml.console import Heading, pad, wrap
from textbook_ml.docstrings import page
from textbook_ml.errors import require
from textbook_ml.experiments.figures import FIGURES
from textbook_ml.files import write_file
from textbook_ml.plots import Figure, Panels

NAME = 24  # columns of a name


def figure(name: str | None = None, *, svg: str | None = None) -> Iterator[str]:
    """The list; or one figure as SVG, in a file or, if it is no terminal, on standard output."""
    if name is None:
        require(svg is None, f"--svg {svg}: say which figure, as in `figure losses --svg {svg}`")
        yield from list_screen()
        return
    draw = find(name)
    require(
        svg is not None or sys.stdout is None or not sys.stdout.isatty(),
        f"a figure is SVG, which a terminal does not show: `figure {name} --svg {name}.svg` "
        "writes it to a file for a browser",
    )
    drawn = draw()
    if svg is None:
        # Some consoles know ASCII alone, and plain letters for others would not be the same file.
        yield from drawn.svg().encode("ascii", "xmlcharrefreplace").decode().splitlines()
    else:
        write_file(svg, drawn.svg())
        yield from map(Heading, wrap(drawn.title))
        yield from wrap(drawn.description, "  ")
        yield from wrap(f"written to {svg}", "  ")


def find(name: str) -> Callable[[], Figure | Panels]:
    """What draws the figure of a name, in any case.

    >>> find("Losses") == FIGURES["losses"]
    True
    """
    if tidy(name) not in FIGURES:
        raise unknown("figure", name, FIGURES)
    return FIGURES[tidy(name)]


def list_screen() -> Iterator[str]:
    """All figures, and what to type next."""
    yield Heading(f"{len(FIGURES)} figures of the texts")
    yield ""
    for name, draw in FIGURES.items():
        title = page(f"{draw.__module__}.{draw.__name__}").title
        yield from wrap(title, f"  {pad(name, NAME)}", " " * (NAME + 2))
    yield ""
    yield "  figure losses --svg losses.svg   writes one, for a browser or a book"
    yield "  figure losses > losses.svg       does the same"
