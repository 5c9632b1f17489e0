"""A float or a Fraction in place of an int is a TextbookError that states value, reason and fix."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from textbook_ml.core.errors import TextbookError
from textbook_ml.equations.event_models import poisson_pmf
from textbook_ml.equations.independence import marginal
from textbook_ml.equations.optimality import bayes_risk
from textbook_ml.equations.parameters import full_joint_parameters, full_joint_table_size
from textbook_ml.equations.smoothing import categorical_mle, hallucinate, prior_mle, theta_mle
from textbook_ml.equations.theory import binomial_within, coupon_collector_mean, unseen_share

HALF = Fraction(1, 2)
NEEDS_AN_INT: list[Callable[[Any], Any]] = [
    lambda n: poisson_pmf(n, 1.0),
    lambda n: marginal({(0, 0, 0, 0): HALF, (1, 1, 1, 1): HALF}, [n]),
    lambda n: bayes_risk(HALF, n),
    lambda n: full_joint_parameters(2, n),
    lambda n: full_joint_table_size(n),
    lambda n: hallucinate(["a"], ["a", "b"], n),
    lambda n: binomial_within(HALF, n, HALF),
    lambda n: coupon_collector_mean(n),
    lambda n: unseen_share(n, 2),
]


@pytest.mark.parametrize("n", [3.0, 2.5, Fraction(3), Fraction(1, 10**400)], ids=repr)
@pytest.mark.parametrize("function", NEEDS_AN_INT)
def test_an_int_is_required(function: Callable[[Any], Any], n: Any) -> None:
    function(3)
    with pytest.raises(TextbookError, match=r"must be an int, got .* of type .*\. Fix: "):
        function(n)


def test_counts_may_be_floats() -> None:
    """Numerator and denominator are treated alike."""
    assert theta_mle(3, 4.0) == prior_mle(3, 4.0) == Fraction(3, 4)  # type: ignore[arg-type]
    assert categorical_mle([3, 1.0]) == [Fraction(3, 4), Fraction(1, 4)]  # type: ignore[list-item]
