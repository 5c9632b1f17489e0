"""SVG documents are well formed for any text, and contain the text."""

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.plots.svg import element, number, plain, trail, words


@given(st.text())
def test_any_text_is_preserved_in_elements_and_attributes(said: str) -> None:
    """Escaping changes only characters that XML forbids."""
    root = ElementTree.fromstring(element("g", words(said), name=said))
    assert (root.text or "") == root.get("name") == plain(said)


@pytest.mark.parametrize("mark", ["</svg><script>alert(1)</script>", '"><b onload="', "]]>&amp;'"])
def test_markup_in_a_text_is_escaped(mark: str) -> None:
    """Text that looks like markup creates no element."""
    root = ElementTree.fromstring(element("g", element("title", words(mark)), name=mark))
    assert [e.tag for e in root.iter()] == ["g", "title"]
    assert root[0].text == root.get("name") == mark


@pytest.mark.parametrize("code", [0x0, 0x8, 0x1B, 0x7F, 0x9B, 0xD800, 0xDFFF, 0xFFFE, 0xFFFF])
def test_a_character_that_xml_forbids_is_replaced(code: int) -> None:
    """Control characters, lone surrogates and non-characters become U+FFFD."""
    assert plain(f"a{chr(code)}b") == "a\ufffdb"


@pytest.mark.parametrize("said", ["naïve Bayes", "μ̂ᵢⱼ ∈ ℝ", "🤖 日本", "x < y"])
def test_ordinary_text_is_unchanged(said: str) -> None:
    """Accents, mathematical letters, other scripts and emoji are unchanged."""
    assert plain(said) == said


def test_white_space_becomes_one_space() -> None:
    """White space, including line breaks, becomes one space, so a text has one line."""
    assert plain(" a\tb\r\n c ") == "a b c"


@given(st.floats(-1e6, 1e6))
def test_coordinates_have_two_decimals_and_no_negative_zero(value: float) -> None:
    """A coordinate has an error of at most 0.005, and no exponent."""
    written = number(value)
    assert abs(float(written) - value) <= 0.005 + 1e-9
    assert written != "-0"
    assert len(written.partition(".")[2]) <= 2
    assert not ("." in written and written.endswith(("0", ".")))


def test_path_data_starts_at_the_first_point() -> None:
    """The first point has the command M, all others L."""
    assert trail([(1.0, 2.0)]) == "M1 2"
    assert trail([(1.0, 2.0), (3.5, -4.0)]) == "M1 2L3.5 -4"
