"""Tests of the experiments on single estimates: averages, simulations and binomial sums."""

from fractions import Fraction as F
from functools import cache
from math import comb, floor, pi, sqrt
from random import Random
from statistics import NormalDist

import pytest

from tests.study.experiments.findings_support import number, seeds, series, table
from textbook_ml.study.experiments._experiment import Finding
from textbook_ml.study.experiments.estimates import (
    _stratified_normals,
    hundred_examples,
    variance_bias,
)

ALL_SAMPLES = "over all samples of {0, 1, 4}, N = 2"


@cache
def simulated(seed: int) -> Finding:
    """The finding with a quarter of the default sample size."""
    return variance_bias(samples=1000, seed=seed)


@seeds(1, 2, 3)
def test_the_verdict_on_the_bias_holds_for_every_seed(seed: int) -> None:
    """The verdict does not depend on the seed."""
    assert simulated(seed).verdict == "holds with a caveat"


def test_the_same_seed_gives_the_same_numbers() -> None:
    """Another seed gives other numbers."""
    assert variance_bias(samples=20, seed=1) == variance_bias(samples=20, seed=1)
    assert variance_bias(samples=20, seed=1) != variance_bias(samples=20, seed=2)


def test_the_mean_over_all_samples_has_the_known_bias() -> None:
    """The variance of 0, 1, 4 is 26/9; division by N = 2 gives half of it on average."""
    exact = table(variance_bias(samples=10), ALL_SAMPLES)
    assert exact == {"σ²": F(26, 9), "(14)": F(13, 9), "(15)": F(26, 9)}


def test_the_unbiased_estimate_has_a_larger_squared_error() -> None:
    """(14) has the smaller squared error at every N, and √(15) is below σ = 2 on average."""
    finding = simulated(1)
    for n in (2, 5, 20):
        row = ("N(0, 4)", n)
        errors = [number(finding, *row, f"squared error of ({k})") for k in (14, 15)]
        assert errors[0] < errors[1]
        assert number(finding, *row, "mean of √(15)") < 2


def test_the_standard_deviation_of_two_examples_has_the_known_bias() -> None:
    """E[s] = σ √(2/π) for N = 2, within five standard errors."""
    mean, spread = 2 * sqrt(2 / pi), 2 * sqrt(1 - 2 / pi)
    off = abs(number(simulated(1), "N(0, 4)", 2, "mean of √(15)") - mean)
    assert off < 5 * spread / sqrt(1000)


def test_each_stratum_has_one_number() -> None:
    """There is one number in each of the n equally probable strata."""
    draws = _stratified_normals(Random(5), 50)
    bell = NormalDist(0.0, 2.0)
    assert sorted(floor(50 * bell.cdf(x)) for x in draws) == list(range(50))
    assert draws != sorted(draws)


@pytest.mark.parametrize(
    ("p", "chances"),
    [
        ("0.5", {"0.02": 0.383, "0.03": 0.516, "0.05": 0.729, "0.1": 0.965}),
        ("0.1", {"0.02": 0.596, "0.03": 0.759, "0.05": 0.936}),
        ("0.05", {"0.02": 0.754, "0.03": 0.900, "0.05": 0.989}),
    ],
)
def test_probabilities_of_a_hundred_examples_are_exact(p: str, chances: dict[str, float]) -> None:
    """The numbers are exact binomial sums, computed independently."""
    finding = hundred_examples()
    for t, chance in chances.items():
        found = number(finding, "P(within t), N = 100", f"p = {p}", f"t = {t}")
        near = [k for k in range(101) if abs(F(k, 100) - F(p)) <= F(t)]
        counted = sum(comb(100, k) * F(p) ** k * (1 - F(p)) ** (100 - k) for k in near)
        assert found == float(counted)
        assert round(found, 3) == chance


def test_two_points_need_2401_examples() -> None:
    """With 2401 examples the probability is 0.94993."""
    finding = hundred_examples()
    assert finding.numbers["examples for 2 points at 95 %"] == 2401
    assert round(number(finding, "P(within 0.02), N = 2401, p = 0.5"), 5) == 0.94993
    assert finding.verdict == "holds with a caveat"
    assert finding == hundred_examples(seed=9)


def test_the_figures_show_their_series() -> None:
    """The figures show theory and simulation, and one line for each proportion."""
    simulated = {"(14), simulated", "(15), simulated"}
    assert series(variance_bias(samples=10)) == {"σ²", "σ² (N − 1)/N"} | simulated
    assert series(hundred_examples()) == {"95 %", "p = 0.5", "p = 0.1", "p = 0.05"}
