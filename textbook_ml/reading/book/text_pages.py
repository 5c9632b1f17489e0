"""The pages of the five source texts, of errata and of notation."""

from collections.abc import Iterator
from functools import partial

from textbook_ml.plots.svg import Markup, element, words
from textbook_ml.reading.book import anchors
from textbook_ml.reading.book.card import definition_list, errata_of, in_numbers, related_links
from textbook_ml.reading.book.markup import joined_markup, link, prose
from textbook_ml.reading.book.maths import display, inline
from textbook_ml.reading.book.page import Leaf
from textbook_ml.reading.book.typography import typeset
from textbook_ml.reading.screens import count_kinds, place
from textbook_ml.sources import registry, texts
from textbook_ml.sources.notation import SYMBOLS
from textbook_ml.sources.texts import Entry, Erratum, Kind, Text


def text_pages() -> Iterator[Leaf]:
    """Yield a page for each source text."""
    for text in texts.load().texts.values():
        yield Leaf(text.key, text.name, text.title, partial(text_page, text))


def text_page(text: Text) -> Markup:
    """Return all entries of a source text in its order, with links to their code."""
    entries = [e for e in texts.load().entries.values() if e.text == text.key]
    lead = f"{text.author}: {text.title}; {text.edition}. Equation numbers: {text.numbers}."
    parts = [element("p", prose(lead), class_="lead")]
    section = None
    for entry in entries:
        if entry.section != section:
            section = entry.section
            parts.append(element("h2", words(place(entry))))
        parts.append(entry_block(entry))
    return joined_markup(parts)


def entry_block(entry: Entry) -> Markup:
    """Return one entry: in full if it has no card, otherwise briefly with a link to the card."""
    if anchors.function_of(entry.id) is None:
        return entry_at_home(entry)
    return element(
        "section",
        element("h3", link(_entry_title(entry), anchors.of_entry(entry.id))),
        element("div", display(entry.latex), class_="maths"),
        element("p", typeset(entry.words)),
        id=f"in-{entry.id}",
        class_="entry",
    )


def entry_at_home(entry: Entry) -> Markup:
    """Return an entry without a card: its formula, and links to experiments that use it."""
    account = registry.account()[entry.id]
    runs = [link(name.rpartition(".")[2], anchors.of_function(name)) for name in account.by]
    run_by = Markup(f"Tested by {', '.join(runs)}.")
    why = run_by if runs else prose(f"Not implemented: {account.reason}.")
    return element(
        "section",
        element("h3", link(_entry_title(entry), f"#{entry.id}")),
        element("div", display(entry.latex), class_="maths"),
        element("p", typeset(entry.words)),
        element("p", why, class_="by"),
        *errata_of([entry], set()),
        related_links([entry]),
        id=entry.id,
        class_="entry",
    )


def _entry_title(entry: Entry) -> str:
    return f"({entry.number}) {entry.title}" if entry.number else entry.title


def errata() -> Leaf:
    """Return the page of errata."""
    return Leaf("errata", "Errata", "errors and unclear passages of the source texts", errata_page)


def errata_page() -> Markup:
    """Return all errata with their kinds, and with their numerical checks."""
    known = texts.load()
    lead = (
        f"This page lists {len(known.errata)} passages that are wrong, incomplete or easy to "
        "misunderstand, in our copies of the source texts (for the slides, transcriptions). "
        f"{len(registry.checks())} of them have a numerical example. If a text makes a statement "
        "without a number, the table contains the statement in quotation marks, in our words."
    )
    parts = [element("p", words(lead), class_="lead"), _kinds_of_errata()]
    return joined_markup([*parts, *map(_erratum_section, known.errata.values())])


def _kinds_of_errata() -> Markup:
    """Return the five kinds of errata with their meanings and counts."""
    listed = (
        element("dt", _kind_badge(kind)) + element("dd", words(f"{kind.meaning}: {n}"))
        for kind, n in count_kinds().items()
    )
    return element("dl", *map(Markup, listed))


def _kind_badge(kind: Kind) -> Markup:
    return element("span", words(kind.name), class_="kind")


def _erratum_section(e: Erratum) -> Markup:
    entries = [link(texts.load().entries[i].title, anchors.of_entry(i)) for i in e.entries]
    concerns = [element("p", Markup("Affected entries: " + ", ".join(entries)), class_="by")]
    anchor = e.id.lower()
    return element(
        "section",
        element("h2", link(e.where, f"#{anchor}")),
        element("p", _kind_badge(e.kind), element("code", words(e.id)), class_="by"),
        definition_list(e.parts),
        in_numbers(e),
        *(concerns if entries else []),
        id=anchor,
        class_="entry",
    )


def notation() -> Leaf:
    """Return the page of notation."""
    return Leaf("notation", "Notation", "the meaning of each symbol", notation_page)


def notation_page() -> Markup:
    """Return the table of symbols, with their names in each source text."""
    known = texts.load().texts
    names = ("code", "symbol", "meaning", *(t.name for t in known.values()))
    head = [element("th", words(name), scope="col") for name in names]
    rows = [
        element(
            "tr",
            element("th", element("code", words(s.code)), scope="row"),
            element("td", inline(s.latex)),
            element("td", prose(s.words)),
            *(element("td", typeset(s.texts.get(key, "")), Markup("")) for key in known),
        )
        for s in SYMBOLS
    ]
    lead = (
        "Each symbol has one meaning in this book. The last five columns show what the source "
        "texts write for it."
    )
    table = element("table", element("thead", element("tr", *head)), element("tbody", *rows))
    return joined_markup(
        [
            element("p", words(lead), class_="lead"),
            element("div", table, class_="wide letters"),
        ]
    )
