"""Sontag's last slides: common properties and differences of the margin losses."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction as F
from math import inf, isclose, log, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import oracle
from tests.oracle import in_sixty_digits, ulps
from textbook_ml.core.errors import TextbookError
from textbook_ml.core.stable import sigmoid
from textbook_ml.equations.likelihood import (
    numerical_gradient,
    penalised_log_likelihood,
    signed_log_likelihood,
)
from textbook_ml.equations.logistic import with_intercept
from textbook_ml.equations.losses import hinge_loss, log_loss, regularised_risk, zero_one_loss

margins = st.floats(-700, 700)
rationals = st.builds(F, st.integers(-40, 40), st.integers(1, 12))
eighths = st.builds(F, st.integers(0, 8), st.just(8))

ROWS = with_intercept([[-1.0], [0.0], [1.0], [2.0]])
SIGNS = [-1, 1, -1, 1]
FAR = [[1.0, -1.7e308]] * 3


@given(st.floats(-1e4, 1e4))
@in_sixty_digits
def test_the_log_loss_is_minus_the_log_probability(z: float) -> None:
    """The log loss is ln(1 + e⁻ᶻ) within 3 ulp, for margins of either sign and any size."""
    assert ulps(log_loss(z), oracle.softplus(-Decimal(z))) <= 3


@given(rationals)
def test_the_hinge_is_exact(z: F) -> None:
    """The hinge loss is 0 for margins of at least 1, and 1 − z otherwise."""
    assert hinge_loss(z) == max(F(0), 1 - z)
    assert isinstance(hinge_loss(z), F)
    assert (hinge_loss(z) == 0) == (z >= 1)


@pytest.mark.parametrize(
    ("z", "smooth", "hinge", "error"),
    [
        (-1.0, 1.3132616875182228, 2, 1),
        (0.0, 0.6931471805599453, 1, 1),
        (1.0, 0.3132616875182228, 0, 0),
        (2.0, 0.1269280110429725, 0, 0),
    ],
)
def test_worked_losses(z: float, smooth: float, hinge: float, error: int) -> None:
    """The three losses at margins −1, 0, 1 and 2; a tie counts as an error."""
    assert isclose(log_loss(z), smooth, rel_tol=1e-15)
    assert (hinge_loss(z), zero_one_loss(z)) == (hinge, error)


@given(margins)
def test_both_losses_bound_the_number_of_errors(z: float) -> None:
    """The log loss in bits and the hinge loss are at least the zero-one loss."""
    assert log_loss(z) / log(2) >= zero_one_loss(z)
    assert hinge_loss(z) >= zero_one_loss(z)
    assert log_loss(z) > 0


@given(rationals, rationals, eighths)
def test_both_losses_are_convex(one: F, two: F, t: F) -> None:
    """Between two margins neither loss is above the straight line."""
    between = t * one + (1 - t) * two
    assert hinge_loss(between) <= t * hinge_loss(one) + (1 - t) * hinge_loss(two)
    smooth = float(t) * log_loss(float(one)) + float(1 - t) * log_loss(float(two))
    assert log_loss(float(between)) <= smooth * (1 + 2**-49)


@given(margins, margins)
def test_losses_do_not_increase_with_the_margin(one: float, two: float) -> None:
    """All three losses decrease or stay constant as the margin increases."""
    low, high = sorted((one, two))
    for loss in (log_loss, hinge_loss, zero_one_loss):
        assert loss(high) <= loss(low)


@given(st.floats(-30, -1))
def test_for_large_negative_margins_the_losses_differ_by_one(z: float) -> None:
    """hinge − log loss = 1 − ln(1 + eᶻ), which tends to 1 as the margin decreases."""
    expected = 1 - oracle.softplus(z)
    assert isclose(hinge_loss(z) - log_loss(z), float(expected), rel_tol=1e-13)


def test_the_difference_reaches_one() -> None:
    """The hinge loss minus the log loss is 0.9999999999999064 at margin −30 and 1 at −1000."""
    assert isclose(hinge_loss(-30.0) - log_loss(-30.0), 0.9999999999999064, rel_tol=1e-14)
    assert hinge_loss(-1000.0) - log_loss(-1000.0) == 1


@given(st.floats(-20, 20))
def test_the_derivative_of_the_log_loss_is_minus_the_error(z: float) -> None:
    """L′(z) = −σ(−z), minus the probability of an error; differences agree to 1e-9."""
    [derivative] = numerical_gradient(lambda v: log_loss(v[0]), [z])
    assert isclose(derivative, -sigmoid(-z), rel_tol=1e-9, abs_tol=1e-9)


vectors = st.lists(st.integers(-16, 16).map(lambda n: n / 8), min_size=2, max_size=2)
lams = st.integers(0, 16).map(lambda n: n / 8)


@given(vectors, lams)
def test_with_the_log_loss_the_risk_is_minus_the_map_objective(w: list[float], lam: float) -> None:
    """Σ L + (λ/2) ‖w‖² is minus the penalised log likelihood, without the intercept."""
    risk = regularised_risk(log_loss, w, ROWS, SIGNS, lam)
    assert isclose(risk, lam / 2 * w[1] ** 2 - signed_log_likelihood(w, ROWS, SIGNS), rel_tol=1e-15)
    penalised = penalised_log_likelihood(w, ROWS, [0, 1, 0, 1], lam)
    assert isclose(risk, -penalised - lam / 2 * w[0] ** 2, rel_tol=1e-13)


@given(vectors)
def test_with_the_zero_one_loss_the_risk_counts_the_errors(w: list[float]) -> None:
    """Without a penalty the risk is the number of labels that differ from the score's sign."""
    wrong = sum(y * (w[0] + w[1] * x[1]) <= 0 for x, y in zip(ROWS, SIGNS))
    assert regularised_risk(zero_one_loss, w, ROWS, SIGNS, lam=0.0) == wrong


def test_the_worked_risk_of_a_support_vector_machine() -> None:
    """Margins ½ and 2 have losses ½ and 0, ‖w‖² = 4 adds 2; the intercept adds nothing."""
    rows = [[1.0, 0.25], [1.0, -1.0]]
    assert regularised_risk(hinge_loss, [0.0, 2.0], rows, [1, -1], lam=1.0) == 2.5
    assert regularised_risk(hinge_loss, [1.0, 2.0], rows, [1, -1], lam=1.0) == 2


@pytest.mark.parametrize(
    ("question", "message"),
    [
        (lambda: regularised_risk(log_loss, [0.0, 0.0], ROWS, [0, 1, 0, 1], 1.0), "to_signs"),
        (lambda: regularised_risk(log_loss, [0.0, 0.0], ROWS, [1], 1.0), "4 rows and 1 label"),
        (lambda: regularised_risk(log_loss, [0.0, 0.0], [], [], 1.0), "at least one example"),
        (lambda: regularised_risk(log_loss, [0.0], ROWS, SIGNS, 1.0), "must be equal"),
        (lambda: regularised_risk(log_loss, [0.0, 0.0], ROWS, SIGNS, -1.0), "λ must be .*got -1.0"),
        (lambda: regularised_risk(log_loss, [0.0, 0.0], ROWS, SIGNS, nan), "λ must be .*got nan"),
        (lambda: regularised_risk(log_loss, [0.0, 1.0], [[1.0, nan]], [1], 1.0), "nan"),
        (lambda: regularised_risk(log_loss, [0.0, 1.0], [[1.0, inf]], [1], 1.0), "inf"),
        (lambda: regularised_risk(log_loss, [0.0, 1.0], FAR, [1] * 3, 0.0), "than any float"),
    ],
)
def test_input_without_a_result_is_an_error(question: Callable[[], object], message: str) -> None:
    """Unknown labels, unequal lengths, no data, NaN and negative penalties raise errors."""
    with pytest.raises(TextbookError, match=message):
        question()
