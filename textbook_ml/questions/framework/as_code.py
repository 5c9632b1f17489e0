"""Values as Python code to paste; long runs of equal items are written as products."""

from itertools import groupby
from math import isfinite
from typing import Any

LONG = 8  # from this many equal neighbours on, a list is written as a product


def python_code(value: Any) -> str:
    """Return Python code that evaluates to an equal value.

    >>> python_code([0.01] * 800), python_code(([1, 2], {"a": float("inf")}))
    ('[0.01] * 800', "([1, 2], {'a': float('inf')})")
    """
    if isinstance(value, float) and not isfinite(value):
        return f"float('{value}')"
    if isinstance(value, dict):
        entries = [f"{python_code(key)}: {python_code(item)}" for key, item in value.items()]
        return f"{{{', '.join(entries)}}}"
    if isinstance(value, list):
        return _list_code(value)
    if isinstance(value, tuple):
        items = ", ".join(map(python_code, value))
        return f"({items},)" if len(value) == 1 else f"({items})"
    return repr(value)


def _list_code(items: list[Any]) -> str:
    """Return Python code for a list; equal inner lists become separate objects.

    >>> _list_code([1.0] + [0.5] * 9), _list_code([[0, 1]] * 10)
    ('[1.0] + [0.5] * 9', '[[0, 1] for _ in range(10)]')
    """
    parts: list[str] = []
    single: list[str] = []
    texts = ((python_code(item), isinstance(item, (list, dict))) for item in items)
    for (text, is_fresh), run in groupby(texts):
        times = len(list(run))
        if times < LONG:
            single += [text] * times
            continue
        if single:
            parts.append(f"[{', '.join(single)}]")
            single = []
        parts.append(f"[{text} for _ in range({times})]" if is_fresh else f"[{text}] * {times}")
    if single or not parts:
        parts.append(f"[{', '.join(single)}]")
    return " + ".join(parts)
