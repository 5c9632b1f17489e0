"""Tests of the experiments on the limits of naive Bayes and logistic regression."""

from fractions import Fraction as F
from itertools import pairwise
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.study.experiments.findings_support import number, seeds, series, table
from textbook_ml.study.experiments.infinite_data import (
    SIZES,
    as_probabilities,
    equal_limit,
    log_slope,
    repeated_cues,
    table_with_dependent_features,
    violated,
)

GAPS = "distance of the weights"


@seeds(1, 2)
def test_four_times_the_examples_halve_the_distance(seed: int) -> None:
    """Both models converge to the true weights, and are even closer to each other."""
    finding = equal_limit(repeats=6, seed=seed)
    assert finding.verdict == "holds"
    for a, b in pairwise(SIZES):
        assert (
            0.25
            < number(finding, GAPS, b, "between them") / number(finding, GAPS, a, "between them")
            < 0.8
        )
    for m in SIZES:
        between = number(finding, GAPS, m, "between them")
        assert between < number(finding, GAPS, m, "naive Bayes to the truth")


def test_the_gradient_vanishes_at_the_true_weights() -> None:
    """All six components are 0 up to rounding."""
    gradient = equal_limit(repeats=2).numbers["gradient with infinitely many examples"]
    assert isinstance(gradient, list)
    assert len(gradient) == 6
    assert max(map(abs, gradient)) < 1e-15


def test_the_figure_of_the_gaps_shows_its_series() -> None:
    """The figure shows three distances and a line of slope −1/2."""
    assert series(equal_limit(repeats=2)) == {
        "between them",
        "naive Bayes to the truth",
        "logistic regression to the truth",
        "∝ 1/√m",
    }


@given(st.floats(0.1, 10.0), st.floats(-2.0, 2.0))
def test_a_power_of_m_is_a_line_on_logarithmic_axes(factor: float, power: float) -> None:
    """The slope of the line is the exponent of m."""
    curve = {m: factor * m**power for m in (10, 20, 70, 400)}
    assert log_slope(curve) == pytest.approx(power, abs=1e-12)


def test_the_slope_is_fitted_by_least_squares() -> None:
    """The least-squares line through 0, 1, 0, 1 at 0, 1, 2, 3 has slope 1/5."""
    base = {1: 0, 10: 1, 100: 0, 1000: 1}
    assert log_slope({m: 10.0**y for m, y in base.items()}) == pytest.approx(0.2, rel=1e-12)


def test_logistic_regression_may_be_better_equal_or_worse() -> None:
    """The errors of naive Bayes and LR are 3/10 and 1/5, 3/10 and 3/10, 20/49 and 24/49."""
    finding = violated(examples=5000, seed=1)
    assert finding.verdict == "holds with a caveat"
    naive, logistic, best = "naive Bayes", "logistic regression", "best rule"
    assert finding.numbers["errors"] == {
        "three copies of a weaker feature": {naive: F(3, 10), logistic: F(1, 5), best: F(1, 5)},
        "a feature used twice": {naive: F(3, 10), logistic: F(3, 10), best: F(3, 10)},
        "a table that no weights fit": {naive: F(20, 49), logistic: F(24, 49), best: F(17, 49)},
    }
    assert series(finding) == {naive, logistic, best}


@seeds(1, 2, 3)
def test_a_large_sample_shows_the_exception_too(seed: int) -> None:
    """Errors near 0.408 and 0.490: naive Bayes is better; the Bayes rule is the best."""
    sample = "errors for the last table, in a sample of 20000"
    finding = violated(seed=seed)
    naive = number(finding, sample, "naive Bayes")
    assert naive == pytest.approx(20 / 49, abs=0.02)
    assert naive < number(finding, sample, "logistic regression")
    assert naive > number(finding, sample, "best rule")
    assert len(table(finding, sample)) == 3


def test_copies_are_always_equal() -> None:
    """Three copies of a feature of accuracy 7/10 and one of 8/10, with 100 rows per class."""
    counts = repeated_cues([(7, 3), (8, 1)])
    assert all(x[0] == x[1] == x[2] for x, _ in counts)
    assert sum(counts.values()) == 200
    assert sum(n for (x, y), n in counts.items() if x[0] == y) == 140
    assert sum(n for (x, y), n in counts.items() if x[3] == y) == 160


def test_no_weights_give_the_odds_of_the_table() -> None:
    """Linear log odds have equal cross products, but 3 · 9 is not 6/7 · 8/10."""
    counts = table_with_dependent_features()
    odds = {x: F(counts[x, 1], counts[x, 0]) for x, _ in counts}
    assert odds[0, 0] * odds[1, 1] != odds[0, 1] * odds[1, 0]
    shares = as_probabilities(counts)
    assert sum(shares.values()) == 1
    assert shares[(1, 1), 1] == F(9, 49)
    assert log(odds[1, 1]) > 0 > log(odds[1, 0])
