"""`stream`: learn from a file that need not fit into memory, with as many processes as there are.

A process counts a piece of the file and sends back what it counted: a few numbers. Counts add
exactly, so the model has the same bits for one process and for ten.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from os.path import getsize
from time import monotonic
from typing import Any

from textbook_ml.commands.inputs import settings_of, table_of, write_model
from textbook_ml.commands.tables import learned
from textbook_ml.console import Heading, wrap
from textbook_ml.data.pieces import Columns, Piece, beginning, examples, pieces
from textbook_ml.data.table import Dataset
from textbook_ml.equations.gaussian import pooled_variance_mle
from textbook_ml.equations.smoothing import categorical_smoothed
from textbook_ml.errors import require
from textbook_ml.files import require_other_file
from textbook_ml.layout import plural, whole_number
from textbook_ml.models.catalogue import recipe
from textbook_ml.models.mixed_naive_bayes import MixedNaiveBayes
from textbook_ml.models.multinomial_naive_bayes import MultinomialNaiveBayes
from textbook_ml.models.recipes import Recipe, Settings, is_text
from textbook_ml.progress import one_line, time_left
from textbook_ml.statistics.by_class import ByClass

Statistics = ByClass[str]
AHEAD = 4  # pieces that are handed out for each process, and no more, so that memory stays small
STREAMED = (
    "gaussian-nb", "gaussian-nb-tied", "categorical-nb", "mixed-nb", "multinomial-nb", "poisson-nb",
    "gda", "qda",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Task:
    """What a process is told: the columns of the file, and for which model it counts."""

    columns: Columns
    model: str

    def __call__(self, piece: Piece) -> Statistics:
        """What is counted in a piece."""
        rows, labels = examples(self.columns, piece)
        if not rows:
            return ByClass({}, {})
        chosen = recipe(self.model)
        if chosen.model is MultinomialNaiveBayes:
            return MultinomialNaiveBayes.count_texts([str(text) for (text,) in rows], labels)
        rows = [chosen.to_row(self.columns.features, row) for row in rows]
        if chosen.model is MixedNaiveBayes:
            return MixedNaiveBayes.count(rows, labels, kinds=mixed_kinds(self.columns.kinds))
        counted: Statistics = chosen.model.count(rows, labels)
        return counted


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
) -> Iterator[str]:
    """What was learned from a file of any size; with `out` the model is written there."""
    require(
        model in STREAMED,
        f"--model {model} cannot be learned from a stream: there are {', '.join(STREAMED)}",
    )
    require(jobs > 0, f"--jobs {jobs}: give at least 1")
    chosen, settings = recipe(model), settings_of(strength, floor)
    for option in settings.given:
        require(option in chosen.options, f"--{option} is not for {model}: leave it out")
    if out is not None:
        require_other_file("--out", out, data)
    sheet = beginning(data)
    first = table_of(sheet, label, kinds)
    chosen.require_takes(first)
    columns = Columns(data, tuple(sheet.header), first.label_name, first.kinds)
    statistics = counted(Task(columns, model), jobs)
    finished = estimate(chosen, first, settings, statistics)
    if out is not None:
        write_model(out, finished)
    yield from map(Heading, wrap(f"{model}, learned from {data} to tell {columns.label}"))
    n = sum(map(int, statistics.sizes.values()))
    of = plural(len(columns.features), "feature") if not is_text(first) else "one text each"
    yield f"{whole_number(n)} examples, {of}, {plural(len(statistics.sizes), 'class', 'classes')}"
    yield ""
    yield from learned(finished, is_text(first))
    if out is not None:
        yield ""
        yield from wrap(f"Written to {out}")


def counted(task: Task, jobs: int) -> Statistics:
    """What is counted in the whole file: the sum over its pieces, in their order."""
    total, start = getsize(task.columns.path), monotonic()
    result: Statistics = ByClass({}, {})
    with one_line(None, monotonic) as say:
        for (_, end), part in parts(task, jobs):
            result = result + part
            spent = monotonic() - start
            left = time_left(spent * (total - end) / end)
            say(lambda: f"{end / total:.0%} of {total / 1e6:,.0f} MB; {left}")
    require(len(result.sizes) > 0, f"{task.columns.path}: there are no rows: give an example")
    return result


def parts(task: Task, jobs: int) -> Iterator[tuple[Piece, Statistics]]:
    """The pieces with what was counted in them, by one process or by several."""
    ranges = pieces(task.columns.path)
    if jobs == 1:
        yield from ((piece, task(piece)) for piece in ranges)
        return
    with ProcessPoolExecutor(jobs) as pool:
        under_way: deque[tuple[Piece, Future[Statistics]]] = deque()
        for piece in ranges:
            under_way.append((piece, pool.submit(task, piece)))
            if len(under_way) == AHEAD * jobs:
                done, future = under_way.popleft()
                yield done, future.result()
        for done, future in under_way:
            yield done, future.result()


def estimate(
    chosen: Recipe, first: Dataset, settings: Settings, statistics: Statistics
) -> Any:
    """The model of what was counted, as `fit` would make it."""
    theta = partial(categorical_smoothed, strength=chosen.strength(first, settings))
    options: Mapping[str, Any] = {
        "strength": {"theta": theta},
        "floor": {"floor": settings.floor},
    }
    given = {key: value for name in chosen.options for key, value in options[name].items()}
    if not is_text(first):
        given["features"] = first.features
    if chosen.model is MixedNaiveBayes:
        given["kinds"] = mixed_kinds(first.kinds)
    if chosen.name == "gaussian-nb-tied":
        given["variance"] = pooled_variance_mle
    return chosen.model.from_statistics(statistics, **given)


def mixed_kinds(kinds: Sequence[str]) -> list[Any]:
    """What the mixed model calls the kinds of columns."""
    return ["categorical" if kind == "discrete" else "gaussian" for kind in kinds]
