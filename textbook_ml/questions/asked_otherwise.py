"""Right answers to another question: two arguments exchanged, one left out, squared or cut short.

The chapter's own function is asked something else, so that what is said is true of all answers
that were seen: whoever takes σ for σ² answers as it does for σ⁴.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp, fsum, isclose, sqrt
from typing import Any

from textbook_ml.errors import require
from textbook_ml.questions.judge import Case
from textbook_ml.questions.question import Function, Misconception, Question

Seen = Sequence[tuple[Case, Any]]
Change = Callable[[Any], Any]

OFTEN = 100  # times
IN_PLACE_OF: tuple[tuple[str, Change, str], ...] = (
    ("left_out", lambda v: 0 * v, "You leave {0} out: your answer is that for {0} = 0."),
    ("taken_for_1", lambda v: 1, "You leave {0} out: your answer is that for {0} = 1."),
    ("taken_for_2", lambda v: 2, "Your answer is that for {0} = 2, whatever {0} is."),
    ("negated", lambda v: -v, "Your answer is that for −{0} in place of {0}: mind the sign."),
    ("complemented", lambda v: 1 - v, "Your answer is that for 1 − {0} in place of {0}."),
    ("squared", lambda v: _square(v), "Your answer is that for the square of {0} in place of {0}."),
    ("rooted", lambda v: sqrt(v), "Your answer is that for the root of {0} in place of {0}."),
    ("doubled", lambda v: 2 * v, "Your answer is that for twice {0} in place of {0}."),
    ("halved", lambda v: v / 2, "Your answer is that for half of {0} in place of {0}."),
    ("inverted", lambda v: 1 / v, "Your answer is that for 1 / {0} in place of {0}."),
    ("exponentiated", lambda v: exp(v), "You use {0} itself where the logarithm is due."),
    ("one_more", lambda v: v + 1, "Your answer is that for {0} + 1 in place of {0}."),
    ("one_less", lambda v: v - 1, "Your answer is that for {0} − 1 in place of {0}."),
)
OF_LISTS: tuple[tuple[str, Change, str], ...] = (
    ("first_as_0", lambda v: [0 * v[0], *v[1:]], "You leave {0}[0] out: as if it were 0."),
    ("last_as_0", lambda v: [*v[:-1], 0 * v[-1]], "You leave the last of {0} out."),
    ("once_each", lambda v: list(dict.fromkeys(v)), "What is repeated in {0} counts once to you."),
    ("transposed", lambda v: [*map(list, zip(*v))], "You take the rows of {0} for its columns."),
)
OF_DICTS: tuple[tuple[str, Change, str], ...] = (
    ("all_equal", lambda v: dict.fromkeys(v, 1 / len(v)), "You leave {0} out: all count alike."),
)
CUT: tuple[tuple[str, slice, str], ...] = (
    ("first_left_out", slice(1, None), "You leave out the first of {}: do you begin at 1?"),
    ("last_left_out", slice(None, -1), "You leave out the last of {}: do you end too early?"),
    ("first_only", slice(1), "Only the first of {} counts: does a return stand in the loop?"),
    ("last_only", slice(-1, None), "Only the last of {} counts: is = there in place of +=?"),
)


def asked_otherwise(asked: Question, seen: Seen) -> Iterator[Misconception]:
    """The chapter's function, asked in all the ways that are worth trying."""
    names = asked.parameters
    for one, other in combinations(range(min((len(case) for case, _ in seen), default=0)), 2):
        if all(_kind(case[one]) is _kind(case[other]) for case, _ in seen):
            words = "You take {0} for {1}, and {1} for {0}.".format(names[one], names[other])
            yield named("arguments_exchanged", _exchanged(asked, one, other), words)
    for place in _places(asked, seen):
        for name, change, words in _changes(place, seen):
            function = _with_another(asked, place, change)
            yield named(f"{place.name}_{name}", function, words.format(place.name))
    for together in _in_step(seen):
        lists = " and ".join(names[at] for at in together)
        for name, kept, words in CUT:
            yield named(name, _cut(asked, together, kept), words.format(lists))


def named(name: str, function: Function, words: str) -> Misconception:
    """A function that is made here, with a name for reports."""
    function.__name__ = name
    return Misconception(function, words)


def in_all_numbers(change: Change) -> Change:
    """A change of numbers as one of lists and dicts of them.

    >>> in_all_numbers(abs)({"a": [-0.5, 2], "b": "word"})
    {'a': [0.5, 2], 'b': 'word'}
    """

    def changed(value: Any) -> Any:
        if isinstance(value, Mapping):
            return {key: changed(item) for key, item in value.items()}
        if isinstance(value, (list, tuple)):
            return [changed(item) for item in value]
        return change(value) if is_number(value) else value

    return changed


def is_number(value: Any) -> bool:
    """Is this a number? True is none."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _square(number: float) -> float:
    """Its square; a whole number may say how often something is done, and must stay small."""
    require(isinstance(number, float) or abs(number) <= OFTEN, "the square would take too long")
    return number * number


def _kind(part: Any) -> type:
    """What an argument is; only what is alike is taken for one another."""
    return float if is_number(part) else type(part)


@dataclass(frozen=True, slots=True)
class Place:
    """An argument, or a part of one that has parts with names, as a model has priors."""

    at: int
    name: str
    key: str | None = None

    def value(self, case: Case) -> Any:
        """What stands there."""
        return case[self.at] if self.key is None else case[self.at][self.key]

    def replaced(self, case: Case, value: Any) -> Case:
        """The case with something else there."""
        whole = value if self.key is None else {**case[self.at], self.key: value}
        return *case[: self.at], whole, *case[self.at + 1 :]


def _places(asked: Question, seen: Seen) -> Iterator[Place]:
    """The arguments; in place of a dict whose keys are always the same, its parts."""
    for at, parts in enumerate(zip(*(case for case, _ in seen))):
        keys = {tuple(part) if isinstance(part, Mapping) else () for part in parts}
        if len(keys) == 1 and len(parts) > 1 and (shared := keys.pop()):
            yield from (Place(at, str(key), key) for key in shared)
        else:
            yield Place(at, asked.parameters[at])


def _changes(place: Place, seen: Seen) -> Iterator[tuple[str, Change, str]]:
    """What can be done to all that stood there."""
    values = [place.value(case) for case, _ in seen]
    for name, change, words in IN_PLACE_OF:
        yield name, _whole_again(in_all_numbers(change)), words
    if all(isinstance(value, (list, tuple)) for value in values):
        yield from OF_LISTS
    if all(isinstance(value, Mapping) for value in values):
        yield from OF_DICTS


def _whole_again(change: Change) -> Change:
    """The same change; what was a distribution over labels is one afterwards.

    >>> _whole_again(lambda prior: {y: p * p for y, p in prior.items()})({"a": 0.5, "b": 0.5})
    {'a': 0.5, 'b': 0.5}
    """

    def changed(value: Any) -> Any:
        new = change(value)
        if isinstance(new, Mapping) and all(map(is_number, new.values())):
            if isclose(fsum(value.values()), 1.0) and (total := fsum(new.values())):
                return {key: part / total for key, part in new.items()}
        return new

    return changed


def _with_another(asked: Question, place: Place, change: Change) -> Function:
    return lambda *case: asked.expected(place.replaced(case, change(place.value(case))))


def _exchanged(asked: Question, one: int, other: int) -> Function:
    at = {one: other, other: one}
    return lambda *case: asked.expected(tuple(case[at.get(i, i)] for i in range(len(case))))


def _cut(asked: Question, together: Sequence[int], kept: slice) -> Function:
    return lambda *case: asked.expected(
        tuple(part[kept] if at in together else part for at, part in enumerate(case))
    )


def _in_step(seen: Seen) -> list[tuple[int, ...]]:
    """Arguments that are lists and always as long as one another, as rows and their labels are.

    >>> _in_step([((2.0, [1], [[5]]), 0), ((2.0, [1, 2], [[5], [6]]), 0)])
    [(1, 2)]
    """
    groups: dict[tuple[int, ...], list[int]] = {}
    for at, parts in enumerate(zip(*(case for case, _ in seen))):
        if all(isinstance(part, (list, tuple)) for part in parts):
            groups.setdefault(tuple(map(len, parts)), []).append(at)
    return [tuple(group) for group in groups.values()]
