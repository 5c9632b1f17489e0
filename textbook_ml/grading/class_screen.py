"""A class on a terminal: a line for each submission, then what tomorrow's lesson is about."""

from collections.abc import Iterator, Sequence

from textbook_ml.console import Heading, pad
from textbook_ml.grading.class_page import beliefs, by_question
from textbook_ml.grading.phrases import points, prose
from textbook_ml.grading.results import Result, Verdict
from textbook_ml.layout import columns, plural, shorten

NAME = 36  # columns for the name of a submission
MISCONCEPTIONS = 5  # so many are told; the page has them all


def submission_line(result: Result, kept: bool) -> str:
    """One submission: its score, and how many questions it got right."""
    right = sum(q.verdict is Verdict.PASSED for q in result.questions)
    marks = f"{points(result.score)} of {points(result.max_score)}"
    remarks = ["kept" if kept else "", "" if result.finished else "not finished"]
    decided = sum(q.graded is not None for q in result.questions)
    remarks += ["late" if result.deducted else "", f"{decided} decided by you" if decided else ""]
    said = "; ".join(filter(None, remarks))
    name = pad(shorten(result.submission, NAME), NAME)
    return f"{name}  {marks:>12}  {right:>3} right  {said}".rstrip()


def class_summary(results: Sequence[Result], aside: Sequence[str]) -> Iterator[str]:
    """What the class got right and wrong, and under what terms."""
    yield ""
    yield Heading(f"{plural(len(results), 'submission')}: how many got each question right")
    rows = []
    for name, found in by_question(results).items():
        right = sum(q.verdict is Verdict.PASSED for q in found)
        rows.append((shorten(name, NAME), f"{right} of {len(found)}"))
    yield from columns(rows, "<>", "  ")
    held = beliefs(results)
    if held:
        yield ""
        yield Heading("The most frequent misconceptions")
    for belief in held[:MISCONCEPTIONS]:
        many = f"{len(belief.holders)} of {len(results)}"
        yield from prose(f"{many}, {belief.function}: {belief.help}", "  ", "      ")
    yield ""
    yield from terms(results, aside)


def terms(results: Sequence[Result], aside: Sequence[str]) -> Iterator[str]:
    """The seed, the isolation, and what a teacher should look at."""
    failed = [r.submission for r in results if _failed(r)]
    if failed:
        yield from prose(f"The grader failed on {', '.join(failed)}: look at it yourself.")
    if aside:
        yield from prose(f"Left aside, as no submission: {', '.join(aside)}.")
    first = results[0]
    yield from prose(f"Seed {first.seed}: the same seed gives the same cases.")
    yield from prose(f"Isolation: {', '.join(dict.fromkeys(r.isolation for r in results))}.")
    for sentence in dict.fromkeys(s for r in results for s in r.unprotected):
        yield from prose(sentence, "  - ", "    ")


def _failed(result: Result) -> bool:
    return any(q.verdict is Verdict.GRADER_ERROR for q in result.questions)
