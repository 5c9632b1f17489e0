"""Files that are read with a limit, and written so that they are never half of themselves."""

import os
from contextlib import suppress
from pathlib import Path

from textbook_ml.errors import TextbookError, require


def read_text(path: str, largest: int, advice: str) -> str:
    """The text of a file in UTF-8; `advice` says what would do if there is none."""
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read(largest + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise TextbookError(f"{path}: cannot be read ({reason}): {advice}") from None
    require(
        len(text) <= largest,
        f"{path}: it has more than {largest} characters, which is more than is read: {advice}",
    )
    return text


def write_file(path: str, content: str | bytes) -> None:
    """Write a file so that it is the old one or the new one, and never half of it."""
    target = Path(os.path.realpath(path))
    beside = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with open(beside, "xb") as file:
            file.write(content.encode("utf-8") if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, target)
    except OSError as error:
        with suppress(OSError):
            beside.unlink()
        raise TextbookError(
            f"{path}: cannot be written ({error.strerror}): give a file in a folder that exists"
        ) from None
