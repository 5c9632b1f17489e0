"""What was handed in: which files and folders are submissions, what they define, their bytes."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import file_digest, sha256
from pathlib import Path

from textbook_ml.errors import TextbookError, require
from textbook_ml.grading.folder import ENDINGS, plain_files
from textbook_ml.grading.limits import Limits
from textbook_ml.grading.overrides import FILE as OVERRIDES
from textbook_ml.grading.selecting import functions_in
from textbook_ml.grading.source import read_source

DEEPEST = 5  # folders that are one in another
LARGE = 1 << 22  # bytes of a file that is known by its size and time, not by its bytes
OWN = "class.json"  # marks a folder of the grader's own results


@dataclass(frozen=True, slots=True)
class Submission:
    """One student's work: a file, or a folder."""

    name: str
    path: Path

    @classmethod
    def at(cls, path: Path) -> "Submission":
        """The submission there, by a name that can be written down."""
        return cls(_shown(path.resolve().name), unwrapped(path))


def _shown(name: str) -> str:
    """A name that can be written down, and that no other file in the folder has."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def submission_at(path: str) -> Submission:
    """One file or folder, which must be there."""
    try:
        found = Path(path).is_file() or Path(path).is_dir()
    except (OSError, ValueError) as error:
        raise TextbookError(f"{path!r} is no name of a file ({error})") from None
    require(found, f"there is no file {path!r}: give a .py file, a notebook, or a folder of them")
    return Submission.at(Path(path))


def submissions_in(folder: Path) -> tuple[list[Submission], list[str]]:
    """The submissions of a class, by name: each file or folder is one; and what is left aside.

    A link is left aside: it could lead to the work of another student.
    """
    found: list[Submission] = []
    aside: list[str] = []
    try:
        inside = sorted(folder.iterdir())
    except OSError as error:
        raise TextbookError(f"{folder} cannot be read ({error.strerror}): give another") from None
    for path in inside:
        hidden = path.name.startswith((".", "__"))
        if path.name == OVERRIDES or _is_ours(path) or (hidden and not _is_code(path)):
            continue
        if hidden or path.is_symlink() or not (path.is_dir() or _is_code(path)):
            aside.append(_shown(path.name))
        else:
            found.append(Submission(_shown(path.name), unwrapped(path)))
    require(bool(found), f"{folder} holds no submission: put .py files, notebooks or folders there")
    return found, aside


def unwrapped(path: Path) -> Path:
    """The folder in which the code is: archives often hold one folder in another."""
    for _ in range(DEEPEST):
        if path.is_symlink() or not path.is_dir() or unreadable(path):
            return path
        if any(_is_code(p) and not _is_empty_init(p) for p in path.iterdir()):
            return path
        plain = [p for p in path.iterdir() if not p.name.startswith((".", "__"))]
        inner = [p for p in plain if p.is_dir() and not p.is_symlink()]
        if len(inner) != 1:  # one with code, beside others with data
            inner = [p for p in inner if not unreadable(p) and any(map(_is_code, p.iterdir()))]
        if len(inner) != 1:
            return path
        path = inner[0]
    return path


def _is_ours(path: Path) -> bool:
    """Is this a folder of results? With code in it, it is the work of a student who says so."""
    if path.is_symlink() or not os.path.exists(path / OWN):
        return False
    inner = unwrapped(path)
    return unreadable(inner) is None and not any(map(_is_code, inner.iterdir()))


def _is_empty_init(path: Path) -> bool:
    """Is this the mark of a package, and nothing else?"""
    return path.name == "__init__.py" and path.stat().st_size == 0


def _is_code(path: Path) -> bool:
    return path.suffix in ENDINGS and path.is_file()


def unreadable(path: Path) -> str | None:
    """The name of what we may not read: the submission, or code in it; None if all is well."""
    if not os.access(path, os.R_OK | (os.X_OK if path.is_dir() else 0)):
        return _shown(path.name)
    code = filter(_is_code, path.iterdir()) if path.is_dir() else ()
    return next((_shown(file.name) for file in code if not os.access(file, os.R_OK)), None)


def files_of(path: Path) -> Iterator[Path]:
    """The files of a submission that are looked at; links and pipes are not followed."""
    if path.is_dir():
        yield from (file for _, file in plain_files(path))
    else:
        yield path


def fingerprint(path: Path) -> str:
    """A mark of all bytes of a submission that count, and of the names of its files."""
    whole = sha256()
    for file in files_of(path):
        name = os.fsencode(file.relative_to(path) if file != path else file.name)
        whole.update(sha256(name).digest() + _digest(file))
    return whole.hexdigest()


def _digest(file: Path) -> bytes:
    try:
        status = file.stat()
        if status.st_size > LARGE:
            return sha256(f"{status.st_size} {status.st_mtime_ns}".encode()).digest()
        with open(file, "rb") as stream:
            return file_digest(stream, "sha256").digest()
    except OSError as error:  # what cannot be read is another state of the file
        return sha256(repr(error).encode("utf-8", "replace")).digest()


def defined_in(path: Path) -> set[str]:
    """The names that a submission defines: in its code, and in the files beside it."""
    closed = unreadable(path)
    require(closed is None, f"{closed} may not be read: give files that you can read")
    source = read_source(path, Limits())
    beside = [text for name, text in source.files.items() if name.endswith(".py")]
    texts = ["\n".join(source.cells), *(text.decode("utf-8", "replace") for text in beside)]
    return {name for text in texts for name in functions_in(text)}
