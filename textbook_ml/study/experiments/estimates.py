"""Claims about single estimates: a variance, and the proportion of a class.

N    the number of examples;   σ²   the true variance;   p   the true proportion of a class
"""

from collections.abc import Sequence
from fractions import Fraction
from math import fsum, sqrt
from random import Random
from statistics import NormalDist

from textbook_ml.equations.gaussian import mean_mle, variance_mle, variance_mvue
from textbook_ml.equations.theory import (
    binomial_within,
    examples_for_half_width,
    expected_estimate,
    interval_half_width,
)
from textbook_ml.plots import Figure, Line, Points, Rule
from textbook_ml.study.experiments._experiment import Finding, experiment
from textbook_ml.study.experiments._random_data import shuffled, standard_error

SIGMA2 = 4.0
SIZES = (2, 5, 20)
POPULATION = (Fraction(0), Fraction(1), Fraction(4))

SHARES = (Fraction(1, 2), Fraction(1, 10), Fraction(1, 20))
TOLERANCES = (Fraction(2, 100), Fraction(3, 100), Fraction(5, 100), Fraction(10, 100))


@experiment(
    "EXP-VARIANCE",
    claim="The variance estimate that divides by N is biased; the estimate that divides by N − 1 "
    "is unbiased.",
    criterion="the averages over all samples of a small population are exact; the simulated means "
    "are within three standard errors of σ² (N − 1)/N and σ²",
    entries=("mitchell-s2.4-biased", "gwansiu-s1.2-biased"),
    full={"samples": 100_000},
)
def variance_bias(samples: int = 4000, seed: int = 0) -> Finding:
    """Dividing by N − 1 removes the bias but increases the mean squared error.

    Averages over all samples of a population are exact; samples of N(0, 4) have N = 2, 5, 20.

    >>> variance_bias(samples=100).numbers["over all samples of {0, 1, 4}, N = 2"]["(14)"]
    Fraction(13, 9)
    """
    exact = {
        "σ²": variance_mle(POPULATION, mean_mle(POPULATION)),
        "(14)": expected_estimate(mle, POPULATION, 2),
        "(15)": expected_estimate(mvue, POPULATION, 2),
    }
    rng = Random(seed)
    table = {n: _simulated(rng, n, samples) for n in SIZES}
    within = [
        abs(row[name] - expected) <= 3 * row[f"{name} ±"]
        for n, row in table.items()
        for name, expected in (("mean of (14)", SIGMA2 * (n - 1) / n), ("mean of (15)", SIGMA2))
    ]
    return Finding(
        holds=exact["(15)"] == exact["σ²"] == 2 * exact["(14)"] and all(within),
        numbers={"over all samples of {0, 1, 4}, N = 2": exact, "N(0, 4)": table},
        figure=_variance_figure(table),
        caveat="unbiased does not mean more accurate: (14) has the smaller mean squared error, and "
        "the square root of (15) is a biased estimate of σ",
    )


def mle(xs: Sequence[Fraction]) -> Fraction:
    """Return the variance of a sample by equation (14), with the sample mean.

    >>> mle([Fraction(1), Fraction(3)])
    Fraction(1, 1)
    """
    return variance_mle(xs, mean_mle(xs))


def mvue(xs: Sequence[Fraction]) -> Fraction:
    """Return the variance of a sample by equation (15), with the sample mean.

    >>> mvue([Fraction(1), Fraction(3)])
    Fraction(2, 1)
    """
    return variance_mvue(xs, mean_mle(xs))


def _simulated(rng: Random, n: int, samples: int) -> dict[str, float]:
    """Means and squared errors of both estimates over many samples of n numbers."""
    by_n, by_less = [], []
    for xs in zip(*(_stratified_normals(rng, samples) for _ in range(n))):
        mu = mean_mle(xs)
        by_n.append(variance_mle(xs, mu))
        by_less.append(variance_mvue(xs, mu))
    return {
        "mean of (14)": mean_mle(by_n),
        "mean of (14) ±": standard_error(by_n),
        "mean of (15)": mean_mle(by_less),
        "mean of (15) ±": standard_error(by_less),
        "squared error of (14)": _squared_error(by_n),
        "squared error of (15)": _squared_error(by_less),
        "mean of √(15)": mean_mle(list(map(sqrt, by_less))),
    }


def _stratified_normals(rng: Random, n: int) -> list[float]:
    """Numbers from N(0, 4): one from each of n equally probable strata, in random order.

    Each number has the distribution N(0, 4), but their mean varies less than that of independent
    draws. The standard errors reported are those of independent draws, so they are conservative.
    """
    gaussian = NormalDist(0.0, sqrt(SIGMA2))
    # random() may return 0, which has no quantile
    return [gaussian.inv_cdf((k + (rng.random() or 0.5)) / n) for k in shuffled(rng, n)]


def _squared_error(estimates: list[float]) -> float:
    return fsum((e - SIGMA2) * (e - SIGMA2) for e in estimates) / len(estimates)


def _variance_figure(table: dict[int, dict[str, float]]) -> Figure:
    sizes = list(table)
    theory = [n / 4 for n in range(8, 81)]
    return Figure(
        title="Means of the two variance estimates",
        description="The estimate that divides by N is below the true variance 4, most of all "
        "for two examples; the mean of the estimate that divides by N − 1 equals the true "
        "variance.",
        x_label="examples N",
        y_label="mean estimate of σ² = 4",
        marks=[
            Rule(y=SIGMA2, label="σ²"),
            Line(theory, [SIGMA2 * (n - 1) / n for n in theory], label="σ² (N − 1)/N"),
            Points(sizes, [table[n]["mean of (14)"] for n in sizes], label="(14), simulated"),
            Points(sizes, [table[n]["mean of (15)"] for n in sizes], label="(15), simulated"),
        ],
    )


@experiment(
    "EXP-HUNDRED",
    claim="A hundred examples estimate P(Y) to within a few percent.",
    criterion="exact binomial sums: if p is 1/10 or 1/20, the estimate from 100 examples is within "
    "5 percentage points with probability above 9/10; if p = 1/2, the estimate from the 2401 "
    "examples of exercise 1 is within 2 points with probability 0.94993",
    entries=("mitchell-s1.1-hundred", "mitchell-ex1"),
)
def hundred_examples(seed: int = 0) -> Finding:
    """Accuracy of the proportion of a class estimated from 100 examples; no random numbers.

    >>> hundred_examples().numbers["examples for 2 points at 95 %"]
    2401
    """
    table = {p: {t: binomial_within(p, 100, t) for t in TOLERANCES} for p in SHARES}
    enough = examples_for_half_width(0.02)
    coverage = binomial_within(Fraction(1, 2), enough, Fraction(2, 100))
    five = Fraction(5, 100)
    skewed = all(table[p][five] > Fraction(9, 10) for p in SHARES if p <= Fraction(1, 10))
    return Finding(
        holds=skewed and enough == 2401 and round(coverage, 5) == Fraction(94993, 100_000),
        numbers={
            "P(within t), N = 100": {
                f"p = {float(p):g}": {f"t = {float(t):g}": float(q) for t, q in row.items()}
                for p, row in table.items()
            },
            "half width at 95 %, N = 100, p = 0.5": interval_half_width(0.5, 100),
            "examples for 2 points at 95 %": enough,
            "P(within 0.02), N = 2401, p = 0.5": float(coverage),
        },
        figure=_hundred_figure(),
        caveat="the claim holds if one class is rare; for balanced classes the estimate is within "
        "3 "
        "percentage points only about half of the time, and only ±10 points are safe",
    )


def _hundred_figure() -> Figure:
    points = range(16)
    return Figure(
        title="How accurately 100 examples estimate the proportion of a class",
        description="Three rising lines. For a rare class the estimate is almost surely within "
        "five points; for balanced classes this is only true within ten points.",
        x_label="tolerance, in percentage points",
        y_label="P(the error is at most this)",
        marks=[
            Rule(y=0.95, label="95 %"),
            *(
                Line(
                    list(points),
                    [float(binomial_within(p, 100, Fraction(t, 100))) for t in points],
                    label=f"p = {float(p):g}",
                )
                for p in SHARES
            ),
        ],
        y_range=(0.0, 1.0),
    )
