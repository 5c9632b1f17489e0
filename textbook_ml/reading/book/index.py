"""The first page and the index."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from textbook_ml.equations import CHAPTER
from textbook_ml.plots.svg import Markup, element, words
from textbook_ml.reading.book import anchors
from textbook_ml.reading.book.markup import link, prose, together, verbatim
from textbook_ml.reading.book.page import Leaf
from textbook_ml.reading.opening_screen import tennis
from textbook_ml.reading.screens import place
from textbook_ml.sources import registry, texts
from textbook_ml.sources.docstrings import module_summary, page
from textbook_ml.study.exercises._exercise import exercises
from textbook_ml.study.experiments._experiment import experiments

TITLE = "Generative and discriminative classifiers"


def front(others: Sequence[Leaf]) -> Leaf:
    """Return the first page."""
    return Leaf("index", TITLE, "contents", lambda: front_page(others))


def front_page(others: Sequence[Leaf]) -> Markup:
    """Return the content of the first page: introduction, contents and a worked example."""
    known = texts.load()
    lead = (
        "One chapter of machine learning: Bayes’ rule, naive Bayes, discriminant analysis, "
        "logistic and softmax regression. Every equation is a function that you can run. You see "
        "its formula, its code, a worked example, the same equation in five source texts, and "
        "known errors in the texts."
    )
    question = "Example: play tennis on a sunny, cool, humid, windy day? (14 past days)"
    worked = element("pre", verbatim("\n".join(map(str, tennis()))), class_="plain")
    return together(
        [
            element("p", words(lead), class_="lead"),
            element("h2", words("The chapter")),
            element("ol", *map(_chapter_line, CHAPTER), class_="contents"),
            element("h2", words("More")),
            element("ul", *_beside(others), class_="contents"),
            element("h2", words(question)),
            worked,
            element("h2", words("The five source texts")),
            element("ul", *(
                element("li", link(t.name, f"{t.key}.html"), prose(f": {t.title}; {t.edition}"))
                for t in known.texts.values()
            )),
        ]
    )  # fmt: skip


def _chapter_line(line: tuple[str, str, str]) -> Markup:
    module, where, what = line
    title = link(f"{module.replace('_', ' ').capitalize()}: {what}", f"{module}.html")
    summary = module_summary(f"textbook_ml.equations.{module}")
    number = element("span", words(where), class_="number")
    return element("li", title, number, element("p", prose(summary)))


def _beside(others: Sequence[Leaf]) -> Iterator[Markup]:
    chapter = {name for name, *_ in CHAPTER} | set(texts.TEXT_KEYS)
    for leaf in others:
        if leaf.name not in chapter:
            yield element("li", link(leaf.title, leaf.file), element("p", words(leaf.where)))


def index() -> Leaf:
    """Return the index page."""
    return Leaf("search", "Index", "everything in the book, with a search", index_page)


def index_page() -> Markup:
    """Return an index of everything in the book; the search hides items that do not match."""
    lead = "Everything in the book, sorted by title. Type in the search field to filter the list."
    return together(
        [
            element("p", words(lead), class_="lead"),
            element("p", Markup(""), id="found", role="status", tabindex="-1"),
            element("ul", *_items(), id="everything", class_="index"),
        ]
    )


def _items() -> Iterator[Markup]:
    known = texts.load()
    algorithms = chain.from_iterable(anchors.whole_algorithms().values())
    lines = [
        *(_of_function(name) for name in dict.fromkeys([*registry.implementations(), *algorithms])),
        *(
            (e.title, anchors.of_entry(e.id), _cited(e.number, place(e)), e.words)
            for e in known.entries.values()
        ),
        *((e.where, anchors.of_erratum(e.id), e.id, e.kind.name) for e in known.errata.values()),
        *((x.title, f"exercises.html#{n}", n, "exercise") for n, x in exercises().items()),
        *((x.claim, f"experiments.html#{n}", n, "experiment") for n, x in experiments().items()),
    ]
    for title, target, where, more in sorted(lines, key=lambda line: line[0].casefold()):
        small = element("small", words(where))
        rare = _rare(more, f"{title} {where}")
        also = {"data_words": rare} if rare else {}
        yield element("li", link(title, target), small, **also)


def _rare(more: str, present: str) -> str:
    """Return additional search words, without duplicates and without the words in `present`.

    >>> _rare("Posterior over classes: a posterior is over 1", "classes")
    'posterior'
    """
    words = re.findall(r"\w{6,}", more.casefold())
    return " ".join(w for w in dict.fromkeys(words) if w not in present.casefold())


def _of_function(name: str) -> tuple[str, str, str, str]:
    p = page(name)
    return p.short_name, anchors.of_function(name), p.title, p.words


def _cited(number: str | None, where: str) -> str:
    return f"{where} ({number})" if number else where
