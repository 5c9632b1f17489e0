"""Quadratic discriminant analysis: a covariance for each class; the boundary is a curve."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf, log
from typing import Any, Generic, Self, TypeVar

from textbook_ml.equations.smoothing import categorical_mle
from textbook_ml.errors import TextbookError, require, require_same_length
from textbook_ml.models.priors import Prior, estimate_prior, feature_names
from textbook_ml.models.protocols import Generative, Probabilistic, require_model
from textbook_ml.models.whole_rows import (
    Matrix,
    Row,
    Vector,
    Whitener,
    count_rows,
    mirrored,
    parts_of,
    require_whole,
)
from textbook_ml.numeric import require_finite

TYPE_CHECKING = False
if TYPE_CHECKING:  # what is only named here, and loaded where it is used
    from random import Random

    from textbook_ml.statistics.by_class import ByClass

Label = TypeVar("Label", bound=Hashable)


@dataclass(frozen=True, slots=True)
class QuadraticDiscriminantAnalysis(Probabilistic[Label], Generative[Label], Generic[Label]):
    """A mean and a covariance for each class: x | y ~ N(μ_y, Σ_y)."""

    classes: tuple[Label, ...]
    features: tuple[str, ...]
    priors: tuple[float, ...]
    means: tuple[Vector, ...]
    covariances: tuple[Matrix, ...]
    _whiteners: tuple[Whitener, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        require_model(self.classes, self.features, self.priors, self.means)
        require_same_length(classes=self.classes, covariances=self.covariances)
        for y, mu in zip(self.classes, self.means):
            require_finite(mu, f"the mean of class {y!r}")
        whiteners = tuple(
            Whitener.of(c, self.features, f"class {y!r}")
            for y, c in zip(self.classes, self.covariances)
        )
        object.__setattr__(self, "_whiteners", whiteners)

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
        """Count, then estimate: the mean and covariance of each class.

        >>> rows = [[0.0, 0.0], [1.0, 1.0], [1.0, 2.0], [2.0, 1.0]]
        >>> shifted = [[x + 5.0, y] for x, y in rows]
        >>> QuadraticDiscriminantAnalysis.fit(rows + shifted, "aaaabbbb").covariances[0]
        ((0.5, 0.25), (0.25, 0.5))
        """
        statistics = cls.count(rows, labels, weights, features)
        return cls.from_statistics(statistics, prior=prior, classes=classes, features=features)

    count = staticmethod(count_rows)

    @classmethod
    def from_statistics(
        cls,
        statistics: ByClass[Label],
        *,
        prior: Prior = categorical_mle,
        classes: Sequence[Label] | None = None,
        features: Sequence[str] | None = None,
    ) -> Self:
        """What is estimated from what was counted."""
        order, parts = parts_of(statistics, classes)
        names = feature_names(features, len(parts[0].totals))
        for y, part in zip(order, parts):
            require(
                part.n > len(names) or isinstance(part.n, Fraction),
                f"the covariance of {len(names)} features in class {y!r} is singular with "
                f"{part.n} rows: it takes at least {len(names) + 1}; give more rows, or use one "
                "covariance for all classes",
            )
        priors = estimate_prior(statistics.sizes, order, prior)
        return cls(
            order,
            names,
            tuple(map(float, priors)),
            tuple(tuple(map(float, part.means)) for part in parts),
            tuple(mirrored([[s / p.n for s in row] for row in p.about_means]) for p in parts),
        )

    def log_terms(self, row: Row) -> dict[Label, list[float]]:
        """ln P(y) and ln N(x; μ_y, Σ_y): all features are one factor."""
        require_whole(row, self.features)
        parts = zip(self.classes, self.priors, self.means, self._whiteners)
        return {
            y: [log(prior) if prior else -inf, whitener.log_density(row, mu)]
            for y, prior, mu, whitener in parts
        }

    def log_joint(self, row: Row) -> dict[Label, float]:
        """ln p(x, y) for each class."""
        return self.log_scores(row)

    def sample(self, n: int, rng: Random) -> tuple[list[list[float]], list[Label]]:
        """New rows: first a class by the prior, then a vector by its normal distribution."""
        from textbook_ml.equations.discriminant import draw_normal

        places = rng.choices(range(len(self.classes)), self.priors, k=n)
        rows = [draw_normal(self.means[k], self.covariances[k], rng) for k in places]
        return rows, [self.classes[k] for k in places]

    def to_logistic(self) -> None:
        """There is none: covariances of their own make the log odds quadratic."""
        raise TextbookError(
            "each class has its own covariance, so the log odds are quadratic and not logistic: "
            "use GaussianDiscriminantAnalysis, with one for all"
        )

    def names_of(self, row: Row) -> Iterable[tuple[str, Any]]:
        """The whole row as one feature: Σ ties them all together."""
        return [(" and ".join(self.features), tuple(row))]
