"""One experiment as an HTML section: claim, method, verdict, figure and numbers."""

from collections.abc import Callable

from textbook_ml.plots.svg import Markup, element, joined, words
from textbook_ml.study.experiments._experiment import (
    CAVEAT,
    FAILS,
    HOLDS,
    UNDECIDED,
    Experiment,
    Finding,
    Result,
)
from textbook_ml.study.experiments._tables import Table, sizes_in_words, tables

# For each verdict: its CSS class, its sign, and the verb for several claims.
BADGES = {
    HOLDS: ("holds", "✓", "hold"),
    CAVEAT: ("caveat", "✓", "hold with a caveat"),
    FAILS: ("fails", "✗", "fail"),
    UNDECIDED: ("caveat", "?", "are undecided"),
}


MOST_ROWS = 16  # longer tables are collapsed


def badge(verdict: str) -> Markup:
    """Return a verdict as text with a sign, so that it can be read without colour."""
    look, sign, _ = BADGES[verdict]
    return element("strong", words(f"{sign} {verdict}"), class_=f"badge {look}")


def section(result: Result, full: bool) -> Markup:
    """Return the result of an experiment as an HTML section."""
    finding = result.finding
    return framed(result.experiment, verdict(finding), evidence(finding), full)


def framed(
    one: Experiment,
    found: Markup,
    shown: Markup,
    full: bool = False,
    cite: Callable[[str], Markup] = words,
) -> Markup:
    """Return an HTML section: claim, verdict, method, figure and tables."""
    named = [
        ("Method", words(" ".join(filter(None, [one.title, one.method])))),
        ("Sizes", words(sizes_in_words(one.sizes(full)))),
        ("Criterion", words(one.criterion)),
        ("Texts", Markup(", ".join(map(cite, one.entries)))),
        ("Run it", element("code", words(f"experiment {one.name}"))),
    ]
    heading = element("a", words(one.claim), href=f"#{one.name}")
    terms = element("dl", *(_pair(name, said) for name, said in named if said))
    return element("section", element("h3", heading), found, terms, shown, id=one.name)


def verdict(finding: Finding) -> Markup:
    """Return the verdict as a paragraph, with the caveat if there is one."""
    caveat = [element("span", words(finding.caveat))] if finding.caveat else []
    return element("p", badge(finding.verdict), *caveat)


def evidence(finding: Finding) -> Markup:
    """Return the figure and the numbers of a finding."""
    figure = finding.figure
    return joined(
        [
            element("figure", Markup(figure.svg()), tabindex="0"),
            element("p", words(figure.description), class_="made"),
            *(_table(table) for table in tables(finding.numbers)),
        ]
    )


def _pair(name: str, said: Markup) -> Markup:
    return Markup(element("dt", words(name)) + element("dd", said))


def _table(table: Table) -> Markup:
    """An HTML table with row and column headers; wide tables scroll horizontally."""
    head = [element("th", words(name), scope="col") for name in table.head]
    rows = [
        element(
            "tr",
            element("th", words(name), scope="row"),
            *(element("td", words(cell)) for cell in cells),
        )
        for name, *cells in table.rows
    ]
    above = [element("thead", element("tr", *head))] if head else []
    # A <caption> would be wrapped to the width of its table.
    title = [element("p", words(table.title), class_="caption")] if table.title else []
    named = {"aria_label": table.title} if table.title else {}
    drawn = element("table", *above, element("tbody", joined(rows)), **named)
    whole = element("div", drawn, class_="wide", tabindex="0")
    if len(rows) <= MOST_ROWS:
        return joined([*title, whole])
    summary = element("summary", words(f"All {len(rows)} rows"))
    return joined([*title, element("details", summary, whole)])
