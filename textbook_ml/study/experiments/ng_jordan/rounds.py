"""Rounds of the study: one random split for every size, the same for all methods.

    m        the number of training examples; all others are test examples
    round    one split at each size

Each split has its own random generator, seeded by (seed, m, number of the split). So the
result of a split does not depend on the number of processes or on the other sizes, and a run that
was stopped after k rounds gives the same result as a run of k rounds.
"""

import signal
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from textbook_ml.core.errors import TextbookError, require
from textbook_ml.study.experiments.ng_jordan.coded_table import CodedTable
from textbook_ml.study.experiments.ng_jordan.methods import METHODS, TrainingSample

Round = Mapping[str, tuple[Fraction, ...]]  # for each method, its error rate at each size

SPLITS, FULL = 100, 1000  # default and full number of splits; the paper has 1000
FLOOR = 1e-6  # minimum variance; the value used in the paper is not known
LARGEST = 300  # default for the largest number of training examples
STEPS = 8
AHEAD = 3  # rounds per process that are submitted before waiting for the first result


@dataclass(frozen=True, slots=True)
class Plan:
    """Parameters of a study: sizes, methods, number of splits, seed and minimum variance."""

    sizes: tuple[int, ...]
    methods: tuple[str, ...]
    splits: int = SPLITS
    seed: int = 0
    floor: float = FLOOR

    def __post_init__(self) -> None:
        require(self.splits > 1, f"the number of splits must be at least 2, got {self.splits}")
        require(
            self.floor > 0,
            f"the variance floor must be above 0 (for example 1e-6), got {self.floor}",
        )
        require(len(self.sizes) > 0, "need at least one training set size, got none")
        require(
            min(self.sizes) >= 2,
            "a training set must have at least 2 examples, one of each class, got size "
            f"{min(self.sizes)}",
        )
        require(
            list(self.sizes) == sorted(set(self.sizes)),
            f"the sizes must be in increasing order, got {list(self.sizes)}",
        )
        for name in self.methods:
            require(name in METHODS, f"unknown method {name!r}. Methods: {', '.join(METHODS)}")


def default_sizes(n: int, largest: int = LARGEST) -> tuple[int, ...]:
    """Return up to eight sizes with a constant ratio, from 2 to three quarters of n examples.

    >>> default_sizes(1000, largest=256), default_sizes(8)
    ((2, 4, 8, 16, 32, 64, 128, 256), (2, 3, 4, 5, 6))
    """
    last = max(min(3 * n // 4, largest), 2)
    sizes = (round(2 * (last / 2) ** (k / (STEPS - 1))) for k in range(STEPS))
    return tuple(dict.fromkeys(sizes))


def require_test_examples(table: CodedTable, sizes: Sequence[int]) -> None:
    """Raise TextbookError unless at least one example is left for testing at every size."""
    n = len(table)
    require(n > 2, f"need at least 3 examples (2 for training and 1 for testing), got {n}")
    require(
        max(sizes) < n,
        f"a training set must have at most {n - 1} of the {n} examples, so that one is left for "
        f"testing, got size {max(sizes)}",
    )


def training_places(labels: Sequence[int], m: int, rng: Random) -> list[int]:
    """Return m different random row numbers, drawn again until both classes occur.

    >>> sorted(training_places([0, 0, 0, 1], 2, Random(0)))[-1]
    3
    """
    while True:
        places: dict[int, None] = {}
        while len(places) < m:
            places[int(len(labels) * rng.random())] = None
        if 0 < sum(labels[i] for i in places) < m:
            return list(places)


def one_round(table: CodedTable, plan: Plan, split: int) -> Round:
    """Return the error rates of all methods on one split of each size."""
    rates: dict[str, list[Fraction]] = {name: [] for name in plan.methods}
    for m in plan.sizes:
        rng = Random(f"ng-jordan {plan.seed} {m} {split}")
        training = training_places(table.labels, m, rng)
        held_out = sorted(set(range(len(table))) - set(training))
        sample = TrainingSample(table, training, plan.floor, rng)
        for name in plan.methods:
            try:
                lines = METHODS[name](sample)
            except TextbookError as error:
                raise TextbookError(f"{name}, {m} examples, split {split}: {error}") from None
            wrong = sum(table.errors(line, held_out) for line in lines)
            rates[name].append(Fraction(wrong, len(lines) * len(held_out)))
    return {name: tuple(errors) for name, errors in rates.items()}


def rounds(table: CodedTable, plan: Plan, processes: int = 1) -> Iterator[Round]:
    """Yield all rounds in order, as they are finished."""
    require_test_examples(table, plan.sizes)
    require(processes > 0, f"the number of processes must be at least 1, got {processes}")
    if processes == 1:
        yield from (one_round(table, plan, split) for split in range(plan.splits))
    else:
        yield from _in_processes(table, plan, min(processes, plan.splits))


def _in_processes(table: CodedTable, plan: Plan, processes: int) -> Iterator[Round]:
    # Imported here, because the import fails on platforms without processes.
    from concurrent.futures.process import BrokenProcessPool, ProcessPoolExecutor

    pool = ProcessPoolExecutor(processes, initializer=_start_worker, initargs=(table, plan))
    waiting: deque[Future[Round]] = deque()
    try:
        for split in range(plan.splits):
            waiting.append(pool.submit(_worker_round, split))
            if len(waiting) > AHEAD * processes:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool:
        raise TextbookError(
            "a worker process was killed, possibly because memory ran out. Fix: use one process"
        ) from None
    finally:
        pool.shutdown(cancel_futures=True)


_worker_state: list[tuple[CodedTable, Plan]] = []  # set once in each worker process


def _start_worker(table: CodedTable, plan: Plan) -> None:
    """Initialise a worker process: store the table, and let Ctrl-C end the process silently.

    A run that was started in the background ignores Ctrl-C, and so do its worker processes.
    """
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    _worker_state.append((table, plan))


def _worker_round(split: int) -> Round:
    table, plan = _worker_state[0]
    return one_round(table, plan, split)
