"""Text as features: tokens, a vocabulary, and the three ways Ng encodes a message."""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Sequence

from textbook_ml.errors import TextbookError, require
from textbook_ml.registry import equation

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
# For every ASCII character the one to read: small letters, digits, apostrophes, else a space.
_READ = bytes(c if chr(c).isalnum() or c == ord("'") else ord(" ") for c in range(256)).lower()


def tokens(text: str) -> list[str]:
    """The words of a text, in small letters; signs and spaces only separate them.

    Letters with their marks, digits, and apostrophes inside a word, in any script.

    >>> tokens("Buy now, don't wait!")
    ['buy', 'now', "don't", 'wait']
    """
    if text.isascii():
        return _ascii_tokens(text)
    small = unicodedata.normalize("NFC", text.casefold())
    # A vowel sign or an accent of its own is no letter to `re`, but belongs to its word.
    marks = {c for c in set(small) if unicodedata.category(c).startswith("M")}
    stand_in = small.translate({ord(c): "x" for c in marks})
    return [small[word.start() : word.end()] for word in _WORD.finditer(stand_in)]


def _ascii_tokens(text: str) -> list[str]:
    """The same for plain letters, by loops in C: an apostrophe counts between letters only."""
    small = f" {text} ".encode().translate(_READ).decode()
    if "'" in small:
        small = small.replace("''", " ").replace(" '", " ").replace("' ", " ")
    return small.split()


@equation("ng-nb-vocabulary")
def vocabulary(
    documents: Iterable[Iterable[str]], stop_words: Collection[str] = ()
) -> list[str]:
    """The words that occur in training, from a to z, without those that say nothing.

        V = {w : w occurs in training, and w is no stop word}

    >>> vocabulary([["the", "cs229", "exam"], ["the", "price"]], stop_words={"the"})
    ['cs229', 'exam', 'price']
    """
    return sorted({word for document in documents for word in document}.difference(stop_words))


@equation("ng-nb-features")
def word_indicators(document: Iterable[str], vocabulary: Sequence[str]) -> list[int]:
    """The Bernoulli model's features: which words occur, whatever their order or number.

        xⱼ = 1{word j occurs}

    >>> word_indicators(["buy", "a", "a", "boat"], ["a", "aardvark", "buy"])
    [1, 0, 1]
    """
    require_vocabulary(vocabulary)
    present = set(document)
    return [1 if word in present else 0 for word in vocabulary]


@equation("ng-a-nips-example")
def word_numbers(document: Iterable[str], vocabulary: Sequence[str]) -> list[int]:
    """The multinomial model's features: each place holds the number of its word, from 1.

        xⱼ = k   if the word at place j is word k of the vocabulary

    Words outside the vocabulary are passed over.

    >>> word_numbers(["a", "nips", "paper"], ["a", "aardvark", "nips"])
    [1, 3]
    """
    require_vocabulary(vocabulary)
    number = {word: k for k, word in enumerate(vocabulary, start=1)}
    return [number[word] for word in document if word in number]


def require_vocabulary(vocabulary: Sequence[Hashable]) -> None:
    """Refuse a vocabulary without words, or with a word that stands there twice."""
    require(len(vocabulary) > 0, "the vocabulary is empty: give at least one word")
    if len(set(vocabulary)) < len(vocabulary):
        word, _ = Counter(vocabulary).most_common(1)[0]
        raise TextbookError(f"{word!r} stands in the vocabulary twice: give each word once")
