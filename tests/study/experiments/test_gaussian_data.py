"""Tests of the experiments on Gaussian data and on counts treated as Gaussian."""

from fractions import Fraction as F
from math import exp, factorial, fsum

import pytest

from tests.study.experiments.findings_support import number, seeds, series, table
from textbook_ml.equations.bridge import Weights, poisson_to_logistic
from textbook_ml.study.experiments._linear_rules import error_of
from textbook_ml.study.experiments.gaussian_data import (
    COUNTS,
    PHI,
    RATES,
    SIZES,
    gda_limit,
    one_feature,
    poisson_features,
    poisson_population,
    three_learners,
)

NAIVE, LDA, GDA, LOGISTIC = "naive Bayes", "LDA", "GDA", "logistic regression"


@seeds(1, 2, 3)
def test_correlation_makes_naive_bayes_differ_from_the_others(seed: int) -> None:
    """LDA and logistic regression estimate Σ⁻¹δ, naive Bayes δ: equal only without correlation."""
    finding = three_learners(strata=50, seed=seed)
    assert finding.verdict == "holds with a caveat"
    for rho in (0.0, 0.3, 0.6, 0.9):
        right = [(1 - 0.2 * rho) / (1 - rho * rho), (0.2 - rho) / (1 - rho * rho)]
        weights = table(finding, "weights", rho)
        assert weights[LDA] == pytest.approx(right, abs=0.1)
        assert weights[NAIVE] == pytest.approx([1.0, 0.2], abs=0.05)
    gaps = [number(finding, "distance from logistic regression", r, NAIVE) for r in (0.0, 0.3, 0.9)]
    assert gaps == sorted(gaps)


def test_correlation_helps_lda_and_logistic_regression() -> None:
    """At 0.9 the errors are 0.330 and 0.172; without correlation all have 0.305."""
    finding = three_learners(strata=50, seed=4)
    for who, error in ((NAIVE, 0.330), (LDA, 0.172), (LOGISTIC, 0.172)):
        assert number(finding, "errors", 0.9, who) == pytest.approx(error, abs=2e-3)
        assert number(finding, "errors", 0.0, who) == pytest.approx(0.305, abs=2e-3)
    assert series(finding) == {NAIVE, LDA, LOGISTIC}


@seeds(1, 2)
def test_logistic_regression_is_better_for_counts(seed: int) -> None:
    """The error of logistic regression reaches the smallest possible error, GDA's does not."""
    finding = poisson_features(repeats=3, seed=seed)
    assert finding.verdict == "holds"
    best = number(finding, "smallest possible error")
    for m in SIZES:
        assert number(finding, "error after m examples", m, LOGISTIC) >= best
    assert number(finding, "error of GDA in the limit") - best > 0.01
    assert series(finding) == {GDA, LOGISTIC, "the best rule"}


def test_errors_of_one_count_with_rates_one_and_nine() -> None:
    """The best threshold is 8 / ln 9 = 3.641, that of GDA 5: errors of 0.0201 and 0.0581."""
    found = one_feature()
    assert found == {
        f"{LOGISTIC}, threshold": pytest.approx(3.6409569065073497, rel=1e-12),
        f"{LOGISTIC}, error": pytest.approx(0.020107321589531345, rel=1e-9),
        f"{GDA}, threshold": 5.0,
        f"{GDA}, error": pytest.approx(0.05814235282931972, rel=1e-9),
    }


def test_the_population_is_complete() -> None:
    """Each cell is φ times two Poisson probabilities; the omitted tail is below 1e-9."""
    population = poisson_population(PHI, RATES, COUNTS)
    assert fsum(population.values()) == pytest.approx(1, abs=1e-9)
    by_hand = PHI * exp(-8) * 6**4 / factorial(4) * 2**3 / factorial(3)
    assert population[(4, 3), 1] == pytest.approx(by_hand, rel=1e-12)


def test_the_right_weights_of_counts_have_the_smallest_error() -> None:
    """θ = ln λ₁/λ₀ for each count; other weights have a larger error."""
    population = poisson_population(PHI, RATES, COUNTS)
    right = poisson_to_logistic(PHI, *RATES)
    best = error_of(right, population)
    assert best == pytest.approx(0.0407, abs=1e-4)
    assert error_of(Weights(right.w0 + 2, right.w), population) > best
    assert error_of(gda_limit(PHI, RATES), population) > best


def test_the_limit_of_gda_by_hand() -> None:
    """The pooled variances are 5/2 and 41/10; the mean differences are 5 and −3."""
    limit = gda_limit(PHI, RATES)
    slopes = [F(5) / F(5, 2), F(-3) / F(41, 10)]
    assert limit.w == pytest.approx([float(s) for s in slopes], rel=1e-12)
    assert limit.w0 == pytest.approx(-0.8472978603872036 - float(sum(slopes) * F(7, 2)), rel=1e-12)
