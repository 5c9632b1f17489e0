"""Where reports go: files that are never half of themselves, named after submissions."""

from hashlib import sha256
from pathlib import Path

from textbook_ml.errors import TextbookError
from textbook_ml.files import write_file

LONGEST_NAME = 180  # bytes, so that an ending still fits


def write_report(path: Path, text: str) -> None:
    """Write a report, and the folder it goes to; a character that no file can hold shows as ?."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TextbookError(
            f"{path.parent}: no folder can be made there ({error.strerror}): give another"
        ) from None
    write_file(str(path), text.encode("utf-8", "replace"))


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
