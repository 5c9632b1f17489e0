"""All benchmarks: ratios of run times, exponents of growth, and errors in ulps.

    python -m pip install -r tests/benchmarks/requirements.txt     # other libraries; optional
    python -m tests.benchmarks                                     # all benchmarks
    python -m tests.benchmarks --only text,cold --json             # two of them, as JSON
    python -m tests.benchmarks --write docs/performance.md         # replace the tables of a page

A ratio is the CPU time of this package divided by that of the other library, on one thread. Both
run in turn, and the best of five runs counts. A ratio below 1 means that this package is faster.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")  # heeded when NumPy is loaded

from tests.benchmarks.accuracy import accuracy
from tests.benchmarks.cold import cold
from tests.benchmarks.discriminative import digits, logistic, logistic_rows
from tests.benchmarks.every_model import every_model, mlxtend, plain_loops
from tests.benchmarks.generative import categorical, discriminant, gaussian, one_row, text
from tests.benchmarks.growing import growing
from tests.benchmarks.hard_cases import hard_cases
from tests.benchmarks.memory import memory
from tests.benchmarks.report import write_tables
from tests.benchmarks.timing import Outcome, table

SHOWS: dict[str, Callable[[], Iterator[Outcome]]] = {
    show.__name__: show
    for show in (
        cold, one_row, logistic_rows, gaussian, categorical, discriminant, text, logistic, digits,
        every_model, plain_loops, mlxtend, memory, growing, accuracy, hard_cases,
    )
}  # fmt: skip


def outcomes(name: str) -> Iterator[Outcome]:
    """Yield the results of a benchmark; a terminal shows its name while it is running."""
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
    parser.add_argument(
        "--write", metavar="FILE", help="Markdown page whose tables are replaced (default: none)"
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
    results: dict[str, list[Outcome]] = {}
    for name in names:
        results[name] = []
        for outcome in outcomes(name):
            results[name].append(outcome)
            if chosen.json:
                print(json.dumps(outcome.as_data(), ensure_ascii=False), flush=True)
    done = list(chain.from_iterable(results.values()))
    if not chosen.json:
        print(table(done))
    if chosen.write:
        write_tables(Path(chosen.write), results)
    return int(any(outcome.verdict == "missed" for outcome in done))


if __name__ == "__main__":
    sys.exit(main())
