"""What `evaluate` says: as tables on a screen, and as JSON."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import fsum, inf, log
from typing import Any

from textbook_ml.commands.trials import Forecasts, Report, Trial
from textbook_ml.console import Heading, wrap
from textbook_ml.evaluation import CalibrationTable, ConfusionMatrix
from textbook_ml.layout import Line, class_table, columns, plural, shorten
from textbook_ml.models.catalogue import recipe

NAME = 30  # columns of a name
CLASSES = 12  # a matrix of more classes is given by its largest entries


def for_readers(report: Report) -> Iterator[str]:
    """Tables of all models, and more about the best."""
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
        yield from wrap(why if why.startswith(name) else f"{name}: {why}", hanging="  ")


def error_rates(report: Report) -> Iterator[str]:
    """The table of error rates, with the best marked, and that of guessing the commonest class."""
    lines = [["model", "errors", "error rate", "standard error", ""]]
    for name, trial in report.trials.items():
        best = "best" if name in report.best else ""
        rate, spread = float(trial.outcome.error_rate), trial.outcome.standard_error
        lines.append([name, f"{sum(trial.outcome.errors):,}", _short(rate), _short(spread), best])
    commonest, wrong = report.commonest
    always = shorten(f"always {commonest}", NAME)
    lines.append([always, f"{wrong:,}", _short(wrong / len(report.labels)), "", ""])
    yield from columns(lines, "<>>><")
    if report.trials and not report.best:
        yield from wrap(f"No model is as good as always guessing {shorten(commonest, NAME)}.")


def losses(report: Report) -> Iterator[str]:
    """How good the probabilities are, and what the shares of the classes alone would give."""
    lines = [["model", "log loss", "Brier score", "calibration error"]]
    for name, judged in report.forecasts.items():
        numbers = judged.log_loss, judged.brier_score, judged.calibration.expected_error
        lines.append([name, *map(_short, numbers)])
    lines.append(["P(class) alone", *map(_short, by_shares(report.labels))])
    yield from columns(lines, "<>>>")
    for name, judged in report.forecasts.items():
        if judged.impossible:
            yield from wrap(_why_infinite(name, judged.impossible, report.labels), hanging="  ")
    for name in report.trials:
        if name not in report.forecasts:
            yield f"{name}: it gives labels, and no probabilities"


def by_shares(labels: Sequence[str]) -> tuple[float, float, float]:
    """What giving every example the shares of the classes as its posterior comes to.

        log loss − Σ s ln s,   Brier score 1 − Σ s²,   calibration error 0: honest, and no use

    >>> by_shares("abcd") == (log(4), 0.75, 0.0)
    True
    """
    shares = [Fraction(n, len(labels)) for n in Counter(labels).values()]
    return fsum(-s * log(s) for s in shares), float(1 - sum(s * s for s in shares)), 0.0


def details(report: Report) -> Iterator[str]:
    """The confusion matrix and the calibration of the model with the fewest errors."""
    name, n_trials = report.leading[0], len(report.trials)
    trial = report.trials[name]
    rank = "best" if report.best else "fewest errors"
    title = name if n_trials == 1 else f"{name}, {rank} of {n_trials}"
    draw = confusions if len(trial.confusion.classes) > CLASSES else matrix
    yield from draw(title, trial.confusion)
    if trial.forecasts is not None:
        yield ""
        yield Heading(f"{title}: how sure it was, and how often right")
        yield from sureness(trial.forecasts.calibration)


def matrix(title: str, confusion: ConfusionMatrix[str]) -> Iterator[str]:
    """The confusion matrix."""
    yield Heading(f"{title}: the true class in rows, what it was called in columns")
    rows = [[(f"{n:,}",) for n in row] for row in confusion.counts]
    lines = [Line(y, tuple(row)) for y, row in zip(confusion.classes, rows)]
    yield from class_table(confusion.classes, lines)


def confusions(title: str, confusion: ConfusionMatrix[str]) -> Iterator[str]:
    """The largest entries of a matrix that a page cannot hold, the right ones left out."""
    yield Heading(f"{title}: what was taken for what, most often")
    classes = confusion.classes
    pairs = [
        (n, y, guess)
        for y, row in zip(classes, confusion.counts)
        for guess, n in zip(classes, row)
        if n and y != guess
    ]
    pairs.sort(key=lambda pair: -pair[0])
    lines = [[f"{n:,}", shorten(y, NAME), shorten(guess, NAME)] for n, y, guess in pairs[:CLASSES]]
    yield from columns([["examples", "true class", "called"], *lines], "><<")


def sureness(calibration: CalibrationTable[float]) -> Iterator[str]:
    """The calibration table."""
    lines = [["confidence", "examples", "mean confidence", "share right"]]
    for b in calibration.bins:
        edges = f"{float(b.low):.1f} to {float(b.high):.1f}"
        shares = _short(b.mean_confidence), _short(float(b.share_right))
        lines.append([edges, f"{b.n_examples:,}", *shares])
    yield from columns(lines, "<>>>")


def for_machines(report: Report) -> Iterator[str]:
    """All of it as JSON, where `confusion` has the true class in rows.

    A log loss of null is infinite: as many true labels as `impossible` says had probability 0.
    A model that gives labels alone has no losses.
    """
    commonest, wrong = report.commonest
    found = {
        "data": report.data,
        "examples": len(report.labels),
        "folds": len(report.folds),
        "seed": report.seed,
        "classes": list(dict.fromkeys(report.labels)),
        "models": {name: _as_json(trial) for name, trial in report.trials.items()},
        "best": report.best,
        "always": {"label": commonest, "errors": wrong},
        "refusals": dict(report.refusals),
    }
    yield from json.dumps(found, ensure_ascii=False, indent=1, allow_nan=False).splitlines()


def _as_json(trial: Trial) -> dict[str, Any]:
    return {
        "errors": sum(trial.outcome.errors),
        "error_rate": float(trial.outcome.error_rate),
        "standard_error": trial.outcome.standard_error,
        "confusion": trial.confusion.counts,
        **({} if trial.forecasts is None else _forecasts_as_json(trial.forecasts)),
    }


def _forecasts_as_json(judged: Forecasts) -> dict[str, Any]:
    return {
        "log_loss": None if judged.log_loss == inf else judged.log_loss,
        "impossible": judged.impossible,
        "brier_score": judged.brier_score,
        "calibration_error": judged.calibration.expected_error,
        "calibration": [
            {
                "low": float(b.low),
                "high": float(b.high),
                "examples": b.n_examples,
                "right": b.n_right,
                "mean_confidence": b.mean_confidence,
            }
            for b in judged.calibration.bins
        ],
    }


def _why_infinite(name: str, impossible: int, labels: Sequence[str]) -> str:
    """Which true labels had probability 0, and what would help."""
    alone = [y for y, n in Counter(labels).items() if n == 1]
    why = f"{name}: {plural(impossible, 'true label')} had probability 0, and the log loss"
    why += " is infinite"
    if alone:
        why += f"; {', '.join(alone)} has one example, and is not known when that is held out"
    if impossible > len(alone) and "strength" in recipe(name).options:
        why += "; --strength 1 leaves no probability at 0"
    return why


def _short(x: float) -> str:
    return f"{x:.4f}"
