"""Judge one answer: the verdict, and the sentence for the student."""

import signal
from dataclasses import dataclass
from typing import Any

from textbook_ml.grading.results import Counterexample, Verdict
from textbook_ml.grading.runner.process import AnswerTimeout, ProcessEnded, ProcessLost
from textbook_ml.grading.runner.session import CallAnswer
from textbook_ml.questions import Question
from textbook_ml.questions.framework.diagnosis import RaisedException
from textbook_ml.questions.framework.judge import Case, Fault, show

LONGEST = 2000  # number of characters up to which a call is shown
LONGEST_MESSAGE = 300  # number of characters up to which the message of an exception is shown


@dataclass(frozen=True, slots=True)
class Finding:
    """A mistake: the test case, the expected value, and the value that was returned."""

    verdict: Verdict
    words: str
    case: Case
    expected: Any
    got: str
    answer: CallAnswer | None = None  # the answer, if the function raised an exception

    def counterexample(self, question: Question) -> Counterexample:
        """Return the call as code, with the expected and the returned value."""
        call = question.call(self.case)
        if len(call) > LONGEST:
            call = f"{call[:LONGEST]}…"
        return Counterexample(call, show(self.expected, LONGEST), self.got)


def finding(question: Question, case: Case, expected: Any, answer: CallAnswer) -> Finding | None:
    """Return the finding for a wrong answer or a changed argument; otherwise None."""
    value = answer.value
    if answer.signature is not None:
        return _signature(question, case, expected, answer.signature)
    if isinstance(value, RaisedException):
        memory = value.type_name == "MemoryError"
        verdict = Verdict.OUT_OF_MEMORY if memory else Verdict.RAISED
        words = raised_words(answer, value, value.message)
        return Finding(verdict, words, case, expected, repr(value), answer)
    fault = fault_of_value(question, case, expected, value)
    if fault is not None:
        words = f"{fault.words[:1].upper()}{fault.words[1:]}."
        if answer.type_name is not None:
            words += f" The answer has the type {answer.type_name}; its plain value was judged."
        return Finding(Verdict(fault.kind), words, case, expected, show(value, LONGEST))
    if answer.changed:
        words = "The answer is right, but the function changes its arguments. Work on a copy."
        got = "the right answer, but the arguments were changed"
        return Finding(Verdict.MUTATED_ARGUMENT, words, case, expected, got)
    return None


def raised_words(answer: CallAnswer, raised: RaisedException, words: str) -> str:
    """Return a sentence on an exception: its type, its line, and its explanation `words`.

    >>> raised_words(CallAnswer(None, line=2), RaisedException("KeyError"), "the dict has no 'a'")
    "It raised KeyError in line 2: the dict has no 'a'."
    """
    line = "" if answer.line is None else f" in line {answer.line}"
    if not words:
        return f"It raised {raised.type_name}{line}."
    short = words if len(words) < LONGEST_MESSAGE else f"{words[:LONGEST_MESSAGE]}…"
    return f"It raised {raised.type_name}{line}: {short}{'' if short[-1] in '.?' else '.'}"


def lost_finding(case: Case, expected: Any, lost: ProcessLost) -> Finding:
    """Return the finding for a call that the process did not answer."""
    verdict, words = _lost_process_message(lost)
    return Finding(verdict, f"{words}.", case, expected, words[:1].lower() + words[1:])


def _lost_process_message(lost: ProcessLost) -> tuple[Verdict, str]:
    if isinstance(lost, AnswerTimeout) or (isinstance(lost, ProcessEnded) and lost.code == -_XCPU):
        words = "The function did not return in time, even in a second run with twice the time"
        return Verdict.TIMEOUT, words
    if isinstance(lost, ProcessEnded):
        return Verdict.CRASHED, f"The process ended during the call ({ending(lost.code)})"
    return (
        Verdict.PROTOCOL_VIOLATION,
        f"The submission interfered with the messages to the grader: {lost}",
    )


_XCPU = getattr(signal, "SIGXCPU", 24)


def ending(code: int) -> str:
    """Describe how a process ended.

    >>> ending(3), ending(-11)
    ('exit code 3', 'signal SIGSEGV')
    """
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"signal {signal.Signals(-code).name}"
    except ValueError:
        return f"signal {-code}"


def _signature(question: Question, case: Case, expected: Any, signature: str) -> Finding:
    wanted = f"{question.function}({', '.join(question.parameters)})"
    words = f"The question calls {wanted}; your function is {question.function}{signature}."
    if signature.startswith("(self"):
        words += " Remove self: only methods of a class have it."
    return Finding(Verdict.SIGNATURE, words, case, expected, f"{question.function}{signature}")


def fault_of_value(question: Question, case: Case, expected: Any, value: Any) -> Fault | None:
    """Return the fault of a value; if the comparison raises an exception, the value is wrong."""
    try:
        return question.fault(case, value, expected)
    except Exception:
        question.fault(case, expected, expected)  # if this fails too, the grader has a bug
        words = f"expected {show(expected)}, got a value that cannot be compared with it"
        return Fault("wrong_value", words)
