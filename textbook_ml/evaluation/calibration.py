"""Whether probabilities mean what they say: of all "80 % sure", are 80 % right?

    confidence    the probability of the label that was predicted
    bin           the examples whose confidence lies in one part of [0, 1]
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from textbook_ml.equations.bayes import most_probable
from textbook_ml.errors import require, require_same_length
from textbook_ml.evaluation.probabilities import require_posteriors
from textbook_ml.numeric import Num, in_kind, mean, require_probability, total

Label = TypeVar("Label", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Bin(Generic[Num]):
    """The examples with a confidence from `low` up to `high`, of which some were right."""

    low: Fraction
    high: Fraction
    mean_confidence: Num
    n_examples: int
    n_right: int

    def __post_init__(self) -> None:
        require(self.low < self.high, f"a bin goes from {self.low} to {self.high}: it is empty")
        require_probability(self.mean_confidence, "the mean confidence of a bin")
        require(
            0 <= self.n_right <= self.n_examples > 0,
            f"a bin of {self.n_examples} examples has {self.n_right} right ones",
        )

    @property
    def share_right(self) -> Fraction:
        """How often it was right: what the mean confidence should be."""
        return Fraction(self.n_right, self.n_examples)


@dataclass(frozen=True, slots=True)
class CalibrationTable(Generic[Num]):
    """The bins that have examples; an empty one has no mean, and is left out.

    >>> print(calibration_table([0.5, 0.5, 0.75, 1.0], [True, False, True, True], n_bins=2))
     from     to  examples  confidence  right
    0.500  1.000         4       0.688  0.750
    """

    bins: tuple[Bin[Num], ...]

    @property
    def expected_error(self) -> Num:
        """The mean gap between confidence and success, each bin by its examples.

            Σ_bins n/N |mean confidence − share right|
        """
        gaps = [
            b.n_examples * abs(b.mean_confidence - in_kind(b.share_right, b.mean_confidence))
            for b in self.bins
        ]
        return total(gaps) / sum(b.n_examples for b in self.bins)

    def __str__(self) -> str:
        lines = [" from     to  examples  confidence  right"]
        for b in self.bins:
            low, high, right = map(float, (b.low, b.high, b.share_right))
            numbers = f"{b.n_examples:8d}  {float(b.mean_confidence):10.3f}  {right:.3f}"
            lines.append(f"{low:.3f}  {high:.3f}  {numbers}")
        return "\n".join(lines)


def posterior_calibration(
    labels: Sequence[Label], posteriors: Sequence[Mapping[Label, Num]], n_bins: int = 10
) -> CalibrationTable[Num]:
    """The table for posteriors whose most probable label is the prediction; a tie, the first.

    >>> sure = {"a": Fraction(3, 4), "b": Fraction(1, 4)}
    >>> posterior_calibration("aaab", [sure] * 4).expected_error
    Fraction(0, 1)
    """
    require_posteriors(labels, posteriors)
    guesses = list(map(most_probable, posteriors))
    right = [guess == y for guess, y in zip(guesses, labels)]
    return calibration_table([p[guess] for p, guess in zip(posteriors, guesses)], right, n_bins)


def calibration_table(
    confidences: Sequence[Num], right: Sequence[bool], n_bins: int = 10
) -> CalibrationTable[Num]:
    """The examples by confidence, in bins of equal width.

    A bin has its lower edge and not its upper one; the last has 1. An edge is as near to k/n as
    the confidences are: 0.3 of floats lies on the edge 3/10. For the calibration of P(spam),
    give P(spam) as the confidence and call the example right if it is spam.
    """
    require_same_length(confidences=confidences, answers=right)
    require(len(right) > 0, "there are no confidences to judge: give at least one")
    require(n_bins >= 1, f"{n_bins} bins were asked for: it takes at least 1")
    for p in confidences:
        require_probability(p, "a confidence")
    edges = [in_kind(Fraction(k, n_bins), *confidences) for k in range(1, n_bins)]
    places = defaultdict(list)
    for i, p in enumerate(confidences):
        places[bisect_right(edges, p)].append(i)
    return CalibrationTable(
        tuple(
            Bin(
                Fraction(k, n_bins),
                Fraction(k + 1, n_bins),
                mean([confidences[i] for i in members]),
                len(members),
                sum(right[i] for i in members),
            )
            for k, members in sorted(places.items())
        )
    )
