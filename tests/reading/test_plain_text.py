"""LaTeX is converted to one line of plain text."""

import re

import pytest

from textbook_ml.core.errors import TextbookError
from textbook_ml.reading.plain_text import as_plain_text, plain_words
from textbook_ml.sources import texts

ENTRIES = texts.load().entries


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"\hat\sigma_{ik}^2", "σ̂ᵢₖ²"),
        (r"\frac{a+b}{c}", "(a + b)/c"),
        (r"\frac1{2\sigma^2}", "1/(2σ²)"),
        (r"\ln\frac{1-\pi}{\pi}", "ln((1 − π)/π)"),
        (r"\sum_{i=1}^nw_iX_i", "Σᵢ₌₁ⁿ wᵢXᵢ"),
        (r"P(Y\mid X)", "P(Y | X)"),
        (r"|\Sigma|^{1/2}", "|Σ|^(1/2)"),
        (r"x^{\top}\Sigma^{-1}x", "xᵀΣ⁻¹x"),
        (r"\#D\{X=x\wedge Y=y\}", "#D{X = x ∧ Y = y}"),
        (r"\begin{bmatrix}1&-0.5\\-0.5&1\end{bmatrix}", "[1, −0.5; −0.5, 1]"),
        (r"\epsilon_{LR,\infty}\le\epsilon_{NB,\infty}", "ε_(LR,∞) ≤ ε_(NB,∞)"),
        (r"\arg\max_{y_k}P(y_k)", "arg max_yₖ P(yₖ)"),
        (r"\exp(-\tfrac12x)", "exp(−1/2 x)"),
        (r"p(y)\not\Rightarrow p(x)", "p(y) ⇏ p(x)"),
        (r"\sqrt{2\pi}", "√(2π)"),
    ],
)
def test_latex_becomes_readable_text(latex: str, text: str) -> None:
    """Fractions, scripts, accents, functions and matrices are written on one line."""
    assert as_plain_text(latex) == text


@pytest.mark.parametrize("entry_id", ENTRIES)
def test_every_formula_of_the_texts_has_a_plain_form(entry_id: str) -> None:
    """The plain form has no backslash or double space, and its brackets match."""
    text = as_plain_text(ENTRIES[entry_id].latex)
    assert not re.search(r"\\|\ue000|\s\s", text)
    for opening, closing in ("()", "[]", "{}"):
        assert text.count(opening) == text.count(closing)


def test_formulas_in_errata_are_converted() -> None:
    """Only text between dollar signs is a formula."""
    for e in texts.load().errata.values():
        for words in (e.printed, e.why, e.right):
            assert "$" not in plain_words(words)
    assert plain_words("costs 3 - 1, that is $x^2$") == "costs 3 - 1, that is x²"


def test_an_unknown_latex_command_is_an_error() -> None:
    """An unknown command is not shown with its backslash."""
    with pytest.raises(TextbookError, match="underbrace"):
        as_plain_text(r"\underbrace{x}")
