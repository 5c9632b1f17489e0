"""Limits for a submission: time, memory, files and packages."""

from dataclasses import dataclass, replace
from math import isfinite
from typing import Self

from textbook_ml.core.errors import require


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits for student code; correct code does not reach them.

    The limit on the wall clock is larger than the limit on processor time, because a busy machine
    is not the student's fault.
    """

    wall: float = 5.0  # seconds for one call
    cpu: float = 2.0  # seconds of processor time for one call
    memory: int = 1 << 30  # bytes
    budget: float = 120.0  # seconds for one submission; after that no function is called
    file_size: int = 1 << 20  # bytes of a submitted file, or of a file written by student code
    packages: tuple[str, ...] = ()  # packages that may be imported besides the standard library
    files: tuple[str, ...] = ()  # paths of files that student code may read by their names

    def __post_init__(self) -> None:
        for name in ("wall", "cpu", "budget", "memory", "file_size"):
            value = getattr(self, name)
            require(
                isinstance(value, (int, float)) and isfinite(value) and value > 0,
                f"the limit {name} must be a number above 0, got {value!r}",
            )
        for package in self.packages:
            require(
                package.replace(".", "_").isidentifier() and package != "textbook_ml",
                f"packages must be names that can be imported (not textbook_ml), got {package!r}",
            )

    def with_doubled_time(self) -> Self:
        """Return the limits with twice the time, for a second attempt on a busy machine.

        >>> Limits(wall=2.0, cpu=0.5).with_doubled_time().cpu
        1.0
        """
        return replace(self, wall=2 * self.wall, cpu=2 * self.cpu)
