"""The linear models of two classes: a weighted sum of the features, and its sign."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Protocol, TypeVar

from textbook_ml.core.errors import TextbookError, require_same_length
from textbook_ml.core.numeric import require_finite
from textbook_ml.equations.logistic import linear_score, logistic_label
from textbook_ml.models.covariance_fit import require_whole
from textbook_ml.models.protocols import Classifier, require_classes, require_two

TYPE_CHECKING = False
if TYPE_CHECKING:
    from textbook_ml.models.training_set import Row

Label = TypeVar("Label", bound=Hashable)


class Linear(Classifier[Label], Protocol[Label]):
    """A classifier that decides by the sign of a weighted sum of the features."""

    __slots__ = ()

    features: tuple[str, ...]
    w0: float
    w: tuple[float, ...]

    def linear_score(self, row: Row) -> float:
        """w₀ + Σᵢ wᵢ xᵢ: positive on the side of the second class."""
        score: float = checked(linear_score, self, row)
        return score

    def classify(self, row: Row) -> Label:
        """The label of the side on which the row lies; on the boundary, the first class."""
        side: int = checked(logistic_label, self, row)
        return self.classes[side]


def checked(equation: Callable[..., Any], model: Linear[Any], row: Row) -> Any:
    """An equation of (w₀, w, x) for one row; an error names the feature that caused it."""
    try:
        return equation(model.w0, model.w, row)
    except (TypeError, OverflowError, TextbookError):
        require_whole(row, model.features)
        raise TextbookError(
            "the weighted sum of this row must be a float, but it is larger. "
            "Fix: give the features in a larger unit"
        ) from None


def require_linear(
    classes: Sequence[object], features: Sequence[str], w0: float, w: Sequence[float]
) -> None:
    """Raise TextbookError unless the parts of a linear model fit together."""
    require_classes(classes)
    require_two(classes)
    require_same_length(features=features, weights=w)
    require_finite([w0, *w], "the weights")
