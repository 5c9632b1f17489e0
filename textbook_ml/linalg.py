"""Vectors and small dense matrices, as lists; Fractions stay Fractions.

    a, b     vectors
    A        a matrix, as a list of its rows
    L, d     A = L diag(d) Lᵀ with ones on the diagonal of L: Cholesky without square roots
    C        A = C Cᵀ: Cholesky with square roots, for floats, where speed counts
"""

from collections.abc import Sequence
from math import fsum, log, sqrt, ulp
from operator import mul

from textbook_ml.errors import require, require_same_length
from textbook_ml.numeric import Num, is_exact, require_finite, total
from textbook_ml.stable import safe_log

Vector = Sequence[Num]
Matrix = Sequence[Sequence[Num]]


def dot(a: Vector[Num], b: Vector[Num]) -> Num:
    """Σ aᵢ bᵢ.

    >>> dot([1.0, 2.0], [3.0, 4.0])
    11.0
    """
    require_same_length(left=a, right=b)
    return total([p * q for p, q in zip(a, b)])


def less_dot(x: Num, a: Vector[Num], b: Vector[Num]) -> Num:
    """x − Σ aᵢ bᵢ in one sum, as far as the shorter of the two goes.

    >>> less_dot(9.0, [1.0, 2.0], [3.0])
    6.0
    """
    return total([x] + [-p * q for p, q in zip(a, b)])


def weighted_gram(columns: Matrix[Num], weights: Vector[Num]) -> list[list[Num]]:
    """Σ weight · x xᵀ over the rows, given the columns: symmetric to the last bit.

    >>> weighted_gram([[1.0, 1.0], [0.0, 3.0]], weights=[0.5, 2.0])
    [[2.5, 6.0], [6.0, 18.0]]
    """
    lower: list[list[Num]] = []
    for i, column in enumerate(columns):
        require_same_length(weights=weights, values=column)
        weighted = [w * x for w, x in zip(weights, column)]
        lower.append([dot(weighted, other) for other in columns[: i + 1]])
    size = range(len(lower))
    return [[lower[max(i, j)][min(i, j)] for j in size] for i in size]


def mat_vec(A: Matrix[Num], x: Vector[Num]) -> list[Num]:
    """A x: one inner product for each row.

    >>> mat_vec([[1.0, 2.0], [0.0, 3.0]], [1.0, 1.0])
    [3.0, 3.0]
    """
    return [dot(row, x) for row in A]


def ldl(A: Matrix[Num]) -> tuple[list[list[Num]], list[Num]]:
    """A = L diag(d) Lᵀ, for a symmetric positive definite A; of L, what is below the diagonal.

    >>> ldl([[4.0, 2.0], [2.0, 3.0]])
    ([[], [0.5]], [4.0, 2.0])
    """
    require_symmetric(A)
    lower: list[list[Num]] = []
    d: list[Num] = []
    for i, a_i in enumerate(A):
        l_i: list[Num] = []
        scaled: list[Num] = []  # l_i times d
        for a_ij, d_j, l_j in zip(a_i, d, lower):
            scaled.append(less_dot(a_ij, scaled, l_j))
            l_i.append(scaled[-1] / d_j)
        pivot = less_dot(a_i[i], scaled, l_i)
        # A float pivot below the rounding of its own row is a zero that was not met exactly.
        floor = 0.0 if is_exact([pivot]) else 256 * len(A) * ulp(float(a_i[i]))
        require(pivot > floor, _flat(i))
        lower.append(l_i)
        d.append(pivot)
    return lower, d


def forward(lower: Matrix[Num], b: Vector[Num]) -> list[Num]:
    """The z with L z = b, from the top down.

    >>> forward([[], [0.5]], [2.0, 3.0])
    [2.0, 2.0]
    """
    require_same_length(rows=lower, right_hand_sides=b)
    z: list[Num] = []
    for l_i, b_i in zip(lower, b):
        z.append(less_dot(b_i, l_i, z))
    return z


def backward(lower: Matrix[Num], b: Vector[Num]) -> list[Num]:
    """The x with Lᵀ x = b, from the bottom up.

    >>> backward([[], [0.5]], [2.0, 3.0])
    [0.5, 3.0]
    """
    require_same_length(rows=lower, right_hand_sides=b)
    x = list(b)
    for i in reversed(range(len(x))):
        x[i] = less_dot(x[i], [l_j[i] for l_j in lower[i + 1 :]], x[i + 1 :])
    return x


def solve(A: Matrix[Num], b: Vector[Num]) -> list[Num]:
    """The x with A x = b, for a symmetric positive definite A.

    >>> solve([[4.0, 2.0], [2.0, 3.0]], [2.0, 5.0])
    [-0.5, 2.0]
    """
    require_same_length(rows=A, right_hand_sides=b)
    return ldl_solve(*ldl(A), b)


def ldl_solve(lower: Matrix[Num], d: Vector[Num], b: Vector[Num]) -> list[Num]:
    """The x with L diag(d) Lᵀ x = b, where the factors are known.

    >>> ldl_solve([[], [0.5]], [4.0, 2.0], [2.0, 5.0])
    [-0.5, 2.0]
    """
    return backward(lower, [z / d_i for z, d_i in zip(forward(lower, b), d)])


def cholesky(A: Matrix[float]) -> list[list[float]]:
    """A = C Cᵀ for a positive definite A, of which only what is not above the diagonal is read.

    >>> cholesky([[4.0, 2.0], [2.0, 10.0]])
    [[2.0], [1.0, 3.0]]
    """
    rows: list[list[float]] = []
    for i, a_i in enumerate(A):
        c_i: list[float] = []
        for a_ij, c_j in zip(a_i, rows):
            c_i.append((a_ij - fsum(map(mul, c_i, c_j))) / c_j[-1])
        pivot = a_i[i] - fsum(map(mul, c_i, c_i))
        # A pivot below the rounding of its own row is a zero that was not met exactly.
        require(pivot > 256 * len(A) * ulp(a_i[i]), _flat(i))
        rows.append([*c_i, sqrt(pivot)])
    return rows


def cholesky_solve(C: Sequence[Sequence[float]], b: Vector[float]) -> list[float]:
    """The x with C Cᵀ x = b: down the rows of C, and up its columns.

    >>> cholesky_solve([[2.0], [1.0, 3.0]], [6.0, 12.0])
    [1.0, 1.0]
    """
    require_same_length(rows=C, right_hand_sides=b)
    z: list[float] = []
    for c_i, b_i in zip(C, b):
        z.append((b_i - fsum(map(mul, c_i, z))) / c_i[-1])
    for i in reversed(range(len(z))):
        z[i] /= C[i][i]
        z[:i] = [z_j - c * z[i] for z_j, c in zip(z[:i], C[i])]
    return z


def inverse_quadratic_form(A: Matrix[Num], v: Vector[Num]) -> Num:
    """vᵀ A⁻¹ v = Σ zᵢ² / dᵢ with L z = v: no inverse is ever formed.

    >>> inverse_quadratic_form([[4.0, 2.0], [2.0, 3.0]], [2.0, 3.0])
    3.0
    """
    lower, d = ldl(A)
    return total(z * z / d_i for z, d_i in zip(forward(lower, v), d))


def log_determinant(A: Matrix[Num]) -> float:
    """log |A| = Σ log dᵢ.

    >>> log_determinant([[4.0, 2.0], [2.0, 3.0]]) == log(8)
    True
    """
    return fsum(map(safe_log, ldl(A)[1]))


def _flat(i: int) -> str:
    return (
        f"the matrix is not positive definite, as row {i} shows: a column is constant or a "
        "combination of the others; drop it, or give more examples"
    )


def require_symmetric(A: Matrix[Num]) -> None:
    """Refuse what is not a square, symmetric matrix."""
    require(len(A) > 0, "the matrix is empty: give at least one row")
    for i, row in enumerate(A):
        require_finite(row, f"row {i} of the matrix")
        require(
            len(row) == len(A),
            f"row {i} has {len(row)} entries, and a square matrix of {len(A)} rows has {len(A)}",
        )
        for j in range(i):
            require(
                row[j] == A[j][i],
                f"the entries ({i}, {j}) and ({j}, {i}) are {row[j]} and {A[j][i]}: "
                "a covariance is symmetric",
            )
