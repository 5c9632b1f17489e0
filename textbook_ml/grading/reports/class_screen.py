"""The report on a class as text: a line for each submission, then a summary."""

from collections.abc import Iterator, Sequence

from textbook_ml.core.console import Heading, padded
from textbook_ml.core.errors import plural
from textbook_ml.core.formatting import columns, shorten
from textbook_ml.grading.reports.class_page import by_question, found_misconceptions
from textbook_ml.grading.reports.report_text import points, prose
from textbook_ml.grading.results import MANUAL, QuestionResult, Result, Verdict

NAME = 36  # columns for the name of a submission
MISCONCEPTIONS = 5  # number of misconceptions printed; the HTML page lists all of them


def submission_line(result: Result, kept: bool) -> str:
    """Return the line for one submission: its score, and the number of right answers."""
    right = sum(q.verdict is Verdict.PASSED for q in result.questions)
    marks = f"{points(result.score)} of {points(result.max_score)}"
    remarks = ["unchanged" if kept else "", "" if result.finished else "not finished"]
    changed = sum(q.graded is not None for q in result.questions)
    remarks += ["late" if result.deducted else "", f"{changed} set by you" if changed else ""]
    name = padded(shorten(result.submission, NAME), NAME)
    return f"{name}  {marks:>12}  {right:>3} right  {'; '.join(filter(None, remarks))}".rstrip()


def class_summary(results: Sequence[Result], skipped: Sequence[str]) -> Iterator[str]:
    """Yield the results per question, the frequent misconceptions, the seed and isolation."""
    yield ""
    yield Heading(f"Right answers per question ({plural(len(results), 'submission')})")
    rows = []
    for name, found in by_question(results).items():
        if found[0].verdict in MANUAL:
            continue
        right = sum(q.verdict is Verdict.PASSED for q in found)
        rows.append((shorten(name, NAME), f"{right} of {len(found)}"))
    yield from columns(rows, "<>", "  ")
    misconceptions = found_misconceptions(results)
    if misconceptions:
        yield ""
        yield Heading("Most frequent misconceptions")
    for misconception in misconceptions[:MISCONCEPTIONS]:
        count = f"{len(misconception.submissions)} of {len(results)}"
        words = f"{count}, {misconception.function}: {misconception.help}"
        yield from prose(words, "  ", "      ")
    yield ""
    yield from problems_and_conditions(results, skipped)


def problems_and_conditions(results: Sequence[Result], skipped: Sequence[str]) -> Iterator[str]:
    """Yield the problems that a teacher should look at, the seed and the isolation."""
    failed = [r.submission for r in results if _failed_submission(r)]
    if failed:
        yield from prose(
            f"The grader failed on {', '.join(failed)}. Please grade these submissions yourself."
        )
    if skipped:
        yield from prose(f"Skipped, because they are not submissions: {', '.join(skipped)}.")
    waiting = [r.submission for r in results if any(map(to_mark, r.questions))]
    if waiting:
        yield from prose(f"To be marked by you (in overrides.toml): {', '.join(waiting)}.")
    for name, question in open_requests(results):
        words = f"Request to grade again, {name}, {question.function}: {question.request}"
        yield from prose(words, "", "  ")
    seeds = dict.fromkeys(result.seed for result in results)
    if len(seeds) == 1:
        yield from prose(f"Seed {results[0].seed}: the same seed gives the same test cases.")
    else:
        yield "Each submission has its own seed; its JSON file in results/ contains it."
    yield from prose(f"Isolation: {', '.join(dict.fromkeys(r.isolation for r in results))}.")
    for sentence in dict.fromkeys(s for r in results for s in r.unprotected):
        yield from prose(sentence, "  - ", "    ")


def to_mark(question: QuestionResult) -> bool:
    """Return whether an item waits for the teacher."""
    return question.verdict is Verdict.TO_MARK


def open_requests(results: Sequence[Result]) -> Iterator[tuple[str, QuestionResult]]:
    """Yield the requests to grade a question again that the teacher has not answered."""
    for result in results:
        for question in result.questions:
            if question.request and question.graded is None and not question.comment:
                yield result.submission, question


def _failed_submission(result: Result) -> bool:
    return any(q.verdict is Verdict.GRADER_ERROR for q in result.questions)
