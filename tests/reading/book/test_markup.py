"""Markup, syntax highlighting and drawings."""

import re
from html import unescape

from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.plots.svg import Markup
from textbook_ml.reading.book.drawing import (
    FINE,
    colours,
    simplified_figure,
    simplified_line,
    smaller_svg,
)
from textbook_ml.reading.book.highlight import highlighted, transcript
from textbook_ml.reading.book.markup import paragraphs, prose, shortened_html, verbatim
from textbook_ml.sources import registry
from textbook_ml.sources.docstrings import page
from textbook_ml.study.figures import FIGURES

TAGS = re.compile("<[^>]*>")
MATHS_OR_CODE = re.compile(
    r"</?(?:code|math|mrow|mi|mn|mo|mtext|mspace|msqrt|msub|msup|msubsup|munder|mover|munderover)"
    r"(?: (?:accent=true|stretchy=false|form=prefix|width=\"[\d.]+em\"/?))*>"
)
numbers = st.integers(0, 40).map(lambda n: n / 4)


def test_highlighting_does_not_change_the_code() -> None:
    """Without its tags, every listing equals the source."""
    for name in registry.implementations():
        p = page(name)
        assert unescape(TAGS.sub("", highlighted(p.signature_and_body))) == p.signature_and_body
        assert unescape(TAGS.sub("", transcript(p.example))) == "\n".join(p.example)


@given(st.text())
def test_any_text_is_escaped(text: str) -> None:
    """For any text, the output contains only tags of this package."""
    allowed = {"<b>", "</b>", "<i>", "</i>", "<u>", "</u>", "<dfn>", "</dfn>"}
    assert set(TAGS.findall(highlighted(text))) <= allowed
    assert all(MATHS_OR_CODE.fullmatch(tag) for tag in TAGS.findall(prose(text)))
    assert "<" not in verbatim(text)


def test_aligned_columns_are_preserved() -> None:
    """Docstrings of modules list symbols in aligned columns."""
    letters = "y          a class\nprior[y]   P(Y = y)"
    assert paragraphs(letters) == f'<pre class="plain">{letters}</pre>'
    assert paragraphs("two\nlines") == "<p>two lines</p>"


def test_terse_markup_keeps_quotation_marks_that_are_needed() -> None:
    """Quotation marks are needed for values with spaces, and before a slash that ends a tag."""
    assert (
        shortened_html(Markup('<p class="a b"><path d="M0"/></p>'))
        == '<p class="a b"><path d="M0"/></p>'
    )
    assert shortened_html(Markup('<tr><td id="x">1</td><td>2</td></tr></table>')) == (
        "<tr><td id=x>1<td>2</table>"
    )


@given(st.lists(st.tuples(numbers, numbers), min_size=2, max_size=30))
def test_a_thinned_line_passes_near_every_point(points: list[tuple[float, float]]) -> None:
    """The distance of each original point from the thinned line is within the limit."""
    kept = simplified_line(points)
    assert (kept[0], kept[-1]) == (points[0], points[-1])
    segments = list(zip(kept, kept[1:]))
    assert all(min(_away(p, a, b) for a, b in segments) <= FINE + 1e-9 for p in points)


def _away(p: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> float:
    """Return the distance of a point from the line through two others."""
    along = complex(*b) - complex(*a)
    if along == 0:
        return abs(complex(*p) - complex(*a))
    turned = (complex(*p) - complex(*a)) / along
    return abs(turned.imag * abs(along))


def test_a_slim_figure_contains_the_same_text() -> None:
    """Only the style sheet of the figure is removed, because the pages share one."""
    for name in ("gaussians", "losses"):
        whole = FIGURES[name]().svg()
        slim_words = re.findall(r"<text[^>]*>([^<]*)", smaller_svg(whole))
        assert slim_words == re.findall(r"<text[^>]*>([^<]*)", whole)
        assert "<style" not in smaller_svg(whole)
        assert len(simplified_figure(FIGURES[name]())) < len(whole) / 2
    assert ".drawing .s0 { color:" in colours()
