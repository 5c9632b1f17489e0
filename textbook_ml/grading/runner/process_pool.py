"""The pool of worker processes: it starts them in advance, in the strongest isolation.

Starting an interpreter takes longer than grading most questions, so the next interpreter starts
while the current one works. A waiting process contains no student code.
"""

import atexit
import os
import py_compile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache
from importlib.resources import files
from itertools import count
from pathlib import Path
from threading import Lock
from time import sleep

from textbook_ml.core.errors import TextbookError
from textbook_ml.grading.runner.limits import Limits
from textbook_ml.grading.runner.load_client import LoadLost, NotStarted, load
from textbook_ml.grading.runner.process import WorkerProcess
from textbook_ml.grading.runner.reference_process import ReferenceProcesses
from textbook_ml.grading.runner.sandbox import (
    OWN_NAMESPACES,
    MountNamespace,
    Sandbox,
    WorkerUserIds,
    open_folder,
)
from textbook_ml.grading.runner.submission_source import SubmissionCode
from textbook_ml.grading.runner.temporary_folder import TemporaryFolder

CHILD = "textbook_ml.grading.runner.worker"
FRAMEWORK = "textbook_ml.questions.framework"  # its module observe is used by workers too
PROBE = SubmissionCode("probe.py", ("import random\n",))
PROBING = Limits(wall=60.0, cpu=30.0)  # generous, so that a busy machine does not weaken isolation
ATTEMPTS = 5  # attempts to start an interpreter if the system has too many processes


class ProcessPool:
    """The pool of worker processes of this grader.

    It uses the strongest isolation that works on this machine, unless `sandbox` is given.
    """

    temporary: TemporaryFolder
    folder: Path
    library: str
    lock: Lock
    numbers: "count[int]"
    users: WorkerUserIds
    references: ReferenceProcesses
    sandbox: Sandbox
    wanted: int

    def __init__(self, sandbox: Sandbox | None = None) -> None:
        self.temporary = TemporaryFolder(open_folder())
        self.folder = self.temporary.path
        self.library = _build_library(self.folder / "library")
        self.users, self.numbers, self.lock = WorkerUserIds(), count(), Lock()
        self.waiting: list[WorkerProcess] = []
        self.wanted = 0  # maximum number of waiting processes: one per job
        self.view: MountNamespace | None = None
        self.references = ReferenceProcesses()
        atexit.register(self.close)
        self.sandbox = sandbox or self._strongest_isolation()

    @contextmanager
    def open(self, jobs: int) -> Iterator["ProcessPool"]:
        """Keep up to `jobs` more processes waiting until the block ends."""
        with self.lock:
            self.wanted += jobs
        try:
            yield self
        finally:
            with self.lock:
                self.wanted -= jobs
                spare, self.waiting = self.waiting[self.wanted :], self.waiting[: self.wanted]
            for child in spare:
                child.end()

    def child(self) -> WorkerProcess:
        """Return a worker process (a waiting one if there is any), and start its replacement."""
        with self.lock:
            ready = self.waiting.pop(0) if self.waiting else None
        taken = ready or self._start_process(self.sandbox)
        with self.lock:
            more = len(self.waiting) < self.wanted
        if more:
            try:
                fresh = self._start_process(self.sandbox)
            except BaseException:
                taken.end()
                raise
            with self.lock:
                self.waiting.append(fresh)
        return taken

    def close(self) -> None:
        """End all waiting processes, and remove the temporary folder."""
        for child in self.waiting:
            child.end()
        self.references.close()
        if self.view is not None:
            self.view.close()
        self.temporary.remove()

    def _start_process(self, sandbox: Sandbox) -> WorkerProcess:
        """Start a worker process in its own folder."""
        folder = self.folder / f"child-{next(self.numbers)}"
        folder.mkdir(mode=0o700)
        uid = self.users.next() if sandbox.uid else None
        if uid is not None:
            os.chown(folder, uid, uid)
        for attempt in range(ATTEMPTS):
            try:
                return WorkerProcess(sandbox, self.library, str(folder), uid)
            except BlockingIOError:  # the limit on the number of processes is reached
                sleep(0.1 * (attempt + 1))
        return WorkerProcess(sandbox, self.library, str(folder), uid)

    def _strongest_isolation(self) -> Sandbox:
        """Return the strongest isolation that works here; each is tested with a real process."""
        for sandbox in self._possible_isolations():
            for tried in (replace(sandbox, landlocked=True), sandbox):
                if self._isolation_works(tried):
                    return tried
        raise TextbookError("the grader cannot start a Python process for student code")

    def _possible_isolations(self) -> Iterator[Sandbox]:
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            with suppress(TextbookError, OSError):
                self.view = MountNamespace(self.folder)
                yield Sandbox(True, True, self.view.prefix, self.view.python, self.view.site)
            yield Sandbox(uid=True, namespaced=False)
        for prefix in OWN_NAMESPACES:
            yield Sandbox(uid=False, namespaced=True, prefix=prefix)
        yield Sandbox(uid=False, namespaced=False)

    def _isolation_works(self, sandbox: Sandbox) -> bool:
        """Return whether a process with this isolation starts and can import modules."""
        try:
            child = self._start_process(sandbox)
        except OSError:
            return False
        try:
            return not load(child, PROBE, PROBING).errors
        except (NotStarted, LoadLost):
            return False
        finally:
            child.end()


def _build_library(library: Path) -> str:
    """Compile the modules of a worker process into a package that contains nothing else."""
    for package, only in ((CHILD, ""), (FRAMEWORK, "observe.py")):
        place = library.joinpath(*package.split("."))
        place.mkdir(parents=True)
        for folder in (place, *place.parents):
            if folder.is_relative_to(library) and folder != library:
                (folder / "__init__.py").write_text("")
        for module in files(package).iterdir():
            if module.name == only or (not only and module.name.endswith(".py")):
                (place / module.name).write_bytes(module.read_bytes())
    for path in list(library.rglob("*.py")):
        py_compile.compile(str(path), cfile=str(path.with_suffix(".pyc")), doraise=True)
        path.unlink()
    for path in (library, *library.rglob("*")):  # worker users must read it, whatever the umask
        path.chmod(0o755)
    return str(library)


@cache
def _pool_of_process(process: int) -> ProcessPool:
    return ProcessPool()


_making = Lock()


def process_pool() -> ProcessPool:
    """Return the process pool of this grader; the first call creates it."""
    with _making:
        return _pool_of_process(os.getpid())
