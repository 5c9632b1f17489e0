"""Files of the embedding wing: models in, exported files out."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from textbook_ml.errors import TextbookError
from textbook_ml.models.codec import from_json


def read_model(path: str, kinds: dict[str, type[Any]]) -> Any:
    """The model in a file, of one of the kinds."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise TextbookError(
            f"{path}: cannot be read ({reason}): give a file that fit --out or to_json has written"
        ) from None
    try:
        return from_json(text, kinds)
    except TextbookError as error:
        raise TextbookError(f"{path}: {error}") from None


def write_text(path: str, text: str) -> None:
    """Write a text so that the file is the old one or the new one, and never half of it."""
    target = Path(os.path.realpath(path))
    beside = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with open(beside, "x", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.replace(beside, target)
    except OSError as error:
        with suppress(OSError):
            beside.unlink()
        raise TextbookError(
            f"{path}: cannot be written ({error.strerror}): give a file in a folder that exists"
        ) from None
