"""Panels: figures do not overlap, and they share one legend."""

import re

import pytest

from tests.plots.drawn import SVG, parsed, texts
from textbook_ml.core.errors import TextbookError
from textbook_ml.plots import Bars, Figure, Line, Panels


def figure(title: str, label: str = "a") -> Figure:
    return Figure(title, "d", "x", "y", [Line([0.0, 1.0], [0.0, 1.0], label)])


def offsets(panels: Panels) -> list[tuple[float, float]]:
    """Return the position of each figure."""
    outer = next(g for g in parsed(panels.svg()) if g.get("transform"))
    return [
        (float(x), float(y))
        for g in outer
        if list(g.iter(f"{SVG}clipPath"))
        for x, y in [g.get("transform", "")[10:-1].split()]
    ]


@pytest.mark.parametrize(("n", "columns"), [(1, 1), (1, 3), (2, 2), (4, 2), (5, 3), (3, 1)])
def test_figures_are_placed_in_rows(n: int, columns: int) -> None:
    """Figures are placed from left to right, then downwards."""
    places = offsets(Panels("t", "d", [figure(str(k)) for k in range(n)], columns))
    assert len(places) == len(set(places)) == n
    assert len({x for x, _ in places}) == min(n, columns)
    assert len({y for _, y in places}) == -(-n // columns)
    assert places == sorted(places, key=lambda place: (place[1], place[0]))


def test_the_frames_of_a_row_start_at_the_same_height() -> None:
    """Frames are aligned even if one title has more lines than another."""
    panels = Panels("t", "d", [figure("short"), figure("a title of many words " * 5)])
    frames = [float(clip[0].get("y", "")) for clip in parsed(panels.svg()).iter(f"{SVG}clipPath")]
    heights = [y + top for (_, y), top in zip(offsets(panels), frames, strict=True)]
    assert heights[0] == pytest.approx(heights[1], abs=0.02)


def test_a_label_is_in_the_common_legend_once() -> None:
    """Two panels have three labels, one of them in both panels."""
    first = Figure("1", "d", "x", "y", [Line([0, 1], [0, 1], "la"), Line([0, 1], [1, 0], "lb")])
    second = Figure("2", "d", "x", "y", [Line([0, 1], [0, 1], "lc"), Line([0, 1], [1, 0], "la")])
    written = texts(parsed(Panels("t", "d", [first, second]).svg()))
    assert [said for said in written if said.startswith("l")] == ["la", "lb", "lc"]


def test_ids_differ_between_panels() -> None:
    """Each frame has its own clipping path and hatching."""
    bars = Figure("t", "d", "x", "y", [Bars(["n"], [1.0], label) for label in "abc"])
    svg = Panels("t", "d", [bars, bars, figure("f")]).svg()
    ids = re.findall(r' id="([^"]+)"', svg)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r"url\(#([^)]+)\)", svg)) <= set(ids)


def test_panels_are_reproducible_and_have_a_title() -> None:
    """The bytes are equal, and screen readers find a title and a description."""
    one, same = (Panels("All", "What can be seen.", [figure("f")]) for _ in range(2))
    assert one.svg() == same.svg() == one._repr_svg_()
    assert [e.text for e in parsed(one.svg())][:2] == ["All", "What can be seen."]


def test_invalid_panels_are_errors() -> None:
    """Panels without figures, without columns, or with more than eight series are errors."""
    with pytest.raises(TextbookError, match="the panels 't' must have at least one figure"):
        Panels("t", "d", [])
    with pytest.raises(TextbookError, match="columns must be at least 1, got 0"):
        Panels("t", "d", [figure("f")], columns=0)
    with pytest.raises(TextbookError, match="must have at most 8 series"):
        Panels("t", "d", [figure("f", str(k)) for k in range(9)])
