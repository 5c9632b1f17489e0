"""The book's font has every character that a browser draws in a formula."""

import json
from hashlib import sha256
from importlib import import_module
from io import BytesIO
from xml.etree import ElementTree

import pytest

from tests.browser.font import RECORD, contents
from textbook_ml.core.errors import TextbookError
from textbook_ml.reading.book.assets import asset
from textbook_ml.reading.book.font_characters import (
    all_characters,
    characters_of,
    stretched_characters,
    stretched_characters_of,
)

FONT = asset("maths.woff2")
NEWER = "rebuild the font with tests/browser/font.py"


def record() -> dict[str, str]:
    """Return the contents of the font, as recorded when it was built."""
    table: dict[str, str] = json.loads(RECORD.read_text(encoding="utf-8"))
    return table


def test_the_font_record_is_up_to_date() -> None:
    """The test fails if the font is rebuilt without its record."""
    assert sha256(FONT).hexdigest() == record()["sha256"], NEWER


def test_the_font_has_every_character_of_the_formulas() -> None:
    """The characters include some that are not in the text, such as the root sign."""
    assert "√" in all_characters()
    assert set(all_characters()) <= set(record()["characters"]), NEWER


def test_the_font_has_several_sizes_of_stretched_characters() -> None:
    """A root is as tall as its content, a bracket as tall as its row."""
    assert "√" in stretched_characters()
    assert set(stretched_characters()) <= set(record()["stretched"]), NEWER


def test_the_font_record_agrees_with_fonttools() -> None:
    """Every size and every part of a stretched character has an outline."""
    pytest.importorskip("brotli", reason="pip install -r tests/requirements-font.txt")
    font = import_module("fontTools.ttLib").TTFont(BytesIO(FONT))
    assert {"sha256": record()["sha256"], **contents(font)} == record()
    outlines = font.getGlyphSet()
    variants = font["MATH"].table.MathVariants
    for how in [*variants.VertGlyphConstruction, *variants.HorizGlyphConstruction]:
        names = [one.VariantGlyph for one in how.MathGlyphVariantRecord]
        names += [part.glyph for part in how.GlyphAssembly.PartRecords] if how.GlyphAssembly else []
        for name in names:
            pen = import_module("fontTools.pens.boundsPen").BoundsPen(outlines)
            outlines[name].draw(pen)
            assert pen.bounds is not None, f"{name} is empty"


@pytest.mark.parametrize(
    ("formula", "drawn"),
    [
        ("<msqrt><mn>2</mn></msqrt>", "2√"),
        ("<mroot><mn>2</mn><mn>3</mn></mroot>", "23√"),
        ("<mi>h</mi>", "hℎ"),
        ("<mi>ϑ</mi>", "ϑ𝜗"),
        ("<mi>∞</mi>", "∞"),
        ('<mi mathvariant="normal">h</mi>', "h"),
        ("<mi>ln</mi>", "ln"),
        ("<mo>-</mo>", "-−"),
        ("<mo>⇒\u0338</mo>", "\u0338⇏⇒"),
        ("<mtext>a\u00a0b</mtext>", "ab\u00a0"),
    ],
)
def test_characters_that_a_browser_adds_are_counted(formula: str, drawn: str) -> None:
    """A browser adds signs of elements, italic letters, minus signs, composed characters."""
    assert "".join(sorted(characters_of(ElementTree.fromstring(formula)))) == drawn


@pytest.mark.parametrize(
    ("formula", "grow"),
    [
        ("<msqrt><mo>+</mo></msqrt>", "√"),
        ("<mrow><mo>(</mo><mo>∣</mo></mrow>", "("),
        ('<mrow><mo stretchy="false">(</mo></mrow>', ""),
        ('<mrow><mo minsize="1.2em">/</mo></mrow>', "/"),
        ("<mrow><mo>→</mo></mrow>", ""),
        ("<mover><mo>→</mo><mn>1</mn></mover>", "→"),
        ('<mover><mi>x</mi><mo stretchy="false">ˆ</mo></mover>', ""),
        ("<mover><mi>x</mi><mo>‾</mo></mover>", "‾"),
        ("<munder><mo>∑</mo><mi>i</mi></munder>", "∑"),
    ],
)
def test_stretched_characters_are_found(formula: str, grow: str) -> None:
    """Roots, large operators, brackets, arrows and accents above an expression are stretched."""
    assert "".join(sorted(stretched_characters_of(ElementTree.fromstring(formula)))) == grow


@pytest.mark.parametrize(
    "formula", ["<menclose><mi>x</mi></menclose>", '<mi mathvariant="bold">x</mi>']
)
def test_an_unknown_mathml_element_is_an_error(formula: str) -> None:
    """Characters of an unknown element would be missing from the font."""
    with pytest.raises(TextbookError, match="letters.py"):
        characters_of(ElementTree.fromstring(formula))
