"""`experiment ng-jordan`: naive Bayes against logistic regression on a table of your own.

The exit code is 0 whatever the verdict, for a table on which the curves do not cross is no
failure; 2 where the words or the file are refused; and 130 after Ctrl-C, when what is shown is
the run of the splits that were finished.
"""

import argparse
import os
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path
from time import monotonic

from textbook_ml.commands.experiment import as_json
from textbook_ml.commands.inputs import number_of
from textbook_ml.commands.ng_jordan_screens import screen
from textbook_ml.commands.ng_jordan_table import Choice, nearest, prepared
from textbook_ml.errors import TextbookError, require
from textbook_ml.experiments.ng_jordan.contest import Contest
from textbook_ml.experiments.ng_jordan.methods import METHODS
from textbook_ml.experiments.ng_jordan.published import Published, curves
from textbook_ml.experiments.ng_jordan.rounds import (
    FLOOR,
    FULL,
    SPLITS,
    Plan,
    Round,
    require_enough,
    rounds,
    usual_sizes,
)
from textbook_ml.experiments.ng_jordan.study import Study, require_duel
from textbook_ml.files import require_other_file, write_file
from textbook_ml.progress import one_line, time_left

STOPPED = 130
EPILOG = """methods:
  naive-bayes       Gaussian with one variance for both classes; tables, l = 1
  logistic          logistic regression with a weak penalty
  logistic-sampled  as the paper's text says: where lines separate, random ones
  nearest-mean      as the paper's figure fits, if all features are continuous

examples:
  experiment ng-jordan --data sonar.csv --published sonar --svg sonar.svg
  experiment ng-jordan --data iris.csv --positive Iris-virginica --splits 20
  experiment ng-jordan --data votes.csv --missing model --sizes 2,10,50 --json

Ctrl-C shows what is finished, with exit code 130. The paper is A. Y. Ng and
M. I. Jordan, On Discriminative vs. Generative Classifiers, NIPS 14 (2002).
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """What the study can be asked."""
    parser.epilog = EPILOG
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    add = parser.add_argument
    add("--data", required=True, metavar="FILE", help="a CSV file with a header; ? is missing")
    add("--label", metavar="NAME", help="the class column (the last)")
    add("--positive", metavar="CLASS", help="this class against all others")
    add("--classes", metavar="A,B", help="only the rows of these two classes")
    add("--missing", choices=("drop", "model"), default="drop",
        help="leave out rows with gaps, or take a gap as a value of its own (drop)")  # fmt: skip
    add("--kind", dest="kinds", action="append", default=[], metavar="FEATURE=KIND",
        help="discrete or continuous, if it is not what it looks like; *=KIND for all")  # fmt: skip
    add("--only", choices=("discrete", "continuous"), help="only the columns of one kind")
    add("--splits", type=int, metavar="N", help=f"random splits for each size ({SPLITS})")
    add("--sizes", metavar="M,M,...", help="how many examples to learn from (8 sizes)")
    add("--methods", metavar="A,B", help=f"some of {', '.join(METHODS)} (those that fit)")
    add("--floor", metavar="V", help=f"the least variance in naive Bayes ({FLOOR:g})")
    add("--published", metavar="NAME", help="lay a published pair of curves over: pima, sonar, ...")
    add("--processes", type=int, metavar="N", help="how many at once (one for each core)")
    add("--seed", type=int, default=0, metavar="N", help="of the splits (0)")
    add("--full", action="store_true", help=f"{FULL} splits, as the paper has: minutes to hours")
    add("--svg", metavar="FILE", help="write the figure there")
    add("--json", action="store_true", help="the same for machines")


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
    """Curves, duels and a verdict; what is returned is the exit code."""
    if svg is not None:
        require_place(svg, data)
    figure = None if published is None else published_pair(published)
    choice = Choice(label, kinds, only, positive, classes, missing)
    contest, notes = prepared(data, choice)
    plan = Plan(
        sizes_of(sizes, contest, figure, full),
        methods_of(methods, contest),
        (FULL if full else SPLITS) if splits is None else splits,
        seed,
        FLOOR if floor is None else number_of("--floor", floor) or 0.0,
    )
    notes += about_published(data, contest, figure)
    workers = cores() if processes is None else processes
    finished = collected(rounds(contest, plan, workers), plan.splits)
    if len(finished) < 2:
        yield from () if json else ["Stopped before two splits were finished: nothing to show."]
        return STOPPED
    study = Study.of(contest, plan, finished, figure)
    result, complete = study.result, len(finished) == plan.splits
    if svg is not None:
        write_file(svg, result.finding.figure.svg())
    if json:
        more = {"data": contest.name, "notes": notes, "complete": complete}
        yield from as_json(result.as_json() | more)
    else:
        yield from screen(study, result.finding, notes, svg)
    return 0 if complete else STOPPED


def collected(stream: Iterator[Round], splits: int) -> list[Round]:
    """The rounds that are finished when the last is, or when Ctrl-C comes."""
    finished: list[Round] = []
    start = monotonic()
    with one_line(None, monotonic) as say:
        try:
            for one in stream:
                finished.append(one)
                say(lambda: progress(len(finished), splits, monotonic() - start))
        except KeyboardInterrupt:
            pass
    return finished


def progress(done: int, splits: int, seconds: float) -> str:
    """How far it is, and how long the rest will take.

    >>> progress(20, splits=100, seconds=5.0)
    '20 of 100 splits; about 20 s left'
    """
    return f"{done} of {splits} splits; {time_left(seconds / done * (splits - done))}"


def sizes_of(
    words: str | None, contest: Contest, published: Published | None, full: bool
) -> tuple[int, ...]:
    """The sizes as given, those of the published figure, or the usual ones."""
    n = len(contest)
    if words is not None:
        sizes = whole_numbers("--sizes", words)
    elif published is None:
        sizes = usual_sizes(n)
    else:
        sizes = published.sizes if full else published.thinned()
        sizes = tuple(m for m in sizes if m < n) or usual_sizes(n)
    try:
        require_enough(contest, sizes)
    except TextbookError as error:
        raise TextbookError(f"{contest.name}: {error}") from None
    return sizes


def whole_numbers(option: str, words: str) -> tuple[int, ...]:
    """Numbers with commas between them, in rising order.

    >>> whole_numbers("--sizes", "40, 2,10")
    (2, 10, 40)
    """
    parts = [part.strip() for part in words.split(",")]
    require(
        all(part.isascii() and part.isdigit() and len(part) < 10 for part in parts),
        f"{option} {words}: give whole numbers with commas between them, such as 2,10,40",
    )
    return tuple(sorted({int(part) for part in parts}))


def methods_of(words: str | None, contest: Contest) -> tuple[str, ...]:
    """The methods as given; otherwise all, but the nearest mean only where all is continuous."""
    if words is None:
        return tuple(name for name in METHODS if name != "nearest-mean" or not contest.indicators)
    chosen = tuple(dict.fromkeys(name.strip() for name in words.split(",")))
    for name in chosen:
        require(name in METHODS, f"there is no method {name!r}: {nearest(name, [*METHODS])}")
    require_duel(chosen)
    return chosen


def published_pair(name: str) -> Published:
    """The curves of one data set of the paper."""
    tidy = name.strip().lower().replace("_", "-")
    require(
        tidy in curves(),
        f"--published {name}: the paper has no such data set: {nearest(tidy, [*curves()])}",
    )
    return curves()[tidy]


def about_published(data: str, contest: Contest, published: Published | None) -> list[str]:
    """Which published curves may be of this table, or why those that were asked for may not fit."""
    if published is None:
        stem = Path(data).stem.lower().replace("_", "-")
        like = [name for name in curves() if stem in (name, name.partition("-")[0])]
        return [f"--published {like[0]} lays the curves of the paper over these"] if like else []
    strangers = contest.indicators if published.kind == "continuous" else contest.numbers
    if not strangers:
        return []
    kind = published.kind
    note = f"the published curves are of {kind} features alone: --only {kind} leaves the others "
    return [note + f"out, and --kind '*={kind}' takes all as such"]


def require_place(svg: str, data: str) -> None:
    """Refuse a file that cannot be written before hours are spent on it."""
    require_other_file("--svg", svg, data)
    require(
        Path(svg).absolute().parent.is_dir() and not Path(svg).is_dir(),
        f"--svg {svg}: give a file in a folder that exists",
    )


def cores() -> int:
    """How many processors this process may use."""
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable else os.cpu_count() or 1
