"""Encode Python values as JSON, and decode them; other types become an object with one member.

    {"float": "nan"}              a float that JSON does not have: nan, inf, -inf
    {"tuple": [...]}              also sets ({"set": ...}) and dicts ({"dict": [[key, value], ...]})
    {"fraction": [3, 4]}          an exact fraction
    {"sub": ["Liar", 2.0]}        a subclass of a plain type: its name, and its value as base type
    {"other": "decimal.Decimal"}  anything else: only the name of its type

The grader does not trust this data: `decode` creates only plain values.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # importing typing would double the start time of a worker process
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias

    Json: TypeAlias = Any

DEEPEST = 40  # maximum depth of nested lists
MOST = 20_000  # maximum number of values in one answer
LONGEST = 200_000  # maximum number of characters of a string
MOST_ALIKE = 100  # maximum number of keys with the same hash; more are an attack on lookups
WIDEST = 14_000  # maximum bits of an int: about 4,200 digits, which every Python can print


class Odd(ValueError):
    """The data is not in the format that `encode` writes."""


class Encoder:
    """An encoder for one value; it counts the parts, so that the result has a limited size."""

    left: int

    def __init__(self, packages: tuple[str, ...] = ()) -> None:
        self.left = MOST
        self.packages = packages

    def encode(self, value: Any, depth: int = 0) -> Json:
        """Encode a value by its actual type; methods of student code are not called."""
        self.left -= 1
        if self.left < 0:
            return {"other": f"list with more than {MOST:,} values"}
        if depth > DEEPEST:
            return {"other": f"list nested more than {DEEPEST} levels deep"}
        kind = type(value)
        if value is None or kind is bool:
            return value
        if kind is str:
            length = len(value)
            return value if length <= LONGEST else {"other": f"str of {length:,} characters"}
        if kind is float:
            return value if value - value == 0 else {"float": float.__repr__(value)}
        if kind is int:
            bits = value.bit_length()
            return value if bits <= WIDEST else {"other": f"int with {bits:,} bits"}
        if kind is list:
            return [self.encode(item, depth + 1) for item in value]
        return self.uncommon(value, kind, depth)

    def uncommon(self, value: Any, kind: type, depth: int) -> Json:
        """Encode containers with a tag, subclasses as their base type, other types by name."""
        if kind is tuple:
            return {"tuple": [self.encode(item, depth + 1) for item in value]}
        if kind is set or kind is frozenset:
            return {"set": [self.encode(item, depth + 1) for item in value]}
        if kind is dict:
            return {
                "dict": [
                    [self.encode(key, depth + 1), self.encode(item, depth + 1)]
                    for key, item in value.items()
                ]
            }
        if kind is getattr(sys.modules.get("fractions"), "Fraction", None):
            return {"fraction": [self.encode(value.numerator), self.encode(value.denominator)]}
        for base, plain in BASES:
            if issubclass(kind, base):
                return {"sub": [type_name(kind), self.encode(plain(value), depth + 1)]}
        if type_name(kind).partition(".")[0] in self.packages and hasattr(kind, "tolist"):
            return {"sub": [type_name(kind), self.encode(value.tolist(), depth + 1)]}
        return {"other": type_name(kind)}


# Methods of the base types: a subclass may override its methods to hide its value.
BASES: tuple[tuple[type, Callable[[Any], Any]], ...] = (
    (float, float.__pos__),
    (int, int.__pos__),
    (str, str.__str__),
    (list, lambda value: list(list.__iter__(value))),
    (tuple, lambda value: tuple(tuple.__iter__(value))),
    (dict, lambda value: dict(dict.items(value))),
    (set, lambda value: set(set.__iter__(value))),
)


def type_name(kind: type) -> str:
    """Return the name of a type with its module; a metaclass cannot change it.

    >>> from decimal import Decimal
    >>> type_name(Decimal), type_name(complex)
    ('decimal.Decimal', 'complex')
    """
    name = type.__dict__["__qualname__"].__get__(kind)
    try:
        module = type.__dict__["__module__"].__get__(kind)
    except AttributeError:
        module = "builtins"
    known = type(module) is str and module not in ("builtins", "submission")
    return f"{module}.{name}"[:100] if known else str.__str__(name)[:100]


def encode(value: Any, packages: tuple[str, ...] = ()) -> Json:
    """Encode a value as JSON data.

    >>> encode([1, 0.5, (True, None), {"a": float("inf")}])
    [1, 0.5, {'tuple': [True, None]}, {'dict': [['a', {'float': 'inf'}]]}]
    >>> encode(x for x in "ab")
    {'other': 'generator'}
    """
    return Encoder(packages).encode(value)


def decode(wire: Json, other: Callable[[str], Any], depth: int = 0) -> Any:
    """Decode a plain value; `other` creates the result if only a type name was sent.

    >>> decode([1, {"tuple": [{"float": "-inf"}]}, {"sub": ["Liar", 2.0]}], other=str)
    [1, (-inf,), 2.0]
    """
    if depth > 2 * DEEPEST + 4:
        raise Odd("lists nested too deep")
    if isinstance(wire, list):
        return [decode(item, other, depth + 1) for item in wire]
    if not isinstance(wire, dict):
        return wire
    if len(wire) != 1:
        raise Odd("an object that does not have exactly one member")
    [(tag, body)] = wire.items()
    if tag == "float" and body in ("nan", "inf", "-inf"):
        return float(body)
    if tag == "other" and isinstance(body, str):
        return other(body)
    if tag == "fraction":
        return fraction(body)
    if tag == "sub" and isinstance(body, list) and len(body) == 2:
        return decode(body[1], other, depth + 1)
    if tag in ("tuple", "set", "dict") and isinstance(body, list):
        return gathered(tag, [decode(item, other, depth + 1) for item in body])
    raise Odd(f"unknown tag {tag[:20]!r}")


def fraction(body: Json) -> Any:
    """Return the exact fraction of two integers.

    >>> fraction([6, 8])
    Fraction(3, 4)
    """
    from fractions import Fraction

    if not (isinstance(body, list) and [type(part) for part in body] == [int, int] and body[1]):
        raise Odd("a fraction that is not made of two integers")
    return Fraction(*body)


def as_key(value: Any) -> Any:
    """Return a value with its sets as frozensets, because keys must be hashable."""
    if isinstance(value, tuple):
        return tuple(map(as_key, value))
    return frozenset(value) if isinstance(value, set) else value


def gathered(tag: str, items: list[Any]) -> Any:
    """Return a tuple, a set or a dict of these items; raise `Odd` for invalid keys.

    >>> gathered("dict", [["a", 1], [(2, 3), None]])
    {'a': 1, (2, 3): None}
    """
    if tag == "tuple":
        return tuple(items)
    if tag == "dict" and not all(isinstance(item, list) and len(item) == 2 for item in items):
        raise Odd("a dict that is not made of pairs")
    if tag == "dict":
        items = [[as_key(key), value] for key, value in items]
    else:
        items = [as_key(item) for item in items]
    alike: dict[int, int] = {}
    try:
        for item in items:
            number = hash(item[0] if tag == "dict" else item)
            alike[number] = alike.get(number, 0) + 1
    except TypeError:
        raise Odd("a key that is not hashable") from None
    if max(alike.values(), default=0) > MOST_ALIKE:
        raise Odd("too many keys with the same hash")
    return dict(items) if tag == "dict" else set(items)
