"""Split a text into words, and check a vocabulary."""

import re
import unicodedata
from collections import Counter
from collections.abc import Hashable, Sequence

from textbook_ml.core.errors import TextbookError, quoted, require

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
# Translation table: letters to lower case, digits and apostrophes unchanged, others to spaces.
_READ = bytes(c if chr(c).isalnum() or c == ord("'") else ord(" ") for c in range(256)).lower()


def tokens(text: str) -> list[str]:
    """Split a text into words in lower case; punctuation and spaces separate words.

    A word consists of letters of any script with their accents, digits, and apostrophes inside.

    >>> tokens("Buy now, don't wait!")
    ['buy', 'now', "don't", 'wait']
    """
    if text.isascii():
        return _ascii_tokens(text)
    small = unicodedata.normalize("NFC", text.casefold())
    # `re` does not count a separate vowel sign or accent as a letter, but it belongs to its word.
    marks = {c for c in set(small) if unicodedata.category(c).startswith("M")}
    stand_in = small.translate({ord(c): "x" for c in marks})
    return [small[word.start() : word.end()] for word in _WORD.finditer(stand_in)]


def _ascii_tokens(text: str) -> list[str]:
    """Split an ASCII text into words quickly; an apostrophe counts only between letters."""
    small = f" {text} ".encode().translate(_READ).decode()
    if "'" in small:
        small = small.replace("''", " ").replace(" '", " ").replace("' ", " ")
    return small.split()


def require_vocabulary(vocabulary: Sequence[Hashable]) -> None:
    """Raise TextbookError if the vocabulary is empty or contains a word twice."""
    require(len(vocabulary) > 0, "the vocabulary is empty. Fix: add at least one word.")
    if len(set(vocabulary)) < len(vocabulary):
        word, _ = Counter(vocabulary).most_common(1)[0]
        raise TextbookError(f"duplicate word {quoted(word)} in the vocabulary: list each word once")
