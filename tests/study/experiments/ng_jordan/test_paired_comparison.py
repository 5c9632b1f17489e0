"""Tests of the comparison of two methods on hand-made curves."""

from fractions import Fraction

import pytest

from textbook_ml.core.errors import TextbookError
from textbook_ml.evaluation import LearningCurve
from textbook_ml.study.experiments.ng_jordan.paired_comparison import PairedComparison, zero
from textbook_ml.study.experiments.ng_jordan.summary import outcome

HALF = Fraction(1, 2)


def comparison(gaps: list[float], sizes: tuple[int, ...], wobble: float = 0.01) -> PairedComparison:
    """A comparison with given mean gaps, over four splits that vary by `wobble`."""
    off = Fraction(wobble) * (1 if any(gaps) else 0)
    signs = (1, -1, 1, -1)
    first = [tuple(HALF + Fraction(g) + (s * off if g else 0) for s in signs) for g in gaps]
    second = [(HALF,) * 4 for _ in gaps]
    curves = {
        "naive-bayes": LearningCurve(sizes, tuple(first)),
        "logistic": LearningCurve(sizes, tuple(second)),
    }
    return PairedComparison.of(curves, "naive-bayes", "logistic")


def test_a_crossing_as_claimed_holds() -> None:
    """Naive Bayes is better by 1/4 with 2 examples, worse by 1/4 with 8: they cross at 4."""
    found = comparison([-0.25, 0.25], (2, 8))
    assert found.ends == ("naive-bayes", "logistic")
    assert found.as_claimed and found.verdict == "holds"
    assert found.crossover is not None
    assert found.crossover.m == pytest.approx(4.0)
    low, high = found.crossover.low, found.crossover.high
    assert low is not None and high is not None
    assert 2 < low < 4 < high < 8
    assert "at m = 2 naive Bayes is ahead by 0.250" in outcome(found)
    assert "cross near m = 4" in outcome(found)


def test_without_a_crossing_the_claim_fails() -> None:
    """Naive Bayes is better at both ends, or worse at both."""
    ahead, behind = comparison([-0.25, -0.25], (2, 8)), comparison([0.25, 0.25], (2, 8))
    assert ahead.ends == ("naive-bayes", "naive-bayes")
    assert behind.ends == ("logistic", "logistic")
    for found in (ahead, behind):
        assert not found.as_claimed and found.verdict == "fails"
        assert found.crossover is None
        assert "they do not cross" in outcome(found)


def test_a_tie_at_one_end_is_undecided_unless_the_other_end_contradicts() -> None:
    """A difference that is not significant neither supports nor contradicts the claim."""
    assert comparison([-0.25, 0.0], (2, 8)).verdict == "undecided"
    assert comparison([0.25, 0.0], (2, 8)).verdict == "fails"


def test_a_crossing_in_the_other_direction_fails() -> None:
    """Logistic regression is better for small sizes and naive Bayes for large ones."""
    found = comparison([0.25, -0.25], (2, 8))
    assert found.ends == ("logistic", "naive-bayes")
    assert not found.as_claimed
    assert found.crossover is None


def test_a_gap_within_its_interval_is_not_significant() -> None:
    """Gaps of 1/16 that vary by 1/4: no method is better, and the crossover has no interval."""
    found = comparison([-0.0625, 0.0625], (2, 8), wobble=0.25)
    assert found.ends == ("", "")
    assert found.crossover is not None
    assert (found.crossover.low, found.crossover.high) == (None, None)
    assert "the difference is not significant" in outcome(found)
    assert "(not significant)" in outcome(found)


def test_sizes_with_equal_errors_are_left_out_of_the_small_third() -> None:
    """With two examples both methods give the same line, so the smallest size is 4."""
    found = comparison([0.0, -0.25, 0.25], (2, 4, 16))
    assert found.small.sizes == (4,)
    assert found.ends == ("naive-bayes", "logistic")
    assert "at m = 2 both have the same error" in outcome(found)
    alike = comparison([0.0, 0.0], (2, 4))
    assert alike.ends == ("", "")
    assert alike.crossover is None


def test_of_several_crossings_the_last_is_reported() -> None:
    """The second method is better, worse, and finally better between 8 and 32."""
    found = comparison([-0.25, 0.25, -0.25, 0.25], (2, 4, 8, 32))
    assert found.crossover is not None
    assert found.crossover.m == pytest.approx(16.0)


def test_an_interval_may_end_beyond_the_sizes() -> None:
    """The interval has only one end within the sizes."""
    early = comparison([-0.001, 0.25], (2, 8), wobble=0.0625)
    late = comparison([-0.25, 0.001], (2, 8), wobble=0.0625)
    assert early.crossover is not None and late.crossover is not None
    assert early.crossover.low is None and early.crossover.high is not None
    assert late.crossover.low is not None and late.crossover.high is None
    assert "at the latest" in outcome(early)
    assert "or later" in outcome(late)


def test_a_zero_is_interpolated_between_two_signs() -> None:
    """Interpolation is linear in ln m: a quarter of the way from 1 to 16 is 2."""
    assert zero([1, 16], [-1.0, 3.0], 0) == 2.0
    assert zero([1, 16], [-1.0, 0.0], 0) == 16.0
    with pytest.raises(TextbookError, match="must change from negative to positive"):
        zero([1, 16], [1.0, 3.0], 0)


def test_the_verdict_uses_thirds_of_the_sizes() -> None:
    """At the smallest and at the largest size alone, the other method is better."""
    gaps = [0.0625, -0.25, -0.125, 0.0, 0.125, 0.0, 0.25, 0.25, -0.0625]
    found = comparison(gaps, (2, 4, 8, 16, 32, 64, 128, 256, 512))
    assert found.small.sizes == (2, 4, 8)
    assert found.large.sizes == (128, 256, 512)
    assert float(found.small.gap.difference) == pytest.approx((0.0625 - 0.25 - 0.125) / 3)
    assert found.ends == ("naive-bayes", "logistic")
    assert found.as_claimed
    assert "over m = 2 to 8 naive Bayes is ahead by 0.104" in outcome(found)
