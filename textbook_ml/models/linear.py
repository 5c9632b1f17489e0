"""What the linear models of two classes share: a weighted sum, and its sign."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from math import fsum
from operator import mul
from typing import Protocol, TypeVar

from textbook_ml.errors import TextbookError, require_same_length
from textbook_ml.models.protocols import Classifier, require_classes, require_two
from textbook_ml.models.whole_rows import require_whole
from textbook_ml.numeric import require_finite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from textbook_ml.models.examples import Row

Label = TypeVar("Label", bound=Hashable)


class Linear(Classifier[Label], Protocol[Label]):
    """A classifier that weighs the features and looks at the sign of the sum."""

    __slots__ = ()

    features: tuple[str, ...]
    w0: float
    w: tuple[float, ...]

    def linear_score(self, row: Row) -> float:
        """w₀ + Σᵢ wᵢ xᵢ: positive on the side of the second class."""
        require_whole(row, self.features)
        try:
            return fsum([self.w0, *map(mul, self.w, map(float, row))])
        except (OverflowError, ValueError):  # a part of the sum is infinite
            raise TextbookError(
                "the weighted sum of this row is beyond the floats: its values are enormous"
            ) from None

    def classify(self, row: Row) -> Label:
        """The label of the side on which the row lies; on the boundary, the first class."""
        return self.classes[1 if self.linear_score(row) > 0 else 0]

    def predict(self, rows: Iterable[Row]) -> list[Label]:
        """The labels of many rows."""
        return [self.classify(row) for row in rows]


def require_linear(
    classes: Sequence[object], features: Sequence[str], w0: float, w: Sequence[float]
) -> None:
    """Refuse a linear model whose parts do not fit."""
    require_classes(classes)
    require_two(classes)
    require_same_length(features=features, weights=w)
    require_finite([w0, *w], "the weights")
