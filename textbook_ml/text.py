"""Text as features: tokens, a vocabulary, and the three ways Ng encodes a message."""

import re
from collections.abc import Collection, Iterable, Sequence

from textbook_ml.registry import equation

_WORD = re.compile(r"\w+(?:'\w+)*")


def tokens(text: str) -> list[str]:
    """The words of a text, in small letters; signs and spaces only separate them.

    >>> tokens("Buy now, don't wait!")
    ['buy', 'now', "don't", 'wait']
    """
    return _WORD.findall(text.casefold())


@equation("ng-nb-vocabulary")
def vocabulary(
    documents: Iterable[Iterable[str]], stop_words: Collection[str] = ()
) -> list[str]:
    """The words that occur in training, in order, without those that say nothing.

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
    number = {word: k for k, word in enumerate(vocabulary, start=1)}
    return [number[word] for word in document if word in number]
