"""Write the results of benchmarks as tables into a Markdown page.

The table of the benchmarks `cold` and `text` is between the lines `<!-- benchmark: cold,text -->`
and `<!-- end -->`. A run replaces the table if it includes both benchmarks.
"""

import platform
import re
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from itertools import chain
from pathlib import Path

from tests.benchmarks.timing import Outcome
from textbook_ml import __version__

PEERS = ("scikit-learn", "scipy", "numpy", "nltk", "river", "mlxtend", "aima3")


def write_tables(path: Path, results: Mapping[str, Sequence[Outcome]]) -> None:
    """Replace the tables of these benchmarks in a page."""

    def table_of(block: re.Match[str]) -> str:
        names = block[1].split(",")
        if not all(name in results for name in names):
            return block[0]
        outcomes = list(chain.from_iterable(results[name] for name in names))
        lines = exponents(outcomes) if names == ["growing"] else comparisons(outcomes)
        return "\n".join([f"<!-- benchmark: {block[1]} -->", *lines, "", stamp(), "<!-- end -->"])

    text = path.read_text(encoding="utf-8")
    pattern = r"<!-- benchmark: (\S+) -->\n.*?<!-- end -->"
    path.write_text(re.sub(pattern, table_of, text, flags=re.DOTALL), encoding="utf-8")


def comparisons(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Yield a table of ratios; those that miss their target are in bold."""
    yield "| task | here | for comparison | ratio | target |"
    yield "|---|---|---|---|---|"
    for outcome in outcomes:
        task, ours, against, ratio, target, verdict = outcome.cells
        if verdict == "missed":
            ratio = f"**{ratio}**"
        if verdict == "floor":
            task = f"{task.strip()} (lower limit)"
        yield f"| {task} | {ours} | {against} | {ratio} | {target} |"


def exponents(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Yield a table with a row for each task and a column for each dimension that grows."""
    rows: dict[str, dict[str, str]] = {}
    for outcome in outcomes:
        task, dimension = outcome.task.rsplit(", ", 1)
        number = "" if outcome.ratio is None else f"{outcome.ratio:.2f}"
        shown = f"**{number}**" if outcome.verdict == "missed" else number
        rows.setdefault(task, {})[dimension] = shown
    dimensions = list(dict.fromkeys(d for cells in rows.values() for d in cells))
    yield f"| task | {' | '.join(dimensions)} |"
    yield "|---|" + "---|" * len(dimensions)
    for task, cells in rows.items():
        yield f"| {task} | {' | '.join(cells.get(d, '') for d in dimensions)} |"


def stamp() -> str:
    """Return the versions with which a table was measured."""
    peers = [f"{name} {found}" for name in PEERS if (found := installed(name))]
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"Measured with textbook_ml {__version__}, {', '.join([python, *peers])}."


def installed(name: str) -> str | None:
    """Return the version of a library, or None."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None
