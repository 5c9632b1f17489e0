"""Timing of two ways to compute the same result, and the table of the outcomes.

contest   our code and another library, run in turn in one process on the same Python lists
ratio     our CPU time divided by that of the library, for the fastest of five runs of each
growth    exponent with which the time grows with the size of the input: 1 linear, 2 quadratic
target    what the ratio must not exceed; 0.1 means ten times faster
floor     the time of only the C loops that a task needs, printed below the task: a lower
          limit of its time, without a target
"""

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log10
from resource import RUSAGE_CHILDREN, getrusage
from time import process_time

RUNS = 5

Run = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One line of the table; without the other library there is no ratio."""

    task: str
    ours: str
    against: str
    ratio: float | None
    target: float | None

    @property
    def cells(self) -> tuple[str, ...]:
        """Return the cells of the line, with its verdict."""
        numbers = ["" if x is None else f"{x:.3g}" for x in (self.ratio, self.target)]
        return self.task, self.ours, self.against, *numbers, self.verdict

    def as_data(self) -> dict[str, object]:
        """Return the line as JSON data."""
        return {
            "task": self.task,
            "ours": self.ours,
            "against": self.against,
            "ratio": self.ratio,
            "target": self.target,
            "verdict": self.verdict,
        }

    @property
    def verdict(self) -> str:
        """Return whether the ratio meets the target."""
        if self.ratio is None:
            return "" if self.target is None else "not measured"
        if self.target is None:
            return "floor" if self.task.startswith("  ") else ""
        return "met" if self.ratio <= self.target else "missed"


def cpu_seconds(run: Run) -> float:
    """Return the CPU time of one run; older objects are excluded from garbage collection."""
    gc.collect()
    gc.freeze()
    start = cpu_clock()
    run()
    return cpu_clock() - start


def cpu_clock() -> float:
    """Return the CPU time of this process and of its finished child processes."""
    children = getrusage(RUSAGE_CHILDREN)
    return process_time() + children.ru_utime + children.ru_stime


def milliseconds(seconds: float) -> str:
    """Return a time in milliseconds as text for the table."""
    return f"{seconds * 1e3:.2f} ms"


def contest(
    task: str, target: float | None, ours: Run, name: str, prepare: Callable[[], Run]
) -> Outcome:
    """Time this package and another library in turn, five times, after a warm-up run."""
    try:
        peers = prepare()
    except ImportError:
        return Outcome(task, "", f"{name}: not installed", None, target)
    return compared(task, target, ours, name, peers)


def growth(task: str, target: float, prepare: Callable[[int], Run]) -> Outcome:
    """Return the exponent of growth: log10 of (time for a tenfold input / time for the input)."""
    small, large = best_of_pairs(prepare(1), prepare(10), runs=3)
    against = f"a tenth of it {milliseconds(small)}"
    return Outcome(task, milliseconds(large), against, log10(large / small), target)


def compared(task: str, target: float | None, ours: Run, name: str, other: Run) -> Outcome:
    """Compare two ways to compute the same result."""
    us, them = best_of_pairs(ours, other)
    return Outcome(task, milliseconds(us), f"{name} {milliseconds(them)}", us / them, target)


def best_of_pairs(one: Run, other: Run, runs: int = RUNS) -> tuple[float, float]:
    """Return the least CPU time of each function, run in turn after a warm-up."""
    one()
    other()
    pairs = [(cpu_seconds(one), cpu_seconds(other)) for _ in range(runs)]
    return min(a for a, _ in pairs), min(b for _, b in pairs)


def table(outcomes: Sequence[Outcome]) -> str:
    """Return the table with all lines."""
    lines = [("task", "ours", "against", "ratio", "target", ""), *(o.cells for o in outcomes)]
    widths = [max(map(len, column)) for column in zip(*lines)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip() for line in lines
    )
