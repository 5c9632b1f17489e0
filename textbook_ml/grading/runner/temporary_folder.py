"""The temporary folder of a grader: removed at its end, or at the next start if it was killed.

A grader holds a lock on its folder while it runs; the operating system releases the lock when the
process ends, for whatever reason. So a folder without a lock is not in use. Windows has no such
locks, so on Windows the folder of a killed grader is not removed.
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
FILLED = re.compile(r"library|child-\d+")  # folders that the grader fills
PLACES = re.compile(r"python|site\d+")  # mount points: empty, or with something mounted there
ATTEMPTS = 100


class TemporaryFolder:
    """A folder that this process owns."""

    path: Path

    def __init__(self, parent: str | None) -> None:
        place = parent or tempfile.gettempdir()
        remove_stale(place)
        self.lock: int | None = None
        for _ in range(ATTEMPTS):
            self.path = Path(tempfile.mkdtemp(prefix=PREFIX, dir=place))
            with suppress(OSError):  # a system without locks
                self.lock = _locked_folder(self.path)
                if self.lock is None:
                    continue  # another grader found the folder without a lock, and removes it
            break
        self.path.chmod(0o711)

    def remove(self) -> None:
        """Remove the folder, and release the lock."""
        _remove_files(str(self.path), self.lock)
        if self.lock is not None:
            os.close(self.lock)
            self.lock = None


def remove_stale(parent: str) -> None:
    """Remove the folders of killed graders of this user; folders in use are kept."""
    for path in _possible_folders(parent):
        lock = None
        with suppress(OSError):
            lock = _locked_folder(path)
        if lock is not None:
            _remove_files(str(path), lock)
            os.close(lock)


def _possible_folders(parent: str) -> Iterator[Path]:
    with suppress(OSError), os.scandir(parent) as entries:
        for entry in entries:
            if entry.name.startswith(PREFIX):
                yield Path(entry.path)


def _locked_folder(path: Path) -> int | None:
    """Open and lock the folder; return None if it is in use, removed or owned by another user.

    The lock is on a file descriptor, which keeps referring to the same folder if it is renamed.
    """
    if fcntl is None:
        raise OSError("this system has no locks on folders")
    try:
        folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:  # a link, a file, another user's folder, or removed by another grader
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


def _remove_files(path: str, folder: int | None) -> None:
    """Remove the grader's files from a folder, then the folder if it is empty."""
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
    """Remove a folder with its content; links are not followed."""
    with suppress(OSError):  # student code may have changed the permissions
        if stat.S_ISDIR(os.stat(path, dir_fd=dir_fd, follow_symlinks=False).st_mode):
            os.chmod(path, stat.S_IRWXU, dir_fd=dir_fd)
    with suppress(RecursionError):  # student code may have made deeply nested folders
        shutil.rmtree(path, ignore_errors=True, dir_fd=dir_fd)
