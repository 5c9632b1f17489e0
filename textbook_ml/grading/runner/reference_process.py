"""Compute reference answers for helper functions in a separate process.

If a function fails and calls other functions of the student, the question is run again with these
helper functions replaced by the reference. Their arguments come from student code, so a separate
process computes the answers and can be killed. It contains the reference; no student code runs in
it.
"""

import sys
from typing import Any

from textbook_ml.grading.runner.process import ProcessChannel, ProcessLost, nonce
from textbook_ml.grading.runner.worker.confine import limit, private_descriptors
from textbook_ml.grading.runner.worker.framing import LARGEST, Wire
from textbook_ml.grading.runner.worker.value_codec import Odd, decode, encode
from textbook_ml.questions import questions
from textbook_ml.questions.framework.own_questions import load_again, place_of
from textbook_ml.questions.framework.question import plain_value

MEMORY, CPU_IN_ALL = 2 << 30, 86_400  # long calls are stopped by the wall clock instead
BEGIN = (
    "import sys; sys.path[:] = sys.argv[1:]; "
    "from textbook_ml.grading.runner.reference_process import main; main()"
)
STARTING = 60.0  # seconds for the process to start on a very busy machine


class ReferenceProcesses:
    """One reference process per concurrent request, so that slow requests do not block others."""

    def __init__(self) -> None:
        self.idle: list[ReferenceProcess] = []

    def ask(self, name: str, wired: Any, seconds: float, home: str = "") -> dict[str, Any]:
        """Return the reference answer for these arguments: a value, or the error message.

        `home` is the teacher's module that contains the question; "" for this package.
        """
        try:
            reference_process = self.idle.pop()
        except IndexError:
            reference_process = ReferenceProcess()
        try:
            return reference_process.ask(name, wired, seconds, home)
        finally:
            self.idle.append(reference_process)

    def close(self) -> None:
        """End all reference processes."""
        while self.idle:
            self.idle.pop().close()


class ReferenceProcess:
    """A process with the reference; it is started at the first request, and after a kill."""

    def __init__(self) -> None:
        self.channel: ProcessChannel | None = None

    def ask(self, name: str, wired: Any, seconds: float, home: str = "") -> dict[str, Any]:
        """Return one answer; give up after `seconds`."""
        try:
            if self.channel is not None and self.channel.process.poll() is not None:
                self.close()  # the process was killed when a grading was stopped
            if self.channel is None:
                command = [sys.executable, "-B", "-X", "utf8", "-c", BEGIN, *sys.path]
                self.channel = ProcessChannel(command, None, "/")
                self._answer_in_time(
                    "no question", [], STARTING
                )  # returns when everything is loaded
            return self._answer_in_time(name, wired, seconds, home)
        except ProcessLost:
            self.close()
            return {"raised": "the reference has no answer for these arguments"}

    def _answer_in_time(
        self, name: str, wired: Any, seconds: float, home: str = ""
    ) -> dict[str, Any]:
        assert self.channel is not None
        expected = nonce()
        place = place_of(home) if home else ""
        self.channel.send({"nonce": expected, "home": [home, place], "name": name, "args": wired})
        if seconds <= 0:
            raise ProcessLost("no time is left")
        return self.channel.receive(expected, seconds)

    def close(self) -> None:
        """End the process."""
        if self.channel is not None:
            self.channel.end()
        self.channel = None


def main() -> None:
    """Answer requests until the grader closes the pipe."""
    wire = Wire(*private_descriptors())
    limit(MEMORY, LARGEST, CPU_IN_ALL, own_user=False)
    questions()  # load now, because this takes about a second
    while (request := wire.read()) is not None:
        answer = answered(request["name"], request["args"], *request["home"])
        wire.write({"nonce": request["nonce"], **answer})


def answered(name: str, wired: Any, home: str = "", place: str = "") -> dict[str, Any]:
    """Return one answer of the reference, encoded for the worker process.

    >>> answered("variance_mle", [[[1.0, 3.0], 2.0], {"dict": []}])
    {'value': 1.0}
    >>> answered("variance_mle", [[[1.0, 3.0]], {"dict": [["mu", 2.0]]}])
    {'value': 1.0}
    """
    try:
        args, named = decode(wired, other=str)
        asked = load_again(home, place)[name] if home else questions()[name]
        return {"value": encode(plain_value(asked.reference(*args, **named)))}
    except (Odd, ArithmeticError, LookupError, TypeError, ValueError) as error:
        return {"raised": f"{type(error).__name__}: {error}"[:300]}
    except (RecursionError, MemoryError, AttributeError) as error:
        return {"raised": type(error).__name__}
