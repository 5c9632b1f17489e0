"""What one check of the self-test found: how far off, and how far off it may be.

ulps   units in the last place; an identity of whole numbers or Fractions allows none
"""

from collections.abc import Mapping
from fractions import Fraction
from math import inf, isfinite
from typing import Any, NamedTuple

from textbook_ml.core.numeric import ulps_off


class Verdict(NamedTuple):
    """One check: what was asked, how far off the answer is, and how far off it may be."""

    what: str
    off: float
    allowed: float

    @property
    def fine(self) -> bool:
        """Whether the answer is near enough; no number at all is not."""
        return self.off <= self.allowed


def exactly(what: str, found: object, due: object) -> Verdict:
    """What must be equal, to the last bit.

    >>> exactly("half of one", Fraction(1, 2), Fraction(2, 4)).fine
    True
    """
    return Verdict(what, 0.0 if found == due else inf, 0.0)


def nearly(what: str, found: float, digits: str | Fraction, allowed: float) -> Verdict:
    """What must be as near to the true number as a careful computation comes.

    >>> nearly("a third", 1 / 3, Fraction(1, 3), allowed=0.5).fine
    True
    """
    return Verdict(what, ulps_off(found, Fraction(digits)) if isfinite(found) else inf, allowed)


def alike(
    what: str, found: Mapping[Any, float], due: Mapping[Any, float], allowed: float
) -> Verdict:
    """Two posteriors that must agree in every class; the largest difference counts.

    >>> alike("two ways", {"a": 0.25, "b": 0.75}, {"a": 0.25, "b": 0.75}, allowed=0.0).fine
    True
    """
    if found.keys() != due.keys() or not all(map(isfinite, [*found.values(), *due.values()])):
        return Verdict(what, inf, allowed)
    return Verdict(what, max(ulps_off(found[y], Fraction(due[y])) for y in due), allowed)
