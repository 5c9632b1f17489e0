"""`learn`: add rows to a fitted model, or remove rows from it.

A model file that `fit --resumable` has written contains the statistics of its training data as
exact fractions. Rows are added to these, or subtracted. The result is, to the bit, the model of
`fit --resumable` for all remaining rows together.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import add
from typing import Any, Unpack

from textbook_ml.commands.loading import (
    Reading,
    csv_options,
    find_sheet,
    model_text,
    require_numbers,
    table_of,
    write_model,
)
from textbook_ml.commands.piece_counts import in_blocks, mixed_kinds
from textbook_ml.commands.stream import STREAMED, estimate
from textbook_ml.core.console import wrap
from textbook_ml.core.errors import TextbookError, plural, quoted_list, require
from textbook_ml.core.files import require_other_file
from textbook_ml.data.csv_file import Sheet
from textbook_ml.data.table import Dataset
from textbook_ml.learning.statistics.by_class import ByClass
from textbook_ml.learning.statistics.moments import FEW
from textbook_ml.learning.statistics.value_counts import Counts
from textbook_ml.models.catalogue import recipe
from textbook_ml.models.mixed_naive_bayes import MixedNaiveBayes
from textbook_ml.models.multinomial_naive_bayes import MultinomialNaiveBayes
from textbook_ml.models.recipes import Model, Recipe, Settings
from textbook_ml.models.statistics_json import Resumable, Statistics, resumable_in


def learn(
    model: str,
    data: str,
    *,
    out: str,
    forget: bool = False,
    memory: int = 256,
    **reading: Unpack[Reading],
) -> Iterator[str]:
    """Add the rows of DATA to the model in a file, or remove them; write the new model."""
    require_other_file("--out", out, data)
    text = model_text(model, memory)
    try:
        old = resumable_in(text, memory=memory << 20)
        require(old.recipe in STREAMED, f"{old.recipe!r} is not a model that can be updated")
    except TextbookError as error:
        raise TextbookError(f"{model}: {error}") from None
    chosen = recipe(old.recipe)
    sheet = find_sheet(data, csv_options(reading))
    kinds = [f"{name}={kind}" for name, kind in zip(old.features, old.kinds)]
    table = in_order(old, table_of(sheet, old.label, kinds, reading), sheet.name)
    new = exact_statistics(chosen, sheet, table)
    try:
        total = subtract_statistics(old, new) if forget else add_statistics(old, new, table)
        new_model = model_from_statistics(chosen, total)
    except TextbookError as error:
        raise TextbookError(f"{sheet.name}: {error}") from None
    write_model(out, new_model, reading, total)
    n = sum(total.counted.sizes.values())
    change = "removed from" if forget else "added to"
    yield from wrap(f"{plural(len(table), 'example')} {change} {old.recipe}; it has learned {n}")
    yield from wrap(f"Written to {out}")


def fit_resumable(
    chosen: Recipe, settings: Settings, sheet: Sheet, table: Dataset
) -> tuple[Model, Resumable]:
    """Return the model of a table, estimated from exact statistics, and these statistics."""
    require(
        chosen.name in STREAMED,
        f"{chosen.name} cannot be updated, because it is not estimated from additive statistics "
        f"of columns. Fix: omit --resumable, or use one of {', '.join(STREAMED)}",
    )
    resumable = Resumable(
        chosen.name,
        table.label_name,
        table.features,
        table.kinds,
        values_of(table),
        settings.strength,
        settings.floor,
        saved_form(exact_statistics(chosen, sheet, table)),
    )
    return model_from_statistics(chosen, resumable), resumable


def exact_statistics(chosen: Recipe, sheet: Sheet, table: Dataset) -> ByClass[Any]:
    """Return the exact statistics of a table.

    Moments are exact for fewer than 64 values, so rows with moments are counted in small pieces.
    """
    require_numbers(chosen, sheet, table)
    rows, labels = chosen.rows(table, sheet.place), table.labels
    if chosen.model is MultinomialNaiveBayes:
        return MultinomialNaiveBayes.count_texts([str(text) for (text,) in table.rows], labels)
    kinds = {"kinds": mixed_kinds(table.kinds)} if chosen.model is MixedNaiveBayes else {}
    piece = FEW - 1 if in_blocks(chosen.model) else len(rows)
    starts = range(0, len(rows), piece)
    parts = [(rows[i : i + piece], labels[i : i + piece]) for i in starts]
    return reduce(add, (chosen.model.count(*part, **kinds) for part in parts))


def add_statistics(old: Resumable, new: ByClass[Any], table: Dataset) -> Resumable:
    """Return the statistics of all rows together."""
    pairs = zip(old.values, values_of(table))
    values = tuple(tuple(dict.fromkeys([*known, *more])) for known, more in pairs)
    return replace(old, values=values, counted=saved_form(by_class(old) + new))


def subtract_statistics(old: Resumable, new: ByClass[Any]) -> Resumable:
    """Return the statistics without these rows. Raise TextbookError if they were not learned."""
    try:
        statistics = saved_form(by_class(old) - new)
    except TextbookError as error:
        raise TextbookError(f"{error}. Fix: only rows that were learned can be removed") from None
    left: list[set[Any]] = [set() for _ in old.values]
    for parts in statistics.summaries.values():
        for values, part in zip(left, parts):
            values.update(part.table if isinstance(part, Counts) else ())
    kept = (tuple(x for x in known if x in values) for known, values in zip(old.values, left))
    return replace(old, values=tuple(kept), counted=statistics)


def saved_form(statistics: ByClass[Any]) -> Statistics:
    """Return statistics in the form that is saved."""
    return Statistics(statistics.sizes, statistics.summaries)


def by_class(resumable: Resumable) -> ByClass[Any]:
    """Return the saved statistics in the form that is added and subtracted."""
    return ByClass(resumable.counted.sizes, resumable.counted.summaries)


def values_of(table: Dataset) -> tuple[tuple[Any, ...], ...]:
    """Return the values of each discrete feature, in order of first appearance."""
    named = zip(table.features, table.kinds)
    return tuple(table.values(n) if kind == "discrete" else () for n, kind in named)


@dataclass(frozen=True, slots=True)
class Estimate:
    """The arguments of `estimate`, taken from saved statistics."""

    features: Sequence[str]
    kinds: tuple[Any, ...]
    values: Sequence[Sequence[Any]]
    statistics: ByClass[Any]
    label: str

    @property
    def table(self) -> Dataset:
        """A table with these columns, and one row in which all cells are missing."""
        row, features = (None,) * len(self.features), tuple(self.features)
        return Dataset((row,), ("",), features, self.kinds, self.label)


def model_from_statistics(chosen: Recipe, resumable: Resumable) -> Model:
    """Return the model that follows from saved statistics."""
    whole = Estimate(
        resumable.features,
        resumable.kinds,
        resumable.values,
        by_class(resumable),
        resumable.label,
    )
    settings = Settings(strength=resumable.strength, floor=resumable.floor)
    model: Model = estimate(chosen, whole, settings)
    return model


def in_order(old: Resumable, table: Dataset, name: str) -> Dataset:
    """Return the table with the columns of the model, in their order."""
    require(
        {*table.features} == {*old.features},
        f"{name}: needs the columns {quoted_list(old.features)}, got "
        f"{quoted_list(table.features)}. Fix: "
        "rename the columns, or leave some out with --drop",
    )
    places = [table.features.index(feature) for feature in old.features]
    rows = tuple(tuple(row[i] for i in places) for row in table.rows)
    kinds = tuple(table.kinds[i] for i in places)
    return replace(table, rows=rows, features=old.features, kinds=kinds)
