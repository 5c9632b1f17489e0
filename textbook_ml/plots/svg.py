"""SVG, written safely: what is not known to be markup is escaped before it becomes any.

    Markup    text that is already SVG; the type checker keeps plain text out of its place
    Point     two coordinates on paper, in SVG's units: x to the right, y downwards
"""

import re
from collections.abc import Iterable
from html import escape
from typing import NewType

Markup = NewType("Markup", str)
Point = tuple[float, float]

# Characters that XML 1.0 has no place for, and controls that show nothing.
_FORBIDDEN = re.compile("[^\u0020-\u007e\u00a0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def plain(text: str) -> str:
    """The text on one line; a character that XML forbids shows as a question mark in a diamond.

    >>> plain("naive\\n Bayes\\0")
    'naive Bayes�'
    """
    return _FORBIDDEN.sub("\ufffd", " ".join(text.split()))


def words(text: str) -> Markup:
    """Plain text as markup.

    >>> words("P(x<1) & more")
    'P(x&lt;1) &amp; more'
    """
    return Markup(escape(plain(text)))


def number(value: float) -> str:
    """A coordinate: two decimals at most, alike on every Python.

    >>> number(2.0), number(-0.001), number(1 / 3)
    ('2', '0', '0.33')
    """
    digits = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if digits == "-0" else digits


def element(tag: str, /, *inside: Markup, **attributes: str | float) -> Markup:
    """One element; `stroke_width` is spelt stroke-width, and `class_` class.

    >>> element("g", element("path", d="M0 0"), class_="s0", stroke_width=1.5)
    '<g class="s0" stroke-width="1.5"><path d="M0 0"/></g>'
    """
    named = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for name, value in attributes.items()
    )
    return Markup(f"<{tag}{named}>{''.join(inside)}</{tag}>" if inside else f"<{tag}{named}/>")


def _value(value: str | float) -> str:
    return words(value) if isinstance(value, str) else number(value)


def joined(parts: Iterable[Markup]) -> Markup:
    """Several elements, one on each line."""
    return Markup("\n".join(parts))


def trail(points: Iterable[Point]) -> str:
    """The path data of a line through the points.

    >>> trail([(0.0, 1.0), (2.5, 1.0), (2.5, 4.0)])
    'M0 1L2.5 1L2.5 4'
    """
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def text(x: float, y: float, content: str, size: float, anchor: str = "start") -> Markup:
    """Words on paper; (x, y) is the left end of their baseline, or its middle, or its end."""
    return element(
        "text", words(content), x=x, y=y, font_size=size, text_anchor=anchor, fill="currentColor"
    )
