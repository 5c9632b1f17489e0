"""The parts of a story on its page: the opening; at the end mistakes, summary and next pages."""

from collections.abc import Callable, Iterator, Sequence

from textbook_ml.plots.svg import Markup, element, words
from textbook_ml.reading.book.markup import joined_markup, link
from textbook_ml.reading.book.stories import STORIES
from textbook_ml.reading.book.stories._story import Story, sentence_as_html
from textbook_ml.reading.exercise_command import about
from textbook_ml.sources import registry

Fill = Callable[[str], str]
PLACE = Markup('<div class="pictures"></div>')  # where the pictures of a page are put


def opening(story: Story, where: str, fill: Fill) -> Markup:
    """Return the place in the source texts, the question, the first paragraphs and the pictures."""
    paragraphs = [element("p", sentence_as_html(fill(text))) for text in story.opening]
    text = element(
        "div",
        element("p", words(where), class_="by where"),
        element("p", sentence_as_html(story.question), class_="question"),
        *paragraphs,
        class_="lead story",
    )
    return joined_markup([text, PLACE])


def notice(story: Story, fill: Fill) -> Iterator[Markup]:
    """Yield what to notice in the picture."""
    if story.notice:
        yield element(
            "p",
            element("b", words("Notice:")),
            sentence_as_html(f" {fill(story.notice)}"),
            class_="notice",
        )


def closing(story: Story, functions: Sequence[str], fill: Fill) -> Markup:
    """Return the common mistakes, the summary, the exercises, and the pages that follow."""
    title = "A common mistake" if len(story.mistakes) == 1 else "Common mistakes"
    mistakes = element(
        "aside",
        element("h2", words(title)),
        *(element("p", sentence_as_html(fill(text))) for text in story.mistakes),
        class_="mistakes",
    )
    lines = (element("li", sentence_as_html(fill(text))) for text in story.summary)
    summary = [element("h2", words("In three lines")), element("ul", *lines)]
    return joined_markup(
        [mistakes, *summary, *_exercise_links(functions), _next_pages(story, fill)]
    )


def _exercise_links(functions: Sequence[str]) -> Iterator[Markup]:
    """Yield links to the exercises about the functions of a page."""
    ids = dict.fromkeys(i for name in functions for i in registry.implementations()[name])
    found = {one.number: one for i in ids for one in about(i)}
    if found:
        links = [
            element("li", link(f"{n}. {one.title}", f"exercises.html#{one.name}"))
            for n, one in sorted(found.items())
        ]
        yield element("h2", words("Check yourself"))
        yield element("ul", *links)


def _next_pages(story: Story, fill: Fill) -> Markup:
    """Return the question that leads to the next page, and the other pages that build on this."""
    first, *others = story.leads_to
    target = STORIES.get(first)
    label = target.title if target else first.capitalize()
    parts = [
        element(
            "p", sentence_as_html(fill(story.onward) + " "), link(f"{label} →", f"{first}.html")
        ),
    ]
    if others:
        links = ", ".join(link(STORIES[page].title, f"{page}.html") for page in others)
        parts.append(element("p", Markup(f"This page also leads to: {links}."), class_="by"))
    return element("div", element("h2", words("Next")), *parts, class_="onward")
