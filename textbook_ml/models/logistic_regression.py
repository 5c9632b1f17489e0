"""Logistic regression: a model of P(Y | X) alone; section 3."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Generic, Self, TypeVar

from textbook_ml.core.errors import require
from textbook_ml.equations.logistic import logistic_p0, logistic_p1
from textbook_ml.learning.optimisers.fit_report import FitReport
from textbook_ml.models.covariance_fit import require_whole
from textbook_ml.models.linear import Linear, checked_row
from textbook_ml.models.protocols import Probabilistic, Rows, require_two
from textbook_ml.sources.registry import equation

TYPE_CHECKING = False
if TYPE_CHECKING:  # for annotations only; imported where it is used
    from textbook_ml.core.tables import Vec
    from textbook_ml.equations.bridge import Weights
    from textbook_ml.learning.objectives.logistic_objective import LogisticPoint
    from textbook_ml.learning.objectives.prior import NormalPrior
    from textbook_ml.learning.optimisers.optimise import Optimiser, Watch
    from textbook_ml.models.training_set import Number, Row

Label = TypeVar("Label", bound=Hashable)


@equation(
    "mitchell-s3-definition",
    "gwansiu-s2.2.1-definition",
    "mitchell-s5-discriminative",
    "ng-a0-discriminative",
    "gwansiu-s4-summary-4",
    "mitchell-s3.2-mcle",
    "xing-mcle",
    "mitchell-s3.3-map-objective",
    "sontag-map-estimate",
)
@dataclass(frozen=True, slots=True, repr=False)
class LogisticRegression(Linear[Label], Probabilistic[Label], Generic[Label]):
    """Logistic regression: a weight for each feature and an intercept, for two classes.

        P(Y = y₁ | x) = 1 / (1 + exp(−(w₀ + Σᵢ wᵢ xᵢ)))

    `w0` is the intercept, `w[i]` the weight of feature i; y₁ is the second of the classes. It is
    a discriminative model: it has no distribution of the rows and cannot generate new rows.

    >>> rows = [[0.0], [0.0], [1.0], [1.0], [1.0]]
    >>> model = LogisticRegression.fit(rows, ["no", "yes", "no", "yes", "yes"])
    >>> model.classify([1.0]), abs(model.posterior([1.0])["yes"] - 2 / 3) < 1e-8
    ('yes', True)
    >>> LogisticRegression(("no", "yes"), ("x",), w0=0.0, w=(1.0,)).posterior([0.0])
    {'no': 0.5, 'yes': 0.5}
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

            Σ_l ln P(Yˡ | Xˡ, W) − (λ/2) Σᵢ wᵢ²

        `l2` is λ; the intercept is penalised only with `penalise_intercept`. Both are short for
        a `prior` on the weights. `standardise` standardises the features while fitting; the prior
        then applies to the standardised weights, and the weights of the model are for the data as
        given. Labels 0 and 1, or −1 and 1, keep that order, so that the weights are for 1; other
        labels are in order of first appearance.

        >>> model = LogisticRegression.fit([[-1.0], [1.0], [-1.0], [1.0]], [0, 0, 1, 1])
        >>> model.w0, model.w
        (0.0, (0.0,))
        """
        from textbook_ml.learning.objectives.logistic_objective import LogisticObjective
        from textbook_ml.models.fit_weights import Search, best_weights
        from textbook_ml.models.training_set import TrainingExamples

        examples = TrainingExamples.of(rows, labels, weights, classes, features)
        require_two(examples.classes)
        n = len(examples.features)
        held = prior_of(prior, l2, n, penalise_intercept)
        signs = [2.0 * place - 1.0 for place in examples.places]

        def start(table: Sequence[Vec]) -> LogisticPoint:
            return LogisticObjective.of(table, signs, examples.weights, held).at([0.0] * (n + 1))

        search = Search(optimiser, tolerance, max_iterations, standardise, watch)
        ((w0, *w),), report = best_weights(start, 1, examples, held, search)
        return cls(examples.classes, examples.features, w0, tuple(w), report)

    def log_terms(self, row: Row) -> dict[Label, list[float]]:
        """For the second class, w₀ and each wᵢ xᵢ; for the first class, zeros."""
        require_whole(row, self.features)
        terms = [self.w0, *(w * float(x) for w, x in zip(self.w, row))]
        return {self.classes[0]: [0.0] * len(terms), self.classes[1]: terms}

    def posterior(self, row: Row) -> dict[Label, float]:
        """For each class, P(y | x)."""
        p0, p1 = checked_row(self.features, row, _both_probabilities, self.w0, self.w, row)
        return {self.classes[0]: p0, self.classes[1]: p1}

    def to_logistic(self) -> Weights:
        """Return the weights in the form in which generative models return their weights.

        >>> LogisticRegression((0, 1), ("x",), w0=1.0, w=(2.0,)).to_logistic()
        Weights(w0=1.0, w=(2.0,))
        """
        from textbook_ml.equations.bridge import Weights

        return Weights(self.w0, self.w)


def _both_probabilities(w0: float, w: Sequence[float], x: Sequence[float]) -> tuple[float, float]:
    """P(Y = 0 | x) and P(Y = 1 | x): equations (24) and (25)."""
    return logistic_p0(w0, w, x), logistic_p1(w0, w, x)


def prior_of(
    prior: NormalPrior | None, l2: float, n_features: int, penalise_intercept: bool
) -> NormalPrior:
    """Return the given prior, or the prior that corresponds to the penalty `l2`."""
    from textbook_ml.learning.objectives.prior import NormalPrior

    if prior is None:
        return NormalPrior.ridge(l2, n_features, penalise_intercept)
    require(
        isinstance(prior, NormalPrior),
        f"the prior of a regression must be a NormalPrior on its weights, got {prior!r}: the "
        "intercept is learned from the class frequencies",
    )
    require(
        l2 == 0 and not penalise_intercept,
        "got both a prior and a penalty, but a penalty is a prior. Fix: pass only one of them",
    )
    require(
        len(prior.mean) == n_features + 1,
        f"the prior must have {n_features + 1} weights, got {len(prior.mean)}: "
        "the intercept, then one for each feature",
    )
    return prior
