"""Sontag's exercise: attributes that are missing."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from textbook_ml.equations.bayes import naive_bayes_posterior
from textbook_ml.equations.missing import (
    observed_likelihood,
    summed_likelihood,
    theta_observed,
)
from textbook_ml.equations.smoothing import theta_mle
from textbook_ml.experiments.exercises._exercise import Step, check_of, exercise

Table = dict[int, Fraction]
Row = list[int | None]


@exercise(
    17, "EX-S-MISSING", "sontag-missing", "sontag-missing-general", "sontag-missing-coins"
)
def ignoring_what_is_missing() -> Iterator[Step]:
    """Why may naive Bayes ignore an attribute that is missing?

    A new x comes without the values of some attributes. Show that the likelihood of what was
    observed is the product of the factors that are there, for any number of missing ones.
    What does it mean for training, and when is it not the whole story? For the numbers, take
    three attributes with 3, 2 and 2 values, and x = (?, 1, ?):

                               y = 1            y = 0
        P(X₁ = 0, 1, 2 | y)    1/6, 1/3, 1/2    1/3, 1/3, 1/3
        P(X₂ = 0, 1 | y)       1/4, 3/4         1/2, 1/2
        P(X₃ = 0, 1 | y)       1/5, 4/5         2/3, 1/3
    """
    x: Row = [None, 1, None]
    yield Step(
        "The probability of what was observed is the sum over all that may be missing. Only one "
        "factor depends on the missing value; take the others out of the sum, and what is left in "
        "it sums to one.",
        """
        P(x₂, x₃ | y) = Σ_v P(X₁ = v | y) P(x₂ | y) P(x₃ | y)
                      = P(x₂ | y) P(x₃ | y) Σ_v P(X₁ = v | y)
                      = P(x₂ | y) P(x₃ | y)
        """,
    )
    yield Step(
        "Any other missing attribute goes the same way, one after the other, in any order. For a "
        "continuous one the sum is an integral, which is one as well. Here six terms, 3 × 2, sum "
        "to the one factor that is known.",
        "P(observed | y) = Π_{i observed} P(xᵢ | y)",
        {
            f"y = {y}": (summed_likelihood(x, tables(y)), observed_likelihood(x, tables(y)))
            for y in (0, 1)
        },
        columns=("sum of six terms", "P(X₂ = 1 | y)"),
    )
    column = [1, 0, None, 1]
    yield Step(
        "Training: count only the entries that are there. With the whole class below, as in (6), "
        "the estimates would no longer sum to one. Take the column 1, 0, ?, 1 of one class.",
        "P(X = x | y) = Count(x, y) / Σ_x′ Count(x′, y)",
        {
            "observed entries below": tuple(theta_observed(column, v) for v in (1, 0)),
            "whole class below": (theta_mle(2, class_count=4), theta_mle(1, class_count=4)),
        },
        columns=("P(X = 1 | y)", "P(X = 0 | y)"),
    )
    yield from _missing_may_tell()


def _missing_may_tell() -> Iterator[Step]:
    yield Step(
        "The caveat: that a value is missing may itself be news. The argument holds if the class "
        "has nothing to do with it. Suppose that X₁ is missing half of the time if y = 1 and one "
        "time in ten if y = 0, with equal priors: then “missing” is a value like any other.",
        "P(?, x₂ | y) = P(X₁ missing | y) P(x₂ | y)",
        {
            "P(y = 1 | X₂ = 1), the gap ignored": posterior([]),
            "P(y = 1 | X₁ missing, X₂ = 1)": posterior([{1: Fraction(1, 2), 0: Fraction(1, 10)}]),
        },
    )


def tables(y: int) -> list[Table]:
    """P(Xi = v | y) for the three attributes."""
    sixths = (1, 2, 3) if y else (2, 2, 2)
    second = Fraction(3, 4) if y else Fraction(1, 2)
    third = Fraction(4, 5) if y else Fraction(1, 3)
    return [
        {v: Fraction(n, 6) for v, n in enumerate(sixths)},
        {0: 1 - second, 1: second},
        {0: 1 - third, 1: third},
    ]


def posterior(gaps: list[Table]) -> Fraction:
    """P(y = 1) from X2 = 1, and from what the gaps say of each class."""
    prior = {1: Fraction(1, 2), 0: Fraction(1, 2)}
    factors = {y: [tables(y)[1][1], *(gap[y] for gap in gaps)] for y in prior}
    return naive_bayes_posterior(prior, factors)[1]


@check_of(ignoring_what_is_missing)
def check_ex17() -> dict[str, bool]:
    """The sum and the product, for every pattern of missing values."""
    patterns = list(product((None, 0, 1, 2), (None, 0, 1), (None, 0, 1)))
    hidden: Row = [None, 1, None]
    gap = {1: Fraction(1, 2), 0: Fraction(1, 10)}
    alike = {1: Fraction(1, 2), 0: Fraction(1, 2)}
    return {
        "six terms sum to 3/4 if y = 1 and to 1/2 if y = 0":
            summed_likelihood(hidden, tables(1)) == Fraction(3, 4)
            and summed_likelihood(hidden, tables(0)) == Fraction(1, 2),
        "ignoring is summing, for all 36 patterns and both classes":
            all(
                observed_likelihood(x, table) == summed_likelihood(x, table)
                for x in patterns
                for table in (tables(0), tables(1))
            ),
        "estimates from the observed entries sum to one":
            sum(theta_observed([1, 0, None, 1], v) for v in (0, 1)) == 1,
        "estimates by the whole class do not":
            theta_mle(2, class_count=4) + theta_mle(1, class_count=4) != 1,
        "a gap as frequent in both classes says nothing":
            posterior([alike]) == posterior([]) == Fraction(3, 5),
        "one that is not says much":
            posterior([gap]) == Fraction(15, 17),
    }
