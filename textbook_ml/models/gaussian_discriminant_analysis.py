"""Gaussian discriminant analysis: one covariance for all classes; Ng, section 1.

The log odds are linear in x, so the decision boundary is a hyperplane and the posterior logistic.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import fsum, inf
from typing import Any, Generic, Self, TypeVar

from textbook_ml.core.errors import TextbookError, require
from textbook_ml.core.linalg import Factored, solve
from textbook_ml.core.numeric import require_finite
from textbook_ml.core.stable import log_ratio, safe_log
from textbook_ml.equations.discriminant import (
    class_means,
    difference,
    mvn_log_pdf,
    pooled_covariance,
)
from textbook_ml.equations.logistic import linear_score
from textbook_ml.equations.smoothing import categorical_mle
from textbook_ml.equations.softmax import softmax
from textbook_ml.models.covariance_fit import (
    LinearLogOdds,
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
from textbook_ml.models.protocols import (
    Explanation,
    Generative,
    Probabilistic,
    quick_labels,
    require_model,
    require_two,
)

TYPE_CHECKING = False
if TYPE_CHECKING:  # for annotations only; imported where it is used
    from random import Random

    from textbook_ml.equations.bridge import Weights
    from textbook_ml.learning.statistics.by_class import ByClass

Label = TypeVar("Label", bound=Hashable)


@dataclass(frozen=True, slots=True)
class GaussianDiscriminantAnalysis(Probabilistic[Label], Generative[Label], Generic[Label]):
    """A mean for each class, and one covariance for all classes: x | y ~ N(μ_y, Σ)."""

    classes: tuple[Label, ...]
    features: tuple[str, ...]
    priors: tuple[float, ...]
    means: tuple[Vector, ...]
    covariance: Matrix
    _sigma: Factored = field(init=False, repr=False, compare=False)
    _lines: tuple[LinearLogOdds, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        require_model(self.classes, self.features, self.priors, self.means)
        for y, mu in zip(self.classes, self.means):
            require_finite(mu, f"the mean of class {y!r}")
        object.__setattr__(self, "_sigma", factored(self.covariance, self.features))
        object.__setattr__(self, "_lines", tuple(map(self._line, self.priors, self.means)))

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
        """Estimate the class means and the pooled covariance, which divides by m.

        >>> rows = [[1.0, 2.0], [3.0, 4.0], [5.0, 0.0], [0.0, 1.0], [2.0, 5.0]]
        >>> GaussianDiscriminantAnalysis.fit(rows, "aaabb").covariance
        ((2.0, 0.0), (0.0, 3.2))
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
        m, n, k = sum(part.n for part in parts), len(names), len(parts)
        require(
            m >= n + k or isinstance(m, Fraction),  # weights do not give the number of rows
            f"the pooled covariance of {n} features in {k} classes is singular with {m} rows: "
            f"it needs at least {n + k}. Fix: give more rows, or use naive Bayes",
        )
        priors = estimate_prior(statistics.sizes, order, prior)
        means: dict[Label, Any] = class_means(parts, order)
        return cls(
            order,
            names,
            tuple(map(float, priors)),
            tuple(to_floats(means[y], f"the mean of class {y!r}") for y in order),
            float_matrix(pooled_covariance(parts, order), "the pooled covariance"),
        )

    def log_terms(self, row: Row) -> dict[Label, list[float]]:
        """ln P(y) and ln N(x; μ_y, Σ): all features together are one factor."""
        require_whole(row, self.features)
        return {
            y: [safe_log(prior), mvn_log_pdf(row, mu, self._sigma)]
            for y, prior, mu in zip(self.classes, self.priors, self.means)
        }

    def linear_form(self) -> tuple[LinearLogOdds, ...]:
        """The log odds of each class against the first possible class, linear in x.

            ln P(y | x) / P(y₁ | x) = w₀ + Σᵢ wᵢ (xᵢ − cᵢ),   c = (μ + μ₁) / 2

        y₁ is the first class whose prior is not 0; w₀ is −∞ for a class whose prior is 0.

        >>> model = GaussianDiscriminantAnalysis(("a", "b"), ("x",), (0.5, 0.5), ((0.0,), (2.0,)),
        ...     ((4.0,),))
        >>> model.linear_form()[1]
        LinearLogOdds(w0=0.0, w=(0.5,), centre=(1.0,))
        """
        return self._lines

    def log_odds(self, row: Row) -> list[float]:
        """The log odds of each class against the first; the terms quadratic in x cancel.

        >>> model = GaussianDiscriminantAnalysis(("a", "b"), ("x",), (0.5, 0.5), ((0.0,), (2.0,)),
        ...     ((4.0,),))
        >>> model.log_odds([3.0])
        [0.0, 1.0]
        """
        try:
            return [
                linear_score(line.w0, line.w, difference(row, line.centre))
                if line.w0 > -inf
                else -inf
                for line in self._lines
            ]
        except (TypeError, OverflowError, TextbookError):
            require_whole(row, self.features)
            raise TextbookError(
                "the log odds of this row must be floats, but they are larger. "
                "Fix: give the features in a larger unit"
            ) from None

    def log_scores(self, row: Row) -> dict[Label, float]:
        """The log odds of each class against the first: linear, and right however far x is."""
        return dict(zip(self.classes, self.log_odds(row)))

    def posterior(self, row: Row) -> dict[Label, float]:
        """P(y | x) for each class."""
        odds = self.log_odds(row)
        possible = iter(softmax([s for s in odds if s > -inf]))
        return {y: next(possible) if s > -inf else 0.0 for y, s in zip(self.classes, odds)}

    def predict(self, rows: Iterable[Row]) -> list[Label]:
        """The labels of many rows, by their log odds against the first class."""
        return quick_labels(self, rows, self.log_odds)

    def _line(self, prior: float, mu: Vector) -> LinearLogOdds:
        """The log odds of a class, by the bridge with the middle of both means as the origin."""
        from textbook_ml.equations.bridge import gda_to_logistic

        p1, mu1 = next((p, m) for p, m in zip(self.priors, self.means) if p)
        centre = tuple([a / 2 + b / 2 for a, b in zip(mu, mu1)])
        half = [a / 2 - b / 2 for a, b in zip(mu, mu1)]
        phi = prior / (prior + p1) if prior else 0.5
        weights = gda_to_logistic(phi, [-h for h in half], half, self._sigma)
        return LinearLogOdds(weights.w0 if prior else -inf, weights.w, centre)

    def log_joint(self, row: Row) -> dict[Label, float]:
        """ln p(x, y) for each class."""
        return {y: fsum(terms) for y, terms in self.log_terms(row).items()}

    def sample(self, n: int, rng: Random) -> tuple[list[list[float]], list[Label]]:
        """New rows: first a class from the prior, then a vector from its normal distribution."""
        from textbook_ml.equations.discriminant import draw_normal

        places = rng.choices(range(len(self.classes)), self.priors, k=n)
        rows = [draw_normal(self.means[k], self._sigma, rng) for k in places]
        return rows, [self.classes[k] for k in places]

    def explain(self, row: Row) -> Explanation[Label]:
        """The contribution of each feature to the log odds of the best class against the next.

        θᵢ (xᵢ − the middle of the two means), with θ = Σ⁻¹ (μ − μ′): the log odds are linear.
        """
        ranked = sorted(self.posterior(row).items(), key=lambda item: -item[1])
        (chosen, _), (other, _) = ranked[:2]
        k, j = self.classes.index(chosen), self.classes.index(other)
        theta = solve(self._sigma, [a - b for a, b in zip(self.means[k], self.means[j])])
        middles = [(a + b) / 2 for a, b in zip(self.means[k], self.means[j])]
        parts = [t * (x - m) for t, x, m in zip(theta, row, middles)]
        prior = log_ratio(self.priors[k], self.priors[j]) if self.priors[j] else inf
        named = tuple(zip(self.features, row, parts))
        return Explanation(chosen, other, fsum([prior, *parts]), prior, named)

    def names_of(self, row: Row) -> Iterable[tuple[str, Any]]:
        """The whole row as one feature, because Σ correlates all features."""
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
