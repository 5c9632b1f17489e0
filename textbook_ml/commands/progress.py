"""A word on the way, for those who wait at a terminal."""

import sys
from collections.abc import Callable, Iterator, Sequence
from time import monotonic
from typing import TextIO, TypeVar

Item = TypeVar("Item")

PATIENCE = 2.0  # seconds before a word is said


def told(
    items: Sequence[Item],
    what: str,
    stream: TextIO | None = None,
    clock: Callable[[], float] = monotonic,
) -> Iterator[Item]:
    """The items one by one; after two seconds a terminal is told how many are done.

    >>> list(told("abc", "letters"))
    ['a', 'b', 'c']
    """
    screen = sys.stderr if stream is None else stream
    start, said = clock(), ""
    try:
        for done, item in enumerate(items):
            if screen.isatty() and clock() - start > PATIENCE:
                said = f"{what}: {done} of {len(items)}"
                print(f"\r{said}", end="", file=screen, flush=True)
            yield item
    finally:
        if said:
            print(f"\r{' ' * len(said)}\r", end="", file=screen, flush=True)
