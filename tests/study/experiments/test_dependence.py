"""Tests of the experiments on dependent features."""

from fractions import Fraction as F
from itertools import pairwise
from math import log

import pytest

from tests.study.experiments.findings_support import number, seeds, series, table
from textbook_ml.models.bernoulli_naive_bayes import BernoulliNaiveBayes
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.study.experiments.dependence import (
    CUES,
    accuracy_of,
    copied_cue,
    coupling,
    first_parameters,
    first_weights,
    overconfident,
)

NAIVE, LOGISTIC = "naive Bayes", "logistic regression"


@seeds(1, 2, 3)
def test_only_the_weights_of_logistic_regression_change_with_a_second_feature(seed: int) -> None:
    """Only the weights of logistic regression change, in the population and in a sample."""
    finding = coupling(examples=500, seed=seed)
    assert finding.verdict == "holds"
    assert series(finding) == {NAIVE, LOGISTIC}
    for name in ("the population", "a sample of 500"):
        row = table(finding, "weight of the first feature", name, NAIVE)
        assert row["beside the second"] == row["alone"]


def test_the_weights_of_the_population_by_hand() -> None:
    """With one feature both weights are 2 ln 3; with two, odds 5, 1, 1, 1/5 give ln 5 each."""
    weights = first_weights(CUES)
    assert list(weights[NAIVE].values()) == pytest.approx([2 * log(3)] * 2, rel=1e-15)
    assert weights[LOGISTIC]["alone"] == pytest.approx(2 * log(3), rel=1e-9)
    assert weights[LOGISTIC]["beside the second"] == pytest.approx(log(5), rel=1e-9)


def test_the_naive_bayes_parameters_of_the_first_feature_are_equal() -> None:
    """The parameters are 1/4 and 3/4, with and without the second feature."""
    both, alone = (first_parameters(CUES, features=n) for n in (2, 1))
    assert both == alone == [F(1, 4), F(3, 4)]


def test_a_weight_of_zero_may_become_nonzero() -> None:
    """The weight of the first feature is 0 alone and −1.064 with the second."""
    rows = [(0, 0), (1, 1), (1, 0), (0, 1), (1, 1), (0, 0), (1, 1), (0, 0)]
    labels = [0, 1, 0, 1, 1, 0, 0, 1]
    both = LogisticRegression.fit(rows, labels, l2=0.1, penalise_intercept=True)
    alone = LogisticRegression.fit([x[:1] for x in rows], labels, l2=0.1, penalise_intercept=True)
    assert both.w[0] == pytest.approx(-1.0637905209062095, rel=1e-9)
    assert alone.w[0] == pytest.approx(0, abs=1e-12)


def test_copies_raise_the_confidence_but_not_the_accuracy() -> None:
    """The posterior is 7ᵏ/(7ᵏ + 3ᵏ) with k copies, and the accuracy stays at 7/10."""
    finding = overconfident(most=10)
    assert finding.verdict == "holds with a caveat"
    confidence = table(finding, "confidence of naive Bayes")
    assert confidence == {k: F(7**k, 7**k + 3**k) for k in range(1, 11)}
    assert [float(F(str(confidence[k]))) for k in (1, 2, 5, 10)] == pytest.approx(
        [0.7, 0.845, 0.986, 0.9998], abs=5e-4
    )
    assert set(table(finding, "accuracy of naive Bayes").values()) == {F(7, 10)}


def test_only_naive_bayes_counts_copies_several_times() -> None:
    """The total weights of k copies are 2k ln(7/3) and 2 ln(7/3)."""
    finding = overconfident(most=4)
    for k in range(1, 5):
        naive = number(finding, "total weight of the copies", NAIVE, k)
        logistic = number(finding, "total weight of the copies", LOGISTIC, k)
        assert naive == pytest.approx(2 * k * log(7 / 3), rel=1e-12)
        assert logistic == pytest.approx(2 * log(7 / 3), rel=1e-5)


def test_two_copies_do_not_satisfy_the_criterion() -> None:
    """The criterion requires 0.999, but two copies give 0.845."""
    assert overconfident(most=2).verdict == "fails"
    rising = table(overconfident(most=5), "confidence of naive Bayes").values()
    assert all(F(str(a)) < F(str(b)) for a, b in pairwise(rising))


def test_the_figure_of_confidence_shows_its_series() -> None:
    """Each panel has two curves."""
    assert series(overconfident(most=3)) == {
        "confidence of naive Bayes",
        "accuracy of naive Bayes",
        f"total weight, {NAIVE}",
        f"total weight, {LOGISTIC}",
    }


def test_accuracy_is_the_fraction_of_correct_cases() -> None:
    """A model that predicts the opposite label is right in 3 of 10 cases."""
    counts = copied_cue(1)
    rows, labels = [x for x, _ in counts], [1 - y for _, y in counts]
    wrong = BernoulliNaiveBayes.fit(rows, labels, weights=list(counts.values()), classes=(0, 1))
    assert accuracy_of(wrong) == F(3, 10)
