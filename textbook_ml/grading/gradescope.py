"""The report as Gradescope's `results.json`.

Students read this file on Gradescope at once, but the results of hidden questions only when the
grades are published. So nothing outside the rows of hidden questions may depend on them, and the
seed, which gives away the cases, is not in it. The instructor reads both in the output of the
command, which Gradescope hides from students.
"""

import json
from collections.abc import Iterator
from typing import Any

from textbook_ml.grading.phrases import prose, tame_lines, verdict_name
from textbook_ml.grading.results import QuestionResult, Result, Verdict
from textbook_ml.grading.terminal import NOT_FINISHED, findings, needs_words


def as_gradescope(result: Result) -> str:
    """The whole file. Hidden questions come last, so that the other numbers have no gaps."""
    hidden = {q.function for q in result.questions if not q.visible}
    ordered = sorted(result.questions, key=lambda question: not question.visible)
    said = {
        "score": result.score,
        "output": "\n".join(_output(result)),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "stdout_visibility": "hidden",
        "tests": [_test(place, question, hidden) for place, question in enumerate(ordered, 1)],
        "extra_data": {"isolation": result.isolation, "finished": result.finished},
    }
    return json.dumps(said, indent=1) + "\n"


def _output(result: Result) -> Iterator[str]:
    """What students read above the questions: about the file and its time, not its marks."""
    if not result.finished:
        yield NOT_FINISHED
    if result.late:
        yield from prose(result.late)
    for note in result.notes:
        yield from prose(note, "Note: ", "  ")


def _test(place: int, question: QuestionResult, hidden: set[str]) -> dict[str, Any]:
    """One row; what it says is what the terminal says.

    A question that has its points thanks to a correct version of a hidden function is shown as
    passed: to name the helper would tell that the hidden function is wrong.
    """
    tells = question.visible and not hidden.isdisjoint(question.given)
    verdict = str(Verdict.PASSED if tells else question.verdict)
    if tells:
        lines = [verdict]
    else:
        lines = list(findings(question)) if needs_words(question) else [verdict_name(question)]
    return {
        "name": f"{question.function} ({question.id})",
        "number": str(place),
        "score": question.score,
        "max_score": question.max_score,
        "status": "passed" if _fine(question) else "failed",
        "output": "\n".join(row for line in lines for row in tame_lines(line)),
        "visibility": "visible" if question.visible else "after_published",
        "tags": [verdict, *filter(None, [question.misconception])],
    }


def _fine(question: QuestionResult) -> bool:
    return question.verdict is Verdict.PASSED or question.score >= question.max_score
