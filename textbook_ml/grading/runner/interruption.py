"""Stop a grading after Ctrl-C or another signal: end all processes, keep finished results.

A signal handler that raises an exception could interrupt the main thread while it writes a
report. So the handler only passes the signal to another thread, which kills the worker
processes; the threads that wait for these processes then get `Stopped`.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from threading import Thread, current_thread, main_thread
from time import monotonic
from types import FrameType
from typing import Any

from textbook_ml.grading.runner.process import RUNNING

SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
AT_ONCE = 0.5  # seconds within which repeated signals count as one
STOPPED_BY = 128  # the exit code is this plus the number of the signal, as in shells


class Interruption:
    """The signal that stopped the grading, if any."""

    thread: Thread
    since: float

    def __init__(self) -> None:
        self.signal: int | None = None
        self.since = 0.0
        self.signals: SimpleQueue[int | None] = SimpleQueue()  # safe to use in a signal handler
        self.thread = Thread(target=self._wait_for_signal, daemon=True)

    @property
    def code(self) -> int | None:
        """The exit code of a stopped command (130 after Ctrl-C); None if it was not stopped."""
        return None if self.signal is None else STOPPED_BY + self.signal

    def handle(self, number: int, frame: FrameType | None) -> None:
        """Stop the grading; after a second signal, raise KeyboardInterrupt at once.

        Some programs, such as `timeout`, send a signal twice; that counts as one signal.
        """
        if self.signal is None:
            self.signal, self.since = number, monotonic()
            self.signals.put(number)
        elif monotonic() > self.since + AT_ONCE:
            raise KeyboardInterrupt

    def _wait_for_signal(self) -> None:
        if self.signals.get() is not None:
            RUNNING.stop()


@contextmanager
def interruptible() -> Iterator[Interruption]:
    """Let signals stop the grading in this block; signals that are ignored stay ignored."""
    interruption, before = Interruption(), dict[int, Any]()
    interruption.thread.start()
    try:
        if current_thread() is main_thread():  # only the main thread may set handlers
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
