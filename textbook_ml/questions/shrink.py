"""The smallest case that still fails: fewer rows, fewer columns, rounder numbers."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from textbook_ml.questions.judge import Case
from textbook_ml.questions.question import NO_ANSWER, Question

BUDGET = 200  # calls of the student's function


def shrink(
    asked: Question, case: Case, fails: Callable[[Case], bool], budget: int = BUDGET
) -> Case:
    """A case that fails too, none of whose simpler forms fails: as far as the budget goes.

    >>> from textbook_ml.questions import questions
    >>> variance = questions()["variance_mvue"]
    >>> shrink(variance, ([1.25, 3.0, 5.5], 3.25), lambda case: len(case[0]) > 1)
    ([0, 0], 0.0)
    """
    found = True
    while found:
        found = False
        for smaller in mended(asked, case):
            if budget == 0:
                return case
            if asked.is_valid(smaller):
                budget -= 1
                if fails(smaller):
                    case, found = smaller, True
                    break
    return case


def mended(asked: Question, case: Case) -> Iterator[Case]:
    """Cases a step simpler in which the arguments that depend on others follow them."""
    for smaller in simpler(case):
        with suppress(*NO_ANSWER):
            whole = asked.mend(*smaller)
            if whole != case:
                yield whole


def simpler(case: Case) -> Iterator[Case]:
    """Cases a step simpler: the large steps first."""
    lengths = sorted({n for part in case for n in _lengths(part)}, reverse=True)
    for n in lengths:
        for place in range(n):
            yield tuple(_without(part, n, place) for part in case)
    for place, part in enumerate(case):
        for plainer in _plainer(part):
            yield (*case[:place], plainer, *case[place + 1 :])


def _lengths(part: Any) -> Iterator[int]:
    """How long the lists in an argument are: rows and columns."""
    if isinstance(part, (list, tuple)):
        yield len(part)
        for inner in part:
            yield from _lengths(inner)
    elif isinstance(part, dict):
        yield len(part)
        for inner in part.values():
            yield from _lengths(inner)


def _without(part: Any, n: int, place: int) -> Any:
    """An argument in which every list of this length has lost the item at this place.

    >>> _without([[1, 2], [3, 4], [5, 6]], 2, 0), _without([[1, 2], [3, 4]], 2, 0)
    ([[2], [4], [6]], [[4]])
    """
    if isinstance(part, (list, tuple)):
        kept = [item for i, item in enumerate(part) if len(part) != n or i != place]
        return [_without(item, n, place) for item in kept]
    if isinstance(part, dict):
        pairs = [pair for i, pair in enumerate(part.items()) if len(part) != n or i != place]
        return {key: _without(value, n, place) for key, value in pairs}
    return part


def _plainer(part: Any) -> Iterator[Any]:
    """An argument with one number made rounder, or one word shorter."""
    if isinstance(part, bool) or part is None:
        return
    if isinstance(part, (int, float)):
        yield from _rounder(part)
    elif isinstance(part, (list, tuple)):
        for place, item in enumerate(part):
            for plainer in _plainer(item):
                yield [*part[:place], plainer, *part[place + 1 :]]
    elif isinstance(part, dict):
        for key, value in part.items():
            for plainer in _plainer(value):
                yield {**part, key: plainer}


def _rounder(number: float) -> Iterator[float]:
    """Numbers that take fewer letters to write, or as many and are nearer to 0.

    >>> list(_rounder(2.75)), list(_rounder(-1)), list(_rounder(1)), list(_rounder(0))
    ([0, 1, 2, 2.8], [0, 1], [0], [])
    """
    candidates: list[float] = [0, 1]
    if abs(number) < 1e15:
        candidates += [int(number), int(number / 2), round(number, 1)]
    yield from dict.fromkeys(c for c in candidates if _plainness(c) < _plainness(number))


def _plainness(number: float) -> tuple[int, float]:
    """The smaller, the plainer; no number gets plainer for ever."""
    return len(repr(number)), abs(number)
