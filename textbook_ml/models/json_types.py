"""How each field of a model is written in JSON and read back, by its type hint.

    shape    how the values of one type hint are written and read
    scalar   a label or a value: str, int, float, bool, None, Fraction, or a tuple of these
    found    what a text holds at some place, before it is believed
    path     the place, from the root $ of the text: $.means[1][0]

What a hint becomes:

    float           "0x1.8000000000000p+1"       as `float.hex` writes it, to the last bit
    Fraction        "3/4"
    int, str, bool, None                         as themselves
    any scalar      as itself, or {"float": "0x1.8000000000000p+1"}, {"fraction": "3/4"},
                    {"tuple": [1, "a"]}: so a label "3/4" is a str, and never a Fraction
    tuple           [...]
    Mapping         [[key, value], ...]          in their order
    a dataclass     {"member": ..., ...}         one for each field that its constructor takes
    A | B           {"model": "A", "member": ..., ...}   of dataclasses; likewise for a class
                    whose method `alternatives` lists its dataclasses
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

Json = Any  # None, bool, int, str, list, dict; or, from an enemy, a float or an Oddity

HEADER = ("format", "version", "model")  # members of a text that are no fields
NESTED = 16  # tuples within one another in a label
DIGITS = 4000  # of a whole number; Python itself refuses 4301
CROWD = 300  # labels that may have the hash of another; more would make a dict slow

_FRACTION = re.compile(rf"(-?[0-9]{{1,{DIGITS}}})(?:/([0-9]{{1,{DIGITS}}}))?")
_SURROGATE = re.compile("[\ud800-\udfff]")
_TOO_LONG = 10**DIGITS


class Misfit(Exception):
    """A value that does not fit its place; the path grows from the inside out."""

    def __init__(self, message: str, *path: str) -> None:
        super().__init__(message)
        self.path: list[str] = list(path)


@contextmanager
def path_told() -> Iterator[None]:
    """Turn a misfit into a refusal that begins with its path."""
    try:
        yield
    except Misfit as misfit:
        path = "".join(reversed(misfit.path))
        raise TextbookError(f"${path}: {misfit}") from None


def at(place: str, step: Callable[[Any], Any], value: object) -> Any:
    """Do one step at a place."""
    try:
        return step(value)
    except Misfit as misfit:
        misfit.path.append(place)
        raise


def each(step: Callable[[Any], Any], values: Iterable[object]) -> list[Any]:
    """Do one step for each value of a list, at its own place."""
    done: list[Any] = []
    try:
        for value in values:
            done.append(step(value))
    except Misfit as misfit:
        misfit.path.append(f"[{len(done)}]")
        raise
    return done


@dataclass(frozen=True, slots=True)
class Oddity:
    """What JSON allows and a model never holds; it stands in the tree until its path is known."""

    words: str


def unexpected(wanted: str, found: Json) -> Misfit:
    """The misfit of something else than was wanted.

    >>> unexpected("a float written in hex", [1, 2])
    Misfit('expected a float written in hex, found a list of 2')
    """
    if isinstance(found, Oddity):
        words = found.words
    elif isinstance(found, list):
        words = f"a list of {len(found)}"
    elif isinstance(found, dict):
        words = f"an object of {len(found)}"
    else:
        words = short(found) if isinstance(found, str) else json.dumps(found)
    return Misfit(f"expected {wanted}, found {words if len(words) < 80 else words[:40] + '…'}")


def short(value: object) -> str:
    """A value as Python writes it, cut to forty characters.

    >>> short("ab"), short((1, 2))
    ("'ab'", '(1, 2)')
    """
    words = repr(value[:41]) if isinstance(value, str) else repr(value)
    return words if len(words) <= 42 else f"{words[:40]}…"


def one_of(names: Collection[str], found: Json) -> str:
    """A name, if it is among those known."""
    if type(found) is not str or found not in names:
        raise unexpected(" or ".join(map(repr, names)), found)
    return found


class Shape(Protocol):
    """How the values of one type hint are written and read."""

    def write(self, value: Any) -> Json:
        """The value as JSON."""
        ...

    def read(self, found: Json) -> Any:
        """The value, if what was found is one."""
        ...


@dataclass(frozen=True, slots=True)
class Real:
    """A float, by `float.hex`; a whole number is written as the float that it equals."""

    def write(self, value: Any) -> Json:
        """Refuse what is not finite."""
        if type(value) is int and abs(value) <= 1 << 53:
            value = float(value)
        if not (isinstance(value, float) and isfinite(value)):
            raise _not_saved(value, "expected a finite float")
        return float.hex(value)

    def read(self, found: Json) -> float:
        """Refuse every spelling but one, and so what is infinite, too large or too precise."""
        if type(found) is not str:
            raise unexpected("a float written in hex", found)
        try:
            x = float.fromhex(found)
        except (ValueError, OverflowError):
            x = inf
        if isfinite(x) and x.hex() == found:
            return x
        raise unexpected(f"a finite float as float.hex writes it, such as '{(3.0).hex()}'", found)


@dataclass(frozen=True, slots=True)
class Ratio:
    """A Fraction, as "3/4"; a whole number is written as the Fraction that it equals."""

    def write(self, value: Any) -> Json:
        """Refuse what is no Fraction."""
        if type(value) not in (Fraction, int):
            raise _not_saved(value, "expected a Fraction")
        _require_digits(value.numerator)
        _require_digits(value.denominator)
        return str(value)

    def read(self, found: Json) -> Fraction:
        """Refuse what is not one or two whole numbers, the second above zero."""
        parts = _FRACTION.fullmatch(found) if type(found) is str else None
        if parts is None or (below := int(parts[2] or 1)) == 0:
            raise unexpected("a fraction written as '3/4'", found)
        return Fraction(int(parts[1]), below)


@dataclass(frozen=True, slots=True)
class Scalar:
    """A scalar of one of the `kinds`, tagged where JSON could not tell it from another."""

    kinds: frozenset[type]
    levels: int = NESTED

    def write(self, value: Any) -> Json:
        """Refuse other types by name; an heir of str or int would come back as another type."""
        kind = type(value)
        if kind not in self.kinds:
            raise Misfit(f"a value of type {kind.__name__} cannot be saved: give {self.named}")
        if kind in _TAGS:
            tag = _TAGS[kind]
            return {tag: at(f".{tag}", self._tagged(kind).write, value)}
        if kind is int:
            _require_digits(value)
        return _text(value) if kind is str else value

    def read(self, found: Json) -> Any:
        """A bare JSON float is refused, as it may have been rounded."""
        if type(found) is dict and len(found) == 1:
            [(tag, value)] = found.items()
            kind = _TAGGED.get(tag, object)
            if kind in self.kinds:
                return at(f".{tag}", self._tagged(kind).read, value)
        elif type(found) in self.kinds and type(found) in (str, int, bool, NoneType):
            return _text(found) if type(found) is str else found
        raise unexpected(self.named, found)

    def _tagged(self, kind: type) -> Shape:
        if kind is float:
            return Real()
        if kind is Fraction:
            return Ratio()
        if self.levels == 0:
            raise Misfit(f"tuples nest more than {NESTED} deep: use flat ones")
        return Row(Scalar(self.kinds, self.levels - 1))

    @property
    def named(self) -> str:
        """The kinds in words."""
        if tuple in self.kinds:
            return "a str, int, float, bool, None, Fraction or tuple of these"
        return " or ".join(words for kind, words in _PLAIN.items() if kind in self.kinds)


@dataclass(frozen=True, slots=True)
class Row:
    """A tuple of any length."""

    item: Shape

    def write(self, value: Any) -> Json:
        """Its items, in order."""
        return each(self.item.write, _is_a(tuple, value))

    def read(self, found: Json) -> tuple[Any, ...]:
        """Labels must be safe as the keys of a dict."""
        if type(found) is not list:
            raise unexpected("a list", found)
        values = tuple(each(self.item.read, found))
        if isinstance(self.item, Scalar) and tuple in self.item.kinds:
            require_spread_out(values)
        return values


@dataclass(frozen=True, slots=True)
class Fixed:
    """A tuple with a type for each place."""

    items: tuple[Shape, ...]

    def write(self, value: Any) -> Json:
        """Each item in its own way."""
        if len(_is_a(tuple, value)) != len(self.items):
            raise Misfit(f"{len(value)} values cannot be saved: {len(self.items)} are due")
        return each(lambda pair: pair[0].write(pair[1]), zip(self.items, value))

    def read(self, found: Json) -> tuple[Any, ...]:
        """Refuse too many and too few."""
        if type(found) is not list or len(found) != len(self.items):
            raise unexpected(f"a list of {len(self.items)}", found)
        return tuple(each(lambda pair: pair[0].read(pair[1]), zip(self.items, found)))


@dataclass(frozen=True, slots=True)
class Table:
    """A mapping, as a list of pairs: keys need not be strings, and stay in order."""

    pair: Fixed

    def write(self, value: Any) -> Json:
        """Its items, in order."""
        return each(self.pair.write, _is_a(Mapping, value).items())

    def read(self, found: Json) -> dict[Any, Any]:
        """Refuse a key that comes twice; 1, 1.0 and true are one key to Python."""
        if type(found) is not list:
            raise unexpected("a list of [key, value] pairs", found)
        pairs = each(self.pair.read, found)
        require_spread_out(key for key, _ in pairs)
        table: dict[Any, Any] = {}
        for place, (key, value) in enumerate(pairs):
            if key in table:
                raise Misfit(f"the key {short(key)} comes a second time", f"[{place}]")
            table[key] = value
        return table


@dataclass(frozen=True, slots=True)
class Record:
    """A dataclass, as an object with a member for each field that its constructor takes."""

    kind: type[Any]

    @property
    def name(self) -> str:
        """The name of the class."""
        return self.kind.__name__

    def write(self, value: Any) -> dict[str, Json]:
        """Its fields, in order."""
        _is_a(self.kind, value)
        names = {member_of(f): f.name for f in fields(self.kind)}
        return {
            member: at(f".{member}", shape.write, getattr(value, names[member]))
            for member, shape in fields_of(self).items()
        }

    def read(self, found: Json) -> Any:
        """The object's members, read and handed to the class, which has the last word."""
        members = self.members(found)
        try:
            return self.built(members)
        except TextbookError as error:
            raise Misfit(str(error)) from None

    def members(self, found: Json) -> dict[str, Any]:
        """One value for each field; nothing may be missing, and nothing left over."""
        shapes = fields_of(self)
        if type(found) is not dict:
            raise unexpected(f"an object that holds a {self.name}", found)
        for member in shapes:
            if member not in found:
                raise Misfit(f"the member {member!r} of {self.name} is missing")
        for member in found:
            if member not in shapes:
                known = ", ".join(shapes)
                raise Misfit(f"{self.name} has no member {short(member)}: it has {known}")
        return {name: at(f".{name}", shape.read, found[name]) for name, shape in shapes.items()}

    def built(self, members: Mapping[str, Any]) -> Any:
        """The dataclass; what it refuses is said with its name."""
        try:
            names = {member_of(f): f.name for f in fields(self.kind)}
            return self.kind(**{names[member]: value for member, value in members.items()})
        except (ValueError, ArithmeticError, LookupError) as error:
            raise TextbookError(f"{self.name}: {error}") from error


@dataclass(frozen=True, slots=True)
class Maybe:
    """A dataclass, or nothing."""

    record: Record

    def write(self, value: Any) -> Json:
        """Nothing is null."""
        return None if value is None else self.record.write(value)

    def read(self, found: Json) -> Any:
        """Null is nothing."""
        return None if found is None else self.record.read(found)


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of several dataclasses, told apart by the member "model"."""

    records: Mapping[str, Record]

    def write(self, value: Any) -> Json:
        """The name first."""
        name = type(value).__name__
        if name not in self.records:
            raise _not_saved(value, f"expected {' or '.join(self.records)}")
        return {"model": name, **self.records[name].write(value)}

    def read(self, found: Json) -> Any:
        """Refuse a name that is not among them."""
        if type(found) is not dict or "model" not in found:
            raise unexpected("an object with a member 'model'", found)
        name = at(".model", lambda name: one_of(self.records, name), found["model"])
        return self.records[name].read({k: v for k, v in found.items() if k != "model"})


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


def _not_saved(value: object, due: str) -> Misfit:
    words = repr(value) if isinstance(value, float) else f"a value of type {type(value).__name__}"
    return Misfit(f"{words} cannot be saved: {due}")


def _is_a(kind: type[Any], value: Any) -> Any:
    if not isinstance(value, kind):
        raise _not_saved(value, f"expected a {kind.__name__}")
    return value


def _require_digits(number: int) -> None:
    if abs(number) >= _TOO_LONG:
        raise Misfit(f"a whole number of more than {DIGITS} digits cannot be saved")


def _text(words: str) -> str:
    if not words.isascii() and _SURROGATE.search(words):
        raise Misfit(f"{short(words)} has half of a surrogate pair, and no file can hold it")
    return words


def require_spread_out(keys: Iterable[Hashable]) -> None:
    """Refuse keys made to share one hash, among which a dict looks for days."""
    first: dict[int, Hashable] = {}
    crowd: set[Hashable] = set()
    for key in keys:
        if first.setdefault(hash(key), key) != key:
            crowd.add(key)
        if len(crowd) > CROWD:
            raise Misfit(f"more than {CROWD} labels share their hashes, and no honest data do")


def member_of(field: Field[Any]) -> str:
    """The name of a field in JSON: its own, or an older one that files still have."""
    return str(field.metadata.get("json", field.name))


@cache
def fields_of(record: Record) -> Mapping[str, Shape]:
    """The shape of each field that the constructor of a dataclass takes."""
    require(is_dataclass(record.kind), f"{record.name} is not a dataclass, and cannot be saved")
    hints = get_type_hints(record.kind)
    names = {member_of(f): f.name for f in fields(record.kind) if f.init}
    reserved = [member for member in names if member in HEADER]
    require(not reserved, f"{record.name} has fields {reserved}, which the format keeps for itself")
    try:
        return {member: at(f".{member}", shape_of, hints[name]) for member, name in names.items()}
    except Misfit as misfit:
        raise TextbookError(f"{record.name}{misfit.path[0]}: {misfit}") from None


def shape_of(hint: Any) -> Shape:
    """The shape of a type hint.

    >>> shape_of(tuple[float, ...])
    Row(item=Real())
    """
    origin, inner = get_origin(hint) or hint, get_args(hint)
    if isinstance(hint, TypeVar):
        choices = hint.__constraints__
        return _union(choices) if choices else shape_of(hint.__bound__ or Hashable)
    if origin in (Any, object, Hashable):
        return _ANY
    if origin in (Union, UnionType):
        return _union(inner)
    if origin is tuple and inner[1:] == (...,):
        return Row(shape_of(inner[0]))
    if origin is tuple and hint is not tuple:
        return Fixed(tuple(map(shape_of, inner)))
    if isinstance(origin, type) and issubclass(origin, Mapping) and len(inner) == 2:
        return Table(Fixed(tuple(map(shape_of, inner))))
    if isinstance(origin, type) and "alternatives" in vars(origin):
        kinds: list[type[Any]] = getattr(origin, "alternatives")()
        return OneOf({kind.__name__: Record(kind) for kind in kinds})
    if isinstance(origin, type) and is_dataclass(origin):
        return Record(origin)
    return _plain(hint)


def _plain(hint: Any) -> Shape:
    if hint is float:
        return Real()
    if hint is Fraction:
        return Ratio()
    if hint in _PLAIN:
        return Scalar(frozenset({hint}))
    raise Misfit(f"no way to save a field of type {hint} is known")


def _union(choices: tuple[Any, ...]) -> Shape:
    """Scalars or dataclasses; where a float or a Fraction may stand, a whole number may too."""
    if set(choices) <= set(_PLAIN):
        whole = {int} if {float, Fraction} & set(choices) else set()
        return Scalar(frozenset({*choices, *whole}))
    shapes = [shape_of(choice) for choice in choices if choice is not NoneType]
    if len(shapes) == 1 and isinstance(shapes[0], Record):
        return Maybe(shapes[0])
    records = {shape.name: shape for shape in shapes if isinstance(shape, Record)}
    if len(records) < len(choices):
        raise Misfit(f"no way to tell apart {' and '.join(map(str, choices))} is known")
    return OneOf(records)
