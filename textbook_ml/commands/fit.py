"""`fit`: fit a model to a table, print its parameters, and write it to a file."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Unpack

from textbook_ml.commands.loading import (
    FitOptions,
    csv_options,
    find_recipe,
    find_sheet,
    require_numbers,
    require_two_classes,
    settings_of,
    table_of,
    write_model,
)
from textbook_ml.core.console import Heading, wrap
from textbook_ml.core.errors import TextbookError, plural, require
from textbook_ml.core.files import require_other_file
from textbook_ml.core.formatting import whole_number
from textbook_ml.data.table import Dataset
from textbook_ml.equations.parameters import prior_parameters
from textbook_ml.models.mixed_naive_bayes import MixedNaiveBayes
from textbook_ml.models.optimiser_progress import progress_callback
from textbook_ml.models.parameter_tables import parameter_tables
from textbook_ml.models.recipes import Recipe, Settings, is_text
from textbook_ml.models.statistics_json import Resumable
from textbook_ml.models.weight_tables import penalty_in_words, regression_of, regression_report


def fit(
    data: str,
    model: str,
    *,
    label: str | None = None,
    kinds: Sequence[str] = (),
    out: str | None = None,
    resumable: bool = False,
    **options: Unpack[FitOptions],
) -> Iterator[str]:
    """Yield the fitted model as text; with `out`, also write it to that file as JSON.

    With `resumable`, the file also contains the exact statistics of the data, for `learn`.
    """
    require(
        out is not None or not resumable,
        "--resumable stores statistics in the model file, but there is none. Fix: add --out FILE",
    )
    chosen, settings = find_recipe(model), settings_of(**options)
    for option in settings.given:
        require(
            option in chosen.options,
            f"--{option.replace('_', '-')} does not apply to {model}. Fix: omit it",
        )
    if out is not None:
        require_other_file("--out", out, data)
    sheet = find_sheet(data, csv_options(options))
    table = table_of(sheet, label, kinds, options)
    require_numbers(chosen, sheet, table)
    require_two_classes(sheet.name, table.label_name, table.classes)
    statistics: Resumable | None = None
    try:
        if resumable:
            from textbook_ml.commands.learn import fit_resumable  # which imports this module

            fitted_model, statistics = fit_resumable(chosen, settings, sheet, table)
        else:
            with progress_callback() as watch:
                fitted_model = chosen.fit(table, settings, place=sheet.place, watch=watch)
    except TextbookError as error:
        raise TextbookError(_with_file_name(sheet.name, error)) from None
    if out is not None:
        write_model(out, fitted_model, options, statistics)
    yield from map(Heading, wrap(f"{model}, fitted to {sheet.name} to predict {table.label_name}"))
    yield from wrap(size(chosen, table, settings, len(table)))
    if regression_of(fitted_model) is None:
        yield ""
        yield from parameter_tables(fitted_model, is_text(table))
    else:
        yield penalty_in_words(settings)
        yield from regression_report(fitted_model, table)
    if out is not None:
        yield ""
        yield from wrap(f"Written to {out}")


def _with_file_name(name: str, error: TextbookError) -> str:
    """Return the error message, with the name of the file in front."""
    return str(error) if str(error).startswith(name) else f"{name}: {error}"


def size(chosen: Recipe, table: Dataset, settings: Settings, n_examples: int) -> str:
    """Return the numbers of examples, features, classes and parameters, and the estimator."""
    parts = [plural(n_examples, "example")]
    if not is_text(table):
        parts.append(plural(len(table.features), "feature"))
    parts.append(plural(len(table.classes), "class", "classes"))
    n = chosen.count(table) + prior_parameters(len(table.classes))
    parts.append(f"{whole_number(n)} parameter{'s' * (n != 1)}")
    text = ", ".join(parts)
    if "strength" in chosen.options and {*table.kinds} & {*chosen.kinds} - {"continuous"}:
        text += f"; {_estimator_name(chosen.strength(table, settings))}"
    if chosen.model is MixedNaiveBayes and "continuous" in table.kinds:
        text += "; unbiased variances, equation (15)"
    if settings.floor is not None:
        text += f"; minimum variance {settings.floor:g}"
    return text


def _estimator_name(strength: Fraction) -> str:
    if strength == 0:
        return "maximum likelihood, equation (6)"
    return f"smoothed, equation (7) with l = {strength}"
