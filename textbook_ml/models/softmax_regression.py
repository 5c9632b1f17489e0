"""Softmax regression: logistic regression for many classes; section 3.4, (27) to (29)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Generic, Self, TypeVar

from textbook_ml.core.numeric import mean
from textbook_ml.equations.softmax import softmax, to_reference
from textbook_ml.learning.optimisers.fit_report import FitReport
from textbook_ml.models.covariance_fit import require_whole
from textbook_ml.models.linear import OneVectorPerClass
from textbook_ml.models.logistic_regression import LogisticRegression, prior_of
from textbook_ml.models.protocols import Probabilistic, Rows, labels_by_lines, require_two
from textbook_ml.sources.registry import equation

TYPE_CHECKING = False
if TYPE_CHECKING:  # for annotations only; imported where it is used
    from textbook_ml.core.tables import Vec
    from textbook_ml.learning.objectives.prior import NormalPrior
    from textbook_ml.learning.objectives.softmax_objective import SoftmaxPoint
    from textbook_ml.learning.optimisers.optimise import Optimiser, Watch
    from textbook_ml.models.training_set import Number, Row

Label = TypeVar("Label", bound=Hashable)


@equation("mitchell-27", "mitchell-28", "sontag-softmax", "xing-softmax", "gwansiu-s2.3-learning")
@dataclass(frozen=True, slots=True, repr=False)
class SoftmaxRegression(OneVectorPerClass[Label], Probabilistic[Label], Generic[Label]):
    """Softmax regression: a weight vector for each class, the intercept first.

        P(Y = yₖ | x) = exp(sₖ) / Σⱼ exp(sⱼ),   sₖ = wₖ₀ + Σᵢ wₖᵢ xᵢ

    `w[k]` is the vector of class k. In Sontag's form every class has a vector; in Mitchell's the
    last class has the weights 0.

    >>> rows = [[0.0], [0.0], [0.0], [1.0], [1.0], [1.0], [1.0]]
    >>> model = SoftmaxRegression.fit(rows, ["a", "b", "c", "a", "b", "c", "c"])
    >>> model.classify([1.0]), abs(model.posterior([1.0])["c"] - 1 / 2) < 1e-8
    ('c', True)
    >>> SoftmaxRegression(("a", "b"), ("x",), ((0.0, 1.0), (0.0, 1.0))).posterior([2.0])
    {'a': 0.5, 'b': 0.5}
    """

    fit_report: FitReport | None = field(
        default=None, repr=False, compare=False, metadata={"json": "climb"}
    )

    first_term = "intercept"

    @classmethod
    def fit(
        cls,
        rows: Rows,
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
        """Maximise the conditional log likelihood of the labels, with a penalty if l2 > 0.

            Σ_l ln P(Yˡ | Xˡ, W) − (λ/2) Σₖ Σᵢ wₖᵢ²

        Every class has a vector (Sontag), unless the last is the `reference` (Mitchell): without
        a penalty both give the same probabilities, with one they do not. The other arguments
        are those of `LogisticRegression.fit`.

        >>> SoftmaxRegression.fit([[-1.0], [1.0], [-1.0], [1.0]], "aabb").posterior([5.0])
        {'a': 0.5, 'b': 0.5}
        """
        from textbook_ml.learning.objectives.softmax_objective import SoftmaxObjective
        from textbook_ml.models.fit_weights import Search, best_weights
        from textbook_ml.models.training_set import TrainingExamples

        examples = TrainingExamples.of(rows, labels, weights, classes, features)
        n, k = len(examples.features), len(examples.classes)
        held = prior_of(prior, l2, n, penalise_intercept)
        vectors = k - 1 if reference else k

        def start(table: Sequence[Vec]) -> SoftmaxPoint:
            objective = SoftmaxObjective.of(
                table, examples.places, examples.weights, held, n_classes=k, n_vectors=vectors
            )
            return objective.at([0.0] * (vectors * (n + 1)))

        search = Search(optimiser, tolerance, max_iterations, standardise, watch)
        found, report = best_weights(start, vectors, examples, held, search)
        if reference:
            found.append([0.0] * (n + 1))
        else:  # without a prior, adding one vector to all classes has no effect: use a zero sum
            found = minus_mean_vector(found, [not lam for lam in held.precision])
        return cls(examples.classes, examples.features, tuple(map(tuple, found)), report)

    def log_terms(self, row: Row) -> dict[Label, list[float]]:
        """For each class, its intercept and each weight times its feature."""
        require_whole(row, self.features)
        x = [1.0, *map(float, row)]
        return {y: [a * b for a, b in zip(w, x)] for y, w in zip(self.classes, self.w)}

    def posterior(self, row: Row) -> dict[Label, float]:
        """For each class, P(y | x)."""
        return dict(zip(self.classes, softmax(self.linear_scores(row))))

    def predict(self, rows: Rows) -> list[Label]:
        """The labels of many rows; a row near a tie is decided by `classify`."""
        lines = [(w_k[0], w_k[1:]) for w_k in self.w]
        return labels_by_lines(self, rows, lines, [0.0] * len(self.features))

    def to_reference(self) -> SoftmaxRegression[Label]:
        """Mitchell's form: the last class is the reference, with the weights 0.

        >>> SoftmaxRegression(("a", "b"), ("x",), ((1.0, 5.0), (3.0, 2.0))).to_reference().w
        ((-2.0, 3.0), (0.0, 0.0))
        """
        lowered = [*map(tuple, to_reference(self.w)), (0.0,) * len(self.w[0])]
        return SoftmaxRegression(self.classes, self.features, tuple(lowered), self.fit_report)

    def to_centred(self) -> SoftmaxRegression[Label]:
        """Sontag's form with the smallest weights: each weight sums to zero over the classes.

        >>> SoftmaxRegression(("a", "b"), ("x",), ((-2.0, 3.0), (0.0, 0.0))).to_centred().w
        ((-1.0, 1.5), (1.0, -1.5))
        """
        centred = tuple(map(tuple, minus_mean_vector(self.w, [True] * len(self.w[0]))))
        return SoftmaxRegression(self.classes, self.features, centred, self.fit_report)

    def to_binary(self) -> LogisticRegression[Label]:
        """The logistic model for two classes: the second vector minus the first.

        >>> SoftmaxRegression(("a", "b"), ("x",), ((1.0, 5.0), (3.0, 2.0))).to_binary().w
        (-3.0,)
        """
        require_two(self.classes)
        w0, *w = [b - a for a, b in zip(*self.w)]
        return LogisticRegression(self.classes, self.features, w0, tuple(w), self.fit_report)


def minus_mean_vector(vectors: Sequence[Vec], places: Sequence[bool]) -> list[list[float]]:
    """Subtract from the vectors their mean at some positions; this changes no probability.

    >>> minus_mean_vector([(1.0, 5.0), (3.0, 7.0)], [True, False])
    [[-1.0, 5.0], [1.0, 7.0]]
    """
    middles = [mean(parts) if here else 0.0 for parts, here in zip(zip(*vectors), places)]
    return [[a - middle for a, middle in zip(w, middles)] for w in vectors]
