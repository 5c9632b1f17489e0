"""`selftest`: is everything right on this interpreter? One line for each area.

area   a name and its checks: the machine's floats, a module of the chapter, all models
"""

import doctest
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from importlib import import_module
from math import inf
from types import FunctionType

from textbook_ml.core.console import wrap
from textbook_ml.core.formatting import plural
from textbook_ml.embedding.checks import model_checks, platform_checks
from textbook_ml.embedding.checks.check_result import Verdict
from textbook_ml.equations import CHAPTER
from textbook_ml.sources.docstrings import page

NO = 1


def selftest() -> Generator[str, None, int | None]:
    """A line for each area; what is off is said, and the exit code is 1."""
    version = ".".join(map(str, sys.version_info[:3]))
    yield f"{sys.implementation.name} {version} on {sys.platform}"
    checked, off = 0, 0
    for area, checks in areas():
        verdicts = list(gathered(checks))
        wrong = [verdict for verdict in verdicts if not verdict.fine]
        checked, off = checked + len(verdicts), off + len(wrong)
        yield line(area, verdicts, wrong)
        for verdict in wrong:
            yield from wrap(complaint(verdict), "    ")
    yield f"{off} of {plural(checked, 'check')} off" if off else f"all {checked} checks are right"
    return NO if off else None


def areas() -> Iterator[tuple[str, Callable[[], Iterable[Verdict]]]]:
    """What is checked, from the ground up."""
    yield "floats", platform_checks.floats
    yield "exp and log", platform_checks.functions
    yield "safe spellings", platform_checks.safe_spellings
    for module, *_ in CHAPTER:
        yield f"examples of {module}", partial(examples, f"textbook_ml.equations.{module}")
    yield "identities", model_checks.identities
    yield "posteriors", model_checks.posteriors
    yield "bridges", model_checks.bridges
    yield "learning", model_checks.learning
    yield "files", model_checks.files


def gathered(checks: Callable[[], Iterable[Verdict]]) -> Iterator[Verdict]:
    """The verdicts of an area; an error ends it, and is one of them."""
    try:
        yield from checks()
    except Exception as error:  # whatever a broken system does is an answer here
        yield Verdict(f"{type(error).__name__}: {error}", inf, 0.0)


def examples(module: str) -> Iterator[Verdict]:
    """The worked examples of a module, read from its source: -OO takes none away."""
    names = vars(import_module(module))
    runner = doctest.DocTestRunner(verbose=False)
    for name, thing in list(names.items()):
        made_here = isinstance(thing, (FunctionType, type)) and thing.__module__ == module
        if not made_here or name.startswith("_"):
            continue
        shown = "\n".join(page(f"{module}.{name}").example)
        test = doctest.DocTestParser().get_doctest(shown, dict(names), name, None, 0)
        if test.examples:
            failed = runner.run(test, out=lambda words: None).failed
            yield Verdict(f"the example of {name}", inf if failed else 0.0, 0.0)


def line(area: str, verdicts: list[Verdict], wrong: list[Verdict]) -> str:
    """An area with the number of its checks and the largest difference that was seen.

    >>> line("floats", [Verdict("1/3", 0.0, 0.0), Verdict("exp(1)", 0.31, 1.0)], [])
    'fine  floats                     2 checks, largest difference 0.3 ulp'
    """
    largest = max((v.off for v in verdicts if v.allowed and v.off < inf), default=0.0)
    seen = f", largest difference {largest:.1f} ulp" if largest else ""
    word = "OFF " if wrong or not verdicts else "fine"
    return f"{word}  {area:<26} {plural(len(verdicts), 'check')}{seen}"


def complaint(verdict: Verdict) -> str:
    """What is off, and by how much.

    >>> complaint(Verdict("exp(1)", 7.25, 1.0))
    'exp(1): 7.2 ulp off, and at most 1 is allowed'
    """
    if verdict.off == inf:
        return f"{verdict.what}: wrong"
    return f"{verdict.what}: {verdict.off:.1f} ulp off, and at most {verdict.allowed:g} is allowed"
