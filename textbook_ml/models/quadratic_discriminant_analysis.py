"""Quadratic discriminant analysis: a covariance for each class; the boundary is quadratic."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Generic, Self, TypeVar

from textbook_ml.core.errors import TextbookError, require, require_same_length
from textbook_ml.core.linalg import Factored
from textbook_ml.core.numeric import require_finite
from textbook_ml.core.stable import safe_log
from textbook_ml.equations.discriminant import (
    class_means,
    covariance_matrix,
    mvn_log_pdf,
    quadratic_posterior,
)
from textbook_ml.equations.smoothing import categorical_mle
from textbook_ml.models.covariance_fit import (
    Matrix,
    Row,
    Vector,
    count_rows,
    factored,
    float_matrix,
    parts_of,
    require_whole,
    to_floats,
)
from textbook_ml.models.priors import Prior, estimate_prior, feature_names
from textbook_ml.models.protocols import Generative, Probabilistic, require_model

TYPE_CHECKING = False
if TYPE_CHECKING:  # for annotations only; imported where it is used
    from random import Random

    from textbook_ml.learning.statistics.by_class import ByClass

Label = TypeVar("Label", bound=Hashable)


@dataclass(frozen=True, slots=True)
class QuadraticDiscriminantAnalysis(Probabilistic[Label], Generative[Label], Generic[Label]):
    """A mean and a covariance for each class: x | y ~ N(μ_y, Σ_y)."""

    classes: tuple[Label, ...]
    features: tuple[str, ...]
    priors: tuple[float, ...]
    means: tuple[Vector, ...]
    covariances: tuple[Matrix, ...]
    _sigmas: tuple[Factored, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        require_model(self.classes, self.features, self.priors, self.means)
        require_same_length(classes=self.classes, covariances=self.covariances)
        for y, mu in zip(self.classes, self.means):
            require_finite(mu, f"the mean of class {y!r}")
        sigmas = tuple(
            factored(c, self.features, f"class {y!r}")
            for y, c in zip(self.classes, self.covariances)
        )
        object.__setattr__(self, "_sigmas", sigmas)

    @classmethod
    def fit(
        cls,
        rows: Sequence[Row],
        labels: Sequence[Label],
        *,
        prior: Prior = categorical_mle,
        classes: Sequence[Label] | None = None,
        features: Sequence[str] | None = None,
        weights: Sequence[float | Fraction] | None = None,
    ) -> Self:
        """Estimate the mean and the covariance of each class.

        >>> rows = [[0.0, 0.0], [1.0, 1.0], [1.0, 2.0], [2.0, 1.0]]
        >>> shifted = [[x + 5.0, y] for x, y in rows]
        >>> QuadraticDiscriminantAnalysis.fit(rows + shifted, "aaaabbbb").covariances[0]
        ((0.5, 0.25), (0.25, 0.5))
        """
        statistics = cls.count(rows, labels, weights, features)
        return cls.from_statistics(statistics, prior=prior, classes=classes, features=features)

    @staticmethod
    def count(
        rows: Sequence[Row],
        labels: Sequence[Label],
        weights: Sequence[float | Fraction] | None = None,
        features: Sequence[str] | None = None,
    ) -> ByClass[Label]:
        """Return the statistics of each class, to which others can be added."""
        return count_rows(rows, labels, weights, features)

    @classmethod
    def from_statistics(
        cls,
        statistics: ByClass[Label],
        *,
        prior: Prior = categorical_mle,
        classes: Sequence[Label] | None = None,
        features: Sequence[str] | None = None,
    ) -> Self:
        """The model of the rows that these statistics were made of."""
        order, parts = parts_of(statistics, classes)
        names = feature_names(features, len(parts[0].totals))
        for y, part in zip(order, parts):
            require(
                part.n > len(names) or isinstance(part.n, Fraction),
                f"the covariance of {len(names)} features in class {y!r} is singular with "
                f"{part.n} rows: it needs at least {len(names) + 1}. Fix: give more rows, or use "
                "one covariance for all classes",
            )
        priors = estimate_prior(statistics.sizes, order, prior)
        means: dict[Label, Any] = class_means(parts, order)
        return cls(
            order,
            names,
            tuple(map(float, priors)),
            tuple(to_floats(means[y], f"the mean of class {y!r}") for y in order),
            tuple(
                float_matrix(covariance_matrix(part), f"the covariance of class {y!r}")
                for y, part in zip(order, parts)
            ),
        )

    def log_terms(self, row: Row) -> dict[Label, list[float]]:
        """ln P(y) and ln N(x; μ_y, Σ_y): all features together are one factor."""
        require_whole(row, self.features)
        parts = zip(self.classes, self.priors, self.means, self._sigmas)
        return {y: [safe_log(prior), mvn_log_pdf(row, mu, sigma)] for y, prior, mu, sigma in parts}

    def posterior(self, row: Row) -> dict[Label, float]:
        """P(y | x) for each class."""
        require_whole(row, self.features)
        y = self.classes
        priors, means, sigmas = zip(y, self.priors), zip(y, self.means), zip(y, self._sigmas)
        return quadratic_posterior(row, dict(priors), dict(means), dict(sigmas))

    def log_joint(self, row: Row) -> dict[Label, float]:
        """ln p(x, y) for each class."""
        return self.log_scores(row)

    def sample(self, n: int, rng: Random) -> tuple[list[list[float]], list[Label]]:
        """New rows: first a class from the prior, then a vector from its normal distribution."""
        from textbook_ml.equations.discriminant import draw_normal

        places = rng.choices(range(len(self.classes)), self.priors, k=n)
        rows = [draw_normal(self.means[k], self._sigmas[k], rng) for k in places]
        return rows, [self.classes[k] for k in places]

    def to_logistic(self) -> None:
        """Raise TextbookError: with a covariance for each class the log odds are quadratic."""
        raise TextbookError(
            "each class has its own covariance, so the log odds are quadratic and not linear. "
            "Fix: use GaussianDiscriminantAnalysis, with one covariance for all classes"
        )

    def names_of(self, row: Row) -> Iterable[tuple[str, Any]]:
        """The whole row as one feature, because Σ correlates all features."""
        return [(" and ".join(self.features), tuple(row))]
