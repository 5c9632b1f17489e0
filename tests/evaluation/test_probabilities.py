"""Log loss and Brier score: minimal for true probabilities, correct despite underflow."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import inf, log, ulp
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests import oracle
from tests.oracle import dec, in_sixty_digits, ulps
from textbook_ml.core.errors import TextbookError
from textbook_ml.data.datasets import load
from textbook_ml.evaluation import (
    brier_parts,
    brier_score,
    mean_log_loss,
    mean_log_loss_of_terms,
    surprisal,
    surprisal_of_terms,
)
from textbook_ml.models.catalogue import recipe

Posterior = Mapping[str, Fraction]
Case = tuple[list[str], list[Posterior]]

weights = st.lists(st.integers(0, 6), min_size=3, max_size=3).filter(any)
scores = st.floats(-2000, 2000)


def shares(counts: Sequence[int]) -> dict[str, Fraction]:
    return {y: Fraction(n, sum(counts)) for y, n in zip("abc", counts)}


def repeated(counts: Sequence[int]) -> list[str]:
    return [y for y, n in zip("abc", counts) for _ in range(n)]


posteriors = st.builds(shares, weights)
cases = st.lists(st.tuples(st.sampled_from("abc"), posteriors), min_size=1, max_size=12).map(
    lambda pairs: ([y for y, _ in pairs], [p for _, p in pairs])
)


@given(cases)
def test_log_loss_is_the_logarithm_of_one_product(case: Case) -> None:
    """The loss is −ln Π P(y | x) / N to sixty digits; infinite only if a factor is 0."""
    labels, forecasts = case
    product = Fraction(1)
    for y, p in zip(labels, forecasts):
        product *= p[y]
    if product == 0:
        assert mean_log_loss(labels, forecasts) == inf
    else:
        truth = -oracle.ln(product) / len(labels)
        assert ulps(mean_log_loss(labels, forecasts), truth) <= 2


@given(weights, weights)
def test_the_true_frequencies_have_the_smallest_log_loss(
    truth: list[int], other: list[int]
) -> None:
    """Gibbs' inequality: any other constant posterior has a larger log loss."""
    assume(shares(truth) != shares(other))
    labels = repeated(truth)
    best = mean_log_loss(labels, [shares(truth)] * len(labels))
    assert best < mean_log_loss(labels, [shares(other)] * len(labels))


@given(weights, weights)
def test_the_true_frequencies_have_the_smallest_brier_score(
    truth: list[int], other: list[int]
) -> None:
    """The difference is exactly the squared distance of the two distributions."""
    labels, p, q = repeated(truth), shares(truth), shares(other)
    gap = brier_score(labels, [q] * len(labels)) - brier_score(labels, [p] * len(labels))
    assert gap == sum((p[y] - q[y]) ** 2 for y in p)


@given(cases)
def test_calibration_and_refinement_add_up_to_the_brier_score(case: Case) -> None:
    """The two parts add up exactly, and neither is negative."""
    parts = brier_parts(*case)
    assert parts.calibration + parts.refinement == brier_score(*case)
    assert min(parts.calibration, parts.refinement) >= 0


@given(weights)
def test_the_true_frequencies_are_calibrated(truth: list[int]) -> None:
    """With true frequencies, the Brier score is all refinement: 1 − Σ p²."""
    labels, p = repeated(truth), shares(truth)
    parts = brier_parts(labels, [p] * len(labels))
    assert parts.calibration == 0
    assert parts.refinement == 1 - sum(x * x for x in p.values())


def test_scores_that_can_be_checked_by_hand() -> None:
    """If P(y) = 1, scores are 0 and 0; if 1/2, ln 2 and 1/2; if 0, ∞ and 2."""
    sure, even = {"a": 1.0, "b": 0.0}, {"a": 0.5, "b": 0.5}
    assert [mean_log_loss("a", [p]) for p in (sure, even)] == [0.0, log(2)]
    assert [brier_score("a", [p]) for p in (sure, even)] == [0.0, 0.5]
    assert (mean_log_loss("b", [sure]), brier_score("b", [sure])) == (inf, 2.0)
    assert (mean_log_loss("ab", [sure, sure]), brier_score("ab", [sure, sure])) == (inf, 1.0)
    assert str(surprisal(sure, "a")) == "0.0"


@given(st.lists(scores, min_size=2, max_size=4), st.data())
@in_sixty_digits
def test_the_surprisal_of_terms_is_accurate(values: list[float], data: st.DataObject) -> None:
    """ln Σ exp(s − s_y) is within 2 ulp of max(1, result), also if posteriors underflow."""
    label = data.draw(st.integers(0, len(values) - 1))
    terms = {y: [s] for y, s in enumerate(values)}
    truth = oracle.log_sum_exp([dec(s) - dec(values[label]) for s in values])
    found = surprisal_of_terms(terms, label)
    assert abs(dec(found) - truth) <= 2 * dec(ulp(max(1.0, found)))


@given(cases)
def test_terms_and_posteriors_agree(case: Case) -> None:
    """A single term may be the log of a posterior, which is −∞ for a posterior of 0."""
    labels, forecasts = case
    logs = [{y: [log(p) if p else -inf] for y, p in forecast.items()} for forecast in forecasts]
    direct = mean_log_loss(labels, forecasts)
    by_terms = mean_log_loss_of_terms(labels, logs)
    assert direct == by_terms or abs(direct - by_terms) < 1e-15 * max(1.0, direct)


@given(st.lists(scores, min_size=1, max_size=4), st.floats(-1e9, 1e9))
def test_a_common_term_of_all_classes_cancels(values: list[float], common: float) -> None:
    """Adding a number to the terms of all classes changes no bit of the result."""
    alone = {y: [s, 0.0] for y, s in enumerate(values)}
    shifted = {y: [s, common] for y, s in enumerate(values)}
    assert surprisal_of_terms(shifted, 0) == surprisal_of_terms(alone, 0)


def test_a_wrong_logit_of_a_thousand_has_log_loss_1000() -> None:
    """The posterior underflows to 0 with infinite log loss; log terms give 1000."""
    model = recipe("gaussian-nb").fit(load("animals"))
    far = [1e6, 1e4]
    wrong = min(model.classes, key=lambda y: model.log_scores(far)[y])
    (right,) = set(model.classes) - {wrong}
    assert surprisal(model.posterior(far), wrong) == inf
    gap = model.log_scores(far)[right] - model.log_scores(far)[wrong]
    assert gap > 1000
    assert surprisal_of_terms(model.log_terms(far), wrong) == pytest.approx(gap, rel=1e-12)
    assert mean_log_loss_of_terms(["b"], [{"a": [1000.0], "b": [0.0]}]) == 1000.0


def test_likelihood_0_for_all_classes_raises_an_error() -> None:
    """The posterior is 0/0, so the loss is undefined, not infinite."""
    assert surprisal_of_terms({"a": [0.0], "b": [-1.0, -inf]}, "b") == inf
    with pytest.raises(TextbookError, match="must have a probability above 0, all are 0"):
        surprisal_of_terms({"a": [-inf], "b": [-inf, 0.0]}, "a")


@pytest.mark.parametrize(
    ("labels", "forecasts", "message"),
    [
        ("", [], "need at least one posterior, got none"),
        ("ab", [{"a": 1.0}], "2 labels and 1 posterior"),
        ("b", [{"a": 1.0}], "posterior of example 1 must include the true label 'b', got 'a'"),
        ("a", [{"a": 0.5, "b": 0.25}], "posterior of example 1 sums to 0.75"),
        ("aa", [{"a": 1.0}, {"a": 1.5, "b": -0.5}], "posterior of example 2 gives 'a'.* 1.5"),
    ],
)
def test_an_invalid_posterior_raises_an_error(
    labels: str, forecasts: list[dict[str, float]], message: str
) -> None:
    """All functions of posteriors raise an error with the number of the example."""
    for score in (mean_log_loss, brier_score, brier_parts):
        with pytest.raises(TextbookError, match=message):
            score(labels, forecasts)


def test_invalid_terms_raise_an_error() -> None:
    """Empty terms, a wrong number of terms, no term of the true label, and NaN are errors."""
    with pytest.raises(TextbookError, match="need the terms of at least one example"):
        mean_log_loss_of_terms([], [])
    with pytest.raises(TextbookError, match="1 label and 2 terms"):
        mean_log_loss_of_terms("a", [{"a": [0.0]}] * 2)
    with pytest.raises(TextbookError, match="must include the true label 'b', got 'a'"):
        mean_log_loss_of_terms("b", [{"a": [0.0]}])
    with pytest.raises(TextbookError, match="NaN"):
        mean_log_loss_of_terms("a", [{"a": [float("nan")]}])


@given(cases)
def test_floats_and_fractions_have_the_same_scores(case: Case) -> None:
    """Scores and their parts differ only by rounding."""
    labels, exact_ones = case
    floats = [{y: float(p) for y, p in forecast.items()} for forecast in exact_ones]
    assert abs(brier_score(labels, floats) - brier_score(labels, exact_ones)) < 1e-15
    parts, truth = brier_parts(labels, floats), brier_parts(labels, exact_ones)
    assert abs(parts.calibration - truth.calibration) < 1e-15
    assert abs(parts.refinement - truth.refinement) < 1e-15


def test_labels_need_only_be_hashable() -> None:
    """Numbers, None and tuples can be classes."""
    forecast = {0: Fraction(1, 2), None: Fraction(1, 4), ("x", 1): Fraction(1, 4)}
    assert brier_score([None], [forecast]) == Fraction(7, 8)


@pytest.mark.parametrize("measure", [mean_log_loss, brier_score, brier_parts])
def test_posteriors_that_are_lists_are_rejected(measure: Any) -> None:
    with pytest.raises(TextbookError, match="example 1 must be a dict .*a list. Fix: .*predict_pr"):
        measure("ab", [[0.5, 0.5], [0.5, 0.5]])
