"""Text as features: tokens, the vocabulary, and the codes of the two event models."""

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.errors import TextbookError
from textbook_ml.text import tokens, vocabulary, word_indicators, word_numbers

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
def test_texts_read_by_hand(text: str, expected: list[str]) -> None:
    """Signs and spaces separate, an apostrophe inside a word does not, and case is folded."""
    assert tokens(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("don’t", 1), ("Cafe\u0301s", 1), ("İstanbul", 1), ("हिन्दी भाषा", 2)],
)
def test_a_word_is_not_torn_apart(text: str, expected: int) -> None:
    """A typographic apostrophe or a mark on a letter belongs to its word."""
    assert len(tokens(text)) == expected


def test_an_accent_is_the_same_in_one_sign_or_in_two() -> None:
    """É as one sign, or as E and an accent after it, is one word to a reader."""
    assert tokens("CAF\u00c9") == tokens("Cafe\u0301") == ["caf\u00e9"]


@given(documents, st.sampled_from([" ", ", ", "\n", " ... ", "!?"]))
def test_tokens_undo_joining(document: list[str], separator: str) -> None:
    """Words joined by anything that is no letter come apart again, whatever their case."""
    assert tokens(separator.join(document)) == document
    assert tokens(separator.join(document).upper()) == document


@given(st.text(st.characters(codec="ascii")) | st.text("aB' _", max_size=12))
def test_plain_letters_are_read_by_the_same_rule(text: str) -> None:
    """The quick way for ASCII equals the pattern that reads every other script."""
    assert tokens(text) == re.findall(r"[^\W_]+(?:'[^\W_]+)*", text.lower())


@given(st.text("aBéßİ\u0301'’_1 .-", max_size=20))
def test_tokens_are_stable(text: str) -> None:
    """Reading the tokens again gives the same tokens: none is empty, and none holds a space."""
    once = tokens(text)
    assert tokens(" ".join(once)) == once


@given(st.lists(documents, max_size=4), st.sets(words, max_size=3))
def test_the_vocabulary_is_what_occurs_without_stop_words(
    training: list[list[str]], stop_words: set[str]
) -> None:
    """Each word that occurs and is no stop word is there once, in order; nothing else is."""
    found = vocabulary(training, stop_words)
    assert found == sorted(set(found))
    assert set(found) == {w for document in training for w in document} - stop_words


def test_a_vocabulary_read_by_hand() -> None:
    """Course codes stay, and words that say nothing go."""
    training = [tokens("the CS229 exam"), tokens("The price of the exam")]
    assert vocabulary(training, {"the", "of", "and"}) == ["cs229", "exam", "price"]
    assert vocabulary(training) == ["cs229", "exam", "of", "price", "the"]


@given(documents, vocabularies)
def test_indicators_forget_order_and_repetition(document: list[str], terms: list[str]) -> None:
    """One 0 or 1 for each word of the vocabulary; shuffled or doubled, a text has the same."""
    x = word_indicators(document, terms)
    assert x == [int(document.count(word) > 0) for word in terms]
    assert word_indicators(document[::-1] * 2, terms) == x


def test_indicators_read_by_hand() -> None:
    """Ng's dictionary from a to zymurgy: a and buy occur, and unknown words are passed over."""
    terms = ["a", "aardvark", "aardwolf", "buy", "zymurgy"]
    assert word_indicators(tokens("Buy a a boat"), terms) == [1, 0, 0, 1, 0]
    assert word_indicators([], terms) == [0, 0, 0, 0, 0]


@given(documents, vocabularies)
def test_numbers_can_be_read_back(document: list[str], terms: list[str]) -> None:
    """Each place holds the number of its word, from 1: decoding gives back the known words."""
    decoded = [terms[k - 1] for k in word_numbers(document, terms)]
    assert decoded == [word for word in document if word in terms]


def test_numbers_read_by_hand() -> None:
    """In Ng's dictionary a is word 1 and nips is word 35000; unknown words are passed over."""
    terms = ["a", *(f"b{i}" for i in range(34998)), "nips"]
    assert word_numbers(tokens("A NIPS"), terms) == [1, 35000]
    assert word_numbers(tokens("a new nips a"), terms) == [1, 35000, 1]


@pytest.mark.parametrize("code", [word_indicators, word_numbers])
def test_a_vocabulary_holds_each_word_once(
    code: Callable[[list[str], list[str]], list[int]],
) -> None:
    """A word that stands twice would have two numbers, and no words make no features."""
    with pytest.raises(TextbookError, match="'a'"):
        code(["a"], ["a", "b", "a"])
    with pytest.raises(TextbookError, match="vocabulary is empty"):
        code(["a"], [])


@given(st.text(st.characters(max_codepoint=127), max_size=40))
def test_plain_letters_are_read_as_all_others_are(text: str) -> None:
    """A text of ASCII alone takes a faster way, to the same words."""
    assert tokens(text) == tokens(f"{text} é")[:-1]
