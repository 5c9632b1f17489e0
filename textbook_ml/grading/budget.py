"""The time that one submission may take, divided among its questions.

`budget` is a cap: when it is spent, no function is called any more. So that functions that end do
not pay for others that never end, the time is given out in two rounds. In the first round each
question gets an equal share of half the budget; in the second, those that were cut short share
what is left. Where the budget allows every question all the time that its limits could make it
take, the first round has all of it.
"""

from collections.abc import Callable
from threading import Lock
from time import monotonic

from textbook_ml.grading.limits import Limits

CALLS = 3  # a call, the same call again with twice the time: more than that is never needed


class Budget:
    """Seconds on the clock, for the questions of one submission that share them."""

    def __init__(
        self, limits: Limits, jobs: int, clock: Callable[[], float] = monotonic
    ) -> None:
        self.seconds, self.jobs, self.clock = limits.budget, jobs, clock
        self.enough = CALLS * limits.wall
        self.start = clock()
        self.end = self.start + limits.budget
        self.waiting, self.reserve = 1, 0.0
        self.ends: dict[str, float] = {}
        self.shares: dict[str, float] = {}
        self.lock = Lock()

    def first_round(self, questions: int) -> None:
        """Begin with so many questions; keep half for a second round if time may be short."""
        scarce = self.left() * self.jobs < self.enough * questions
        self.waiting, self.reserve = questions, self.left() / 2 if scarce else 0.0

    def second_round(self, questions: int) -> None:
        """Go on with the questions that were cut short, and with all that is left."""
        self.waiting, self.reserve = questions, 0.0
        self.ends.clear()

    def left(self) -> float:
        """Seconds until the budget is spent."""
        return max(self.end - self.clock(), 0.0)

    def end_of(self, function: str) -> float:
        """When the question on this function must end; its time begins when this is first asked."""
        with self.lock:
            if function not in self.ends:
                left = max(self.left() - self.reserve, 0.0)
                share = min(left * self.jobs / max(self.waiting, 1), left)
                self.shares[function] = share
                self.ends[function] = self.clock() + share
            return self.ends[function]

    def finish(self, function: str) -> bool:
        """Count a question as done; was it cut short?"""
        with self.lock:
            self.waiting -= 1
            return function in self.ends and self.clock() >= self.ends[function]

    def may_have_more(self, function: str) -> bool:
        """Had this question less time than its limits could make it take?"""
        return self.shares.get(function, 0.0) < self.enough and self.left() > 0
