"""The pages of the book: complete, linked, escaped, and small."""

import re
from collections import Counter
from functools import cache
from html.parser import HTMLParser

import pytest

from textbook_ml import registry, sources
from textbook_ml.algorithms import CHAPTER
from textbook_ml.docstrings import code_alone, page
from textbook_ml.experiments._experiment import Result, experiments
from textbook_ml.experiments.figures import FIGURES
from textbook_ml.questions import questions
from textbook_ml.reading.algorithms import printed_table
from textbook_ml.reading.book.chapter import ILLUSTRATED
from textbook_ml.reading.book.places import of_entry, of_function, page_of
from textbook_ml.reading.book.site import folder, leaves

QUICK = ("parameter-count", "weather", "map-bayes")


class Reader(HTMLParser):
    """What a page holds: its anchors, its links, and whatever is fetched."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: list[str] = []
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            assert not name.startswith("on"), f"{tag} has {name}"
            if name == "id":
                self.anchors.append(value or "")
            elif name == "href" and tag == "a":
                self.links.append(value or "")
            elif name in ("href", "src", "action"):
                self.fetched.append(value or "")

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@cache
def files() -> dict[str, str]:
    results = [experiments()[name].result() for name in QUICK]
    return {
        name: content.decode()
        for name, content in folder(leaves(results))
        if not name.endswith(".woff2")
    }


@cache
def pages() -> dict[str, Reader]:
    return {name: Reader(text) for name, text in files().items() if name.endswith(".html")}


def test_every_entry_has_its_deep_link() -> None:
    """`#mitchell-15` is on the page that the book says, once."""
    for entry_id in sources.load().entries:
        file, _, anchor = of_entry(entry_id).partition("#")
        assert pages()[file].anchors.count(anchor) == 1, entry_id


def test_every_function_is_shown_with_its_code() -> None:
    """No registered function is left out, and what is shown is its own source."""
    for name in registry.implementations():
        file, _, anchor = of_function(name).partition("#")
        if page_of(name) != "experiments":
            assert anchor in pages()[file].anchors, name
            first = page(name).signature_and_body.splitlines()[0]
            assert first in "".join(pages()[file].words), name


def test_whatever_is_asked_has_a_card_to_be_written_in() -> None:
    """Of all questions, so that all can be written and be counted."""
    cards = "".join(files().values())
    missing = [name for name in questions() if f"<article id={name} class=card>" not in cards]
    assert missing == []


def test_no_two_things_share_an_anchor() -> None:
    """So that the book can also be one page."""
    shared = {"main"}
    anchors = Counter(a for reader in pages().values() for a in reader.anchors)
    assert {a for a, n in anchors.items() if n > 1} == shared


def test_every_link_leads_somewhere() -> None:
    """To a page of the book, and to an anchor that is there."""
    left_out = {f"experiments.html#{name}" for name in experiments() if name not in QUICK}
    for name, reader in pages().items():
        for link in set(reader.links) - left_out:
            file, _, anchor = link.partition("#")
            target = file or name
            assert target in files(), f"{name} links to {link}"
            assert not anchor or anchor in pages()[target].anchors, f"{name} links to {link}"


def test_nothing_is_fetched_from_elsewhere() -> None:
    """Not a script, not a style, not a font: the book is complete in its folder."""
    for name, reader in pages().items():
        assert set(reader.fetched) <= {"data:,", "book.css", "book.js", "search.html"}, name
    assert re.findall(r"url\(([^)]*)\)", files()["book.css"]) == ['"maths.woff2"']
    assert not re.search(r"https?:", files()["book.js"] + files()["book.css"])


def test_every_erratum_is_told_with_its_numbers() -> None:
    """ERR-M-3BILLION on its own page, and where it belongs."""
    errata = files()["errata.html"]
    for e in sources.load().errata.values():
        assert f"id={e.id.lower()}" in errata
    assert "2147483646" in errata
    assert "Given " in errata


def test_an_erratum_is_headed_by_its_kind() -> None:
    """Badges on the page of errata; on other pages no passage is called a misprint."""
    pages = files()
    kinds = [e.kind for e in sources.load().errata.values()]
    badges = re.findall(r"<span class=kind>(\w+)</span><code>ERR-", pages["errata.html"])
    assert badges == [kind.name for kind in kinds]
    wrong = [kind for kind in kinds if kind.name == "wrong"]
    assert pages["errata.html"].count("why it cannot be right") == len(wrong)
    for name, text in pages.items():
        assert name == "book.js" or "Misprint" not in text, name
    assert "2147483646" in files()["parameters.html"]


def test_words_are_parted_from_the_links_beside_them() -> None:
    """On the first page and at the foot of every page."""
    first = "".join(pages()["index.html"].words)
    assert "Mitchell: Generative and" in first
    assert "Latin Modern Math (GUST font licence). This copy is to read" in first


def test_formulas_in_sentences_are_set_as_such() -> None:
    """No sigma^2 and no theta_ijk where a reader expects σ² and θ with its indices."""
    typed = re.compile(r"\b(?:sigma|theta|mu|lambda|alpha)(?:_|\^|\b)|\w\^|<=|\+-")
    for name, part in (("errata.html", "dl"), ("notation.html", "table")):
        shown = "".join(re.findall(rf"<{part}>.*?</{part}>", files()[name]))
        words = "".join(Reader(re.sub("<code>.*?</code>", "", shown)).words)
        assert "σ" in words and typed.findall(words) == [], name


def test_letters_of_a_section_are_a_table() -> None:
    """Which a phone can fold, and no columns of spaces."""
    page = files()["gaussian.html"]
    assert "<tr><th scope=row>μ<td><code>mu</code><td>mean of one feature" in page
    assert "<th scope=row>lam<td>λ, the" in files()["ascent.html"]


def test_an_experiment_is_headed_by_its_claim_and_leads_to_the_texts() -> None:
    """A reader looks for what is claimed, not for what we call it."""
    page = files()["experiments.html"]
    one = experiments()["map-bayes"]
    assert f"<a href=#map-bayes>{one.claim}</a>" in page
    assert set(map(of_entry, one.entries)) <= set(pages()["experiments.html"].links)


def test_the_book_is_small() -> None:
    """Without its experiments; with all of them it is some 200 kB larger."""
    assert sum(len(text.encode()) for text in files().values()) < 1_400_000


def test_whole_algorithms_are_shown_with_their_output() -> None:
    """Every file, without its docstrings, and the table that it prints."""
    text = "".join(pages()["algorithms.html"].words)
    for name, *_ in CHAPTER:
        module = f"textbook_ml.algorithms.{name}"
        assert f"algorithm-{name}" in pages()["algorithms.html"].anchors
        assert code_alone(module) in text
        assert "\n".join(printed_table(module)) in text


def test_every_figure_has_a_page() -> None:
    """All but the one that an experiment draws."""
    placed = [name for names in ILLUSTRATED.values() for name in names]
    assert sorted([*placed, "learning-curves"]) == sorted(FIGURES)


@pytest.mark.parametrize("entry_id", ["mitchell-15", "gwansiu-17"])
def test_a_formula_in_two_notations_stands_side_by_side(entry_id: str) -> None:
    """Mitchell's (15) and GwanSiu's (17) are on one page."""
    assert entry_id in pages()["gaussian.html"].anchors


def test_the_index_lists_everything_without_a_script() -> None:
    """Entries, functions, errata, exercises and experiments."""
    links = set(pages()["search.html"].links)
    assert {of_entry(i) for i in sources.load().entries} <= links
    assert {f"experiments.html#{name}" for name in experiments()} <= links
    assert "exercises.html#ex1" in links


def test_a_result_of_another_claim_is_not_told() -> None:
    """The page of experiments holds what was run, and nothing else."""
    one = experiments()["weather"]
    told = leaves([Result(one, 0, one.result().finding)])
    experiments_leaf = next(leaf for leaf in told if leaf.name == "experiments")
    anchors = Reader(experiments_leaf.write()).anchors
    assert [a for a in anchors if not a.startswith("plot-")] == ["weather"]
