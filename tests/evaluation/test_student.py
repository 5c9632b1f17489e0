"""Quantiles of Student's t compared with sixty digits and with closed forms."""

from decimal import Decimal
from itertools import count
from math import pi, sqrt, tan
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.oracle import dec, in_sixty_digits
from textbook_ml.core.errors import TextbookError
from textbook_ml.evaluation import student_quantile
from textbook_ml.evaluation.student import last_float_where, student_central_probability

PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494")


@in_sixty_digits
def tail_probability(t: Decimal, df: int) -> Decimal:
    """P(|T| > t): the incomplete beta function I_x(df/2, 1/2) at x = df / (df + t²).

    B_x(a, 1/2) = xᵃ Σ_k (1/2)(3/2)…(k − 1/2) / k! · xᵏ / (a + k)
    """
    a, x = Decimal(df) / 2, df / (df + t * t)
    factor, series = Decimal(1), Decimal(0)
    for k in count():
        term = factor * x**k / (a + k)
        series += term
        if term < Decimal("1e-40"):
            break
        factor *= (k + Decimal("0.5")) / (k + 1)
    whole = PI if df % 2 else Decimal(2)  # B(1/2, 1/2) and B(1, 1/2)
    for step in range(2 - df % 2, df, 2):
        whole *= Decimal(step) / (step + 1)
    return x.sqrt() ** df * series / whole


@pytest.mark.parametrize("df", [1, 2, 3, 4, 5, 9, 10, 29, 100])
@pytest.mark.parametrize("confidence", [0.5, 0.75, 0.9, 0.95, 0.99, 0.999])
@in_sixty_digits
def test_the_tail_probability_of_the_quantile(confidence: float, df: int) -> None:
    """P(|T| > t) is above 1 − confidence at t (1 − 1e-12), and below it at t (1 + 1e-12)."""
    t, rest = dec(student_quantile(confidence, df)), 1 - dec(confidence)
    off = Decimal("1e-12")
    assert tail_probability(t * (1 + off), df) < rest < tail_probability(t * (1 - off), df)


@given(st.floats(0.01, 0.99))
def test_closed_forms_for_one_and_two_degrees_of_freedom(confidence: float) -> None:
    """The quantiles are tan(π c / 2), which is 1 at c = 1/2, and c √(2 / (1 − c²))."""
    one, two = student_quantile(confidence, 1), student_quantile(confidence, 2)
    assert one == pytest.approx(tan(pi * confidence / 2), rel=1e-13)
    assert two == pytest.approx(confidence * sqrt(2 / (1 - confidence * confidence)), rel=1e-13)
    assert student_quantile(0.5, 1) == pytest.approx(1.0, rel=1e-15)


def test_the_quantile_tends_to_the_normal_quantile() -> None:
    """Quantiles decrease with the degrees of freedom and stay above the normal quantile."""
    normal = NormalDist().inv_cdf(0.975)
    quantiles = [student_quantile(0.95, df) for df in (1, 2, 3, 4, 8, 16, 64, 256, 1024)]
    assert quantiles == sorted(quantiles, reverse=True)
    assert normal < quantiles[-1] < normal + 0.0025


@pytest.mark.parametrize("df", range(1, 12))
def test_the_distribution_function_at_both_ends(df: int) -> None:
    """The distribution function is 0 at θ = 0 and 1 at θ = π/2."""
    assert student_central_probability(0.0, df) == 0
    assert student_central_probability(pi / 2, df) == pytest.approx(1.0, rel=1e-15)


@pytest.mark.parametrize(("confidence", "df"), [(0.0, 3), (1.0, 3), (-1.0, 3), (0.95, 0)])
def test_invalid_arguments_raise_an_error(confidence: float, df: int) -> None:
    """The confidence must be between 0 and 1, and the degrees of freedom at least one."""
    with pytest.raises(
        TextbookError, match="between 0 and 1|degrees of freedom must be at least 1 .*got 0"
    ):
        student_quantile(confidence, df)


def test_bisection_returns_the_last_float_that_satisfies_the_condition() -> None:
    """The ends may be equal; ends in the wrong order raise an error."""
    assert last_float_where(lambda x: x <= 0.1, 0.0, 1.0) == 0.1
    assert last_float_where(lambda x: True, 1.0, 1.0) == 1.0
    with pytest.raises(TextbookError, match="need finite low <= high, got 2.0 and 1.0"):
        last_float_where(lambda x: True, 2.0, 1.0)
