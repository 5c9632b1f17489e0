"""The Poisson distribution of counts, and Poisson naive Bayes, whose posterior is logistic (Ng)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp, inf, log
from typing import Any, ClassVar, Generic, TypeVar

from textbook_ml.core.errors import quoted, require
from textbook_ml.core.numeric import is_number
from textbook_ml.core.stable import log_tail, safe_log
from textbook_ml.equations.gaussian import mean_mle
from textbook_ml.equations.log_terms import poisson_log_pmf, poisson_log_terms
from textbook_ml.models.distribution import Card, Distribution
from textbook_ml.models.naive_bayes import NaiveBayes, Table
from textbook_ml.models.protocols import require_two
from textbook_ml.sources.registry import equation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

    from textbook_ml.equations.bridge import Weights

Label = TypeVar("Label", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Poisson(Distribution):
    """Counts with mean λ, the rate.

    >>> Poisson.log_p(0, 2.5)
    -2.5
    """

    rate: float

    kind = "poisson"
    summary = "moments"
    column = "count"
    headings = ("mean count",)
    restricted = True
    largest = 1000  # the terms x ln λ of several features may cancel
    log_terms = staticmethod(poisson_log_terms)
    log_p = staticmethod(poisson_log_pmf)

    @staticmethod
    def check(rate: float) -> None:
        """Raise TextbookError unless the rate is positive."""
        require(
            0 < rate < inf,
            f"the rate must be positive and finite, got {rate}; a count that is always 0 in a "
            "class has rate 0. Fix: drop the feature",
        )

    @classmethod
    def from_sample(cls, xs: Any) -> tuple[float]:
        """The maximum likelihood estimate of the rate is the mean."""
        return (float(mean_mle(xs)),)

    @staticmethod
    def tables(rates: Sequence[float]) -> tuple[Sequence[float], Sequence[float]]:
        """ln λ and λ."""
        return [log(rate) for rate in rates], rates

    @staticmethod
    def all_plain(column: Sequence[Any]) -> bool:
        """Return whether all cells are integers of at least 0; only distinct values are tested."""
        try:
            values = set(column)
        except TypeError:
            return False
        whole = {int}.issuperset(map(type, values))
        return whole and min(values, default=0) >= 0 and is_number(max(values, default=0))

    @staticmethod
    def require_cell(x: Any) -> None:
        """Raise TextbookError unless x is a count."""
        require(
            is_number(x) and x >= 0 and x == int(x),
            f"the value must be a count (0, 1, 2, …), or None, got {quoted(x)}",
        )

    @staticmethod
    def precise_log_terms(x: int, rate: float) -> Iterable[float | Fraction]:
        """x ln λ − λ, with twice the digits of ln λ."""
        n, q = Fraction(x), Fraction(rate)
        return n * Fraction(safe_log(q)), n * Fraction(log_tail(q)), -q

    @staticmethod
    def draw(rng: Random, rate: float) -> int:
        """A random count: the number of exponential waiting times that fit into one unit."""
        if rate > 500:  # the sum of two Poisson counts is Poisson, with the sum of the rates
            return Poisson.draw(rng, rate / 2) + Poisson.draw(rng, rate / 2)
        k, product, limit = 0, rng.random(), exp(-rate)
        while product > limit:
            k, product = k + 1, product * rng.random()
        return k


@equation("ng-poisson")
@dataclass(frozen=True, slots=True, repr=False)
class PoissonNaiveBayes(NaiveBayes[Label], Generic[Label]):
    """Poisson naive Bayes: a mean count for each feature in each class.

        P(y | x) ∝ P(y) Πᵢ λᵢ_y^xᵢ exp(−λᵢ_y) / xᵢ!

    `rates[k][i]` is the mean count λ of class k and feature i.

    >>> model = PoissonNaiveBayes.fit([[1], [3], [7], [9]], ["a", "a", "b", "b"])
    >>> model.priors, model.rates
    ((0.5, 0.5), ((2.0,), (8.0,)))
    >>> model.classify([4]), model.classify([5])      # the boundary is 6 / ln 4 = 4.3
    ('a', 'b')
    """

    rates: Table

    family: ClassVar[type[Distribution]] = Poisson
    labels_only = True
    cards: ClassVar[tuple[Card, ...]] = (
        Card(
            name="poisson-nb",
            about="a mean count for each feature in each class; Ng §1.3",
            needs="features that are counts (0, 1, 2 and so on)",
            kinds=("continuous",),
            cells="counts",
        ),
    )

    def to_logistic(self) -> Weights:
        """The weights of the logistic model with the same posterior.

        >>> PoissonNaiveBayes(("a", "b"), ("x",), (0.5, 0.5), ((1.0,), (3.0,))).to_logistic().w0
        -2.0
        """
        from textbook_ml.equations.bridge import poisson_to_logistic

        require_two(self.classes)
        return poisson_to_logistic(self.priors[1], self.rates[0], self.rates[1])
