"""Tests of the experiments on estimating tables of probabilities."""

from fractions import Fraction as F
from math import comb, log

import pytest

from tests.study.experiments.findings_support import number, seeds, series
from textbook_ml.models.full_joint_bayes import FullJointBayes
from textbook_ml.study.experiments._population import boolean_population
from textbook_ml.study.experiments.table_sizes import (
    CELLS,
    SIZES,
    failure_chance,
    full_joint,
    joint_error,
    naive_bayes_lemma,
)

ERRORS = "errors, and the fraction of unseen rows"


@seeds(1, 2, 3)
def test_the_full_joint_needs_more_examples_than_rows(seed: int) -> None:
    """With 256 examples for 256 rows its error is much larger; with 64 times that, equal."""
    finding = full_joint(repeats=1, seed=seed)
    assert finding.verdict == "holds"
    joint = [number(finding, ERRORS, m, "full joint") for m in SIZES]
    unseen = [number(finding, ERRORS, m, "unseen") for m in SIZES]
    assert joint == sorted(joint, reverse=True)
    assert unseen == sorted(unseen, reverse=True)
    assert unseen[-1] == 0


def test_the_number_of_unseen_rows_agrees_with_probability() -> None:
    """A row x is unseen with probability (1 − P(x))ᵐ: within four standard errors at 256."""
    truth = boolean_population(F(1, 2), [F(13, 20)] * 8, [F(7, 20)] * 8)
    rows = {x for x, _ in truth}
    expected = sum((1 - float(truth[x, 0] + truth[x, 1])) ** 256 for x in rows) / CELLS
    finding = full_joint(repeats=4, seed=1)
    found = number(finding, ERRORS, 256, "unseen")
    assert found == pytest.approx(expected, abs=4 * 0.02 / 4**0.5)
    assert expected > number(finding, "unseen fraction if all rows had equal probability", 256)


def test_the_error_of_the_full_joint_by_hand() -> None:
    """Observed rows are labelled by majority, unobserved rows by a random guess."""
    rows = [(0, 0), (0, 0), (1, 1)]
    model = FullJointBayes.fit(rows, [0, 0, 1], values=[(0, 1)] * 2, classes=(0, 1))
    truth = boolean_population(0.5, [0.75, 0.5], [0.25, 0.5])
    assert joint_error(model, truth) == (0.0625 + 0.0625) + (0.125 + 0.125)


def test_the_full_joint_figure_shows_its_series() -> None:
    """The figure has two errors, the unseen rows, and a line at as many examples as rows."""
    assert series(full_joint(repeats=1)) == {
        "error of naive Bayes",
        "error of the full joint",
        "rows never seen",
        "as many examples as rows",
    }


@seeds(1, 2, 3)
def test_the_lemma_holds_with_every_seed(seed: int) -> None:
    """The lemma requires 220, 335, 450 and 565 examples for 1, 10, 100 and 1000 features."""
    finding = naive_bayes_lemma(repeats=40, seed=seed)
    assert finding.verdict == "holds with a caveat"
    assert finding.numbers["examples of each class"] == {1: 220, 10: 335, 100: 450, 1000: 565}
    rises = finding.numbers["examples added by ten times the features"]
    assert rises == pytest.approx([50 * log(10)] * 3, rel=1e-12)


def test_the_probability_of_failure_is_exact() -> None:
    """For 20 draws, an error above 0.1 means at most 7 or at least 13 successes."""
    tails = F(2 * sum(comb(20, k) for k in range(8)), 2**20)
    assert failure_chance(1, 20) == 1 - (1 - tails) * (1 - tails)
    assert failure_chance(3, 20) == 1 - (1 - tails) ** 6


def test_failure_falls_with_examples_and_rises_with_features() -> None:
    """At the sizes of the lemma the probability of failure is far below δ."""
    assert failure_chance(10, 335) < failure_chance(10, 220) < failure_chance(100, 220)
    assert failure_chance(1, 220) < F(1, 200)


def test_simulated_failures_have_the_exact_frequency() -> None:
    """With one feature and 220 examples, about 47 of 10,000 simulations fail."""
    finding = naive_bayes_lemma(repeats=400, seed=4)
    chance = number(finding, "chance of failure", 1)
    found = number(finding, "fraction of failures in simulation", 1)
    assert found == pytest.approx(chance, abs=4 * (chance / 400) ** 0.5)


def test_the_lemma_figure_shows_its_series() -> None:
    """The figure shows the bound, δ, and the probability of failure."""
    assert series(naive_bayes_lemma(repeats=1)) == {
        "ln(4n/δ) / 2ε²",
        "δ",
        "exact chance of failure",
    }
