"""Save models as JSON text without loss, and load JSON text that may come from an attacker.

    kinds     the classes of models that may be loaded, by name
    header    the members "format", "version" and "model" of a document
    members   the other members: one for each field of the model, converted by its type hint

Nothing in a document is executed or imported. The name of the model is looked up in `kinds` only.
"""

import json
import re
from collections import Counter
from collections.abc import Mapping
from typing import TypeVar

from textbook_ml.core.errors import TextbookError, require
from textbook_ml.models.json_types import (
    DIGITS,
    HEADER,
    DataclassType,
    Json,
    Misfit,
    Oddity,
    at,
    one_of,
    path_told,
    short,
    unexpected,
)

Model = TypeVar("Model")

FORMAT, VERSION = "textbook_ml", 1
LARGEST = 64 << 20  # maximum number of characters of a document
DEEPEST = 64  # maximum nesting depth of lists and objects in a document
WIDTH = 80  # maximum width of a list or an object that is written on one line

_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_BRACKETS = re.compile(r"[\[{]+|[\]}]+")
_line = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def to_json(model: object) -> str:
    """Return a model as JSON text; `from_json` converts the text to an equal model.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Bernoulli:
    ...     values: tuple[object, ...]
    ...     theta: float
    >>> print(to_json(Bernoulli(("yes", 0.5), 0.75)), end="")
    {
     "format": "textbook_ml",
     "version": 1,
     "model": "Bernoulli",
     "values": ["yes", {"float": "0x1.0000000000000p-1"}],
     "theta": "0x1.8000000000000p-1"
    }
    """
    dataclass_type = DataclassType(type(model))
    with path_told():
        members = dataclass_type.write(model)
    document = {"format": FORMAT, "version": VERSION, "model": dataclass_type.name, **members}
    lines = [f"{_line(name)}: {_laid_out(part, ' ')}" for name, part in document.items()]
    return "{\n " + ",\n ".join(lines) + "\n}\n"


def from_json(text: str, kinds: Mapping[str, type[Model]], *, largest: int = LARGEST) -> Model:
    """Return the model in a JSON text; its class must be one of the `kinds`.

    Raise TextbookError, with the path in the document, if a part is not valid.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Bernoulli:
    ...     values: tuple[object, ...]
    ...     theta: float
    >>> from_json(to_json(Bernoulli(("yes", None), 0.75)), {"Bernoulli": Bernoulli})
    Bernoulli(values=('yes', None), theta=0.75)
    """
    require(
        isinstance(text, str),
        f"a model is read from a string, got a {type(text).__name__}. Fix: for a file, "
        'path.read_text(encoding="utf-8")',
    )
    document = _parsed(text, largest)
    with path_told():
        dataclass_type = DataclassType(_kind(document, kinds))
        members = dataclass_type.members({k: v for k, v in document.items() if k not in HEADER})
    model: Model = dataclass_type.built(members)
    return model


def _laid_out(value: Json, margin: str) -> str:
    """Return JSON text on one line if it is short, otherwise with one line for each member."""
    if not isinstance(value, (list, dict)):
        return _line(value)
    deeper = margin + " "
    if isinstance(value, dict):
        left, right = "{", "}"
        parts = [f"{_line(name)}: {_laid_out(part, deeper)}" for name, part in value.items()]
    else:
        left, right = "[", "]"
        parts = [_laid_out(part, deeper) for part in value]
    flat = f"{left}{', '.join(parts)}{right}"
    if len(flat) <= WIDTH and "\n" not in flat:
        return flat
    return f"{left}\n{deeper}" + f",\n{deeper}".join(parts) + f"\n{margin}{right}"


def _parsed(text: str, largest: int) -> Json:
    """Return a parsed document; the shapes reject NaN, long integers and duplicate members."""
    require(
        len(text) <= largest,
        f"the text has {len(text)} characters, and {largest} are read at most: "
        "give largest= if you trust it",
    )
    require(text.strip() != "", "the text is empty, and a model is a JSON object")
    _require_shallow(text)
    try:
        return json.loads(text, parse_int=_whole, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        raise TextbookError(
            f"the text is not JSON: {error.msg} at line {error.lineno}, column {error.colno}; "
            "was it cut short, or changed by hand?"
        ) from None


def _require_shallow(text: str) -> None:
    """Raise TextbookError for deep nesting, which would exhaust the stack of the parser."""
    depth = 0
    for run in _BRACKETS.finditer(_STRING.sub("", text)):
        brackets = run[0]
        depth += len(brackets) if brackets[0] in "[{" else -len(brackets)
        if depth > DEEPEST:
            raise TextbookError(
                f"the text nests more than {DEEPEST} lists and objects within one another, "
                "and no model does"
            )


def _whole(digits: str) -> int | Oddity:
    length = len(digits.removeprefix("-"))
    return int(digits) if length <= DIGITS else Oddity(f"a whole number of {length} digits")


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json] | Oddity:
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    twice, _ = Counter(name for name, _ in pairs).most_common(1)[0]
    return Oddity(f"an object with the member {short(twice)} more than once")


def _kind(document: Json, kinds: Mapping[str, type[Model]]) -> type[Model]:
    """Return the class of the model. Raise Misfit if format, version or name is unknown."""
    if type(document) is not dict:
        raise unexpected("an object that holds a model", document)
    for name in HEADER:
        if name not in document:
            raise Misfit(f"the member {name!r} is missing, and every model of {FORMAT} has it")
    at(".format", lambda found: one_of([FORMAT], found), document["format"])
    at(".version", _require_version, document["version"])
    at(".model", lambda found: one_of(kinds, found), document["model"])
    return kinds[document["model"]]


def _require_version(found: Json) -> None:
    if type(found) is not int or found < 1:
        raise unexpected(f"a version from 1 to {VERSION}", found)
    if found > VERSION:
        raise Misfit(
            f"the model was written in version {short(found)} of the format, and this "
            f"{FORMAT} reads up to version {VERSION}: upgrade {FORMAT}"
        )
