"""Sums of floats without any rounding, so that neither order nor grouping changes the result.

Every float is a whole number of units of 2⁻¹⁰⁷⁴, and Python's integers have no fixed width.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import isfinite

from textbook_ml.core.errors import TextbookError, require, require_same_length

UNIT_BITS = 1074  # the smallest positive float is 2⁻¹⁰⁷⁴
_UNITS = 1 << UNIT_BITS


@dataclass(frozen=True, slots=True)
class ExactSums:
    """Some sums, each as a number of units.

    >>> (ExactSums.of([1e100, 1.0]) + ExactSums.of([-1e100, 2.0])).floats()
    [0.0, 3.0]
    """

    units: tuple[int, ...]

    @classmethod
    def of(cls, numbers: Iterable[float]) -> "ExactSums":
        """Return sums that consist of one number each."""
        return cls(tuple([_as_units(x) for x in numbers]))

    def __add__(self, other: "ExactSums") -> "ExactSums":
        """Return each sum plus the other sum at the same position."""
        require_same_length(sums=self.units, others=other.units)
        return ExactSums(tuple([a + b for a, b in zip(self.units, other.units)]))

    def floats(self) -> list[float]:
        """Return the sums, each rounded once."""
        try:
            return [total / _UNITS for total in self.units]
        except OverflowError:
            raise TextbookError(
                "a sum over the examples is larger than any float. Fix: use smaller numbers"
            ) from None


def _as_units(x: float) -> int:
    require(isfinite(x), f"a number of a sum must be finite, got {x}. Fix: use smaller numbers")
    numerator, denominator = x.as_integer_ratio()
    return numerator << (UNIT_BITS + 1 - denominator.bit_length())
