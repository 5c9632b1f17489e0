"""Ctrl-C and other signals that stop a grading: all processes end, and what is finished is kept.

A handler that raised an exception would break off whatever the main thread is doing, also in the
middle of writing a report. So the handler only passes the signal on to a thread, which kills the
processes; whoever waits for one of them learns that the grading is stopped.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from threading import Thread, current_thread, main_thread
from time import monotonic
from types import FrameType
from typing import Any

from textbook_ml.grading.process import RUNNING

SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
AT_ONCE = 0.5  # seconds
STOPPED_BY = 128  # plus the number of the signal is the exit code, as in shells


class Interruption:
    """Which signal has come, if any."""

    def __init__(self) -> None:
        self.signal: int | None = None
        self.since = 0.0
        self.signals: SimpleQueue[int | None] = SimpleQueue()  # safe to use in a handler
        self.thread = Thread(target=self._wait, daemon=True)

    @property
    def code(self) -> int | None:
        """The exit code of a command that was stopped: 130 after Ctrl-C; None if it was not."""
        return None if self.signal is None else STOPPED_BY + self.signal

    def handle(self, number: int, frame: FrameType | None) -> None:
        """Stop the grading; a second signal, a moment later, does not wait for its end.

        Some programs, such as `timeout`, send a signal twice at once: that counts as one.
        """
        if self.signal is None:
            self.signal, self.since = number, monotonic()
            self.signals.put(number)
        elif monotonic() > self.since + AT_ONCE:
            raise KeyboardInterrupt

    def _wait(self) -> None:
        if self.signals.get() is not None:
            RUNNING.stop()


@contextmanager
def interruptible() -> Iterator[Interruption]:
    """Let signals stop the grading in this block; one that is ignored stays so."""
    interruption, before = Interruption(), dict[int, Any]()
    interruption.thread.start()
    try:
        if current_thread() is main_thread():  # no other thread may set handlers
            for number in SIGNALS:
                if signal.getsignal(number) not in (signal.SIG_IGN, None):
                    before[number] = signal.signal(number, interruption.handle)
        yield interruption
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        interruption.signals.put(None)
        interruption.thread.join()
        RUNNING.resume()
