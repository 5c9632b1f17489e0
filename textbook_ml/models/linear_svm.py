"""The linear support vector machine: the hinge loss in place of the log loss."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Generic, Self, TypeVar

from textbook_ml.core.errors import require
from textbook_ml.models.linear import Linear
from textbook_ml.models.protocols import Rows, require_two
from textbook_ml.sources.registry import equation

TYPE_CHECKING = False
if TYPE_CHECKING:  # for annotations only; imported where it is used
    from textbook_ml.models.training_set import Number

Label = TypeVar("Label", bound=Hashable)


@equation("sontag-quadratic-svm", "sontag-losses")
@dataclass(frozen=True, slots=True, repr=False)
class LinearSVM(Linear[Label], Generic[Label]):
    """A linear support vector machine; it predicts labels without probabilities.

        y = 1 if w₀ + Σᵢ wᵢ xᵢ > 0, else −1

    `w0` is the intercept, `w[i]` the weight of feature i. Only examples with a margin below 1
    affect the weights.

    >>> rows, labels = [[-1.0], [-2.0], [1.0], [2.0]], ["no", "no", "yes", "yes"]
    >>> model = LinearSVM.fit(rows, labels)
    >>> model.classify([-3.0]), model.classify([3.0])
    ('no', 'yes')
    """

    @classmethod
    def fit(
        cls,
        rows: Rows,
        labels: Sequence[Label],
        *,
        l2: float = 1.0,
        steps: int = 2000,
        weights: Sequence[Number] | None = None,
        classes: Sequence[Label] | None = None,
        features: Sequence[str] | None = None,
    ) -> Self:
        """Minimise the penalised hinge loss by subgradient descent with decreasing steps.

            (λ/2) ‖w‖² + Σ_l max(0, 1 − yˡ (w₀ + w · xˡ))
            w ← w − η_t (λ w − Σ_{margin < 1} yˡ xˡ),   η_t = 1/(λ t)

        The intercept is penalised too, so that the minimum is unique. The result is a weighted
        average over the steps, with larger weights for later steps; it converges as 1/t.

        >>> LinearSVM.fit([[-1.0], [1.0]], [0, 1], l2=0.5).predict([[-3.0], [3.0]])
        [0, 1]
        """
        from textbook_ml.core.linalg import minus, plus_times
        from textbook_ml.core.tables import Table
        from textbook_ml.equations.likelihood import to_signs
        from textbook_ml.equations.logistic import with_intercept
        from textbook_ml.equations.losses import hinge_step
        from textbook_ml.models.training_set import TrainingExamples

        require(
            0 < l2 < inf,
            f"λ must be a finite number above 0, got {l2}: "
            "without a penalty the minimum is not unique",
        )
        require(steps > 0, f"steps must be at least 1, got {steps}")
        examples = TrainingExamples.of(rows, labels, weights, classes, features)
        require_two(examples.classes)
        signs = to_signs(examples.places)
        table = Table(with_intercept(examples.rows), examples.weights)
        w = average = [0.0] * (len(examples.features) + 1)
        for t in range(1, steps + 1):
            w = hinge_step(w, table, signs, 1 / (l2 * t), l2)
            average = plus_times(average, 2 / (t + 1), minus(w, average))
        return cls(examples.classes, examples.features, average[0], tuple(average[1:]))
