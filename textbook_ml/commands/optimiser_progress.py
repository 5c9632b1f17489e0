"""Progress of an optimisation, shown at a terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TextIO

from textbook_ml.core.progress import one_line
from textbook_ml.learning.optimisers.optimise import Watch
from textbook_ml.learning.optimisers.steps import Step


@contextmanager
def watched(
    stream: TextIO | None = None, clock: Callable[[], float] = monotonic
) -> Iterator[Watch]:
    """Yield a callback for each iteration; after two seconds it shows progress at a terminal.

    >>> with watched() as watch:
    ...     pass
    """

    def watch(step: Step) -> None:
        say(lambda: f"iteration {step.iteration:,}: the gradient is {step.gradient_norm:.2e}")

    with one_line(stream, clock) as say:
        yield watch
