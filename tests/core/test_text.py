"""Text as features: tokens, the vocabulary, and the encodings of the two event models."""

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.core.errors import TextbookError
from textbook_ml.core.text import tokens
from textbook_ml.equations.event_models import vocabulary, word_indicators, word_numbers

words = st.text("abc", min_size=1, max_size=3)
documents = st.lists(words, max_size=8)
vocabularies = st.lists(words, min_size=1, max_size=8, unique=True)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Buy now, don't wait!", ["buy", "now", "don't", "wait"]),
        ("", []),
        ("  \n\t -- ... ", []),
        ("CS229 cs229", ["cs229", "cs229"]),
        ("'quoted' words'", ["quoted", "words"]),
        ("a,b;c snake_case", ["a", "b", "c", "snake", "case"]),
        ("STRASSE straße", ["strasse", "strasse"]),
        ("naïve Ὀδυσσεύς", ["naïve", "ὀδυσσεύσ"]),
    ],
)
def test_tokens_of_examples(text: str, expected: list[str]) -> None:
    """Punctuation and spaces separate words, apostrophes inside words do not; case is folded."""
    assert tokens(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("don’t", 1), ("Cafe\u0301s", 1), ("İstanbul", 1), ("हिन्दी भाषा", 2)],
)
def test_a_word_is_not_split(text: str, expected: int) -> None:
    """A typographic apostrophe or a mark on a letter belongs to its word."""
    assert len(tokens(text)) == expected


def test_composed_and_decomposed_accents_are_equal() -> None:
    """É as one character, or as E and a combining accent, gives the same word."""
    assert tokens("CAF\u00c9") == tokens("Cafe\u0301") == ["caf\u00e9"]


@given(documents, st.sampled_from([" ", ", ", "\n", " ... ", "!?"]))
def test_tokens_undo_joining(document: list[str], separator: str) -> None:
    """Words joined by characters other than letters are separated again, in any case."""
    assert tokens(separator.join(document)) == document
    assert tokens(separator.join(document).upper()) == document


@given(st.text(st.characters(codec="ascii")) | st.text("aB' _", max_size=12))
def test_the_fast_ascii_tokeniser_equals_the_pattern(text: str) -> None:
    """The ASCII tokeniser finds the same words as the regular expression for other scripts."""
    assert tokens(text) == re.findall(r"[^\W_]+(?:'[^\W_]+)*", text.lower())


@given(st.text("aBéßİ\u0301'’_1 .-", max_size=20))
def test_tokens_are_stable(text: str) -> None:
    """Tokenising the tokens again gives the same tokens: none is empty or contains a space."""
    once = tokens(text)
    assert tokens(" ".join(once)) == once


@given(st.lists(documents, max_size=4), st.sets(words, max_size=3))
def test_the_vocabulary_contains_all_words_except_stop_words(
    training: list[list[str]], stop_words: set[str]
) -> None:
    """Each word that occurs and is not a stop word is listed once, in sorted order."""
    found = vocabulary(training, stop_words)
    assert found == sorted(set(found))
    assert set(found) == {w for document in training for w in document} - stop_words


def test_the_vocabulary_of_an_example() -> None:
    """Course codes are kept, stop words are removed."""
    training = [tokens("the CS229 exam"), tokens("The price of the exam")]
    assert vocabulary(training, {"the", "of", "and"}) == ["cs229", "exam", "price"]
    assert vocabulary(training) == ["cs229", "exam", "of", "price", "the"]


@given(documents, vocabularies)
def test_indicators_ignore_order_and_repetition(document: list[str], terms: list[str]) -> None:
    """There is one 0 or 1 for each word; a reversed and repeated document has the same ones."""
    x = word_indicators(document, terms)
    assert x == [int(document.count(word) > 0) for word in terms]
    assert word_indicators(document[::-1] * 2, terms) == x


def test_indicators_of_an_example() -> None:
    """Ng's dictionary from a to zymurgy: a and buy occur, and unknown words are ignored."""
    terms = ["a", "aardvark", "aardwolf", "buy", "zymurgy"]
    assert word_indicators(tokens("Buy a a boat"), terms) == [1, 0, 0, 1, 0]
    assert word_indicators([], terms) == [0, 0, 0, 0, 0]


@given(documents, vocabularies)
def test_word_numbers_can_be_decoded(document: list[str], terms: list[str]) -> None:
    """Each position has the number of its word, from 1; decoding returns the known words."""
    decoded = [terms[k - 1] for k in word_numbers(document, terms)]
    assert decoded == [word for word in document if word in terms]


def test_word_numbers_of_an_example() -> None:
    """In Ng's dictionary a is word 1 and nips is word 35000; unknown words are ignored."""
    terms = ["a", *(f"b{i}" for i in range(34998)), "nips"]
    assert word_numbers(tokens("A NIPS"), terms) == [1, 35000]
    assert word_numbers(tokens("a new nips a"), terms) == [1, 35000, 1]


@pytest.mark.parametrize("code", [word_indicators, word_numbers])
def test_a_vocabulary_with_a_duplicate_or_without_words_is_an_error(
    code: Callable[[list[str], list[str]], list[int]],
) -> None:
    """A duplicate word would have two numbers; no words would give no features."""
    with pytest.raises(TextbookError, match="'a'"):
        code(["a"], ["a", "b", "a"])
    with pytest.raises(TextbookError, match="vocabulary is empty"):
        code(["a"], [])


@given(st.text(st.characters(max_codepoint=127), max_size=40))
def test_ascii_and_unicode_tokenisers_agree(text: str) -> None:
    """ASCII text uses a faster function, which returns the same words."""
    assert tokens(text) == tokens(f"{text} é")[:-1]
