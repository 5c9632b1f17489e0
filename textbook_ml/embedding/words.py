"""What the embedding wing can be asked on the command line."""

from collections.abc import Sequence
from typing import Any


def add_words(commands: Any, typed: Sequence[str]) -> None:
    """The commands of this wing."""
