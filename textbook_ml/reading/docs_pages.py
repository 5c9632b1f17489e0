"""The generated pages of `docs/`: `python3 -m textbook_ml.dev` writes them.

The command also rewrites `links.toml`, in which `read` looks up the functions, models and exercises
of an entry.

The content comes from docstrings, decorators, `sources/` and `notation`; only the introductions of
the pages are written here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from textbook_ml.models.catalogue import RECIPES
from textbook_ml.reading import trace
from textbook_ml.reading.screens import (
    column_titles,
    count_kinds,
    inputs_of,
    names_by_module,
    place,
    value_in_words,
)
from textbook_ml.sources import registry, texts
from textbook_ml.sources.checks import Check
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
`python3 -m textbook_ml.dev` to update the page.

## The claims
"""
MADE = "<!-- Made by `python3 -m textbook_ml.dev`: do not edit. -->"


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
            yield from _function_section(name)
    yield from _entries_without_function()


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
        called = " | ".join(escaped(s.texts.get(key, "")) for key in columns)
        latex = _inline_math(_without_vertical_bars(s.latex))
        yield f"| `{s.code}` | {latex} | {escaped(s.words)} | {called} |"
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
            yield f"- **{title}:** {_escaped_sentence(text)}"
        if e.entries:
            yield f"- **affected entries:** {', '.join(f'`{i}`' for i in e.entries)}"
        if e.id in checked:
            yield from _check_lines(e, checked[e.id]())


def _check_lines(e: Erratum, check: Check) -> Iterator[str]:
    """Yield the inputs of a check and a table of its numbers."""
    titles = " | ".join(map(escaped, column_titles(e, check)))
    yield from ("", f"Example with {escaped(inputs_of(check))}:", "")
    yield from (f"| quantity | {titles} |", "|---|---|---|")
    for what in dict.fromkeys([*check.printed, *check.right]):
        cells = [_number_cell(numbers, what) for numbers in (check.printed, check.right)]
        yield f"| {escaped(what)} | {' | '.join(cells)} |"


def experiments() -> Iterator[str]:
    """Yield the page of experiments, exercises and figures."""
    yield from (MADE, *EXPERIMENTS.strip().splitlines())
    for theme, some in by_theme().items():
        yield from ("", f"### {escaped(theme)}", "")
        yield from ("| name | claim | holds if |", "|---|---|---|")
        for one in some:
            yield f"| `{one.name}` | {escaped(one.claim)} | {escaped(one.criterion)} |"
    yield from ("", "## Exercises", "")
    yield "`python3 -m textbook_ml exercise ex1` shows the question, the step-by-step solution with"
    yield "numbers, and the code that checks it. `--question` shows only the question, and"
    yield "`--hint N` only the first N steps."
    yield from ("", "| name | question | entries |", "|---|---|---|")
    for name, exercise in exercises().items():
        ids = ", ".join(f"`{i}`" for i in exercise.entries)
        yield f"| `{name}` | {escaped(exercise.title)} | {ids} |"
    yield from ("", "## Figures", "")
    yield "`python3 -m textbook_ml figure losses --svg losses.svg` writes a figure to a file."
    yield from ("", "| name | content |", "|---|---|")
    for name, draw in FIGURES.items():
        yield f"| `{name}` | {escaped(page(f'{draw.__module__}.{draw.__name__}').title)} |"


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


def models() -> Iterator[str]:
    """Yield the models with the equations that they run."""
    yield from (MADE, *MODELS.strip().splitlines())
    yield from ("", "| model | what it is | needs |", "|---|---|---|")
    for one in RECIPES:
        yield f"| `{one.name}` | {escaped(one.words)} | {escaped(one.takes)} |"
    yield from TRACED.rstrip().splitlines()
    yield from ("", "| model | in `fit` | when it is used |", "|---|---|---|")
    for name, (fitting, asking) in trace.equations_run_by_models().items():
        yield f"| `{name}` | {_code_names(fitting)} | {_code_names(asking)} |"
    found = {
        name
        for parts in trace.equations_run_by_models().values()
        for part in parts
        for name in part
    }
    yield from ("", f"In all, {len(found)} equations run in models.")
    yield from (
        "",
        "How to add a distribution: [contributing.md](contributing.md#add-a-distribution).",
    )


def _code_names(names: Iterable[str]) -> str:
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


def _function_section(name: str) -> Iterator[str]:
    p = page(name)
    yield from ("", f"### {p.short_name}", "", p.title)
    yield from ("", "```text", *p.formula, "```") if p.formula else ()
    yield from ("", p.words) if p.words else ()
    yield from ("", "```python", *p.example, "```") if p.example else ()
    yield ""
    known = texts.load()
    for entry in (known.entries[i] for i in registry.implementations()[name]):
        yield f"- {_cited_entry(entry)}: {_inline_math(entry.latex)}"
        for e in known.errata_of(entry.id):
            yield f"  - erratum ({e.kind.name}) [{e.id}](errata.md#{e.id.lower()})"


def _cited_entry(entry: Entry) -> str:
    number = f" ({entry.number})" if entry.number else ""
    return f"{place(entry)}{number}, `{entry.id}`"


def _entries_without_function() -> Iterator[str]:
    rest = [a for a in registry.account().values() if not a.by]
    yield from ("", "## Entries without a function", "")
    everything = len(registry.account())
    yield f"Of the {everything} entries of the five source texts, {len(rest)} have no function."
    yield from ("", "| entry | title | status | reason |", "|---|---|---|---|")
    for a in rest:
        yield f"| `{a.entry.id}` | {a.entry.title} | {a.status} | {a.reason} |"


def _inline_math(latex: str) -> str:
    """Return inline LaTeX in a form in which Markdown does not change backslashes."""
    return f"$`{latex}`$"


def _without_vertical_bars(latex: str) -> str:
    """Return LaTeX without vertical bars, which would divide the columns of a table."""
    return latex.replace("\\|", "\\Vert ").replace("|", "\\vert ")


def _escaped_sentence(text: str) -> str:
    """Return a sentence with formulas; special characters of Markdown are escaped in the text."""
    parts = text.split("$")
    return "".join(_inline_math(p) if i % 2 else escaped(p) for i, p in enumerate(parts))


def escaped(text: str) -> str:
    """Return a text with the special characters of Markdown escaped, except in `code`."""
    special = {False: "*_^<>|", True: "|"}  # a bar would divide the columns of a table
    parts = enumerate(text.split("`"))
    return "`".join(
        "".join(f"\\{c}" if c in special[i % 2 == 1] else c for c in p) for i, p in parts
    )


def _number_cell(numbers: Mapping[str, object], what: str) -> str:
    return escaped(value_in_words(numbers[what])) if what in numbers else ""
