"""What `evaluate` found out: one trial for each model, all on the same folds.

    answer     what a model said of one held-out example
    forecast   the probabilities in it
    trial      one model on all folds: its errors, and how good its probabilities were
    report     all trials, and why some models could not take part
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum, inf
from typing import Self

from textbook_ml.evaluation import (
    CalibrationTable,
    ConfusionMatrix,
    CrossValidation,
    brier_score,
    calibration_table,
)


@dataclass(frozen=True, slots=True)
class Forecast:
    """The probabilities of one example, and −ln of what the true label was given."""

    posterior: Mapping[str, float]
    surprise: float


@dataclass(frozen=True, slots=True)
class Answer:
    """A label, and the probabilities behind it, if the model has any."""

    label: str
    forecast: Forecast | None


@dataclass(frozen=True, slots=True)
class Forecasts:
    """How good the probabilities of one model were."""

    log_loss: float
    impossible: int  # how many true labels had probability 0
    brier_score: float
    calibration: CalibrationTable[float]


@dataclass(frozen=True, slots=True)
class Trial:
    """One model on all folds; a model that gives labels alone has no forecasts."""

    outcome: CrossValidation
    confusion: ConfusionMatrix[str]
    forecasts: Forecasts | None

    @classmethod
    def of(
        cls,
        labels: Sequence[str],
        classes: Sequence[str],
        answers: Sequence[Answer],
        folds: Sequence[Sequence[int]],
    ) -> Self:
        """Judge the answers, given in the order of the examples."""
        guesses = [answer.label for answer in answers]
        given = [answer.forecast for answer in answers if answer.forecast is not None]
        return cls(
            CrossValidation.of(labels, guesses, folds),
            ConfusionMatrix.of(labels, guesses, classes),
            judged(labels, classes, guesses, given) if given else None,
        )


def judged(
    labels: Sequence[str],
    classes: Sequence[str],
    guesses: Sequence[str],
    forecasts: Sequence[Forecast],
) -> Forecasts:
    """Judge probabilities; a class that a model has not met has probability 0.

    >>> sure = Forecast({"a": 1.0}, surprise=0.0)
    >>> judged("aa", "ab", "aa", [sure, sure]).brier_score
    0.0
    """
    surprises = [f.surprise for f in forecasts]
    posteriors = [{y: f.posterior.get(y, 0.0) for y in classes} for f in forecasts]
    confidences = [p[guess] for p, guess in zip(posteriors, guesses)]
    return Forecasts(
        fsum(surprises) / len(surprises),
        surprises.count(inf),
        brier_score(labels, posteriors),
        calibration_table(confidences, [guess == y for guess, y in zip(guesses, labels)]),
    )


@dataclass(frozen=True, slots=True)
class Report:
    """All models on the same folds."""

    data: str
    labels: Sequence[str]
    seed: int
    folds: Sequence[Sequence[int]]
    trials: Mapping[str, Trial]
    refusals: Mapping[str, str]

    @property
    def leading(self) -> list[str]:
        """The models with the fewest errors."""
        errors = {name: sum(trial.outcome.errors) for name, trial in self.trials.items()}
        return [name for name, n in errors.items() if n == min(errors.values())]

    @property
    def best(self) -> list[str]:
        """The models with the fewest errors, unless guessing the commonest class has fewer."""
        _, guessing = self.commonest
        return [name for name in self.leading if sum(self.trials[name].outcome.errors) <= guessing]

    @property
    def commonest(self) -> tuple[str, int]:
        """The commonest class, and the number of errors of always guessing it."""
        label, n = Counter(self.labels).most_common(1)[0]
        return label, len(self.labels) - n

    @property
    def forecasts(self) -> dict[str, Forecasts]:
        """Those of the models that have them."""
        return {name: t.forecasts for name, t in self.trials.items() if t.forecasts is not None}
