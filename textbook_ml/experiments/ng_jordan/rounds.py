"""The study, round by round: each is one random split for every size, the same for all methods.

    m        how many examples are learned from; all others are tested on
    round    one split at each size

A split has a source of chance of its own, seeded by (seed, m, number of the split). So neither
the number of processes nor the other sizes change it, and a run that was stopped after k
rounds is the run of k rounds.
"""

import signal
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from textbook_ml.errors import TextbookError, require
from textbook_ml.experiments.ng_jordan.contest import Contest
from textbook_ml.experiments.ng_jordan.methods import METHODS, Lesson

Round = Mapping[str, tuple[Fraction, ...]]  # for each method, its error rate at each size

SPLITS, FULL = 100, 1000  # the paper has 1000
FLOOR = 1e-6  # what the paper adds to a variance is not known; features lie between 0 and 1
LARGEST = 300  # examples to learn from, if nobody says otherwise
STEPS = 8
AHEAD = 3  # rounds for each process that are handed out before the first of them is back


@dataclass(frozen=True, slots=True)
class Plan:
    """What is run: sizes, how many splits of each, by which methods."""

    sizes: tuple[int, ...]
    methods: tuple[str, ...]
    splits: int = SPLITS
    seed: int = 0
    floor: float = FLOOR

    def __post_init__(self) -> None:
        require(self.splits > 1, f"{self.splits} splits were asked for: it takes 2 or more")
        require(self.floor > 0, f"the variance floor is {self.floor}: give one above 0, as 1e-6")
        require(len(self.sizes) > 0, "no sizes came: say how many examples to learn from")
        require(
            min(self.sizes) >= 2,
            f"learning from {min(self.sizes)} was asked for, and there are 2 classes: it takes "
            "at least one example of each",
        )
        require(
            list(self.sizes) == sorted(set(self.sizes)),
            f"the sizes are {list(self.sizes)}: let them rise",
        )
        for name in self.methods:
            require(name in METHODS, f"there is no method {name!r}: there are {', '.join(METHODS)}")


def usual_sizes(n: int, largest: int = LARGEST) -> tuple[int, ...]:
    """Eight sizes from 2 up to three quarters of n examples, each larger by the same factor.

    >>> usual_sizes(1000, largest=256), usual_sizes(8)
    ((2, 4, 8, 16, 32, 64, 128, 256), (2, 3, 4, 5, 6))
    """
    top = max(min(3 * n // 4, largest), 2)
    sizes = (round(2 * (top / 2) ** (k / (STEPS - 1))) for k in range(STEPS))
    return tuple(dict.fromkeys(sizes))


def require_enough(contest: Contest, sizes: Sequence[int]) -> None:
    """Refuse to learn from more examples than there are, less the one that is tested on."""
    n = len(contest)
    require(n > 2, f"there are {n} examples: it takes 2 to learn from, and one to test on")
    require(
        max(sizes) < n,
        f"learning from {max(sizes)} was asked for, and there are {n} examples, of which one at "
        f"least is tested on: ask for {n - 1} at most",
    )


def training_places(labels: Sequence[int], m: int, rng: Random) -> list[int]:
    """m different places at random, again until both classes are among them.

    >>> sorted(training_places([0, 0, 0, 1], 2, Random(0)))[-1]
    3
    """
    while True:
        places: dict[int, None] = {}
        while len(places) < m:
            places[int(len(labels) * rng.random())] = None
        if 0 < sum(labels[i] for i in places) < m:
            return list(places)


def one_round(contest: Contest, plan: Plan, split: int) -> Round:
    """All methods on one split of each size."""
    rates: dict[str, list[Fraction]] = {name: [] for name in plan.methods}
    for m in plan.sizes:
        rng = Random(f"ng-jordan {plan.seed} {m} {split}")
        training = training_places(contest.labels, m, rng)
        held_out = sorted(set(range(len(contest))) - set(training))
        lesson = Lesson(contest, training, plan.floor, rng)
        for name in plan.methods:
            try:
                lines = METHODS[name](lesson)
            except TextbookError as error:
                raise TextbookError(f"{name}, {m} examples, split {split}: {error}") from None
            wrong = sum(contest.errors(line, held_out) for line in lines)
            rates[name].append(Fraction(wrong, len(lines) * len(held_out)))
    return {name: tuple(errors) for name, errors in rates.items()}


def rounds(contest: Contest, plan: Plan, processes: int = 1) -> Iterator[Round]:
    """All rounds, in order, as they are finished."""
    require_enough(contest, plan.sizes)
    require(processes > 0, f"{processes} processes were asked for: it takes at least 1")
    if processes == 1:
        yield from (one_round(contest, plan, split) for split in range(plan.splits))
    else:
        yield from _in_processes(contest, plan, min(processes, plan.splits))


def _in_processes(contest: Contest, plan: Plan, processes: int) -> Iterator[Round]:
    # Imported here, because where there are no processes it cannot be imported at all.
    from concurrent.futures.process import BrokenProcessPool, ProcessPoolExecutor

    pool = ProcessPoolExecutor(processes, initializer=_sit_down, initargs=(contest, plan))
    waiting: deque[Future[Round]] = deque()
    try:
        for split in range(plan.splits):
            waiting.append(pool.submit(_round_at_the_desk, split))
            if len(waiting) > AHEAD * processes:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool:
        raise TextbookError(
            "a process of the study was ended from outside, perhaps for want of memory: try with "
            "one process"
        ) from None
    finally:
        pool.shutdown(cancel_futures=True)


_desk: list[tuple[Contest, Plan]] = []  # what a process has been given, once


def _sit_down(contest: Contest, plan: Plan) -> None:
    """What a process does first: take the table, and let Ctrl-C end it at once and in silence.

    A run that was started in the background does not hear Ctrl-C, and neither do its processes.
    """
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    _desk.append((contest, plan))


def _round_at_the_desk(split: int) -> Round:
    contest, plan = _desk[0]
    return one_round(contest, plan, split)
