"""The pages of the chapter: one for each module of equations, and two for models and algorithms."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from textbook_ml.equations import CHAPTER
from textbook_ml.plots.svg import Markup, element, words
from textbook_ml.reading.algorithms import printed_table
from textbook_ml.reading.book.anchors import ALGORITHMS, TOOLS, page_of, whole_algorithms
from textbook_ml.reading.book.card import card, code_of, example_of, heading
from textbook_ml.reading.book.derivation_steps import derivations_of_page
from textbook_ml.reading.book.drawing import SCOPE, simplified_figure
from textbook_ml.reading.book.highlight import highlighted
from textbook_ml.reading.book.linear_formulas import formula_lines
from textbook_ml.reading.book.markup import folded, joined_markup, paragraphs, prose, verbatim
from textbook_ml.reading.book.page import Leaf
from textbook_ml.reading.book.stories import STORIES
from textbook_ml.reading.book.story_parts import closing, notice, opening
from textbook_ml.reading.book.typography import typeset
from textbook_ml.reading.screens import names_by_module
from textbook_ml.sources import registry
from textbook_ml.sources.docstrings import Page, code_alone, module_summary, module_words, page
from textbook_ml.study.figures import FIGURES

_GAP = re.compile(r"\s{2,}")  # between the columns of a table of symbols
_ALSO = re.compile(r";\s{3,}")  # between two symbols on one line
_NAME = re.compile(r"[a-z]\w*(\(\w+\))?")  # a symbol in the code, such as mu or len(xs)
# The page that each figure belongs to. Pictures that readers can change replace the other figures.
ILLUSTRATED: Mapping[str, tuple[str, ...]] = {
    "smoothing": ("learned",),
    "discriminant": ("means", "gda", "qda"),
    "likelihood": ("likelihood",),
}

# Short titles for the contents at the side.
LABELS: Mapping[str, str] = {
    "bayes": "Bayes’ rule",
    "parameters": "Counting parameters",
    "independence": "Independence",
    "counts": "Counts",
    "smoothing": "Smoothing",
    "missing": "Missing values",
    "event_models": "Models of text",
    "gaussian": "Gaussian features",
    "discriminant": "Discriminant analysis",
    "log_terms": "Sums of logarithms",
    "logistic": "Logistic function",
    "bridge": "Naive Bayes is logistic",
    "likelihood": "Likelihood",
    "ascent": "Gradient ascent",
    "softmax": "Softmax",
    "losses": "Losses",
    "optimality": "The best possible",
    "theory": "How much data",
    ALGORITHMS: "Whole algorithms",
    TOOLS: "Models and tools",
}
# The groups of the page of models and tools, in its order, and their packages.
TOOL_GROUPS: Mapping[str, str] = {
    "Data sets": "textbook_ml.data.",
    "Models": "textbook_ml.models.",
    "Optimisers": "textbook_ml.learning.",
    "Numerical stability": "textbook_ml.core.",
}


def chapter() -> Iterator[Leaf]:
    """Yield the pages of the chapter in teaching order; `CHAPTER` has the order of the code."""
    places = {module: where for module, where, _ in CHAPTER}
    write = {ALGORITHMS: algorithms_page, TOOLS: tools_page}
    where = {ALGORITHMS: "one file each", TOOLS: "models, optimisers and data"} | places
    for name, story in STORIES.items():
        content = write.get(name) or partial(section, name)
        yield Leaf(name, story.title, where[name], content, LABELS[name])


def section(module: str) -> Markup:
    """Return the content of one page: story, figures, derivations, cards and summary."""
    name, story = f"textbook_ml.equations.{module}", STORIES[module]
    fill = story.filled()
    inside = {one.rpartition(".")[2]: one for one in names_by_module()[name]}
    shown_ids: set[str] = set()
    cards = [card(inside[one], "h2", shown_ids) for one in story.cards]
    rest = [one for one in inside if one not in story.cards]
    rest.sort(key=lambda one: story.folded.index(one) if one in story.folded else len(rest))
    more = [card(inside[one], "h2", shown_ids) for one in rest]
    first, *others = [*map(figure_of_sources, ILLUSTRATED.get(module, ())), Markup("")]
    return joined_markup(
        [
            opening(story, _place_in_sources(module), fill),
            first,
            *notice(story, fill),
            *([folded("More pictures", *others[:-1], class_="pictures")] if others[1:] else []),
            derivations_of_page(story.derivations),
            *cards,
            *([_more_functions(rest, more)] if more else []),
            closing(story, list(inside.values()), fill),
            symbols(name),
        ]
    )


def _place_in_sources(module: str) -> str:
    """Return the place of a page in the source texts; a number or section alone is Mitchell's."""
    where = next(where for name, where, _ in CHAPTER if name == module)
    return where if where[0].isalpha() else f"Mitchell {where}"


def _more_functions(names: Sequence[str], cards: Sequence[Markup]) -> Markup:
    title = f"More functions: {', '.join(names)}"
    return folded(title, *cards, class_="more")


def symbols(module: str) -> Markup:
    """Return the symbols and arguments of a page, folded, for the end of the page."""
    summary, _, letters = module_words(module).partition("\n\n")
    blocks = [docstring_block(block) for block in letters.split("\n\n") if block]
    intro = element("p", prose(" ".join(summary.split())))
    return folded("Symbols and arguments on this page", intro, *blocks, class_="symbols")


def docstring_block(block: str) -> Markup:
    """Return a paragraph of a module docstring; a list of symbols becomes a table.

    >>> print(docstring_block("rows    the examples").replace("><", ">\\n<"))
    <table class="glossary">
    <tbody>
    <tr>
    <th scope="row">rows</th>
    <td>the examples</td>
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
        element("tr", element("th", prose(name), scope="row"), *map(_symbol_cell, meanings))
        for name, *meanings in rows
    )
    return element("table", element("tbody", *cells), class_="glossary")


def _symbol_cell(text: str) -> Markup:
    """Return a table cell with the name of a symbol in the code, or its meaning."""
    return element("td", typeset(f"`{text}`" if _NAME.fullmatch(text) else text))


def tools_page() -> Markup:
    """Return the page of functions that are not equations: models, optimisers, text features."""
    story = STORIES[TOOLS]
    fill = story.filled()
    parts = [opening(story, "models, optimisers and data", fill)]
    shown_ids: set[str] = set()
    shown: list[str] = []
    for title, prefix in TOOL_GROUPS.items():
        parts.append(element("h2", words(title)))
        for module, names in names_by_module().items():
            if module.startswith(prefix) and any(page_of(name) == TOOLS for name in names):
                parts += [card(name, "h3", shown_ids) for name in names]
                shown += names
    return joined_markup([*parts, closing(story, shown, fill)])


def algorithms_page() -> Markup:
    """Show each whole algorithm: its file, the table it prints, and its functions."""
    story = STORIES[ALGORITHMS]
    fill = story.filled()
    parts = [opening(story, "from rows to decisions, one file each", fill)]
    shown_ids: set[str] = set()
    shown: list[str] = []
    for module, names in whole_algorithms().items():
        parts += [
            _algorithm_file(module),
            *(_algorithm_function(name, shown_ids) for name in names),
        ]
        shown += names
    known = [name for name in shown if name in registry.implementations()]
    return joined_markup([*parts, closing(story, known, fill)])


def _algorithm_file(module: str) -> Markup:
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


def _algorithm_function(name: str, shown_ids: set[str]) -> Markup:
    """Show one function of an algorithm; a registered function has a card with its entries."""
    registered = name in registry.implementations()
    return card(name, "h3", shown_ids) if registered else _algorithm_section(page(name))


def _algorithm_section(p: Page) -> Markup:
    formula = formula_lines(p.formula)
    return element(
        "article",
        *heading(p, "h3"),
        element(
            "div",
            element("div", *([formula] if p.formula else []), paragraphs(p.words)),
            element("div", code_of(p), example_of(p), class_="program"),
            class_="beside",
        ),
        id=p.short_name,
        class_="card",
    )


def figure_of_sources(name: str) -> Markup:
    """Return a figure of the source texts with its description."""
    shown = FIGURES[name]()
    return element(
        "figure",
        element("div", simplified_figure(shown), class_=SCOPE),
        element("figcaption", words(shown.description)),
        id=f"figure-{name}",
        class_="picture",
    )
