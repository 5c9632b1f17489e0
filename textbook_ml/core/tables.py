"""Tables of numbers, prepared for fast products with vectors.

    Table     rows of numbers, kept by rows and by columns, with optional example weights
    Scored    a weight vector whose product with a table is already known
    unit      a vector divided by its length

Inner products are computed from distances: for unit vectors

    |u − v|² = 2 − 2 u · v,   so   u · v = 1 − |u − v|² / 2

`math.dist` runs in C, five times faster than multiplying and adding in Python, and gives the same
bits on every Python, which neither `sum` nor `math.sumprod` does. The error of a product a · b is
at most 21 · 2⁻⁵³ |a| |b|, and 23 · 2⁻⁵³ |a| |b| for a row. Columns are divided by their root mean
square first, so that a feature in millions does not swamp one in thousandths.
"""

from collections.abc import Iterable, Sequence
from itertools import repeat
from math import dist, hypot, inf, sqrt
from operator import itemgetter, mul, truediv
from typing import Any, TypeVar

from textbook_ml.core.errors import require, require_same_length

Vec = Sequence[float]
Unit = tuple[float, ...]
Item = TypeVar("Item")

PRODUCT_ERROR = 2.0**-50  # relative to |a| |b|: bound on the error of an inner product
ROUNDING = 2.0**-53  # relative error of rounding a number to a float
ALIKE = 2.0  # columns are not divided by their lengths if these differ by at most this factor
ORDINARY = 1e-100  # the square of a shorter column would lose digits
SMALL = 1e-3  # root mean square below which a feature's tolerance shrinks with its unit


def unit_and_length(v: Vec) -> tuple[Unit, float]:
    """Split a vector into direction and length; a zero vector has the direction zero.

    >>> unit_and_length([3.0, 4.0])
    ((0.6, 0.8), 5.0)
    """
    length = hypot(*v)
    require(
        length < inf,
        "a vector is longer than any float. Fix: use smaller numbers or a smaller step size",
    )
    if not length:
        return (0.0,) * len(v), 0.0
    return tuple([x / length for x in v]), length


def products(units: Iterable[Unit], lengths: Iterable[float], v: Vec) -> list[float]:
    """The inner product of v with each vector, given as unit vectors and lengths.

    >>> products([(1.0, 0.0), (-1.0, 0.0)], [2.0, 3.0], [4.0, 0.0])
    [8.0, -12.0]
    """
    unit, length = unit_and_length(v)
    if not length:
        return [0.0 for _ in lengths]
    gaps = map(dist, units, repeat(unit))
    return [size * length * (1.0 - 0.5 * gap * gap) for size, gap in zip(lengths, gaps)]


class Table(Sequence[list[float]]):
    """Rows of numbers, prepared once; row l counts `weights[l]` times in every sum over rows.

    >>> table = Table([[3.0, 4.0], [4.0, 3.0]])
    >>> table.columns, table[0]
    ([(3.0, 4.0), (4.0, 3.0)], [3.0, 4.0])
    """

    __slots__ = (
        "columns", "weights", "scales", "_row_units", "row_lengths", "column_units",
        "column_lengths",
    )  # fmt: skip
    weights: list[float] | None
    column_units: list[Unit]
    column_lengths: list[float]
    scales: list[float]
    row_lengths: list[float]

    def __init__(self, rows: Sequence[Vec], weights: Vec | None = None) -> None:
        require(len(rows) > 0, "there are no examples. Fix: pass at least one")
        if weights is not None:
            require_same_length(rows=rows, weights=weights)
            weights = None if set(weights) == {1.0} else list(weights)
        self.weights = weights
        self.columns: list[Unit] = list(zip(*rows))
        by_columns = [unit_and_length(column) for column in self.columns]
        self.column_units = [unit for unit, _ in by_columns]
        self.column_lengths = [length for _, length in by_columns]
        # The root mean square of each column: rows are kept in these units.
        root = sqrt(len(rows))
        self.scales = [length / root or 1.0 for length in self.column_lengths]
        lengths = [hypot(*row) for row in zip(*self.column_units)]
        self.row_lengths = [root * length for length in lengths]
        divisors = [length or 1.0 for length in lengths]
        self._row_units = list(zip(*[map(truediv, u, divisors) for u in self.column_units]))

    def __len__(self) -> int:
        return len(self.row_lengths)

    def __getitem__(self, place: Any) -> Any:
        """Row number `place`."""
        return [column[place] for column in self.columns]

    def times(self, w: Vec) -> list[float]:
        """X w: one inner product for each row."""
        if isinstance(w, ScoredWeights) and w.table is self:
            return w.scores
        require_same_length(weights=w, numbers_in_a_row=self.scales)
        return products(self._row_units, self.row_lengths, list(map(mul, w, self.scales)))

    def transposed_times(self, v: Vec) -> list[float]:
        """Xᵀ v: one inner product for each column, with the example weights."""
        return products(self.column_units, self.column_lengths, self.weighted(v))

    def weighted(self, v: Vec) -> Vec:
        """v, each number multiplied by the weight of its example."""
        return v if self.weights is None else list(map(mul, self.weights, v))

    def scaled_length(self, w: Vec) -> float:
        """The length of w, with every column in units of its root mean square."""
        return hypot(*map(mul, w, self.scales))

    def gradient_tolerance(self, errors: Vec, w: Vec, tolerance: float) -> list[float]:
        """Return the tolerance for each component of Xᵀ errors.

        The tolerance shrinks with the unit of a small feature. Rounding is allowed for: the
        product is rounded, and so were the scores X w from which the errors were computed, by
        a fraction of |x| |w|, both in units of `scales`.
        """
        errors = self.weighted(errors)
        from_scores = hypot(*map(mul, errors, self.row_lengths)) * self.scaled_length(w)
        noise = PRODUCT_ERROR * hypot(*errors) + ROUNDING * from_scores
        return [
            tolerance * min(1.0, scale / SMALL) + noise * length
            for scale, length in zip(self.scales, self.column_lengths)
        ]


class Scores(list[float]):
    """The scores of the rows of a table, which nobody changes.

    `kept` has what the functions of `elementwise` have computed from them.
    """

    __slots__ = ("kept",)
    kept: dict[str, tuple[list[object], Any]]

    def __init__(self, scores: Iterable[float]) -> None:
        super().__init__(scores)
        self.kept = {}


class ScoredWeights(list[float]):
    """Weights w together with their scores X w in one table, so that X w is not computed again.

    A line search moves along w + t d, where the scores are X w + t X d.

    >>> table = Table([[1.0, 2.0]])
    >>> direction = ScoredWeights([1.0, 0.0], table, [1.0])
    >>> ScoredWeights([5.0, 1.0], table, [7.0]).moved_along(2.0, direction)
    [7.0, 1.0]
    """

    __slots__ = ("table", "scores")
    table: Table
    scores: Scores

    def __init__(self, w: Vec, table: Table, scores: Iterable[float] | None = None) -> None:
        super().__init__(w)
        self.table = table
        self.scores = Scores(table.times(w) if scores is None else scores)

    def moved_along(self, t: float, direction: "ScoredWeights") -> "ScoredWeights":
        """w + t d, with its scores."""
        if not t:
            return self
        w = [a + t * b for a, b in zip(self, direction)]
        scores = [s + t * c for s, c in zip(self.scores, direction.scores)]
        return ScoredWeights(w, self.table, scores)


class QuadraticFunctions:
    """Quadratic functions fₖ(x) = uᵀ Aₖ u of u = (1, x), prepared for many x.

    fₖ is linear in the products uᵢ uⱼ. These are computed once for all k, from the unit vector
    of u, and one distance gives each inner product. The values are divided by |u|² and by the
    largest |Aₖ|, so that all are in [−1, 1]. The error of a value is at most 2⁻⁴⁷.

    >>> forms = [[[0.0, 0.0], [0.0, 1.0]], [[1.0, 0.5], [0.5, 0.0]]]  # x² and 1 + x
    >>> squares = QuadraticFunctions(forms)
    >>> a, b = squares.scaled_values([3.0])
    >>> round(a / b, 12)
    2.25
    """

    __slots__ = ("size", "left", "right", "units", "factors")

    def __init__(self, matrices: Sequence[Sequence[Vec]]) -> None:
        indices = range(len(matrices[0]))
        places = [(i, j) for i in indices for j in range(i + 1)]
        self.left = itemgetter(*(i for i, _ in places))
        self.right = itemgetter(*(j for _, j in places))
        coefficients = [[A[i][j] * (1 + (i != j)) for i, j in places] for A in matrices]
        self.units, lengths = zip(*map(unit_and_length, coefficients))
        self.size = max(lengths)
        self.factors = [0.5 * length / self.size for length in lengths]

    def scaled_values(self, x: Vec) -> list[float]:
        """fₖ(x) for each k, divided by |u|² and by the largest |Aₖ|."""
        u, _ = unit_and_length((1.0, *x))
        products = tuple(map(mul, self.left(u), self.right(u)))
        length = hypot(*products)
        rest = 1.0 + length * length  # 2 a · b = |a|² + |b|² − |a − b|²
        gaps = map(dist, self.units, repeat(products))
        return [factor * (rest - gap * gap) for factor, gap in zip(self.factors, gaps)]


def gram(columns: Sequence[Vec]) -> list[list[float]]:
    """All inner products of the columns with each other: CᵀC, symmetric to the last bit.

    Columns of similar length need not be unit vectors: 2 a · b = |a|² + |b|² − |a − b|². This
    saves a quarter of the time, and the error is at most 24 · 2⁻⁵³ |a| |b|.

    >>> gram([(3.0, 4.0), (4.0, 3.0)]) == [[25.0, 24.0], [24.0, 25.0]]
    True
    """
    vectors = list(map(tuple, columns))
    factors = [1.0] * len(vectors)
    lengths = [hypot(*v) for v in vectors]
    if not ORDINARY < min(lengths, default=0.0) <= max(lengths) <= ALIKE * min(lengths):
        factors = lengths
        vectors = [unit_and_length(v)[0] for v in vectors]
        lengths = [1.0] * len(vectors)
    squares = [length * length for length in lengths]
    lower = []
    for i, (v, factor, square) in enumerate(zip(vectors, factors, squares)):
        parts = zip(factors, squares, map(dist, vectors[:i], repeat(v)))
        row = [0.5 * f * factor * (s + square - gap * gap) for f, s, gap in parts]
        lower.append([*row, factor * factor * square])
    return symmetric_from_lower(lower)


def symmetric_from_lower(lower: Sequence[Sequence[Item]]) -> list[list[Item]]:
    """Return a symmetric matrix, given its lower triangle.

    >>> symmetric_from_lower([[1.0], [2.0, 3.0]])
    [[1.0, 2.0], [2.0, 3.0]]
    """
    return [[*row, *[below[i] for below in lower[i + 1 :]]] for i, row in enumerate(lower)]
