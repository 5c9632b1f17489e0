"""The methods that are compared: each is fitted to training rows and returns linear rules.

    w₀ + Σ wᵢ xᵢ > 0    the label is T: naive Bayes with one variance for each feature, logistic
                        regression and the nearest mean are all linear rules in the same features
    floor               the minimum variance of a continuous feature, ε in the paper

According to its text, the paper compares `naive_bayes` and `sampled_logistic`. For continuous
features, its figure agrees better with `nearest_mean` than with the naive Bayes of the text.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import fsum
from random import Random

from textbook_ml.core.stable import log_ratio
from textbook_ml.equations.bridge import gnb_to_logistic
from textbook_ml.equations.gaussian import mean_mle, pooled_variance_mle
from textbook_ml.equations.smoothing import prior_smoothed, theta_smoothed
from textbook_ml.study.experiments.ng_jordan.coded_table import CodedTable, Line, Row
from textbook_ml.study.experiments.ng_jordan.hyperplanes import separating_lines
from textbook_ml.study.experiments.ng_jordan.newton_fit import (
    mle_line,
    separating_or_mle_line,
)

L2 = 1e-3  # the weak penalty of the ordinary logistic regression
BARELY = 1e-6  # a negligible penalty that makes the optimisation converge
LAPLACE = Fraction(1)


@dataclass(frozen=True, slots=True)
class TrainingSample:
    """The input of a method: training rows of a table, a minimum variance, a random generator."""

    table: CodedTable
    places: Sequence[int]
    floor: float
    rng: Random

    @property
    def rows(self) -> list[Row]:
        """The training rows."""
        return [self.table.rows[i] for i in self.places]

    @property
    def signs(self) -> list[float]:
        """The labels of the training rows: 1 for T and −1 for F."""
        return [2.0 * self.table.labels[i] - 1.0 for i in self.places]

    @property
    def columns(self) -> tuple[list[Row], list[Row]]:
        """The columns of the training rows of class F, and those of class T."""
        halves = [
            [self.table.rows[i] for i in self.places if self.table.labels[i] == label]
            for label in (0, 1)
        ]
        return list(zip(*halves[0])), list(zip(*halves[1]))


def naive_bayes(sample: TrainingSample) -> Sequence[Line]:
    """Return the line of naive Bayes, with shared variances and Laplace smoothing.

    continuous   (19)–(23) from means and pooled variances;   discrete   ln(θ₁ / θ₀) by (7)
    """
    zeros, ones = sample.columns
    n0, n1 = len(zeros[0]), len(ones[0])
    table = sample.table
    groups = [(zeros[j], ones[j]) for j in table.numbers]
    prior = float(prior_smoothed(n1, n0 + n1, n_classes=2, strength=LAPLACE))
    gaussian = gnb_to_logistic(
        prior,
        [mean_mle(group) for group, _ in groups],
        [mean_mle(group) for _, group in groups],
        [max(pooled_variance_mle(pair), sample.floor) for pair in groups],
    )
    w = [0.0] * len(zeros)
    for j, weight in zip(table.numbers, gaussian.w):
        w[j] = weight
    for block in table.indicators:
        counts = [(int(fsum(zeros[j])), int(fsum(ones[j]))) for j in block]
        sizes = sum(c for c, _ in counts), sum(c for _, c in counts)
        for j, (c0, c1) in zip(block, counts):
            w[j] = indicator_weight((c0, sizes[0]), (c1, sizes[1]), len(block))
    return [[gaussian.w0, *w]]


@cache
def indicator_weight(zeros: tuple[int, int], ones: tuple[int, int], n_values: int) -> float:
    """Return ln(θ₁ / θ₀) of one value, from (count, class size) in class F and in class T.

    >>> indicator_weight((1, 2), (1, 2), n_values=2)
    0.0
    """
    theta0, theta1 = (theta_smoothed(*seen, n_values, LAPLACE) for seen in (zeros, ones))
    return log_ratio(theta1, theta0)


def nearest_mean(sample: TrainingSample) -> Sequence[Line]:
    """Return the line that chooses the class with the nearer mean.

    This is Gaussian naive Bayes with equal variances and equal priors.

    w = μ₁ − μ₀,   w₀ = (|μ₀|² − |μ₁|²) / 2
    """
    zeros, ones = sample.columns
    mu0, mu1 = list(map(mean_mle, zeros)), list(map(mean_mle, ones))
    gaps = [b - a for a, b in zip(mu0, mu1)]
    return [[-fsum(d * (a + b) / 2 for d, a, b in zip(gaps, mu0, mu1)), *gaps]]


def logistic(sample: TrainingSample) -> Sequence[Line]:
    """Return the line of logistic regression with a weak penalty, (λ/2) Σ wᵢ²; it is unique."""
    return [mle_line(sample.rows, sample.signs, L2)]


def sampled_logistic(sample: TrainingSample) -> Sequence[Line]:
    """Return the line of logistic regression, or random lines if the rows are separable.

    As in the paper: if the rows are separable, separating hyperplanes are sampled, and their
    errors are averaged. Otherwise the result is the maximum likelihood line.
    """
    line, separates = separating_or_mle_line(sample.rows, sample.signs, BARELY)
    if not separates:
        return [line]
    return separating_lines(sample.rows, sample.signs, line, sample.rng)


Method = Callable[[TrainingSample], Sequence[Line]]
METHODS: Mapping[str, Method] = {
    "naive-bayes": naive_bayes,
    "logistic": logistic,
    "logistic-sampled": sampled_logistic,
    "nearest-mean": nearest_mean,
}
