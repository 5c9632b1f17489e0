"""Quadratic discriminant analysis: a covariance for each class; the boundary is quadratic."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, Generic, TypeVar

from textbook_ml.core.errors import TextbookError, plural, require_same_length
from textbook_ml.core.linalg import dot, inverse_quadratic_form, log_determinant, minus, solve
from textbook_ml.core.numeric import mean
from textbook_ml.core.stable import safe_log
from textbook_ml.core.tables import QuadraticFunctions
from textbook_ml.equations.discriminant import covariance_matrix, mean_vector
from textbook_ml.models.covariance_fit import (
    Discriminant,
    Matrix,
    Row,
    factored,
    float_matrix,
)
from textbook_ml.models.protocols import Rows, quick_labels, rows_with_scores
from textbook_ml.sources.registry import equation

Label = TypeVar("Label", bound=Hashable)

FEW = 50  # number of rows whose classification takes as long as preparing the quadratic functions
LARGE = 1e4  # coefficients in standard units: with larger ones, rounding might change a label


@equation("xing-predictive-star")
@dataclass(frozen=True, slots=True, repr=False)
class QuadraticDiscriminantAnalysis(Discriminant[Label], Generic[Label]):
    """Quadratic discriminant analysis: a mean and a covariance for each class.

        P(y | x) ∝ P(y) N(x; μ_y, Σ_y)

    `means[k]` and `covariances[k]` belong to class k. The decision boundary is quadratic in x.

    >>> rows = [[1.0], [3.0], [6.0], [10.0]]
    >>> model = QuadraticDiscriminantAnalysis.fit(rows, ["a", "a", "b", "b"])
    >>> model.means, model.covariances
    (((2.0,), (8.0,)), (((1.0,),), ((4.0,),)))
    >>> [model.classify([x]) for x in (-5.0, 2.0, 8.0)]      # both far ends belong to b
    ['b', 'a', 'b']
    """

    covariances: tuple[Matrix, ...]

    def __post_init__(self) -> None:
        Discriminant.__post_init__(self)
        require_same_length(classes=self.classes, covariances=self.covariances)
        sigmas = tuple(
            factored(c, self.features, f"class {y!r}")
            for y, c in zip(self.classes, self.covariances)
        )
        object.__setattr__(self, "_sigmas", sigmas)

    @classmethod
    def _covariance(
        cls, parts: Sequence[Any], order: Sequence[Label], n: int
    ) -> tuple[Matrix, ...]:
        for y, part in zip(order, parts):
            if part.n <= n and not isinstance(part.n, Fraction):
                raise TextbookError(
                    f"the covariance of {plural(n, 'feature')} in class {y!r} is singular with "
                    f"{plural(part.n, 'row')}: it needs at least {n + 1}. Fix: add rows, or use "
                    "one covariance for all classes"
                )
        return tuple(
            float_matrix(covariance_matrix(part), f"the covariance of class {y!r}")
            for y, part in zip(order, parts)
        )

    def predict(self, rows: Rows) -> list[Label]:
        """The labels of many rows; a row near a tie is decided by `classify`.

        The log scores are quadratic functions of the row. For many rows this takes a fifth of the
        time of a triangular system for each row and class.
        """
        table = rows if isinstance(rows, Sequence) else list(rows)
        if len(table) < FEW or not all(self.priors):
            return [self.classify(row) for row in table]
        centre = mean_vector(self.means)
        units = [sqrt(mean(v)) for v in zip(*(_diagonal(c) for c in self.covariances))]
        scores = QuadraticFunctions(
            [self._quadratic(k, centre, units) for k in range(len(self.classes))]
        )

        def scores_of(block: list[Row]) -> list[list[float]]:
            if set(map(len, block)) != {len(centre)} or scores.size > LARGE:
                raise ValueError("`classify` reports the error, or is more accurate")
            return [
                scores.scaled_values([(x - c) / s for x, c, s in zip(row, centre, units)])
                for row in block
            ]

        return quick_labels(self, rows_with_scores(table, scores_of, len(self.classes)))

    def _quadratic(self, k: int, centre: Row, units: Row) -> list[list[float]]:
        """Return A with ln P(y) N(x; μ, Σ) = uᵀ A u + constant, u = (1, (x − centre) / units)."""
        sigma, mu, n = self._sigmas[k], minus(self.means[k], centre), range(len(units))
        inverse = [solve(sigma, [s * (i == j) for j in n]) for i, s in enumerate(units)]
        towards = [dot(row, mu) / 2 for row in inverse]
        start = safe_log(self.priors[k]) - log_determinant(sigma) / 2
        start -= inverse_quadratic_form(sigma, mu) / 2
        P = [[-p * s / 2 for p, s in zip(row, units)] for row in inverse]
        return [[start, *towards], *([t, *row] for t, row in zip(towards, P))]

    def to_logistic(self) -> None:
        """Raise TextbookError: with a covariance for each class the log odds are quadratic."""
        raise TextbookError(
            "each class has its own covariance, so the log odds are quadratic and not linear. "
            "Fix: use GaussianDiscriminantAnalysis, with one covariance for all classes"
        )


def _diagonal(matrix: Matrix) -> list[float]:
    return [row[i] for i, row in enumerate(matrix)]
