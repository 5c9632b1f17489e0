"""Type annotations inferred from example values, as a student would write them."""

from collections.abc import Iterable, Mapping
from typing import Any

SCALARS = (bool, int, float, str)


def type_of(values: Iterable[Any]) -> str:
    """Return a type annotation that fits all values; int and float together give float.

    >>> type_of([1, 2.5]), type_of([[1.0], []]), type_of([{"a": [1]}, {"b": [2]}])
    ('float', 'list[float]', 'dict[str, list[int]]')
    >>> type_of([(0.5, [1.0]), (1.0, [2.0, 3.0])]), type_of(["a", None])
    ('tuple[float, list[float]]', 'str | None')
    """
    seen = list(values)
    kinds = dict.fromkeys(_kind_of_value(value) for value in seen)
    if "float" in kinds:
        kinds.pop("int", None)
    ordered = sorted(kinds, key=lambda kind: kind == "None")
    return " | ".join(_type_text(kind, seen) for kind in ordered) or "object"


def _kind_of_value(value: Any) -> str:
    if value is None:
        return "None"
    for kind in SCALARS:
        if type(value) is kind:
            return kind.__name__
    if isinstance(value, Mapping):
        return "dict"
    if isinstance(value, tuple):
        return "tuple"
    return "list" if isinstance(value, list) else type(value).__name__


def _type_text(kind: str, values: list[Any]) -> str:
    """Return the type annotation of values of one kind, including the types of their items."""
    own = [value for value in values if _kind_of_value(value) == kind]
    if kind == "dict":
        keys = type_of(key for value in own for key in value)
        return f"dict[{keys}, {type_of(item for value in own for item in value.values())}]"
    if kind == "list":
        return f"list[{type_of(item for value in own for item in value)}]"
    if kind == "tuple" and len({len(value) for value in own}) == 1:
        return f"tuple[{', '.join(type_of(place) for place in zip(*own))}]"
    if kind == "tuple":
        return f"tuple[{type_of(item for value in own for item in value)}, ...]"
    return kind
