"""Small dense linear algebra: exact on Fractions; an error if there is no result."""

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations
from math import inf, log, nan, prod
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import oracle
from textbook_ml.core.errors import TextbookError
from textbook_ml.core.linalg import (
    Factored,
    backward,
    cholesky,
    cholesky_solve,
    dot,
    forward,
    inverse_quadratic_form,
    ldl,
    ldl_solve,
    less_dot,
    log_determinant,
    mat_vec,
    require_symmetric,
    solve,
    weighted_gram,
    weighted_squares,
)
from textbook_ml.core.numeric import ulps_off

Rows = list[list[Fraction]]

numbers = st.builds(Fraction, st.integers(-20, 20), st.integers(1, 6))
vectors = st.lists(numbers, min_size=1, max_size=4)


def transposed(A: Rows) -> Rows:
    """Rows as columns."""
    return [list(column) for column in zip(*A)]


def times(A: Rows, B: Rows) -> Rows:
    """The matrix product, by the definition."""
    return [[sum((p * q for p, q in zip(row, c)), Fraction(0)) for c in zip(*B)] for row in A]


def unit_lower(lower: Rows) -> Rows:
    """The entries below the diagonal, completed with ones and zeros."""
    n = len(lower)
    return [[*row, Fraction(1), *[Fraction(0)] * (n - 1 - len(row))] for row in lower]


def determinant(A: Rows) -> Fraction:
    """Leibniz's formula: a signed product for every permutation."""
    n = len(A)
    return sum(
        (
            (-1) ** sum(p[i] > p[j] for j in range(n) for i in range(j))
            * prod((A[i][p[i]] for i in range(n)), start=Fraction(1))
            for p in permutations(range(n))
        ),
        Fraction(0),
    )


@st.composite
def systems(draw: st.DrawFn) -> tuple[Rows, list[Fraction]]:
    """A positive definite matrix B Bᵀ + c I, and a vector of its size."""
    n = draw(st.integers(1, 4))
    B = [[draw(numbers) for _ in range(n)] for _ in range(n)]
    c = draw(st.builds(Fraction, st.integers(1, 9), st.integers(1, 9)))
    A = times(B, transposed(B))
    for i in range(n):
        A[i][i] += c
    return A, [draw(numbers) for _ in range(n)]


@given(st.lists(st.tuples(numbers, numbers)))
def test_dot_is_the_sum_of_products(pairs: list[tuple[Fraction, Fraction]]) -> None:
    """`dot` is exactly Σ aᵢ bᵢ, and its arguments can be exchanged."""
    a, b = [p for p, _ in pairs], [q for _, q in pairs]
    assert dot(a, b) == dot(b, a) == sum(p * q for p, q in pairs)


def test_dot_of_floats_is_accurate_if_products_cancel() -> None:
    """A small product between two large ones that cancel is kept."""
    assert dot([1e16, 1.0, -1e16], [1.0, 1.0, 1.0]) == 1.0
    assert dot([0.1] * 10, [1.0] * 10) == 1.0


@given(st.lists(st.tuples(st.floats(1e-9, 1e9), st.floats(1e-9, 1e9)), min_size=1, max_size=9))
def test_weighted_squares_are_within_three_ulp(pairs: list[tuple[float, float]]) -> None:
    """Σ wᵢ aᵢ²; where it is larger than any float, it is ∞."""
    weights, a = [w for w, _ in pairs], [x for _, x in pairs]
    truth = sum(Fraction(w) * Fraction(x) ** 2 for w, x in pairs)
    assert ulps_off(weighted_squares(weights, a), Fraction(truth)) <= 3
    assert weighted_squares([*weights, 1.0], [*a, 1e200]) == inf


@given(numbers, vectors, vectors)
def test_less_dot_stops_at_the_end_of_the_shorter_vector(
    x: Fraction, a: list[Fraction], b: list[Fraction]
) -> None:
    """x − Σ aᵢ bᵢ over the positions that both vectors have."""
    assert less_dot(x, a, b) == x - sum(p * q for p, q in zip(a, b))


@given(st.lists(st.tuples(numbers, numbers, numbers), min_size=1, max_size=5))
def test_a_weighted_gram_is_the_sum_of_outer_products(
    rows: list[tuple[Fraction, Fraction, Fraction]],
) -> None:
    """Entry (i, j) is Σ weight · xᵢ xⱼ over the rows."""
    weights, *columns = map(list, zip(*rows))
    table = list(zip(*columns))
    definition = [
        [sum(w * a * b for w, a, b in zip(weights, p, q)) for q in columns] for p in columns
    ]
    assert weighted_gram(table, weights) == definition


@given(st.lists(st.tuples(*[st.floats(-9, 9)] * 4), min_size=1, max_size=5))
def test_a_weighted_gram_of_floats_is_symmetric_to_the_last_bit(
    rows: list[tuple[float, float, float, float]],
) -> None:
    """The weighted matrix of products is exactly symmetric, as `ldl` requires."""
    weights, *columns = map(list, zip(*rows))
    gram = weighted_gram(list(zip(*columns)), weights)
    require_symmetric(gram)
    assert gram == [list(column) for column in zip(*gram)]


def test_mat_vec_is_one_inner_product_for_each_row() -> None:
    """(1 2; 0 3; 4 5) (1, 10) = (21, 30, 54)."""
    assert mat_vec([[1.0, 2.0], [0.0, 3.0], [4.0, 5.0]], [1.0, 10.0]) == [21.0, 30.0, 54.0]


@given(systems())
def test_ldl_multiplies_back_to_the_matrix(system: tuple[Rows, list[Fraction]]) -> None:
    """L diag(d) Lᵀ = A exactly, with ones on the diagonal and positive pivots."""
    A, _ = system
    lower, d = ldl(A)
    L = unit_lower(lower)
    scaled = [[x * d_j for x, d_j in zip(row, d)] for row in L]
    assert times(scaled, transposed(L)) == A
    assert [len(row) for row in lower] == list(range(len(A)))
    assert min(d) > 0


@given(systems())
def test_solve_satisfies_the_equations(system: tuple[Rows, list[Fraction]]) -> None:
    """A x = b exactly, and the solution of A x = A v is v."""
    A, b = system
    assert mat_vec(A, solve(A, b)) == b
    assert solve(A, mat_vec(A, b)) == b


@given(systems())
def test_factors_can_be_used_again(system: tuple[Rows, list[Fraction]]) -> None:
    """ldl_solve of the factors is solve of the matrix."""
    A, b = system
    assert ldl_solve(*ldl(A), b) == solve(A, b)


@st.composite
def triangles(draw: st.DrawFn) -> list[list[float]]:
    """The rows of a lower triangle of small whole numbers, with 1 to 4 on its diagonal."""
    n = draw(st.integers(1, 5))
    below = st.integers(-4, 4).map(float)
    diagonal = st.integers(1, 4).map(float)
    return [[*(draw(below) for _ in range(i)), draw(diagonal)] for i in range(n)]


def squared(C: list[list[float]]) -> list[list[float]]:
    """C Cᵀ, without the entries above the diagonal."""
    return [[dot(c[: len(other)], other) for other in C[: len(c)]] for c in C]


@given(triangles())
def test_cholesky_finds_the_triangle_that_was_squared(C: list[list[float]]) -> None:
    """For whole numbers the factor is exact: it is unique, and its pivots are squares."""
    assert cholesky(squared(C)) == C


@given(triangles())
def test_cholesky_reads_nothing_above_the_diagonal(C: list[list[float]]) -> None:
    """Entries above the diagonal may be missing or have any value."""
    n = len(C)
    assert cholesky([[*row, *[nan] * (n - len(row))] for row in squared(C)]) == C


@given(systems())
def test_cholesky_multiplies_back_to_the_matrix(system: tuple[Rows, list[Fraction]]) -> None:
    """C Cᵀ = A within a few ulps of the diagonal, as for every backward stable method."""
    A, _ = system
    floats = [list(map(float, row)) for row in A]
    C = [list(map(Fraction, row)) for row in cholesky(floats)]
    for i, (a_i, c_i) in enumerate(zip(A, C)):
        for j, (a_ij, c_j) in enumerate(zip(a_i, C[: i + 1])):
            back = sum((p * q for p, q in zip(c_i, c_j)), Fraction(0))
            # Each entry is rounded a few times and is at most √(aᵢᵢ aⱼⱼ) (Cauchy–Schwarz).
            assert abs(back - a_ij) <= Fraction(2) ** -50 * max(a_i[i], A[j][j])


@given(triangles(), st.lists(st.integers(-9, 9).map(float), min_size=5, max_size=5))
def test_cholesky_solve_satisfies_the_equations(C: list[list[float]], numbers: list[float]) -> None:
    """C Cᵀ x = b, up to the rounding of sums of five products of at most 16 |x| each."""
    b, size, lower = numbers[: len(C)], range(len(C)), squared(C)
    A = [[lower[max(i, j)][min(i, j)] for j in size] for i in size]
    x = cholesky_solve(C, b)
    # Rows of |C| |C|ᵀ sum to at most 5 · 80; each product is rounded about five times.
    rounding = 8 * 2.0**-53 * 400 * max(map(abs, x))
    assert mat_vec(A, x) == pytest.approx(b, rel=0, abs=rounding)


def test_a_cholesky_factor_by_hand() -> None:
    """(4 2; 2 10) = (2 0; 1 3) (2 1; 0 3), and C Cᵀ (1, 1) = (6, 12)."""
    assert cholesky([[4.0, 2.0], [2.0, 10.0]]) == [[2.0], [1.0, 3.0]]
    assert cholesky_solve([[2.0], [1.0, 3.0]], [6.0, 12.0]) == [1.0, 1.0]
    assert cholesky([]) == [] == cholesky_solve([], [])


@given(systems())
def test_forward_and_backward_solve_triangular_systems(system: tuple[Rows, list[Fraction]]) -> None:
    """Forward substitution solves L z = b, back substitution Lᵀ x = b."""
    A, b = system
    lower, _ = ldl(A)
    L = unit_lower(lower)
    assert mat_vec(L, forward(lower, b)) == b
    assert mat_vec(transposed(L), backward(lower, b)) == b


@given(systems())
def test_the_inverse_quadratic_form_needs_no_inverse(system: tuple[Rows, list[Fraction]]) -> None:
    """vᵀ A⁻¹ v is v · x with A x = v, is never negative, and is 0 for v = 0 alone."""
    A, v = system
    form = inverse_quadratic_form(A, v)
    assert form == dot(v, solve(A, v))
    assert (form > 0) == any(v) and form >= 0


@given(st.integers(0, 10**6), st.integers(6, 12), st.integers(0, 3))
def test_the_quadratic_form_of_a_factored_matrix_is_within_its_bound(
    seed: int, n: int, power: int
) -> None:
    """The relative error is at most 60 · 2⁻⁵³ κ, also if units differ and A is ill-conditioned."""
    rng = Random(seed)
    rows = [[rng.gauss(0, 1) + 4.0**power * rng.gauss(0, 1) for _ in range(n)] for _ in range(n)]
    columns = [[10.0 ** (i % 7) * sum(row[: i + 1]) for row in rows] for i in range(n)]
    A = [[dot(a, b) + (i == j) * dot(a, a) / 16 for j, b in enumerate(columns)]
         for i, a in enumerate(columns)]  # fmt: skip
    v = [rng.gauss(0, 1) * 10.0 ** (i % 5) for i in range(n)]
    exact_A = [list(map(Fraction, row)) for row in A]
    truth = inverse_quadratic_form(exact_A, list(map(Fraction, v)))
    inverse = [solve(exact_A, [Fraction(i == j) for i in range(n)]) for j in range(n)]
    kappa2 = n * sum((inverse[i][i] * exact_A[i][i] for i in range(n)), Fraction(0))
    off = (Fraction(inverse_quadratic_form(Factored(A), v)) - truth) / truth
    assert off * off <= (60 * Fraction(2) ** -53) ** 2 * kappa2


def test_large_ill_conditioned_and_small_matrices_are_not_whitened() -> None:
    """The triangular system is used for them; a vector of length 0 or ∞ is handled too."""

    def near_ones(n: int, rest: float) -> Factored:
        return Factored([[1.0 + rest * (i == j) for j in range(n)] for i in range(n)])

    assert near_ones(7, 1.0).whitening is None
    assert near_ones(65, 1.0).whitening is None
    assert near_ones(8, 1e-6).whitening is None
    ordinary = near_ones(8, 1.0)
    assert ordinary.whitening is ordinary.whitening is not None
    assert inverse_quadratic_form(ordinary, [0.0] * 8) == 0.0
    with pytest.raises(TextbookError, match="larger than any float"):
        inverse_quadratic_form(ordinary, [1e300] * 8)


@given(systems())
def test_the_pivots_multiply_to_the_determinant(system: tuple[Rows, list[Fraction]]) -> None:
    """Π dᵢ = |A| exactly, and its logarithm loses only the rounding of each log dᵢ."""
    A, _ = system
    d = ldl(A)[1]
    assert prod(d) == determinant(A)
    # Rounding a pivot changes its logarithm by 2⁻⁵³; the logarithm and the sum are rounded too.
    bound = sum(2.0**-53 * (1 + 3 * abs(log(p))) for p in d)
    assert abs(log_determinant(A) - float(oracle.ln(determinant(A)))) <= bound


def test_a_matrix_worked_by_hand() -> None:
    """(4 2; 2 3): pivots 4 and 3 − 2²/4 = 2, determinant 8."""
    A = [[4.0, 2.0], [2.0, 3.0]]
    assert ldl(A) == ([[], [0.5]], [4.0, 2.0])
    assert solve(A, [2.0, 5.0]) == [-0.5, 2.0]
    assert inverse_quadratic_form(A, [2.0, 3.0]) == 3.0
    assert log_determinant(A) == log(8)


@pytest.mark.parametrize("scale", [Fraction(10**200), Fraction(1, 10**200)])
def test_the_log_determinant_of_large_or_tiny_fractions_is_a_float(scale: Fraction) -> None:
    """The determinant c⁴ of diag(c², c²) is not a float, but its logarithm is 4 ln c."""
    A = [[scale * scale, Fraction(0)], [Fraction(0), scale * scale]]
    assert oracle.ulps(log_determinant(A), 4 * oracle.ln(scale)) <= 2


def test_a_solution_in_floats_is_near_the_exact_one() -> None:
    """The Hilbert matrix of size 4 has condition number 1.6e4, which bounds the lost digits."""
    exact = [[Fraction(1, i + j + 1) for j in range(4)] for i in range(4)]
    A, b = [list(map(float, row)) for row in exact], [1.0, 0.0, 0.0, 0.0]
    # The first column of the inverse is 16, −120, 240, −140. Rounding A changes it by at most
    # condition × 2⁻⁵³ = 1.7e-12, and so does the elimination.
    for x, truth in zip(solve(A, b), [16, -120, 240, -140]):
        assert abs(x - truth) <= 4e-12 * 240
    assert solve(exact, list(map(Fraction, b))) == [16, -120, 240, -140]


@pytest.mark.parametrize(
    ("A", "message"),
    [
        ([], "the matrix is empty"),
        ([[1.0, 2.0]], "row 0 has 2 entries"),
        ([[1.0, 2.0], [2.0]], "row 1 has 1 entries"),
        ([[1.0, 2.0], [3.0, 9.0]], r"3.0 at \(1, 0\) and 2.0 at \(0, 1\)"),
        ([[1.0, nan], [nan, 1.0]], "nan in row 0"),
    ],
)
def test_a_matrix_that_is_not_square_and_symmetric_is_an_error(
    A: list[list[float]], message: str
) -> None:
    """A covariance is square and symmetric, and the message names the place where it is not."""
    for function in (require_symmetric, ldl, log_determinant):
        with pytest.raises(TextbookError, match=message):
            function(A)


@pytest.mark.parametrize(
    ("A", "row"),
    [
        ([[0.0]], 0),
        ([[-1.0]], 0),
        ([[1.0, 2.0], [2.0, 4.0]], 1),
        ([[1.0, 2.0], [2.0, 3.0]], 1),
        ([[1.0, 0.0, 1.0], [0.0, 1.0, 1.0], [1.0, 1.0, 2.0]], 2),
    ],
)
def test_a_matrix_that_is_not_positive_definite_is_an_error(A: list[list[float]], row: int) -> None:
    """Singular and indefinite matrices have no L diag(d) Lᵀ, in floats or in Fractions."""
    message = rf"not positive definite \(row {row}\)"
    for factor in (ldl, cholesky):
        with pytest.raises(TextbookError, match=message):
            factor(A)
    with pytest.raises(TextbookError, match=message):
        ldl([list(map(Fraction, a)) for a in A])


def test_a_rounded_singular_matrix_is_detected() -> None:
    """The outer product of (0.1, 0.3) with itself has rank one only up to rounding."""
    for factor in (ldl, cholesky):
        for v in ([0.1, 0.3], [0.7, 0.8]):
            with pytest.raises(TextbookError, match="combination of the others"):
                factor([[p * q for q in v] for p in v])


def test_a_small_pivot_is_not_treated_as_a_rounding_error() -> None:
    """A pivot of 2⁻⁴⁰ of its row has twelve correct bits."""
    assert ldl([[1.0, 1.0], [1.0, 1.0 + 2.0**-40]])[1] == [1.0, 2.0**-40]
    assert cholesky([[1.0], [1.0, 1.0 + 2.0**-40]]) == [[1.0], [1.0, 2.0**-20]]


def test_an_exact_pivot_may_be_arbitrarily_small() -> None:
    """Fractions need no threshold: 10⁻⁴⁰ is not 0."""
    tiny = Fraction(1, 10**40)
    assert ldl([[Fraction(1), Fraction(1)], [Fraction(1), 1 + tiny]])[1] == [1, tiny]


@pytest.mark.parametrize(
    "call",
    [
        lambda: dot([1.0], [1.0, 2.0]),
        lambda: mat_vec([[1.0, 2.0]], [1.0]),
        lambda: weighted_gram([[1.0, 2.0], [1.0]], [1.0, 1.0]),
        lambda: forward([[], [0.5]], [1.0]),
        lambda: backward([[], [0.5]], [1.0]),
        lambda: solve([[1.0]], [1.0, 2.0]),
        lambda: solve([[4.0, 2.0], [2.0, 3.0]], [1.0]),
        lambda: cholesky_solve([[2.0], [1.0, 3.0]], [1.0]),
        lambda: inverse_quadratic_form([[1.0]], [1.0, 2.0]),
        lambda: inverse_quadratic_form([[4.0, 2.0], [2.0, 3.0]], [1.0]),
    ],
)
def test_lengths_that_do_not_match_are_an_error(call: Callable[[], object]) -> None:
    """The length of the vector must be the number of rows of the matrix."""
    with pytest.raises(TextbookError, match="must be equal"):
        call()


@pytest.mark.parametrize("bad", [nan, inf, -inf])
def test_entries_that_are_not_finite_are_an_error(bad: float) -> None:
    """A matrix or a vector must not contain NaN or an infinity."""
    calls: list[Callable[[], object]] = [
        lambda: dot([bad], [1.0]),
        lambda: ldl([[bad]]),
        lambda: solve([[1.0]], [bad]),
        lambda: inverse_quadratic_form([[1.0]], [bad]),
    ]
    for call in calls:
        with pytest.raises(TextbookError, match="finite"):
            call()
