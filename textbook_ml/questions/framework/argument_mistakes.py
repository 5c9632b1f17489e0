"""Mistakes in the arguments: two are exchanged, or one is omitted, squared, shortened and so on.

Each mistake is the chapter's own function, called with changed arguments. So the hint holds for all
results that were compared. If a student squares an argument that is already σ², for example, the
result is that of the chapter's function for σ⁴.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp, fsum, isclose, sqrt
from typing import Any

from textbook_ml.core.errors import require
from textbook_ml.questions.framework.judge import Case
from textbook_ml.questions.framework.question import Function, Misconception, Question

Seen = Sequence[tuple[Case, Any]]
Change = Callable[[Any], Any]

LARGEST_COUNT = 100  # larger integers are not squared
NUMBER_CHANGES: tuple[tuple[str, Change, str], ...] = (
    ("left_out", lambda v: 0 * v, "You leave out {0}. Your result is the correct one for {0} = 0."),
    ("taken_for_1", lambda v: 1, "You leave out {0}. Your result is the correct one for {0} = 1."),
    ("taken_for_2", lambda v: 2, "Your result is always the correct one for {0} = 2."),
    (
        "negated",
        lambda v: -v,
        "Your result is the correct one for −{0} instead of {0}. Check the sign.",
    ),
    ("complemented", lambda v: 1 - v, "Your result is the correct one for 1 − {0} instead of {0}."),
    (
        "squared",
        lambda v: _small_square(v),
        "Your result is the correct one for the square of {0}, not for {0}.",
    ),
    (
        "rooted",
        lambda v: sqrt(v),
        "Your result is the correct one for the root of {0}, not for {0}.",
    ),
    ("doubled", lambda v: 2 * v, "Your result is the correct one for twice {0} instead of {0}."),
    ("halved", lambda v: v / 2, "Your result is the correct one for half of {0} instead of {0}."),
    ("inverted", lambda v: 1 / v, "Your result is the correct one for 1 / {0} instead of {0}."),
    ("exponentiated", lambda v: exp(v), "You use {0} where its logarithm is needed."),
    ("one_more", lambda v: v + 1, "Your result is the correct one for {0} + 1 instead of {0}."),
    ("one_less", lambda v: v - 1, "Your result is the correct one for {0} − 1 instead of {0}."),
)
GRADUAL = ("taken_for_2", "squared", "rooted", "doubled", "halved", "one_more", "one_less")
ALIKE = ("left_out", "taken_for_1", "taken_for_2", "all_equal")  # no evidence for one argument
FEWEST_WRONG = 5  # number of wrong labels that are evidence for a mistake in an argument
FEW_LABELS = 3  # whole numbers with at most this number of different values are labels
LIST_CHANGES: tuple[tuple[str, Change, str], ...] = (
    (
        "first_as_0",
        lambda v: [0 * v[0], *v[1:]],
        "You leave out {0}[0]. Your result is the correct one for {0}[0] = 0.",
    ),
    (
        "last_as_0",
        lambda v: [*v[:-1], 0 * v[-1]],
        "You leave out {0}[-1]. Your result is the correct one for {0}[-1] = 0.",
    ),
    (
        "once_each",
        lambda v: list(dict.fromkeys(v)),
        "You count repeated elements of {0} only once.",
    ),
    ("transposed", lambda v: [*map(list, zip(*v))], "You use the rows of {0} as its columns."),
)
DICT_CHANGES: tuple[tuple[str, Change, str], ...] = (
    (
        "all_equal",
        lambda v: dict.fromkeys(v, 1 / len(v)),
        "You leave out {0}. Your result is the correct one if all values in {0} are equal.",
    ),
)
SLICES: tuple[tuple[str, slice, str], ...] = (
    (
        "first_left_out",
        slice(1, None),
        "You leave out the first element of {}. Does your loop start at 1?",
    ),
    (
        "last_left_out",
        slice(None, -1),
        "You leave out the last element of {}. Does your loop end too early?",
    ),
    (
        "first_only",
        slice(1),
        "You use only the first element of {}. Is there a return inside the loop?",
    ),
    (
        "last_only",
        slice(-1, None),
        "You use only the last element of {}. Do you use = instead of +=?",
    ),
)


def argument_mistakes(question: Question, seen: Seen) -> Iterator[Misconception]:
    """Yield misconceptions: the chapter's function called with changed arguments."""
    names = question.parameters
    for one, other in combinations(range(min((len(case) for case, _ in seen), default=0)), 2):
        if all(_kind_of_argument(case[one]) is _kind_of_argument(case[other]) for case, _ in seen):
            words = f"You have exchanged the arguments {names[one]} and {names[other]}."
            yield named("arguments_exchanged", _exchanged_arguments(question, one, other), words)
    expected = [question.expected(case) for case, _ in seen]
    labels = _are_labels(expected)
    if labels and sum(a != b for a, (_, b) in zip(expected, seen)) < FEWEST_WRONG:
        return  # a few wrong labels have many explanations
    for place in _argument_places(question, seen):
        for name, change, words in _possible_changes(place, seen):
            if (labels and name in GRADUAL) or (len(names) == 1 and name in ALIKE):
                continue
            function = _with_other_argument(question, place, change)
            yield named(f"{place.name}_{name}", function, words.format(place.name))
    for together in _lists_of_equal_length(seen):
        lists = " and ".join(names[at] for at in together)
        for name, kept, words in SLICES:
            yield named(name, _shortened_arguments(question, together, kept), words.format(lists))


def _are_labels(expected: Sequence[Any]) -> bool:
    """Return whether answers are labels. Many changes of a number leave the best label unchanged.

    >>> _are_labels(["a", "b"]), _are_labels([0, 1, 1]), _are_labels([0.5, 1.0])
    (True, True, False)
    """
    if all(isinstance(value, (str, bool)) for value in expected):
        return True
    whole = all(isinstance(value, int) for value in expected)
    return whole and len(set(expected)) <= FEW_LABELS


def named(name: str, function: Function, words: str) -> Misconception:
    """Return a misconception; the function gets this name, which reports show."""
    function.__name__ = name
    return Misconception(function, words)


def in_all_numbers(change: Change) -> Change:
    """Return a function that changes a number, or every number in lists and dicts.

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
    """Return whether this is an int or a float; a bool does not count."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _small_square(number: float) -> float:
    """Return the square of a number; integers must be small: they may count repetitions."""
    is_small = isinstance(number, float) or abs(number) <= LARGEST_COUNT
    require(is_small, "the square of a number of repetitions would take too long")
    return number * number


def _kind_of_argument(part: Any) -> type:
    """Return the type of an argument; only arguments of the same type are exchanged."""
    return float if is_number(part) else type(part)


@dataclass(frozen=True, slots=True)
class ArgumentPlace:
    """An argument, or one entry of an argument that is a dict, such as the priors of a model."""

    at: int
    name: str
    key: str | None = None

    def value(self, case: Case) -> Any:
        """Return the value of a case at this place."""
        return case[self.at] if self.key is None else case[self.at][self.key]

    def replaced(self, case: Case, value: Any) -> Case:
        """Return the case with another value at this place."""
        whole = value if self.key is None else {**case[self.at], self.key: value}
        return *case[: self.at], whole, *case[self.at + 1 :]


def _argument_places(question: Question, seen: Seen) -> Iterator[ArgumentPlace]:
    """Yield the arguments; if a dict always has the same keys, yield its entries instead."""
    for at, parts in enumerate(zip(*(case for case, _ in seen))):
        keys = {tuple(part) if isinstance(part, Mapping) else () for part in parts}
        if len(keys) == 1 and len(parts) > 1 and (shared := keys.pop()):
            yield from (ArgumentPlace(at, str(key), key) for key in shared)
        else:
            yield ArgumentPlace(at, question.parameters[at])


def _possible_changes(place: ArgumentPlace, seen: Seen) -> Iterator[tuple[str, Change, str]]:
    """Yield the changes that are possible for all values in this place."""
    values = [place.value(case) for case, _ in seen]
    whole = all(isinstance(value, int) for value in values)
    for name, change, words in NUMBER_CHANGES:
        if whole and name == "exponentiated":
            continue  # a count or a label is not a logarithm
        yield name, _renormalised(in_all_numbers(change)), words
    if all(isinstance(value, (list, tuple)) for value in values):
        yield from LIST_CHANGES
    if all(isinstance(value, Mapping) for value in values):
        yield from DICT_CHANGES


def _renormalised(change: Change) -> Change:
    """Return the change, followed by a normalisation if the value was a distribution.

    >>> _renormalised(lambda prior: {y: p * p for y, p in prior.items()})({"a": 0.5, "b": 0.5})
    {'a': 0.5, 'b': 0.5}
    """

    def changed(value: Any) -> Any:
        new = change(value)
        if isinstance(new, Mapping) and all(map(is_number, new.values())):
            if isclose(fsum(value.values()), 1.0) and (total := fsum(new.values())):
                return {key: part / total for key, part in new.items()}
        return new

    return changed


def _with_other_argument(question: Question, place: ArgumentPlace, change: Change) -> Function:
    return lambda *case: question.expected(place.replaced(case, change(place.value(case))))


def _exchanged_arguments(question: Question, one: int, other: int) -> Function:
    at = {one: other, other: one}
    return lambda *case: question.expected(tuple(case[at.get(i, i)] for i in range(len(case))))


def _shortened_arguments(question: Question, together: Sequence[int], kept: slice) -> Function:
    return lambda *case: question.expected(
        tuple(part[kept] if at in together else part for at, part in enumerate(case))
    )


def _lists_of_equal_length(seen: Seen) -> list[tuple[int, ...]]:
    """Return the groups of arguments that are lists of equal length, as rows and labels are.

    >>> _lists_of_equal_length([((2.0, [1], [[5]]), 0), ((2.0, [1, 2], [[5], [6]]), 0)])
    [(1, 2)]
    """
    groups: dict[tuple[int, ...], list[int]] = {}
    for at, parts in enumerate(zip(*(case for case, _ in seen))):
        if all(isinstance(part, (list, tuple)) for part in parts):
            groups.setdefault(tuple(map(len, parts)), []).append(at)
    return [tuple(group) for group in groups.values()]
