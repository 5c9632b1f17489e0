"""A child that has loaded a submission is asked, and what it says is made plain."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic
from typing import Any

from textbook_ml.grading.child.codec import Odd, decode, encode
from textbook_ml.grading.child.wire import LARGEST_ANSWER
from textbook_ml.grading.facts import Facts, plain_facts
from textbook_ml.grading.limits import Limits
from textbook_ml.grading.loading import Report, load
from textbook_ml.grading.process import Child, Late, Violation, clean, nonce
from textbook_ml.grading.source import Source
from textbook_ml.grading.workshop import Workshop
from textbook_ml.questions.diagnosis import Raised
from textbook_ml.questions.judge import Case, Other

Upcall = Callable[[str, Any], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Answer:
    """What one call came to: a plain value, or what was raised."""

    value: Any  # also Raised
    changed: bool = False  # an argument is not what it was
    line: int | None = None  # of the student's file, where it was raised
    facts: Facts = Facts()  # what the exception is about
    signature: str | None = None  # of a function that cannot be called so
    type_name: str | None = None  # of a value that is more than plain


class Interview:
    """The calls of one question, in one child."""

    def __init__(self, child: Child, report: Report, limits: Limits, until: float) -> None:
        self.child, self.report, self.limits, self.until = child, report, limits, until

    def ask(self, cases: Sequence[Case], upcall: Upcall | None = None) -> Iterator[Answer]:
        """The answers, one by one as they come; `Lost` is raised where no more will."""
        words = [nonce() for _ in cases]
        wired = [encode(list(case)) for case in cases]
        self.child.send(
            {"calls": [{"nonce": n, "args": args} for n, args in zip(words, wired)]}
        )
        for word in words:
            yield plain_answer(self._reply(word, upcall))

    def ask_one(self, case: Case, upcall: Upcall | None = None) -> Answer:
        """The answer to one case."""
        [answer] = self.ask([case], upcall)
        return answer

    def _reply(self, word: str, upcall: Upcall | None) -> dict[str, Any]:
        """The reply to a call; what it asks for on the way is given."""
        while True:
            left = self.until - monotonic()
            if left <= 0:
                raise Late
            message = self.child.receive(word, min(self.limits.wall, left), LARGEST_ANSWER)
            if "ask" not in message:
                return message
            if upcall is None:
                raise Violation("a message came that asks for help")
            self.child.send(upcall(message["ask"], message.get("args")))


@contextmanager
def interview(
    workshop: Workshop,
    source: Source,
    limits: Limits,
    seconds: float,
    *,
    function: str,
    given: tuple[str, ...] = (),
    until: int | None = None,
    compiled: str = "",
) -> Iterator[Interview]:
    """A fresh child with the submission in it; it is killed at the end, whatever happens.

    Loading the file and all calls together take at most so many seconds.
    """
    end = monotonic() + seconds
    child = workshop.child()
    try:
        report = load(
            child, source, limits, function=function, given=given,
            until=until, compiled=compiled, seconds=end - monotonic(),
        )  # fmt: skip
        yield Interview(child, report, limits, end)
    finally:
        child.end()


def plain_answer(message: dict[str, Any]) -> Answer:
    """A reply, as plain values: nothing of the student's making is left in it."""
    match message:
        case {"value": wire}:
            try:
                value = decode(wire, lambda name: Other(clean(name, 100)))
            except (Odd, RecursionError) as error:
                raise Violation(f"a value came that cannot be read: {error}") from None
            return Answer(value, "changed" in message, type_name=_subclass(wire))
        case {"raised": [str(kind), str(words), int() | None as line]}:
            about = plain_facts(message.get("about"))
            return Answer(Raised(clean(kind, 100), clean(words)), line=line, facts=about)
        case {"signature": str(signature)}:
            return Answer(Raised("TypeError", "wrong arguments"), signature=clean(signature))
    raise Violation("a message came that is no answer")


def _subclass(wire: Any) -> str | None:
    """The name of the type of a value that was taken by its base."""
    match wire:
        case {"sub": [str(name), _]}:
            return clean(name, 100)
    return None
