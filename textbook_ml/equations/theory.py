"""Sections 1.1 and 4. How many examples one needs: intervals, bounds and rates.

    p, n_examples    a probability and how many draws estimate it
    half_width       of an interval around the estimate
    n_features       n;   delta   the chance of failure one accepts;   epsilon   the error
"""

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from itertools import product
from math import ceil, comb, expm1, inf, log, log1p, sqrt
from statistics import NormalDist
from typing import TypeVar

from textbook_ml.errors import require, shown
from textbook_ml.numeric import exact, require_probability
from textbook_ml.registry import equation
from textbook_ml.stable import log_ratio

Point = TypeVar("Point", bound=Hashable)


@equation("mitchell-s1.1-hundred")
def binomial_within(p: Fraction, n_examples: int, tolerance: Fraction) -> Fraction:
    """The exact chance that a frequency lands within a tolerance of the probability.

        P(|p̂ − p| ≤ t) = Σ_{|k/N − p| ≤ t} C(N, k) pᵏ (1 − p)^(N − k)

    >>> binomial_within(Fraction(1, 2), 4, Fraction(1, 4))
    Fraction(7, 8)
    """
    require_probability(p, "p")
    require_examples(n_examples)
    near = [k for k in range(n_examples + 1) if abs(Fraction(k, n_examples) - p) <= tolerance]
    terms = (comb(n_examples, k) * p**k * (1 - p) ** (n_examples - k) for k in near)
    return sum(terms, Fraction(0))


@equation("mitchell-s1.1-hundred", "mitchell-ex1")
def interval_half_width(p: float, n_examples: int, confidence: float = 0.95) -> float:
    """Half the width of the normal confidence interval for a probability.

        z √(p (1 − p) / N)

    `z` is the exact normal quantile, 1.959964 for 95 %, not the rounded 1.96.

    >>> interval_half_width(0.5, 400) == 2 * interval_half_width(0.5, 1600)
    True
    """
    require_probability(p, "p")
    require_examples(n_examples)
    return normal_quantile(confidence) * sqrt(p * (1 - p) / n_examples)


@equation("mitchell-ex1")
def examples_for_half_width(half_width: float, p: float = 0.5, confidence: float = 0.95) -> int:
    """Exercise 1: how many examples make the interval that narrow.

        N ≥ z² p (1 − p) / h²

    >>> examples_for_half_width(0.02)
    2401
    """
    require(0 < half_width < inf, f"the half width is {half_width}: give one above 0")
    require_probability(p, "p")
    z, h, share = exact(normal_quantile(confidence)), exact(half_width), exact(p)
    return ceil(z * z * share * (1 - share) / (h * h))


@equation("mitchell-ex1")
def hoeffding_examples(epsilon: float, delta: float) -> int:
    """How many examples suffice for every p, with no approximation: Hoeffding's bound.

        P(|p̂ − p| > ε) ≤ 2 exp(−2 N ε²) ≤ δ   if   N ≥ ln(2/δ) / 2ε²

    >>> hoeffding_examples(0.02, delta=0.05)
    4612
    """
    return ceil(parameter_examples(epsilon, delta, n_parameters=1))


@equation("mitchell-s4-rates", "xing-rates", "xing-nb-rate", "sontag-rates", "gwansiu-s3-rates")
def naive_bayes_examples(epsilon: float, delta: float, n_features: int) -> float:
    """How many examples of each class pin down all 2n Boolean parameters at once.

        N ≥ ln(4n/δ) / 2ε²

    It grows with log n: each doubling of n costs the same ln 2 / 2ε². That the parameters are
    close does not yet make the classifier good.

    >>> naive_bayes_examples(0.1, 0.05, 20) - naive_bayes_examples(0.1, 0.05, 10) > 0
    True
    """
    require(n_features >= 1, f"n_features is {n_features}: give at least one")
    return parameter_examples(epsilon, delta, n_parameters=2 * n_features)


def parameter_examples(epsilon: float, delta: float, n_parameters: int) -> float:
    """Hoeffding's bound for several parameters at once, by the union bound.

    >>> parameter_examples(0.5, delta=2.0**-3, n_parameters=1) == 2 * log(16)
    True
    """
    require(0 < epsilon < inf, f"ε is {epsilon}: ask for an error above 0")
    require(0 < delta < 1, f"δ is {delta}: the chance of failure lies between 0 and 1")
    require(n_parameters >= 1, f"there are {n_parameters} parameters: give at least one")
    needed = log_ratio(2 * n_parameters, delta) / (2 * epsilon) / epsilon
    require(needed < inf, f"ε is {epsilon}: the number of examples is larger than any float")
    return needed


@equation("xing-lr-rate", "mitchell-s4-rates")
def logistic_error_gap(n_features: int, n_examples: int) -> float:
    """How far logistic regression may be from its limit, up to a constant factor.

        √((n/m) ln(m/n))

    It depends on m/n alone, so that of the order of n examples suffice.

    >>> logistic_error_gap(10, 200) == logistic_error_gap(1000, 20_000)
    True
    """
    require(
        n_examples > n_features >= 1,
        f"n = {n_features} and m = {n_examples}: the bound is for more examples than features",
    )
    return sqrt(n_features / n_examples * log_ratio(n_examples, n_features))


@equation("mitchell-s1.1-repeats")
def coupon_collector_mean(n_cells: int) -> Fraction:
    """How many uniform draws it takes, on average, to see every cell of a table once.

        C (1 + 1/2 + … + 1/C)

    >>> coupon_collector_mean(8)
    Fraction(761, 35)
    """
    require(n_cells >= 1, f"there are {n_cells} cells: a table has at least one")
    return n_cells * sum((Fraction(1, i) for i in range(1, n_cells + 1)), Fraction(0))


@equation("mitchell-s5-more-than-X", "gwansiu-s4-summary-2")
def unseen_share(n_cells: int, n_examples: int) -> Fraction:
    """The expected share of cells that uniform draws leave empty: 1/e when there are as many.

        (1 − 1/|X|)ᵐ

    >>> unseen_share(2, n_examples=3)
    Fraction(1, 8)
    """
    require(n_cells >= 1, f"there are {shown(n_cells)} cells: a table has at least one")
    require(n_examples >= 0, f"n_examples is {n_examples}: draw none or more")
    return (1 - Fraction(1, n_cells)) ** n_examples


@equation("ng-zero-principle")
def unseen_event_bound(n_examples: int, confidence: float = 0.95) -> float:
    """How probable an event may still be that never happened: about 3/m, not zero.

        1 − (1 − c)^(1/m)

    >>> unseen_event_bound(1)
    0.95
    """
    require_examples(n_examples)
    require(0 < confidence < 1, f"the confidence is {confidence}: it lies between 0 and 1")
    return -expm1(log1p(-confidence) / n_examples)


@equation("xing-vc")
def vc_dimension_of_halfspaces(n_features: int) -> int:
    """The VC dimension of linear separators with a bias; through the origin it is n.

        n + 1

    >>> vc_dimension_of_halfspaces(1)
    2
    """
    require(n_features >= 1, f"n_features is {n_features}: give at least one")
    return n_features + 1


@equation("xing-vc")
def shatters(classifiers: Sequence[Callable[[Point], bool]], points: Sequence[Point]) -> bool:
    """Whether every way to label the points is achieved by some classifier.

        {(h(x₁), …, h(x_d)) : h ∈ H} = {0, 1}ᵈ

    >>> rays = [lambda x, t=t, s=s: s * (x - t) > 0 for t in (-1, 1, 3, 5) for s in (1, -1)]
    >>> shatters(rays, [0, 2]), shatters(rays, [0, 2, 4])
    (True, False)
    """
    achieved = {tuple(bool(h(x)) for x in points) for h in classifiers}
    return achieved >= set(product((False, True), repeat=len(points)))


@equation("mitchell-s2.4-biased", "gwansiu-s1.2-biased")
def expected_estimate(
    estimator: Callable[[Sequence[Fraction]], Fraction],
    population: Sequence[Fraction],
    n_examples: int,
) -> Fraction:
    """The mean of an estimate over every possible sample, each equally likely: exactly.

        E[σ̂²_MLE] = (N − 1)/N σ²,   E[σ̂²_MVUE] = σ²

    >>> from textbook_ml.equations.gaussian import mean_mle, variance_mle, variance_mvue
    >>> coin = [Fraction(0), Fraction(1)]                         # its variance is 1/4
    >>> expected_estimate(lambda xs: variance_mle(xs, mean_mle(xs)), coin, 2)
    Fraction(1, 8)
    >>> expected_estimate(lambda xs: variance_mvue(xs, mean_mle(xs)), coin, 2)
    Fraction(1, 4)
    """
    require(len(population) > 0, "the population is empty: give at least one value")
    require_examples(n_examples)
    estimates = [estimator(sample) for sample in product(population, repeat=n_examples)]
    return sum(estimates, Fraction(0)) / len(estimates)


def normal_quantile(confidence: float) -> float:
    """The z with P(|Z| ≤ z) = confidence for a standard normal Z."""
    require(1e-6 < confidence < 1, f"the confidence is {confidence}: give one from 1e-6 to 1")
    return -NormalDist().inv_cdf((1 - confidence) / 2)


def require_examples(n_examples: int) -> None:
    """Refuse to estimate from nothing."""
    require(n_examples >= 1, f"n_examples is {n_examples}: an estimate needs at least one")
