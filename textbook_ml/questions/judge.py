"""Is an answer right? Numbers are judged by their digits, labels by being best, types by name.

A judge is a function of the case, what was expected and what came; it returns None if the answer
is right, and otherwise the `Fault`, in words. What comes is plain: numbers, strings, lists, dicts.
"""

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

CLOSED_FORM = 1e-9  # how far a number may be off, relative to itself
NOTHING = 1e-12  # what may come where exactly zero is due
CAN_BE = {  # what is one call away from the type that is due
    "list": ("generator", "map", "filter", "zip", "reversed", "dict_keys", "dict_values", "range",
             "array.array", "collections.deque", "collections.UserList"),
    "dict": ("zip", "map", "generator", "mappingproxy", "collections.ChainMap",
             "collections.UserDict"),
    "float": ("decimal.Decimal",),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with an answer."""

    kind: Literal["wrong_value", "wrong_type"]
    words: str


@dataclass(frozen=True, slots=True)
class Other:
    """A value that is not plain: all that is known of it is its type."""

    type_name: str

    def __repr__(self) -> str:
        return f"<{self.type_name}>"


def close(relative: float = CLOSED_FORM, zero: float = 0.0) -> Judge:
    """Numbers, alone or in lists and dicts, with this relative error.

    If the expected number is within `zero` of 0, as a difference that should vanish, the answer
    must be near 0 too, and its digits do not count. A bool counts as 0 or 1 where 0 or 1 is
    expected; extra keys of a dict are ignored.
    """

    def same(due: float, came: float) -> bool:
        if abs(due) <= zero:
            return abs(came) <= max(zero, NOTHING)
        return due == came or abs(due - came) <= relative * abs(due) < inf

    return lambda case, expected, got: compared(expected, got, same)


def exactly(case: Case, expected: Any, got: Any) -> Fault | None:
    """Counts, labels and yes or no: no digits to forgive."""
    return compared(expected, got, lambda due, came: due == came)


def in_any_order(case: Case, expected: Any, got: Any) -> Fault | None:
    """A list whose order says nothing: the same items, each as often."""
    if not isinstance(got, (list, tuple)):
        return Fault("wrong_type", f"expected a list, got {named(got)}")
    due = Counter(map(repr, expected))
    came = Counter(repr(_as_number(item, expected)) for item in got)
    for item in due | came:
        if due[item] != came[item]:
            words = f"of {item} expected {due[item]} in the list, got {came[item]}"
            return Fault("wrong_value", words)
    return None


def probability(relative: float = CLOSED_FORM) -> Judge:
    """One probability or several: tiny ones count too, so that 0 is wrong where 1e-300 is due."""

    def same(due: float, came: float) -> bool:
        if due <= 0 or came <= 0:
            return due == came or (due == 0 and abs(came) <= NOTHING)
        return abs(log(due) - log(came)) <= relative * max(1.0, -log(due))

    return lambda case, expected, got: compared(expected, got, same)


def distribution(relative: float = CLOSED_FORM) -> Judge:
    """Probabilities that must sum to one: a list, or a dict by label."""
    each = probability(relative)

    def judge(case: Case, expected: Any, got: Any) -> Fault | None:
        fault = each(case, expected, got)
        parts = list(got.values()) if isinstance(got, Mapping) else got
        if fault is None or fault.kind == "wrong_type" or not all(map(_is_number, parts)):
            return fault
        total = fsum(parts) if all(map(isfinite, parts)) else inf
        if abs(total - 1) > 1e-6:
            return Fault(fault.kind, f"{fault.words}; they sum to {total:.6g}, not to 1")
        return fault

    return judge


def log_probability(relative: float = CLOSED_FORM) -> Judge:
    """Logarithms of probabilities: near 0 they are judged as the probability would be."""

    def same(due: float, came: float) -> bool:
        if not isfinite(due) or not isfinite(came):
            return due == came
        return abs(due - came) <= relative * max(1.0, abs(due))

    return lambda case, expected, got: compared(expected, got, same)


def any_best(scores: Callable[..., Mapping[Any, float]], relative: float = CLOSED_FORM) -> Judge:
    """A label: any whose score is within rounding of the best one will do.

    `scores` is asked the case, and gives each label's score.
    """

    return lambda case, expected, got: _one_best(scores(*case), expected, got, relative)


def each_best(scores: Callable[..., Sequence[Mapping[Any, float]]]) -> Judge:
    """A list of labels: in each place any that is best."""

    def judge(case: Case, expected: Any, got: Any) -> Fault | None:
        if not isinstance(got, (list, tuple)):
            return Fault("wrong_type", f"expected a list of labels, got {named(got)}")
        if len(got) != len(expected):
            return Fault("wrong_value", f"expected {len(expected)} labels, got {len(got)}")
        tables = scores(*case)
        for place, (table, due, came) in enumerate(zip(tables, expected, got)):
            fault = _one_best(table, due, came, CLOSED_FORM)
            if fault:
                return Fault(fault.kind, f"at [{place}]: {fault.words}")
        return None

    return judge


def _one_best(
    table: Mapping[Any, float], expected: Any, got: Any, relative: float
) -> Fault | None:
    """Return None if this label is as good as the expected one, which is the best of the table.

    A bool stands for the label 0 or 1.
    """
    got = _as_number(got, table)
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
    """Weights where an objective is largest: all that are as high as those expected will do.

    Methods differ in how near they come to the top, and hardly in how high they are there.
    `objective` is asked the case and, last, the weights.
    """

    def judge(case: Case, expected: Any, got: Any) -> Fault | None:
        fault = compared(expected, got, lambda due, came: isfinite(came))
        if fault:
            return fault
        top = objective(*case, expected)
        try:
            height = objective(*case, got)
        except (ArithmeticError, ValueError):  # weights so large that no sum holds them
            height = -inf
        if abs(top - height) <= slack * max(1.0, abs(top)):
            return None
        words = f"what is maximised is {height:.6g} there, and {top:.6g} can be reached"
        return Fault("wrong_value", f"expected {show(expected)}, got {show(got)}: {words}")

    return judge


def compared(expected: Any, got: Any, same: Same, place: str = "") -> Fault | None:
    """The first difference between what was due and what came, or None."""
    if expected is None or isinstance(expected, (bool, str)):
        return _plain(expected, got, place)
    if _is_number(expected):
        return _number(expected, got, same, place)
    if isinstance(expected, Mapping):
        return _mapping(expected, got, same, place)
    return _sequence(expected, got, same, place)


def _plain(expected: Any, got: Any, place: str) -> Fault | None:
    if type(got) is type(expected) and got == expected:
        return None
    kind: Literal["wrong_value", "wrong_type"]
    kind = "wrong_value" if isinstance(got, type(expected)) else "wrong_type"
    came = show(got) if kind == "wrong_value" else named(got)
    return Fault(kind, _words(place, show(expected), came))


def _number(expected: Any, got: Any, same: Same, place: str) -> Fault | None:
    is_bit = isinstance(got, bool) and expected in (0, 1)
    if not is_bit and not _is_number(got):
        due = f"the number {show(expected)}"
        return Fault("wrong_type", _words(place, due, _near(got, "float")))
    if isinstance(got, float) and isnan(got):
        return Fault("wrong_value", _words(place, show(expected), "nan, which is not a number"))
    try:
        right = same(expected, got)
    except OverflowError:  # a whole number too large for a float
        right = expected == got
    return None if right else Fault("wrong_value", _words(place, show(expected), show(got)))


def _mapping(expected: Mapping[Any, Any], got: Any, same: Same, place: str) -> Fault | None:
    if not isinstance(got, Mapping):
        return Fault("wrong_type", _words(place, "a dict", _near(got, "dict")))
    lost = [key for key in expected if key not in got]
    if lost:
        return Fault("wrong_value", _words(place, f"the keys {list(expected)}", f"no {lost[0]!r}"))
    places = ((expected[key], got[key], f"{place}[{key!r}]") for key in expected)
    return next((f for due, came, at in places if (f := compared(due, came, same, at))), None)


def _sequence(expected: Sequence[Any], got: Any, same: Same, place: str) -> Fault | None:
    if not isinstance(got, (list, tuple)):
        return Fault("wrong_type", _words(place, "a list", _near(got, "list")))
    if len(got) != len(expected):
        return Fault("wrong_value", _words(place, _values(expected), _values(got)))
    places = enumerate(zip(expected, got))
    faults = (compared(due, came, same, f"{place}[{i}]") for i, (due, came) in places)
    return next((fault for fault in faults if fault), None)


def extra_key(expected: Any, got: Any) -> Any:
    """Return the first key that a right answer has besides the expected ones, or None.

    >>> extra_key({"a": 1.0}, {"a": 1.0, "sum": 1.0}), extra_key([{"a": 1.0}], [{"a": 1.0}])
    ('sum', None)
    """
    extra: list[Any] = []
    pairs: list[tuple[Any, Any]] = []
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        extra = [key for key in got if key not in expected]
        pairs = [(due, got.get(key)) for key, due in expected.items()]
    elif isinstance(expected, (list, tuple)) and isinstance(got, (list, tuple)):
        pairs = list(zip(expected, got))
    inner = (extra_key(due, came) for due, came in pairs)
    return next((key for key in chain(extra, inner) if key is not None), None)


def _values(items: Sequence[Any]) -> str:
    return "1 value" if len(items) == 1 else f"{len(items)} values"


def _near(value: Any, kind: str) -> str:
    """A value of the wrong kind, and the call that would make it the right one."""
    is_near = isinstance(value, Other) and value.type_name in CAN_BE[kind]
    return f"{named(value)}: put {kind}(…) around it" if is_near else named(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float, Fraction)) and not isinstance(value, bool)


def _as_number(value: Any, known: Iterable[Any]) -> Any:
    """Return a bool as 0 or 1 if it is expected among numbers, and any other value as it is.

    >>> _as_number(True, [0, 1]), _as_number(True, ["a", True]), _as_number("b", [0, 1])
    (1, True, 'b')
    """
    if isinstance(value, bool) and not any(isinstance(item, bool) for item in known):
        return int(value)
    return value


def _is_label(value: Any) -> bool:
    return isinstance(value, (str, int, float, bool, tuple)) or value is None


def _words(place: str, expected: str, got: str) -> str:
    return f"{'at ' + place + ': ' if place else ''}expected {expected}, got {got}"


def named(value: Any) -> str:
    """A value of the wrong kind, with its type in front.

    >>> named("3"), named(None), named(True), named([1])
    ("the string '3'", 'None', 'the bool True', 'the list [1]')
    """
    if value is None:
        return "None"
    if isinstance(value, Other):
        return f"an object of type {value.type_name}"
    kind = "string" if isinstance(value, str) else type(value).__name__
    return f"the {kind} {show(value)}"


def show(value: Any, width: int = 200) -> str:
    """A value as it would be typed, cut if it is long.

    >>> show([0.5, 1]), show("a" * 10, 6)
    ('[0.5, 1]', "'aa...")
    """
    text = repr(value)
    return text if len(text) <= width else text[: width - 3] + "..."


