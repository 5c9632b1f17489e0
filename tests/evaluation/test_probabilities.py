"""Log loss and Brier score: proper, exact where they can be, and never fooled by underflow."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import inf, log, ulp

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests import oracle
from tests.oracle import dec, in_sixty_digits, ulps
from textbook_ml.datasets import load
from textbook_ml.errors import TextbookError
from textbook_ml.evaluation import (
    brier_parts,
    brier_score,
    mean_log_loss,
    mean_log_loss_of_terms,
    surprise,
    surprise_of_terms,
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
    """− ln Π P(y | x) / N, against sixty digits; infinite exactly if a factor is 0."""
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
def test_the_true_shares_have_the_smallest_log_loss(truth: list[int], other: list[int]) -> None:
    """Gibbs: any other posterior for all costs more; the gap is the divergence."""
    assume(shares(truth) != shares(other))
    labels = repeated(truth)
    best = mean_log_loss(labels, [shares(truth)] * len(labels))
    assert best < mean_log_loss(labels, [shares(other)] * len(labels))


@given(weights, weights)
def test_the_true_shares_have_the_smallest_brier_score(
    truth: list[int], other: list[int]
) -> None:
    """And the gap is the squared distance of the two distributions: exactly."""
    labels, p, q = repeated(truth), shares(truth), shares(other)
    gap = brier_score(labels, [q] * len(labels)) - brier_score(labels, [p] * len(labels))
    assert gap == sum((p[y] - q[y]) ** 2 for y in p)


@given(cases)
def test_calibration_and_refinement_are_the_brier_score(case: Case) -> None:
    """They add up to it exactly, and neither is negative."""
    parts = brier_parts(*case)
    assert parts.calibration + parts.refinement == brier_score(*case)
    assert min(parts.calibration, parts.refinement) >= 0


@given(weights)
def test_the_true_shares_are_calibrated(truth: list[int]) -> None:
    """Then all of the Brier score is refinement: 1 − Σ p²."""
    labels, p = repeated(truth), shares(truth)
    parts = brier_parts(labels, [p] * len(labels))
    assert parts.calibration == 0
    assert parts.refinement == 1 - sum(x * x for x in p.values())


def test_scores_that_can_be_checked_by_hand() -> None:
    """Sure and right costs nothing; a half costs ln 2 and 1/2; sure and wrong ∞ and 2."""
    sure, even = {"a": 1.0, "b": 0.0}, {"a": 0.5, "b": 0.5}
    assert [mean_log_loss("a", [p]) for p in (sure, even)] == [0.0, log(2)]
    assert [brier_score("a", [p]) for p in (sure, even)] == [0.0, 0.5]
    assert (mean_log_loss("b", [sure]), brier_score("b", [sure])) == (inf, 2.0)
    assert (mean_log_loss("ab", [sure, sure]), brier_score("ab", [sure, sure])) == (inf, 1.0)
    assert str(surprise(sure, "a")) == "0.0"


@given(st.lists(scores, min_size=2, max_size=4), st.data())
@in_sixty_digits
def test_terms_are_judged_to_the_last_digits(values: list[float], data: st.DataObject) -> None:
    """ln Σ exp(s − s_y), where posteriors are 0 or 1: within 2 ulp of the result or of 1."""
    label = data.draw(st.integers(0, len(values) - 1))
    terms = {y: [s] for y, s in enumerate(values)}
    truth = oracle.log_sum_exp([dec(s) - dec(values[label]) for s in values])
    found = surprise_of_terms(terms, label)
    assert abs(dec(found) - truth) <= 2 * dec(ulp(max(1.0, found)))


@given(cases)
def test_terms_and_posteriors_agree(case: Case) -> None:
    """The logarithm of a posterior is a list of one term, and 0 has the term −∞."""
    labels, forecasts = case
    logs = [{y: [log(p) if p else -inf] for y, p in forecast.items()} for forecast in forecasts]
    direct = mean_log_loss(labels, forecasts)
    by_terms = mean_log_loss_of_terms(labels, logs)
    assert direct == by_terms or abs(direct - by_terms) < 1e-15 * max(1.0, direct)


@given(st.lists(scores, min_size=1, max_size=4), st.floats(-1e9, 1e9))
def test_what_all_classes_share_cancels(values: list[float], common: float) -> None:
    """A term that is the same for all changes nothing, however large it is: to the bit."""
    alone = {y: [s, 0.0] for y, s in enumerate(values)}
    shifted = {y: [s, common] for y, s in enumerate(values)}
    assert surprise_of_terms(shifted, 0) == surprise_of_terms(alone, 0)


def test_a_wrong_logit_of_a_thousand_costs_a_thousand() -> None:
    """The posterior has become 0 and its log loss infinite; the terms know better."""
    model = recipe("gaussian-nb").fit(load("animals"))
    far = [1e6, 1e4]
    wrong = min(model.classes, key=lambda y: model.log_scores(far)[y])
    (right,) = set(model.classes) - {wrong}
    assert surprise(model.posterior(far), wrong) == inf
    gap = model.log_scores(far)[right] - model.log_scores(far)[wrong]
    assert gap > 1000
    assert surprise_of_terms(model.log_terms(far), wrong) == pytest.approx(gap, rel=1e-12)
    assert mean_log_loss_of_terms(["b"], [{"a": [1000.0], "b": [0.0]}]) == 1000.0


def test_what_no_class_can_have_produced_is_refused() -> None:
    """0/0 is not an infinite loss: no label is any more probable than another."""
    assert surprise_of_terms({"a": [0.0], "b": [-1.0, -inf]}, "b") == inf
    with pytest.raises(TextbookError, match="every likelihood is 0"):
        surprise_of_terms({"a": [-inf], "b": [-inf, 0.0]}, "a")


@pytest.mark.parametrize(
    ("labels", "forecasts", "message"),
    [
        ("", [], "no posteriors to judge"),
        ("ab", [{"a": 1.0}], "2 labels and 1 posteriors"),
        ("b", [{"a": 1.0}], "posterior of example 1 has nothing for the true label 'b', only.*'a'"),
        ("a", [{"a": 0.5, "b": 0.25}], "posterior of example 1 sums to 0.75"),
        ("aa", [{"a": 1.0}, {"a": 1.5, "b": -0.5}], "posterior of example 2 gives 'a'.* 1.5"),
    ],
)
def test_what_is_no_posterior_is_refused(
    labels: str, forecasts: list[dict[str, float]], message: str
) -> None:
    """By all that judge posteriors, and with the number of the example."""
    for judge in (mean_log_loss, brier_score, brier_parts):
        with pytest.raises(TextbookError, match=message):
            judge(labels, forecasts)


def test_terms_that_do_not_fit_are_refused() -> None:
    """None at all, one too many, none for the true label, and NaN."""
    with pytest.raises(TextbookError, match="no terms to judge"):
        mean_log_loss_of_terms([], [])
    with pytest.raises(TextbookError, match="1 labels and 2 terms"):
        mean_log_loss_of_terms("a", [{"a": [0.0]}] * 2)
    with pytest.raises(TextbookError, match="nothing for the true label 'b'"):
        mean_log_loss_of_terms("b", [{"a": [0.0]}])
    with pytest.raises(TextbookError, match="NaN"):
        mean_log_loss_of_terms("a", [{"a": [float("nan")]}])


@given(cases)
def test_floats_are_scored_as_fractions_are(case: Case) -> None:
    """The float score is near the exact one, and so are the groups of equal posteriors."""
    labels, exact_ones = case
    floats = [{y: float(p) for y, p in forecast.items()} for forecast in exact_ones]
    assert abs(brier_score(labels, floats) - brier_score(labels, exact_ones)) < 1e-15
    parts, truth = brier_parts(labels, floats), brier_parts(labels, exact_ones)
    assert abs(parts.calibration - truth.calibration) < 1e-15
    assert abs(parts.refinement - truth.refinement) < 1e-15


def test_labels_need_only_be_hashable() -> None:
    """Numbers, None and tuples are classes like any other."""
    forecast = {0: Fraction(1, 2), None: Fraction(1, 4), ("x", 1): Fraction(1, 4)}
    assert brier_score([None], [forecast]) == Fraction(7, 8)
