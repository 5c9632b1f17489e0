"""The report as Gradescope's `results.json`."""

import json
from typing import Any

from textbook_ml.grading.phrases import tame_lines, verdict_name
from textbook_ml.grading.results import QuestionResult, Result, Verdict
from textbook_ml.grading.terminal import findings, needs_words, terms


def as_gradescope(result: Result) -> str:
    """The whole file. Hidden questions are shown when the grades are published."""
    said = {
        "score": result.score,
        "execution_time": result.seconds,
        "output": "\n".join(terms(result)),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "stdout_visibility": "hidden",
        "tests": [_test(place, question) for place, question in enumerate(result.questions, 1)],
        "extra_data": {
            "seed": result.seed,
            "isolation": result.isolation,
            "finished": result.finished,
        },
    }
    return json.dumps(said, indent=1) + "\n"


def _test(place: int, question: QuestionResult) -> dict[str, Any]:
    """One row; what it says is what the terminal says."""
    lines = list(findings(question)) if needs_words(question) else [verdict_name(question)]
    return {
        "name": f"{question.function} ({question.id})",
        "number": str(place),
        "score": question.score,
        "max_score": question.max_score,
        "status": "passed" if _fine(question) else "failed",
        "output": "\n".join(row for line in lines for row in tame_lines(line)),
        "visibility": "visible" if question.visible else "after_published",
        "tags": [str(question.verdict), *filter(None, [question.misconception])],
    }


def _fine(question: QuestionResult) -> bool:
    return question.verdict is Verdict.PASSED or question.score >= question.max_score
