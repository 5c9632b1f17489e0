"""The report as Gradescope's `results.json`.

Gradescope shows this file to students at once, but the rows of hidden questions only after the
grades are published. So nothing outside these rows may depend on hidden questions, and the file
does not contain the seed, which determines the test cases. The instructor finds both in the
output of the command, which Gradescope hides from students.
"""

import json
from collections.abc import Iterator
from typing import Any

from textbook_ml.grading.reports.report_text import prose, tame_lines, verdict_name
from textbook_ml.grading.reports.terminal import NOT_FINISHED, findings, needs_words
from textbook_ml.grading.results import QuestionResult, Result, Verdict


def as_gradescope(result: Result) -> str:
    """Return the JSON text, with hidden questions last: visible ones have numbers without gaps."""
    hidden = {q.function for q in result.questions if not q.visible}
    ordered = sorted(result.questions, key=lambda question: not question.visible)
    report = {
        "score": result.score,
        "output": "\n".join(_output_lines(result)),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "stdout_visibility": "hidden",
        "tests": [
            _question_row(place, question, hidden) for place, question in enumerate(ordered, 1)
        ],
        "extra_data": {"isolation": result.isolation, "finished": result.finished},
    }
    return json.dumps(report, indent=1) + "\n"


def _output_lines(result: Result) -> Iterator[str]:
    """Yield what students see above the questions: notes on the file, without its score."""
    if not result.finished:
        yield NOT_FINISHED
    if result.late:
        yield from prose(result.late)
    for note in result.notes:
        yield from prose(note, "Note: ", "  ")


def _question_row(place: int, question: QuestionResult, hidden: set[str]) -> dict[str, Any]:
    """Return the row of one question, with the same text as on the terminal.

    A question that is right only with a correct version of a hidden function is shown as passed,
    because the name of the helper would reveal that the hidden function is wrong.
    """
    reveals = question.visible and not hidden.isdisjoint(question.given)
    verdict = str(Verdict.PASSED if reveals else question.verdict)
    if reveals:
        lines = [verdict]
    else:
        lines = list(findings(question)) if needs_words(question) else [verdict_name(question)]
    return {
        "name": f"{question.function} ({question.id})",
        "number": str(place),
        "score": question.score,
        "max_score": question.max_score,
        "status": "passed" if _is_right(question) else "failed",
        "output": "\n".join(row for line in lines for row in tame_lines(line)),
        "visibility": "visible" if question.visible else "after_published",
        "tags": [verdict, *filter(None, [question.misconception])],
    }


def _is_right(question: QuestionResult) -> bool:
    return question.verdict is Verdict.PASSED or question.score >= question.max_score
