"""Files that are whole at every moment: the old one or the new one, never half of it."""

import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from textbook_ml.errors import TextbookError

LONGEST_NAME = 180  # bytes, so that an ending still fits


def write_whole(path: Path, text: str) -> None:
    """Write beside the file, then take its place in one step; what cannot be told is replaced."""
    target = Path(os.path.realpath(path))
    mark = sha256(os.fsencode(target.name)).hexdigest()[:12]
    beside = target.with_name(f".{mark}.{os.getpid()}")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(text.encode("utf-8", "replace"))
        os.replace(beside, target)
    except OSError as error:
        with suppress(OSError):
            beside.unlink()
        raise TextbookError(
            f"{path}: cannot be written ({error.strerror}): give a name in a folder that is yours"
        ) from None


def file_name(submission: str, ending: str) -> str:
    """The name of a report on a submission: as it is called, if files can be called so.

    >>> file_name("ada.py", ".html")
    'ada.py.html'
    """
    kept = submission.encode("utf-8", "replace")
    plain = kept.decode()
    if plain == submission and len(kept) <= LONGEST_NAME and "/" not in plain:
        return submission + ending
    mark = sha256(submission.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    short = kept[:LONGEST_NAME].decode("utf-8", "ignore").replace("/", "_")
    return f"{short}-{mark}{ending}"
