"""Stop a grading after Ctrl-C or another signal: end all processes, keep finished results.

A signal handler that raises an exception could interrupt the main thread while it writes a
report. So another thread waits for the signal and kills the worker processes; the threads that
wait for these processes then get `Stopped`.

Python runs signal handlers in the main thread, which may wait for a lock and not notice a signal
that the system delivers to another thread. So the number of the signal is read from a socket, to
which Python writes it at once.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from socket import socketpair
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
END = b"\0"  # sent to the thread when the grading has ended; no signal has this number


class Interruption:
    """The signal that stopped the grading, if any."""

    thread: Thread
    since: float

    def __init__(self) -> None:
        self.signal: int | None = None
        self.since = 0.0
        self.handled = False
        self.incoming, self.outgoing = socketpair()
        self.outgoing.setblocking(False)
        self.thread = Thread(target=self._wait_for_signal, daemon=True)

    @property
    def code(self) -> int | None:
        """The exit code of a stopped command (130 after Ctrl-C); None if it was not stopped."""
        return None if self.signal is None else STOPPED_BY + self.signal

    def handle(self, number: int, frame: FrameType | None) -> None:
        """After a second signal, raise KeyboardInterrupt at once.

        Some programs, such as `timeout`, send a signal twice; that counts as one signal.
        """
        if not self.handled:
            self.handled, self.since = True, monotonic()
        elif monotonic() > self.since + AT_ONCE:
            raise KeyboardInterrupt

    def end(self) -> None:
        """End the thread that waits for a signal."""
        self.outgoing.setblocking(True)
        self.outgoing.sendall(END)
        self.thread.join()
        self.incoming.close()
        self.outgoing.close()

    def _wait_for_signal(self) -> None:
        """Stop the grading after the first signal; end without a signal when it has ended."""
        while (number := self.incoming.recv(1)) not in (END, b""):
            if self.signal is None and number[0] in SIGNALS:
                self.signal = number[0]
                RUNNING.stop()


@contextmanager
def interruptible() -> Iterator[Interruption]:
    """Let signals stop the grading in this block; signals that are ignored stay ignored."""
    interruption, before, last_socket = Interruption(), dict[int, Any](), -1
    interruption.thread.start()
    in_main = current_thread() is main_thread()  # only the main thread may set handlers
    try:
        if in_main:
            last_socket = signal.set_wakeup_fd(
                interruption.outgoing.fileno(), warn_on_full_buffer=False
            )
            for number in SIGNALS:
                if signal.getsignal(number) not in (signal.SIG_IGN, None):
                    before[number] = signal.signal(number, interruption.handle)
        yield interruption
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if in_main:
            signal.set_wakeup_fd(last_socket)
        interruption.end()
        RUNNING.resume()
