"""The book as a folder of pages, or as a single page."""

import re
from collections.abc import Iterator, Sequence
from importlib import resources

from textbook_ml.experiments._experiment import Result
from textbook_ml.plots.svg import Markup
from textbook_ml.reading.book.chapter import chapter
from textbook_ml.reading.book.drawing import colours
from textbook_ml.reading.book.frame import document, framed
from textbook_ml.reading.book.front import front, index
from textbook_ml.reading.book.leaf import Leaf
from textbook_ml.reading.book.lists import errata, notation, texts
from textbook_ml.reading.book.markup import terse
from textbook_ml.reading.book.practice import run, solved

SHEETS = Markup('<link rel="stylesheet" href="book.css"/><script src="book.js" defer></script>')
ASSETS = ("book.js", "maths.woff2", "GUST-FONT-LICENSE.txt")
_LINK = re.compile(r'href="([a-z_]+)\.html(?:#([^"]*))?"')


def leaves(results: Sequence[Result]) -> list[Leaf]:
    """Every page, in the order in which they are turned."""
    inside = [*chapter(), *texts(), solved(), run(results), errata(), notation(), index()]
    return [front(inside), *inside]


def folder(pages: Sequence[Leaf], head: Markup = SHEETS) -> Iterator[tuple[str, bytes]]:
    """Every file of the book, with its name."""
    for leaf in pages:
        body = terse(framed(leaf, leaf.write(), pages))
        title = leaf.title if leaf.name == "index" else f"{leaf.title} · textbook_ml"
        yield leaf.file, document(title, head, body).encode()
    yield "book.css", style().encode()
    for name in ASSETS:
        yield name, asset(name)


def style() -> str:
    """How the book looks, its figures included."""
    return asset("book.css").decode() + colours() + "\n"


def asset(name: str) -> bytes:
    """A file that goes into the book as it is."""
    return resources.files(__package__).joinpath("assets", name).read_bytes()
