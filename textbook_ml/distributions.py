"""P(xᵢ | y) for one feature in one class: categorical, Bernoulli, Gaussian or Poisson."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import exp, inf, lgamma, log, pi, sqrt
from typing import Any

from textbook_ml.errors import TextbookError, quoted, require
from textbook_ml.numeric import is_number, require_distribution, require_finite
from textbook_ml.stable import safe_log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random


@dataclass(frozen=True, slots=True)
class Categorical:
    """A table {value: probability}.

    >>> Categorical({"a": Fraction(1, 4), "b": Fraction(3, 4)}).log_p("b") == log(0.75)
    True
    """

    table: Mapping[Hashable, Fraction]

    def __post_init__(self) -> None:
        require_distribution(self.table, "the table")

    def log_p(self, x: Any) -> float:
        """ln P(x)."""
        require(
            x in self.table,
            f"the value {quoted(x)} is not known (known are {list(self.table)}): give None for it, "
            "or name it in values= when fitting",
        )
        return safe_log(self.table[x])

    def draw(self, rng: Random) -> Any:
        """A value by its probability."""
        return rng.choices(list(self.table), list(map(float, self.table.values())))[0]


@dataclass(frozen=True, slots=True)
class Gaussian:
    """A bell curve.

    >>> Gaussian(0.0, 1.0).log_p(0.0) == -log(2 * pi) / 2
    True
    """

    mu: float
    sigma2: float

    def __post_init__(self) -> None:
        require_finite([self.mu], "the mean")
        require(
            0 < self.sigma2 < inf,
            f"the variance is {self.sigma2}: a feature that is constant in a class has no bell; "
            "give a variance floor, or drop it",
        )

    def log_p(self, x: Any) -> float:
        """ln p(x), a density."""
        d = _number(x) - self.mu
        return -d * d / (2 * self.sigma2) - log(2 * pi * self.sigma2) / 2

    def draw(self, rng: Random) -> float:
        """A number by the bell."""
        return rng.gauss(self.mu, sqrt(self.sigma2))


@dataclass(frozen=True, slots=True)
class Poisson:
    """Counts with a mean.

    >>> Poisson(log(2)).log_p(0) == -log(2)
    True
    """

    rate: float

    def __post_init__(self) -> None:
        require(
            0 < self.rate < inf,
            f"the rate is {self.rate}: a count that is always 0 in a class has none; drop it",
        )

    def log_p(self, x: Any) -> float:
        """ln P(x)."""
        k = _number(x)
        require(k >= 0 and k == int(k), f"the value {x!r} is no count: give 0, 1, 2, …")
        return k * log(self.rate) - self.rate - lgamma(k + 1)

    def draw(self, rng: Random) -> int:
        """A count: how many exponential waits fit into one unit of time."""
        if self.rate > 500:  # a sum of two Poisson counts is one of the sum of their rates
            half = Poisson(self.rate / 2)
            return half.draw(rng) + half.draw(rng)
        k, product, limit = 0, rng.random(), exp(-self.rate)
        while product > limit:
            k, product = k + 1, product * rng.random()
        return k


Distribution = Categorical | Gaussian | Poisson


def _number(x: Any) -> float:
    if is_number(x):
        return float(x)
    raise TextbookError(
        f"the value {quoted(x)} is no finite number: give one, or None if it is missing"
    )
