"""The characters that the book's formulas need, for building its font.

The text of the MathML does not contain all of them:

    an element can draw a sign     <msqrt> draws √, which does not occur in the text
    a single letter is italic      Unicode has separate italic letters
    two characters can become one  ⇒ and a combining stroke are drawn as ⇏
"""

import json
import sys
from collections.abc import Iterator
from unicodedata import normalize
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from textbook_ml.core.errors import require
from textbook_ml.reading.book.maths import all_mathml

# Characters that an element draws besides its text. A fraction's bar is a line, not a character.
_DRAWN = {
    **dict.fromkeys(("math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "mpadded", "mstyle"), ""),
    **dict.fromkeys(("msub", "msup", "msubsup", "munder", "mover", "munderover"), ""),
    **dict.fromkeys(("mfrac", "mtable", "mtr", "mtd", "mphantom"), ""),
    "msqrt": "√",
    "mroot": "√",
}
_ITALICS = (("A", "Z", 0x1D434), ("a", "z", 0x1D44E), ("Α", "Ω", 0x1D6E2), ("α", "ω", 0x1D6FC))
_OTHER_ITALICS = dict(zip("hıȷϴ∇∂ϵϑϰϕϱϖ", "ℎ𝚤𝚥𝛳𝛻𝜕𝜖𝜗𝜘𝜙𝜚𝜛", strict=True))
# Operators that are stretched by default: large operators of displayed formulas, brackets (to the
# height of their row), and accents and arrows (to the width of the expression below or above).
_OVER = ("munder", "mover", "munderover")
_LARGE = set("∏∐∑∫∬∭∮⋀⋁⋂⋃⨀⨁⨂")
_TALL = set("()[]{}|‖⌈⌉⌊⌋⟨⟩")
_WIDE = set("^_~¯ˆˇ˜‾⎴⎵⏜⏝⏞⏟") | set(map(chr, range(0x2190, 0x2200)))


def all_characters() -> list[str]:
    """Return every character that a browser draws in the formulas, in order.

    >>> {"𝑥", "𝜎", "∑", "∣", "√"} <= set(all_characters())
    True
    """
    return sorted(set().union(*map(characters_of, _all_formulas())))


def stretched_characters() -> list[str]:
    """Return the characters that a browser draws in several sizes, in order.

    >>> {"(", "∑", "√"} <= set(stretched_characters()) <= set(all_characters())
    True
    """
    return sorted(set().union(*map(stretched_characters_of, _all_formulas())))


def characters_of(formula: Element) -> set[str]:
    """Return the characters that a browser draws in one formula.

    >>> print(*sorted(characters_of(ElementTree.fromstring("<msqrt><mi>x</mi></msqrt>"))))
    x √ 𝑥
    """
    return {c for node in formula.iter() for c in _characters_of_node(node)}


def stretched_characters_of(formula: Element) -> set[str]:
    """Return the characters of one formula that are drawn in several sizes.

    >>> formula = '<mrow><mo stretchy="true">[</mo><mo>+</mo></mrow>'
    >>> stretched_characters_of(ElementTree.fromstring(formula))
    {'['}
    """
    found = {sign for node in formula.iter() for sign in _DRAWN[node.tag]}
    for parent in formula.iter():
        growing = _LARGE | _TALL | (_WIDE if parent.tag in _OVER else set())
        for node in parent.findall("mo"):
            default = "true" if _text_of_node(node) in growing else "false"
            if node.get("minsize") or node.get("stretchy", default) == "true":
                found |= set(_text_of_node(node))
    return found


def _text_of_node(node: Element) -> str:
    return (node.text or "").strip(" \n")


def _all_formulas() -> Iterator[Element]:
    yield from map(ElementTree.fromstring, all_mathml().values())


def _characters_of_node(node: Element) -> Iterator[str]:
    known = node.tag in _DRAWN and node.get("mathvariant", "normal") == "normal"
    require(
        known,
        f"a formula contains <{node.tag}> with attributes {node.attrib}. Fix: state in letters.py "
        "which characters a browser draws for it",
    )
    text = _text_of_node(node)
    yield from _DRAWN[node.tag] + text + normalize("NFC", text)
    if node.tag == "mo" and text == "-":
        yield "−"
    if node.tag == "mi" and len(text) == 1 and "mathvariant" not in node.attrib:
        yield _italic_letter(text)


def _italic_letter(letter: str) -> str:
    if letter in _OTHER_ITALICS:
        return _OTHER_ITALICS[letter]
    starts = (chr(at + ord(letter) - ord(a)) for a, z, at in _ITALICS if a <= letter <= z)
    return next(starts, letter)


if __name__ == "__main__":
    json.dump(
        {"characters": "".join(all_characters()), "stretched": "".join(stretched_characters())},
        sys.stdout,
    )
