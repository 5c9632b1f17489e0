"""The screens of `read` fit the console and are complete."""

from collections.abc import Iterable

import pytest

from textbook_ml.core.console import WIDTH, display_width, to_ascii
from textbook_ml.reading import links, screens
from textbook_ml.reading.command import entry_data, read, read_json
from textbook_ml.reading.lookup import SearchHits
from textbook_ml.reading.opening_screen import opening
from textbook_ml.sources import registry, texts

KNOWN = texts.load()


def assert_fits(lines: Iterable[str]) -> None:
    """Check that every line fits the console and can be written in ASCII."""
    for line in lines:
        assert display_width(line) < WIDTH, line
        assert to_ascii(line).count("?") == line.count("?"), line


@pytest.mark.parametrize("entry_id", KNOWN.entries)
def test_every_entry_has_a_screen_that_fits(entry_id: str) -> None:
    """The screen shows the title, and either the code or the reason why there is none."""
    lines = list(read([entry_id], None))
    assert_fits(lines)
    text = "\n".join(lines)
    assert KNOWN.entries[entry_id].title.split()[0] in lines[0]
    account = registry.account()[entry_id]
    if account.by:
        assert "def " in text or "Run it" in text or " experiment " in text or "class " in text
        assert ">>> " in text or " experiment " in text
    else:
        assert account.status in text
    assert all(f"Erratum {e.id}" in text for e in KNOWN.errata_of(entry_id))
    for one in links.linked("derivations", entry_id):
        assert f"derive {one.name}" in text


@pytest.mark.parametrize("name", registry.implementations())
def test_every_function_has_a_screen_that_fits(name: str) -> None:
    """The screen lists every source text that has the formula."""
    lines = list(read([name], None))
    assert_fits(lines)
    assert all(i in "\n".join(lines) for i in registry.implementations()[name])


@pytest.mark.parametrize("erratum_id", KNOWN.errata)
def test_every_erratum_has_a_screen_that_fits(erratum_id: str) -> None:
    """The screen shows the kind, the parts with their titles, and numbers with inputs."""
    lines = list(read([erratum_id], None))
    assert_fits(lines)
    text = "\n".join(lines)
    erratum = KNOWN.errata[erratum_id]
    assert lines[0] == f"{erratum_id}: {erratum.kind.name}"
    assert all(f"  {title}: " in text for title in erratum.parts)
    assert ("why it cannot be right" in text) == (erratum.kind.name == "wrong")
    assert ("Numerical check" in text) == ("  given\n" in text) == (erratum_id in registry.checks())


def test_the_list_of_errata_counts_the_kinds() -> None:
    """Each kind is explained, and the counts add up to the number of errata."""
    counts = screens.count_kinds()
    assert sum(counts.values()) == len(KNOWN.errata)
    text = "\n".join(read(["errata"], None))
    assert all(f"{n} {kind.name}" in text and kind.meaning in text for kind, n in counts.items())
    assert "isprint" not in text


@pytest.mark.parametrize("words", [[], ["errata"], ["2.4"], ["smoothing"], ["the"]])
def test_lists_fit_the_console(words: list[str]) -> None:
    """The contents, errata, sections and search hits fit."""
    assert_fits(read(words, None))


@pytest.mark.parametrize("text", texts.TEXT_KEYS)
def test_entries_of_a_text_are_listed_in_its_order(text: str) -> None:
    """The list contains all entries of the source text."""
    lines = list(read([], text))
    assert_fits(lines)
    ids = [e.id for e in KNOWN.entries.values() if e.text == text]
    listed = [word for line in lines for word in line.split() if word in KNOWN.entries]
    assert listed == ids


def test_the_screen_of_equation_15_has_all_parts() -> None:
    """The parts are formula, code, example, other source text, erratum and other (15)s."""
    text = "\n".join(read(["15"], None))
    for part in (
        "Mitchell (15)",
        "σ̂² = Σ (x − μ̂)² / (N − 1)",
        "return squares_about(xs, mu) / (size(xs) - 1)",
        "Fraction(7, 3)",
        "GwanSiu §1.2 (17), gwansiu-17",
        "Erratum ERR-DEGENERATE",
        "Also numbered (15): gwansiu-15",
    ):
        assert part in text


def test_the_opening_screen_fits_80_columns_and_24_lines() -> None:
    """The screen has contents, the worked example and commands to try."""
    lines = list(opening("python3 -m textbook_ml"))
    assert_fits(lines)
    assert len(lines) <= 24
    text = "\n".join(lines)
    assert "486/611 = 0.795" in text
    assert "python3 -m textbook_ml read 15" in text


def test_json_accounts_for_every_entry() -> None:
    """Each entry has an object with its status and either its functions or a reason."""
    table = read_json([], None)
    assert [row["id"] for row in table] == list(KNOWN.entries)
    for row in table:
        assert row["status"] in ("implemented", "planned", "excused")
        assert bool(row["by"]) == (row["status"] == "implemented")
        assert bool(row["reason"]) == (row["status"] != "implemented")


def test_json_of_each_kind_of_query_has_its_content() -> None:
    """The queries are an entry, an erratum, a function, a search and a source text."""
    assert read_json(["15"], None) == entry_data(KNOWN.entries["mitchell-15"])
    assert read_json(["ERR-M-3BILLION"], None)["proved"] is True
    assert read_json(["bayes_rule"], None)["entries"][0]["id"] == "mitchell-s1-bayes"
    assert len(read_json(["errata"], None)) == 93
    assert read_json(["ERR-N-BINS"], None)["kind"] == "ambiguous"
    assert len(read_json([], "xing")) == 53
    assert all("id" in row for row in read_json(["laplace"], None))


def test_values_are_shown_as_a_person_would_write_them() -> None:
    """Lists and tables have no Python brackets; True and False are yes and no."""
    assert screens.value_in_words({"a": [1, 2.5]}) == "a: 1, 2.5"
    assert screens.value_in_words(False) == "no"


def test_the_heading_of_a_search_uses_singular_and_plural() -> None:
    """One hit is "1 function", not "1 functions"."""
    found = SearchHits(names=("variance_mvue",), entries=())
    assert next(screens.hits_screen("99", found)) == "99: 1 function, 0 entries"
