"""The `read` command: look up a query, and return lines of text or plain data."""

from collections.abc import Iterator, Sequence
from typing import Any

from textbook_ml.core.errors import did_you_mean, quoted, require
from textbook_ml.reading import links, screens
from textbook_ml.reading.algorithms import (
    algorithm_data,
    algorithm_screen,
    algorithms_data,
    algorithms_screen,
    find_algorithm,
)
from textbook_ml.reading.links import ModelLink
from textbook_ml.reading.lookup import SearchHits, Section, find, model_called, without_accents
from textbook_ml.reading.model_screen import model_data, model_screen
from textbook_ml.reading.plain_text import as_plain_text
from textbook_ml.sources import registry, texts
from textbook_ml.sources.texts import TEXT_KEYS, Entry, Erratum, Text


def read(words: Sequence[str], text: str | None) -> Iterator[str]:
    """Yield the lines of the screen for a query, or for a whole source text."""
    if text is not None:
        yield from screens.text_screen(text_called(text))
    elif not words:
        yield from screens.contents()
    elif len(words) == 1 and words[0].lower() in TEXT_KEYS:
        yield from screens.text_screen(text_called(words[0]))
    elif words == ["errata"]:
        yield from screens.errata_screen()
    elif words == ["algorithms"]:
        yield from algorithms_screen()
    elif module := _algorithm_called(words):
        yield from algorithm_screen(module)
    else:
        found = find(words)
        if isinstance(found, Entry):
            yield from screens.entry_screen(found)
        elif isinstance(found, Erratum):
            yield from screens.erratum_screen(found)
        elif isinstance(found, Section):
            yield from screens.section_screen(found)
        elif isinstance(found, ModelLink):
            yield from model_screen(found)
        elif isinstance(found, SearchHits):
            yield from screens.hits_screen(" ".join(words), found)
        else:
            yield from screens.function_screen(found)


def _algorithm_called(words: Sequence[str]) -> str | None:
    """Return the module of a whole algorithm; words with spaces or hyphens may name a model."""
    query = without_accents(" ".join(words))
    module = find_algorithm(query)
    named = "_" in query or (model_called(query) is None and query.lower() != "naive bayes")
    return module if named else None


def read_json(words: Sequence[str], text: str | None) -> Any:
    """Return the result of `read` as plain data; without a query, all entries."""
    entries = texts.load().entries.values()
    if text is not None:
        return [entry_data(e) for e in entries if e.text == text_called(text).key]
    if not words:
        return [entry_data(e) for e in entries]
    if len(words) == 1 and words[0].lower() in TEXT_KEYS:
        return read_json([], words[0])
    if words == ["errata"]:
        return [erratum_data(e) for e in texts.load().errata.values()]
    if words == ["algorithms"]:
        return algorithms_data()
    if module := _algorithm_called(words):
        return algorithm_data(module)
    found = find(words)
    if isinstance(found, Entry):
        return entry_data(found)
    if isinstance(found, Erratum):
        return erratum_data(found)
    if isinstance(found, ModelLink):
        return model_data(found)
    if isinstance(found, SearchHits) and found.commands:
        return [{"command": name} for name in found.commands]
    if isinstance(found, (SearchHits, Section)):
        return [entry_data(e) for e in found.entries]
    ids = links.functions().get(found, [])
    return {"name": found, "entries": [entry_data(texts.load().entries[i]) for i in ids]}


def entry_data(entry: Entry) -> dict[str, Any]:
    """Return an entry with its implementation status as a dictionary."""
    account, known = links.account(entry), texts.load()
    return {
        "id": entry.id,
        "status": account.status,
        "by": list(account.by),
        "reason": account.reason,
        "text": entry.text,
        "section": entry.section,
        "number": entry.number,
        "kind": entry.kind,
        "title": entry.title,
        "words": entry.words,
        "latex": entry.latex,
        "plain": as_plain_text(entry.latex),
        "equivalence_classes": [c.id for c in known.classes_of(entry.id)],
        "errata": [e.id for e in known.errata_of(entry.id)],
        "derivations": [one.name for one in links.linked("derivations", entry.id)],
    }


def erratum_data(erratum: Erratum) -> dict[str, Any]:
    """Return an erratum as a dictionary; `proved` states whether it has a numerical check."""
    return {
        "id": erratum.id,
        "where": erratum.where,
        "kind": erratum.kind.name,
        "printed": erratum.printed,
        "why": erratum.why,
        "right": erratum.right,
        "entries": list(erratum.entries),
        "proved": erratum.id in registry.checks(),
    }


def text_called(name: str) -> Text:
    """Return the source text with this name; raise TextbookError if there is none."""
    known = ", ".join(TEXT_KEYS)
    require(
        name.lower() in TEXT_KEYS,
        f"--text must be one of {known}, got {quoted(name)}. "
        f"{did_you_mean(name, TEXT_KEYS)}".rstrip(". "),
    )
    return texts.load().texts[name.lower()]
