"""Estimated widths of text: lines fit, and no character is lost."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.plots.lettering import shortened, text_width, wrapped

sentences = st.text(st.sampled_from("ilmWA 日é🤖 "), max_size=60)
widths = st.floats(15.0, 300.0)


@given(st.text(), st.text())
def test_the_width_of_joined_texts_is_the_sum(left: str, right: str) -> None:
    """The width of two joined texts is the sum of their widths."""
    both = text_width(left, 100.0) + text_width(right, 100.0)
    assert abs(text_width(left + right, 100.0) - both) < 1e-6


def test_wide_letters_are_wider_than_narrow_ones() -> None:
    """A combining accent has width 0; m is wider than n, and i is narrower."""
    assert text_width("e\u0301", 10.0) == text_width("e", 10.0)
    assert text_width("i", 10.0) < text_width("n", 10.0) < text_width("m", 10.0)
    assert text_width("日", 10.0) >= 10.0


@given(sentences, widths)
def test_wrapped_lines_fit_and_contain_every_letter(said: str, width: float) -> None:
    """No line is too wide or empty, and the joined lines equal the text."""
    lines = wrapped(said, 12.0, width)
    assert all(line and text_width(line, 12.0) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == "".join(said.split())


@given(sentences, widths)
def test_no_wrapped_line_has_space_for_the_next_word(said: str, width: float) -> None:
    """Lines are as full as possible."""
    lines = wrapped(said, 12.0, width)
    for line, following in pairwise(lines):
        assert text_width(f"{line} {following.split()[0]}", 12.0) > width


@given(sentences, st.floats(30.0, 300.0))
def test_a_shortened_text_fits_and_is_a_prefix_of_the_text(said: str, width: float) -> None:
    """A text that fits is unchanged; a shortened text ends in an ellipsis."""
    short = shortened(said, 12.0, width)
    assert text_width(short, 12.0) <= width
    assert short == said or (short.endswith("…") and said.startswith(short[:-1]))
    assert short == said or text_width(said, 12.0) > width
    longer = said[: len(short)] + "…"  # one letter more, unless a space was left off
    assert short == said or longer[-2] == " " or text_width(longer, 12.0) > width
