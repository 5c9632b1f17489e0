"""Learning curves: error of naive Bayes and logistic regression by number of examples.

copies   noisy copies of one hidden cue; naive Bayes treats each as independent evidence
cues     independent features that agree with the class more often than not
noise    features that are independent of the class
k, j     the number of copies, and of cues, that are 1
"""

from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import pairwise, product
from math import comb, fsum
from random import Random

from textbook_ml.equations.bridge import Weights, boolean_to_logistic
from textbook_ml.equations.gaussian import mean_mle
from textbook_ml.equations.optimality import bayes_error
from textbook_ml.plots import Band, Figure, Line, Log, Mark, Rule
from textbook_ml.study.experiments._experiment import Finding, experiment
from textbook_ml.study.experiments._linear_rules import (
    Table,
    draw_with_both_classes,
    error_of,
    logistic_regression,
    naive_bayes,
    predicts_one,
)
from textbook_ml.study.experiments._population import Case
from textbook_ml.study.experiments._random_data import bernoulli, standard_error

COPIES, CUES, NOISE = 5, 10, 15
HIDDEN, COPY, CUE = 0.7, 0.95, 0.65  # P(hidden = y), P(copy = hidden), P(cue = y)
FEATURES_GIVEN = {  # P(Xᵢ = 1) for each feature, given the class and the hidden cue
    (y, hidden): [(1 - COPY, COPY)[hidden]] * COPIES + [(1 - CUE, CUE)[y]] * CUES + [0.5] * NOISE
    for y, hidden in product((0, 1), repeat=2)
}
SIZES = (10, 40, 80, 160, 320, 1280, 5120)
MANY = 100  # with more examples, results vary little between training sets

Curve = dict[int, tuple[float, float]]  # number of examples: mean error and its standard error


@experiment(
    "EXP-CROSSOVER",
    claim="Naive Bayes has the smaller error with few examples, logistic regression with many.",
    criterion="naive Bayes has the smaller error with 10 and 40 examples, logistic regression with "
    "320 and more; the error of naive Bayes changes by less than 0.02 from 40 to 5120 examples",
    entries=("mitchell-s4-crossover", "xing-uci", "sontag-uci", "gwansiu-s3-crossover"),
    full={"repeats": 240, "tests": 20_000},
)
def crossover(repeats: int = 36, tests: int = 1000, seed: int = 0) -> Finding:
    """Thirty Boolean features, five of which are noisy copies of one: the curves cross once.

    Naive Bayes counts the copied feature five times, and soon stops improving. Logistic
    regression corrects for the copies, but needs more examples. The expected error on the test
    rows is computed from the known P(Y = 1 | x) instead of from labels.
    """
    rng = Random(seed)
    held_out = [_example(rng)[0] for _ in range(tests)]
    chances = [posterior_of_one(x) for x in held_out]
    error = partial(expected_error, rows=held_out, chances=chances)
    naive = {m: _mean_error(rng, naive_bayes, error, m, repeats) for m in SIZES}
    logistic = {m: _mean_error(rng, logistic_regression, error, m, repeats // 5) for m in SIZES}
    ahead = {m: naive[m][0] < logistic[m][0] for m in SIZES}
    moved = abs(naive[5120][0] - naive[40][0])
    best = bayes_error(shown_population())
    return Finding(
        holds=all(ahead[m] for m in (10, 40))
        and not any(ahead[m] for m in (320, 1280, 5120))
        and moved < 0.02,
        numbers={
            "error of naive Bayes, and margin of error": naive,
            "error of logistic regression, and margin of error": logistic,
            "crossing between": crossing(naive, logistic),
            "change in the error of naive Bayes from 40 to 5120 examples": moved,
            "error of naive Bayes in the limit": naive_limit(),
            "error of the best rule": best,
        },
        figure=_crossover_figure(naive, logistic, best),
        caveat="where the curves cross depends on the problem: without the copies, the assumption "
        "of naive Bayes would hold, and naive Bayes would always have the smaller error; "
        "and if the intercept is not "
        "penalised, logistic regression is closer at the start",
    )


def _example(rng: Random) -> tuple[list[int], int]:
    """A row and its label: copies of a hidden cue, independent cues, and noise features."""
    y = bernoulli(rng, 0.5)
    hidden = y if rng.random() < HIDDEN else 1 - y
    return [bernoulli(rng, p) for p in FEATURES_GIVEN[y, hidden]], y


def _training_set(rng: Random, m: int) -> Table:
    examples = [_example(rng) for _ in range(m)]
    return [x for x, _ in examples], [y for _, y in examples]


@cache
def shown_population() -> dict[Case, float]:
    """Return P(k, j, y), where k copies and j cues are 1 and y is the class.

    >>> len(shown_population())
    132
    """
    population: dict[Case, float] = {}
    for y, k, j in product((0, 1), range(COPIES + 1), range(CUES + 1)):
        agree = HIDDEN if y else 1 - HIDDEN
        copies = agree * _binomial(k, COPIES, COPY) + (1 - agree) * _binomial(k, COPIES, 1 - COPY)
        population[(k, j), y] = 0.5 * copies * _binomial(j, CUES, CUE if y else 1 - CUE)
    return population


def _binomial(k: int, n: int, p: float) -> float:
    return comb(n, k) * p**k * (1 - p) ** (n - k)


def posterior_of_one(x: Sequence[int]) -> float:
    """Return P(Y = 1 | x), which depends only on the numbers k and j of copies and cues that are 1.

    >>> posterior_of_one([0, 1, 0, 1, 0] + [1, 0] * 5 + [0] * 15) < 0.5
    True
    """
    shown = sum(x[:COPIES]), sum(x[COPIES : COPIES + CUES])
    zero, one = (shown_population()[shown, y] for y in (0, 1))
    return one / (zero + one)


def expected_error(
    weights: Weights, rows: Sequence[Sequence[int]], chances: Sequence[float]
) -> float:
    """Return the Bayes error plus the excess error on rows where a rule differs from the best rule.

    >>> best = expected_error(Weights(0.0, (1.0,)), [[1], [0]], [0.75, 0.25])
    >>> expected_error(Weights(1.0, (1.0,)), [[1], [0]], [0.75, 0.25]) == best + 0.25
    True
    """
    lost = [abs(2 * p - 1) for x, p in zip(rows, chances) if predicts_one(weights, x) != (p > 0.5)]
    return bayes_error(shown_population()) + fsum(lost) / len(rows)


def _mean_error(
    rng: Random,
    learn: Callable[..., Weights],
    error: Callable[[Weights], float],
    m: int,
    repeats: int,
) -> tuple[float, float]:
    """The mean error over training sets of m examples, and its standard error."""
    times = repeats if m < MANY else max(2, repeats // 3)
    tables = (draw_with_both_classes(lambda: _training_set(rng, m)) for _ in range(times))
    errors = [error(learn(*table)) for table in tables]
    return mean_mle(errors), standard_error(errors)


def crossing(first: Curve, second: Curve) -> list[int]:
    """The sizes between which the second curve falls below the first.

    >>> crossing({10: (0.3, 0.0), 20: (0.3, 0.0)}, {10: (0.4, 0.0), 20: (0.2, 0.0)})
    [10, 20]
    """
    below = {m: second[m][0] < first[m][0] for m in first}
    return next(([a, b] for a, b in pairwise(first) if below[b] and not below[a]), [])


def naive_limit() -> float:
    """The exact error of naive Bayes fitted to infinitely many examples.

    All copies have the same weight, and so have all cues, so the label depends only on k and j.
    The noise features have weight 0.
    """
    copy = HIDDEN * COPY + (1 - HIDDEN) * (1 - COPY)
    theta1 = [copy] * COPIES + [CUE] * CUES
    found = boolean_to_logistic(0.5, [1 - p for p in theta1], theta1)
    return error_of(Weights(found.w0, (found.w[0], found.w[-1])), shown_population())


def _crossover_figure(naive: Curve, logistic: Curve, best: float) -> Figure:
    return Figure(
        title="Which model has the smaller error depends on the number of examples",
        description="The error of naive Bayes starts lower and soon stops falling. The error of "
        "logistic regression starts higher, is equal near a hundred examples, and "
        "continues to fall towards the smallest possible error.",
        x_label="training examples",
        y_label="error on new rows",
        marks=[
            *_curve(naive, "naive Bayes"),
            *_curve(logistic, "logistic regression"),
            Rule(y=best, label="the best rule"),
        ],
        x_scale=Log(),
    )


def _curve(curve: Curve, label: str) -> list[Mark]:
    """A line through the means, with a band of two standard errors on either side."""
    sizes = list(curve)
    means = [curve[m][0] for m in sizes]
    margins = [2 * curve[m][1] for m in sizes]
    low, high = ([a + sign * b for a, b in zip(means, margins)] for sign in (-1, 1))
    return [Band(sizes, low, high, label=label), Line(sizes, means, label=label)]
