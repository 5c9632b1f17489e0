"""The results of grading: one per question and one per submission, as frozen plain values."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """The outcome of one question."""

    PASSED = "passed"
    WRONG_VALUE = "wrong_value"
    WRONG_TYPE = "wrong_type"
    MUTATED_ARGUMENT = "mutated_argument"
    RAISED = "raised"
    TIMEOUT = "timeout"
    OUT_OF_MEMORY = "out_of_memory"
    CRASHED = "crashed"
    MISSING = "missing"
    SIGNATURE = "signature"
    LOAD_ERROR = "load_error"
    UNSTABLE = "unstable"
    PROTOCOL_VIOLATION = "protocol_violation"
    NOT_ATTEMPTED = "not_attempted"
    GRADER_ERROR = "grader_error"
    TO_MARK = "to_mark"
    MARKED = "marked"


MANUAL = (Verdict.TO_MARK, Verdict.MARKED)  # verdicts on items that the teacher marks


@dataclass(frozen=True, slots=True)
class Counterexample:
    """The smallest failing call as code, with the expected and the returned value."""

    call: str
    expected: str
    got: str


@dataclass(frozen=True, slots=True)
class QuestionResult:
    """The result of one question: verdict, score, and explanation for the student."""

    id: str
    function: str
    verdict: Verdict
    score: float
    max_score: float
    words: str  # one or two sentences for the student
    cases: int = 0  # number of cases that were judged
    counterexample: Counterexample | None = None
    misconception: str | None = None  # the name of the misconception
    help: str | None = None  # the hint for the misconception
    where: str | None = None  # the line to look at, in a sentence
    line: int | None = None  # the number of that line
    given: tuple[str, ...] = ()  # the function is right with correct versions of these helpers
    visible: bool = True
    seconds: float = 0.0
    output: str = ""  # the last part of the output of the student's code
    graded: float | None = None  # the grader's score, if the teacher changed it
    comment: str = ""  # the teacher's comment
    request: str = ""  # the student's request to grade the question again


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one submission: all questions of the assignment in their order."""

    submission: str
    assignment: str
    score: float
    max_score: float
    seed: str
    public_seed: str
    isolation: str  # the isolation level: process, process+uid, process+uid+ns …
    unprotected: tuple[str, ...]  # attacks that this level does not prevent, one sentence each
    questions: tuple[QuestionResult, ...]
    notes: tuple[str, ...] = ()  # about the file as a whole: encoding, names, imports, load errors
    finished: bool = True
    seconds: float = 0.0
    facts: Mapping[str, str] | None = None  # version of the package and of Python
    late: str = ""  # a sentence on the late policy
    deducted: float = 0.0  # points deducted for lateness; `score` is after the deduction
