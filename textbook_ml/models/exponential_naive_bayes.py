"""The exponential distribution of waiting times, and exponential naive Bayes."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, log
from typing import Any, ClassVar, Generic, TypeVar

from textbook_ml.core.errors import quoted, require
from textbook_ml.core.numeric import is_number
from textbook_ml.equations.gaussian import mean_mle
from textbook_ml.equations.log_terms import Table as Entries
from textbook_ml.equations.log_terms import Values
from textbook_ml.models.distribution import Card, Distribution, Golden, all_finite
from textbook_ml.models.naive_bayes import NaiveBayes, Table
from textbook_ml.sources.registry import equation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

Label = TypeVar("Label", bound=Hashable)


def exponential_log_pdf(x: float, rate: float) -> float:
    """The log density of the exponential distribution.

        ln p(x) = ln λ − λ x,   x ≥ 0

    >>> exponential_log_pdf(2.0, rate=1.0)
    -2.0
    """
    return log(rate) - rate * x


def exponential_rate_mle(xs: Any) -> Any:
    """Maximum likelihood estimate of the rate: one over the mean.

        λ̂ = N / Σ x

    >>> exponential_rate_mle([1.0, 3.0, 8.0])
    0.25
    """
    mean = mean_mle(xs)
    require(
        mean > 0,
        f"the rate is 1 / mean, and the mean is {mean}. Fix: drop a feature that is always 0",
    )
    return 1 / mean


def exponential_log_terms(row: Values, peaks: Entries, rates: Entries) -> list[float]:
    """The log density of each feature: ln λᵢ − λᵢ xᵢ; `peaks` holds ln λᵢ.

    >>> exponential_log_terms([2.0, None], peaks=[0.5, 0.5], rates=[1.0, 1.0])
    [-1.5, 0.0]
    """
    return [0.0 if x is None else peak - x * rate for x, peak, rate in zip(row, peaks, rates)]


@dataclass(frozen=True, slots=True)
class Exponential(Distribution):
    """Numbers of at least 0 with mean 1 / λ; λ is the rate."""

    rate: float

    kind = "exponential"
    summary = "moments"
    column = "amount"
    headings = ("rate",)
    restricted = True
    log_terms = staticmethod(exponential_log_terms)
    log_p = staticmethod(exponential_log_pdf)

    @staticmethod
    def check(rate: float) -> None:
        """Raise TextbookError unless the rate is positive."""
        require(0 < rate < inf, f"the rate must be positive and finite, got {rate}")

    @classmethod
    def from_sample(cls, xs: Any) -> tuple[float]:
        """Return the maximum likelihood estimate of the rate."""
        return (float(exponential_rate_mle(xs)),)

    @staticmethod
    def tables(rates: Sequence[float]) -> tuple[Sequence[float], Sequence[float]]:
        """ln λ and λ."""
        return [exponential_log_pdf(0.0, rate) for rate in rates], rates

    @staticmethod
    def all_plain(column: Sequence[Any]) -> bool:
        """Return whether all cells are numbers of at least 0."""
        return all_finite(column) and min(column, default=0) >= 0

    @staticmethod
    def require_cell(x: Any) -> None:
        """Raise TextbookError unless x is a number of at least 0."""
        require(
            is_number(x) and x >= 0,
            f"the value must be a number of at least 0, or None, got {quoted(x)}",
        )

    @staticmethod
    def precise_log_terms(x: float, rate: float) -> Iterable[float | Fraction]:
        """ln λ, and λ x exactly."""
        return log(rate), -Fraction(x) * Fraction(rate)

    @staticmethod
    def draw(rng: Random, rate: float) -> float:
        """A random waiting time."""
        return rng.expovariate(rate)


@equation("xing-nb-general")
@dataclass(frozen=True, slots=True, repr=False)
class ExponentialNaiveBayes(NaiveBayes[Label], Generic[Label]):
    """Exponential naive Bayes, for waiting times, sizes and prices: a rate per feature and class.

        P(y | x) ∝ P(y) Πᵢ λᵢ_y exp(−λᵢ_y xᵢ)

    `rates[k][i]` is 1 / mean of class k and feature i.

    >>> rows, labels = [[1.0], [3.0], [7.0], [9.0]], ["a", "a", "b", "b"]
    >>> model = ExponentialNaiveBayes.fit(rows, labels)
    >>> model.priors, model.rates
    ((0.5, 0.5), ((0.5,), (0.125,)))
    >>> model.classify([3.0]), model.classify([4.0])      # the boundary is ln 4 / 0.375 = 3.7
    ('a', 'b')
    """

    rates: Table

    family: ClassVar[type[Distribution]] = Exponential
    golden: ClassVar[Golden | None] = Golden(
        parameters=(((2.0, 0.5), (1.0, 3.0)),),
        row=(0.75, 1.5),
        posterior=("0.690567857703015607868878343068", "0.309432142296984392131121656932"),
    )
    cards: ClassVar[tuple[Card, ...]] = (
        Card(
            name="exponential-nb",
            about="an exponential density for each feature in each class",
            needs="continuous features that are never negative",
            kinds=("continuous",),
            cells="amounts",
        ),
    )
