"""The results of the experiments, stored in `assets/findings.json` by `textbook_ml.dev`.

The experiments take about a minute on two processors, so a book is written from the stored
results. Each result has a hash of the code that computed it: `textbook_ml.dev` runs an experiment
again if its module or a helper module has changed. A test runs all of them and compares.
"""

import ast
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from textbook_ml.core.progress import with_time_left
from textbook_ml.plots.svg import Markup
from textbook_ml.reading.book.assets import asset
from textbook_ml.reading.book.drawing import smaller_svg
from textbook_ml.study.experiments._experiment import Experiment, experiments
from textbook_ml.study.experiments._section import evidence, verdict

FILE = "findings.json"
MOST = 4  # processes


@dataclass(frozen=True, slots=True)
class Stored:
    """The result of one experiment as HTML, and the hash of its code."""

    code: str
    verdict: str
    evidence: str


@cache
def stored_results() -> Mapping[str, Stored]:
    """Return the stored results by the name of the experiment.

    >>> stored_results()["weather"].verdict
    '<p><strong class="badge holds">✓ holds</strong></p>'
    """
    try:
        table = json.loads(asset(FILE))["results"]
    except FileNotFoundError:  # in a clone, before `textbook_ml.dev` has written the file
        return {}
    return {name: Stored(**result) for name, result in table.items()}


def text_of_findings() -> str:
    """Return the text of the file; run the experiments that are missing or whose code changed."""
    old = stored_results()
    stale = [
        one.name
        for one in experiments().values()
        if one.name not in old or old[one.name].code != code_hash(one)
    ]
    results = {**old, **dict(zip(stale, run_experiments(stale)))}
    table = {name: asdict(results[name]) for name in experiments()}
    made = {"made": "by `python3 -m textbook_ml.dev`: do not edit"}
    lines = [f"{json.dumps(name)}: {json.dumps(table[name], ensure_ascii=False)}" for name in table]
    return json.dumps(made)[:-1] + ', "results": {\n' + ",\n".join(lines) + "\n}}\n"


def stored_result_of(name: str) -> Stored:
    """Run one experiment with its default sizes."""
    one = experiments()[name]
    found = one.result().finding
    return Stored(code_hash(one), smaller_svg(verdict(found)), smaller_svg(evidence(found)))


def code_hash(one: Experiment) -> str:
    """Return a hash of the code of an experiment and of the helper modules of its package."""
    home = Path(one.run.__code__.co_filename)
    files = [home, *sorted(home.parent.glob("_*.py"))]
    code = "\n".join(_code_without_docstrings(path.read_text(encoding="utf-8")) for path in files)
    return sha256(code.encode()).hexdigest()[:16]


def _code_without_docstrings(source: str) -> str:
    r"""Return a module without its docstrings, which do not change a result.

    >>> module = "'Of a module.'\nx = 1\ndef f():\n    'Of a function.'\n    return 1"
    >>> _code_without_docstrings(module)
    'x = 1\ndef f():\n    return 1'
    """
    lines: list[str | None] = [*source.splitlines()]
    for start, end in _docstring_lines(ast.parse(source)):
        lines[start - 1 : end] = [None] * (end - start + 1)
    return "\n".join(line for line in lines if line is not None)


def _docstring_lines(tree: ast.Module) -> Iterator[tuple[int, int]]:
    """Yield the first and the last line of every docstring."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            match node.body:
                case [ast.Expr(ast.Constant(str())) as first, *_]:
                    yield first.lineno, first.end_lineno or first.lineno


def processors() -> int:
    """Return how many processes can run at once, 1 if the system has no processes."""
    try:
        import multiprocessing.synchronize  # noqa: F401  a system without semaphores has none
    except ImportError:
        return 1
    known = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return min(MOST, known or 1)


def run_experiments(names: Sequence[str], processes: int | None = None) -> list[Stored]:
    """Run experiments on all processors; show the progress on a terminal."""
    number = min(len(names), processors() if processes is None else processes)
    if number > 1:
        with suppress(OSError, BrokenProcessPool):  # for example, no permission to start one
            return _findings_in_processes(names, number)
    return [stored_result_of(name) for name in with_time_left(names, names)]


def _findings_in_processes(names: Sequence[str], number: int) -> list[Stored]:
    with ProcessPoolExecutor(number) as pool:
        # The last experiments take longest, so they start first.
        started = {name: pool.submit(stored_result_of, name) for name in reversed(names)}
        try:
            done = {name: started[name].result() for name in with_time_left([*started], [*started])}
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return [done[name] for name in names]


def stored_result_html(name: str) -> tuple[Markup, Markup]:
    """Return the verdict and the evidence of an experiment as HTML."""
    result = stored_results()[name]
    return Markup(result.verdict), Markup(result.evidence)
