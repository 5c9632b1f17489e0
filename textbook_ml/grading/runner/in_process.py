"""Check student code in this interpreter, for places without processes, such as a browser.

The questions, cases, verdicts and texts are those of `check`. The code is not isolated from the
rest of the interpreter. So this is only for students who check their own work in a disposable
interpreter, never for grading. The caller must stop a call that does not return.
"""

import ast
import builtins
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from math import inf
from time import monotonic
from types import FrameType
from typing import Any, Self, cast

from textbook_ml.core.errors import require
from textbook_ml.grading.assignment import CASES, PUBLIC_SEED
from textbook_ml.grading.context import GradingContext
from textbook_ml.grading.grade_question import Examination
from textbook_ml.grading.locating.edited_calls import CALLER, added_code
from textbook_ml.grading.reports.report_text import verdict_name, verdict_words
from textbook_ml.grading.runner.limits import Limits
from textbook_ml.grading.runner.load_check import FileSurvey
from textbook_ml.grading.runner.load_client import plain_report
from textbook_ml.grading.runner.process import AnswerTimeout
from textbook_ml.grading.runner.session import CallAnswer, plain_answer
from textbook_ml.grading.runner.submission_source import SubmissionCode
from textbook_ml.grading.runner.worker.framing import Wire
from textbook_ml.grading.runner.worker.guard import NO_MODULES
from textbook_ml.grading.runner.worker.submission_loader import SubmissionLoader
from textbook_ml.grading.runner.worker.value_codec import encode
from textbook_ml.grading.runner.worker.worker_main import Session
from textbook_ml.grading.tasks import Task
from textbook_ml.questions import Question, questions
from textbook_ml.questions.framework.judge import Case
from textbook_ml.sources.docstrings import page

FILE = "answer.py"
MOST_STEPS = 100_000  # lines that an edited function may execute in one call
NOT_YOURS = "This is the code of the chapter itself. It is right, but it is not your own work."


def check_here(function: str, text: str) -> dict[str, Any]:
    """Return the result of `check` for one question on a file with this text.

    >>> right = "def variance_mvue(xs, mu): return sum((x - mu)**2 for x in xs) / (len(xs) - 1)"
    >>> check_here("variance_mvue", right)["name"]
    'passed'
    >>> check_here("variance_mvue", right.replace(" - 1)", ")"))["help"]
    'You divide by N, which is (14), the MLE. Equation (15) divides by N − 1.'
    """
    require(function in questions(), f"there is no question {function!r}")
    asked = questions()[function]
    copied = is_the_chapters(asked, text)
    known = set(sys.modules)
    report = {"names": [function]} if copied else _load_cells(text)[1]
    here = InProcessContext(text, FileSurvey(plain_report(report)), copied)
    # `InProcessContext` has all attributes of `GradingContext` that `Examination` uses.
    result = Examination(cast(GradingContext, here), Task(asked)).result()
    if copied:
        result = replace(result, comment=NOT_YOURS)
    for name in set(sys.modules) - known:
        if sys.modules[name].__name__ == "submission":
            del sys.modules[name]
    return {
        **asdict(result),
        "name": verdict_name(result),
        "words": verdict_words(result),
        "notes": list(here.survey.notes(here.limits)),
    }


def is_the_chapters(asked: Question, text: str) -> bool:
    """Return whether the code is a copy of a function of this package, which needs its module.

    >>> is_the_chapters(questions()["odds"], "def odds(p): return p / (1 - p)")
    False
    """
    own = page(f"{asked.reference.__module__}.{asked.function}").signature_and_body
    try:
        return ast.dump(ast.parse(text)) == ast.dump(ast.parse(own))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False


@dataclass(frozen=True, slots=True)
class InProcessContext:
    """A `GradingContext` without processes: the student's code, and facts about it."""

    text: str
    survey: FileSurvey
    copied: bool  # whether the code is the chapter's own; then its function is called
    limits: Limits = Limits()
    seed: str = PUBLIC_SEED
    cases: int = CASES
    hints: str = "line"

    @property
    def budget(self) -> Self:
        """An unlimited budget, because the caller stops a call that does not return."""
        return self

    def end_of(self, function: str) -> float:
        """Return the deadline of the question: infinity."""
        return inf

    @property
    def source(self) -> SubmissionCode:
        """The text of the submission, as the source of one file."""
        return SubmissionCode(FILE, (self.text,))

    def runner(self, question: Question, given: tuple[str, ...] = ()) -> "LocalRunner":
        """Load the submission and return a runner; the chapter replaces the functions `given`."""
        if self.copied:
            return LocalRunner(lambda *case: question.expected(case), given)
        namespace, _ = _load_cells(self.text)
        for name in given:
            namespace[name] = questions()[name].reference
        return LocalRunner(namespace.get(question.function), given)

    @property
    def edited(self) -> Self:
        """The runners for edited functions."""
        return self

    @contextmanager
    def lend(self, end: float) -> "Iterator[LocalRunner]":
        """Lend a runner for edited functions, with a limit on executed lines."""
        without_timer = "calls_of_edited_functions.tick = 0.0\n"
        namespace, _ = _load_cells(f"{self.text}\n{added_code()}\n{without_timer}")
        yield LocalRunner(namespace.get(CALLER), (), end)


class LocalRunner:
    """A function that is called in this process, with the interface of `Runner`."""

    asked: set[str]
    end: float
    function: Any
    output: str
    session: Session
    batch = 50  # number of edited functions in one request, because executed lines are limited

    def __init__(self, function: Any, given: tuple[str, ...], end: float = inf) -> None:
        self.function, self.output, self.asked, self.end = function, "", set(given), end
        job = {"packages": (), "cpu": Limits().cpu, "nonce": ""}
        self.session = Session(Wire(0, 1), job)
        self.session.places = (FILE,)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.drop()

    def ask_all(self, cases: Sequence[Case]) -> tuple[list[CallAnswer], None]:
        """Return all answers, and None because no process can be lost."""
        return [self.ask(case) for case in cases], None

    def ask_each(self, cases: Sequence[Case]) -> Iterator[CallAnswer]:
        """Yield the answers one by one; raise `AnswerTimeout` if one takes too many steps."""
        for case in cases:
            if monotonic() > self.end:
                raise AnswerTimeout
            steps = LineLimit()
            sys.settrace(steps.count)
            try:
                answer = self.ask(case)
            finally:
                sys.settrace(None)
            if steps.left <= 0:
                raise AnswerTimeout
            yield answer

    def ask(self, case: Case) -> CallAnswer:
        """Return one answer as plain values, like an answer of a worker process."""
        return plain_answer(self.session.answer(self.function, encode(list(case))))

    def drop(self) -> None:
        """Do nothing, because there is no process to end."""


class LineLimit:
    """A limit on the number of lines that a call executes, for code that may never return."""

    def __init__(self) -> None:
        self.left = MOST_STEPS

    def count(self, frame: FrameType, event: str, argument: Any) -> Any:
        """Count a line; raise TimeoutError in the traced code if there were too many."""
        self.left -= 1
        if self.left <= 0:
            raise TimeoutError("too many steps")
        return self.count


def _load_cells(text: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the names that the code defines, and the report on loading it."""
    loader = SubmissionLoader(FILE, lambda place, line: None)
    vars(loader.module)["__builtins__"] = {**vars(builtins), "__import__": _import_allowed_module}
    loader.read([text], "")
    namespace = loader.run(None)
    return namespace, loader.report(namespace, True)


def _import_allowed_module(name: str, *how: Any, **named: Any) -> Any:
    """Import a module, but raise ModuleNotFoundError for modules that are not allowed."""
    if name.partition(".")[0] in NO_MODULES:
        raise ModuleNotFoundError(f"No module named {name!r} while a file is graded")
    return __import__(name, *how, **named)
