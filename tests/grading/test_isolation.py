"""What a child is, and what is left when it has gone."""

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
from textbook_ml.errors import TextbookError
from textbook_ml.grading import child
from textbook_ml.grading.child.landlock import parts
from textbook_ml.grading.interview import interview
from textbook_ml.grading.limits import Limits
from textbook_ml.grading.sandbox import Sandbox, Users, View, open_folder, reachable
from textbook_ml.grading.source import Source
from textbook_ml.grading.workshop import Workshop, workshop

MODULES = sorted(Path(next(iter(child.__path__))).glob("*.py"))


def asked(code: str, shop: Workshop | None = None, packages: tuple[str, ...] = ()) -> Any:
    """What `f()` returns in a child."""
    limits = replace(SHORT, packages=packages)
    with interview(shop or workshop(), Source("a.py", (code,)), limits, 9.0, function="f") as talk:
        return talk.ask_one(()).value


def alive(marker: str) -> list[str]:
    """The processes with this word in their command that do not end within seconds.

    With a namespace they are killed by the system, which may come to it a moment later.
    """
    for _ in range(50):
        found = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout
        lines = [line for line in found.splitlines() if marker in line]
        if not lines:
            break
        time.sleep(0.1)
    return lines


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_child_modules_import_only_each_other(path: Path) -> None:
    """No reference can come along, since nothing that knows one is imported."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("textbook_ml"):
            assert (node.module or "").startswith("textbook_ml.grading.child.")


def test_a_child_starts_with_little() -> None:
    """Modules that take longer to load than to use are not loaded; ours have no names."""
    loaded = asked("import sys\ndef f():\n    return sorted(sys.modules)\n")
    assert {"json", "typing", "re", "inspect"}.isdisjoint(loaded)
    assert not [name for name in loaded if name.startswith("textbook_ml")]


def test_a_child_sees_a_small_world() -> None:
    """Few variables, an empty folder, the same hashes every time."""
    code = "import os\ndef f():\n    return [sorted(os.environ), os.listdir('.'), hash('a')]\n"
    variables, folder, number = asked(code)
    assert {"PATH", "PYTHONHASHSEED"} <= set(variables) <= {
        "PATH", "LANG", "LC_CTYPE", "PYTHONHASHSEED", "TMPDIR", "PWD",
        "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MALLOC_ARENA_MAX",
    }  # fmt: skip
    assert folder == []
    assert asked(code)[2] == number


def test_children_are_ended_and_their_folders_removed(tmp_path: Path) -> None:
    """Nothing waits, and nothing stays on the disk, when a submission is graded."""
    path = tmp_path / "homework.py"
    path.write_text(GOOD + "def variance_mvue(xs, mu):\n    open('x', 'w').write('x')\n")
    graded(path)
    assert list(workshop().folder.glob("child-*")) == []
    assert alive(str(workshop().folder)) == []


@pytest.fixture
def watchless(monkeypatch: pytest.MonkeyPatch) -> Iterator[Workshop]:
    """A workshop whose children have no watch, so that only walls are left."""
    import textbook_ml.grading.workshop as module

    made = module._library

    def without_watch(library: Path) -> str:
        place = made(library)
        guard = library / "textbook_ml" / "grading" / "child" / "guard"
        guard.with_suffix(".pyc").unlink()
        guard.with_suffix(".py").write_text(
            "def watch(*a):\n    return lambda *event: None\n\ndef close_the_back_door(): ...\n"
        )
        guard.with_suffix(".py").chmod(0o644)
        return place

    monkeypatch.setattr(module, "_library", without_watch)
    shop = Workshop()
    yield shop
    shop.close()


def test_walls_hold_without_the_watch(watchless: Workshop) -> None:
    """Another user and namespaces keep what the watch would have refused."""
    if not (watchless.sandbox.uid and watchless.sandbox.namespaced):
        pytest.skip(f"the walls here are {watchless.sandbox.tier}")
    watchless.sandbox = replace(watchless.sandbox, landlocked=False)
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
    answer = asked(code, watchless)
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
    import random  # the library is there
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


def test_landlock_alone_holds(watchless: Workshop, tmp_path: Path) -> None:
    """Where there is no other user and no namespace, what is not named cannot be opened."""
    if not watchless.sandbox.landlocked:
        pytest.skip("no Landlock here")
    watchless.sandbox = Sandbox(uid=False, namespaced=False, landlocked=True)
    victim = tmp_path / "victim.txt"
    victim.write_text("whole")
    names = f"REF, VICTIM = {str(REFERENCE)!r}, {str(victim)!r}\n"
    assert asked(names + ENCLOSED, watchless) == ["PermissionError"] * 10
    assert victim.read_text() == "whole"


def test_what_is_hidden_is_taken_out_of_the_places_that_hold_it(tmp_path: Path) -> None:
    """The rest of a folder stays, and links are not followed to find it."""
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


def test_what_escapes_dies_with_the_child(watchless: Workshop) -> None:
    """A process in a session of its own is in the same namespace still."""
    if not watchless.sandbox.namespaced:
        pytest.skip("no namespaces here")
    watchless.sandbox = replace(watchless.sandbox, landlocked=False)
    mark = f"{os.getpid()}-ns"
    assert asked(ESCAPE.replace("MARK", mark), watchless) == 1
    time.sleep(0.1)
    assert alive(f"escaped-{mark}") == []


def test_what_escapes_is_known_by_its_user(watchless: Workshop) -> None:
    """Without namespaces, all that belongs to the child's user is ended."""
    if watchless.view is None:
        pytest.skip("no other users, or no view of another interpreter, here")
    view = watchless.view
    enter = view.prefix[:2]
    watchless.sandbox = Sandbox(True, False, enter, view.python, view.site)
    mark = f"{os.getpid()}-uid"
    assert asked(ESCAPE.replace("MARK", mark), watchless) == 1
    time.sleep(0.1)
    assert alive(f"escaped-{mark}") == []


def test_a_view_hides_the_reference(tmp_path: Path) -> None:
    """Even root does not find it there, and outside it is where it was."""
    try:
        view = View(tmp_path)
    except (TextbookError, OSError):
        pytest.skip("no mounts can be made here")
    seen = subprocess.run([*view.prefix, "cat", str(REFERENCE)], capture_output=True)
    view.close()
    assert seen.returncode != 0 and seen.stdout == b""
    assert REFERENCE.exists() and list(tmp_path.iterdir()) == []


def test_a_view_hides_the_reference_among_installed_packages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where packages are shown in another place, the reference is not among them."""
    import textbook_ml.grading.sandbox as module

    site, shown = tmp_path / "site", tmp_path / "shown"
    for folder in (site, site / "textbook_ml", site / "numpy", shown):
        folder.mkdir(mode=0o700)
        (folder / "code.py").write_text("seen")
    monkeypatch.setattr(module, "PACKAGE", site / "textbook_ml")
    monkeypatch.setattr(module, "site_folders", lambda: (str(site),))
    try:
        view = View(shown)
    except (TextbookError, OSError):
        pytest.skip("no mounts can be made here")
    paths = [f"{view.site[0]}/{package}/code.py" for package in ("numpy", "textbook_ml")]
    seen = subprocess.run([*view.prefix, "cat", *paths], capture_output=True)
    view.close()
    assert seen.stdout == b"seen"


def test_a_private_folder_for_temporary_files_is_no_hindrance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another user must reach the folder of a child, so an open one is found."""
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    monkeypatch.setattr(tempfile, "tempdir", str(closed))
    found = open_folder()
    assert found is not None and found != str(closed) and reachable(found)


def test_what_steers_a_terminal_is_shown_as_letters(tmp_path: Path) -> None:
    """In messages and in what is printed."""
    path = tmp_path / "homework.py"
    path.write_text("def mean_mle(xs):\n    print('\\x1b[2J')\n    raise ValueError('\\x1b]0;')\n")
    [found] = graded(path, ("mean_mle",)).questions
    assert "\\x1b]0;" in found.words and "\\x1b[2J" in found.output
    assert "\x1b" not in found.words + found.output


def test_users_differ() -> None:
    """What a child leaves behind is nobody else's."""
    users = Users()
    assert len({users.next() for _ in range(1000)}) == 1000


def test_the_report_says_what_is_not_kept_out() -> None:
    """The weaker the walls, the more is said."""
    strong = Sandbox(uid=True, namespaced=True, landlocked=True)
    weak = Sandbox(uid=False, namespaced=False)
    assert (strong.tier, weak.tier) == ("process+uid+ns+landlock", "process")
    assert len(strong.unprotected) < len(weak.unprotected)
    assert "network" in " ".join(weak.unprotected)


def test_numbers_of_an_allowed_package(tmp_path: Path) -> None:
    """A scalar or an array of numpy is its plain value, if numpy is allowed."""
    package = tmp_path / "site" / "numpy"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(
        "class float32:\n    def tolist(self):\n        return 0.5\n"
        "class ndarray:\n    def tolist(self):\n        return [0.5, [1.0]]\n"
    )
    for folder in (tmp_path, tmp_path / "site", package):
        folder.chmod(0o755)
    plain = Workshop(Sandbox(False, False, site=(str(tmp_path / "site"),)))
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
def test_limits_that_are_none_are_refused(wrong: dict[str, Any]) -> None:
    """What came, and what would do."""
    with pytest.raises(TextbookError, match="must be .*, got"):
        Limits(**wrong)
