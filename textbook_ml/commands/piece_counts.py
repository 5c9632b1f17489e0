"""The counts of one piece of a CSV file, computed by one process, and blocks of rows.

    part      the result for a piece: its columns, and its counts or its rows
    block     as many rows of one class as `fit` sums at once

Counts of values, words and products are exact, so the division into pieces does not matter.
Moments of floats are rounded once in each block. To get the same bits as `fit`, moments are
summed in the same blocks: the first 4096 rows of a class, the next 4096, and so on.
"""

from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from textbook_ml.core.errors import TextbookError
from textbook_ml.data.csv_cells import (
    Column,
    categories,
    first_missing,
    missing_class,
    not_a_number,
)
from textbook_ml.data.csv_file import Columns, rows_of
from textbook_ml.data.csv_format import Layout
from textbook_ml.data.csv_notes import ColumnFacts
from textbook_ml.data.pieces import Piece
from textbook_ml.data.table import Cell, Kind
from textbook_ml.learning.statistics.by_class import PIECE as BLOCK
from textbook_ml.learning.statistics.by_class import ByClass
from textbook_ml.models.catalogue import recipe
from textbook_ml.models.mixed_naive_bayes import MixedNaiveBayes
from textbook_ml.models.multinomial_naive_bayes import MultinomialNaiveBayes
from textbook_ml.models.naive_bayes import NaiveBayes
from textbook_ml.models.recipes import Recipe

Statistics = ByClass[str]
RowsByClass = dict[str, list[Any]]


@dataclass(frozen=True, slots=True)
class SeenValues:
    """The observed values of one feature in one piece."""

    observed: bool
    numeric: bool
    problem: str | None = None  # the error, if the column is continuous
    values: tuple[Cell, ...] = ()  # values of a discrete feature, in order of first appearance
    facts: ColumnFacts = ColumnFacts(None)


@dataclass(frozen=True, slots=True)
class PieceCounts:
    """The result for a piece."""

    seen: tuple[SeenValues, ...] = ()
    kinds: tuple[Kind, ...] = ()  # the kind with which each column was counted
    counted: Statistics | None = None  # counts, for models whose counts are exact
    rows: RowsByClass = field(default_factory=dict)  # rows, for models that are summed in blocks
    problem: str | None = None  # the error of a row that the model cannot use
    columns: tuple["array[float]", ...] = ()  # for regressions: features and classes as numbers
    blank: int = 0  # number of rows with only empty cells


@dataclass(frozen=True, slots=True)
class CountingTask:
    """The task of counting a piece, with the columns and the model."""

    columns: Columns
    layout: Layout
    model: str

    def __call__(self, piece: Piece) -> PieceCounts:
        """Count a piece; raise TextbookError for the first invalid row."""
        rows, blank = rows_of(piece, self.layout)
        if not rows:
            return PieceCounts(blank=blank)

        def place(i: int) -> str:
            return piece.place(rows[i][0] - piece.row)

        all_columns = list(zip(*(cells for _, cells in rows)))
        at = dict(zip(self.layout.header, self.layout.places))
        written, rules = all_columns[at[self.columns.label]], self.layout.rules
        labels = categories(written, rules)
        if (i := first_missing(labels)) is not None:
            raise TextbookError(missing_class(place(i), self.columns.label, written[i]))
        named = zip(self.columns.features, self.columns.declared)
        columns = [Column.of(all_columns[at[name]], kind, rules) for name, kind in named]
        known = [y for y in labels if y is not None]
        try:
            return replace(self._counted_part(columns, known, place), blank=blank)
        except TextbookError as error:
            raise TextbookError(f"{piece.name}: {error}") from None

    def _counted_part(
        self, columns: Sequence[Column], labels: Sequence[str], place: Callable[[int], str]
    ) -> PieceCounts:
        chosen = recipe(self.model)
        kinds = tuple(counted_as(chosen, column) for column in columns)
        seen = tuple(
            _seen_values(name, kind, column, place)
            for name, kind, column in zip(self.columns.features, kinds, columns)
        )
        wrong = (s.problem and kind == "continuous" for s, kind in zip(seen, kinds))
        if any(wrong) or not {*kinds} <= {*chosen.kinds}:
            return PieceCounts(seen, kinds)
        cells = list(zip(*(column.cells_as(kind) for column, kind in zip(columns, kinds))))
        if chosen.model is MultinomialNaiveBayes:
            texts = [str(text) for (text,) in cells]
            return PieceCounts(seen, kinds, MultinomialNaiveBayes.count_texts(texts, labels))
        try:
            taken = list(_model_rows(chosen, self.columns.features, cells, place))
        except TextbookError as error:
            return PieceCounts(seen, kinds, problem=str(error))
        if chosen.is_regression:
            return _coded_columns(seen, kinds, cells, labels)
        if in_blocks(chosen.model):
            return PieceCounts(seen, kinds, rows=_rows_by_class(taken, labels))
        return PieceCounts(seen, kinds, chosen.model.count(taken, labels))


def in_blocks(model: type[Any]) -> bool:
    """Whether a model is learned from moments of floats, which are rounded once in each block."""
    if model is MixedNaiveBayes:
        return True
    return issubclass(model, NaiveBayes) and model.family.summary == "moments"


def counted_as(chosen: Recipe, column: Column) -> Kind:
    """Return the kind with which a column of a piece is counted.

    A model for one kind only counts every column with that kind; whether the columns of the
    whole file have it is checked at the end.
    """
    if column.declared is not None or len(chosen.kinds) > 1:
        return column.kind
    (kind,) = chosen.kinds
    return kind


def _seen_values(name: str, kind: Kind, column: Column, place: Callable[[int], str]) -> SeenValues:
    problem = None
    if column.bad is not None:
        problem = not_a_number(place(column.bad), name, column.strings[column.bad])
    values: tuple[Cell, ...] = ()
    if kind == "discrete":
        values = tuple(dict.fromkeys(x for x in column.cells_as(kind) if x is not None))
    return SeenValues(column.observed, column.numeric, problem, values, ColumnFacts.of(column))


def _model_rows(
    chosen: Recipe, features: Sequence[str], cells: Sequence[Any], place: Callable[[int], str]
) -> Iterator[Any]:
    """Yield the rows in the form that the model uses."""
    for i, row in enumerate(cells):
        try:
            yield chosen.to_row(features, row)
        except TextbookError as error:
            raise TextbookError(f"{place(i)}, {error}") from None


def _coded_columns(
    seen: tuple[SeenValues, ...],
    kinds: tuple[Kind, ...],
    cells: Sequence[Any],
    labels: Sequence[str],
) -> PieceCounts:
    """Return a piece as columns of numbers: the code of a value is its position in `seen`."""
    sizes = Counter(labels)
    columns = []
    for column, kind, found in zip(zip(*cells), kinds, seen):
        if kind == "discrete":
            place = {value: float(k) for k, value in enumerate(found.values)}
            column = tuple(map(place.__getitem__, column))
        columns.append(array("d", column))
    place = {y: float(k) for k, y in enumerate(sizes)}
    columns.append(array("d", map(place.__getitem__, labels)))
    counted: Statistics = ByClass(sizes, dict.fromkeys(sizes, ()))
    return PieceCounts(seen, kinds, counted, columns=tuple(columns))


def _rows_by_class(rows: Sequence[Any], labels: Sequence[str]) -> RowsByClass:
    groups: RowsByClass = {}
    for row, label in zip(rows, labels):
        groups.setdefault(label, []).append(row)
    return groups


@dataclass(frozen=True, slots=True)
class RowBlock:
    """Rows of one class that are summed at once."""

    model: type[Any]
    kinds: tuple[Kind, ...]
    label: str
    rows: Sequence[Any]
    whole: bool  # whether the class has no other rows

    def count(self) -> Statistics:
        """Return the counts of the rows; `fit` makes the same counts."""
        labels = [self.label] * len(self.rows)
        if self.model is MixedNaiveBayes:
            return MixedNaiveBayes.count(self.rows, labels, kinds=mixed_kinds(self.kinds))
        counted: Statistics = self.model.count(self.rows, labels, whole=self.whole)
        return counted


class RowBlocks:
    """The rows of each class, collected until they fill a block."""

    def __init__(self, model: type[Any]) -> None:
        self.model = model
        self.waiting: RowsByClass = {}
        self.begun: set[str] = set()  # classes with at least one complete block

    def add(self, rows: Mapping[str, list[Any]], kinds: tuple[Kind, ...]) -> Iterator[RowBlock]:
        """Add the rows of a piece; yield the blocks that are full."""
        for label, members in rows.items():
            queue = self.waiting.setdefault(label, [])
            queue += members
            while len(queue) > BLOCK:  # the last block of a class is left for `rest`
                self.begun.add(label)
                yield RowBlock(self.model, kinds, label, queue[:BLOCK], whole=False)
                del queue[:BLOCK]

    def rest(self, kinds: tuple[Kind, ...]) -> Iterator[RowBlock]:
        """Yield the last block of each class."""
        for label, queue in self.waiting.items():
            yield RowBlock(self.model, kinds, label, queue, whole=label not in self.begun)


def mixed_kinds(kinds: Sequence[str]) -> list[Any]:
    """Return the names of the kinds in the mixed model."""
    return ["categorical" if kind == "discrete" else "gaussian" for kind in kinds]
