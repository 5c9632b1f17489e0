"""Finding what a reader asks for."""

import pytest

from textbook_ml import registry, sources
from textbook_ml.errors import TextbookError
from textbook_ml.reading.lookup import Hits, entry, find, numbered_alike, search
from textbook_ml.sources import Entry, Erratum

ENTRIES = sources.load().entries


@pytest.mark.parametrize("entry_id", ENTRIES)
def test_every_entry_is_found_by_its_id(entry_id: str) -> None:
    """In capitals too."""
    assert find([entry_id]) is ENTRIES[entry_id]
    assert find([entry_id.upper()]) is ENTRIES[entry_id]


@pytest.mark.parametrize("number", range(1, 30))
def test_a_bare_number_is_mitchells(number: int) -> None:
    """With or without brackets; the other texts are offered beside it."""
    for query in (str(number), f"({number})", f"eq {number}", f"mitchell {number}"):
        assert find([query]) is ENTRIES[f"mitchell-{number}"]
    assert numbered_alike(ENTRIES[f"mitchell-{number}"]) == [ENTRIES[f"gwansiu-{number}"]]


def test_numbers_of_another_text() -> None:
    """Its name comes first; beyond Mitchell's last number only it is left."""
    assert find(["gwansiu", "17"]) is ENTRIES["gwansiu-17"]
    assert find(["33"]) is ENTRIES["gwansiu-33"]


@pytest.mark.parametrize("name", registry.implementations())
def test_every_function_is_found_by_its_name(name: str) -> None:
    """By the short name and by the dotted one."""
    assert find([name]) == name
    assert find([name.rpartition(".")[2]]) == name


def test_errata_sections_and_words() -> None:
    """By id, by Mitchell's sections, and by what is said."""
    erratum = find(["err-m-3billion"])
    assert isinstance(erratum, Erratum)
    section = find(["2.4"])
    assert isinstance(section, Hits)
    assert {e.section for e in section.entries} == {"2.4"}
    assert find(["§2.4"]) == section


def test_a_search_wants_every_word_and_puts_titles_first() -> None:
    """`laplace optimal` is about the optimality of Laplace smoothing."""
    hits = search("laplace smoothing")
    assert "textbook_ml.equations.smoothing.categorical_laplace" in hits.names
    assert all(isinstance(e, Entry) for e in hits.entries)
    assert ENTRIES["ng-laplace"] in hits.entries[:3]
    assert search("").names == ()


@pytest.mark.parametrize(
    ("query", "suggestion"), [("smothing", "smoothing"), ("mitchel-15", "mitchell-15")]
)
def test_unknown_words_get_the_nearest(query: str, suggestion: str) -> None:
    """The message offers what was probably meant."""
    with pytest.raises(TextbookError, match=f"did you mean .*{suggestion}"):
        find([query])


def test_nonsense_gets_the_contents() -> None:
    """When nothing is near, the way to the contents is shown."""
    with pytest.raises(TextbookError, match="try `read` for the contents"):
        find(["%%%"])


def test_a_notebook_shows_the_formula_of_an_entry() -> None:
    """By number, id, or the name of a function; what is no single entry is refused."""
    latex = ENTRIES["mitchell-15"].latex
    for name in ("15", "mitchell-15", "variance_mvue"):
        assert entry(name)._repr_latex_() == f"$${latex}$$"
    for name in ("smoothing", "ERR-M-3BILLION"):
        with pytest.raises(TextbookError, match="is no single entry"):
            entry(name)
