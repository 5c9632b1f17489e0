"""The MathML of the book is that of the LaTeX in `sources/` and `notation`."""

import re
from xml.etree import ElementTree

import pytest

from textbook_ml.errors import TextbookError
from textbook_ml.reading.book.maths import display, drawn, key_of, needed, with_formulas


def test_every_formula_has_its_mathml_and_none_is_left_over() -> None:
    """A change of the LaTeX changes its key: `tests/browser/mathml.mjs` makes the new one."""
    assert {key_of(*formula) for formula in needed()} == set(drawn())


def test_mathml_is_well_formed_and_holds_no_more_than_maths() -> None:
    """No script, no link, no error that was drawn instead of a formula."""
    for text in drawn().values():
        tree = ElementTree.fromstring(text)
        assert tree.tag == "math"
        assert all(re.fullmatch("m[a-z]+", node.tag) for node in tree.iter()), text
        names = {name for node in tree.iter() for name in node.attrib}
        assert not names & {"href", "style", "onclick"}, text
        assert "\\" not in "".join(tree.itertext()).replace("∖", ""), text


def test_a_formula_says_what_its_latex_says() -> None:
    """(15) has its parts in its order."""
    latex = next(latex for latex, _ in needed() if "-1}" in latex and "sigma" in latex)
    letters = "".join(ElementTree.fromstring(display(latex)).itertext())
    assert letters.startswith("σˆik2=1(∑jδ(Yj=yk))−1")


def test_a_new_formula_is_refused_with_the_way_to_make_it() -> None:
    """No formula is quietly left out."""
    with pytest.raises(TextbookError, match="mathml.mjs"):
        display("x^{17}")


def test_words_around_formulas_are_escaped() -> None:
    """Only what stands between dollar signs is maths."""
    assert with_formulas("a <b> c") == "a &lt;b&gt; c"
