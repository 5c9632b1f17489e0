"""Marching squares: contour lines have the right level, and are closed or end at the border."""

from itertools import pairwise
from math import atan2, fsum, hypot, nan, pi

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.core.errors import TextbookError
from textbook_ml.plots import Grid

small = st.integers(-5, 5).map(float)
grids = st.integers(2, 6).flatmap(
    lambda n: st.lists(st.lists(small, min_size=n, max_size=n), min_size=2, max_size=6)
).map(lambda rows: Grid(range(len(rows[0])), range(len(rows)), rows))  # fmt: skip


def lifted(grid: Grid) -> Grid:
    """Return the grid shifted a little, so that no corner and no centre of a cell is 0."""
    return Grid(grid.xs, grid.ys, [[value + 0.3 for value in row] for row in grid.values])


def area(part: list[tuple[float, float]]) -> float:
    """Return the area of a polygon by the shoelace formula; positive if anticlockwise."""
    around = pairwise([*part, part[0]])
    return fsum(x * v - u * y for (x, y), (u, v) in around) / 2


def test_the_contour_of_a_paraboloid_is_a_circle() -> None:
    """For x² + y² = 1, linear interpolation on a grid of width h has error about h² / 8."""
    h = 4.0 / 100
    grid = Grid.of(lambda x, y: x * x + y * y, (-2.0, 2.0), (-2.0, 2.0), cells=100)
    (circle,) = grid.level_lines(1.0)
    assert circle[0] == circle[-1]
    assert max(abs(hypot(x, y) - 1) for x, y in circle) <= h * h / 8
    turns = [atan2(x * v - y * u, x * u + y * v) for (x, y), (u, v) in pairwise(circle)]
    assert abs(fsum(turns)) == pytest.approx(2 * pi)
    assert abs(area(circle[:-1])) == pytest.approx(pi, abs=0.01)


def test_the_contour_of_a_plane_is_straight() -> None:
    """A linear function is interpolated exactly, up to the border of the grid."""
    grid = Grid.of(lambda x, y: x + 2 * y - 0.5, (-1.0, 1.0), (-1.0, 1.0), cells=10)
    (line,) = grid.level_lines(0.0)
    assert all(abs(x + 2 * y - 0.5) < 1e-15 for x, y in line)
    assert {round(x, 9) for x, _ in (line[0], line[-1])} == {-1.0, 1.0}


def test_a_level_that_is_not_reached_has_no_line() -> None:
    """A level above the maximum or below the minimum has no contour line."""
    grid = Grid.of(lambda x, y: x * y, (0.0, 1.0), (0.0, 1.0), cells=4)
    assert grid.level_lines(2.0) == grid.level_lines(-1.0) == []


@given(grids, st.integers(-5, 5))
def test_every_point_of_a_line_has_the_value_of_the_level(grid: Grid, level: int) -> None:
    """Interpolated along an edge of the grid, the function equals the level."""
    for line in grid.level_lines(level):
        for x, y in line:
            i, j = min(int(x), len(grid.xs) - 2), min(int(y), len(grid.ys) - 2)
            s, t = x - i, y - j
            low, high = grid.values[j], grid.values[j + 1]
            below = low[i] + s * (low[i + 1] - low[i])
            above = high[i] + s * (high[i + 1] - high[i])
            assert below + t * (above - below) == pytest.approx(level, abs=1e-9)


@given(grids, st.integers(-5, 5))
def test_lines_are_closed_or_end_at_the_border(grid: Grid, level: int) -> None:
    """No contour line ends inside the grid."""
    rim = ({grid.xs[0], grid.xs[-1]}, {grid.ys[0], grid.ys[-1]})
    for line in grid.level_lines(level):
        assert len(line) > 1
        for x, y in (line[0], line[-1]):
            assert line[0] == line[-1] or x in rim[0] or y in rim[1]


@given(grids)
def test_every_crossed_edge_is_on_exactly_one_line(grid: Grid) -> None:
    """There are as many points as crossed edges; the end of a closed line is not counted."""
    above = [[value > 0 for value in row] for row in lifted(grid).values]
    crossed = sum(a != b for row in above for a, b in pairwise(row))
    crossed += sum(a != b for one, other in pairwise(above) for a, b in zip(one, other))
    lines = lifted(grid).level_lines(0.0)
    assert sum(len(line) - (line[0] == line[-1]) for line in lines) == crossed


@given(grids)
def test_the_regions_above_and_below_zero_fill_the_grid(grid: Grid) -> None:
    """The regions of a function and of its negative do not overlap and leave no gap."""
    above = lifted(grid)
    below = Grid(grid.xs, grid.ys, [[-value for value in row] for row in above.values])
    parts = [area(part) for half in (above, below) for part in half.positive_parts()]
    assert min(parts) > 0
    assert fsum(parts) == pytest.approx((len(grid.xs) - 1) * (len(grid.ys) - 1))


def test_a_saddle_connects_the_corners_on_the_side_of_its_centre() -> None:
    """Two corners above 0 are one part if the centre is above 0, otherwise two parts."""
    joined = Grid([0, 1], [0, 1], [[3.0, -1.0], [-1.0, 3.0]])
    apart = Grid([0, 1], [0, 1], [[1.0, -3.0], [-3.0, 1.0]])
    assert len(list(joined.positive_parts())) == 1
    assert len(list(apart.positive_parts())) == 2
    assert [sorted(line) for line in joined.level_lines(0.0)] == [
        [(0.75, 0.0), (1.0, 0.25)],
        [(0.0, 0.75), (0.25, 1.0)],
    ]
    assert [sorted(line) for line in apart.level_lines(0.0)] == [
        [(0.0, 0.25), (0.25, 0.0)],
        [(0.75, 1.0), (1.0, 0.75)],
    ]


def test_invalid_grids_are_errors() -> None:
    """Wrong numbers of cells, infinite values, and decreasing ranges are errors."""
    with pytest.raises(TextbookError, match="2 xs and 2 ys must have a row for each y"):
        Grid([0, 1], [0, 1], [[1.0, 2.0]])
    with pytest.raises(TextbookError, match="nan in row 1 of the grid, at position 0"):
        Grid([0, 1], [0, 1], [[1.0, 2.0], [nan, 1.0]])
    with pytest.raises(
        TextbookError, match="x range of the grid must be increasing, got 1 before 0"
    ):
        Grid.of(lambda x, y: x, (1.0, 0.0), (0.0, 1.0))
    with pytest.raises(TextbookError, match="the number of cells must be at least 1, got 0"):
        Grid.of(lambda x, y: x, (0.0, 1.0), (0.0, 1.0), cells=0)
