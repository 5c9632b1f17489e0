"""The report on one submission as text for an 80-column terminal."""

from collections.abc import Iterator, Sequence

from textbook_ml.core.console import WIDTH, Heading
from textbook_ml.core.errors import plural
from textbook_ml.core.formatting import columns, shorten
from textbook_ml.grading.reports.report_text import (
    beyond_counterexample,
    code_lines,
    out_of,
    points,
    prose,
    taken_off,
    tame_lines,
    verdict_name,
)
from textbook_ml.grading.results import MANUAL, QuestionResult, Result, Verdict

NAME = 28  # columns for the name of a function
OUTPUT = 10  # number of lines shown of the output of the student's code
NOT_FINISHED = "Grading was stopped early. This report contains the results up to then."


def report(result: Result) -> Iterator[str]:
    """Yield the lines of the report: table, mistakes, score and conditions of the grading."""
    title = f"{result.submission}: {out_of(result.score, result.max_score)}"
    yield from map(Heading, prose(title))
    yield from prose(result.assignment)
    yield from notes(result)
    yield ""
    yield from table(result.questions)
    for question in result.questions:
        if needs_words(question):
            yield ""
            yield from about(question)
    yield ""
    yield from summary(result)


def notes(result: Result) -> Iterator[str]:
    """Yield the notes on the file as a whole, such as a failed import; they are printed first."""
    for note in result.notes:
        yield from prose(note, "Note: ", "  ")


def table(questions: Sequence[QuestionResult]) -> Iterator[str]:
    """Yield one line per question: verdict, points, name and id."""
    rows = [
        (
            verdict_name(q),
            f"{points(q.score)} of {points(q.max_score)}",
            shorten(q.function, NAME),
            q.id,
        )
        for q in questions
    ]
    yield from (shorten(line, WIDTH - 1) for line in columns(rows, "<><<", "  "))


def needs_words(question: QuestionResult) -> bool:
    """Return whether a question needs an explanation after the table."""
    clear = (Verdict.PASSED, Verdict.NOT_ATTEMPTED)
    has_remark = bool(question.comment or question.help) or question.graded is not None
    return question.verdict not in clear or has_remark


def about(question: QuestionResult) -> Iterator[str]:
    """Yield the lines on one question: name, verdict, points and mistake."""
    marks = out_of(question.score, question.max_score)
    name = f"{question.function} ({question.id})"
    yield from map(Heading, prose(f"{name}: {verdict_name(question)}, {marks}"))
    yield from findings(question)


def findings(question: QuestionResult) -> Iterator[str]:
    """Yield the lines on a mistake: the smallest failing call, expected, got, and the reason."""
    if words := beyond_counterexample(question):
        yield from prose(words, "  ")
    example = question.counterexample
    if example:
        yield "  smallest failing call:"
        yield from code_lines(example.call, " " * 6)
        yield from code_lines(f"expected  {example.expected}", " " * 6)
        yield from code_lines(f"got       {example.got}", " " * 6)
    for hint in filter(None, (question.help, question.where)):
        yield from prose(hint, "  → ", "    ")
    if question.output.strip():
        yield "  your code printed:"
        printed = tame_lines(question.output)[-OUTPUT:]
        yield from (shorten(f"      {row}", WIDTH - 1) for row in printed)
    yield from decision(question)


def decision(question: QuestionResult) -> Iterator[str]:
    """Yield the teacher's score and comment."""
    if question.request:
        yield from prose(f"You asked to grade this again: {question.request}", "  ")
    if question.graded is not None and question.verdict is Verdict.MARKED:
        yield from prose(f"Your teacher gave {points(question.score)} points.", "  ")
    elif question.graded is not None:
        marks = f"{points(question.score)} points (the grader gave {points(question.graded)})"
        yield from prose(f"Your teacher gave {marks}.", "  ")
    if question.comment:
        yield from prose(f"Comment from your teacher: {question.comment}", "  ")


def notes_and_summary(result: Result) -> Iterator[str]:
    """Yield the notes on the file, and the summary."""
    yield from notes(result)
    yield from summary(result)


def summary(result: Result) -> Iterator[str]:
    """Yield the number of right answers, the seed and the isolation."""
    right = sum(q.verdict is Verdict.PASSED for q in result.questions)
    automatic = [q for q in result.questions if q.verdict not in MANUAL]
    asked = plural(len(automatic), "question")
    yield from prose(f"{right} of {asked} right; {out_of(result.score, result.max_score)}.")
    if not result.finished:
        yield NOT_FINISHED
    if result.late:
        yield from prose(f"{result.late}{taken_off(result)}")
    yield from prose(f"Seed {result.seed}: the same seed gives the same test cases.")
    yield from prose(f"Isolation: {result.isolation}.")
    for sentence in result.unprotected:
        yield from prose(sentence, "  - ", "    ")
