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
from textbook_ml.sources.registry import equation

Label = TypeVar("Label", bound=Hashable)


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
