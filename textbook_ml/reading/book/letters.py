"""The letters that the book's formulas need, for whoever makes its font anew.

A browser sets a single letter in an `mi` in italics, which in Unicode are letters of their own.
"""

import re
from collections.abc import Iterator
from html import unescape

from textbook_ml.reading.book.maths import drawn

_ITALICS = (("A", "Z", 0x1D434), ("a", "z", 0x1D44E), ("Α", "Ω", 0x1D6E2), ("α", "ω", 0x1D6FC))
_VARIANTS = {"h": 0x210E, "∂": 0x1D715, "ϵ": 0x1D716, "ϕ": 0x1D719}
_SINGLE = re.compile(r"<mi(?![^>]*normal)[^>]*>([^<])</mi>")


def letters() -> list[str]:
    """Every letter, in order.

    >>> {"𝑥", "𝜎", "∑", "∣"} <= set(letters())
    True
    """
    upright = {c for text in drawn().values() for c in unescape(re.sub("<[^>]*>", "", text))}
    single = {c for text in drawn().values() for c in _SINGLE.findall(text)}
    return sorted(upright | set(_italic(single)))


def _italic(letters: set[str]) -> Iterator[str]:
    for c in letters:
        if c in _VARIANTS:
            yield chr(_VARIANTS[c])
        else:
            yield from (chr(at + ord(c) - ord(a)) for a, z, at in _ITALICS if a <= c <= z)


if __name__ == "__main__":
    print(",".join(f"U+{ord(c):04X}" for c in letters()))
