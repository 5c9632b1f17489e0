"""A pool of worker processes that end with the process that started them."""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import parent_process
from threading import Thread
from typing import TypeVar

from textbook_ml.errors import TextbookError

Item = TypeVar("Item")
Result = TypeVar("Result")
Submit = Callable[..., "Future[Result]"]

AHEAD = 4  # tasks submitted for each process, and no more, so that memory stays small


class Pool:
    """Runs functions in some worker processes, or in this one if `jobs` is 1."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self._pool = ProcessPoolExecutor(jobs, initializer=_begin) if jobs > 1 else None

    def submit(self, function: Callable[[Item], Result], item: Item) -> "Future[Result]":
        """Run a function on one argument, some time."""
        if self._pool is not None:
            return self._pool.submit(function, item)
        future: Future[Result] = Future()
        future.set_result(function(item))
        return future

    def map(
        self, function: Callable[[Item], Result], items: Iterable[Item]
    ) -> Iterator[Result]:
        """The results in the order of the items; only a few items are held at once.

        If the items end with an exception, it is raised after the results before it.
        """
        under_way: deque[Future[Result]] = deque()
        failure: Exception | None = None
        source = iter(items)
        while failure is None:
            try:
                under_way.append(self.submit(function, next(source)))
            except StopIteration:
                break
            except TextbookError as error:
                failure = error
            if len(under_way) >= (AHEAD * self.jobs if self._pool else 1):
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()
        if failure is not None:
            raise failure

    def close(self) -> None:
        """End the processes; what has not begun is not done."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def worker_pool(jobs: int) -> Iterator[Pool]:
    """A pool that is closed at the end, also after an error or Ctrl-C."""
    pool = Pool(jobs)
    try:
        yield pool
    except BrokenProcessPool:
        raise TextbookError(
            "a worker process ended before its work was done, perhaps for lack of memory. "
            "Fix: use fewer processes (--jobs)"
        ) from None
    finally:
        pool.close()


def _begin() -> None:
    """Prepare a worker: Ctrl-C is for the parent, and the worker ends with the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait until the parent has ended, however it ended, and end this process."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
