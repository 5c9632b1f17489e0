"""The generated pages of `docs/`: `python3 -m textbook_ml.reading.manual docs` rewrites them.

Titles, formulas, claims and examples are in the docstrings and decorators, the LaTeX and the
errata in `sources/`, the letters in `notation`; only the words on experiments are written here.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from textbook_ml import registry, sources
from textbook_ml.docstrings import module_summary, page
from textbook_ml.experiments._experiment import by_theme
from textbook_ml.experiments.exercises._exercise import exercises
from textbook_ml.experiments.figures import FIGURES
from textbook_ml.files import write_file
from textbook_ml.notation import SYMBOLS
from textbook_ml.reading.screens import (
    column_titles,
    count_kinds,
    inputs_of,
    names_by_module,
    place,
    shown,
)
from textbook_ml.sources import Entry, Erratum

EXPERIMENTS = """
# Experiments

Each experiment checks a claim of the five source texts. It is a function of sample sizes and a
random seed that returns numbers, a verdict and a figure.

```sh
python3 -m textbook_ml experiment                            # list all experiments
python3 -m textbook_ml experiment variance                   # print claim, numbers and verdict
python3 -m textbook_ml experiment variance --seed 7 --full   # other random data, larger sizes
python3 -m textbook_ml experiment variance --svg variance.svg
python3 -m textbook_ml experiment --all --out report         # write all to report/index.html
python3 -m textbook_ml experiment ng-jordan --data FILE.csv --label CLASS   # on your own table
python3 -m textbook_ml experiment sms --data FILE.csv        # on your own messages
```

`--json` prints `claim`, `criterion`, `verdict` and `numbers` as JSON. The exit code is 0 if the
claim holds (with or without a caveat), 1 if it fails, and 2 for bad usage. `--out` does not
overwrite an `index.html` that is not such a report.

In Python (in a notebook, a result is displayed with its figure):

```python
>>> from textbook_ml.experiments._experiment import experiments
>>> experiments()["weather"].result().finding.verdict
'holds'

```

## How the verdict is determined

The criterion is fixed before the experiment runs, and the verdict is computed from it: *holds* or
*fails*. If a claim is true only with a qualification, the verdict is *holds with a caveat*, and
the caveat states the qualification. Results that can be enumerated are exact: they are computed
with Fractions and compared with `==`. Simulations are large enough that other seeds give the same
verdict; the same seed gives the same numbers on every Python version of one platform.

## How to add an experiment

Write a function whose arguments are sizes and a seed, in a module of `textbook_ml/experiments/`
(one module for each theme). Decorate it with `@experiment(id, claim=…, criterion=…, entries=…)`
and return a `Finding`. The experiment is then listed, run by `--all` and printed on this page.
`python3 -m textbook_ml.reading.manual docs` rewrites the page.

## The claims
"""
MADE = "<!-- Made by `python3 -m textbook_ml.reading.manual docs`: do not edit. -->"


def equations() -> Iterator[str]:
    """Every function with its formula in each text, and the account of all entries."""
    yield from (MADE, "# The equations", "")
    yield "In the order of the chapter. Each function can be imported from `textbook_ml` itself;"
    yield "`python3 -m textbook_ml read NAME` shows its code beside the formula."
    modules = names_by_module()
    yield ""
    for module in modules:
        short = module.rpartition(".")[2]
        yield f"- [{short}](#{short}): {module_summary(module)}"
    for module, names in modules.items():
        yield from ("", f"## {module.rpartition('.')[2]}", "", module_summary(module))
        for name in names:
            yield from _function(name)
    yield from _account()


def notation() -> Iterator[str]:
    """The table of letters, and what the five texts call them."""
    texts = sources.load().texts
    yield from (MADE, "# Notation", "")
    yield "One letter, one meaning; squares stay in names (`sigma2`), and letters that deceive"
    yield "become words (*l* is `strength`, *J* is `n_values`)."
    yield ""
    yield "| code | letter | meaning | " + " | ".join(t.name for t in texts.values()) + " |"
    yield "|---" * (3 + len(texts)) + "|"
    for s in SYMBOLS:
        called = " | ".join(_escaped(s.texts.get(key, "")) for key in texts)
        yield f"| `{s.code}` | {_math(_barless(s.latex))} | {_escaped(s.words)} | {called} |"
    yield ""
    yield "**The sign of the score.** Mitchell's (16) to (23), Sontag's first slides and GwanSiu"
    yield "write P(Y = 1) = 1 / (1 + exp(score)); Mitchell from (24) on, Ng, Xing and Sontag's"
    yield "later slides write P(Y = 1) = exp(score) / (1 + exp(score)). Negate all weights to pass"
    yield "from one to the other. Functions of the first convention are called `mitchell_…`."


def errata() -> Iterator[str]:
    """The errata in words and, where possible, in numbers."""
    known, checked = sources.load().errata.values(), registry.checks()
    yield from (MADE, "# Errata", "")
    yield "Passages of the five texts that a reader should know about, in the copies that were"
    yield "read. For the slides these copies are transcriptions. Each erratum has one kind:"
    yield from ("", "| kind | meaning | errata |", "|---|---|---|")
    for kind, n in count_kinds().items():
        yield f"| *{kind.name}* | {kind.meaning} | {n} |"
    yield ""
    yield "Quotation marks in a table hold a statement of the text, in our words, where it prints"
    yield "no number. `python3 -m textbook_ml read ERR-M-3BILLION` shows one erratum."
    for e in known:
        yield from ("", f"## {e.id}", "", f"*{e.where}: {e.kind.name}*", "")
        for title, text in e.parts.items():
            yield f"- **{title}:** {_words(text)}"
        if e.entries:
            yield f"- **entries:** {', '.join(f'`{i}`' for i in e.entries)}"
        if e.id in checked:
            yield from _check(e, checked[e.id]())


def _check(e: Erratum, check: registry.Check) -> Iterator[str]:
    """A table of the numbers, under the inputs."""
    titles = " | ".join(map(_escaped, column_titles(e, check)))
    yield from ("", f"Given {_escaped(inputs_of(check))}.", "")
    yield from (f"| in numbers | {titles} |", "|---|---|---|")
    for what in dict.fromkeys([*check.printed, *check.right]):
        cells = [_number(numbers, what) for numbers in (check.printed, check.right)]
        yield f"| {_escaped(what)} | {' | '.join(cells)} |"


def experiments() -> Iterator[str]:
    """The claims that can be run, the exercises and the figures."""
    yield from (MADE, *EXPERIMENTS.strip().splitlines())
    for theme, some in by_theme().items():
        yield from ("", f"### {_escaped(theme)}", "")
        yield from ("| name | claim | holds if |", "|---|---|---|")
        for one in some:
            yield f"| `{one.name}` | {_escaped(one.claim)} | {_escaped(one.criterion)} |"
    yield from ("", "## Exercises", "")
    yield "`python3 -m textbook_ml exercise ex1` prints the question, the solution step by step"
    yield "with its numbers, and the code that checks it. `--question` prints only the question,"
    yield "and `--hint N` prints only the first hints."
    yield from ("", "| name | question | entries |", "|---|---|---|")
    for name, exercise in exercises().items():
        ids = ", ".join(f"`{i}`" for i in exercise.entries)
        yield f"| `{name}` | {_escaped(exercise.title)} | {ids} |"
    yield from ("", "## Figures", "")
    yield "`python3 -m textbook_ml figure losses --svg losses.svg` writes a figure to a file."
    yield from ("", "| name | contents |", "|---|---|")
    for name, draw in FIGURES.items():
        yield f"| `{name}` | {_escaped(page(f'{draw.__module__}.{draw.__name__}').title)} |"


PAGES: Mapping[str, Callable[[], Iterator[str]]] = {
    "equations.md": equations,
    "notation.md": notation,
    "errata.md": errata,
    "experiments.md": experiments,
}


def text_of(name: str) -> str:
    """One page as it should be."""
    return "\n".join(PAGES[name]()) + "\n"


def _function(name: str) -> Iterator[str]:
    p = page(name)
    yield from ("", f"### {p.short_name}", "", p.title)
    yield from ("", "```text", *p.formula, "```") if p.formula else ()
    yield from ("", p.words) if p.words else ()
    yield from ("", "```python", *p.example, "```") if p.example else ()
    yield ""
    known = sources.load()
    for entry in (known.entries[i] for i in registry.implementations()[name]):
        yield f"- {_cited(entry)}: {_math(entry.latex)}"
        for e in known.errata_of(entry.id):
            yield f"  - erratum ({e.kind.name}) [{e.id}](errata.md#{e.id.lower()})"


def _cited(entry: Entry) -> str:
    number = f" ({entry.number})" if entry.number else ""
    return f"{place(entry)}{number}, `{entry.id}`"


def _account() -> Iterator[str]:
    rest = [a for a in registry.account().values() if not a.by]
    yield from ("", "## Entries without a function", "")
    everything = len(registry.account())
    yield f"Of {everything} entries of the five texts, {len(rest)} are not said by a function."
    yield from ("", "| entry | title | status | |", "|---|---|---|---|")
    for a in rest:
        yield f"| `{a.entry.id}` | {a.entry.title} | {a.status} | {a.reason} |"


def _math(latex: str) -> str:
    """A formula inside a line, so that Markdown leaves its backslashes alone."""
    return f"$`{latex}`$"


def _barless(latex: str) -> str:
    """The same for a table, whose columns are made of bars."""
    return latex.replace("\\|", "\\Vert ").replace("|", "\\vert ")


def _words(text: str) -> str:
    """Words and formulas; signs that Markdown would take for its own are escaped in words."""
    parts = text.split("$")
    return "".join(_math(p) if i % 2 else _escaped(p) for i, p in enumerate(parts))


def _escaped(text: str) -> str:
    return "".join(f"\\{c}" if c in "*_^<>|" else c for c in text)


def _number(numbers: Mapping[str, object], what: str) -> str:
    return _escaped(shown(numbers[what])) if what in numbers else ""


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    for name in PAGES:
        write_file(str(folder / name), text_of(name))
