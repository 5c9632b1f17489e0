"""The book's font, `maths.woff2`: the part of Latin Modern Math that the formulas need.

    pip install --requirement tests/requirements-font.txt
    python3 -m textbook_ml.reading.book.font_characters \\
        | python3 tests/browser/font.py latinmodern-math.otf

The source is version 1.959, as in Debian's package fonts-lmodern and on CTAN. Next to the font,
`tests/reading/book/maths_font.json` records what it contains, for tests without fontTools.
"""

import json
import sys
from collections.abc import Iterator
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FONT = ROOT / "textbook_ml/reading/book/assets/maths.woff2"
RECORD = ROOT / "tests/reading/book/maths_font.json"
SOURCE = "Version 1.959"
FAMILY = "TextbookMaths"  # the licence asks for a name of its own
KEPT_NAMES = [0, 1, 2, 4, 5, 6]
DROPPED = ["GSUB", "GPOS", "GDEF", "FFTM"]  # substitution, kerning, FontForge's time stamp


def reduced(source: Path, characters: str) -> Any:
    """The font with these characters, with all sizes and parts of those that grow."""
    subset = import_module("fontTools.subset")
    font = import_module("fontTools.ttLib").TTFont(source, recalcTimestamp=False)
    names = font["name"]
    assert names.getDebugName(5) == SOURCE, f"need {SOURCE}, got {names.getDebugName(5)}"
    missing = [c for c in characters if ord(c) not in font.getBestCmap()]
    assert not missing, f"the source does not have {missing}"
    options = subset.Options(
        flavor="woff2", name_IDs=KEPT_NAMES, drop_tables=DROPPED, layout_features=[], hinting=False
    )
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[ord(" "), *map(ord, characters)])
    subsetter.subset(font)
    for record in list(names.names):
        if record.nameID in (1, 4, 6):
            names.setName(FAMILY, record.nameID, *_place(record))
    font.flavor = "woff2"
    return font


def contents(font: Any) -> dict[str, str]:
    """The characters of a font, and which of them have several sizes."""
    glyphs = font.getBestCmap()
    grow = set(growing(font["MATH"].table.MathVariants))
    return {
        "characters": "".join(map(chr, sorted(glyphs))),
        "stretched": "".join(chr(code) for code in sorted(glyphs) if glyphs[code] in grow),
    }


def growing(variants: Any) -> Iterator[str]:
    """The glyphs for which a MATH table has further sizes, or parts to assemble."""
    for way in ("Vert", "Horiz"):
        names = getattr(variants, f"{way}GlyphCoverage").glyphs
        for name, how in zip(names, getattr(variants, f"{way}GlyphConstruction"), strict=True):
            others = {record.VariantGlyph for record in how.MathGlyphVariantRecord} - {name}
            if others or how.GlyphAssembly:
                yield name


def _place(record: Any) -> tuple[int, int, int]:
    return record.platformID, record.platEncID, record.langID


def main(source: str) -> None:
    """Write the font and the record of what it contains."""
    needed = json.load(sys.stdin)
    font = reduced(Path(source), needed["characters"])
    found = contents(font)
    fixed = set(needed["stretched"]) - set(found["stretched"])
    assert not fixed, f"the source has only one size of {fixed}"
    font.save(FONT)
    record = {"sha256": sha256(FONT.read_bytes()).hexdigest(), **found}
    RECORD.write_text(json.dumps(record, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(f"{len(found['characters'])} characters, {FONT.stat().st_size} bytes")


if __name__ == "__main__":
    main(sys.argv[1])
