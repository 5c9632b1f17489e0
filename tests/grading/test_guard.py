"""The audit hook in a worker process: allowed and rejected actions."""

import builtins
import os
from collections.abc import Callable
from typing import Any

import pytest

from textbook_ml.grading.runner.worker.guard import MOST_FILES, watch

READ, WRITE = os.O_RDONLY, os.O_WRONLY | os.O_CREAT
Hook = Callable[[str, tuple[Any, ...]], None]


@pytest.fixture
def hook() -> Hook:
    """Return the audit hook as a function, without installing it."""
    return watch("/desk/home", ("/usr/lib/python3", "/opt/textbook_ml/site-packages"), ())


@pytest.mark.parametrize(
    ("event", "args"),
    [
        ("open", ("data.csv", "r", READ)),
        ("open", ("/desk/home/data.csv", "r", READ)),
        ("open", (b"sub/../data.csv", "r", READ)),
        ("open", ("/usr/lib/python3/random.py", "rb", READ)),
        ("open", ("/opt/textbook_ml/site-packages/numpy/core.py", "rb", READ)),
        ("open", ("log.txt", "w", WRITE)),
        ("open", (os.devnull, "w", WRITE)),
        ("open", (3, "r", READ)),
        ("os.listdir", (None,)),
        ("os.listdir", ("/usr/lib/python3",)),
        ("os.chdir", ("/desk/home",)),
        ("os.kill", (os.getpid(), 9)),
        ("import", ("random", None, [], [], [])),
        ("os.remove", ("log.txt", -1)),
        ("os.mkdir", ("plots", 0o777, -1)),
        ("os.rmdir", ("plots", -1)),
        ("compile", (None, "x")),
    ],
)
def test_actions_of_correct_submissions_are_allowed(
    hook: Hook, event: str, args: tuple[Any, ...]
) -> None:
    """The hook allows every action that a correct submission may need."""
    hook(event, args)


@pytest.mark.parametrize(
    ("event", "args"),
    [
        ("open", ("/etc/passwd", "r", READ)),
        ("open", ("../other/homework.py", "r", READ)),
        ("open", ("/desk/homestead", "r", READ)),
        ("open", ("/usr/lib/python3", "r", READ)),
        ("open", ("/usr/lib/python3/site-packages", "r", READ)),
        ("open", ("/usr/lib/python3/site-packages/textbook_ml/x.py", "r", READ)),
        ("open", ("/usr/lib/python3/random.py", "w", WRITE)),
        ("open", ("/tmp/x", "w", WRITE)),
        ("open", ("/dev/fd/3", "r", READ)),
        ("open", (os.PathLike, "r", READ)),
        ("os.listdir", ("..",)),
        ("os.listdir", ("/proc",)),
        ("os.chdir", ("/usr/lib/python3",)),
        ("os.chdir", (3,)),
        ("os.kill", (1, 9)),
        ("os.killpg", (0, 9)),
        ("os.fork", ()),
        ("os.exec", ("/bin/sh", [], {})),
        ("os.remove", ("/desk/other", -1)),
        ("os.remove", ("log.txt", 4)),
        ("os.mkdir", ("../plots", 0o777, -1)),
        ("os.mkdir", ("plots", 0o777, 4)),
        ("os.rmdir", ("/desk/home", -1)),
        ("import", ("textbook_ml.equations", None, [], [], [])),
        ("import", ("ctypes", None, [], [], [])),
        ("import", ("_tkinter", None, [], [], [])),
        ("sqlite3.connect", (":memory:",)),  # SQL can attach other files afterwards
        ("os.truncate", ("/desk/home/x", 0)),
        ("ctypes.dlsym", (None, "fork")),
        ("sys._current_frames", ()),
        ("gc.get_objects", (0,)),
        ("socket.connect", (None, None)),
    ],
)
def test_actions_that_no_submission_needs_are_rejected(
    hook: Hook, event: str, args: tuple[Any, ...]
) -> None:
    """The hook rejects actions that no correct submission needs."""
    with pytest.raises((PermissionError, ModuleNotFoundError)):
        hook(event, args)


def test_number_of_files_is_limited(hook: Hook) -> None:
    """A submission cannot fill the disk with many small files."""
    for number in range(MOST_FILES):
        hook("open", (f"{number}", "w", WRITE))
    hook("open", ("7", "w", WRITE))
    for event, args in (("open", ("x", "w", WRITE)), ("os.mkdir", ("x", 0o777, -1))):
        with pytest.raises(PermissionError):
            hook(event, args)
    hook("os.remove", ("7", -1))
    hook("open", ("x", "w", WRITE))


def test_path_with_overridden_equality_is_rejected(hook: Hook) -> None:
    """The hook does not trust the methods of a path object."""

    class Liar(str):
        __eq__ = __ne__ = lambda self, other: True
        __hash__ = str.__hash__

    with pytest.raises(PermissionError):
        hook("open", (Liar("/desk/other"), "w", WRITE))


@pytest.mark.parametrize("name", ["any", "bool", "type", "len", "tuple", "str", "isinstance"])
def test_replaced_builtins_do_not_affect_the_hook(
    hook: Hook, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hook has its own copy of the builtins."""
    monkeypatch.setattr(builtins, name, lambda *args: int)
    try:
        hook("open", ("/etc/passwd", "r", READ))
        refused = False
    except PermissionError:
        refused = True
    monkeypatch.undo()
    assert refused


def test_hook_cannot_be_changed_through_a_traceback(hook: Hook) -> None:
    """The frame in the traceback refers to nothing that can be changed."""
    with pytest.raises(PermissionError) as caught:
        hook("os.fork", ())
    frame = caught.tb.tb_next.tb_frame if caught.tb.tb_next else None
    assert frame is not None and frame.f_globals == {"__builtins__": {}} and not frame.f_builtins
    inside = [value for name, value in frame.f_locals.items() if callable(value)]
    assert [vars(value) for value in inside] == [{}] and not hasattr(inside[0], "__wrapped__")
