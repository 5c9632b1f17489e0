"""The pages of the chapter: one for each module of equations, and two for models and algorithms."""

import re
from collections.abc import Iterator, Mapping
from functools import partial

from textbook_ml.equations import CHAPTER
from textbook_ml.plots.svg import Markup, element, words
from textbook_ml.reading.algorithms import printed_table
from textbook_ml.reading.book.anchors import ALGORITHMS, TOOLS, page_of, whole_algorithms
from textbook_ml.reading.book.card import card, code_of, example_of
from textbook_ml.reading.book.drawing import SCOPE, drawn
from textbook_ml.reading.book.highlight import highlighted
from textbook_ml.reading.book.markup import paragraphs, prose, together, verbatim
from textbook_ml.reading.book.page import Leaf
from textbook_ml.reading.book.typography import typeset
from textbook_ml.reading.screens import names_by_module
from textbook_ml.sources import registry
from textbook_ml.sources.docstrings import Page, code_alone, module_summary, module_words, page
from textbook_ml.study.figures import FIGURES

_GAP = re.compile(r"\s{2,}")  # between the columns of a table of symbols
_ALSO = re.compile(r";\s{3,}")  # between two symbols on one line
_NAME = re.compile(r"[a-z]\w*(\(\w+\))?")  # a symbol in the code, such as mu or len(xs)
# The page that each figure belongs to; `learning-curves` is drawn by an experiment already.
ILLUSTRATED: Mapping[str, tuple[str, ...]] = {
    "smoothing": ("learned",),
    "parameters": ("parameters",),
    "gaussian": ("gaussians",),
    "discriminant": (
        "covariance-scale", "covariance-correlation", "covariance-negative", "means", "gda", "qda",
    ),
    "logistic": ("logistic",),
    "likelihood": ("likelihood",),
    "losses": ("losses",),
}  # fmt: skip


def chapter() -> Iterator[Leaf]:
    """Yield the pages of the chapter in order."""
    for module, where, what in CHAPTER:
        title = f"{module.replace('_', ' ').capitalize()}: {what}"
        yield Leaf(module, title, where, partial(section, module))
    yield Leaf(TOOLS, "Models and tools", "models, optimisers and data", tools)
    yield Leaf(ALGORITHMS, "Whole algorithms", "from rows to decisions, one file each", algorithms)


def section(module: str) -> Markup:
    """Return the content of one page: its symbols, functions and figures."""
    name = f"textbook_ml.equations.{module}"
    summary, _, letters = module_words(name).partition("\n\n")
    shown_ids: set[str] = set()
    cards = [card(function, "h2", shown_ids) for function in names_by_module()[name]]
    figures = [figure(one) for one in ILLUSTRATED.get(module, ())]
    intro = element("p", prose(" ".join(summary.split())), class_="lead")
    return together([intro, *map(docstring_block, letters.split("\n\n")), *cards, *figures])


def docstring_block(block: str) -> Markup:
    """Return a paragraph of a module docstring; a list of symbols becomes a table.

    >>> print(docstring_block("w    the weights").replace("><", ">\\n<"))
    <table class="glossary">
    <tbody>
    <tr>
    <th scope="row">w</th>
    <td>the weights</td>
    </tr>
    </tbody>
    </table>
    """
    lines = [line for row in block.splitlines() for line in _ALSO.split(row.strip())]
    columns = len(_GAP.split(lines[0]))
    if columns == 1:
        return paragraphs(block)
    rows = (_GAP.split(line, maxsplit=columns - 1) for line in lines)
    cells = (
        element("tr", element("th", prose(name), scope="row"), *map(_cell, meanings))
        for name, *meanings in rows
    )
    return element("table", element("tbody", *cells), class_="glossary")


def _cell(text: str) -> Markup:
    """Return a table cell with the name of a symbol in the code, or its meaning."""
    return element("td", typeset(f"`{text}`" if _NAME.fullmatch(text) else text))


def tools() -> Markup:
    """Return the page of functions that are not equations: models, optimisers, text features."""
    parts: list[Markup] = []
    shown_ids: set[str] = set()
    for module, names in names_by_module().items():
        if any(page_of(name) == TOOLS for name in names):
            title = module.removeprefix("textbook_ml.").replace("_", " ").replace(".", ": ")
            heading = element("h2", words(title.capitalize()))
            parts += [heading, element("p", prose(module_summary(module)))]
            parts += [card(name, "h3", shown_ids) for name in names]
    return together(parts)


def algorithms() -> Markup:
    """Show each whole algorithm: its file, the table it prints, and its functions."""
    lead = (
        "Each algorithm is one file made of the equations of the chapter: it fits a classifier, "
        "computes posteriors and decides. The tests compare the models with these files."
    )
    parts = [element("p", words(lead), class_="lead")]
    told: set[str] = set()
    for module, names in whole_algorithms().items():
        parts += [_file(module), *(_function(name, told) for name in names)]
    return together(parts)


def _file(module: str) -> Markup:
    """Show the code of an algorithm, and the table that it prints.

    The cards of its functions show the docstrings.
    """
    title = module_summary(module).partition(":")[0]
    return element(
        "section",
        element("h2", words(title)),
        element("pre", highlighted(code_alone(module)), class_="code"),
        element("p", prose(f"`python3 -m {module}` prints:")),
        element("pre", verbatim("\n".join(printed_table(module))), class_="plain"),
        id=f"algorithm-{module.rpartition('.')[2]}",
    )


def _function(name: str, told: set[str]) -> Markup:
    """Show one function of an algorithm; a registered function has a card with its entries."""
    registered = name in registry.implementations()
    return card(name, "h3", told) if registered else _algorithm(page(name))


def _algorithm(p: Page) -> Markup:
    name = element("a", element("code", words(p.short_name)), href=f"#{p.short_name}")
    formula = element("pre", verbatim("\n".join(p.formula)), class_="plain")
    return element(
        "article",
        element("h3", name),
        element("p", prose(p.title), class_="title"),
        element(
            "div",
            element("div", *([formula] if p.formula else []), paragraphs(p.words)),
            element("div", code_of(p), example_of(p)),
            class_="beside",
        ),
        id=p.short_name,
        class_="card",
    )


def figure(name: str) -> Markup:
    """Return a figure of the source texts with its description."""
    shown = FIGURES[name]()
    return element(
        "figure",
        element("div", drawn(shown), class_=SCOPE),
        element("figcaption", words(shown.description)),
        id=f"figure-{name}",
        class_="picture",
    )
