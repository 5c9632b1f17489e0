"""Layout: axis numbers do not overlap and are inside the drawing, with a large frame."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.plots.layout import Layout, Side, lay_out, lay_out_equal
from textbook_ml.plots.lettering import text_width
from textbook_ml.plots.scales import Linear

numbers = st.floats(-1e12, 1e12)
lengths = st.floats(1e-9, 1e9)


@st.composite
def sides(draw: st.DrawFn) -> Side:
    """Draw an axis with any start and length."""
    low = draw(numbers)
    high = max(low + draw(lengths), low + abs(low) * 1e-12)
    return Side("name", Linear(), (low, high))


def half(label: str) -> float:
    return text_width(label, 12.0) / 2


def require_tidy(layout: Layout) -> None:
    """Check that the numbers do not overlap and are inside the drawing."""
    across = [(layout.x.at(tick.value), half(tick.label)) for tick in layout.x_ticks]
    for (a, left), (b, right) in pairwise(across):
        assert a + left < b - right
    for place, room in across:
        assert place - room >= 0 and place + room <= layout.width
    upwards = [layout.y.at(tick.value) for tick in layout.y_ticks]
    assert all(lower - upper >= 12.0 for lower, upper in pairwise(upwards))
    for tick in layout.y_ticks:
        assert layout.x.start - 8.0 - 2 * half(tick.label) >= 0


@given(sides(), sides(), st.sampled_from([280.0, 360.0, 640.0]))
def test_axis_numbers_do_not_overlap_at_any_width(x: Side, y: Side, width: float) -> None:
    """However long the numbers are, the frame is at least a hundred pixels wide."""
    layout = lay_out("title", x, y, width, height=200.0)
    require_tidy(layout)
    assert layout.x.end - layout.x.start >= 100.0 - 1e-9  # up to the rounding of a difference
    assert layout.y.start - layout.y.end == pytest.approx(200.0)


def test_long_numbers_at_the_ends_of_the_x_axis_are_complete() -> None:
    """Numbers on x have fourteen characters, and the numbers on y leave little space."""
    x = Side("x", Linear(), (123456.0, 123456.000002))
    layout = lay_out("title", x, Side("y", Linear(), (0.0, 9.0)), 640.0, 200.0)
    assert layout.x_ticks[0].label == "123456.0000000"
    require_tidy(layout)


@given(sides(), st.floats(0.2, 5.0), st.sampled_from([280.0, 640.0]))
def test_one_unit_has_the_same_length_on_both_axes(x: Side, ratio: float, width: float) -> None:
    """The aspect is equal for all ranges."""
    across = x.span[1] - x.span[0]
    y = Side("name", Linear(), (0.0, across * ratio))
    layout = lay_out_equal("title", x, y, width)
    require_tidy(layout)
    x_unit = (layout.x.end - layout.x.start) / across
    y_unit = (layout.y.start - layout.y.end) / (across * ratio)
    assert x_unit == pytest.approx(y_unit)


@pytest.mark.parametrize("names", [("a", "b"), ("a name of many words " * 5, "short")])
def test_bar_names_take_at_most_two_fifths_of_the_width(names: tuple[str, ...]) -> None:
    """A name that fits is not shortened."""
    x = Side("x", Linear(), (0.0, 1.0))
    layout = lay_out("title", x, Side("", Linear(), (1.5, -0.5), names), 640.0, 100.0)
    assert layout.x.start <= 0.4 * 640 + 24
    written = [tick.label for tick in layout.y_ticks]
    assert all(w == n or w.endswith("…") for w, n in zip(written, names, strict=True))
    assert written[-1] == names[-1]
