"""Claims about the limits of naive Bayes and logistic regression with infinitely many examples.

gap      the distance between two weight vectors
slope    of log gap over log m: −1/2 if the gap shrinks as 1/√m
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import log, sqrt
from random import Random

from textbook_ml.core.linalg import dot
from textbook_ml.equations.bayes import most_probable
from textbook_ml.equations.bridge import Weights, boolean_to_logistic
from textbook_ml.equations.gaussian import mean_mle
from textbook_ml.equations.likelihood import population_gradient
from textbook_ml.equations.optimality import bayes_error, classifier_error
from textbook_ml.models.bernoulli_naive_bayes import BernoulliNaiveBayes
from textbook_ml.plots import Bars, Figure, Line, Log
from textbook_ml.study.experiments._experiment import Finding, experiment
from textbook_ml.study.experiments._linear_rules import (
    distance,
    error_of,
    logistic_regression,
    naive_bayes,
)
from textbook_ml.study.experiments._population import Case, as_table, boolean_population, drawn
from textbook_ml.study.experiments._random_data import standard_error

P1 = 0.4
THETA1, THETA0 = (0.7, 0.6, 0.3, 0.5, 0.8), (0.4, 0.5, 0.5, 0.5, 0.6)
SIZES = (100, 400, 1600, 6400, 25_600, 102_400)

NAIVE, LOGISTIC, BEST = "naive Bayes", "logistic regression", "best rule"


@experiment(
    "EXP-EQUAL-LIMIT",
    claim="Naive Bayes and logistic regression converge to the same classifier when the "
    "assumptions hold.",
    criterion="on logarithmic axes, the distance between the two weight vectors falls with a slope "
    "between −0.6 and −0.4; at the weights of the true model, the gradient of the expected log "
    "likelihood is below 1e-12",
    entries=(
        "mitchell-s4-asymptotic-equal",
        "xing-asymptotic-correct",
        "sontag-asymptotic",
        "gwansiu-s3-asymptotic",
    ),
    full={"repeats": 400},
)
def equal_limit(repeats: int = 20, seed: int = 0) -> Finding:
    """Five Boolean features drawn from a naive Bayes model: both models converge to its weights.

    The distance between them halves whenever the number of examples is multiplied by four.
    """
    rng = Random(seed)
    truth = boolean_to_logistic(P1, THETA0, THETA1)
    population = boolean_population(P1, THETA1, THETA0)
    with_ones = {((1.0, *map(float, x)), y): p for (x, y), p in population.items()}
    gradient = population_gradient([truth.w0, *truth.w], with_ones)
    gaps = {m: _gaps(rng, population, truth, m, repeats) for m in SIZES}
    slope = log_slope({m: row["between them"] for m, row in gaps.items()})
    return Finding(
        holds=-0.6 < slope < -0.4 and max(map(abs, gradient)) < 1e-12,
        numbers={
            "distance of the weights": gaps,
            "slope of the distance between the two weight vectors": slope,
            "gradient with infinitely many examples": gradient,
        },
        figure=_gap_figure(gaps),
    )


def _gaps(
    rng: Random, population: Mapping[Case, float], truth: Weights, m: int, repeats: int
) -> dict[str, float]:
    """Mean distances after m examples: between the two models, and of each from the truth."""
    between, naive, logistic = [], [], []
    for _ in range(repeats):
        table = as_table(drawn(rng, population, m))
        a, b = naive_bayes(*table), logistic_regression(*table)
        between.append(distance(a, b))
        naive.append(distance(a, truth))
        logistic.append(distance(b, truth))
    return {
        "between them": mean_mle(between),
        "between them ±": standard_error(between),
        f"{NAIVE} to the truth": mean_mle(naive),
        f"{LOGISTIC} to the truth": mean_mle(logistic),
    }


def log_slope(curve: Mapping[int, float]) -> float:
    """The slope of the least-squares line through a curve on logarithmic axes.

    >>> abs(log_slope({1: 8.0, 4: 4.0, 16: 2.0}) + 0.5) < 1e-15
    True
    """
    xs, ys = [log(m) for m in curve], [log(value) for value in curve.values()]
    middle = mean_mle(xs)
    across = [x - middle for x in xs]
    return dot(across, ys) / dot(across, across)


def _gap_figure(gaps: Mapping[int, Mapping[str, float]]) -> Figure:
    sizes = list(gaps)
    last = gaps[sizes[-1]]["between them"]
    marks = [
        Line(sizes, [gaps[m][name] for m in sizes], label=name)
        for name in ("between them", f"{NAIVE} to the truth", f"{LOGISTIC} to the truth")
    ]
    half = [last * sqrt(sizes[-1] / m) for m in sizes]
    return Figure(
        title="Two models converge to the same limit",
        description="Three falling lines on logarithmic axes, all with the slope of the fourth, "
        "1/√m; naive Bayes is slightly closer to the truth.",
        x_label="examples m",
        y_label="mean distance of the weights",
        marks=[*marks, Line(sizes, half, label="∝ 1/√m")],
        x_scale=Log(),
        y_scale=Log(),
    )


@experiment(
    "EXP-VIOLATED",
    claim="If the features are dependent, logistic regression has the smaller error in the limit.",
    criterion="exact errors of naive Bayes and logistic regression: 3/10 and 1/5 with three copies "
    "of a weaker feature and one stronger feature; 3/10 and 3/10 with one feature given twice; and "
    "20/49 and 24/49 for a table on which naive Bayes does better",
    entries=(
        "mitchell-s4-asymptotic-violated",
        "mitchell-s5-bias-variance",
        "xing-asymptotic-incorrect",
        "sontag-asymptotic-incorrect",
        "gwansiu-s3-violated",
    ),
    full={"examples": 200_000},
)
def violated(examples: int = 20_000, seed: int = 0) -> Finding:
    """Three populations: logistic regression does better, equally well, and worse.

    The models are fitted to the exact probabilities.

    >>> violated(examples=1000).numbers["errors"]["a feature used twice"]["naive Bayes"]
    Fraction(3, 10)
    """
    populations = {
        "three copies of a weaker feature": repeated_cues([(7, 3), (8, 1)]),
        "a feature used twice": repeated_cues([(7, 2)]),
        "a table that no weights fit": table_with_dependent_features(),
    }
    errors = {name: _errors(counts) for name, counts in populations.items()}
    shares = {
        case: float(p) for case, p in as_probabilities(table_with_dependent_features()).items()
    }
    sample = _errors(drawn(Random(seed), shares, examples))
    found = [(row[NAIVE], row[LOGISTIC]) for row in errors.values()]
    return Finding(
        holds=found
        == [
            (Fraction(3, 10), Fraction(1, 5)),
            (Fraction(3, 10), Fraction(3, 10)),
            (Fraction(20, 49), Fraction(24, 49)),
        ],
        numbers={"errors": errors, f"errors for the last table, in a sample of {examples}": sample},
        figure=_errors_figure(errors),
        caveat="this is often true, but not always: a single feature given twice does no harm, "
        "and if no weights "
        "fit the true log odds, the maximum likelihood weights need not have the smallest error",
    )


def repeated_cues(cues: Sequence[tuple[int, int]]) -> dict[Case, int]:
    """Counts of each case, for cues given as (times right in 10, number of copies).

    >>> repeated_cues([(7, 2)])
    {((0, 0), 0): 7, ((1, 1), 0): 3, ((0, 0), 1): 3, ((1, 1), 1): 7}
    """
    counts = {}
    for y, shown in product((0, 1), product((0, 1), repeat=len(cues))):
        times, row = 1, []
        for (right, copies), x in zip(cues, shown):
            times *= right if x == y else 10 - right
            row += [x] * copies
        counts[tuple(row), y] = times
    return counts


def table_with_dependent_features() -> dict[Case, int]:
    """Two features that are dependent, in different ways in the two classes."""
    cells = list(product((0, 1), repeat=2))
    weights = {1: (6, 6, 8, 9), 0: (2, 7, 10, 1)}
    return {(x, y): n for y in (0, 1) for x, n in zip(cells, weights[y])}


def _errors(counts: Mapping[Case, int]) -> dict[str, Fraction]:
    """The training errors of both models, and the smallest possible error."""
    rows, labels, times = as_table(counts)
    joint = as_probabilities(counts)
    model = BernoulliNaiveBayes.fit(rows, labels, weights=times, classes=(0, 1))
    return {
        NAIVE: classifier_error(joint, lambda x: most_probable(model.exact_posterior(x))),
        LOGISTIC: error_of(logistic_regression(rows, labels, times), joint),
        BEST: bayes_error(joint),
    }


def as_probabilities(counts: Mapping[Case, int]) -> dict[Case, Fraction]:
    """Return the probability of each case, from counts.

    >>> as_probabilities({((0,), 0): 1, ((1,), 1): 3})
    {((0,), 0): Fraction(1, 4), ((1,), 1): Fraction(3, 4)}
    """
    everything = sum(counts.values())
    return {case: Fraction(n, everything) for case, n in counts.items()}


def _errors_figure(errors: Mapping[str, Mapping[str, Fraction]]) -> Figure:
    names = list(errors)
    return Figure(
        title="Errors in the limit, where the features are dependent",
        description="Three groups of bars. The error of logistic regression is smaller if a weaker "
        "feature is copied, the same if the only feature is copied, and larger for the third "
        "table.",
        x_label="error",
        y_label="population",
        marks=[
            Bars(names, [float(errors[name][who]) for name in names], label=who)
            for who in (NAIVE, LOGISTIC, BEST)
        ],
    )
