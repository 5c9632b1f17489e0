"""A check where there are no processes, as in a browser: in this very interpreter.

The questions, cases, verdicts and words are those of `check`. Nothing keeps the code away from
the rest of the interpreter, so this is for students who check their own work in a place that can
be thrown away, and never for grading; a call that has no end is for whoever waits to end.
"""

import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Self, cast

from textbook_ml.errors import require
from textbook_ml.grading.assignment import CASES, PUBLIC_SEED
from textbook_ml.grading.child.codec import encode
from textbook_ml.grading.child.loading import Loader
from textbook_ml.grading.child.wire import Wire
from textbook_ml.grading.child.worker import Session
from textbook_ml.grading.examine import Examination
from textbook_ml.grading.interview import Answer, plain_answer
from textbook_ml.grading.limits import Limits
from textbook_ml.grading.loading import plain_report
from textbook_ml.grading.phrases import verdict_name, verdict_words
from textbook_ml.grading.setting import Setting
from textbook_ml.grading.source import Source
from textbook_ml.grading.survey import Survey
from textbook_ml.grading.tasks import Task
from textbook_ml.questions import Question, questions
from textbook_ml.questions.judge import Case

FILE = "answer.py"


def check_here(function: str, text: str) -> dict[str, Any]:
    """What `check` would say of a file with this text, for one of the questions.

    >>> right = "def variance_mvue(xs, mu): return sum((x - mu)**2 for x in xs) / (len(xs) - 1)"
    >>> check_here("variance_mvue", right)["name"]
    'passed'
    >>> check_here("variance_mvue", right.replace(" - 1)", ")"))["help"]
    'You divide by N, which is (14), the MLE; (15) divides by N − 1.'
    """
    require(function in questions(), f"there is no question {function!r}")
    task = Task(questions()[function])
    known = set(sys.modules)
    here = Here(text, Survey(plain_report(_loaded(text)[1])))
    # An Examination asks its setting for nothing that is not here.
    result = Examination(cast(Setting, here), task).result()
    for name in set(sys.modules) - known:
        if sys.modules[name].__name__ == "submission":
            del sys.modules[name]
    return {**asdict(result), "name": verdict_name(result), "words": verdict_words(result)}


@dataclass(frozen=True, slots=True)
class Here:
    """A setting without children: the text of the student's file, and what is known of it."""

    text: str
    survey: Survey
    limits: Limits = Limits()
    seed: str = PUBLIC_SEED
    cases: int = CASES

    @property
    def source(self) -> Source:
        """The text as a file."""
        return Source(FILE, (self.text,))

    def pupil(self, question: Question, given: tuple[str, ...] = ()) -> "PupilHere":
        """The submission, loaded afresh; `given` are functions that come from the chapter."""
        namespace, _ = _loaded(self.text)
        for name in given:
            namespace[name] = questions()[name].reference
        return PupilHere(namespace.get(question.function), given)


class PupilHere:
    """A function that is asked where it is; it has the manners of `Pupil`."""

    def __init__(self, function: Any, given: tuple[str, ...]) -> None:
        self.function, self.output, self.asked = function, "", set(given)
        job = {"packages": (), "cpu": Limits().cpu, "nonce": ""}
        self.session = Session(Wire(0, 1), job)
        self.session.places = (FILE,)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.drop()

    def ask_all(self, cases: Sequence[Case]) -> tuple[list[Answer], None]:
        """All answers: where nobody can be lost, nobody is."""
        return [self.ask(case) for case in cases], None

    def ask(self, case: Case) -> Answer:
        """One answer, made plain as if it came from afar."""
        return plain_answer(self.session.answer(self.function, encode(list(case))))

    def drop(self) -> None:
        """Nothing is there to end."""


def _loaded(text: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The names that a text gives, and the report of its loading."""
    loader = Loader(FILE, lambda place, line: None)
    loader.read([text], "")
    namespace = loader.run(None)
    return namespace, loader.report(namespace, True)
