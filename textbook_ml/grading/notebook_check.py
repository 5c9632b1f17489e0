"""`check(variance_mvue)` in a notebook: test one function with the public test cases.

The function runs in a worker process, as with the command `check`. Where that is not possible, it
runs in the process of the notebook, and the result states this.
"""

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

from textbook_ml.core.console import Heading
from textbook_ml.core.errors import TextbookError, require
from textbook_ml.core.files import write_file
from textbook_ml.core.printable import Printable
from textbook_ml.core.printing import html_report
from textbook_ml.grading.assignment import (
    CASES,
    PUBLIC_SEED,
    Assignment,
    of_questions,
    read_assignment,
)
from textbook_ml.grading.check import visible_assignment
from textbook_ml.grading.context import GradingContext
from textbook_ml.grading.function_source import (
    CollectedCode,
    SourceUnavailable,
    collect_source,
    function_name,
    require_function,
)
from textbook_ml.grading.grade_question import Examination
from textbook_ml.grading.grade_submission import grade_submission
from textbook_ml.grading.reports.report_text import prose, verdict_name
from textbook_ml.grading.reports.terminal import findings
from textbook_ml.grading.results import Counterexample, QuestionResult, Verdict
from textbook_ml.grading.runner.in_process import LocalRunner, check_here
from textbook_ml.grading.runner.interruption import interruptible
from textbook_ml.grading.runner.limits import Limits
from textbook_ml.grading.runner.load_check import FileSurvey
from textbook_ml.grading.runner.load_client import plain_report
from textbook_ml.grading.runner.submission_source import SubmissionCode
from textbook_ml.grading.select_questions import asked_for
from textbook_ml.grading.tasks import Task
from textbook_ml.questions import Question

__all__ = ["CheckResult", "check"]

NOTEBOOK = "notebook.ipynb"
NO_PROCESSES = ("emscripten", "wasi")  # platforms
PUBLIC = (
    "These are the public test cases. Your teacher grades with other cases. Also try lists with "
    "one item, ties, zeros, and very large or very small numbers."
)
NOT_ISOLATED = "none. The function ran in this Python process"
GOOD, BAD = "#1a7f37", "#cf222e"


@dataclass(frozen=True, slots=True, repr=False)
class CheckResult(Printable):
    """The result of `check`: the verdict, the smallest failing call, and the hint."""

    question: QuestionResult
    isolation: str
    notes: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether all public test cases are right."""
        return self.question.verdict is Verdict.PASSED

    @property
    def verdict(self) -> str:
        """The verdict in words, such as "passed" or "wrong value"."""
        return verdict_name(self.question)

    @property
    def hint(self) -> str | None:
        """The hint for the mistake, if it is a known one."""
        return self.question.help

    @property
    def counterexample(self) -> Counterexample | None:
        """The smallest failing call, with the expected and the returned value."""
        return self.question.counterexample

    def _report(self) -> Iterator[str]:
        sign = "✓" if self.passed else "✗"
        yield Heading(f"{sign} {self.question.function} ({self.question.id}): {self.verdict}")
        yield from findings(self.question)
        yield ""
        for note in self.notes:
            yield from prose(note, "Note: ", "  ")
        yield from prose(PUBLIC)
        yield from prose(f"Isolation: {self.isolation}.")

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        style = f"border-left: 4px solid {GOOD if self.passed else BAD}; padding-left: 0.75em"
        return f'<div style="{style}">{html_report(self._report())}</div>'


def check(
    function: Callable[..., Any], question: str | None = None, *, assignment: str | None = None
) -> CheckResult:
    """Test a function with the public test cases of its question.

    The question is found by the name of the function. If the function has another name, pass the
    name or id of the question. With the path of an `assignment`, its limits and packages apply.

        check(variance_mvue)
        check(my_variance, question="mitchell-15")
    """
    require_function(function)
    name = function_name(function)
    task, whole = _question_of_function(name, question, assignment)
    try:
        code = collect_source(function)
    except SourceUnavailable:
        return _check_without_source(function, task)
    notes = tuple(
        f"{name} uses {used} (of type {kind}), which cannot be sent to a worker process. Fix: "
        "define it inside the function."
        for used, kind in code.left_out.items()
    )
    cells = _with_alias(code, name, task.question.function)
    if sys.platform in NO_PROCESSES:
        return _in_this_process(cells, task, notes, "this system has no other processes")
    return _check_in_worker(cells, task, whole, notes)


def _question_of_function(
    name: str, question: str | None, assignment: str | None
) -> tuple[Task, Assignment]:
    """Return the question for a function, and the assignment that it belongs to."""
    if assignment is not None:
        all_tasks = read_assignment(assignment)
        require(
            all_tasks.language is None,
            f"{assignment} is for another language. Fix: run `check FILE --assignment …`.",
        )
        wanted = name if question is None else question
        if any(wanted in (t.question.function, t.question.id) for t in all_tasks.tasks):
            whole = visible_assignment(all_tasks.only([wanted]))
            return whole.tasks[0], whole
    try:
        found = asked_for(name if question is None else question)
    except TextbookError as error:
        if question is not None:
            raise
        shown_error = str(error).replace(
            "Run `questions`", "Run `python3 -m textbook_ml questions`"
        )
        raise TextbookError(
            f"{shown_error} Fix: rename your function, or name the question: "
            f'check({name}, question="…")'
        ) from None
    names = ", ".join(f"{one.id}" for one in found)
    require(
        len(found) == 1, f"{question!r} stands for {len(found)} questions. Fix: use one: {names}"
    )
    if assignment is None:
        whole = of_questions(found, found[0].function)
    else:
        whole = visible_assignment(read_assignment(assignment).only([found[0].function]))
    return whole.tasks[0], whole


def _with_alias(code: CollectedCode, name: str, asked: str) -> list[str]:
    """Return the cells, with the function also defined under the name that the question uses."""
    if name == asked:
        return code.cells
    require(
        asked not in code.names,
        f"{name} uses another function of yours that is called {asked}. Fix: rename that function",
    )
    return [*code.cells, f"{asked} = {name}"]


def _check_in_worker(
    cells: list[str], task: Task, whole: Assignment, notes: tuple[str, ...]
) -> CheckResult:
    """Test the code in a worker process, or in this process if no worker can be started."""
    content = {"cells": [{"cell_type": "code", "source": cell} for cell in cells]}
    with TemporaryDirectory() as folder, interruptible() as interruption:
        path = Path(folder, NOTEBOOK)
        write_file(str(path), json.dumps(content))
        try:
            result = grade_submission(
                path, [task], whole.limits,
                seed=whole.public_seed, public_seed=whole.public_seed, cases=whole.cases,
            )  # fmt: skip
        except (TextbookError, OSError) as error:
            return _in_this_process(cells, task, notes, f"no worker process could start ({error})")
    if interruption.code is not None:
        raise KeyboardInterrupt
    return CheckResult(result.questions[0], result.isolation, (*notes, *result.notes))


def _in_this_process(
    cells: list[str], task: Task, notes: tuple[str, ...], reason: str
) -> CheckResult:
    """Test the code in this process."""
    found = check_here(task.question.function, "\n".join(cells))
    values = {one.name: found[one.name] for one in fields(QuestionResult)}
    if values["counterexample"] is not None:
        values["counterexample"] = Counterexample(**values["counterexample"])
    result = QuestionResult(**(values | {"id": task.question.id}))
    return CheckResult(result, f"{NOT_ISOLATED}, because {reason}", (*notes, *found["notes"]))


def _check_without_source(function: Callable[..., Any], task: Task) -> CheckResult:
    """Test a function whose source cannot be read, by calling it in this process."""
    # `_CalledInProcess` has all attributes of `GradingContext` that `Examination` uses.
    result = Examination(
        cast(GradingContext, _CalledInProcess(function, task.question)), task
    ).result()
    reason = "its source code cannot be read. Define it in a notebook cell or in a file"
    return CheckResult(result, f"{NOT_ISOLATED}, because {reason}")


@dataclass(frozen=True, slots=True)
class _CalledInProcess:
    """A replacement for `GradingContext` that calls a function in this process."""

    function: Callable[..., Any]
    question: Question
    limits: Limits = Limits()
    seed: str = PUBLIC_SEED
    cases: int = CASES
    hints: str = "none"  # there is no source to search for the line

    @property
    def survey(self) -> FileSurvey:
        return FileSurvey(plain_report({"names": [self.question.function]}))

    @property
    def source(self) -> SubmissionCode:
        return SubmissionCode(NOTEBOOK, ("",))

    def runner(self, question: Question, given: tuple[str, ...] = ()) -> LocalRunner:
        return LocalRunner(self.function, given)
