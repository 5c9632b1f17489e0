"""Claims about how many examples a learner needs when there are more and more features.

    n       how many features;   m   how many examples
    m(n)    the m at which the mean error has come down to a target: m is doubled until it has,
            and a straight line over log m tells where between the last two
"""

from collections.abc import Callable, Sequence
from functools import cache, partial
from math import fsum, log, sqrt
from random import Random

from textbook_ml.equations.bridge import Weights, boolean_to_logistic
from textbook_ml.equations.gaussian import mean_mle
from textbook_ml.equations.logistic import logistic_p1
from textbook_ml.experiments._draw import boolean_table
from textbook_ml.experiments._experiment import Finding, experiment
from textbook_ml.experiments._rivals import (
    logistic_regression,
    naive_bayes,
    of_both_classes,
    says_one,
)
from textbook_ml.plots import Figure, Line, Log, Mark, Points

Learn = Callable[..., Weights]
Trial = Callable[[int, int], float]  # from n and m to the error that one training set leads to
Needed = dict[str, dict[int, float]]  # learner: {features: examples}

NAIVE, LOGISTIC = "naive Bayes", "logistic regression"
LEARNERS: dict[str, Learn] = {NAIVE: naive_bayes, LOGISTIC: logistic_regression}
WEIGHT = 2 * log(1.5)  # of a feature that is 1 with probability 0.6 or 0.4
OFF = 0.6  # how far the worst weight may be off, on average
EXCESS = 0.02  # how far the error may be above the best
TESTS = 12  # test rows for each feature: with many features there are few training sets


@experiment(
    "EXP-RATES",
    claim="Naive Bayes needs of the order of log n examples, logistic regression of n.",
    criterion="for the worst weight to be within 0.6 on average, 64 features take less than 4 "
    "times the examples of 4 features with naive Bayes, and more than 10 times with logistic "
    "regression",
    entries=(
        "mitchell-s4-rates",
        "xing-rates",
        "xing-lr-rate",
        "xing-nb-rate",
        "sontag-rates",
        "gwansiu-s3-rates",
    ),
    full={"largest": 64, "repeats": 640},
)
def rates(largest: int = 32, repeats: int = 160, seed: int = 0) -> Finding:
    """Features of one strength, 0.6 against 0.4: how many examples until all weights are near.

    The data obey naive Bayes, so that both learners look for the same weights, 2 ln 1.5 = 0.811.
    """
    worst = _worst_weight(Random(seed))
    needed = {
        name: needed_by(worst[name], _doubled(4, largest), times, OFF, first=64)
        for name, times in ((NAIVE, repeats), (LOGISTIC, repeats // 4))
    }
    enough = mean_error(worst[NAIVE], 64, round(4 * needed[NAIVE][4]), repeats // 5)
    too_few = mean_error(worst[LOGISTIC], 64, round(10 * needed[LOGISTIC][4]), 3)
    return Finding(
        holds=enough < OFF < too_few,
        numbers={
            "examples needed for n features": needed,
            "worst of 64 weights, naive Bayes, 4 times the examples of 4 features": enough,
            "worst of 64 weights, logistic regression, 10 times the examples": too_few,
        },
        figure=_needed_figure(
            "Examples until all weights are near",
            "On logarithmic axes, naive Bayes rises slowly; logistic regression rises as fast as "
            "the number of features, and faster.",
            needed,
        ),
        caveat="the parameters are near after of the order of log n examples; a classifier adds "
        "up n of them, and is not yet near. Both rates say what is enough, not what it takes",
    )


def _worst_weight(rng: Random) -> dict[str, Trial]:
    """The error of the worst weight that one training set leads to, for each learner."""

    def trial(learn: Learn, n: int, m: int) -> float:
        table = of_both_classes(lambda: boolean_table(rng, m, 0.5, [0.6] * n, [0.4] * n))
        return max(abs(w - WEIGHT) for w in learn(*table).w)

    return {name: partial(trial, learn) for name, learn in LEARNERS.items()}


@experiment(
    "EXP-RATES-CAVEAT",
    claim="That log n examples are enough needs features that each carry a fixed amount of "
    "information.",
    criterion="with features so weak that the best error stays at 0.16, 64 features take 4 to 16 "
    "times the examples of 8 features, with both learners, for an error within 0.02 of the best",
    entries=("xing-nb-rate", "mitchell-s4-rates"),
    full={"largest": 64, "repeats": 600},
)
def rates_of_weak_features(largest: int = 32, repeats: int = 60, seed: int = 0) -> Finding:
    """Features of strength 0.5 ± 0.5/√n: the more there are, the less each of them says.

    Where a rule and the best rule differ, a test row counts by how sure the best rule is.
    """
    excess = _excess(Random(seed))
    needed = {
        name: needed_by(trial, _doubled(8, largest), repeats, EXCESS, first=16)
        for name, trial in excess.items()
    }
    around = {
        name: {
            times: mean_error(trial, 64, round(times * needed[name][8]), sets)
            for times, sets in ((4, repeats // 30), (16, repeats // 15))
        }
        for name, trial in excess.items()
    }
    return Finding(
        holds=all(row[16] < EXCESS < row[4] for row in around.values()),
        numbers={
            "examples needed for n features": needed,
            "excess error of 64 features, with so many times the examples of 8": around,
        },
        figure=_needed_figure(
            "Examples until the error is near the best",
            "On logarithmic axes two lines that rise alike, as the number of features does; "
            "naive Bayes takes less than half of what logistic regression takes.",
            needed,
        ),
        caveat="so the slogan is about parameters, or about many informative features: here both "
        "learners need of the order of n examples",
    )


def _excess(rng: Random) -> dict[str, Trial]:
    """The excess error that one training set of weak features leads to, for each learner."""

    def trial(learn: Learn, n: int, m: int) -> float:
        theta1, theta0, best = weak_features(n)
        table = of_both_classes(lambda: boolean_table(rng, m, 0.5, theta1, theta0))
        rows, _ = boolean_table(rng, TESTS * n, 0.5, theta1, theta0)
        return excess_error(learn(*table), best, rows)

    return {name: partial(trial, learn) for name, learn in LEARNERS.items()}


def mean_error(trial: Trial, n: int, m: int, repeats: int) -> float:
    """The error with n features and m examples, averaged over training sets.

    >>> mean_error(lambda n, m: n / m, n=1, m=4, repeats=2)
    0.25
    """
    return mean_mle([trial(n, m) for _ in range(repeats)])


def needed_by(
    trial: Trial, sizes: Sequence[int], repeats: int, target: float, first: int
) -> dict[int, float]:
    """For each n, how many examples bring the mean error down to a target: ever more of them.

    The verdict hangs on the first n, which gets most of the repeats; the others show the trend.

    >>> needed_by(lambda n, m: n / m, [4, 8], repeats=1, target=0.5, first=2)
    {4: 8.0, 8: 16.0}
    """
    needed = {}
    for n in sizes:
        times = repeats if n == sizes[0] else max(4, 3 * repeats // n)
        needed[n] = reached(partial(mean_error, trial, n, repeats=times), target, first)
        while 2 * first < needed[n]:
            first *= 2
    return needed


def reached(error: Callable[[int], float], target: float, first: int) -> float:
    """The m at which an error that falls with m reaches a target; no less than `first`.

    >>> reached(lambda m: 32 / m, target=1.0, first=8), reached(lambda m: 0.0, 1.0, first=8)
    (32.0, 8.0)
    """
    m, before, now = first, target, error(first)
    while now > target:
        m, before, now = 2 * m, now, error(2 * m)
    past = (target - now) / (before - now) if before > target else 0.0
    return float(m / 2**past)


def _doubled(first: int, last: int) -> list[int]:
    return [first * 2**k for k in range((last // first).bit_length())]


@cache
def weak_features(n: int) -> tuple[list[float], list[float], Weights]:
    """What each of n features shows in class 1 and in class 0, and the weights that are right.

    >>> weak_features(4)[:2]
    ([0.75, 0.75, 0.75, 0.75], [0.25, 0.25, 0.25, 0.25])
    """
    theta1, theta0 = [0.5 + 0.5 / sqrt(n)] * n, [0.5 - 0.5 / sqrt(n)] * n
    return theta1, theta0, boolean_to_logistic(0.5, theta0, theta1)


def excess_error(weights: Weights, best: Weights, rows: Sequence[Sequence[int]]) -> float:
    """How much more often than the best rule a rule errs: |2 P(Y = 1 | x) − 1| where they differ.

    >>> half_sure = Weights(0.0, (1.0,))
    >>> excess_error(half_sure, half_sure, [[1], [0]])
    0.0
    """
    lost = [
        abs(2 * logistic_p1(best.w0, best.w, x) - 1)
        for x in rows
        if says_one(weights, x) != says_one(best, x)
    ]
    return fsum(lost) / len(rows)


def _needed_figure(title: str, description: str, needed: Needed) -> Figure:
    marks: list[Mark] = []
    for name, m in needed.items():
        marks += [Line(list(m), list(m.values()), label=name)]
        marks += [Points(list(m), list(m.values()), label=name)]
    return Figure(
        title=title,
        description=description,
        x_label="features n",
        y_label="examples m",
        marks=marks,
        x_scale=Log(),
        y_scale=Log(),
    )
