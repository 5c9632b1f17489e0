"""Mixed naive Bayes: a distribution of its own kind for each feature; Mitchell's exercise 2."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log
from typing import Any, Generic, Literal, Self, TypeVar

from textbook_ml.distributions import Categorical, Distribution, Gaussian, Poisson
from textbook_ml.equations.gaussian import variance_mvue
from textbook_ml.equations.smoothing import categorical_mle
from textbook_ml.errors import TextbookError, require, require_same_length
from textbook_ml.models.priors import (
    Estimator,
    Prior,
    estimate_prior,
    feature_names,
    order_of_classes,
)
from textbook_ml.models.protocols import Generative, Probabilistic, require_model
from textbook_ml.registry import equation

TYPE_CHECKING = False
if TYPE_CHECKING:  # what is only named here, and loaded where it is used
    from random import Random

    from textbook_ml.statistics.by_class import ByClass
    from textbook_ml.statistics.moments import Moments

Label = TypeVar("Label", bound=Hashable)
Kind = Literal["categorical", "gaussian", "poisson"]


@equation("mitchell-ex2")
@dataclass(frozen=True, slots=True)
class MixedNaiveBayes(Probabilistic[Label], Generative[Label], Generic[Label]):
    """Any mixture of features; `distributions[k][i]` is of class k and feature i.

        P(y | x) ∝ P(y) Πᵢ P(xᵢ | y),   each factor a table, a bell curve or a Poisson count

    >>> MixedNaiveBayes.fit([["a", 1.0], ["b", 3.0], ["b", 7.0], ["b", 9.0]], [0, 0, 1, 1],
    ...                     kinds=["categorical", "gaussian"]).distributions[0][1]
    Gaussian(mu=2.0, sigma2=2.0)
    """

    classes: tuple[Label, ...]
    features: tuple[str, ...]
    priors: tuple[Fraction, ...]
    distributions: tuple[tuple[Distribution, ...], ...]

    def __post_init__(self) -> None:
        require_model(self.classes, self.features, self.priors, self.distributions)
        for name, column in zip(self.features, zip(*self.distributions)):
            require(
                len(set(map(type, column))) == 1,
                f"feature {name!r} has one kind of distribution in one class and another in the "
                "next: give it one kind",
            )

    @classmethod
    def fit(
        cls,
        rows: Sequence[Sequence[Any]],
        labels: Sequence[Label],
        *,
        kinds: Sequence[Kind],
        theta: Estimator = categorical_mle,
        variance: Callable[..., Any] = variance_mvue,
        prior: Prior = categorical_mle,
        floor: float | None = None,
        values: Mapping[int, Sequence[Hashable]] | None = None,
        classes: Sequence[Label] | None = None,
        features: Sequence[str] | None = None,
        weights: Sequence[float | Fraction] | None = None,
    ) -> Self:
        """Count, then estimate each feature by its kind.

        `theta` is for the categorical features and `variance` for the Gaussian ones, as in
        their own models; `values` maps the place of a categorical feature to its values.
        """
        return cls.from_statistics(
            cls.count(rows, labels, weights, kinds=kinds),
            kinds=kinds,
            theta=theta,
            variance=variance,
            prior=prior,
            floor=floor,
            values=values,
            classes=classes,
            features=features,
        )

    @staticmethod
    def count(
        rows: Sequence[Sequence[Any]],
        labels: Sequence[Label],
        weights: Sequence[float | Fraction] | None = None,
        *,
        kinds: Sequence[Kind],
    ) -> ByClass[Label]:
        """What is counted: values, or moments, as the kind of the feature has it."""
        from textbook_ml.models.poisson_naive_bayes import is_count
        from textbook_ml.statistics.by_class import ByClass, require_numbers, require_rectangular
        from textbook_ml.statistics.counts import Counts
        from textbook_ml.statistics.moments import Moments

        summaries: dict[str, Any] = {
            "categorical": Counts, "gaussian": Moments, "poisson": Moments
        }  # fmt: skip
        for kind in kinds:
            require(kind in summaries, f"the kind {kind!r} came: give one of {list(summaries)}")
        require_rectangular(rows, labels, len(kinds))
        for j in [j for j, kind in enumerate(kinds) if kind == "poisson"]:
            for i, row in enumerate(rows):
                require(
                    is_count(row[j]), f"row {i} has {row[j]!r} in feature {j}, which is no count"
                )
        numeric = [j for j, kind in enumerate(kinds) if kind != "categorical"]
        require_numbers([[row[j] for j in numeric] for row in rows], [f"x{j + 1}" for j in numeric])
        return ByClass.of(rows, labels, [summaries[kind] for kind in kinds], weights)

    @classmethod
    def from_statistics(
        cls,
        statistics: ByClass[Label],
        *,
        kinds: Sequence[Kind],
        theta: Estimator = categorical_mle,
        variance: Callable[..., Any] = variance_mvue,
        prior: Prior = categorical_mle,
        floor: float | None = None,
        values: Mapping[int, Sequence[Hashable]] | None = None,
        classes: Sequence[Label] | None = None,
        features: Sequence[str] | None = None,
    ) -> Self:
        """What is estimated from what was counted."""
        from textbook_ml.models.categorical_naive_bayes import possible_values, table_of

        order = order_of_classes(statistics.sizes, classes)
        for y in order:
            require(y in statistics.summaries, f"class {y!r} has no examples to learn from")
        names = feature_names(features, len(kinds))
        columns = list(zip(*(statistics.summaries[y] for y in order)))
        bells = _bells(columns, kinds, names, order, variance, floor)
        learned: list[Sequence[Distribution]] = []
        for i, (name, kind, column) in enumerate(zip(names, kinds, columns)):
            if kind == "categorical":
                possible = possible_values(name, column, (values or {}).get(i))
                tables = [table_of(theta, c, possible, name, y) for y, c in zip(order, column)]
                learned.append([Categorical(table) for table in tables])
            elif kind == "gaussian":
                learned.append(bells[i])
            else:
                learned.append(_rates(column, name, order))
        priors = estimate_prior(statistics.sizes, order, prior)
        return cls(order, names, priors, tuple(zip(*learned)))

    def log_terms(self, row: Sequence[Any]) -> dict[Label, list[float]]:
        """ln P(y), then ln P(xᵢ | y) for each feature; 0 where xᵢ is missing."""
        require_same_length(values=row, features=self.features)
        return {
            y: [log(prior) if prior else float("-inf"), *self._factors(row, parts)]
            for y, prior, parts in zip(self.classes, self.priors, self.distributions)
        }

    def _factors(self, row: Sequence[Any], parts: Sequence[Distribution]) -> list[float]:
        factors = []
        for name, x, part in zip(self.features, row, parts):
            try:
                factors.append(0.0 if x is None else part.log_p(x))
            except TextbookError as error:
                raise TextbookError(f"feature {name!r}: {error}") from None
        return factors

    def log_joint(self, row: Sequence[Any]) -> dict[Label, float]:
        """ln p(x, y) for each class."""
        return self.log_scores(row)

    def to_logistic(self) -> None:
        """There is none in general; each kind of feature has its own bridge."""
        raise TextbookError(
            "features of several kinds have no one logistic form: fit the Boolean, Gaussian or "
            "Poisson ones by themselves"
        )

    def sample(self, n: int, rng: Random) -> tuple[list[list[Any]], list[Label]]:
        """New rows: first a class by the prior, then each feature by its distribution."""
        places = rng.choices(range(len(self.classes)), list(map(float, self.priors)), k=n)
        rows = [[part.draw(rng) for part in self.distributions[k]] for k in places]
        return rows, [self.classes[k] for k in places]


def _bells(
    columns: Sequence[Sequence[Moments]],
    kinds: Sequence[str],
    names: Sequence[str],
    order: Sequence[Any],
    variance: Callable[..., Any],
    floor: float | None,
) -> dict[int, list[Gaussian]]:
    """A bell for each Gaussian feature and class; a common variance is common to them all."""
    from textbook_ml.models.gaussian_naive_bayes import require_spread, variances_of

    places = [i for i, kind in enumerate(kinds) if kind == "gaussian"]
    if not places:
        return {}
    for i in places:
        _require_observed(columns[i], names[i], order)
    table = [[columns[i][k] for i in places] for k in range(len(order))]
    sigma2 = variances_of(table, order, [names[i] for i in places], variance, floor)
    means = [[float(m.mean) for m in moments] for moments in table]
    for k, y in enumerate(order):
        for j, i in enumerate(places):
            require_spread(sigma2[k][j], names[i], y)
    return {
        i: [Gaussian(means[k][j], sigma2[k][j]) for k in range(len(order))]
        for j, i in enumerate(places)
    }


def _rates(column: Sequence[Moments], name: str, order: Sequence[Any]) -> list[Poisson]:
    _require_observed(column, name, order)
    try:
        return [Poisson(float(m.mean)) for m in column]
    except TextbookError as error:
        raise TextbookError(f"feature {name!r}: {error}") from None


def _require_observed(column: Sequence[Moments], name: str, order: Sequence[Any]) -> None:
    for y, m in zip(order, column):
        require(m.n > 0, f"feature {name!r} is never observed in class {y!r}: drop it")
