"""Mitchell's exercise 1: how many examples are needed to estimate P(Y)."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil, exp, sqrt

from textbook_ml.equations.gaussian import mean_mle
from textbook_ml.equations.theory import (
    binomial_within,
    examples_for_half_width,
    expected_estimate,
    hoeffding_examples,
    interval_half_width,
    normal_quantile,
)
from textbook_ml.study.exercises._exercise import Step, check_of, exercise

H, Z = Fraction(1, 50), Fraction(49, 25)  # a half width of 0.02; z = 1.96
HALF, TENTH, HUNDREDTH = Fraction(1, 2), Fraction(1, 10), Fraction(1, 100)


@exercise(1, "EX-M1", "mitchell-ex1", "mitchell-s1.1-hundred")
def within_two_points() -> Iterator[Step]:
    """How many examples estimate P(Y) to within 0.02?

    The chapter says that a hundred examples are enough for the prior P(Y). Let Y be
    Boolean, let p = P(Y = 1), and estimate p by p̂, the proportion of ones among N examples.
    Under which conditions is the 95 % confidence interval for p no wider than p̂ ± 0.02? Are
    a hundred examples enough?
    """
    yield Step(
        "Suppose that the examples are drawn independently from the population of interest and "
        "that their labels are correct. Then the labels are independent Bernoulli variables with "
        "the same p, and the number of ones is binomial.",
        """
        N p̂ ~ Binomial(N, p)
        E[p̂] = p,   Var[p̂] = p (1 − p) / N
        """,
        {"Var[p̂] at p = 1/2, N = 100": HALF * (1 - HALF) / 100},
    )
    yield Step(
        "For large N the binomial distribution is close to a Gaussian, for which 95 % of the "
        "probability is within z = 1.96 standard deviations of the mean. Because p is unknown, the "
        "interval uses p̂ instead.",
        """
        |p̂ − p| ≤ z √(p (1 − p) / N)   with probability about 0.95
        interval: p̂ ± z √(p̂ (1 − p̂) / N)
        """,
        {
            "z, to more digits": normal_quantile(0.95),
            "half width at p̂ = 1/2, N = 100": interval_half_width(0.5, 100),
        },
    )
    yield Step(
        "Require a half width of at most h = 0.02, square both sides and solve for N. Because "
        "p̂ (1 − p̂) is largest at p̂ = 1/2, the number for p̂ = 1/2 is enough for every p̂.",
        """
        N ≥ z² p̂ (1 − p̂) / h² = 9604 p̂ (1 − p̂)
        p̂ (1 − p̂) = 1/4 − (p̂ − 1/2)² ≤ 1/4
        """,
        {
            f"p̂ = {p}": (need := Z * Z * p * (1 - p) / (H * H), float(need), examples(p))
            for p in (HALF, TENTH, 1 - TENTH, HUNDREDTH)
        },
        columns=("9604 p̂ (1 − p̂)", "", "examples"),
    )
    yield from _a_hundred_examples()


def examples(p: Fraction) -> int:
    """The number of examples at which the half width is 0.02."""
    return examples_for_half_width(float(H), float(p))


def _a_hundred_examples() -> Iterator[Step]:
    c = 100 * H * H / (Z * Z)
    edge = (1 - sqrt(1 - 4 * c)) / 2
    yield Step(
        "Conversely, N = 100 is enough only if p̂ (1 − p̂) is small. The limit is the root of a "
        "quadratic equation: at most 1 example in 100, or at least 99, has Y = 1. But then "
        "N p̂ (1 − p̂) is about 1, and the Gaussian is a good approximation of the binomial only "
        "if this is at least about 5. So the argument is not valid where 100 examples would be "
        "enough.",
        """
        p̂ (1 − p̂) ≤ c = 100 h² / z²
        p̂ ≤ (1 − √(1 − 4c)) / 2   or   p̂ ≥ (1 + √(1 − 4c)) / 2
        """,
        {
            "c": c,
            "p̂ at most": edge,
            "or at least": 1 - edge,
            "N p̂ (1 − p̂) at the limit": 100 * c,
        },
    )
    yield Step(
        "Hoeffding's inequality does not use the Gaussian approximation, and holds for every p. "
        "The exact binomial probability at p = 1/2 is close to the 0.95 of step 2.",
        "P(|p̂ − p| > h) ≤ 2 exp(−2 N h²) ≤ 0.05   if   N ≥ ln 40 / 2h²",
        {
            "examples by Hoeffding, for any p": hoeffding_examples(float(H), delta=0.05),
            "exact P(|p̂ − p| ≤ h) at p = 1/2, N = 2401": float(binomial_within(HALF, 2401, H)),
        },
    )
    yield Step(
        "So the conditions are: independent draws from the right population, a Boolean Y, correct "
        "labels, p not too close to 0 or 1 (otherwise use an exact or Wilson interval), and N at "
        "least 9604 p̂ (1 − p̂). Before the data are collected p̂ is unknown; 2401 examples are "
        "always enough. The width is proportional to 1/√N, so half the width needs four times as "
        "many examples.",
        numbers={"examples for ± 0.01 at p = 1/2": examples_for_half_width(0.01)},
    )


@check_of(within_two_points)
def check_ex1() -> dict[str, bool]:
    """Check the numbers of examples, and the interval without the Gaussian."""
    p, values = Fraction(1, 4), [Fraction(x) for x in (0, 0, 0, 1)]

    def square_error(xs: Sequence[Fraction]) -> Fraction:
        return (mean_mle(xs) - p) * (mean_mle(xs) - p)

    return {
        "over all samples of 3, the mean of the estimate is p":
            expected_estimate(mean_mle, values, 3) == p,
        "over all samples of 3, its variance is p (1 - p) / 3":
            expected_estimate(square_error, values, 3) == p * (1 - p) / 3,
        "at p = 1/2, 2401 examples are enough and 2400 are not":
            interval_half_width(0.5, 2401) <= 0.02
            < interval_half_width(0.5, 2400),
        "z = 1.96 and the exact z give the same number of examples":
            all(
                ceil(9604 * p * (1 - p)) == examples(p)
                for p in (HALF, TENTH, HUNDREDTH)
            ),
        "100 examples are enough at p = 0.0105, but not at 0.0106":
            interval_half_width(0.0105, 100) <= 0.02
            < interval_half_width(0.0106, 100),
        "Hoeffding needs 4612; 4611 are too few":
            hoeffding_examples(0.02, delta=0.05) == 4612
            and 2 * exp(-2 * 4612 / 2500) <= 0.05 < 2 * exp(-2 * 4611 / 2500),
        "at N = 2401, the exact probability is within 0.0001 of 0.95":
            abs(binomial_within(HALF, 2401, H) - 95 * HUNDREDTH)
            < Fraction(1, 10_000),
    }
