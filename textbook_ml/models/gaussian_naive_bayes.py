"""Gaussian naive Bayes: one bell curve for each class and feature, equations (10) to (15)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice, repeat
from math import dist, exp, fsum, inf, isfinite, log, nan, pi, sqrt
from operator import mul
from typing import Any, Generic, Self, TypeVar

from textbook_ml.equations.gaussian import (
    common_variance_mle,
    common_variance_mvue,
    pooled_variance_mle,
    pooled_variance_mvue,
    variance_mle,
    variance_mvue,
)
from textbook_ml.equations.smoothing import categorical_mle
from textbook_ml.errors import TextbookError, quoted, require, require_same_length
from textbook_ml.models.priors import Prior, estimate_prior, observed_moments
from textbook_ml.models.protocols import (
    BLOCK,
    Generative,
    Probabilistic,
    near_tie,
    require_model,
    require_two,
)
from textbook_ml.numeric import in_kind, is_number, require_finite

TYPE_CHECKING = False
if TYPE_CHECKING:  # what is only named here, and loaded where it is used
    from random import Random

    from textbook_ml.equations.bridge import Weights
    from textbook_ml.statistics.by_class import ByClass
    from textbook_ml.statistics.moments import Moments

Label = TypeVar("Label", bound=Hashable)
Row = Sequence[float | None]
Table = tuple[tuple[float, ...], ...]

NEARBY = 16.0  # deviations: a mean so close to 0 costs four bits of a distance, and no subtraction
FAR = -200.0  # log scores below this have too few digits behind the point for a posterior


@dataclass(frozen=True, slots=True)
class GaussianNaiveBayes(Probabilistic[Label], Generative[Label], Generic[Label]):
    """A mean and a variance for each feature in each class.

    `means[k][i]` and `variances[k][i]` are of class k and feature i.
    """

    classes: tuple[Label, ...]
    features: tuple[str, ...]
    priors: tuple[float, ...]
    means: Table
    variances: Table
    _log_priors: tuple[float, ...] = field(init=False, repr=False, compare=False)
    _constants: Table = field(init=False, repr=False, compare=False)  # −½ ln 2πσ²
    _precisions: Table = field(init=False, repr=False, compare=False)  # 1 / 2σ²
    _heights: tuple[float, ...] = field(init=False, repr=False, compare=False)
    _inverses: Table = field(init=False, repr=False, compare=False)  # 1 / σ
    _origin: tuple[float, ...] = field(init=False, repr=False, compare=False)
    _places: Table = field(init=False, repr=False, compare=False)  # (μ − origin) / σ

    def __post_init__(self) -> None:
        require_model(self.classes, self.features, self.priors, self.means, self.variances)
        for y, mus, sigma2s in zip(self.classes, self.means, self.variances):
            require_finite(mus, f"the means of class {y!r}")
            for name, sigma2 in zip(self.features, sigma2s):
                require_spread(sigma2, name, y)
        set_ = object.__setattr__
        set_(self, "_log_priors", tuple(log(p) if p else -inf for p in self.priors))
        halves = [[-log(2 * pi * v) / 2 for v in vs] for vs in self.variances]
        set_(self, "_constants", tuple(map(tuple, halves)))
        set_(self, "_precisions", tuple(tuple(0.5 / v for v in vs) for vs in self.variances))
        heights = [fsum([log_p, *c]) for log_p, c in zip(self._log_priors, self._constants)]
        set_(self, "_heights", tuple(heights))  # ln P(y) − ½ Σ ln 2πσ²
        set_(self, "_inverses", tuple(tuple(1 / sqrt(v) for v in vs) for vs in self.variances))
        set_(self, "_origin", tuple(map(self._origin_of, range(len(self.features)))))
        parts = zip(self.means, self._inverses)
        places = [[(m - o) * s for m, o, s in zip(ms, self._origin, ss)] for ms, ss in parts]
        set_(self, "_places", tuple(map(tuple, places)))

    @classmethod
    def fit(
        cls,
        rows: Sequence[Row],
        labels: Sequence[Label],
        *,
        variance: Callable[..., Any] = variance_mvue,
        prior: Prior = categorical_mle,
        floor: float | None = None,
        classes: Sequence[Label] | None = None,
        features: Sequence[str] | None = None,
        weights: Sequence[float | Fraction] | None = None,
    ) -> Self:
        """Count, then estimate: the bells of each class from its own rows.

        `variance` is the equation itself: (14) or (15) for each class, `pooled_variance_mle` or
        `pooled_variance_mvue` for one per feature, `common_variance_mle` or
        `common_variance_mvue` for one in all. `floor` is the least variance allowed; without
        it a feature that is constant in a class is refused.

        >>> GaussianNaiveBayes.fit([[1.0], [3.0], [7.0], [9.0]], "aabb").means
        ((2.0,), (8.0,))
        """
        from textbook_ml.statistics.by_class import ByClass, require_numbers
        from textbook_ml.statistics.moments import Moments

        try:
            if weights is None:
                statistics = ByClass.of_whole(rows, labels, [Moments] * len(next(iter(rows), ())))
            else:
                statistics = cls.count(rows, labels, weights)
        except (TextbookError, TypeError, AttributeError, OverflowError):
            require_numbers(rows, features)
            raise
        return cls.from_statistics(
            statistics,
            variance=variance,
            prior=prior,
            floor=floor,
            classes=classes,
            features=features,
        )

    @staticmethod
    def count(
        rows: Sequence[Row],
        labels: Sequence[Label],
        weights: Sequence[float | Fraction] | None = None,
    ) -> ByClass[Label]:
        """What is counted: the moments of each feature in each class."""
        from textbook_ml.statistics.by_class import ByClass
        from textbook_ml.statistics.moments import Moments

        return ByClass.of(rows, labels, [Moments] * len(next(iter(rows), ())), weights)

    @classmethod
    def from_statistics(
        cls,
        statistics: ByClass[Label],
        *,
        variance: Callable[..., Any] = variance_mvue,
        prior: Prior = categorical_mle,
        floor: float | None = None,
        classes: Sequence[Label] | None = None,
        features: Sequence[str] | None = None,
    ) -> Self:
        """What is estimated from what was counted."""
        order, names, table = observed_moments(statistics, classes, features)
        sigma2 = variances_of(table, order, names, variance, floor)
        return cls(
            order,
            names,
            tuple(map(float, estimate_prior(statistics.sizes, order, prior))),
            tuple(tuple(float(m.mean) for m in moments) for moments in table),
            tuple(map(tuple, sigma2)),
        )

    def log_terms(self, row: Row) -> dict[Label, list[float]]:
        """ln P(y), then ln N(xᵢ; μᵢ, σᵢ²) for each feature; 0 where xᵢ is missing."""
        self._require_row(row)
        parts = zip(self._log_priors, self.means, self._constants, self._precisions)
        return {
            y: [log_prior]
            + [
                0.0 if x is None else c - (d := x - m) * d * h
                for x, m, c, h in zip(row, mus, cs, hs)
            ]
            for y, (log_prior, mus, cs, hs) in zip(self.classes, parts)
        }

    def log_joint(self, row: Row) -> dict[Label, float]:
        """ln p(x, y) for each class."""
        return self.log_scores(row)

    def predict_proba(self, rows: Iterable[Row]) -> list[dict[Label, float]]:
        """The posteriors of many rows, by distances in units of the deviations."""
        return [
            self._shares(scores) if max(scores) > FAR else self.posterior(row)
            for row, scores in self._with_scores(rows)
        ]

    def predict(self, rows: Iterable[Row]) -> list[Label]:
        """The labels of many rows."""
        classes = self.classes
        return [
            self.classify(row) if near_tie(scores) else classes[scores.index(max(scores))]
            for row, scores in self._with_scores(rows)
        ]

    def sample(self, n: int, rng: Random) -> tuple[list[list[float]], list[Label]]:
        """New rows: first a class by the prior, then each feature by its bell."""
        labels = rng.choices(self.classes, self.priors, k=n)
        place = {y: k for k, y in enumerate(self.classes)}
        rows = []
        for y in labels:
            bells = zip(self.means[place[y]], self.variances[place[y]])
            rows.append([rng.gauss(m, sqrt(v)) for m, v in bells])
        return rows, labels

    def to_logistic(self) -> Weights:
        """The logistic weights with the same posterior of the second class: (19) to (23).

        >>> tied = GaussianNaiveBayes.fit([[1.0], [3.0], [7.0], [9.0]], "aabb",
        ...                               variance=pooled_variance_mle)
        >>> tied.to_logistic()
        Weights(w0=-30.0, w=(6.0,))
        """
        from textbook_ml.equations.bridge import gnb_to_logistic

        require_two(self.classes)
        require(
            self.variances[0] == self.variances[1],
            "the variances differ between the classes, so the log odds are quadratic: fit with "
            "variance=pooled_variance_mle",
        )
        return gnb_to_logistic(self.priors[1], self.means[0], self.means[1], self.variances[0])

    def _with_scores(self, rows: Iterable[Row]) -> Iterator[tuple[Row, Sequence[float]]]:
        """Each row with its log scores, which are NaN where a value is missing or is off."""
        unknown = (nan,) * len(self.classes)
        stream = iter(rows)
        while block := list(islice(stream, BLOCK)):
            try:
                yield from zip(block, self._log_scores_of(block))
            except (TypeError, ValueError, OverflowError):
                for row in block:
                    try:
                        yield row, self._log_scores_of([row])[0]
                    except (TypeError, ValueError, OverflowError):
                        yield row, unknown

    def _log_scores_of(self, rows: Sequence[Row]) -> list[tuple[float, ...]]:
        """The log scores of some rows: one class after the other, and one column after the other.

        With every feature in units of its deviation, Σ (x − μ)² / σ² is a squared distance.
        """
        if set(map(len, rows)) != {len(self.features)} or not self.features:
            raise ValueError("a row is too long or too short, or has nothing to be measured")
        columns = [
            [x - o for x in column] if o else column for column, o in zip(zip(*rows), self._origin)
        ]
        scores = []
        for height, inverses, place in zip(self._heights, self._inverses, self._places):
            scaled = (map(mul, column, repeat(s)) for column, s in zip(columns, inverses))
            distances = map(dist, zip(*scaled), repeat(place))
            scores.append([height - 0.5 * d * d for d in distances])
        return list(zip(*scores))

    def _origin_of(self, i: int) -> float:
        """Where feature i is measured from: 0, unless a mean is so far off that digits would go."""
        means = [mus[i] for mus in self.means]
        near = all(abs(m) * s[i] < NEARBY for m, s in zip(means, self._inverses))
        return 0.0 if near else means[0]

    def _shares(self, scores: Sequence[float]) -> dict[Label, float]:
        top = max(scores)
        weights = [exp(s - top) for s in scores]
        everything = fsum(weights)
        return {y: w / everything for y, w in zip(self.classes, weights)}

    def _require_row(self, row: Row) -> None:
        require_same_length(values=row, features=self.features)
        try:
            if all(map(isfinite, [x for x in row if x is not None])):
                return
        except (TypeError, OverflowError):  # what it is, the loop will say
            pass
        for name, x in zip(self.features, row):
            if x is not None and not is_number(x):
                raise TextbookError(
                    f"feature {name!r} is {quoted(x)}: give a finite number, or None"
                )


Moment_table = Sequence[Sequence["Moments"]]  # [class][feature]
Variances = list[list[Fraction]]


def per_class(table: Moment_table, lost: int) -> Variances:
    """(14) and (15): each class and feature by itself."""
    return [[m.about_mean / _left(m.n, lost) for m in moments] for moments in table]


def per_feature(table: Moment_table, lost: int) -> Variances:
    """Pooled over the classes, each about its own mean."""
    tied = [
        sum((m.about_mean for m in column), Fraction(0))
        / _left(sum(m.n for m in column), lost * len(column))
        for column in zip(*table)
    ]
    return [tied for _ in table]


def in_common(table: Moment_table, lost: int) -> Variances:
    """One for everything: the mean of the pooled ones."""
    tied = per_feature(table, lost)[0]
    return [[sum(tied, Fraction(0)) / len(tied)] * len(tied) for _ in table]


def _left(n: int | Fraction, lost: int) -> int | Fraction:
    require(
        n > lost,
        f"the unbiased variance divides by N − {lost}, and N = {n}: use equation (14) or its "
        "pooled form, or give more examples",
    )
    return n - lost


# Each equation of values with its twin of moments, and the examples its means cost.
VARIANCES: Mapping[Callable[..., Any], tuple[Callable[[Moment_table, int], Variances], int]] = {
    variance_mle: (per_class, 0),
    variance_mvue: (per_class, 1),
    pooled_variance_mle: (per_feature, 0),
    pooled_variance_mvue: (per_feature, 1),
    common_variance_mle: (in_common, 0),
    common_variance_mvue: (in_common, 1),
}


def variances_of(
    table: Moment_table,
    order: Sequence[object],
    names: Sequence[str],
    variance: Callable[..., Any],
    floor: float | None,
) -> list[list[float]]:
    """The variances by one of the equations, none below the floor if there is one."""
    choices = ", ".join(equation.__name__ for equation in VARIANCES)
    require(variance in VARIANCES, f"variance={variance!r} came: give one of {choices}")
    least = 0.0 if floor is None else floor
    require(0 <= least < inf, f"the variance floor is {floor}: give a finite one above 0")
    if variance is variance_mvue:
        for y, moments in zip(order, table):
            for name, m in zip(names, moments):
                require(
                    m.n > 1,
                    f"equation (15) divides by N − 1, and class {y!r} has N = {m.n} example of "
                    f"feature {name!r}: use equation (14), or give it more examples",
                )
    twin, lost = VARIANCES[variance]
    return [[max(in_kind(v, 0.0), least) for v in vs] for vs in twin(table, lost)]


def require_spread(sigma2: float, feature: str, y: object) -> None:
    """Refuse a variance that gives no density."""
    require(
        0 < sigma2 < inf and 1 / sigma2 < inf,
        f"the variance of feature {feature!r} in class {y!r} is {sigma2}: a feature that is "
        "constant in a class has no bell; give a variance floor, or drop it",
    )
