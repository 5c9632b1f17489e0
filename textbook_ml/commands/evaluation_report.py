"""The output of `evaluate`: tables for a screen, or JSON."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from math import inf
from typing import Any

from textbook_ml.commands.evaluation_run import Forecasts, ModelTrial, Report
from textbook_ml.core.console import Heading, wrap
from textbook_ml.core.errors import plural
from textbook_ml.core.formatting import TableLine, class_table, columns, shorten
from textbook_ml.evaluation import (
    CalibrationTable,
    ConfusionMatrix,
    brier_score,
    frequency_posteriors,
    mean_log_loss,
    posterior_calibration,
)
from textbook_ml.models.catalogue import recipe

NAME = 30  # width of a name
CLASSES = 12  # if there are more classes, only the largest entries of the matrix are shown


def report_lines(report: Report) -> Iterator[str]:
    """Yield tables of all models, and details of the best."""
    examples, n_folds = plural(len(report.labels), "example"), len(report.folds)
    title = f"{report.data}: {examples} in {n_folds} folds, seed {report.seed}"
    yield from map(Heading, wrap(title))
    yield ""
    yield from error_rates(report)
    if report.forecasts:
        yield ""
        yield from losses(report)
    if report.trials:
        yield ""
        yield from details(report)
    if report.refusals:
        yield ""
    for name, why in report.refusals.items():
        reason = why.removeprefix(f"{name}: ").removeprefix(f"{name} ")
        yield from wrap(f"{name}: {reason}", hanging="  ")


def error_rates(report: Report) -> Iterator[str]:
    """Yield the error rates, the best marked, and the error rate of always guessing one class."""
    lines = [["model", "errors", "error rate", "standard error", ""]]
    for name, trial in report.trials.items():
        best = "best" if name in report.best else ""
        rate, standard_error = float(trial.outcome.error_rate), trial.outcome.standard_error
        lines.append(
            [
                name,
                f"{sum(trial.outcome.errors):,}",
                _short_number(rate),
                _short_number(standard_error),
                best,
            ]
        )
    majority_class, wrong = report.majority_class
    baseline = shorten(f"always {majority_class}", NAME)
    lines.append([baseline, f"{wrong:,}", _short_number(wrong / len(report.labels)), "", ""])
    yield from columns(lines, "<>>><")
    if report.trials and not report.best:
        guess = shorten(majority_class, NAME)
        yield from wrap(f"Every model makes more errors than always guessing {guess}.")


def losses(report: Report) -> Iterator[str]:
    """Yield the scores of the predicted probabilities and of the class frequencies."""
    lines = [["model", "log loss", "Brier score", "calibration error"]]
    for name, scores in report.forecasts.items():
        numbers = scores.log_loss, scores.brier_score, scores.calibration.expected_error
        lines.append([name, *map(_short_number, numbers)])
    lines.append(
        ["class frequencies", *map(_short_number, by_frequencies(report.labels, report.folds))]
    )
    yield from columns(lines, "<>>>")
    for name, scores in report.forecasts.items():
        if scores.impossible:
            yield from wrap(_why_infinite(name, scores.impossible, report.labels), hanging="  ")
    for name in report.trials:
        if name not in report.forecasts:
            yield f"{name}: predicts labels only, no probabilities"


def by_frequencies(
    labels: Sequence[str], folds: Sequence[Sequence[int]]
) -> tuple[float, float, float]:
    """Return log loss, Brier score and calibration error of the class frequencies.

    The class frequencies are computed from the training folds, as for any model.

    >>> from math import log
    >>> by_frequencies("abab", [(0, 1), (2, 3)]) == (log(2), 0.5, 0.0)
    True
    """
    posteriors = frequency_posteriors(labels, folds)
    calibration = posterior_calibration(labels, posteriors)
    return (
        mean_log_loss(labels, posteriors),
        brier_score(labels, posteriors),
        calibration.expected_error,
    )


def details(report: Report) -> Iterator[str]:
    """Yield confusion matrix and calibration of the model with the fewest errors."""
    name, n_trials = report.leading[0], len(report.trials)
    trial = report.trials[name]
    rank = "best" if report.best else "fewest errors"
    title = name if n_trials == 1 else f"{name}, {rank} of {n_trials}"
    draw = confusions if len(trial.confusion.classes) > CLASSES else matrix
    yield from draw(title, trial.confusion)
    if trial.forecasts is not None:
        yield ""
        yield Heading(f"{title}: calibration of the predicted labels")
        yield from calibration_lines(trial.forecasts.calibration)


def matrix(title: str, confusion: ConfusionMatrix[str]) -> Iterator[str]:
    """Yield the confusion matrix."""
    yield Heading(f"{title}: confusion matrix (rows: true class, columns: predicted)")
    rows = [[(f"{n:,}",) for n in row] for row in confusion.counts]
    lines = [TableLine(y, tuple(row)) for y, row in zip(confusion.classes, rows)]
    yield from class_table(confusion.classes, lines)


def confusions(title: str, confusion: ConfusionMatrix[str]) -> Iterator[str]:
    """Yield the largest off-diagonal entries of a matrix that is too wide for a screen."""
    yield Heading(f"{title}: most frequent confusions")
    classes = confusion.classes
    pairs = [
        (n, y, guess)
        for y, row in zip(classes, confusion.counts)
        for guess, n in zip(classes, row)
        if n and y != guess
    ]
    pairs.sort(key=lambda pair: -pair[0])
    lines = [[f"{n:,}", shorten(y, NAME), shorten(guess, NAME)] for n, y, guess in pairs[:CLASSES]]
    yield from columns([["examples", "true class", "predicted class"], *lines], "><<")


def calibration_lines(calibration: CalibrationTable[float]) -> Iterator[str]:
    """Yield the calibration table."""
    lines = [["confidence", "examples", "mean confidence", "accuracy"]]
    for b in calibration.bins:
        edges = f"{float(b.low):.1f} to {float(b.high):.1f}"
        numbers = _short_number(b.mean_confidence), _short_number(float(b.accuracy_in_bin))
        lines.append([edges, f"{b.n_examples:,}", *numbers])
    yield from columns(lines, "<>>>")


def as_json_value(report: Report) -> Iterator[str]:
    """Yield all results as JSON; `confusion` has the true class in rows.

    A log loss of null means infinity; `impossible` counts the true labels with probability 0.
    A model that predicts labels only has no losses.
    """
    majority_class, wrong = report.majority_class
    found = {
        "data": report.data,
        "examples": len(report.labels),
        "folds": len(report.folds),
        "seed": report.seed,
        "classes": list(dict.fromkeys(report.labels)),
        "models": {name: _trial_as_json(trial) for name, trial in report.trials.items()},
        "best": report.best,
        "always": {"label": majority_class, "errors": wrong},
        "refusals": dict(report.refusals),
    }
    yield from json.dumps(found, ensure_ascii=False, indent=1, allow_nan=False).splitlines()


def _trial_as_json(trial: ModelTrial) -> dict[str, Any]:
    return {
        "errors": sum(trial.outcome.errors),
        "error_rate": float(trial.outcome.error_rate),
        "standard_error": trial.outcome.standard_error,
        "confusion": trial.confusion.counts,
        **({} if trial.forecasts is None else _forecasts_as_json(trial.forecasts)),
    }


def _forecasts_as_json(scores: Forecasts) -> dict[str, Any]:
    return {
        "log_loss": None if scores.log_loss == inf else scores.log_loss,
        "impossible": scores.impossible,
        "brier_score": scores.brier_score,
        "calibration_error": scores.calibration.expected_error,
        "calibration": [
            {
                "low": float(b.low),
                "high": float(b.high),
                "examples": b.n_examples,
                "right": b.n_correct,
                "mean_confidence": b.mean_confidence,
            }
            for b in scores.calibration.bins
        ],
    }


def _why_infinite(name: str, impossible: int, labels: Sequence[str]) -> str:
    """Return a sentence on why a log loss is infinite, with the fix."""
    alone = [y for y, n in Counter(labels).items() if n == 1]
    why = f"{name}: the log loss is infinite because {plural(impossible, 'true label')} had "
    why += "probability 0."
    if alone:
        why += f" Classes with one example, unknown while it is held out: {', '.join(alone)}."
    if impossible > len(alone) and "strength" in recipe(name).options:
        why += " Fix: use --strength 1, so that no probability is 0."
    return why


def _short_number(x: float) -> str:
    return f"{x:.4f}"
