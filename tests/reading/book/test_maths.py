"""The MathML of the book is that of the LaTeX in `sources/` and `notation`."""

import re
from xml.etree import ElementTree

import pytest

from textbook_ml.core.errors import TextbookError
from textbook_ml.reading.book.maths import all_formulas, all_mathml, display, key_of, with_formulas


def test_the_stored_mathml_is_that_of_all_formulas() -> None:
    """If the LaTeX has changed, run `tests/browser/mathml.mjs`."""
    assert {key_of(*formula) for formula in all_formulas()} == set(all_mathml())


def test_mathml_is_well_formed_and_contains_only_maths() -> None:
    """The MathML contains no script, no link and no error message instead of a formula."""
    for text in all_mathml().values():
        tree = ElementTree.fromstring(text)
        assert tree.tag == "math"
        assert all(re.fullmatch("m[a-z]+", node.tag) for node in tree.iter()), text
        names = {name for node in tree.iter() for name in node.attrib}
        assert not names & {"href", "style", "onclick"}, text
        assert "\\" not in "".join(tree.itertext()).replace("∖", ""), text


def test_mathml_has_the_same_content_as_its_latex() -> None:
    """The parts of equation (15) are in order."""
    latex = next(latex for latex, _ in all_formulas() if "-1}" in latex and "sigma" in latex)
    letters = "".join(ElementTree.fromstring(display(latex)).itertext())
    assert letters.startswith("σˆik2=1(∑jδ(Yj=yk))−1")


def test_a_formula_without_mathml_is_an_error() -> None:
    """The message names the command that creates the MathML."""
    with pytest.raises(TextbookError, match="mathml.mjs"):
        display("x^{17}")


def test_words_around_formulas_are_escaped() -> None:
    """Words are text, and the signs of a formula are escaped too."""
    assert with_formulas("one <two> three") == "one &lt;two&gt; three"
    assert "<mo>&lt;</mo>" in with_formulas("if x <y")
