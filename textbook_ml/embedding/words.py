"""What the embedding wing can be asked on the command line."""

from collections.abc import Sequence
from typing import Any

from textbook_ml.words import add

HOME = "textbook_ml.embedding"


def add_words(commands: Any, typed: Sequence[str]) -> None:
    """The commands of this wing."""
    add(commands, "selftest", "is everything right on this interpreter? exit code 1 if not", HOME)
