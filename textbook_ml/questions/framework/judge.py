"""Judges decide whether an answer is right: numbers within a tolerance, labels by their score.

A judge is a function of the case, the expected value and the returned value. It returns None if
the answer is right, and otherwise a `Fault`, which describes the difference. Returned values
consist of numbers, strings, lists and dicts.
"""

import operator
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from math import fsum, inf, isfinite, isnan, log, nan
from typing import Any, Literal

Case = tuple[Any, ...]
Judge = Callable[[Case, Any, Any], "Fault | None"]
Same = Callable[[Any, Any], bool]

CLOSED_FORM = 1e-9  # largest relative error of a number
NOTHING = 1e-12  # largest absolute error where exactly zero is expected
CAN_BE: dict[str, tuple[str, ...]] = {  # types that one call converts to the expected type
    "list": ("generator", "map", "filter", "zip", "reversed", "dict_keys", "dict_values", "range",
             "array.array", "collections.deque", "collections.UserList"),
    "dict": ("zip", "map", "generator", "mappingproxy", "collections.ChainMap",
             "collections.UserDict"),
    "float": ("decimal.Decimal",),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Fault:
    """A description of what is wrong with an answer."""

    kind: Literal["wrong_value", "wrong_type"]
    words: str


@dataclass(frozen=True, slots=True)
class UnsupportedValue:
    """A returned value of an unsupported type; only the name of its type is known."""

    type_name: str

    def __repr__(self) -> str:
        return f"<{self.type_name}>"


def close(relative: float = CLOSED_FORM, zero: float = 0.0) -> Judge:
    """Return a judge of numbers, alone or in lists and dicts, with this relative tolerance.

    If the expected number is within `zero` of 0 (for example, a difference that should vanish),
    the answer must also be near 0, and its digits are not compared. A bool counts as 0 or 1 where
    0 or 1 is expected; extra keys of a dict are ignored.
    """

    def same(expected: float, got: float) -> bool:
        if abs(expected) <= zero:
            return abs(got) <= max(zero, NOTHING)
        return expected == got or abs(expected - got) <= relative * abs(expected) < inf

    return lambda case, expected, got: first_difference(expected, got, same)


def exactly(case: Case, expected: Any, got: Any) -> Fault | None:
    """Judge counts, labels and booleans, without any tolerance."""
    return first_difference(expected, got, operator.eq)


def in_any_order(case: Case, expected: Any, got: Any) -> Fault | None:
    """Judge a list in which the order does not matter, but the number of each item does."""
    if not isinstance(got, (list, tuple)):
        return Fault("wrong_type", f"expected a list, got {described_type(got)}")
    n_expected = Counter(map(repr, expected))
    n_got = Counter(repr(_bool_as_number(item, expected)) for item in got)
    for item in n_expected | n_got:
        if n_expected[item] != n_got[item]:
            numbers = f"expected {n_expected[item]}, got {n_got[item]}"
            return Fault("wrong_value", f"number of {item} in the list: {numbers}")
    return None


def probability(relative: float = CLOSED_FORM) -> Judge:
    """Return a judge of probabilities; 0 is wrong where 1e-300 is expected."""

    def same(expected: float, got: float) -> bool:
        if expected <= 0 or got <= 0:
            return expected == got or (expected == 0 and abs(got) <= NOTHING)
        return abs(log(expected) - log(got)) <= relative * max(1.0, -log(expected))

    return lambda case, expected, got: first_difference(expected, got, same)


def distribution(relative: float = CLOSED_FORM) -> Judge:
    """Return a judge of probabilities that must sum to one: a list, or a dict by label."""
    each = probability(relative)

    def judge(case: Case, expected: Any, got: Any) -> Fault | None:
        fault = each(case, expected, got)
        parts = list(got.values()) if isinstance(got, Mapping) else got
        if fault is None or fault.kind == "wrong_type" or not all(map(_is_number, parts)):
            return fault
        total = fsum(parts) if all(map(isfinite, parts)) else inf
        if abs(total - 1) > 1e-6:
            words = f"{fault.words}; your probabilities sum to {total:.6g}, not to 1"
            return Fault(fault.kind, words)
        return fault

    return judge


def log_probability(relative: float = CLOSED_FORM) -> Judge:
    """Return a judge of log probabilities; near 0 the tolerance is that of the probability."""

    def same(expected: float, got: float) -> bool:
        if not isfinite(expected) or not isfinite(got):
            return expected == got
        return abs(expected - got) <= relative * max(1.0, abs(expected))

    return lambda case, expected, got: first_difference(expected, got, same)


def any_best(scores: Callable[..., Mapping[Any, float]], relative: float = CLOSED_FORM) -> Judge:
    """Return a judge of a label: any label is right whose score equals the best one.

    The scores may differ by rounding. `scores` returns the score of each label for a case.
    """

    return lambda case, expected, got: _is_one_of_best(scores(*case), expected, got, relative)


def each_best(scores: Callable[..., Sequence[Mapping[Any, float]]]) -> Judge:
    """Return a judge of a list of labels: each may be any label with the best score."""

    def judge(case: Case, expected: Any, got: Any) -> Fault | None:
        if not isinstance(got, (list, tuple)):
            return Fault("wrong_type", f"expected a list of labels, got {described_type(got)}")
        if len(got) != len(expected):
            return Fault("wrong_value", f"expected {len(expected)} labels, got {len(got)}")
        tables = scores(*case)
        for place, (table, best, label) in enumerate(zip(tables, expected, got)):
            fault = _is_one_of_best(table, best, label, CLOSED_FORM)
            if fault:
                return Fault(fault.kind, f"at [{place}]: {fault.words}")
        return None

    return judge


def _is_one_of_best(
    table: Mapping[Any, float], expected: Any, got: Any, relative: float
) -> Fault | None:
    """Return None if this label has the same score as the expected one, the best of the table.

    A bool counts as the label 0 or 1.
    """
    got = _bool_as_number(got, table)
    if type(got) is type(expected) and got == expected:
        return None
    if not _is_label(got) or not any(type(got) is type(label) and got == label for label in table):
        words = f"expected one of the labels {show(list(table))}, got {show(got)}"
        return Fault("wrong_value" if _is_label(got) else "wrong_type", words)
    best = table.get(expected, nan) if _is_label(expected) else nan
    near = table[got] == best or abs(table[got] - best) <= relative * max(1.0, abs(best)) < inf
    words = f"expected {expected!r}, got {got!r}, which is not the most probable"
    return None if near else Fault("wrong_value", words)


def maximum(objective: Callable[..., float], slack: float = 1e-6) -> Judge:
    """Return a judge of weights that maximise an objective.

    Weights are right if the objective reaches the value that it has at the expected weights.
    The weights themselves are not compared: near the maximum the objective hardly changes, so
    optimisation methods stop at different weights. `objective` is called with the arguments of
    the case, followed by the weights.
    """

    def judge(case: Case, expected: Any, got: Any) -> Fault | None:
        fault = first_difference(expected, got, lambda _, weight: isfinite(weight))
        if fault:
            return fault
        best = objective(*case, expected)
        try:
            value = objective(*case, got)
        except (ArithmeticError, ValueError):  # the weights are so large that a sum overflows
            value = -inf
        if abs(best - value) <= slack * max(1.0, abs(best)):
            return None
        words = f"the objective is {value:.6g} at your weights, but its maximum is {best:.6g}"
        return Fault("wrong_value", f"expected {show(expected)}, got {show(got)}: {words}")

    return judge


def first_difference(expected: Any, got: Any, same: Same, place: str = "") -> Fault | None:
    """Return the first difference between the expected and the returned value, or None."""
    if expected is None or isinstance(expected, (bool, str)):
        return _compare_plain(expected, got, place)
    if _is_number(expected):
        return _compare_numbers(expected, got, same, place)
    if isinstance(expected, Mapping):
        return _compare_mappings(expected, got, same, place)
    return _compare_sequences(expected, got, same, place)


def _compare_plain(expected: Any, got: Any, place: str) -> Fault | None:
    if type(got) is type(expected) and got == expected:
        return None
    kind: Literal["wrong_value", "wrong_type"]
    kind = "wrong_value" if isinstance(got, type(expected)) else "wrong_type"
    shown = show(got) if kind == "wrong_value" else described_type(got)
    return Fault(kind, _difference_in_words(place, show(expected), shown))


def _compare_numbers(expected: Any, got: Any, same: Same, place: str) -> Fault | None:
    is_bit = isinstance(got, bool) and expected in (0, 1)
    if not is_bit and not _is_number(got):
        number = f"the number {show(expected)}"
        return Fault(
            "wrong_type", _difference_in_words(place, number, _advice_on_type(got, "float"))
        )
    if isinstance(got, float) and isnan(got):
        return Fault(
            "wrong_value", _difference_in_words(place, show(expected), "nan, which is not a number")
        )
    try:
        right = same(expected, got)
    except OverflowError:  # a whole number too large for a float
        right = expected == got
    return (
        None
        if right
        else Fault("wrong_value", _difference_in_words(place, show(expected), show(got)))
    )


def _compare_mappings(
    expected: Mapping[Any, Any], got: Any, same: Same, place: str
) -> Fault | None:
    if not isinstance(got, Mapping):
        return Fault(
            "wrong_type", _difference_in_words(place, "a dict", _advice_on_type(got, "dict"))
        )
    lost = [key for key in expected if key not in got]
    if lost:
        keys = f"the keys {list(expected)}"
        return Fault("wrong_value", _difference_in_words(place, keys, f"no key {lost[0]!r}"))
    items = ((key, expected[key], got[key]) for key in expected)
    faults = (first_difference(one, other, same, f"{place}[{key!r}]") for key, one, other in items)
    return next((fault for fault in faults if fault), None)


def _compare_sequences(expected: Sequence[Any], got: Any, same: Same, place: str) -> Fault | None:
    if not isinstance(got, (list, tuple)):
        return Fault(
            "wrong_type", _difference_in_words(place, "a list", _advice_on_type(got, "list"))
        )
    if len(got) != len(expected):
        return Fault(
            "wrong_value",
            _difference_in_words(place, _values_inside(expected), _values_inside(got)),
        )
    items = enumerate(zip(expected, got))
    faults = (first_difference(one, other, same, f"{place}[{i}]") for i, (one, other) in items)
    return next((fault for fault in faults if fault), None)


def extra_key(expected: Any, got: Any) -> Any:
    """Return the first key of a right answer that is not an expected key, or None.

    >>> extra_key({"a": 1.0}, {"a": 1.0, "sum": 1.0}), extra_key([{"a": 1.0}], [{"a": 1.0}])
    ('sum', None)
    """
    extra: list[Any] = []
    pairs: list[tuple[Any, Any]] = []
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        extra = [key for key in got if key not in expected]
        pairs = [(value, got.get(key)) for key, value in expected.items()]
    elif isinstance(expected, (list, tuple)) and isinstance(got, (list, tuple)):
        pairs = list(zip(expected, got))
    inner = (extra_key(one, other) for one, other in pairs)
    return next((key for key in chain(extra, inner) if key is not None), None)


def _values_inside(items: Sequence[Any]) -> str:
    return "1 value" if len(items) == 1 else f"{len(items)} values"


def _advice_on_type(value: Any, kind: str) -> str:
    """Describe a value of the wrong type, with the call that converts it, if there is one."""
    is_near = isinstance(value, UnsupportedValue) and value.type_name in CAN_BE[kind]
    return f"{described_type(value)}: put {kind}(…) around it" if is_near else described_type(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float, Fraction)) and not isinstance(value, bool)


def _bool_as_number(value: Any, known: Iterable[Any]) -> Any:
    """Return a bool as 0 or 1 if no bool is among the known values; return others unchanged.

    >>> _bool_as_number(True, [0, 1]), _bool_as_number(True, ["a", True])
    (1, True)
    """
    if isinstance(value, bool) and not any(isinstance(item, bool) for item in known):
        return int(value)
    return value


def _is_label(value: Any) -> bool:
    return isinstance(value, (str, int, float, bool, tuple)) or value is None


def _difference_in_words(place: str, expected: str, got: str) -> str:
    return f"{'at ' + place + ': ' if place else ''}expected {expected}, got {got}"


def described_type(value: Any) -> str:
    """Describe a value of the wrong type, with the type first.

    >>> described_type("3"), described_type(None), described_type(True), described_type([1])
    ("the string '3'", 'None', 'the bool True', 'the list [1]')
    """
    if value is None:
        return "None"
    if isinstance(value, UnsupportedValue):
        return f"an object of type {value.type_name}"
    kind = "string" if isinstance(value, str) else type(value).__name__
    return f"the {kind} {show(value)}"


def show(value: Any, width: int = 200) -> str:
    """Return a value as Python code, shortened if it is long.

    >>> show([0.5, 1]), show("a" * 10, 6)
    ('[0.5, 1]', "'aa...")
    """
    text = repr(value)
    return text if len(text) <= width else text[: width - 3] + "..."
