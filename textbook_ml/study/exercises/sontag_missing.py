"""Sontag's exercise: missing attributes."""

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
from textbook_ml.study.exercises._exercise import Step, check_of, exercise

Table = dict[int, Fraction]
Row = list[int | None]


@exercise(
    17, "EX-S-MISSING", "sontag-missing", "sontag-missing-general", "sontag-missing-coins"
)
def ignoring_what_is_missing() -> Iterator[Step]:
    """Why may naive Bayes ignore an attribute that is missing?

    The values of some attributes of a new x are missing. Show that the likelihood of the
    observed values is the product of their factors, for any number of missing attributes.
    What follows for training, and when is the argument not valid? For the numbers, take
    three attributes with 3, 2 and 2 values, and x = (?, 1, ?):

                               y = 1            y = 0
        P(X₁ = 0, 1, 2 | y)    1/6, 1/3, 1/2    1/3, 1/3, 1/3
        P(X₂ = 0, 1 | y)       1/4, 3/4         1/2, 1/2
        P(X₃ = 0, 1 | y)       1/5, 4/5         2/3, 1/3
    """
    x: Row = [None, 1, None]
    yield Step(
        "The probability of the observed values is the sum over all possible missing values. Only "
        "one factor depends on the missing value. Move the other factors out of the sum; the "
        "remaining sum is one.",
        """
        P(x₂, x₃ | y) = Σ_v P(X₁ = v | y) P(x₂ | y) P(x₃ | y)
                      = P(x₂ | y) P(x₃ | y) Σ_v P(X₁ = v | y)
                      = P(x₂ | y) P(x₃ | y)
        """,
    )
    yield Step(
        "Any other missing attribute is removed in the same way, in any order. For a continuous "
        "attribute the sum is an integral, which is one as well. In the example, six terms (3 × 2) "
        "sum to the factor of the observed attribute.",
        "P(observed | y) = Π_{i observed} P(xᵢ | y)",
        {
            f"y = {y}": (summed_likelihood(x, tables(y)), observed_likelihood(x, tables(y)))
            for y in (0, 1)
        },
        columns=("sum of six terms", "P(X₂ = 1 | y)"),
    )
    column = [1, 0, None, 1]
    yield Step(
        "For training, count only the observed values. If the denominator were the class count, "
        "as in (6), the estimates would not sum to one. Take the column 1, 0, ?, 1 of one class.",
        "P(X = x | y) = Count(x, y) / Σ_x′ Count(x′, y)",
        {
            "divided by observed values": tuple(theta_observed(column, v) for v in (1, 0)),
            "divided by class count": (theta_mle(2, class_count=4), theta_mle(1, class_count=4)),
        },
        columns=("P(X = 1 | y)", "P(X = 0 | y)"),
    )
    yield from _informative_missingness()


def _informative_missingness() -> Iterator[Step]:
    yield Step(
        "Caveat: the fact that a value is missing may itself be evidence. The argument is valid "
        "only if missingness does not depend on the class. Suppose that X₁ is missing with "
        "probability 1/2 if y = 1 and 1/10 if y = 0, with equal priors. Then treat “missing” as "
        "one more value of X₁.",
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
    """P(y = 1 | X2 = 1 and the gaps), given P(gap | y) for each gap."""
    prior = {1: Fraction(1, 2), 0: Fraction(1, 2)}
    factors = {y: [tables(y)[1][1], *(gap[y] for gap in gaps)] for y in prior}
    return naive_bayes_posterior(prior, factors)[1]


@check_of(ignoring_what_is_missing)
def check_ex17() -> dict[str, bool]:
    """Compare the sum and the product for every pattern of missing values."""
    patterns = list(product((None, 0, 1, 2), (None, 0, 1), (None, 0, 1)))
    hidden: Row = [None, 1, None]
    gap = {1: Fraction(1, 2), 0: Fraction(1, 10)}
    alike = {1: Fraction(1, 2), 0: Fraction(1, 2)}
    return {
        "six terms sum to 3/4 if y = 1 and to 1/2 if y = 0":
            summed_likelihood(hidden, tables(1)) == Fraction(3, 4)
            and summed_likelihood(hidden, tables(0)) == Fraction(1, 2),
        "ignoring equals summing, for all 36 patterns and both classes":
            all(
                observed_likelihood(x, table) == summed_likelihood(x, table)
                for x in patterns
                for table in (tables(0), tables(1))
            ),
        "estimates divided by the observed values sum to one":
            sum(theta_observed([1, 0, None, 1], v) for v in (0, 1)) == 1,
        "estimates divided by the class count do not":
            theta_mle(2, class_count=4) + theta_mle(1, class_count=4) != 1,
        "a gap equally probable in both classes is no evidence":
            posterior([alike]) == posterior([]) == Fraction(3, 5),
        "a gap more probable in class 1 is evidence for it":
            posterior([gap]) == Fraction(15, 17),
    }
