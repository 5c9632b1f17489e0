"""Two models on the same examples: is one better, and by how much?

    difference    the error rate of the first, minus that of the second
    paired        both were tried on the same examples or splits, so that a hard one counts
                  against both and drops out of the difference
    b, c          on how many examples only the first errs, and only the second
    z             the normal quantile of the level: 1.96 for 95 %
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Literal, Self, TypeVar

from textbook_ml.equations.gaussian import mean_mle, variance_mvue
from textbook_ml.equations.theory import normal_quantile
from textbook_ml.errors import require, require_same_length
from textbook_ml.evaluation.measures import require_predictions
from textbook_ml.evaluation.student import student_quantile, turning_point

Label = TypeVar("Label", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The difference of two error rates, with an interval that holds it at a stated level."""

    difference: float | Fraction
    low: float
    high: float
    level: float

    def __post_init__(self) -> None:
        require(self.low <= self.high, f"the interval from {self.low} to {self.high} is empty")
        require(0 < self.level < 1, f"the level is {self.level}: it lies between 0 and 1")

    @property
    def better(self) -> Literal["first", "second", "neither"]:
        """The model that errs less, if 0 is outside the interval; otherwise neither is shown to.

        >>> Comparison(-0.5, -0.75, -0.25, level=0.95).better
        'first'
        """
        return "first" if self.high < 0 else "second" if self.low > 0 else "neither"


@dataclass(frozen=True, slots=True)
class PairedErrors:
    """How often only the first model erred, and how often only the second.

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
            f"{self.only_first} and {self.only_second} errors of {self.n_examples} examples came: "
            "they are parts of the whole",
        )

    @classmethod
    def of(cls, labels: Sequence[Label], first: Sequence[Label], second: Sequence[Label]) -> Self:
        """Count the examples on which one model was right and the other wrong."""
        require_predictions(labels, first)
        require_predictions(labels, second)
        verdicts = [(a == y, b == y) for y, a, b in zip(labels, first, second)]
        return cls(len(labels), verdicts.count((False, True)), verdicts.count((True, False)))

    @property
    def difference(self) -> Fraction:
        """The first model's error rate, less the second's: common errors cancel."""
        return Fraction(self.only_first - self.only_second, self.n_examples)


def mcnemar(only_first: int, only_second: int) -> Fraction:
    """McNemar's test, exactly: how probable so uneven a split is if the models are equally good.

        min(1, 2 Σ_{k ≤ min(b, c)} C(b + c, k) / 2^(b + c))

    Each example on which just one model errs is then the toss of a fair coin.

    >>> mcnemar(5, 0), mcnemar(2, 2)
    (Fraction(1, 16), Fraction(1, 1))
    """
    require(
        min(only_first, only_second) >= 0,
        f"{only_first} and {only_second} came: these are numbers of examples, 0 or more",
    )
    tosses, ways, tail = only_first + only_second, 1, 0
    for k in range(min(only_first, only_second) + 1):
        tail += ways
        ways = ways * (tosses - k) // (k + 1)
    return min(Fraction(1), Fraction(2 * tail, 1 << tosses))


def compare_predictions(
    labels: Sequence[Label],
    first: Sequence[Label],
    second: Sequence[Label],
    level: float = 0.95,
) -> Comparison:
    """Two models by their labels for the same examples, with the score interval of Tango.

    The interval holds every δ that the score test does not reject; at δ = 0 that is McNemar's
    statistic, (b − c)² / (b + c) against z². It is good for few examples too, but its level
    is approximate: where little is needed to tip it, the exact `mcnemar` is the stricter judge.
    Both speak of new examples and of these two models, not of other training data.

    >>> compare_predictions("aaaaaaaa", "aaaaabbb", "baaaaaaa").difference
    Fraction(1, 4)
    """
    errors = PairedErrors.of(labels, first, second)
    difference, z = float(errors.difference), normal_quantile(level)
    high = turning_point(lambda delta: score(errors, delta) >= -z, difference, 1.0)
    mirrored = PairedErrors(errors.n_examples, errors.only_second, errors.only_first)
    low = -turning_point(lambda delta: score(mirrored, delta) >= -z, -difference, 1.0)
    return Comparison(errors.difference, low, high, level)


def score(errors: PairedErrors, delta: float) -> float:
    """How many standard errors the difference is above a supposed δ.

        (b − c − N δ) / √(N (2q + δ (1 − δ)))

    >>> score(PairedErrors(50, only_first=9, only_second=7), 0.0)
    0.5
    """
    n, d = errors.n_examples, Fraction(delta)
    variance = n * (2 * most_likely_q(errors, delta) + d * (1 - d))
    require(variance > 0, f"a difference of {delta} leaves nothing to chance: it has no score")
    return float(errors.only_first - errors.only_second - n * d) / sqrt(variance)


def most_likely_q(errors: PairedErrors, delta: float) -> float:
    """q = P(only the second errs) that makes the counts most likely, if the true difference is δ.

        2N q² + (2N δ − (b + c) − (b − c) δ) q − c δ (1 − δ) = 0,   its larger root

    >>> most_likely_q(PairedErrors(32, only_first=9, only_second=7), 0.0)
    0.25
    """
    n, b, c, d = errors.n_examples, errors.only_first, errors.only_second, Fraction(delta)
    linear = 2 * n * d - (b + c) - (b - c) * d
    root = sqrt(linear * linear + 8 * n * c * d * (1 - d))  # of Fractions: a 0 stays 0
    return (root - linear) / (4 * n)


def compare_splits(
    first: Sequence[float | Fraction], second: Sequence[float | Fraction], level: float = 0.95
) -> Comparison:
    """Two models by their error rates on the same splits, with Student's interval.

        d̄ ± t s / √k,   s² by equation (15) over the k differences, t with k − 1 degrees

    It supposes that the splits are independent, each with data of its own. Folds and random
    splits of one table share examples, and the interval is then too narrow: a guide.

    >>> compare_splits([Fraction(1, 4), Fraction(1, 2)], [Fraction(1, 4), Fraction(1, 4)]).better
    'neither'
    """
    return _student(first, second, level, Fraction(0))


def compare_resampled(
    first: Sequence[float | Fraction],
    second: Sequence[float | Fraction],
    n_training: int,
    n_held_out: int,
    level: float = 0.95,
) -> Comparison:
    """The same for random splits of one table: wider, because they share examples.

        d̄ ± t s √(1/k + n_held_out / n_training)

    The added term is the correlation that Nadeau and Bengio suppose between two splits. More
    splits do not make it smaller: only more data does.

    >>> splits = [Fraction(1, 4), Fraction(1, 2)], [Fraction(1, 4), Fraction(1, 4)]
    >>> compare_resampled(*splits, 90, 10).high > compare_splits(*splits).high
    True
    """
    require(
        min(n_training, n_held_out) > 0,
        f"{n_training} examples to learn from and {n_held_out} held out: give one or more of each",
    )
    return _student(first, second, level, Fraction(n_held_out, n_training))


def _student(
    first: Sequence[float | Fraction],
    second: Sequence[float | Fraction],
    level: float,
    shared: Fraction,
) -> Comparison:
    require_same_length(rates_of_the_first=first, rates_of_the_second=second)
    k = len(first)
    require(k > 1, f"{k} split came: it takes at least 2 to see how much the difference varies")
    differences = [Fraction(a) - Fraction(b) for a, b in zip(first, second)]
    centre = mean_mle(differences)
    spread = sqrt(variance_mvue(differences, centre) * (Fraction(1, k) + shared))
    half = student_quantile(level, k - 1) * spread
    return Comparison(centre, float(centre) - half, float(centre) + half, level)
