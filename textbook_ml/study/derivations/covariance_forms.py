"""Ng, section 1.1: two forms of a covariance matrix.

rows   the values of Z, each with the same probability
"""

from fractions import Fraction as F

from textbook_ml.equations.discriminant import covariance_matrix, covariance_matrix_from_moments
from textbook_ml.study.derivations._derivation import Derivation, Input
from textbook_ml.study.derivations._numbers import Value, mean

Exact = tuple[F, ...]
Rows = tuple[Exact, ...]

COVARIANCE = Derivation(
    "covariance-forms",
    "Two forms of a covariance matrix",
    inputs=(
        Input("rows", "Z", ((F(0), F(0)), (F(1), F(1)), (F(1), F(2)), (F(2), F(1))),
              "the values of Z", sizes=("m", "n"), most=20),
    ),
    about=("ng-cov-def", "ng-cov-identity"),
    remarks=(
        "With floats the second form can lose all digits: for values near 1e9 with variance 2/3, "
        "its result is 0.0.",
    ),
)  # fmt: skip


@COVARIANCE.line(
    r"\mathrm{Cov}(Z)=\mathrm{E}[(Z-\bar Z)(Z-\bar Z)^{\top}],\quad \bar Z=\mathrm{E}[Z]",
    "Definition of the covariance matrix.",
    "ng-cov-def",
    of=r"\mathrm{Cov}(Z)",
)
def definition(rows: Rows) -> Value:
    return tuple(map(tuple, covariance_matrix(rows)))


@COVARIANCE.line(
    r"=\mathrm{E}[ZZ^{\top}-Z\bar Z^{\top}-\bar ZZ^{\top}+\bar Z\bar Z^{\top}]",
    "Expand the product.",
)
def expanded(rows: Rows) -> Value:
    centre: list[F] = [mean(column) for column in zip(*rows)]
    n = range(len(centre))

    def entry(i: int, j: int) -> F:
        return mean(
            [
                z[i] * z[j] - z[i] * centre[j] - centre[i] * z[j] + centre[i] * centre[j]
                for z in rows
            ]
        )

    return tuple(tuple(entry(i, j) for j in n) for i in n)


@COVARIANCE.line(
    r"=\mathrm{E}[ZZ^{\top}]-\bar Z\bar Z^{\top}-\bar Z\bar Z^{\top}+\bar Z\bar Z^{\top}",
    "The expectation is linear, and the mean is a constant.",
)
def linear(rows: Rows) -> Value:
    centre: list[F] = [mean(column) for column in zip(*rows)]
    n = range(len(centre))

    def entry(i: int, j: int) -> F:
        product = centre[i] * centre[j]
        return mean([z[i] * z[j] for z in rows]) - product - product + product

    return tuple(tuple(entry(i, j) for j in n) for i in n)


@COVARIANCE.line(
    r"=\mathrm{E}[ZZ^{\top}]-\bar Z\bar Z^{\top}",
    "Two of the last three terms cancel.",
    "ng-cov-identity",
)
def moments(rows: Rows) -> Value:
    return tuple(map(tuple, covariance_matrix_from_moments(rows)))
