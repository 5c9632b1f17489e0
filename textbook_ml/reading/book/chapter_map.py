"""The map of the chapter on the first page: its parts, its pages, and the order of reading.

`book.js` marks the pages that the reader has opened and the page that was opened last.
"""

from collections.abc import Iterator, Mapping

from textbook_ml.plots.svg import Markup, element, words
from textbook_ml.reading.book.markup import joined_markup, link
from textbook_ml.reading.book.stories import PARTS, STORIES
from textbook_ml.reading.book.stories._story import Story

# In pixels: width and height of a box, gap between columns, height of a row and of the headings.
WIDTH, HEIGHT, GAP, ROW, TOP = 182, 36, 34, 52, 36
COLUMN = WIDTH + GAP


def chapter_map(labels: Mapping[str, str]) -> Markup:
    """Return the map as a picture with links, and as a list with the question of each page."""
    return joined_markup([_map_drawing(labels), *_pages_by_part(labels)])


def places() -> dict[str, tuple[int, int]]:
    """Return the column and row of the box of each page."""
    return {
        story.page: (column, row)
        for column, part in enumerate(PARTS)
        for row, story in enumerate(part.stories)
    }


def _map_drawing(labels: Mapping[str, str]) -> Markup:
    at = places()
    height = TOP + ROW * max(len(part.stories) for part in PARTS)
    numbers = {page: n for n, page in enumerate(STORIES, start=1)}
    arrows = [
        f'<path class="arrow" marker-end="url(#tip)" d="{_arrow_line(at[story.page], at[page])}"/>'
        for story in STORIES.values()
        for page in story.leads_to
        if page in at
    ]
    heads = [
        f'<text class="part" x="{column * COLUMN}" y="20">{words(part.title)}</text>'
        for column, part in enumerate(PARTS)
    ]
    boxes = [
        _page_box(story, labels[page], numbers[page], at[page]) for page, story in STORIES.items()
    ]
    tip = (
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
        'markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>'
    )
    view = f"0 0 {COLUMN * len(PARTS) - GAP + 8} {height}"
    svg = f'<svg viewBox="{view}" role="group" aria-label="Map of the chapter">'
    inside = "".join([tip, *heads, *arrows, *boxes])
    return element("div", Markup(f"{svg}{inside}</svg>"), class_="map")


def _page_box(story: Story, label: str, number: int, place: tuple[int, int]) -> str:
    x, y = place[0] * COLUMN, TOP + place[1] * ROW
    return (
        f'<a href="{story.page}.html" data-page="{story.page}"><title>{words(story.title)}</title>'
        f'<rect x="{x + 1}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="7"/>'
        f'<text x="{x + 10}" y="{y + 23}">{number} {words(label)}</text></a>'
    )


def _arrow_line(start: tuple[int, int], end: tuple[int, int]) -> str:
    """Return the line from one box to another: down a column, or along the space beside it."""
    x, y = start[0] * COLUMN, TOP + start[1] * ROW
    a, b = end[0] * COLUMN, TOP + end[1] * ROW
    if start[0] == end[0] and end[1] == start[1] + 1:
        return f"M{x + WIDTH // 2} {y + HEIGHT}V{b - 1}"
    if start[0] == end[0]:
        side, bow = x + WIDTH + 1, 6 + 5 * (end[1] - start[1])
        return f"M{side} {y + 26}C{side + bow} {y + 40} {side + bow} {b - 4} {side + 1} {b + 10}"
    right, middle = x + WIDTH + 1, b + HEIGHT // 2
    return f"M{right} {y + 18}C{right + 40} {y + 18} {a - 40} {middle} {a} {middle}"


def _pages_by_part(labels: Mapping[str, str]) -> Iterator[Markup]:
    """Yield the pages of each part with their questions."""
    numbers = {page: n for n, page in enumerate(STORIES, start=1)}
    for part in PARTS:
        yield element("h3", words(part.title), element("small", words(part.question)))
        items = [
            element(
                "li",
                link(story.title, f"{story.page}.html", data_page=story.page),
                element("p", words(story.question)),
                value=str(numbers[story.page]),
            )
            for story in part.stories
        ]
        yield element("ol", *items, class_="contents")
