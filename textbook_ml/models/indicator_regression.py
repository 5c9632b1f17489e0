"""Linear regression on class indicators: least squares, put to work as a classifier."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import fsum
from operator import mul
from typing import Generic, Self, TypeVar

from textbook_ml.equations.bayes import most_probable
from textbook_ml.errors import TextbookError, require_same_length
from textbook_ml.models.protocols import Classifier, require_classes
from textbook_ml.models.whole_rows import require_whole
from textbook_ml.numeric import mean, require_finite

TYPE_CHECKING = False
if TYPE_CHECKING:  # what is only named here, and loaded where it is used
    from textbook_ml.models.examples import Row

Label = TypeVar("Label", bound=Hashable)


@dataclass(frozen=True, slots=True)
class IndicatorRegression(Classifier[Label], Generic[Label]):
    """For each class, the line nearest to its indicator; the highest line wins.

        t̂ₖ(x) = wₖ₀ + Σᵢ wₖᵢ xᵢ,   tₖ = 1 for the examples of class k and 0 for the others

    The lines sum to one everywhere, yet they are no probabilities: they leave [0, 1].

    >>> model = IndicatorRegression.fit([[-1.0], [-1.0], [1.0], [1.0]], "aabb")
    >>> model.classify([-0.5]), model.lines([3.0])
    ('a', {'a': -1.0, 'b': 2.0})
    """

    classes: tuple[Label, ...]
    features: tuple[str, ...]
    w: tuple[tuple[float, ...], ...]

    def __post_init__(self) -> None:
        require_classes(self.classes)
        require_same_length(classes=self.classes, weight_vectors=self.w)
        for y, w in zip(self.classes, self.w):
            require_same_length(**{"intercept and features": ("1", *self.features), "weights": w})
            require_finite(w, f"the weights of class {y!r}")

    @classmethod
    def fit(
        cls,
        rows: Sequence[Row],
        labels: Sequence[Label],
        *,
        classes: Sequence[Label] | None = None,
        features: Sequence[str] | None = None,
    ) -> Self:
        """The normal equations, about the means; one right-hand side for each class.

            Σ_l (x − x̄)(x − x̄)ᵀ wₖ = Σ_l (x − x̄) tₖ

        >>> IndicatorRegression.fit([[-1.0], [-1.0], [1.0], [1.0]], "aabb").w[1]
        (0.5, 0.5)
        """
        from textbook_ml.linalg import ldl, ldl_solve, weighted_gram
        from textbook_ml.models.examples import Examples
        from textbook_ml.models.no_maximum import require_independent

        examples = Examples.of(rows, labels, None, classes, features)
        require_independent(examples, range(len(examples.features) + 1))
        columns = list(zip(*examples.rows))
        centres = list(map(mean, columns))
        centred = [[x - c for x in column] for column, c in zip(columns, centres)]
        factors = ldl(weighted_gram(centred, [1.0] * len(examples.rows)))
        vectors = []
        for k in range(len(examples.classes)):
            t = [float(place == k) for place in examples.places]
            slopes = ldl_solve(*factors, [fsum(map(mul, column, t)) for column in centred])
            vectors.append((fsum([mean(t), *(-a for a in map(mul, slopes, centres))]), *slopes))
        return cls(examples.classes, examples.features, tuple(vectors))

    def lines(self, row: Row) -> dict[Label, float]:
        """The height of each class's line at a row."""
        require_whole(row, self.features)
        x = [1.0, *map(float, row)]
        try:
            return {y: fsum(map(mul, w, x)) for y, w in zip(self.classes, self.w)}
        except (OverflowError, ValueError):  # a part of a sum is infinite
            raise TextbookError(
                "the weighted sum of this row is beyond the floats: its values are enormous"
            ) from None

    def classify(self, row: Row) -> Label:
        """The class whose line is highest; of equally high ones, the first."""
        return most_probable(self.lines(row))
