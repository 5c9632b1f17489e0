"""Text as features: tokens, a vocabulary, and Ng's encodings of a message."""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Sequence

from textbook_ml.core.errors import TextbookError, quoted, require
from textbook_ml.sources.registry import equation

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


@equation("ng-nb-vocabulary")
def vocabulary(documents: Iterable[Iterable[str]], stop_words: Collection[str] = ()) -> list[str]:
    """The sorted vocabulary of the training documents, without stop words.

        V = {w : w occurs in training, and w is not a stop word}

    >>> vocabulary([["the", "cs229", "exam"], ["the", "price"]], stop_words={"the"})
    ['cs229', 'exam', 'price']
    """
    return sorted({word for document in documents for word in document}.difference(stop_words))


@equation("ng-nb-features")
def word_indicators(document: Iterable[str], vocabulary: Sequence[str]) -> list[int]:
    """The features of the Bernoulli model: for each word of the vocabulary, whether it occurs.

        xⱼ = 1{word j occurs}

    >>> word_indicators(["buy", "a", "a", "boat"], ["a", "aardvark", "buy"])
    [1, 0, 1]
    """
    require_vocabulary(vocabulary)
    present = set(document)
    return [1 if word in present else 0 for word in vocabulary]


@equation("ng-a-nips-example")
def word_numbers(document: Iterable[str], vocabulary: Sequence[str]) -> list[int]:
    """The features of the multinomial model: for each position, the number of its word, from 1.

        xⱼ = k   if the word at position j is word k of the vocabulary

    Words that are not in the vocabulary are ignored.

    >>> word_numbers(["a", "nips", "paper"], ["a", "aardvark", "nips"])
    [1, 3]
    """
    require_vocabulary(vocabulary)
    number = {word: k for k, word in enumerate(vocabulary, start=1)}
    return [number[word] for word in document if word in number]


def require_vocabulary(vocabulary: Sequence[Hashable]) -> None:
    """Raise TextbookError if the vocabulary is empty or contains a word twice."""
    require(len(vocabulary) > 0, "the vocabulary is empty. Fix: add at least one word.")
    if len(set(vocabulary)) < len(vocabulary):
        word, _ = Counter(vocabulary).most_common(1)[0]
        raise TextbookError(f"duplicate word {quoted(word)} in the vocabulary: list each word once")
