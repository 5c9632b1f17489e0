"""Tests of the experiment on words that are in no training message."""

from fractions import Fraction as F
from functools import cache

from tests.study.experiments.findings_support import number, seeds, series
from textbook_ml.study.experiments._experiment import Finding
from textbook_ml.study.experiments.unseen_words import (
    STRENGTHS,
    is_refused,
    odds_with_word,
    odds_without_word,
    unseen_words,
)


@cache
def drawn(seed: int) -> Finding:
    """The finding with fewer corpora than the default."""
    return unseen_words(corpora=2, messages=40, seed=seed)


@seeds(1, 2)
def test_the_claim_holds_with_every_seed(seed: int) -> None:
    """The verdict does not depend on the seed."""
    assert drawn(seed).verdict == "holds with a caveat"


def test_odds_of_a_small_corpus() -> None:
    """Three messages against four, by hand: φ is (c + 1)/5 in one class and (c + 1)/6 in the other.

    The message has "buy" and "now", and neither "cheap" nor "exam" nor "paper".
    """
    one = F(3, 7) * F(3, 5) * F(3, 5) * (1 - F(2, 5)) * (1 - F(1, 5)) * (1 - F(1, 5))
    zero = F(4, 7) * F(2, 6) * F(2, 6) * (1 - F(1, 6)) * (1 - F(4, 6)) * (1 - F(3, 6))
    assert odds_without_word() == one / zero
    assert odds_with_word() == one / zero * F(4 + 2, 3 + 2)


def test_without_smoothing_the_posterior_is_undefined() -> None:
    """The small corpus raises an error, and nearly every simulated message gives 0/0."""
    assert is_refused()
    assert number(drawn(1), "share undefined", "l = 0") > 0.9


def test_with_smoothing_the_posterior_is_defined() -> None:
    """Any l > 0 is enough; the correct and undefined fractions sum to at most 1."""
    for l in STRENGTHS:
        undefined = number(drawn(1), "share undefined", f"l = {l}")
        assert (undefined == 0) == (l > 0)
        assert number(drawn(1), "share right", f"l = {l}") + undefined <= 1


def test_the_figure_shows_its_series() -> None:
    """There are two bars for each pseudo-count."""
    assert series(drawn(1)) == {"labelled correctly", "0/0"}
