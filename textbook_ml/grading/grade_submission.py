"""A submission, graded: every question of the assignment, whatever the file does."""

import platform
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import replace
from math import fsum
from pathlib import Path
from time import monotonic

from textbook_ml import __version__
from textbook_ml.errors import TextbookError
from textbook_ml.grading.budget import Budget
from textbook_ml.grading.examine import bare, examine
from textbook_ml.grading.limits import Limits
from textbook_ml.grading.loading import NotStarted
from textbook_ml.grading.process import RUNNING, Stopped, clean
from textbook_ml.grading.results import QuestionResult, Result, Verdict
from textbook_ml.grading.setting import Setting
from textbook_ml.grading.source import read_source
from textbook_ml.grading.survey import survey
from textbook_ml.grading.tasks import Task
from textbook_ml.grading.workshop import Workshop, workshop

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
    on_question: OnQuestion = lambda result: None,
) -> Result:
    """The result of a submission; `on_question` is told a provisional one after every question.

    If the grading is stopped on the way, the result has the questions that are finished.
    """
    shop = workshop()
    draft = _Draft(path, tasks, seed, public_seed, shop, on_question)
    draft.tell()
    try:
        source = read_source(path, limits, [task.question.function for task in tasks])
    except TextbookError as error:
        return draft.same_for_all(Verdict.LOAD_ERROR, f"{clean(str(error))}.", costs=True)
    budget = Budget(limits, jobs)
    with shop.open(jobs):
        try:
            seen = survey(shop, source, limits, limits.budget / 2)
        except NotStarted as error:
            words = f"No interpreter could be started ({error}): this costs you nothing."
            return draft.same_for_all(Verdict.GRADER_ERROR, words, costs=False)
        draft.notes = (*source.notes, *seen.notes(limits))
        setting = Setting(shop, source, seen, limits, seed, cases, budget)
        budget.first_round(len(tasks))
        again = []
        for place, result, cut_short in _round(setting, dict(enumerate(tasks)), jobs):
            draft.note(place, result)
            if cut_short and budget.may_have_more(result.function):
                again.append(place)
        budget.second_round(len(again))
        for place, result, _ in _round(setting, {i: tasks[i] for i in again}, jobs):
            draft.note(place, result)
    return draft.result(finished=not RUNNING.stopped)


Examined = tuple[int, QuestionResult, bool]


def _round(setting: Setting, tasks: Mapping[int, Task], jobs: int) -> Iterator[Examined]:
    """Examine these questions side by side: their places, results, and which were cut short."""
    pool = ThreadPoolExecutor(jobs)
    try:
        places = {pool.submit(_in_time, setting, task): place for place, task in tasks.items()}
        for future in as_completed(places):
            try:
                result, cut_short = future.result()
            except Stopped:  # other questions may be finished all the same
                continue
            yield places[future], result, cut_short
    finally:
        pool.shutdown(cancel_futures=True)


def _in_time(setting: Setting, task: Task) -> tuple[QuestionResult, bool]:
    """One question within its share of the budget; was it cut short?"""
    budget, name = setting.budget, task.question.function
    RUNNING.check()
    if budget.left() <= 0:
        budget.finish(name)
        return bare(task, Verdict.TIMEOUT, f"It was not called. {_spent(budget)}"), True
    result = examine(setting, task)
    RUNNING.check()  # after a stop, it says what became of a process that was killed
    cut_short = budget.finish(name) and result.verdict is not Verdict.PASSED
    if cut_short and result.verdict is Verdict.TIMEOUT:
        words = f"No answer came within {budget.shares[name]:.2g} s. {_spent(budget)}"
        example = result.counterexample
        if example is not None:
            example = replace(example, got="no answer in time")
        result = replace(result, words=words, counterexample=example)
    return result, cut_short


def _spent(budget: Budget) -> str:
    """Why there was no more time."""
    return f"All functions of a submission together may take {budget.seconds:g} s (its budget)."


class _Draft:
    """A result on its way: what is not graded yet is not attempted."""

    def __init__(
        self,
        path: Path,
        tasks: Sequence[Task],
        seed: str,
        public_seed: str,
        shop: Workshop,
        on_question: OnQuestion,
    ) -> None:
        self.path, self.tasks, self.shop, self.on_question = path, tasks, shop, on_question
        self.seed, self.public_seed, self.start = seed, public_seed, monotonic()
        self.notes: tuple[str, ...] = ()
        self.results = [bare(t, Verdict.NOT_ATTEMPTED, NOT_YET) for t in tasks]

    def note(self, place: int, result: QuestionResult) -> None:
        """Keep the result of a question, and let the caller write it down."""
        self.results[place] = result
        self.tell()

    def tell(self) -> None:
        """Let the caller write down what is known so far."""
        self.on_question(self.result(finished=False))

    def same_for_all(self, verdict: Verdict, words: str, costs: bool) -> Result:
        """The result if one thing is to be said of every question."""
        self.results = [bare(t, verdict, words, 0.0 if costs else t.points) for t in self.tasks]
        return self.result(finished=True)

    def result(self, finished: bool) -> Result:
        """All questions in their order, and the points together."""
        return Result(
            submission=clean(self.path.name),
            assignment="",
            score=fsum(result.score for result in self.results),
            max_score=fsum(task.points for task in self.tasks),
            seed=self.seed,
            public_seed=self.public_seed,
            isolation=self.shop.sandbox.tier,
            unprotected=self.shop.sandbox.unprotected,
            questions=tuple(self.results),
            notes=self.notes,
            finished=finished,
            seconds=monotonic() - self.start,
            facts={"version": __version__, "python": platform.python_version()},
        )
