"""The command `selftest`: check the package on this interpreter, one line for each area.

area   a name and its checks: float arithmetic, the examples of a module, the models, …
"""

import doctest
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from importlib import import_module
from math import inf
from types import FunctionType
from typing import Any

from textbook_ml.core.console import wrap
from textbook_ml.core.errors import plural
from textbook_ml.embedding.checks import model_checks, platform_checks
from textbook_ml.embedding.checks.check_result import CheckResult
from textbook_ml.equations import CHAPTER
from textbook_ml.sources.docstrings import page

Checks = Callable[[], Iterable[CheckResult]]


def selftest() -> Generator[str, None, int | None]:
    """Yield a line for each area and the checks that failed; return 1 if a check failed."""
    version = ".".join(map(str, sys.version_info[:3]))
    yield f"{sys.implementation.name} {version} on {sys.platform}"
    run, failed, incomplete = 0, 0, 0
    for area, checks in checks_by_area():
        results, out_of_memory = run_checks(checks)
        failures = [result for result in results if not result.passed]
        run, failed = run + len(results), failed + len(failures)
        incomplete += out_of_memory
        yield line(area, results, out_of_memory)
        for result in failures:
            yield from wrap(failure(result), "    ")
    if incomplete:
        yield f"memory ran out in {plural(incomplete, 'area')}. Fix: run it with more memory"
    total = f"all {run} checks" if not incomplete else f"the other {run} checks"
    yield f"{failed} of {plural(run, 'check')} failed" if failed else f"{total} passed"
    return 1 if failed or incomplete else None


def checks_by_area() -> Iterator[tuple[str, Checks]]:
    """Yield the name and the checks of each area; later areas depend on earlier ones."""
    yield "float arithmetic", platform_checks.floats
    yield "exp and log", platform_checks.exp_and_log
    yield "stable functions", platform_checks.stable_functions
    for module, *_ in CHAPTER:
        yield f"examples of {module}", partial(examples, f"textbook_ml.equations.{module}")
    yield "identities", model_checks.identities
    yield "posteriors", model_checks.posteriors
    yield "conversions", model_checks.conversions
    yield "fitting", model_checks.fitting
    yield "model files", model_checks.files


def run_checks(checks: Checks) -> tuple[list[CheckResult], bool]:
    """Return the results of an area, and whether memory ran out; an exception is a failure."""
    results: list[CheckResult] = []
    try:
        results.extend(checks())
    except Exception as error:  # a broken platform can raise anything
        if is_memory_error(error):
            return results, True
        results.append(CheckResult(f"{type(error).__name__}: {error}", inf, 0.0))
    return results, False


def is_memory_error(error: BaseException) -> bool:
    """Return whether memory ran out; on Linux, loading a shared library reports it as a text.

    >>> is_memory_error(MemoryError()), is_memory_error(ImportError("no module x"))
    (True, False)
    """
    texts = ("failed to map segment from shared object", "cannot allocate memory")
    no_library = isinstance(error, ImportError) and any(t in str(error).lower() for t in texts)
    return isinstance(error, MemoryError) or no_library


class ExampleRunner(doctest.DocTestRunner):
    """A runner of examples that does not report a lack of memory as a wrong example."""

    def report_unexpected_exception(self, out: Any, test: Any, example: Any, exc_info: Any) -> None:
        """Raise the exception again if memory ran out."""
        if is_memory_error(exc_info[1]):
            raise exc_info[1]


def examples(module: str) -> Iterator[CheckResult]:
    """Check the worked examples of a module; they are read from its source, because of -OO."""
    names = vars(import_module(module))
    runner = ExampleRunner(verbose=False)
    for name, thing in list(names.items()):
        defined_here = isinstance(thing, (FunctionType, type)) and thing.__module__ == module
        if not defined_here or name.startswith("_"):
            continue
        source = "\n".join(page(f"{module}.{name}").example)
        test = doctest.DocTestParser().get_doctest(source, dict(names), name, None, 0)
        if test.examples:
            failed = runner.run(test, out=lambda text: None).failed
            yield CheckResult(f"example of {name}", inf if failed else 0.0, 0.0)


def line(area: str, results: list[CheckResult], out_of_memory: bool = False) -> str:
    """Return the line of an area: the number of its checks and the largest error in ulps.

    >>> line("float arithmetic", [CheckResult("1/3", 0, 0), CheckResult("exp(1)", 0.31, 1)])
    'ok      float arithmetic           2 checks, largest error 0.3 ulp'
    """
    largest = max((r.error for r in results if r.tolerance and r.error < inf), default=0.0)
    error = f", largest error {largest:.1f} ulp" if largest else ""
    if out_of_memory:
        return f"MEMORY  {area:<26} memory ran out after {plural(len(results), 'check')}"
    word = "ok" if results and all(result.passed for result in results) else "FAILED"
    return f"{word:<6}  {area:<26} {plural(len(results), 'check')}{error}"


def failure(result: CheckResult) -> str:
    """Return the description of a check that failed.

    >>> failure(CheckResult("exp(1)", 7.25, 1.0))
    'exp(1): error of 7.2 ulp, at most 1 is allowed'
    """
    if result.error == inf:
        return f"{result.name}: wrong"
    allowed = f"at most {result.tolerance:g} is allowed"
    return f"{result.name}: error of {result.error:.1f} ulp, {allowed}"
