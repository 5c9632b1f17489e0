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
from textbook_ml.reading.screens import count_kinds, place
from textbook_ml.sources import Entry, Erratum, Kind, Text


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
    """The page of errata."""
    return Leaf("errata", "Errata", "what to know about the printed texts", errata_page)


def errata_page() -> Markup:
    """Every erratum with its kind, and in numbers where possible."""
    known = sources.load()
    lead = (
        f"{len(known.errata)} passages of the copies that were read, which for the slides are "
        f"transcriptions; {len(registry.checks())} of them are shown in numbers. Quotation marks "
        "in a table hold a statement of the text, in our words, where it prints no number."
    )
    parts = [element("p", words(lead), class_="lead"), _kinds()]
    return together([*parts, *map(_erratum, known.errata.values())])


def _kinds() -> Markup:
    """The five kinds, what they mean, and the number of errata of each."""
    listed = (
        element("dt", _badge(kind)) + element("dd", words(f"{kind.meaning}: {n}"))
        for kind, n in count_kinds().items()
    )
    return element("dl", *map(Markup, listed))


def _badge(kind: Kind) -> Markup:
    return element("span", words(kind.name), class_="kind")


def _erratum(e: Erratum) -> Markup:
    entries = [link(sources.load().entries[i].title, places.of_entry(i)) for i in e.entries]
    concerns = [element("p", Markup("Concerns " + ", ".join(entries) + "."), class_="by")]
    anchor = e.id.lower()
    return element(
        "section",
        element("h2", link(e.where, f"#{anchor}")),
        element("p", _badge(e.kind), element("code", words(e.id)), class_="by"),
        pairs(e.parts),
        in_numbers(e),
        *(concerns if entries else []),
        id=anchor,
        class_="entry",
    )


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
