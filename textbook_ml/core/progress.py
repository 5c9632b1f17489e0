"""Progress messages on a terminal or in a notebook."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import TextIO, TypeVar

Item = TypeVar("Item")
ShowMessage = Callable[[Callable[[], str]], None]

DELAY = 2.0  # seconds before the first message
INTERVAL = 0.1  # seconds between two messages
NOTEBOOKS = ("ipykernel", "pyodide_kernel")  # packages whose streams write to a notebook


def with_progress(
    items: Sequence[Item],
    item_name: str,
    stream: TextIO | None = None,
    clock: Callable[[], float] = monotonic,
) -> Iterator[Item]:
    """Yield the items; after two seconds, show how many are done if the stream is interactive.

    >>> list(with_progress("abc", "letters"))
    ['a', 'b', 'c']
    """
    with progress_line(stream, clock) as show_message:
        for done, item in enumerate(items):
            show_message(lambda: f"{item_name}: {done} of {len(items)}")
            yield item


def is_interactive(stream: TextIO | None) -> bool:
    """Return whether a stream is interactive: a terminal or a notebook, not a file."""
    return stream is not None and (is_notebook(stream) or stream.isatty())


def is_notebook(stream: object) -> bool:
    """Return whether a stream writes to a notebook, which can overwrite a line."""
    return type(stream).__module__.partition(".")[0] in NOTEBOOKS


@contextmanager
def progress_line(stream: TextIO | None, clock: Callable[[], float]) -> Iterator[ShowMessage]:
    """Yield a function that overwrites one line of a terminal or notebook; erase it at the end."""
    screen = sys.stderr if stream is None else stream
    next_time, longest = clock() + DELAY, 0

    def show_message(message: Callable[[], str]) -> None:
        nonlocal next_time, longest
        if is_interactive(screen) and (now := clock()) > next_time:
            line = message()
            next_time, longest = now + INTERVAL, max(longest, len(line))
            print(f"\r{line:{longest}}", end="", file=screen, flush=True)

    try:
        yield show_message
    finally:
        if longest:
            print(f"\r{' ' * longest}\r", end="", file=screen, flush=True)


def with_time_left(
    items: Sequence[Item],
    names: Sequence[str],
    stream: TextIO | None = None,
    clock: Callable[[], float] = monotonic,
) -> Iterator[Item]:
    """Yield the items; print the name of the current one and the time left.

    >>> list(with_time_left("ab", ["first", "second"]))
    ['a', 'b']
    """
    start = clock()
    with progress_line(stream, clock) as show_message:
        for done, (item, name) in enumerate(zip(items, names)):
            left = (clock() - start) / max(done, 1) * (len(items) - done)
            show_message(lambda: f"{done + 1} of {len(items)}, {name}; {time_left(left)}")
            yield item


def time_left(seconds: float) -> str:
    """Return the approximate remaining time as text.

    >>> time_left(12.3), time_left(200.0)
    ('about 12 s left', 'about 3 min left')
    """
    return f"about {seconds:.0f} s left" if seconds < 90 else f"about {seconds / 60:.0f} min left"
