"""The first page and the index."""

import gzip
import json
import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from itertools import chain

from textbook_ml.plots.svg import Markup, element, words
from textbook_ml.reading.book import anchors
from textbook_ml.reading.book.chapter_map import chapter_map
from textbook_ml.reading.book.markup import joined_markup, link, prose, verbatim
from textbook_ml.reading.book.maths import display
from textbook_ml.reading.book.page import Leaf
from textbook_ml.reading.book.stories import STORIES
from textbook_ml.reading.opening_screen import worked_example
from textbook_ml.reading.screens import place
from textbook_ml.reading.synonyms import SYNONYMS
from textbook_ml.sources import registry, texts
from textbook_ml.sources.docstrings import page
from textbook_ml.study.exercises._exercise import exercises
from textbook_ml.study.experiments._experiment import experiments

TITLE = "Generative and discriminative classifiers"


def front(others: Sequence[Leaf]) -> Leaf:
    """Return the first page."""
    return Leaf("index", TITLE, "contents", lambda: front_page(others))


def front_page(others: Sequence[Leaf]) -> Markup:
    """Return the content of the first page: a worked example, the map and the contents."""
    known = texts.load()
    lead = (
        "One chapter of machine learning: Bayes’ rule, naive Bayes, discriminant analysis, "
        "logistic and softmax regression. Every equation is a function that you can run."
    )
    question = "Should we play tennis on a sunny, cool, humid, windy day?"
    about = (
        "Fourteen earlier days are on record. Equation (8) gives the priors, (6) the "
        "probability of each observation in each class, (2) their combination by Bayes’ rule, "
        "and (3) the decision. The first page explains every number."
    )
    worked = element("pre", verbatim("\n".join(map(str, worked_example()))), class_="plain")
    return joined_markup(
        [
            element("p", words(lead), class_="lead"),
            element("h2", words(question)),
            element("p", prose(f"{about} "), link("Start reading →", "bayes.html")),
            worked,
            element("h2", words("The chapter")),
            element("p", words("Arrows show which page leads to which."), id="map", class_="by"),
            chapter_map({leaf.name: leaf.short for leaf in others}),
            element("h2", words("More")),
            element("ul", *_links_to_other_pages(others), class_="contents"),
            element("h2", words("The five source texts")),
            element("ul", *(
                element("li", link(t.name, f"{t.key}.html"), prose(f": {t.title}; {t.edition}"))
                for t in known.texts.values()
            )),
        ]
    )  # fmt: skip


def _links_to_other_pages(others: Sequence[Leaf]) -> Iterator[Markup]:
    chapter = STORIES.keys() | set(texts.TEXT_KEYS)
    for leaf in others:
        if leaf.name not in chapter:
            yield element("li", link(leaf.title, leaf.file), element("p", words(leaf.where)))


def index() -> Leaf:
    """Return the index page."""
    return Leaf("search", "Index", "everything in the book, with a search", index_page)


def index_page() -> Markup:
    """Return an index of everything in the book; the search hides items that do not match."""
    lead = "Everything in the book, sorted by title. Type in the search field to filter the list."
    formulas = list(dict.fromkeys(latex for *_, latex in _rows_of_index() if latex))
    return joined_markup(
        [
            element("p", words(lead), class_="lead"),
            element("p", Markup(""), id="found", role="status", tabindex="-1"),
            element("ul", *_index_items(formulas), id="everything", class_="index"),
            element("script", packed_formulas(formulas), id="formulas", type="text/plain"),
        ]
    )


def packed_formulas(formulas: Sequence[str]) -> Markup:
    """Return the formulas of the results of a search, compressed; the script unpacks them."""
    drawings = json.dumps([display(latex) for latex in formulas], ensure_ascii=False)
    return Markup(b64encode(gzip.compress(drawings.encode(), 9, mtime=0)).decode())


Item = tuple[str, str, str, str, str]  # title, target, place, more words, LaTeX


def _index_items(formulas: Sequence[str]) -> Iterator[Markup]:
    number_of = {latex: number for number, latex in enumerate(formulas)}
    also = synonyms()
    for title, target, where, more, latex in sorted(
        _rows_of_index(), key=lambda one: one[0].casefold()
    ):
        small = element("small", words(where))
        rare = _additional_words(more, f"{title} {where}")
        data = {"data_words": rare} if rare else {}
        if target in also:
            data["data_also"] = "; ".join(also[target])
        if latex:
            data["data_formula"] = str(number_of[latex])
        yield element("li", link(title, target), small, **data)


def _rows_of_index() -> Iterator[Item]:
    known = texts.load()
    algorithms = chain.from_iterable(anchors.whole_algorithms().values())
    for page_name, story in STORIES.items():
        yield story.title, f"{page_name}.html", "page of the chapter", story.question, ""
    implemented = registry.implementations()
    for name in dict.fromkeys([*implemented, *algorithms]):
        p = page(name)
        first = next((known.entries[i].latex for i in implemented.get(name, ())), "")
        yield p.short_name, anchors.of_function(name), p.title, p.words, first
    for e in known.entries.values():
        yield e.title, anchors.of_entry(e.id), _cited_number(e.number, place(e)), e.words, e.latex
    for bad in known.errata.values():
        yield bad.where, anchors.of_erratum(bad.id), bad.id, bad.kind.name, ""
    for n, x in exercises().items():
        yield x.title, f"exercises.html#{n}", n, "exercise", ""
    for n, run in experiments().items():
        yield run.claim, f"experiments.html#{n}", n, "experiment", ""


def synonyms() -> dict[str, list[str]]:
    """Return for each link target the words under which readers may look for it.

    >>> "cross entropy" in synonyms()["losses.html#log_loss"]
    True
    """
    functions = {name.rpartition(".")[2]: name for name in registry.implementations()}
    found: dict[str, list[str]] = {}
    for word, targets in SYNONYMS.items():
        for one in targets:
            if one in texts.load().entries:
                found.setdefault(anchors.of_entry(one), []).append(word)
            elif one in functions:
                found.setdefault(anchors.of_function(functions[one]), []).append(word)
    return found


def _additional_words(more: str, present: str) -> str:
    """Return additional search words, without duplicates and without the words in `present`.

    >>> _additional_words("Posterior over classes: a posterior is over 1", "classes")
    'posterior'
    """
    words = re.findall(r"\w{6,}", more.casefold())
    return " ".join(w for w in dict.fromkeys(words) if w not in present.casefold())


def _cited_number(number: str | None, where: str) -> str:
    return f"{where} ({number})" if number else where
