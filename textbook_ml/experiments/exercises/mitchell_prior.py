"""Mitchell's exercise 1: how many examples pin down P(Y)."""

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
from textbook_ml.experiments.exercises._exercise import Step, check_of, exercise

H, Z = Fraction(1, 50), Fraction(49, 25)  # a half width of 0.02; z = 1.96
HALF, TENTH, HUNDREDTH = Fraction(1, 2), Fraction(1, 10), Fraction(1, 100)


@exercise(1, "EX-M1", "mitchell-ex1", "mitchell-s1.1-hundred")
def within_two_points() -> Iterator[Step]:
    """How many examples pin down P(Y) to within 0.02?

    The chapter remarks that a hundred examples are plenty for the prior P(Y). Let Y be
    Boolean, let p = P(Y = 1), and estimate p by p̂, the share of ones among N examples.
    On which conditions is the 95 % confidence interval for p no wider than p̂ ± 0.02? Do a
    hundred examples meet them?
    """
    yield Step(
        "Let the examples be drawn independently from the population that one asks about, and let "
        "their labels be right. Then each label is a toss of one coin, and the number of ones is "
        "binomial.",
        """
        N p̂ ~ Binomial(N, p)
        E[p̂] = p,   Var[p̂] = p (1 − p) / N
        """,
        {"Var[p̂] at p = 1/2, N = 100": HALF * (1 - HALF) / 100},
    )
    yield Step(
        "For large N the binomial is close to a Gaussian, of which 95 % lie within z = 1.96 "
        "standard deviations of the mean. As p is unknown, the interval uses p̂ in its place.",
        """
        |p̂ − p| ≤ z √(p (1 − p) / N)   with probability 0.95, about
        interval: p̂ ± z √(p̂ (1 − p̂) / N)
        """,
        {
            "z, to more digits": normal_quantile(0.95),
            "half width at p̂ = 1/2, N = 100": interval_half_width(0.5, 100),
        },
    )
    yield Step(
        "Ask for a half width of at most h = 0.02: square both sides and solve for N. As p̂ (1 − "
        "p̂) is largest at p̂ = 1/2, the number for p̂ = 1/2 is enough for every p̂.",
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
    """How many make the half width 0.02."""
    return examples_for_half_width(float(H), float(p))


def _a_hundred_examples() -> Iterator[Step]:
    c = 100 * H * H / (Z * Z)
    edge = (1 - sqrt(1 - 4 * c)) / 2
    yield Step(
        "Conversely, N = 100 is enough only where p̂ (1 − p̂) is small; the limit is a root of a "
        "quadratic: at most one example in 100, or at least 99, has Y = 1. But there N p̂ (1 − "
        "p̂) is about 1, and the Gaussian approximates the binomial well only from about 5 on: "
        "where a hundred would do, the argument does not hold.",
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
        "Hoeffding's inequality needs no Gaussian, and holds for every p. The exact probability at "
        "p = 1/2, summed from the binomial, is close to the 0.95 of step 2.",
        "P(|p̂ − p| > h) ≤ 2 exp(−2 N h²) ≤ 0.05   if   N ≥ ln 40 / 2h²",
        {
            "examples by Hoeffding, for any p": hoeffding_examples(float(H), delta=0.05),
            "exact P(|p̂ − p| ≤ h) at p = 1/2, N = 2401": float(binomial_within(HALF, 2401, H)),
        },
    )
    yield Step(
        "So the conditions are: independent draws from the right population, a Boolean Y, correct "
        "labels, p not too near 0 or 1 (or else an exact or Wilson interval), and N at least 9604 "
        "p̂ (1 − p̂). Before the data are seen, p̂ is unknown, and 2401 are always enough. The "
        "width falls with √N: half the width takes four times as many examples.",
        numbers={"examples for ± 0.01 at p = 1/2": examples_for_half_width(0.01)},
    )


@check_of(within_two_points)
def check_ex1() -> dict[str, bool]:
    """The numbers of examples, and the interval without the bell curve."""
    p, coin = Fraction(1, 4), [Fraction(x) for x in (0, 0, 0, 1)]

    def square_error(xs: Sequence[Fraction]) -> Fraction:
        return (mean_mle(xs) - p) * (mean_mle(xs) - p)

    return {
        "over all samples of 3, the share averages p":
            expected_estimate(mean_mle, coin, 3) == p,
        "and its variance is p (1 - p) / 3":
            expected_estimate(square_error, coin, 3) == p * (1 - p) / 3,
        "at p = 1/2, 2401 examples are enough and 2400 are not":
            interval_half_width(0.5, 2401) <= 0.02
            < interval_half_width(0.5, 2400),
        "z = 1.96 and the exact z ask for as many examples":
            all(
                ceil(9604 * p * (1 - p)) == examples(p)
                for p in (HALF, TENTH, HUNDREDTH)
            ),
        "a hundred are enough at p = 0.0105, and no longer at 0.0106":
            interval_half_width(0.0105, 100) <= 0.02
            < interval_half_width(0.0106, 100),
        "Hoeffding needs 4612; 4611 are too few":
            hoeffding_examples(0.02, delta=0.05) == 4612
            and 2 * exp(-2 * 4612 / 2500) <= 0.05 < 2 * exp(-2 * 4611 / 2500),
        "at N = 2401, the exact chance is 0.95 to 1 in 10 000":
            abs(binomial_within(HALF, 2401, H) - 95 * HUNDREDTH)
            < Fraction(1, 10_000),
    }
