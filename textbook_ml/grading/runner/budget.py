"""The total time for one submission, divided among its questions.

When the budget is used up, no more functions are called. Functions that never return must not
take the time of the others, so the time is divided in two rounds. In the first round each
question gets an equal part of half the budget; in the second round the questions that ran out of
time share the rest. If the budget is enough for all questions at their limits, the first round
gets all of it.
"""

from collections.abc import Callable
from threading import Lock
from time import monotonic

from textbook_ml.grading.runner.limits import Limits

CALLS = 3  # a slow question needs at most three time limits: one call, and one with twice the time


class Budget:
    """The wall-clock time that the questions of one submission share."""

    clock: Callable[[], float]
    jobs: int
    seconds: float
    enough: float
    start: float
    end: float
    lock: Lock
    reserve: float
    waiting: int

    def __init__(self, limits: Limits, jobs: int, clock: Callable[[], float] = monotonic) -> None:
        self.seconds, self.jobs, self.clock = limits.budget, jobs, clock
        self.enough = CALLS * limits.wall
        self.start = clock()
        self.end = self.start + limits.budget
        self.waiting, self.reserve = 1, 0.0
        self.ends: dict[str, float] = {}
        self.shares: dict[str, float] = {}
        self.lock = Lock()

    def first_round(self, questions: int) -> None:
        """Start with this number of questions; reserve half of the time if it may be short."""
        scarce = self.left() * self.jobs < self.enough * questions
        self.waiting, self.reserve = questions, self.left() / 2 if scarce else 0.0

    def second_round(self, questions: int) -> None:
        """Continue with the questions that ran out of time, and all of the remaining time."""
        self.waiting, self.reserve = questions, 0.0
        self.ends.clear()

    def left(self) -> float:
        """Return the number of seconds until the budget is used up."""
        return max(self.end - self.clock(), 0.0)

    def end_of(self, function: str) -> float:
        """Return the deadline of the question on a function; its time starts at the first call."""
        with self.lock:
            if function not in self.ends:
                left = max(self.left() - self.reserve, 0.0)
                share = min(left * self.jobs / max(self.waiting, 1), left)
                self.shares[function] = share
                self.ends[function] = self.clock() + share
            return self.ends[function]

    def finish(self, function: str) -> bool:
        """Count a question as done, and return whether it ran out of time."""
        with self.lock:
            self.waiting -= 1
            return function in self.ends and self.clock() >= self.ends[function]

    def may_have_more(self, function: str) -> bool:
        """Return whether this question got less time than its limits allow."""
        return self.shares.get(function, 0.0) < self.enough and self.left() > 0
