"""`stream` for logistic and softmax regression, which read the data once for each step.

The CSV file is converted to a binary cache of columns, block by block. Each pass over the cache
sums the value, gradient and Hessian of the log likelihood; blocks are added without rounding, so
the model does not depend on the number of processes.
"""

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial, reduce
from operator import add
from tempfile import TemporaryDirectory, TemporaryFile
from time import monotonic
from typing import Any, BinaryIO

from textbook_ml.commands.file_counts import FileCounts, progress
from textbook_ml.commands.fit import size
from textbook_ml.commands.loading import (
    FitOptions,
    csv_options,
    issue_notes,
    parse_kinds,
    require_two_classes,
    write_model,
)
from textbook_ml.commands.piece_counts import CountingTask, PieceCounts
from textbook_ml.commands.worker_pool import WorkerPool, ended_by_signals, worker_pool
from textbook_ml.core.console import Heading, wrap
from textbook_ml.core.errors import TextbookError, require
from textbook_ml.core.files import read_text, require_other_file, write_file
from textbook_ml.core.progress import progress_line
from textbook_ml.data.column_cache import CacheWriter, ColumnCache
from textbook_ml.data.csv_file import Columns, CsvFile
from textbook_ml.data.source import is_regular
from textbook_ml.data.table import Dataset
from textbook_ml.learning.optimisers.steps import Step
from textbook_ml.models.additive_fit import fit_from
from textbook_ml.models.coded_regression import CodedRegression, Coding
from textbook_ml.models.recipes import Recipe, Settings
from textbook_ml.models.regressions import in_order
from textbook_ml.models.regressions import require_two_classes as require_two
from textbook_ml.models.weight_tables import penalty_in_words, regression_report

SPAN = 4  # blocks that one task reads
CHECKPOINT = "textbook_ml checkpoint 1"
LARGEST_CHECKPOINT = 1 << 20  # characters
GOALS = ("max_iterations", "tolerance")  # these may differ when a run is continued
SHOWN = 12  # weights in the note on an interruption


@dataclass(frozen=True, slots=True)
class RunFiles:
    """The files of a run: the data, the model, the cache and the checkpoint."""

    data: str
    out: str | None
    cache: str | None
    checkpoint: str | None

    def require_different(self) -> None:
        """Raise TextbookError if an output would overwrite the data or another output."""
        named = {"--cache": self.cache, "--checkpoint": self.checkpoint, "--out": self.out}
        given = [(option, path) for option, path in named.items() if path is not None]
        for i, (option, path) in enumerate(given):
            require_other_file(option, path, self.data)
            for other, same in given[:i]:
                require(
                    os.path.realpath(path) != os.path.realpath(same),
                    f"{option} and {other} name the same file, {path}. Fix: name two files",
                )


def stream_regression(
    files: RunFiles,
    chosen: Recipe,
    settings: Settings,
    label: str | None,
    kinds: Sequence[str],
    jobs: int,
    fit_options: FitOptions,
) -> Iterator[str]:
    """Yield the fitted regression as text; with `out`, also write it to that file as JSON."""
    files.require_different()
    require(
        settings.optimiser in (None, "newton"),
        "--optimiser must be newton for `stream`, because it needs the fewest passes over the "
        f"data, got {settings.optimiser!r}. Fix: omit --optimiser, or use `fit`",
    )
    with ended_by_signals(), worker_pool(jobs) as pool, ExitStack() as stack:
        cache = cache_of_file(files, chosen, label, kinds, pool, fit_options, stack)
        table = small_table(cache.about)
        issue_notes(cache.about["notes"], fit_options)
        require_two_classes(cache.about["name"], table.label_name, table.classes)
        if chosen.name == "logistic":
            require_two(table)
        try:
            finished = fit_from_cache(
                cache, table, chosen, settings, pool, files.checkpoint, fit_options
            )
        except TextbookError as error:
            raise TextbookError(f"{cache.about['name']}: {error}") from None
    if files.out is not None:
        write_model(files.out, finished, fit_options)
    name = cache.about["name"]
    words = f"{chosen.name}, fitted to {name} to predict {table.label_name}"
    yield from map(Heading, wrap(words))
    yield from wrap(size(chosen, table, settings, cache.n_rows))
    yield penalty_in_words(settings)
    yield from regression_report(finished)
    if files.out is not None:
        yield ""
        yield from wrap(f"Written to {files.out}")


def small_table(about: Mapping[str, Any]) -> Dataset:
    """Return a small table with the columns, classes and values of the file."""
    classes, values = list(about["sizes"]), about["values"]
    columns = [found or [0.0] for found in values]
    n = max(len(classes), *map(len, columns))
    rows = zip(*([cells[i % len(cells)] for i in range(n)] for cells in columns))
    labels = tuple(classes[i % len(classes)] for i in range(n))
    kinds = tuple(about["kinds"])
    return Dataset(tuple(rows), labels, tuple(about["features"]), kinds, about["label"])


# Convert the file to a cache.


def cache_of_file(
    files: RunFiles,
    chosen: Recipe,
    label: str | None,
    kinds: Sequence[str],
    pool: WorkerPool,
    fit_options: FitOptions,
    stack: ExitStack,
) -> ColumnCache:
    """Return the cache of the file: an existing one that fits, or a new one."""
    state = source_state(files.data, label, kinds, fit_options)
    path = files.cache
    if path is not None and os.path.exists(path):
        found = ColumnCache.open(path)  # no other file is ever overwritten
        if state is not None and found.about.get("source") == state:
            return found
    folder = os.path.dirname(os.path.realpath(path)) if path is not None else None
    place = stack.enter_context(TemporaryDirectory(prefix=".textbook_ml-", dir=folder))
    new = os.path.join(place, "columns")
    with open(new, "wb") as file:
        write_cache(file, files.data, chosen, label, kinds, pool, fit_options, state)
    if path is None:
        return ColumnCache.open(new)
    os.replace(new, path)
    return ColumnCache.open(path)


def source_state(
    data: str, label: str | None, kinds: Sequence[str], fit_options: FitOptions
) -> dict[str, Any] | None:
    """Return the data on which a cache depends: size and time of the file, and how it is read."""
    if not is_regular(data):
        return None
    status = os.stat(data)
    reading = repr((label, sorted(kinds), csv_options(fit_options)))
    return {"size": status.st_size, "time": status.st_mtime_ns, "reading": reading}


def write_cache(
    file: BinaryIO,
    data: str,
    chosen: Recipe,
    label: str | None,
    kinds: Sequence[str],
    pool: WorkerPool,
    fit_options: FitOptions,
    state: Mapping[str, Any] | None,
) -> None:
    """Write the cache of a CSV file, which is read once, or twice if the kind of a column changes.

    The kind of a column is known only at the end of the file. A source that can be read only once
    is copied to disk for this.
    """
    options = csv_options(fit_options)
    with TemporaryFile() as copy:
        source = CsvFile.open(data, options, copy=None if is_regular(data) else copy)
        columns = Columns.of(source, label, parse_kinds(source.header, label, kinds))
        whole = cache_pieces(source, columns, chosen, pool, file, state)
        if whole.contradicted:
            copy.seek(0)
            file.seek(0)
            file.truncate()
            again = CsvFile.open(data if is_regular(data) else copy, options, name=source.name)
            known = Columns(columns.label, columns.features, whole.kinds)
            cache_pieces(again, known, chosen, pool, file, state)


def cache_pieces(
    source: CsvFile,
    columns: Columns,
    chosen: Recipe,
    pool: WorkerPool,
    file: BinaryIO,
    state: Mapping[str, Any] | None,
) -> FileCounts:
    """Read a file once, and write the columns of its pieces in their order."""
    whole = FileCounts(source.name, columns, source.layout)
    writer = CacheWriter(file, len(columns.features) + 1)
    with progress(source) as say:
        for part in pool.map(CountingTask(columns, source.layout, chosen.name), source.pieces):
            whole.add(part)
            if whole.is_unusable(chosen):
                break
            if part.columns and not whole.contradicted:
                writer.add(columns_with_file_codes(part, whole))
            say()
        whole.require_taken(chosen)
    writer.finish(
        {
            "source": state,
            "name": whole.name,
            "label": whole.label,
            "features": whole.features,
            "kinds": whole.kinds,
            "values": [list(values) for values in whole.values],
            "sizes": {y: int(n) for y, n in whole.statistics.sizes.items()},
            "notes": whole.notes,
        }
    )
    return whole


def columns_with_file_codes(part: PieceCounts, whole: FileCounts) -> list[Any]:
    """Return the columns of a piece with the codes of the whole file instead of its own."""
    assert part.counted is not None
    columns: list[Any] = list(part.columns)
    known: list[Any] = [*whole.values, dict.fromkeys(whole.statistics.sizes)]
    own: list[Sequence[Any]] = [*(seen.values for seen in part.seen), list(part.counted.sizes)]
    for i, (values, mine) in enumerate(zip(known, own)):
        if mine:
            place = {value: float(k) for k, value in enumerate(values)}
            codes = [place[value] for value in mine]
            if codes != list(map(float, range(len(codes)))):
                columns[i] = [codes[int(code)] for code in columns[i]]
    return columns


# Fit from the cache.


@dataclass(frozen=True, slots=True)
class BlockReader:
    """Reads blocks of a cache as pieces: rows of numbers, with labels."""

    cache: ColumnCache
    classes: tuple[str, ...]
    n_values: tuple[int, ...]  # number of values of each feature; 0 for a continuous feature

    def sum_over(self, function: Callable[[Any], Any], span: range) -> Any:
        """Return the sum of a function over the pieces of these blocks."""
        return reduce(add, map(function, map(self.piece, self.cache.blocks(span))))

    def piece(self, block: Sequence[Any]) -> tuple[list[Any], list[str]]:
        """Return rows and labels; a discrete feature becomes its indicators without the first."""
        *features, labels = block
        columns: list[Any] = []
        for column, n in zip(features, self.n_values):
            if n:
                columns += [[float(code == k) for code in column] for k in range(1, n)]
            else:
                columns.append(column)
        rows = list(zip(*columns)) if columns else [()] * len(labels)
        return rows, [self.classes[int(code)] for code in labels]


def fit_from_cache(
    cache: ColumnCache,
    table: Dataset,
    chosen: Recipe,
    settings: Settings,
    pool: WorkerPool,
    checkpoint: str | None,
    fit_options: FitOptions,
) -> Any:
    """Return the model fitted to the cache; its weights are saved after each iteration."""
    about = cache.about
    values = {n: v for n, v, k in zip(about["features"], about["values"], about["kinds"]) if v}
    coding = Coding.of(about["features"], values)
    reader = BlockReader(cache, tuple(about["sizes"]), tuple(map(len, coding.values)))
    options = settings.regression_arguments()
    options.pop("optimiser", None)
    state = {
        "kind": CHECKPOINT,
        "model": chosen.name,
        "options": {
            name: repr(value) for name, value in options.items() if name != "max_iterations"
        },
        "sizes": about["sizes"],
        "features": list(coding.names),
    }
    start = None if checkpoint is None else weights_of_checkpoint(checkpoint, state)
    with ShownPasses(cache, reader, pool).watched() as passes:

        def watch(step: Step) -> None:
            passes.step = step
            if checkpoint is not None:
                saved = {**state, "iteration": step.iteration, "w": [x.hex() for x in step.w]}
                write_file(checkpoint, json.dumps(saved) + "\n")

        try:
            regression = fit_from(
                chosen.model,
                passes.total,
                classes=in_order(table),
                features=coding.names,
                watch=watch,
                start=start,
                **options,
            )
        except KeyboardInterrupt:
            issue_notes([interruption_note(passes.step, checkpoint)], fit_options)
            raise
    return CodedRegression(coding, regression) if any(coding.values) else regression


class ShownPasses:
    """Passes over the cache, with their progress."""

    def __init__(self, cache: ColumnCache, reader: BlockReader, pool: WorkerPool) -> None:
        self.reader, self.pool = reader, pool
        blocks = range(cache.n_blocks)
        self.spans = [blocks[i : i + SPAN] for i in range(0, len(blocks), SPAN)]
        self.step: Step | None = None
        self.n_passes = 0
        self.say: Callable[[Callable[[], str]], None] = lambda line: None

    @contextmanager
    def watched(self) -> "Iterator[ShownPasses]":
        """Show the progress of each pass at a terminal."""
        with progress_line(None, monotonic) as self.say:
            yield self

    def total(self, function: Callable[[Any], Any]) -> Any:
        """Return the sum of a function over all pieces."""
        self.n_passes += 1
        parts = self.pool.map(partial(self.reader.sum_over, function), self.spans)
        result = next(parts)
        for done, part in enumerate(parts, 1):
            self.say(lambda: self._progress_of_pass(done))
            result = result + part
        return result

    def _progress_of_pass(self, done: int) -> str:
        line = f"pass {self.n_passes}: {done / len(self.spans):.0%}"
        if self.step is None:
            return line
        step = self.step
        return f"{line}; after iteration {step.iteration} the gradient is {step.gradient_norm:.2e}"


def weights_of_checkpoint(checkpoint: str, state: Mapping[str, Any]) -> list[float] | None:
    """Return the weights of a checkpoint, or None if there is no such file."""
    if not os.path.exists(checkpoint):
        return None
    text = read_text(checkpoint, LARGEST_CHECKPOINT, "name another file for the checkpoint")
    try:
        saved = json.loads(text)
        w = [float.fromhex(x) for x in saved["w"]]
        same = {name: saved[name] for name in state} == state
    except (ValueError, TypeError, KeyError, RecursionError):
        raise TextbookError(
            f"--checkpoint {checkpoint}: the file is not a checkpoint. Fix: name another file"
        ) from None
    require(
        same,
        f"--checkpoint {checkpoint}: the file belongs to other data, another model or other "
        "options. Fix: delete it, or name another file",
    )
    return w


def interruption_note(step: Step | None, checkpoint: str | None) -> str:
    """Return a note on the best point so far."""
    if step is None:
        return "interrupted before the first iteration"
    w = ", ".join(f"{x:.6g}" for x in step.w[:SHOWN]) + ", …" * (len(step.w) > SHOWN)
    again = f"; run the command again to continue from {checkpoint}" if checkpoint else ""
    return (
        f"interrupted after iteration {step.iteration}: the objective is {step.objective:.12g}, "
        f"the gradient {step.gradient_norm:.3g}, the weights in the units of the fit {w}{again}"
    )
