"""Tests of the experiment on the convergence of gradient ascent."""

from functools import cache
from math import exp, log

from tests.study.experiments.findings_support import number, seeds, series
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.study.experiments._experiment import Finding
from textbook_ml.study.experiments.convergence import (
    DECADES,
    FOUR,
    FOUR_LABELS,
    convergence,
    is_refused,
    separable_weights,
    twin_maxima,
)

LONG = "steps of 0.01"


@cache
def run(seed: int) -> Finding:
    """The finding with fewer examples and steps than the default."""
    return convergence(examples=100, steps=300, seed=seed)


@seeds(1, 2, 3)
def test_only_a_safe_step_size_converges_with_every_seed(seed: int) -> None:
    """The criterion holds; with too large a step size, the objective ends below its start."""
    finding = run(seed)
    assert finding.verdict == "holds with a caveat"
    safe, wild = (number(finding, f"objective after 300 {by}") for by in ("safe steps", LONG))
    assert wild < 100 * log(0.5) < safe < number(finding, "maximum") < 0


def test_weights_of_separable_data_follow_the_recursion() -> None:
    """By symmetry the intercept stays 0, and each step adds 2 / (1 + eʷ)."""
    w, by_step = 0.0, []
    for _ in range(DECADES[-1]):
        w += 2 / (1 + exp(w))
        by_step.append(w)
    for t, found in zip(DECADES, separable_weights(0.0)):
        assert abs(found - by_step[t - 1]) < 1e-9


def test_weights_of_separable_data_grow_logarithmically() -> None:
    """Ten times as many steps add ln 10 in the end."""
    weights = separable_weights(0.0)
    assert abs(weights[-1] - weights[-2] - log(10)) < 0.001
    assert is_refused()


def test_a_penalty_limits_the_weight() -> None:
    """At the maximum with λ = 1, w = 2 / (1 + eʷ)."""
    w = separable_weights(1.0)[-1]
    assert abs(w - 2 / (1 + exp(w))) < 1e-12


def test_equal_columns_share_one_weight() -> None:
    """Ascent keeps the difference it starts with; the sum is the weight of the single column."""
    single = LogisticRegression.fit(FOUR, FOUR_LABELS)
    for gap in (0.0, 2.0, -6.0):
        w0, w1, w2 = twin_maxima([0.0, gap / 2, -gap / 2])
        assert abs(w1 - w2 - gap) < 1e-8
        assert abs(w1 + w2 - single.w[0]) < 1e-8
        assert abs(w0 - single.w0) < 1e-8


def test_the_figure_shows_its_series() -> None:
    """The figure has two step sizes, two penalties, and the path of gradient ascent."""
    steps = {"η = 1/L", "η = 0.01", "no penalty", "λ = 1"}
    assert series(run(1)) == steps | {"log likelihood", "gradient ascent"}
