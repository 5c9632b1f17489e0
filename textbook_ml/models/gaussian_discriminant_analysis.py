"""Gaussian discriminant analysis: one covariance for all classes; Ng, section 1.

The log odds are linear in x, so the decision boundary is a hyperplane and the posterior logistic.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import dist, hypot, inf
from typing import Any, Generic, TypeVar

from textbook_ml.core.errors import TextbookError, plural
from textbook_ml.core.linalg import minus, plus_dot, solve
from textbook_ml.core.stable import log_ratio
from textbook_ml.equations.discriminant import pooled_covariance
from textbook_ml.equations.logistic import linear_score
from textbook_ml.equations.softmax import softmax
from textbook_ml.models.covariance_fit import (
    Discriminant,
    Matrix,
    Row,
    factored,
    float_matrix,
    require_whole,
)
from textbook_ml.models.linear_log_odds import LinearLogOdds, linear_log_odds
from textbook_ml.models.protocols import (
    Rows,
    labels_by_lines,
    require_two,
)
from textbook_ml.sources.registry import equation

TYPE_CHECKING = False
if TYPE_CHECKING:  # for annotations only; imported where it is used
    from textbook_ml.equations.bridge import Weights
    from textbook_ml.models.explanation import Explanation

Label = TypeVar("Label", bound=Hashable)

FAR = 2.0**20  # log odds with larger parts are computed exactly


@equation("ng-gda-model", "ng-gda-predict", "ng-gda-boundary", "xing-joint-mvn")
@dataclass(frozen=True, slots=True, repr=False)
class GaussianDiscriminantAnalysis(Discriminant[Label], Generic[Label]):
    """Gaussian discriminant analysis: a mean for each class, one covariance for all classes.

        P(y | x) ∝ P(y) N(x; μ_y, Σ)

    `means[k]` belongs to class k; `covariance` is Σ. The decision boundary is a hyperplane.

    >>> rows = [[1.0, 0.0], [3.0, 0.0], [2.0, 3.0], [8.0, 1.0], [8.0, 1.0]]
    >>> labels = ["a", "a", "a", "b", "b"]
    >>> model = GaussianDiscriminantAnalysis.fit(rows, labels)
    >>> model.means
    ((2.0, 1.0), (8.0, 1.0))
    >>> model.classify([4.0, 1.0]), model.classify([6.0, 1.0])
    ('a', 'b')
    """

    covariance: Matrix
    _lines: tuple[LinearLogOdds, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        Discriminant.__post_init__(self)
        sigma = factored(self.covariance, self.features)
        object.__setattr__(self, "_sigmas", (sigma,) * len(self.classes))
        object.__setattr__(self, "_lines", linear_log_odds(self.priors, self.means, self._weights))

    @classmethod
    def _covariance(cls, parts: Sequence[Any], order: Sequence[Label], n: int) -> Matrix:
        m, k = sum(part.n for part in parts), len(parts)
        if m < n + k and not isinstance(m, Fraction):  # a sum of weights is not a number of rows
            raise TextbookError(
                f"the pooled covariance of {plural(n, 'feature')} in "
                f"{plural(k, 'class', 'classes')} is singular with {plural(m, 'row')}: it needs "
                f"at least {n + k}. Fix: add rows, or use naive Bayes"
            )
        return float_matrix(pooled_covariance(parts, order), "the pooled covariance")

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
        if len(row) != len(self.features):
            require_whole(row, self.features)
        try:
            return [
                linear_score(w0, w, minus(row, centre)) if w0 > -inf else -inf
                for w0, w, centre in self._lines
            ]
        except (TypeError, OverflowError, TextbookError):
            require_whole(row, self.features)
            raise TextbookError(
                "the log odds of this row are larger than any float. "
                "Fix: measure the features in a larger unit"
            ) from None

    def log_scores(self, row: Row) -> dict[Label, float]:
        """Return the log odds of each class against the first; accurate also far from the means."""
        return dict(zip(self.classes, self.log_odds(row)))

    def posterior(self, row: Row) -> dict[Label, float]:
        """P(y | x) for each class.

        Far from the means, where parts of the log odds may cancel, it is computed exactly.
        """
        if len(row) != len(self.features) or self._rounding_matters(row):
            return Discriminant.posterior(self, row)
        odds = self.log_odds(row)
        possible = iter(softmax([s for s in odds if s > -inf]))
        return {y: next(possible) if s > -inf else 0.0 for y, s in zip(self.classes, odds)}

    def _rounding_matters(self, row: Row) -> bool:
        """Return whether the rounding of the log odds may change the posterior."""
        try:
            reach = max(hypot(*w) * dist(row, centre) for w0, w, centre in self._lines if w0 > -inf)
        except (TypeError, OverflowError):
            return True
        return not reach <= FAR

    def predict(self, rows: Rows) -> list[Label]:
        """The labels of many rows; a row near a tie is decided by `classify`."""
        centre = self._lines[-1].centre
        lines = [
            (plus_dot(w0, w, minus(centre, c)) if w0 > -inf else w0, w) for w0, w, c in self._lines
        ]
        return labels_by_lines(self, rows, lines, centre)

    def _weights(self, phi: float, mu0: Sequence[float], mu1: Sequence[float]) -> Weights:
        from textbook_ml.equations.bridge import gda_to_logistic

        return gda_to_logistic(phi, mu0, mu1, self._sigmas[0])

    def explain(self, row: Row) -> Explanation[Label]:
        """The contribution of each feature to the log odds of the best class against the next.

        The contribution of feature i is θᵢ (xᵢ − the midpoint of the two means), where
        θ = Σ⁻¹ (μ − μ′).
        """
        from textbook_ml.models.explanation import best_two, explanation

        chosen, other = best_two(self.posterior(row))
        k, j = self.classes.index(chosen), self.classes.index(other)
        theta = solve(self._sigmas[0], [a - b for a, b in zip(self.means[k], self.means[j])])
        middles = [(a + b) / 2 for a, b in zip(self.means[k], self.means[j])]
        parts = [t * (x - m) for t, x, m in zip(theta, row, middles)]
        prior = log_ratio(self.priors[k], self.priors[j]) if self.priors[j] else inf
        return explanation(chosen, other, zip(self.features, row), [prior, *parts])

    def to_logistic(self) -> Weights:
        """The weights of the logistic model with the same posterior.

        >>> model = GaussianDiscriminantAnalysis(("a", "b"), ("x", "y"), (0.5, 0.5),
        ...     ((1.0, 3.0), (3.0, 2.0)), ((2.0, 0.0), (0.0, 4.0)))
        >>> model.to_logistic()
        Weights(w0=-1.375, w=(1.0, -0.25))
        """
        from textbook_ml.equations.bridge import gda_to_logistic

        require_two(self.classes)
        return gda_to_logistic(self.priors[1], self.means[0], self.means[1], self.covariance)
