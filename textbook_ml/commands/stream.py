"""`stream`: fit a model to a file that need not fit into memory, in several processes.

A process counts a piece of the file and sends back its counts. The model is bit for bit that of
`fit`, for any number of processes: both commands read a file with the same functions, and sum
rounded numbers in the same blocks.
"""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from tempfile import TemporaryFile
from time import monotonic
from typing import Any, Unpack

from textbook_ml.commands.fit import size
from textbook_ml.commands.loading import (
    Reading,
    csv_options,
    parse_kinds,
    require_two_classes,
    settings_of,
    tell,
    word_among_numbers,
    write_model,
)
from textbook_ml.commands.piece_counts import (
    Block,
    Blocks,
    Part,
    Seen,
    Statistics,
    Task,
    mixed_kinds,
)
from textbook_ml.commands.worker_pool import AHEAD, Pool, worker_pool
from textbook_ml.core.console import Heading, wrap
from textbook_ml.core.errors import TextbookError, require
from textbook_ml.core.files import require_other_file
from textbook_ml.core.progress import one_line, time_left
from textbook_ml.data import datasets
from textbook_ml.data.csv_file import Columns, CsvFile, no_rows
from textbook_ml.data.csv_format import CsvOptions, Layout
from textbook_ml.data.csv_notes import ColumnFacts, blank_rows, notes_on
from textbook_ml.data.source import is_regular
from textbook_ml.data.table import Cell, Dataset, Kind, require_few_classes
from textbook_ml.equations.smoothing import categorical_smoothed
from textbook_ml.learning.statistics.by_class import ByClass
from textbook_ml.models.catalogue import RECIPES, recipe
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
from textbook_ml.models.mixed_naive_bayes import MixedNaiveBayes
from textbook_ml.models.parameter_tables import learned
from textbook_ml.models.recipes import Recipe, Settings, is_text

STREAMED = tuple(one.name for one in RECIPES if one.streams)


def stream(
    data: str,
    model: str,
    *,
    jobs: int = 1,
    label: str | None = None,
    kinds: Sequence[str] = (),
    strength: str | None = None,
    floor: str | None = None,
    out: str | None = None,
    **reading: Unpack[Reading],
) -> Iterator[str]:
    """Yield the fitted model as text; with `out`, also write it to that file as JSON."""
    require(
        model in STREAMED,
        f"--model must be one of {', '.join(STREAMED)}, got {model!r}. "
        "Fix: check the spelling, or use `fit`, which has all models",
    )
    require(jobs > 0, f"--jobs must be at least 1, got {jobs}. Fix: use the number of cores")
    chosen, settings = recipe(model), settings_of(strength, floor)
    for option in settings.given:
        require(option in chosen.options, f"--{option} does not apply to {model}. Fix: omit it")
    require(
        data not in datasets.names() or os.path.exists(data),
        f"{data}: there is no such file, and `stream` reads no bundled tables. Fix: use `fit`",
    )
    if out is not None:
        require_other_file("--out", out, data)
    whole, finished = learn(data, chosen, settings, label, kinds, jobs, csv_options(reading))
    tell(whole.notes, reading)
    if out is not None:
        write_model(out, finished, reading)
    yield from map(Heading, wrap(f"{model}, fitted to {whole.name} to predict {whole.label}"))
    n = sum(map(int, whole.statistics.sizes.values()))
    yield from wrap(size(chosen, whole.small_table(finished.features), settings, n))
    yield ""
    yield from learned(finished, is_text(whole.table))
    if out is not None:
        yield ""
        yield from wrap(f"Written to {out}")


def learn(
    data: str,
    chosen: Recipe,
    settings: Settings,
    label: str | None = None,
    kinds: Sequence[str] = (),
    jobs: int = 1,
    options: CsvOptions | None = None,
) -> "tuple[Counted, Any]":
    """Count a file; return the counts and the model fitted from them."""
    with worker_pool(jobs) as pool:
        whole = count_file(data, chosen, label, kinds, pool, options)
    require_two_classes(whole.name, whole.label, list(whole.statistics.sizes))
    try:
        return whole, estimate(chosen, whole, settings)
    except TextbookError as error:
        raise TextbookError(f"{whole.name}: {error}") from None


class Counted:
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
        self.seen = [Seen(False, True) for _ in columns.features]
        self.values: list[dict[Cell, None]] = [{} for _ in columns.features]
        self.counted_as: list[set[Kind]] = [set() for _ in columns.features]
        self.problem: str | None = None  # the error of the first row that the model cannot use

    def add(self, part: Part) -> None:
        """Add the counts of the next piece."""
        for i, new in enumerate(part.seen):
            old = self.seen[i]
            self.seen[i] = Seen(
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
        """The notes on the file; `fit` makes the same notes."""
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

    def hopeless(self, chosen: Recipe) -> bool:
        """Return whether the model cannot use the file, whatever the remaining pieces contain."""
        words = not all(seen.numeric for seen in self.seen)
        refused = self.problem is not None or (words and chosen.kinds == ("continuous",))
        return refused and all(seen.observed for seen in self.seen)


def count_file(
    data: str,
    chosen: Recipe,
    label: str | None,
    words: Sequence[str],
    pool: Pool,
    options: CsvOptions | None = None,
) -> Counted:
    """Return the counts of a file, which is read once or twice.

    The kind of a column is known only at the end of the file. If a piece was counted with another
    kind, the file is read again. A source that can be read only once is copied to disk for this.
    """
    with TemporaryFile() as copy:
        once = len(chosen.kinds) == 1 or is_regular(data)
        file = CsvFile.open(data, options, copy=None if once else copy)
        columns = Columns.of(file, label, parse_kinds(file.header, label, words))
        whole = count_pieces(file, columns, chosen, pool)
        if not whole.contradicted:
            return whole
        copy.seek(0)
        again = CsvFile.open(data if is_regular(data) else copy, options, name=file.name)
        known = Columns(columns.label, columns.features, whole.kinds)
        second = count_pieces(again, known, chosen, pool)
        second.facts = whole.facts  # with the kinds that were declared
        return second


def count_pieces(file: CsvFile, columns: Columns, chosen: Recipe, pool: Pool) -> Counted:
    """Read the file once and return the sum of the counts of its pieces, in their order."""
    whole, blocks = Counted(file.name, columns, file.layout), Blocks(chosen.model)
    task, totals = Task(columns, file.layout, chosen.name), Totals(pool)
    with progress(file) as say:
        for part in pool.map(task, file.pieces):
            whole.add(part)
            if whole.hopeless(chosen):
                break
            if not whole.contradicted:
                totals.add(blocks.add(part.rows, part.kinds))
            say()
        whole.require_taken(chosen)
        if blocks.waiting and not whole.contradicted:
            totals.add(blocks.rest(whole.kinds))
            whole.statistics = totals.in_order(blocks.waiting)
    return whole


class Totals:
    """The sum of the counts of blocks; a process pool counts a few blocks at a time."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.under_way: deque[Future[Statistics]] = deque()
        self.statistics: Statistics = ByClass({}, {})

    def add(self, blocks: Iterator[Block]) -> None:
        """Submit some blocks to the pool."""
        for block in blocks:
            self.under_way.append(self.pool.submit(Block.count, block))
            self._collect(AHEAD * self.pool.jobs)

    def in_order(self, labels: Iterable[str]) -> Statistics:
        """Return the sum of all counts, with the classes in this order."""
        self._collect(0)
        sizes, summaries = self.statistics.sizes, self.statistics.summaries
        return ByClass({y: sizes[y] for y in labels}, {y: summaries[y] for y in labels})

    def _collect(self, n_left: int) -> None:
        while len(self.under_way) > n_left:
            self.statistics = self.statistics + self.under_way.popleft().result()


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

    with one_line(None, monotonic) as say:
        yield lambda: say(line)


def estimate(chosen: Recipe, whole: Counted, settings: Settings) -> Any:
    """Return the model fitted from counts; it is the model that `fit` returns."""
    theta = partial(categorical_smoothed, strength=chosen.strength(whole.table, settings))
    options: Mapping[str, Any] = {
        "strength": {"theta": theta},
        "floor": {"floor": settings.floor},
    }
    given = {key: value for name in chosen.options for key, value in options[name].items()}
    if not is_text(whole.table):
        given["features"] = whole.features
    values = [tuple(values) for values in whole.values]
    if chosen.model is CategoricalNaiveBayes:
        given["values"] = values
    if chosen.model is MixedNaiveBayes:
        given["kinds"] = mixed_kinds(whole.kinds)
        discrete = [i for i, kind in enumerate(whole.kinds) if kind == "discrete"]
        given["values"] = {i: values[i] for i in discrete}
    return chosen.model.from_statistics(whole.statistics, **given, **chosen.fixed)
