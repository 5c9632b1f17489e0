"""`figure`: draw a figure of the source texts, with the equations of this package."""

import sys
from collections.abc import Callable, Iterator

from textbook_ml.commands.names import normalised_name, unknown_name_error
from textbook_ml.core.console import Heading, padded, wrap
from textbook_ml.core.errors import require
from textbook_ml.core.files import write_file
from textbook_ml.plots import Figure, Panels
from textbook_ml.sources.docstrings import page
from textbook_ml.study.figures import FIGURES

NAME = 24  # columns of a name


def figure(name: str | None = None, *, svg: str | None = None) -> Iterator[str]:
    """Yield the list of figures, or one figure as SVG; a terminal gets an error instead."""
    if name is None:
        require(
            svg is None,
            f"--svg needs the name of a figure, for example `figure losses --svg {svg}`",
        )
        yield from list_screen()
        return
    draw = find(name)
    require(
        svg is not None or sys.stdout is None or not sys.stdout.isatty(),
        f"a terminal cannot show SVG. Fix: `figure {name} --svg {name}.svg` writes a file for a "
        "browser",
    )
    drawn = draw()
    if svg is None:
        # ASCII with XML entities, so that the file is the same whatever the encoding of the output.
        yield from drawn.svg().encode("ascii", "xmlcharrefreplace").decode().splitlines()
    else:
        write_file(svg, drawn.svg())
        yield from map(Heading, wrap(drawn.title))
        yield from wrap(drawn.description, "  ")
        yield from wrap(f"written to {svg}", "  ")


def find(name: str) -> Callable[[], Figure | Panels]:
    """Return the function that draws the figure of this name; upper case does not matter.

    >>> find("Losses") == FIGURES["losses"]
    True
    """
    if normalised_name(name) not in FIGURES:
        raise unknown_name_error("figure", name, FIGURES)
    return FIGURES[normalised_name(name)]


def list_screen() -> Iterator[str]:
    """Yield all figures, and examples of the command."""
    yield Heading(f"{len(FIGURES)} figures of the source texts")
    yield ""
    for name, draw in FIGURES.items():
        title = page(f"{draw.__module__}.{draw.__name__}").title
        yield from wrap(title, f"  {padded(name, NAME)}", " " * (NAME + 2))
    yield ""
    yield "  figure losses --svg losses.svg   writes one figure to a file"
    yield "  figure losses > losses.svg       writes it to standard output"
