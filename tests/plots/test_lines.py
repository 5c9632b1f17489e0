"""Lines, bands and rules."""

from math import inf, log10, nan, sin

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
from textbook_ml.plots import Band, Figure, Line, Log, Mark, Rule
from textbook_ml.plots.lines import thinned

BASELINE = (
    0.36 * 12
)  # the baseline of numbers along y is a third of their size below their position


def figure(*marks: Mark) -> Figure:
    return Figure("t", "d", "x", "y", marks)


corner = st.tuples(st.integers(-20, 20), st.integers(-1000, 1000))
zigzags = st.lists(corner, min_size=2, max_size=20, unique_by=lambda point: point[0])


@given(zigzags.filter(lambda points: len({y for _, y in points}) > 1))
def test_line_corners_agree_with_the_axis_numbers(points: list[tuple[int, int]]) -> None:
    """Two numbers on each axis determine the position of every corner, to 0.05 pixels."""
    root = parsed(figure(Line([x for x, _ in points], [y for _, y in points])).svg())
    drawn = corners(paths(of_class(root, "s0")[0])[0].get("d", ""))
    at_x, at_y = reader(x_numbers(root), float), reader(y_numbers(root), float)
    for (x, y), place in zip(points, drawn, strict=True):
        assert place == pytest.approx((at_x(x), at_y(y) - BASELINE), abs=0.05)


def test_equal_ratios_are_equal_distances_on_log_axes() -> None:
    """A power law is a straight line."""
    xs = [1.0, 10.0, 100.0, 1000.0]
    line = Line(xs, [x * x for x in xs])
    root = parsed(Figure("t", "d", "x", "y", [line], x_scale=Log(), y_scale=Log()).svg())
    drawn = corners(paths(of_class(root, "s0")[0])[0].get("d", ""))
    at_x, at_y = reader(x_numbers(root), log10), reader(y_numbers(root), log10)
    for (x, y), value in zip(drawn, xs, strict=True):
        assert (x, y) == pytest.approx((at_x(value), at_y(value * value) - BASELINE), abs=0.05)


@given(st.lists(st.tuples(st.floats(0.0, 5.0), st.floats(0.0, 100.0)), min_size=1, max_size=80))
def test_thinning_keeps_the_ends_and_extremes_of_every_column(
    ps: list[tuple[float, float]],
) -> None:
    """Omitted points are, in their column of half a pixel, between points that are kept."""
    kept = list(thinned(ps))
    assert kept[0] == ps[0] and kept[-1] == ps[-1]
    remaining = iter(ps)
    assert all(point in remaining for point in kept)
    for column in {int(2 * x) for x, _ in ps}:
        before = [y for x, y in ps if int(2 * x) == column]
        after = [y for x, y in kept if int(2 * x) == column]
        assert (min(before), max(before)) == (min(after), max(after))


def test_thinning_keeps_a_peak_and_a_dip() -> None:
    """A point inside the range of the other four points in its column is omitted."""
    dip, peak, between = (0.1, 1.0), (0.3, 9.0), (0.2, 3.0)
    assert list(thinned([(0.0, 5.0), dip, between, peak, (0.4, 4.0)])) == [
        (0.0, 5.0), dip, peak, (0.4, 4.0)
    ]  # fmt: skip


def test_a_hundred_thousand_points_become_a_few_thousand_corners() -> None:
    """There are at most four corners per half pixel, and the frame is below 640 pixels wide."""
    xs = [x / 1000 for x in range(100_000)]
    assert len(corners(figure(Line(xs, [sin(x * x) for x in xs])).svg())) < 4 * 2 * 640


@pytest.mark.parametrize("wrong", [nan, inf, -inf])
def test_a_coordinate_that_is_not_finite_is_an_error(wrong: float) -> None:
    """The message names the series, the list and the position."""
    with pytest.raises(TextbookError, match=f"{wrong} in ys of the line 'loss', at position 1"):
        Line([0.0, 1.0], [0.0, wrong], label="loss")
    with pytest.raises(TextbookError, match=f"{wrong} in high of the band 'loss', at position 0"):
        Band([0.0], [0.0], [wrong], label="loss")


def test_lists_of_different_lengths_are_an_error() -> None:
    """The message contains both lengths."""
    with pytest.raises(TextbookError, match="the line 'loss' must have .*, got 3 xs and 2 ys"):
        Line([0.0, 1.0, 2.0], [0.0, 1.0], label="loss")
    with pytest.raises(TextbookError, match="the band must have .*, got 1 xs and 1 low and 2 high"):
        Band([0.0], [0.0], [0.0, 1.0])


def test_empty_lines_and_crossed_bands_are_errors() -> None:
    """A line needs a point, and the low line of a band must not be above the high one."""
    with pytest.raises(TextbookError, match="xs of the line must have at least one value"):
        Line([], [])
    with pytest.raises(TextbookError, match="low ≤ high, got 2 and 1 at x = 5"):
        Band([5.0], [2.0], [1.0])


def test_a_rule_has_either_x_or_y() -> None:
    """A rule with both or neither is an error."""
    for x, y in ((None, None), (1.0, 2.0)):
        with pytest.raises(TextbookError, match="must have either x or y, got x="):
            Rule(x, y)
    with pytest.raises(TextbookError, match="nan in the position of the rule 'best'"):
        Rule(y=nan, label="best")


def test_a_rule_crosses_the_frame_at_its_position() -> None:
    """The rule extends from edge to edge, at the number 0.25 of its axis."""
    whole = Line([0.0, 1.0], [0.0, 1.0])
    for rule, cut in ((Rule(y=0.25), "H"), (Rule(x=0.25), "V")):
        root = parsed(figure(whole, rule).svg())
        (drawn,) = (paths(g)[0].get("d", "") for g in of_class(root, "ink") if paths(g))
        (first, last) = corners(paths(of_class(root, "s0")[0])[0].get("d", ""))
        start, end = drawn[1:].split(cut)
        x, y = map(float, start.split())
        at_x, at_y = reader(x_numbers(root), float), reader(y_numbers(root), float)
        if cut == "H":
            assert (x, float(end)) == pytest.approx((first[0], last[0]), abs=0.05)
            assert y == pytest.approx(at_y(0.25) - BASELINE, abs=0.05)
        else:
            assert (y, x) == pytest.approx((first[1], at_x(0.25)), abs=0.05)
            assert float(end) < last[1]


def test_a_rule_outside_the_range_of_the_other_marks_is_visible() -> None:
    """The axis includes the position of the rule."""
    root = parsed(figure(Line([0.0, 1.0], [0.0, 0.5]), Rule(y=2.0)).svg())
    assert max(value for _, value in y_numbers(root)) == 2.0


def test_a_line_far_outside_the_range_is_an_error() -> None:
    """Viewers would draw such a line wrongly; the message names the point."""
    crooked = Figure("t", "d", "x", "y", [Line([0, 1], [0, 1e9])], y_range=(0.0, 1.0))
    with pytest.raises(TextbookError, match=r"the point \(1, 1e\+09\).*wider range"):
        crooked.svg()


def test_a_band_is_between_its_lines() -> None:
    """The outline of a band follows the low line, then returns along the high one."""
    root = parsed(figure(Band([0.0, 1.0], [1.0, 2.0], [3.0, 5.0])).svg())
    a, b, c, d = corners(paths(of_class(root, "s0")[0])[0].get("d", ""))
    at = reader(y_numbers(root), float)
    heights = [at(value) - BASELINE for value in (1.0, 2.0, 5.0, 3.0)]
    assert [y for _, y in (a, b, c, d)] == pytest.approx(heights, abs=0.05)
    assert (a[0], b[0]) == (d[0], c[0])
