"""Formulas as MathML, which browsers draw themselves.

They are made from the LaTeX of `sources/` and `notation` when the book is developed:

    python3 -m textbook_ml.reading.book.maths | node tests/browser/mathml.mjs

writes `assets/mathml.json.gz`, in which each formula stands under the hash of its LaTeX; a test
finds out if one is missing or left over.
"""

import gzip
import json
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256

from textbook_ml import sources
from textbook_ml.errors import require
from textbook_ml.notation import SYMBOLS
from textbook_ml.plots.svg import Markup
from textbook_ml.reading.book.assets import asset
from textbook_ml.reading.book.typography import typeset


def display(latex: str) -> Markup:
    """A formula on a line of its own."""
    return _drawn(latex, "display")


def inline(latex: str) -> Markup:
    """A formula inside a sentence."""
    return _drawn(latex, "inline")


def with_formulas(text: str) -> Markup:
    """Words in which formulas stand between dollar signs."""
    parts = text.split("$")
    return Markup("".join(inline(p) if i % 2 else typeset(p) for i, p in enumerate(parts)))


def needed() -> Iterator[tuple[str, str]]:
    """Every formula of the book, and how it is set."""
    known = sources.load()
    yield from ((entry.latex, "display") for entry in known.entries.values())
    yield from ((symbol.latex, "inline") for symbol in SYMBOLS)
    for e in known.errata.values():
        for text in (e.printed, e.why, e.right):
            yield from ((latex, "inline") for latex in text.split("$")[1::2])


def key_of(latex: str, style: str) -> str:
    """What a formula is filed under: a change of its LaTeX changes it.

    >>> key_of("x", "inline") == key_of("x", "display"), len(key_of("x", "inline"))
    (False, 16)
    """
    return sha256(f"{style}\n{latex}".encode()).hexdigest()[:16]


@cache
def drawn() -> Mapping[str, str]:
    """All MathML that is at hand, by its key."""
    table: Mapping[str, str] = json.loads(gzip.decompress(asset("mathml.json.gz")))
    return table


def _drawn(latex: str, style: str) -> Markup:
    key = key_of(latex, style)
    require(key in drawn(), f"{latex} has no MathML: run tests/browser/mathml.mjs")
    return Markup(drawn()[key])


if __name__ == "__main__":
    formulas = {key_of(*formula): formula for formula in needed()}
    json.dump(formulas, sys.stdout)
