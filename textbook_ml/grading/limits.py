"""What a submission may use: time, memory, files, packages."""

from dataclasses import dataclass, replace
from math import isfinite
from typing import Self

from textbook_ml.errors import require


@dataclass(frozen=True, slots=True)
class Limits:
    """Generous for code that is right, and soon over for code that never ends.

    Processor time counts first; the wall clock is many times that, since a slow machine is not
    the student's fault.
    """

    wall: float = 5.0  # seconds for one call
    cpu: float = 2.0  # seconds of processor time for one call
    memory: int = 1 << 30  # bytes
    budget: float = 120.0  # seconds for one submission: when they are spent, no call is made
    file_size: int = 1 << 20  # bytes of a file that is handed in, or written
    packages: tuple[str, ...] = ()  # that may be imported besides the standard library
    files: tuple[str, ...] = ()  # paths of files that student code may read, by their last name

    def __post_init__(self) -> None:
        for name in ("wall", "cpu", "budget", "memory", "file_size"):
            value = getattr(self, name)
            require(
                isinstance(value, (int, float)) and isfinite(value) and value > 0,
                f"the limit {name} = {value!r} came: give a number above 0",
            )
        for package in self.packages:
            require(
                package.replace(".", "_").isidentifier() and package != "textbook_ml",
                f"{package!r} came as a package to allow: give the name that is imported",
            )

    def doubled(self) -> Self:
        """Twice the time, for what is tried again: a slow machine is nobody's fault.

        >>> Limits(wall=2.0, cpu=0.5).doubled().cpu
        1.0
        """
        return replace(self, wall=2 * self.wall, cpu=2 * self.cpu)
