"""The context that all questions of one submission share: file, limits, seed and budget."""

from dataclasses import dataclass
from time import monotonic
from typing import Any

from textbook_ml.grading.locating.edited_runners import EditedRunners
from textbook_ml.grading.runner.budget import Budget
from textbook_ml.grading.runner.limits import Limits
from textbook_ml.grading.runner.load_check import FileSurvey
from textbook_ml.grading.runner.process_pool import ProcessPool
from textbook_ml.grading.runner.retrying_runner import Runner
from textbook_ml.grading.runner.submission_source import SubmissionCode
from textbook_ml.questions import Question


@dataclass(frozen=True, slots=True)
class GradingContext:
    """A submission, with the limits, seed and budget that are needed to grade a question."""

    process_pool: ProcessPool
    source: SubmissionCode
    survey: FileSurvey
    limits: Limits
    seed: str
    cases: int
    budget: Budget
    edited: EditedRunners
    hints: str = "line"  # how much is told about the place of a mistake: none, line, kind or edit

    def runner(self, question: Question, given: tuple[str, ...] = ()) -> Runner:
        """Return a runner for this function; the reference replaces the functions `given`."""
        allowed, end = frozenset(given), self.budget.end_of(question.function)

        def ask_reference(name: Any, encoded: Any) -> dict[str, Any]:
            if not isinstance(name, str) or name not in allowed:  # answer only for these functions
                return {"raised": "this function must be your own"}
            runner.asked.add(name)
            seconds = min(self.limits.wall, max(end - monotonic(), 0.0))
            return self.process_pool.references.ask(name, encoded, seconds, question.home)

        runner = Runner(
            self.process_pool, self.source, self.limits, end,
            function=question.target, form=question.form, until=self.survey.until,
            compiled=self.survey.report.compiled,
            given=given, ask_reference=ask_reference if given else None,
        )  # fmt: skip
        return runner
