"""The text of a page of the book: question, opening, order of the cards, mistakes, summary.

A text contains no number that was typed. It contains placeholders such as `{no:.3f}`, and the
function `numbers` of the story computes their values with the package when the book is built.

    {no}         a Fraction as 3/5, an integer with its digits in groups of three
    {no:.3f}     rounded
    {n:word}     a small number as a word; {n:Word} at the start of a sentence
    *word*       emphasis;  `name` code
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from string import Formatter
from typing import Any

from textbook_ml.core.errors import require
from textbook_ml.plots.svg import Markup
from textbook_ml.reading.book.markup import prose

Numbers = Mapping[str, float | Fraction]
_WORDS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    "twenty",
)  # fmt: skip
_EMPHASIS = re.compile(r"\*([^*]+)\*")


@dataclass(frozen=True, slots=True)
class Story:
    """The text of one page; all texts may contain placeholders.

    `cards` are the functions in teaching order; `folded` ones are in a list that opens. Functions
    that are in neither are at the end of the folded list. `leads_to` are the pages that build on
    this one; the first is the next page.
    """

    page: str
    title: str
    question: str
    opening: tuple[str, ...]
    mistakes: tuple[str, ...]
    summary: tuple[str, ...]
    onward: str
    leads_to: tuple[str, ...]
    numbers: Callable[[], Numbers]
    notice: str = ""
    cards: tuple[str, ...] = ()
    folded: tuple[str, ...] = ()
    derivations: tuple[str, ...] = ()

    @property
    def texts(self) -> tuple[str, ...]:
        """All texts that may contain placeholders."""
        return (*self.opening, self.notice, *self.mistakes, *self.summary, self.onward)

    def filled(self) -> Callable[[str], str]:
        """Return a function that fills in the placeholders of a text; the numbers are computed."""
        values = self.numbers()
        return lambda text: PlaceholderFormatter().vformat(text, (), values)


class PlaceholderFormatter(Formatter):
    """The format of placeholders.

    >>> fill = PlaceholderFormatter().format
    >>> fill("{a}, {a:.3f}, {n:word}, {m}", a=Fraction(-3, 5), n=4, m=2147483646)
    '−3/5, −0.600, four, 2\u202f147\u202f483\u202f646'
    """

    def format_field(self, value: Any, format_spec: str) -> str:
        """Return a number as text."""
        if format_spec in ("word", "Word"):
            require(value in range(len(_WORDS)), f"{value} has no word. Fix: use digits")
            word = _WORDS[int(value)]
            return word if format_spec == "word" else word.capitalize()
        if format_spec:
            return format(float(value), format_spec).replace("-", "−")
        require(not isinstance(value, float), f"{value} must have a format. Fix: add :.3f")
        text = f"{value:,}" if isinstance(value, int) and abs(value) > 9999 else str(value)
        return text.replace(",", "\u202f").replace("-", "−")


def placeholders(text: str) -> Iterator[str]:
    """Yield the names of the placeholders of a text.

    >>> list(placeholders("{a} of {b:.2f}"))
    ['a', 'b']
    """
    return (name for _, name, _, _ in Formatter().parse(text) if name)


def sentence_as_html(text: str) -> Markup:
    """Return a sentence as HTML, with emphasis and code.

    >>> sentence_as_html("a *new* `x`")
    'a <em>new</em> <code>x</code>'
    """
    return Markup(_EMPHASIS.sub(r"<em>\1</em>", prose(text)))
