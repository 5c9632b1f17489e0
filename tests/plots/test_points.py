"""Scatter plots and paths."""

import re
from itertools import pairwise
from math import hypot, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.plots.drawn import (
    corners,
    of_class,
    parsed,
    paths,
    reader,
    x_numbers,
    y_numbers,
)
from textbook_ml.core.errors import TextbookError
from textbook_ml.plots import Figure, Path, Points
from textbook_ml.plots.points import HEAD, apart, distinct
from textbook_ml.plots.style import MARKERS

places = st.lists(st.tuples(st.floats(0, 500), st.floats(0, 300)), max_size=50)


def test_each_point_has_a_marker_at_its_coordinates() -> None:
    """The marker has the shape of the series, and its centre is on the point."""
    figure = Figure("t", "d", "x", "y", [Points([1.0, 2.0, 4.0], [10.0, 40.0, 20.0])])
    root = parsed(figure.svg())
    data = paths(of_class(root, "s0")[0])[0].get("d", "")
    at_x, at_y = reader(x_numbers(root), float), reader(y_numbers(root), float)
    assert data.count(MARKERS[0]) == 3
    given = [(1.0, 10.0), (2.0, 40.0), (4.0, 20.0)]
    for (x, y), place in zip(given, corners(data), strict=True):
        assert place == pytest.approx((at_x(x), at_y(y) - 0.36 * 12), abs=0.05)


def test_points_outside_the_range_are_omitted() -> None:
    """Points outside the range are not drawn at the edge either."""
    figure = Figure("t", "d", "x", "y", [Points([0.5, 7.0], [0.5, 0.5])], x_range=(0.0, 1.0))
    data = paths(of_class(parsed(figure.svg()), "s0")[0])[0].get("d", "")
    assert len(corners(data)) == 1


@given(places)
def test_an_omitted_point_is_covered_by_one_that_is_drawn(ps: list[tuple[float, float]]) -> None:
    """Every point has a marker within half a pixel, and there are no new positions."""
    kept = list(distinct(ps))
    assert set(kept) <= set(ps)
    assert all(any(abs(x - a) <= 0.5 and abs(y - b) <= 0.5 for a, b in kept) for x, y in ps)


@given(places, st.floats(0.1, 50.0))
def test_kept_points_of_a_path_have_a_minimum_distance(
    ps: list[tuple[float, float]], distance: float
) -> None:
    """The first point is kept, and each next one has at least this distance."""
    kept = list(apart(ps, distance))
    assert kept[:1] == ps[:1]
    assert all(hypot(c - a, d - b) >= distance for (a, b), (c, d) in pairwise(kept))


@pytest.mark.parametrize(("dx", "dy"), [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (3.0, -4.0)])
def test_a_path_ends_in_an_arrow_in_its_direction(dx: float, dy: float) -> None:
    """The tip of the arrow is the last point, and the centre of its base is behind it."""
    path = Path([0.0, dx], [0.0, dy])
    figure = Figure("t", "d", "x", "y", [path], x_range=(-5.0, 5.0), y_range=(-5.0, 5.0))
    line, _, arrow = paths(of_class(parsed(figure.svg()), "s0")[0])
    start, end = corners(line.get("d", ""))
    tip, left, right = corners(arrow.get("d", ""))
    base = ((left[0] + right[0]) / 2, (left[1] + right[1]) / 2)
    length = hypot(end[0] - start[0], end[1] - start[1])
    assert tip == end
    assert (tip[0] - base[0], tip[1] - base[1]) == pytest.approx(
        (HEAD * (end[0] - start[0]) / length, HEAD * (end[1] - start[1]) / length), abs=0.05
    )


def test_a_path_of_length_zero_is_drawn() -> None:
    """An optimiser that starts at the maximum does not move."""
    data = Figure("t", "d", "x", "y", [Path([1.0, 1.0], [2.0, 2.0])]).svg()
    assert "nan" not in data


def test_invalid_points_are_errors() -> None:
    """Infinite coordinates, lists of different lengths, and paths with one point are errors."""
    with pytest.raises(TextbookError, match="nan in xs of the points 'yes', at position 0"):
        Points([nan], [1.0], label="yes")
    with pytest.raises(TextbookError, match="the points must have .*, got 1 xs and 2 ys"):
        Points([1.0], [1.0, 2.0])
    with pytest.raises(TextbookError, match="the path 'ascent' must have at least two points"):
        Path([1.0], [1.0], label="ascent")


def test_a_hundred_thousand_points_are_one_path() -> None:
    """There are no more markers than half pixels in the frame."""
    xs = [(k * 7919) % 100_003 / 100_003 for k in range(100_000)]
    ys = [(k * 104_729) % 100_003 / 100_003 for k in range(100_000)]
    group = of_class(parsed(Figure("t", "d", "x", "y", [Points(xs, ys)]).svg()), "s0")[0]
    (path,) = paths(group)
    assert 50_000 < len(re.findall("M", path.get("d", ""))) <= 100_000
