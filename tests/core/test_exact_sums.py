"""Sums of floats without rounding."""

from fractions import Fraction
from math import fsum, inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.core.errors import TextbookError
from textbook_ml.core.exact_sums import ExactSums

FLOATS = st.floats(allow_nan=False, allow_infinity=False, width=64)


@given(st.lists(FLOATS, min_size=1, max_size=20), st.randoms())
def test_sum_is_exact_in_any_order(numbers: list[float], rng: object) -> None:
    shuffled = list(numbers)
    rng.shuffle(shuffled)  # type: ignore[attr-defined]
    whole = sum((Fraction(x) for x in numbers), Fraction(0))
    total = ExactSums.of([0.0])
    for x in shuffled:
        total = total + ExactSums.of([x])
    assert Fraction(total.units[0], 2**1074) == whole
    try:
        expected = fsum(numbers)
    except OverflowError:
        return
    if abs(expected) < inf:
        assert total.floats() == [expected]


def test_sum_beyond_the_floats_is_an_error() -> None:
    big = ExactSums.of([1.7e308])
    with pytest.raises(TextbookError, match="larger than any float"):
        (big + big).floats()
    assert (big + big + ExactSums.of([-1.7e308])).floats() == [1.7e308]
    with pytest.raises(TextbookError, match="must be finite, got inf"):
        ExactSums.of([inf])
