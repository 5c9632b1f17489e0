"""Isolation of the worker processes: the levels that this system supports.

process   own session, resource limits, an empty folder, an audit hook on file access
uid       own user for each worker: it cannot signal the grader or read its private files
ns        own process, network and mount namespaces; the reference is not visible
landlock  only its own folder and the libraries can be opened, and no program can be started
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

from textbook_ml.core.errors import TextbookError

NAMESPACES = ("unshare", "--net", "--pid", "--ipc", "--mount-proc", "--fork", "--kill-child")
OWN_NAMESPACES = (  # user namespaces are also allowed without root
    # As a user without privileges, student code cannot call chroot or setuid in the namespace.
    (*NAMESPACES, "--map-user=65534", "--map-group=65534"),
    (*NAMESPACES, "--map-root-user"),  # for util-linux before version 2.36
)
UNPROTECTED = {
    "kernel": "A malicious submission that breaks the operating system kernel is not stopped. "
    "Only a separate machine protects against that.",
    "files": "A malicious submission can read and change all files of the user who runs the "
    "grader. For exams, grade as root (submissions then run as other users) or in a container.",
    "open files": "A malicious submission can read files that all users of this machine can read.",
    "uid": "A malicious submission can slow down or end other programs of the user who runs the "
    "grader.",
    "ns": "A malicious submission can use the network and see the list of processes.",
    "memory": "This system does not limit the memory of a process.",
    "limits": "This system limits neither memory nor processor time; a call is stopped only "
    "after the time limit.",
}
PACKAGE = Path(__file__).resolve().parents[2]  # contains the reference
HIGH, LOW = 1_000_000_000, 20_000  # the lowest user ids to use; they own no files


@dataclass(frozen=True)
class Sandbox:
    """One way to start a worker process."""

    uid: bool
    namespaced: bool
    landlocked: bool = field(default=False, kw_only=True)
    prefix: tuple[str, ...] = ()  # the part of the command line before the interpreter
    python: str = field(default_factory=lambda: os.path.realpath(sys.executable))
    site: tuple[str, ...] = field(default_factory=lambda: site_folders())

    @property
    def tier(self) -> str:
        """The name of the isolation level.

        >>> Sandbox(uid=True, namespaced=False).tier
        'process+uid'
        """
        parts = {"uid": self.uid, "ns": self.namespaced, "landlock": self.landlocked}
        return "+".join(["process", *(name for name, active in parts.items() if active)])

    @property
    def unprotected(self) -> tuple[str, ...]:
        """The attacks that this isolation does not prevent, one sentence each."""
        protected = {
            "files": self.uid or self.landlocked,
            "open files": self.landlocked or not self.uid,
            "uid": self.uid or self.namespaced,
            "ns": self.namespaced,
        }
        gaps = ["kernel", *(name for name, closed in protected.items() if not closed)]
        if sys.platform == "win32":
            gaps.append("limits")
        elif sys.platform == "darwin":
            gaps.append("memory")
        return tuple(UNPROTECTED[name] for name in gaps)


def site_folders() -> tuple[str, ...]:
    """Return the folders of installed packages."""
    paths = sysconfig.get_paths()
    return tuple(dict.fromkeys((paths["purelib"], paths["platlib"])))


class MountNamespace:
    """A mount namespace without the reference, in which worker processes are started.

    A helper process, which ends with the grader, keeps the namespace open. If another user cannot
    reach the interpreter or the packages, they are mounted in the grader's temporary folder.
    """

    python: str
    site: tuple[str, ...]
    holder: subprocess.Popen[bytes]

    def __init__(self, folder: Path) -> None:
        python, prefix = os.path.realpath(sys.executable), os.path.realpath(sys.base_prefix)
        lines = ["set -e"]
        lines += [_hide_path(path) for path in (PACKAGE, PACKAGE.parent / ".git") if path.is_dir()]
        self.python, self.site = python, site_folders()
        self.places: list[str] = []
        if not reachable(python) and python.startswith(f"{prefix}/"):
            shown = self._place(folder / "python")
            lines.append(_bind_mount(prefix, shown))
            self.python = shown + python.removeprefix(prefix)
        if not all(map(reachable, self.site)):
            shown_site = [self._place(folder / f"site{i}") for i in range(len(self.site))]
            lines += map(_bind_mount, self.site, shown_site)
            self.site = tuple(shown_site)
        command = ["unshare", "--mount", "sh", "-c", "\n".join([*lines, "echo made", "exec cat"])]
        self.holder = subprocess.Popen(
            command,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C must reach only the grader
        )  # fmt: skip
        assert self.holder.stdout is not None
        if self.holder.stdout.readline() != b"made\n":
            self.close()
            raise TextbookError("this process cannot create mounts")

    @property
    def prefix(self) -> tuple[str, ...]:
        """The command-line prefix that starts a program in this namespace."""
        return ("nsenter", f"--mount=/proc/{self.holder.pid}/ns/mnt", *NAMESPACES)

    def _place(self, place: Path) -> str:
        place.mkdir()
        self.places.append(str(place))
        return str(place)

    def close(self) -> None:
        """End the helper process, and remove the mount points if they are empty."""
        self.holder.kill()
        self.holder.communicate()
        for place in self.places:
            with suppress(OSError):
                os.rmdir(place)


def _hide_path(path: Path) -> str:
    return f"mount -t tmpfs -o mode=000,size=4k none {shlex.quote(str(path))}"


def _bind_mount(source: str, target: str) -> str:
    return f"mount --rbind {shlex.quote(source)} {shlex.quote(target)}"


def open_folder() -> str | None:
    """Return a folder for temporary files that any user can reach; None if there is none."""
    places = (tempfile.gettempdir(), "/tmp", "/var/tmp")
    return next((p for p in places if os.path.isdir(p) and reachable(p)), None)


def reachable(path: str) -> bool:
    """Return whether any user may enter this path."""
    return all(p.stat().st_mode & 0o001 for p in (Path(path), *Path(path).parents))


class WorkerUserIds:
    """User ids for worker processes; each is used once, so remaining processes can be ended."""

    numbers: "count[int]"

    def __init__(self) -> None:
        self.numbers = count()

    def next(self) -> int:
        """Return a user id that no other worker has, not even one of another grader."""
        number, process = next(self.numbers), os.getpid()
        if _number_of_user_ids() > 2 * HIGH:
            return HIGH + process % 100_000 * 10_000 + number % 10_000
        return LOW + (process * 100 + number) % 40_000


def _number_of_user_ids() -> int:
    """Return the number of user ids of this system or container."""
    try:
        lines = Path("/proc/self/uid_map").read_text().splitlines()
    except OSError:
        return 1 << 31  # not Linux, so there are no user namespaces
    return max(int(line.split()[2]) for line in lines)


def end_user(uid: int) -> None:
    """End all processes of this user, in all sessions and groups."""
    subprocess.run(
        ["/bin/sh", "-c", "kill -9 -1"],
        user=uid, group=uid, extra_groups=[],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
