"""Softmax regression: logistic regression for many classes; section 3.4, (27) to (29)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from math import fsum
from operator import mul
from typing import Generic, Self, TypeVar

from textbook_ml.errors import require_same_length
from textbook_ml.models.logistic_regression import LogisticRegression, prior_of
from textbook_ml.models.protocols import (
    Probabilistic,
    quick_labels,
    require_classes,
    require_two,
)
from textbook_ml.models.whole_rows import require_whole
from textbook_ml.numeric import mean, require_finite
from textbook_ml.optimisers.outcome import Climb

TYPE_CHECKING = False
if TYPE_CHECKING:  # what is only named here, and loaded where it is used
    from textbook_ml.models.examples import Number, Row
    from textbook_ml.objectives.design import Vec
    from textbook_ml.objectives.prior import NormalPrior
    from textbook_ml.objectives.softmax import SoftmaxPoint
    from textbook_ml.optimisers.climb import Optimiser, Watch

Label = TypeVar("Label", bound=Hashable)


@dataclass(frozen=True, slots=True)
class SoftmaxRegression(Probabilistic[Label], Generic[Label]):
    """A weight vector for each class, the intercept first; the highest score wins.

        P(Y = yₖ | x) = exp(sₖ) / Σⱼ exp(sⱼ),   sₖ = wₖ₀ + Σᵢ wₖᵢ xᵢ

    Sontag gives every class a vector; Mitchell gives none to the last, and then it is zero.

    >>> model = SoftmaxRegression(("a", "b", "c"), ("x",), ((0.0, 1.0), (0.0, 1.0), (0.0, 0.0)))
    >>> model.classify([1.0]), model.posterior([0.0])["c"] == 1 / 3
    ('a', True)
    """

    classes: tuple[Label, ...]
    features: tuple[str, ...]
    w: tuple[tuple[float, ...], ...]
    climb: Climb | None = field(default=None, repr=False, compare=False)

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
        l2: float = 0.0,
        penalise_intercept: bool = False,
        prior: NormalPrior | None = None,
        reference: bool = False,
        weights: Sequence[Number] | None = None,
        standardise: bool = False,
        optimiser: Optimiser | str | None = None,
        tolerance: float = 1e-8,
        max_iterations: int = 10_000,
        classes: Sequence[Label] | None = None,
        features: Sequence[str] | None = None,
        watch: Watch | None = None,
    ) -> Self:
        """The weights under which the labels are most probable, with a penalty if asked for.

            Σ_l ln P(Yˡ | Xˡ, W) − (λ/2) Σₖ Σᵢ wₖᵢ²

        Every class has a vector, as with Sontag, unless the last is the `reference`, as with
        Mitchell: without a penalty the two say the same, and with one they do not. All else is
        as in `LogisticRegression.fit`.

        >>> SoftmaxRegression.fit([[-1.0], [1.0], [-1.0], [1.0]], "aabb").posterior([5.0])
        {'a': 0.5, 'b': 0.5}
        """
        from textbook_ml.models.examples import Examples
        from textbook_ml.models.maximum import Search, best_weights
        from textbook_ml.objectives.softmax import SoftmaxObjective

        examples = Examples.of(rows, labels, weights, classes, features)
        n, k = len(examples.features), len(examples.classes)
        held = prior_of(prior, l2, n, penalise_intercept)
        vectors = k - 1 if reference else k

        def start(table: Sequence[Vec]) -> SoftmaxPoint:
            objective = SoftmaxObjective.of(
                table, examples.places, examples.weights, held, n_classes=k, n_vectors=vectors
            )
            return objective.at([0.0] * (vectors * (n + 1)))

        search = Search(optimiser, tolerance, max_iterations, standardise, watch)
        found, climb = best_weights(start, vectors, examples, held, search)
        if reference:
            found.append([0.0] * (n + 1))
        else:  # what no prior holds back may rise in all classes: then it shall sum to zero
            found = lowered(found, [not lam for lam in held.precision])
        return cls(examples.classes, examples.features, tuple(map(tuple, found)), climb)

    def log_terms(self, row: Row) -> dict[Label, list[float]]:
        """For each class, its intercept and each weight times its feature."""
        require_whole(row, self.features)
        x = [1.0, *map(float, row)]
        return {y: [a * b for a, b in zip(w, x)] for y, w in zip(self.classes, self.w)}

    def predict(self, rows: Iterable[Row]) -> list[Label]:
        """The labels of many rows, by their linear scores."""

        def scores(row: Row) -> list[float]:
            require_whole(row, self.features)
            x = [1.0, *row]
            return [fsum(map(mul, w, x)) for w in self.w]

        return quick_labels(self, rows, scores)

    def to_reference(self) -> SoftmaxRegression[Label]:
        """Mitchell's form: the last class is the reference, and its weights are zero.

        >>> SoftmaxRegression(("a", "b"), ("x",), ((1.0, 5.0), (3.0, 2.0))).to_reference().w
        ((-2.0, 3.0), (0.0, 0.0))
        """
        from textbook_ml.equations.softmax import to_reference

        lowered = [*map(tuple, to_reference(self.w)), (0.0,) * len(self.w[0])]
        return SoftmaxRegression(self.classes, self.features, tuple(lowered), self.climb)

    def to_centred(self) -> SoftmaxRegression[Label]:
        """Sontag's form, of all equal ones that with the smallest weights: they sum to zero.

        >>> SoftmaxRegression(("a", "b"), ("x",), ((-2.0, 3.0), (0.0, 0.0))).to_centred().w
        ((-1.0, 1.5), (1.0, -1.5))
        """
        centred = tuple(map(tuple, lowered(self.w, [True] * len(self.w[0]))))
        return SoftmaxRegression(self.classes, self.features, centred, self.climb)

    def to_binary(self) -> LogisticRegression[Label]:
        """The logistic model that two classes come to: the second vector minus the first.

        >>> SoftmaxRegression(("a", "b"), ("x",), ((1.0, 5.0), (3.0, 2.0))).to_binary().w
        (-3.0,)
        """
        require_two(self.classes)
        w0, *w = [b - a for a, b in zip(*self.w)]
        return LogisticRegression(self.classes, self.features, w0, tuple(w), self.climb)


def lowered(vectors: Sequence[Vec], places: Sequence[bool]) -> list[list[float]]:
    """The vectors less their mean, in some places: all classes change alike, and so none does.

    >>> lowered([(1.0, 5.0), (3.0, 7.0)], [True, False])
    [[-1.0, 5.0], [1.0, 7.0]]
    """
    middles = [mean(parts) if here else 0.0 for parts, here in zip(zip(*vectors), places)]
    return [[a - middle for a, middle in zip(w, middles)] for w in vectors]
