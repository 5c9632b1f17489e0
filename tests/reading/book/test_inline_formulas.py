"""Formulas in sentences are found, and words are not."""

import re
from html import unescape
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.reading.book.inline_formulas import with_formulas_found
from textbook_ml.reading.book.linear_formulas import formula_on_one_line


def found(text: str) -> list[str]:
    return [part for part, formula in with_formulas_found(text) if formula]


@given(st.text(st.sampled_from("abxPY =|()[]_^1₂²σ−.,’ …")))
def test_nothing_is_lost(text: str) -> None:
    """The parts are the sentence, and words between two formulas are one part."""
    parts = list(with_formulas_found(text))
    assert "".join(part for part, _ in parts) == text
    assert all(
        len(list(group)) == 1
        for formula, group in groupby(parts, lambda one: one[1])
        if not formula
    )


@pytest.mark.parametrize(
    ("text", "formulas"),
    [
        ("The weight w₁ is 2 at x = −4, by (15).", ["w₁", "x = −4"]),
        ("Divide by n (N − K), not by N − 1.", ["n (N − K)", "N − 1"]),
        ("P(strong | y) + P(weak | y) = 1", ["P(strong | y) + P(weak | y) = 1"]),
        ("the score s = w₀ + Σᵢ wᵢ xᵢ of a row", ["s = w₀ + Σᵢ wᵢ xᵢ"]),
        ("Nμ̂ and λwᵢ", ["Nμ̂", "λwᵢ"]),
        ("The penalty −(λ/2) ‖w‖²: λ is large", ["−(λ/2) ‖w‖²", "λ"]),
        ("(c + l) / (m + k l)", ["(c + l) / (m + k l)"]),
    ],
)  # fmt: skip
def test_formulas_are_found(text: str, formulas: list[str]) -> None:
    """A formula has its relations, brackets and products, and ends before a word."""
    assert found(text) == formulas


@pytest.mark.parametrize(
    "text",
    [
        "A table has 3/5 of 14 days, e.g. (14) or (15).",
        "I think of a class, an x-axis and a K-fold split.",
        "It’s the student’s train/test split: (a) first, (b) second.",
        "n_features, likelihood[y] and log_loss",
        "18/875, about 0.0206",
    ],
)  # fmt: skip
def test_words_are_not_formulas(text: str) -> None:
    """Numbers, names in code, labels and single words stay text."""
    assert [one for one in found(text) if one != "K"] == []


@given(st.text(st.sampled_from("abxPY=|()[]_^1₂²σ<&"), min_size=1))
def test_a_formula_keeps_its_signs(text: str) -> None:
    """Every letter, digit and relation of the line is in the MathML."""
    plain = unescape(re.sub("<[^>]*>", "", formula_on_one_line(text)))
    assert sorted(re.findall("[abxPY1=|σ<&]", plain)) == sorted(re.findall("[abxPY1=|σ<&]", text))
