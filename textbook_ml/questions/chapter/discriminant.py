"""Questions on vectors: their means and covariances."""

from collections.abc import Sequence
from math import fsum, sqrt
from statistics import median

from textbook_ml.core.numeric import mean
from textbook_ml.equations.discriminant import (
    covariance,
    covariance_matrix,
    covariance_matrix_from_moments,
    mean_vector,
)
from textbook_ml.questions.framework.case_filters import is_clear
from textbook_ml.questions.framework.judge import Case, close
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw
from textbook_ml.questions.framework.regression_cases import with_shared_row

Row = Sequence[float]
Rows = Sequence[Row]
Table = list[list[float]]

CORNERS = [[0.0, 0.0], [1.0, 1.0], [1.0, 2.0], [2.0, 1.0]]
FAR_FROM_ZERO = [[1e8 + x, 2e8 - x] for x in (0.0, 1.0, 2.0, 5.0)]


def is_clear_table(table: Rows) -> bool:
    return all(is_clear(value) for row in table for value in row)


@question(
    mean_vector,
    edges=[([[3.0]],), ([[1.0, 2.0]],), ([[1.0, 2.0], [3.0, 6.0]],), (FAR_FROM_ZERO,)],
    judge=close(zero=1e-12),
    valid=lambda rows: is_clear_table([mean_vector(rows)]),
)
def _(draw: Draw) -> Case:
    return (draw.table(draw.length(1, 8), draw.length(1, 4)),)


@misconception(mean_vector, "You average each row. The mean vector has one mean for each column.")
def means_of_rows(rows: Rows) -> list[float]:
    return [mean(row) for row in rows]


@misconception(mean_vector, "You divide by m − 1. The mean divides by m.")
def mean_over_m_minus_1(rows: Rows) -> list[float]:
    return [fsum(column) / (len(rows) - 1) for column in zip(*rows)]


@misconception(mean_vector, "You return the sums. The mean divides them by m.")
def sums_for_means(rows: Rows) -> list[float]:
    return [fsum(column) for column in zip(*rows)]


@misconception(
    mean_vector, "You divide by the number of features. The mean divides by the number of rows, m."
)
def mean_over_features(rows: Rows) -> list[float]:
    return [fsum(column) / len(rows[0]) for column in zip(*rows)]


@misconception(
    mean_vector,
    "You return the median of each coordinate. The mean is Σ x / m, the sum divided by m.",
)
def medians_for_means(rows: Rows) -> list[float]:
    return [median(column) for column in zip(*rows)]


@question(
    covariance,
    edges=[
        ([3.0], [5.0]),
        ([-1.0, 0.0, 1.0], [1.0, 0.0, 1.0]),
        ([0.0, 2.0], [3.0, 5.0]),
        ([x for x, _ in FAR_FROM_ZERO], [y for _, y in FAR_FROM_ZERO]),
    ],
    judge=close(zero=1e-12),
    valid=lambda xs, ys: is_clear(covariance(xs, ys)),
)
def _(draw: Draw) -> Case:
    n = draw.length(2, 10)
    return draw.numbers(n), draw.numbers(n)


@misconception(
    covariance, "You divide by m − 1, as in the unbiased estimate. Here E[…] divides by m."
)
def covariance_over_m_minus_1(xs: Row, ys: Row) -> float:
    return covariance(xs, ys) * len(xs) / (len(xs) - 1)


@misconception(covariance, "You return E[XY]. Subtract the means from X and Y first.")
def means_not_subtracted(xs: Row, ys: Row) -> float:
    return fsum(x * y for x, y in zip(xs, ys)) / len(xs)


@misconception(covariance, "You return the correlation. The covariance is not divided by σ_X σ_Y.")
def correlation(xs: Row, ys: Row) -> float:
    return covariance(xs, ys) / sqrt(covariance(xs, xs) * covariance(ys, ys))


@misconception(covariance, "You return the sum of the products. The covariance is their mean.")
def products_summed(xs: Row, ys: Row) -> float:
    return covariance(xs, ys) * len(xs)


@misconception(
    covariance,
    "Your E[XY] − E[X] E[Y] loses digits by cancellation when the means are large. "
    "Subtract the means from X and Y first.",
)
def digits_cancelled(xs: Row, ys: Row) -> float:
    return fsum(x * y for x, y in zip(xs, ys)) / len(xs) - mean(xs) * mean(ys)


@question(
    covariance_matrix,
    edges=[([[3.0]],), ([[1.0, 5.0]],), ([[0.0], [2.0]],), (CORNERS,), (FAR_FROM_ZERO,)],
    judge=close(zero=1e-12),
    valid=lambda rows: is_clear_table(covariance_matrix(rows)),
)
def _(draw: Draw) -> Case:
    return (draw.table(draw.length(2, 8), draw.length(1, 3)),)


@misconception(
    covariance_matrix, "You divide by m − 1, as in the unbiased estimate. Here E[…] divides by m."
)
def matrix_over_m_minus_1(rows: Rows) -> Table:
    m = len(rows)
    return [[c * m / (m - 1) for c in line] for line in covariance_matrix(rows)]


@misconception(covariance_matrix, "You return E[Z Zᵀ]. Subtract the mean from Z first.")
def second_moments(rows: Rows) -> Table:
    z = list(zip(*rows))
    return [[means_not_subtracted(a, b) for b in z] for a in z]


@misconception(
    covariance_matrix,
    "You return only the variances. The matrix also has the covariances, off the diagonal.",
)
def diagonal_only(rows: Rows) -> Table:
    table = covariance_matrix(rows)
    return [[c if i == j else 0.0 for j, c in enumerate(row)] for i, row in enumerate(table)]


@misconception(
    covariance_matrix,
    "You compute the covariances of rows. Each entry is the covariance of two columns.",
)
def rows_for_columns(rows: Rows) -> Table:
    return covariance_matrix(list(zip(*rows)))


@misconception(
    covariance_matrix,
    "Your E[Z Zᵀ] − E[Z] E[Z]ᵀ loses digits by cancellation when the means are large. "
    "Subtract the mean from Z first.",
)
def matrix_digits_cancelled(rows: Rows) -> Table:
    return covariance_matrix_from_moments(rows)


@misconception(
    covariance_matrix, "You return the sums. E[…] divides them by m, the number of rows."
)
def matrix_not_divided(rows: Rows) -> Table:
    return [[len(rows) * entry for entry in line] for line in covariance_matrix(rows)]


@misconception(
    covariance_matrix,
    "All rows of your matrix are the same list: [[0.0] * n] * n repeats one row. Make a new list "
    "for each row: [[0.0] * n for _ in range(n)].",
)
def one_row_for_all(rows: Rows) -> Table:
    return with_shared_row(covariance_matrix(rows))


@question(
    covariance_matrix_from_moments,
    edges=[([[3.0]],), ([[1.0, 5.0]],), ([[0.0], [2.0]],), (CORNERS,)],
    judge=close(zero=1e-12),
    valid=lambda rows: is_clear_table(covariance_matrix(rows)),
)
def _(draw: Draw) -> Case:
    return (draw.table(draw.length(2, 8), draw.length(1, 3)),)


@misconception(covariance_matrix_from_moments, "You return E[Z Zᵀ]. Subtract E[Z] E[Z]ᵀ from it.")
def means_forgotten(rows: Rows) -> Table:
    return second_moments(rows)


@misconception(covariance_matrix_from_moments, "You add E[Z] E[Z]ᵀ. Subtract it.")
def means_added(rows: Rows) -> Table:
    mu = mean_vector(rows)
    return [[c + p * q for c, q in zip(row, mu)] for row, p in zip(second_moments(rows), mu)]


@misconception(
    covariance_matrix_from_moments, "Your sign is reversed. The formula is E[Z Zᵀ] − E[Z] E[Z]ᵀ."
)
def sign_exchanged(rows: Rows) -> Table:
    return [[-c for c in row] for row in covariance_matrix(rows)]


@misconception(
    covariance_matrix_from_moments,
    "You divide by m − 1, as in the unbiased estimate. Here E[…] divides by m.",
)
def moments_over_m_minus_1(rows: Rows) -> Table:
    return matrix_over_m_minus_1(rows)
