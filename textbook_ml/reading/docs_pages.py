"""The generated pages of `docs/`: `python3 -m textbook_ml.reading.docs_pages docs` rewrites them.

The command also rewrites `links.toml`, the table from which `read` knows what belongs together.

The content comes from docstrings, decorators, `sources/` and `notation`; only the introductions of
the pages are written here.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from textbook_ml.core.files import write_file
from textbook_ml.models.catalogue import RECIPES
from textbook_ml.reading import link_table, trace
from textbook_ml.reading.screens import (
    column_titles,
    count_kinds,
    inputs_of,
    names_by_module,
    place,
    shown,
)
from textbook_ml.sources import registry, texts
from textbook_ml.sources.docstrings import module_summary, page
from textbook_ml.sources.notation import SYMBOLS
from textbook_ml.sources.texts import Entry, Erratum
from textbook_ml.study.exercises._exercise import exercises
from textbook_ml.study.experiments._experiment import by_theme
from textbook_ml.study.figures import FIGURES

EXPERIMENTS = """
# Experiments

The source texts make claims that can be tested. Each experiment tests one claim: it computes
numbers for given sizes and a random seed, and returns a verdict and a figure.

```sh
python3 -m textbook_ml experiment                            # list all experiments
python3 -m textbook_ml experiment variance                   # claim, numbers, verdict
python3 -m textbook_ml experiment variance --seed 7 --full   # another seed, larger sizes
python3 -m textbook_ml experiment variance --svg variance.svg
python3 -m textbook_ml experiment --all --out report         # run all; write report/index.html
python3 -m textbook_ml experiment ng-jordan --data FILE.csv --label CLASS   # with your own table
python3 -m textbook_ml experiment sms --data FILE.csv        # with your own messages
```

`--json` prints `claim`, `criterion`, `verdict` and `numbers`. The exit code is 0 if the claim holds
(also with a caveat), 1 if it fails, and 2 for bad usage. `--out` does not overwrite an `index.html`
that is not such a report.

In Python (in a notebook, a result displays its figure):

```python
>>> from textbook_ml.study.experiments._experiment import experiments
>>> experiments()["weather"].result().finding.verdict
'holds'

```

## How the verdict is determined

The criterion is fixed before the run, and the verdict is computed from it: *holds* or *fails*. If a
claim states more than the numbers show, it *holds with a caveat*, which names what is not shown.
Quantities that can be enumerated are exact: they are compared as Fractions with `==`. Random
experiments use sample sizes that are large enough for other seeds to give the same verdict. The
same seed gives the same numbers in every Python version on one platform.

## Add an experiment

Write a function with the sizes and a seed as arguments, in a module of
`textbook_ml/study/experiments/`; each module has one theme. Decorate it with
`@experiment(id, claim=…, criterion=…, entries=…)`, and
return a `Finding`. It is then listed, run by `--all` and added to this page. Run
`python3 -m textbook_ml.reading.docs_pages docs` to update the page.

## The claims
"""
MADE = "<!-- Made by `python3 -m textbook_ml.reading.docs_pages docs`: do not edit. -->"


def equations() -> Iterator[str]:
    """Yield every function with its formula in each source text, then entries without one."""
    yield from (MADE, "# The equations", "")
    yield "This page lists all functions in the order of the chapter. You can import each of them"
    yield "from `textbook_ml`. `python3 -m textbook_ml read NAME` shows the code of a function"
    yield "next to its formula."
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
    """Yield the table of symbols, with their names in the five source texts."""
    columns = texts.load().texts
    yield from (MADE, "# Notation", "")
    yield "Each symbol has one meaning in this package. The last five columns show what the source"
    yield "texts write for it. A name keeps its square (`sigma2` is σ²), and letters that are easy"
    yield "to misread become words (*l* is `strength`, *J* is `n_values`)."
    yield ""
    yield "| code | symbol | meaning | " + " | ".join(t.name for t in columns.values()) + " |"
    yield "|---" * (3 + len(columns)) + "|"
    for s in SYMBOLS:
        called = " | ".join(_escaped(s.texts.get(key, "")) for key in columns)
        yield f"| `{s.code}` | {_math(_barless(s.latex))} | {_escaped(s.words)} | {called} |"
    yield ""
    yield "**The sign of the score.** Mitchell's (16) to (23), Sontag's first slides and GwanSiu"
    yield "write P(Y = 1) = 1 / (1 + exp(score)). Mitchell from (24) on, Ng, Xing and Sontag's"
    yield "later slides write P(Y = 1) = exp(score) / (1 + exp(score)). To convert one to the"
    yield "other, negate all weights. Functions with the first convention have names that start"
    yield "with `mitchell_`."


def errata() -> Iterator[str]:
    """Yield the errata, with a numerical check if there is one."""
    known, checked = texts.load().errata.values(), registry.checks()
    yield from (MADE, "# Errata", "")
    yield "This page lists passages of the five source texts that are wrong, incomplete or easy to"
    yield "misunderstand. They refer to the copies that we read; for the slides these are"
    yield "transcriptions. Each erratum has one kind:"
    yield from ("", "| kind | meaning | errata |", "|---|---|---|")
    for kind, n in count_kinds().items():
        yield f"| *{kind.name}* | {kind.meaning} | {n} |"
    yield ""
    yield "If a source text makes a statement without a number, the table contains the statement in"
    yield "quotation marks, in our words. `python3 -m textbook_ml read ERR-M-3BILLION` shows one"
    yield "erratum."
    for e in known:
        yield from ("", f"## {e.id}", "", f"*{e.where}: {e.kind.name}*", "")
        for title, text in e.parts.items():
            yield f"- **{title}:** {_words(text)}"
        if e.entries:
            yield f"- **affected entries:** {', '.join(f'`{i}`' for i in e.entries)}"
        if e.id in checked:
            yield from _check(e, checked[e.id]())


def _check(e: Erratum, check: registry.Check) -> Iterator[str]:
    """Yield the inputs of a check and a table of its numbers."""
    titles = " | ".join(map(_escaped, column_titles(e, check)))
    yield from ("", f"Example with {_escaped(inputs_of(check))}:", "")
    yield from (f"| quantity | {titles} |", "|---|---|---|")
    for what in dict.fromkeys([*check.printed, *check.right]):
        cells = [_number(numbers, what) for numbers in (check.printed, check.right)]
        yield f"| {_escaped(what)} | {' | '.join(cells)} |"


def experiments() -> Iterator[str]:
    """Yield the page of experiments, exercises and figures."""
    yield from (MADE, *EXPERIMENTS.strip().splitlines())
    for theme, some in by_theme().items():
        yield from ("", f"### {_escaped(theme)}", "")
        yield from ("| name | claim | holds if |", "|---|---|---|")
        for one in some:
            yield f"| `{one.name}` | {_escaped(one.claim)} | {_escaped(one.criterion)} |"
    yield from ("", "## Exercises", "")
    yield "`python3 -m textbook_ml exercise ex1` shows the question, the step-by-step solution with"
    yield "numbers, and the code that checks it. `--question` shows only the question, and"
    yield "`--hint N` only the first N steps."
    yield from ("", "| name | question | entries |", "|---|---|---|")
    for name, exercise in exercises().items():
        ids = ", ".join(f"`{i}`" for i in exercise.entries)
        yield f"| `{name}` | {_escaped(exercise.title)} | {ids} |"
    yield from ("", "## Figures", "")
    yield "`python3 -m textbook_ml figure losses --svg losses.svg` writes a figure to a file."
    yield from ("", "| name | content |", "|---|---|")
    for name, draw in FIGURES.items():
        yield f"| `{name}` | {_escaped(page(f'{draw.__module__}.{draw.__name__}').title)} |"


MODELS = """
# Models

This page lists every model, what it needs, and the equations of the chapter that it runs. Models
call the functions of the chapter; they contain no copies of them.

```sh
python3 -m textbook_ml models iris      # the models for a data set, with their number of parameters
python3 -m textbook_ml fit iris --model gaussian-nb
```

You choose an estimator by passing the equation. `GaussianNaiveBayes.fit(rows, labels,
variance=variance_mle)` uses (14) instead of (15). Any function of `(xs, mu)` is accepted. `theta`
estimates the probabilities of discrete features, and `prior` those of the classes.
"""
TRACED = """
## Equations that run

The lists are recorded while each model is fitted and used. The second column has the equations
that run in `fit`, for the regressions with every optimiser. The third has those that run in
`posterior`, `classify`, `log_joint`, `exact_posterior`, `explain`, `sample` and `to_logistic`, as
far as the model has these methods.
"""
ADDING = """
## Add a distribution

A distribution is one file, `textbook_ml/models/NAME_naive_bayes.py`, of about 150 lines. Take
`exponential_naive_bayes.py` as an example, or `poisson_naive_bayes.py` for counts. The file has

1. the log density as a function, `exponential_log_pdf(x, rate)`, and the estimator of its
   parameters, `exponential_rate_mle(xs)`;
2. `exponential_log_terms(row, peaks, rates)`: the log density of each feature of a row, as one list
   comprehension over `zip(row, table, …)` with the element `0.0 if x is None else FORMULA`. The
   formula uses only `+`, `-`, `*` and `abs`; logarithms and quotients are computed beforehand, in
   `tables`. The model evaluates this line, and `export` translates it to C, JavaScript and Python;
3. a frozen dataclass of the parameters, `Exponential(rate)`, derived from `Distribution`.
   `models/distribution.py` lists its class attributes and methods: the summary that `fit` collects
   for each column (`"moments"`, enough for means and variances, or `"counts"`, how often each value
   occurs), the valid values, and how to draw a value;
4. the model, `ExponentialNaiveBayes(NaiveBayes)`, with one field for each parameter in the order of
   the distribution (`rates[k][i]` is for class k and feature i), its `family`, a `Card` with its
   name and description, and a `Golden` posterior that `selftest` checks. For counts, the card has
   `cells="counts"`.

The commands `models`, `fit`, `predict`, `evaluate`, `explain`, `stream`, `export` and `selftest`,
JSON files and `MixedNaiveBayes(kinds=…)` find the file by themselves. Then

- add an `Example` and a reader of the parameters (`READERS`) to `tests/models_support.py`, so that
  the laws of all models are tested for the new one; write its first model file,
  `example.fitted().to_json()`, to `tests/models/golden/`; add a table to `FILES` and `COLUMNS` in
  `tests/commands/test_stream.py`;
- run `python3 -m textbook_ml.exports` and `python3 -m textbook_ml.reading.docs_pages docs`, which
  regenerate the list of public names and this page (its text is in `reading/manual.py`).
"""


def models() -> Iterator[str]:
    """The models with the equations that they run, and how to add a distribution."""
    yield from (MADE, *MODELS.strip().splitlines())
    yield from ("", "| model | what it is | needs |", "|---|---|---|")
    for one in RECIPES:
        yield f"| `{one.name}` | {_escaped(one.words)} | {_escaped(one.takes)} |"
    yield from TRACED.rstrip().splitlines()
    yield from ("", "| model | in `fit` | when it is used |", "|---|---|---|")
    for name, (fitting, asking) in trace.table().items():
        yield f"| `{name}` | {_named(fitting)} | {_named(asking)} |"
    found = {name for parts in trace.table().values() for part in parts for name in part}
    yield from ("", f"In all, {len(found)} equations run in models.")
    yield from ADDING.rstrip().splitlines()


def _named(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


PAGES: Mapping[str, Callable[[], Iterator[str]]] = {
    "equations.md": equations,
    "models.md": models,
    "notation.md": notation,
    "errata.md": errata,
    "experiments.md": experiments,
}


def text_of(name: str) -> str:
    """Return the text of one page."""
    return "\n".join(PAGES[name]()) + "\n"


def _function(name: str) -> Iterator[str]:
    p = page(name)
    yield from ("", f"### {p.short_name}", "", p.title)
    yield from ("", "```text", *p.formula, "```") if p.formula else ()
    yield from ("", p.words) if p.words else ()
    yield from ("", "```python", *p.example, "```") if p.example else ()
    yield ""
    known = texts.load()
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
    yield f"Of the {everything} entries of the five source texts, {len(rest)} have no function."
    yield from ("", "| entry | title | status | reason |", "|---|---|---|---|")
    for a in rest:
        yield f"| `{a.entry.id}` | {a.entry.title} | {a.status} | {a.reason} |"


def _math(latex: str) -> str:
    """Return inline LaTeX in a form in which Markdown does not change backslashes."""
    return f"$`{latex}`$"


def _barless(latex: str) -> str:
    """Return LaTeX without vertical bars, which would divide the columns of a table."""
    return latex.replace("\\|", "\\Vert ").replace("|", "\\vert ")


def _words(text: str) -> str:
    """Return a sentence with formulas; special characters of Markdown are escaped in the text."""
    parts = text.split("$")
    return "".join(_math(p) if i % 2 else _escaped(p) for i, p in enumerate(parts))


def _escaped(text: str) -> str:
    return "".join(f"\\{c}" if c in "*_^<>|" else c for c in text)


def _number(numbers: Mapping[str, object], what: str) -> str:
    return _escaped(shown(numbers[what])) if what in numbers else ""


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    write_file(str(link_table.path()), link_table.text())
    for name in PAGES:
        write_file(str(folder / name), text_of(name))
