"""Poisson naive Bayes: counts by hand, and what is no count."""

from fractions import Fraction as F
from math import exp, factorial, fsum, inf, log, nan
from typing import Any

import pytest

from textbook_ml.core.errors import TextbookError
from textbook_ml.models.poisson_naive_bayes import PoissonNaiveBayes

NB = PoissonNaiveBayes


def test_the_rate_is_the_mean() -> None:
    """Means 2 and 8, and a prior of 2/5 and 3/5."""
    model = NB.fit([[1], [3], [7], [9], [8]], "aabbb")
    assert model.rates == ((2.0,), (8.0,))
    assert model.priors == (0.4, 0.6)


def test_a_posterior_by_hand() -> None:
    """Rates 1 and 3 at even priors: x = 2 has odds 9 e⁻² for the second class."""
    model = NB(("a", "b"), ("x",), (0.5, 0.5), ((1.0,), (3.0,)))
    odds = 9 * exp(-2)
    assert model.posterior([2])["b"] == pytest.approx(odds / (1 + odds), rel=1e-14)
    weights = model.to_logistic()
    assert weights.w0 == -2.0 and weights.w[0] == pytest.approx(log(3), rel=1e-15)


def test_log_joint_has_the_factorials() -> None:
    """ln P(x, y) is that of the book, and sums to one over all counts."""
    model = NB(("a", "b"), ("x",), (0.25, 0.75), ((1.0,), (3.0,)))
    expected = log(0.75) + 4 * log(3) - 3 - log(factorial(4))
    assert model.log_joint([4])["b"] == pytest.approx(expected, rel=1e-14)
    everything = fsum(exp(s) for x in range(60) for s in model.log_joint([x]).values())
    assert everything == pytest.approx(1, abs=1e-14)


def test_gaps_do_not_count_when_learning() -> None:
    """The mean is over what was observed."""
    assert NB.fit([[1], [None], [5], [2]], "aaab").rates == ((3.0,), (2.0,))


def test_weights_count() -> None:
    """Weights 1 and 3 make the mean of 2 and 6 a five."""
    assert NB.fit([[2], [6], [4]], "aab", weights=[1, F(3), 0.5]).rates == ((5.0,), (4.0,))


@pytest.mark.parametrize("count", [-1, 0.5, nan, inf, -inf, "three"])
def test_what_is_no_count_is_refused(count: Any) -> None:
    """Negative, broken, infinite or in words: refused, learning and asking."""
    with pytest.raises(TextbookError, match="row 1"):
        NB.fit([[1], [count], [3], [4]], "aabb")
    model = NB.fit([[1], [3], [7], [9]], "aabb")
    for ask in (model.posterior, model.classify, model.log_joint, model.explain):
        with pytest.raises(TextbookError, match="'x1'"):
            ask([count])
    with pytest.raises(TextbookError, match="'x1'"):
        model.predict([[count]])


def test_a_count_that_is_always_zero_has_no_rate() -> None:
    """Feature and class are named."""
    with pytest.raises(TextbookError, match="'visits' in class 'a'.*got 0"):
        NB.fit([[0], [0], [7]], "aab", features=["visits"])


def test_a_class_without_examples_has_no_mean() -> None:
    """A class that was never seen, or never with this feature, is refused."""
    with pytest.raises(TextbookError, match="class 'c'.*no examples"):
        NB.fit([[1], [2]], "ab", classes="abc")
    with pytest.raises(TextbookError, match="'x1' in class 'b'.*no examples"):
        NB.fit([[1], [None]], "ab")


@pytest.mark.parametrize("rate", [0.0, -1.0, inf, nan])
def test_a_wrong_model_cannot_exist(rate: float) -> None:
    """A rate is finite and above zero."""
    with pytest.raises(TextbookError, match="'x' in class 'b'"):
        NB(("a", "b"), ("x",), (0.5, 0.5), ((1.0,), (rate,)))
