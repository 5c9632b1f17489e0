"""Pictures that readers can change, one module each; `_picture` explains how they work."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module, resources
from io import StringIO
from typing import Any
from xml.etree import ElementTree

from textbook_ml.core.errors import TextbookError, require
from textbook_ml.data.csv_file import read_csv
from textbook_ml.data.table import Dataset
from textbook_ml.equations import CHAPTER
from textbook_ml.plots.svg import Markup, element, words
from textbook_ml.reading.book.drawing import SCOPE, smaller_svg
from textbook_ml.reading.book.markup import prose
from textbook_ml.reading.book.pictures._picture import Choice, Columns, Handle, Picture, Slider

WIDE, NARROW, WIDEST = (
    860.0,
    310.0,
    1000.0,
)  # width in pixels: on a page, on a phone, and the maximum
_SURFACE = re.compile(r"<rect[^>]*data-surface[^>]*/>")
_MOVED = re.compile(r"translate\(([-\d.]+) ([-\d.]+)\)")


@cache
def pictures() -> Mapping[str, Picture]:
    """Return all pictures by name, in the order of the chapter."""
    here = resources.files(__name__)
    names = sorted(item.name.removesuffix(".py") for item in here.iterdir() if item.is_file())
    found = {
        name: import_module(f"{__name__}.{name}").PICTURE
        for name in names
        if not name.startswith("_") and "." not in name
    }
    order = [page for page, *_ in CHAPTER]
    return dict(sorted(found.items(), key=lambda item: order.index(item[1].page)))


def drawn_picture(name: str, state: Mapping[str, Any], width: float) -> dict[str, Any]:
    """Return a picture as plain data: its SVG, text, surfaces and handles."""
    picture = pictures()[name]
    known = picture.checked(state)
    scene = picture.draw(known)
    svg = scene.drawing.svg(max(280.0, min(width, WIDEST)))
    root = ElementTree.fromstring(svg)
    surfaces = dict(_surfaces_with_boxes(root, 0.0, 0.0))
    return {
        "svg": _SURFACE.sub("", svg),
        "words": scene.drawing.description,
        "size": [float(root.attrib["width"]), float(root.attrib["height"])],
        "surfaces": surfaces,
        "handles": [_handle_data(one, known) for one in scene.handles],
    }


def _surfaces_with_boxes(
    node: ElementTree.Element, x: float, y: float
) -> Iterator[tuple[str, dict[str, list[float]]]]:
    """Yield every surface with its box in the drawing, and its ranges."""
    if found := _MOVED.match(node.get("transform", "")):
        x, y = x + float(found[1]), y + float(found[2])
    name = node.get("data-surface")
    if name is not None:
        left, top, width, height = (float(node.attrib[k]) for k in ("x", "y", "width", "height"))
        ranges = [float(end) for end in node.attrib["data-ranges"].split()]
        yield name, {"box": [x + left, y + top, width, height], "ranges": ranges}
    for child in node:
        yield from _surfaces_with_boxes(child, x, y)


def _handle_data(one: Handle, state: Mapping[str, Any]) -> dict[str, Any]:
    """Return a handle as plain data: its position, and the sliders that it moves."""
    places = [state[at] if isinstance(at, str) else at for at in (one.x, one.y)]
    keys = [at if isinstance(at, str) else "" for at in (one.x, one.y)]
    return {
        "label": one.label,
        "surface": one.surface,
        "at": places,
        "keys": keys,
        "example": one.example,
    }


def answer_request(name: str, asked: str) -> str:
    """Answer a request of the page in JSON: a drawing, the columns of a table, or an error.

    >>> json.loads(answer_request("losses", json.dumps({"state": {"margin": 9}})))["error"]
    'margin must be between -3 and 3, got 9.'
    """
    wanted = json.loads(asked)
    try:
        if "table" in wanted:
            return json.dumps(_adopted_table(name, wanted["table"]) | {"clean": True})
        found = drawn_picture(name, wanted["state"], wanted.get("width", WIDE))
    except TextbookError as error:
        found = {"error": f"{str(error).rstrip('.')}."}
    return json.dumps(found | {"clean": True})


def _adopted_table(name: str, given: Mapping[str, str]) -> dict[str, Any]:
    """Return the columns of a table and, for a picture, the state in which it uses the table."""
    table = _parsed_table(given["text"], given.get("label", ""))
    kinds = [[column, kind] for column, kind, _ in table.columns()]
    found = {"columns": kinds, "label": table.label_name, "rows": len(table)}
    if not name:
        return found
    adopt = pictures()[name].adopt
    if adopt is None:
        raise TextbookError(f"the picture {name} does not use a table")
    return {"state": adopt(table, Columns(given.get("x", ""), given.get("y", "")))}


@cache
def _parsed_table(text: str, label: str) -> Dataset:
    require(text.strip() != "", "the table is empty. Fix: paste a CSV file with a header")
    return read_csv(StringIO(text), label=label or None, quiet=True)


def still_pictures(page: str) -> list[Markup]:
    """Return the pictures of a page as they are before a reader touches them."""
    return [_still_picture(name, one) for name, one in pictures().items() if one.page == page]


@cache
def _picture_at_start(name: str, width: float) -> dict[str, Any]:
    """Return a picture in its first state."""
    return drawn_picture(name, {}, width)


def _needs_whole_width(name: str) -> bool:
    """Return whether a picture needs the whole width, so that its controls are above it."""
    width, height = _picture_at_start(name, WIDE)["size"]
    return bool(width > 2 * height)


def _still_picture(name: str, one: Picture) -> Markup:
    first = _picture_at_start(name, WIDE)
    return element(
        "figure",
        element("p", words(one.title), class_="label"),
        element("p", prose(one.about), class_="about"),
        element("div", smaller_svg(first["svg"]), class_=f"place {SCOPE}"),
        element("figcaption", words(first["words"])),
        element("p", prose(f"Notice: {one.notice[0].lower()}{one.notice[1:]}"), class_="notice"),
        id=f"explore-{name}",
        class_="explorable broad" if _needs_whole_width(name) else "explorable",
    )


def declarations() -> dict[str, dict[str, Any]]:
    """Return every picture as plain data for the script of the page."""
    return {
        name: {
            "page": one.page,
            "title": one.title,
            "controls": [_control_data(key, control) for key, control in one.controls.items()],
            "state": one.start(),
            "takes": one.adopt is not None,
            "flat": one.examples is not None and one.examples.flat,
            "first": {key: first[key] for key in ("size", "surfaces", "handles")},
            "narrow": _picture_at_start(name, NARROW),
        }
        for name, one in pictures().items()
        for first in [_picture_at_start(name, WIDE)]
    }


def _control_data(key: str, one: Any) -> dict[str, Any]:
    if isinstance(one, Slider):
        return {"key": key, "label": one.label, "range": [one.low, one.high, one.step]}
    options = list(one.options.items()) if isinstance(one, Choice) else []
    return {"key": key, "label": one.label, "options": options}
