"""`evaluate`: compare models by cross-validation, by their labels and their probabilities."""

import warnings
from collections.abc import Generator, Sequence
from math import inf
from sys import float_info
from typing import Any, Unpack

from textbook_ml.commands.error_messages import as_options
from textbook_ml.commands.evaluation_report import as_json_value, report_lines
from textbook_ml.commands.evaluation_run import Answer, Forecast, ModelTrial, Report
from textbook_ml.commands.loading import (
    FitOptions,
    csv_options,
    find_recipe,
    find_sheet,
    require_numbers,
    require_two_classes,
    settings_of,
    table_of,
)
from textbook_ml.commands.new_rows import fix_for_zero_probability
from textbook_ml.core.errors import TextbookError, TextbookWarning, plural
from textbook_ml.core.progress import with_progress
from textbook_ml.data.csv_file import Sheet
from textbook_ml.data.table import Dataset
from textbook_ml.equations.bayes import most_probable
from textbook_ml.evaluation import held_out_answers, stratified_folds, surprisal, surprisal_of_terms
from textbook_ml.models.protocols import near_tie
from textbook_ml.models.recipes import Model, Place, Recipe, Settings, observed_values

Folds = Sequence[Sequence[int]]

ALL_FITTED, SOME_FITTED, NONE_FITTED = 0, 1, 2  # exit codes


def evaluate(
    data: str,
    models: str,
    *,
    folds: int = 10,
    seed: int = 0,
    label: str | None = None,
    kinds: Sequence[str] = (),
    json: bool = False,
    **options: Unpack[FitOptions],
) -> Generator[str, None, int]:
    """Yield error rates, log losses and more; for a model that cannot be fitted, the reason.

    The exit code is 1 if some of the models could not be fitted, and 2 if none could. The names
    of models that could not be fitted are also printed on standard error.
    """
    chosen = [find_recipe(name.strip()) for name in models.split(",")]
    settings = settings_of(**options)
    sheet = find_sheet(data, csv_options(options))
    table = table_of(sheet, label, kinds, options)
    require_two_classes(sheet.name, table.label_name, table.classes)
    parts = _fold_numbers(sheet, table, folds, seed)
    trials: dict[str, ModelTrial] = {}
    refusals: dict[str, str] = {}
    for recipe in chosen:
        try:
            require_numbers(recipe, sheet, table)
            trials[recipe.name] = trial(recipe, table, parts, settings, sheet.place)
        except TextbookError as error:
            refusals[recipe.name] = as_options(str(error))
    report = Report(sheet.name, table.labels, seed, parts, trials, refusals)
    yield from as_json_value(report) if json else report_lines(report)
    if not refusals:
        return ALL_FITTED
    failed = f"{len(refusals)} of {plural(len(refusals) + len(trials), 'model')}"
    message = f"{failed} could not be fitted: {', '.join(refusals)}"
    warnings.warn(message, TextbookWarning, stacklevel=2)
    return SOME_FITTED if trials else NONE_FITTED


def trial(
    chosen: Recipe, table: Dataset, folds: Folds, settings: Settings, place: Place
) -> ModelTrial:
    """Return the result of one model: each fold is predicted after fitting to all others.

    The values that a discrete feature can take are known beforehand, from the whole table.
    """
    rows, values = chosen.rows(table, place), observed_values(table)

    def predict_fold(training: Sequence[int], held_out: Sequence[int]) -> Sequence[Answer]:
        training_table = table.take(training)
        model = chosen.fit_rows(training_table, [rows[i] for i in training], settings, values)
        try:
            return answers(model, [rows[i] for i in held_out], [table.labels[i] for i in held_out])
        except TextbookError:
            _name_the_row(model, rows, held_out, place)
            raise

    outcome = held_out_answers(
        predict_fold, len(table), with_progress(folds, f"{chosen.name}, folds")
    )
    return ModelTrial.of(table.labels, table.classes, outcome, folds)


def answers(model: Model, rows: Sequence[Any], labels: Sequence[str]) -> list[Answer]:
    """Return for each row the predicted label, its probabilities, and −ln P of the true label."""
    if not hasattr(model, "predict_proba"):
        return [Answer(label, None) for label in model.predict(rows)]
    return [
        Answer(
            _decided_label(model, row, posterior),
            Forecast(posterior, _surprisal_without_underflow(model, row, posterior, y)),
        )
        for row, y, posterior in zip(rows, labels, model.predict_proba(rows))
    ]


def _decided_label(model: Model, row: Any, posterior: dict[str, float]) -> str:
    """Return the most probable label; a near tie is decided by the exact method of the model."""
    label: str = most_probable(posterior)
    return model.classify(row) if near_tie(list(posterior.values())) else label


def _surprisal_without_underflow(
    model: Model, row: Any, posterior: dict[str, float], label: str
) -> float:
    """Return −ln P(y | x), even if P(y | x) underflows; only an exact 0 gives infinity."""
    if label not in posterior:  # the only example of the class is held out
        return inf
    if posterior[label] < float_info.min:
        return surprisal_of_terms(model.log_terms(row), label)
    return surprisal(posterior, label)


def _name_the_row(model: Model, rows: Sequence[Any], places: Sequence[int], place: Place) -> None:
    """Raise TextbookError for the first row without a prediction, with the place of the row."""
    for i in places:
        try:
            model.classify(rows[i])
        except TextbookError as error:
            raise TextbookError(
                f"{place(i)}, when held out: {error}{fix_for_zero_probability(model)}"
            ) from None


def _fold_numbers(sheet: Sheet, table: Dataset, folds: int, seed: int) -> Folds:
    try:
        return stratified_folds(table.labels, folds, seed)
    except TextbookError as error:
        most = min(folds, len(table)) if folds > 1 else 2
        raise TextbookError(f"{sheet.name}: {error}. Fix: use --folds {most}") from None
