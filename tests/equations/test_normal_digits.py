"""Accuracy of the log normal density, compared with sixty digits."""

from decimal import Decimal, localcontext
from math import exp, log, pi, sqrt, ulp

import pytest

from textbook_ml.equations.gaussian import normal_log_pdf

PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459")


def terms(x: float, mu: float, sigma2: float) -> list[Decimal]:
    """The three terms of ln N(x; μ, σ²), with sixty digits."""
    difference = Decimal(x) - Decimal(mu)
    return [
        -difference * difference / (2 * Decimal(sigma2)),
        -(2 * PI).ln() / 2,
        -Decimal(sigma2).ln() / 2,
    ]


def near_a_zero(sigma2: float) -> float:
    """An x at which N(x; 0, σ²) is 1 up to rounding, so its logarithm is nearly 0."""
    return sqrt(-sigma2 * log(2 * pi * sigma2))


@pytest.mark.parametrize("sigma2", [0.01, 0.1, exp(-4), 1e-6, 1e-12, 1e-200])
def test_the_error_is_two_ulps_of_the_largest_term_if_terms_cancel(sigma2: float) -> None:
    """The result itself is smaller than the largest term by many powers of ten."""
    x = near_a_zero(sigma2)
    with localcontext() as context:
        context.prec = 60
        parts = terms(x, 0.0, sigma2)
        largest = max(abs(float(part)) for part in parts)
        truth = sum(parts, Decimal(0))
        error = abs(Decimal(normal_log_pdf(x, 0.0, sigma2)) - truth)
        assert abs(truth) < Decimal(1e-12) * Decimal(largest)
        assert error <= 2 * Decimal(ulp(largest))
