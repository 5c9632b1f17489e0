"""Horizontal bar charts."""

from itertools import pairwise

import pytest

from tests.plots.drawn import SVG, of_class, parsed, reader, texts, x_numbers
from textbook_ml.core.errors import TextbookError
from textbook_ml.plots import Bars, Figure, Log, Mark, Rule

NAMES = ["sun", "rain", "snow"]


def figure(*marks: Mark) -> Figure:
    return Figure("t", "d", "share", "", marks)


def rectangles(svg: str, name: str) -> list[dict[str, float]]:
    """Return left, top, width and height of the bars of a series."""
    (group, *_) = of_class(parsed(svg), name)
    return [
        {side: float(e.get(side, "")) for side in ("x", "y", "width", "height")}
        for e in group.iter(f"{SVG}rect")
        if e.get("y") is not None
    ]


def test_bars_extend_from_zero_to_their_length() -> None:
    """Positive bars extend to the right, negative bars to the left."""
    svg = figure(Bars(NAMES, [2.0, -1.0, 0.5])).svg()
    at = reader(x_numbers(parsed(svg)), float)
    for bar, length in zip(rectangles(svg, "s0"), [2.0, -1.0, 0.5], strict=True):
        assert bar["x"] == pytest.approx(at(min(0.0, length)), abs=0.05)
        assert bar["x"] + bar["width"] == pytest.approx(at(max(0.0, length)), abs=0.05)


def test_bars_of_one_name_are_next_to_each_other() -> None:
    """No two bars overlap, and the first name is at the top."""
    svg = figure(Bars(NAMES, [1.0, 2.0, 3.0], "a"), Bars(NAMES, [3.0, 2.0, 1.0], "b")).svg()
    bars = [bar for pair in zip(rectangles(svg, "s0"), rectangles(svg, "s1")) for bar in pair]
    for upper, lower in pairwise(bars):
        assert upper["y"] + upper["height"] < lower["y"]


def test_each_bar_shows_its_name_and_length() -> None:
    """The name is written next to the bar; the tooltip shows name and length."""
    root = parsed(figure(Bars(["snow & ice"], [-0.25])).svg())
    assert "snow & ice" in texts(root)
    assert "snow & ice: −0.25" in [e.text for e in root.iter(f"{SVG}title")]


def test_the_height_of_a_figure_grows_with_the_number_of_bars() -> None:
    """Two hundred bars have enough space, and every name is written."""
    names = [f"word {k}" for k in range(200)]
    svg = figure(Bars(names, [1.0] * 200)).svg()
    bars = rectangles(svg, "s0")
    assert all(b["y"] + b["height"] < c["y"] for b, c in pairwise(bars))
    assert set(names) <= set(texts(parsed(svg)))


def test_a_long_name_is_shortened_on_the_axis_but_not_in_the_tooltip() -> None:
    """On the axis, a name takes at most two fifths of the width."""
    name = "a name that goes on and on " * 8
    root = parsed(figure(Bars([name], [1.0])).svg())
    assert any(written.endswith("…") for written in texts(root))
    assert any((e.text or "").startswith(name.strip()) for e in root.iter(f"{SVG}title"))


def test_series_of_bars_differ_without_colour() -> None:
    """All series but the first have their own hatching, which the legend shows too."""
    root = parsed(figure(Bars(NAMES, [1, 2, 3], "a"), Bars(NAMES, [1, 2, 3], "b"),
                         Bars(NAMES, [1, 2, 3], "c")).svg())  # fmt: skip
    tiles = list(root.iter(f"{SVG}pattern"))
    strokes = [path.get("d") for tile in tiles for path in tile.iter(f"{SVG}path")]
    assert len(tiles) == 4  # of two series, in the frame and in the legend
    assert len(set(strokes)) == 2
    fills = {e.get("fill") for e in root.iter(f"{SVG}rect")}
    assert {f"url(#{tile.get('id')})" for tile in tiles} <= fills


def test_invalid_bars_are_errors() -> None:
    """Different lengths or names, a log axis, and a range of y are errors."""
    with pytest.raises(TextbookError, match="for each name, got 3 names and 1 lengths"):
        Bars(NAMES, [1.0])
    with pytest.raises(TextbookError, match="the bars 'b' have other names than the bars before"):
        figure(Bars(NAMES, [1, 2, 3], "a"), Bars(NAMES[::-1], [1, 2, 3], "b"))
    with pytest.raises(TextbookError, match="bars begin at 0"):
        Figure("t", "d", "x", "y", [Bars(NAMES, [1, 2, 3])], x_scale=Log())
    with pytest.raises(TextbookError, match="has names on the y axis. Fix: omit y_range"):
        Figure("t", "d", "x", "y", [Bars(NAMES, [1, 2, 3])], y_range=(0.0, 1.0))
    with pytest.raises(TextbookError, match="two linear axes"):
        Figure("t", "d", "x", "y", [Bars(NAMES, [1, 2, 3])], equal_aspect=True)


def test_bars_of_length_zero_and_a_rule_are_drawn() -> None:
    """A chart may have only zeros, and a rule among its bars."""
    for marks in ([Bars(NAMES, [0, 0, 0])], [Bars(NAMES, [0, 0, 1]), Rule(x=2.0)]):
        parsed(figure(*marks).svg())
