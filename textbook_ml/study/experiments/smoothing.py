"""Claims about smoothing: its effect on the class prior, and when Laplace smoothing is optimal.

m    the number of examples;   c   how many of them are of the class
l    the pseudo-count added to each value
"""

from collections.abc import Sequence
from fractions import Fraction
from math import comb

from textbook_ml.equations.optimality import bayes_risk
from textbook_ml.equations.smoothing import prior_mle, prior_smoothed
from textbook_ml.plots import Figure, Line, Log, Points, Rule
from textbook_ml.study.experiments._experiment import Finding, experiment

ONE = Fraction(1)
SHARE = Fraction(2, 5)  # P(Y = 1) in the experiment on the prior
STRENGTHS = (Fraction(0), Fraction(1, 2), Fraction(1), Fraction(2))


@experiment(
    "EXP-PRIOR-SMOOTHING",
    claim="Smoothing the class prior has little effect.",
    criterion="exact: with two classes and any counts, Laplace smoothing changes the prior by at "
    "most 1/(m + 2)",
    entries=("ng-laplace-prior-remark",),
    full={"largest": 300},
)
def smoothed_prior(largest: int = 100, seed: int = 0) -> Finding:
    """The change of the prior if one pseudo-example is added to each class; no random numbers.

    All counts for every m up to `largest` are checked. The bound is reached only if one of the
    classes has no examples.

    >>> smoothed_prior(largest=10).numbers["largest change over all counts, times m + 2"]
    Fraction(1, 1)
    """
    scaled = {(m, c): change(c, m) * (m + 2) for m in range(1, largest + 1) for c in range(m + 1)}
    worst = max(scaled.values())
    reached = {(m, c) for (m, c), size in scaled.items() if size == worst}
    return Finding(
        holds=worst <= 1 and reached == {(m, c) for m, c in scaled if c in (0, m)},
        numbers={
            "largest change over all counts, times m + 2": worst,
            "mean change at P(Y) = 0.4": {
                f"m = {m}": float(mean_change(m)) for m in (10, 100, 1000)
            },
        },
        figure=_prior_figure(),
    )


def change(c: int, m: int) -> Fraction:
    """Return the change of the prior of a class with c of m examples by Laplace smoothing.

    >>> change(0, 2), change(1, 2)
    (Fraction(1, 4), Fraction(0, 1))
    """
    return abs(prior_smoothed(c, m, 2, ONE) - prior_mle(c, m))


def mean_change(m: int) -> Fraction:
    """The mean change if each of m examples is of the class with probability 2/5.

    >>> mean_change(1)
    Fraction(1, 3)
    """
    chances = (comb(m, c) * SHARE**c * (1 - SHARE) ** (m - c) for c in range(m + 1))
    return sum((p * change(c, m) for c, p in enumerate(chances)), Fraction(0))


def _prior_figure() -> Figure:
    sizes = [1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 300]
    return Figure(
        title="How much smoothing changes the class prior",
        description="Two falling lines on logarithmic axes: the largest possible change, and far "
        "below it the mean change if four examples in ten are of the class.",
        x_label="examples m",
        y_label="change of the prior",
        x_scale=Log(),
        y_scale=Log(),
        marks=[
            Line(sizes, [float(change(0, m)) for m in sizes], label="at most: 1/(m + 2)"),
            Line(sizes, [float(mean_change(m)) for m in sizes], label="on average, P(Y) = 0.4"),
        ],
    )


@experiment(
    "EXP-LAPLACE-OPTIMAL",
    claim="Laplace smoothing (l = 1) is optimal under a uniform prior and squared error.",
    criterion="exact: among l = 0, 1/2, 1 and 2, the mean squared error is smallest at l = 1 for "
    "every m from 1 to 10",
    entries=("ng-laplace-optimal",),
    full={"largest": 40},
)
def laplace_is_optimal(largest: int = 10, seed: int = 0) -> Finding:
    """The Bayes risk of add-l smoothing for a Bernoulli parameter with a uniform prior.

    The risk is an exact beta integral; no random numbers are used.

    >>> laplace_is_optimal(largest=3).numbers["m = 3"]["l = 1"]
    Fraction(1, 30)
    """
    risks = {m: {l: bayes_risk(l, m) for l in STRENGTHS} for m in range(1, largest + 1)}
    best = {m: [l for l in STRENGTHS if row[l] == min(row.values())] for m, row in risks.items()}
    return Finding(
        holds=all(found == [ONE] for found in best.values()),
        numbers={
            f"m = {m}": {f"l = {l}": risk for l, risk in row.items()} for m, row in risks.items()
        },
        figure=_risk_figure(),
        caveat="this holds only if all values of the parameter are equally probable and the error "
        "is squared: "
        "if the parameter is known to be near 1/2, or near 0 or 1, another l is better",
    )


def _risk_figure() -> Figure:
    curve = [k / 16 for k in range(49)]
    tried = list(map(float, STRENGTHS))

    def compared(m: int, strengths: Sequence[float]) -> list[float]:
        risks = [bayes_risk(Fraction(l), m) for l in strengths]
        return [float(risk / bayes_risk(ONE, m)) for risk in risks]

    return Figure(
        title="The best pseudo-count is 1",
        description="Three curves, for 1, 3 and 10 examples: each falls from l = 0 to a minimum "
        "at l = 1 and rises again.",
        x_label="pseudo-count l",
        y_label="mean squared error, as a multiple of that at l = 1",
        marks=[
            Rule(x=1.0, label="Laplace's l = 1"),
            *(Line(curve, compared(m, curve), label=f"m = {m}") for m in (1, 3, 10)),
            *(Points(tried, compared(m, tried), label=f"m = {m}") for m in (1, 3, 10)),
        ],
    )
