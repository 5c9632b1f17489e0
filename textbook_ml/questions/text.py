"""Questions on text as features: a vocabulary, and two ways to encode a message."""

from collections import Counter
from collections.abc import Sequence

from textbook_ml.questions.draw import Draw
from textbook_ml.questions.judge import Case, exactly
from textbook_ml.questions.question import misconception, question
from textbook_ml.text import vocabulary, word_indicators, word_numbers

Words = Sequence[str]

KNOWN = ("buy", "cheap", "exam", "now", "paper", "the")
STRANGE = ("aardvark", "zygote")
SPOKEN: list[Case] = [
    ([], ["a"]),
    (["a"], ["a"]),
    (["b"], ["a"]),
    (["b", "a", "b"], ["a", "b"]),
    (["a", "c", "a"], ["c", "b", "a"]),
]


def message(draw: Draw) -> Case:
    """A message, of which some words are unknown, and a vocabulary in any order."""
    known = draw.shuffled(KNOWN[: draw.length(1, 6)])
    return draw.picks([*known, *STRANGE], draw.length(0, 8)), known


@question(
    vocabulary,
    edges=[
        ([], []),
        ([["a"]], []),
        ([["a"]], ["a"]),
        ([["b", "a"]], []),
        ([["a", "b"], [], ["a"]], ["b"]),
    ],
    judge=exactly,
)
def _(draw: Draw) -> Case:
    words = [*STRANGE, *KNOWN]
    documents = [draw.picks(words, draw.length(0, 5)) for _ in range(draw.length(1, 5))]
    return documents, draw.picks(words, draw.whole(0, 2))


@misconception(vocabulary, "The words come as they were met; they are due in alphabetical order.")
def in_order_of_appearance(documents: Sequence[Words], stop_words: Words) -> list[str]:
    met = dict.fromkeys(word for document in documents for word in document)
    return [word for word in met if word not in stop_words]


@misconception(vocabulary, "The stop words are still there: leave them out.")
def stop_words_kept(documents: Sequence[Words], stop_words: Words) -> list[str]:
    return vocabulary(documents)


@misconception(vocabulary, "A word that occurs twice stands there twice: give each word once.")
def repeats_kept(documents: Sequence[Words], stop_words: Words) -> list[str]:
    words = [word for document in documents for word in document]
    return sorted(word for word in words if word not in stop_words)


@misconception(vocabulary, "Only words of every document are there; one document is enough.")
def common_words_only(documents: Sequence[Words], stop_words: Words) -> list[str]:
    shared = set.intersection(*map(set, documents)) if documents else set()
    return sorted(shared.difference(stop_words))


@question(word_indicators, edges=SPOKEN, judge=exactly)
def _(draw: Draw) -> Case:
    return message(draw)


@misconception(word_indicators, "These are counts; xⱼ is 1 however often word j occurs.")
def counts_for_indicators(document: Words, vocabulary: Words) -> list[int]:
    counts = Counter(document)
    return [counts[word] for word in vocabulary]


@misconception(
    word_indicators, "You go through the message; xⱼ belongs to word j of the vocabulary."
)
def along_the_message(document: Words, vocabulary: Words) -> list[int]:
    return [1 if word in vocabulary else 0 for word in document]


@misconception(word_indicators, "You list the words that occur; each word of V needs a 0 or a 1.")
def words_that_occur(document: Words, vocabulary: Words) -> list[str]:
    return [word for word in vocabulary if word in document]


@question(word_numbers, edges=SPOKEN, judge=exactly)
def _(draw: Draw) -> Case:
    return message(draw)


@misconception(word_numbers, "You count from 0; the words of the vocabulary are numbered from 1.")
def counted_from_0(document: Words, vocabulary: Words) -> list[int]:
    return [number - 1 for number in word_numbers(document, vocabulary)]


@misconception(word_numbers, "Unknown words became 0; they are passed over.")
def unknown_words_as_0(document: Words, vocabulary: Words) -> list[int]:
    return [vocabulary.index(word) + 1 if word in vocabulary else 0 for word in document]


@misconception(word_numbers, "A word that comes again is dropped; every place has its number.")
def repeats_dropped(document: Words, vocabulary: Words) -> list[int]:
    return list(dict.fromkeys(word_numbers(document, vocabulary)))


@misconception(word_numbers, "These are in the order of the vocabulary; keep that of the message.")
def in_order_of_the_vocabulary(document: Words, vocabulary: Words) -> list[int]:
    return sorted(word_numbers(document, vocabulary))


@misconception(word_numbers, "You sorted the vocabulary; a word's number is its place in the list.")
def vocabulary_sorted(document: Words, vocabulary: Words) -> list[int]:
    return word_numbers(document, sorted(vocabulary))


@misconception(word_numbers, "An unknown word is an error to you; it is passed over.")
def unknown_words_refused(document: Words, vocabulary: Words) -> list[int]:
    return [vocabulary.index(word) + 1 for word in document]
