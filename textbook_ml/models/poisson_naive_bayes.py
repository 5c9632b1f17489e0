"""Poisson naive Bayes: a mean count for each class and feature; Ng's other road to logistic."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import fsum, inf, lgamma, log
from operator import mul
from typing import Any, Generic, Self, TypeVar, cast

from textbook_ml.equations.smoothing import categorical_mle
from textbook_ml.errors import TextbookError, quoted, require, require_same_length
from textbook_ml.models.priors import Prior, estimate_prior, observed_moments
from textbook_ml.models.protocols import (
    MANY,
    NEAR_TIE,
    Generative,
    Probabilistic,
    quick_labels,
    require_model,
    require_two,
)
from textbook_ml.numeric import is_number
from textbook_ml.stable import deviance, log_tail, normalise_log_terms

TYPE_CHECKING = False
if TYPE_CHECKING:  # what is only named here, and loaded where it is used
    from random import Random

    from textbook_ml.equations.bridge import Weights
    from textbook_ml.statistics.by_class import ByClass

Label = TypeVar("Label", bound=Hashable)
Row = Sequence[int | None]

ROUNDING = 2.0**-51  # of Σ x |ln λ|: how far the difference of two scores may be off


def is_count(x: object) -> bool:
    """Whether x is 0, 1, 2, …, or missing."""
    if x is None:
        return True
    return is_number(x) and x >= 0 and x == int(x)


def plain_counts(row: Row) -> bool:
    """Whether all are whole numbers from 0 on, and none is missing: at a glance, by C."""
    if set(map(type, row)) != {int}:
        return False
    counts = cast(Sequence[int], row)
    return is_count(min(counts)) and is_count(max(counts))


@lru_cache(maxsize=100_000)  # the same counts come in most rows, and fractions take their time
def _term(x: int | None, rate: float) -> float:
    if x is None:
        return 0.0
    return -deviance(int(x), rate) if x else -rate


@lru_cache(maxsize=100_000)
def _wide_terms(x: int | None, rate: float) -> tuple[float, ...]:
    """x ln λ − λ in pieces that lose nothing: ln λ by head and tail, and what x ln λ drops."""
    if x is None:
        return ()
    head = log(rate)
    lost = float(Fraction(x) * Fraction(head) - Fraction(x * head))
    return x * head, lost, x * log_tail(Fraction(rate)), -rate


@dataclass(frozen=True, slots=True)
class PoissonNaiveBayes(Probabilistic[Label], Generative[Label], Generic[Label]):
    """Counts with a mean for each class; `rates[k][i]` is of class k and feature i."""

    classes: tuple[Label, ...]
    features: tuple[str, ...]
    priors: tuple[float, ...]
    rates: tuple[tuple[float, ...], ...]

    def __post_init__(self) -> None:
        require_model(self.classes, self.features, self.priors, self.rates)
        for y, rates in zip(self.classes, self.rates):
            for name, rate in zip(self.features, rates):
                require(
                    0 < rate < inf,
                    f"the mean of feature {name!r} in class {y!r} is {rate}: a count that is "
                    "always 0 in a class has no rate; drop it",
                )

    @classmethod
    def fit(
        cls,
        rows: Sequence[Row],
        labels: Sequence[Label],
        *,
        prior: Prior = categorical_mle,
        classes: Sequence[Label] | None = None,
        features: Sequence[str] | None = None,
        weights: Sequence[float | Fraction] | None = None,
    ) -> Self:
        """Count, then estimate: the maximum likelihood rate is the mean.

        >>> PoissonNaiveBayes.fit([[1], [3], [7], [9]], "aabb").rates
        ((2.0,), (8.0,))
        """
        statistics = cls.count(rows, labels, weights)
        return cls.from_statistics(statistics, prior=prior, classes=classes, features=features)

    @staticmethod
    def count(
        rows: Sequence[Row],
        labels: Sequence[Label],
        weights: Sequence[float | Fraction] | None = None,
    ) -> ByClass[Label]:
        """What is counted: the moments of each feature in each class."""
        from textbook_ml.statistics.by_class import ByClass
        from textbook_ml.statistics.moments import Moments

        for i, row in enumerate(rows):
            for j, x in enumerate(() if plain_counts(row) else row):
                if not is_count(x):
                    raise TextbookError(
                        f"row {i} has {quoted(x)} in feature {j}, which is no count: "
                        "give 0, 1, 2, …"
                    )
        return ByClass.of(rows, labels, [Moments] * len(next(iter(rows), ())), weights)

    @classmethod
    def from_statistics(
        cls,
        statistics: ByClass[Label],
        *,
        prior: Prior = categorical_mle,
        classes: Sequence[Label] | None = None,
        features: Sequence[str] | None = None,
    ) -> Self:
        """What is estimated from what was counted."""
        order, names, table = observed_moments(statistics, classes, features)
        rates = tuple(tuple(float(m.mean) for m in moments) for moments in table)
        priors = estimate_prior(statistics.sizes, order, prior)
        return cls(order, names, tuple(map(float, priors)), rates)

    def log_terms(self, row: Row) -> dict[Label, list[float]]:
        """ln P(y), then −(xᵢ ln(xᵢ/λᵢ) + λᵢ − xᵢ); what only depends on x is left out."""
        require_same_length(values=row, features=self.features)
        for name, x in zip(self.features, () if plain_counts(row) else row):
            if not is_count(x):
                raise TextbookError(
                    f"feature {name!r} is {quoted(x)}, no count: give 0, 1, 2, … or None"
                )
        return {
            y: [
                log(prior) if prior else -inf,
                *(_term(x, rate) for x, rate in zip(row, rates)),
            ]
            for y, prior, rates in zip(self.classes, self.priors, self.rates)
        }

    def posterior(self, row: Row) -> dict[Label, float]:
        """P(y | x) for each class; with many features, from logarithms of twice the digits."""
        terms = self.log_terms(row)
        if len(row) <= MANY:
            return normalise_log_terms(terms)
        wide = {
            y: [terms[y][0], *(t for x, rate in zip(row, rates) for t in _wide_terms(x, rate))]
            for y, rates in zip(self.classes, self.rates)
        }
        return normalise_log_terms(wide)

    def predict(self, rows: Iterable[Row]) -> list[Label]:
        """The labels of many rows, by Σ xᵢ ln λᵢ − Σ λᵢ, while the counts are not enormous."""
        heights = [
            (log(prior) if prior else -inf) - fsum(rates)
            for prior, rates in zip(self.priors, self.rates)
        ]
        logs = [list(map(log, rates)) for rates in self.rates]
        steepest = max((abs(t) for row in logs for t in row), default=0.0)

        def scores(row: Row) -> list[float]:
            require_same_length(values=row, features=self.features)
            counts = cast(Sequence[int], row)
            if not plain_counts(row) or sum(counts) * steepest * ROUNDING > NEAR_TIE:
                raise ValueError("a value is missing, or rounding could hide a tie")
            return [height + fsum(map(mul, counts, ln)) for height, ln in zip(heights, logs)]

        return quick_labels(self, rows, scores)

    def log_joint(self, row: Row) -> dict[Label, float]:
        """ln P(x, y) for each class, factorials and all."""
        scores = self.log_scores(row)
        # ln x! − (x ln x − x) is what the terms leave out
        common = fsum(lgamma(x + 1) - x * log(x) + x for x in row if x)
        return {y: score - common for y, score in scores.items()}

    def sample(self, n: int, rng: Random) -> tuple[list[list[Any]], list[Label]]:
        """New rows: first a class by the prior, then each count by its rate."""
        from textbook_ml.distributions import Poisson

        places = rng.choices(range(len(self.classes)), self.priors, k=n)
        rows = [[Poisson(rate).draw(rng) for rate in self.rates[k]] for k in places]
        return rows, [self.classes[k] for k in places]

    def to_logistic(self) -> Weights:
        """The logistic weights with the same posterior of the second class.

        >>> PoissonNaiveBayes(("a", "b"), ("x",), (0.5, 0.5), ((1.0,), (3.0,))).to_logistic().w0
        -2.0
        """
        from textbook_ml.equations.bridge import poisson_to_logistic

        require_two(self.classes)
        return poisson_to_logistic(self.priors[1], self.rates[0], self.rates[1])
