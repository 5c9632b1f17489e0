"""The results of `evaluate`: one trial for each model, all on the same folds.

answer     the prediction of a model for one held-out example
forecast   the class probabilities of an answer
trial      one model on all folds: its errors, and the scores of its probabilities
report     all trials, and the errors of models that could not be fitted
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
    """The class probabilities of one example, and −ln P of its true label (the surprisal)."""

    posterior: Mapping[str, float]
    surprisal: float


@dataclass(frozen=True, slots=True)
class Answer:
    """A predicted label, and the class probabilities if the model predicts them."""

    label: str
    forecast: Forecast | None


@dataclass(frozen=True, slots=True)
class Forecasts:
    """Scores of the probabilities of one model."""

    log_loss: float
    impossible: int  # number of true labels with probability 0
    brier_score: float
    calibration: CalibrationTable[float]


@dataclass(frozen=True, slots=True)
class ModelTrial:
    """One model on all folds; `forecasts` is None for a model that predicts labels only."""

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
        """Return the trial of a model from its answers, in the order of the examples."""
        guesses = [answer.label for answer in answers]
        forecasts = [answer.forecast for answer in answers if answer.forecast is not None]
        return cls(
            CrossValidation.of(labels, guesses, folds),
            ConfusionMatrix.of(labels, guesses, classes),
            scores_of(labels, classes, guesses, forecasts) if forecasts else None,
        )


def scores_of(
    labels: Sequence[str],
    classes: Sequence[str],
    guesses: Sequence[str],
    forecasts: Sequence[Forecast],
) -> Forecasts:
    """Return the scores of forecasts; a class not in the training data has probability 0.

    >>> certain = Forecast({"a": 1.0}, surprisal=0.0)
    >>> scores_of("aa", "ab", "aa", [certain, certain]).brier_score
    0.0
    """
    losses = [f.surprisal for f in forecasts]
    posteriors = [{y: f.posterior.get(y, 0.0) for y in classes} for f in forecasts]
    confidences = [p[guess] for p, guess in zip(posteriors, guesses)]
    return Forecasts(
        fsum(losses) / len(losses),
        losses.count(inf),
        brier_score(labels, posteriors),
        calibration_table(confidences, [guess == y for guess, y in zip(guesses, labels)]),
    )


@dataclass(frozen=True, slots=True)
class Report:
    """The trials of all models on the same folds, and the errors of models that failed."""

    data: str
    labels: Sequence[str]
    seed: int
    folds: Sequence[Sequence[int]]
    trials: Mapping[str, ModelTrial]
    refusals: Mapping[str, str]

    @property
    def leading(self) -> list[str]:
        """The models with the fewest errors."""
        errors = {name: sum(trial.outcome.errors) for name, trial in self.trials.items()}
        return [name for name, n in errors.items() if n == min(errors.values())]

    @property
    def best(self) -> list[str]:
        """The models with the fewest errors; none if always guessing one class has fewer errors."""
        _, guessing = self.majority_class
        return [name for name in self.leading if sum(self.trials[name].outcome.errors) <= guessing]

    @property
    def majority_class(self) -> tuple[str, int]:
        """The most frequent class, and the number of errors if this class is always guessed."""
        label, n = Counter(self.labels).most_common(1)[0]
        return label, len(self.labels) - n

    @property
    def forecasts(self) -> dict[str, Forecasts]:
        """The scores of the models that predict probabilities."""
        return {name: t.forecasts for name, t in self.trials.items() if t.forecasts is not None}
