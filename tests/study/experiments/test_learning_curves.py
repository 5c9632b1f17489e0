"""Tests of the crossing learning curves of naive Bayes and logistic regression."""

from fractions import Fraction as F
from itertools import product
from math import comb, fsum, log

import pytest

from tests.study.experiments.findings_support import series, table
from textbook_ml.equations.bridge import Weights
from textbook_ml.study.experiments._experiment import Finding
from textbook_ml.study.experiments.learning_curves import (
    SIZES,
    crossing,
    crossover,
    expected_error,
    naive_limit,
    posterior_of_one,
    shown_population,
)

HIDDEN, COPY, CUE = F(7, 10), F(19, 20), F(13, 20)


@pytest.fixture(scope="module")
def finding() -> Finding:
    """The finding with less than half of the default sizes."""
    return crossover(repeats=15, tests=400, seed=2)


def means(finding: Finding, who: str) -> dict[int, float]:
    """The mean error of a learner at each size."""
    rows = table(finding, f"error of {who}, and margin of error")
    return {int(str(m)): row[0] for m, row in rows.items() if isinstance(row, tuple)}


def joint(k: int, j: int) -> dict[int, F]:
    """P(k copies and j independent features are 1, y), summed over the hidden feature."""
    found = {}
    for y in (0, 1):
        p = F(0)
        for hidden in (0, 1):
            q = COPY if hidden else 1 - COPY
            copies = comb(5, k) * q**k * (1 - q) ** (5 - k)
            p += (HIDDEN if hidden == y else 1 - HIDDEN) * copies
        r = CUE if y else 1 - CUE
        found[y] = p * comb(10, j) * r**j * (1 - r) ** (10 - j) / 2
    return found


def test_the_learning_curves_cross(finding: Finding) -> None:
    """Naive Bayes is better with 10 and 40 examples, logistic regression with 320 and more."""
    assert finding.verdict == "holds with a caveat"
    naive, logistic = means(finding, "naive Bayes"), means(finding, "logistic regression")
    assert list(naive) == list(logistic) == list(SIZES)
    assert [naive[m] < logistic[m] for m in (10, 40, 320, 1280, 5120)] == [1, 1, 0, 0, 0]


def test_the_error_of_logistic_regression_keeps_falling(finding: Finding) -> None:
    """Logistic regression comes near the smallest possible error; naive Bayes does not."""
    logistic = list(means(finding, "logistic regression").values())
    assert logistic == sorted(logistic, reverse=True)
    best = finding.numbers["error of the best rule"]
    assert isinstance(best, float)
    assert 0 < logistic[-1] - best < 0.02
    assert means(finding, "naive Bayes")[5120] - best > 0.07


def test_the_figure_shows_both_curves(finding: Finding) -> None:
    """The figure has both curves and a line at the smallest possible error."""
    assert series(finding) == {"naive Bayes", "logistic regression", "the best rule"}


def test_the_posterior_of_a_row_sums_over_the_hidden_feature() -> None:
    """The posterior is right for every number of ones; the noise features do not matter."""
    for k, j in product(range(6), range(11)):
        x = [1] * k + [0] * (5 - k) + [1] * j + [0] * (10 - j) + [0, 1, 1] * 5
        p = joint(k, j)
        assert posterior_of_one(x) == pytest.approx(float(p[1] / (p[0] + p[1])), rel=1e-12)


def test_the_probabilities_of_all_cases_sum_to_one() -> None:
    """Each class has probability 1/2; each case is a sum over the hidden feature."""
    population = shown_population()
    for (k, j), y in population:
        assert population[(k, j), y] == pytest.approx(float(joint(k, j)[y]), rel=1e-12)
    assert fsum(population.values()) == pytest.approx(1, rel=1e-12)


def test_the_limit_of_naive_bayes_is_a_quarter() -> None:
    """A copy is right with probability 17/25, a cue 13/20; all copies outweigh three cues."""
    copy, cue = 2 * log(F(17, 8)), 2 * log(F(13, 7))
    assert 0 < 5 * copy / 2 - 3 * cue < cue
    wrong = F(0)
    for k, j in product(range(6), range(11)):
        wrong += joint(k, j)[0 if (2 * k - 5) * copy + (2 * j - 10) * cue > 0 else 1]
    assert naive_limit() == pytest.approx(float(wrong), rel=1e-12)
    assert 0.24 < naive_limit() < 0.26


def test_the_best_rule_has_the_smallest_error() -> None:
    """The Bayes rule has no excess error, and the opposite rule has the largest."""
    rows, chances = [[1, 0], [0, 1]], [0.75, 0.5 - 0.125]
    best = float(sum(min(joint(k, j).values()) for k, j in product(range(6), range(11))))
    right, wrong = Weights(0.0, (1.0, -1.0)), Weights(0.0, (-1.0, 1.0))
    assert expected_error(right, rows, chances) == pytest.approx(best, rel=1e-12)
    assert expected_error(wrong, rows, chances) == pytest.approx(best + 0.75 / 2, rel=1e-12)


def test_a_crossing_is_the_first_size_with_a_better_second_method() -> None:
    """The result is None if there is no such size."""
    flat = dict.fromkeys((10, 20, 40), (0.2, 0.0))
    assert crossing(flat, {10: (0.4, 0.0), 20: (0.3, 0.0), 40: (0.1, 0.0)}) == [20, 40]
    assert crossing(flat, dict.fromkeys((10, 20, 40), (0.3, 0.0))) == []
