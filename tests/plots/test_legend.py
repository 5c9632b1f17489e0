"""Each label is one series, with one style and one entry of the legend."""

import pytest

from tests.plots.drawn import SVG, of_class, parsed, paths, texts
from textbook_ml.core.errors import TextbookError
from textbook_ml.plots import Band, Boundary, Figure, Grid, Line, Mark, Points, Rule
from textbook_ml.plots.legend import Entry, legend, styles_of
from textbook_ml.plots.lettering import text_width
from textbook_ml.plots.style import Style
from textbook_ml.plots.svg import Markup


def line(label: str) -> Line:
    return Line([0.0, 1.0], [0.0, 1.0], label)


def test_marks_of_one_label_share_one_style() -> None:
    """A line and its band are one series; another label is another series."""
    band = Band([0.0, 1.0], [0.0, 0.5], [0.5, 2.0], "a")
    assert styles_of([[line("a"), band, line("b")]]) == [[Style(0), Style(0), Style(1)]]


def test_a_label_has_the_same_style_in_every_panel() -> None:
    """The style does not depend on other marks of the panel or on their order."""
    (first, second) = styles_of([[line("a"), line("b")], [line("b"), line("c"), line("a")]])
    assert first == [Style(0), Style(1)]
    assert second == [Style(1), Style(2), Style(0)]


def test_a_mark_without_a_label_is_its_own_series() -> None:
    """The style of such a mark differs from those of all labels."""
    assert styles_of([[line(""), line("a"), line("")], [line("")]]) == [
        [Style(1), Style(0), Style(2)],
        [Style(1)],
    ]


def test_rules_and_boundaries_are_black_and_counted_separately() -> None:
    """Rules and boundaries use no colour of a series."""
    boundary = Boundary(Grid.of(lambda x, y: x, (-1.0, 1.0), (-1.0, 1.0), cells=2), "b")
    styles = styles_of([[Rule(x=0.0, label="r"), line("a"), boundary]])
    assert styles == [[Style(0, "ink"), Style(0), Style(1, "ink")]]


def test_more_than_eight_series_are_an_error() -> None:
    """Eight lines are drawn; nine are an error."""
    Figure("t", "d", "x", "y", [line(str(k)) for k in range(8)])
    with pytest.raises(TextbookError, match="must have at most 8 series"):
        Figure("t", "d", "x", "y", [line(str(k)) for k in range(9)])


def test_every_line_has_its_own_colour_and_dashes() -> None:
    """The legend shows the same style as the frame."""
    root = parsed(Figure("t", "d", "x", "y", [line(str(k)) for k in range(8)]).svg())
    looks = []
    for k in range(8):
        frame, key = of_class(root, f"s{k}")
        assert frame.get("color") == key.get("color")
        dashes = {path.get("stroke-dasharray") for group in (frame, key) for path in paths(group)}
        (own,) = dashes
        looks.append((frame.get("color"), own))
    assert len({colour for colour, _ in looks}) == len({dash for _, dash in looks}) == 8


def test_every_scatter_has_its_own_colour_and_marker() -> None:
    """The legend shows the same marker as the frame."""
    marks = [Points([0.0, 1.0], [0.0, 1.0], str(k)) for k in range(8)]
    root = parsed(Figure("t", "d", "x", "y", marks).svg())
    shapes = []
    for k in range(8):
        frame, key = of_class(root, f"s{k}")
        outlines = {
            part.partition("m")[2]
            for group in (frame, key)
            for path in paths(group)
            for part in path.get("d", "").split("M")[1:]
        }
        (own,) = outlines
        shapes.append(own)
    assert len(set(shapes)) == 8


def test_only_marks_with_a_label_have_a_legend_entry() -> None:
    """Three marks with one label and one mark without a label have one entry."""
    marks: list[Mark] = [line("the label"), Points([0.5], [0.5], "the label"), line("")]
    root = parsed(Figure("t", "d", "x", "y", marks).svg())
    assert texts(root).count("the label") == 1


def test_the_tooltip_of_a_mark_shows_its_label() -> None:
    """Each group of marks starts with an SVG title."""
    root = parsed(Figure("t", "d", "x", "y", [line("R&D")]).svg())
    assert of_class(root, "s0")[0][0].tag == f"{SVG}title"
    assert of_class(root, "s0")[0][0].text == "R&D"


@pytest.mark.parametrize("width", [120.0, 300.0, 600.0])
def test_legend_entries_do_not_overlap_and_fit_the_width(width: float) -> None:
    """The test uses the estimated sizes of the entries."""
    labels = ["a", "logistic regression", "the best that any classifier can do " * 4, "b", "c"]
    markup, height = legend([Entry(Style(0), s, Markup("<g/>")) for s in labels], width)
    root = parsed(f'<svg xmlns="{SVG[1:-1]}">{markup}</svg>')
    boxes = []
    for entry in root:
        x, y = map(float, entry.get("transform", "")[10:-1].split())
        words = list(entry.iter(f"{SVG}text"))
        right = max(x + float(w.get("x", "")) + text_width(w.text or "", 12.0) for w in words)
        boxes.append((x, y, right, y + float(words[-1].get("y", ""))))
    assert all(right <= width and bottom <= height for _, _, right, bottom in boxes)
    for place, (a, b, c, d) in enumerate(boxes):
        for p, q, r, s in boxes[:place]:
            assert a > r or p > c or b > s or q > d
    assert " ".join(" ".join(texts(root)).split()) == " ".join(" ".join(labels).split())
