"""`experiment ng-jordan`: compare naive Bayes and logistic regression on the user's table.

The exit code is 0 whatever the verdict: curves that do not cross are a result, not a failure.
It is 2 for invalid options or data. It is 130 after Ctrl-C, which prints the results of the
splits finished so far.
"""

import os
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path
from time import monotonic

from textbook_ml.commands.experiment import as_json
from textbook_ml.commands.loading import number_of
from textbook_ml.commands.ng_jordan_screens import screen
from textbook_ml.commands.ng_jordan_table import TableOptions, two_class_table
from textbook_ml.core.errors import TextbookError, did_you_mean, quoted, quoted_list, require
from textbook_ml.core.files import require_other_file, write_file
from textbook_ml.core.progress import progress_line, time_left
from textbook_ml.study.experiments.ng_jordan.coded_table import CodedTable
from textbook_ml.study.experiments.ng_jordan.methods import METHODS
from textbook_ml.study.experiments.ng_jordan.published import Published, curves
from textbook_ml.study.experiments.ng_jordan.rounds import (
    FLOOR,
    FULL,
    SPLITS,
    Plan,
    Round,
    default_sizes,
    require_test_examples,
    rounds,
)
from textbook_ml.study.experiments.ng_jordan.study import Study, require_pair

STOPPED = 130


def ng_jordan(
    data: str,
    *,
    label: str | None = None,
    positive: str | None = None,
    classes: str | None = None,
    missing: str = "drop",
    kinds: Sequence[str] = (),
    only: str | None = None,
    splits: int | None = None,
    sizes: str | None = None,
    methods: str | None = None,
    floor: str | None = None,
    published: str | None = None,
    processes: int | None = None,
    seed: int = 0,
    full: bool = False,
    svg: str | None = None,
    json: bool = False,
) -> Generator[str, None, int]:
    """Yield learning curves, comparisons and a verdict; return the exit code."""
    if svg is not None:
        require_place(svg, data)
    figure = None if published is None else published_pair(published)
    options = TableOptions(label, kinds, only, positive, classes, missing)
    table, notes = two_class_table(data, options)
    plan = Plan(
        sizes_of(sizes, table, figure, full),
        methods_of(methods, table),
        (FULL if full else SPLITS) if splits is None else splits,
        seed,
        FLOOR if floor is None else number_of("--floor", floor) or 0.0,
    )
    notes += about_published(data, table, figure)
    workers = number_of_processors() if processes is None else processes
    finished = collect_rounds(rounds(table, plan, workers), plan.splits)
    if len(finished) < 2:
        yield from () if json else ["Stopped before two splits were finished: no results."]
        return STOPPED
    study = Study.of(table, plan, finished, figure)
    result, complete = study.result, len(finished) == plan.splits
    if svg is not None:
        write_file(svg, result.finding.figure.svg())
    if json:
        more = {"data": table.name, "notes": notes, "complete": complete}
        yield from as_json(result.as_json() | more)
    else:
        yield from screen(study, result.finding, notes, svg)
    return 0 if complete else STOPPED


def collect_rounds(stream: Iterator[Round], splits: int) -> list[Round]:
    """Return all rounds, or the finished rounds after Ctrl-C."""
    finished: list[Round] = []
    start = monotonic()
    with progress_line(None, monotonic) as show_message:
        try:
            for one_round in stream:
                finished.append(one_round)
                show_message(lambda: progress(len(finished), splits, monotonic() - start))
        except KeyboardInterrupt:
            pass
    return finished


def progress(done: int, splits: int, seconds: float) -> str:
    """Return the progress, with the estimated time left.

    >>> progress(20, splits=100, seconds=5.0)
    '20 of 100 splits; about 20 s left'
    """
    return f"{done} of {splits} splits; {time_left(seconds / done * (splits - done))}"


def sizes_of(
    words: str | None, table: CodedTable, published: Published | None, full: bool
) -> tuple[int, ...]:
    """Return the sizes given by the user, those of the published figure, or the default ones."""
    n = len(table)
    if words is not None:
        sizes = whole_numbers("--sizes", words)
    elif published is None:
        sizes = default_sizes(n)
    else:
        sizes = published.sizes if full else published.thinned()
        sizes = tuple(m for m in sizes if m < n) or default_sizes(n)
    try:
        require_test_examples(table, sizes)
    except TextbookError as error:
        raise TextbookError(f"{table.name}: {error}") from None
    return sizes


def whole_numbers(option: str, words: str) -> tuple[int, ...]:
    """Return comma-separated whole numbers in increasing order.

    >>> whole_numbers("--sizes", "40, 2,10")
    (2, 10, 40)
    """
    parts = [part.strip() for part in words.split(",")]
    require(
        all(part.isascii() and part.isdigit() and len(part) < 10 for part in parts),
        f"{option} must be whole numbers separated by commas, such as 2,10,40, got {words!r}",
    )
    return tuple(sorted({int(part) for part in parts}))


def methods_of(words: str | None, table: CodedTable) -> tuple[str, ...]:
    """Return the chosen methods; default: all, without nearest-mean if a feature is discrete."""
    if words is None:
        return tuple(name for name in METHODS if name != "nearest-mean" or not table.indicators)
    chosen = tuple(dict.fromkeys(name.strip() for name in words.split(",")))
    for name in chosen:
        if name not in METHODS:
            suggestion = did_you_mean(name, METHODS, f"Methods: {', '.join(METHODS)}")
            raise TextbookError(f"--methods: unknown method {quoted(name)}. {suggestion}")
    require_pair(chosen)
    return chosen


def published_pair(name: str) -> Published:
    """Return the published curves of one data set of the paper."""
    tidy = name.strip().lower().replace("_", "-")
    if tidy not in curves():
        suggestion = did_you_mean(
            tidy, curves(), f"Data sets of the paper: {quoted_list(curves())}"
        )
        raise TextbookError(f"--published: unknown data set {quoted(name)}. {suggestion}")
    return curves()[tidy]


def about_published(data: str, table: CodedTable, published: Published | None) -> list[str]:
    """Return notes: published curves that may belong to the table, or why those given may not."""
    if published is None:
        stem = Path(data).stem.lower().replace("_", "-")
        similar = [name for name in curves() if stem in (name, name.partition("-")[0])]
        return [f"--published {similar[0]} adds the curves of the paper"] if similar else []
    unsuitable = table.indicators if published.kind == "continuous" else table.numbers
    if not unsuitable:
        return []
    kind = published.kind
    note = f"the published curves use only {kind} features: --only {kind} leaves out the others, "
    return [note + f"--kind '*={kind}' makes all features {kind}"]


def require_place(svg: str, data: str) -> None:
    """Raise TextbookError, before the long run, if the file cannot be written."""
    require_other_file("--svg", svg, data)
    require(
        Path(svg).absolute().parent.is_dir() and not Path(svg).is_dir(),
        f"--svg {svg}: the file cannot be written. Fix: name a file in an existing folder",
    )


def number_of_processors() -> int:
    """Return the number of processors that this process may use."""
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable else os.cpu_count() or 1
