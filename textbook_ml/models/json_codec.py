"""Save models as JSON text without loss, and load JSON text that may come from an attacker.

    kinds     the classes of models that may be loaded, by name
    header    the members "format", "version", "model", "statistics" and "fingerprint"
    members   the other members: one for each field of the model, converted by its type hint

The statistics are optional: `learn` continues from them. The fingerprint is a checksum of the other
members, so a changed digit is noticed. It is not a signature, and files of earlier versions have
none.

Nothing in a document is executed or imported. The name of the model is looked up in `kinds` only.
"""

import json
import re
from binascii import crc32
from collections import Counter
from collections.abc import Mapping
from sys import getsizeof
from typing import TypeVar

from textbook_ml.core.errors import TextbookError, require
from textbook_ml.models.json_types import (
    DIGITS,
    HEADER,
    REQUIRED,
    DataclassType,
    InvalidJson,
    Json,
    Misfit,
    errors_at,
    one_of,
    path_told,
    short_repr,
    unexpected_value,
)

Model = TypeVar("Model")

FORMAT, VERSION = "textbook_ml", 1
MEMORY = 256 << 20  # default limit of the memory for reading a document, in bytes
SHARE = 16  # bytes of memory per character of a document
DEEPEST = 64  # maximum nesting depth of lists and objects in a document
WIDTH = 80  # maximum width of a list or an object that is written on one line

_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[{]+|[\]}]+', re.DOTALL)
# Upper bounds of the memory for a part of a parsed document and its value, by their character
_COSTS = {",": 60, "[": 100, "{": 400, "/": 150}
_line = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def to_json(model: object, statistics: Json = None) -> str:
    """Return a model as JSON text; `from_json` converts the text to an equal model.

    `statistics` are those of the training data, as `statistics_json.written` returns them.

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
     "theta": "0x1.8000000000000p-1",
     "fingerprint": "b1ed90f4"
    }
    """
    dataclass_type = DataclassType(type(model))
    with path_told():
        members = dataclass_type.write(model)
    document = {"format": FORMAT, "version": VERSION, "model": dataclass_type.name, **members}
    if statistics is not None:
        document["statistics"] = statistics
    document["fingerprint"] = fingerprint(document)
    lines = [f"{_line(name)}: {_formatted_json(part, ' ')}" for name, part in document.items()]
    return "{\n " + ",\n ".join(lines) + "\n}\n"


def from_json(text: str, kinds: Mapping[str, type[Model]], *, memory: int = MEMORY) -> Model:
    """Return the model in a JSON text; its class must be one of the `kinds`.

    Raise TextbookError, with the path in the document, if a part is not valid, if the text was
    changed after it was written, or if reading it could need more than `memory` bytes.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Bernoulli:
    ...     values: tuple[object, ...]
    ...     theta: float
    >>> from_json(to_json(Bernoulli(("yes", None), 0.75)), {"Bernoulli": Bernoulli})
    Bernoulli(values=('yes', None), theta=0.75)
    """
    return model_in(parsed(text, memory), kinds)


def model_in(document: Json, kinds: Mapping[str, type[Model]]) -> Model:
    """Return the model in a parsed document; its class must be one of the `kinds`."""
    with path_told():
        dataclass_type = DataclassType(_model_class(document, kinds))
        members = dataclass_type.members({k: v for k, v in document.items() if k not in HEADER})
        errors_at(".fingerprint", require_unchanged, document)
    model: Model = dataclass_type.built(members)
    return model


def fingerprint(document: Mapping[str, Json]) -> str:
    """Return the checksum (CRC-32) of all members of a document except "fingerprint".

    White space does not matter. Every change of up to four neighbouring bytes is noticed.

    >>> fingerprint({"a": 1}), fingerprint({"a": 1, "fingerprint": "?"}), fingerprint({"a": 2})
    ('fba18e97', 'fba18e97', 'd08cdd54')
    """
    content = {name: part for name, part in document.items() if name != "fingerprint"}
    return f"{crc32(json.dumps(content, ensure_ascii=False, default=str).encode()):08x}"


def largest_text(memory: int) -> int:
    """Return the maximum number of characters of a document that is read within `memory` bytes."""
    return memory // SHARE


def parsed(text: str, memory: int = MEMORY) -> Json:
    """Return a parsed document; the shapes reject NaN, long integers and duplicate members."""
    require(
        isinstance(text, str),
        f"a model is read from a string, got an object of type "
        f"{type(text).__name__}. Fix: for a file, "
        'path.read_text(encoding="utf-8")',
    )
    needed = 3 * getsizeof(text) + sum(text.count(part) * cost for part, cost in _COSTS.items())
    require(
        len(text) <= largest_text(memory) and needed <= memory,
        f"the text has {len(text)} characters, and reading it could need "
        f"{_in_megabytes(needed)}; the "
        f"limits are {largest_text(memory)} characters and {_in_megabytes(memory)}. Fix: if you "
        "trust "
        "it, raise the limit: --memory MB, or memory= in bytes",
    )
    require(text.strip() != "", "the text is empty, and a model is a JSON object")
    _require_shallow(text)
    try:
        return json.loads(text, parse_int=_parse_integer, object_pairs_hook=_parse_object)
    except json.JSONDecodeError as error:
        raise TextbookError(
            f"the text is not JSON: {error.msg} at line {error.lineno}, column {error.colno}; "
            "the file may be truncated or edited"
        ) from None


def _in_megabytes(n: int) -> str:
    return f"{n >> 20} MB"


def _formatted_json(value: Json, margin: str) -> str:
    """Return JSON text on one line if it is short, otherwise with one line for each member."""
    if not isinstance(value, (list, dict)):
        return _line(value)
    deeper = margin + " "
    if isinstance(value, dict):
        left, right = "{", "}"
        parts = [f"{_line(name)}: {_formatted_json(part, deeper)}" for name, part in value.items()]
    else:
        left, right = "[", "]"
        parts = [_formatted_json(part, deeper) for part in value]
    flat = f"{left}{', '.join(parts)}{right}"
    if len(flat) <= WIDTH and "\n" not in flat:
        return flat
    return f"{left}\n{deeper}" + f",\n{deeper}".join(parts) + f"\n{margin}{right}"


def _require_shallow(text: str) -> None:
    """Raise TextbookError for deep nesting, which would exhaust the stack of the parser."""
    depth = 0
    for token in _TOKEN.finditer(text):
        brackets = token[0]
        if brackets[0] == '"':
            continue
        depth += len(brackets) if brackets[0] in "[{" else -len(brackets)
        if depth > DEEPEST:
            raise TextbookError(
                f"the text nests more than {DEEPEST} lists and objects within one another, "
                "but no model needs that"
            )


def _parse_integer(digits: str) -> int | InvalidJson:
    length = len(digits.removeprefix("-"))
    return int(digits) if length <= DIGITS else InvalidJson(f"a whole number of {length} digits")


def _parse_object(pairs: list[tuple[str, Json]]) -> dict[str, Json] | InvalidJson:
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    twice, _ = Counter(name for name, _ in pairs).most_common(1)[0]
    return InvalidJson(f"an object with the member {short_repr(twice)} more than once")


def _model_class(document: Json, kinds: Mapping[str, type[Model]]) -> type[Model]:
    """Return the class of the model. Raise Misfit if format, version or name is unknown."""
    if type(document) is not dict:
        raise unexpected_value("an object that holds a model", document)
    for name in REQUIRED:
        if name not in document:
            raise Misfit(f"the member {name!r} is missing, and every model of {FORMAT} has it")
    errors_at(".format", lambda found: one_of([FORMAT], found), document["format"])
    errors_at(".version", _require_version, document["version"])
    errors_at(".model", lambda found: one_of(kinds, found), document["model"])
    return kinds[document["model"]]


def _require_version(found: Json) -> None:
    if type(found) is not int or found < 1:
        raise unexpected_value(f"a version from 1 to {VERSION}", found)
    if found > VERSION:
        raise Misfit(
            f"the model was written in version {short_repr(found)} of the format, and this "
            f"{FORMAT} reads up to version {VERSION}: upgrade {FORMAT}"
        )


def require_unchanged(document: Mapping[str, Json]) -> None:
    """Raise Misfit if a document has a fingerprint that does not match its content."""
    given, found = document.get("fingerprint"), fingerprint(document)
    if "fingerprint" in document and given != found:
        raise Misfit(
            f"the fingerprint in the file is {short_repr(given)}, but its content has {found!r}: "
            "the file was changed after it was written. Fix: copy or fit it again, or, if you "
            'changed it on purpose, delete the member "fingerprint"'
        )
