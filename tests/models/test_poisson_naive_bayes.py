"""Poisson naive Bayes: counts by hand, and values that are not counts."""

from fractions import Fraction as F
from math import exp, factorial, fsum, inf, log, nan
from typing import Any

import pytest

from textbook_ml.core.errors import TextbookError
from textbook_ml.models.poisson_naive_bayes import PoissonNaiveBayes

NB = PoissonNaiveBayes


def test_the_rate_is_the_mean() -> None:
    """The rates are the means 2 and 8, and the prior is 2/5 and 3/5."""
    model = NB.fit([[1], [3], [7], [9], [8]], "aabbb")
    assert model.rates == ((2.0,), (8.0,))
    assert model.priors == (0.4, 0.6)


def test_a_posterior_by_hand() -> None:
    """With rates 1 and 3 and even priors, x = 2 has odds 9 e⁻² for the second class."""
    model = NB(("a", "b"), ("x",), (0.5, 0.5), ((1.0,), (3.0,)))
    odds = 9 * exp(-2)
    assert model.posterior([2])["b"] == pytest.approx(odds / (1 + odds), rel=1e-14)
    weights = model.to_logistic()
    assert weights.w0 == -2.0 and weights.w[0] == pytest.approx(log(3), rel=1e-15)


def test_log_joint_has_the_factorials() -> None:
    """ln P(x, y) includes −ln x!, so probabilities sum to one over all counts."""
    model = NB(("a", "b"), ("x",), (0.25, 0.75), ((1.0,), (3.0,)))
    expected = log(0.75) + 4 * log(3) - 3 - log(factorial(4))
    assert model.log_joint([4])["b"] == pytest.approx(expected, rel=1e-14)
    everything = fsum(exp(s) for x in range(60) for s in model.log_joint([x]).values())
    assert everything == pytest.approx(1, abs=1e-14)


def test_missing_values_are_not_counted() -> None:
    """The rate is the mean of the observed counts."""
    assert NB.fit([[1], [None], [5], [2]], "aaab").rates == ((3.0,), (2.0,))


def test_weighted_rates() -> None:
    """With weights 1 and 3, the mean of 2 and 6 is 5."""
    assert NB.fit([[2], [6], [4]], "aab", weights=[1, F(3), 0.5]).rates == ((5.0,), (4.0,))


@pytest.mark.parametrize("count", [-1, 0.5, nan, inf, -inf, "three"])
def test_values_other_than_counts_are_rejected(count: Any) -> None:
    """Negative, fractional, infinite and text values raise an error."""
    with pytest.raises(TextbookError, match="row 1"):
        NB.fit([[1], [count], [3], [4]], "aabb")
    model = NB.fit([[1], [3], [7], [9]], "aabb")
    for ask in (model.posterior, model.classify, model.log_joint, model.explain):
        with pytest.raises(TextbookError, match="'x1'"):
            ask([count])
    with pytest.raises(TextbookError, match="'x1'"):
        model.predict([[count]])


def test_a_count_that_is_always_zero_is_rejected() -> None:
    """The error names feature and class."""
    with pytest.raises(TextbookError, match="'visits' in class 'a'.*got 0"):
        NB.fit([[0], [0], [7]], "aab", features=["visits"])


def test_a_class_without_examples_has_no_mean() -> None:
    """A class without examples, or without values of one feature, raises an error."""
    with pytest.raises(TextbookError, match="class 'c'.*no examples"):
        NB.fit([[1], [2]], "ab", classes="abc")
    with pytest.raises(TextbookError, match="'x1' in class 'b'.*no examples"):
        NB.fit([[1], [None]], "ab")


@pytest.mark.parametrize("rate", [0.0, -1.0, inf, nan])
def test_invalid_rates_are_rejected(rate: float) -> None:
    """A rate must be finite and above zero."""
    with pytest.raises(TextbookError, match="'x' in class 'b'"):
        NB(("a", "b"), ("x",), (0.5, 0.5), ((1.0,), (rate,)))
