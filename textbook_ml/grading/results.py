"""What grading found out: one result a question, one a submission; plain, frozen, in points."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """What became of one question."""

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


@dataclass(frozen=True, slots=True)
class Counterexample:
    """The smallest call that went wrong: a line to paste, what was due, and what came."""

    call: str
    expected: str
    got: str


@dataclass(frozen=True, slots=True)
class QuestionResult:
    """One question: its verdict, what it earned, and what the student is told."""

    id: str
    function: str
    verdict: Verdict
    score: float
    max_score: float
    words: str  # one or two sentences for the student
    cases: int = 0  # how many cases were judged
    counterexample: Counterexample | None = None
    misconception: str | None = None  # the name of the misunderstanding
    help: str | None = None  # its sentence
    given: tuple[str, ...] = ()  # right, given correct versions of these
    visible: bool = True
    seconds: float = 0.0
    output: str = ""  # the end of what the student's code printed
    graded: float | None = None  # what the grader gave, where the teacher decided otherwise
    comment: str = ""  # the teacher's


@dataclass(frozen=True, slots=True)
class Result:
    """One submission: every question of the assignment, in its order, whatever happened."""

    submission: str
    assignment: str
    score: float
    max_score: float
    seed: str
    public_seed: str
    isolation: str  # the tier reached: process, process+uid, process+uid+ns …
    unprotected: tuple[str, ...]  # what this tier does not protect against, one sentence each
    questions: tuple[QuestionResult, ...]
    notes: tuple[str, ...] = ()  # about the file as a whole: odd names, imports, copies
    finished: bool = True
    seconds: float = 0.0
    facts: Mapping[str, str] | None = None  # version, Python, when: for the record
    late: str = ""  # what the late policy says of it, in words
    deducted: float = 0.0  # points that this costs; the score is after them
