"""The HTML page for one student: the score, and the findings for each question.

The page does not show the seed, because the seed determines the test cases, and other students
may still submit.
"""

from collections.abc import Iterator

from textbook_ml.core.errors import plural
from textbook_ml.grading.reports.html_page import badge, code, document, listed, paragraph, text
from textbook_ml.grading.reports.report_text import beyond_counterexample, out_of, points, taken_off
from textbook_ml.grading.reports.terminal import NOT_FINISHED, decision
from textbook_ml.grading.results import MANUAL, QuestionResult, Result, Verdict
from textbook_ml.plots.svg import Markup, element


def student_page(result: Result) -> str:
    """Return the HTML page on one submission."""
    return document(f"{result.submission}: {result.assignment}", list(_page_parts(result)))


def _page_parts(result: Result) -> Iterator[Markup]:
    right = sum(q.verdict is Verdict.PASSED for q in result.questions)
    yield element("h1", text(result.submission))
    yield paragraph(result.assignment, "soft")
    yield paragraph(out_of(result.score, result.max_score), "score")
    automatic = [q for q in result.questions if q.verdict not in MANUAL]
    yield paragraph(f"{right} of {plural(len(automatic), 'question')} right.")
    for note in result.notes:
        yield paragraph(f"Note: {note}")
    if not result.finished:
        yield paragraph(NOT_FINISHED)
    if result.late:
        yield paragraph(f"{result.late}{taken_off(result)}", "teacher")
    yield element("h2", text("Questions"))
    yield from (_question_section(question) for question in result.questions)
    yield element("h2", text("How this was graded"))
    yield paragraph(f"Isolation: {result.isolation}.", "soft")
    yield listed(result.unprotected)


def _question_section(question: QuestionResult) -> Markup:
    marks = f"{points(question.score)} of {points(question.max_score)}"
    top = element(
        "div",
        element("h3", text(question.function)),
        badge(question),
        element("span", text(question.id), class_="soft"),
        element("span", text(marks), class_="marks"),
        class_="top",
    )
    return element("section", top, *_finding_lines(question))


def _finding_lines(question: QuestionResult) -> Iterator[Markup]:
    """Yield the same findings as the terminal report."""
    words = beyond_counterexample(question)
    if question.verdict is not Verdict.PASSED and words:
        yield paragraph(words)
    example = question.counterexample
    if example:
        named = [("call", example.call), ("expected", example.expected), ("got", example.got)]
        pairs = [
            Markup(element("dt", text(name)) + element("dd", code(said))) for name, said in named
        ]
        yield element("dl", *pairs)
    for hint in filter(None, (question.help, question.where)):
        yield paragraph(hint, "help")
    if question.output.strip():
        yield paragraph("Your code printed:", "soft")
        yield code(question.output)
    yield from (paragraph(line.strip(), "teacher") for line in decision(question))
