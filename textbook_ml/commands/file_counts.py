"""The counts of a whole CSV file, added up from its pieces, and the progress of reading it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from time import monotonic

from textbook_ml.commands.loading import word_among_numbers
from textbook_ml.commands.piece_counts import PieceCounts, SeenValues, Statistics
from textbook_ml.core.errors import TextbookError, require
from textbook_ml.core.progress import progress_line, time_left
from textbook_ml.data.csv_file import Columns, CsvFile, no_rows
from textbook_ml.data.csv_format import Layout
from textbook_ml.data.csv_notes import ColumnFacts, blank_rows, notes_on
from textbook_ml.data.table import Cell, Dataset, Kind, require_few_classes
from textbook_ml.learning.statistics.by_class import ByClass
from textbook_ml.models.recipes import Recipe, is_text


class FileCounts:
    """The counts of a whole file."""

    def __init__(self, name: str, columns: Columns, layout: Layout) -> None:
        self.name = name
        self.layout = layout
        self.facts = [ColumnFacts(None) for _ in columns.features]
        self.n_blank = 0
        self.label = columns.label
        self.features = columns.features
        self.declared = columns.declared
        self.statistics: Statistics = ByClass({}, {})
        self.seen = [SeenValues(False, True) for _ in columns.features]
        self.values: list[dict[Cell, None]] = [{} for _ in columns.features]
        self.counted_as: list[set[Kind]] = [set() for _ in columns.features]
        self.problem: str | None = None  # the error of the first row that the model cannot use

    def add(self, part: PieceCounts) -> None:
        """Add the counts of the next piece."""
        for i, new in enumerate(part.seen):
            old = self.seen[i]
            self.seen[i] = SeenValues(
                old.observed or new.observed,
                old.numeric and new.numeric,
                old.problem or new.problem,
            )
            self.values[i].update(dict.fromkeys(new.values))
            self.counted_as[i].add(part.kinds[i])
            self.facts[i] = self.facts[i] + new.facts
        self.n_blank += part.blank
        if part.counted is not None:
            self.statistics = self.statistics + part.counted
            require_few_classes(self.statistics.sizes, self.label, self.name)
        self.problem = self.problem or part.problem

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of the features, from all rows so far."""
        return tuple(
            kind or ("continuous" if seen.observed and seen.numeric else "discrete")
            for kind, seen in zip(self.declared, self.seen)
        )

    @property
    def table(self) -> Dataset:
        """A table with the columns of the file, and one row in which all cells are missing."""
        row = (None,) * len(self.features)
        return Dataset((row,), ("",), self.features, self.kinds, self.label)

    def small_table(self, words: Sequence[str]) -> Dataset:
        """Return a small table with the same columns, classes and values, or with these words."""
        classes = list(self.statistics.sizes)
        columns: list[list[Cell]] = [list(values) or [None] for values in self.values]
        if is_text(self.table):
            columns = [list(words)]
        n = max(len(classes), *map(len, columns))
        rows = zip(*([cells[i % len(cells)] for i in range(n)] for cells in columns))
        labels = tuple(classes[i % len(classes)] for i in range(n))
        return Dataset(tuple(rows), labels, self.features, self.kinds, self.label)

    @property
    def notes(self) -> list[str]:
        """The notes on the file; `fit` prints the same notes."""
        counted = [replace(f, n_values=len(v)) for f, v in zip(self.facts, self.values)]
        sizes = {y: int(n) for y, n in self.statistics.sizes.items()}
        return [
            *self.layout.notes,
            *blank_rows(self.n_blank),
            *notes_on(self.features, counted, self.label, sizes, self.layout.rules),
        ]

    def require_taken(self, chosen: Recipe) -> None:
        """Raise TextbookError if the model cannot use the columns or a row."""
        require(any(self.counted_as), no_rows(self.name))
        for seen, kind in zip(self.seen, self.kinds):
            if kind == "continuous" and seen.problem is not None:
                raise TextbookError(seen.problem)
        for name, kind, seen, facts in zip(self.features, self.kinds, self.seen, self.facts):
            wrong = kind == "discrete" and "discrete" not in chosen.kinds
            if wrong and seen.problem is not None and facts.has_more_numbers:
                place = seen.problem.partition(", column")[0]
                raise TextbookError(word_among_numbers(chosen, place, name, facts.words[0]))
        try:
            chosen.require_takes(self.table)
        except TextbookError as error:
            raise TextbookError(f"{self.name}: {error}") from None
        if self.problem is not None:
            raise TextbookError(self.problem)

    @property
    def contradicted(self) -> bool:
        """Whether a column was counted as two kinds, so that its counts cannot be added."""
        return any(len(as_kinds) > 1 for as_kinds in self.counted_as)

    def is_unusable(self, chosen: Recipe) -> bool:
        """Return whether the model cannot use the file, whatever the remaining pieces contain."""
        words = not all(seen.numeric for seen in self.seen)
        refused = self.problem is not None or (words and chosen.kinds == ("continuous",))
        return refused and all(seen.observed for seen in self.seen)


@contextmanager
def progress(file: CsvFile) -> Iterator[Callable[[], None]]:
    """Show progress at a terminal: the fraction that was read, and the time left."""
    start = monotonic()

    def line() -> str:
        done, total = file.source.done, file.source.total
        if not total:
            return f"{done / 1e6:,.0f} MB"
        left = time_left((monotonic() - start) * (total - done) / max(done, 1))
        return f"{done / total:.0%} of {total / 1e6:,.0f} MB; {left}"

    with progress_line(None, monotonic) as show_message:
        yield lambda: show_message(line)
