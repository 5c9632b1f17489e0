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
from typing import Any, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

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


class Shape(NamedTuple):
    """A converter between the values of one type hint and JSON; both functions may raise Misfit."""

    write: Callable[[Any], Json]
    read: Callable[[Json], Any]


def _write_float(value: Any) -> str:
    """Return a finite float in hexadecimal; an integer is converted to a float first."""
    if type(value) is int and abs(value) <= 1 << 53:
        value = float(value)
    if not (isinstance(value, float) and isfinite(value)):
        raise _not_saved_error(value, "expected a finite float")
    return float.hex(value)


def _read_float(found: Json) -> float:
    """Return a float. Only the exact output of `float.hex` for a finite float is accepted."""
    if type(found) is not str:
        raise unexpected_value("a float written in hex", found)
    try:
        x = float.fromhex(found)
    except (ValueError, OverflowError):
        x = inf
    if isfinite(x) and x.hex() == found:
        return x
    raise unexpected_value(f"a finite float as float.hex writes it, such as '{(3.0).hex()}'", found)


def _write_fraction(value: Any) -> str:
    """Return a Fraction or an integer as a string such as "3/4"."""
    if type(value) not in (Fraction, int):
        raise _not_saved_error(value, "expected a Fraction")
    _require_digits(value.numerator)
    _require_digits(value.denominator)
    return str(value)


def _read_fraction(found: Json) -> Fraction:
    parts = _FRACTION.fullmatch(found) if type(found) is str else None
    if parts is None or (denominator := int(parts[2] or 1)) == 0:
        raise unexpected_value("a fraction written as '3/4'", found)
    return Fraction(int(parts[1]), denominator)


REAL, RATIO = Shape(_write_float, _read_float), Shape(_write_fraction, _read_fraction)


def scalar(kinds: frozenset[type], levels: int = NESTED) -> Shape:
    """Return the shape of scalars of these types, with a type tag where JSON would be ambiguous.

    Subclasses cannot be written, because JSON loses their type. JSON floats are not read, because
    they may have been rounded.
    """
    named = " or ".join(words for kind, words in _PLAIN.items() if kind in kinds)
    if tuple in kinds:
        named = "a str, int, float, bool, None, Fraction or tuple of these"

    def tagged(kind: type) -> Shape:
        if kind is tuple and levels == 0:
            raise Misfit(f"tuples must be nested at most {NESTED} deep")
        return row(scalar(kinds, levels - 1)) if kind is tuple else _number_shape(kind)

    def write(value: Any) -> Json:
        kind = type(value)
        if kind not in kinds:
            raise Misfit(f"a value of type {kind.__name__} cannot be saved: use {named}")
        if kind in _TAGS:
            tag = _TAGS[kind]
            return {tag: errors_at(f".{tag}", tagged(kind).write, value)}
        if kind is int:
            _require_digits(value)
        return _require_text(value) if kind is str else value

    def read(found: Json) -> Any:
        if type(found) is dict and len(found) == 1:
            [(tag, value)] = found.items()
            kind = _TAGGED.get(tag, object)
            if kind in kinds:
                return errors_at(f".{tag}", tagged(kind).read, value)
        elif type(found) in kinds and type(found) in (str, int, bool, NoneType):
            return _require_text(found) if type(found) is str else found
        raise unexpected_value(named, found)

    return Shape(write, read)


def row(item: Shape, are_labels: bool = True) -> Shape:
    """Return the shape of a tuple of any length; labels with too many equal hashes are rejected."""

    def read(found: Json) -> tuple[Any, ...]:
        if type(found) is not list:
            raise unexpected_value("a list", found)
        values = tuple(convert_each(item.read, found))
        if are_labels:
            require_spread_out(values)
        return values

    return Shape(lambda value: convert_each(item.write, _is_exactly_a(tuple, value)), read)


def fixed(items: tuple[Shape, ...]) -> Shape:
    """Return the shape of a tuple of fixed length, with a shape for each position."""

    def write(value: Any) -> Json:
        if len(_is_exactly_a(tuple, value)) != len(items):
            raise Misfit(f"{len(value)} values cannot be saved: expected {len(items)}")
        return convert_each(lambda pair: pair[0].write(pair[1]), zip(items, value))

    def read(found: Json) -> tuple[Any, ...]:
        if type(found) is not list or len(found) != len(items):
            raise unexpected_value(f"a list of {len(items)}", found)
        return tuple(convert_each(lambda pair: pair[0].read(pair[1]), zip(items, found)))

    return Shape(write, read)


def table(pair: Shape) -> Shape:
    """Return the shape of a mapping: pairs in a list keep the order and allow keys of any type."""

    def read(found: Json) -> dict[Any, Any]:
        if type(found) is not list:
            raise unexpected_value("a list of [key, value] pairs", found)
        pairs = convert_each(pair.read, found)
        require_spread_out(key for key, _ in pairs)
        result: dict[Any, Any] = {}
        for place, (key, value) in enumerate(pairs):
            if key in result:  # the keys 1, 1.0 and True are equal
                raise Misfit(f"the key {short_repr(key)} is a duplicate", f"[{place}]")
            result[key] = value
        return result

    return Shape(
        lambda value: convert_each(pair.write, _is_exactly_a(Mapping, value).items()), read
    )


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


def one_of_several(kinds: Collection[type[Any]]) -> Shape:
    """Return the shape of one of several dataclasses; the member "model" names the class."""
    alternatives = {kind.__name__: DataclassType(kind) for kind in kinds}

    def write(value: Any) -> Json:
        name = type(value).__name__
        if name not in alternatives:
            raise _not_saved_error(value, f"expected {' or '.join(alternatives)}")
        return {"model": name, **alternatives[name].write(value)}

    def read(found: Json) -> Any:
        if type(found) is not dict or "model" not in found:
            raise unexpected_value("an object with a member 'model'", found)
        name = errors_at(".model", lambda name: one_of(alternatives, name), found["model"])
        return alternatives[name].read({k: v for k, v in found.items() if k != "model"})

    return Shape(write, read)


def _shape_of_dataclass(kind: type[Any], optional: bool = False) -> Shape:
    """Return the shape of a dataclass, or of a dataclass or None."""
    one = DataclassType(kind)
    if not optional:
        return Shape(one.write, one.read)
    return Shape(
        lambda value: None if value is None else one.write(value),
        lambda found: None if found is None else one.read(found),
    )


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
_ANY = scalar(frozenset({*_PLAIN, tuple}))


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

    >>> shape_of(tuple[float, ...]).write((0.5, 3.0))
    ['0x1.0000000000000p-1', '0x1.8000000000000p+1']
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
        item = shape_of(inner[0])
        return row(item, are_labels=item is _ANY)
    if origin is tuple and hint is not tuple:
        return fixed(tuple(map(shape_of, inner)))
    if isinstance(origin, type) and issubclass(origin, Mapping) and len(inner) == 2:
        return table(fixed(tuple(map(shape_of, inner))))
    if isinstance(origin, type) and "alternatives" in vars(origin):
        return one_of_several(getattr(origin, "alternatives")())
    if isinstance(origin, type) and is_dataclass(origin):
        return _shape_of_dataclass(origin)
    if hint in _PLAIN:
        return _number_shape(hint) if hint in (float, Fraction) else scalar(frozenset({hint}))
    raise Misfit(f"a field of type {hint} cannot be saved")


def _number_shape(kind: type) -> Shape:
    return REAL if kind is float else RATIO


def _union_shape(choices: tuple[Any, ...]) -> Shape:
    """Return the shape of a union of scalars or dataclasses; float and Fraction include int."""
    if set(choices) <= set(_PLAIN):
        whole = {int} if {float, Fraction} & set(choices) else set()
        return scalar(frozenset({*choices, *whole}))
    kinds = [get_origin(choice) or choice for choice in choices if choice is not NoneType]
    if not all(map(is_dataclass, kinds)) or 1 < len(kinds) < len(choices):
        raise Misfit(f"the types {' and '.join(map(str, choices))} cannot be distinguished in JSON")
    if len(kinds) == 1:
        return _shape_of_dataclass(kinds[0], optional=True)
    return one_of_several(kinds)
