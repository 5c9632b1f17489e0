"""Tests of the experiments on the number of examples by number of features."""

from itertools import product
from math import comb, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.study.experiments.findings_support import number, series, table
from textbook_ml.equations.bridge import Weights
from textbook_ml.study.experiments._linear_rules import error_of
from textbook_ml.study.experiments._population import boolean_population
from textbook_ml.study.experiments.sample_sizes import (
    EXCESS,
    OFF,
    WEIGHT,
    excess_error,
    interpolated_size,
    mean_error,
    rates,
    rates_of_weak_features,
    sizes_needed,
    weak_features,
)

NEEDED = "examples needed for n features"
NAIVE, LOGISTIC = "naive Bayes", "logistic regression"
small = st.integers(-3, 3).map(float)


def test_naive_bayes_needs_few_examples_for_strong_features() -> None:
    """From 4 to 64 features, naive Bayes needs under 4 times the examples, LR over 10 times."""
    finding = rates(largest=8, repeats=60, seed=1)
    assert finding.verdict == "holds with a caveat"
    for who in (NAIVE, LOGISTIC):
        assert list(table(finding, NEEDED, who)) == [4, 8]
        assert number(finding, NEEDED, who, 4) < number(finding, NEEDED, who, 8)
    for n in (4, 8):
        assert number(finding, NEEDED, NAIVE, n) < number(finding, NEEDED, LOGISTIC, n)
    assert series(finding) == {NAIVE, LOGISTIC}


def test_both_methods_need_many_examples_for_weak_features() -> None:
    """64 features need more than 4 and at most 16 times the examples of 8 features."""
    finding = rates_of_weak_features(largest=8, repeats=30, seed=1)
    assert finding.verdict == "holds with a caveat"
    words = "excess error for 64 features, with 4 or 16 times the examples needed for 8"
    for who in (NAIVE, LOGISTIC):
        assert number(finding, words, who, 4) > EXCESS > number(finding, words, who, 16)
    assert number(finding, NEEDED, NAIVE, 8) < number(finding, NEEDED, LOGISTIC, 8)
    assert series(finding) == {NAIVE, LOGISTIC}


@given(st.floats(1.0, 4.0), st.floats(0.25, 1.0), st.floats(0.3, 0.9))
def test_an_error_linear_in_log_m_is_interpolated_exactly(
    start: float, slope: float, fraction: float
) -> None:
    """If the error is linear in log₂ m, interpolation between two sizes is exact."""
    target = fraction * (start - 3 * slope)

    def error(m: int) -> float:
        return start - slope * log(m) / log(2)

    if error(8) > target:
        assert interpolated_size(error, target, first=8) == pytest.approx(
            2 ** ((start - target) / slope), rel=1e-9
        )
    else:
        assert interpolated_size(error, target, first=8) == 8.0


def test_sizes_are_doubled_and_never_restart() -> None:
    """The next n starts at a size that was too small for the last n."""
    asked: list[tuple[int, int]] = []

    def trial(n: int, m: int) -> float:
        asked.append((n, m))
        return 10 * n / m

    found = sizes_needed(trial, [4, 16], repeats=1, target=1.0, first=8)
    assert dict.fromkeys(asked) == dict.fromkeys(
        [(4, 8), (4, 16), (4, 32), (4, 64), (16, 32), (16, 64), (16, 128), (16, 256)]
    )
    assert 32 < found[4] < 64
    assert 128 < found[16] < 256


def test_a_mean_is_over_all_training_sets() -> None:
    """Each training set is drawn and evaluated once."""
    errors = iter([0.0, 1.0, 0.5, 0.5])
    assert mean_error(lambda n, m: next(errors), n=4, m=10, repeats=4) == 0.5


@pytest.mark.parametrize("n", [8, 16, 32, 64, 128])
def test_weak_features_leave_the_best_error_at_one_sixth(n: int) -> None:
    """The best rule counts ones and guesses ties; its error is 0.15 to 0.17 for every n."""
    theta1, theta0, _ = weak_features(n)
    p = theta0[0]
    chances = [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
    wrong = sum(chances[n // 2 + 1 :]) + chances[n // 2] / 2
    assert 0.15 < wrong < 0.17
    assert theta1[0] == 1 - p


@given(small, small, small)
def test_the_excess_is_the_error_above_the_best(w0: float, w1: float, w2: float) -> None:
    """Two features with probabilities 3/4 and 1/4: rows occur 5, 3, 3 and 5 times in 16."""
    rule, best = Weights(w0, (w1, w2)), Weights(-2 * log(3), (2 * log(3), 2 * log(3)))
    times = {0: 5, 1: 3, 2: 5}
    rows = [x for x in product((0, 1), repeat=2) for _ in range(times[sum(x)])]
    population = boolean_population(0.5, [0.75, 0.75], [0.25, 0.25])
    above = error_of(rule, population) - error_of(best, population)
    assert excess_error(rule, best, rows) == pytest.approx(above, abs=1e-12)


def test_both_learners_estimate_the_same_weight() -> None:
    """ln(0.6/0.4) − ln(0.4/0.6) = 0.811, and the target is three quarters of it."""
    assert pytest.approx(2 * log(3 / 2), rel=1e-15) == WEIGHT
    assert 0.7 < OFF / WEIGHT < 0.75
