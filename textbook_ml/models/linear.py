"""The base classes of the linear models: weighted sums of the features."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from textbook_ml.core.errors import TextbookError, require_same_length
from textbook_ml.core.linalg import plus_dot
from textbook_ml.core.numeric import require_finite
from textbook_ml.equations.logistic import linear_score, logistic_label
from textbook_ml.models.covariance_fit import require_whole
from textbook_ml.models.protocols import Classifier, require_classes, require_two

TYPE_CHECKING = False
if TYPE_CHECKING:
    from textbook_ml.models.training_set import Row

Label = TypeVar("Label", bound=Hashable)


@dataclass(frozen=True, slots=True, repr=False, init=False, eq=False)
class Linear(Classifier[Label], Generic[Label]):
    """A classifier that decides by the sign of a weighted sum of the features."""

    classes: tuple[Label, ...]
    features: tuple[str, ...]
    w0: float
    w: tuple[float, ...]

    def __post_init__(self) -> None:
        require_classes(self.classes)
        require_two(self.classes)
        require_same_length(features=self.features, weights=self.w)
        require_finite([self.w0, *self.w], "the weights")

    def linear_score(self, row: Row) -> float:
        """Return w₀ + Σᵢ wᵢ xᵢ, which is positive if the second class is predicted."""
        score: float = checked_row(self.features, row, linear_score, self.w0, self.w, row)
        return score

    def classify(self, row: Row) -> Label:
        """Return the second class if the linear score is positive, otherwise the first."""
        side: int = checked_row(self.features, row, logistic_label, self.w0, self.w, row)
        return self.classes[side]


@dataclass(frozen=True, slots=True, repr=False, init=False, eq=False)
class OneVectorPerClass(Generic[Label]):
    """The parts of a model with a weight vector for each class, the intercept first."""

    classes: tuple[Label, ...]
    features: tuple[str, ...]
    w: tuple[tuple[float, ...], ...]

    def __post_init__(self) -> None:
        require_classes(self.classes)
        require_same_length(classes=self.classes, weight_vectors=self.w)
        for y, w in zip(self.classes, self.w):
            require_same_length(**{"intercept and features": ("1", *self.features), "weights": w})
            require_finite(w, f"the weights of class {y!r}")

    def linear_scores(self, row: Row) -> list[float]:
        """wₖ₀ + Σᵢ wₖᵢ xᵢ for each class."""
        if len(row) != len(self.features):
            require_whole(row, self.features)
        scores: list[float] = checked_row(self.features, row, _weighted_sum, self.w, row)
        return scores


def _weighted_sum(w: Sequence[Sequence[float]], row: Sequence[float]) -> list[float]:
    return [plus_dot(w_k[0], w_k[1:], row) for w_k in w]


def checked_row(
    features: Sequence[str], row: Row, function: Callable[..., Any], *arguments: Any
) -> Any:
    """Return the result of a function for one row; errors name the feature."""
    try:
        return function(*arguments)
    except (TypeError, OverflowError, TextbookError):
        require_whole(row, features)
        raise TextbookError(
            "the weighted sum of this row is larger than any float. "
            "Fix: measure the features in a larger unit"
        ) from None
