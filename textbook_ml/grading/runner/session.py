"""Call functions of a submission in a worker process, and decode the answers."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic
from typing import Any

from textbook_ml.grading.exception_facts import ExceptionFacts, plain_facts
from textbook_ml.grading.runner.limits import Limits
from textbook_ml.grading.runner.load_client import Report, load
from textbook_ml.grading.runner.process import (
    AnswerTimeout,
    ProtocolViolation,
    WorkerProcess,
    clean,
    nonce,
)
from textbook_ml.grading.runner.process_pool import ProcessPool
from textbook_ml.grading.runner.submission_source import SubmissionCode
from textbook_ml.grading.runner.worker.framing import LARGEST_ANSWER
from textbook_ml.grading.runner.worker.value_codec import Odd, decode, encode
from textbook_ml.questions.framework.diagnosis import RaisedException
from textbook_ml.questions.framework.forms import FUNCTION, Form
from textbook_ml.questions.framework.judge import Case, UnsupportedValue

Upcall = Callable[[str, Any], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class CallAnswer:
    """The outcome of one call: a plain value, or the exception that was raised."""

    value: Any  # the returned value, or Raised
    changed: bool = False  # whether the function changed an argument
    line: int | None = None  # the line of the student's file that raised the exception
    facts: ExceptionFacts = ExceptionFacts()  # names and types involved in the exception
    signature: str | None = None  # the signature, if the arguments do not fit it
    type_name: str | None = None  # the type of the value, if it is a subclass of a plain type


class CallSession:
    """The calls for one question in one worker process."""

    child: WorkerProcess
    limits: Limits
    report: Report
    until: float

    def __init__(
        self,
        child: WorkerProcess,
        report: Report,
        limits: Limits,
        until: float,
        form: Form = FUNCTION,
    ) -> None:
        self.child, self.report, self.limits, self.until = child, report, limits, until
        self.form = form

    def ask(self, cases: Sequence[Case], upcall: Upcall | None = None) -> Iterator[CallAnswer]:
        """Yield the answers one by one; raise `Lost` if the process gives no more answers."""
        nonces = [nonce() for _ in cases]
        wired = [encode(list(self.form.sent(case))) for case in cases]
        self.child.send({"calls": [{"nonce": n, "args": args} for n, args in zip(nonces, wired)]})
        for expected in nonces:
            yield plain_answer(self._reply_to_call(expected, upcall))

    def ask_one(self, case: Case, upcall: Upcall | None = None) -> CallAnswer:
        """Return the answer to one case."""
        [answer] = self.ask([case], upcall)
        return answer

    def _reply_to_call(self, expected: str, upcall: Upcall | None) -> dict[str, Any]:
        """Return the reply to a call; meanwhile, answer the requests for reference answers."""
        while True:
            left = self.until - monotonic()
            if left <= 0:
                raise AnswerTimeout
            message = self.child.receive(expected, min(self.limits.wall, left), LARGEST_ANSWER)
            if "ask" not in message:
                return message
            if upcall is None:
                raise ProtocolViolation(
                    "it asked for a reference answer, which is not allowed here"
                )
            self.child.send(upcall(message["ask"], message.get("args")))


@contextmanager
def call_session(
    process_pool: ProcessPool,
    source: SubmissionCode,
    limits: Limits,
    seconds: float,
    *,
    function: str,
    form: Form = FUNCTION,
    given: tuple[str, ...] = (),
    until: int | None = None,
    compiled: str = "",
) -> Iterator[CallSession]:
    """Load the submission in a new worker process; kill the process at the end of the block.

    Loading the file and all calls together take at most `seconds`.
    """
    end = monotonic() + seconds
    child = process_pool.child()
    try:
        report = load(
            child, source, limits, function=function, form=form, given=given,
            until=until, compiled=compiled, seconds=end - monotonic(),
        )  # fmt: skip
        yield CallSession(child, report, limits, end, form)
    finally:
        child.end()


def plain_answer(message: dict[str, Any]) -> CallAnswer:
    """Decode a reply into plain values, without any object made by student code."""
    match message:
        case {"value": wire}:
            try:
                value = decode(wire, lambda name: UnsupportedValue(clean(name, 100)))
            except (Odd, RecursionError) as error:
                raise ProtocolViolation(
                    f"it sent a value that cannot be decoded: {error}"
                ) from None
            return CallAnswer(value, "changed" in message, type_name=_subclassed_type(wire))
        case {"raised": [str(kind), str(words), int() | None as line]}:
            about = plain_facts(message.get("about"))
            return CallAnswer(
                RaisedException(clean(kind, 100), clean(words)), line=line, facts=about
            )
        case {"signature": str(signature)}:
            return CallAnswer(
                RaisedException("TypeError", "wrong arguments"), signature=clean(signature)
            )
    raise ProtocolViolation("it sent a message that is not an answer")


def _subclassed_type(wire: Any) -> str | None:
    """Return the type name of a value whose type is a subclass of a plain type."""
    match wire:
        case {"sub": [str(name), _]}:
            return clean(name, 100)
    return None
