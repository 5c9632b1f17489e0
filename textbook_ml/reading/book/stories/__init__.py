"""The stories of the pages, in four parts and a part "Workshop"; each module contains one part."""

from collections.abc import Mapping
from dataclasses import dataclass

from textbook_ml.reading.book.stories import continuous, discrete, quality, regression
from textbook_ml.reading.book.stories._story import Story


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the book: its title, the question that it answers, and its pages."""

    title: str
    question: str
    stories: tuple[Story, ...]


PARTS = (
    Part(
        "I. Counting",
        "How do we classify with features that take a few values?",
        discrete.STORIES,
    ),
    Part("II. Measuring", "And with features that are real numbers?", continuous.STORIES),
    Part(
        "III. Logistic regression",
        "Can we learn the boundary itself?",
        regression.STORIES,
    ),
    Part(
        "IV. How good?",
        "What is the best result, and how many examples does it take?",
        quality.CHAPTER_STORIES,
    ),
    Part("Workshop", "How does all this become a program?", quality.WORKSHOP_STORIES),
)
STORIES: Mapping[str, Story] = {story.page: story for part in PARTS for story in part.stories}
