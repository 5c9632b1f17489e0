"""Claims about how the number of examples needed grows with the number of features.

n       the number of features;   m   the number of examples
m(n)    the m at which the mean error falls to a target: m is doubled until then, and
        the error is interpolated linearly in log m between the last two values
"""

from collections.abc import Callable, Sequence
from functools import cache, partial
from math import fsum, log, sqrt
from random import Random

from textbook_ml.equations.bridge import Weights, boolean_to_logistic
from textbook_ml.equations.gaussian import mean_mle
from textbook_ml.equations.logistic import logistic_p1
from textbook_ml.plots import Figure, Line, Log, Mark, Points
from textbook_ml.study.experiments._experiment import Finding, experiment
from textbook_ml.study.experiments._linear_rules import (
    draw_with_both_classes,
    logistic_regression,
    naive_bayes,
    predicts_one,
)
from textbook_ml.study.experiments._random_data import boolean_table

Learn = Callable[..., Weights]
Trial = Callable[[int, int], float]  # maps n and m to the error from one random training set
Needed = dict[str, dict[int, float]]  # learner: {number of features: number of examples}

NAIVE, LOGISTIC = "naive Bayes", "logistic regression"
LEARNERS: dict[str, Learn] = {NAIVE: naive_bayes, LOGISTIC: logistic_regression}
WEIGHT = 2 * log(1.5)  # true weight of a feature that is 1 with probability 0.6 or 0.4
OFF = 0.6  # target for the mean error of the worst weight
EXCESS = 0.02  # target for the excess error
TESTS = 12  # test rows per feature: with many features there are few training sets


@experiment(
    "EXP-RATES",
    claim="Naive Bayes needs on the order of log n examples, logistic regression on the order "
    "of n.",
    criterion="for a mean error of the worst weight of at most 0.6, 64 features need less than 4 "
    "times as many examples as 4 features with naive Bayes, and more than 10 times as many with "
    "logistic regression",
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
    """Number of examples until all weights are accurate, for features with P = 0.6 or 0.4.

    The data are drawn from a naive Bayes model, so both learners estimate the same weights,
    2 ln 1.5 = 0.811.
    """
    worst = _worst_weight(Random(seed))
    needed = {
        name: sizes_needed(worst[name], _doubled(4, largest), times, OFF, first=64)
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
            "Examples until all weights are accurate",
            "On logarithmic axes, naive Bayes rises slowly; logistic regression rises at least as "
            "fast as the number of features.",
            needed,
        ),
        caveat="on the order of log n examples make each parameter accurate; a classifier adds n "
        "terms, and the sum may still be inaccurate. Both numbers of examples are "
        "sufficient, but not necessary",
    )


def _worst_weight(rng: Random) -> dict[str, Trial]:
    """For each learner, a function that returns the error of the worst weight on one sample."""

    def trial(learn: Learn, n: int, m: int) -> float:
        table = draw_with_both_classes(lambda: boolean_table(rng, m, 0.5, [0.6] * n, [0.4] * n))
        return max(abs(w - WEIGHT) for w in learn(*table).w)

    return {name: partial(trial, learn) for name, learn in LEARNERS.items()}


@experiment(
    "EXP-RATES-CAVEAT",
    claim="Log n examples are enough only if each feature carries a fixed amount of information.",
    criterion="with features so weak that the smallest possible error stays at 0.16, both learners "
    "need 4 to 16 times as many examples for 64 features as for 8, to come within 0.02 of that "
    "error",
    entries=("xing-nb-rate", "mitchell-s4-rates"),
    full={"largest": 64, "repeats": 600},
)
def rates_of_weak_features(largest: int = 32, repeats: int = 60, seed: int = 0) -> Finding:
    """Features with P = 0.5 ± 0.5/√n: the more features, the less informative each one.

    If a rule and the best rule label a test row differently, the excess error of that row is
    |2 P(Y = 1 | x) − 1|.
    """
    excess = _excess(Random(seed))
    needed = {
        name: sizes_needed(trial, _doubled(8, largest), repeats, EXCESS, first=16)
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
            "excess error for 64 features, with 4 or 16 times the examples needed for 8": around,
        },
        figure=_needed_figure(
            "Examples until the error is close to the best",
            "On logarithmic axes, two lines that both rise in proportion to the number of "
            "features; naive Bayes needs less than half as many examples as logistic regression.",
            needed,
        ),
        caveat="so the log n rate is true of the parameters, or for many informative features: "
        "here both learners need on the order of n examples",
    )


def _excess(rng: Random) -> dict[str, Trial]:
    """For each learner, a function that returns the excess error on one sample of weak features."""

    def trial(learn: Learn, n: int, m: int) -> float:
        theta1, theta0, best = weak_features(n)
        table = draw_with_both_classes(lambda: boolean_table(rng, m, 0.5, theta1, theta0))
        rows, _ = boolean_table(rng, TESTS * n, 0.5, theta1, theta0)
        return excess_error(learn(*table), best, rows)

    return {name: partial(trial, learn) for name, learn in LEARNERS.items()}


def mean_error(trial: Trial, n: int, m: int, repeats: int) -> float:
    """The error with n features and m examples, averaged over training sets.

    >>> mean_error(lambda n, m: n / m, n=1, m=4, repeats=2)
    0.25
    """
    return mean_mle([trial(n, m) for _ in range(repeats)])


def sizes_needed(
    trial: Trial, sizes: Sequence[int], repeats: int, target: float, first: int
) -> dict[int, float]:
    """For each n, the number of examples at which the mean error falls to a target.

    The verdict depends on the first n, which gets most of the repeats; the other n show the trend.
    The search for each n starts near the result for the previous n.

    >>> sizes_needed(lambda n, m: n / m, [4, 8], repeats=1, target=0.5, first=2)
    {4: 8.0, 8: 16.0}
    """
    needed = {}
    for n in sizes:
        times = repeats if n == sizes[0] else max(4, 3 * repeats // n)
        needed[n] = interpolated_size(partial(mean_error, trial, n, repeats=times), target, first)
        while 2 * first < needed[n]:
            first *= 2
    return needed


def interpolated_size(error: Callable[[int], float], target: float, first: int) -> float:
    """Return the m (at least `first`) at which an error that decreases with m reaches a target.

    >>> interpolated_size(lambda m: 32 / m, target=1.0, first=8)
    32.0
    >>> interpolated_size(lambda m: 0.0, target=1.0, first=8)
    8.0
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
    """P(Xᵢ = 1) for n features in class 1 and in class 0, and the true weights.

    >>> weak_features(4)[:2]
    ([0.75, 0.75, 0.75, 0.75], [0.25, 0.25, 0.25, 0.25])
    """
    theta1, theta0 = [0.5 + 0.5 / sqrt(n)] * n, [0.5 - 0.5 / sqrt(n)] * n
    return theta1, theta0, boolean_to_logistic(0.5, theta0, theta1)


def excess_error(weights: Weights, best: Weights, rows: Sequence[Sequence[int]]) -> float:
    """The error of a rule minus that of the best rule: |2 P(Y = 1 | x) − 1| where they differ.

    >>> best = Weights(0.0, (1.0,))
    >>> excess_error(best, best, [[1], [0]])
    0.0
    """
    lost = [
        abs(2 * logistic_p1(best.w0, best.w, x) - 1)
        for x in rows
        if predicts_one(weights, x) != predicts_one(best, x)
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
