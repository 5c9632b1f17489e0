"""Tests of the experiments on binned features and missing values."""

from collections.abc import Callable
from functools import cache
from math import comb, log, sqrt
from statistics import NormalDist

import pytest

from tests.study.experiments.findings_support import number, series
from textbook_ml.study.experiments._experiment import Finding
from textbook_ml.study.experiments.features import (
    BINNED,
    GDA,
    binned,
    discretising,
    missing_attributes,
)

AT_RANDOM, INFORMATIVE = "error, half hidden at random", "error, hidden in class 0 more often"
TESTS = 1500


@cache
def bins(seed: int) -> Finding:
    """The finding with fewer repeats than the default."""
    return discretising(repeats=16, tests=3200, seed=seed)


@cache
def gaps(seed: int) -> Finding:
    """The finding with fewer rows than the default."""
    return missing_attributes(examples=8000, tests=TESTS, seed=seed)


@pytest.mark.parametrize("seed", [1, 2])
def test_bins_are_better_for_other_distributions_with_every_seed(seed: int) -> None:
    """The verdict does not depend on the seed."""
    assert bins(seed).verdict == "holds with a caveat"


def test_gda_is_near_the_best_error_on_gaussian_classes() -> None:
    """The means are 0.7 √8 apart, so the smallest error is Φ(−0.7 √2), up to sampling error."""
    best = NormalDist().cdf(-0.7 * sqrt(2))
    off = number(bins(1), "Gaussian", 500, f"{GDA} ±")
    assert best - 4 * off < number(bins(1), "Gaussian", 500, GDA) < best + 4 * off


def test_more_examples_help_the_bins() -> None:
    """The estimates of seven bins are less accurate with 50 examples than with 500."""
    few, many = (number(bins(1), "two-sided", m, BINNED) for m in (50, 500))
    assert many < few


def test_seven_bins_contain_their_left_edges() -> None:
    """An edge belongs to the bin on its right, and the last edge to the bin on its left."""
    assert binned([[-2.6, -2.5, -1.0, 0.0, 1.0, 2.5, 2.6]]) == [[1, 2, 3, 4, 5, 6, 7]]


@pytest.mark.parametrize("seed", [1, 2])
def test_ignoring_is_better_than_filling_in_with_every_seed(seed: int) -> None:
    """The verdict does not depend on the seed."""
    assert gaps(seed).verdict == "holds with a caveat"
    assert gaps(seed).numbers["patterns of missing values that agree"] == 3**4


def exact_error(seen: dict[int, float], label: Callable[[int, int], int]) -> float:
    """The error of a rule of (ones, zeros) if values of class y are seen with probability seen[y].

    The eight features are 1 with probability 0.7 in class 1 and 0.4 in class 0.
    """
    wrong = 0.0
    for y, p in ((1, 0.7), (0, 0.4)):
        for ones in range(9):
            for zeros in range(9 - ones):
                ways = comb(8, ones) * comb(8 - ones, zeros)
                hidden = (1 - seen[y]) ** (8 - ones - zeros)
                shown = seen[y] ** (ones + zeros) * p**ones * (1 - p) ** zeros
                wrong += 0.5 * ways * hidden * shown * (label(ones, zeros) != y)
    return wrong


def by_likelihood(ones: int, zeros: int) -> int:
    """The class under which these values are more probable; 0 in a tie."""
    return int(ones * log(0.7 / 0.4) + zeros * log(0.3 / 0.6) > 0)


@pytest.mark.parametrize(
    ("name", "seen", "label"),
    [
        ("nothing hidden", 1.0, by_likelihood),
        ("ignored", 0.5, by_likelihood),
        ("filled with 0", 0.5, lambda ones, zeros: by_likelihood(ones, 8 - ones)),
        ("filled with 1", 0.5, lambda ones, zeros: by_likelihood(8 - zeros, zeros)),
    ],
)
def test_simulated_errors_agree_with_enumeration(
    name: str, seen: float, label: Callable[[int, int], int]
) -> None:
    """The simulated error lies within five standard errors of that of the true parameters."""
    error = exact_error({0: seen, 1: seen}, label)
    off = sqrt(error * (1 - error) / TESTS)
    assert abs(number(gaps(1), AT_RANDOM, name) - error) < 5 * off


def test_informative_missingness_reduces_the_error() -> None:
    """The error of ignoring is about 0.218, as enumerated; using missingness is far better."""
    error = exact_error({0: 0.2, 1: 0.8}, by_likelihood)
    assert round(error, 3) == 0.218
    assert number(gaps(1), INFORMATIVE, "ignored") > error - 5 * sqrt(error / TESTS)
    assert number(gaps(1), INFORMATIVE, "missing as a value") < error / 5


def test_the_figures_show_their_series() -> None:
    """Both methods are in both panels; the other figure has bars."""
    assert series(bins(1)) == {GDA, BINNED}
    assert series(gaps(1)) == set()
