"""Questions on text features: a vocabulary and two ways to encode a message."""

from collections import Counter
from collections.abc import Sequence

from textbook_ml.equations.event_models import vocabulary, word_indicators, word_numbers
from textbook_ml.questions.framework.judge import Case, exactly
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw

Words = Sequence[str]

KNOWN = ("buy", "cheap", "exam", "now", "paper", "the")
UNKNOWN = ("aardvark", "zygote")
MESSAGES: list[Case] = [
    ([], ["a"]),
    (["a"], ["a"]),
    (["b"], ["a"]),
    (["b", "a", "b"], ["a", "b"]),
    (["a", "c", "a"], ["c", "b", "a"]),
]


def message_and_vocabulary(draw: Draw) -> Case:
    """Return a random message with some unknown words, and a vocabulary in any order."""
    known = draw.shuffled(KNOWN[: draw.length(1, 6)])
    return draw.picks([*known, *UNKNOWN], draw.length(0, 8)), known


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
    words = [*UNKNOWN, *KNOWN]
    documents = [draw.picks(words, draw.length(0, 5)) for _ in range(draw.length(1, 5))]
    return documents, draw.picks(words, draw.whole(0, 2))


@misconception(
    vocabulary,
    "You list the words in the order in which they appear. List them in alphabetical order.",
)
def in_order_of_appearance(documents: Sequence[Words], stop_words: Words) -> list[str]:
    seen = dict.fromkeys(word for document in documents for word in document)
    return [word for word in seen if word not in stop_words]


@misconception(vocabulary, "You keep the stop words. Leave them out.")
def stop_words_kept(documents: Sequence[Words], stop_words: Words) -> list[str]:
    return vocabulary(documents)


@misconception(vocabulary, "You list a word once for every occurrence. List each word once.")
def repeats_kept(documents: Sequence[Words], stop_words: Words) -> list[str]:
    words = [word for document in documents for word in document]
    return sorted(word for word in words if word not in stop_words)


@misconception(
    vocabulary,
    "You list only words that occur in every document. A word that occurs "
    "in one document belongs to the vocabulary.",
)
def common_words_only(documents: Sequence[Words], stop_words: Words) -> list[str]:
    shared = set.intersection(*map(set, documents)) if documents else set()
    return sorted(shared.difference(stop_words))


@question(word_indicators, edges=MESSAGES, judge=exactly)
def _(draw: Draw) -> Case:
    return message_and_vocabulary(draw)


@misconception(word_indicators, "You return counts. xⱼ is 1 if word j occurs, no matter how often.")
def counts_for_indicators(document: Words, vocabulary: Words) -> list[int]:
    counts = Counter(document)
    return [counts[word] for word in vocabulary]


@misconception(
    word_indicators,
    "You loop over the words of the message. Loop over the vocabulary: xⱼ belongs to word j of "
    "the vocabulary.",
)
def one_entry_per_message_word(document: Words, vocabulary: Words) -> list[int]:
    return [1 if word in vocabulary else 0 for word in document]


@misconception(
    word_indicators,
    "You list the words that occur. Return a 0 or a 1 for each word of the vocabulary.",
)
def words_that_occur(document: Words, vocabulary: Words) -> list[str]:
    return [word for word in vocabulary if word in document]


@question(word_numbers, edges=MESSAGES, judge=exactly)
def _(draw: Draw) -> Case:
    return message_and_vocabulary(draw)


@misconception(word_numbers, "You count from 0. The words of the vocabulary are numbered from 1.")
def counted_from_0(document: Words, vocabulary: Words) -> list[int]:
    return [number - 1 for number in word_numbers(document, vocabulary)]


@misconception(word_numbers, "You return 0 for unknown words. Skip them instead.")
def unknown_words_as_0(document: Words, vocabulary: Words) -> list[int]:
    return [vocabulary.index(word) + 1 if word in vocabulary else 0 for word in document]


@misconception(
    word_numbers, "You drop repeated words. Every word of the message has its number in the result."
)
def repeats_dropped(document: Words, vocabulary: Words) -> list[int]:
    return list(dict.fromkeys(word_numbers(document, vocabulary)))


@misconception(
    word_numbers,
    "You return the numbers in the order of the vocabulary. Keep the order of the message.",
)
def in_order_of_the_vocabulary(document: Words, vocabulary: Words) -> list[int]:
    return sorted(word_numbers(document, vocabulary))


@misconception(
    word_numbers, "You sort the vocabulary. The number of a word is its position in the given list."
)
def vocabulary_sorted(document: Words, vocabulary: Words) -> list[int]:
    return word_numbers(document, sorted(vocabulary))


@misconception(
    word_numbers, "Your code raises an error for an unknown word. Skip unknown words instead."
)
def unknown_words_raise(document: Words, vocabulary: Words) -> list[int]:
    return [vocabulary.index(word) + 1 for word in document]
