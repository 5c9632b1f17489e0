"""Fit a model to data in pieces: on several processes or machines, or larger than memory.

    piece     rows and their labels; for a regression, weights of the examples may follow
    total     a function of yours: total(f) returns the sum of f(piece) over all pieces

An engine (a process pool, Dask, Spark) computes `total`: it calls f with each piece, near the data,
and adds the results with +. A counting model needs one such pass. A regression needs one pass for
the classes and the scales of the features, then one for each step of Newton's method.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import hypot, sqrt
from typing import Any, TypeVar, cast
from warnings import warn

from textbook_ml.core.errors import TextbookError, TextbookWarning, require
from textbook_ml.core.linalg import cholesky, minus
from textbook_ml.core.tables import Table, Vec
from textbook_ml.equations.logistic import with_intercept
from textbook_ml.equations.softmax import with_reference
from textbook_ml.learning.objectives.prior import NormalPrior
from textbook_ml.learning.objectives.regression_sums import (
    OverlapSums,
    RegressionSums,
    logistic_overlap,
    logistic_sums,
    softmax_overlap,
    softmax_sums,
)
from textbook_ml.learning.objectives.scaling import Scaling, wild_spreads
from textbook_ml.learning.objectives.separation import CONSTANT, is_proof
from textbook_ml.learning.objectives.summed_objective import SummedObjective, SummedPoint
from textbook_ml.learning.optimisers.newton import newton
from textbook_ml.learning.optimisers.optimise import Watch, optimise, require_goal
from textbook_ml.learning.optimisers.steps import Step
from textbook_ml.learning.statistics.by_class import require_rectangular, require_weights
from textbook_ml.learning.statistics.moments import Moments
from textbook_ml.models.logistic_regression import LogisticRegression, prior_of
from textbook_ml.models.optimiser_progress import ignore_step
from textbook_ml.models.priors import feature_names, order_of_classes
from textbook_ml.models.protocols import require_two
from textbook_ml.models.separability_errors import (
    UNDECIDED,
    SeparableClasses,
    require_enough,
    require_not_constant,
)
from textbook_ml.models.softmax_regression import SoftmaxRegression, minus_mean_vector
from textbook_ml.models.training_set import checked_floats, in_order

__all__ = ["count_piece", "fit_from", "sums"]

Piece = tuple[Any, ...]  # rows, labels, and perhaps weights
Result = TypeVar("Result")
Total = Callable[[Callable[[Piece], Any]], Any]

MOST_WEIGHTS = 1500  # Newton's matrix has this many rows and columns; half of it is stored
OWN_PART = 1e-6  # a feature with a smaller independent part counts as a combination of others


@dataclass(frozen=True, slots=True)
class TableSummary:
    """Sizes of the classes, and moments, minimum and maximum of each column."""

    n: int
    sizes: Mapping[Any, int]  # in order of first appearance
    moments: tuple[Moments, ...]
    least: tuple[float, ...]
    greatest: tuple[float, ...]

    def __add__(self, other: "TableSummary") -> "TableSummary":
        """Return the summary of both sets of examples together."""
        require(
            len(self.moments) == len(other.moments),
            f"all pieces must have the same number of features, got {len(self.moments)} and "
            f"{len(other.moments)}. Fix: read the same columns from all of them",
        )
        return TableSummary(
            self.n + other.n,
            Counter(self.sizes) + Counter(other.sizes),
            tuple(a + b for a, b in zip(self.moments, other.moments)),
            tuple(map(min, self.least, other.least)),
            tuple(map(max, self.greatest, other.greatest)),
        )


@dataclass(frozen=True, slots=True)
class RegressionSetup:
    """The settings that every worker needs to compute the sums of a piece."""

    classes: tuple[Any, ...]
    scaling: Scaling
    n_vectors: int
    is_softmax: bool

    def table(self, piece: Piece) -> tuple[Table, list[int]]:
        """Return the rows of a piece as a table in the units of the optimisation."""
        rows, labels, *weights = piece
        place = {y: k for k, y in enumerate(self.classes)}
        table = Table(with_intercept(self.scaling.standard(rows)), *weights)
        return table, [place[y] for y in labels]


def count_piece(model: type[Any], piece: Piece, **options: Any) -> Any:
    """Return the statistics of a piece: counts for a counting model, scales for a regression.

    >>> from textbook_ml import GaussianNaiveBayes
    >>> count_piece(GaussianNaiveBayes, ([[1.0], [3.0]], "ab")).sizes
    {'a': 1, 'b': 1}
    >>> count_piece(LogisticRegression, ([[1.0], [3.0]], "ab")).greatest
    (3.0,)
    """
    if model not in (LogisticRegression, SoftmaxRegression):
        return model.count(*piece, **options)
    rows, labels, *weights = piece
    require_rectangular(rows, labels, len(next(iter(rows), ())))
    columns = list(zip(*checked_floats(rows, feature_names(None, len(rows[0])))))
    amounts = None
    if weights:
        require_weights(weights[0], rows)
        require(min(weights[0]) > 0, "a weight must be above 0, got 0. Fix: leave the row out")
        amounts = [Fraction(m) for m in weights[0]]
    moments = [
        Moments.of(column) if amounts is None else Moments.of_weighted(column, amounts)
        for column in columns
    ]
    least, greatest = tuple(map(min, columns)), tuple(map(max, columns))
    return TableSummary(len(rows), Counter(labels), tuple(moments), least, greatest)


def sums(setup: RegressionSetup, w: Vec, piece: Piece) -> RegressionSums:
    """Return value, gradient and Hessian of the log likelihood of a piece at w.

    >>> setup = RegressionSetup(("a", "b"), Scaling((0.0,), (1.0,)), 1, is_softmax=False)
    >>> sums(setup, [0.0, 0.0], ([[2.0]], "b")).gradient
    [0.5, 1.0]
    """
    table, labels = setup.table(piece)
    if setup.is_softmax:
        return softmax_sums(table, labels, w, len(setup.classes), setup.n_vectors)
    return logistic_sums(table, labels, w)


def overlap_sums(setup: RegressionSetup, w: Vec, flat: Sequence[int], piece: Piece) -> OverlapSums:
    """Return the sums of a piece for the proof that the classes overlap."""
    table, labels = setup.table(piece)
    if not setup.is_softmax:
        return logistic_overlap(table, labels, w, flat)
    d = len(table.scales)
    vectors: Sequence[Vec] = [w[i : i + d] for i in range(0, len(w), d)]
    if setup.n_vectors < len(setup.classes):
        vectors = with_reference(vectors, table)
    return softmax_overlap(table, labels, vectors, flat)


def fit_from(model: type[Any], total: Total, **options: Any) -> Any:
    """Return the model fitted to all pieces; `options` are those of `fit`, except `weights`.

    For a regression also `start`, the weights of an earlier step that `watch` received.

    >>> from textbook_ml import GaussianNaiveBayes
    >>> pieces = [([[1.0], [3.0]], "ab"), ([[2.0], [5.0]], "ab")]
    >>> model = fit_from(GaussianNaiveBayes, lambda f: f(pieces[0]) + f(pieces[1]))
    >>> model.means
    ((1.5,), (4.0,))
    """
    if model not in (LogisticRegression, SoftmaxRegression):
        return model.from_statistics(total(partial(count_piece, model)), **options)
    return _RegressionFit(model, total, **options).model()


class _RegressionFit:
    """The fit of a regression from passes over the pieces."""

    def __init__(
        self,
        model: type[Any],
        total: Total,
        *,
        l2: float = 0.0,
        penalise_intercept: bool = False,
        prior: NormalPrior | None = None,
        reference: bool = False,
        standardise: bool = False,
        tolerance: float = 1e-8,
        max_iterations: int = 10_000,
        classes: Sequence[Any] | None = None,
        features: Sequence[str] | None = None,
        watch: Watch | None = None,
        start: Vec | None = None,
    ) -> None:
        require_goal(tolerance, max_iterations)
        self.result, self.total, self.watch = model, total, watch or ignore_step
        self.reference, self.start, self.standardise = reference, start, standardise
        self.tolerance, self.max_iterations = tolerance, max_iterations
        self.summary: TableSummary = total(partial(count_piece, model))
        found = self.summary.sizes
        order = order_of_classes(found, in_order(found) if classes is None else classes)
        for y in order:
            require(y in found, f"class {y!r} has no examples. Fix: leave it out of the classes")
        softmax = model is SoftmaxRegression
        if not softmax:
            require_two(order)
        self.features = feature_names(features, len(self.summary.moments))
        self.prior = prior_of(prior, l2, len(self.features), penalise_intercept)
        self.flat = [i for i, lam in enumerate(self.prior.precision) if not lam]
        n_vectors = len(order) - reference if softmax else 1
        n_weights = n_vectors * (len(self.features) + 1)
        require(
            n_weights <= MOST_WEIGHTS,
            f"fitting in pieces uses Newton's method, for at most {MOST_WEIGHTS} weights, got "
            f"{n_weights}. Fix: use fewer features, or `fit`, if the data fit into memory",
        )
        self.setup = RegressionSetup(order, self._scaling(), n_vectors, softmax)
        self.objective = SummedObjective(
            lambda w: self.total(partial(sums, self.setup, w)),
            self.prior,
            len(order),
            n_vectors,
            softmax,
            self._root_mean_squares(),
        )

    def model(self) -> Any:
        """Return the fitted model. Raise TextbookError if the likelihood has no maximum."""
        d = len(self.prior.precision)
        zero = [0.0] * (d * self.setup.n_vectors)
        start = self.objective.at(zero if self.start is None else self.start)
        self._require_independent(start)
        self.points = [start]
        mean_weight = float(self.summary.moments[0].n / self.summary.n) if self.features else 1.0
        try:
            step, report = optimise(
                "newton",
                newton(start),
                self.tolerance * min(1.0, mean_weight),
                self.max_iterations,
                self._check_step,
            )
        except SeparableClasses:
            raise
        except TextbookError as error:
            self._require_not_separated()
            require(len(self.flat) < 2, f"{error}. If the classes can be separated: l2=1.0")
            raise
        self._require_overlap(cast(SummedPoint, step.point))
        original = self.setup.scaling.original
        vectors = [original(w_k) for w_k in self.objective.blocks(step.w)]
        if not self.setup.is_softmax:
            ((w0, *w),) = vectors
            return self.result(self.setup.classes, self.features, w0, tuple(w), report)
        if self.reference:
            vectors.append([0.0] * d)
        else:
            vectors = minus_mean_vector(vectors, [not lam for lam in self.prior.precision])
        return self.result(self.setup.classes, self.features, tuple(map(tuple, vectors)), report)

    def _scaling(self) -> Scaling:
        """Return the scaling of the optimisation, the same as in `fit`."""
        summary, free = self.summary, not self.prior.precision[0]
        centres = [
            low if low == high else float(m.mean)
            for m, low, high in zip(summary.moments, summary.least, summary.greatest)
        ]
        spreads = [sqrt(m.about_mean / m.n) for m in summary.moments]
        if self.standardise:
            return Scaling(tuple(centres), tuple(s or 1.0 for s in spreads))
        if words := wild_spreads(spreads, self.features):
            warn(words, TextbookWarning, stacklevel=5)  # the line that called `fit_from`
        return Scaling(tuple(centres) if free else (0.0,) * len(centres), (1.0,) * len(centres))

    def _root_mean_squares(self) -> list[float]:
        """Return the root mean square of each column in the units of the optimisation."""
        units = zip(self.summary.moments, self.setup.scaling.centres, self.setup.scaling.spreads)
        return [
            1.0,
            *(hypot(sqrt(m.about_mean / m.n), float(m.mean) - c) / s or 1.0 for m, c, s in units),
        ]

    def _check_step(self, step: Step) -> None:
        self.watch(step)
        self.points = [*self.points[-1:], cast(SummedPoint, step.point)]
        all_flat = len(self.flat) == len(self.prior.precision)
        if all_flat and self.points[-1].sums.least_margin > 0:
            self._require_not_separated()

    def _require_not_separated(self) -> None:
        """Raise Separated if the unpenalised weights, or their last change, separate the classes.

        A direction separates if no margin along it is negative, up to a small fraction of the
        largest margin. If there is no maximum, the steps of Newton's method tend to such a
        direction. The feature whose weight changes most is tried alone too: a category with
        examples of one class separates by its own indicator.
        """
        d, before, here = len(self.prior.precision), self.points[0].w, self.points[-1].w
        if len(self.flat) < 2:
            return
        step = minus(here, before)
        for direction in (step, here, self._largest_change_alone(step)):
            w = [w_i if i % d in self.flat else 0.0 for i, w_i in enumerate(direction)]
            along = self.objective.at(w).sums
            if along.least_margin >= -CONSTANT * along.largest_margin and any(w):
                raise SeparableClasses.of(len(self.setup.classes), self.summary.n)

    def _largest_change_alone(self, step: Vec) -> list[float]:
        """Return the largest change of a weight alone, with score 0 where the feature is 0."""
        d, scales = len(self.prior.precision), self.objective.scales
        sizes = [abs(x) * scales[i % d] if i % d else 0.0 for i, x in enumerate(step)]
        at = sizes.index(max(sizes))
        direction = [0.0] * len(step)
        direction[at] = step[at]
        feature = at % d - 1
        units = self.setup.scaling.centres[feature] / self.setup.scaling.spreads[feature]
        direction[at - feature - 1] = step[at] * units
        return direction

    def _require_overlap(self, point: SummedPoint) -> None:
        """Raise TextbookError unless one more pass proves that the classes overlap."""
        if len(self.flat) < 2:
            return
        found: OverlapSums = self.total(partial(overlap_sums, self.setup, point.w, self.flat))
        if found.least_wrong > 0 and is_proof(*found.scaled()):
            return
        self._require_not_separated()
        raise TextbookError(UNDECIDED)

    def _require_independent(self, start: SummedPoint) -> None:
        """Raise TextbookError if unpenalised features are constant or linearly dependent.

        This is decided from the products of the features, in which a feature whose independent
        part is below a millionth of its length cannot be distinguished from a combination.
        """
        require_enough(self.summary.n, self.flat)
        spans = zip(self.features, self.summary.least, self.summary.greatest)
        for i, span in enumerate(spans, 1):
            if i in self.flat and 0 in self.flat:
                require_not_constant(*span)
        lower = start.sums.curvature
        sizes = [sqrt(lower[i][i]) or 1.0 for i in self.flat]
        unit: list[list[float]] = []
        for k, i in enumerate(self.flat):
            unit.append([lower[i][j] / sizes[k] / b for j, b in zip(self.flat[: k + 1], sizes)])
            try:
                pivot = cholesky(unit)[-1][-1]
            except TextbookError:
                pivot = 0.0
            require(
                pivot > OWN_PART,
                f"feature {self.features[i - 1]!r} is nearly a combination of the features before "
                "it: different weights give nearly the same probabilities. Fix: drop "
                "one of them, or use a penalty, such as l2=1.0",
            )
