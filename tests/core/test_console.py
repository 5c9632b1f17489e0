"""Text for the console."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.core.console import WIDTH, display_width, padded, to_ascii, wrap
from textbook_ml.reading.plain_text import as_plain_text
from textbook_ml.sources import texts


@pytest.mark.parametrize(
    ("text", "columns"), [("abc", 3), ("θ̂ᵢⱼ", 3), ("σ̃²", 2), ("日本", 4), ("", 0)]
)
def test_width_counts_columns(text: str, columns: int) -> None:
    """Accents have no column, East Asian wide characters two."""
    assert display_width(text) == columns
    assert display_width(padded(text, 10)) == 10


words = st.lists(st.text("abθ̂ᵢ日", min_size=1, max_size=12), max_size=30)


@given(words)
def test_wrapping_loses_no_word_and_fits(text: list[str]) -> None:
    """All words are kept in order, on lines that fit the console."""
    lines = list(wrap(" ".join(text), "    ", "        "))
    assert " ".join(lines).split() == " ".join(text).split()
    assert all(display_width(line) < WIDTH for line in lines)


@pytest.mark.parametrize(
    ("text", "ascii_text"),
    [
        ("σ̂ᵢₖ² ≤ Σᵢ xᵢ", "sigma_hat_ik^2 <= sum_i x_i"),
        ("2πσ²", "2 pi sigma^2"),
        ("N(x; μ, Σ)", "N(x; mu, Sigma)"),
        ("Polak and Ribière", "Polak and Ribiere"),
        ("Σ (x − μ̂)² / N", "sum (x - mu_hat)^2 / N"),
    ],
)
def test_ascii_is_readable(text: str, ascii_text: str) -> None:
    """Greek letters are spelled out, indices have _, powers have ^."""
    assert to_ascii(text) == ascii_text


def test_every_formula_can_be_written_in_ascii() -> None:
    """No character of the source texts becomes a question mark."""
    for e in texts.load().entries.values():
        text = as_plain_text(e.latex)
        assert to_ascii(text).isascii()
        assert to_ascii(text).count("?") == text.count("?")
