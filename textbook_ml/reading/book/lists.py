"""Pages that list: the five texts in their own order, the errata, the letters."""

from collections.abc import Iterator
from functools import partial

from textbook_ml import registry, sources
from textbook_ml.notation import SYMBOLS
from textbook_ml.plots.svg import Markup, element, words
from textbook_ml.reading.book import places
from textbook_ml.reading.book.card import errata_of, in_numbers, pairs, related
from textbook_ml.reading.book.leaf import Leaf
from textbook_ml.reading.book.markup import link, prose, together
from textbook_ml.reading.book.maths import display, inline
from textbook_ml.reading.book.typography import typeset
from textbook_ml.reading.plain import plain
from textbook_ml.reading.screens import place
from textbook_ml.sources import Entry, Text


def texts() -> Iterator[Leaf]:
    """A page for each text."""
    for text in sources.load().texts.values():
        yield Leaf(text.key, text.name, text.title, partial(text_page, text))


def text_page(text: Text) -> Markup:
    """One text in its own order: every entry, and where its code is."""
    entries = [e for e in sources.load().entries.values() if e.text == text.key]
    lead = f"{text.author}: {text.title}; {text.edition}. Equation numbers: {text.numbers}."
    parts = [element("p", prose(lead), class_="lead")]
    section = None
    for entry in entries:
        if entry.section != section:
            section = entry.section
            parts.append(element("h2", words(place(entry))))
        parts.append(entry_block(entry))
    return together(parts)


def entry_block(entry: Entry) -> Markup:
    """One entry: in full, if no function says it, and else in short with the way there."""
    if places.teller_of(entry.id) is None:
        return entry_at_home(entry)
    return element(
        "section",
        element("h3", link(_titled(entry), places.of_entry(entry.id))),
        element("p", words(plain(entry.latex)), class_="maths"),
        element("p", typeset(entry.words)),
        id=f"in-{entry.id}",
        class_="entry",
    )


def entry_at_home(entry: Entry) -> Markup:
    """An entry that no function of the chapter says: its formula, and what runs it."""
    account = registry.account()[entry.id]
    runs = [link(name.rpartition(".")[2], places.of_function(name)) for name in account.by]
    why = Markup(f"Run by {', '.join(runs)}.") if runs else prose(f"Left out: {account.reason}.")
    return element(
        "section",
        element("h3", link(_titled(entry), f"#{entry.id}")),
        element("div", display(entry.latex), class_="maths"),
        element("p", typeset(entry.words)),
        element("p", why, class_="by"),
        *errata_of([entry], set()),
        related([entry]),
        id=entry.id,
        class_="entry",
    )


def _titled(entry: Entry) -> str:
    return f"({entry.number}) {entry.title}" if entry.number else entry.title


def errata() -> Leaf:
    """The page of misprints."""
    return Leaf("errata", "Errata", "what is misprinted where", errata_page)


def errata_page() -> Markup:
    """Every erratum, with its proof where there is one."""
    known = sources.load()
    lead = (
        f"{len(known.errata)} slips of the copies that were read, which for the slides are "
        f"transcriptions; {len(registry.checks())} of them are shown in numbers."
    )
    parts = [element("p", words(lead), class_="lead")]
    for e in known.errata.values():
        entries = [link(known.entries[i].title, places.of_entry(i)) for i in e.entries]
        concerns = [element("p", Markup("Concerns " + ", ".join(entries) + "."), class_="by")]
        anchor = e.id.lower()
        parts.append(
            element(
                "section",
                element("h2", link(e.where, f"#{anchor}")),
                element("p", words(f"{e.severity.capitalize()} · {e.id}"), class_="by"),
                pairs({"printed": e.printed, "why not": e.why, "right": e.right}),
                in_numbers(e.id),
                *(concerns if entries else []),
                id=anchor,
                class_="entry",
            )
        )
    return together(parts)


def notation() -> Leaf:
    """The page of letters."""
    return Leaf("notation", "Notation", "what each letter means", notation_page)


def notation_page() -> Markup:
    """The table of letters, and what each text calls them."""
    texts = sources.load().texts
    names = ("code", "letter", "meaning", *(t.name for t in texts.values()))
    head = [element("th", words(name), scope="col") for name in names]
    rows = [
        element(
            "tr",
            element("th", element("code", words(s.code)), scope="row"),
            element("td", inline(s.latex)),
            element("td", prose(s.words)),
            *(element("td", typeset(s.texts.get(key, "")), Markup("")) for key in texts),
        )
        for s in SYMBOLS
    ]
    lead = "One letter, one meaning, whatever each text calls it."
    table = element("table", element("thead", element("tr", *head)), element("tbody", *rows))
    return together(
        [
            element("p", words(lead), class_="lead"),
            element("div", table, class_="wide letters"),
        ]
    )
