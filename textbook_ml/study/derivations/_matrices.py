"""Matrices of Fractions or Decimals, as tuples of rows."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction  # noqa: F401 (the examples use it)
from typing import Any

from textbook_ml.study.derivations._numbers import slope, with_item_replaced

Vector = tuple[Any, ...]  # rows of Fractions or of Decimals
Matrix = tuple[Vector, ...]
SINGULAR = Decimal(10) ** -90  # smaller determinants of 120 digits are rounding errors


def dot(a: Vector, b: Vector) -> Any:
    """Return the inner product of two vectors.

    >>> dot((Fraction(1), Fraction(2)), (Fraction(3), Fraction(4)))
    Fraction(11, 1)
    """
    total = a[0] * b[0]
    for x, y in zip(a[1:], b[1:]):
        total += x * y
    return total


def matrix_product(a: Matrix, b: Matrix) -> Matrix:
    """Return the product of two matrices.

    >>> matrix_product(((Fraction(1), Fraction(2)),), ((Fraction(3),), (Fraction(4),)))
    ((Fraction(11, 1),),)
    """
    columns = tuple(zip(*b))
    return tuple(tuple(dot(row, column) for column in columns) for row in a)


def transposed(a: Matrix) -> Matrix:
    """Return the transposed matrix.

    >>> transposed(((Fraction(1), Fraction(2)),))
    ((Fraction(1, 1),), (Fraction(2, 1),))
    """
    return tuple(zip(*a))


def determinant(a: Matrix) -> Any:
    """Return the determinant, by expansion along the first row.

    >>> determinant(((Fraction(2), Fraction(1)), (Fraction(1), Fraction(2))))
    Fraction(3, 1)
    """
    if len(a) == 1:
        return a[0][0]
    total = a[0][0] - a[0][0]
    for j, x in enumerate(a[0]):
        minor = determinant(_without_column(a[1:], j))
        total += x * minor if j % 2 == 0 else -x * minor
    return total


def inverse(a: Matrix) -> Matrix:
    """Return the inverse matrix, by cofactors; raise ZeroDivisionError if there is none.

    >>> inverse(((Fraction(2), Fraction(1)), (Fraction(1), Fraction(2))))[0]
    (Fraction(2, 3), Fraction(-1, 3))
    """
    whole = determinant(a)
    if isinstance(whole, Decimal) and abs(whole) < SINGULAR:
        raise ZeroDivisionError("the determinant is 0, up to rounding errors")
    if len(a) == 1:
        return ((1 / whole,),)
    n = len(a)
    return tuple(tuple(_cofactor(a, j, i) / whole for j in range(n)) for i in range(n))


def _cofactor(a: Matrix, i: int, j: int) -> Any:
    minor = determinant(_without_column((*a[:i], *a[i + 1 :]), j))
    return minor if (i + j) % 2 == 0 else -minor


def _without_column(a: Matrix, j: int) -> Matrix:
    return tuple((*row[:j], *row[j + 1 :]) for row in a)


def quadratic_form(a: Matrix, u: Vector) -> Any:
    """Return uᵀ A u.

    >>> quadratic_form(((Fraction(2),),), (Fraction(3),))
    Fraction(18, 1)
    """
    return dot(u, tuple(dot(row, u) for row in a))


def matrix_gradient(
    f: Callable[[tuple[tuple[Decimal, ...], ...]], Decimal], at: tuple[tuple[Decimal, ...], ...]
) -> tuple[tuple[Decimal, ...], ...]:
    """Return the derivatives of f with respect to each entry of a matrix, by differences."""

    def by_entry(i: int, j: int) -> Decimal:
        return slope(
            lambda t: f((*at[:i], with_item_replaced(at[i], j, t), *at[i + 1 :])), at[i][j]
        )

    return tuple(tuple(by_entry(i, j) for j in range(len(at[i]))) for i in range(len(at)))
