"""Gaussian discriminant analysis: one covariance for all classes; Ng, section 1.

The boundary is straight and the posterior logistic.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import fsum, inf, log
from operator import mul, sub
from typing import Any, Generic, Self, TypeVar

from textbook_ml.equations.smoothing import categorical_mle
from textbook_ml.errors import require
from textbook_ml.linalg import ldl_solve, solve
from textbook_ml.models.priors import Prior, estimate_prior, feature_names
from textbook_ml.models.protocols import (
    Explanation,
    Generative,
    Probabilistic,
    quick_labels,
    require_model,
    require_two,
)
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
from textbook_ml.stable import log_ratio, normalise_log_terms

TYPE_CHECKING = False
if TYPE_CHECKING:  # what is only named here, and loaded where it is used
    from random import Random

    from textbook_ml.equations.bridge import Weights
    from textbook_ml.statistics.by_class import ByClass

Label = TypeVar("Label", bound=Hashable)


@dataclass(frozen=True, slots=True)
class GaussianDiscriminantAnalysis(Probabilistic[Label], Generative[Label], Generic[Label]):
    """A mean for each class, and one covariance for all: x | y ~ N(μ_y, Σ)."""

    classes: tuple[Label, ...]
    features: tuple[str, ...]
    priors: tuple[float, ...]
    means: tuple[Vector, ...]
    covariance: Matrix
    _whitener: Whitener = field(init=False, repr=False, compare=False)
    _lines: tuple[tuple[Vector, Vector], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        require_model(self.classes, self.features, self.priors, self.means)
        for y, mu in zip(self.classes, self.means):
            require_finite(mu, f"the mean of class {y!r}")
        object.__setattr__(self, "_whitener", Whitener.of(self.covariance, self.features))
        no_line: tuple[Vector, Vector] = (), ()  # of the first class, against which all are held
        lines = (no_line, *map(self._line, self.means[1:]))
        object.__setattr__(self, "_lines", lines)

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
        """Count, then estimate: class means, and Σ pooled about them, divided by m.

        >>> rows = [[1.0, 2.0], [3.0, 4.0], [5.0, 0.0], [0.0, 1.0], [2.0, 5.0]]
        >>> GaussianDiscriminantAnalysis.fit(rows, "aaabb").covariance
        ((2.0, 0.0), (0.0, 3.2))
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
        m, n, k = sum(part.n for part in parts), len(names), len(parts)
        require(
            m >= n + k or isinstance(m, Fraction),  # weights do not tell how many rows there were
            f"the pooled covariance of {n} features in {k} classes is singular with {m} rows: "
            f"it takes at least {n + k}; give more rows, or use naive Bayes",
        )
        scatters = [part.about_means for part in parts]
        pooled = [
            [sum(s[i][j] for s in scatters) / m for j in range(i + 1)] for i in range(n)
        ]
        priors = estimate_prior(statistics.sizes, order, prior)
        return cls(
            order,
            names,
            tuple(map(float, priors)),
            tuple(tuple(map(float, part.means)) for part in parts),
            mirrored(pooled),
        )

    def log_terms(self, row: Row) -> dict[Label, list[float]]:
        """ln P(y) and ln N(x; μ_y, Σ): all features are one factor."""
        require_whole(row, self.features)
        return {
            y: [log(prior) if prior else -inf, self._whitener.log_density(row, mu)]
            for y, prior, mu in zip(self.classes, self.priors, self.means)
        }

    def posterior(self, row: Row) -> dict[Label, float]:
        """P(y | x) for each class: what is quadratic in x cancels before anything is computed.

            ln P(y | x) / P(y₁ | x) = ln P(y) / P(y₁) + θ · (x − (μ + μ₁) / 2),   θ = Σ⁻¹ (μ − μ₁)
        """
        require_whole(row, self.features)
        odds: dict[Label, list[float]] = {}
        for y, prior, (theta, middle) in zip(self.classes, self.priors, self._lines):
            odds[y] = [log(prior) if prior else -inf, *map(mul, theta, map(sub, row, middle))]
        return normalise_log_terms(odds)

    def predict(self, rows: Iterable[Row]) -> list[Label]:
        """The labels of many rows, by their log odds against the first class."""
        log_priors = [log(prior) if prior else -inf for prior in self.priors]
        lines = [(log_p, *line) for log_p, line in zip(log_priors, self._lines)]

        def log_odds(row: Row) -> list[float]:
            require_whole(row, self.features)
            return [log_p + fsum(map(mul, w, map(sub, row, middle))) for log_p, w, middle in lines]

        return quick_labels(self, rows, log_odds)

    def _line(self, mu: Vector) -> tuple[Vector, Vector]:
        """θ and the middle of a mean and the first one."""
        first = self.means[0]
        gaps = [a - b for a, b in zip(mu, first)]
        theta = ldl_solve(self._whitener.lower, self._whitener.d, gaps)
        return tuple(theta), tuple(a / 2 + b / 2 for a, b in zip(mu, first))

    def log_joint(self, row: Row) -> dict[Label, float]:
        """ln p(x, y) for each class."""
        return self.log_scores(row)

    def sample(self, n: int, rng: Random) -> tuple[list[list[float]], list[Label]]:
        """New rows: first a class by the prior, then a vector by its normal distribution."""
        from textbook_ml.equations.discriminant import draw_normal

        places = rng.choices(range(len(self.classes)), self.priors, k=n)
        rows = [draw_normal(self.means[k], self.covariance, rng) for k in places]
        return rows, [self.classes[k] for k in places]

    def explain(self, row: Row) -> Explanation[Label]:
        """What each feature added to the log odds of the best class against the next.

        θᵢ (xᵢ − the middle of the two means), with θ = Σ⁻¹ (μ − μ′): the log odds are linear.
        """
        ranked = sorted(self.posterior(row).items(), key=lambda item: -item[1])
        (chosen, _), (other, _) = ranked[:2]
        k, j = self.classes.index(chosen), self.classes.index(other)
        theta = solve(self.covariance, [a - b for a, b in zip(self.means[k], self.means[j])])
        middles = [(a + b) / 2 for a, b in zip(self.means[k], self.means[j])]
        parts = [t * (x - m) for t, x, m in zip(theta, row, middles)]
        prior = log_ratio(self.priors[k], self.priors[j]) if self.priors[j] else inf
        named = tuple(zip(self.features, row, parts))
        return Explanation(chosen, other, fsum([prior, *parts]), prior, named)

    def names_of(self, row: Row) -> Iterable[tuple[str, Any]]:
        """The whole row as one feature: Σ ties them all together."""
        return [(" and ".join(self.features), tuple(row))]

    def to_logistic(self) -> Weights:
        """The logistic weights with the same posterior of the second class.

        >>> model = GaussianDiscriminantAnalysis(("a", "b"), ("x", "y"), (0.5, 0.5),
        ...     ((1.0, 3.0), (3.0, 2.0)), ((2.0, 0.0), (0.0, 4.0)))
        >>> model.to_logistic()
        Weights(w0=-1.375, w=(1.0, -0.25))
        """
        from textbook_ml.equations.bridge import gda_to_logistic

        require_two(self.classes)
        return gda_to_logistic(self.priors[1], self.means[0], self.means[1], self.covariance)
