"""Shrinking of a failing case: fewer rows, fewer columns, simpler numbers."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import combinations
from typing import Any

from textbook_ml.questions.framework.judge import Case
from textbook_ml.questions.framework.question import NO_ANSWER, Question

BUDGET = 200  # maximum number of calls of the student's function
MOST_LISTS = 5  # up to this many lists of one length, all subsets are tried
Place = tuple[int, int]  # position of a list: number of the argument, and nesting depth


def shrink(
    question: Question, case: Case, fails: Callable[[Case], bool], budget: int = BUDGET
) -> Case:
    """Return a simpler case that still fails; stop when the budget of calls is used up.

    >>> from textbook_ml.questions import questions
    >>> variance = questions()["variance_mvue"]
    >>> shrink(variance, ([1.25, 3.0, 5.5], 3.25), lambda case: len(case[0]) > 1)
    ([0, 0], 0.0)
    """
    may_be_empty = empty_lists(case).union(*map(empty_lists, question.edges))
    found = True
    while found:
        found = False
        for smaller in simpler_valid_cases(question, case):
            if budget == 0:
                return case
            if empty_lists(smaller) <= may_be_empty and question.is_valid(smaller):
                budget -= 1
                if fails(smaller):
                    case, found = smaller, True
                    break
    return case


def simpler_valid_cases(question: Question, case: Case) -> Iterator[Case]:
    """Yield cases that are one step simpler, with dependent arguments recomputed."""
    for smaller in simpler(case):
        with suppress(*NO_ANSWER):
            repaired_case = question.repair(*smaller)
            if repaired_case != case:
                yield repaired_case


def empty_lists(case: Case) -> set[Place]:
    """Return the positions of empty lists; a case has them only where the author's cases do.

    >>> sorted(empty_lists(([], [1, []])))
    [(0, 0), (1, 1)]
    """
    found = (p for place, part in enumerate(case) for p in _lists_in_argument(part, (place, 0)))
    return {place for place, n in found if n == 0}


def simpler(case: Case) -> Iterator[Case]:
    """Yield cases that are one step simpler, the largest steps first."""
    groups: dict[int, list[Place]] = {}
    for place, n in dict.fromkeys(
        p for i, part in enumerate(case) for p in _lists_in_argument(part, (i, 0))
    ):
        groups.setdefault(n, []).append(place)
    for n in sorted(groups, reverse=True):
        for lists in _sets_of_lists(groups[n]):
            for item in range(n):
                parts = enumerate(case)
                yield tuple(_without_item(part, (i, 0), n, item, lists) for i, part in parts)
    for key in dict.fromkeys(key for part in case for key in _keys_in_argument(part)):
        yield tuple(_without_key(part, key) for part in case)
    for at, part in enumerate(case):
        for simpler_value in _simpler_values(part):
            yield (*case[:at], simpler_value, *case[at + 1 :])


def _lists_in_argument(part: Any, place: Place) -> Iterator[tuple[Place, int]]:
    """Yield the position and the length of every list in an argument."""
    if isinstance(part, (list, tuple)):
        yield place, len(part)
    for inner in _parts_inside(part):
        yield from _lists_in_argument(inner, (place[0], place[1] + 1))


def _parts_inside(part: Any) -> Iterable[Any]:
    if isinstance(part, dict):
        return part.values()
    return part if isinstance(part, (list, tuple)) else ()


def _sets_of_lists(places: Sequence[Place]) -> Iterator[frozenset[Place]]:
    """Yield sets of lists of equal length that lose an item together, the largest sets first.

    Two rows of two numbers may lose a row, or a column, or both.
    """
    sizes = range(len(places), 0, -1) if len(places) <= MOST_LISTS else (len(places), 1)
    for size in sizes:
        yield from map(frozenset, combinations(places, size))


def _without_item(part: Any, place: Place, n: int, item: int, where: frozenset[Place]) -> Any:
    """Return an argument in which every list of length n in these places has lost an item.

    >>> rows, columns = frozenset({(0, 0)}), frozenset({(0, 1)})
    >>> _without_item([[1, 2], [3, 4]], (0, 0), 2, 0, rows)
    [[3, 4]]
    >>> _without_item([[1, 2], [3, 4]], (0, 0), 2, 0, columns)
    [[2], [4]]
    """
    deeper = (place[0], place[1] + 1)
    if isinstance(part, dict):
        return {key: _without_item(inner, deeper, n, item, where) for key, inner in part.items()}
    if not isinstance(part, (list, tuple)):
        return part
    drops = place in where and len(part) == n
    kept = [inner for i, inner in enumerate(part) if not drops or i != item]
    return [_without_item(inner, deeper, n, item, where) for inner in kept]


def _keys_in_argument(part: Any) -> Iterator[Any]:
    """Yield the keys of all dicts in an argument: classes, words, values."""
    if isinstance(part, dict):
        yield from part
    for inner in _parts_inside(part):
        yield from _keys_in_argument(inner)


def _without_key(part: Any, key: Any) -> Any:
    """Return an argument with this key removed from all dicts.

    >>> _without_key({"priors": {"a": 1}, "means": {"a": [0], "b": [1]}}, "a")
    {'priors': {}, 'means': {'b': [1]}}
    """
    if isinstance(part, dict):
        return {k: _without_key(inner, key) for k, inner in part.items() if k != key}
    return [_without_key(i, key) for i in part] if isinstance(part, (list, tuple)) else part


def _simpler_values(part: Any) -> Iterator[Any]:
    """Yield copies of an argument in which one number is simpler."""
    if isinstance(part, bool) or part is None:
        return
    if isinstance(part, (int, float)):
        yield from _simpler_numbers(part)
    elif isinstance(part, (list, tuple)):
        for place, item in enumerate(part):
            for simpler_value in _simpler_values(item):
                yield [*part[:place], simpler_value, *part[place + 1 :]]
    elif isinstance(part, dict):
        for key, value in part.items():
            for simpler_value in _simpler_values(value):
                yield {**part, key: simpler_value}


def _simpler_numbers(number: float) -> Iterator[float]:
    """Yield numbers that are shorter to write, or equally short and nearer to 0.

    >>> [list(_simpler_numbers(number)) for number in (2.75, -1, 1, 0)]
    [[0, 1, 2, 2.8], [0, 1], [0], []]
    """
    candidates: list[float] = [0, 1]
    if abs(number) < 1e15:
        candidates += [int(number), int(number / 2), round(number, 1)]
    yield from dict.fromkeys(c for c in candidates if _complexity(c) < _complexity(number))


def _complexity(number: float) -> tuple[int, float]:
    """Return a sort key of a number: its number of characters, then its magnitude."""
    return len(repr(number)), abs(number)
