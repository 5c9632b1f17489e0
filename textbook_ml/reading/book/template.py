"""The template of every page: head, contents, search, and links to the neighbouring pages."""

from collections.abc import Sequence
from html import escape

from textbook_ml import __version__
from textbook_ml.plots.svg import Markup, element, words
from textbook_ml.reading.book.markup import joined_markup, link, prose
from textbook_ml.reading.book.page import Leaf
from textbook_ml.sources.texts import TEXT_KEYS

BOOK = "textbook_ml"
MADE = '<meta name="generator" content="textbook_ml book"/>'
# No page loads anything from a network, whatever a reader types into an example.
POLICY = (
    "default-src 'self' 'unsafe-inline' 'unsafe-eval' file: blob: data:; connect-src 'none'; "
    "base-uri 'none'"
)


def document(title: str, head: Markup, body: Markup) -> str:
    """Return a whole HTML page."""
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        '<meta name="color-scheme" content="light dark"/>\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}"/>\n'
        f'{MADE}<link rel="icon" href="data:,"/>\n'
        f"<title>{escape(title)}</title>\n{head}</head>\n<body>{body}</body></html>\n"
    )


def body_in_template(leaf: Leaf, inside: Markup, leaves: Sequence[Leaf], below: Markup) -> Markup:
    """Return the body of a page in the template."""
    main = element("main", leaf_body(leaf, inside, leaves), id="main")
    return joined_markup([header(), sidebar(leaf, leaves), main, below])


def leaf_body(leaf: Leaf, inside: Markup, leaves: Sequence[Leaf]) -> Markup:
    """Return the main part of a page: title, content, links to the neighbouring pages."""
    title = element("h1", words(leaf.title), id=f"page-{leaf.name}", tabindex="-1")
    return element("div", title, inside, links_to_neighbours(leaf, leaves), class_="leaf")


def header() -> Markup:
    """Return the header with the name of the book and the search field."""
    field = (
        '<input type="search" name="q" aria-label="Search the book" placeholder="Search: 15, '
        'laplace, variance_mvue" autocomplete="off"/>'
    )
    button = element("button", words("Search"), type="submit")
    search = element("form", Markup(field), button, action="search.html", role="search")
    home = link(BOOK, "index.html", class_="home")
    ways = (link("Contents", "index.html"), link("Index", "search.html"))
    skip = link("Skip to the text", "#main", class_="skip")
    return element("header", skip, home, *ways, search)


def sidebar(here: Leaf | None, leaves: Sequence[Leaf]) -> Markup:
    """Return the contents, which a wide screen shows next to the text."""
    first = leaves.index(next((leaf for leaf in leaves if leaf.name in TEXT_KEYS), leaves[-1]))
    last = first + len(TEXT_KEYS)
    lists = [
        element(
            "ul",
            *(
                element("li", link(leaf.short, leaf.file, **current_page_attributes(leaf, here)))
                for leaf in part
            ),
        )
        for part in (leaves[1:first], leaves[first:last], leaves[last:])
        if part
    ]
    return element("nav", *lists, aria_label="Contents")


def current_page_attributes(leaf: Leaf, here: Leaf | None) -> dict[str, str]:
    """Return the attributes that mark the current page in the contents."""
    return {"aria_current": "page"} if leaf is here else {}


def links_to_neighbours(leaf: Leaf, leaves: Sequence[Leaf]) -> Markup:
    """Return links to the previous and the next page."""
    at = leaves.index(leaf)
    before = [link(f"← {one.short}", one.file, rel="prev") for one in leaves[max(at - 1, 0) : at]]
    after = [link(f"{one.short} →", one.file, rel="next") for one in leaves[at + 1 : at + 2]]
    return element("p", *before, element("span", Markup("")), *after, class_="turn")


TO_READ = "This book cannot run code; `textbook_ml book --pyodide` makes one that can."
NO_SCRIPT = "To run code in this book, switch on JavaScript."


def footer(live: bool) -> Markup:
    """Return the footer: version, font licence, and a note if the book cannot run code."""
    made = f"{BOOK} {__version__}. Formulas are set in a subset of Latin Modern Math "
    licence = link("(GUST font licence)", "GUST-FONT-LICENSE.txt")
    aside = element("noscript", prose(NO_SCRIPT)) if live else prose(TO_READ)
    return element("footer", prose(made), licence, prose(". "), aside)
