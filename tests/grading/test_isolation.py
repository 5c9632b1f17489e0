"""Worker processes: environment, isolation and termination."""

import ast
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.grading.hostile import GOOD
from tests.grading.support import REFERENCE, SHORT, graded
from textbook_ml.core.errors import TextbookError
from textbook_ml.grading.runner import worker
from textbook_ml.grading.runner.limits import Limits
from textbook_ml.grading.runner.process_pool import ProcessPool, process_pool
from textbook_ml.grading.runner.sandbox import (
    OWN_NAMESPACES,
    MountNamespace,
    Sandbox,
    WorkerUserIds,
    open_folder,
    reachable,
)
from textbook_ml.grading.runner.session import call_session
from textbook_ml.grading.runner.submission_source import SubmissionCode
from textbook_ml.grading.runner.worker.landlock import parts
from textbook_ml.questions.framework import observe

OBSERVE = "textbook_ml.questions.framework.observe"
MODULES = sorted(Path(next(iter(worker.__path__))).glob("*.py"))


def asked(code: str, processes: ProcessPool | None = None, packages: tuple[str, ...] = ()) -> Any:
    """Return the result of `f()` in a worker process."""
    limits = replace(SHORT, packages=packages)
    source, pool = SubmissionCode("a.py", (code,)), processes or process_pool()
    with call_session(pool, source, limits, 9.0, function="f") as talk:
        return talk.ask_one(()).value


def alive(marker: str) -> list[str]:
    """Return the processes with this word in their command that do not end.

    Processes in a namespace are killed by the system, which may need a moment.
    """
    for _ in range(600):  # at most a minute, on a very busy machine
        found = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout
        lines = [line for line in found.splitlines() if marker in line]
        if not lines:
            break
        time.sleep(0.1)
    return lines


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_worker_modules_import_only_each_other(path: Path) -> None:
    """The reference functions are therefore never imported in a worker."""
    for module in imported_from_the_package(path):
        assert module == OBSERVE or module.startswith("textbook_ml.grading.runner.worker.")


def test_the_observer_of_classes_imports_nothing_of_the_package() -> None:
    """The class observer is the only module of `questions` that is copied into workers."""
    assert imported_from_the_package(Path(observe.__file__)) == []


def imported_from_the_package(path: Path) -> list[str]:
    """Return the modules of the package from which a file imports."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    found = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    return [module for module in found if module.startswith("textbook_ml")]


def test_worker_loads_few_modules() -> None:
    """No slow module is loaded, and the grader's modules are not in sys.modules."""
    loaded = asked("import sys\ndef f():\n    return sorted(sys.modules)\n")
    assert {"json", "typing", "re", "inspect"}.isdisjoint(loaded)
    assert not [name for name in loaded if name.startswith("textbook_ml")]


def test_worker_has_a_minimal_environment() -> None:
    """A worker has few variables, an empty folder and a fixed hash seed."""
    code = "import os\ndef f():\n    return [sorted(os.environ), os.listdir('.'), hash('a')]\n"
    variables, folder, number = asked(code)
    assert {"PATH", "PYTHONHASHSEED"} <= set(variables) <= {
        "PATH", "LANG", "LC_CTYPE", "PYTHONHASHSEED", "TMPDIR", "PWD",
        "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MALLOC_ARENA_MAX",
    }  # fmt: skip
    assert folder == []
    assert asked(code)[2] == number


def test_workers_are_ended_and_their_folders_removed(tmp_path: Path) -> None:
    """After a grading, no worker process and no temporary file is left."""
    path = tmp_path / "homework.py"
    path.write_text(GOOD + "def variance_mvue(xs, mu):\n    open('x', 'w').write('x')\n")
    before = set(process_pool().folder.glob("child-*"))  # other tests may leave folders
    graded(path)
    assert set(process_pool().folder.glob("child-*")) <= before
    assert alive(str(process_pool().folder)) == []


@pytest.fixture
def without_audit_hook(monkeypatch: pytest.MonkeyPatch) -> Iterator[ProcessPool]:
    """Return a process pool without the audit hook, to test the isolation by the system."""
    import textbook_ml.grading.runner.process_pool as module

    made = module._build_library

    def without_watch(library: Path) -> str:
        place = made(library)
        guard = library / "textbook_ml" / "grading" / "runner" / "worker" / "guard"
        guard.with_suffix(".pyc").unlink()
        guard.with_suffix(".py").write_text(
            "def watch(*a):\n    return lambda *event: None\n\ndef close_the_back_door(): ...\n"
        )
        guard.with_suffix(".py").chmod(0o644)
        return place

    monkeypatch.setattr(module, "_build_library", without_watch)
    processes = ProcessPool()
    yield processes
    processes.close()


def test_system_isolation_works_without_the_audit_hook(without_audit_hook: ProcessPool) -> None:
    """User ids and namespaces block the actions that the audit hook would reject."""
    if not (without_audit_hook.sandbox.uid and without_audit_hook.sandbox.namespaced):
        pytest.skip(f"the walls here are {without_audit_hook.sandbox.tier}")
    without_audit_hook.sandbox = replace(without_audit_hook.sandbox, landlocked=False)
    code = f"""
import os, socket, sys

def tried(work):
    try:
        return str(work())
    except OSError as error:
        return type(error).__name__

def f():
    sys.path.insert(0, {str(REFERENCE.parents[2])!r})
    try:
        import textbook_ml.equations
        reference = "imported"
    except (ImportError, OSError):
        reference = "hidden"
    return [
        os.getuid() != 0 and os.getgid() != 0 and os.getgroups() == [],
        reference,
        tried(lambda: open({str(REFERENCE)!r}).read()),
        tried(lambda: os.kill(os.getppid(), 9)),
        tried(lambda: open("/etc/passwd", "a")),
        len([name for name in os.listdir("/proc") if name.isdigit()]),
        tried(lambda: socket.create_connection(("127.0.0.1", 1), 1)),
        [name for _, name in socket.if_nameindex()],
    ]
"""
    answer = asked(code, without_audit_hook)
    assert answer == [
        True, "hidden", "PermissionError",
        "PermissionError", "PermissionError", 2, "OSError", ["lo"],
    ]  # fmt: skip


ENCLOSED = """
import os, signal, socket, sys

def tried(work):
    try:
        return str(work())
    except OSError as error:
        return type(error).__name__

def left_behind():
    import _multiprocessing
    _multiprocessing.SemLock(1, 1, 1, "/left-behind", False)

def attached():
    import sqlite3
    try:
        sqlite3.connect(":memory:").execute("ATTACH '/tmp/left-behind' AS x")
    except sqlite3.OperationalError:
        raise PermissionError

def f():
    import random  # the standard library can be read
    open("own.txt", "w").write("x")
    return [
        tried(work) for work in (
            lambda: open(REF).read(),
            lambda: os.truncate(VICTIM, 0),
            lambda: os.mkfifo("/tmp/left-behind"),
            lambda: os.mknod("/tmp/left-behind"),
            left_behind,
            attached,
            lambda: os.execv("/bin/true", ["true"]),
            lambda: os.mknod("disk", 0o060600, os.makedev(8, 0)),
            lambda: os.listdir("/tmp"),
            lambda: os.rename("own.txt", "/tmp/left-behind"),
        )
    ]
"""


def test_landlock_alone_restricts_file_access(
    without_audit_hook: ProcessPool, tmp_path: Path
) -> None:
    """Without separate users and namespaces, only the listed places can be opened."""
    if not without_audit_hook.sandbox.landlocked:
        pytest.skip("no Landlock here")
    without_audit_hook.sandbox = Sandbox(uid=False, namespaced=False, landlocked=True)
    victim = tmp_path / "victim.txt"
    victim.write_text("whole")
    names = f"REF, VICTIM = {str(REFERENCE)!r}, {str(victim)!r}\n"
    assert asked(names + ENCLOSED, without_audit_hook) == ["PermissionError"] * 10
    assert victim.read_text() == "whole"


def test_hidden_folder_is_excluded_from_its_parents(tmp_path: Path) -> None:
    """The rest of a folder stays readable, and links are not followed."""
    for name in ("lib/site/textbook_ml", "lib/site/numpy", "lib/other"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "lib" / "site" / "loop").symlink_to(tmp_path / "lib")
    left = parts(str(tmp_path / "lib"), str(tmp_path / "lib" / "site" / "textbook_ml"))
    assert {str(Path(path).relative_to(tmp_path)) for path in left} == {
        "lib/other", "lib/site/numpy", "lib/site/loop",
    }  # fmt: skip


ESCAPE = """
import os, sys, time

def f():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.execv("/bin/sleep", ["escaped-MARK", "600"])
        os._exit(0)
    time.sleep(0.3)
    return 1
"""


PRIVILEGES = """
import os, socket

def tried(work):
    try:
        return str(work())
    except OSError as error:
        return type(error).__name__

def f():
    refused = [
        tried(lambda: os.setuid(0)) in ("PermissionError", "OSError"),
        tried(lambda: os.setgid(0)) in ("PermissionError", "OSError"),
        tried(lambda: os.chroot(".")) == "PermissionError",
        tried(lambda: os.mknod("disk", 0o060600, os.makedev(8, 0))) == "PermissionError",
        os.getuid() != 0,
    ]
    network = tried(lambda: socket.create_connection(("127.0.0.1", 1), 1))
    processes = len([name for name in os.listdir("/proc") if name.isdigit()])
    return [refused, network, processes, tried(lambda: open(SECRET).read())]
"""


def test_user_namespace_alone_gives_no_privileges(without_audit_hook: ProcessPool) -> None:
    """Without Landlock and another user, the worker has no network and no privileges."""
    sandbox = Sandbox(uid=False, namespaced=True, prefix=OWN_NAMESPACES[0])
    if not without_audit_hook._isolation_works(sandbox):
        pytest.skip("no user namespaces here")
    without_audit_hook.sandbox = sandbox
    answer = asked("SECRET = '/dev/null'\n" + PRIVILEGES, without_audit_hook)
    assert answer[:3] == [[True] * 5, "OSError", 2]


def test_another_user_alone_has_no_privileges(
    without_audit_hook: ProcessPool, tmp_path: Path
) -> None:
    """Without namespaces and Landlock, the worker cannot read private files or become root."""
    if without_audit_hook.view is None:
        pytest.skip("no other users, or no view of another interpreter, here")
    view = without_audit_hook.view
    without_audit_hook.sandbox = Sandbox(True, False, view.prefix[:2], view.python, view.site)
    secret = tmp_path / "grades.csv"
    secret.write_text("private")
    secret.chmod(0o600)
    code = f"SECRET = {str(secret)!r}\n{PRIVILEGES}"
    refused, network, processes, read = asked(code, without_audit_hook)
    assert (refused, read) == ([True] * 5, "PermissionError")
    assert network == "ConnectionRefusedError" and processes > 2  # another user hides neither


def test_detached_processes_end_with_the_worker(without_audit_hook: ProcessPool) -> None:
    """A process with its own session is still in the namespace of the worker."""
    if not without_audit_hook.sandbox.namespaced:
        pytest.skip("no namespaces here")
    without_audit_hook.sandbox = replace(without_audit_hook.sandbox, landlocked=False)
    mark = f"{os.getpid()}-ns"
    assert asked(ESCAPE.replace("MARK", mark), without_audit_hook) == 1
    time.sleep(0.1)
    assert alive(f"escaped-{mark}") == []


def test_detached_processes_are_ended_by_user(without_audit_hook: ProcessPool) -> None:
    """Without namespaces, all processes of the worker's user are ended."""
    if without_audit_hook.view is None:
        pytest.skip("no other users, or no view of another interpreter, here")
    view = without_audit_hook.view
    enter = view.prefix[:2]
    without_audit_hook.sandbox = Sandbox(True, False, enter, view.python, view.site)
    mark = f"{os.getpid()}-uid"
    assert asked(ESCAPE.replace("MARK", mark), without_audit_hook) == 1
    time.sleep(0.1)
    assert alive(f"escaped-{mark}") == []


def test_mount_namespace_hides_the_reference(tmp_path: Path) -> None:
    """Even root cannot find the reference in the namespace; outside it is unchanged."""
    try:
        view = MountNamespace(tmp_path)
    except (TextbookError, OSError):
        pytest.skip("no mounts can be made here")
    seen = subprocess.run([*view.prefix, "cat", str(REFERENCE)], capture_output=True)
    view.close()
    assert seen.returncode != 0 and seen.stdout == b""
    assert REFERENCE.exists() and list(tmp_path.iterdir()) == []


def test_mount_namespace_hides_an_installed_reference(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If packages are mounted in another folder, the reference is not among them."""
    import textbook_ml.grading.runner.sandbox as module

    site, shown = tmp_path / "site", tmp_path / "shown"
    for folder in (site, site / "textbook_ml", site / "numpy", shown):
        folder.mkdir(mode=0o700)
        (folder / "code.py").write_text("seen")
    monkeypatch.setattr(module, "PACKAGE", site / "textbook_ml")
    monkeypatch.setattr(module, "site_folders", lambda: (str(site),))
    try:
        view = MountNamespace(shown)
    except (TextbookError, OSError):
        pytest.skip("no mounts can be made here")
    paths = [f"{view.site[0]}/{package}/code.py" for package in ("numpy", "textbook_ml")]
    seen = subprocess.run([*view.prefix, "cat", *paths], capture_output=True)
    view.close()
    assert seen.stdout == b"seen"


def test_private_temporary_folder_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A public folder is chosen, because the user of the worker must be able to open it."""
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    monkeypatch.setattr(tempfile, "tempdir", str(closed))
    found = open_folder()
    assert found is not None and found != str(closed) and reachable(found)


def test_terminal_codes_are_escaped(tmp_path: Path) -> None:
    """Terminal codes are escaped in messages and in printed output."""
    path = tmp_path / "homework.py"
    path.write_text("def mean_mle(xs):\n    print('\\x1b[2J')\n    raise ValueError('\\x1b]0;')\n")
    [found] = graded(path, ("mean_mle",)).questions
    assert "\\x1b]0;" in found.words and "\\x1b[2J" in found.output
    assert "\x1b" not in found.words + found.output


def test_workers_have_different_user_ids() -> None:
    """A file that is left behind can be attributed to one worker."""
    users = WorkerUserIds()
    assert len({users.next() for _ in range(1000)}) == 1000


def test_report_lists_missing_protection() -> None:
    """Weaker isolation is described in more sentences."""
    strong = Sandbox(uid=True, namespaced=True, landlocked=True)
    weak = Sandbox(uid=False, namespaced=False)
    assert (strong.tier, weak.tier) == ("process+uid+ns+landlock", "process")
    assert len(strong.unprotected) < len(weak.unprotected)
    assert "network" in " ".join(weak.unprotected)


def test_numpy_values_are_accepted_if_numpy_is_allowed(tmp_path: Path) -> None:
    """A numpy scalar or array is judged by its plain value."""
    package = tmp_path / "site" / "numpy"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(
        "class float32:\n    def tolist(self):\n        return 0.5\n"
        "class ndarray:\n    def tolist(self):\n        return [0.5, [1.0]]\n"
    )
    for folder in (tmp_path, tmp_path / "site", package):
        folder.chmod(0o755)
    plain = ProcessPool(Sandbox(False, False, site=(str(tmp_path / "site"),)))
    code = "import numpy\ndef f():\n    return [numpy.float32(), numpy.ndarray()]\n"
    assert asked(code, plain, ("numpy",)) == [0.5, [0.5, [1.0]]]
    assert asked(code, plain, ("scipy",)).type_name == "NameError"
    plain.close()


@pytest.mark.parametrize(
    "wrong",
    [
        {"wall": 0},
        {"cpu": -1.0},
        {"memory": float("nan")},
        {"packages": ("textbook_ml",)},
        {"packages": ("a b",)},
    ],
)
def test_invalid_limits_are_rejected(wrong: dict[str, Any]) -> None:
    """The error names the rule and the value."""
    with pytest.raises(TextbookError, match="must be .*, got"):
        Limits(**wrong)
