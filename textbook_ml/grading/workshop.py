"""Where children are made: a folder of their own modules, and some that wait ahead of time.

Starting an interpreter takes longer than most questions, so the next one starts while the
present one works. It knows nothing of any student until it gets its job.
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

from textbook_ml.errors import TextbookError
from textbook_ml.grading.limits import Limits
from textbook_ml.grading.loading import LoadLost, NotStarted, load
from textbook_ml.grading.oracle import Oracles
from textbook_ml.grading.process import Child
from textbook_ml.grading.sandbox import OWN_NAMESPACES, Sandbox, Users, View, open_folder
from textbook_ml.grading.source import Source
from textbook_ml.grading.temporary import TemporaryFolder

CHILD = "textbook_ml.grading.child"
PROBE = Source("probe.py", ("import random\n",))
PROBING = Limits(wall=60.0, cpu=30.0)  # walls are not torn down because a machine is busy
ATTEMPTS = 5  # to start an interpreter on a machine that has no process left


class Workshop:
    """The children of this process: how they are started, and the ones that wait.

    They are kept behind the strongest walls of this machine, unless weaker ones are asked for.
    """

    def __init__(self, sandbox: Sandbox | None = None) -> None:
        self.temporary = TemporaryFolder(open_folder())
        self.folder = self.temporary.path
        self.library = _library(self.folder / "library")
        self.users, self.numbers, self.lock = Users(), count(), Lock()
        self.waiting: list[Child] = []
        self.wanted = 0  # how many may wait: as many as are at work
        self.view: View | None = None
        self.oracles = Oracles()
        atexit.register(self.close)
        self.sandbox = sandbox or self._strongest()

    @contextmanager
    def open(self, jobs: int) -> Iterator["Workshop"]:
        """Let so many children wait, until the block ends."""
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

    def child(self) -> Child:
        """A child for a job, at once if one waits; and the next one is started."""
        with self.lock:
            ready = self.waiting.pop(0) if self.waiting else None
        taken = ready or self._start(self.sandbox)
        with self.lock:
            more = len(self.waiting) < self.wanted
        if more:
            try:
                fresh = self._start(self.sandbox)
            except BaseException:
                taken.end()
                raise
            with self.lock:
                self.waiting.append(fresh)
        return taken

    def close(self) -> None:
        """End all that waits, and leave nothing on the disk."""
        for child in self.waiting:
            child.end()
        self.oracles.close()
        if self.view is not None:
            self.view.close()
        self.temporary.remove()

    def _start(self, sandbox: Sandbox) -> Child:
        """A child in a folder of its own."""
        folder = self.folder / f"child-{next(self.numbers)}"
        folder.mkdir(mode=0o700)
        uid = self.users.next() if sandbox.uid else None
        if uid is not None:
            os.chown(folder, uid, uid)
        for attempt in range(ATTEMPTS):
            try:
                return Child(sandbox, self.library, str(folder), uid)
            except BlockingIOError:  # others take all processes that there may be
                sleep(0.1 * (attempt + 1))
        return Child(sandbox, self.library, str(folder), uid)

    def _strongest(self) -> Sandbox:
        """The strongest walls that stand on this machine: each is tried with a real child."""
        for sandbox in self._candidates():
            for tried in (replace(sandbox, landlocked=True), sandbox):
                if self._stands(tried):
                    return tried
        raise TextbookError("no interpreter can be started here to run student code in")

    def _candidates(self) -> Iterator[Sandbox]:
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            with suppress(TextbookError, OSError):
                self.view = View(self.folder)
                yield Sandbox(True, True, self.view.prefix, self.view.python, self.view.site)
            yield Sandbox(uid=True, namespaced=False)
        yield Sandbox(uid=False, namespaced=True, prefix=OWN_NAMESPACES)
        yield Sandbox(uid=False, namespaced=False)

    def _stands(self, sandbox: Sandbox) -> bool:
        """Does a child behind these walls start, and load what students import?"""
        try:
            child = self._start(sandbox)
        except OSError:
            return False
        try:
            return not load(child, PROBE, PROBING).errors
        except (NotStarted, LoadLost):
            return False
        finally:
            child.end()


def _library(library: Path) -> str:
    """The modules of a child, compiled, in a package that holds nothing else."""
    place = library.joinpath(*CHILD.split("."))
    place.mkdir(parents=True)
    for package in (library / "textbook_ml", library / "textbook_ml" / "grading"):
        (package / "__init__.py").write_text("")
    for module in files(CHILD).iterdir():
        if module.name.endswith(".py"):
            (place / module.name).write_bytes(module.read_bytes())
    for path in list(library.rglob("*.py")):
        py_compile.compile(str(path), cfile=str(path.with_suffix(".pyc")), doraise=True)
        path.unlink()
    for path in (library, *library.rglob("*")):  # whatever the umask: children must read it
        path.chmod(0o755)
    return str(library)


@cache
def _workshop(process: int) -> Workshop:
    return Workshop()


_making = Lock()


def workshop() -> Workshop:
    """The workshop of this process, made when it is first needed."""
    with _making:
        return _workshop(os.getpid())
