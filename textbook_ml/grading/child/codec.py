"""Values as JSON, both ways: what JSON has as it is, all else in an object with one member.

    {"float": "nan"}              what JSON cannot spell: nan, inf, -inf
    {"tuple": [...]}              also sets ({"set": ...}) and dicts ({"dict": [[key, value], ...]})
    {"fraction": [3, 4]}          an exact fraction
    {"sub": ["Liar", 2.0]}        a subclass of a plain type: its base value, and its name
    {"other": "decimal.Decimal"}  anything else: the name of its type, and nothing of its making

The parent reads this as if an enemy had written it: `decode` makes only plain values.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # importing typing would double the time that a child takes to start
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias

    Json: TypeAlias = Any

DEEPEST = 40  # lists within one another
MOST = 20_000  # values in one answer
LONGEST = 200_000  # letters of a string
MOST_ALIKE = 100  # keys with the same hash: more are made to be slow to look up
WIDEST = 14_000  # bits of a whole number: some 4,200 digits, which every Python can print


class Odd(ValueError):
    """What came is not a value as `encode` writes it."""


class Encoder:
    """One value on its way out; it counts what it has seen, so that no value is endless."""

    def __init__(self, packages: tuple[str, ...] = ()) -> None:
        self.left = MOST
        self.packages = packages

    def encode(self, value: Any, depth: int = 0) -> Json:
        """A value for the wire, by its true type: what it says of itself is not asked."""
        self.left -= 1
        if self.left < 0:
            return {"other": f"list with more than {MOST:,} values in it"}
        if depth > DEEPEST:
            return {"other": f"list that is more than {DEEPEST} lists deep"}
        kind = type(value)
        if value is None or kind is bool:
            return value
        if kind is str:
            length = len(value)
            return value if length <= LONGEST else {"other": f"str of {length:,} letters"}
        if kind is float:
            return value if value - value == 0 else {"float": float.__repr__(value)}
        if kind is int:
            bits = value.bit_length()
            return value if bits <= WIDEST else {"other": f"int with {bits:,} bits"}
        if kind is list:
            return [self.encode(item, depth + 1) for item in value]
        return self.uncommon(value, kind, depth)

    def uncommon(self, value: Any, kind: type, depth: int) -> Json:
        """Containers with a tag, subclasses by their base, and the rest by name."""
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


# The base types' own methods: a subclass may lie about its value, they do not.
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
    """The name of a type with its module, from the type itself and not from its metaclass.

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
    """A value for the wire.

    >>> encode([1, 0.5, (True, None), {"a": float("inf")}])
    [1, 0.5, {'tuple': [True, None]}, {'dict': [['a', {'float': 'inf'}]]}]
    >>> encode(x for x in "ab")
    {'other': 'generator'}
    """
    return Encoder(packages).encode(value)


def decode(wire: Json, other: Callable[[str], Any], depth: int = 0) -> Any:
    """A plain value; `other` says what stands for a value of which only the type is known.

    >>> decode([1, {"tuple": [{"float": "-inf"}]}, {"sub": ["Liar", 2.0]}], other=str)
    [1, (-inf,), 2.0]
    """
    if depth > 2 * DEEPEST + 4:
        raise Odd("lists too deep")
    if isinstance(wire, list):
        return [decode(item, other, depth + 1) for item in wire]
    if not isinstance(wire, dict):
        return wire
    if len(wire) != 1:
        raise Odd("an object with other than one member")
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
    raise Odd(f"a tag that is not known: {tag[:20]!r}")


def fraction(body: Json) -> Any:
    """The exact fraction of two whole numbers.

    >>> fraction([6, 8])
    Fraction(3, 4)
    """
    from fractions import Fraction

    if not (isinstance(body, list) and [type(part) for part in body] == [int, int] and body[1]):
        raise Odd("a fraction that is none")
    return Fraction(*body)


def as_key(value: Any) -> Any:
    """A set that stands where only a frozen one can: a tuple may hold some."""
    if isinstance(value, tuple):
        return tuple(map(as_key, value))
    return frozenset(value) if isinstance(value, set) else value


def gathered(tag: str, items: list[Any]) -> Any:
    """A tuple, a set or a dict of these; refused where it has no right keys.

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
        raise Odd("a key that cannot be a key") from None
    if max(alike.values(), default=0) > MOST_ALIKE:
        raise Odd("keys that all have the same hash")
    return dict(items) if tag == "dict" else set(items)
