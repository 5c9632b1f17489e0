"""Find the submissions in a folder, the names that they define, and their fingerprints."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import file_digest, sha256
from pathlib import Path

from textbook_ml.core.errors import TextbookError, require
from textbook_ml.grading.overrides import FILE as OVERRIDES
from textbook_ml.grading.runner.limits import Limits
from textbook_ml.grading.runner.submission_source import read_source
from textbook_ml.grading.select_questions import functions_in
from textbook_ml.grading.solution_folder import ENDINGS, plain_files

DEEPEST = 5  # maximum number of nested folders around a submission
LARGE = 1 << 22  # bytes from which a file is identified by size and time, not by its content
OWN = "class.json"  # a folder with this file contains results of the grader


@dataclass(frozen=True, slots=True)
class Submission:
    """One student's work: a file, or a folder."""

    name: str
    path: Path

    @classmethod
    def at(cls, path: Path, endings: Sequence[str] = ENDINGS) -> "Submission":
        """Return the submission at a path, with a printable name."""
        return cls(_printable_name(path.resolve().name), inner_folder(path, endings))


def _printable_name(name: str) -> str:
    """Return a printable name that is different for different files of a folder."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def submission_at(path: str, endings: Sequence[str] = ENDINGS) -> Submission:
    """Return the submission at a path; raise TextbookError if nothing is there."""
    try:
        found = Path(path).is_file() or Path(path).is_dir()
    except (OSError, ValueError) as error:
        raise TextbookError(f"{path!r} is not a valid file name ({error})") from None
    require(
        found,
        f"there is no file or folder {path!r}. Fix: pass a .py file, a notebook, or a folder of "
        "them.",
    )
    return Submission.at(Path(path), endings)


def submissions_in(
    folder: Path, endings: Sequence[str] = ENDINGS
) -> tuple[list[Submission], list[str]]:
    """Return the submissions in a folder, sorted by name, and the names that are skipped.

    Each file with one of the endings, and each folder, is one submission. Links are skipped,
    because a link could lead to the work of another student.
    """
    found: list[Submission] = []
    skipped: list[str] = []
    try:
        inside = sorted(folder.iterdir())
    except OSError as error:
        raise TextbookError(f"{folder}: the folder cannot be read ({error.strerror})") from None
    for path in inside:
        hidden = path.name.startswith((".", "__"))
        if (
            path.name == OVERRIDES
            or _is_results_folder(path)
            or (hidden and not _is_code_file(path, endings))
        ):
            continue
        if hidden or path.is_symlink() or not (path.is_dir() or _is_code_file(path, endings)):
            skipped.append(_printable_name(path.name))
        else:
            found.append(Submission(_printable_name(path.name), inner_folder(path, endings)))
    kinds = ".py files, notebooks" if endings is ENDINGS else f"{', '.join(endings)} files"
    require(
        bool(found),
        f"{folder}: the folder contains no submissions. Fix: put {kinds} or folders into it.",
    )
    return found, skipped


def inner_folder(path: Path, endings: Sequence[str] = ENDINGS) -> Path:
    """Return the inner folder with the code, because archives often contain nested folders."""
    for _ in range(DEEPEST):
        if path.is_symlink() or not path.is_dir() or unreadable_file(path):
            return path
        if any(_is_code_file(p, endings) and not _is_empty_init(p) for p in path.iterdir()):
            return path
        plain = [p for p in path.iterdir() if not p.name.startswith((".", "__"))]
        inner = [p for p in plain if p.is_dir() and not p.is_symlink()]
        if len(inner) != 1:  # look for the only folder with code; others may contain data
            open_to_us = [p for p in inner if not unreadable_file(p)]
            inner = [p for p in open_to_us if any(_is_code_file(q, endings) for q in p.iterdir())]
        if len(inner) != 1:
            return path
        path = inner[0]
    return path


def _is_results_folder(path: Path) -> bool:
    """Return whether a folder contains results and no code; with code, it is a submission."""
    if path.is_symlink() or not os.path.exists(path / OWN):
        return False
    inner = inner_folder(path)
    return unreadable_file(inner) is None and not any(map(_is_code_file, inner.iterdir()))


def _is_empty_init(path: Path) -> bool:
    """Return whether a path is an empty `__init__.py`."""
    return path.name == "__init__.py" and path.stat().st_size == 0


def _is_code_file(path: Path, endings: Sequence[str] = ENDINGS) -> bool:
    return path.suffix in endings and path.is_file()


def unreadable_file(path: Path) -> str | None:
    """Return the name of a file or folder that cannot be read; None if all can be read."""
    if not os.access(path, os.R_OK | (os.X_OK if path.is_dir() else 0)):
        return _printable_name(path.name)
    code = filter(_is_code_file, path.iterdir()) if path.is_dir() else ()
    return next((_printable_name(file.name) for file in code if not os.access(file, os.R_OK)), None)


def files_of(path: Path) -> Iterator[Path]:
    """Yield the files of a submission that the grader reads; links and pipes are left out."""
    if path.is_dir():
        yield from (file for _, file in plain_files(path))
    else:
        yield path


def fingerprint(path: Path) -> str:
    """Return a hash of the names and contents of the files of a submission."""
    whole = sha256()
    for file in files_of(path):
        name = os.fsencode(file.relative_to(path) if file != path else file.name)
        whole.update(sha256(name).digest() + _hash_of_file(file))
    return whole.hexdigest()


def _hash_of_file(file: Path) -> bytes:
    try:
        status = file.stat()
        if status.st_size > LARGE:
            return sha256(f"{status.st_size} {status.st_mtime_ns}".encode()).digest()
        with open(file, "rb") as stream:
            return file_digest(stream, "sha256").digest()
    except OSError as error:  # an unreadable file has a fingerprint of its own
        return sha256(repr(error).encode("utf-8", "replace")).digest()


def defined_in(path: Path) -> set[str]:
    """Return the names that a submission defines, in its code and in its other files."""
    closed = unreadable_file(path)
    require(closed is None, f"{closed} cannot be read. Fix: change its file permissions.")
    source = read_source(path, Limits())
    others = [text for name, text in source.files.items() if name.endswith(".py")]
    texts = ["\n".join(source.cells), *(text.decode("utf-8", "replace") for text in others)]
    return {name for text in texts for name in functions_in(text)}
