"""Decide whether the likelihood has a maximum without a penalty on the weights.

    signed row   a = y (1, x): its margin a · w is positive if w classifies the row correctly
    s            one positive number for each signed row

Let A be the matrix of signed rows. Exactly one of two statements is true (Stiemke's theorem):

    separated   some w has A w ≥ 0 and A w ≠ 0: along it the likelihood increases without limit
    overlapping some s > 0 has Aᵀ s = 0: the maximum exists, and s = σ(−A w) there is such an s

Near a maximum Aᵀ s is small but not 0. This still proves overlap if ‖Aᵀs‖ < σ_min(SA), S = diag(s):
no w can separate, since such a w would give w · Aᵀs = Σ s (A w) ≥ ‖S A w‖ ≥ σ_min(SA) ‖w‖.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import fsum, gcd, hypot
from operator import mul

from textbook_ml.core.elementwise import sigmoid_derivatives, sigmoids
from textbook_ml.core.errors import TextbookError
from textbook_ml.core.linalg import cholesky, cholesky_solve, plus_times, weighted_gram
from textbook_ml.core.numeric import over_one_denominator
from textbook_ml.core.tables import Table, Vec, gram, unit_and_length

__all__ = []

MOST_ITERATIONS = 60
MOST_CHANGE = 8.0  # a step size above 1 must not change a margin by more than this
SMALLEST_STEP = 2.0**-30  # changes by smaller steps are rounding errors
CONSTANT = 1e-7  # a margin that changes by less than this fraction of the largest is constant
MOST_CONDITION = 1e7  # condition number beyond which rounding could invalidate the proof
SAFETY = 0.5  # safety factor of the proof
MOST_EXACT_WORK = 300_000  # rows × columns² for which the exact decision takes about a second
DEPENDENT = 1e-10  # a column with a smaller independent part is a combination of the others
INDEPENDENT = 0.1  # a column with a larger independent part is clearly independent


class MaximumExists(Enum):
    """The answer to the question whether a maximum exists."""

    OVERLAPPING = "the classes overlap: a maximum exists"
    SEPARATED = "the classes are separable: no maximum exists"
    UNDECIDED = "not decidable at this precision"


def decide_existence(rows: Sequence[Vec], s: Vec) -> MaximumExists:
    """Decide whether the classes overlap; `s` is a first guess for a proof of overlap.

    First the guess is tried, then a search for a proof of either case. For a small table, exact
    arithmetic decides twice: for the floats, and for the floats rounded to 15 decimal digits.
    The data count as overlapping only if both overlap.

    >>> decide_existence([[1.0, 1.0], [1.0, -1.0], [-1.0, 0.0]], [0.25, 0.25, 0.5]).name
    'OVERLAPPING'
    >>> decide_existence([[1.0, 1.0], [-1.0, 1.0]], [0.5, 0.5]).name
    'SEPARATED'
    """
    basis = independent(list(zip(*rows)))
    if proves_overlap(basis, s):
        return MaximumExists.OVERLAPPING
    found = _search_proof(basis)
    if (
        found is not MaximumExists.OVERLAPPING
        and len(rows) * len(basis) * len(basis) <= MOST_EXACT_WORK
    ):
        separated = separated_exactly(rows) or separated_whole(list(map(as_decimals, rows)))
        found = MaximumExists.SEPARATED if separated else MaximumExists.OVERLAPPING
    return found


def proves_overlap(columns: Sequence[Vec], s: Vec) -> bool:
    """Return whether s proves overlap: ‖Aᵀs‖ < σ_min(SA).

    It uses σ_min ≥ 1 / ‖C⁻¹‖ with the Cholesky factor C of AᵀS²A.

    >>> proves_overlap([[1.0, -1.0]], [0.5, 0.5]), proves_overlap([[1.0, 1.0]], [0.5, 0.5])
    (True, False)
    """
    if min(s) <= 0:
        return False
    left_over = Table(list(zip(*columns))).transposed_times(s)
    return is_proof(gram([list(map(mul, s, column)) for column in columns]), left_over)


def is_proof(squared: Sequence[Vec], left_over: Vec) -> bool:
    """Return whether ‖Aᵀs‖ < σ_min(SA), given AᵀS²A and Aᵀs.

    Both are sums over the signed rows, so the proof does not need all rows at once.

    >>> is_proof([[0.5]], [0.0]), is_proof([[0.5]], [1.0])
    (True, False)
    """
    try:
        factor = cholesky(squared)
    except TextbookError:
        return False
    size = range(len(left_over))
    inverse = hypot(
        *(v for j in size for v in _forward_substitution(factor, [float(i == j) for i in size]))
    )
    condition = inverse * hypot(*(v for row in factor for v in row))
    return condition < MOST_CONDITION and hypot(*left_over) * inverse < SAFETY


def _forward_substitution(factor: Sequence[Vec], b: Vec) -> list[float]:
    z: list[float] = []
    for row, b_i in zip(factor, b):
        z.append((b_i - fsum(map(mul, row, z))) / row[-1])
    return z


def _search_proof(columns: Sequence[Vec]) -> MaximumExists:
    """Maximise Σ ln σ(A w) by Newton's method, until one of the two proofs is found."""
    table = Table(list(zip(*columns)))
    margins = [0.0] * len(columns[0])
    for _ in range(MOST_ITERATIONS):
        s = _wrong_class_probabilities(margins)
        if proves_overlap(columns, s):
            return MaximumExists.OVERLAPPING
        try:
            curvature = cholesky(weighted_gram(table, sigmoid_derivatives(margins)))
        except TextbookError:
            return MaximumExists.UNDECIDED
        change = table.times(cholesky_solve(curvature, table.transposed_times(s)))
        largest = max(map(abs, change))
        margins = plus_times(margins, _step_size(margins, change, MOST_CHANGE / largest), change)
        if min(change) >= -CONSTANT * largest or min(margins) > 0:
            return MaximumExists.SEPARATED
    return MaximumExists.UNDECIDED


def _step_size(margins: Vec, change: Vec, largest_step: float) -> float:
    """Return a step size along `change`: 1, doubled or halved while the objective increases."""

    def increases(t: float) -> bool:
        return (
            fsum(map(mul, _wrong_class_probabilities(plus_times(margins, t, change)), change)) > 0
        )

    t = 1.0
    while 2 * t <= largest_step and increases(2 * t):
        t *= 2
    while not increases(t) and t > SMALLEST_STEP:
        t /= 2
    return t


def _wrong_class_probabilities(margins: Vec) -> list[float]:
    """σ(−z): the probability of the wrong class for each margin."""
    return sigmoids([-z for z in margins])


def independent(columns: Sequence[Vec]) -> list[list[float]]:
    """Return well-conditioned unit vectors that span the same space as the columns.

    Replacing the columns by these vectors does not change separability. The result contains the
    normalised columns if they are clearly independent; otherwise orthogonal vectors, which
    take ten times as long to compute.

    >>> independent([[2.0, 0.0], [3.0, 0.0], [1.0, 1.0]])
    [[1.0, 0.0], [0.0, 1.0]]
    """
    if clearly_independent(columns):
        return [list(unit_and_length(column)[0]) for column in columns]
    basis: list[list[float]] = []
    for column in columns:
        unit, length = unit_and_length(own_part(column, basis))
        if length > DEPENDENT * hypot(*column):
            basis.append(list(unit))
    return basis


def clearly_independent(columns: Sequence[Vec], own: float = INDEPENDENT) -> bool:
    """Return whether each column has a large independent part (pivots of the Gram matrix).

    >>> clearly_independent([[2.0, 0.0], [1.0, 1.0]])
    True
    """
    try:
        factor = cholesky(gram([unit_and_length(column)[0] for column in columns]))
    except TextbookError:
        return False
    return all(row[-1] > own for row in factor)


def own_part(column: Vec, basis: Sequence[Vec]) -> list[float]:
    """The part of a column that is orthogonal to the basis, computed twice for accuracy."""
    rest = list(column)
    for _ in range(2):  # the second pass removes the rounding errors of the first
        for unit in basis:
            rest = plus_times(rest, -fsum(map(mul, unit, rest)), unit)
    return rest


def separates_exactly(rows: Sequence[Vec], w: Vec) -> bool:
    """Return whether w classifies every signed row correctly, in exact arithmetic.

    >>> separates_exactly([[1.0, 2.0], [-1.0, 3.0]], [0.0, 1.0])
    True
    """
    whole_w, _ = over_one_denominator(w)
    return all(sum(map(mul, over_one_denominator(row)[0], whole_w)) > 0 for row in rows)


@dataclass(slots=True)
class _Simplex:
    """Integer equations Σ T x = b, x ≥ 0, each multiplied by some positive factor."""

    rows: list[list[int]]  # the last number of each row is b
    cost: list[int]
    basis: list[int]

    def pivot(self, r: int, c: int) -> None:
        """Replace the basic variable of row r by variable c."""
        pivot_row = self.rows[r]
        for i, row in enumerate(self.rows):
            if i != r and row[c]:
                self.rows[i] = _eliminate_column(row, pivot_row, c)
        self.cost = _eliminate_column(self.cost, pivot_row, c)
        self.basis[r] = c

    def leaving(self, c: int) -> int:
        """Return the row of the variable that leaves the basis, by Bland's rule."""
        rows = [i for i, row in enumerate(self.rows) if row[c] > 0]
        best = rows[0]
        for i in rows[1:]:
            row, least = self.rows[i], self.rows[best]
            gap = row[-1] * least[c] - least[-1] * row[c]
            if gap < 0 or (gap == 0 and self.basis[i] < self.basis[best]):
                best = i
        return best


def _eliminate_column(row: list[int], pivot_row: list[int], c: int) -> list[int]:
    """Return `row` times a positive number minus a multiple of the pivot row: 0 in column c."""
    pivot, entry = pivot_row[c], row[c]
    result = [pivot * x - entry * y for x, y in zip(row, pivot_row)]
    shared = gcd(*result) or 1
    return [x // shared for x in result]


def as_decimals(row: Vec) -> list[int]:
    """Return numbers, rounded to 15 digits, as integers over a common denominator.

    >>> as_decimals([0.5, 0.1 + 0.2])
    [5, 3]
    """
    return over_one_denominator([Fraction(f"{x:.15g}") for x in row])[0]


def separated_exactly(rows: Sequence[Vec]) -> bool:
    """Return whether no s ≥ 1 has Aᵀ s = 0, in exact arithmetic.

    >>> separated_exactly([[1.0, 1.0], [-1.0, 1.0]])
    True
    >>> separated_exactly([[1.0, 1.0], [1.0, -1.0], [-1.0, 0.0]])
    False
    """
    return separated_whole([over_one_denominator(row)[0] for row in rows])


def separated_whole(rows: Sequence[Sequence[int]]) -> bool:
    """Return whether no s ≥ 1 has Aᵀ s = 0, for signed rows of integers.

    With s = 1 + u this means u ≥ 0 with Aᵀu = −Aᵀ1: the first phase of the simplex method,
    in integers, with Bland's rule, which prevents cycles.

    >>> separated_whole([[1, 1], [-1, 1]])
    True
    """
    distinct = list(dict.fromkeys(tuple(row) for row in rows))
    equations: list[list[int]] = []
    for column in zip(*distinct):
        target = -sum(column)
        sign = -1 if target < 0 else 1
        equations.append([sign * a for a in (*column, target)])
    cost = [-sum(equation) for equation in zip(*equations)]
    n = len(distinct)
    table = _Simplex(equations, cost, list(range(n, n + len(equations))))
    while table.cost[-1] < 0:  # the remaining infeasibility
        entering = next((j for j, c in enumerate(table.cost[:-1]) if c < 0), None)
        if entering is None:
            return True
        table.pivot(table.leaving(entering), entering)
    return False
