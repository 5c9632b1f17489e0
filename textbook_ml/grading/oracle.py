"""Right answers of the chapter's functions, for dependants: worked out apart, since a student asks.

When a question fails that calls others which the student wrote too, it is asked again with these
others replaced by the reference. The arguments are the student's, so a process of its own works
them out, and may be killed; it holds the reference, and no student code ever runs in it.
"""

import sys
from threading import Lock
from typing import Any

from textbook_ml.grading.child.codec import Odd, decode, encode
from textbook_ml.grading.child.confine import limit, private_descriptors
from textbook_ml.grading.child.wire import LARGEST, Wire
from textbook_ml.grading.process import Channel, Lost, nonce
from textbook_ml.questions import questions
from textbook_ml.questions.question import plain

MEMORY, CPU_IN_ALL = 2 << 30, 600
BEGIN = (
    "import sys; sys.path[:] = sys.argv[1:]; "
    "from textbook_ml.grading.oracle import main; main()"
)
STARTING = 60.0  # seconds more for the first answer


class Oracle:
    """The process that knows; it is started when it is first asked, and after it was killed."""

    def __init__(self) -> None:
        self.channel: Channel | None = None
        self.lock = Lock()

    def ask(self, name: str, wired: Any, seconds: float) -> dict[str, Any]:
        """What the reference says to these arguments: a value, or why there is none."""
        with self.lock:
            patience = seconds
            if self.channel is None:
                command = [sys.executable, "-B", "-X", "utf8", "-c", BEGIN, *sys.path]
                self.channel, patience = Channel(command, None, "/"), seconds + STARTING
            word = nonce()
            self.channel.send({"nonce": word, "name": name, "args": wired})
            try:
                return self.channel.receive(word, patience)
            except Lost:
                self._end()
                return {"raised": "the reference has no answer to this"}

    def close(self) -> None:
        """End the process."""
        with self.lock:
            self._end()

    def _end(self) -> None:
        if self.channel is not None:
            self.channel.end()
        self.channel = None


def main() -> None:
    """Answer until there is nobody to answer."""
    wire = Wire(*private_descriptors())
    limit(MEMORY, LARGEST, CPU_IN_ALL, own_user=False)
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
