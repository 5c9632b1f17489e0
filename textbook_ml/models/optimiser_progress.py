"""Progress of an optimisation, shown on a terminal or in a notebook."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TextIO

from textbook_ml.core.progress import is_notebook, progress_line
from textbook_ml.learning.optimisers.optimise import Watch
from textbook_ml.learning.optimisers.steps import Step


@contextmanager
def progress_callback(
    stream: TextIO | None = None, clock: Callable[[], float] = monotonic
) -> Iterator[Watch]:
    """Yield a callback for each iteration; after two seconds it shows progress.

    >>> with progress_callback() as watch:
    ...     pass
    """

    def watch(step: Step) -> None:
        say(lambda: f"iteration {step.iteration:,}: the gradient is {step.gradient_norm:.2e}")

    with progress_line(stream, clock) as say:
        yield watch


@contextmanager
def watched_in_notebooks(watch: Watch | None) -> Iterator[Watch]:
    """Yield the callback that was given; without one, show progress in a notebook only."""
    if watch is not None:
        yield watch
    elif is_notebook(sys.stderr):
        with progress_callback() as shown:
            yield shown
    else:
        yield ignore_step


def ignore_step(step: Step) -> None:
    """Ignore a step of the optimiser."""
