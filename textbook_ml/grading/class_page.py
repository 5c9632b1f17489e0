"""The page of the class: which question and which misconception, how often; tomorrow's lesson."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from statistics import median

from textbook_ml.grading.html_page import bar, document, listed, paragraph, text
from textbook_ml.grading.phrases import SPOKEN, in_points, points
from textbook_ml.grading.results import QuestionResult, Result, Verdict
from textbook_ml.layout import plural
from textbook_ml.plots.svg import Markup, element, joined


@dataclass(frozen=True, slots=True)
class Belief:
    """A misconception: where it was found, how it is set right, and by whom it is held."""

    function: str
    name: str
    help: str
    holders: tuple[str, ...]


def beliefs(results: Sequence[Result]) -> list[Belief]:
    """Every misconception that was found, the most frequent first."""
    holders: dict[tuple[str, str, str], list[str]] = {}
    for result in results:
        for q in result.questions:
            if q.misconception:
                key = (q.function, q.misconception, q.help or "")
                holders.setdefault(key, []).append(result.submission)
    found = [Belief(*key, tuple(names)) for key, names in holders.items()]
    return sorted(found, key=lambda belief: -len(belief.holders))


def by_question(results: Sequence[Result]) -> Mapping[str, list[QuestionResult]]:
    """What became of each question, all over the class."""
    table: dict[str, list[QuestionResult]] = {}
    for result in results:
        for q in result.questions:
            table.setdefault(q.function, []).append(q)
    return table


def class_page(results: Sequence[Result], pages: Mapping[str, str]) -> str:
    """The whole page; `pages` leads from a submission to its own page."""
    title = results[0].assignment if results else "No submissions"
    return document(f"Class: {title}", list(_parts(title, results, pages)))


def _parts(title: str, results: Sequence[Result], pages: Mapping[str, str]) -> Iterator[Markup]:
    yield element("h1", text(title))
    yield paragraph(f"{plural(len(results), 'submission')}.", "score")
    if not results:
        return
    shares = [r.score / r.max_score for r in results if r.max_score]
    if shares:
        mean = fsum(shares) / len(shares)
        yield paragraph(f"Mean {mean:.0%} of the points, median {median(shares):.0%}.")
    yield element("h2", text("Misconceptions, the most frequent first"))
    found = beliefs(results)
    yield from (_belief(belief, len(results)) for belief in found)
    if not found:
        yield paragraph("None was recognised.")
    yield element("h2", text("Questions"))
    yield _questions(by_question(results))
    yield element("h2", text("Submissions"))
    yield _submissions(results, pages)
    yield element("h2", text("Terms"))
    seeds = ", ".join(dict.fromkeys(r.seed for r in results))
    tiers = ", ".join(dict.fromkeys(r.isolation for r in results))
    yield paragraph(f"Seed {seeds}. Isolation: {tiers}.", "soft")
    yield listed(dict.fromkeys(s for r in results for s in r.unprotected))


def _belief(belief: Belief, size: int) -> Markup:
    many = len(belief.holders)
    top = element(
        "div",
        element("h3", text(belief.name.replace("_", " "))),
        element("span", text(belief.function), class_="soft"),
        element("span", text(f"{many} of {size}"), class_="marks"),
        class_="top",
    )
    who = paragraph(", ".join(belief.holders), "soft")
    return element("section", top, bar(many / size, "held"), paragraph(belief.help, "help"), who)


def _questions(table: Mapping[str, list[QuestionResult]]) -> Markup:
    """How many got each question right, and what became of the others."""
    rows = [_question(name, found) for name, found in table.items()]
    return _table(("question", "right", "", "otherwise"), rows)


def _question(name: str, found: Sequence[QuestionResult]) -> Markup:
    right = sum(q.verdict is Verdict.PASSED for q in found)
    others = Counter(q.verdict for q in found if q.verdict is not Verdict.PASSED)
    said = ", ".join(f"{n} {SPOKEN[verdict][0]}" for verdict, n in others.most_common())
    return element(
        "tr",
        element("td", text(name)),
        element("td", text(f"{right} of {len(found)}"), class_="number"),
        element("td", bar(right / len(found), "right"), style="min-width: 5rem"),
        element("td", text(said)),
    )


def _submissions(results: Sequence[Result], pages: Mapping[str, str]) -> Markup:
    rows = [_submission(result, pages.get(result.submission)) for result in results]
    return _table(("submission", "points", "", "remarks"), rows)


def _submission(result: Result, page: str | None) -> Markup:
    name = text(result.submission)
    remarks = [] if result.finished else ["not finished"]
    remarks += [f"late, {in_points(result.deducted)} taken off"] if result.deducted else []
    decided = sum(q.graded is not None for q in result.questions)
    remarks += [f"{plural(decided, 'decision')} of the teacher"] if decided else []
    share = result.score / result.max_score if result.max_score else 0.0
    marks = f"{points(result.score)} of {points(result.max_score)}"
    return element(
        "tr",
        element("td", element("a", name, href=page) if page else name),
        element("td", text(marks), class_="number"),
        element("td", bar(share, "right"), style="min-width: 5rem"),
        element("td", text("; ".join(remarks))),
    )


def _table(names: Sequence[str], rows: Sequence[Markup]) -> Markup:
    """Rows under their names; a table that is too wide is scrolled, not squeezed."""
    head = element("tr", *(element("th", text(name), scope="col") for name in names))
    table = element("table", element("thead", head), element("tbody", joined(rows)))
    return element("div", table, class_="wide", tabindex="0")
