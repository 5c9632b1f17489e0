"""Grade all questions of one submission, even if its code crashes or never returns."""

import platform
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import replace
from math import fsum
from pathlib import Path
from time import monotonic

from textbook_ml import __version__
from textbook_ml.core.errors import TextbookError
from textbook_ml.grading.context import GradingContext
from textbook_ml.grading.grade_question import grade_task, verdict_only_result
from textbook_ml.grading.locating.edited_runners import EditedRunners
from textbook_ml.grading.program_language import ProgramLanguage
from textbook_ml.grading.results import QuestionResult, Result, Verdict
from textbook_ml.grading.runner.budget import Budget
from textbook_ml.grading.runner.limits import Limits
from textbook_ml.grading.runner.load_check import FileSurvey, survey_file
from textbook_ml.grading.runner.load_client import NotStarted
from textbook_ml.grading.runner.process import RUNNING, GradingStopped, clean
from textbook_ml.grading.runner.process_pool import ProcessPool, process_pool
from textbook_ml.grading.runner.program_build import build
from textbook_ml.grading.runner.submission_source import read_source
from textbook_ml.grading.tasks import Task

OnQuestion = Callable[[Result], None]

NOT_YET = "Not graded yet."


def grade_submission(
    path: Path,
    tasks: Sequence[Task],
    limits: Limits,
    *,
    seed: str,
    public_seed: str,
    cases: int = 50,
    jobs: int = 1,
    hints: str = "line",
    language: ProgramLanguage | None = None,
    on_question: OnQuestion = lambda result: None,
) -> Result:
    """Return the result of a submission; call `on_question` after each question.

    If the grading is interrupted, the result contains the finished questions.
    """
    processes = process_pool()
    draft = _ProvisionalResult(path, tasks, seed, public_seed, processes, on_question)
    draft.publish()
    try:
        names = [task.question.target for task in tasks]
        source = read_source(path, limits, names, language.file if language else "")
    except TextbookError as error:
        return draft.same_for_all(Verdict.LOAD_ERROR, f"{clean(str(error))}.", costs=True)
    budget = Budget(limits, jobs)
    with processes.open(jobs):
        try:
            if language is None:
                until = 0 if any(t.question.form.kind == "script" for t in tasks) else None
                seen = survey_file(processes, source, limits, limits.budget / 2, until)
            else:
                plan = language.plan(limits)
                source, report = build(processes, source, limits, plan, limits.budget / 2)
                seen = FileSurvey(report)
        except NotStarted as error:
            words = f"The grader could not start Python ({error}). You lose no points."
            return draft.same_for_all(Verdict.GRADER_ERROR, words, costs=False)
        draft.notes = (*source.notes, *seen.notes(limits))
        with EditedRunners(processes, source, limits) as edited:
            setting = GradingContext(
                processes, source, seen, limits, seed, cases, budget, edited, hints
            )
            _grade_in_two_rounds(setting, tasks, jobs, draft)
    return draft.result(finished=not RUNNING.stopped)


def _grade_in_two_rounds(
    setting: GradingContext, tasks: Sequence[Task], jobs: int, draft: "_ProvisionalResult"
) -> None:
    """Grade all questions, and then once more those that ran out of time."""
    budget = setting.budget
    budget.first_round(len(tasks))
    again = []
    for place, result, cut_short in _grade_in_parallel(setting, dict(enumerate(tasks)), jobs):
        draft.add(place, result)
        if cut_short and budget.may_have_more(result.function):
            again.append(place)
    budget.second_round(len(again))
    for place, result, _ in _grade_in_parallel(setting, {i: tasks[i] for i in again}, jobs):
        draft.add(place, result)


Examined = tuple[int, QuestionResult, bool]


def _grade_in_parallel(
    setting: GradingContext, tasks: Mapping[int, Task], jobs: int
) -> Iterator[Examined]:
    """Grade questions in parallel; yield index, result, and whether the time ran out."""
    pool = ThreadPoolExecutor(jobs)
    try:
        places = {
            pool.submit(_grade_in_budget, setting, task): place for place, task in tasks.items()
        }
        for future in as_completed(places):
            try:
                result, cut_short = future.result()
            except GradingStopped:  # other questions may be finished
                continue
            yield places[future], result, cut_short
    finally:
        pool.shutdown(cancel_futures=True)


def _grade_in_budget(setting: GradingContext, task: Task) -> tuple[QuestionResult, bool]:
    """Grade one question within its part of the budget; return result and whether time ran out."""
    budget, name = setting.budget, task.question.function
    RUNNING.check()
    if budget.left() <= 0:
        budget.finish(name)
        words = f"The function was not called. {_budget_spent_note(budget)}"
        return verdict_only_result(task, Verdict.TIMEOUT, words), True
    result = grade_task(setting, task)
    RUNNING.check()  # after a stop, the result is about the killed process, not the function
    cut_short = budget.finish(name) and result.verdict is not Verdict.PASSED
    if cut_short and result.verdict is Verdict.TIMEOUT:
        seconds = f"{budget.shares[name]:.2g} s"
        words = f"The function did not return within {seconds}. {_budget_spent_note(budget)}"
        example = result.counterexample
        if example is not None:
            example = replace(example, got="no answer in time")
        result = replace(result, words=words, counterexample=example)
    return result, cut_short


def _budget_spent_note(budget: Budget) -> str:
    """Return a sentence that states the time budget of a submission."""
    return f"All functions of a submission together may take {budget.seconds:g} s (its budget)."


class _ProvisionalResult:
    """A provisional result; questions that are not graded yet count as not attempted."""

    def __init__(
        self,
        path: Path,
        tasks: Sequence[Task],
        seed: str,
        public_seed: str,
        processes: ProcessPool,
        on_question: OnQuestion,
    ) -> None:
        self.path, self.tasks, self.processes = path, tasks, processes
        self.on_question = on_question
        self.seed, self.public_seed, self.start = seed, public_seed, monotonic()
        self.notes: tuple[str, ...] = ()
        self.results = [verdict_only_result(t, Verdict.NOT_ATTEMPTED, NOT_YET) for t in tasks]

    def add(self, place: int, result: QuestionResult) -> None:
        """Add the result of a question, and pass the provisional result to the caller."""
        self.results[place] = result
        self.publish()

    def publish(self) -> None:
        """Pass the provisional result to the caller."""
        self.on_question(self.result(finished=False))

    def same_for_all(self, verdict: Verdict, words: str, costs: bool) -> Result:
        """Return a finished result with the same verdict for all questions."""
        self.results = [
            verdict_only_result(t, verdict, words, 0.0 if costs else t.points) for t in self.tasks
        ]
        return self.result(finished=True)

    def result(self, finished: bool) -> Result:
        """Return the result with all questions in their order, and the total score."""
        return Result(
            submission=clean(self.path.name),
            assignment="",
            score=fsum(result.score for result in self.results),
            max_score=fsum(task.points for task in self.tasks),
            seed=self.seed,
            public_seed=self.public_seed,
            isolation=self.processes.sandbox.tier,
            unprotected=self.processes.sandbox.unprotected,
            questions=tuple(self.results),
            notes=self.notes,
            finished=finished,
            seconds=monotonic() - self.start,
            facts={"version": __version__, "python": platform.python_version()},
        )
