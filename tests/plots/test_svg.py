"""Writing SVG: whatever the words are, the document stays well formed and says them."""

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.plots.svg import element, number, plain, trail, words


@given(st.text())
def test_any_words_come_back_from_text_and_attribute(said: str) -> None:
    """Escaping loses nothing but what XML has no place for."""
    root = ElementTree.fromstring(element("g", words(said), name=said))
    assert (root.text or "") == root.get("name") == plain(said)


@pytest.mark.parametrize("mark", ["</svg><script>alert(1)</script>", '"><b onload="', "]]>&amp;'"])
def test_markup_in_words_is_shown_and_not_obeyed(mark: str) -> None:
    """Words that look like markup become words, and no element."""
    root = ElementTree.fromstring(element("g", element("title", words(mark)), name=mark))
    assert [e.tag for e in root.iter()] == ["g", "title"]
    assert root[0].text == root.get("name") == mark


@pytest.mark.parametrize("code", [0x0, 0x8, 0x1B, 0x7F, 0x9B, 0xD800, 0xDFFF, 0xFFFE, 0xFFFF])
def test_a_character_without_a_place_in_xml_is_shown_as_replaced(code: int) -> None:
    """Control characters, lone surrogates and non-characters become U+FFFD."""
    assert plain(f"a{chr(code)}b") == "a\ufffdb"


@pytest.mark.parametrize("said", ["naïve Bayes", "μ̂ᵢⱼ ∈ ℝ", "🤖 日本", "x < y"])
def test_ordinary_words_are_left_alone(said: str) -> None:
    """Accents, letters of mathematics, other scripts and pictures are words like any other."""
    assert plain(said) == said


def test_white_space_is_one_space() -> None:
    """Words stand on one line."""
    assert plain(" a\tb\r\n c ") == "a b c"


@given(st.floats(-1e6, 1e6))
def test_coordinates_have_two_decimals_and_no_negative_zero(value: float) -> None:
    """A coordinate is within half a hundredth of what it stands for, in plain digits."""
    written = number(value)
    assert abs(float(written) - value) <= 0.005 + 1e-9
    assert written != "-0"
    assert len(written.partition(".")[2]) <= 2
    assert not ("." in written and written.endswith(("0", ".")))


def test_a_trail_starts_at_its_first_point() -> None:
    """M for the first, L for all others."""
    assert trail([(1.0, 2.0)]) == "M1 2"
    assert trail([(1.0, 2.0), (3.5, -4.0)]) == "M1 2L3.5 -4"
