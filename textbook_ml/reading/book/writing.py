"""Putting the book into a folder: all of it, or nothing."""

import tempfile
from collections.abc import Mapping
from pathlib import Path

from textbook_ml.errors import TextbookError, require
from textbook_ml.reading.book.frame import MADE

INDEX = "index.html"


def require_place(out: str) -> None:
    """Refuse a folder that holds anything but a book, before anything takes its time."""
    place = Path(out)
    try:
        free = not place.exists() or not any(place.iterdir())
        page = place / INDEX
        ours = page.is_file() and MADE in page.read_text("utf-8", "replace")[:2000]
        require(
            free or ours,
            f"--out {out}: there is something else in that folder, and it stays as it is: "
            "give a new one",
        )
    except OSError as error:
        raise TextbookError(f"--out {out}: {error.strerror}: give a new folder") from None
    try:
        tempfile.TemporaryDirectory(dir=place.absolute().parent).cleanup()
    except OSError:
        raise TextbookError(
            f"--out {out}: no folder can be made there: give one inside a folder that exists "
            "and can be written to"
        ) from None


def write(out: str, files: Mapping[str, bytes]) -> None:
    """Write the files beside the folder, and then put them in its place."""
    place = Path(out).absolute()
    try:
        with tempfile.TemporaryDirectory(prefix=f".{place.name}-", dir=place.parent) as beside:
            made, old = Path(beside, "new"), Path(beside, "old")
            made.mkdir()
            for name, content in files.items():
                (made / name).write_bytes(content)
            if place.exists():
                place.rename(old)
            made.rename(place)
    except OSError as error:
        raise TextbookError(
            f"--out {out}: cannot be written ({error.strerror}): give another folder"
        ) from None
