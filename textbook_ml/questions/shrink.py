"""The smallest case that still fails: fewer rows, fewer columns, rounder numbers."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import combinations
from typing import Any

from textbook_ml.questions.judge import Case
from textbook_ml.questions.question import NO_ANSWER, Question

BUDGET = 200  # calls of the student's function
FEW = 5  # lists of one length of which every choice is tried
Place = tuple[int, int]  # of a list: in which argument, and how deep


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
    groups: dict[int, list[Place]] = {}
    for place, n in dict.fromkeys(p for i, part in enumerate(case) for p in _lists(part, (i, 0))):
        groups.setdefault(n, []).append(place)
    for n in sorted(groups, reverse=True):
        for together in _subsets(groups[n]):
            for item in range(n):
                parts = enumerate(case)
                yield tuple(_without(part, (i, 0), n, item, together) for i, part in parts)
    for key in dict.fromkeys(key for part in case for key in _keys(part)):
        yield tuple(_without_key(part, key) for part in case)
    for at, part in enumerate(case):
        for plainer in _plainer(part):
            yield (*case[:at], plainer, *case[at + 1 :])


def _lists(part: Any, place: Place) -> Iterator[tuple[Place, int]]:
    """The lists in an argument: which argument, how deep, and how long each is."""
    if isinstance(part, (list, tuple)):
        yield place, len(part)
    for inner in _inside(part):
        yield from _lists(inner, (place[0], place[1] + 1))


def _inside(part: Any) -> Iterable[Any]:
    if isinstance(part, dict):
        return part.values()
    return part if isinstance(part, (list, tuple)) else ()


def _subsets(places: Sequence[Place]) -> Iterator[frozenset[Place]]:
    """Lists of one length that may lose an item together: all of them first, then fewer.

    Two rows of two numbers may lose a row, or a column, or both.
    """
    sizes = range(len(places), 0, -1) if len(places) <= FEW else (len(places), 1)
    for size in sizes:
        yield from map(frozenset, combinations(places, size))


def _without(part: Any, place: Place, n: int, item: int, where: frozenset[Place]) -> Any:
    """An argument in which every list of this length, in these places, has lost an item.

    >>> rows, columns = frozenset({(0, 0)}), frozenset({(0, 1)})
    >>> _without([[1, 2], [3, 4]], (0, 0), 2, 0, rows)
    [[3, 4]]
    >>> _without([[1, 2], [3, 4]], (0, 0), 2, 0, columns)
    [[2], [4]]
    """
    deeper = (place[0], place[1] + 1)
    if isinstance(part, dict):
        return {key: _without(inner, deeper, n, item, where) for key, inner in part.items()}
    if not isinstance(part, (list, tuple)):
        return part
    loses = place in where and len(part) == n
    kept = [inner for i, inner in enumerate(part) if not loses or i != item]
    return [_without(inner, deeper, n, item, where) for inner in kept]


def _keys(part: Any) -> Iterator[Any]:
    """The keys of all dicts in an argument: classes, words, values."""
    if isinstance(part, dict):
        yield from part
    for inner in _inside(part):
        yield from _keys(inner)


def _without_key(part: Any, key: Any) -> Any:
    """An argument in which no dict has this key.

    >>> _without_key({"priors": {"a": 1}, "means": {"a": [0], "b": [1]}}, "a")
    {'priors': {}, 'means': {'b': [1]}}
    """
    if isinstance(part, dict):
        return {k: _without_key(inner, key) for k, inner in part.items() if k != key}
    return [_without_key(i, key) for i in part] if isinstance(part, (list, tuple)) else part


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
