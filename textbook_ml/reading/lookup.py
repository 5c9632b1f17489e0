"""Find entries, errata and functions by id, printed number, name, section or word."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from textbook_ml.core.errors import TextbookError, quoted
from textbook_ml.sources import registry, texts
from textbook_ml.sources.docstrings import page
from textbook_ml.sources.texts import Entry, Erratum

_NUMBERED = re.compile(rf"(?:({'|'.join(texts.TEXT_KEYS)})\s+)?(?:eq(?:uation)?\.?\s*)?\(?(\d+)\)?")


@dataclass(frozen=True, slots=True)
class Hits:
    """The result of a search: names of functions, and entries of the source texts."""

    names: tuple[str, ...]
    entries: tuple[Entry, ...]


def find(words: Sequence[str]) -> Entry | Erratum | str | Hits:
    """Return an entry, an erratum, the dotted name of a function, or the hits of a search.

    >>> find(["15"]).id, find(["(15)"]).id, find(["gwansiu", "17"]).id
    ('mitchell-15', 'mitchell-15', 'gwansiu-17')
    >>> find(["bayes_rule"])
    'textbook_ml.equations.bayes.bayes_rule'
    """
    query = " ".join(words).strip().lower()
    by_id = _by_id(query)
    if by_id is not None:
        return by_id
    numbered = _by_number(query)
    if numbered:
        return numbered[0]
    in_section = tuple(entries_of_section(query.removeprefix("section ").removeprefix("§")))
    if in_section:
        return Hits((), in_section)
    hits = search(query)
    if not hits.names and not hits.entries:
        raise TextbookError(f"nothing found for {quoted(query)}. {_suggestions(query)}")
    return hits


def entry(name: str) -> Entry:
    """Return one entry of the source texts, found as by `read`; a notebook shows its formula.

    >>> entry("15").id, entry("gwansiu 17").id, entry("bayes_rule").text
    ('mitchell-15', 'gwansiu-17', 'mitchell')
    """
    found = find([name])
    if isinstance(found, str):
        return texts.load().entries[registry.implementations()[found][0]]
    if isinstance(found, Entry):
        return found
    raise TextbookError(
        f"expected a single entry, got {quoted(name)}. Fix: use a number or an id such as "
        "mitchell-15."
    )


def numbered_alike(entry: Entry) -> list[Entry]:
    """Return the entries of the other source texts that have the same number.

    >>> [e.id for e in numbered_alike(texts.load().entries["mitchell-15"])]
    ['gwansiu-15']
    """
    return [e for e in _by_number(entry.number or "") if e.id != entry.id]


def entries_of_section(section: str) -> Iterable[Entry]:
    """Return the entries of a section of Mitchell's chapter.

    >>> [e.id for e in entries_of_section("3.2")][:2]
    ['mitchell-s3.2-motivation', 'mitchell-s3.2-mcle']
    """
    entries = texts.load().entries.values()
    return (e for e in entries if e.text == "mitchell" and e.section == section)


def search(query: str) -> Hits:
    """Return the functions and entries that contain every word of the query, best match first.

    >>> search("coupon").names
    ('textbook_ml.equations.theory.coupon_collector_mean',)
    """
    words = query.casefold().split()
    names = _ranked(_texts_of_names(), words)
    entries = _ranked(_texts_of_entries(), words)
    known = texts.load().entries
    return Hits(tuple(names), tuple(known[i] for i in entries))


def _by_id(query: str) -> Entry | Erratum | str | None:
    known = texts.load()
    things: list[Entry | Erratum] = [*known.entries.values(), *known.errata.values()]
    for thing in things:
        if query == thing.id.lower():
            return thing
    for name in registry.implementations():
        if query in (name.lower(), name.rpartition(".")[2].lower()):
            return name
    return None


def _by_number(query: str) -> list[Entry]:
    """Return the entries with a number, Mitchell's first; the query may name a source text."""
    match = _NUMBERED.fullmatch(query)
    if not match:
        return []
    text, number = match.groups()
    entries = texts.load().entries.values()
    return [e for e in entries if e.number == number and text in (None, e.text)]


def _ranked(texts: dict[str, tuple[str, str]], words: list[str]) -> list[str]:
    """Return the keys whose text contains all words; matches in the first part come first."""
    if not words:
        return []
    hits = [k for k, (first, rest) in texts.items() if all(w in first + " " + rest for w in words)]
    return sorted(hits, key=lambda k: -sum(w in texts[k][0] for w in words))


@cache
def _texts_of_names() -> dict[str, tuple[str, str]]:
    result = {}
    for name in registry.implementations():
        p = page(name)
        first = f"{p.module.rpartition('.')[2]} {p.short_name} {p.title}"
        result[name] = (first.casefold(), f"{p.short_name.replace('_', ' ')} {p.words}".casefold())
    return result


@cache
def _texts_of_entries() -> dict[str, tuple[str, str]]:
    entries = texts.load().entries.values()
    return {e.id: (e.title.casefold(), f"{e.id} {e.words}".casefold()) for e in entries}


def _suggestions(query: str) -> str:
    """Return a sentence with the most similar ids, names and words."""
    known = texts.load()
    names = [name.rpartition(".")[2] for name in registry.implementations()]
    words = {w for first, _ in _texts_of_entries().values() for w in re.findall(r"\w{4,}", first)}
    everything = [*known.entries, *(e.lower() for e in known.errata), *names, *sorted(words)]
    near = get_close_matches(query, everything, n=4, cutoff=0.5)
    return f"Did you mean {', '.join(near)}?" if near else "Run `read` to list the contents."
