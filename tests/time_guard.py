"""A guard that stops steps of quadratic time, and never judges a slow machine."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

SECONDS = 120  # of the test's own processor time; the guarded work needs less than two


@contextmanager
def no_endless_work() -> Iterator[None]:
    """Fail if the work inside takes a hundred times its usual processor time.

    The input must be so large that quadratic work would take longer than this. Other processes
    of a busy machine do not count. On systems without such a timer nothing is checked.
    """
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(*_: object) -> None:
        raise AssertionError(f"the work did not end within {SECONDS} s of processor time")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
