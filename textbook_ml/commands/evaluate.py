"""`evaluate`: models compared on the same folds, by their error rates."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from textbook_ml.commands.inputs import settings_of, sheet_called, table_of
from textbook_ml.commands.layout import columns, plural, shorten
from textbook_ml.commands.new_rows import remedy
from textbook_ml.commands.progress import told
from textbook_ml.console import Heading, wrap
from textbook_ml.data.csv_file import Sheet
from textbook_ml.data.table import Dataset
from textbook_ml.errors import TextbookError, require
from textbook_ml.evaluation import CrossValidation, cross_validate, stratified_folds
from textbook_ml.models.catalogue import recipe
from textbook_ml.models.recipes import Model, Place, Recipe, Settings, seen

Folds = Sequence[Sequence[int]]
NAME = 30  # columns of a name


def evaluate(
    data: str,
    models: str,
    *,
    folds: int = 10,
    seed: int = 0,
    label: str | None = None,
    strength: str | None = None,
    floor: str | None = None,
    kinds: Sequence[str] = (),
) -> Iterator[str]:
    """A table of error rates; a model that cannot take the data says why below it."""
    chosen = [recipe(name.strip()) for name in models.split(",")]
    settings = settings_of(strength, floor)
    sheet = sheet_called(data)
    table = table_of(sheet, label, kinds)
    require(
        len(table.classes) > 1,
        f"{sheet.name}: the class is always {table.labels[0]!r}, and a classifier tells two apart",
    )
    parts = _folds(sheet, table, folds, seed)
    outcomes: dict[str, CrossValidation] = {}
    refusals: dict[str, str] = {}
    for one in chosen:
        try:
            outcomes[one.name] = outcome(one, table, parts, settings, sheet.place)
        except TextbookError as error:
            refusals[one.name] = str(error)
    title = f"{sheet.name}: {plural(len(table), 'example')} in {folds} folds, seed {seed}"
    yield from map(Heading, wrap(title))
    yield ""
    yield from drawn(table, outcomes)
    if refusals:
        yield ""
    for name, why in refusals.items():
        yield from wrap(why if why.startswith(name) else f"{name}: {why}", hanging="  ")


def outcome(
    chosen: Recipe, table: Dataset, folds: Folds, settings: Settings, place: Place
) -> CrossValidation:
    """One model, learned on all folds but one and tried on that one, in turn.

    Which values a discrete feature can take is known beforehand: it is part of the question.
    """
    rows, values = chosen.rows(table, place), seen(table)

    def exam(training: Sequence[int], held_out: Sequence[int]) -> Sequence[str]:
        taken = table.take(training)
        model = chosen.fit_rows(taken, [rows[i] for i in training], settings, values)
        return labelled(model, rows, held_out, lambda i: f"{place(i)}, when held out")

    return cross_validate(exam, table.labels, told(folds, f"{chosen.name}, folds"))


def labelled(
    model: Model, rows: Sequence[Any], places: Sequence[int], place: Place
) -> Sequence[str]:
    """The labels of the rows at these places; a refusal says of which row."""
    try:
        return model.predict([rows[i] for i in places])
    except TextbookError:
        for i in places:
            try:
                model.classify(rows[i])
            except TextbookError as error:
                raise TextbookError(f"{place(i)}: {error}{remedy(model)}") from None
        raise


def drawn(table: Dataset, outcomes: dict[str, CrossValidation]) -> Iterator[str]:
    """The table of error rates, the best marked, with what no features at all would give."""
    rates = [result.error_rate for result in outcomes.values()]
    lines = [["model", "errors", "error rate", "standard error", ""]]
    for name, result in outcomes.items():
        best = "best" if result.error_rate == min(rates) else ""
        error, spread = f"{float(result.error_rate):.4f}", f"{result.standard_error:.4f}"
        lines.append([name, f"{sum(result.errors):,}", error, spread, best])
    commonest, n = Counter(table.labels).most_common(1)[0]
    wrong, always = len(table) - n, shorten(f"always {commonest}", NAME)
    lines.append([always, f"{wrong:,}", f"{wrong / len(table):.4f}", "", ""])
    yield from columns(lines, "<>>><")


def _folds(sheet: Sheet, table: Dataset, folds: int, seed: int) -> Folds:
    try:
        return stratified_folds(table.labels, folds, seed)
    except TextbookError as error:
        raise TextbookError(f"{sheet.name}: {error}") from None
