"""Right answers of the chapter's functions, for dependants: worked out apart, since a student asks.

When a question fails that calls others which the student wrote too, it is asked again with these
others replaced by the reference. The arguments are the student's, so a process of its own works
them out, and may be killed; it holds the reference, and no student code ever runs in it.
"""

import sys
from typing import Any

from textbook_ml.grading.child.codec import Odd, decode, encode
from textbook_ml.grading.child.confine import limit, private_descriptors
from textbook_ml.grading.child.wire import LARGEST, Wire
from textbook_ml.grading.process import Channel, Lost, nonce
from textbook_ml.questions import questions
from textbook_ml.questions.question import plain

MEMORY, CPU_IN_ALL = 2 << 30, 86_400  # the clock ends what takes long
BEGIN = (
    "import sys; sys.path[:] = sys.argv[1:]; "
    "from textbook_ml.grading.oracle import main; main()"
)
STARTING = 60.0  # seconds until it can be asked, on a machine that is very busy


class Oracles:
    """As many as are asked at once: whoever asks what takes long keeps nobody else waiting."""

    def __init__(self) -> None:
        self.idle: list[Oracle] = []

    def ask(self, name: str, wired: Any, seconds: float) -> dict[str, Any]:
        """What the reference says to these arguments: a value, or why there is none."""
        try:
            oracle = self.idle.pop()
        except IndexError:
            oracle = Oracle()
        try:
            return oracle.ask(name, wired, seconds)
        finally:
            self.idle.append(oracle)

    def close(self) -> None:
        """End all of them."""
        while self.idle:
            self.idle.pop().close()


class Oracle:
    """The process that knows; it is started when it is first asked, and after it was killed."""

    def __init__(self) -> None:
        self.channel: Channel | None = None

    def ask(self, name: str, wired: Any, seconds: float) -> dict[str, Any]:
        """One answer; one that takes longer is not waited for."""
        try:
            if self.channel is not None and self.channel.process.poll() is not None:
                self.close()  # it was killed when a grading was stopped
            if self.channel is None:
                command = [sys.executable, "-B", "-X", "utf8", "-c", BEGIN, *sys.path]
                self.channel = Channel(command, None, "/")
                self._answer("no question", [], STARTING)  # when this comes, all is loaded
            return self._answer(name, wired, seconds)
        except Lost:
            self.close()
            return {"raised": "the reference has no answer to this"}

    def _answer(self, name: str, wired: Any, seconds: float) -> dict[str, Any]:
        assert self.channel is not None
        word = nonce()
        self.channel.send({"nonce": word, "name": name, "args": wired})
        return self.channel.receive(word, seconds)

    def close(self) -> None:
        """End the process."""
        if self.channel is not None:
            self.channel.end()
        self.channel = None


def main() -> None:
    """Answer until there is nobody to answer."""
    wire = Wire(*private_descriptors())
    limit(MEMORY, LARGEST, CPU_IN_ALL, own_user=False)
    questions()  # takes a second to load, which is not the time of the first answer
    while (request := wire.read()) is not None:
        wire.write({"nonce": request["nonce"], **answered(request["name"], request["args"])})


def answered(name: str, wired: Any) -> dict[str, Any]:
    """One answer of the reference, as it goes back to the child.

    >>> answered("variance_mle", [[[1.0, 3.0], 2.0], {"dict": []}])
    {'value': 1.0}
    >>> answered("variance_mle", [[[1.0, 3.0]], {"dict": [["mu", 2.0]]}])
    {'value': 1.0}
    """
    try:
        args, named = decode(wired, other=str)
        return {"value": encode(plain(questions()[name].reference(*args, **named)))}
    except (Odd, ArithmeticError, LookupError, TypeError, ValueError) as error:
        return {"raised": f"{type(error).__name__}: {error}"[:300]}
    except (RecursionError, MemoryError, AttributeError) as error:
        return {"raised": type(error).__name__}
