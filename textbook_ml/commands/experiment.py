"""`experiment`: run an experiment on a claim of the source texts, with numbers and a verdict."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from json import dumps
from pathlib import Path

from textbook_ml.commands.names import normalised_name, unknown_name_error
from textbook_ml.commands.report import ReportFolder, report
from textbook_ml.commands.studies import STUDIES
from textbook_ml.core.console import Heading, padded, wrap
from textbook_ml.core.errors import plural, require
from textbook_ml.core.files import write_file
from textbook_ml.core.progress import with_time_left
from textbook_ml.study.experiments._experiment import (
    FAILS,
    Experiment,
    Result,
    by_theme,
    experiments,
)
from textbook_ml.study.experiments._tables import sizes_in_words, table_lines, tables

NAME = 18  # width of a name
WORD = 13  # width of a key word such as criterion


def experiment(
    name: str | None = None,
    *,
    seed: int = 0,
    full: bool = False,
    svg: str | None = None,
    everything: bool = False,
    out: str | None = None,
    json: bool = False,
) -> Generator[str, None, int]:
    """Yield the output of one or all experiments, or their list; return the exit code."""
    require_compatible_options(name, svg, everything, out)
    if everything:
        return (yield from run_all(seed, full, out, json))
    if name is None:
        yield from list_as_json() if json else list_screen()
        return 0
    one = find(name)
    if json:
        result = run(one, seed, full, svg)
        yield from as_json(result.as_json())
    else:
        yield from question_lines(one, seed, one.sizes(full))
        result = run(one, seed, full, svg)
        yield from answer_lines(result, svg, f"experiment {one.name}")
    return exit_code([result])


def require_compatible_options(
    name: str | None, svg: str | None, everything: bool, out: str | None
) -> None:
    """Raise TextbookError for options that cannot be used together, or a folder that is missing."""
    require(
        not (everything and name is not None),
        f"{name} and --all cannot be used together. Fix: name one experiment, or omit the name",
    )
    require(
        svg is None or name is not None,
        "--svg needs one experiment, for example `experiment variance --svg variance.svg`",
    )
    require(out is None or everything, f"--out {out} applies only to --all. Fix: add --all")
    require_place(svg)


def require_place(svg: str | None) -> None:
    """Raise TextbookError, before the run, if the folder of the figure does not exist."""
    require(
        svg is None or Path(svg).absolute().parent.is_dir(),
        f"--svg {svg}: the folder does not exist. Fix: name a file in an existing folder",
    )


def find(name: str) -> Experiment:
    """Return an experiment by its name or id; upper case does not matter.

    >>> find("variance").id, find("EXP-VARIANCE").id, find("Variance").id
    ('EXP-VARIANCE', 'EXP-VARIANCE', 'EXP-VARIANCE')
    """
    query = normalised_name(name).removeprefix("exp-")
    if query in experiments():
        return experiments()[query]
    require(
        query not in STUDIES,
        f"{query} needs your data. Fix: put the name first, see `experiment {query} --help`",
    )
    raise unknown_name_error("experiment", query, [*experiments(), *STUDIES])


def run(one: Experiment, seed: int, full: bool, svg: str | None) -> Result:
    """Return the result of an experiment; with `svg`, write its figure to that file."""
    result = one.result(seed, full)
    if svg is not None:
        write_file(svg, result.finding.figure.svg())
    return result


def run_all(seed: int, full: bool, out: str | None, json: bool) -> Generator[str, None, int]:
    """Run all experiments and yield their verdicts; with `out`, write a report to that folder."""
    folder = None if out is None else ReportFolder.ready(out)
    all_experiments = list(experiments().values())
    results = [
        one.result(seed, full)
        for one in with_time_left(all_experiments, [one.name for one in all_experiments])
    ]
    if folder is not None:
        folder.write(report(results, seed, full))
    if json:
        yield from as_json([result.as_json() for result in results])
    else:
        yield from verdict_lines(results)
    if folder is not None and not json:
        yield ""
        yield from wrap(f"Report with numbers and figures: {folder.page}")
    return exit_code(results)


def exit_code(results: Sequence[Result]) -> int:
    """Return 0 if every claim holds, possibly with a caveat, and otherwise 1."""
    return int(any(result.finding.verdict == FAILS for result in results))


def list_screen() -> Iterator[str]:
    """Yield all experiments by theme, and examples of the command."""
    yield Heading(f"{plural(len(experiments()), 'claim')} of the source texts that can be tested")
    for title, some in by_theme().items():
        yield ""
        yield from map(Heading, wrap(title))
        for one in some:
            yield from _name_and_text(one.name, one.claim)
    yield ""
    yield Heading("On your own data")
    for name, text in STUDIES.items():
        yield from _name_and_text(name, text)
    yield ""
    yield from _name_and_text("experiment weather", "prints claim, numbers and verdict", 37)
    yield from _name_and_text("experiment weather --svg weather.svg", "also writes the figure", 37)
    yield from _name_and_text("experiment --all --out report", "runs all and writes a report", 37)


def _name_and_text(name: str, text: str, column: int = NAME) -> Iterator[str]:
    yield from wrap(text, f"  {padded(name, column)} ", " " * (column + 3))


def list_as_json() -> Iterator[str]:
    """Yield the list of experiments as JSON."""
    yield from as_json(
        [
            {
                "name": one.name,
                "claim": one.claim,
                "id": one.id,
                "criterion": one.criterion,
                "theme": one.theme,
                "entries": list(one.entries),
            }
            for one in experiments().values()
        ]
    )


def as_json(answer: object) -> Iterator[str]:
    """Yield plain data as lines of JSON."""
    yield from dumps(answer, ensure_ascii=False, indent=1, allow_nan=False).splitlines()


def question_lines(one: Experiment, seed: int, sizes: Mapping[str, object]) -> Iterator[str]:
    """Yield the claim, the method, and the criterion for the verdict."""
    yield from map(Heading, wrap(f"{one.name}: {one.title}"))
    yield from wrap(f"{one.id} · seed {seed} · {', '.join(one.entries)}", hanging="  ")
    yield ""
    yield from _labelled_lines("claim", one.claim)
    yield from _labelled_lines("method", one.method) if one.method else ()
    yield from _labelled_lines("sizes", sizes_in_words(sizes)) if sizes else ()
    yield from _labelled_lines("criterion", one.criterion)


def answer_lines(result: Result, svg: str | None, typed: str) -> Iterator[str]:
    """Yield the numbers, the verdict, and the file of the figure or how to get it."""
    finding = result.finding
    for table in tables(finding.numbers):
        yield ""
        yield from table_lines(table)
    yield ""
    yield from map(Heading, _labelled_lines("verdict", finding.verdict))
    yield from _labelled_lines("caveat", finding.caveat) if finding.caveat else ()
    yield from _labelled_lines("figure", f"{finding.figure.title}. {finding.figure.description}")
    draws = f"`{typed} --svg {result.experiment.name}.svg` draws it"
    yield from _labelled_lines("", f"written to {svg}" if svg else draws)


def verdict_lines(results: Sequence[Result]) -> Iterator[str]:
    """Yield one line for each experiment."""
    yield Heading(f"{plural(len(results), 'claim')}, run with seed {results[0].seed}")
    for result in results:
        yield from _name_and_text(result.experiment.name, result.finding.verdict)


def _labelled_lines(heading: str, text: str) -> Iterator[str]:
    yield from wrap(text, f"  {padded(heading, WORD - 2)}", " " * WORD)
