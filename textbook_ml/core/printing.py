"""Printed forms of objects: a report for `print` and notebooks, and a short, exact `repr`.

A report is a list of lines, the same as on the command line.
"""

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from html import escape
from itertools import islice
from typing import Any

from textbook_ml.core.console import Heading

LONGEST_EXACT, LONGEST_ABBREVIATED = 2000, 600  # characters of a repr
EXACT = 100  # items; a repr with a longer table is abbreviated
ABBREVIATED = (12, 6, 3, 2)  # items of a table that an abbreviated repr shows, tried in this order
LONGEST_TEXT = 60  # characters of one text in an abbreviated repr
MOST_LINES, LONGEST_LINE = 80, 300  # maximum size of a report
STYLE = "line-height: 1.25; overflow-x: auto; white-space: pre"


def shown_lines(report: Iterable[str]) -> list[str]:
    """Return the lines of a report, without control characters; a very long one is cut.

    >>> shown_lines(["a\\x1b[31m", "b"])
    ['a [31m', 'b']
    """
    lines = [type(line)(_repr_on_one_line(line)) for line in report]
    left_out = len(lines) - MOST_LINES
    return lines if left_out <= 0 else [*lines[:MOST_LINES], f"… and {left_out} more lines"]


def _repr_on_one_line(text: str) -> str:
    plain = "".join(c if c.isprintable() else " " for c in text).rstrip()
    return plain if len(plain) <= LONGEST_LINE else f"{plain[:LONGEST_LINE]}…"


def html_report(report: Iterable[str]) -> str:
    """Return a report as HTML for a notebook; headings are bold, and all text is escaped.

    >>> html_report(["<b>"]).endswith("&lt;b&gt;</pre>")
    True
    """
    lines = [
        f"<strong>{escape(line)}</strong>" if isinstance(line, Heading) else escape(line)
        for line in shown_lines(report)
    ]
    return f'<pre style="{STYLE}">' + "\n".join(lines) + "</pre>"


def short_repr(thing: Any) -> str:
    """Return the repr of a dataclass; a long repr is abbreviated with ….

    >>> from dataclasses import dataclass
    >>> @dataclass(repr=False)
    ... class Table:
    ...     cells: tuple[int, ...]
    >>> short_repr(Table((1, 2))), short_repr(Table(tuple(range(10**6))))
    ('Table(cells=(1, 2))', 'Table(cells=(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, … 999988 more))')
    """
    text = _dataclass_repr(thing, EXACT)
    if len(text) <= LONGEST_EXACT and "… " not in text:
        return text
    for limit in ABBREVIATED:
        text = _dataclass_repr(thing, limit)
        if len(text) <= LONGEST_ABBREVIATED:
            break
    return text


def _dataclass_repr(thing: Any, limit: int) -> str:
    named = [
        f"{f.name}={_value_repr(getattr(thing, f.name), limit)}" for f in fields(thing) if f.repr
    ]
    return f"{type(thing).__qualname__}({', '.join(named)})"


def _value_repr(value: Any, limit: int) -> str:
    """Return the repr of a value; tables show at most `limit` items."""
    if type(value) in (tuple, list):
        items = [_value_repr(item, limit) for item in value[:limit]] + _omitted_items(
            len(value), limit
        )
        one = "," * (type(value) is tuple and len(value) == 1)
        return f"({', '.join(items)}{one})" if type(value) is tuple else f"[{', '.join(items)}]"
    if isinstance(value, Mapping):
        shown = islice(value.items(), limit)
        pairs = [f"{_value_repr(key, limit)}: {_value_repr(item, limit)}" for key, item in shown]
        return "{" + ", ".join(pairs + _omitted_items(len(value), limit)) + "}"
    if is_dataclass(value) and not isinstance(value, type):
        return _dataclass_repr(value, limit)
    text = repr(value)
    whole = limit == EXACT or len(text) <= LONGEST_TEXT
    return text if whole else f"{text[:LONGEST_TEXT]}…"


def _omitted_items(n: int, limit: int) -> list[str]:
    return [f"… {n - limit} more"] if n > limit else []
