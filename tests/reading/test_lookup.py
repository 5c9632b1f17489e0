"""Look-up of entries by id, number, name, section and word."""

import pytest

from textbook_ml.core.errors import TextbookError
from textbook_ml.reading import links
from textbook_ml.reading.lookup import Section, entry, find, numbered_alike, search
from textbook_ml.reading.synonyms import SYNONYMS
from textbook_ml.sources import registry, texts
from textbook_ml.sources.texts import Entry, Erratum

ENTRIES = texts.load().entries


@pytest.mark.parametrize("entry_id", ENTRIES)
def test_every_entry_is_found_by_its_id(entry_id: str) -> None:
    """Upper and lower case are equivalent."""
    assert find([entry_id]) is ENTRIES[entry_id]
    assert find([entry_id.upper()]) is ENTRIES[entry_id]


@pytest.mark.parametrize("number", range(1, 30))
def test_a_bare_number_is_an_equation_of_mitchell(number: int) -> None:
    """Brackets are optional; equations of other texts with this number are also listed."""
    for query in (str(number), f"({number})", f"eq {number}", f"mitchell {number}"):
        assert find([query]) is ENTRIES[f"mitchell-{number}"]
    assert numbered_alike(ENTRIES[f"mitchell-{number}"]) == [ENTRIES[f"gwansiu-{number}"]]


def test_equations_of_other_texts_are_found_by_number() -> None:
    """The name of the text comes first, and is optional beyond Mitchell's last number."""
    assert find(["gwansiu", "17"]) is ENTRIES["gwansiu-17"]
    assert find(["33"]) is ENTRIES["gwansiu-33"]


@pytest.mark.parametrize("name", registry.implementations())
def test_every_function_is_found_by_its_name(name: str) -> None:
    """The short name and the dotted name both work; the class of a model gives the model."""
    short = name.rpartition(".")[2]
    model = links.model_of(name)
    expected = name if model is None else model
    assert find([name]) == expected
    if short.lower() not in SYNONYMS:
        assert find([short]) == expected


def test_errata_and_sections_are_found() -> None:
    """An erratum is found by its id, entries by a section of Mitchell's chapter."""
    erratum = find(["err-m-3billion"])
    assert isinstance(erratum, Erratum)
    section = find(["2.4"])
    assert isinstance(section, Section)
    assert {e.section for e in section.entries} == {"2.4"}
    assert find(["§2.4"]) == find(["section", "2.4"]) == find(["mitchell", "2.4"]) == section
    assert find(["ng", "1.2"]) != find(["gwansiu", "1.2"])


def test_a_search_requires_every_word_and_puts_titles_first() -> None:
    """A match in the title ranks above a match in the text."""
    hits = search("laplace smoothing")
    assert "textbook_ml.equations.smoothing.categorical_laplace" in hits.names
    assert all(isinstance(e, Entry) for e in hits.entries)
    assert ENTRIES["ng-laplace"] in hits.entries[:3]
    assert search("").names == ()


@pytest.mark.parametrize(
    ("query", "suggestion"), [("smothing", "smoothing"), ("mitchel-15", "mitchell-15")]
)
def test_an_unknown_word_gets_suggestions(query: str, suggestion: str) -> None:
    """The message contains similar ids and words."""
    with pytest.raises(TextbookError, match=f"Did you mean .*{suggestion}"):
        find([query])


def test_a_query_without_similar_words_mentions_the_contents() -> None:
    """If nothing is similar, the message names the command for the contents."""
    with pytest.raises(TextbookError, match="Run `read` to list the contents"):
        find(["%%%"])


def test_a_notebook_shows_the_formula_of_an_entry() -> None:
    """Number, id and function name work; several entries or an erratum are an error."""
    latex = ENTRIES["mitchell-15"].latex
    for name in ("15", "mitchell-15", "variance_mvue"):
        assert entry(name)._repr_latex_() == f"$${latex}$$"
    for name in ("smoothing", "ERR-M-3BILLION"):
        with pytest.raises(TextbookError, match=f"expected a single entry, got '{name}'"):
            entry(name)
