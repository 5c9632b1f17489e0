"""Co-moments by long integers: one multiplication gives all products of a row exactly."""

from fractions import Fraction
from operator import mul

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.core.errors import TextbookError
from textbook_ml.learning.statistics.comoments import PACKED_FEATURES, CoMoments, gram

whole = st.integers(-(2**70), 2**70)
finite = st.floats(allow_nan=False, allow_infinity=False)


@st.composite
def tables(draw: st.DrawFn, cells: st.SearchStrategy[int]) -> list[list[int]]:
    """Draw columns of equal length, enough of them to need more than one long integer."""
    n = draw(st.integers(1, 4))
    width = draw(
        st.sampled_from([1, 2, PACKED_FEATURES, PACKED_FEATURES + 1, 2 * PACKED_FEATURES + 3])
    )
    return [draw(st.lists(cells, min_size=n, max_size=n)) for _ in range(width)]


@given(tables(whole))
def test_products_do_not_overflow_into_neighbours(columns: list[list[int]]) -> None:
    """The packed products equal plain sums of products, for all signs and sizes."""
    expected = [[sum(map(mul, a, b)) for b in columns[: i + 1]] for i, a in enumerate(columns)]
    assert gram(columns) == expected


@pytest.mark.parametrize("sign", [1, -1])
def test_the_largest_sum_fits_its_field(sign: int) -> None:
    """If all cells are as large as possible, every sum still fits into its field."""
    for bits in (1, 30, 53):
        for n in (1, 3, 4, 1023):
            top = 2**bits - 1
            assert gram([[top] * n, [sign * top] * n]) == [
                [n * top * top],
                [sign * n * top * top, n * top * top],
            ]


@given(st.lists(st.tuples(finite, finite), min_size=1, max_size=5))
def test_floats_are_summed_without_rounding(rows: list[tuple[float, float]]) -> None:
    """Floats from 5e-324 to 1e308 are summed exactly, in different columns or in one."""
    pairs = [(Fraction(a), Fraction(b)) for a, b in rows]
    moments = CoMoments.of(rows)
    assert moments.totals == (sum(a for a, _ in pairs), sum(b for _, b in pairs))
    assert moments.products[1] == (sum(a * b for a, b in pairs), sum(b * b for _, b in pairs))


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), None])
def test_nan_and_infinity_are_rejected(bad: float) -> None:
    """NaN and infinity raise an error because they are not integers times a power of two."""
    with pytest.raises(TextbookError, match=r"nan|inf|None"):
        CoMoments.of([[1.0, 2.0], [bad, 3.0]])
