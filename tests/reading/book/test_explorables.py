"""Pictures that a reader changes: all sliders, to their ends."""

import json
from itertools import product
from xml.etree import ElementTree

import pytest

from textbook_ml.equations import CHAPTER
from textbook_ml.errors import TextbookError
from textbook_ml.reading.book.explorables import EXPLORABLES, explorables, explored, picture


@pytest.mark.parametrize("name", EXPLORABLES)
def test_every_corner_of_the_sliders_has_an_answer(name: str) -> None:
    """A picture, or words that say why there is none: never an exception of Python."""
    ends = [(s.low, s.start, s.high) for s in EXPLORABLES[name].sliders.values()]
    corners = [corner for corner in product(*ends) if len(set(corner)) < 3][:12]
    for corner in corners:
        values = dict(zip(EXPLORABLES[name].sliders, corner))
        answer = json.loads(explored(name, json.dumps({"values": values, "width": 640})))
        assert answer["words"].endswith(".")
        assert answer["svg"].startswith("<svg") or "0/0" in answer["words"]


def test_no_examples_and_no_hallucinations_have_no_estimate() -> None:
    """0/0 is a lesson, not a picture."""
    nothing = {"strength": 0, "red": 0, "green": 0, "blue": 0}
    answer = json.loads(explored("smoothing", json.dumps({"values": nothing, "width": 640})))
    assert answer["svg"] == "" and "0/0" in answer["words"]


def test_equal_bells_part_halfway() -> None:
    """Means −1 and 3: the decision changes at 1."""
    values = {"mu0": -1, "mu1": 3, "sigma0": 1, "sigma1": 1}
    assert "changes at 1." in picture("bells", values, 640)["words"]
    assert "nowhere" in picture("bells", {**values, "mu1": -1}, 640)["words"]


def test_the_climb_ends_at_the_top() -> None:
    """After sixty steps, the height is that of the maximum, to four digits."""
    words = picture("ascent", {"steps": 60, "eta": 0.14}, 640)["words"]
    heights = [part.split()[0].rstrip(".;") for part in words.split(" is ")[1:]]
    assert len(heights) == 2 and heights[0] == heights[1]


def test_a_value_off_its_slider_is_refused() -> None:
    """The page cannot ask for it, but anyone can."""
    with pytest.raises(TextbookError, match="off its slider"):
        picture("ascent", {"steps": 1e9, "eta": 0.1}, 640)


def test_each_belongs_to_a_page_and_starts_with_a_picture() -> None:
    """Before Python is there."""
    pages = {name for name, *_ in CHAPTER}
    for one in explorables().values():
        assert one["page"] in pages and str(one["svg"]).startswith("<svg")
        assert str(one["about"]).endswith(".")


@pytest.mark.parametrize("name", EXPLORABLES)
def test_a_picture_is_as_wide_as_its_place(name: str) -> None:
    """Not shrunk to fit a phone, so that its letters keep their size; nor wider than needed."""
    start = {key: slider.start for key, slider in EXPLORABLES[name].sliders.items()}
    for place in (310, 500, 2000):
        svg = ElementTree.fromstring(picture(name, start, place)["svg"])
        assert float(svg.attrib["width"]) <= min(place, 740)
