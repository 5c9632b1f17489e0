"""The stories of the pages: all numbers are computed, and every function has its place."""

import re
from fractions import Fraction

import pytest

from textbook_ml.core.errors import TextbookError
from textbook_ml.equations import CHAPTER
from textbook_ml.reading.book.chapter_map import places
from textbook_ml.reading.book.chapter_pages import LABELS, chapter
from textbook_ml.reading.book.stories import PARTS, STORIES
from textbook_ml.reading.book.stories._story import (
    PlaceholderFormatter,
    Story,
    placeholders,
    sentence_as_html,
)
from textbook_ml.reading.screens import names_by_module
from textbook_ml.study.derivations._derivation import derivations

every_story = pytest.mark.parametrize("story", STORIES.values(), ids=list(STORIES))
# Digits that are not results: equation numbers, labels and small constants of a formula.
ALLOWED = re.compile(
    r"\{[^}]*\}|\(\d\d?\)|\((?:\d, )*\d\)|P\(\w, \d\)|[-−+±=] ?\d\b|\b[012]\b|2n|2π"
)


def test_every_module_of_the_chapter_has_a_story() -> None:
    """The book has one page for each module, and the pages "algorithms" and "tools"."""
    pages = [story.page for part in PARTS for story in part.stories]
    assert sorted(pages) == sorted([*(name for name, *_ in CHAPTER), "algorithms", "tools"])
    assert [leaf.name for leaf in chapter()] == pages == list(places())
    assert LABELS.keys() == STORIES.keys()


@every_story
def test_no_number_is_typed(story: Story) -> None:
    """Without placeholders, equation numbers and constants, the texts contain no digits."""
    for text in story.texts:
        assert not re.search(r"\d", ALLOWED.sub("", text)), text
        assert not re.search(r"\d[./]\d", re.sub(r"\{[^}]*\}", "", text)), text


@every_story
def test_every_number_is_used(story: Story) -> None:
    """A story computes the numbers of its placeholders and no others."""
    used = {name for text in story.texts for name in placeholders(text)}
    assert used == story.numbers().keys()
    fill = story.filled()
    assert all("{" not in fill(text) for text in story.texts)


@every_story
def test_a_story_has_all_its_parts(story: Story) -> None:
    """A story has a question, two to four paragraphs, a mistake, a summary and a next page."""
    assert story.question.endswith("?")
    assert 2 <= len(story.opening) <= 4
    assert story.mistakes and len(story.summary) == 3 and story.onward
    assert set(story.leads_to) <= STORIES.keys() | {"exercises"} and story.leads_to
    assert set(story.derivations) <= derivations().keys()


@every_story
def test_cards_are_functions_of_the_module(story: Story) -> None:
    """Each function is listed once; the pages of algorithms and tools have their own order."""
    functions = names_by_module().get(f"textbook_ml.equations.{story.page}", [])
    inside = {name.rpartition(".")[2] for name in functions}
    named = [*story.cards, *story.folded]
    assert len(named) == len(set(named)) and set(named) <= inside
    assert bool(story.cards) == bool(inside)


def test_every_derivation_is_on_one_page() -> None:
    """No derivation is forgotten or shown twice."""
    shown = [name for story in STORIES.values() for name in story.derivations]
    assert sorted(shown) == sorted(derivations())


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("bayes", ["18/875", "1/189", "486/125", "486/611", "0.795", "10/109", "−921.03"]),
        ("parameters", ["35 free", "70 in all", "2\u202f147\u202f483\u202f646"]),
        ("counts", ["22 were never seen", "P(Sunny | No) = 3/5", "only one of them is zero"]),
        ("smoothing", ["1/8", "784/1389 = 0.56"]),
        ("missing", ["54/79 = 0.684"]),
        ("gaussian", ["14/9", "7/3", "4.89 cm", "−3.2"]),
        ("likelihood", ["0.0625", "w = (−2.27, 0.91)"]),
        ("ascent", ["−2.773 to −2.710", "five steps"]),
        ("softmax", ["0.665, 0.245 and 0.090"]),
        ("theory", ["2401", "335", "450", "565"]),
        ("algorithms", ["the weight is 6 and the intercept −30"]),
    ],
)
def test_numbers_computed_by_hand(page: str, words: list[str]) -> None:
    """Some numbers of the stories are compared with results computed on paper."""
    fill = STORIES[page].filled()
    text = " ".join(map(fill, STORIES[page].texts))
    assert [word for word in words if word not in text] == []


def test_a_float_needs_a_format_and_a_large_number_no_word() -> None:
    """A float without a format would show all its digits."""
    assert PlaceholderFormatter().format("{a:.2f}", a=Fraction(1, 3)) == "0.33"
    with pytest.raises(TextbookError, match="format"):
        PlaceholderFormatter().format("{a}", a=0.1)
    with pytest.raises(TextbookError, match="no word"):
        PlaceholderFormatter().format("{a:word}", a=21)


def test_words_of_a_story_are_escaped() -> None:
    """Only asterisks and backticks are markup."""
    assert sentence_as_html("one < *two* `c*d`") == "one &lt; <em>two</em> <code>c*d</code>"
