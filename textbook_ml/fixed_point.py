"""Sums of log probabilities in fixed point: whole multiples of 2⁻²⁵⁶, of any size.

A log density 1e150 standard deviations from the mean is about −1e300, and two classes may differ
in its 200th digit. Whole numbers of Python have no limit, so differences of such sums are exact
up to 2⁻²⁵⁶ for each term.
"""

from collections.abc import Hashable, Iterable, Mapping
from fractions import Fraction
from math import exp, fsum, inf
from typing import TypeVar

from textbook_ml.errors import require

Label = TypeVar("Label", bound=Hashable)
Number = float | Fraction

BITS = 256


def fixed_sum(terms: Iterable[Number]) -> int | None:
    """Σ terms in units of 2⁻²⁵⁶; None if a term is −∞.

    >>> fixed_sum([0.5, Fraction(1, 4)]) == 3 << BITS - 2
    True
    """
    result = 0
    for term in terms:
        if term == -inf:
            return None
        p, q = term.as_integer_ratio()
        result += (p << BITS) // q
    return result


def fixed_difference(terms: Iterable[Number], others: Iterable[Number]) -> float:
    """Σ terms − Σ others, rounded once.

    >>> fixed_difference([1e300, 1.0], [1e300])
    1.0
    """
    a, b = fixed_sum(terms), fixed_sum(others)
    if a is None or b is None:
        return -inf if b is not None else inf if a is not None else 0.0
    return _as_float(a - b)


def normalise_fixed(terms: Mapping[Label, Iterable[Number]]) -> dict[Label, float]:
    """Probabilities proportional to exp(Σ terms), however large the terms are.

    >>> normalise_fixed({"a": [-1e300, 0.0], "b": [-1e300, -1000.0]})
    {'a': 1.0, 'b': 0.0}
    """
    sums = {label: fixed_sum(ts) for label, ts in terms.items()}
    possible = [s for s in sums.values() if s is not None]
    require(bool(possible), "every class has likelihood 0 for this row. Fix: smooth the estimates")
    best = max(possible)
    weights = {y: 0.0 if s is None else exp(_as_float(s - best)) for y, s in sums.items()}
    everything = fsum(weights.values())
    return {y: w / everything for y, w in weights.items()}


def _as_float(units: int) -> float:
    try:
        return units / (1 << BITS)
    except OverflowError:
        return inf if units > 0 else -inf
