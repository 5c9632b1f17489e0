"""Read files up to a maximum size, and write files so that a reader never sees half of one."""

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from stat import S_IMODE, S_ISREG
from typing import AnyStr, BinaryIO

from textbook_ml.core.errors import TextbookError, require

NO_TERMINAL = getattr(os, "O_NOCTTY", 0)  # a terminal must not become our controlling terminal


def read_text(path: str, largest: int, advice: str, if_larger: str = "") -> str:
    """Return the text of a UTF-8 file; `advice` is the fix in an error message.

    `if_larger` is the fix for a file with too many characters, if it is a different one.

    At most `largest` + 1 characters are read, so an endless file or device is an error.
    """
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read(largest + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise TextbookError(f"{path}: cannot be read ({reason}): {advice}") from None
    require(
        len(text) <= largest,
        f"{path}: must have at most {largest} characters, has more: {if_larger or advice}",
    )
    return text


def require_other_file(option: str, path: str, source: str) -> None:
    """Raise TextbookError if the output would replace the file that the command reads."""
    require(
        not (os.path.exists(path) and os.path.exists(source) and os.path.samefile(path, source)),
        f"{option} {path}: that is the file with the data, which would be overwritten. "
        "Fix: choose another file.",
    )


def write_file(path: str, content: str | bytes) -> None:
    """Write a file: a reader sees the old content or the new content, never a part of either.

    A regular file is replaced in one step. It keeps its mode and, where the system permits it,
    its owner and group. A symbolic link stays, and the file it points to is replaced. A device,
    a FIFO or a standard stream under another name (`/dev/stdout`) is written to directly. A file
    that may not be written to is not replaced either.
    """
    try:
        data = content.encode("utf-8") if isinstance(content, str) else content
        try:
            descriptor = os.open(path, os.O_WRONLY | NO_TERMINAL)  # creates and truncates nothing
        except FileNotFoundError:
            _replace_file(path, data, None)
            return
        with open(descriptor, "wb") as file:
            old = os.fstat(descriptor)
            stream = _standard_stream(old) or (None if S_ISREG(old.st_mode) else file)
            if stream is not None:
                stream.write(data)
                stream.flush()
                return
        _replace_file(path, data, old)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise TextbookError(
            f"{path}: cannot be written ({reason}). "
            "Fix: choose another file, in a folder that exists and can be written to."
        ) from None


def _standard_stream(status: os.stat_result) -> BinaryIO | None:
    """Return standard output or standard error if that is the open file with this status."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, OSError, ValueError):  # closed, or not backed by a file
            if os.path.samestat(os.fstat(stream.fileno()), status):
                stream.flush()
                return stream.buffer
    return None


def _replace_file(path: str, data: bytes, old: os.stat_result | None) -> None:
    """Write the data to a new file in the same folder, then rename it to `path`."""
    target = Path(os.path.realpath(path))
    new = target.with_name(f".textbook_ml-{os.urandom(8).hex()}")
    try:
        with open(new, "xb") as file:
            if old is not None:
                os.chmod(new, 0o600)  # the old file may be private
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if old is not None:
            _keep_owner_and_mode(new, old)
        os.replace(new, target)
    except BaseException:
        with suppress(OSError):
            new.unlink()
        raise


def _keep_owner_and_mode(new: Path, old: os.stat_result) -> None:
    """Give a new file the owner, group and mode of the file that it replaces."""
    mode = S_IMODE(old.st_mode)
    if hasattr(os, "chown"):
        for owner, group in ((-1, old.st_gid), (old.st_uid, -1)):
            try:
                os.chown(new, owner, group)
            except PermissionError:  # only the superuser may change the owner of a file
                mode &= 0o777  # no set-user-ID or set-group-ID for another owner
    os.chmod(new, mode)
