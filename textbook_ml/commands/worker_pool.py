"""A pool of worker processes that end with the process that started them."""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import parent_process
from threading import Thread, current_thread, main_thread
from types import FrameType
from typing import Any, NoReturn, TypeVar

from textbook_ml.core.errors import TextbookError

Item = TypeVar("Item")
Result = TypeVar("Result")
Submit = Callable[..., "Future[Result]"]

SIGNALS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
STOPPED_BY = 128  # the exit code is this plus the number of the signal, as in shells
AHEAD = 4  # maximum number of submitted tasks per process, which limits the memory


class WorkerPool:
    """Runs functions in `jobs` worker processes, or in this process if `jobs` is 1."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self._pool = ProcessPoolExecutor(jobs, initializer=_prepare_worker) if jobs > 1 else None

    def submit(self, function: Callable[[Item], Result], item: Item) -> "Future[Result]":
        """Submit a call of a function with one argument; return its future."""
        if self._pool is not None:
            return self._pool.submit(function, item)
        future: Future[Result] = Future()
        future.set_result(function(item))
        return future

    def map(self, function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """Yield the results in the order of the items; only a few items are in memory at once.

        If iterating over the items raises TextbookError, the earlier results are yielded first.
        """
        pending: deque[Future[Result]] = deque()
        failure: Exception | None = None
        source = iter(items)
        while failure is None:
            try:
                pending.append(self.submit(function, next(source)))
            except StopIteration:
                break
            except TextbookError as error:
                failure = error
            if len(pending) >= (AHEAD * self.jobs if self._pool else 1):
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()
        if failure is not None:
            raise failure

    def close(self) -> None:
        """End the processes; tasks that have not started are cancelled."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def worker_pool(jobs: int) -> Iterator[WorkerPool]:
    """Yield a pool that is closed at the end, also after an error or Ctrl-C."""
    pool = WorkerPool(jobs)
    try:
        yield pool
    except BrokenProcessPool:
        raise TextbookError(
            "a worker process ended unexpectedly, perhaps for lack of memory. "
            "Fix: use fewer processes (--jobs)"
        ) from None
    finally:
        pool.close()


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Let signals that end the process raise SystemExit, so that temporary files are removed.

    The exit code is that of a shell. Signals that are ignored stay ignored.
    """
    before: dict[int, Any] = {}
    if current_thread() is main_thread():  # only the main thread may set handlers
        for number in SIGNALS:
            if signal.getsignal(number) is signal.SIG_DFL:
                before[number] = signal.signal(number, _end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _end(number: int, frame: FrameType | None) -> NoReturn:
    raise SystemExit(STOPPED_BY + number)


def _prepare_worker() -> None:
    """Prepare a worker: it ignores Ctrl-C, and ends when its parent ends."""
    for number in SIGNALS:
        if signal.getsignal(number) is _end:  # the handler of the parent is not for its workers
            signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait until the parent process has ended, for any reason; then end this process."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
