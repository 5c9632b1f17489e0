"""A stopped or killed grader leaves no process and no folder, and keeps finished results."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread, get_ident

import pytest

from tests.grading.support import ROOT
from textbook_ml.commands.main import main
from textbook_ml.grading.grade_submission import _ProvisionalResult
from textbook_ml.grading.results import QuestionResult
from textbook_ml.grading.runner.interruption import AT_ONCE, interruptible
from textbook_ml.grading.runner.process import RUNNING, GradingStopped
from textbook_ml.grading.runner.sandbox import open_folder
from textbook_ml.grading.runner.temporary_folder import PREFIX, remove_stale

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")

RIGHT = """
def mean_mle(xs):
    return sum(xs) / len(xs)

def variance_mvue(xs, mu):
    return sum((x - mu) * (x - mu) for x in xs) / (len(xs) - 1)
"""
SLEEPS = RIGHT.replace("    return sum((x", "    import time; time.sleep(1000)\n    return sum((x")
LOOPS = RIGHT.replace("    return sum((x", "    while True: pass\n    return sum((x")
HANGS_WHEN_LOADED = "import time\ntime.sleep(1000)\n" + RIGHT
ASSIGNMENT = """
title = "Week 3"
cases = 5
questions = ["mitchell-13", "mitchell-15"]
[limits]
wall = 300
cpu = 300
budget = 2000
"""
SLOW = pytest.mark.slow
BUSY = 120.0  # seconds after which a test fails; a call of a student's function may take 300


@pytest.fixture
def hw(tmp_path: Path) -> Path:
    path = tmp_path / "hw.toml"
    path.write_text(ASSIGNMENT)
    return path


def until(happens: Callable[[], object]) -> None:
    """Wait until this condition holds."""
    end = time.monotonic() + BUSY
    while not happens():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)


def enable_ctrl_c() -> None:
    """Enable Ctrl-C, which background processes ignore and pass on to their children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def grader(*words: object) -> Iterator[subprocess.Popen[str]]:
    """Start a command as the foreground process of a terminal of its own."""
    command = [sys.executable, "-m", "textbook_ml", *map(str, words)]
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True, preexec_fn=enable_ctrl_c,
    )  # fmt: skip
    try:
        yield process
    finally:
        process.kill()
        process.communicate()
        remove_stale(str(open_folder()))


def processes() -> dict[int, tuple[int, str]]:
    """Return parent and command of all processes by process id."""
    said = subprocess.run(
        ["ps", "-eo", "pid=,ppid=,stat=,args="], capture_output=True, text=True, check=True
    )
    lines = [line.split(None, 3) for line in said.stdout.splitlines()]
    return {int(n): (int(parent), args) for n, parent, stat, args in lines if stat[0] != "Z"}


def descendants(of: int) -> dict[int, str]:
    """Return the commands of all processes that a process started, directly or indirectly."""
    known, found = processes(), dict[int, str]()
    parents = {of}
    while parents:
        children = {n for n, (parent, _) in known.items() if parent in parents} - set(found)
        found |= {n: known[n][1] for n in children}
        parents = children
    return found


def all_gone(before: dict[int, str]) -> bool:
    """Return whether these processes have ended; a reused process id does not count."""
    now = processes()
    return all(n not in now or now[n][1] != args for n, args in before.items())


def stopped(process: "subprocess.Popen[str]", by: int) -> tuple[str, str]:
    """Send a signal to the group; return the output and the errors.

    The process ends long before the functions that it waits for, which take 300 s or more.
    """
    children = dict[int, str]()
    until(lambda: children.update(descendants(process.pid)) or children)
    os.killpg(process.pid, by)  # like a terminal: to all processes of the command
    out, err = process.communicate(timeout=BUSY)
    until(lambda: all_gone(children))
    return out, err


def finished(out: Path) -> list[str]:
    """Return the submissions with a finished result."""
    return sorted(
        said["submission"]
        for path in (out / "results").glob("*.json")
        if (said := json.loads(path.read_text()))["finished"]
    )


@pytest.mark.parametrize(
    ("by", "endless"),
    [
        pytest.param(signal.SIGINT, SLEEPS, marks=SLOW),
        (signal.SIGINT, LOOPS),
        pytest.param(signal.SIGINT, HANGS_WHEN_LOADED, marks=SLOW),
        pytest.param(signal.SIGTERM, LOOPS, marks=SLOW),
    ],
    ids=["ctrl-c sleeps", "ctrl-c loops", "ctrl-c hangs when loaded", "sigterm loops"],
)
def test_stopped_class_keeps_finished_submissions(
    by: int, endless: str, hw: Path, tmp_path: Path
) -> None:
    """Two submissions are finished, one of them after a submission that never ends."""
    folder, out = tmp_path / "class", tmp_path / "marks"
    folder.mkdir()
    for name, text in {"ada": RIGHT, "bob": endless, "cy": RIGHT, "dora": endless}.items():
        (folder / f"{name}.py").write_text(text)
    (folder / "eve.py").write_text(RIGHT)
    words = ("grade", folder, "--assignment", hw, "--out", out, "--jobs", 2)
    with grader(*words) as process:
        until(lambda: finished(out) == ["ada.py", "cy.py"] and process.poll() is None)
        printed, err = stopped(process, by)
    assert process.returncode == 128 + by, (printed, err)
    assert err == ""
    assert "Stopped: 2 of 5 submissions graded." in printed
    assert finished(out) == ["ada.py", "cy.py"]
    assert {path.name for path in (out / "pages").iterdir()} == {"ada.py.html", "cy.py.html"}
    assert (out / "grades.csv").read_text().count("\n") == 3
    for name in ("bob", "dora"):
        (folder / f"{name}.py").write_text(RIGHT)
    with grader(*words) as process:
        printed, err = process.communicate(timeout=BUSY)
    assert (process.returncode, err) == (0, "")
    assert printed.count("unchanged") == 2 and len(finished(out)) == 5


@pytest.mark.parametrize(
    ("command", "by"),
    [
        ("check", signal.SIGINT),
        pytest.param("check", signal.SIGTERM, marks=SLOW),
        pytest.param("grade", signal.SIGINT, marks=SLOW),
        ("grade", signal.SIGTERM),
    ],
)
def test_grading_of_one_submission_stops_at_once(
    command: str, by: signal.Signals, hw: Path, tmp_path: Path
) -> None:
    """The command can be stopped at any time after the start of its first process."""
    path = tmp_path / "ada.py"
    path.write_text(SLEEPS)
    with grader(command, path, "--assignment", hw, "--jobs", 1) as process:
        until(lambda: len(descendants(process.pid)) > 0)
        printed, err = stopped(process, by)
    assert (process.returncode, err) == (128 + by, "")
    assert "stopped" in printed.lower()


@pytest.mark.parametrize("command", ["check", "grade"])
def test_stopped_submission_shows_finished_questions(
    command: str,
    hw: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """After Ctrl-C, finished questions are reported, and another grading is possible."""
    path = tmp_path / "ada.py"
    path.write_text(SLEEPS)
    add = _ProvisionalResult.add

    def add_and_stop(draft: _ProvisionalResult, place: int, result: QuestionResult) -> None:
        add(draft, place, result)
        os.kill(os.getpid(), signal.SIGINT)

    words = [command, str(path), "--assignment", str(hw), "--jobs", "1"]
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        monkeypatch.setattr(_ProvisionalResult, "add", add_and_stop)
        assert main(words) == 130
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
        monkeypatch.setattr(_ProvisionalResult, "add", add)
        printed = capsys.readouterr().out
        assert "passed" in printed and "stopped" in printed.lower()
        assert "Well done" not in printed and "crashed" not in printed
        path.write_text(RIGHT)
        assert main(words) == 0
    finally:
        signal.signal(signal.SIGINT, before)


def test_ignored_signal_stays_ignored() -> None:
    """Commands that a shell script starts in the background ignore SIGINT."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with interruptible() as interruption:
            os.kill(os.getpid(), signal.SIGINT)
        assert interruption.code is None
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="needs signals to threads")
def test_signal_to_another_thread_stops_the_grading() -> None:
    """The main thread waits for a lock, and the system delivers the signal to another thread."""
    before, stopped_seen = signal.signal(signal.SIGINT, signal.default_int_handler), Event()

    def send_and_watch() -> None:
        time.sleep(0.2)  # until then, the main thread waits for the lock
        signal.pthread_kill(get_ident(), signal.SIGINT)
        until(lambda: RUNNING.stopped)
        stopped_seen.set()

    try:
        with interruptible() as interruption:
            Thread(target=send_and_watch, daemon=True).start()
            assert stopped_seen.wait(BUSY)
        assert interruption.code == 130
    finally:
        signal.signal(signal.SIGINT, before)


def test_second_signal_ends_the_command_at_once() -> None:
    """A second Ctrl-C always ends the command; simultaneous signals count as one."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with interruptible() as interruption:
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)
            until(lambda: RUNNING.stopped)
            interruption.since -= AT_ONCE
            with pytest.raises(KeyboardInterrupt):
                os.kill(os.getpid(), signal.SIGINT)
                until(lambda: False)
            with pytest.raises(GradingStopped):
                RUNNING.check()
        assert interruption.code == 130
        RUNNING.check()
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("command", [pytest.param("check", marks=SLOW), "grade"])
def test_json_of_a_stopped_grading_is_valid(command: str, hw: Path, tmp_path: Path) -> None:
    """The JSON says that the grading is not finished."""
    path = tmp_path / "ada.py"
    path.write_text(HANGS_WHEN_LOADED)
    with grader(command, path, "--assignment", hw, "--json") as process:
        until(lambda: len(descendants(process.pid)) > 1)
        printed, err = stopped(process, signal.SIGINT)
    assert (process.returncode, err) == (130, "")
    assert json.loads(printed)["finished"] is False


@pytest.mark.parametrize("text", [SLEEPS, pytest.param(HANGS_WHEN_LOADED, marks=SLOW)])
def test_killed_grader_leaves_no_process_and_a_removable_folder(
    text: str, hw: Path, tmp_path: Path
) -> None:
    """Student code ends with the grader; the next start removes only unused folders."""
    path = tmp_path / "ada.py"
    path.write_text(text)
    with grader("grade", path, "--assignment", hw) as live, \
         grader("grade", path, "--assignment", hw) as process:  # fmt: skip
        until(lambda: own_folder(process.pid) and len(descendants(process.pid)) > 2)
        until(lambda: own_folder(live.pid))
        folder, kept = own_folder(process.pid), own_folder(live.pid)
        assert folder is not None and kept is not None
        children = descendants(process.pid)
        process.kill()
        process.wait()
        until(lambda: all_gone(children))
        remove_stale(str(open_folder()))
        assert not folder.exists()
        assert kept.exists() and live.poll() is None


def own_folder(process: int) -> Path | None:
    """Return the temporary folder of a grader, found by its locked file descriptor."""
    place = Path(f"/proc/{process}/fd")
    if not place.exists():
        pytest.skip("this system does not show the descriptors of a process")
    for descriptor in place.iterdir():
        try:
            target = os.readlink(descriptor)
        except OSError:
            continue
        if PREFIX in target:
            return Path(target)
    return None
