"""The command `check`: students test their own work with public test cases, without a grade."""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace

from textbook_ml.core.console import Heading
from textbook_ml.core.errors import plural, require
from textbook_ml.core.formatting import columns, shorten
from textbook_ml.grading.assignment import Assignment
from textbook_ml.grading.grade import FULL, NOT_FULL, at_hand, chosen_assignment
from textbook_ml.grading.grade_submission import NOT_YET
from textbook_ml.grading.grading_job import GradingJob
from textbook_ml.grading.reports.json_report import as_json
from textbook_ml.grading.reports.report_text import prose, verdict_name
from textbook_ml.grading.reports.terminal import NAME, findings, needs_words, notes
from textbook_ml.grading.results import QuestionResult, Result, Verdict
from textbook_ml.grading.runner.interruption import interruptible
from textbook_ml.grading.submissions import submission_at


def check(
    submission: str,
    *,
    assignment: str | None = None,
    questions: str | None = None,
    hints: str | None = None,
    jobs: int = 1,
    json: bool = False,
) -> Generator[str, None, int]:
    """Test a file with the public cases and print the mistakes.

    The exit code is 0 if no mistake is found. After Ctrl-C the finished functions are printed,
    and the exit code is 130.
    """
    require(jobs > 0, f"--jobs must be at least 1, got {jobs}")
    first = submission_at(submission)
    whole = chosen_assignment(first, False, assignment, questions)
    first = at_hand(submission, whole)
    seen = visible_assignment(whole)
    seen = replace(seen, hints=hints or seen.hints, manual=(), seed_per_student=False)
    job = GradingJob(seen, seen.public_seed)
    with interruptible() as interruption:
        result = job.find(first, jobs, lambda result: None)
    if not result.finished:
        done = tuple(q for q in result.questions if q.words != NOT_YET)
        result = replace(result, questions=done)
    yield from as_json(result).splitlines() if json else screen(result, whole)
    if interruption.code is not None:
        return interruption.code
    fine = all(q.verdict is Verdict.PASSED for q in result.questions)
    return FULL if fine else NOT_FULL


def visible_assignment(whole: Assignment) -> Assignment:
    """Return the assignment without its hidden questions."""
    seen = tuple(task for task in whole.tasks if task.visible)
    require(
        bool(seen),
        f"{whole.title}: all these questions are hidden. Only your teacher can check them.",
    )
    return replace(whole, tasks=seen)


def screen(result: Result, whole: Assignment) -> Iterator[str]:
    """Yield the report for the student: first the overview, then the mistakes."""
    if result.finished:
        yield Heading(greeting(result.questions))
    else:
        asked = plural(sum(task.visible for task in whole.tasks), "function")
        yield Heading(f"Stopped: {len(result.questions)} of {asked} checked.")
    yield from notes(result)
    yield ""
    rows = [(verdict_name(q), shorten(q.function, NAME), q.id) for q in result.questions]
    yield from columns(rows, "<<<", "  ")
    for question in filter(needs_words, result.questions):
        yield ""
        name = f"{question.function} ({question.id}): {verdict_name(question)}"
        yield from map(Heading, prose(name))
        yield from findings(question)
    yield ""
    yield from prose(
        "These are the public test cases. Your teacher grades with other cases. Also try lists "
        "with one item, ties, zeros, and very large or very small numbers."
    )
    yield from prose(f"Isolation: {result.isolation}.")
    for item in whole.manual:
        yield from prose(f"{item.name} is marked by your teacher: {item.described()}")
    hidden = [task.question.function for task in whole.tasks if not task.visible]
    if hidden:
        yield from prose(f"Not checked here (only your teacher can): {', '.join(hidden)}.")


def greeting(questions: Sequence[QuestionResult]) -> str:
    """Return the first line of the report: how many functions are right."""
    right = sum(q.verdict is Verdict.PASSED for q in questions)
    left = sum(q.verdict is Verdict.NOT_ATTEMPTED for q in questions)
    word = "part" if any("." in q.function for q in questions) else "function"
    if right == len(questions):
        return f"Well done: no mistake found in {plural(right, word)}."
    unwritten = f", {left} not written yet" if left else ""
    return f"{right} of {plural(len(questions), word)} right so far{unwritten}."
