"""The result of one check of the self-test: an error in ulps, and the tolerance.

ulps   units in the last place; checks of integers and Fractions have a tolerance of 0
"""

from collections.abc import Mapping
from fractions import Fraction
from math import inf, isfinite
from typing import Any, NamedTuple

from textbook_ml.core.numeric import ulps_off


class CheckResult(NamedTuple):
    """The name of a check, its error and its tolerance, both in ulps."""

    name: str
    error: float
    tolerance: float

    @property
    def passed(self) -> bool:
        """Whether the error is at most the tolerance; False for NaN."""
        return self.error <= self.tolerance


def check_equal(name: str, found: object, expected: object) -> CheckResult:
    """Check that two values are equal.

    >>> check_equal("half of one", Fraction(1, 2), Fraction(2, 4)).passed
    True
    """
    return CheckResult(name, 0.0 if found == expected else inf, 0.0)


def check_close(name: str, found: float, digits: str | Fraction, tolerance: float) -> CheckResult:
    """Check that a float is close to an exact number or to many decimal digits.

    >>> check_close("a third", 1 / 3, Fraction(1, 3), tolerance=0.5).passed
    True
    """
    error = ulps_off(found, Fraction(digits)) if isfinite(found) else inf
    return CheckResult(name, error, tolerance)


def check_posterior(
    name: str, found: Mapping[Any, float], expected: Mapping[Any, float], tolerance: float
) -> CheckResult:
    """Check that two posteriors agree in every class; the result has the largest difference.

    >>> check_posterior("two ways", {"a": 0.25, "b": 0.75}, {"a": 0.25, "b": 0.75}, 0.0).passed
    True
    """
    numbers = [*found.values(), *expected.values()]
    if found.keys() != expected.keys() or not all(map(isfinite, numbers)):
        return CheckResult(name, inf, tolerance)
    error = max(ulps_off(found[y], Fraction(p)) for y, p in expected.items())
    return CheckResult(name, error, tolerance)
