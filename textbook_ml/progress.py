"""A word on the way, for those who wait at a terminal."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import TextIO, TypeVar

Item = TypeVar("Item")
Say = Callable[[Callable[[], str]], None]

PATIENCE = 2.0  # seconds before a word is said
PAUSE = 0.1  # seconds between two words


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
    with one_line(stream, clock) as say:
        for done, item in enumerate(items):
            say(lambda: f"{what}: {done} of {len(items)}")
            yield item


@contextmanager
def one_line(stream: TextIO | None, clock: Callable[[], float]) -> Iterator[Say]:
    """A line that is said over again, and wiped away at the end."""
    screen = sys.stderr if stream is None else stream
    due, longest = clock() + PATIENCE, 0

    def say(words: Callable[[], str]) -> None:
        nonlocal due, longest
        if screen is not None and screen.isatty() and (now := clock()) > due:
            line = words()
            due, longest = now + PAUSE, max(longest, len(line))
            print(f"\r{line:{longest}}", end="", file=screen, flush=True)

    try:
        yield say
    finally:
        if longest:
            print(f"\r{' ' * longest}\r", end="", file=screen, flush=True)


def timed(
    items: Sequence[Item],
    names: Sequence[str],
    stream: TextIO | None = None,
    clock: Callable[[], float] = monotonic,
) -> Iterator[Item]:
    """The items one by one; a terminal is told which is on its way, and how long the rest takes.

    >>> list(timed("ab", ["first", "second"]))
    ['a', 'b']
    """
    start = clock()
    with one_line(stream, clock) as say:
        for done, (item, name) in enumerate(zip(items, names)):
            left = (clock() - start) / max(done, 1) * (len(items) - done)
            say(lambda: f"{done + 1} of {len(items)}, {name}; {time_left(left)}")
            yield item


def time_left(seconds: float) -> str:
    """Roughly how long it will still take.

    >>> time_left(12.3), time_left(200.0)
    ('about 12 s left', 'about 3 min left')
    """
    return f"about {seconds:.0f} s left" if seconds < 90 else f"about {seconds / 60:.0f} min left"
