"""Figures are well formed for any input, reproducible, and not empty."""

import re
from dataclasses import replace
from math import inf, sin
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.plots.drawn import SVG, parsed, texts, x_numbers, y_numbers
from textbook_ml.core.errors import TextbookError
from textbook_ml.plots import (
    Band,
    Bars,
    Boundary,
    Contours,
    Figure,
    Grid,
    Histogram,
    Line,
    Log,
    Mark,
    Path,
    Points,
    Region,
    Rule,
)
from textbook_ml.plots.svg import plain

GRID = Grid.of(lambda x, y: x * y - 0.2, (-1.0, 1.0), (-1.0, 1.0), cells=8)
MARKS: list[Mark] = [
    Region(GRID, "a"),
    Histogram([-1.0, 0.0, 1.0], [0.5, 0.25], "b"),
    Contours(GRID, [-0.5, 0.5], "c"),
    Band([-1.0, 1.0], [-1.0, 0.0], [0.0, 1.0], "d"),
    Line([-1.0, 1.0], [-1.0, 1.0], "d"),
    Path([-1.0, 0.0, 1.0], [0.0, 0.5, 0.0], "e"),
    Points([-0.5, 0.5], [0.5, -0.5], "a"),
    Boundary(GRID, "f"),
    Rule(x=0.25, label="g"),
]
sayings = st.one_of(
    st.text(max_size=40),
    st.sampled_from(["</svg><script>alert(1)</script>", "\"'&<>", "🤖" * 30]),
    st.sampled_from(["\0\x1b[31m", "\ud800", "\ufffe"]),
)


@given(sayings, sayings, sayings)
def test_any_text_gives_a_well_formed_document_that_contains_it(
    title: str, label: str, name: str
) -> None:
    """No title, label or name can break the markup."""
    described = title + "."
    marks: list[Mark] = [Bars([name, "other"], [1.0, 2.0], label), Rule(x=1.5, label=label)]
    root = parsed(Figure("t" + title, described, title, label, marks).svg())
    assert root.findtext(f"{SVG}title") == plain("t" + title)
    assert {e.tag.removeprefix(SVG) for e in root.iter()} <= {
        "svg", "title", "desc", "style", "g", "rect", "path", "text", "clipPath", "pattern"
    }  # fmt: skip


@given(
    st.lists(st.tuples(st.floats(-1e200, 1e200), st.floats(-1e-200, 1e200)), min_size=1, max_size=6)
)
def test_any_numbers_give_a_well_formed_document_with_finite_coordinates(
    points: list[tuple[float, float]],
) -> None:
    """Numbers may be huge, tiny, equal or almost equal."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    svg = Figure("t", "d", "x", "y", [Line(xs, ys), Points(xs, ys)]).svg()
    root = parsed(svg)
    width, height = map(float, root.get("viewBox", "").split()[2:])
    assert "nan" not in svg and "inf" not in svg
    for e in root.iter(f"{SVG}text"):
        assert 0 <= float(e.get("x", "")) <= width
        assert 0 <= float(e.get("y", "")) <= height


@pytest.mark.parametrize("constant", [0.0, 5.0, -3.0, 1e200, 1e-200, -5e-324])
def test_a_constant_line_is_drawn_in_the_middle(constant: float) -> None:
    """A range of length 0 is widened."""
    root = parsed(Figure("t", "d", "x", "y", [Line([constant] * 2, [constant] * 2)]).svg())
    assert len(x_numbers(root)) > 1
    assert len(y_numbers(root)) > 1


def test_the_same_figure_gives_the_same_bytes() -> None:
    """Another figure gives other bytes, and shares no id or class with the first."""
    one, same, other = (Figure("t", "d", "x", label, MARKS) for label in ("y", "y", "z"))
    assert one == same and one.svg() == same.svg() == one._repr_svg_()
    scopes = [re.findall("plot-[0-9a-f]+", figure.svg()) for figure in (one, other)]
    assert len(set(scopes[0])) == len(set(scopes[1])) == 1
    assert set(scopes[0]).isdisjoint(scopes[1])


def test_integers_and_lists_make_the_same_figure_as_floats_and_tuples() -> None:
    """A mark stores its numbers as tuples of floats."""
    assert Line([1, 2], (3, 4)) == Line((1.0, 2.0), [3.0, 4.0])
    listed, fixed = [Line([1], [2])], (Line([1.0], [2.0]),)
    assert Figure("t", "d", "x", "y", listed) == Figure("t", "d", "x", "y", fixed)


def test_every_id_is_unique_and_every_reference_has_a_target() -> None:
    """No reference is broken or ambiguous."""
    bars = [Bars(["n"], [1.0], label) for label in "abc"]
    for figure in (Figure("t", "d", "x", "y", MARKS), Figure("t", "d", "x", "y", bars)):
        svg = figure.svg()
        ids = re.findall(r' id="([^"]+)"', svg)
        assert len(ids) == len(set(ids))
        labelled = parsed(svg).get("aria-labelledby", "").split()
        assert {*re.findall(r"url\(#([^)]+)\)", svg), *labelled} == set(ids)


def test_a_screen_reader_gets_the_title_and_the_description() -> None:
    """The drawing is an image with a title and a description."""
    root = parsed(Figure("The title", "What can be seen.", "x", "y", MARKS).svg())
    spoken = {e.get("id"): e.text for e in root}
    assert root.get("role") == "img"
    assert [spoken[name] for name in root.get("aria-labelledby", "").split()] == [
        "The title",
        "What can be seen.",
    ]


def test_figures_load_nothing_from_outside() -> None:
    """The only address is the SVG namespace; there is no script and no import."""
    svg = Figure("t", "d", "x", "y", MARKS).svg()
    assert svg.count("http") == 1
    assert not re.search("<script|@import|href|<image|<foreignObject", svg)


def test_the_title_and_labels_are_drawn() -> None:
    """All words are drawn, on several lines if necessary."""
    title = "A long title " * 12
    root = parsed(Figure(title, "d", "name of x", "name of y", MARKS).svg())
    assert plain(title) in " ".join(texts(root))
    assert {"name of x", "name of y"} <= set(texts(root))


def test_an_axis_has_the_given_range() -> None:
    """The first and last numbers of the axis are the ends of the range."""
    figure = Figure("t", "d", "x", "y", MARKS, x_range=(0.0, 10.0), y_range=(-4.0, 4.0))
    root = parsed(figure.svg())
    assert [value for _, value in x_numbers(root)][:: len(x_numbers(root)) - 1] == [0.0, 10.0]
    assert [value for _, value in y_numbers(root)][:: len(y_numbers(root)) - 1] == [-4.0, 4.0]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"marks": []}, "the figure 't' must have at least one mark"),
        ({"title": " "}, "a figure must have a title"),
        ({"description": ""}, "'t' must have a description"),
        ({"x_range": (1.0, 1.0)}, "the range of x must be increasing, got 1 before 1"),
        ({"y_range": (0.0, inf)}, "inf in the range of y, at position 1"),
        ({"x_scale": Log()}, "values on a log axis must be above 0, got 0"),
        (
            {"y_range": (0.0, 1.0), "y_scale": Log()},
            "values on a log axis must be above 0, got 0",
        ),
        ({"marks": [Rule(x=1.0)]}, "no mark determines the range of y. Fix: set y_range"),
        ({"y_scale": Log(), "equal_aspect": True}, "two linear axes"),
        ({"y_range": (0.0, 100.0), "equal_aspect": True}, "got lengths 1 of x and 100 of y"),
    ],
)
def test_an_invalid_figure_is_an_error(wrong: dict[str, Any], message: str) -> None:
    """The error is raised when the figure is created, not when it is drawn."""
    right = Figure("t", "d", "x", "y", [Line([0.0, 1.0], [0.5, 1.0])])
    with pytest.raises(TextbookError, match=message):
        replace(right, **wrong)


def test_a_figure_with_many_points_is_small() -> None:
    """A line through a hundred thousand points takes less than a hundred thousand bytes."""
    xs = [x / 1000 for x in range(100_000)]
    assert len(Figure("t", "d", "x", "y", [Line(xs, list(map(sin, xs)))]).svg()) < 100_000
