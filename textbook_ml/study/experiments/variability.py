"""Claims about how much fitted models vary from one training set to the next.

log odds    ln P(Y = 1 | x) / P(Y = 0 | x) at one fixed x: one number for each fitted model
Σ, δ        the covariance of both Gaussian classes, and the difference of their means
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum, hypot, sqrt
from operator import mul
from random import Random

from textbook_ml.core.linalg import cholesky, inverse_quadratic_form
from textbook_ml.equations.bridge import Weights, boolean_to_logistic, gda_to_logistic
from textbook_ml.equations.gaussian import mean_mle
from textbook_ml.equations.logistic import linear_score
from textbook_ml.equations.optimality import bias_and_variance
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.plots import Band, Figure, Line, Log, Mark, Panels, Rule
from textbook_ml.study.experiments._experiment import Finding, experiment
from textbook_ml.study.experiments._linear_rules import (
    distance,
    draw_with_both_classes,
    gaussian_error,
    logistic_regression,
    naive_bayes,
)
from textbook_ml.study.experiments._random_data import bernoulli, boolean_table, normal

FIXED = (1,) * 9 + (0,)  # the x whose log odds are estimated
THETA1, THETA0 = [0.6] * 10, [0.4] * 10
MISCOPIED = 0.1  # probability that a copied feature is wrong
SIZES = (30, 100, 1000)
DIMENSIONS = (2, 10)
APART, DIFFICULTY = 1.6, 2.5  # Euclidean and Mahalanobis distance between the means
DESCRIPTIONS = {
    2: "Two falling lines on logarithmic axes. The lines are close at 15 and 20 examples; from 30 "
    "examples on, the line of GDA is lower.",
    10: "On logarithmic axes, the line of GDA starts far above that of logistic regression at 15 "
    "examples, falls steeply, and is lower from 50 examples on.",
}
CROWDED = (15, 20)  # numbers of examples: at most two for each of 10 features
NAIVE, LOGISTIC, GDA = "naive Bayes", "logistic regression", "GDA"

Spread = Mapping[int, Mapping[str, Mapping[str, float]]]  # {examples: {model: {measure: number}}}
Trials = Mapping[int, Mapping[int, Mapping[str, float]]]  # {features: {examples: {measure: mean}}}


@experiment(
    "EXP-BIAS-VARIANCE",
    claim="The predictions of naive Bayes vary less from one training set to the next than those "
    "of logistic regression; "
    "if the features are dependent, it has more bias.",
    criterion="the variance of the log odds at a fixed x is smaller with naive Bayes for 30, 100 "
    "and 1000 examples of independent features, and for 30 and 100 of dependent ones; if they are "
    "independent, the squared error of both models falls as the number of examples grows, and "
    "with 1000 examples the bias of both is less than a tenth of the true log odds; if they are "
    "dependent, the bias of naive Bayes with 1000 examples is more than a third of them, and that "
    "of logistic regression less than a tenth",
    entries=("mitchell-s5-bias-variance", "mitchell-s5-estimators", "gwansiu-s4-summary-5"),
    full={"repeats": 1000},
)
def bias_variance(repeats: int = 72, seed: int = 0) -> Finding:
    """Bias and variance of the estimated log odds at one x, over many training sets.

    First, ten Boolean features are drawn from a naive Bayes model; the true log odds are
    8 ln 1.5 = 3.244. Then the last five features are copies of the first five, each wrong once in
    ten times. A copy has no information about the class beyond its original, so the true log odds
    are 5 ln 1.5 = 2.027. Naive Bayes counts it as evidence: with infinitely many examples its bias
    is 3 ln(0.58 / 0.42) = 0.968.
    """
    rng = Random(seed)
    truth, of_originals = true_log_odds(len(FIXED)), true_log_odds(5)
    table = {m: log_odds_spread(rng, m, repeats, truth) for m in SIZES}
    copied = {m: log_odds_spread(rng, m, repeats, of_originals, copies=True) for m in SIZES}
    last = {who: abs(copied[1000][who]["bias"]) / of_originals for who in (NAIVE, LOGISTIC)}
    return Finding(
        holds=all(
            row[NAIVE]["variance"] < row[LOGISTIC]["variance"]
            for row in (*table.values(), copied[30], copied[100])
        )
        and all(
            table[30][who]["squared error"]
            > table[100][who]["squared error"]
            > table[1000][who]["squared error"]
            and abs(table[1000][who]["bias"]) < truth / 10
            for who in (NAIVE, LOGISTIC)
        )
        and last[NAIVE] > 1 / 3
        and last[LOGISTIC] < 1 / 10,
        numbers={
            "true log odds": truth,
            "over training sets of m examples": table,
            "true log odds, copied features": of_originals,
            "over training sets of m examples, copied features": copied,
        },
        figure=_panels(table, truth, copied, of_originals),
        caveat="if the naive Bayes assumption holds, naive Bayes has the smaller bias as well; if "
        "it fails, its bias does not vanish, and whether that causes errors depends on the data. "
        "With 1000 examples of copied features, the two variances are about equal",
    )


def true_log_odds(n: int) -> float:
    """Return the true log odds at the fixed x, given its first n features.

    >>> true_log_odds(5) == 5 * true_log_odds(1)
    True
    """
    weights = boolean_to_logistic(0.5, THETA0[:n], THETA1[:n])
    return linear_score(weights.w0, weights.w, [float(x) for x in FIXED[:n]])


def with_copies(rng: Random, m: int) -> tuple[list[list[int]], list[int]]:
    """Return m examples of a naive Bayes model: five features, and a noisy copy of each."""
    rows, labels = boolean_table(rng, m, 0.5, THETA1[:5], THETA0[:5])
    return [[*row, *(x ^ bernoulli(rng, MISCOPIED) for x in row)] for row in rows], labels


def log_odds_spread(
    rng: Random, m: int, repeats: int, truth: float, copies: bool = False
) -> dict[str, dict[str, float]]:
    """Bias, variance and mean of the log odds of each model, over training sets of m examples."""

    def draw() -> tuple[list[list[int]], list[int]]:
        return with_copies(rng, m) if copies else boolean_table(rng, m, 0.5, THETA1, THETA0)

    odds: dict[str, list[float]] = {NAIVE: [], LOGISTIC: []}
    for _ in range(repeats):
        table = draw_with_both_classes(draw)
        for who, learn in ((NAIVE, naive_bayes), (LOGISTIC, logistic_regression)):
            found = learn(*table)
            odds[who].append(linear_score(found.w0, found.w, [float(x) for x in FIXED]))
    spread = {}
    for who, values in odds.items():
        bias, variance = bias_and_variance(values, truth)
        spread[who] = {
            "mean": truth + bias,
            "bias": bias,
            "variance": variance,
            "squared error": bias * bias + variance,
        }
    return spread


def _panels(independent: Spread, truth: float, copied: Spread, of_originals: float) -> Panels:
    return Panels(
        title="Log odds of one x estimated by two models, over many training sets",
        description="Two panels of two bands each. With independent features both bands become "
        "narrower around the truth. With copied features the band of naive Bayes stays above the "
        "truth.",
        figures=[
            _bands_figure(
                "independent features",
                "Two bands, of one standard deviation on either side of the mean, that become "
                "narrower around the truth as m grows. The band of naive Bayes is narrower and "
                "closer to the truth for every m.",
                independent,
                truth,
            ),
            _bands_figure(
                "copied features",
                "Two bands. The band of naive Bayes is narrower for 30 and 100 examples, and "
                "converges to a value above the truth. The band of logistic regression converges "
                "to the truth.",
                copied,
                of_originals,
            ),
        ],
    )


def _bands_figure(title: str, description: str, table: Spread, truth: float) -> Figure:
    marks: list[Mark] = []
    sizes = list(table)
    for who in (NAIVE, LOGISTIC):
        means = [table[m][who]["mean"] for m in sizes]
        deviations = [sqrt(table[m][who]["variance"]) for m in sizes]
        low, high = ([a + s * b for a, b in zip(means, deviations)] for s in (-1, 1))
        marks += [Band(sizes, low, high, label=who), Line(sizes, means, label=who)]
    return Figure(
        title=title,
        description=description,
        x_label="examples m",
        y_label="estimated log odds",
        marks=[*marks, Rule(y=truth, label="the truth")],
        x_scale=Log(),
    )


@experiment(
    "EXP-GDA-EFFICIENT",
    claim="On Gaussian data with several examples for each feature, GDA has a smaller error than "
    "logistic regression with the same number of examples.",
    criterion="the mean excess error is smaller with GDA than with logistic regression for 2 "
    "features from 20 examples on, and for 10 features from 50 on; the mean squared error of the "
    "weights is smaller with GDA from 50 examples on; for 10 features and 15 or 20 examples both "
    "are larger with GDA; the two weight vectors differ on every training set",
    entries=("ng-gda-efficient", "ng-gda-small-m", "ng-gda-different"),
    full={"repeats": 200, "largest": 4050},
)
def gda_efficient(repeats: int = 56, largest: int = 450, seed: int = 0) -> Finding:
    """Compare GDA and logistic regression on two Gaussian classes with a random shared covariance.

    The means are 1.6 apart, and the covariance is scaled so that the smallest possible error is
    about 1/10. The excess error over it is exact for each training set. Logistic regression has a
    penalty of 0.01, because the likelihood of separable examples has no maximum.
    """
    rng = Random(seed)
    sizes = [m for m in (*CROWDED, 30, 50, 150, 450, 1350, 4050) if m <= largest]
    table = {n: {m: _trials(rng, n, m, repeats) for m in sizes} for n in DIMENSIONS}
    ratios = {what: _ratios(table, what) for what in ("weights", "excess error")}
    weights, excess = ratios["weights"], ratios["excess error"]
    return Finding(
        holds=all(excess[2][m] < 1 for m in sizes if m >= 20)
        and all(excess[10][m] < 1 for m in sizes if m >= 50)
        and all(weights[n][m] < 1 for n in DIMENSIONS for m in sizes if m >= 50)
        and all(ratio[10][m] > 1 for ratio in ratios.values() for m in CROWDED)
        and all(row["smallest gap"] > 0 for rows in table.values() for row in rows.values()),
        numbers={
            "mean squared error of the weights, and mean excess error": table,
            "squared error of GDA over that of logistic regression": weights,
            "excess error of GDA over that of logistic regression": excess,
        },
        figure=_efficiency_figure(table),
        caveat="Ng expects GDA to be better even for small training sets (ERR-N-SMALL). With 10 "
        f"features, GDA's squared error is {weights[10][15]:.0f} times that of logistic "
        f"regression at 15 examples and {weights[10][20]:.1f} times at 20, because the estimated "
        "covariance is then nearly singular",
    )


def _ratios(table: Trials, what: str) -> dict[int, dict[int, float]]:
    """For each number of features and examples, a measure of GDA divided by that of LR."""
    return {
        n: {m: row[f"{GDA}, {what}"] / row[f"{LOGISTIC}, {what}"] for m, row in rows.items()}
        for n, rows in table.items()
    }


def excess_errors(n: int, m: int, repeats: int, seed: int = 0) -> dict[str, float]:
    """The mean excess error of both models over training sets of m examples.

    >>> sorted(excess_errors(2, 20, repeats=2))
    ['GDA', 'logistic regression']
    """
    row = _trials(Random(seed), n, m, repeats)
    return {who: row[f"{who}, excess error"] for who in (GDA, LOGISTIC)}


@dataclass(frozen=True, slots=True)
class GaussianClasses:
    """Two equally frequent Gaussian classes with a shared covariance."""

    means: tuple[list[float], list[float]]
    covariance: list[list[float]]

    @property
    def truth(self) -> Weights:
        """The weights of the Bayes classifier."""
        return gda_to_logistic(0.5, *self.means, self.covariance)

    def error(self, weights: Weights) -> float:
        """The exact error of a linear rule."""
        return gaussian_error(weights, self.means, self.covariance)

    def draw(self, rng: Random, m: int) -> tuple[list[list[float]], list[int]]:
        """m random examples that contain both classes."""
        labels = [bernoulli(rng, 0.5) for _ in range(m)]
        while len(set(labels)) < 2:
            labels = [bernoulli(rng, 0.5) for _ in range(m)]
        factor = cholesky(self.covariance)
        return [self._row(rng, self.means[y], factor) for y in labels], labels

    def _row(
        self, rng: Random, mean: Sequence[float], factor: Sequence[Sequence[float]]
    ) -> list[float]:
        z = [normal(rng) for _ in mean]
        return [mu + fsum(map(mul, c, z)) for mu, c in zip(mean, factor)]


def random_gaussians(rng: Random, n: int) -> GaussianClasses:
    """Classes with means 1.6 apart and a random covariance, at a fixed Mahalanobis distance.

    >>> classes = random_gaussians(Random(0), 2)
    >>> 0.1 < classes.error(classes.truth) < 0.11
    True
    """
    mixing = [[normal(rng) for _ in range(n)] for _ in range(n)]
    rough = [[(fsum(map(mul, a, b)) / n + (a is b)) / 2 for b in mixing] for a in mixing]
    direction = [normal(rng) for _ in range(n)]
    delta = [APART * x / hypot(*direction) for x in direction]
    scale = inverse_quadratic_form(rough, delta) / (DIFFICULTY * DIFFICULTY)
    covariance = [[scale * x for x in row] for row in rough]
    return GaussianClasses(([-x / 2 for x in delta], [x / 2 for x in delta]), covariance)


def _trials(rng: Random, n: int, m: int, repeats: int) -> dict[str, float]:
    """Mean squared errors of the weights and mean excess errors, over training sets of size m."""
    off: dict[str, list[float]] = {GDA: [], LOGISTIC: []}
    excess: dict[str, list[float]] = {GDA: [], LOGISTIC: []}
    gaps = []
    for _ in range(repeats):
        classes = random_gaussians(rng, n)
        learned = _learned(*classes.draw(rng, m))
        for who, weights in learned.items():
            d = distance(weights, classes.truth)
            off[who].append(d * d)
            excess[who].append(classes.error(weights) - classes.error(classes.truth))
        gaps.append(distance(learned[GDA], learned[LOGISTIC]))
    return {
        **{f"{who}, weights": mean_mle(values) for who, values in off.items()},
        **{f"{who}, excess error": mean_mle(values) for who, values in excess.items()},
        "smallest gap": min(gaps),
    }


def _learned(rows: list[list[float]], labels: list[int]) -> dict[str, Weights]:
    gda = GaussianDiscriminantAnalysis.fit(rows, labels, classes=(0, 1))
    return {GDA: gda.to_logistic(), LOGISTIC: logistic_regression(rows, labels)}


def _efficiency_figure(table: Trials) -> Panels:
    panels = []
    for n, rows in table.items():
        sizes = list(rows)
        marks = [
            Line(sizes, [rows[m][f"{who}, weights"] for m in sizes], label=who)
            for who in (GDA, LOGISTIC)
        ]
        panels.append(
            Figure(
                title=f"{n} features",
                description=DESCRIPTIONS[n],
                x_label="examples m",
                y_label="mean squared error of the weights",
                marks=marks,
                x_scale=Log(),
                y_scale=Log(),
            )
        )
    return Panels(
        title="Error of the weights of GDA and logistic regression on Gaussian data",
        description="From 50 examples on, the weights of GDA are closer to the truth than those of "
        "logistic regression, with two features and with ten. With ten features and 15 or 20 "
        "examples the weights of GDA are much further from the truth.",
        figures=panels,
    )
