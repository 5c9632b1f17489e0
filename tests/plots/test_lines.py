"""Lines, bands and rules: refused when crooked, drawn where the axes say."""

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
from textbook_ml.errors import TextbookError
from textbook_ml.plots import Band, Figure, Line, Log, Mark, Rule
from textbook_ml.plots.lines import thinned

BASELINE = 0.36 * 12  # numbers along y stand on a line a third of their size below their place


def figure(*marks: Mark) -> Figure:
    return Figure("t", "d", "x", "y", marks)


corner = st.tuples(st.integers(-20, 20), st.integers(-1000, 1000))
zigzags = st.lists(corner, min_size=2, max_size=20, unique_by=lambda point: point[0])


@given(zigzags.filter(lambda points: len({y for _, y in points}) > 1))
def test_corners_stand_where_the_numbers_of_the_axes_say(points: list[tuple[int, int]]) -> None:
    """Two numbers written on each axis tell where every corner must be, to 0.05 units."""
    root = parsed(figure(Line([x for x, _ in points], [y for _, y in points])).svg())
    drawn = corners(paths(of_class(root, "s0")[0])[0].get("d", ""))
    at_x, at_y = reader(x_numbers(root), float), reader(y_numbers(root), float)
    for (x, y), place in zip(points, drawn, strict=True):
        assert place == pytest.approx((at_x(x), at_y(y) - BASELINE), abs=0.05)


def test_on_log_axes_equal_ratios_are_equal_distances() -> None:
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
    """What is left out lies, in its half unit of width, between what is kept; order is kept too."""
    kept = list(thinned(ps))
    assert kept[0] == ps[0] and kept[-1] == ps[-1]
    remaining = iter(ps)
    assert all(point in remaining for point in kept)
    for column in {int(2 * x) for x, _ in ps}:
        before = [y for x, y in ps if int(2 * x) == column]
        after = [y for x, y in kept if int(2 * x) == column]
        assert (min(before), max(before)) == (min(after), max(after))


def test_thinning_keeps_a_peak_and_a_dip() -> None:
    """Of five points in half a unit of width, one lies within the rest and is left out."""
    dip, peak, between = (0.1, 1.0), (0.3, 9.0), (0.2, 3.0)
    assert list(thinned([(0.0, 5.0), dip, between, peak, (0.4, 4.0)])) == [
        (0.0, 5.0), dip, peak, (0.4, 4.0)
    ]  # fmt: skip


def test_a_hundred_thousand_points_become_a_few_thousand_corners() -> None:
    """At most four corners in each half unit of a frame that is less than 640 wide."""
    xs = [x / 1000 for x in range(100_000)]
    assert len(corners(figure(Line(xs, [sin(x * x) for x in xs])).svg())) < 4 * 2 * 640


@pytest.mark.parametrize("wrong", [nan, inf, -inf])
def test_a_coordinate_that_is_not_finite_is_refused_by_name(wrong: float) -> None:
    """The message names the series, the list and the place."""
    with pytest.raises(TextbookError, match=f"{wrong} in ys of the line 'loss', at position 1"):
        Line([0.0, 1.0], [0.0, wrong], label="loss")
    with pytest.raises(TextbookError, match=f"{wrong} in high of the band 'loss', at position 0"):
        Band([0.0], [0.0], [wrong], label="loss")


def test_lists_of_different_lengths_are_refused_by_name() -> None:
    """The message counts both."""
    with pytest.raises(TextbookError, match="3 xs and 2 ys came for the line 'loss'"):
        Line([0.0, 1.0, 2.0], [0.0, 1.0], label="loss")
    with pytest.raises(TextbookError, match="1 xs and 1 low and 2 high came for the band"):
        Band([0.0], [0.0], [0.0, 1.0])


def test_empty_lines_and_crossed_bands_are_refused() -> None:
    """A line has a point, and a band's low is not above its high."""
    with pytest.raises(TextbookError, match="xs of the line came empty"):
        Line([], [])
    with pytest.raises(TextbookError, match="from 2 up to 1 at x = 5"):
        Band([5.0], [2.0], [1.0])


def test_a_rule_stands_at_one_place() -> None:
    """An x or a y, and not both or none."""
    for x, y in ((None, None), (1.0, 2.0)):
        with pytest.raises(TextbookError, match="give one of them"):
            Rule(x, y)
    with pytest.raises(TextbookError, match="nan in the place of the rule 'best'"):
        Rule(y=nan, label="best")


def test_a_rule_crosses_the_frame_where_it_stands() -> None:
    """From edge to edge, level with the number 0.25 on its axis."""
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


def test_a_rule_beyond_the_other_marks_is_seen() -> None:
    """The axis reaches as far as the rule."""
    root = parsed(figure(Line([0.0, 1.0], [0.0, 0.5]), Rule(y=2.0)).svg())
    assert max(value for _, value in y_numbers(root)) == 2.0


def test_a_line_far_beyond_the_range_is_refused() -> None:
    """A viewer's arithmetic would bend it; the message says which point."""
    crooked = Figure("t", "d", "x", "y", [Line([0, 1], [0, 1e9])], y_range=(0.0, 1.0))
    with pytest.raises(TextbookError, match=r"through \(1, 1e\+09\).*wider range"):
        crooked.svg()


def test_a_band_lies_between_its_lines() -> None:
    """Along the low line, and back along the high one."""
    root = parsed(figure(Band([0.0, 1.0], [1.0, 2.0], [3.0, 5.0])).svg())
    a, b, c, d = corners(paths(of_class(root, "s0")[0])[0].get("d", ""))
    at = reader(y_numbers(root), float)
    heights = [at(value) - BASELINE for value in (1.0, 2.0, 5.0, 3.0)]
    assert [y for _, y in (a, b, c, d)] == pytest.approx(heights, abs=0.05)
    assert (a[0], b[0]) == (d[0], c[0])
