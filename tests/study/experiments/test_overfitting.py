"""Tests of the experiment on overfitting and the penalty."""

from functools import cache
from itertools import pairwise
from math import log

from tests.study.experiments.findings_support import number, seeds, series
from textbook_ml.study.experiments._experiment import Finding
from textbook_ml.study.experiments.overfitting import (
    ERROR,
    NORM,
    PENALTIES,
    TEST,
    TRAIN,
    regularising,
)


@cache
def run(seed: int) -> Finding:
    """The finding with fewer training sets than the default."""
    return regularising(repeats=2, tests=100, seed=seed)


def along(seed: int, measure: str) -> list[float]:
    """One measure at every penalty."""
    return [number(run(seed), f"λ = {lam:g}", measure) for lam in PENALTIES]


@seeds(1, 2)
def test_the_best_penalty_lies_in_the_middle_with_every_seed(seed: int) -> None:
    """The verdict does not depend on the seed."""
    assert run(seed).verdict == "holds with a caveat"
    losses = along(seed, TEST)
    assert PENALTIES[losses.index(min(losses))] == run(seed).numbers["the best λ"]


def test_a_penalty_fits_worse_and_shortens_the_weights() -> None:
    """Both hold at every step of the grid."""
    assert all(a < b for a, b in pairwise(along(1, TRAIN)))
    assert all(a > b for a, b in pairwise(along(1, NORM)))


def test_the_ends_of_the_grid_overfit_and_underfit() -> None:
    """With the smallest penalty the loss is above ln 2 (guessing); with the largest, about ln 2."""
    losses = along(1, TEST)
    assert losses[0] > 2 * log(2)
    assert abs(losses[-1] - log(2)) < 0.05
    assert all(0 <= error <= 1 for error in along(1, ERROR))


def test_the_figure_shows_its_series() -> None:
    """The figure has a line for new rows and a line for training rows."""
    assert series(run(1)) == {"new rows", "training set"}
