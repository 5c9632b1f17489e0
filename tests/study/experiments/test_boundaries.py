"""Tests of the experiment on linear decision boundaries."""

from fractions import Fraction as F
from random import Random

from tests.study.experiments.findings_support import seeds, series
from textbook_ml.study.experiments.boundaries import (
    PLANE,
    boolean_model,
    boundary_points,
    coded_labels,
    one_hot_labels,
    own_log_odds,
    second_difference,
    shared_log_odds,
    straight_boundaries,
)


@seeds(1, 2, 3)
def test_boolean_models_are_linear_with_every_seed(seed: int) -> None:
    """All random models are linear on all of their inputs."""
    finding = straight_boundaries(models=4, features=4, seed=seed)
    assert finding.verdict == "holds with a caveat"
    assert finding.numbers["Boolean models that are linear on all inputs"] == 4
    assert finding.numbers["inputs of each"] == 16


def test_the_log_odds_of_two_gaussians() -> None:
    """−(x − 0)²/2 + (x − 1)²/8 bends by −1 + 1/4; with one variance the squares cancel."""
    assert second_difference(own_log_odds) == F(-3, 4)
    assert second_difference(shared_log_odds) == 0
    for x in (-2.0, 0.5, 3.0):
        assert own_log_odds(x) == (F(x) - 1) * (F(x) - 1) / 8 - F(x) * F(x) / 2
        assert shared_log_odds(x) == F(1, 2) - F(x)


def test_no_threshold_gives_these_labels() -> None:
    """The labels 0, 1, 0 are not monotone, but weights on the three values give them."""
    assert coded_labels() == one_hot_labels() == [0, 1, 0]
    assert coded_labels() not in (sorted(coded_labels()), sorted(coded_labels(), reverse=True))


def test_the_posterior_is_one_half_along_the_line() -> None:
    """The posterior is 1/2 on the line, and not 1/2 at other points."""
    for x in boundary_points():
        assert PLANE.posterior(x) == {0: 0.5, 1: 0.5}
        assert PLANE.posterior([x[0] + 1, x[1]])[1] > 0.5


def test_random_models_have_parameters_between_0_and_1() -> None:
    """The parameters are multiples of 1/100, and none is 0 or 1."""
    model = boolean_model(Random(1), features=50)
    coins = [p for row in (*model.phi, model.priors) for p in row]
    assert all(0 < p < 1 and 100 % p.denominator == 0 for p in coins)


def test_the_figure_shows_its_series() -> None:
    """The figure has a straight line, a curve, and the three values."""
    labels = series(straight_boundaries(models=1, features=1))
    assert labels == {"the boundary", "both variances 1", "variances 4 and 1", "a value"}
