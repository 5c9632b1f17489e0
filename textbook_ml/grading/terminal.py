"""The report on a terminal: what a student reads first, on 80 columns."""

from collections.abc import Iterator, Sequence

from textbook_ml.console import WIDTH, Heading
from textbook_ml.grading.phrases import (
    code_lines,
    new_words,
    out_of,
    points,
    prose,
    taken_off,
    tame_lines,
    verdict_name,
)
from textbook_ml.grading.results import QuestionResult, Result, Verdict
from textbook_ml.layout import columns, plural, shorten

NAME = 28  # columns for the name of a function
OUTPUT = 10  # lines of what the student's code printed
NOT_FINISHED = "The grading was stopped before its end: this is what was found until then."


def report(result: Result) -> Iterator[str]:
    """Everything about one submission: the table, what went wrong, and the terms."""
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
    """What concerns the file as a whole, such as a failed import: it is printed first."""
    for note in result.notes:
        yield from prose(note, "Note: ", "  ")


def table(questions: Sequence[QuestionResult]) -> Iterator[str]:
    """One line a question: verdict, points, name and id."""
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
    """A question of which a line in the table does not say enough."""
    quiet = (Verdict.PASSED, Verdict.NOT_ATTEMPTED)
    remarked = bool(question.comment or question.help) or question.graded is not None
    return question.verdict not in quiet or remarked


def about(question: QuestionResult) -> Iterator[str]:
    """A question with its points, and what went wrong."""
    marks = out_of(question.score, question.max_score)
    name = f"{question.function} ({question.id})"
    yield from map(Heading, prose(f"{name}: {verdict_name(question)}, {marks}"))
    yield from findings(question)


def findings(question: QuestionResult) -> Iterator[str]:
    """What went wrong: the smallest call, what was due, what came, and why."""
    if words := new_words(question):
        yield from prose(words, "  ")
    example = question.counterexample
    if example:
        yield "  the smallest call that shows it:"
        yield from code_lines(example.call, " " * 6)
        yield from code_lines(f"expected  {example.expected}", " " * 6)
        yield from code_lines(f"got       {example.got}", " " * 6)
    if question.help:
        yield from prose(question.help, "  → ", "    ")
    if question.output.strip():
        yield "  it printed:"
        printed = tame_lines(question.output)[-OUTPUT:]
        yield from (shorten(f"      {row}", WIDTH - 1) for row in printed)
    yield from decision(question)


def decision(question: QuestionResult) -> Iterator[str]:
    """What the teacher decided and says."""
    if question.graded is not None:
        marks = f"{points(question.score)} points, where the grader gave {points(question.graded)}"
        yield from prose(f"Your teacher gave {marks}.", "  ")
    if question.comment:
        yield from prose(f"Your teacher writes: {question.comment}", "  ")


def terms(result: Result) -> Iterator[str]:
    """The notes on the file, and the summary."""
    yield from notes(result)
    yield from summary(result)


def summary(result: Result) -> Iterator[str]:
    """How many questions are right, and how the grade was found."""
    right = sum(q.verdict is Verdict.PASSED for q in result.questions)
    asked = plural(len(result.questions), "question")
    yield from prose(f"{right} of {asked} right; {out_of(result.score, result.max_score)}.")
    if not result.finished:
        yield NOT_FINISHED
    if result.late:
        yield from prose(f"{result.late}{taken_off(result)}")
    yield from prose(f"Seed {result.seed}: the same seed gives the same cases.")
    yield from prose(f"Isolation: {result.isolation}.")
    for sentence in result.unprotected:
        yield from prose(sentence, "  - ", "    ")
