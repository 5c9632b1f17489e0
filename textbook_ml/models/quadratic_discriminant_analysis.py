"""Quadratic discriminant analysis: a covariance for each class; the boundary is quadratic."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, TypeVar

from textbook_ml.core.errors import TextbookError, require, require_same_length
from textbook_ml.equations.discriminant import covariance_matrix, quadratic_posterior
from textbook_ml.models.covariance_fit import (
    Discriminant,
    Matrix,
    Row,
    factored,
    float_matrix,
    require_whole,
)

Label = TypeVar("Label", bound=Hashable)


@dataclass(frozen=True, slots=True)
class QuadraticDiscriminantAnalysis(Discriminant[Label], Generic[Label]):
    """A mean and a covariance for each class: x | y ~ N(μ_y, Σ_y).

    >>> rows = [[0.0, 0.0], [1.0, 1.0], [1.0, 2.0], [2.0, 1.0]]
    >>> shifted = [[x + 5.0, y] for x, y in rows]
    >>> QuadraticDiscriminantAnalysis.fit(rows + shifted, "aaaabbbb").covariances[0]
    ((0.5, 0.25), (0.25, 0.5))
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
            require(
                part.n > n or isinstance(part.n, Fraction),
                f"the covariance of {n} features in class {y!r} is singular with {part.n} rows: "
                f"it needs at least {n + 1}. Fix: give more rows, or use one covariance for all "
                "classes",
            )
        return tuple(
            float_matrix(covariance_matrix(part), f"the covariance of class {y!r}")
            for y, part in zip(order, parts)
        )

    def posterior(self, row: Row) -> dict[Label, float]:
        """P(y | x) for each class."""
        require_whole(row, self.features)
        y = self.classes
        priors, means, sigmas = zip(y, self.priors), zip(y, self.means), zip(y, self._sigmas)
        return quadratic_posterior(row, dict(priors), dict(means), dict(sigmas))

    def to_logistic(self) -> None:
        """Raise TextbookError: with a covariance for each class the log odds are quadratic."""
        raise TextbookError(
            "each class has its own covariance, so the log odds are quadratic and not linear. "
            "Fix: use GaussianDiscriminantAnalysis, with one covariance for all classes"
        )
