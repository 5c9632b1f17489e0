"""The scatter matrix in floats: its stated error bound, and the cases that stay exact."""

from fractions import Fraction as F
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.core.errors import TextbookError
from textbook_ml.learning.statistics.by_class import PIECE
from textbook_ml.learning.statistics.comoments import CoMoments
from textbook_ml.learning.statistics.scatter import FEW, Scatter

BOUND = 36 * F(2) ** -53
DIAGONAL = 4 * F(2) ** -53


def related_rows(rng: Random, n: int, offset: float, noise: float) -> list[list[float]]:
    """Return rows of three features: the second nearly determines the others."""
    rows = []
    for _ in range(n):
        x, y, z = (rng.gauss(0.0, 1.0) for _ in range(3))
        rows.append([offset + x, 1e-6 * (x + noise * y), 1e5 * (noise * z - x)])
    return rows


def require_bound(rows: list[list[float]]) -> None:
    """Compare every entry with the exact one."""
    found, truth = Scatter.of(rows), CoMoments.of(rows)
    assert isinstance(found, Scatter)
    exact = truth.about_means
    for i, (row, exact_row) in enumerate(zip(found.about_means, exact)):
        for j, (ours, entry) in enumerate(zip(row, exact_row)):
            bound = DIAGONAL if i == j else BOUND
            off = F(ours) - entry
            assert off * off <= bound * bound * exact[i][i] * exact[j][j]
    for found_mean, mean, column in zip(found.means, truth.means, zip(*rows)):
        assert abs(found_mean - mean) <= F(2) ** -53 * max(map(abs, map(F, column)))


@given(
    st.integers(0, 10**6),
    st.integers(FEW, 100),
    st.sampled_from([0.0, 1e3, -1e9, 1e12]),
    st.sampled_from([1.0, 1e-3, 1e-9, 0.0]),
)
def test_entries_are_within_the_stated_bound(
    seed: int, n: int, offset: float, noise: float
) -> None:
    """Whatever the offset and the correlation are, the error is a few 2⁻⁵³ of sᵢ sⱼ."""
    require_bound(related_rows(Random(seed), n, offset, noise))


def test_more_rows_than_fit_into_the_cache_are_summed_by_pieces() -> None:
    """The bound holds for a sum of three pieces too, of which the last is short."""
    require_bound(related_rows(Random(1), 2 * PIECE + 5, 1e6, 0.5))


def test_few_rows_and_other_numbers_are_exact() -> None:
    """Few rows, ints, Fractions and very small features give exact sums."""
    few = related_rows(Random(2), FEW - 1, 10.0, 0.5)
    ints = [[i, i * i] for i in range(FEW)]
    tiny = [[1e-150 * i, float(i % 3)] for i in range(FEW)]
    fractions = [[F(i, 3), F(i % 5)] for i in range(FEW)]
    tables: list[list[list[Any]]] = [few, ints, tiny, fractions]
    for rows in tables:
        assert Scatter.of(rows) == CoMoments.of(rows)


def test_a_constant_feature_has_products_of_zero() -> None:
    """The scatter of a constant feature is 0 with every feature."""
    rows = [[0.1, x] for x in range(FEW)]
    found = Scatter.of([[a, float(b)] for a, b in rows])
    assert found.about_means[0] == [0.0]
    assert found.about_means[1][0] == 0.0


def test_a_missing_or_infinite_number_is_an_error() -> None:
    """None and NaN have no scatter."""
    rows = [[float(i), 1.0] for i in range(FEW)]
    with pytest.raises(TextbookError):
        Scatter.of([*rows[:-1], [float("nan"), 1.0]])
