"""Contour lines, decision boundaries and regions."""

from itertools import combinations, pairwise
from math import hypot

import pytest

from tests.plots.drawn import (
    Point,
    corners,
    of_class,
    parsed,
    paths,
    reader,
    texts,
    x_numbers,
    y_numbers,
)
from textbook_ml.plots import Boundary, Contours, Figure, Grid, Line, Points, Region
from textbook_ml.plots.lettering import text_width

BOWL = Grid.of(lambda x, y: x * x + y * y, (-3.0, 3.0), (-2.0, 2.0))


def lines(figure: Figure, name: str) -> list[list[Point]]:
    """Return the corners of each path of a series."""
    return [corners(p.get("d", "")) for g in of_class(parsed(figure.svg()), name) for p in paths(g)]


@pytest.mark.parametrize("x_range", [(-3.0, 3.0), (-3.0, 5.0), (-12.0, 4.0)])
def test_a_circle_is_round_if_the_aspect_is_equal(x_range: tuple[float, float]) -> None:
    """All points of level 1 are as far from the centre as 1 is from 0 on the axis."""
    figure = Figure("t", "d", "x", "y", [Contours(BOWL, [1.0])], x_range=x_range, equal_aspect=True)
    root = parsed(figure.svg())
    at_x, at_y = reader(x_numbers(root), float), reader(y_numbers(root), float)
    unit = at_x(1.0) - at_x(0.0)
    assert at_y(0.0) - at_y(1.0) == pytest.approx(unit, abs=0.05)
    middle = (at_x(0.0), at_y(0.0) - 0.36 * 12)
    circle = lines(figure, "s0")[0]
    for x, y in circle:
        assert hypot(x - middle[0], y - middle[1]) == pytest.approx(unit, rel=0.01)


def test_each_contour_level_has_a_line_and_a_number() -> None:
    """Each number is on its own line, and numbers do not overlap."""
    figure = Figure("t", "d", "x", "y", [Contours(BOWL, [0.25, 1.0, 2.25])], equal_aspect=True)
    root = parsed(figure.svg())
    assert {"0.25", "1", "2.25"} <= set(texts(root))
    assert len(lines(figure, "s0")) == 3
    for level, line in zip(["0.25", "1", "2.25"], lines(figure, "s0"), strict=True):
        places = [e for e in root.iter() if e.text == level and e.get("font-size") == "10"]
        (x, y) = float(places[0].get("x", "")), float(places[0].get("y", "")) - 3.6
        assert min(hypot(x - a, y - b) for a, b in line) < 0.05


def test_numbers_of_close_levels_do_not_overlap() -> None:
    """The numbers that are written on forty close contour lines do not overlap."""
    levels = [k / 20 for k in range(1, 41)]
    figure = Figure("t", "d", "x", "y", [Contours(BOWL, levels)], equal_aspect=True)
    written = [e for e in parsed(figure.svg()).iter() if e.get("font-size") == "10"]
    boxes = [
        (float(e.get("x", "")), float(e.get("y", "")), text_width(e.text or "", 10.0) / 2)
        for e in written
    ]
    assert len(boxes) > 5
    for (x, y, half), (u, v, other) in combinations(boxes, 2):
        assert abs(x - u) >= half + other or abs(y - v) >= 10.0


def test_a_level_outside_the_range_of_the_function_draws_nothing() -> None:
    """A level that the function does not reach has no line and no number."""
    figure = Figure("t", "d", "x", "y", [Contours(BOWL, [-1.0, 1.0])])
    assert len(lines(figure, "s0")) == 1
    assert "−1.0" not in texts(parsed(figure.svg()))


def test_a_boundary_is_where_the_score_is_zero() -> None:
    """For the score x − 1, the boundary is a vertical black line at 1."""
    grid = Grid.of(lambda x, y: x - 1.0, (0.0, 4.0), (0.0, 4.0))
    figure = Figure("t", "d", "x", "y", [Boundary(grid)])
    at = reader(x_numbers(parsed(figure.svg())), float)
    (boundary,) = (line for line in lines(figure, "ink") if line)
    assert [x for x, _ in boundary] == pytest.approx([at(1.0)] * len(boundary), abs=0.05)


def test_a_score_without_a_change_of_sign_has_no_boundary() -> None:
    """A classifier that always predicts the same class has an empty boundary."""
    grid = Grid.of(lambda x, y: 1.0, (0.0, 1.0), (0.0, 1.0))
    assert lines(Figure("t", "d", "x", "y", [Boundary(grid), Line([0, 1], [0, 1])]), "ink") == []


def test_a_region_covers_the_points_with_a_positive_score() -> None:
    """For the score x − 1 on 0 to 4, the region is the right three quarters of the frame."""
    grid = Grid.of(lambda x, y: x - 1.0, (0.0, 4.0), (0.0, 4.0), cells=7)
    figure = Figure("t", "d", "x", "y", [Region(grid, "yes"), Points([2.0], [2.0], "yes")])
    at = reader(x_numbers(parsed(figure.svg())), float)
    region = lines(figure, "s0")[0]
    assert min(x for x, _ in region) == pytest.approx(at(1.0), abs=0.05)
    assert max(x for x, _ in region) == pytest.approx(at(4.0), abs=0.05)


def test_a_contour_line_is_one_connected_path() -> None:
    """Dashes need a connected path: no step is longer than the diagonal of a cell."""
    figure = Figure("t", "d", "x", "y", [Contours(BOWL, [1.0])], equal_aspect=True)
    cell = 6.0 / 80 * 400 / 4
    steps = pairwise(lines(figure, "s0")[0])
    assert all(hypot(c - a, d - b) <= 2 * cell for (a, b), (c, d) in steps)
