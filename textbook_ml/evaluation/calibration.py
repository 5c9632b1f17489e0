"""Calibration: whether 80 % of the predictions with probability 0.8 are correct.

confidence    the probability of the predicted label
bin           the examples whose confidence lies in one part of [0, 1]
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from textbook_ml.core.errors import require, require_same_length
from textbook_ml.core.numeric import Num, like, mean, require_probability, total
from textbook_ml.equations.bayes import most_probable
from textbook_ml.evaluation.probabilities import require_posteriors

Label = TypeVar("Label", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Bin(Generic[Num]):
    """The examples with a confidence from `low` to below `high`; `n_correct` are correct."""

    low: Fraction
    high: Fraction
    mean_confidence: Num
    n_examples: int
    n_correct: int

    def __post_init__(self) -> None:
        require(
            self.low < self.high,
            f"the edges of a bin must be low < high, got {self.low} and {self.high}",
        )
        require_probability(self.mean_confidence, "the mean confidence of a bin")
        require(
            0 <= self.n_correct <= self.n_examples > 0,
            "a bin needs at least 1 example and at most as many correct predictions, got "
            f"{self.n_examples} and {self.n_correct}",
        )

    @property
    def accuracy_in_bin(self) -> Fraction:
        """The accuracy in the bin; it equals the mean confidence if calibration is perfect."""
        return Fraction(self.n_correct, self.n_examples)


@dataclass(frozen=True, slots=True)
class CalibrationTable(Generic[Num]):
    """The bins that contain examples; empty bins are left out.

    >>> print(calibration_table([0.5, 0.5, 0.75, 1.0], [True, False, True, True], n_bins=2))
     from     to  examples  confidence  accuracy
    0.500  1.000         4       0.688     0.750
    """

    bins: tuple[Bin[Num], ...]

    @property
    def expected_error(self) -> Num:
        """The expected calibration error: mean distance of confidence and accuracy.

        Σ_bins n/N |mean confidence − accuracy|
        """
        gaps = [
            b.n_examples * abs(b.mean_confidence - like(b.accuracy_in_bin, b.mean_confidence))
            for b in self.bins
        ]
        return total(gaps) / sum(b.n_examples for b in self.bins)

    def __str__(self) -> str:
        lines = [" from     to  examples  confidence  accuracy"]
        for b in self.bins:
            low, high, right = map(float, (b.low, b.high, b.accuracy_in_bin))
            numbers = f"{b.n_examples:8d}  {float(b.mean_confidence):10.3f}  {right:8.3f}"
            lines.append(f"{low:.3f}  {high:.3f}  {numbers}")
        return "\n".join(lines)


def posterior_calibration(
    labels: Sequence[Label], posteriors: Sequence[Mapping[Label, Num]], n_bins: int = 10
) -> CalibrationTable[Num]:
    """Return the calibration table of posteriors; the prediction is the most probable label.

    >>> posterior = {"a": Fraction(3, 4), "b": Fraction(1, 4)}
    >>> posterior_calibration("aaab", [posterior] * 4).expected_error
    Fraction(0, 1)
    """
    require_posteriors(labels, posteriors)
    guesses = list(map(most_probable, posteriors))
    outcomes = [guess == y for guess, y in zip(guesses, labels)]
    return calibration_table([p[guess] for p, guess in zip(posteriors, guesses)], outcomes, n_bins)


def calibration_table(
    confidences: Sequence[Num], outcomes: Sequence[bool], n_bins: int = 10
) -> CalibrationTable[Num]:
    """Return the calibration table with bins of equal width.

    A bin includes its lower edge but not its upper edge; the last includes 1. Edges are converted
    to the type of the confidences, so the float 0.3 is on the edge 3/10. For the calibration of
    P(spam), pass P(spam) as confidence and whether each example is spam as `outcomes`.
    """
    require_same_length(confidences=confidences, answers=outcomes)
    require(len(outcomes) > 0, "need at least one confidence, got none")
    require(n_bins >= 1, f"n_bins must be at least 1, got {n_bins}")
    for p in confidences:
        require_probability(p, "a confidence")
    edges = [like(Fraction(k, n_bins), *confidences) for k in range(1, n_bins)]
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
                sum(outcomes[i] for i in members),
            )
            for k, members in sorted(places.items())
        )
    )
