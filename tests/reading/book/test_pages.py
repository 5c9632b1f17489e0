"""The pages of the book are complete, linked, escaped, and small."""

import re
from collections import Counter
from functools import cache
from html.parser import HTMLParser

import pytest

from textbook_ml.algorithms import CHAPTER
from textbook_ml.questions import questions
from textbook_ml.reading.algorithms import printed_table
from textbook_ml.reading.book.anchors import of_entry, of_function, page_of
from textbook_ml.reading.book.chapter_pages import ILLUSTRATED
from textbook_ml.reading.book.site import all_pages, folder_files
from textbook_ml.sources import registry, texts
from textbook_ml.sources.docstrings import code_alone, page
from textbook_ml.study.experiments._experiment import experiments
from textbook_ml.study.figures import FIGURES


class Reader(HTMLParser):
    """A parser that collects the anchors, links, loaded files and words of a page."""

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
    return {
        name: content.decode()
        for name, content in folder_files(all_pages())
        if not name.endswith(".woff2")
    }


@cache
def pages() -> dict[str, Reader]:
    return {name: Reader(text) for name, text in files().items() if name.endswith(".html")}


def test_every_entry_has_its_deep_link() -> None:
    """The anchor of each entry is on the expected page, once."""
    for entry_id in texts.load().entries:
        file, _, anchor = of_entry(entry_id).partition("#")
        assert pages()[file].anchors.count(anchor) == 1, entry_id


def test_every_function_is_shown_with_its_code() -> None:
    """No registered function is missing, and its code is the source."""
    for name in registry.implementations():
        file, _, anchor = of_function(name).partition("#")
        if page_of(name) != "experiments":
            assert anchor in pages()[file].anchors, name
            first = page(name).signature_and_body.splitlines()[0]
            assert first in "".join(pages()[file].words), name


def test_every_question_has_a_card() -> None:
    """Readers can write every exercise function in the book."""
    cards = "".join(files().values())
    missing = [name for name in questions() if f"<article id={name} class=card>" not in cards]
    assert missing == []


def test_no_two_items_share_an_anchor() -> None:
    """Unique anchors are necessary for the book as a single page."""
    shared = {"main"}
    anchors = Counter(a for reader in pages().values() for a in reader.anchors)
    assert {a for a, n in anchors.items() if n > 1} == shared


def test_every_link_has_a_target() -> None:
    """Each link leads to a page and an anchor that exist."""
    for name, reader in pages().items():
        for link in set(reader.links):
            file, _, anchor = link.partition("#")
            target = file or name
            assert target in files(), f"{name} links to {link}"
            assert not anchor or anchor in pages()[target].anchors, f"{name} links to {link}"


def test_no_file_is_loaded_from_outside_the_folder() -> None:
    """Scripts, style sheets and fonts are all in the folder of the book."""
    for name, reader in pages().items():
        assert set(reader.fetched) <= {"data:,", "book.css", "book.js", "search.html"}, name
    assert re.findall(r"url\(([^)]*)\)", files()["book.css"]) == ['"maths.woff2"']
    assert not re.search(r"https?:", files()["book.js"] + files()["book.css"])


def test_every_erratum_is_on_the_page_of_errata_with_its_numbers() -> None:
    """The numbers of ERR-M-3BILLION are checked as an example."""
    errata = files()["errata.html"]
    for e in texts.load().errata.values():
        assert f"id={e.id.lower()}" in errata
    assert "2147483646" in errata
    assert "Example with " in errata


def test_an_erratum_is_headed_by_its_kind() -> None:
    """The page of errata shows the kind as a badge; no page calls a passage a misprint."""
    pages = files()
    kinds = [e.kind for e in texts.load().errata.values()]
    badges = re.findall(r"<span class=kind>(\w+)</span><code>ERR-", pages["errata.html"])
    assert badges == [kind.name for kind in kinds]
    wrong = [kind for kind in kinds if kind.name == "wrong"]
    assert pages["errata.html"].count("why it cannot be right") == len(wrong)
    for name, text in pages.items():
        assert name == "book.js" or "Misprint" not in text, name
    assert "2147483646" in files()["parameters.html"]


def test_links_are_separated_from_the_text_by_spaces() -> None:
    """The test covers the first page and the footer."""
    first = "".join(pages()["index.html"].words)
    assert "Mitchell: Generative and" in first
    assert "Latin Modern Math (GUST font licence). This book cannot run code" in first


def test_formulas_in_sentences_are_typeset() -> None:
    """A reader sees σ² and θ with indices, not sigma^2 and theta_ijk."""
    typed = re.compile(r"\b(?:sigma|theta|mu|lambda|alpha)(?:_|\^|\b)|\w\^|<=|\+-")
    for name, part in (("errata.html", "dl"), ("notation.html", "table")):
        shown = "".join(re.findall(rf"<{part}>.*?</{part}>", files()[name]))
        words = "".join(Reader(re.sub("<code>.*?</code>", "", shown)).words)
        assert "σ" in words and typed.findall(words) == [], name


def test_the_symbols_of_a_section_are_a_table() -> None:
    """Symbols are not aligned with spaces, so that they fit a phone."""
    page = files()["gaussian.html"]
    assert (
        "<tr><th scope=row><math><mi>μ</mi></math><td><code>mu</code><td>mean of one feature"
        in page
    )
    assert "<th scope=row>lam<td><math><mi>λ</mi></math>, the" in files()["ascent.html"]


def test_an_experiment_is_headed_by_its_claim_and_links_to_entries() -> None:
    """Each experiment links to the entries of the source texts."""
    page = files()["experiments.html"]
    one = experiments()["map-bayes"]
    assert f"<a href=#map-bayes>{one.claim}</a>" in page
    assert set(map(of_entry, one.entries)) <= set(pages()["experiments.html"].links)


def test_the_book_is_small() -> None:
    """All pages, the style sheet and the scripts have less than 2.5 MB."""
    assert sum(len(text.encode()) for text in files().values()) < 2_500_000


def test_whole_algorithms_are_shown_with_their_output() -> None:
    """Each file is shown without its docstrings, with the table that it prints."""
    text = "".join(pages()["algorithms.html"].words)
    for name, *_ in CHAPTER:
        module = f"textbook_ml.algorithms.{name}"
        assert f"algorithm-{name}" in pages()["algorithms.html"].anchors
        assert code_alone(module) in text
        assert "\n".join(printed_table(module)) in text


def test_every_figure_has_a_page() -> None:
    """A figure without a page is drawn by an experiment, or by an interactive picture."""
    placed = [name for names in ILLUSTRATED.values() for name in names]
    drawn = {
        "learning-curves", "parameters", "gaussians", "logistic", "losses",
        "covariance-scale", "covariance-correlation", "covariance-negative",
    }  # fmt: skip
    assert sorted([*placed, *drawn]) == sorted(FIGURES)


@pytest.mark.parametrize("entry_id", ["mitchell-15", "gwansiu-17"])
def test_equivalent_formulas_are_on_the_same_page(entry_id: str) -> None:
    """Mitchell's (15) and GwanSiu's (17) are on one page."""
    assert entry_id in pages()["gaussian.html"].anchors


def test_the_index_lists_everything_without_a_script() -> None:
    """The index contains entries, experiments and exercises."""
    links = set(pages()["search.html"].links)
    assert {of_entry(i) for i in texts.load().entries} <= links
    assert {f"experiments.html#{name}" for name in experiments()} <= links
    assert "exercises.html#ex1" in links


def test_the_page_of_experiments_contains_every_experiment() -> None:
    """Each has one section, in the order of `experiments`."""
    anchors = pages()["experiments.html"].anchors
    assert [a for a in anchors if a in experiments()] == list(experiments())


class FormulaReader(HTMLParser):
    """A parser that lists the elements of formulas with a wrong number of children."""

    N_CHILDREN = {
        "msub": 2, "msup": 2, "msubsup": 3, "munder": 2, "mover": 2, "munderover": 3, "mfrac": 2,
    }  # fmt: skip

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[tuple[str, list[str]]] = []  # each open element, and its children
        self.n_formulas = 0
        self.wrong: list[tuple[str, list[str]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.open:
            self.open[-1][1].append(tag)
        if self.open or tag == "math":
            self.open.append((tag, []))

    def handle_endtag(self, tag: str) -> None:
        if not self.open:
            return
        name, children = self.open.pop()
        assert name == tag, f"</{tag}> ends <{name}>"
        if len(children) != self.N_CHILDREN.get(tag, len(children)):
            self.wrong.append((tag, children))
        self.n_formulas += tag == "math"


def test_elements_of_formulas_have_the_required_number_of_children() -> None:
    """A subscript has a base and an index, for example; Firefox shows others as errors."""
    found = {n: FormulaReader(text) for n, text in files().items() if n.endswith(".html")}
    assert sum(one.n_formulas for one in found.values()) > 1000
    assert {name: one.wrong for name, one in found.items() if one.wrong} == {}
