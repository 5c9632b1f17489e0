"""One function of the chapter as a card: formula, text, code, example, equivalent entries."""

import re
from collections.abc import Iterable, Iterator, Mapping

from textbook_ml.plots.svg import Markup, element, words
from textbook_ml.reading.book import anchors
from textbook_ml.reading.book.highlight import highlighted, transcript
from textbook_ml.reading.book.markup import folded, joined_markup, link, paragraphs, prose
from textbook_ml.reading.book.maths import display, formula_width, with_formulas
from textbook_ml.reading.book.typography import typeset
from textbook_ml.reading.exercise_command import about
from textbook_ml.reading.screens import column_titles, inputs_of, place, value_in_words
from textbook_ml.sources import registry, texts
from textbook_ml.sources.docstrings import Page, page
from textbook_ml.sources.texts import Entry, Equivalence, Erratum
from textbook_ml.study.experiments._experiment import experiments

_NUMBERED = re.compile(r", (?:equation )?\(\d+\)(?=[:;]|$)")  # the heading already has the number
_BREAK = re.compile(r"[:;.] |, (?=which )")
WIDEST_CODE = 72  # characters of a line that fit in half of a wide screen
WIDEST_FORMULA = 24.0  # ems
# Titles of cards whose docstring does not begin with one.
HEADLINES: Mapping[str, str] = {
    "is_conditionally_independent": "Test of conditional independence",
    "factorises": "Test of the naive Bayes assumption",
    "hallucinate": "Smoothing as added pseudo-examples",
    "is_positive_semidefinite": "Test of a covariance matrix",
    "is_positive_definite": "Test for a covariance with a density",
    "shatters": "Test whether points are shattered",
    "naive_log_odds": "Log odds as a sum over the features",
    "log_ratio_of_densities": "Log ratio of two normal densities",
    "difference_of_squares": "Log ratio: the constants cancel",
    "expanded_squares": "Log ratio: both squares expanded",
    "collected_squares": "Log ratio: the squares of x cancel",
    "gaussian_log_ratio": "Log ratio of two Gaussian classes is linear",
    "mitchell_p1": "P(Y = 1), first sign convention",
    "mitchell_p0": "P(Y = 0), first sign convention",
    "logistic_p0": "P(Y = 0), the usual sign",
    "logistic_p1": "P(Y = 1), the usual sign: the sigmoid of the score",
    "mitchell_label": "Linear decision rule, first sign convention",
    "logistic_label": "Linear decision rule, the usual sign",
    "mitchell_label_by_exp": "Decision rule by the odds",
    "mitchell_boolean_weights": "Boolean naive Bayes as a logistic model, first sign convention",
    "reference_softmax": "Softmax with a reference class",
    "xing_softmax": "Softmax with negative exponents",
    "to_reference": "From K weight vectors to K − 1",
    "to_signs": "Labels as −1 and +1",
    "gradient_by_terms": "Gradient, line 1: two derivatives",
    "gradient_expanded": "Gradient, line 2: the chain rule",
    "gradient_factored": "Gradient, line 3: a common factor",
    "log_likelihood_by_odds": "Log likelihood by the odds",
    "simplified_log_likelihood": "Simplified log likelihood",
    "examples_for_half_width": "Number of examples for an interval",
    "sigmoid": "The sigmoid, or logistic function",
    "fit_categorical_nb": "Fit naive Bayes for discrete features",
    "odds": "Odds of an event",
    "step": "Step function",
    "most_probable": "Decision rule",
}


def card(name: str, level: str, shown_ids: set[str]) -> Markup:
    """Return the card of a function; entries and errata in `shown_ids` are only linked."""
    p = page(name)
    known = texts.load()
    entries = [known.entries[i] for i in registry.implementations()[name]]
    first = entries[0]
    shown_ids.add(first.id)
    left = [formula_of(first, name), element("p", typeset(first.words)), paragraphs(p.words)]
    return element(
        "article",
        *heading(p, level, first.number if first.text == "mitchell" else None),
        element(
            "div",
            element("div", *left),
            element("div", code_of(p), example_of(p), class_="program"),
            class_=layout(p, first.latex),
        ),
        in_other_texts(entries, name, shown_ids),
        related_links(entries),
        id=p.short_name,
        class_="card",
    )


def layout(p: Page, latex: str) -> str:
    """Return the classes of a card: on a wide screen a pair has the program next to the formula.

    The lengths decide, not the browser, so that all browsers show the same layout.
    """
    lines = [*p.signature_and_body.splitlines(), *p.example]
    fits = max(map(len, lines), default=0) <= WIDEST_CODE and formula_width(latex) <= WIDEST_FORMULA
    return "beside pair" if fits else "beside"


def heading(p: Page, level: str, number: str | None = None) -> Iterator[Markup]:
    """Yield the heading of a card: its title and the name of the function."""
    title, rest = title_and_first_sentence(p)
    shown = [element("span", words(f" ({number})"), class_="number")] if number else []
    name = element("code", words(p.short_name))
    yield element(level, element("a", prose(title), href=f"#{p.short_name}"), *shown)
    yield element("p", name, prose(f": {rest}" if rest else ""), class_="title")


def title_and_first_sentence(p: Page) -> tuple[str, str]:
    """Return the title of a card and the rest of the first sentence of its docstring.

    >>> title_and_first_sentence(page("textbook_ml.equations.gaussian.variance_mvue"))
    ('Unbiased estimate of the variance within a class', 'divide by N − 1.')
    """
    if p.short_name in HEADLINES:
        return HEADLINES[p.short_name], p.title
    text = _NUMBERED.sub("", p.title.removesuffix("."))
    title, _, rest = _BREAK.sub("\0", text, count=1).partition("\0")
    title = title.removeprefix("The ")
    return title[:1].upper() + title[1:], f"{rest}." if rest else ""


def in_other_texts(entries: list[Entry], name: str, shown_ids: set[str]) -> Markup:
    """Return the equivalent formulas and the errata, in one element that opens."""
    equal = equivalents_in_other_texts(entries, name, shown_ids)
    wrong = list(errata_of(entries, shown_ids))
    titles = ["In the other texts"] if equal else []
    titles += ["errors in the texts" if len(wrong) > 1 else "an error in a text"] if wrong else []
    if not titles:
        return Markup("")
    title = " and ".join(titles)
    return folded(title[0].upper() + title[1:], equal, *wrong, class_="others")


def formula_of(entry: Entry, function: str | None, note: str = "") -> Markup:
    """Return the formula of one source text; its anchor is on the card of its function."""
    at_home = {"id": entry.id} if anchors.function_of(entry.id) == function else {}
    return element(
        "figure",
        element(
            "figcaption",
            link(_cited_entry(entry), anchors.in_its_text(entry)),
            *([element("em", typeset(note))] if note else []),
        ),
        element("div", display(entry.latex), class_="maths"),
        class_="formula",
        **at_home,
    )


def code_of(p: Page) -> Markup:
    """Return the source code of a function."""
    return element("pre", highlighted(p.signature_and_body), class_="code")


def example_of(p: Page) -> Markup:
    """Return the worked example with its output; readers of a live book can edit and run it."""
    if not p.example:
        return Markup("")
    return element("pre", transcript(p.example), class_="session", data_module=p.module)


def equivalents_in_other_texts(entries: list[Entry], name: str, shown_ids: set[str]) -> Markup:
    """Return the equivalent formulas of other source texts; each is shown once in the book."""
    known = texts.load()
    others: dict[str, str] = {entry.id: "" for entry in entries}
    aside: dict[str, None] = {}
    for group in (group for entry in entries for group in known.classes_of(entry.id)):
        if (first := home_of(group)) == name:
            others |= group.members
        else:
            aside[first] = None
    del others[entries[0].id]
    new = [i for i in others if i not in shown_ids or anchors.function_of(i) == name]
    old = [
        link(_cited_entry(known.entries[i]), anchors.of_entry(i)) for i in others if i not in new
    ]
    old += [link(one.rpartition(".")[2], anchors.of_function(one)) for one in aside]
    shown_ids |= set(new)
    shown = [formula_of(known.entries[i], name, others[i]) for i in new]
    parts = [element("p", words("Equivalent formulas"), class_="label")] if shown else []
    parts += [element("div", *shown, class_="elsewhere")] if shown else []
    parts += [element("p", Markup("See also " + ", ".join(old) + "."), class_="by")] if old else []
    return joined_markup(parts)


def home_of(group: Equivalence) -> str:
    """Return the function on whose card equivalent entries are shown: the first that has a card."""
    names = registry.implementations().items()
    return next(
        name
        for name, ids in names
        if anchors.page_of(name) != "experiments" and group.members.keys() & set(ids)
    )


def _cited_entry(entry: Entry) -> str:
    return place(entry) + (f" ({entry.number})" if entry.number else "")


def errata_of(entries: Iterable[Entry], shown_ids: set[str]) -> Iterator[Markup]:
    """Yield the errata of these entries in short form, each with the heading of its kind."""
    known = texts.load()
    found = {e.id: e for entry in entries for e in known.errata_of(entry.id)}
    for e in found.values():
        title = link(f"{e.kind.heading}: {e.where}", anchors.of_erratum(e.id))
        parts = definition_list({e.kind.printed: e.printed, e.kind.right: e.right})
        inside = [] if e.id in shown_ids else [parts]
        shown_ids.add(e.id)
        yield element("aside", element("p", title, class_="label"), *inside, class_="erratum")


def definition_list(items: Mapping[str, str]) -> Markup:
    """Return a definition list."""
    listed = (
        element("dt", words(name)) + element("dd", with_formulas(text))
        for name, text in items.items()
    )
    return element("dl", *map(Markup, listed))


def in_numbers(e: Erratum) -> Markup:
    """Return the numerical check of an erratum: its inputs, and two columns of numbers."""
    compute = registry.checks().get(e.id)
    if compute is None:
        return Markup("")
    check = compute()
    names = dict.fromkeys([*check.printed, *check.right])
    titles = ("quantity", *column_titles(e, check))
    head = [element("th", prose(title), scope="col") for title in titles]
    rows = [
        element(
            "tr",
            element("th", prose(name), scope="row"),
            _number_cell(check.printed, name),
            _number_cell(check.right, name),
        )
        for name in names
    ]
    table = element("table", element("thead", element("tr", *head)), element("tbody", *rows))
    given = element("p", prose(f"Example with {inputs_of(check)}:"), class_="by")
    return joined_markup([given, element("div", table, class_="wide")])


def _number_cell(numbers: Mapping[str, object], name: str) -> Markup:
    return element(
        "td", words(value_in_words(numbers[name]) if name in numbers else ""), Markup("")
    )


def related_links(entries: Iterable[Entry]) -> Markup:
    """Return links to the exercises and experiments about these entries."""
    ids = {entry.id for entry in entries}
    solved = {one.number: one.name for i in ids for one in about(i)}
    links = [
        *(link(f"exercise {n}", f"exercises.html#{name}") for n, name in sorted(solved.items())),
        *(
            link(f"experiment {name}", f"experiments.html#{name}")
            for name, one in experiments().items()
            if ids & set(one.entries)
        ),
    ]
    return element("p", Markup("Try: " + ", ".join(links)), class_="by") if links else Markup("")
