"""Helpers for grading tests: three questions, few cases, short limits."""

from pathlib import Path

import textbook_ml
from textbook_ml.grading.grade_submission import grade_submission
from textbook_ml.grading.results import QuestionResult, Result
from textbook_ml.grading.runner.limits import Limits
from textbook_ml.grading.tasks import Task
from textbook_ml.questions import questions

ROOT = Path(textbook_ml.__file__).resolve().parents[1]
REFERENCE = ROOT / "textbook_ml" / "equations" / "gaussian.py"
FUNCTIONS = ("mean_mle", "variance_mle", "variance_mvue")
SHORT = Limits(wall=1.0, cpu=1.0, memory=400 << 20, file_size=1 << 18)


def graded(
    path: Path, functions: tuple[str, ...] = FUNCTIONS, limits: Limits = SHORT, cases: int = 6
) -> Result:
    """Grade a submission and return the result."""
    tasks = [Task(questions()[name], 2.0) for name in functions]
    return grade_submission(path, tasks, limits, seed="secret", public_seed="public", cases=cases)


def by_function(result: Result) -> dict[str, QuestionResult]:
    """Return the question results by the name of the function."""
    return {question.function: question for question in result.questions}


def summary_of(result: Result) -> list[tuple[str, str, float, str]]:
    """Return a description of the result, to be shown if a test fails."""
    return [(q.function, str(q.verdict), q.score, q.words) for q in result.questions]
