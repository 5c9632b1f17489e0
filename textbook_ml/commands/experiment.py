"""`experiment`: a claim of the texts, run: its numbers, its verdict, and a picture."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from json import dumps
from pathlib import Path

from textbook_ml.commands.names import tidy, unknown
from textbook_ml.commands.report import Folder, report
from textbook_ml.commands.studies import STUDIES
from textbook_ml.console import Heading, pad, wrap
from textbook_ml.errors import require
from textbook_ml.experiments._experiment import (
    FAILS,
    Experiment,
    Result,
    by_theme,
    experiments,
)
from textbook_ml.experiments._tables import in_words, table_lines, tables
from textbook_ml.files import write_file
from textbook_ml.layout import plural
from textbook_ml.progress import timed

NAME = 18  # columns of a name
WORD = 13  # columns of a word such as criterion


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
    """One experiment, all of them, or their list; what is returned is the exit code."""
    require_sense(name, svg, everything, out)
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


def require_sense(name: str | None, svg: str | None, everything: bool, out: str | None) -> None:
    """Refuse options that do not go together."""
    require(
        not (everything and name is not None),
        f"{name} and --all came: name one experiment, or run all",
    )
    require(
        svg is None or name is not None,
        "--svg is for one experiment: name it, as in `experiment variance --svg variance.svg`",
    )
    require(out is None or everything, f"--out {out} is for the report of --all: add --all")
    require_place(svg)


def require_place(svg: str | None) -> None:
    """Refuse a picture that will have no place, before it takes its time."""
    require(
        svg is None or Path(svg).absolute().parent.is_dir(),
        f"--svg {svg}: there is no such folder: give a file in a folder that exists",
    )


def find(name: str) -> Experiment:
    """An experiment by its name or id, in any case.

    >>> find("variance").id, find("EXP-VARIANCE").id, find("Variance").id
    ('EXP-VARIANCE', 'EXP-VARIANCE', 'EXP-VARIANCE')
    """
    query = tidy(name).removeprefix("exp-")
    if query in experiments():
        return experiments()[query]
    require(
        query not in STUDIES,
        f"{query} needs your data: `experiment {query} --help`, with the name first",
    )
    raise unknown("experiment", query, [*experiments(), *STUDIES])


def run(one: Experiment, seed: int, full: bool, svg: str | None) -> Result:
    """The experiment, run; with `svg`, its figure is written there."""
    result = one.result(seed, full)
    if svg is not None:
        write_file(svg, result.finding.figure.svg())
    return result


def run_all(seed: int, full: bool, out: str | None, json: bool) -> Generator[str, None, int]:
    """Every experiment, and what became of it; with `out`, a report in that folder."""
    folder = None if out is None else Folder.ready(out)
    every = list(experiments().values())
    results = [one.result(seed, full) for one in timed(every, [one.name for one in every])]
    if folder is not None:
        folder.write(report(results, seed, full))
    if json:
        yield from as_json([result.as_json() for result in results])
    else:
        yield from verdict_lines(results)
    if folder is not None and not json:
        yield ""
        yield from wrap(f"Numbers and figures are in {folder.page}")
    return exit_code(results)


def exit_code(results: Sequence[Result]) -> int:
    """0 if every claim holds, if only with a caveat, and otherwise 1."""
    return int(any(result.finding.verdict == FAILS for result in results))


def list_screen() -> Iterator[str]:
    """All experiments, theme by theme, and what to type next."""
    yield Heading(f"{plural(len(experiments()), 'claim')} of the texts that can be run")
    for title, some in by_theme().items():
        yield ""
        yield from map(Heading, wrap(title))
        for one in some:
            yield from _listed(one.name, one.claim)
    yield ""
    yield Heading("On data that you bring.")
    for name, words in STUDIES.items():
        yield from _listed(name, words)
    yield ""
    yield from _listed("experiment weather", "claim, numbers and verdict", 37)
    yield from _listed("experiment weather --svg weather.svg", "with its figure in a file", 37)
    yield from _listed("experiment --all --out report", "all of them, as a page to read", 37)


def _listed(name: str, words: str, column: int = NAME) -> Iterator[str]:
    yield from wrap(words, f"  {pad(name, column)} ", " " * (column + 3))


def list_as_json() -> Iterator[str]:
    """The same for machines."""
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
    """Plain data as lines of JSON."""
    yield from dumps(answer, ensure_ascii=False, indent=1, allow_nan=False).splitlines()


def question_lines(one: Experiment, seed: int, sizes: Mapping[str, object]) -> Iterator[str]:
    """What is claimed, what is done about it, and when the claim is said to hold."""
    yield from map(Heading, wrap(f"{one.name}: {one.title}"))
    yield from wrap(f"{one.id} · seed {seed} · {', '.join(one.entries)}", hanging="  ")
    yield ""
    yield from _said("claim", one.claim)
    yield from _said("done", one.method) if one.method else ()
    yield from _said("sizes", in_words(sizes)) if sizes else ()
    yield from _said("criterion", one.criterion)


def answer_lines(result: Result, svg: str | None, typed: str) -> Iterator[str]:
    """The numbers, the verdict, and where the figure is, or how to get it."""
    finding = result.finding
    for table in tables(finding.numbers):
        yield ""
        yield from table_lines(table)
    yield ""
    yield from map(Heading, _said("verdict", finding.verdict))
    yield from _said("caveat", finding.caveat) if finding.caveat else ()
    yield from _said("figure", f"{finding.figure.title}. {finding.figure.description}")
    draws = f"`{typed} --svg {result.experiment.name}.svg` draws it"
    yield from _said("", f"written to {svg}" if svg else draws)


def verdict_lines(results: Sequence[Result]) -> Iterator[str]:
    """One line for each experiment."""
    yield Heading(f"{plural(len(results), 'claim')}, run with seed {results[0].seed}")
    for result in results:
        yield from _listed(result.experiment.name, result.finding.verdict)


def _said(word: str, words: str) -> Iterator[str]:
    yield from wrap(words, f"  {pad(word, WORD - 2)}", " " * WORD)
