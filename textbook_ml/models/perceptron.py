"""The perceptron: the update rule of logistic regression with a step function."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, Self, TypeVar

from textbook_ml.core.errors import TextbookError, require
from textbook_ml.models.linear import Linear
from textbook_ml.models.protocols import Rows, require_two
from textbook_ml.sources.registry import equation

Label = TypeVar("Label", bound=Hashable)


@equation("ng-s0-perceptron", "xing-sgd")
@dataclass(frozen=True, slots=True, repr=False)
class Perceptron(Linear[Label], Generic[Label]):
    """The perceptron: a linear classifier that predicts labels without probabilities.

        y = 1 if w₀ + Σᵢ wᵢ xᵢ > 0, else 0

    `w0` is the intercept, `w[i]` the weight of feature i. A tie goes to the first class.

    >>> rows, labels = [[-1.0], [-2.0], [1.0], [2.0]], ["no", "no", "yes", "yes"]
    >>> model = Perceptron.fit(rows, labels)
    >>> model.classify([-3.0]), model.classify([3.0])
    ('no', 'yes')
    """

    @classmethod
    def fit(
        cls,
        rows: Rows,
        labels: Sequence[Label],
        *,
        eta: float = 1.0,
        max_passes: int = 1000,
        classes: Sequence[Label] | None = None,
        features: Sequence[str] | None = None,
    ) -> Self:
        """Update the weights at each wrong prediction, until a whole pass has none.

            θ ← θ + η (yᵢ − 1{θᵀxᵢ ≥ 0}) xᵢ

        The rule assigns a tie, θᵀx = 0, to class 1. In this method the first class has the number
        1 while θ is learned, so that the learned rule and `classify` agree on ties. If a
        hyperplane separates the classes, the algorithm finds one; otherwise it does not terminate
        by itself.

        >>> Perceptron.fit([[0.0], [1.0], [3.0], [4.0]], [0, 0, 1, 1]).predict([[0.5], [3.5]])
        [0, 1]
        """
        from textbook_ml.equations.ascent import perceptron_step
        from textbook_ml.equations.logistic import with_intercept
        from textbook_ml.models.training_set import TrainingExamples

        require(max_passes > 0, f"max_passes must be at least 1, got {max_passes}")
        examples = TrainingExamples.of(rows, labels, None, classes, features)
        require_two(examples.classes)
        table = with_intercept(examples.rows)
        theta = [0.0] * len(table[0])
        for _ in range(max_passes):
            before = theta
            for x, place in zip(table, examples.places):
                theta = perceptron_step(theta, x, 1 - place, eta)
            if theta == before:
                w0, *w = [0.0 - t for t in theta]  # positive scores are for the second class
                return cls(examples.classes, examples.features, w0, tuple(w))
        raise TextbookError(
            f"the perceptron still makes mistakes after {max_passes} passes: perhaps no "
            "hyperplane separates the classes. Fix: use LogisticRegression, or allow more passes "
            "(max_passes)"
        )
