"""Claims about how many examples are needed to estimate a table of probabilities.

|X|     the number of possible rows: 2ⁿ for n Boolean features
ε, δ    the largest acceptable error of a parameter, and the acceptable failure probability
"""

from bisect import bisect_right
from collections.abc import Mapping
from fractions import Fraction
from itertools import accumulate, product
from math import ceil, comb, fsum, log
from random import Random

from textbook_ml.equations.gaussian import mean_mle
from textbook_ml.equations.smoothing import theta_mle
from textbook_ml.equations.theory import (
    binomial_within,
    coupon_collector_mean,
    naive_bayes_examples,
    unseen_share,
)
from textbook_ml.models.full_joint_bayes import FullJointBayes
from textbook_ml.plots import Figure, Line, Log, Mark, Panels, Points, Rule
from textbook_ml.study.experiments._experiment import Finding, experiment
from textbook_ml.study.experiments._linear_rules import error_of, naive_bayes
from textbook_ml.study.experiments._population import Case, as_table, boolean_population, drawn

FEATURES, STRENGTH = 8, 0.65
CELLS = 2**FEATURES
SIZES = tuple(CELLS // 4 * 4**k for k in range(5))

EPSILON, DELTA = Fraction(1, 10), Fraction(1, 20)
HALF = Fraction(1, 2)
LEMMA_FEATURES = (1, 10, 100, 1000)


@experiment(
    "EXP-FULL-JOINT",
    claim="A Bayes classifier without independence assumptions needs more examples than there are "
    "possible rows.",
    criterion="with as many examples as possible rows, the error of the full joint distribution is "
    "more than 0.05 above that of naive Bayes; with 64 times as many, the difference is below 0.01",
    entries=("mitchell-s1-recipe", "mitchell-s1.1-repeats", "mitchell-s5-more-than-X"),
    full={"repeats": 50},
)
def full_joint(repeats: int = 4, seed: int = 0) -> Finding:
    """Fit the full joint distribution and naive Bayes to eight Boolean features.

    The data are drawn from a naive Bayes model. Errors are exact sums over all 256 rows; for a
    row that was never observed, the full joint distribution guesses at random.
    """
    rng = Random(seed)
    truth = boolean_population(0.5, [STRENGTH] * FEATURES, [1 - STRENGTH] * FEATURES)
    table = {m: _joint_and_naive(rng, truth, m, repeats) for m in SIZES}
    gaps = {m: row["full joint"] - row["naive Bayes"] for m, row in table.items()}
    return Finding(
        holds=gaps[CELLS] > 0.05 and abs(gaps[64 * CELLS]) < 0.01,
        numbers={
            "errors, and the fraction of unseen rows": table,
            "unseen fraction if all rows had equal probability": {
                m: float(unseen_share(CELLS, m)) for m in SIZES
            },
            "examples until every row was seen, if all had equal probability": float(
                coupon_collector_mean(CELLS)
            ),
        },
        figure=_full_joint_figure(table),
    )


def _joint_and_naive(
    rng: Random, truth: Mapping[Case, float], m: int, repeats: int
) -> dict[str, float]:
    """Mean errors of both models, and the mean fraction of rows that were never observed."""
    joint, naive, unseen = [], [], []
    for _ in range(repeats):
        rows, labels, counts = as_table(drawn(rng, truth, m))
        model = FullJointBayes.fit(
            rows, labels, weights=counts, values=[(0, 1)] * FEATURES, classes=(0, 1)
        )
        joint.append(joint_error(model, truth))
        naive.append(error_of(naive_bayes(rows, labels, counts), truth))
        unseen.append(1 - len(set(rows)) / CELLS)
    return {
        "naive Bayes": mean_mle(naive),
        "full joint": mean_mle(joint),
        "unseen": mean_mle(unseen),
    }


def joint_error(model: FullJointBayes[int], truth: Mapping[Case, float]) -> float:
    """Return the exact error of the full joint distribution; unobserved rows are guessed.

    >>> seen = FullJointBayes.fit([(1,), (1,), (1,)], [1, 1, 0], values=[(0, 1)], classes=(0, 1))
    >>> joint_error(seen, boolean_population(0.5, [0.75], [0.25]))
    0.375
    """
    error = []
    for x in product((0, 1), repeat=len(model.features)):
        chances = [truth[x, 0], truth[x, 1]]
        if any(x in table for table in model.tables):
            error.append(chances[1 - model.classify(x)])
        else:
            error.append(mean_mle(chances))
    return fsum(error)


def _full_joint_figure(table: dict[int, dict[str, float]]) -> Figure:
    sizes = list(table)

    def series(name: str, label: str) -> list[Mark]:
        values = [table[m][name] for m in sizes]
        return [Line(sizes, values, label=label), Points(sizes, values, label=label)]

    return Figure(
        title="Full joint distribution and naive Bayes",
        description="The error of naive Bayes is constant from the start. The error of the full "
        "joint distribution falls to the same value only when there are many times "
        "more examples than possible rows, and every row was observed.",
        x_label="training examples",
        y_label="fraction",
        marks=[
            *series("naive Bayes", "error of naive Bayes"),
            *series("full joint", "error of the full joint"),
            *series("unseen", "rows never seen"),
            Rule(x=CELLS, label="as many examples as rows"),
        ],
        x_scale=Log(),
    )


@experiment(
    "EXP-NB-LEMMA",
    claim="ln(4n/δ) / (2ε²) examples of each class are enough to estimate all 2n parameters of "
    "naive Bayes to within ε, with probability 1 − δ.",
    criterion="the probability that any of 2n parameters has an error above ε = 0.1 is at most "
    "δ = 0.05, both computed exactly and in simulation; multiplying the number of features by 10 "
    "always adds the same number of examples",
    entries=("xing-nb-rate",),
    full={"repeats": 4000},
)
def naive_bayes_lemma(repeats: int = 400, seed: int = 0) -> Finding:
    """How often any of 2n estimates has a large error; all parameters are 1/2, the hardest case.

    >>> naive_bayes_lemma(repeats=1).numbers["examples of each class"]
    {1: 220, 10: 335, 100: 450, 1000: 565}
    """
    rng = Random(seed)
    bounds = {n: naive_bayes_examples(float(EPSILON), float(DELTA), n) for n in LEMMA_FEATURES}
    needed = {n: ceil(bound) for n, bound in bounds.items()}
    exactly = {n: float(failure_chance(n, m)) for n, m in needed.items()}
    simulated = {n: _failures(rng, n, m, repeats) / repeats for n, m in needed.items()}
    rises = [bounds[10 * n] - bounds[n] for n in LEMMA_FEATURES[:-1]]
    costs = log(10) / float(2 * EPSILON * EPSILON)
    return Finding(
        holds=max(exactly.values()) <= DELTA
        and max(simulated.values()) <= DELTA
        and all(abs(rise - costs) < 1e-9 for rise in rises),
        numbers={
            "examples of each class": needed,
            "examples added by ten times the features": rises,
            "chance of failure": exactly,
            "fraction of failures in simulation": simulated,
        },
        figure=_lemma_figure(needed, exactly),
        caveat="the bound is conservative: the failure probability is a tenth of δ; and accurate "
        "parameters do not imply an accurate sum of n logarithms",
    )


def failure_chance(n: int, m: int) -> Fraction:
    """Return the exact probability that any of 2n relative frequencies has an error above ε.

    >>> failure_chance(1, m=1)
    Fraction(1, 1)
    """
    return 1 - binomial_within(HALF, m, EPSILON) ** (2 * n)


def _failures(rng: Random, n: int, m: int, repeats: int) -> int:
    """The number of repeats in which any of 2n relative frequencies has an error above ε."""
    near = [k for k in range(m + 1) if abs(theta_mle(k, m) - HALF) <= EPSILON]
    cumulative = list(accumulate(float(Fraction(comb(m, k), 2**m)) for k in range(m)))
    return sum(
        not all(near[0] <= bisect_right(cumulative, rng.random()) <= near[-1] for _ in range(2 * n))
        for _ in range(repeats)
    )


def _lemma_figure(needed: dict[int, int], chances: dict[int, float]) -> Panels:
    sizes = list(needed)
    bound = Figure(
        title="Sufficient number of examples",
        description="A straight line over the logarithm of n.",
        x_label="features n",
        y_label="examples of each class",
        marks=[
            Line(sizes, list(needed.values()), label="ln(4n/δ) / 2ε²"),
            Points(sizes, list(needed.values()), label="ln(4n/δ) / 2ε²"),
        ],
        x_scale=Log(),
    )
    failure = Figure(
        title="Probability of failure",
        description="Four points far below the line at δ.",
        x_label="features n",
        y_label="P(any parameter has an error above ε)",
        marks=[
            Rule(y=float(DELTA), label="δ"),
            Points(sizes, list(chances.values()), label="exact chance of failure"),
        ],
        x_scale=Log(),
        y_range=(0.0, 0.055),
    )
    return Panels(
        title="Estimating all parameters of naive Bayes at once",
        description="Left: the sufficient number of examples rises with the logarithm of the "
        "number of features. Right: the probability of failure stays far below δ = 0.05.",
        figures=[bound, failure],
    )
