"""Helpers for SVG: text is always escaped before it becomes markup.

Markup    text that is valid SVG; the type checker rejects plain text in its place
Point     two SVG coordinates: x to the right, y downwards
"""

import re
from collections.abc import Iterable
from html import escape
from typing import NewType

Markup = NewType("Markup", str)
Point = tuple[float, float]

# Characters that XML 1.0 forbids, and control characters.
_FORBIDDEN = re.compile("[^\u0020-\u007e\u00a0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def plain(text: str) -> str:
    """Return the text on one line; characters that XML forbids become U+FFFD.

    >>> plain("naive\\n Bayes\\0")
    'naive Bayes�'
    """
    return _FORBIDDEN.sub("\ufffd", " ".join(text.split()))


def words(text: str) -> Markup:
    """Return plain text as escaped markup.

    >>> words("P(x<1) & more")
    'P(x&lt;1) &amp; more'
    """
    return Markup(escape(plain(text)))


def number(value: float) -> str:
    """Return a coordinate with at most two decimals, the same in every Python version.

    >>> number(2.0), number(-0.001), number(1 / 3)
    ('2', '0', '0.33')
    """
    digits = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if digits == "-0" else digits


def element(tag: str, /, *inside: Markup, **attributes: str | float) -> Markup:
    """Return an element; the attribute `stroke_width` becomes stroke-width, and `class_` class.

    >>> element("g", element("path", d="M0 0"), class_="s0", stroke_width=1.5)
    '<g class="s0" stroke-width="1.5"><path d="M0 0"/></g>'
    """
    named = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{_attribute_value(value)}"'
        for name, value in attributes.items()
    )
    return Markup(f"<{tag}{named}>{''.join(inside)}</{tag}>" if inside else f"<{tag}{named}/>")


def _attribute_value(value: str | float) -> str:
    return words(value) if isinstance(value, str) else number(value)


def joined(parts: Iterable[Markup]) -> Markup:
    """Join elements, one on each line."""
    return Markup("\n".join(parts))


def trail(points: Iterable[Point]) -> str:
    """Return the path data of a line through the points.

    >>> trail([(0.0, 1.0), (2.5, 1.0), (2.5, 4.0)])
    'M0 1L2.5 1L2.5 4'
    """
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def text(x: float, y: float, content: str, size: float, anchor: str = "start") -> Markup:
    """Return a text element; (x, y) is the start, middle or end of its baseline."""
    return element(
        "text", words(content), x=x, y=y, font_size=size, text_anchor=anchor, fill="currentColor"
    )
