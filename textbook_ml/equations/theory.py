"""Sections 1.1 and 4. The number of examples needed: intervals, bounds and rates.

p, n_examples    a probability, and the number of examples from which it is estimated
half_width       half the width of an interval around the estimate
n_features       n
delta, epsilon   the accepted probability of failure, and the error
"""

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from itertools import product
from math import ceil, comb, inf, log, log1p, sqrt
from statistics import NormalDist
from typing import TypeVar

from textbook_ml.core.errors import number_text, require
from textbook_ml.core.numeric import (
    mean,
    ratio,
    require_floats,
    require_probability,
    require_whole,
    total,
)
from textbook_ml.core.stable import exp_minus_one, log_ratio
from textbook_ml.sources.registry import equation

Point = TypeVar("Point", bound=Hashable)

MOST_TERMS = 10_000  # limit of n_examples and n_cells; larger exact sums take minutes


@equation("mitchell-s1.1-hundred")
def binomial_within(p: Fraction, n_examples: int, tolerance: Fraction) -> Fraction:
    """Exact probability that a relative frequency is within a tolerance of p.

        P(|p̂ − p| ≤ t) = Σ_{|k/N − p| ≤ t} C(N, k) pᵏ (1 − p)^(N − k)

    >>> binomial_within(Fraction(1, 2), 4, Fraction(1, 4))
    Fraction(7, 8)
    """
    require_probability(p, "p")
    require_whole(n_examples=n_examples)
    require_examples(n_examples)
    require(
        n_examples <= MOST_TERMS,
        f"n_examples must be at most {MOST_TERMS}, got {number_text(n_examples)}",
    )
    n, p, t = n_examples, ratio(p), ratio(tolerance)
    close_counts = [k for k in range(n + 1) if abs(ratio(k, n) - p) <= t]
    return ratio(total([comb(n, k) * p**k * (1 - p) ** (n - k) for k in close_counts]))


@equation("mitchell-s1.1-hundred", "mitchell-ex1")
def interval_half_width(p: float, n_examples: int, confidence: float = 0.95) -> float:
    """Half the width of the normal-approximation confidence interval of a probability.

        z √(p (1 − p) / N)

    `z` is the exact normal quantile, 1.959964 for 95 %, not the rounded 1.96.

    >>> interval_half_width(0.5, 400) == 2 * interval_half_width(0.5, 1600)
    True
    """
    require_probability(p, "p")
    require_examples(n_examples)
    require_floats(n_examples=n_examples)
    return normal_quantile(confidence) * sqrt(p * (1 - p) / n_examples)


@equation("mitchell-ex1")
def examples_for_half_width(half_width: float, p: float = 0.5, confidence: float = 0.95) -> int:
    """Exercise 1: number of examples for which the interval has a given half width.

        N ≥ z² p (1 − p) / h²

    N is computed in floats and rounded up: it is exact below 10¹⁵.

    >>> examples_for_half_width(0.02)
    2401
    """
    require(0 < half_width < inf, f"the half width must be above 0, got {number_text(half_width)}")
    require_probability(p, "p")
    require_floats(half_width=half_width)
    z = normal_quantile(confidence)
    return whole_number(z * z * p * (1 - p) / half_width / half_width)


@equation("mitchell-ex1")
def hoeffding_examples(epsilon: float, delta: float) -> int:
    """Hoeffding's bound: a sufficient number of examples, whatever p is.

        P(|p̂ − p| > ε) ≤ 2 exp(−2 N ε²) ≤ δ   if   N ≥ ln(2/δ) / 2ε²

    >>> hoeffding_examples(0.02, delta=0.05)
    4612
    """
    return whole_number(parameter_examples(epsilon, delta, n_parameters=1))


@equation("mitchell-s4-rates", "xing-rates", "xing-nb-rate", "sontag-rates", "gwansiu-s3-rates")
def naive_bayes_examples(epsilon: float, delta: float, n_features: int) -> float:
    """Sufficient number of examples of each class for all 2n Boolean parameters at once.

        N ≥ ln(4n/δ) / 2ε²

    It grows with log n: each doubling of n adds ln 2 / 2ε². Accurate parameters do not
    guarantee an accurate classifier.

    >>> naive_bayes_examples(0.1, 0.05, 20) - naive_bayes_examples(0.1, 0.05, 10) > 0
    True
    """
    require(n_features >= 1, f"n_features must be at least 1, got {number_text(n_features)}")
    return parameter_examples(epsilon, delta, n_parameters=2 * n_features)


def parameter_examples(epsilon: float, delta: float, n_parameters: int) -> float:
    """Hoeffding's bound for several parameters at once: N ≥ ln(2k/δ) / 2ε², by the union bound.

    >>> parameter_examples(0.5, delta=2.0**-3, n_parameters=1) == 2 * log(16)
    True
    """
    require(
        0 < epsilon < inf,
        f"the error ε must be finite and above 0, got {number_text(epsilon)}",
    )
    require(
        0 < delta < 1,
        f"the probability of failure δ must be in (0, 1), got {number_text(delta)}",
    )
    require(n_parameters >= 1, f"n_parameters must be at least 1, got {number_text(n_parameters)}")
    require_floats(epsilon=epsilon)
    needed = log_ratio(2 * n_parameters, delta) / (2 * epsilon) / epsilon
    require(needed < inf, f"ε = {epsilon}: the number of examples is larger than any float")
    return needed


@equation("xing-nb-rate", "xing-rates")
def gaussian_naive_bayes_examples(
    epsilon: float, delta: float, n_features: int, least_prior: float
) -> float:
    """Sufficient number of examples for all means, variances and priors at once.

        m ≥ 4 ln((8n + 4)/δ) / (ρ ε²)

    Then, with a probability of at least 1 − δ, every estimate of naive Bayes for two classes is
    within ε of its parameter: the mean (13) and the variance (14) of n features with values from
    0 to 1, and the priors (8), if ρ ≤ P(y) ≤ 1 − ρ; `least_prior` is ρ. Hoeffding's bound with
    ε/2 applies to 4n means: of each feature in each class, and of its squared distance from its
    mean. The priors and the sizes of the classes are two more such estimates.

    >>> gaussian_naive_bayes_examples(0.5, 0.75, 1, least_prior=0.5) == 32 * log(16)
    True
    """
    require(n_features >= 1, f"n_features must be at least 1, got {number_text(n_features)}")
    require(
        0 < epsilon <= 0.5,
        f"the error ε must be above 0 and at most 1/2, got {number_text(epsilon)}",
    )
    require(
        0 < least_prior <= 0.5,
        f"the least prior ρ must be above 0 and at most 1/2, got {number_text(least_prior)}",
    )
    n_estimates = 4 * n_features + 2
    return 2 / least_prior * parameter_examples(epsilon / 2, delta, n_parameters=n_estimates)


@equation("xing-lr-rate", "mitchell-s4-rates")
def logistic_error_gap(n_features: int, n_examples: int) -> float:
    """Bound on the error of logistic regression minus its limit, up to a constant factor.

        √((n/m) ln(m/n))

    It depends on m/n only, so a number of examples proportional to n suffices.

    >>> logistic_error_gap(10, 200) == logistic_error_gap(1000, 20_000)
    True
    """
    require(
        n_examples > n_features >= 1,
        f"the bound needs m > n ≥ 1, got n = {number_text(n_features)} and m = "
        f"{number_text(n_examples)}",
    )
    return sqrt(n_features / n_examples * log_ratio(n_examples, n_features))


@equation("mitchell-s1.1-repeats")
def coupon_collector_mean(n_cells: int) -> Fraction:
    """Mean number of uniform draws until every cell of a table has been drawn.

        C (1 + 1/2 + … + 1/C)

    >>> coupon_collector_mean(8)
    Fraction(761, 35)
    """
    require_whole(n_cells=n_cells)
    require(
        1 <= n_cells <= MOST_TERMS,
        f"n_cells must be from 1 to {MOST_TERMS}, got {number_text(n_cells)}",
    )
    return n_cells * total([ratio(1, i) for i in range(1, n_cells + 1)])


@equation("mitchell-s5-more-than-X", "gwansiu-s4-summary-2")
def unseen_share(n_cells: int, n_examples: int) -> Fraction:
    """Expected fraction of cells that uniform draws leave empty; about 1/e for m = |X|.

        (1 − 1/|X|)ᵐ

    >>> unseen_share(2, n_examples=3)
    Fraction(1, 8)
    """
    require_whole(n_cells=n_cells, n_examples=n_examples)
    require(n_cells >= 1, f"n_cells must be at least 1, got {number_text(n_cells)}")
    require(
        0 <= n_examples <= 10**6,
        f"n_examples must be 0 to 10⁶, got {number_text(n_examples)}",
    )
    return (1 - ratio(1, n_cells)) ** n_examples


@equation("ng-zero-principle")
def unseen_event_bound(n_examples: int, confidence: float = 0.95) -> float:
    """Upper confidence bound for the probability of an event not seen in m examples: about 3/m.

        1 − (1 − c)^(1/m)

    >>> unseen_event_bound(1)
    0.95
    """
    require_examples(n_examples)
    require(0 < confidence < 1, f"the confidence must be in (0, 1), got {number_text(confidence)}")
    require_floats(n_examples=n_examples, confidence=confidence)
    return -exp_minus_one(log1p(-confidence) / n_examples)  # log1p(−c) is ln(1 − c)


@equation("xing-vc")
def vc_dimension_of_halfspaces(n_features: int) -> int:
    """VC dimension of linear separators with an intercept; without one it is n.

        n + 1

    >>> vc_dimension_of_halfspaces(1)
    2
    """
    require(n_features >= 1, f"n_features must be at least 1, got {number_text(n_features)}")
    return n_features + 1


@equation("xing-vc")
def shatters(classifiers: Sequence[Callable[[Point], bool]], points: Sequence[Point]) -> bool:
    """Return whether every labelling of the points is produced by some classifier.

        {(h(x₁), …, h(x_d)) : h ∈ H} = {0, 1}ᵈ

    >>> rays = [lambda x, t=t, s=s: s * (x - t) > 0 for t in (-1, 1, 3, 5) for s in (1, -1)]
    >>> shatters(rays, [0, 2]), shatters(rays, [0, 2, 4])
    (True, False)
    """
    labellings = {tuple(bool(h(x)) for x in points) for h in classifiers}
    return labellings >= set(product((False, True), repeat=len(points)))


@equation("mitchell-s2.4-biased", "gwansiu-s1.2-biased")
def expected_estimate(
    estimator: Callable[[Sequence[Fraction]], Fraction],
    population: Sequence[Fraction],
    n_examples: int,
) -> Fraction:
    """Expected value of an estimator: its mean over all samples, each equally likely.

        E[σ̂²_MLE] = (N − 1)/N σ²,   E[σ̂²_MVUE] = σ²

    >>> from textbook_ml.equations.gaussian import mean_mle, variance_mle, variance_mvue
    >>> bernoulli = [Fraction(0), Fraction(1)]                    # its variance is 1/4
    >>> expected_estimate(lambda xs: variance_mle(xs, mean_mle(xs)), bernoulli, 2)
    Fraction(1, 8)
    >>> expected_estimate(lambda xs: variance_mvue(xs, mean_mle(xs)), bernoulli, 2)
    Fraction(1, 4)
    """
    require(len(population) > 0, "the population needs at least one value, got none")
    require_examples(n_examples)
    return mean([estimator(sample) for sample in product(population, repeat=n_examples)])


def normal_quantile(confidence: float) -> float:
    """Return z with P(|Z| ≤ z) = confidence for a standard normal Z."""
    require(
        1e-6 < confidence < 1,
        f"the confidence must be between 1e-6 and 1, got {number_text(confidence)}",
    )
    return -NormalDist().inv_cdf((1 - confidence) / 2)


def whole_number(x: float) -> int:
    """Return x rounded up. Raise TextbookError if x has overflowed."""
    require(x < inf, "the number of examples is larger than any float. Fix: allow a larger error")
    return ceil(x)


def require_examples(n_examples: int) -> None:
    """Raise TextbookError if there are no examples."""
    require(n_examples >= 1, f"n_examples must be at least 1, got {number_text(n_examples)}")
