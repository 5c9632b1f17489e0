"""Call edited versions of a student's function in a worker process, within a time budget."""

from collections.abc import Iterator, Sequence
from marshal import dumps
from time import monotonic
from typing import Any, Protocol

from textbook_ml.grading.runner.load_client import NotStarted
from textbook_ml.grading.runner.process import ProcessLost
from textbook_ml.grading.runner.session import CallAnswer
from textbook_ml.questions.framework.diagnosis import RaisedException
from textbook_ml.questions.framework.edits import Change, Code, Edit
from textbook_ml.questions.framework.judge import Case

try:
    from time import thread_time
except ImportError:  # Python in a browser has one thread
    from time import process_time as thread_time

SECONDS = 2.0  # processor time for the search on one question
SLOWEST = 3  # on a busy machine, the search may last longer by this factor
BATCH = 400  # number of edits in one request
LOSSES = 12  # number of requests that may end the process
LARGEST = 80_000  # number of bytes of the cases in one request
FAILED = -1

Values = tuple[list[Any], list[int]]  # different values; for each edit, the index of its value


class Asked(Protocol):
    """A runner that answers requests in another process, or here."""

    batch: int  # number of edits in one request; 0 for the usual number

    def ask_each(self, cases: Sequence[Case]) -> Iterator[CallAnswer]:
        """Yield the answers one by one."""

    def drop(self) -> None:
        """End the current process."""


class Budget:
    """The time for one search: processor time of the grader and the worker, or else wall time.

    So other programs on the same machine do not make the hints worse. What the worker reports is
    not trusted: the wall time has a limit of its own.
    """

    def __init__(self, end: float) -> None:
        self.start, self.own_start, self.end = monotonic(), thread_time(), end
        self.worker_time = 0.0

    def spent(self) -> float:
        """Return which part of the budget is spent."""
        work = thread_time() - self.own_start + self.worker_time
        passed = monotonic() - self.start
        return max(work / SECONDS, passed / max(self.end - self.start, 1e-9))

    def count(self, passed: float, reported: Any) -> None:
        """Add the processor time of one answer, as the worker reports it, or else the time."""
        known = isinstance(reported, float) and 0 <= reported <= passed
        self.worker_time += reported if known else passed


class EditedFunctions:
    """The edited versions of the functions of one submission, in one search."""

    def __init__(self, runner: Asked, function: str, cases: Sequence[Case], end: float) -> None:
        self.runner, self.function, self.cases = runner, function, list(cases)
        self.budget, self.losses = Budget(end), 0
        self.sent = 0  # number of cases that the worker knows

    @property
    def over(self) -> bool:
        """Whether the search must end."""
        return self.budget.spent() >= 1 or self.losses >= LOSSES

    def add_cases(self, cases: Sequence[Case]) -> range:
        """Add cases, and return their numbers."""
        first = len(self.cases)
        self.cases += cases
        return range(first, len(self.cases))

    def shapes(self, code: Code, text: str, case: int) -> list[str]:
        """Return the kinds of the values of the expressions, which `text` records."""
        found = self.ask("shapes", code.name, text, case)
        return [kind if isinstance(kind, str) else "" for kind in found or []]

    def values(
        self, code: Code, edits: Sequence[Change | Edit], case: int
    ) -> Iterator[tuple[Values, list[Change | Edit]]]:
        """Yield the results of edits in one case, for one batch of edits after another."""
        plain: list[Change | Edit] = [edit for edit in edits if isinstance(edit, Change)]
        whole: list[Change | Edit] = [edit for edit in edits if isinstance(edit, Edit)]
        for some in (plain, whole):
            size = self.runner.batch or BATCH
            waiting = [some[k : k + size] for k in range(0, len(some), size)]
            while waiting and not self.over:
                batch = waiting.pop(0)
                found = self.batch(code, batch, case)
                if found is not None:
                    yield found, batch
                    if rest := batch[len(found[1]) :]:
                        waiting.insert(0, rest)
                elif len(batch) > 1:  # one of them does not end: try smaller batches
                    half = len(batch) // 2
                    waiting[:0] = [batch[:half], batch[half:]]

    def batch(self, code: Code, batch: Sequence[Change | Edit], case: int) -> Values | None:
        """Return the results of a few edits; None if there is no answer."""
        texts = [edit.code for edit in batch if isinstance(edit, Edit)]
        if texts:
            return _values(self.ask("codes", case, code.name, texts), len(batch))
        edits = [(edit.spans, edit.after) for edit in batch if isinstance(edit, Change)]
        return _values(self.ask("many", case, code.name, code.text, edits, None), len(batch))

    def pairs(
        self, code: Code, edits: Sequence[Change], chosen: Sequence[tuple[int, ...]], case: int
    ) -> Values | None:
        """Return the results of pairs of edits, as far as there is time."""
        sent = [(edit.spans, edit.after) for edit in edits]
        return _values(
            self.ask("many", case, code.name, code.text, sent, list(chosen)), len(chosen)
        )

    def answers(self, name: str, text: str, cases: Sequence[int]) -> list[CallAnswer]:
        """Return the answers of a function in several cases; fewer if a call ends the process."""
        answers: list[CallAnswer] = []
        while len(answers) < len(cases):
            found = self.ask("every", name, text, list(cases[len(answers) :]))
            if not found:
                break
            answers += map(_answer, found[: len(cases) - len(answers)])
        return answers

    def ask(self, mode: str, *data: Any) -> list[Any] | None:
        """Return the answer to a request; None if there is none, or no time."""
        if self.over:
            return None
        start, value = monotonic(), None
        try:
            self.send_cases()
            value = self.one_answer(mode, *data)
        except (ProcessLost, NotStarted):
            self.runner.drop()
            self.losses, self.sent = self.losses + 1, 0
        found = value if isinstance(value, list) and len(value) == 2 else [None, None]
        self.budget.count(monotonic() - start, found[1])
        return found[0] if isinstance(found[0], list) else None

    def send_cases(self) -> None:
        """Send the cases that the worker does not know yet, in parts of limited size."""
        while self.sent < len(self.cases):
            some, size = self.cases[self.sent : self.sent + 1], 0
            for case in self.cases[self.sent + 1 :]:
                size += len(dumps(case))
                if size > LARGEST:
                    break
                some.append(case)
            self.one_answer("more" if self.sent else "start", some)
            self.sent += len(some)

    def one_answer(self, mode: str, *data: Any) -> Any:
        """Send a request, and return the value of the answer."""
        request = dumps((mode, self.function, *data)).hex()
        [answer] = self.runner.ask_each([(request,)])
        return answer.value


def _values(found: list[Any] | None, most: int) -> Values | None:
    """Return the values and indices of an answer; None if it is not valid."""
    match found:
        case [list(values), list(numbers)] if 0 < len(numbers) <= most:
            if all(type(n) is int and FAILED <= n < len(values) for n in numbers):
                return values, numbers
    return None


def _answer(found: Any) -> CallAnswer:
    """Return the answer of one call: a value, or the name of an exception."""
    match found:
        case [value]:
            return CallAnswer(value)
        case [value, "changed"]:
            return CallAnswer(value, changed=True)
        case str(name):
            return CallAnswer(RaisedException(name))
    return CallAnswer(RaisedException("TypeError", "not an answer"))
