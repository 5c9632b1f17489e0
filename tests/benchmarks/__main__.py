"""Everything that is measured, in one command: ratios, exponents, and errors in ulps.

    python -m pip install -r tests/benchmarks/requirements.txt     # the peers; each is optional
    python -m tests.benchmarks                                     # all of it
    python -m tests.benchmarks --only text,cold --json             # some, as JSON

A ratio is our CPU time over the peer's, on one thread, in turn, the best of five: below 1 we are
the faster. It needs no quiet machine, but a quiet one is kinder to both.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")  # heeded when NumPy is loaded

from tests.benchmarks.accuracy import accuracy
from tests.benchmarks.cold import cold
from tests.benchmarks.discriminative import digits, logistic, logistic_rows
from tests.benchmarks.every_model import every_model, mlxtend, plain_loops
from tests.benchmarks.generative import categorical, discriminant, gaussian, one_row, text
from tests.benchmarks.growing import growing
from tests.benchmarks.hard_cases import hard_cases
from tests.benchmarks.memory import memory
from tests.benchmarks.timing import Outcome, table

SHOWS: dict[str, Callable[[], Iterator[Outcome]]] = {
    show.__name__: show
    for show in (
        cold, one_row, logistic_rows, gaussian, categorical, discriminant, text, logistic, digits,
        every_model, plain_loops, mlxtend, memory, growing, accuracy, hard_cases,
    )
}  # fmt: skip


def outcomes(names: Sequence[str]) -> Iterator[Outcome]:
    """The lines of the named benchmarks; a terminal shows the name of the running one."""
    for name in names:
        if sys.stderr.isatty():
            print(f"\r{name:40}\r", end="", file=sys.stderr, flush=True)
        try:
            yield from SHOWS[name]()
        except ImportError as error:
            yield Outcome(name, "", f"{error.name or error}: not installed", None, None)


def main(words: Sequence[str] | None = None) -> int:
    """Print the table; 1 if a target was missed."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--only", metavar="A,B", help=f"names of benchmarks: {', '.join(SHOWS)} (default: all)"
    )
    parser.add_argument(
        "--json", action="store_true", help="print JSON instead of text, one line per result"
    )
    parser.add_argument("--list", action="store_true", help="list the benchmarks")
    chosen = parser.parse_args(words)
    names = chosen.only.split(",") if chosen.only else list(SHOWS)
    unknown = [name for name in names if name not in SHOWS]
    if unknown:
        parser.error(f"unknown benchmark {unknown[0]!r}. Benchmarks: {', '.join(SHOWS)}")
    if chosen.list:
        for name in SHOWS:
            print(f"{name:15} {(SHOWS[name].__doc__ or '').splitlines()[0]}")
        return 0
    done = []
    for outcome in outcomes(names):
        done.append(outcome)
        if chosen.json:
            print(json.dumps(outcome.as_data(), ensure_ascii=False), flush=True)
    if not chosen.json:
        print(table(done))
    return int(any(outcome.verdict == "missed" for outcome in done))


if __name__ == "__main__":
    sys.exit(main())
