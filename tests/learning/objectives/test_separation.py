"""Whether a maximum exists: proofs of separation and overlap, and an exact decision."""

from fractions import Fraction as F
from itertools import product
from math import hypot
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from textbook_ml.core.linalg import dot, mat_vec
from textbook_ml.learning.objectives.separation import (
    INDEPENDENT,
    MaximumExists,
    _search_proof,
    clearly_independent,
    decide_existence,
    independent,
    own_part,
    proves_overlap,
    separated_exactly,
    separates_exactly,
)

Table = list[list[float]]

small = st.integers(-2, 2).map(float)


@st.composite
def signed_rows(draw: st.DrawFn, most: int = 6) -> Table:
    """Draw up to six signed rows y (1, x) of up to two small integers."""
    width = draw(st.integers(0, 2))
    row = st.tuples(st.sampled_from([-1.0, 1.0]), *[small] * width)
    rows = draw(st.lists(row, min_size=1, max_size=most))
    return [[y, *[y * x_i for x_i in x]] for y, *x in rows]


def has_solution(inequalities: set[tuple[F, ...]]) -> bool:
    """Return whether some w satisfies a · w ≥ b for all (a, b), by Fourier–Motzkin elimination.

    Each unknown is eliminated by combining every lower bound with every upper bound. At the end
    only numbers are left to compare.
    """
    width = len(next(iter(inequalities))) - 1
    for _ in range(width):
        above = [[x / abs(row[0]) for x in row[1:]] for row in inequalities if row[0] > 0]
        below = [[x / abs(row[0]) for x in row[1:]] for row in inequalities if row[0] < 0]
        rest = [row[1:] for row in inequalities if row[0] == 0]
        pairs = [[p + q for p, q in zip(a, b)] for a, b in product(above, below)]
        inequalities = {tuple(row) for row in [*rest, *pairs]}
    return all(b <= 0 for (b,) in inequalities)


def separated_by_elimination(rows: Table) -> bool:
    """Return whether A w ≥ 0 and Σ A w ≥ 1 for some w: the scaled definition of separation."""
    bounds = {(*map(F, row), F(0)) for row in rows}
    whole = tuple(sum(map(F, column), F(0)) for column in zip(*rows))
    return has_solution(bounds | {(*whole, F(1))})


@given(signed_rows())
@example([[1.0]])
@example([[-1.0, -2.0]])
@example([[1.0, 2.0]] * 4)
@example([[1.0, 0.0], [-1.0, -0.0]])
@example([[1.0, 1.0, 1.0], [-1.0, 0.0, 0.0], [-1.0, -1.0, -1.0]])
def test_the_exact_decision_is_that_of_elimination(rows: Table) -> None:
    """The integer simplex method agrees with Fourier–Motzkin elimination in Fractions."""
    assert separated_exactly(rows) == separated_by_elimination(rows)


@given(signed_rows(), st.lists(st.floats(0.01, 1), min_size=6, max_size=6))
@example([[1.0]], [0.5] * 6)
@example([[-1.0, -2.0]], [0.3] * 6)
@example([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0]], [0.5, 0.5, 1e-4, 0.0, 0.0, 0.0])
def test_separated_rows_are_never_proved_to_overlap(rows: Table, guess: list[float]) -> None:
    """Neither a random s nor s at w = 0 proves that separated rows overlap."""
    basis = independent(list(zip(*rows)))
    for s in (guess[: len(rows)], [0.5] * len(rows)):
        assert not (proves_overlap(basis, s) and separated_exactly(rows))


@given(signed_rows(), st.lists(st.floats(0.01, 1), min_size=6, max_size=6))
def test_the_search_never_contradicts_the_exact_decision(rows: Table, guess: list[float]) -> None:
    """The search may be undecided but never wrong; the exact decision always has a result."""
    apart = separated_exactly(rows)
    found = _search_proof(independent(list(zip(*rows))))
    assert found is not (MaximumExists.OVERLAPPING if apart else MaximumExists.SEPARATED)
    expected = MaximumExists.SEPARATED if apart else MaximumExists.OVERLAPPING
    assert decide_existence(rows, guess[: len(rows)]) is expected


def test_one_unopposed_row_is_a_separation() -> None:
    """Rows that cancel and one unopposed row are separated: σ_min(SA) is almost ‖Aᵀs‖.

    However small s is for that row, rounding must not turn "almost" into a proof of overlap.
    """
    rng = Random(3)
    for _ in range(200):
        base = [[rng.randrange(-3, 4), rng.randrange(-3, 4), 0] for _ in range(2)]
        rows = base + [[-x for x in row] for row in base] + [[rng.randrange(-3, 4), 0, 1]]
        turn = [[rng.randrange(-3, 4) for _ in range(3)] for _ in range(3)]
        turned = [[float(sum(a * b for a, b in zip(row, c))) for c in turn] for row in rows]
        if separated_exactly(turned):
            basis = independent(list(zip(*turned)))
            for size in (1e-1, 1e-3, 1e-5, 1e-6):
                assert not proves_overlap(basis, [0.5] * 4 + [size * rng.random()])


@given(signed_rows(), st.lists(small, min_size=9, max_size=9), st.randoms(use_true_random=False))
def test_neither_order_nor_coordinates_matter(
    rows: Table, numbers: list[float], rng: Random
) -> None:
    """The decision is unchanged by permuting rows and by unit triangular maps of the columns."""
    d = len(rows[0])
    table = [[numbers[3 * i + j] if i < j else float(i == j) for j in range(d)] for i in range(d)]
    mapped = [[dot(row, column) for column in zip(*table)] for row in rows]
    lots = [rng.random() for _ in rows]
    shuffled = [mapped[i] for i in sorted(range(len(rows)), key=lots.__getitem__)]
    assert separated_exactly(shuffled) == separated_exactly(rows)
    basis = independent(list(zip(*rows)))
    assert len(independent(list(zip(*shuffled)))) == len(basis)


@given(signed_rows(most=4), st.integers(1, 3))
def test_repeating_rows_changes_nothing(rows: Table, times: int) -> None:
    """The decision depends on the set of signed rows, not on how often each row occurs."""
    assert separated_exactly(rows * times) == separated_exactly(rows)


@given(signed_rows(), st.lists(small, min_size=3, max_size=3))
def test_separating_exactly_is_a_positive_margin_everywhere(
    rows: Table, numbers: list[float]
) -> None:
    """Weights separate exactly if all margins are above 0; then the rows are separated."""
    w = numbers[: len(rows[0])]
    found = separates_exactly(rows, w)
    assert found == (min(mat_vec(rows, w)) > 0)
    assert separated_exactly(rows) or not found


def test_a_margin_smaller_than_rounding_is_found() -> None:
    """The exact sum of the floats 0.1 and 0.2 is larger than the float 0.3."""
    assert separates_exactly([[0.1, 0.2, -0.3]], [1.0, 1.0, 1.0])
    assert not separates_exactly([[0.1, 0.2, -0.30000000000000004]], [1.0, 1.0, 1.0])
    assert separates_exactly([[1e300, -1e-300]], [1e-300, 1e300 * (1 - 2**-52)])


COMPLETE = [[1.0, 2.0], [1.0, 1.0], [-1.0, 1.0], [-1.0, 2.0]]  # 1 above 0, 0 below
QUASI = [[1.0, 0.0], [1.0, 1.0], [-1.0, 0.0], [-1.0, 1.0]]  # both classes occur at 0
OVERLAP = [[1.0, -1.0], [1.0, 2.0], [-1.0, -1.0], [-1.0, 2.0]]  # mixed on both sides


@pytest.mark.parametrize(("rows", "apart"), [(COMPLETE, True), (QUASI, True), (OVERLAP, False)])
def test_three_cases_by_hand(rows: Table, apart: bool) -> None:
    """Overlapping classes have a maximum; classes with a gap or a shared border have none."""
    assert separated_exactly(rows) is apart
    expected = MaximumExists.SEPARATED if apart else MaximumExists.OVERLAPPING
    assert decide_existence(rows, [0.5] * 4) is expected
    assert _search_proof(independent(list(zip(*rows)))) is expected


def test_a_single_row_is_separated() -> None:
    """A single row is separated unless all of its numbers are zero."""
    assert separated_exactly([[1.0, 7.0]]) and separated_exactly([[-1.0]])
    assert not separated_exactly([[0.0, 0.0]])
    assert decide_existence([[1.0, 7.0]], [0.5]) is MaximumExists.SEPARATED


def test_equal_rows_overlap_only_with_both_labels() -> None:
    """Equal rows with both labels overlap: no w has a positive margin for both."""
    same, other = [1.0, 3.0, -2.0], [-1.0, -3.0, 2.0]
    assert separated_exactly([same] * 5)
    assert not separated_exactly([same] * 5 + [other])
    assert decide_existence([same] * 5 + [other], [0.1] * 5 + [0.5]) is MaximumExists.OVERLAPPING


def test_one_hot_features_separate_where_a_value_has_one_class() -> None:
    """Colour red always has class 1, so its weight grows without bound."""
    red, blue = [1.0, 1.0, 0.0], [1.0, 0.0, 1.0]
    signs = [(red, 1.0), (red, 1.0), (blue, 1.0), (blue, -1.0)]
    rows = [[y * x for x in row] for row, y in signs]
    assert separated_exactly(rows)
    assert not separated_exactly([*rows, [-x for x in red]])


def test_floats_are_compared_exactly() -> None:
    """A gap of one ulp separates, and 1e150 beside 1e-150 does not cause an error."""
    step = 1.0 + 2**-52
    assert separated_exactly([[1.0, step], [-1.0, -1.0]])
    assert not separated_exactly([[1.0, step], [-1.0, -1.0], [1.0, 0.5]])
    wide = [[1.0, 1e150, 1e-150], [-1.0, -1e150, 1e-150], [1.0, -1e150, -1e-150]]
    assert separated_exactly(wide)
    assert not separated_exactly([*wide, [-1.0, 1e150, -1e-150]])


def test_the_weights_at_the_maximum_prove_an_overlap() -> None:
    """At the maximum s = σ(−A w) makes Aᵀ s zero, for example at w = 0 of a balanced table."""
    balanced = [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]]
    columns = [list(column) for column in zip(*balanced)]
    assert proves_overlap(columns, [0.5] * 4)
    assert not proves_overlap(columns, [0.5, 0.5, 0.5, 0.0])  # s must be positive
    assert not proves_overlap([[1.0, 1.0]], [0.5, -0.5])  # or two on one side would cancel
    assert not proves_overlap(columns, [0.9, 0.1, 0.1, 0.1])  # not near enough to zero


@settings(max_examples=20)
@given(st.integers(0, 10**6), st.booleans())
def test_large_tables_are_decided_by_the_search(seed: int, apart: bool) -> None:
    """The search proves overlap or separation of forty rows of five numbers."""
    rng = Random(seed)
    rows = []
    for _ in range(40):
        x = [1.0, *(rng.random() - 0.5 for _ in range(4))]
        score = 2 * x[1] - x[2] + (0 if apart else 2 * rng.random() - 1)
        rows.append([(1.0 if score > 0 else -1.0) * x_i for x_i in x])
    found = _search_proof(independent(list(zip(*rows))))
    assert (found is MaximumExists.SEPARATED) == separated_exactly(rows)
    assert found is not MaximumExists.UNDECIDED


@given(signed_rows())
def test_independent_columns_span_the_same_space(rows: Table) -> None:
    """The result is well-conditioned unit vectors; every column is a combination of them."""
    columns = list(zip(*rows))
    basis = independent(columns)
    assert [hypot(*unit) for unit in basis] == pytest.approx([1.0] * len(basis), rel=1e-15)
    assert clearly_independent(basis)
    orthogonal: list[list[float]] = []
    for unit in basis:
        rest = own_part(unit, orthogonal)
        assert hypot(*rest) > INDEPENDENT
        orthogonal.append([x / hypot(*rest) for x in rest])
    for column in columns:
        assert own_part(column, orthogonal) == pytest.approx([0.0] * len(rows), abs=1e-13)


@given(signed_rows())
def test_residuals_of_columns_are_orthogonal(rows: Table) -> None:
    """The residual of a column is orthogonal to the removed columns and not longer than it."""
    *others, last = list(zip(*rows))
    basis: list[list[float]] = []
    for column in others:
        rest = own_part(column, basis)
        if hypot(*rest) > 1e-9:
            basis.append([x / hypot(*rest) for x in rest])
    rest = own_part(last, basis)
    assert all(abs(dot(rest, unit)) <= 1e-14 for unit in basis)
    assert hypot(*rest) <= hypot(*last) * (1 + 1e-14)


def test_nearly_dependent_columns_are_orthogonalised() -> None:
    """(1, 0) and (1, 1/64) are nearly dependent; orthogonalised they are (1, 0) and (0, 1)."""
    columns = [[1.0, 0.0], [1.0, 1 / 64]]
    assert not clearly_independent(columns)
    assert independent(columns) == [[1.0, 0.0], [0.0, 1.0]]
    assert independent([[3.0, 4.0]]) == [[0.6, 0.8]]


def test_linearly_dependent_columns_are_dropped() -> None:
    """The sum of two other columns and a column of zeros are dropped."""
    columns = [[1.0, 0.0, 2.0], [0.0, 1.0, 1.0], [1.0, 1.0, 3.0], [0.0, 0.0, 0.0]]
    assert len(independent(columns)) == 2
    assert independent([[0.0, 0.0]]) == []
