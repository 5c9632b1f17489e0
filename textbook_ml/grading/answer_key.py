"""The command `answer-key`: a printable page for teachers with the solution of each question."""

import inspect
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import Any

from textbook_ml.core.errors import plural, require
from textbook_ml.grading.assignment import Assignment
from textbook_ml.grading.reports.html_page import code as listing
from textbook_ml.grading.reports.html_page import document, paragraph, text
from textbook_ml.grading.reports.report_files import write_report
from textbook_ml.grading.reports.report_text import in_points
from textbook_ml.grading.starter import reduced_assignment
from textbook_ml.grading.tasks import Task
from textbook_ml.plots.svg import Markup, element
from textbook_ml.questions import Question
from textbook_ml.questions.framework.as_code import python_code

SECRET = "For teachers: this page contains the solutions. Print it from your browser."
SEED, SHOWN, LONGEST = (
    "answer key",
    3,
    100,
)  # maximum number of example calls per question, and of characters of a call


def answer_key(
    *, assignment: str | None = None, questions: str | None = None, out: str
) -> Iterator[str]:
    """Write the page; an existing file is not overwritten."""
    chosen = reduced_assignment(assignment, questions)
    require(
        not Path(out).exists(),
        f"--out {out}: the file exists and is not overwritten. Fix: choose a new name.",
    )
    write_report(Path(out), key_page(chosen))
    number = plural(len(chosen.tasks), "question")
    yield f"{out}: solutions of {number}. Do not give it to students."


def key_page(assignment: Assignment) -> str:
    """Return the HTML page with the solutions of an assignment."""
    head = [
        element("h1", text(f"Answer key: {assignment.title}")),
        paragraph(f"{in_points(assignment.max_score)}. {SECRET}", "soft"),
    ]
    seen: set[object] = set()
    parts = []
    for task in assignment.tasks:
        source = task.question.part_of or task.question.reference
        parts.append(element("section", *_question_section(task, source not in seen)))
        seen.add(source)
    return document(f"Answer key: {assignment.title}", [*head, *parts])


def _question_section(task: Task, first: bool) -> Iterator[Markup]:
    question = task.question
    yield element(
        "div",
        element("h3", text(question.function)),
        element("span", text(question.id), class_="soft"),
        element("span", text(in_points(task.points)), class_="marks"),
        class_="top",
    )
    if first:  # all parts of a class share one solution
        yield listing(solution(question))
    yield from _worked_examples(question)
    if question.misconceptions and first:
        yield paragraph("Known mistakes, with the hint that students get:", "soft")
        hints = [f"{m.name.replace('_', ' ')}: {m.help}" for m in question.misconceptions]
        yield element("ul", *(element("li", text(hint)) for hint in hints))


def solution(question: Question) -> str:
    """Return the source code of the reference, and of the functions that it calls."""
    return "\n\n\n".join(inspect.getsource(kind).rstrip() for kind in reference_functions(question))


def reference_functions(question: Question) -> list[Any]:
    """Return the reference and the functions that it calls, without those of `core`.

    >>> from textbook_ml.questions import questions
    >>> [f.__name__ for f in reference_functions(questions()["variance_mvue"])]
    ['variance_mvue']
    """
    if question.part_of is not None:
        return [question.part_of]
    found: list[Any] = [inspect.unwrap(question.reference)]
    places = (found[0].__module__, "textbook_ml.equations.", "textbook_ml.algorithms.")
    for function in found:  # the list grows while it is read
        for name in names_in(function.__code__):
            called = inspect.unwrap(function.__globals__.get(name, str))
            own = inspect.isfunction(called) and called.__module__.startswith(places)
            if own and called not in found and not name.startswith("require"):
                found.append(called)
    return found


def names_in(code: CodeType) -> Iterator[str]:
    """Yield the global names that a function uses, also in the functions inside it."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_in(constant)


def _worked_examples(question: Question) -> Iterator[Markup]:
    """Yield some short calls with their results, to check work on paper."""
    exam = question.exam(SEED, 30)
    found = [(question.call(case), python_code(expected)) for case, expected in exam]
    short = [(call, value) for call, value in found if len(call) + len(value) <= LONGEST]
    if short:
        yield listing("\n".join(f"{call}\n    {value}" for call, value in short[:SHOWN]))
