"""The temporary folder of a grader: removed at its end, or at the next start if it was killed.

A grader holds a lock on its folder while it lives; the system releases the lock when the process
ends, however it ends. So a folder whose lock is free has no owner any more. Windows has no such
lock: there a folder stays after a kill.
"""

import os
import re
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

PREFIX = "textbook_ml-grading-"
FILLED = re.compile(r"library|child-\d+")  # what we put there
PLACES = re.compile(r"python|site\d+")  # empty, unless something is mounted there: not ours then
ATTEMPTS = 100


class TemporaryFolder:
    """A folder that this process owns."""

    def __init__(self, parent: str | None) -> None:
        place = parent or tempfile.gettempdir()
        remove_stale(place)
        self.lock: int | None = None
        for _ in range(ATTEMPTS):
            self.path = Path(tempfile.mkdtemp(prefix=PREFIX, dir=place))
            with suppress(OSError):  # where there are no locks, none is held
                self.lock = _locked(self.path)
                if self.lock is None:
                    continue  # another grader saw the folder before the lock, and removes it
            break
        self.path.chmod(0o711)

    def remove(self) -> None:
        """Remove it, and give up the lock."""
        _remove(str(self.path), self.lock)
        if self.lock is not None:
            os.close(self.lock)
            self.lock = None


def remove_stale(parent: str) -> None:
    """Remove the folders of graders that were killed: our own user's, and nothing in use."""
    for path in _candidates(parent):
        lock = None
        with suppress(OSError):
            lock = _locked(path)
        if lock is not None:
            _remove(str(path), lock)
            os.close(lock)


def _candidates(parent: str) -> Iterator[Path]:
    with suppress(OSError), os.scandir(parent) as entries:
        for entry in entries:
            if entry.name.startswith(PREFIX):
                yield Path(entry.path)


def _locked(path: Path) -> int | None:
    """The folder, opened and locked; None if it is not ours, in use, or gone.

    The lock is on a descriptor: whatever happens to the name, this stays the same folder.
    """
    if fcntl is None:
        raise OSError("this system has no locks of this kind")
    try:
        folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:  # a link, a file, of another user, or removed by another grader
        return None
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        there, opened = os.lstat(path), os.fstat(folder)
        if os.path.samestat(there, opened) and opened.st_uid == os.geteuid():
            return folder
    except (BlockingIOError, FileNotFoundError):
        pass
    except OSError:
        os.close(folder)
        raise
    os.close(folder)
    return None


def _remove(path: str, folder: int | None) -> None:
    """Remove what we put into a folder, and then the folder if nothing else is in it."""
    with suppress(OSError):
        for name in os.listdir(path if folder is None else folder):
            place = os.path.join(path, name) if folder is None else name
            if FILLED.fullmatch(name):
                remove_tree(place, folder)
            elif PLACES.fullmatch(name):
                with suppress(OSError):
                    os.rmdir(place, dir_fd=folder)
    with suppress(OSError):
        os.rmdir(path)


def remove_tree(path: str, dir_fd: int | None = None) -> None:
    """Remove a folder and all in it; links are not followed."""
    with suppress(OSError):  # student code may have locked it
        if stat.S_ISDIR(os.stat(path, dir_fd=dir_fd, follow_symlinks=False).st_mode):
            os.chmod(path, stat.S_IRWXU, dir_fd=dir_fd)
    with suppress(RecursionError):  # or filled it with folders in one another
        shutil.rmtree(path, ignore_errors=True, dir_fd=dir_fd)
