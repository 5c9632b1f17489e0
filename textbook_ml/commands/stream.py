"""`stream`: fit a model to a file that need not fit into memory, in several processes.

A process counts a piece of the file and sends back its counts. The model is bit for bit that of
`fit`, for any number of processes: both commands read a file with the same functions, and sum
rounded numbers in the same blocks.
"""

import os
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from functools import partial
from tempfile import TemporaryFile
from typing import Any, Protocol, Unpack

from textbook_ml.commands.file_counts import FileCounts, progress
from textbook_ml.commands.fit import size
from textbook_ml.commands.loading import (
    FitOptions,
    csv_options,
    issue_notes,
    parse_kinds,
    require_two_classes,
    settings_of,
    write_model,
)
from textbook_ml.commands.piece_counts import (
    CountingTask,
    RowBlock,
    RowBlocks,
    Statistics,
    mixed_kinds,
)
from textbook_ml.commands.stream_regression import RunFiles, stream_regression
from textbook_ml.commands.worker_pool import AHEAD, WorkerPool, worker_pool
from textbook_ml.core.console import Heading, wrap
from textbook_ml.core.errors import TextbookError, require
from textbook_ml.core.files import require_other_file
from textbook_ml.data import datasets
from textbook_ml.data.csv_file import Columns, CsvFile
from textbook_ml.data.csv_format import CsvOptions
from textbook_ml.data.source import is_regular
from textbook_ml.data.table import Cell, Dataset, Kind, require_few_classes
from textbook_ml.equations.smoothing import categorical_smoothed
from textbook_ml.learning.statistics.by_class import ByClass
from textbook_ml.models.catalogue import RECIPES, recipe
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
from textbook_ml.models.mixed_naive_bayes import MixedNaiveBayes
from textbook_ml.models.parameter_tables import parameter_tables
from textbook_ml.models.recipes import NOT_STREAMED, Recipe, Settings, is_text

STREAMED = tuple(one.name for one in RECIPES if one.streams)
REGRESSIONS = tuple(one.name for one in RECIPES if one.is_regression)


def stream(
    data: str,
    model: str,
    *,
    jobs: int = 1,
    label: str | None = None,
    kinds: Sequence[str] = (),
    out: str | None = None,
    cache: str | None = None,
    checkpoint: str | None = None,
    **fit_options: Unpack[FitOptions],
) -> Iterator[str]:
    """Yield the fitted model as text; with `out`, also write it to that file as JSON."""
    for start, reason in NOT_STREAMED.items():
        require(
            not model.startswith(start), f"{model} cannot be streamed: {reason}. Fix: use `fit`"
        )
    require(
        model in STREAMED or model in REGRESSIONS,
        f"--model must be one of {', '.join(STREAMED + REGRESSIONS)}, got {model!r}. "
        "Fix: check the spelling",
    )
    require(jobs > 0, f"--jobs must be at least 1, got {jobs}. Fix: use the number of cores")
    chosen, settings = recipe(model), settings_of(**fit_options)
    for option in settings.given:
        require(
            option in chosen.options,
            f"--{option.replace('_', '-')} does not apply to {model}. Fix: omit it",
        )
    for option, file in {"--cache": cache, "--checkpoint": checkpoint}.items():
        require(
            file is None or chosen.is_regression,
            f"{option} is for logistic and softmax, because {model} reads the file once. "
            "Fix: omit it",
        )
    require(
        data not in datasets.names() or os.path.exists(data),
        f"{data}: there is no such file, and `stream` reads no bundled tables. Fix: use `fit`",
    )
    if out is not None:
        require_other_file("--out", out, data)
    if chosen.is_regression:
        files = RunFiles(data, out, cache, checkpoint)
        yield from stream_regression(files, chosen, settings, label, kinds, jobs, fit_options)
        return
    whole, finished = learn(data, chosen, settings, label, kinds, jobs, csv_options(fit_options))
    issue_notes(whole.notes, fit_options)
    if out is not None:
        write_model(out, finished, fit_options)
    yield from map(Heading, wrap(f"{model}, fitted to {whole.name} to predict {whole.label}"))
    n = sum(map(int, whole.statistics.sizes.values()))
    yield from wrap(size(chosen, whole.small_table(finished.features), settings, n))
    yield ""
    yield from parameter_tables(finished, is_text(whole.table))
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
) -> tuple[FileCounts, Any]:
    """Count a file; return the counts and the model fitted from them."""
    with worker_pool(jobs) as pool:
        whole = count_file(data, chosen, label, kinds, pool, options)
    require_two_classes(whole.name, whole.label, list(whole.statistics.sizes))
    try:
        return whole, estimate(chosen, whole, settings)
    except TextbookError as error:
        raise TextbookError(f"{whole.name}: {error}") from None


def count_file(
    data: str,
    chosen: Recipe,
    label: str | None,
    declarations: Sequence[str],
    pool: WorkerPool,
    options: CsvOptions | None = None,
) -> FileCounts:
    """Return the counts of a file, which is read once or twice.

    The kind of a column is known only at the end of the file. If a piece was counted with another
    kind, the file is read again. A source that can be read only once is copied to disk for this.
    """
    with TemporaryFile() as copy:
        once = len(chosen.kinds) == 1 or is_regular(data)
        file = CsvFile.open(data, options, copy=None if once else copy)
        columns = Columns.of(file, label, parse_kinds(file.header, label, declarations))
        whole = count_pieces(file, columns, chosen, pool)
        if not whole.contradicted:
            return whole
        copy.seek(0)
        again = CsvFile.open(data if is_regular(data) else copy, options, name=file.name)
        known = Columns(columns.label, columns.features, whole.kinds)
        second = count_pieces(again, known, chosen, pool)
        second.facts = whole.facts  # with the kinds that were declared
        return second


def count_pieces(file: CsvFile, columns: Columns, chosen: Recipe, pool: WorkerPool) -> FileCounts:
    """Read the file once and return the sum of the counts of its pieces, in their order."""
    whole, blocks = FileCounts(file.name, columns, file.layout), RowBlocks(chosen.model)
    task, totals = CountingTask(columns, file.layout, chosen.name), TotalCounts(pool)
    with progress(file) as say:
        for part in pool.map(task, file.pieces):
            whole.add(part)
            if whole.hopeless(chosen):
                break
            if not whole.contradicted:
                totals.add(blocks.add(part.rows, part.kinds))
                require_few_classes(blocks.waiting, columns.label, file.name)
            say()
        whole.require_taken(chosen)
        if blocks.waiting and not whole.contradicted:
            totals.add(blocks.rest(whole.kinds))
            whole.statistics = totals.in_order(blocks.waiting)
    return whole


class TotalCounts:
    """The sum of the counts of blocks; a process pool counts a few blocks at a time."""

    def __init__(self, pool: WorkerPool) -> None:
        self.pool = pool
        self.under_way: deque[Future[Statistics]] = deque()
        self.statistics: Statistics = ByClass({}, {})

    def add(self, blocks: Iterator[RowBlock]) -> None:
        """Submit some blocks to the pool."""
        for block in blocks:
            self.under_way.append(self.pool.submit(RowBlock.count, block))
            self._collect_totals(AHEAD * self.pool.jobs)

    def in_order(self, labels: Iterable[str]) -> Statistics:
        """Return the sum of all counts, with the classes in this order."""
        self._collect_totals(0)
        sizes, summaries = self.statistics.sizes, self.statistics.summaries
        return ByClass({y: sizes[y] for y in labels}, {y: summaries[y] for y in labels})

    def _collect_totals(self, n_left: int) -> None:
        while len(self.under_way) > n_left:
            self.statistics = self.statistics + self.under_way.popleft().result()


class WholeTable(Protocol):
    """The columns of a table and their statistics."""

    @property
    def features(self) -> Sequence[str]: ...
    @property
    def kinds(self) -> Sequence[Kind]: ...
    @property
    def values(self) -> Sequence[Iterable[Cell]]: ...
    @property
    def statistics(self) -> Statistics: ...
    @property
    def table(self) -> Dataset: ...


def estimate(chosen: Recipe, whole: WholeTable, settings: Settings) -> Any:
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
