"""Tests of the experiments on the variation between training sets."""

from math import hypot, log, sqrt
from random import Random
from statistics import NormalDist

import pytest

from tests.study.experiments.findings_support import number, series
from textbook_ml.core.linalg import inverse_quadratic_form, mat_vec
from textbook_ml.plots import Panels
from textbook_ml.study.experiments._experiment import experiments
from textbook_ml.study.experiments.variability import (
    SIZES,
    bias_variance,
    gda_efficient,
    log_odds_spread,
    random_gaussians,
)

NAIVE, LOGISTIC, GDA = "naive Bayes", "logistic regression", "GDA"
OVER = "over training sets of m examples"
COPIED = f"{OVER}, copied features"
RATIO = "squared error of GDA over that of logistic regression"
EXCESS = "excess error of GDA over that of logistic regression"


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_naive_bayes_varies_less(seed: int) -> None:
    """With 30, 100 and 1000 examples; mean squared error is bias² + variance, and falls."""
    finding = bias_variance(repeats=16, seed=seed)
    assert finding.verdict == "holds with a caveat"
    assert finding.numbers["true log odds"] == pytest.approx(8 * log(1.5), rel=1e-12)
    for m in SIZES:
        naive = number(finding, OVER, m, NAIVE, "variance")
        assert naive < number(finding, OVER, m, LOGISTIC, "variance")
        for who in (NAIVE, LOGISTIC):
            bias = number(finding, OVER, m, who, "bias")
            variance = number(finding, OVER, m, who, "variance")
            error = number(finding, OVER, m, who, "squared error")
            assert error == pytest.approx(bias * bias + variance, rel=1e-12)
            mean = number(finding, OVER, m, who, "mean")
            assert mean == pytest.approx(8 * log(1.5) + bias, rel=1e-12)


def test_the_variance_of_naive_bayes_agrees_with_theory() -> None:
    """With 100 examples, each of ten log ratios adds (0.4/0.6 + 0.6/0.4) / 50."""
    found = log_odds_spread(Random(3), m=100, repeats=80, truth=8 * log(1.5))[NAIVE]["variance"]
    assert found == pytest.approx(10 * (0.4 / 0.6 + 0.6 / 0.4) / 50, rel=4 * sqrt(2 / 80))


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_naive_bayes_is_biased_if_features_are_copied(seed: int) -> None:
    """The bias of naive Bayes approaches 3 ln(29/21); that of logistic regression vanishes."""
    finding = bias_variance(repeats=16, seed=seed)
    truth = finding.numbers["true log odds, copied features"]
    assert truth == pytest.approx(5 * log(1.5), rel=1e-12)
    limit = 3 * log(29 / 21)
    assert number(finding, COPIED, 1000, NAIVE, "bias") == pytest.approx(limit, abs=0.25)
    assert abs(number(finding, COPIED, 1000, LOGISTIC, "bias")) < 0.2
    assert number(finding, COPIED, 100, NAIVE, "variance") < number(
        finding, COPIED, 100, LOGISTIC, "variance"
    )


def test_the_figure_of_log_odds_shows_its_series() -> None:
    """Each panel has two bands and the true value: independent features, copied features."""
    figure = bias_variance(repeats=3).figure
    assert isinstance(figure, Panels)
    assert [panel.title for panel in figure.figures] == ["independent features", "copied features"]
    for panel in figure.figures:
        labels = {getattr(mark, "label", None) for mark in panel.marks}
        assert labels == {NAIVE, LOGISTIC, "the truth"}


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_gda_is_better_with_several_examples_per_feature(seed: int) -> None:
    """From 50 examples on, for 2 and for 10 features; the caveat has the exception in numbers."""
    finding = gda_efficient(repeats=32, largest=150, seed=seed)
    assert finding.verdict == "holds with a caveat"
    for n in (2, 10):
        for m in (50, 150):
            assert 0 < number(finding, RATIO, n, m) < 1
    assert f"{number(finding, RATIO, 10, 20):.1f} times at 20" in finding.caveat
    assert series(finding) == {GDA, LOGISTIC}


def test_gda_is_worse_with_few_examples_per_feature() -> None:
    """With 10 features, GDA's squared error is several times as large at 15 and 20 examples."""
    finding = gda_efficient(repeats=32, largest=50, seed=3)
    assert number(finding, RATIO, 10, 15) > number(finding, RATIO, 10, 20) > 3
    for m in (15, 20):
        assert number(finding, EXCESS, 10, m) > 1


def test_claim_criterion_and_captions_agree_with_the_small_sizes() -> None:
    """No text claims that GDA is better for few examples; each names the sizes that are run."""
    one = experiments()["gda-efficient"]
    assert "several examples for each feature" in one.claim
    assert "15 or 20 examples both are larger with GDA" in one.criterion
    panels = gda_efficient(repeats=2, largest=20).figure
    assert isinstance(panels, Panels)
    assert "much further" in panels.description
    assert "starts far above" in panels.figures[1].description


@pytest.mark.parametrize("n", [2, 10])
def test_random_gaussians_are_equally_difficult(n: int) -> None:
    """The means are 1.6 apart, the Mahalanobis distance is 2.5, the Bayes error Φ(−1.25)."""
    classes = random_gaussians(Random(n), n)
    delta = [b - a for a, b in zip(*classes.means)]
    assert hypot(*delta) == pytest.approx(1.6, rel=1e-12)
    assert sqrt(inverse_quadratic_form(classes.covariance, delta)) == pytest.approx(2.5, rel=1e-9)
    assert mat_vec(classes.covariance, classes.truth.w) == pytest.approx(delta, rel=1e-9)
    assert classes.error(classes.truth) == pytest.approx(NormalDist().cdf(-1.25), rel=1e-9)


def test_gaussian_rows_are_drawn_with_the_right_covariance() -> None:
    """In 4000 rows, covariances and class frequency are within five standard errors."""
    classes = random_gaussians(Random(5), 2)
    rows, labels = classes.draw(Random(6), 4000)
    centred = [[x - mu for x, mu in zip(row, classes.means[y])] for row, y in zip(rows, labels)]
    for i in (0, 1):
        for j in (0, 1):
            found = sum(z[i] * z[j] for z in centred) / 4000
            scale = sqrt(classes.covariance[i][i] * classes.covariance[j][j])
            assert found == pytest.approx(classes.covariance[i][j], abs=5 * scale * sqrt(2 / 4000))
    assert sum(labels) == pytest.approx(2000, abs=5 * sqrt(1000))
