"""Pictures with sliders, tested at all extreme positions of the sliders."""

import json
from itertools import product
from xml.etree import ElementTree

import pytest

from textbook_ml.core.errors import TextbookError
from textbook_ml.equations import CHAPTER
from textbook_ml.reading.book.explorables import EXPLORABLES, explorables, explored, picture


@pytest.mark.parametrize("name", EXPLORABLES)
def test_extreme_slider_positions_give_a_picture_or_a_message(name: str) -> None:
    """No position of the sliders raises any other exception."""
    ends = [(s.low, s.start, s.high) for s in EXPLORABLES[name].sliders.values()]
    corners = [corner for corner in product(*ends) if len(set(corner)) < 3][:12]
    for corner in corners:
        values = dict(zip(EXPLORABLES[name].sliders, corner))
        answer = json.loads(explored(name, json.dumps({"values": values, "width": 640})))
        assert answer["words"].endswith(".")
        assert answer["svg"].startswith("<svg") or "0/0" in answer["words"]


def test_an_estimate_without_examples_and_smoothing_is_a_message() -> None:
    """For 0/0 there is a message and no picture."""
    nothing = {"strength": 0, "red": 0, "green": 0, "blue": 0}
    answer = json.loads(explored("smoothing", json.dumps({"values": nothing, "width": 640})))
    assert answer["svg"] == "" and "0/0" in answer["words"]


def test_the_boundary_of_equal_variances_is_halfway_between_the_means() -> None:
    """For the means −1 and 3 the decision changes at 1."""
    values = {"mu0": -1, "mu1": 3, "sigma0": 1, "sigma1": 1}
    assert "changes at 1." in picture("bells", values, 640)["words"]
    assert "nowhere" in picture("bells", {**values, "mu1": -1}, 640)["words"]


def test_gradient_ascent_converges_to_the_maximum() -> None:
    """After sixty steps the log likelihood equals its maximum to four digits."""
    words = picture("ascent", {"steps": 60, "eta": 0.14}, 640)["words"]
    values = [part.split()[0].rstrip(".;") for part in words.split(" is ")[1:]]
    assert len(values) == 2 and values[0] == values[1]


def test_a_value_outside_the_range_of_its_slider_is_an_error() -> None:
    """The sliders cannot produce such a value, but a script can."""
    with pytest.raises(TextbookError, match=r"steps must be between 1 and 60, got 1000000000\.0"):
        picture("ascent", {"steps": 1e9, "eta": 0.1}, 640)


def test_each_interactive_picture_has_a_page_and_a_first_picture() -> None:
    """The first picture is shown before Python has started."""
    pages = {name for name, *_ in CHAPTER}
    for one in explorables().values():
        assert one["page"] in pages and str(one["svg"]).startswith("<svg")
        assert str(one["about"]).endswith(".")


@pytest.mark.parametrize("name", EXPLORABLES)
def test_a_picture_is_at_most_as_wide_as_its_place(name: str) -> None:
    """The letters in the picture keep their size."""
    start = {key: slider.start for key, slider in EXPLORABLES[name].sliders.items()}
    for place in (310, 500, 2000):
        svg = ElementTree.fromstring(picture(name, start, place)["svg"])
        assert float(svg.attrib["width"]) <= min(place, 740)
