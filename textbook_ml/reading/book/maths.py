"""Formulas as MathML, which browsers display themselves.

During development, this command converts the LaTeX of `sources/`, `notation` and the
derivations:

    python3 -m textbook_ml.reading.book.maths | node tests/browser/mathml.mjs

It writes `assets/mathml.json.gz`, in which the key of each formula is the hash of its LaTeX. A test
fails if a formula is missing or no longer used.
"""

import gzip
import json
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from xml.etree import ElementTree

from textbook_ml.core.errors import require
from textbook_ml.plots.svg import Markup
from textbook_ml.reading.book.assets import asset
from textbook_ml.reading.book.typography import typeset
from textbook_ml.sources import texts
from textbook_ml.sources.notation import SYMBOLS
from textbook_ml.study.derivations._derivation import derivations

_WITH_SPACE = set("=+−<>≤≥≈∝←→≡∼")  # signs with a space on both sides


def display(latex: str) -> Markup:
    """Return a displayed formula."""
    return _formula_markup(latex, "display")


def inline(latex: str) -> Markup:
    """Return an inline formula."""
    return _formula_markup(latex, "inline")


def with_formulas(text: str) -> Markup:
    """Return a sentence with its formulas, which are between dollar signs, as HTML."""
    parts = text.split("$")
    return Markup("".join(inline(p) if i % 2 else typeset(p) for i, p in enumerate(parts)))


def all_formulas() -> Iterator[tuple[str, str]]:
    """Yield the LaTeX of every formula of the book with its style, "display" or "inline"."""
    known = texts.load()
    yield from ((entry.latex, "display") for entry in known.entries.values())
    yield from ((symbol.latex, "inline") for symbol in SYMBOLS)
    for derivation in derivations().values():
        yield from ((line.latex, "display") for line in derivation.lines)
    for e in known.errata.values():
        for text in (e.printed, e.why, e.right):
            yield from ((latex, "inline") for latex in text.split("$")[1::2])


def key_of(latex: str, style: str) -> str:
    """Return the key of a formula, a hash of its LaTeX and style.

    >>> key_of("x", "inline") == key_of("x", "display"), len(key_of("x", "inline"))
    (False, 16)
    """
    return sha256(f"{style}\n{latex}".encode()).hexdigest()[:16]


@cache
def all_mathml() -> Mapping[str, str]:
    """Return all MathML by its key."""
    table: Mapping[str, str] = json.loads(gzip.decompress(asset("mathml.json.gz")))
    return table


def formula_width(latex: str) -> float:
    """Return the approximate width of a displayed formula in ems, for the choice of a layout.

    >>> formula_width("2n") < formula_width("2(2^{n}-1)")
    True
    """
    return _width_in_ems(ElementTree.fromstring(display(latex)))


def _width_in_ems(node: ElementTree.Element) -> float:
    """Return the approximate width of an element: its letters, and the space around signs."""
    parts = [_width_in_ems(child) for child in node]
    if node.tag in ("mfrac", "munder", "mover", "munderover", "mtable"):
        return max(parts)
    if node.tag in ("msub", "msup"):
        return parts[0] + 0.7 * parts[1]
    if node.tag == "msubsup":
        return parts[0] + 0.7 * max(parts[1:])
    text = node.text or ""
    return sum(parts) + 0.55 * len(text) + (0.5 if text in _WITH_SPACE else 0)


def _formula_markup(latex: str, style: str) -> Markup:
    key = key_of(latex, style)
    require(key in all_mathml(), f"{latex} has no MathML. Fix: run tests/browser/mathml.mjs.")
    return Markup(all_mathml()[key])


if __name__ == "__main__":
    json.dump({key_of(*formula): formula for formula in all_formulas()}, sys.stdout)
