"""What a child gives up before it loads student code: processes, memory, files, and who it was."""

from __future__ import annotations

import os
import sys
import time

from textbook_ml.grading.child.landlock import enclose

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from textbook_ml.grading.child.landlock import Calls

PROCESSES = 64  # of a user that is this child's alone: threads count too
ALL_PROCESSES = 4096  # of the user who grades, if the child is that user too
DESCRIPTORS = 64
DIED_OF = 128  # added to the number of a signal, as shells do


def let_init_wait() -> None:
    """Go on in a new process; this one, the first of its namespace, waits and then ends it all.

    The first process of a namespace ignores what would kill any other, so student code must not
    run in it; and when it ends, so does everything in the namespace, whatever it detached from.
    """
    child = os.fork()
    if child == 0:
        return
    os.closerange(0, DESCRIPTORS)  # so that the parent sees the end when the child closes its own
    while True:
        pid, status = os.wait()
        if pid == child:
            code = os.waitstatus_to_exitcode(status)
            os._exit(code if code >= 0 else DIED_OF - code)


def become(uid: int) -> None:
    """Another user, for good, whom nothing on this machine belongs to."""
    os.setgroups([])
    os.setgid(uid)  # of root, these set the real and the saved user too
    os.setuid(uid)


def limit(memory: int, file_size: int, cpu_in_all: int, own_user: bool) -> None:
    """The limits of the system, where it has them; none can be raised again."""
    try:
        import resource
    except ImportError:
        return
    wanted = [
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, file_size),
        (resource.RLIMIT_NOFILE, DESCRIPTORS),
        (resource.RLIMIT_CPU, cpu_in_all),
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_NPROC, PROCESSES if own_user else ALL_PROCESSES),
    ]
    for what, size in wanted:
        try:
            resource.setrlimit(what, (size, size))
        except (OSError, ValueError):  # macOS has no limit of memory; the report says so
            pass


def per_call(cpu: float) -> Callable[[], None]:
    """A function that gives the call to come its own seconds of processor time."""
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
    """End this process when the parent has gone, even while student code sleeps.

    A thread waits for the end of the pipe. Code that never lets it run uses the processor, and
    its limit ends that.
    """
    try:
        import _thread
        from select import poll

        pipe = poll()
        pipe.register(requests, 0)  # only its end is waited for
        wait_for_end, leave = pipe.poll, os._exit  # which student code may replace

        def wait() -> None:
            wait_for_end()
            leave(0)

        _thread.stack_size(1 << 18)  # of memory that is limited
        _thread.start_new_thread(wait, ())
        _thread.stack_size(0)
    except (ImportError, RuntimeError, ValueError):  # Windows has no poll
        pass


def private_descriptors() -> tuple[int, int]:
    """Requests and replies where student code does not look; its own input is empty.

    What it prints goes where errors go, to be shown and never to be judged.
    """
    requests, replies = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return requests, replies


def confine(job: dict[str, Any], calls: Calls | None) -> None:
    """Do all of this, in the order in which each is still allowed."""
    if job["namespaced"]:
        let_init_wait()
    limit(job["memory"], job["file_size"], job["cpu_in_all"], job["uid"] is not None)
    if job["uid"] is not None:
        become(job["uid"])
    os.chdir(job["folder"])
    if job["landlocked"]:
        libraries = (*sys.path, os.path.join(sys.base_prefix, "lib"))
        packages = job["site"] if job["packages"] else ()
        enclose(calls, job["folder"], (*libraries, *packages), job["hidden"])
    sys.argv = [job["name"]]
