"""Write the book to a folder: the whole book or nothing."""

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from textbook_ml.core.errors import TextbookError, require
from textbook_ml.core.files import write_file
from textbook_ml.reading.book.template import MADE

INDEX = "index.html"
BESIDE_PAGES = {
    "book.css", "book.js", "data.js", "live.js", "runtime.js", "maths.woff2",
    "GUST-FONT-LICENSE.txt",
}  # fmt: skip


def require_place(out: str) -> None:
    """Raise TextbookError if the folder holds anything but a book or cannot be replaced."""
    place = Path(os.path.realpath(out))
    try:
        inside = list(place.iterdir()) if place.exists() else []
        ours = all(map(_is_of_a_book, inside)) and INDEX in {path.name for path in inside}
        require(
            ours or not inside,
            f"--out {out}: the folder contains files that are not part of a book, so it is not "
            "replaced. Fix: choose a new folder.",
        )
    except OSError as error:
        raise TextbookError(f"--out {out}: {error.strerror}. Fix: choose a new folder.") from None
    try:
        tempfile.TemporaryDirectory(dir=place.parent).cleanup()
    except OSError:
        raise TextbookError(
            f"--out {out}: the folder cannot be created. "
            "Fix: choose one inside a folder that exists and can be written to."
        ) from None


def _is_of_a_book(path: Path) -> bool:
    """Return whether a file is a page that `book` has written, or a file that its pages use."""
    if path.is_symlink() or not path.is_file():
        return False
    if path.suffix != ".html":
        return path.name in BESIDE_PAGES
    with open(path, encoding="utf-8", errors="replace") as page:
        return MADE in page.read(2000)


def write(out: str, files: Mapping[str, bytes]) -> None:
    """Write the files to a new folder, then rename it to `out`; an older book is replaced."""
    place = Path(os.path.realpath(out))
    try:
        with tempfile.TemporaryDirectory(prefix=f".{place.name}-", dir=place.parent) as beside:
            made, old = Path(beside, "new"), Path(beside, "old")
            made.mkdir()
            for name, content in files.items():
                write_file(str(made / name), content)
            _exchange_folders(made, place, old)
    except OSError as error:
        raise TextbookError(
            f"--out {out}: cannot be written ({error.strerror}). Fix: choose another folder."
        ) from None


def _exchange_folders(made: Path, place: Path, old: Path) -> None:
    """Rename `place` to `old` and `made` to `place`; undo the first if the second fails."""
    if not place.exists():
        made.rename(place)
        return
    shutil.copymode(place, made)
    place.rename(old)
    try:
        made.rename(place)
    except BaseException:
        old.rename(place)
        raise
