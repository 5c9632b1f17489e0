"""The HTML page for a class: frequent misconceptions, results per question and submission."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from statistics import median

from textbook_ml.core.errors import plural
from textbook_ml.grading.reports.html_page import bar, document, listed, paragraph, text
from textbook_ml.grading.reports.report_text import VERDICT_TEXTS, in_points, points
from textbook_ml.grading.results import QuestionResult, Result, Verdict
from textbook_ml.plots.svg import Markup, element, joined


@dataclass(frozen=True, slots=True)
class FoundMisconception:
    """A misconception: the function, the hint, and the submissions in which it was found."""

    function: str
    name: str
    help: str
    submissions: tuple[str, ...]


def found_misconceptions(results: Sequence[Result]) -> list[FoundMisconception]:
    """Return all misconceptions that were found, the most frequent first."""
    submissions: dict[tuple[str, str, str], list[str]] = {}
    for result in results:
        for q in result.questions:
            if q.misconception:
                key = (q.function, q.misconception, q.help or "")
                submissions.setdefault(key, []).append(result.submission)
    found = [FoundMisconception(*key, tuple(names)) for key, names in submissions.items()]
    return sorted(found, key=lambda misconception: -len(misconception.submissions))


def by_question(results: Sequence[Result]) -> Mapping[str, list[QuestionResult]]:
    """Return the results of all submissions for each question."""
    table: dict[str, list[QuestionResult]] = {}
    for result in results:
        for q in result.questions:
            table.setdefault(q.function, []).append(q)
    return table


def class_page(results: Sequence[Result], pages: Mapping[str, str]) -> str:
    """Return the HTML page; `pages` maps the name of a submission to its own page."""
    title = results[0].assignment if results else "No submissions"
    return document(f"Class: {title}", list(_page_parts(title, results, pages)))


def _page_parts(
    title: str, results: Sequence[Result], pages: Mapping[str, str]
) -> Iterator[Markup]:
    yield element("h1", text(title))
    yield paragraph(f"{plural(len(results), 'submission')}.", "score")
    if not results:
        return
    scores = [r.score / r.max_score for r in results if r.max_score]
    if scores:
        mean = fsum(scores) / len(scores)
        yield paragraph(f"Mean score {mean:.0%}, median {median(scores):.0%} of the points.")
    yield element("h2", text("Misconceptions, most frequent first"))
    found = found_misconceptions(results)
    yield from (_misconception_section(misconception, len(results)) for misconception in found)
    if not found:
        yield paragraph("No misconception was recognised.")
    yield element("h2", text("Questions"))
    yield _questions_table(by_question(results))
    yield element("h2", text("Submissions"))
    yield _submissions_table(results, pages)
    yield element("h2", text("How this was graded"))
    seeds = ", ".join(dict.fromkeys(r.seed for r in results))
    tiers = ", ".join(dict.fromkeys(r.isolation for r in results))
    yield paragraph(f"Seed {seeds}. Isolation: {tiers}.", "soft")
    yield listed(dict.fromkeys(s for r in results for s in r.unprotected))


def _misconception_section(misconception: FoundMisconception, size: int) -> Markup:
    count = len(misconception.submissions)
    top = element(
        "div",
        element("h3", text(misconception.name.replace("_", " "))),
        element("span", text(misconception.function), class_="soft"),
        element("span", text(f"{count} of {size}"), class_="marks"),
        class_="top",
    )
    names = paragraph(", ".join(misconception.submissions), "soft")
    hint = paragraph(misconception.help, "help")
    return element("section", top, bar(count / size, "held"), hint, names)


def _questions_table(table: Mapping[str, list[QuestionResult]]) -> Markup:
    """Return a table: how many submissions got each question right, and the other verdicts."""
    rows = [_question_row(name, found) for name, found in table.items()]
    return _html_table(("question", "right", "", "other results"), rows)


def _question_row(name: str, found: Sequence[QuestionResult]) -> Markup:
    right = sum(q.verdict is Verdict.PASSED for q in found)
    others = Counter(q.verdict for q in found if q.verdict is not Verdict.PASSED)
    rest = ", ".join(f"{n} {VERDICT_TEXTS[verdict][0]}" for verdict, n in others.most_common())
    return element(
        "tr",
        element("td", text(name)),
        element("td", text(f"{right} of {len(found)}"), class_="number"),
        element("td", bar(right / len(found), "right"), style="min-width: 5rem"),
        element("td", text(rest)),
    )


def _submissions_table(results: Sequence[Result], pages: Mapping[str, str]) -> Markup:
    rows = [_submission_row(result, pages.get(result.submission)) for result in results]
    return _html_table(("submission", "points", "", "remarks"), rows)


def _submission_row(result: Result, page: str | None) -> Markup:
    name = text(result.submission)
    remarks = [] if result.finished else ["not finished"]
    remarks += [f"late: {in_points(result.deducted)} deducted"] if result.deducted else []
    changed = sum(q.graded is not None for q in result.questions)
    remarks += [f"{plural(changed, 'grade')} set by the teacher"] if changed else []
    fraction = result.score / result.max_score if result.max_score else 0.0
    marks = f"{points(result.score)} of {points(result.max_score)}"
    return element(
        "tr",
        element("td", element("a", name, href=page) if page else name),
        element("td", text(marks), class_="number"),
        element("td", bar(fraction, "right"), style="min-width: 5rem"),
        element("td", text("; ".join(remarks))),
    )


def _html_table(names: Sequence[str], rows: Sequence[Markup]) -> Markup:
    """Return a table with column names; a table wider than the screen can be scrolled."""
    head = element("tr", *(element("th", text(name), scope="col") for name in names))
    table = element("table", element("thead", head), element("tbody", joined(rows)))
    return element("div", table, class_="wide", tabindex="0")
