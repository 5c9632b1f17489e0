"""Functions of many scores: errors within the stated ulps, compared with sixty-digit results."""

from decimal import Decimal
from fractions import Fraction as F

from hypothesis import given
from hypothesis import strategies as st

from tests import oracle
from tests.oracle import dec, in_sixty_digits, ulps
from textbook_ml.core.elementwise import (
    log_odds,
    log_sigmoids,
    log_softmax_of_labels,
    minus_sigmoids,
    minus_softmax,
    shifted_exponentials,
    sigmoid_derivatives,
    sigmoids,
    softmax_by_class,
)
from textbook_ml.core.tables import Scores
from textbook_ml.equations.softmax import softmax

# Beyond ±60 sixty digits are too few for ln(1 − e⁻ᵗ).
scores = st.lists(st.integers(-480, 480).map(lambda n: n / 8), min_size=1, max_size=6)
few = st.lists(st.lists(st.floats(-30, 30), min_size=3, max_size=3), min_size=1, max_size=4)


@given(scores)
@in_sixty_digits
def test_sigmoids_are_accurate(ts: list[float]) -> None:
    """σ is correct within 3 ulp, ln σ within 2 and σ (1 − σ) within 4."""
    for t, s, log_s, d in zip(ts, sigmoids(ts), log_sigmoids(ts), sigmoid_derivatives(ts)):
        up, down = oracle.sigmoid(t), oracle.sigmoid(-t)
        assert ulps(s, up) <= 3
        assert ulps(log_s, oracle.ln(up)) <= 2
        assert ulps(d, up * down) <= 4


@given(st.floats(1e-300, 1 - 2**-53))
@in_sixty_digits
def test_log_odds_are_accurate(p: float) -> None:
    """ln(p / (1 − p)) is correct within 3 ulp."""
    truth = oracle.ln(F(p) / (1 - F(p))) if p != 0.5 else Decimal(0)
    assert ulps(log_odds(p), truth) <= 3 if truth else log_odds(p) == 0.0


@given(st.lists(st.floats(-300, 300), min_size=1, max_size=5))
@in_sixty_digits
def test_shifted_exponentials_are_accurate(ts: list[float]) -> None:
    """exp(s − max s) within 2 ulp, also where the difference is rounded."""
    for e, t in zip(shifted_exponentials(ts), ts):
        assert ulps(e, oracle.exp(F(t) - F(max(ts)))) <= 2


@given(few)
@in_sixty_digits
def test_softmax_by_class_is_accurate(by_example: list[list[float]]) -> None:
    """The error of p and of ln p is at most that of rounding the differences of scores."""
    by_class = [list(column) for column in zip(*by_example)]
    shares = softmax_by_class(by_class)
    for ss, p in zip(by_example, zip(*shares)):
        for ours, exact in zip(p, softmax(ss)):
            assert abs(ours - exact) <= 2.0**-52 * (2 + max(map(abs, ss))) * exact
    for y in range(3):
        logs = log_softmax_of_labels(by_class, [y] * len(by_example))
        for ss, log_p in zip(by_example, logs):
            whole = sum((oracle.exp(F(s) - F(ss[y])) for s in ss), Decimal(0))
            largest = max(abs(float(oracle.ln(whole))), max(ss) - ss[y], 1e-300)
            # Rounding a difference of scores up to 60 costs 2⁻⁵³ · 60 at most.
            room = dec(2.0**-51 * largest + 2.0**-47 * abs(log_p))
            assert abs(dec(log_p) + oracle.ln(whole)) <= room


@given(few.filter(lambda scores: len(scores) > 1), st.data())
def test_kept_results_are_those_of_plain_lists(
    scores: list[list[float]], data: st.DataObject
) -> None:
    """For `Scores`, each function returns the same numbers, also if the labels change."""
    prepared = list(map(Scores, scores))
    for _ in range(2):
        labels = [data.draw(st.integers(0, len(scores) - 1)) for _ in scores[0]]
        assert minus_softmax(labels, prepared) == minus_softmax(labels, scores)
        assert softmax_by_class(prepared) == softmax_by_class(scores)
        binary = [y % 2 for y in labels]
        assert minus_sigmoids(binary, prepared[0]) == minus_sigmoids(binary, scores[0])
        assert sigmoid_derivatives(prepared[0]) == sigmoid_derivatives(scores[0])
    others = [prepared[0], *map(list, reversed(prepared[1:]))]
    assert softmax_by_class(others) == softmax_by_class([scores[0], *reversed(scores[1:])])


def test_kept_results_are_computed_once() -> None:
    """The second call returns the same list; a plain list has no memory."""
    scores = Scores([1.0, -1.0])
    assert sigmoid_derivatives(scores) is sigmoid_derivatives(scores)
    assert minus_sigmoids([0, 1], scores) is minus_sigmoids([0, 1], scores)
    assert softmax_by_class([scores, [0.0, 0.0]]) is softmax_by_class([scores, [0.0, 0.0]])
    assert sigmoid_derivatives([]) == minus_sigmoids([], []) == []
