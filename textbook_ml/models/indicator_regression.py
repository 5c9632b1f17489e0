"""Linear regression on class indicators: least squares used as a classifier."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, Self, TypeVar

from textbook_ml.core.linalg import less_dot
from textbook_ml.core.numeric import mean
from textbook_ml.equations.bayes import most_probable
from textbook_ml.models.linear import OneVectorPerClass
from textbook_ml.models.protocols import Classifier, Rows
from textbook_ml.sources.registry import equation

TYPE_CHECKING = False
if TYPE_CHECKING:  # for annotations only; imported where it is used
    from textbook_ml.models.training_set import Row

Label = TypeVar("Label", bound=Hashable)


@equation("xing-regression")
@dataclass(frozen=True, slots=True, repr=False)
class IndicatorRegression(OneVectorPerClass[Label], Classifier[Label], Generic[Label]):
    """Linear regression on the indicator of each class; the class with the highest value wins.

        t̂ₖ(x) = wₖ₀ + Σᵢ wₖᵢ xᵢ,   tₖ = 1 for the examples of class k and 0 for the others

    `w[k]` belongs to class k. The predictions sum to one, but they are not probabilities: they
    may lie outside [0, 1].

    >>> model = IndicatorRegression.fit([[-1.0], [-1.0], [1.0], [1.0]], "aabb")
    >>> model.classify([-0.5]), model.lines([3.0])
    ('a', {'a': -1.0, 'b': 2.0})
    """

    @classmethod
    def fit(
        cls,
        rows: Rows,
        labels: Sequence[Label],
        *,
        classes: Sequence[Label] | None = None,
        features: Sequence[str] | None = None,
    ) -> Self:
        """Solve the normal equations, with centred features; one right-hand side per class.

            Σ_l (x − x̄)(x − x̄)ᵀ wₖ = Σ_l (x − x̄) tₖ

        >>> IndicatorRegression.fit([[-1.0], [-1.0], [1.0], [1.0]], "aabb").w[1]
        (0.5, 0.5)
        """
        from textbook_ml.core.linalg import Factored, minus, over_rows, solve, weighted_gram
        from textbook_ml.equations.discriminant import mean_vector
        from textbook_ml.models.separability_errors import require_independent
        from textbook_ml.models.training_set import TrainingExamples

        examples = TrainingExamples.of(rows, labels, None, classes, features)
        require_independent(examples, range(len(examples.features) + 1))
        centres = mean_vector(examples.rows)
        centred = [minus(row, centres) for row in examples.rows]
        gram = Factored(weighted_gram(centred, [1.0] * len(centred)))
        vectors = []
        for k in range(len(examples.classes)):
            t = [float(place == k) for place in examples.places]
            slopes = solve(gram, over_rows(centred, t))
            vectors.append((less_dot(mean(t), slopes, centres), *slopes))
        return cls(examples.classes, examples.features, tuple(vectors))

    def lines(self, row: Row) -> dict[Label, float]:
        """The prediction for each class."""
        return dict(zip(self.classes, self.linear_scores(row)))

    def classify(self, row: Row) -> Label:
        """The class with the highest prediction; ties go to the first class."""
        return most_probable(self.lines(row))
