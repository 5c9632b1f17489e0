"""Inner products by distances: within a few ulps of |a| |b| for numbers of any size."""

from collections.abc import Sequence
from fractions import Fraction as F
from math import hypot, inf, nan, sqrt

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from textbook_ml.core.errors import TextbookError
from textbook_ml.core.linalg import mat_vec, over_rows, total_over, weighted_gram
from textbook_ml.core.tables import (
    QuadraticFunctions,
    ScoredWeights,
    Table,
    gram,
    products,
    unit_and_length,
)

# With u = 2⁻⁵³ the error of a unit vector is 2u, of a distance d u d, of 1 − d²/2 at most
# 2u + 7u (1 − cos): 16u where the vectors are opposite. The two lengths and their product add
# 5u, and the division of every column by its scale 2u more.
U = F(2) ** -53
PRODUCT, SCALED, GRAM = 21 * U, 23 * U, 24 * U

magnitudes = st.builds(lambda m, e: m * 10.0**e, st.floats(1, 9.99), st.integers(-120, 120))
ordinary = st.floats(-9, 9).map(lambda x: x if abs(x) > 1e-9 else 0.0)
wild = st.one_of(st.just(0.0), magnitudes, magnitudes.map(lambda x: -x))
Pairs = list[tuple[float, float]]


@st.composite
def tables(draw: st.DrawFn, numbers: st.SearchStrategy[float] = ordinary) -> list[list[float]]:
    """A few rows of equal width."""
    width = draw(st.integers(1, 4))
    row = st.lists(numbers, min_size=width, max_size=width)
    return draw(st.lists(row, min_size=1, max_size=5))


def exact_dot(a: Sequence[float], b: Sequence[float]) -> F:
    """Σ a b without rounding."""
    return sum((F(x) * F(y) for x, y in zip(a, b)), F(0))


def is_near(value: float, a: Sequence[float], b: Sequence[float], fraction: F) -> bool:
    """Whether |value − a · b| is at most a fraction of |a| |b|, compared by their squares."""
    off = F(value) - exact_dot(a, b)
    return off * off <= fraction * fraction * exact_dot(a, a) * exact_dot(b, b)


def product_of(a: Sequence[float], b: Sequence[float]) -> float:
    """a · b by their distance."""
    unit, length = unit_and_length(a)
    (result,) = products([unit], [length], b)
    return result


@given(st.lists(st.tuples(ordinary, ordinary), min_size=1, max_size=9))
@example([(1.0, 0.0), (0.0, 1.0)])
@example([(0.1, -0.1), (0.3, -0.3)])
def test_a_product_is_within_a_few_ulps_of_the_lengths(pairs: Pairs) -> None:
    """|a · b| by distance differs from the exact sum by at most 21 · 2⁻⁵³ of |a| |b|."""
    a, b = zip(*pairs)
    assert is_near(product_of(a, b), a, b, PRODUCT)


@given(st.lists(st.tuples(wild, wild), min_size=1, max_size=5))
@example([(1e-100, 1e100), (1e100, 1e-100)])
@example([(0.0, 1e120), (0.0, -1e-120)])
def test_products_are_accurate_for_entries_of_any_size(pairs: Pairs) -> None:
    """The entries are between 1e-120 and 1e120 in the same vector, or 0."""
    a, b = zip(*pairs)
    assert is_near(product_of(a, b), a, b, PRODUCT)


@given(st.lists(ordinary, min_size=1, max_size=5), ordinary)
def test_products_of_nearly_parallel_vectors_are_accurate(a: list[float], factor: float) -> None:
    """b is a multiple of a up to rounding: positive, negative or 0."""
    b = [factor * x for x in a]
    assert is_near(product_of(a, b), a, b, PRODUCT)


@given(wild, wild)
def test_a_single_entry_is_an_ordinary_product(a: float, b: float) -> None:
    """In one dimension the distance is 0 or 2, and only the product is rounded."""
    assert product_of([a], [b]) == a * b


@pytest.mark.parametrize("tiny", [1e-290, 1e-295, 1e-300, 2e-308])
def test_a_tiny_vector_is_not_treated_as_zero(tiny: float) -> None:
    """1e-300 times 1e300 is 1, although neither square is a float."""
    large = 1 / tiny
    assert product_of([tiny, tiny], [large, large]) == pytest.approx(2.0, rel=1e-15)


def test_a_zero_vector_has_length_zero_and_products_zero() -> None:
    """The zero vector has length zero, and its product with any vector is zero."""
    assert unit_and_length([0.0, -0.0]) == ((0.0, 0.0), 0.0)
    assert product_of([0.0, 0.0], [3.0, 4.0]) == product_of([3.0, 4.0], [0.0, 0.0]) == 0.0
    assert unit_and_length([]) == ((), 0.0)


@pytest.mark.parametrize("bad", [inf, -inf, nan, 1.7e308])
def test_a_vector_longer_than_any_float_is_an_error(bad: float) -> None:
    """An infinite length would make the direction and all products wrong."""
    with pytest.raises(TextbookError, match="longer than any float"):
        unit_and_length([bad, bad])


def test_products_are_rounded_correctly_in_worked_cases() -> None:
    """3-4-5 is exact; √2 is rounded up, so the product at a right angle is −2⁻⁵²."""
    assert product_of([3.0, 4.0], [3.0, 4.0]) == 25.0
    assert product_of([3.0, 4.0], [-3.0, -4.0]) == -25.0
    assert product_of([1.0, 0.0], [0.0, 1.0]) == -(2.0**-52)
    # (0.6, 0.8) and (0.8, 0.6) are 0.2 √2 apart, and 1 − 0.04 is 24/25.
    assert product_of([3.0, 4.0], [4.0, 3.0]).hex() == (24.0).hex()


@given(tables(), st.lists(ordinary, min_size=4, max_size=4))
def test_a_table_times_weights_is_one_product_for_each_row(
    rows: list[list[float]], numbers: list[float]
) -> None:
    """The error of A w is a few ulps of |a| |w|, in units of the columns' root mean squares."""
    table, w = Table(rows), numbers[: len(rows[0])]
    v = [F(w_i) * F(s) for w_i, s in zip(w, table.scales)]
    for row, result in zip(rows, mat_vec(table, w)):
        a = [F(x) / F(s) for x, s in zip(row, table.scales)]
        off = F(result) - exact_dot(row, w)
        lengths2 = sum((x * x for x in a), F(0)) * sum((x * x for x in v), F(0))
        assert off * off <= SCALED * SCALED * lengths2


@given(tables(), st.lists(ordinary, min_size=5, max_size=5))
def test_the_transposed_table_is_one_product_for_each_column(
    rows: list[list[float]], numbers: list[float]
) -> None:
    """The error of Aᵀ v is a few ulps of the product of the lengths."""
    v = numbers[: len(rows)]
    for column, result in zip(zip(*rows), over_rows(Table(rows), v)):
        assert is_near(result, column, v, PRODUCT)


@given(tables())
def test_rows_and_columns_have_the_same_numbers(rows: list[list[float]]) -> None:
    """A eⱼ by rows and Aᵀ eᵢ by columns both give the entry (i, j)."""
    table = Table(rows)
    n, d = len(rows), len(rows[0])
    by_rows = [mat_vec(table, [float(i == j) for i in range(d)]) for j in range(d)]
    by_columns = [over_rows(table, [float(i == j) for i in range(n)]) for j in range(n)]
    for i, row in enumerate(rows):
        for j, x in enumerate(row):
            wide = hypot(*(a / s for a, s in zip(row, table.scales))) * table.scales[j]
            tall = table.column_lengths[j]
            assert abs(by_rows[j][i] - x) <= SCALED * F(wide)
            assert abs(by_columns[i][j] - x) <= PRODUCT * F(tall)


@given(tables(wild))
def test_scales_are_root_mean_squares(rows: list[list[float]]) -> None:
    """scale² N = Σ x²; the scale of a column of zeros is 1."""
    table = Table(rows)
    assert table.columns == list(zip(*rows))
    for scale, column in zip(table.scales, zip(*rows)):
        truth = exact_dot(column, column) / len(rows) or F(1)
        assert abs(F(scale) * F(scale) / truth - 1) <= 6 * U


def test_features_of_very_different_scales_are_summed_accurately() -> None:
    """With w = (1e-6, 1000) both columns contribute ±1, and their sum is accurate."""
    table = Table([[1e6, 1e-3], [1e6, -1e-3], [-1e6, 1e-3]])
    assert mat_vec(table, [1e-6, 1000.0]) == pytest.approx([2.0, 0.0, 0.0], rel=1e-15, abs=3e-15)


@given(tables())
def test_the_gram_matrix_contains_all_inner_products(rows: list[list[float]]) -> None:
    """The error of entry (i, j) is a few ulps of |cᵢ| |cⱼ|; the matrix is symmetric."""
    columns = list(zip(*rows))
    matrix = gram(columns)
    for i, a in enumerate(columns):
        for j, b in enumerate(columns):
            assert is_near(matrix[i][j], a, b, GRAM)
            assert matrix[i][j].hex() == matrix[j][i].hex()


def test_a_gram_matrix_by_hand() -> None:
    """(1, 2, 2) and (2, −2, 1) have length 3 and are at right angles."""
    matrix = gram([(1.0, 2.0, 2.0), (2.0, -2.0, 1.0), (0.0, 0.0, 0.0)])
    assert [matrix[i][i] for i in range(3)] == [9.0, 9.0, 0.0]
    assert abs(matrix[1][0]) <= 9 * 2.0**-51
    assert matrix[2] == [0.0, 0.0, 0.0]


def test_slack_is_the_tolerance_plus_the_rounding_error() -> None:
    """For columns with a root mean square above 1 the tolerance is not made smaller."""
    table = Table([[3.0, 4.0], [4.0, 3.0]])
    assert table.gradient_tolerance([0.0, 0.0], w=[0.0, 0.0], tolerance=0.25) == [0.25, 0.25]
    # Errors of length 5 and columns of length 5: 2⁻⁵⁰ of their product.
    assert table.gradient_tolerance([3.0, 4.0], w=[0.0, 0.0, 0.0], tolerance=0.0) == pytest.approx(
        [25 * 2.0**-50] * 2, rel=1e-15
    )
    scale = table.scales[0]
    weights = ([0.0, 0.0], [1e6 / scale, 0.0])
    at_rest, far = (table.gradient_tolerance([3.0, 4.0], w, tolerance=0.0) for w in weights)
    # A row has the length √((3/s)² + (4/s)²) = √2 with s² = 12.5.
    assert far[0] - at_rest[0] == pytest.approx(1e6 * 25 * sqrt(2) * 2.0**-53, rel=1e-12)


def test_slack_is_proportional_to_the_scale_of_a_small_feature() -> None:
    """A feature of 1e-9 has a gradient and a tolerance that are 10⁹ times smaller."""
    table = Table([[1.0, 1e-9, 1e9], [-1.0, 1e-9, 1e9]])
    slack = table.gradient_tolerance([0.0, 0.0], w=[0.0, 0.0, 0.0], tolerance=1e-8)
    assert slack == pytest.approx([1e-8, 1e-14, 1e-8], rel=1e-12)


def test_reach_is_a_length_in_units_of_the_columns() -> None:
    """Scales 1 and 2, weights 3 and 2: √(3² + 4²) = 5."""
    assert Table([[1.0, 2.0], [-1.0, 2.0]]).scaled_length([3.0, 2.0]) == 5.0


@given(
    tables(),
    st.lists(st.integers(1, 3), min_size=5, max_size=5),
    st.lists(ordinary, min_size=5, max_size=5),
)
def test_an_example_of_weight_two_counts_twice(
    rows: list[list[float]], counts: list[int], numbers: list[float]
) -> None:
    """Sums over a weighted table equal sums over a table with repeated rows."""
    counts, v = counts[: len(rows)], numbers[: len(rows)]
    table = Table(rows, list(map(float, counts)))
    repeated = [row for row, n in zip(rows, counts) for _ in range(n)]
    many = [x for x, n in zip(v, counts) for _ in range(n)]
    near = pytest.approx
    assert over_rows(table, v) == near(over_rows(repeated, many), rel=1e-13, abs=1e-11)
    assert total_over(table, v) == near(total_over(repeated, many), rel=1e-14, abs=1e-13)
    r, of_many = list(map(abs, v)), list(map(abs, many))
    for ours, theirs in zip(weighted_gram(table, r), weighted_gram(repeated, of_many)):
        assert ours == near(theirs, rel=1e-13, abs=1e-10)


def test_scored_weights_contain_their_product() -> None:
    """X w is not computed again for the same table; for another table it is."""
    table, other = Table([[1.0, 2.0]]), Table([[1.0, 3.0]])
    w = ScoredWeights([5.0, 1.0], table, scores=[70.0])
    assert mat_vec(table, w) == [70.0]
    assert mat_vec(other, w) == pytest.approx([8.0])
    assert w.moved_along(2.0, ScoredWeights([1.0, 0.0], table, [1.0])).scores == [72.0]


@given(
    st.lists(st.lists(st.floats(-1e3, 1e3), min_size=6, max_size=6), min_size=1, max_size=3),
    st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=2),
)
def test_scaled_quadratic_values_are_within_their_bound(
    lower: list[list[float]], x: list[float]
) -> None:
    """uᵀ A u / (|u|² max |A|), compared with exact arithmetic; |A| counts each pair once."""
    matrices = [[[a, b, d], [b, c, e], [d, e, f]] for a, b, c, d, e, f in lower]
    pairs = [[a, 2 * b, c, 2 * d, 2 * e, f] for a, b, c, d, e, f in lower]
    size = max(hypot(*numbers) for numbers in pairs)
    assume(size > 1e-300)
    u = [F(1), *map(F, x)]
    whole = sum(a * a for a in u) * F(size)
    for A, found in zip(matrices, QuadraticFunctions(matrices).scaled_values(x), strict=True):
        exactly = sum(F(A[i][j]) * u[i] * u[j] for i in range(3) for j in range(3))
        assert abs(found - exactly / whole) <= 2.0**-47
