"""Interactive pictures: every control, every handle, and tables that readers type in."""

import json
from itertools import product
from typing import Any
from xml.etree import ElementTree

import pytest

from textbook_ml.core.errors import TextbookError
from textbook_ml.data.datasets import load
from textbook_ml.equations import CHAPTER
from textbook_ml.reading.book.pictures import (
    answer_request,
    declarations,
    drawn_picture,
    pictures,
    still_pictures,
)
from textbook_ml.reading.book.pictures._picture import Choice, Control, Slider

IRIS = "length,width,species\n" + "\n".join(
    f"{row[2]},{row[3]},{label}" for row, label in zip(load("iris").rows, load("iris").labels)
)
TENNIS = "outlook,wind,play\n" + "\n".join(
    f"{row[0]},{row[3]},{label}"
    for row, label in zip(load("play-tennis").rows, load("play-tennis").labels)
)

LONG = ["learning_curves"]  # draws and fits many samples in each state


def ends(control: Control) -> list[Any]:
    """Return the extreme values of a control."""
    if isinstance(control, Slider):
        return [control.low, control.start, control.high]
    return list(control.options) if isinstance(control, Choice) else [False, True]


def asked(name: str, **wanted: Any) -> Any:
    return json.loads(answer_request(name, json.dumps(wanted)))


@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=[pytest.mark.slow] if n in LONG else []) for n in pictures()],
)
def test_every_extreme_state_gives_a_picture_or_a_message(name: str) -> None:
    """Each control at its ends, then all of them at once; no other exception is raised."""
    controls = pictures()[name].controls
    states = [{key: value} for key, control in controls.items() for value in ends(control)]
    states += [dict(zip(controls, corner)) for corner in zip(*map(ends, controls.values()))]
    for state in states:
        found = asked(name, state=state, width=640)
        if "error" in found:
            assert found["error"].endswith(".")
        else:
            assert found["svg"].startswith("<svg") and found["words"].endswith(".")
            assert "data-surface" not in found["svg"]


@pytest.mark.parametrize("name", pictures())
def test_handles_are_inside_their_surface_and_move_sliders(name: str) -> None:
    """The page computes positions from the ranges of the surface."""
    picture, first = pictures()[name], drawn_picture(name, {}, 720)
    width, height = first["size"]
    for handle in first["handles"]:
        surface = first["surfaces"][handle["surface"]]
        left, top, across, down = surface["box"]
        assert 0 <= left <= left + across <= width and 0 <= top <= top + down <= height
        x0, x1, y0, y1, *_ = surface["ranges"]
        x, y = handle["at"]
        assert x0 <= x <= x1 and y0 <= y <= y1
        keys = [key for key in handle["keys"] if key]
        assert all(isinstance(picture.controls[key], Slider) for key in keys)
        assert bool(keys) != (handle["example"] is not None)


@pytest.mark.parametrize("name", pictures())
def test_a_picture_is_at_most_as_wide_as_its_place(name: str) -> None:
    """The letters in the picture keep their size."""
    for place in (310, 500, 2000):
        svg = ElementTree.fromstring(drawn_picture(name, {}, place)["svg"])
        assert float(svg.attrib["width"]) <= min(place, 1000)


def test_every_picture_has_a_page_texts_and_a_still() -> None:
    """The still picture is on its page without a script."""
    pages = [name for name, *_ in CHAPTER]
    assert {one.page for one in pictures().values()} <= set(pages)
    assert (
        sum(len(still_pictures(page)) for page in pages) == len(pictures()) == len(declarations())
    )
    for one in pictures().values():
        assert one.about.endswith(".") and one.notice.endswith(".")
    assert still_pictures("log_terms") == []  # sums of logarithms: the page is only for reference
    assert "Notice: " in still_pictures("losses")[0] and "<svg" in still_pictures("losses")[0]


def test_a_value_outside_its_range_is_an_error() -> None:
    """A script can send values that the controls cannot produce; they raise errors."""
    with pytest.raises(TextbookError, match="steps must be between 1 and 60, got 1000000000"):
        drawn_picture("ascent", {"steps": 1e9}, 640)
    with pytest.raises(TextbookError, match="model must be one of gnb, .*, got svm"):
        drawn_picture("boundaries", {"model": "svm"}, 640)
    with pytest.raises(TextbookError, match="class of an example must be below 2"):
        drawn_picture("boundaries", {"examples": [[0, 0, 5]]}, 640)


def test_the_numbers_of_the_pictures() -> None:
    """Numbers that can be checked by hand, or stand in the text of the chapter."""
    assert "changes at 0." in drawn_picture("gaussians", {}, 640)["words"]
    assert "changes at 1." in drawn_picture("gaussians", {"mu1": 3}, 640)["words"]
    assert "0.665, 0.245 and 0.090" in drawn_picture("softmax", {}, 640)["words"]
    same = {"s1": 2.0, "s2": 1.0, "c": 100.0}
    assert "0.665, 0.245 and 0.090" in drawn_picture("softmax", same, 640)["words"]
    assert (
        "logistic loss 2.13, hinge loss 3.00"
        in drawn_picture("losses", {"margin": -2}, 640)["words"]
    )
    assert "Overcast 1/8" in drawn_picture("smoothing", {}, 640)["words"]
    assert "P(Yes) = 1.000" in drawn_picture("smoothing", {"strength": 0}, 640)["words"]
    assert "product is 486/125, so P(No) = 0.795" in drawn_picture("evidence", {}, 640)["words"]
    twice = drawn_picture("evidence", {"wind": "unknown"}, 640)["words"]
    assert "product is 54/25, so P(No) = 0.684" in twice
    assert "product is 54/25, so P(No) = 0.684" in drawn_picture("unknown_wind", {}, 640)["words"]
    assert "is missing 1/9" in drawn_picture("unknown_wind", {"reason": True}, 640)["words"]
    once = drawn_picture("messages", {"buy": 1}, 640)["words"]
    assert "0.900 in the Bernoulli model and 0.750 in the multinomial" in once
    assert (
        "score -1 and passes with probability 0.269"
        in drawn_picture("logistic_curve", {}, 640)["words"]
    )
    assert "22 of 36 kinds" in drawn_picture("tallies", {"by": "whole"}, 640)["words"]
    assert "Sunny 3/5" in drawn_picture("tallies", {}, 640)["words"]
    assert (
        "error is 3/5, and the Bayes error is 1/5" in drawn_picture("bayes_error", {}, 640)["words"]
    )
    sizes = drawn_picture("parameter_counts", {}, 640)["words"]
    assert "quadratic 131, GDA 76, Gaussian NB 41, one variance 31" in sizes
    ten = drawn_picture("ascent", {"steps": 10, "eta": 0.1}, 640)["words"]
    assert "objective is -2.628" in ten and "safe step size for these examples is 0.1" in ten


def test_conditional_independence_ends_when_a_cut_moves() -> None:
    """The start is Mitchell's weather; one other probability is enough to end it."""
    assert (
        "Given lightning, thunder and rain are independent"
        in drawn_picture("mosaic", {}, 640)["words"]
    )
    moved = drawn_picture("mosaic", {"x11": 0.5}, 640)["words"]
    assert "Given lightning, thunder and rain are not independent" in moved


def test_equal_variances_make_the_bridge_exact() -> None:
    """The two computations agree; with two variances they do not."""
    for mu1, prior in product((-2.0, 0.5, 3.0), (0.2, 0.5)):
        words = drawn_picture("sigmoid", {"mu1": mu1, "prior": prior}, 640)["words"]
        assert "the two computations agree" in words
        assert (
            "differ by up to"
            in drawn_picture("sigmoid", {"mu1": mu1, "differ": True}, 640)["words"]
        )


def test_a_classifier_that_cannot_be_fitted_is_a_sentence() -> None:
    """One class, or separable examples without a penalty; the examples are still drawn."""
    alone = drawn_picture("boundaries", {"examples": [[0, 0, 0], [1, 1, 0]]}, 640)
    assert "No result" in alone["words"] and len(alone["handles"]) == 2
    apart = {"examples": [[-1, 0, 0], [1, 0, 1]], "model": "logistic", "lam": 0}
    assert "No result" in drawn_picture("boundaries", apart, 640)["words"]


@pytest.mark.parametrize("name", [name for name, one in pictures().items() if one.adopt])
def test_a_table_becomes_a_state_or_a_message(name: str) -> None:
    """Every picture draws the table that fits, and says why the other does not fit."""
    found = [asked(name, table={"text": text}) for text in (IRIS, TENNIS)]
    states = [one["state"] for one in found if "state" in one]
    assert len(states) == 1 and [
        one for one in found if "this picture needs" in one.get("error", "")
    ]
    assert drawn_picture(name, states[0], 640)["svg"].startswith("<svg")


def test_the_columns_of_a_table_are_listed_and_chosen() -> None:
    """The reader chooses the class and the features; a table without rows is a message."""
    whole = asked("", table={"text": IRIS})
    assert whole["columns"] == [["length", "continuous"], ["width", "continuous"]]
    assert whole["label"] == "species" and whole["rows"] == 150
    chosen = asked("boundaries", table={"text": IRIS, "x": "width"})["state"]
    assert chosen["names"] == ["width", "length"] and len(chosen["examples"]) == 100
    assert asked("", table={"text": ""})["error"].startswith("the table is empty")
