"""Claims about Gaussian models: on Gaussian data, and on counts treated as Gaussian.

rho    the correlation of two features within each class
φ      P(Y = 1);   λ   the mean of a Poisson count
"""

from collections.abc import Mapping, Sequence
from itertools import product
from math import dist, sqrt
from random import Random
from statistics import NormalDist

from textbook_ml.equations.bayes import naive_joint
from textbook_ml.equations.bridge import Weights, gda_to_logistic, poisson_to_logistic
from textbook_ml.equations.event_models import poisson_pmf
from textbook_ml.equations.gaussian import mean_mle, pooled_variance_mle
from textbook_ml.equations.optimality import bayes_error
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.plots import Figure, Line, Log, Mark, Points, Rule
from textbook_ml.study.experiments._experiment import Finding, experiment
from textbook_ml.study.experiments._linear_rules import (
    error_of,
    gaussian_error,
    logistic_regression,
)
from textbook_ml.study.experiments._population import Case, as_table, drawn
from textbook_ml.study.experiments._random_data import standard_error

NAIVE, LDA, GDA, LOGISTIC = "naive Bayes", "LDA", "GDA", "logistic regression"
MEANS = ([-0.5, -0.1], [0.5, 0.1])
RHOS = (0.0, 0.3, 0.6, 0.9)

PHI = 0.3
RATES = ((1.0, 5.0), (6.0, 2.0))  # of both counts in class 0, and in class 1
COUNTS = (range(31), range(31))  # larger counts have negligible probability
SIZES = (50, 200, 1000, 10_000)


@experiment(
    "EXP-LDA-LR-NB",
    claim="Naive Bayes, LDA and logistic regression agree on Gaussian data.",
    criterion="the weights of LDA and logistic regression differ by less than 0.05 at every "
    "correlation of the features; those of naive Bayes agree with both if the correlation is 0, "
    "and differ by more than 0.3 if it is at least 0.6",
    entries=("sontag-asymptotic",),
    full={"strata": 220},
)
def three_learners(strata: int = 70, seed: int = 0) -> Finding:
    """Three models fitted to two Gaussian features with the same covariance in both classes.

    Each class has one example in each of strata × strata cells of equal probability, so that a
    few thousand examples represent the distribution as well as a much larger random sample.
    Errors are exact.
    """
    rng = Random(seed)
    found = {rho: _weights(rng, rho, strata) for rho in RHOS}
    gaps = {
        rho: {who: dist(row[who].w, row[LOGISTIC].w) for who in (NAIVE, LDA)}
        for rho, row in found.items()
    }
    errors = {
        rho: {who: gaussian_error(w, MEANS, covariance(rho)) for who, w in row.items()}
        for rho, row in found.items()
    }
    return Finding(
        holds=all(gap[LDA] < 0.05 for gap in gaps.values())
        and gaps[0.0][NAIVE] < 0.05
        and all(gap[NAIVE] > 0.3 for rho, gap in gaps.items() if rho >= 0.6),
        numbers={
            "weights": {rho: {who: w.w for who, w in row.items()} for rho, row in found.items()},
            "distance from logistic regression": gaps,
            "errors": errors,
        },
        figure=_three_figure(errors),
        caveat="all three agree only if the features are uncorrelated; otherwise LDA and logistic "
        "regression agree, and the weight of a feature in naive Bayes is that of a model with "
        "this feature alone",
    )


def covariance(rho: float) -> list[list[float]]:
    """The covariance matrix with unit variances and correlation rho."""
    return [[1.0, rho], [rho, 1.0]]


def _weights(rng: Random, rho: float, strata: int) -> dict[str, Weights]:
    """The weights of the three models, fitted to stratified examples."""
    rows, labels = [], []
    for y, mean in enumerate(MEANS):
        for i, j in product(range(strata), repeat=2):
            a, b = _stratum_normal(rng, i, strata), _stratum_normal(rng, j, strata)
            rows.append([mean[0] + a, mean[1] + rho * a + sqrt(1 - rho * rho) * b])
            labels.append(y)
    naive = GaussianNaiveBayes.fit(rows, labels, variance=pooled_variance_mle)
    return {
        NAIVE: naive.to_logistic(),
        LDA: GaussianDiscriminantAnalysis.fit(rows, labels).to_logistic(),
        LOGISTIC: logistic_regression(rows, labels),
    }


def _stratum_normal(rng: Random, place: int, strata: int) -> float:
    """A standard normal number from one of several strata of equal probability."""
    u = (place + rng.random()) / strata
    return NormalDist().inv_cdf(u) if u > 0 else _stratum_normal(rng, place, strata)


def _three_figure(errors: Mapping[float, Mapping[str, float]]) -> Figure:
    rhos = list(errors)

    def of(who: str) -> list[float]:
        return [errors[rho][who] for rho in rhos]

    return Figure(
        title="Three models on correlated Gaussian features",
        description="Without correlation all three have the same error. As the correlation grows, "
        "the equal errors of LDA and logistic regression fall, and that of naive Bayes rises.",
        x_label="correlation of the features within a class",
        y_label="error",
        marks=[
            Line(rhos, of(NAIVE), label=NAIVE),
            Line(rhos, of(LDA), label=LDA),
            Points(rhos, of(LOGISTIC), label=LOGISTIC),
        ],
    )


@experiment(
    "EXP-POISSON",
    claim="Logistic regression works well on Poisson features, and GDA less well.",
    criterion="with 10,000 examples, the error of logistic regression is within 0.002 of the "
    "smallest possible error, and that of GDA is at least 0.005 above it",
    entries=("ng-poisson", "ng-lr-robust", "ng-gda-converse"),
    full={"repeats": 100},
)
def poisson_features(repeats: int = 8, seed: int = 0) -> Finding:
    """Two Poisson counts, whose posterior is logistic although they are not Gaussian.

    Errors are exact sums over all counts with non-negligible probability.
    """
    rng = Random(seed)
    population = poisson_population(PHI, RATES, COUNTS)
    best = bayes_error(population)
    errors = {m: _learned_errors(rng, population, m, repeats) for m in SIZES}
    last = errors[SIZES[-1]]
    return Finding(
        holds=abs(last[LOGISTIC] - best) < 0.002 and last[GDA] - best >= 0.005,
        numbers={
            "error after m examples": errors,
            "smallest possible error": best,
            "error of GDA in the limit": error_of(gda_limit(PHI, RATES), population),
            "one feature, rates 1 and 9": one_feature(),
        },
        figure=_poisson_figure(errors, best),
    )


def poisson_population(
    phi: float, rates: tuple[Sequence[float], Sequence[float]], counts: Sequence[range]
) -> dict[Case, float]:
    """P(x, y) for all rows x of Poisson counts and both classes y.

    >>> population = poisson_population(0.5, ([1.0], [9.0]), [range(60)])
    >>> population[(0,), 0] == poisson_pmf(0, 1.0) / 2
    True
    """
    return {
        (x, y): naive_joint(prior, [poisson_pmf(k, rate) for k, rate in zip(x, rates[y])])
        for y, prior in ((0, 1 - phi), (1, phi))
        for x in product(*counts)
    }


def _learned_errors(
    rng: Random, population: Mapping[Case, float], m: int, repeats: int
) -> dict[str, float]:
    """The mean errors of both models after m examples, with standard errors."""
    errors: dict[str, list[float]] = {GDA: [], LOGISTIC: []}
    for _ in range(repeats):
        rows, labels, times = as_table(drawn(rng, population, m))
        gda = GaussianDiscriminantAnalysis.fit(rows, labels, weights=times, classes=(0, 1))
        errors[GDA].append(error_of(gda.to_logistic(), population))
        errors[LOGISTIC].append(error_of(logistic_regression(rows, labels, times), population))
    found = {who: mean_mle(values) for who, values in errors.items()}
    return found | {f"{who} ±": standard_error(values) for who, values in errors.items()}


def gda_limit(phi: float, rates: tuple[Sequence[float], Sequence[float]]) -> Weights:
    """The weights of GDA fitted to infinitely many Poisson counts, whose variances are their means.

    >>> gda_limit(0.5, ([1.0], [9.0]))
    Weights(w0=-8.0, w=(1.6,))
    """
    shared = [(1 - phi) * a + phi * b for a, b in zip(*rates)]
    size = range(len(shared))
    diagonal = [[shared[i] if i == j else 0.0 for j in size] for i in size]
    return gda_to_logistic(phi, *rates, diagonal)


def one_feature() -> dict[str, float]:
    """The thresholds and errors of both decision rules for a single count with rates 1 and 9."""
    rates = ([1.0], [9.0])
    population = poisson_population(0.5, rates, [range(60)])
    rules = {LOGISTIC: poisson_to_logistic(0.5, *rates), GDA: gda_limit(0.5, rates)}
    found = {}
    for who, weights in rules.items():
        found[f"{who}, threshold"] = -weights.w0 / weights.w[0]
        found[f"{who}, error"] = error_of(weights, population)
    return found


def _poisson_figure(errors: Mapping[int, Mapping[str, float]], best: float) -> Figure:
    sizes = list(errors)
    marks: list[Mark] = []
    for who in (GDA, LOGISTIC):
        values = [errors[m][who] for m in sizes]
        marks += [Line(sizes, values, label=who), Points(sizes, values, label=who)]
    return Figure(
        title="Learning from Poisson counts",
        description="The error of logistic regression falls to the smallest possible error. The "
        "error of GDA, which treats the counts as Gaussian, remains a quarter above "
        "it.",
        x_label="examples m",
        y_label="error",
        marks=[*marks, Rule(y=best, label="the best rule")],
        x_scale=Log(),
    )
