"""The methods that compete: each learns from a few rows, and answers with lines.

    w₀ + Σ wᵢ xᵢ > 0    the side of T: naive Bayes with one variance for each feature, logistic
                        regression and the nearest mean all draw such a line, in the same numbers
    floor               the least variance of a continuous feature, which the paper calls ε

The paper's pair are `naive_bayes` and, as its text has it, `sampled_logistic`. Its figure fits
`nearest_mean` better than the naive Bayes of the text, where features are continuous.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import fsum
from random import Random

from textbook_ml.equations.bridge import gnb_to_logistic
from textbook_ml.equations.gaussian import mean_mle, pooled_variance_mle
from textbook_ml.equations.smoothing import prior_smoothed, theta_smoothed
from textbook_ml.experiments.ng_jordan.contest import Contest, Line, Row
from textbook_ml.experiments.ng_jordan.hyperplanes import separating_lines
from textbook_ml.experiments.ng_jordan.likelihood import (
    most_likely_line,
    separating_or_likely,
)
from textbook_ml.stable import log_ratio

L2 = 1e-3  # the weak penalty of the ordinary logistic regression
BARELY = 1e-6  # a penalty that stands for none, and lets the search end
LAPLACE = Fraction(1)


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a method may look at: the rows it learns from, and a source of chance."""

    contest: Contest
    places: Sequence[int]
    floor: float
    rng: Random

    @property
    def rows(self) -> list[Row]:
        """The rows."""
        return [self.contest.rows[i] for i in self.places]

    @property
    def signs(self) -> list[float]:
        """1 for T and −1 for F."""
        return [2.0 * self.contest.labels[i] - 1.0 for i in self.places]

    @property
    def columns(self) -> tuple[list[Row], list[Row]]:
        """The columns of the rows of F, and of those of T."""
        halves = [
            [self.contest.rows[i] for i in self.places if self.contest.labels[i] == label]
            for label in (0, 1)
        ]
        return list(zip(*halves[0])), list(zip(*halves[1]))


def naive_bayes(lesson: Lesson) -> Sequence[Line]:
    """Gaussian with one variance for both classes, and tables smoothed by one of each value.

        continuous   (19)–(23) of means and pooled variances;   discrete   ln(θ₁ / θ₀) by (7)
    """
    zeros, ones = lesson.columns
    n0, n1 = len(zeros[0]), len(ones[0])
    contest = lesson.contest
    groups = [(zeros[j], ones[j]) for j in contest.numbers]
    prior = float(prior_smoothed(n1, n0 + n1, n_classes=2, strength=LAPLACE))
    bells = gnb_to_logistic(
        prior,
        [mean_mle(group) for group, _ in groups],
        [mean_mle(group) for _, group in groups],
        [max(pooled_variance_mle(pair), lesson.floor) for pair in groups],
    )
    w = [0.0] * len(zeros)
    for j, weight in zip(contest.numbers, bells.w):
        w[j] = weight
    for block in contest.indicators:
        counts = [(int(fsum(zeros[j])), int(fsum(ones[j]))) for j in block]
        sizes = sum(c for c, _ in counts), sum(c for _, c in counts)
        for j, (c0, c1) in zip(block, counts):
            w[j] = indicator_weight((c0, sizes[0]), (c1, sizes[1]), len(block))
    return [[bells.w0, *w]]


@cache
def indicator_weight(zeros: tuple[int, int], ones: tuple[int, int], n_values: int) -> float:
    """ln(θ₁ / θ₀) of one value, which was seen in so many of so many rows of F, and of T.

    >>> indicator_weight((1, 2), (1, 2), n_values=2)
    0.0
    """
    theta0, theta1 = (theta_smoothed(*seen, n_values, LAPLACE) for seen in (zeros, ones))
    return log_ratio(theta1, theta0)


def nearest_mean(lesson: Lesson) -> Sequence[Line]:
    """The class whose mean is nearer: all variances alike, and no prior.

        w = μ₁ − μ₀,   w₀ = (|μ₀|² − |μ₁|²) / 2
    """
    zeros, ones = lesson.columns
    mu0, mu1 = list(map(mean_mle, zeros)), list(map(mean_mle, ones))
    gaps = [b - a for a, b in zip(mu0, mu1)]
    return [[-fsum(d * (a + b) / 2 for d, a, b in zip(gaps, mu0, mu1)), *gaps]]


def logistic(lesson: Lesson) -> Sequence[Line]:
    """Logistic regression with a weak penalty, (λ/2) Σ wᵢ²: the best line, and only one."""
    return [most_likely_line(lesson.rows, lesson.signs, L2)]


def sampled_logistic(lesson: Lesson) -> Sequence[Line]:
    """Logistic regression without a penalty: where many lines separate, some at random.

    The paper: if the rows can be separated, separating hyperplanes are sampled, and their
    average error is what counts. Otherwise the most likely line is the only one.
    """
    line, separates = separating_or_likely(lesson.rows, lesson.signs, BARELY)
    if not separates:
        return [line]
    return separating_lines(lesson.rows, lesson.signs, line, lesson.rng)


Method = Callable[[Lesson], Sequence[Line]]
METHODS: Mapping[str, Method] = {
    "naive-bayes": naive_bayes,
    "logistic": logistic,
    "logistic-sampled": sampled_logistic,
    "nearest-mean": nearest_mean,
}
