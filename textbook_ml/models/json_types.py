"""Conversion of the fields of a model to JSON and back, according to their type hints.

    shape    an object that converts the values of one type hint to JSON and back
    scalar   a label or a value: str, int, float, bool, None, Fraction, or a tuple of these
    found    a part of a parsed JSON document that has not been validated yet
    path     the position in the document, from its root $: $.means[1][0]

The JSON form of each type hint:

    float           "0x1.8000000000000p+1"       the result of `float.hex`, which is exact
    Fraction        "3/4"
    int, str, bool, None                         unchanged
    any scalar      unchanged, or {"float": "0x1.8000000000000p+1"}, {"fraction": "3/4"},
                    {"tuple": [1, "a"]}; therefore the label "3/4" is always a str
    tuple           [...]
    Mapping         [[key, value], ...]          in the order of the mapping
    a dataclass     {"member": ..., ...}         one member for each argument of its constructor
    A | B           {"model": "A", "member": ..., ...}   if A and B are dataclasses; likewise
                    for a class whose method `alternatives` lists dataclasses
"""

import json
import re
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import Field, dataclass, fields, is_dataclass
from fractions import Fraction
from functools import cache
from math import inf, isfinite
from types import NoneType, UnionType
from typing import Any, Protocol, TypeVar, Union, get_args, get_origin, get_type_hints

from textbook_ml.core.errors import TextbookError, require

Json = Any  # None, bool, int, str, list or dict; in an invalid file also float or Oddity

REQUIRED = ("format", "version", "model")  # members of every document
HEADER = (*REQUIRED, "statistics", "fingerprint")  # members that are not fields of the model
NESTED = 16  # maximum nesting depth of the tuples in a label
DIGITS = 4000  # maximum length of an integer; Python itself rejects 4301 digits
MOST_EQUAL_HASHES = 300  # maximum number of labels with equal hashes; more would make a dict slow

_FRACTION = re.compile(rf"(-?[0-9]{{1,{DIGITS}}})(?:/([0-9]{{1,{DIGITS}}}))?")
_SURROGATE = re.compile("[\ud800-\udfff]")
_TOO_LONG = 10**DIGITS


class Misfit(Exception):
    """A value that does not match its type hint; callers append their part of the path."""

    def __init__(self, message: str, *path: str) -> None:
        super().__init__(message)
        self.path: list[str] = list(path)


@contextmanager
def path_told() -> Iterator[None]:
    """Convert a Misfit to a TextbookError whose message begins with the path."""
    try:
        yield
    except Misfit as misfit:
        path = "".join(reversed(misfit.path))
        raise TextbookError(f"${path}: {misfit}") from None


def errors_at(place: str, step: Callable[[Any], Any], value: object) -> Any:
    """Return `step(value)`; if it raises Misfit, add `place` to the path."""
    try:
        return step(value)
    except Misfit as misfit:
        misfit.path.append(place)
        raise


def convert_each(step: Callable[[Any], Any], values: Iterable[object]) -> list[Any]:
    """Return `step(value)` for each value; if one raises Misfit, add its index to the path."""
    done: list[Any] = []
    try:
        for value in values:
            done.append(step(value))
    except Misfit as misfit:
        misfit.path.append(f"[{len(done)}]")
        raise
    return done


@dataclass(frozen=True, slots=True)
class InvalidJson:
    """A placeholder for JSON that no model contains; it is rejected when its path is known."""

    words: str


def unexpected_value(wanted: str, found: Json) -> Misfit:
    """Return the Misfit that states the expected and the found value.

    >>> unexpected_value("a float written in hex", [1, 2])
    Misfit('expected a float written in hex, found a list of 2')
    """
    if isinstance(found, InvalidJson):
        words = found.words
    elif isinstance(found, list):
        words = f"a list of {len(found)}"
    elif isinstance(found, dict):
        words = f"an object of {len(found)}"
    else:
        words = short_repr(found) if isinstance(found, str) else json.dumps(found)
    return Misfit(f"expected {wanted}, found {words if len(words) < 80 else words[:40] + '…'}")


def short_repr(value: object) -> str:
    """Return the repr of a value, shortened to about forty characters.

    >>> short_repr("ab"), short_repr((1, 2))
    ("'ab'", '(1, 2)')
    """
    words = repr(value[:41]) if isinstance(value, str) else repr(value)
    return words if len(words) <= 42 else f"{words[:40]}…"


def one_of(names: Collection[str], found: Json) -> str:
    """Return a name. Raise Misfit unless it is one of the known names."""
    if type(found) is not str or found not in names:
        raise unexpected_value(" or ".join(map(repr, names)), found)
    return found


class Shape(Protocol):
    """A converter between the values of one type hint and JSON."""

    def write(self, value: Any) -> Json:
        """Return the value as JSON. Raise Misfit if it cannot be saved."""
        ...

    def read(self, found: Json) -> Any:
        """Return the value of a part of the document. Raise Misfit if the part is not valid."""
        ...


@dataclass(frozen=True, slots=True)
class Real:
    """A float in hexadecimal (`float.hex`); an integer is converted to a float first."""

    def write(self, value: Any) -> Json:
        """Return a finite float in hexadecimal."""
        if type(value) is int and abs(value) <= 1 << 53:
            value = float(value)
        if not (isinstance(value, float) and isfinite(value)):
            raise _not_saved_error(value, "expected a finite float")
        return float.hex(value)

    def read(self, found: Json) -> float:
        """Return a float. Only the exact output of `float.hex` for a finite float is accepted."""
        if type(found) is not str:
            raise unexpected_value("a float written in hex", found)
        try:
            x = float.fromhex(found)
        except (ValueError, OverflowError):
            x = inf
        if isfinite(x) and x.hex() == found:
            return x
        raise unexpected_value(
            f"a finite float as float.hex writes it, such as '{(3.0).hex()}'", found
        )


@dataclass(frozen=True, slots=True)
class Ratio:
    """A Fraction as a string such as "3/4"; an integer is saved as a Fraction, too."""

    def write(self, value: Any) -> Json:
        """Return a Fraction or an integer as a string."""
        if type(value) not in (Fraction, int):
            raise _not_saved_error(value, "expected a Fraction")
        _require_digits(value.numerator)
        _require_digits(value.denominator)
        return str(value)

    def read(self, found: Json) -> Fraction:
        """Return a Fraction from a string with an integer, or a numerator and a denominator."""
        parts = _FRACTION.fullmatch(found) if type(found) is str else None
        if parts is None or (denominator := int(parts[2] or 1)) == 0:
            raise unexpected_value("a fraction written as '3/4'", found)
        return Fraction(int(parts[1]), denominator)


@dataclass(frozen=True, slots=True)
class Scalar:
    """A scalar of one of the types `kinds`, with a type tag where JSON would be ambiguous."""

    kinds: frozenset[type]
    levels: int = NESTED

    def write(self, value: Any) -> Json:
        """Return a scalar as JSON. Subclasses are rejected, because JSON loses their type."""
        kind = type(value)
        if kind not in self.kinds:
            raise Misfit(f"a value of type {kind.__name__} cannot be saved: use {self.named}")
        if kind in _TAGS:
            tag = _TAGS[kind]
            return {tag: errors_at(f".{tag}", self._needs_type_tag(kind).write, value)}
        if kind is int:
            _require_digits(value)
        return _require_text(value) if kind is str else value

    def read(self, found: Json) -> Any:
        """Return a scalar. JSON floats are rejected, because they may have been rounded."""
        if type(found) is dict and len(found) == 1:
            [(tag, value)] = found.items()
            kind = _TAGGED.get(tag, object)
            if kind in self.kinds:
                return errors_at(f".{tag}", self._needs_type_tag(kind).read, value)
        elif type(found) in self.kinds and type(found) in (str, int, bool, NoneType):
            return _require_text(found) if type(found) is str else found
        raise unexpected_value(self.named, found)

    def _needs_type_tag(self, kind: type) -> Shape:
        if kind is float:
            return Real()
        if kind is Fraction:
            return Ratio()
        if self.levels == 0:
            raise Misfit(f"tuples must be nested at most {NESTED} deep")
        return Row(Scalar(self.kinds, self.levels - 1))

    @property
    def named(self) -> str:
        """The accepted types as text for a message."""
        if tuple in self.kinds:
            return "a str, int, float, bool, None, Fraction or tuple of these"
        return " or ".join(words for kind, words in _PLAIN.items() if kind in self.kinds)


@dataclass(frozen=True, slots=True)
class Row:
    """A tuple of any length."""

    item: Shape

    def write(self, value: Any) -> Json:
        """Return the items as a list."""
        return convert_each(self.item.write, _is_exactly_a(tuple, value))

    def read(self, found: Json) -> tuple[Any, ...]:
        """Return a tuple. Labels with too many equal hashes are rejected."""
        if type(found) is not list:
            raise unexpected_value("a list", found)
        values = tuple(convert_each(self.item.read, found))
        if isinstance(self.item, Scalar) and tuple in self.item.kinds:
            require_spread_out(values)
        return values


@dataclass(frozen=True, slots=True)
class Fixed:
    """A tuple of fixed length, with a type for each position."""

    items: tuple[Shape, ...]

    def write(self, value: Any) -> Json:
        """Return the items as a list, each converted by its own shape."""
        if len(_is_exactly_a(tuple, value)) != len(self.items):
            raise Misfit(f"{len(value)} values cannot be saved: expected {len(self.items)}")
        return convert_each(lambda pair: pair[0].write(pair[1]), zip(self.items, value))

    def read(self, found: Json) -> tuple[Any, ...]:
        """Return a tuple. Raise Misfit if the list has another length."""
        if type(found) is not list or len(found) != len(self.items):
            raise unexpected_value(f"a list of {len(self.items)}", found)
        return tuple(convert_each(lambda pair: pair[0].read(pair[1]), zip(self.items, found)))


@dataclass(frozen=True, slots=True)
class Table:
    """A mapping as a list of pairs, which keeps the order and allows keys of any type."""

    pair: Fixed

    def write(self, value: Any) -> Json:
        """Return the [key, value] pairs as a list."""
        return convert_each(self.pair.write, _is_exactly_a(Mapping, value).items())

    def read(self, found: Json) -> dict[Any, Any]:
        """Return a dict. Raise Misfit for a duplicate key; the keys 1, 1.0 and True are equal."""
        if type(found) is not list:
            raise unexpected_value("a list of [key, value] pairs", found)
        pairs = convert_each(self.pair.read, found)
        require_spread_out(key for key, _ in pairs)
        table: dict[Any, Any] = {}
        for place, (key, value) in enumerate(pairs):
            if key in table:
                raise Misfit(f"the key {short_repr(key)} is a duplicate", f"[{place}]")
            table[key] = value
        return table


@dataclass(frozen=True, slots=True)
class DataclassType:
    """A dataclass as a JSON object, with one member for each argument of its constructor."""

    kind: type[Any]

    @property
    def name(self) -> str:
        """The name of the class."""
        return self.kind.__name__

    def write(self, value: Any) -> dict[str, Json]:
        """Return the fields as a JSON object, in order."""
        _is_exactly_a(self.kind, value)
        names = {member_of(f): f.name for f in fields(self.kind)}
        return {
            member: errors_at(f".{member}", shape.write, getattr(value, names[member]))
            for member, shape in fields_of(self).items()
        }

    def read(self, found: Json) -> Any:
        """Return an instance of the dataclass, which may reject the values of its fields."""
        members = self.members(found)
        try:
            return self.built(members)
        except TextbookError as error:
            raise Misfit(str(error)) from None

    def members(self, found: Json) -> dict[str, Any]:
        """Return the value of each field. Raise Misfit for a missing or unknown member."""
        shapes = fields_of(self)
        if type(found) is not dict:
            raise unexpected_value(f"an object that holds a {self.name}", found)
        for member in shapes:
            if member not in found:
                raise Misfit(f"the member {member!r} of {self.name} is missing")
        for member in found:
            if member not in shapes:
                known = ", ".join(shapes)
                raise Misfit(f"{self.name} has no member {short_repr(member)}: it has {known}")
        return {
            name: errors_at(f".{name}", shape.read, found[name]) for name, shape in shapes.items()
        }

    def built(self, members: Mapping[str, Any]) -> Any:
        """Return an instance of the dataclass; an error starts with the name of the class."""
        try:
            names = {member_of(f): f.name for f in fields(self.kind)}
            return self.kind(**{names[member]: value for member, value in members.items()})
        except (ValueError, ArithmeticError, LookupError) as error:
            raise TextbookError(f"{self.name}: {error}") from error


@dataclass(frozen=True, slots=True)
class Maybe:
    """A dataclass or None."""

    dataclass_type: DataclassType

    def write(self, value: Any) -> Json:
        """Return the dataclass as a JSON object, and None as null."""
        return None if value is None else self.dataclass_type.write(value)

    def read(self, found: Json) -> Any:
        """Return an instance of the dataclass, or None for null."""
        return None if found is None else self.dataclass_type.read(found)


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of several dataclasses; the member "model" contains the name of the class."""

    alternatives: Mapping[str, DataclassType]

    def write(self, value: Any) -> Json:
        """Return a dataclass as a JSON object that starts with the member "model"."""
        name = type(value).__name__
        if name not in self.alternatives:
            raise _not_saved_error(value, f"expected {' or '.join(self.alternatives)}")
        return {"model": name, **self.alternatives[name].write(value)}

    def read(self, found: Json) -> Any:
        """Return an instance of the named dataclass. Raise Misfit for an unknown name."""
        if type(found) is not dict or "model" not in found:
            raise unexpected_value("an object with a member 'model'", found)
        name = errors_at(".model", lambda name: one_of(self.alternatives, name), found["model"])
        return self.alternatives[name].read({k: v for k, v in found.items() if k != "model"})


_TAGS = {float: "float", Fraction: "fraction", tuple: "tuple"}
_TAGGED: Mapping[str, type] = {tag: kind for kind, tag in _TAGS.items()}
_PLAIN: Mapping[Any, str] = {
    str: "a string",
    int: "a whole number",
    float: "a float",
    bool: "true or false",
    NoneType: "null",
    Fraction: "a fraction",
}
_ANY = Scalar(frozenset({*_PLAIN, tuple}))


def _not_saved_error(value: object, expected: str) -> Misfit:
    words = repr(value) if isinstance(value, float) else f"a value of type {type(value).__name__}"
    return Misfit(f"{words} cannot be saved: {expected}")


def _is_exactly_a(kind: type[Any], value: Any) -> Any:
    if not isinstance(value, kind):
        raise _not_saved_error(value, f"expected a {kind.__name__}")
    return value


def _require_digits(number: int) -> None:
    if abs(number) >= _TOO_LONG:
        raise Misfit(f"a whole number of more than {DIGITS} digits cannot be saved")


def _require_text(words: str) -> str:
    if not words.isascii() and _SURROGATE.search(words):
        raise Misfit(
            f"{short_repr(words)} has half of a surrogate pair, which cannot be written to a file"
        )
    return words


def require_spread_out(keys: Iterable[Hashable]) -> None:
    """Raise Misfit if many keys have equal hashes, which would make a dict extremely slow."""
    first: dict[int, Hashable] = {}
    crowd: set[Hashable] = set()
    for key in keys:
        if first.setdefault(hash(key), key) != key:
            crowd.add(key)
        if len(crowd) > MOST_EQUAL_HASHES:
            raise Misfit(
                f"more than {MOST_EQUAL_HASHES} labels have equal hashes, "
                "which does not happen in ordinary data"
            )


def member_of(field: Field[Any]) -> str:
    """Return the name of a field in JSON: its own, or an older name that existing files use."""
    return str(field.metadata.get("json", field.name))


@cache
def fields_of(dataclass_type: DataclassType) -> Mapping[str, Shape]:
    """Return the shape of each field that is an argument of the constructor."""
    require(
        is_dataclass(dataclass_type.kind),
        f"{dataclass_type.name} is not a dataclass, so it cannot be saved",
    )
    hints = get_type_hints(dataclass_type.kind)
    names = {member_of(f): f.name for f in fields(dataclass_type.kind) if f.init}
    reserved = [member for member in names if member in HEADER]
    require(
        not reserved,
        f"{dataclass_type.name} has fields {reserved}, which are reserved by the format",
    )
    try:
        return {
            member: errors_at(f".{member}", shape_of, hints[name]) for member, name in names.items()
        }
    except Misfit as misfit:
        raise TextbookError(f"{dataclass_type.name}{misfit.path[0]}: {misfit}") from None


def shape_of(hint: Any) -> Shape:
    """Return the shape that converts the values of a type hint.

    >>> shape_of(tuple[float, ...])
    Row(item=Real())
    """
    origin, inner = get_origin(hint) or hint, get_args(hint)
    if isinstance(hint, TypeVar):
        choices = hint.__constraints__
        return _union_shape(choices) if choices else shape_of(hint.__bound__ or Hashable)
    if origin in (Any, object, Hashable):
        return _ANY
    if origin in (Union, UnionType):
        return _union_shape(inner)
    if origin is tuple and inner[1:] == (...,):
        return Row(shape_of(inner[0]))
    if origin is tuple and hint is not tuple:
        return Fixed(tuple(map(shape_of, inner)))
    if isinstance(origin, type) and issubclass(origin, Mapping) and len(inner) == 2:
        return Table(Fixed(tuple(map(shape_of, inner))))
    if isinstance(origin, type) and "alternatives" in vars(origin):
        kinds: list[type[Any]] = getattr(origin, "alternatives")()
        return OneOf({kind.__name__: DataclassType(kind) for kind in kinds})
    if isinstance(origin, type) and is_dataclass(origin):
        return DataclassType(origin)
    return _scalar_shape(hint)


def _scalar_shape(hint: Any) -> Shape:
    """Return the shape of a float, a Fraction or another scalar type."""
    if hint is float:
        return Real()
    if hint is Fraction:
        return Ratio()
    if hint in _PLAIN:
        return Scalar(frozenset({hint}))
    raise Misfit(f"a field of type {hint} cannot be saved")


def _union_shape(choices: tuple[Any, ...]) -> Shape:
    """Return the shape of a union of scalars or dataclasses; float and Fraction include int."""
    if set(choices) <= set(_PLAIN):
        whole = {int} if {float, Fraction} & set(choices) else set()
        return Scalar(frozenset({*choices, *whole}))
    shapes = [shape_of(choice) for choice in choices if choice is not NoneType]
    if len(shapes) == 1 and isinstance(shapes[0], DataclassType):
        return Maybe(shapes[0])
    alternatives = {shape.name: shape for shape in shapes if isinstance(shape, DataclassType)}
    if len(alternatives) < len(choices):
        raise Misfit(f"the types {' and '.join(map(str, choices))} cannot be distinguished in JSON")
    return OneOf(alternatives)
