"""The Laplace (double exponential) distribution, and Laplace naive Bayes."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import inf, log
from typing import Any, ClassVar, Generic, TypeVar

from textbook_ml.core.errors import require
from textbook_ml.core.numeric import require_finite
from textbook_ml.equations.log_terms import Table as Entries
from textbook_ml.equations.log_terms import Values
from textbook_ml.models.distribution import (
    Card,
    Distribution,
    Golden,
    all_finite,
    errors_name_place,
)
from textbook_ml.models.naive_bayes import NaiveBayes, Table
from textbook_ml.sources.registry import equation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

    from textbook_ml.models.counting import Column

Label = TypeVar("Label", bound=Hashable)


def laplace_log_pdf(x: float, mu: float, b: float) -> float:
    """The log density of the Laplace distribution.

        ln p(x) = −ln 2b − |x − μ| / b

    >>> laplace_log_pdf(3.0, mu=1.0, b=0.5)
    -4.0
    """
    return -log(2 * b) - abs(x - mu) / b


def median(counts: dict[Any, Any]) -> Fraction:
    """Return the median of a sample, given as {value: count}.

    >>> median({1.0: 2, 4.0: 1, 2.0: 1})
    Fraction(3, 2)
    """
    values = sorted(counts)
    below = list(accumulate(counts[x] for x in values))
    half = Fraction(below[-1]) / 2
    low = next(x for x, n in zip(values, below) if n >= half)
    high = next(x for x, n in zip(values, below) if n > half)
    return (Fraction(low) + Fraction(high)) / 2


def laplace_mle(counts: dict[Any, Any]) -> tuple[Fraction, Fraction]:
    """Maximum likelihood estimates: the median, and the mean distance from it.

        μ̂ = median of x,   b̂ = Σ |x − μ̂| / N

    >>> laplace_mle({1.0: 2, 4.0: 1, 2.0: 1})
    (Fraction(3, 2), Fraction(1, 1))
    """
    require(bool(counts), "a median needs at least one value, got none")
    mu = median(counts)
    distances = sum(n * abs(Fraction(x) - mu) for x, n in counts.items())
    return mu, Fraction(distances) / sum(counts.values())


def laplace_log_terms(row: Values, peaks: Entries, means: Entries, narrow: Entries) -> list[float]:
    """The log density of each feature; `peaks` holds −ln 2bᵢ and `narrow` holds 1 / bᵢ.

    >>> laplace_log_terms([3.0, None], peaks=[0.5, 0.5], means=[1.0, 1.0], narrow=[2.0, 2.0])
    [-3.5, 0.0]
    """
    return [
        0.0 if x is None else peak - abs(x - mean) * steep
        for x, peak, mean, steep in zip(row, peaks, means, narrow)
    ]


@dataclass(frozen=True, slots=True)
class Laplace(Distribution):
    """The Laplace distribution with median μ and mean distance b from it."""

    mu: float
    b: float

    kind = "laplace"
    summary = "counts"  # for the median, a stream stores the distinct values
    column = "number"
    headings = ("median", "mean distance")
    restricted = True
    log_terms = staticmethod(laplace_log_terms)
    log_p = staticmethod(laplace_log_pdf)
    all_plain = staticmethod(all_finite)

    @staticmethod
    def check(mu: float, b: float) -> None:
        """Raise TextbookError unless the median is finite and the mean distance positive."""
        require_finite([mu], "the median")
        require(
            0 < b < inf and 1 / b < inf,
            f"the mean distance from the median must be positive and finite, got {b}; it is 0 "
            "for a feature that is constant within a class. Fix: drop the feature, "
            "or set a minimum, such as floor=1e-9",
        )

    @classmethod
    def estimate(
        cls, columns: Sequence[Column], *, floor: float | None = None
    ) -> list[list[tuple[float, float]]]:
        """Estimate the median, and the mean distance from it, which is at least `floor`."""
        least = 0.0 if floor is None else floor
        require(0 <= least < inf, f"floor must be at least 0 and finite, got {floor}")
        found = [
            [
                errors_name_place(c.name, y, laplace_mle, xs.table)
                for y, xs in zip(c.classes, c.samples)
            ]
            for c in columns
        ]
        return [[(float(mu), max(float(b), least)) for mu, b in column] for column in found]

    @staticmethod
    def tables(
        mus: Sequence[float], bs: Sequence[float]
    ) -> tuple[Sequence[float], Sequence[float], Sequence[float]]:
        """The log density at the median, the median, and 1 / b."""
        peaks = [laplace_log_pdf(mu, mu, b) for mu, b in zip(mus, bs)]
        return peaks, mus, [1 / b for b in bs]

    @staticmethod
    def precise_log_terms(x: float, mu: float, b: float) -> Iterable[float | Fraction]:
        """−ln 2b, and |x − μ| / b exactly."""
        return laplace_log_pdf(mu, mu, b), -abs(Fraction(x) - Fraction(mu)) / Fraction(b)

    @staticmethod
    def draw(rng: Random, mu: float, b: float) -> float:
        """A random number: the median plus or minus an exponential distance."""
        return mu + rng.choice((-b, b)) * rng.expovariate(1.0)


@equation("xing-nb-general")
@dataclass(frozen=True, slots=True, repr=False)
class LaplaceNaiveBayes(NaiveBayes[Label], Generic[Label]):
    """Laplace naive Bayes: like Gaussian naive Bayes, but with heavier tails.

        P(y | x) ∝ P(y) Πᵢ exp(−|xᵢ − mᵢ_y| / bᵢ_y) / 2bᵢ_y

    `medians[k][i]` is m and `distances[k][i]` is b, the mean distance from the median, of class k
    and feature i. Option of `fit`: `floor`, the smallest such distance.

    >>> rows, labels = [[1.0], [3.0], [7.0], [9.0]], ["a", "a", "b", "b"]
    >>> model = LaplaceNaiveBayes.fit(rows, labels)
    >>> model.medians, model.distances
    (((2.0,), (8.0,)), ((1.0,), (1.0,)))
    >>> model.posterior([5.0]), model.classify([4.0])      # 5 is as far from 2 as from 8
    ({'a': 0.5, 'b': 0.5}, 'a')
    """

    medians: Table
    distances: Table

    family: ClassVar[type[Distribution]] = Laplace
    golden: ClassVar[Golden | None] = Golden(
        parameters=(((1.0, -2.0), (2.5, 0.5)), ((0.5, 4.0), (2.0, 1.0))),
        row=(1.5, 0.25),
        posterior=("0.128855943867331034933489923682", "0.871144056132668965066510076318"),
    )
    cards: ClassVar[tuple[Card, ...]] = (
        Card(
            name="laplace-nb",
            about="a Laplace density for each feature in each class",
            needs="continuous features",
            kinds=("continuous",),
            options=("floor",),
        ),
    )
