"""Run the experiments of the book on all processors; their number does not change the results."""

import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress

from textbook_ml.core.progress import with_time_left
from textbook_ml.study.experiments._experiment import Finding, Result, experiments

MOST = 4  # processes


def processors() -> int:
    """Return how many processes can run at once, 1 if the system has no processes."""
    try:
        import multiprocessing.synchronize  # noqa: F401  a system without semaphores has none
    except ImportError:
        return 1
    known = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return min(MOST, known or 1)


def results(chosen: Sequence[str] = (), processes: int | None = None) -> list[Result]:
    """Run experiments (default: all) with their default sizes; show the progress on a terminal."""
    names = chosen or list(experiments())
    number = processors() if processes is None else processes
    if number > 1:
        with suppress(OSError, BrokenProcessPool):  # for example, no permission to start one
            return _in_processes(names, number)
    return [Result(experiments()[name], 0, finding(name)) for name in with_time_left(names, names)]


def finding(name: str) -> Finding:
    """Run one experiment."""
    return experiments()[name].result().finding


def _in_processes(names: Sequence[str], number: int) -> list[Result]:
    with ProcessPoolExecutor(number) as pool:
        # The last experiments take longest, so they start first.
        started = {name: pool.submit(finding, name) for name in reversed(names)}
        try:
            done = {name: started[name].result() for name in with_time_left([*started], [*started])}
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return [Result(experiments()[name], 0, done[name]) for name in names]
