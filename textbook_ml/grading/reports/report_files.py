"""Write reports to files that are named after submissions, each file in one step."""

from hashlib import sha256
from pathlib import Path

from textbook_ml.core.errors import TextbookError
from textbook_ml.core.files import write_file

LONGEST_NAME = 180  # bytes; this leaves room for the file extension


def write_report(path: Path, text: str) -> None:
    """Write a report and create its folder; characters that UTF-8 cannot encode become `?`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TextbookError(
            f"{path.parent}: the folder cannot be created ({error.strerror}). "
            "Fix: choose another folder."
        ) from None
    write_file(str(path), text.encode("utf-8", "replace"))


def file_name(submission: str, ending: str) -> str:
    """Return the file name of a report, made from the name of the submission.

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
