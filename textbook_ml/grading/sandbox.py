"""How far apart a child is kept on this machine: what the system gives is used, and told.

    process   its own session, limits, an empty folder, a watch on what it opens
    uid       another user, one for each child: it can signal and read nothing of ours
    ns        its own processes, network and mounts; the reference is not in sight
    landlock  only its own folder and the libraries are there to be opened, and no program to run
"""

import os
import shlex
import subprocess
import sys
import sysconfig
import tempfile
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from textbook_ml.errors import TextbookError

NAMESPACES = ("unshare", "--net", "--pid", "--ipc", "--mount-proc", "--fork", "--kill-child")
OWN_NAMESPACES = (*NAMESPACES, "--map-root-user")  # which not only root may make
UNPROTECTED = {
    "kernel": "The system itself is shared: against a file that breaks into it only a machine of "
    "its own would help.",
    "files": "A file written to do so can read and change what the user who grades can: grade "
    "exams as root, so that another user can be taken, or in a container.",
    "open files": "A file written to do so can read what every user of this machine may read.",
    "uid": "A file written to do so can slow down or end other programs of the user who grades.",
    "ns": "A file written to do so can use the network, and see which processes there are.",
    "memory": "This system does not limit the memory of a process.",
    "limits": "This system limits neither memory nor processor time; only the clock stops a call.",
}
PACKAGE = Path(__file__).resolve().parents[1]  # which holds the reference
HIGH, LOW = 1_000_000_000, 20_000  # users whom nothing belongs to


@dataclass(frozen=True)
class Sandbox:
    """One way to start a child."""

    uid: bool
    namespaced: bool
    landlocked: bool = field(default=False, kw_only=True)
    prefix: tuple[str, ...] = ()  # what stands before the interpreter on the command line
    python: str = field(default_factory=lambda: os.path.realpath(sys.executable))
    site: tuple[str, ...] = field(default_factory=lambda: site_folders())

    @property
    def tier(self) -> str:
        """The walls that stand.

        >>> Sandbox(uid=True, namespaced=False).tier
        'process+uid'
        """
        walls = {"uid": self.uid, "ns": self.namespaced, "landlock": self.landlocked}
        return "+".join(["process", *(name for name, stands in walls.items() if stands)])

    @property
    def unprotected(self) -> tuple[str, ...]:
        """What these walls do not keep out, one sentence each."""
        shut = {
            "files": self.uid or self.landlocked,
            "open files": self.landlocked or not self.uid,
            "uid": self.uid or self.namespaced,
            "ns": self.namespaced,
        }
        open_doors = ["kernel", *(name for name, stands in shut.items() if not stands)]
        if sys.platform == "win32":
            open_doors.append("limits")
        elif sys.platform == "darwin":
            open_doors.append("memory")
        return tuple(UNPROTECTED[name] for name in open_doors)


def site_folders() -> tuple[str, ...]:
    """Where installed packages are."""
    paths = sysconfig.get_paths()
    return tuple(dict.fromkeys((paths["purelib"], paths["platlib"])))


class View:
    """A view of the files of this machine without the reference, which children are started in.

    It is a mount namespace, held by a process that ends with us. The interpreter and the
    packages are shown in our own folder where another user could not reach them.
    """

    def __init__(self, folder: Path) -> None:
        python, prefix = os.path.realpath(sys.executable), os.path.realpath(sys.base_prefix)
        lines = ["set -e"]
        lines += [_hide(path) for path in (PACKAGE, PACKAGE.parent / ".git") if path.is_dir()]
        self.python, self.site = python, site_folders()
        self.places: list[str] = []
        if not reachable(python) and python.startswith(f"{prefix}/"):
            shown = self._place(folder / "python")
            lines.append(_bind(prefix, shown))
            self.python = shown + python.removeprefix(prefix)
        if not all(map(reachable, self.site)):
            shown_site = [self._place(folder / f"site{i}") for i in range(len(self.site))]
            lines += map(_bind, self.site, shown_site)
            self.site = tuple(shown_site)
        command = ["unshare", "--mount", "sh", "-c", "\n".join([*lines, "echo made", "exec cat"])]
        self.holder = subprocess.Popen(
            command,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C at a terminal is for us, not for it
        )  # fmt: skip
        assert self.holder.stdout is not None
        if self.holder.stdout.readline() != b"made\n":
            self.close()
            raise TextbookError("no mounts can be made here")

    @property
    def prefix(self) -> tuple[str, ...]:
        """The words that start a program in this view."""
        return ("nsenter", f"--mount=/proc/{self.holder.pid}/ns/mnt", *NAMESPACES)

    def _place(self, place: Path) -> str:
        place.mkdir()
        self.places.append(str(place))
        return str(place)

    def close(self) -> None:
        """Let go of it; the places are removed only if nothing shows in them from here."""
        self.holder.kill()
        self.holder.communicate()
        for place in self.places:
            with suppress(OSError):
                os.rmdir(place)


def _hide(path: Path) -> str:
    return f"mount -t tmpfs -o mode=000,size=4k none {shlex.quote(str(path))}"


def _bind(source: str, target: str) -> str:
    return f"mount --rbind {shlex.quote(source)} {shlex.quote(target)}"


def open_folder() -> str | None:
    """A folder for temporary files that any user can reach; None if there is none."""
    places = (tempfile.gettempdir(), "/tmp", "/var/tmp")
    return next((p for p in places if os.path.isdir(p) and reachable(p)), None)


def reachable(path: str) -> bool:
    """Could any user go there?"""
    return all(p.stat().st_mode & 0o001 for p in (Path(path), *Path(path).parents))


class Users:
    """Users for children, each used once: what a child leaves behind is known by its user."""

    def __init__(self) -> None:
        self.numbers = count()

    def next(self) -> int:
        """A user that no other child has, of this process or of another grader."""
        number, process = next(self.numbers), os.getpid()
        if _users_known() > 2 * HIGH:
            return HIGH + process % 100_000 * 10_000 + number % 10_000
        return LOW + (process * 100 + number) % 40_000


def _users_known() -> int:
    """How many users this system, or the container we are in, tells apart."""
    try:
        lines = Path("/proc/self/uid_map").read_text().splitlines()
    except OSError:
        return 1 << 31  # not Linux: no containers of this kind
    return max(int(line.split()[2]) for line in lines)


def end_user(uid: int) -> None:
    """End every process of this user, whatever session or group it has moved to."""
    subprocess.run(
        ["/bin/sh", "-c", "kill -9 -1"],
        user=uid, group=uid, extra_groups=[],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
