"""Section 2, row by row. The log probability of each feature of an example, given its class.

    row      the values of one example; None where a value is missing, which adds 0
    tables   all other arguments: one entry for each feature, computed once from the parameters

Naive Bayes adds these terms to ln P(y). The models evaluate these expressions, and an exported
file has the same expressions in its own language: so both give the same bits.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import lgamma, log
from typing import Any

from textbook_ml.sources.registry import equation

Values = Iterable[Any]  # numbers, or None for a missing value
Table = Iterable[float]


@equation("ng-a1-univariate")
def normal_log_terms(row: Values, peaks: Table, means: Table, narrow: Table) -> list[float]:
    """The log density of each Gaussian feature.

        ln N(xᵢ; μᵢ, σᵢ²) = −½ ln 2πσᵢ² − (xᵢ − μᵢ)² / 2σᵢ²

    `peaks` holds −½ ln 2πσᵢ², the log density at the mean; `narrow` holds 1 / 2σᵢ².

    >>> normal_log_terms([3.0, None], peaks=[-1.0, -1.0], means=[1.0, 1.0], narrow=[0.5, 0.5])
    [-3.0, 0.0]
    """
    return [
        0.0 if x is None else peak - (x - mean) * (x - mean) * inverse
        for x, peak, mean, inverse in zip(row, peaks, means, narrow)
    ]


@equation("mitchell-22", "ng-gda-predict")
def centred_log_terms(row: Values, weights: Table, centres: Table) -> list[float]:
    """The terms of the linear log odds of Gaussian features with equal variances.

        ln N(xᵢ; μᵢ, σᵢ²) / N(xᵢ; μᵢ′, σᵢ²) = wᵢ (xᵢ − cᵢ),   wᵢ = (μᵢ − μᵢ′) / σᵢ²

    cᵢ is the midpoint of the two means.

    >>> centred_log_terms([3.0, None], weights=[2.0, 1.0], centres=[1.0, 1.0])
    [4.0, 0.0]
    """
    return [
        0.0 if x is None else weight * (x - centre)
        for x, weight, centre in zip(row, weights, centres)
    ]


@equation("mitchell-4", "ng-nb-multivalued", "ng-bernoulli-event")
def categorical_log_terms(
    row: Values, gains: Iterable[Mapping[Any, float] | Sequence[float]]
) -> list[float]:
    """The log probability of each discrete feature: looked up in the table of the feature.

        ln P(xᵢ | y) = ln θᵢ(xᵢ)

    For a Bernoulli feature the table is the pair ln(1 − φ), ln φ.

    >>> categorical_log_terms(["b", 1], [{"a": -2.0, "b": -0.5}, (-0.25, -1.5)])
    [-0.5, -1.5]
    """
    return [0.0 if x is None else table[x] for x, table in zip(row, gains)]


@equation("ng-multinomial-event")
def multinomial_log_terms(row: Iterable[int], weights: Table) -> list[float]:
    """The log probability of a message, word by word: a word that occurs n times counts n times.

        Σⱼ ln φ_{xⱼ} = Σ_w n_w ln φ_w

    `weights` holds ln φ of each word that occurs.

    >>> multinomial_log_terms([2, 1], weights=[-1.5, -0.25])
    [-3.0, -0.25]
    """
    return [n * weight for n, weight in zip(row, weights)]


@equation("ng-poisson")
def poisson_log_terms(row: Values, log_rates: Table, rates: Table) -> list[float]:
    """The log probability of each count, without ln xᵢ!, which is the same for every class.

        ln P(xᵢ) + ln xᵢ! = xᵢ ln λᵢ − λᵢ

    >>> poisson_log_terms([2, None], log_rates=[0.5, 0.5], rates=[1.5, 1.5])
    [-0.5, 0.0]
    """
    return [
        0.0 if x is None else log_rate * x - rate
        for x, log_rate, rate in zip(row, log_rates, rates)
    ]


@equation("ng-poisson")
def poisson_log_pmf(k: int, rate: float) -> float:
    """The log probability of a Poisson count, within 2 ulp of its largest term.

        ln P(k) = k ln λ − λ − ln k!

    >>> poisson_log_pmf(0, rate=2.5)
    -2.5
    """
    return k * log(rate) - rate - lgamma(k + 1)  # lgamma(k + 1) is ln k!
