"""Comparison of the error rates of two models on the same examples or splits.

difference    the error rate of the first model minus that of the second
paired        both models are tested on the same examples or splits, so that errors on hard
              examples cancel in the difference
b, c          the number of examples that only the first, or only the second, predicts wrongly
z             the normal quantile of the confidence level: 1.96 for 95 %
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Literal, Self, TypeVar

from textbook_ml.core.errors import require, require_same_length
from textbook_ml.equations.gaussian import mean_mle, variance_mvue
from textbook_ml.equations.theory import normal_quantile
from textbook_ml.evaluation.measures import require_predictions
from textbook_ml.evaluation.student import last_float_where, student_quantile

Label = TypeVar("Label", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The difference of two error rates, with its confidence interval."""

    difference: float | Fraction
    low: float
    high: float
    level: float

    def __post_init__(self) -> None:
        require(self.low <= self.high, f"low must be at most high, got {self.low} and {self.high}")
        require(0 < self.level < 1, f"the level must be between 0 and 1, got {self.level}")

    @property
    def better(self) -> Literal["first", "second", "neither"]:
        """The model with the smaller error rate, if the interval excludes 0; otherwise neither.

        >>> Comparison(-0.5, -0.75, -0.25, level=0.95).better
        'first'
        """
        return "first" if self.high < 0 else "second" if self.low > 0 else "neither"


@dataclass(frozen=True, slots=True)
class PairedErrors:
    """The number of examples on which only the first, or only the second model is wrong.

    >>> PairedErrors.of("aaaa", "abbb", "aaab")
    PairedErrors(n_examples=4, only_first=2, only_second=0)
    """

    n_examples: int
    only_first: int
    only_second: int

    def __post_init__(self) -> None:
        parts = self.only_first, self.only_second
        require(
            min(parts) >= 0 and max(1, sum(parts)) <= self.n_examples,
            f"the numbers of errors must be at least 0 and at most n_examples = "
            f"{self.n_examples} together, got {self.only_first} and {self.only_second}",
        )

    @classmethod
    def of(cls, labels: Sequence[Label], first: Sequence[Label], second: Sequence[Label]) -> Self:
        """Count the examples on which one model is right and the other wrong."""
        require_predictions(labels, first)
        require_predictions(labels, second)
        verdicts = [(a == y, b == y) for y, a, b in zip(labels, first, second)]
        return cls(len(labels), verdicts.count((False, True)), verdicts.count((True, False)))

    @property
    def difference(self) -> Fraction:
        """The error rate of the first model minus that of the second; common errors cancel."""
        return Fraction(self.only_first - self.only_second, self.n_examples)


def mcnemar(only_first: int, only_second: int) -> Fraction:
    """Return the p-value of McNemar's exact test that two models have the same error rate.

        min(1, 2 Σ_{k ≤ min(b, c)} C(b + c, k) / 2^(b + c))

    If the error rates are equal, an example on which only one model is wrong is equally likely
    to be an error of the first or of the second model.

    >>> mcnemar(5, 0), mcnemar(2, 2)
    (Fraction(1, 16), Fraction(1, 1))
    """
    require(
        min(only_first, only_second) >= 0,
        f"the numbers of examples must be at least 0, got {only_first} and {only_second}",
    )
    n, binomial, tail = only_first + only_second, 1, 0
    for k in range(min(only_first, only_second) + 1):
        tail += binomial
        binomial = binomial * (n - k) // (k + 1)
    return min(Fraction(1), Fraction(2 * tail, 1 << n))


def compare_predictions(
    labels: Sequence[Label],
    first: Sequence[Label],
    second: Sequence[Label],
    level: float = 0.95,
) -> Comparison:
    """Compare two models by their labels for the same examples, with Tango's score interval.

    The interval contains every difference δ that the score test does not reject. At δ = 0 this
    test compares McNemar's statistic, (b − c)² / (b + c), with z². The interval is usable with
    few examples, but its level is approximate; in a close case use the exact test, `mcnemar`.
    Both methods compare these two fitted models on new examples; they do not account for the
    choice of the training data.

    >>> compare_predictions("aaaaaaaa", "aaaaabbb", "baaaaaaa").difference
    Fraction(1, 4)
    """
    errors = PairedErrors.of(labels, first, second)
    difference, z = float(errors.difference), normal_quantile(level)
    high = last_float_where(lambda delta: score(errors, delta) >= -z, difference, 1.0)
    mirrored = PairedErrors(errors.n_examples, errors.only_second, errors.only_first)
    low = -last_float_where(lambda delta: score(mirrored, delta) >= -z, -difference, 1.0)
    return Comparison(errors.difference, low, high, level)


def score(errors: PairedErrors, delta: float) -> float:
    """Return the score statistic: the distance of the difference from δ in standard errors.

        (b − c − N δ) / √(N (2q + δ (1 − δ)))

    >>> score(PairedErrors(50, only_first=9, only_second=7), 0.0)
    0.5
    """
    n, d = errors.n_examples, Fraction(delta)
    variance = n * (2 * mle_of_q(errors, delta) + d * (1 - d))
    require(variance > 0, f"the variance must be greater than 0, is 0 at a difference of {delta}")
    return float(errors.only_first - errors.only_second - n * d) / sqrt(variance)


def mle_of_q(errors: PairedErrors, delta: float) -> float:
    """Return the maximum likelihood estimate of q = P(only the second is wrong), given δ.

        2N q² + (2N δ − (b + c) − (b − c) δ) q − c δ (1 − δ) = 0   (larger root)

    >>> mle_of_q(PairedErrors(32, only_first=9, only_second=7), 0.0)
    0.25
    """
    n, b, c, d = errors.n_examples, errors.only_first, errors.only_second, Fraction(delta)
    linear = 2 * n * d - (b + c) - (b - c) * d
    root = sqrt(linear * linear + 8 * n * c * d * (1 - d))  # exact inside the root
    return (root - linear) / (4 * n)


def compare_splits(
    first: Sequence[float | Fraction], second: Sequence[float | Fraction], level: float = 0.95
) -> Comparison:
    """Compare two models by their error rates on the same splits, with Student's interval.

        d̄ ± t s / √k,   s² by equation (15) over the k differences, t with k − 1 degrees of freedom

    The splits are assumed independent, each with its own data. Folds and random splits of one
    table share examples, so the interval is then too narrow.

    >>> compare_splits([Fraction(1, 4), Fraction(1, 2)], [Fraction(1, 4), Fraction(1, 4)]).better
    'neither'
    """
    return _student_interval(first, second, level, Fraction(0))


def compare_resampled(
    first: Sequence[float | Fraction],
    second: Sequence[float | Fraction],
    n_training: int,
    n_held_out: int,
    level: float = 0.95,
) -> Comparison:
    """Compare two models by their error rates on random splits of one table.

        d̄ ± t s √(1/k + n_held_out / n_training)

    The second term under the root accounts for the examples that splits share (Nadeau and
    Bengio). It makes the interval wider, and more splits do not reduce it: only more data does.

    >>> splits = [Fraction(1, 4), Fraction(1, 2)], [Fraction(1, 4), Fraction(1, 4)]
    >>> compare_resampled(*splits, 90, 10).high > compare_splits(*splits).high
    True
    """
    require(
        min(n_training, n_held_out) > 0,
        f"n_training and n_held_out must be at least 1, got {n_training} and {n_held_out}",
    )
    return _student_interval(first, second, level, Fraction(n_held_out, n_training))


def _student_interval(
    first: Sequence[float | Fraction],
    second: Sequence[float | Fraction],
    level: float,
    shared: Fraction,
) -> Comparison:
    require_same_length(rates_of_the_first=first, rates_of_the_second=second)
    k = len(first)
    require(k > 1, f"need at least 2 splits to estimate the variance, got {k}")
    differences = [Fraction(a) - Fraction(b) for a, b in zip(first, second)]
    centre = mean_mle(differences)
    standard_error = sqrt(variance_mvue(differences, centre) * (Fraction(1, k) + shared))
    half = student_quantile(level, k - 1) * standard_error
    return Comparison(centre, float(centre) - half, float(centre) + half, level)
