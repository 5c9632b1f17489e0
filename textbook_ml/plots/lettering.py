"""Generous estimates of the width of text; the fonts of the reader are unknown."""

from collections.abc import Iterator

_NARROW = frozenset(" .,:;'|!()[]ijlftrI")
_BROAD = frozenset("mwMW@%—…")
# First and last code points of square characters: East Asian scripts and pictures.
_SQUARE = ((0x1100, 0x115F), (0x2E80, 0xD7A3), (0xF900, 0xFAFF), (0xFE30, 0xFE6F),
           (0xFF00, 0xFF60), (0x1F000, 0x3FFFF), (0x2600, 0x27BF))  # fmt: skip
_COMBINING = ((0x0300, 0x036F), (0x20D0, 0x20FF), (0x200B, 0x200F), (0xFE00, 0xFE0F))


def text_width(text: str, size: float) -> float:
    """Return the estimated width of a text in a font size.

    >>> text_width("million", 10.0) > text_width("illicit", 10.0)
    True
    """
    return size * sum(map(_character_width, text)) / 100


def _character_width(letter: str) -> int:
    """Return the width of one character, in hundredths of the font size."""
    code = ord(letter)
    if letter in _NARROW:
        return 38
    if letter in _BROAD:
        return 98
    if code < 0x0300:
        return 70 if letter.isupper() else 61
    if any(first <= code <= last for first, last in _COMBINING):
        return 0
    return 105 if any(first <= code <= last for first, last in _SQUARE) else 70


def wrapped(text: str, size: float, width: float) -> list[str]:
    """Return the text in lines that fit the width, broken at spaces and in very long words.

    >>> wrapped("to be or not to be", size=10.0, width=65.0)
    ['to be or not', 'to be']
    """
    lines: list[str] = []
    for piece in _parts_of_words(text, size, width):
        longer = f"{lines[-1]} {piece}" if lines else piece
        if lines and text_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(piece)
    return lines


def _parts_of_words(text: str, size: float, width: float) -> Iterator[str]:
    """Yield the words; a word that is wider than a line is split into parts."""
    for word in text.split():
        start = 0
        for end in range(1, len(word)):
            if text_width(word[start : end + 1], size) > width:
                yield word[start:end]
                start = end
        yield word[start:]


def shortened(text: str, size: float, width: float) -> str:
    """Return the text, shortened with an ellipsis if it does not fit the width.

    >>> shortened("hyperplane", size=10.0, width=50.0), shortened("plane", size=10.0, width=50.0)
    ('hyperpl…', 'plane')
    """
    if text_width(text, size) <= width:
        return text
    kept = len(text)
    while kept > 1 and text_width(text[:kept] + "…", size) > width:
        kept -= 1
    return text[:kept].rstrip() + "…"
