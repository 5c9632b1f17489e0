"""Restrict this worker process before it loads student code: user, limits, files."""

from __future__ import annotations

import os
import sys
import time

from textbook_ml.grading.runner.worker.landlock import enclose

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from textbook_ml.grading.runner.worker.landlock import Calls

PROCESSES = 64  # limit for a user that only this worker has; threads count too
ALL_PROCESSES = 4096  # limit if the worker runs as the user of the grader
DESCRIPTORS = 64
DESCRIPTORS_OF_PROGRAM = 256  # R does not start with fewer
DIED_OF = 128  # the exit code is this plus the number of the signal, as in shells


def let_init_wait() -> None:
    """Continue in a new process; the first process of the namespace waits for its end.

    The first process of a namespace ignores most signals, so student code must not run in it.
    When it ends, the system kills all processes in the namespace, also detached ones.
    """
    child = os.fork()
    if child == 0:
        return
    os.closerange(0, DESCRIPTORS)  # so that the grader sees the end of the pipe
    while True:
        pid, status = os.wait()
        if pid == child:
            code = os.waitstatus_to_exitcode(status)
            os._exit(code if code >= 0 else DIED_OF - code)


def become(uid: int) -> None:
    """Switch permanently to another user, which owns no files."""
    os.setgroups([])
    os.setgid(uid)  # for root, these also set the real and the saved ids
    os.setuid(uid)


def limit(
    memory: int, file_size: int, cpu_in_all: int, own_user: bool, program: bool = False
) -> None:
    """Set the resource limits that the system supports; they cannot be raised again.

    Other languages reserve address space that they never use, so for a program only the memory
    that it can write is limited.
    """
    try:
        import resource
    except ImportError:
        return
    wanted = [
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, file_size),
        (resource.RLIMIT_NOFILE, DESCRIPTORS_OF_PROGRAM if program else DESCRIPTORS),
        (resource.RLIMIT_CPU, cpu_in_all),
        (resource.RLIMIT_DATA if program else resource.RLIMIT_AS, memory),
        (resource.RLIMIT_NPROC, PROCESSES if own_user else ALL_PROCESSES),
    ]
    for what, size in wanted:
        try:
            resource.setrlimit(what, (size, size))
        except (OSError, ValueError):  # macOS has no memory limit; the report mentions it
            pass


def per_call(cpu: float) -> Callable[[], None]:
    """Return a function that sets the processor time limit for the next call."""
    try:
        import resource
    except ImportError:
        return lambda: None
    process_time, setrlimit, kind = time.process_time, resource.setrlimit, resource.RLIMIT_CPU
    hard = resource.getrlimit(kind)[1]
    given = [0]

    def renew() -> None:
        until = min(int(process_time() + cpu + 0.9), hard)
        if until != given[0]:
            given[0] = until
            setrlimit(kind, (until, hard))

    return renew


def end_with_parent(requests: int) -> None:
    """End this process when the grader has ended, even while student code sleeps.

    A thread waits for the end of the pipe. Code that never lets this thread run uses processor
    time, so the limit on processor time ends it.
    """
    try:
        import _thread
        from select import poll

        pipe = poll()
        pipe.register(requests, 0)  # report only the end of the pipe
        wait_for_end, leave = pipe.poll, os._exit  # student code may replace these attributes

        def wait() -> None:
            wait_for_end()
            leave(0)

        _thread.stack_size(1 << 18)  # small, because memory is limited
        _thread.start_new_thread(wait, ())
        _thread.stack_size(0)
    except (ImportError, RuntimeError, ValueError):  # Windows has no poll
        pass


def private_descriptors() -> tuple[int, int]:
    """Move requests and replies to private descriptors; standard input becomes empty.

    Standard output goes to standard error, which is shown in reports and never judged.
    """
    requests, replies = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return requests, replies


def confine(job: dict[str, Any], calls: Calls | None) -> None:
    """Apply all restrictions, in an order in which each step is still permitted."""
    if job["namespaced"]:
        let_init_wait()
    program = job["form"] == "program"
    own_user = job["uid"] is not None
    limit(job["memory"], job["file_size"], job["cpu_in_all"], own_user, program)
    if job["uid"] is not None:
        become(job["uid"])
    os.chdir(job["folder"])
    if job["landlocked"]:
        libraries = (*sys.path, os.path.join(sys.base_prefix, "lib"))
        packages = job["site"] if job["packages"] else ()
        runs = tuple(job["plan"]["places"]) if program else ()
        enclose(calls, job["folder"], (*libraries, *packages), job["hidden"], runs)
    sys.argv = [job["name"]]
